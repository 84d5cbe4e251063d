/* `witnessmark compare`: compares records with the first one. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "record/audit/outcome.h"
#include "report/views/comparison_export.h"
#include "report/views/comparison_text.h"
#include "report/document/style.h"

#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 64 };

/* The command line, and what was read. The base is record 0; comparison i is of record i + 1. */
typedef struct {
    const char *paths[RECORDS];
    size_t count;
    const char *color;
    bool as_json, is_markdown, is_csv, is_quiet;
    bool is_coloured;
    wm_model *model; /* of each record */
    wm_comparison_record *records;
    wm_comparison *comparisons;
} request;

static int read_arguments(int argc, char **argv, request *ask)
{
    const wm_argument table[] = {
        {.name = "--json", .flag = &ask->as_json},
        {.name = "--markdown", .flag = &ask->is_markdown},
        {.name = "--csv", .flag = &ask->is_csv},
        {.name = "--quiet", .flag = &ask->is_quiet},
        {.name = "--color", .value = &ask->color},
        {.name = "RECORD",
         .value = ask->paths,
         .count = &ask->count,
         .most = RECORDS,
         .is_needed = true},
        {.name = NULL},
    };
    const int answer = wm_arguments_read("compare", table, argc, argv);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask->count < 2)
        return wm_trouble_say("compare", ask->as_json, "RECORD", "needs 2 to 64 records");
    if (!wm_terminal_colour(ask->color, stdout, &ask->is_coloured))
        return wm_trouble_value("compare", ask->as_json, "--color", "auto, always or never",
                                ask->color);
    if (ask->as_json + ask->is_markdown + ask->is_csv + ask->is_quiet > 1)
        return wm_trouble_say("compare", ask->as_json, "",
                              "choose one of --json, --markdown, --csv and --quiet");
    return WM_EXIT_YES;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Audits and reads a record. */
static int open_record(request *ask, size_t index)
{
    const char *path = ask->paths[index];
    wm_model *model = &ask->model[index];
    wm_error err = {WM_OK, "", ""};
    char masked[WM_STYLE_MASKED];
    wm_record_argument record;
    wm_status status;
    if (wm_record_argument_open("compare", ask->as_json, path, &record) != WM_EXIT_YES)
        return WM_EXIT_TROUBLE;
    status = wm_model_read(record.path, NULL, model, &err);
    if (status == WM_OK) {
        status = wm_comparison_record_read(model, &ask->records[index], &err);
        (void)snprintf(model->path, sizeof model->path, "%s", path); /* as it is shown */
        return status == WM_OK ? WM_EXIT_YES
                               : wm_trouble_error("compare", ask->as_json, status, &err);
    }
    /* the audit's line does not name the record */
    if (wm_outcome_exit(status) != WM_EXIT_TROUBLE && model->report.failure.tag[0] != '\0')
        fprintf(stderr, "witnessmark compare: %s: ", wm_style_masked(path, masked));
    return wm_trouble_record("compare", ask->as_json, path, status, &model->report, &err, stderr);
}

/* Reads all records, then compares each with the first. */
static int compare(request *ask)
{
    wm_error err = {WM_OK, "", ""};
    int answer = WM_EXIT_YES;
    ask->model = calloc(ask->count, sizeof *ask->model);
    ask->records = calloc(ask->count, sizeof *ask->records);
    ask->comparisons = calloc(ask->count, sizeof *ask->comparisons);
    if (ask->model == NULL || ask->records == NULL || ask->comparisons == NULL)
        return wm_trouble_say("compare", ask->as_json, "", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < ask->count && answer == WM_EXIT_YES; i++)
        answer = open_record(ask, i);
    for (size_t i = 1; i < ask->count && answer == WM_EXIT_YES; i++) {
        const wm_status status =
            wm_comparison_make(&ask->records[0], &ask->records[i], &ask->comparisons[i - 1], &err);
        if (status != WM_OK)
            answer = wm_trouble_error("compare", ask->as_json, status, &err);
    }
    return answer;
}

static void clear(request *ask)
{
    for (size_t i = 0; i < ask->count; i++) {
        if (ask->comparisons != NULL)
            wm_comparison_clear(&ask->comparisons[i]);
        if (ask->records != NULL)
            wm_comparison_record_clear(&ask->records[i]);
        if (ask->model != NULL)
            wm_model_close(&ask->model[i]);
    }
    free(ask->comparisons);
    free(ask->records);
    free(ask->model);
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Adds the verdicts, each followed by its comparison unless --quiet is given. */
static void add_words(const request *ask, wm_document *to)
{
    const size_t count = ask->count - 1;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !ask->is_quiet)
            wm_words_gap(to, WM_GAP_PART);
        wm_comparison_text_verdict(&ask->comparisons[i], count > 1 ? ask->paths[i + 1] : NULL, to);
        if (!ask->is_quiet)
            wm_comparison_text_add(&ask->comparisons[i], to);
    }
}

static int report(const request *ask)
{
    const wm_paper paper = wm_terminal_paper(stdout, ask->is_coloured);
    const size_t count = ask->count - 1;
    wm_document to = {.status = WM_OK};
    wm_printer *printer = ask->as_json       ? wm_print_json
                          : ask->is_csv      ? wm_print_csv
                          : ask->is_markdown ? wm_print_markdown
                                             : wm_print_terminal;
    wm_status status;
    if (ask->as_json)
        wm_comparison_export_json(ask->comparisons, count, &to);
    else if (ask->is_csv)
        wm_comparison_export_rows(ask->comparisons, count, &to);
    else
        add_words(ask, &to);
    status = printer(&to, &paper, stdout);
    wm_document_clear(&to);
    if (status != WM_OK)
        return wm_trouble_say("compare", false, "", wm_status_text(status));
    return wm_terminal_finish(stdout, "compare") ? wm_comparison_exit_of(ask->comparisons, count)
                                                 : WM_EXIT_TROUBLE;
}

int wm_cmd_compare(int argc, char **argv)
{
    request ask = {.count = 0};
    int answer = read_arguments(argc, argv, &ask);
    if (answer == WM_EXIT_YES)
        answer = compare(&ask);
    if (answer == WM_EXIT_YES)
        answer = report(&ask);
    clear(&ask);
    return answer;
}

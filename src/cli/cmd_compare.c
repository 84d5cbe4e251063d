/* `witnessmark compare`: compares records with the first one. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "record/audit/outcome.h"
#include "report/views/comparison.h"
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
    wm_comparison *comparisons;
    wm_document to;
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
        (void)snprintf(model->path, sizeof model->path, "%s", path); /* as it is shown */
        return WM_EXIT_YES;
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
    ask->comparisons = calloc(ask->count, sizeof *ask->comparisons);
    if (ask->model == NULL || ask->comparisons == NULL)
        return wm_trouble_say("compare", ask->as_json, "", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < ask->count && answer == WM_EXIT_YES; i++)
        answer = open_record(ask, i);
    for (size_t i = 1; i < ask->count && answer == WM_EXIT_YES; i++) {
        const wm_status status = wm_comparison_make(&ask->model[0], &ask->model[i], &ask->to,
                                                    &ask->comparisons[i - 1], &err);
        if (status != WM_OK)
            answer = wm_trouble_error("compare", ask->as_json, status, &err);
    }
    return answer;
}

static int report(request *ask)
{
    const wm_paper paper = wm_terminal_paper(stdout, ask->is_coloured);
    const size_t count = ask->count - 1;
    wm_printer *printer = ask->as_json       ? wm_print_json
                          : ask->is_csv      ? wm_print_csv
                          : ask->is_markdown ? wm_print_markdown
                                             : wm_print_terminal;
    wm_status status;
    if (ask->as_json)
        wm_comparison_export_json(ask->comparisons, count, &ask->to);
    else if (ask->is_csv)
        wm_comparison_export_rows(ask->comparisons, count, &ask->to);
    else
        wm_comparison_text_add(ask->comparisons, count, ask->is_quiet, &ask->to);
    status = printer(&ask->to, &paper, stdout);
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
    for (size_t i = 0; ask.model != NULL && i < ask.count; i++)
        wm_model_close(&ask.model[i]);
    free(ask.model);
    free(ask.comparisons);
    wm_document_clear(&ask.to);
    return answer;
}

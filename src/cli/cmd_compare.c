/* `witnessmark compare`: compares two sides, or many records with their median. */
#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 64 };

/* What was asked for and read. */
typedef struct {
    const char *paths[RECORDS];
    size_t count, split;
    const char *percent; /* of --fail-slower; NULL: not given */
    double slower;
    wm_model *model; /* of each record */
    wm_comparison comparison;
    wm_document to;
} request;

/* Reads a percentage with its sign, as `5%` or `2.5%`. */
static int read_percent(const wm_call *call, request *ask)
{
    static const char WANTED[] = "a percentage from 0% to below 100%, as 5%";
    ask->slower = (double)NAN;
    if (ask->percent == NULL)
        return WM_EXIT_YES;
    if (!wm_arguments_percent(ask->percent, &ask->slower))
        return wm_trouble_value(call, "--fail-slower", WANTED, ask->percent);
    if (ask->split == 0)
        return wm_trouble_say(call, "--fail-slower",
                              "needs two sides: A1 A2 A3 -- B1 B2 B3, or A B");
    return WM_EXIT_YES;
}

static int read_arguments(wm_call *call, request *ask)
{
    const wm_argument table[] = {
        {.name = "--fail-slower", .value = &ask->percent},
        {.name = "RECORD",
         .value = ask->paths,
         .count = &ask->count,
         .most = RECORDS,
         .split = &ask->split,
         .is_needed = true},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask->count < 2)
        return wm_trouble_say(call, "RECORD", "needs 2 to 64 records");
    if (ask->split == ask->count)
        return wm_trouble_say(call, "--", "needs a RECORD behind it");
    if (call->form_count + call->is_quiet > 1)
        return wm_trouble_say(call, "", "choose one of --json, --markdown, --csv and --quiet");
    if (ask->count == 2)
        ask->split = 1;
    return read_percent(call, ask);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Audits and reads a record. */
static int open_record(const wm_call *call, request *ask, size_t index)
{
    const char *path = ask->paths[index];
    wm_model *model = &ask->model[index];
    wm_error err = {WM_OK, "", ""};
    wm_record_argument record;
    wm_status status;
    if (wm_record_argument_open(call, path, &record) != WM_EXIT_YES)
        return WM_EXIT_TROUBLE;
    status = wm_model_read(record.path, NULL, model, &err);
    if (status != WM_OK)
        return wm_trouble_one_record(call, path, status, &model->report, &err);
    (void)snprintf(model->path, sizeof model->path, "%s", path); /* as it is shown */
    return WM_EXIT_YES;
}

/* Reads all records, then compares them. */
static int compare(const wm_call *call, request *ask)
{
    wm_error err = {WM_OK, "", ""};
    wm_comparison_request wanted = {
        .count = ask->count, .split = ask->split, .slower = ask->slower};
    int answer = WM_EXIT_YES;
    wm_status status;
    ask->model = calloc(ask->count, sizeof *ask->model);
    if (ask->model == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < ask->count && answer == WM_EXIT_YES; i++)
        answer = open_record(call, ask, i);
    if (answer != WM_EXIT_YES)
        return answer;
    wanted.model = ask->model;
    status = wm_comparison_make(&wanted, &ask->to, &ask->comparison, &err);
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_error(call, status, &err);
}

static int report(const wm_call *call, request *ask)
{
    if (call->as_json)
        wm_comparison_export_json(&ask->comparison, &ask->to);
    else if (call->form != NULL && call->form->printer == wm_print_csv)
        wm_comparison_export_rows(&ask->comparison, &ask->to);
    else
        wm_comparison_text_add(&ask->comparison, call->is_quiet, &ask->to);
    return wm_trouble_answer(call, &ask->to, wm_comparison_exit(&ask->comparison));
}

int wm_cmd_compare(wm_call *call)
{
    request ask = {.count = 0};
    int answer = read_arguments(call, &ask);
    if (answer == WM_EXIT_YES)
        answer = compare(call, &ask);
    if (answer == WM_EXIT_YES)
        answer = report(call, &ask);
    for (size_t i = 0; ask.model != NULL && i < ask.count; i++)
        wm_model_close(&ask.model[i]);
    free(ask.model);
    wm_document_clear(&ask.to);
    return answer;
}

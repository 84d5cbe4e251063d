/* `witnessmark compare`: compares records with the first one. */
#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/comparison.h"

#include <stdio.h>
#include <stdlib.h>

enum { RECORDS = 64 };

/* What was read. The base is record 0; comparison i is of record i + 1. */
typedef struct {
    const char *paths[RECORDS];
    size_t count;
    wm_model *model; /* of each record */
    wm_comparison *comparisons;
    wm_document to;
} request;

static int read_arguments(wm_call *call, request *ask)
{
    const wm_argument table[] = {
        {.name = "RECORD",
         .value = ask->paths,
         .count = &ask->count,
         .most = RECORDS,
         .is_needed = true},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask->count < 2)
        return wm_trouble_say(call, "RECORD", "needs 2 to 64 records");
    if (call->form_count + call->is_quiet > 1)
        return wm_trouble_say(call, "", "choose one of --json, --markdown, --csv and --quiet");
    return WM_EXIT_YES;
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

/* Reads all records, then compares each with the first. */
static int compare(const wm_call *call, request *ask)
{
    wm_error err = {WM_OK, "", ""};
    int answer = WM_EXIT_YES;
    ask->model = calloc(ask->count, sizeof *ask->model);
    ask->comparisons = calloc(ask->count, sizeof *ask->comparisons);
    if (ask->model == NULL || ask->comparisons == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < ask->count && answer == WM_EXIT_YES; i++)
        answer = open_record(call, ask, i);
    for (size_t i = 1; i < ask->count && answer == WM_EXIT_YES; i++) {
        const wm_status status = wm_comparison_make(&ask->model[0], &ask->model[i], &ask->to,
                                                    &ask->comparisons[i - 1], &err);
        if (status != WM_OK)
            answer = wm_trouble_error(call, status, &err);
    }
    return answer;
}

static int report(const wm_call *call, request *ask)
{
    const size_t count = ask->count - 1;
    if (call->as_json)
        wm_comparison_export_json(ask->comparisons, count, &ask->to);
    else if (call->form != NULL && call->form->printer == wm_print_csv)
        wm_comparison_export_rows(ask->comparisons, count, &ask->to);
    else
        wm_comparison_text_add(ask->comparisons, count, call->is_quiet, &ask->to);
    return wm_trouble_answer(call, &ask->to, wm_comparison_exit_of(ask->comparisons, count));
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
    free(ask.comparisons);
    wm_document_clear(&ask.to);
    return answer;
}

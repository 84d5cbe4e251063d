/* `witnessmark lineage`: draws which records continue which. */
#include "base/status.h"
#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/lineage.h"

#include <stdlib.h>

/* The command line. */
typedef struct request {
    const char **paths;
    size_t count;
    bool figure, data;
} request;

/* Reads and adds an audited record. */
static wm_status add(wm_lineage *lineage, const char *path, const char *name, wm_error *err)
{
    wm_model model;
    wm_status status = wm_model_read_audited(path, &model, err);
    if (status == WM_OK)
        status = wm_lineage_add(lineage, &model, name, err);
    wm_model_close(&model);
    return status;
}

/* Audits and adds all records. Returns an exit status. */
static int add_all(const wm_call *call, wm_lineage *lineage, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wm_error err = {WM_OK, "", ""};
        wm_status status;
        const char *path;
        const int answer = wm_record_argument_audit(call, paths[i], &path);
        if (answer != WM_EXIT_YES)
            return answer;
        status = add(lineage, path, paths[i], &err);
        if (status != WM_OK)
            return wm_trouble_error(call, status, &err);
    }
    return WM_EXIT_YES;
}

/* Refuses options that say nothing together. */
static int check_form(const wm_call *call, const request *ask)
{
    const bool is_latex = call->form != NULL && call->form->printer == wm_print_latex;
    if (call->form_count > 1)
        return wm_trouble_say(call, "", "choose one of --json and --latex");
    if (!ask->figure && (ask->data || is_latex))
        return wm_trouble_say(call, ask->data ? "--data" : "--latex", "needs --figure");
    if (ask->figure && call->is_verbose)
        return wm_trouble_say(call, "-v", "cannot be given with --figure");
    if (ask->data && is_latex)
        return wm_trouble_say(call, "--latex", "cannot be given with --data");
    if (ask->figure && !ask->data && call->as_json)
        return wm_trouble_say(call, "--json", "a figure has no such form; --data has --json");
    return WM_EXIT_YES;
}

/* Prints the figure, or its numbers. Returns an exit status. */
static int show_figure(const wm_call *call, const request *ask, const wm_lineage *lineage)
{
    wm_document drawn = {.status = WM_OK}, data = {.status = WM_OK};
    wm_printer *printer = call->form != NULL ? call->form->printer
                          : ask->data        ? wm_print_csv
                                             : wm_print_svg;
    wm_error err = {WM_OK, "", ""};
    wm_paper paper = wm_terminal_paper(stdout, false);
    int answer = wm_lineage_exit(lineage);
    wm_status status = wm_figure_lineage_add(lineage, &drawn, &err);
    if (status == WM_OK && ask->data)
        wm_figure_data_add(drawn.block[0].of.figure, &data);
    if (status == WM_OK)
        status = printer(ask->data ? &data : &drawn, &paper, stdout);
    if (status != WM_OK)
        answer = wm_trouble_error(call, status, &err);
    wm_document_clear(&drawn);
    wm_document_clear(&data);
    return wm_terminal_finish(stdout, call->command->name) ? answer : WM_EXIT_TROUBLE;
}

int wm_cmd_lineage(wm_call *call)
{
    request ask = {.paths = calloc((size_t)call->argc + 1, sizeof *ask.paths)};
    wm_document to = {.status = WM_OK};
    wm_lineage lineage = {.to = &to};
    const wm_argument table[] = {
        {.name = "--figure", .flag = &ask.figure},
        {.name = "--data", .flag = &ask.data},
        {.name = "RECORD",
         .value = ask.paths,
         .count = &ask.count,
         .most = (size_t)call->argc,
         .is_needed = true},
        {.name = NULL},
    };
    int answer;
    if (ask.paths == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    answer = wm_arguments_read(call, table);
    if (answer == WM_EXIT_YES)
        answer = check_form(call, &ask);
    lineage.has_rates = call->is_verbose;
    lineage.has_dates = ask.figure;
    if (answer == WM_EXIT_YES)
        answer = add_all(call, &lineage, ask.paths, ask.count);
    if (answer == WM_EXIT_YES) {
        wm_lineage_check(&lineage);
        answer = ask.figure ? show_figure(call, &ask, &lineage) : wm_lineage_show(&lineage);
        if (!ask.figure)
            answer = wm_trouble_answer(call, &to, answer);
    }
    wm_document_clear(&to);
    free(ask.paths);
    return answer;
}

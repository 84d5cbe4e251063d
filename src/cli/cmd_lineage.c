/* `witnessmark lineage`: draws which records continue which. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/lineage.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

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
static int add_all(wm_lineage *lineage, const char *const *paths, size_t count, bool as_json)
{
    for (size_t i = 0; i < count; i++) {
        wm_error err = {WM_OK, "", ""};
        wm_status status;
        const char *path;
        const int answer = wm_record_argument_audit("lineage", as_json, paths[i], &path);
        if (answer != WM_EXIT_YES)
            return answer;
        status = add(lineage, path, paths[i], &err);
        if (status != WM_OK)
            return wm_trouble_error("lineage", as_json, status, &err);
    }
    return WM_EXIT_YES;
}

static int report(const wm_lineage *lineage, bool as_json)
{
    const int answer = wm_lineage_show(lineage);
    const wm_status status = wm_terminal_print(lineage->to, as_json, false);
    if (status != WM_OK)
        return wm_trouble_say("lineage", as_json, "", wm_status_text(status));
    return wm_terminal_finish(stdout, "lineage") ? answer : WM_EXIT_TROUBLE;
}

int wm_cmd_lineage(int argc, char **argv)
{
    const char **paths = calloc((size_t)argc + 1, sizeof *paths);
    wm_document to = {.status = WM_OK};
    wm_lineage lineage = {.to = &to};
    size_t count = 0;
    bool as_json = false;
    const wm_argument table[] = {
        {.name = "--json", .flag = &as_json},
        {.name = "RECORD",
         .value = paths,
         .count = &count,
         .most = (size_t)argc,
         .is_needed = true},
        {.name = NULL},
    };
    int answer;
    if (paths == NULL)
        return wm_trouble_say("lineage", false, "", wm_status_text(WM_E_NOMEM));
    answer = wm_arguments_read("lineage", table, argc, argv);
    if (answer == WM_EXIT_YES)
        answer = add_all(&lineage, paths, count, as_json);
    if (answer == WM_EXIT_YES) {
        wm_lineage_check(&lineage);
        answer = report(&lineage, as_json);
    }
    wm_document_clear(&to);
    free(paths);
    return answer;
}

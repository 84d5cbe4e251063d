/* `witnessmark lineage`: draws which records continue which. */
#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/lineage.h"

#include <stdlib.h>

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

int wm_cmd_lineage(wm_call *call)
{
    const char **paths = calloc((size_t)call->argc + 1, sizeof *paths);
    wm_document to = {.status = WM_OK};
    wm_lineage lineage = {.to = &to};
    size_t count = 0;
    const wm_argument table[] = {
        {.name = "RECORD",
         .value = paths,
         .count = &count,
         .most = (size_t)call->argc,
         .is_needed = true},
        {.name = NULL},
    };
    int answer;
    if (paths == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    answer = wm_arguments_read(call, table);
    if (answer == WM_EXIT_YES)
        answer = add_all(call, &lineage, paths, count);
    if (answer == WM_EXIT_YES) {
        lineage.has_rates = call->is_verbose;
        wm_lineage_check(&lineage);
        answer = wm_lineage_show(&lineage);
        answer = wm_trouble_answer(call, &to, answer);
    }
    wm_document_clear(&to);
    free(paths);
    return answer;
}

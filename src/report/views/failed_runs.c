/* The failed runs of an imported record.
 *
 * Only hyperfine's file has exit codes: in another one `failed` is a value like any other. */
#include "report/views/failed_runs.h"

#include "base/status.h"
#include "report/views/plan_origin.h"
#include "study/foreign/import_sheet.h"

#include <string.h>

static bool is_of_hyperfine(const wm_model *model)
{
    const char *name = wm_import_hyperfine.name;
    return wm_plan_origin_is_imported(&model->plan, model->plan_name) &&
           strncmp(model->plan_name, name, strlen(name)) == 0 &&
           model->plan_name[strlen(name)] == ';';
}

static bool has_failed(const wm_values *values)
{
    wm_list numbers = values->numbers;
    wm_named_number number;
    while (wm_member_next_value(&numbers, &number))
        if (wm_member_is(number.name, "failed"))
            return number.number > 0;
    return false;
}

wm_failed_runs wm_failed_runs_count(const wm_model *model, wm_document *to)
{
    wm_failed_runs runs = {0, 0};
    const wm_reader_node *node;
    if (!is_of_hyperfine(model))
        return runs;
    for (uint32_t line = 3;
         (node = wm_reader_at(model->reader, line)) != NULL && node->type == WM_READER_OBSERVATION;
         line++) {
        wm_content content;
        const wm_status status = wm_reader_read(model->reader, line, &content, NULL);
        wm_document_fail(to, status);
        if (status != WM_OK)
            break;
        if (!wm_contents_is_of(&content, &wm_kind_external))
            continue;
        runs.all++;
        runs.failed += has_failed(&content.of.external.values);
    }
    return runs;
}

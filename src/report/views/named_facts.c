/* The facts of a machine that its user named.
 *
 * They stand beside the device's UUID: both say which one it was, and explain no number. */
#include "report/views/named_facts.h"

#include "model/mask.h"
#include "report/document/data.h"

#include <string.h>

enum { LEAD = sizeof WM_NAMED_LEAD - 1 };

void wm_named_facts_take(wm_list facts, wm_document *to, wm_named_facts *named)
{
    wm_fact_node fact;
    char text[WM_NAMED_VALUE];
    named->count = 0;
    while (named->count < WM_NAMED_MOST && wm_kind_environment_next(&facts, &fact)) {
        if (fact.name.size <= LEAD || memcmp(fact.name.bytes, WM_NAMED_LEAD, LEAD) != 0)
            continue;
        wm_mask_text(fact.name, text, sizeof text);
        named->fact[named->count].name = wm_document_copy(to, text + LEAD);
        wm_mask_text(fact.value.text, text, sizeof text);
        named->fact[named->count++].value =
            fact.value.text.bytes != NULL ? wm_document_copy(to, text) : NULL;
    }
}

const char *wm_named_facts_line(const wm_named_facts *named, wm_document *to)
{
    const char *line = NULL;
    for (size_t i = 0; i < named->count; i++) {
        const char *value = named->fact[i].value;
        line = wm_document_text(to, "%s%s%s %s", line != NULL ? line : "", line != NULL ? ", " : "",
                                named->fact[i].name, value != NULL ? value : "[hidden]");
        if (line == NULL)
            return NULL;
    }
    return line;
}

void wm_named_facts_export(const wm_named_facts *named, wm_document *to)
{
    wm_data_list(to, "named");
    for (size_t i = 0; i < named->count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "name", named->fact[i].name);
        wm_data_text(to, "value", named->fact[i].value);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

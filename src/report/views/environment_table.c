/* The facts of a record's machine, device and program, as tables. */
#include "report/views/environment_table.h"

#include "model/mask.h"
#include "report/document/table.h"

#include <stdio.h>

enum { TEXT_SIZE = 1024 };

/* Adds a row: its value, or "-" with the reason why it has none. */
static void add(wm_table *table, const char *name, wm_text value, wm_text reason)
{
    char text[TEXT_SIZE], why[TEXT_SIZE];
    wm_mask_text(value, text, sizeof text);
    wm_mask_text(reason, why, sizeof why);
    wm_table_text(table, name);
    wm_table_text(table, value.bytes != NULL ? text : NULL);
    wm_table_text(table, why);
}

static void add_facts(wm_table *table, const char *lead, wm_list facts)
{
    wm_fact_node fact;
    while (wm_kind_environment_next(&facts, &fact)) {
        char name[TEXT_SIZE];
        wm_mask_text(fact.name, name, sizeof name);
        add(table, wm_document_text(table->document, "%s%s", lead, name), fact.value.text,
            fact.reason);
    }
}

void wm_environment_table_fill(const wm_environment_node *node, wm_table *table)
{
    const wm_text none = {NULL, 0};
    const wm_witness_node *witness = &node->witness;
    wm_table_columns(table, "Fact", "Value", "Why it is absent", NULL);
    add(table, "backend", node->backend, none);
    add(table, "device", node->device, none);
    add(table, "producer.name", node->producer.name, none);
    add(table, "producer.version", node->producer.version, none);
    add(table, "producer.source_revision", node->producer.source_revision, none);
    add_facts(table, "", node->facts);
    if (!witness->is_there)
        return;
    add(table, "witness.backend", witness->backend, none);
    add(table, "witness.device", witness->device, none);
    add_facts(table, "witness.", witness->facts);
}

wm_status wm_environment_table_add(const wm_model *model, wm_document *to, wm_error *err)
{
    for (size_t i = 0; i < model->environments.count; i++) {
        const uint32_t line = model->environments.at[i].line;
        const char *title = wm_document_text(to, "Environment, line %lu", (unsigned long)line);
        wm_content content;
        const wm_status status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            return status;
        wm_environment_table_fill(&content.of.environment,
                                  i == 0 ? wm_table_new(to, title) : wm_table_apart(to, title));
    }
    return WM_OK;
}

/* The withheld facts of a record, beside the lines that show their values.
 *
 * A line shows a value only if its hash is the commitment of the fact that it names. The hash is
 * over the salt, so a line that fits was made by who knew it before the record was sealed. */
#include "report/views/withheld.h"

#include "base/status.h"
#include "model/mask.h"
#include "report/document/table.h"
#include "report/document/words.h"

#include <stdlib.h>
#include <string.h>

/* What is compared. */
typedef struct {
    const wm_commitments *lines;
    bool *fits; /* for each line */
    wm_table *table;
} reader;

/* The line that fits a fact; NULL: it stays withheld. */
static const wm_commitment *line_of(const reader *of, const wm_fact_node *fact)
{
    char hash[WM_SHA256_HEX_SIZE + 1];
    const wm_commitment *found = NULL;
    wm_sha256_to_hex(fact->commitment.bytes, hash);
    for (size_t i = 0; i < of->lines->count; i++)
        if (strcmp(of->lines->of[i].hash, hash) == 0 &&
            wm_member_is(fact->name, of->lines->of[i].name)) {
            of->fits[i] = true;
            found = &of->lines->of[i];
        }
    return found;
}

static void add_facts(const reader *of, const char *lead, wm_list facts)
{
    wm_fact_node fact;
    while (wm_kind_environment_next(&facts, &fact)) {
        const wm_commitment *line;
        char name[128], value[1024];
        if (!fact.commitment.is_there)
            continue;
        line = line_of(of, &fact);
        wm_mask_text(fact.name, name, sizeof name);
        if (line != NULL)
            wm_mask_copy(line->value, strlen(line->value), value, sizeof value);
        wm_table_text(of->table, wm_document_text(of->table->document, "%s%s", lead, name));
        wm_table_text(of->table, line != NULL && value[0] != '\0' ? value : NULL);
        wm_table_text(of->table, line == NULL       ? "withheld"
                                 : value[0] != '\0' ? "shown: the line fits the commitment"
                                                    : "shown: the fact had no value");
    }
}

static wm_status add_environments(const wm_model *model, const reader *of, wm_error *err)
{
    for (size_t i = 0; i < model->environments.count; i++) {
        wm_content content;
        const wm_environment_node *node = &content.of.environment;
        const wm_status status =
            wm_reader_read(model->reader, model->environments.at[i].line, &content, err);
        if (status != WM_OK)
            return status;
        add_facts(of, "", node->facts);
        if (node->witness.is_there)
            add_facts(of, "witness.", node->witness.facts);
    }
    return WM_OK;
}

wm_status wm_withheld_add(const wm_model *model, const wm_commitments *lines, const char *file,
                          wm_document *to, size_t *unfit, wm_error *err)
{
    reader of = {lines, calloc(lines->count + 1, sizeof(bool)), NULL};
    wm_status status;
    *unfit = 0;
    if (of.fits == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    of.table = wm_table_new(to, NULL);
    wm_table_columns(of.table, "Withheld fact", "Value", "State", NULL);
    status = add_environments(model, &of, err);
    for (size_t i = 0; i < lines->count && status == WM_OK; i++)
        if (!of.fits[i]) {
            wm_words_tell(to, "FAIL  %s: line %zu, `%s`: fits no commitment of this record", file,
                          i + 1, lines->of[i].name);
            ++*unfit;
        }
    free(of.fits);
    return status;
}

/* All claims as a list, and all items as one wide CSV table. */
#include "report/views/listing.h"

#include "report/views/reasons.h"
#include "record/tables/tables.h"

#include <stdio.h>

/* Why a claim has no value or is undetermined; else why it has no class or tolerance; else NULL. */
static const char *find_reason(wm_model *model, const wm_claim *claim, char room[WM_REASONS_SIZE])
{
    const char *reason = wm_reasons_find(model, claim, room);
    return reason != NULL ? reason : claim->reason;
}

/* Adds a claim as a row of the list. */
static void add_listed(wm_table *table, wm_model *model, const wm_claim *claim)
{
    char hex[WM_SHA256_HEX_SIZE + 1], room[WM_REASONS_SIZE], note[WM_REASONS_SIZE + 32];
    const wm_reader_node *node = wm_reader_at(model->reader, claim->line);
    const char *reason = wm_reasons_find(model, claim, room);
    if (reason == NULL) {
        wm_reasons_disturbed_rate(model, claim, room);
        (void)snprintf(note, sizeof note, "disturbed repeats: %s", room);
        reason = room[0] != '\0' ? note : NULL;
    }
    wm_table_text(table, claim->name);
    wm_table_add(table, claim->text, reason, WM_EMPHASIS_NONE)->claim = claim;
    wm_table_text(table, claim->class);
    wm_table_text(table, claim->tolerance);
    wm_table_write(table, "%u", claim->line);
    wm_sha256_to_hex(node->id, hex);
    wm_table_write(table, "%.12s", hex);
}

void wm_listing_claims(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "Claim", ">Text", "?Class", ">?Tolerance", ">Line", "Id", NULL);
    for (size_t i = 0; i < model->claims.count; i++)
        add_listed(table, model, &model->claims.claim[i]);
}

void wm_listing_rows(wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    char line[16], hex[WM_SHA256_HEX_SIZE + 1], room[WM_REASONS_SIZE], disturbed[WM_REASONS_SIZE];
    wm_table_columns(table, "claim", "value", "unit", "text", "class", "tolerance", "reason",
                     "disturbed", "line", "id", NULL);
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        const char *reason = find_reason(model, claim, room);
        const char *field[] = {
            claim->name,      claim->value, claim->unit, claim->text, claim->class,
            claim->tolerance, reason,       disturbed,   line,        hex};
        wm_reasons_disturbed_rate(model, claim, disturbed);
        (void)snprintf(line, sizeof line, "%u", claim->line);
        wm_sha256_to_hex(wm_reader_at(model->reader, claim->line)->id, hex);
        for (size_t j = 0; j < sizeof field / sizeof field[0]; j++)
            wm_table_text(table, field[j]);
    }
}

/* ---- a row for each item and each link ------------------------------------------------------- */

/* Whether the record has claims about a kind of subject. */
static bool has_subject(const wm_model *model, wm_subject_kind kind)
{
    for (size_t i = 0; i < model->claims.count; i++)
        if (model->claims.claim[i].subject == kind)
            return true;
    return false;
}

/* Adds a column for each quantity of a kind of subject. */
static void quantity_columns(wm_table *table, wm_subject_kind kind)
{
    for (size_t i = 0; i < wm_tables_count(); i++)
        if (wm_tables_at(i)->subject == kind)
            wm_table_columns(table, wm_tables_at(i)->name, NULL);
}

/* Adds a cell for each quantity of a kind of subject: its value, or nothing. NULL: there is no such
 * subject. */
static void add_quantities(wm_table *table, wm_subject_kind kind, const wm_claims_group *of)
{
    for (size_t i = 0; i < wm_tables_count(); i++) {
        const wm_claim *claim = NULL;
        if (wm_tables_at(i)->subject != kind)
            continue;
        if (of != NULL)
            claim = wm_claims_on(of, wm_tables_at(i)->name);
        wm_table_text(table, claim != NULL && claim->value != NULL ? claim->value : "")->claim =
            claim;
    }
}

/* Adds why quantities have no value: `quantity: reason`, with `; ` between several. */
static void add_reasons(wm_table *table, wm_model *model, wm_subject_kind kind,
                        const wm_claims_group *of)
{
    const char *reasons = "";
    char room[WM_REASONS_SIZE];
    for (size_t i = 0; i < of->count; i++) {
        const wm_quantity *quantity = of->claim[i].quantity;
        const char *reason = wm_reasons_find(model, &of->claim[i], room);
        if (reason != NULL && quantity->subject == kind)
            reasons = wm_document_text(table->document, "%s%s%s: %s", reasons,
                                       reasons[0] != '\0' ? "; " : "", quantity->name, reason);
    }
    wm_table_text(table, reasons);
}

static void add_item(wm_table *table, wm_model *model, const wm_model_item *item)
{
    const wm_variant *variant = item->item->variant;
    char room[WM_REASONS_SIZE];
    wm_table_text(table, item->label);
    wm_table_text(table, variant->workload);
    wm_table_text(table, variant->variant);
    wm_table_write(table, "%u", item->item->repeats);
    wm_table_text(table, variant->unit);
    add_quantities(table, WM_SUBJECT_ITEM, &item->claims);
    add_reasons(table, model, WM_SUBJECT_ITEM, &item->claims);
    wm_reasons_disturbed(item, room);
    wm_table_text(table, room);
    if (has_subject(model, WM_SUBJECT_LINK))
        add_quantities(table, WM_SUBJECT_LINK, NULL);
}

/* Adds the row of a link: its label, the reasons, and its quantities behind those of an item. */
static void add_link(wm_table *table, wm_model *model, const wm_claims_group *link)
{
    wm_table_text(table, link->claim->label);
    for (size_t i = 0; i < 4; i++) /* workload, variant, repeats, rate_unit */
        wm_table_text(table, "");
    add_quantities(table, WM_SUBJECT_ITEM, NULL);
    add_reasons(table, model, WM_SUBJECT_LINK, link);
    wm_table_text(table, ""); /* disturbed */
    add_quantities(table, WM_SUBJECT_LINK, link);
}

void wm_listing_items(wm_model *model, wm_document *to)
{
    wm_claims_group group = {NULL, 0};
    wm_table *table;
    /* own claims are the last: this record has no other */
    if (model->item_count == 0 && model->claims.count > 0 &&
        model->claims.claim->subject == WM_SUBJECT_OWN) {
        wm_listing_rows(model, to);
        return;
    }
    table = wm_table_new(to, NULL);
    wm_table_columns(table, "item", "workload", "variant", "repeats", "rate_unit", NULL);
    quantity_columns(table, WM_SUBJECT_ITEM);
    wm_table_columns(table, "reasons", "disturbed", NULL);
    if (has_subject(model, WM_SUBJECT_LINK))
        quantity_columns(table, WM_SUBJECT_LINK);
    for (size_t i = 0; i < model->item_count; i++)
        add_item(table, model, &model->item[i]);
    while (wm_claims_next(&model->claims, &group))
        if (group.claim->subject == WM_SUBJECT_LINK)
            add_link(table, model, &group);
}

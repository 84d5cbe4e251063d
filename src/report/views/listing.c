/* All claims as a list, and all items as one wide CSV table. */
#include "report/views/listing.h"

#include "report/views/reasons.h"
#include "record/tables/tables.h"

#include <stdio.h>
#include <string.h>

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
    wm_table_add(table, claim->name, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, claim->text, reason, WM_EMPHASIS_NONE)->claim = claim;
    wm_table_add(table, claim->class, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, claim->tolerance, NULL, WM_EMPHASIS_NONE);
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

static const char *or_empty(const char *text)
{
    return text != NULL ? text : "";
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
            wm_table_add(table, field[j], NULL, WM_EMPHASIS_NONE);
    }
}

/* The number of links; 0: no columns for them. */
static size_t count_links(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->claims.count; i++)
        count += model->claims.claim[i].subject == WM_SUBJECT_LINK;
    return count;
}

/* Adds a column for each quantity of a kind of subject. */
static void quantity_columns(wm_table *table, wm_subject_kind subject)
{
    for (size_t i = 0; i < wm_tables_count(); i++)
        if (wm_tables_at(i)->subject == subject)
            wm_table_add_column(table, wm_tables_at(i)->name, WM_SIDE_LEFT, false);
}

static void items_columns(wm_table *table, const wm_model *model)
{
    static const char *const front[] = {"item", "workload", "variant", "repeats", "rate_unit"};
    size_t i;
    for (i = 0; i < sizeof front / sizeof front[0]; i++)
        wm_table_add_column(table, front[i], WM_SIDE_LEFT, false);
    quantity_columns(table, WM_SUBJECT_ITEM);
    wm_table_add_column(table, "reasons", WM_SIDE_LEFT, false);
    wm_table_add_column(table, "disturbed", WM_SIDE_LEFT, false);
    if (count_links(model) > 0)
        quantity_columns(table, WM_SUBJECT_LINK);
}

/* Adds empty cells for the quantities of a kind of subject. */
static void skip_quantities(wm_table *table, wm_subject_kind subject)
{
    for (size_t i = 0; i < wm_tables_count(); i++)
        if (wm_tables_at(i)->subject == subject)
            wm_table_add(table, "", NULL, WM_EMPHASIS_NONE);
}

/* Appends `quantity: reason`, with `; ` between several. */
static wm_status add_reason(wm_buffer *reasons, const char *quantity, const char *reason)
{
    if (reason == NULL)
        return WM_OK;
    return wm_buffer_printf(reasons, "%s%s: %s", reasons->size > 0 ? "; " : "", quantity, reason);
}

static void add_item(wm_table *table, wm_model *model, const wm_model_item *item)
{
    wm_document *to = table->document;
    wm_buffer reasons = WM_BUFFER_EMPTY;
    char room[WM_REASONS_SIZE];
    wm_table_add(table, item->label, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, item->item->variant->workload, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, item->item->variant->variant, NULL, WM_EMPHASIS_NONE);
    wm_table_write(table, "%u", item->item->repeats);
    wm_table_add(table, item->item->variant->unit, NULL, WM_EMPHASIS_NONE);
    for (size_t i = 0; i < wm_tables_count(); i++) {
        const char *name = wm_tables_at(i)->name;
        const wm_claim *claim = wm_claims_on(&item->claims, name);
        if (wm_tables_at(i)->subject != WM_SUBJECT_ITEM)
            continue;
        wm_table_add(table, claim != NULL ? or_empty(claim->value) : "", NULL, WM_EMPHASIS_NONE)
            ->claim = claim;
        if (claim != NULL)
            wm_document_fail(to, add_reason(&reasons, name, wm_reasons_find(model, claim, room)));
    }
    wm_table_add(table, wm_document_take(to, &reasons), NULL, WM_EMPHASIS_NONE);
    wm_reasons_disturbed(item, room);
    wm_table_add(table, room, NULL, WM_EMPHASIS_NONE);
    if (count_links(model) > 0)
        skip_quantities(table, WM_SUBJECT_LINK);
}

/* The claim on a quantity among those of one link, [first, end); NULL: none. */
static const wm_claim *link_claim(const wm_model *model, size_t first, size_t end,
                                  const char *quantity)
{
    for (size_t i = first; i < end; i++)
        if (strcmp(model->claims.claim[i].quantity->name, quantity) == 0)
            return &model->claims.claim[i];
    return NULL;
}

/* Adds the row of a link: its label, the reasons, and its quantities behind those of an item. */
static void add_link(wm_table *table, wm_model *model, size_t first, size_t end)
{
    wm_buffer reasons = WM_BUFFER_EMPTY;
    char room[WM_REASONS_SIZE];
    for (size_t i = first; i < end; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        wm_document_fail(table->document, add_reason(&reasons, claim->quantity->name,
                                                     wm_reasons_find(model, claim, room)));
    }
    wm_table_add(table, model->claims.claim[first].label, NULL, WM_EMPHASIS_NONE);
    for (size_t i = 0; i < 4; i++) /* workload, variant, repeats, rate_unit */
        wm_table_add(table, "", NULL, WM_EMPHASIS_NONE);
    skip_quantities(table, WM_SUBJECT_ITEM);
    wm_table_add(table, wm_document_take(table->document, &reasons), NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, "", NULL, WM_EMPHASIS_NONE); /* disturbed */
    for (size_t i = 0; i < wm_tables_count(); i++) {
        const wm_claim *claim;
        if (wm_tables_at(i)->subject != WM_SUBJECT_LINK)
            continue;
        claim = link_claim(model, first, end, wm_tables_at(i)->name);
        wm_table_add(table, claim != NULL ? or_empty(claim->value) : "", NULL, WM_EMPHASIS_NONE)
            ->claim = claim;
    }
}

/* Adds a row for each link. The claims of one follow each other. */
static void add_links(wm_table *table, wm_model *model)
{
    for (size_t i = 0, end; i < model->claims.count; i = end) {
        const wm_claim *claim = &model->claims.claim[i];
        end = i + 1;
        if (claim->subject != WM_SUBJECT_LINK)
            continue;
        while (end < model->claims.count && model->claims.claim[end].subject == WM_SUBJECT_LINK &&
               strcmp(model->claims.claim[end].label, claim->label) == 0)
            end++;
        add_link(table, model, i, end);
    }
}

/* Whether the record has numbers from outside, and no item or link of its own. */
static bool has_own_alone(const wm_model *model)
{
    for (size_t i = 0; i < model->claims.count; i++)
        if (model->claims.claim[i].subject != WM_SUBJECT_OWN)
            return false;
    return model->claims.count > 0 && model->item_count == 0;
}

void wm_listing_items(wm_model *model, wm_document *to)
{
    wm_table *table;
    if (has_own_alone(model)) {
        wm_listing_rows(model, to);
        return;
    }
    table = wm_table_new(to, NULL);
    items_columns(table, model);
    for (size_t i = 0; i < model->item_count; i++)
        add_item(table, model, &model->item[i]);
    add_links(table, model);
}

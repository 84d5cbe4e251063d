/* What happened at each point of operation. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_SIZE = 256 };

/* A block that is being made: the rows of one item. */
typedef struct {
    wm_table *table;
    wm_model *model;
    const wm_model_item *item;
} block;

static const wm_claim *claim_of(const block *b, wm_subject_kind subject, const char *quantity)
{
    return wm_model_claim_of(b->model, subject, b->item->index, quantity);
}

static void add_row(block *b, const char *name, const wm_claim *claim)
{
    if (claim == NULL)
        return;
    wm_table_add(b->table, name, NULL, WM_EMPHASIS_NONE);
    wm_cells_claim(b->table, b->model, claim);
}

/* A count that should be 0. */
static void add_count(block *b, const char *name, const char *quantity)
{
    const wm_claim *claim = claim_of(b, WM_SUBJECT_POINT, quantity);
    if (claim == NULL || claim->value == NULL) {
        add_row(b, name, claim);
        return;
    }
    wm_table_add(b->table, name, NULL, WM_EMPHASIS_NONE);
    wm_table_add(b->table, claim->text, NULL,
                 strcmp(claim->text, "0") == 0 ? WM_EMPHASIS_NONE : WM_EMPHASIS_BAD);
}

/* The reasons of a bit set, in words; `none` without one that holds the clock down. */
static void write_reasons(unsigned bits, char words[WORDS_SIZE])
{
    static const struct {
        unsigned bit;
        const char *words;
    } REASONS[] = {
#define REASON_ROW(id, bit, words, counts) {WM_THROTTLE_##id, words},
        WM_THROTTLE_LIST(REASON_ROW)
#undef REASON_ROW
    };
    size_t at = 0;
    (void)snprintf(words, WORDS_SIZE, "none");
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0] && at < WORDS_SIZE; i++)
        if ((bits & REASONS[i].bit) != 0)
            at += (size_t)snprintf(words + at, WORDS_SIZE - at, "%s%s", at > 0 ? ", " : "",
                                   REASONS[i].words);
}

static void add_throttle(block *b)
{
    const wm_claim *claim = claim_of(b, WM_SUBJECT_POINT, "throttle_reasons");
    char words[WORDS_SIZE];
    if (claim == NULL || claim->value == NULL) {
        add_row(b, "throttled by", claim);
        return;
    }
    write_reasons((unsigned)strtoul(claim->value, NULL, 10), words);
    wm_table_add(b->table, "throttled by", NULL, WM_EMPHASIS_NONE);
    wm_table_add(b->table, words, NULL, WM_EMPHASIS_NONE);
}

/* The ratio to the base, with its interval if there is one. */
static void add_rate_change(block *b)
{
    const char *name = "rate against no point";
    const wm_claim *ratio = claim_of(b, WM_SUBJECT_CHANGE, "rate_change");
    const wm_claim *low = claim_of(b, WM_SUBJECT_CHANGE, "rate_change_low");
    const wm_claim *high = claim_of(b, WM_SUBJECT_CHANGE, "rate_change_high");
    if (ratio == NULL || ratio->value == NULL || low->value == NULL || high->value == NULL) {
        add_row(b, name, ratio);
        return;
    }
    wm_table_add(b->table, name, NULL, WM_EMPHASIS_NONE);
    wm_table_write(b->table, "%.24s (%.24s .. %.24s)", ratio->text, low->text, high->text);
}

static void add_rows(block *b)
{
    static const struct {
        const char *name, *quantity;
    } LOAD[] = {{"time", "load_time"},
                {"rate, checks included", "load_rate"},
                {"temperature, highest", "temperature_reached"},
                {"power, highest", "power_reached"}};
    static const struct {
        const char *name, *quantity;
    } CHECKS[] = {{"residual, largest", "stress_residual"},
                  {"row statistic, largest", "stress_row_statistic"}};
    add_row(b, "outputs checked", claim_of(b, WM_SUBJECT_POINT, "products"));
    add_count(b, "errors", "errors");
    add_count(b, "segments that failed", "failed_segments");
    for (size_t i = 0; i < sizeof LOAD / sizeof LOAD[0]; i++)
        add_row(b, LOAD[i].name, claim_of(b, WM_SUBJECT_POINT, LOAD[i].quantity));
    add_throttle(b);
    for (size_t i = 0; i < sizeof CHECKS / sizeof CHECKS[0]; i++)
        add_row(b, CHECKS[i].name, claim_of(b, WM_SUBJECT_POINT, CHECKS[i].quantity));
    if (b->item->item->point == WM_POINT_FULL)
        add_row(b, "memory left", claim_of(b, WM_SUBJECT_POINT, "memory_free"));
    add_row(b, "output against no point", claim_of(b, WM_SUBJECT_CHANGE, "output_kept"));
    add_rate_change(b);
    add_row(b, "floor against no point", claim_of(b, WM_SUBJECT_CHANGE, "inflation"));
}

void wm_overview_points_add(wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->item_count; i++) {
        block b = {.model = model, .item = &model->item[i]};
        if (b.item->item->point == WM_POINT_NONE)
            continue;
        b.table = wm_table_apart(to, wm_document_text(to, "Point of operation: %s", b.item->label));
        wm_table_columns(b.table, "Quantity", "Value", NULL);
        add_rows(&b);
    }
}

/* What happened at each point of operation. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/reasons.h"

#include <stdlib.h>
#include <string.h>

/* Adds the value of a row's claim, which is not null. */
typedef void add_value(wm_table *table, const wm_model *model, const wm_claim *claim);

/* A count that should be 0. */
static void add_count(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    (void)model;
    wm_table_add(table, claim->text, NULL,
                 strcmp(claim->text, "0") == 0 ? WM_EMPHASIS_NONE : WM_EMPHASIS_BAD);
}

static void add_throttle(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    char words[WM_REASONS_SIZE];
    (void)model;
    wm_reasons_throttle((unsigned)strtoul(claim->value, NULL, 10), false, words);
    wm_table_text(table, words[0] != '\0' ? words : "none");
}

/* The ratio to the base, with its interval if there is one. */
static void add_rate_change(wm_table *table, const wm_model *model, const wm_claim *ratio)
{
    const wm_claim *low =
        wm_model_claim_of(model, WM_SUBJECT_CHANGE, ratio->index, "rate_change_low");
    const wm_claim *high =
        wm_model_claim_of(model, WM_SUBJECT_CHANGE, ratio->index, "rate_change_high");
    if (low->value == NULL || high->value == NULL)
        wm_cells_claim(table, model, ratio);
    else
        wm_table_write(table, "%.24s (%.24s .. %.24s)", ratio->text, low->text, high->text);
}

static const struct {
    const char *name;
    wm_subject_kind subject;
    const char *quantity;
    add_value *add; /* NULL: as in every table */
} ROWS[] = {
    {"outputs checked", WM_SUBJECT_POINT, "products", NULL},
    {"errors", WM_SUBJECT_POINT, "errors", add_count},
    {"segments", WM_SUBJECT_POINT, "segments", NULL},
    {"segments that failed", WM_SUBJECT_POINT, "failed_segments", add_count},
    {"time", WM_SUBJECT_POINT, "load_time", NULL},
    {"rate, checks included", WM_SUBJECT_POINT, "load_rate", NULL},
    {"temperature, highest", WM_SUBJECT_POINT, "temperature_reached", NULL},
    {"temperature, lowest", WM_SUBJECT_POINT, "temperature_lowest", NULL},
    {"temperature, lowest of repeats", WM_SUBJECT_POINT, "temperature_of_repeats", NULL},
    {"power, mean", WM_SUBJECT_POINT, "power_mean", NULL},
    {"power, largest reading", WM_SUBJECT_POINT, "power_reached", NULL},
    {"window of a reading", WM_SUBJECT_POINT, "power_window", NULL},
    {"throttled by", WM_SUBJECT_POINT, "throttle_reasons", add_throttle},
    {"residual, largest", WM_SUBJECT_POINT, "stress_residual", NULL},
    {"row statistic, largest", WM_SUBJECT_POINT, "stress_row_statistic", NULL},
    {"memory left", WM_SUBJECT_POINT, "memory_free", NULL}, /* of the point `full` alone */
    {"output against no point", WM_SUBJECT_CHANGE, "output_kept", NULL},
    {"rate against no point", WM_SUBJECT_CHANGE, "rate_change", add_rate_change},
    {"floor against no point", WM_SUBJECT_CHANGE, "inflation", NULL},
};

static void add_row(wm_table *table, const wm_model *model, const wm_model_item *item, size_t row)
{
    const wm_claim *claim =
        wm_model_claim_of(model, ROWS[row].subject, item->index, ROWS[row].quantity);
    if (claim == NULL ||
        (strcmp(ROWS[row].quantity, "memory_free") == 0 && item->item->point != WM_POINT_FULL))
        return;
    wm_table_text(table, ROWS[row].name);
    if (claim->value != NULL && ROWS[row].add != NULL)
        ROWS[row].add(table, model, claim);
    else
        wm_cells_claim(table, model, claim);
}

void wm_overview_points_add(const wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        wm_table *table;
        if (item->item->point == WM_POINT_NONE)
            continue;
        table = wm_table_apart(to, wm_document_text(to, "Point of operation: %s", item->label));
        wm_table_columns(table, "Quantity", "Value", NULL);
        for (size_t row = 0; row < sizeof ROWS / sizeof ROWS[0]; row++)
            add_row(table, model, item, row);
    }
}

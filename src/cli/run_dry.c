/* Prints what a run would do. */
#include "cli/run_dry.h"

#include "cli/interrupt.h"
#include "cli/trouble.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/document/words.h"

#include "base/status.h"
#include "study/run/budget.h"
#include "study/run/predictor.h"

#include <stdlib.h>

/* An item of the plan. */
typedef struct {
    char label[WM_PLAN_LABEL_SIZE];
    double seconds, bytes;
    bool is_taken, is_over; /* over: it ends after the budget */
    char reason[256];       /* why it is not taken, or over; else empty */
} row;

typedef struct {
    const wm_run_options *ask;
    const wm_schedule *schedule;
    wm_predictor predictor;
    row *rows;
    size_t left_out; /* items that the run would not measure */
    double seconds;  /* of the others */
} dry;

/* ---- estimating ------------------------------------------------------------------------------ */

/* A row's part of the budget: refused items need no time. */
static double cost_of(const void *context, size_t index)
{
    const dry *d = context;
    return d->rows[index].is_taken && !d->rows[index].is_over ? d->rows[index].seconds : 0;
}

/* Marks the items that the budget leaves out, and sums the others. */
static void limit_time(dry *d)
{
    const double budget_s = WM_BUDGET_SHARE * d->ask->settings.budget_seconds;
    const size_t count = d->schedule->item_count;
    for (size_t i = 0; i < count; i++) {
        row *r = &d->rows[i];
        if (r->is_taken && !r->is_over && d->ask->settings.budget_seconds > 0 &&
            !wm_budget_takes(cost_of, d, i, count, budget_s - d->seconds)) {
            wm_budget_reason(r->seconds, d->ask->settings.budget_seconds, r->reason);
            r->is_over = true;
        }
        d->seconds += cost_of(d, i);
        d->left_out += !r->is_taken || r->is_over;
    }
}

/* What the item will hold. An item that cannot fill the memory is refused as the run would. */
static wm_status find_memory(dry *d, const wm_item *item, row *r)
{
    const wm_status status = wm_segments_held(*d->ask->settings.device, item, &r->bytes);
    if (status == WM_OK)
        return WM_OK;
    r->is_taken = false;
    (void)snprintf(r->reason, sizeof r->reason, "filling the memory: %s", wm_status_text(status));
    return status == WM_E_DEVICE ? status : WM_OK;
}

static wm_status fill_row(dry *d, const wm_item *item, row *r)
{
    wm_status status;
    wm_plan_label(item, r->label);
    r->bytes = wm_procedure_bytes(item);
    r->seconds = wm_predictor_at_speed(&d->predictor, item, 1);
    status = wm_procedure_try(*d->ask->settings.device, item, d->ask->settings.memory_bytes,
                              &r->is_taken, r->reason);
    if (status == WM_OK && r->is_taken && d->ask->settings.witness != NULL &&
        r->bytes > d->ask->settings.witness_memory_bytes) {
        r->is_taken = false;
        (void)snprintf(r->reason, sizeof r->reason,
                       "the witness needs %.4g GB of memory to check it, available: %.4g GB",
                       r->bytes * 1e-9, d->ask->settings.witness_memory_bytes * 1e-9);
    }
    if (status == WM_OK && r->is_taken)
        status = find_memory(d, item, r);
    if (r->is_taken && d->ask->settings.item_seconds > 0 &&
        r->seconds > d->ask->settings.item_seconds) {
        (void)snprintf(r->reason, sizeof r->reason, "--item-seconds is %g",
                       d->ask->settings.item_seconds);
        r->is_over = true;
    }
    return status;
}

/* After a device failed, it cannot say what it refuses. */
static wm_status fill(dry *d, wm_error *err)
{
    wm_status status = WM_OK;
    d->rows = calloc(d->schedule->item_count + 1, sizeof *d->rows);
    if (d->rows == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; i < d->schedule->item_count && status == WM_OK; i++) {
        status = wm_interrupt_number != 0 ? WM_E_INTERRUPTED
                                          : fill_row(d, &d->schedule->items[i], &d->rows[i]);
        if (status != WM_OK)
            (void)wm_error_set(err, status, d->rows[i].label, "%s",
                               status == WM_E_INTERRUPTED ? "interrupted" : d->rows[i].reason);
    }
    limit_time(d);
    return status;
}

/* ---- printing -------------------------------------------------------------------------------- */

/* Adds a column that programs read too. */
static void add_column(wm_table *table, const char *title, const char *key, wm_side side)
{
    wm_table_add_column(table, title, side, false);
    wm_table_key_column(table, key);
}

/* Adds the items: how long each takes, its memory, and why it is left out. */
static const wm_table *add_items(const dry *d, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    table->is_one_block = true;
    add_column(table, "item", "item", WM_SIDE_LEFT);
    add_column(table, "repeats", "repeats", WM_SIDE_RIGHT);
    add_column(table, "about", "estimated_seconds", WM_SIDE_RIGHT);
    add_column(table, "memory", "memory_bytes", WM_SIDE_RIGHT);
    add_column(table, d->left_out > 0 ? "left out" : NULL, "left_out", WM_SIDE_LEFT);
    for (size_t i = 0; i < d->schedule->item_count; i++) {
        const row *r = &d->rows[i];
        const bool is_small = r->bytes < 1e9, is_left_out = r->reason[0] != '\0';
        const char *words = r->is_over ? "over time" : "refused";
        wm_table_text(table, r->label);
        wm_table_value(table, d->schedule->items[i].repeats, "%lu",
                       (unsigned long)d->schedule->items[i].repeats);
        wm_table_value(table, r->seconds, "%.1f s", r->seconds);
        wm_table_value(table, r->bytes, "%.1f %s", r->bytes * (is_small ? 1e-6 : 1e-9),
                       is_small ? "MB" : "GB");
        wm_table_tell(table,
                      wm_table_add(table, is_left_out ? words : "", is_left_out ? r->reason : NULL,
                                   is_left_out ? WM_EMPHASIS_ODD : WM_EMPHASIS_NONE),
                      is_left_out ? r->reason : NULL);
    }
    return table;
}

static void add_all(const dry *d, wm_document *to)
{
    const size_t count = d->schedule->item_count;
    char time[WM_STYLE_DURATION];
    wm_style_duration(d->seconds, time);
    wm_words_add(wm_words_new(to), "plan %s: %zu item%s, about %s", d->schedule->name, count,
                 wm_style_plural(count), time);
    wm_words_gap(to, WM_GAP_PART);
    wm_data_begin(to, "dry-run", d->left_out > 0 ? "inconclusive" : "ok");
    wm_data_text(to, "plan", d->schedule->name);
    wm_data_text(to, "nonce", d->schedule->nonce);
    wm_data_number(to, "repeat_seconds", d->schedule->repeat_seconds);
    wm_data_number(to, "estimated_seconds", d->seconds);
    wm_data_count(to, "items_left_out", d->left_out);
    wm_data_table(to, "items", add_items(d, to));
    wm_words_gap(to, WM_GAP_PART);
    if (d->left_out > 0) {
        wm_words_add(wm_words_new(to), "%zu item%s would not be measured", d->left_out,
                     wm_style_plural(d->left_out));
        wm_words_gap(to, WM_GAP_PART);
    }
    wm_words_add(wm_words_new(to), "Nothing was measured or written. The times are estimates");
    wm_words_add(wm_words_new(to), "for %s.",
                 d->predictor.is_gpu ? "a data-center GPU" : "a usual machine with two cores");
}

int wm_run_dry_print(const wm_run_options *ask, const wm_schedule *schedule)
{
    wm_document to = {.status = WM_OK};
    dry d = {.ask = ask,
             .schedule = schedule,
             .predictor = wm_predictor_for(&ask->settings, schedule->repeat_seconds)};
    wm_error err = {WM_OK, "", ""};
    const wm_status status = fill(&d, &err);
    int answer;
    if (status == WM_OK) {
        add_all(&d, &to);
        answer =
            wm_trouble_answer(ask->call, &to, d.left_out > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES);
    } else if (status == WM_E_INTERRUPTED) {
        answer = WM_EXIT_SIGNAL + (int)wm_interrupt_number;
    } else {
        answer = wm_trouble_error(ask->call, status, &err);
    }
    free(d.rows);
    return answer;
}

/* Prints what a run would do. */
#include "cli/run_dry.h"

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/print/json_output.h"
#include "report/print/style.h"
#include "report/print/table.h"

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
    const double budget_s = wm_budget_for_items(d->ask->settings.budget_seconds);
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

static wm_status print_table(const dry *d, FILE *out)
{
    wm_table table = {.width = (unsigned)wm_terminal_width(out), .is_one_block = true};
    char text[64];
    wm_status status;
    wm_table_add_column(&table, "item", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "repeats", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "about", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "memory", WM_TABLE_RIGHT, false);
    if (d->left_out > 0)
        wm_table_add_column(&table, "left out", WM_TABLE_LEFT, false);
    for (size_t i = 0; i < d->schedule->item_count; i++) {
        const row *r = &d->rows[i];
        wm_table_add(&table, r->label, NULL, WM_EMPHASIS_NONE);
        (void)snprintf(text, sizeof text, "%lu", (unsigned long)d->schedule->items[i].repeats);
        wm_table_add(&table, text, NULL, WM_EMPHASIS_NONE);
        (void)snprintf(text, sizeof text, "%.1f s", r->seconds);
        wm_table_add(&table, text, NULL, WM_EMPHASIS_NONE);
        if (r->bytes < 1e9)
            (void)snprintf(text, sizeof text, "%.1f MB", r->bytes * 1e-6);
        else
            (void)snprintf(text, sizeof text, "%.1f GB", r->bytes * 1e-9);
        wm_table_add(&table, text, NULL, WM_EMPHASIS_NONE);
        if (r->reason[0] == '\0' && d->left_out > 0)
            wm_table_add(&table, "", NULL, WM_EMPHASIS_NONE);
        else if (r->reason[0] != '\0')
            wm_table_add(&table, r->is_over ? "over time" : "refused", r->reason, WM_EMPHASIS_ODD);
    }
    status = wm_table_print(&table, WM_TABLE_PLAIN, d->ask->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

static wm_status print_words(const dry *d, FILE *out)
{
    const size_t count = d->schedule->item_count;
    char time[WM_STYLE_DURATION];
    wm_status status;
    wm_style_duration(d->seconds, time);
    fprintf(out, "plan %s: %zu item%s, about %s\n\n", d->schedule->name, count,
            wm_style_plural(count), time);
    status = print_table(d, out);
    if (d->left_out > 0)
        fprintf(out, "\n%zu item%s would not be measured\n", d->left_out,
                wm_style_plural(d->left_out));
    fprintf(out, "\nNothing was measured or written. The times are estimates\nfor %s.\n",
            d->predictor.is_gpu ? "a data-center GPU" : "a usual machine with two cores");
    return status;
}

static wm_status print_json(const dry *d, FILE *out)
{
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-dry-run/1");
    wm_node_text(&node, "status", d->left_out > 0 ? "inconclusive" : "ok");
    wm_node_text(&node, "plan", d->schedule->name);
    wm_node_text(&node, "nonce", d->schedule->nonce);
    wm_node_number(&node, "repeat_seconds", d->schedule->repeat_seconds);
    wm_node_number(&node, "estimated_seconds", d->seconds);
    wm_node_count(&node, "items_left_out", d->left_out);
    wm_node_open_array(&node, "items");
    for (size_t i = 0; i < d->schedule->item_count; i++) {
        const row *r = &d->rows[i];
        wm_node_open_object(&node, NULL);
        wm_node_text(&node, "item", r->label);
        wm_node_count(&node, "repeats", d->schedule->items[i].repeats);
        wm_node_number(&node, "estimated_seconds", r->seconds);
        wm_node_number(&node, "memory_bytes", r->bytes);
        if (r->reason[0] != '\0')
            wm_json_output_text(&node, "left_out", r->reason);
        else
            wm_node_null(&node, "left_out");
        wm_node_close_object(&node);
    }
    wm_node_close_array(&node);
    return wm_json_output_print(&node, out);
}

int wm_run_dry_print(const wm_run_options *ask, const wm_schedule *schedule)
{
    dry d = {.ask = ask,
             .schedule = schedule,
             .predictor = wm_predictor_for(&ask->settings, schedule->repeat_seconds)};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    status = fill(&d, &err);
    if (status == WM_OK) {
        status = ask->as_json ? print_json(&d, stdout) : print_words(&d, stdout);
        (void)wm_error_set(&err, status, NULL, "%s", wm_status_text(status));
    }
    free(d.rows);
    if (status == WM_E_INTERRUPTED)
        return WM_EXIT_SIGNAL + (int)wm_interrupt_number;
    if (status != WM_OK)
        return wm_trouble_error("run", ask->as_json, status, &err);
    if (!wm_terminal_finish(stdout, "run"))
        return WM_EXIT_TROUBLE;
    return d.left_out > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
}

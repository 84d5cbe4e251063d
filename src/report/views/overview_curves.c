/* The tables and plots of curves over working sets. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/curve.h"

#include <math.h>
#include <string.h>

enum {
    COLUMNS_MARKDOWN = 80,
    COLUMNS_MOST = 160,
    BAR_LEAST = 10,
    SIZE_COLUMNS = 10, /* of a working set and of a value, in the plot */
    VALUE_COLUMNS = 12,
    VALUE_SIZE = 32
};

/* The time of a read, or the words read, without their claim's digits. */
static void value_text(const wm_curve_point *point, char text[VALUE_SIZE])
{
    const double seconds = wm_curve_read_seconds(point);
    const double bytes = wm_curve_read_bytes_per_s(point);
    if (isfinite(seconds))
        (void)snprintf(text, VALUE_SIZE, "%.4g ns", seconds * 1e9);
    else if (isfinite(bytes))
        (void)snprintf(text, VALUE_SIZE, "%.4g GB/s", bytes * 1e-9);
    else
        (void)snprintf(text, VALUE_SIZE, "-");
}

static void add_ratio(wm_table *table, const wm_curve *curve, size_t i)
{
    const wm_curve_point *point = &curve->point[i];
    const char *reason = i == 0 ? "no smaller working set" : "a rate or an interval is absent";
    char text[64];
    wm_cells_number(table, point->ratio, WM_TEXT_FIXED4, reason);
    (void)snprintf(text, sizeof text, "%.4f .. %.4f", point->ratio_low, point->ratio_high);
    if (isfinite(point->ratio_low) && isfinite(point->ratio_high))
        wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
    else
        wm_table_add(table, NULL, reason, WM_EMPHASIS_NONE);
}

static wm_status print_table(wm_model *model, const wm_curve *curve, const wm_view *view, FILE *out)
{
    const wm_item *first = curve->point[0].item->item;
    const bool is_latency = wm_tables_has(first->variant, WM_TRAIT_DEPENDENT);
    char title[192], text[VALUE_SIZE], size[WM_CURVE_SIZE_TEXT];
    wm_table table = {.title = title};
    (void)snprintf(title, sizeof title, "Curve of %s.%s, %s %lu, %s %lu", first->variant->workload,
                   first->variant->variant, first->variant->dimension[1].name,
                   (unsigned long)first->dimension[1], first->variant->dimension[2].name,
                   (unsigned long)first->dimension[2]);
    wm_table_add_column(&table, "Working set", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Median rate", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, is_latency ? "A read" : "Words read", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Ratio", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "its interval", WM_TABLE_LEFT, false);
    for (size_t i = 0; i < curve->count; i++) {
        const wm_curve_point *point = &curve->point[i];
        wm_curve_size_text(point->bytes, size);
        wm_table_add(&table, size, NULL, WM_EMPHASIS_NONE);
        wm_cells_quantity(&table, model, point->item, "rate");
        value_text(point, text);
        wm_table_add(&table, text, NULL, WM_EMPHASIS_NONE);
        add_ratio(&table, curve, i);
    }
    return wm_cells_print(&table, view, out);
}

/* The length of a bar on the log axis from the least to the largest rate: 1 to `width`. */
static unsigned bar_length(double rate, double least, double most, unsigned width)
{
    const double share = most > least ? log(rate / least) / log(most / least) : 1;
    return rate > 0 && isfinite(rate) ? 1 + (unsigned)lround(share * (width - 1)) : 0;
}

static void print_plot(const wm_curve *curve, const wm_view *view, FILE *out)
{
    const unsigned asked =
        view->form == WM_TABLE_PLAIN ? (unsigned)wm_view_width(view) : COLUMNS_MARKDOWN;
    const unsigned columns = asked < COLUMNS_MOST ? asked : COLUMNS_MOST;
    const unsigned used = SIZE_COLUMNS + VALUE_COLUMNS + 3;
    const unsigned width = columns > used + BAR_LEAST ? columns - used : BAR_LEAST;
    double least = (double)INFINITY, most = 0;
    for (size_t i = 0; i < curve->count; i++) {
        least = fmin(least, curve->point[i].rate);
        most = fmax(most, curve->point[i].rate);
    }
    fprintf(out, "%s\n", view->form == WM_TABLE_MARKDOWN ? "\n```" : "");
    for (size_t i = 0; i < curve->count; i++) {
        char size[WM_CURVE_SIZE_TEXT], text[VALUE_SIZE];
        const unsigned length = bar_length(curve->point[i].rate, least, most, width);
        wm_curve_size_text(curve->point[i].bytes, size);
        value_text(&curve->point[i], text);
        fprintf(out, "%*s %*s%s", SIZE_COLUMNS, size, VALUE_COLUMNS, text, length > 0 ? " " : "");
        for (unsigned b = 0; b < length; b++)
            fputs(view->has_blocks ? "\xe2\x96\x88" : "#", out);
        fputc('\n', out);
    }
    if (most > 0)
        fprintf(out, "bars: rate on a log axis, %.4g to %.4g read/s\n", least, most);
    if (view->form == WM_TABLE_MARKDOWN)
        fputs("```\n\n", out);
}

static void print_steps(const wm_curve *curve, const wm_view *view, FILE *out)
{
    size_t count = 0;
    for (size_t i = 1; i < curve->count; i++) {
        const wm_curve_point *point = &curve->point[i];
        char from[WM_CURVE_SIZE_TEXT], to[WM_CURVE_SIZE_TEXT];
        if (!point->is_step)
            continue;
        count++;
        wm_curve_size_text(point[-1].bytes, from);
        wm_curve_size_text(point->bytes, to);
        wm_view_say(view, out,
                    "step: from %s to %s the rate falls to %.4f (%.4f .. %.4f) of its value", from,
                    to, point->ratio, point->ratio_low, point->ratio_high);
    }
    if (count == 0)
        wm_view_say(view, out, "no step: no ratio is below %.1f with its whole interval",
                    WM_CURVE_STEP);
    else
        wm_view_say(view, out,
                    "a step is a ratio below %.1f with its whole interval; no cause was tested",
                    WM_CURVE_STEP);
}

wm_status wm_overview_curves_print(wm_model *model, const wm_view *view, FILE *out)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        wm_curve curve;
        status = wm_curve_find(model, i, &curve);
        if (status == WM_OK && curve.count > 0) {
            status = print_table(model, &curve, view, out);
            print_plot(&curve, view, out);
            print_steps(&curve, view, out);
        }
        wm_curve_clear(&curve);
    }
    return status;
}

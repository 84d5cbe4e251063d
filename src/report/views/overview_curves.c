/* The tables and plots of curves over working sets. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/views/curve.h"

#include <stdio.h>
#include <math.h>

/* The time of a read, or the words read, with as many digits as their claim. */
static void value_text(const wm_curve_point *point, char text[WM_TEXT_SIZE])
{
    const double seconds = wm_curve_read_seconds(point);
    const bool is_time = isfinite(seconds);
    const double value = is_time ? seconds : wm_curve_read_bytes_per_s(point);
    const wm_result result = {WM_RESULT_NUMBER, value, NULL};
    if (isfinite(value))
        wm_text_write(&result, WM_TEXT_SI4, is_time ? "s" : "B/s", text);
    else
        (void)snprintf(text, WM_TEXT_SIZE, "-");
}

static void add_ratio(wm_table *table, const wm_curve *curve, size_t i)
{
    const wm_curve_point *point = &curve->point[i];
    const char *reason = i == 0 ? "no smaller working set" : "a rate or an interval is absent";
    wm_cells_number(table, point->ratio, WM_TEXT_FIXED4, reason);
    if (isfinite(point->ratio_low) && isfinite(point->ratio_high))
        wm_table_write(table, "%.4f .. %.4f", point->ratio_low, point->ratio_high);
    else
        wm_table_add(table, NULL, reason, WM_EMPHASIS_NONE);
}

static void add_table(const wm_model *model, const wm_curve *curve, wm_document *to)
{
    const wm_item *first = curve->point[0].item->item;
    const bool is_latency = wm_tables_has(first->variant, WM_TRAIT_DEPENDENT);
    char text[WM_TEXT_SIZE], size[WM_CURVE_SIZE_TEXT];
    wm_table *table = wm_table_apart(
        to, wm_document_text(to, "Curve of %s.%s, %s %lu, %s %lu", first->variant->workload,
                             first->variant->variant, first->variant->dimension[1].name,
                             (unsigned long)first->dimension[1], first->variant->dimension[2].name,
                             (unsigned long)first->dimension[2]));
    wm_table_columns(table, ">Working set", ">Median rate", is_latency ? ">A read" : ">Words read",
                     ">Ratio", "its interval", NULL);
    for (size_t i = 0; i < curve->count; i++) {
        const wm_curve_point *point = &curve->point[i];
        wm_curve_size_text(point->bytes, size);
        wm_table_text(table, size);
        wm_cells_quantity(table, model, point->item, "rate");
        value_text(point, text);
        wm_table_text(table, text);
        add_ratio(table, curve, i);
    }
}

/* The number of value_text, without its unit; NaN: none. */
static double value_of(const wm_curve_point *point)
{
    const double seconds = wm_curve_read_seconds(point);
    return isfinite(seconds) ? seconds * 1e9 : wm_curve_read_bytes_per_s(point) * 1e-9;
}

/* A bar shows the number that stands beside it: the time of a read, or the words read. */
static void add_bars(const wm_curve *curve, wm_document *to)
{
    const bool is_latency = wm_tables_has(curve->point[0].item->item->variant, WM_TRAIT_DEPENDENT);
    wm_series_point *point =
        wm_words_series(to, WM_SERIES_BARS, is_latency ? "ns" : "GB/s", curve->count);
    for (size_t i = 0; point != NULL && i < curve->count; i++) {
        char size[WM_CURVE_SIZE_TEXT], text[WM_TEXT_SIZE];
        wm_curve_size_text(curve->point[i].bytes, size);
        value_text(&curve->point[i], text);
        point[i] = (wm_series_point){wm_document_copy(to, size), wm_document_copy(to, text),
                                     value_of(&curve->point[i])};
    }
}

static void add_steps(const wm_curve *curve, wm_document *to)
{
    size_t count = 0;
    for (size_t i = 1; i < curve->count; i++) {
        const wm_curve_point *point = &curve->point[i];
        char from[WM_CURVE_SIZE_TEXT], end[WM_CURVE_SIZE_TEXT];
        if (!point->is_step)
            continue;
        count++;
        wm_curve_size_text(point[-1].bytes, from);
        wm_curve_size_text(point->bytes, end);
        wm_words_say(to, "step: from %s to %s the rate falls to %.4f (%.4f .. %.4f) of its value",
                     from, end, point->ratio, point->ratio_low, point->ratio_high);
    }
    if (count == 0)
        wm_words_say(to, "no step: no ratio is below %.1f with its whole interval", WM_CURVE_STEP);
    else
        wm_words_say(to,
                     "a step is a ratio below %.1f with its whole interval; no cause was tested",
                     WM_CURVE_STEP);
}

void wm_overview_curves_add(const wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->item_count; i++) {
        wm_curve curve;
        wm_document_fail(to, wm_curve_find(model, i, &curve));
        if (curve.count > 0) {
            add_table(model, &curve, to);
            add_bars(&curve, to);
            add_steps(&curve, to);
        }
        wm_curve_clear(&curve);
    }
}

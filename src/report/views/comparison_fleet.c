/* Compares the numbers of many records with their median.
 *
 * A record whose number names no direction (undetermined, wrong output) is left out, with its
 * reason. Of the others one is odd if its logarithm is farther from the median than
 * wm_run_spread_odd says, for all numbers of the table together. */
#include "report/views/comparison.h"

#include "model/run_spread.h"

#include <math.h>

/* Takes the logarithms of the numbers that are judged, and returns their number. */
static size_t take_judged(const wm_comparison *comparison, const wm_comparison_row *row,
                          double *logarithms)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++)
        if (row->run[i].bar == NULL)
            logarithms[count++] = log(row->run[i].range.median.number);
    return count;
}

/* Why no record of a row can be odd. */
static const char *why_none(const wm_comparison *comparison, const wm_comparison_row *row)
{
    if (row->differs != NULL)
        return row->differs;
    if (row->judged == 0)
        return row->run[0].bar;
    if (row->judged < WM_RUN_SPREAD_FLEET)
        return wm_document_text(comparison->to, "fewer than %d records that can be judged",
                                WM_RUN_SPREAD_FLEET);
    return "more than half of the records are equal";
}

/* Judges each number of a row by its median. */
static void judge(const wm_comparison *comparison, wm_comparison_row *row, double median,
                  double limit)
{
    row->odd_limit = exp(limit); /* NaN of NaN */
    row->fleet.median = wm_result_number(exp(median));
    for (size_t i = 0; i < comparison->count; i++) {
        wm_comparison_run *run = &row->run[i];
        const double number = run->range.median.number;
        if (run->range.median.kind == WM_RESULT_NUMBER && number > 0)
            run->ratio = exp(log(number) - median);
        if (run->bar != NULL)
            continue;
        run->is_odd = fabs(log(number) - median) > limit;
        row->odd += run->is_odd;
        if (row->fleet.low.kind != WM_RESULT_NUMBER || number < row->fleet.low.number)
            row->fleet.low = run->range.median;
        if (row->fleet.high.kind != WM_RESULT_NUMBER || number > row->fleet.high.number)
            row->fleet.high = run->range.median;
    }
}

void wm_comparison_fleet_compare(wm_comparison *comparison)
{
    const size_t size = comparison->count * sizeof(double);
    double *values = wm_document_alloc(comparison->to, size);
    double *room = wm_document_alloc(comparison->to, size);
    size_t all = 0;
    if (values == NULL || room == NULL)
        return;
    for (size_t i = 0; i < comparison->row_count; i++)
        all += comparison->row[i].judged = take_judged(comparison, &comparison->row[i], values);
    for (size_t i = 0; i < comparison->row_count; i++) {
        wm_comparison_row *row = &comparison->row[i];
        double median, limit;
        row->fleet.median = row->fleet.low = row->fleet.high = wm_result_null("nothing is judged");
        (void)take_judged(comparison, row, values);
        limit = wm_run_spread_odd(values, room, row->judged, all, &median);
        if (row->differs != NULL)
            limit = (double)NAN;
        if (row->judged > 0)
            judge(comparison, row, median, limit);
        row->odd_limit = exp(limit);
        if (!(row->odd_limit > 1))
            row->why = why_none(comparison, row);
    }
}

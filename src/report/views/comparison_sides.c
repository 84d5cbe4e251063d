/* Compares the numbers of two sides.
 *
 * With several runs a side the spread between the runs decides: Welch's interval of the difference
 * of the mean logarithms. With one run on a side nothing is known about this spread, so the ratio
 * has no direction. Two single runs have the interval of a link, which covers their repeats. */
#include "base/code_point.h"
#include "report/views/comparison.h"

#include "model/run_spread.h"

#include <math.h>
#include <string.h>

static const char ONE_RUN[] = "no direction from one run";

wm_comparison_change wm_comparison_direction(const wm_comparison_range *ratio,
                                             wm_comparison_meaning meaning)
{
    static const wm_comparison_change UP[] = {WM_COMPARISON_HIGHER, WM_COMPARISON_SLOWER,
                                              WM_COMPARISON_FASTER};
    static const wm_comparison_change DOWN[] = {WM_COMPARISON_LOWER, WM_COMPARISON_FASTER,
                                                WM_COMPARISON_SLOWER};
    if (ratio->low.kind != WM_RESULT_NUMBER || ratio->high.kind != WM_RESULT_NUMBER)
        return WM_COMPARISON_NO_DIRECTION;
    if (ratio->low.number > 1)
        return UP[meaning];
    if (ratio->high.number < 1)
        return DOWN[meaning];
    return ratio->low.number <= 1 && ratio->high.number >= 1 ? WM_COMPARISON_NOT_SHOWN
                                                             : WM_COMPARISON_NO_DIRECTION;
}

wm_comparison_limit wm_comparison_against(const wm_comparison_range *ratio,
                                          wm_comparison_meaning meaning, double slower)
{
    const double low = ratio->low.number, high = ratio->high.number;
    if (meaning == WM_COMPARISON_QUANTITY)
        return WM_COMPARISON_NOT_ASKED;
    if (ratio->low.kind != WM_RESULT_NUMBER || ratio->high.kind != WM_RESULT_NUMBER)
        return WM_COMPARISON_OPEN;
    if (meaning == WM_COMPARISON_TIME)
        return low > 1 + slower     ? WM_COMPARISON_BEYOND
               : high <= 1 + slower ? WM_COMPARISON_WITHIN
                                    : WM_COMPARISON_OPEN;
    return high < 1 - slower   ? WM_COMPARISON_BEYOND
           : low >= 1 - slower ? WM_COMPARISON_WITHIN
                               : WM_COMPARISON_OPEN;
}

/* ---- the reasons of a side ------------------------------------------------------------------- */

/* The first bar of a side; NULL: it has none. A caught planned fault is named only if no run has
 * another bar, such as that it missed the fault. */
static const char *bar_of(const wm_comparison_run *run, size_t count)
{
    const char *caught = NULL;
    for (size_t i = 0; i < count; i++) {
        const bool is_meant = run[i].item != NULL && !wm_comparison_run_is_asked(run[i].item);
        if (run[i].bar != NULL && !is_meant)
            return run[i].bar;
        caught = run[i].bar != NULL ? run[i].bar : caught;
    }
    return caught;
}

static const char *null_of(const wm_comparison_range *range)
{
    const wm_result *const results[] = {&range->median, &range->low, &range->high};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (results[i]->kind != WM_RESULT_NUMBER)
            return results[i]->text;
    return NULL;
}

/* The reasons of both sides in one text; NULL: there is none. */
static const char *join(wm_document *to, const char *a, const char *b)
{
    if (a != NULL && b != NULL && strcmp(a, b) == 0)
        return wm_document_text(to, "A and B: %.*s", WM_FIT(a, 150));
    if (a != NULL && b != NULL)
        return wm_document_text(to, "A: %.*s; B: %.*s", WM_FIT(a, 75), WM_FIT(b, 75));
    if (a != NULL || b != NULL)
        return wm_document_text(to, "%s: %.*s", a != NULL ? "A" : "B",
                                WM_FIT(a != NULL ? a : b, 150));
    return NULL;
}

/* ---- the ratio ------------------------------------------------------------------------------- */

/* The logarithms of a side's numbers; false if one is absent or not above zero. */
static bool take_logarithms(const wm_comparison_run *run, size_t count, double *logarithms)
{
    for (size_t i = 0; i < count; i++) {
        const wm_result *number = &run[i].range.median;
        if (number->kind != WM_RESULT_NUMBER || !(number->number > 0))
            return false;
        logarithms[i] = log(number->number);
    }
    return true;
}

/* The geometric mean of numbers above zero; of one run its number as it is. */
static wm_result mean_of(const wm_comparison_run *run, const double *logarithms, size_t count)
{
    double sum = 0;
    if (count == 1)
        return run->range.median;
    for (size_t i = 0; i < count; i++)
        sum += logarithms[i] - logarithms[0];
    return wm_result_number(exp(logarithms[0] + sum / (double)count));
}

static wm_result ratio_of(const wm_result *other, const wm_result *base)
{
    if (other->kind != WM_RESULT_NUMBER || base->kind != WM_RESULT_NUMBER)
        return wm_result_null("no interval");
    return base->number > 0 && other->number > 0 ? wm_result_number(other->number / base->number)
                                                 : wm_result_null("a value is not above zero");
}

static bool is_correlated(const wm_comparison_run *run)
{
    const wm_claim *claim =
        run->item != NULL ? wm_claims_on(&run->item->claims, "independence") : NULL;
    return claim != NULL && claim->value != NULL && strncmp(claim->value, "correlated", 10) == 0;
}

/* The interval of two single runs, as of a link: it covers the repeats of these runs. */
static void compare_single(const wm_comparison *comparison, wm_comparison_row *row)
{
    const wm_comparison_run *a = &row->run[0], *b = &row->run[1];
    const bool of_a = is_correlated(a), of_b = is_correlated(b);
    row->ratio.low = ratio_of(&b->range.low, &a->range.high);
    row->ratio.high = ratio_of(&b->range.high, &a->range.low);
    row->ratio_why = join(comparison->to, null_of(&a->range), null_of(&b->range));
    if (of_a || of_b)
        row->remark = wm_document_text(comparison->to,
                                       "%s: repeats are correlated, the interval is too narrow",
                                       !of_b   ? "A"
                                       : !of_a ? "B"
                                               : "A and B");
}

/* The 99 % interval over the runs. */
static void compare_runs(wm_comparison_row *row, const double *a, size_t a_count, const double *b,
                         size_t b_count)
{
    wm_run_spread_difference found;
    if (a_count < 2 || b_count < 2)
        row->ratio_why = "no interval from one run";
    else if (!wm_run_spread_welch(a, a_count, b, b_count, &found))
        row->ratio_why = "the runs have no spread";
    else {
        row->ratio.low = wm_result_number(exp(found.mean - found.half));
        row->ratio.high = wm_result_number(exp(found.mean + found.half));
    }
}

static void fill_ratio(const wm_comparison *comparison, wm_comparison_row *row)
{
    const size_t of_a = comparison->split, of_b = comparison->count - of_a;
    double *a = wm_document_alloc(comparison->to, comparison->count * sizeof *a), *b = a + of_a;
    const wm_comparison_run *other = row->run + of_a;
    row->ratio.median = row->ratio.low = row->ratio.high = wm_result_null("no ratio");
    row->mean[0] = row->mean[1] = wm_result_null("no number");
    if (a == NULL)
        return;
    if (take_logarithms(row->run, of_a, a))
        row->mean[0] = mean_of(row->run, a, of_a);
    if (take_logarithms(other, of_b, b))
        row->mean[1] = mean_of(other, b, of_b);
    row->ratio.median = ratio_of(&row->mean[1], &row->mean[0]);
    if (row->ratio.median.kind != WM_RESULT_NUMBER)
        row->ratio_why = join(comparison->to, bar_of(row->run, of_a), bar_of(other, of_b));
    else if (of_a == 1 && of_b == 1)
        compare_single(comparison, row);
    else
        compare_runs(row, a, of_a, b, of_b);
}

static const char *bars_of(const wm_comparison *comparison, const wm_comparison_row *row)
{
    const size_t of_a = comparison->split, of_b = comparison->count - of_a;
    return join(comparison->to, bar_of(row->run, of_a), bar_of(row->run + of_a, of_b));
}

/* Why no direction may be named; NULL: one may. */
static const char *why_none(const wm_comparison *comparison, const wm_comparison_row *row)
{
    const size_t of_a = comparison->split, of_b = comparison->count - of_a;
    const char *bars = bars_of(comparison, row);
    if (of_a < 2 || of_b < 2)
        return ONE_RUN;
    if (bars != NULL)
        return bars;
    return row->differs != NULL ? row->differs : row->ratio_why;
}

/* Whether --fail-slower asks for a row. An item that is wrong on purpose in every run is
 * not: nobody wants its rate. */
static bool is_asked(const wm_comparison *comparison, const wm_comparison_row *row)
{
    if (isnan(comparison->slower))
        return false;
    for (size_t i = 0; i < comparison->count; i++)
        if (row->run[i].item == NULL ? row->meaning != WM_COMPARISON_QUANTITY
                                     : wm_comparison_run_is_asked(row->run[i].item))
            return true;
    return false;
}

void wm_comparison_sides_compare(const wm_comparison *comparison, wm_comparison_row *row)
{
    const wm_comparison_run *a = &row->run[0], *b = &row->run[comparison->split];
    fill_ratio(comparison, row);
    row->why = why_none(comparison, row);
    row->change = row->why == NULL ? wm_comparison_direction(&row->ratio, row->meaning)
                                   : WM_COMPARISON_NO_DIRECTION;
    row->limit = WM_COMPARISON_OPEN;
    if (!is_asked(comparison, row)) {
        row->limit = WM_COMPARISON_NOT_ASKED;
        row->limit_why = a->item != NULL ? bars_of(comparison, row) : "no time and no rate";
    } else if (row->why == NULL) {
        row->limit = wm_comparison_against(&row->ratio, row->meaning, comparison->slower);
    }
    row->is_same_method = memcmp(a->side.method, b->side.method, sizeof a->side.method) == 0;
    row->floor_ratio = wm_result_null("floors are of one run");
    if (a->item != NULL && comparison->count == 2) {
        const wm_link link = {.here = &b->side, .there = &a->side};
        row->floor_ratio = wm_link_reduce(&link, WM_FUNCTION_FLOOR_RATIO);
    }
}

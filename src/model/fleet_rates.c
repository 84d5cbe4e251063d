/* Compares rates with the fleet's median, or with a baseline.
 *
 * A rate is odd if its logarithm is farther from the median than wm_run_spread_odd says for all
 * rates of the sweep together: any healthy node is odd in at most 1 % of all sweeps. A slow node's
 * own interval also lies below the median. The limit of a baseline is widened the same way: its
 * interval holds a healthy node's rate with a probability of 1 - 1e-5. */
#include "model/fleet.h"

#include "model/run_spread.h"
#include "record/laws/statistic.h"
#include "standards/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEVEL = 0.01, BASELINE_LEVEL = 1e-5, EFFICIENCY = 0.37;

/* A rate, with whose it is. */
typedef struct {
    wm_fleet_node *node;
    const wm_fleet_record *record;
    wm_fleet_item *item;
} rate;

static int order_groups(const rate *a, const rate *b)
{
    const wm_baseline_entry left = {.backend = a->record->backend,
                                    .device = a->record->device,
                                    .threads = a->record->threads,
                                    .item = a->item->label};
    const wm_baseline_entry right = {.backend = b->record->backend,
                                     .device = b->record->device,
                                     .threads = b->record->threads,
                                     .item = b->item->label};
    const int order = wm_baseline_order(&left, &right);
    return order != 0 ? order : strcmp(a->item->unit, b->item->unit);
}

static int order_rates(const void *a, const void *b)
{
    const rate *left = a, *right = b;
    const int order = order_groups(left, right);
    if (order != 0)
        return order;
    return (left->item->rate > right->item->rate) - (left->item->rate < right->item->rate);
}

/* Collects the rates that may be judged, and counts the others. */
static rate *collect(wm_fleet *fleet, size_t *count)
{
    rate *all = NULL;
    for (int pass = 0; pass < 2; pass++) {
        size_t taken = 0;
        for (size_t i = 0; i < fleet->count; i++)
            for (size_t j = 0; j < fleet->node[i].record_count; j++)
                for (size_t k = 0; k < fleet->node[i].record[j].item_count; k++) {
                    const wm_fleet_record *record = &fleet->node[i].record[j];
                    wm_fleet_item *item = &record->item[k];
                    if (item->bar != NULL) {
                        fleet->not_judged += pass == 0 && item->rate > 0;
                        continue;
                    }
                    if (all != NULL)
                        all[taken] = (rate){&fleet->node[i], record, item};
                    taken++;
                }
        *count = taken;
        if (pass == 0)
            all = malloc((taken + 1) * sizeof *all);
        if (all == NULL)
            return NULL;
    }
    return all;
}

/* Why no rate of a group can be odd. */
static const char *why_none(const wm_fleet *fleet, const wm_fleet_rates *of)
{
    if (fleet->baseline != NULL)
        return "not in the baseline";
    return of->nodes < WM_FLEET_RATES ? "fewer than 8 rates" : "more than half are equal";
}

/* Judges the rates of one group by its limits. */
static void judge(wm_fleet *fleet, const wm_fleet_rates *of, const rate *rates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wm_fleet_item *item = rates[i].item;
        item->ratio = item->rate / of->median;
        if (!(of->low > 0)) {
            item->bar = why_none(fleet, of);
            fleet->not_judged++;
            continue;
        }
        fleet->judged++;
        item->speed = WM_FLEET_SPEED_SAME;
        if (item->rate > of->high && item->low > of->median)
            item->speed = WM_FLEET_SPEED_FAST;
        if (!(item->rate < of->low && item->high < of->median))
            continue;
        item->speed = WM_FLEET_SPEED_SLOW;
        wm_fleet_say_of(fleet, rates[i].node, rates[i].record->name, WM_FLEET_SLOW,
                        "%s: %.3f of the median, %.3f .. %.3f", item->label, item->ratio,
                        item->low / of->median, item->high / of->median);
    }
}

/* The degrees of freedom of the spread of so many rates. */
static double freedom_of(size_t count)
{
    return fmax(1, EFFICIENCY * (double)(count - 1));
}

/* Takes median and limits of a group from its rates, of `all` that are judged together. */
static void measure(wm_fleet_rates *of, const rate *rates, size_t count, size_t all, double *values)
{
    double median, limit;
    for (size_t i = 0; i < count; i++)
        values[i] = log(rates[i].item->rate);
    limit = wm_run_spread_odd(values, values + count, count, all, &median);
    /* the rates are sorted; sqrt is the same on every machine, and exp is not */
    of->median = sqrt(rates[(count - 1) / 2].item->rate) * sqrt(rates[count / 2].item->rate);
    if (count % 2 != 0)
        of->median = rates[count / 2].item->rate;
    if (count < WM_FLEET_RATES || !(limit > 0))
        return;
    of->spread = limit / wm_student_quantile(LEVEL / 2 / (double)all, freedom_of(count));
    of->low = exp(median - limit);
    of->high = exp(median + limit);
}

/* Takes them from a baseline; its interval is widened, or narrowed, to `all` comparisons. */
static void consult(wm_fleet_rates *of, const wm_baseline *baseline, size_t all)
{
    const wm_baseline_entry *entry = wm_baseline_find(baseline, of->of->backend, of->of->device,
                                                      of->of->threads, of->item->label);
    double share, freedom;
    if (entry == NULL || strcmp(entry->unit, of->item->unit) != 0)
        return;
    freedom = freedom_of(entry->nodes);
    share = wm_student_quantile(LEVEL / 2 / (double)all, freedom) /
            wm_student_quantile(BASELINE_LEVEL / 2, freedom);
    of->median = entry->median;
    of->low = entry->median * pow(entry->low / entry->median, share);
    of->high = entry->median * pow(entry->high / entry->median, share);
}

/* Fills the group of the first `count` rates. */
static void fill(wm_fleet_rates *of, const rate *rates, size_t count)
{
    const double none = (double)NAN;
    *of = (wm_fleet_rates){.of = rates[0].record,
                           .item = rates[0].item,
                           .nodes = count,
                           .least = rates[0].item->rate,
                           .largest = rates[count - 1].item->rate,
                           .median = none,
                           .low = none,
                           .high = none,
                           .spread = none};
}

static size_t group_size(const rate *rates, size_t count)
{
    size_t size = 1;
    while (size < count && order_groups(&rates[0], &rates[size]) == 0)
        size++;
    return size;
}

wm_status wm_fleet_rates_judge(wm_fleet *fleet, const wm_baseline *baseline)
{
    size_t count, groups = 0;
    rate *all = collect(fleet, &count);
    double *values = malloc((2 * count + 1) * sizeof *values);
    if (all != NULL)
        qsort(all, count, sizeof *all, order_rates);
    for (size_t i = 0; all != NULL && i < count; i += group_size(&all[i], count - i))
        groups++;
    fleet->rates = calloc(groups + 1, sizeof *fleet->rates);
    if (all == NULL || values == NULL || fleet->rates == NULL) {
        free(all);
        free(values);
        return WM_E_NOMEM;
    }
    fleet->baseline = baseline != NULL ? wm_fleet_text(fleet, baseline->sweep) : NULL;
    for (size_t i = 0; i < count;) {
        wm_fleet_rates *of = &fleet->rates[fleet->rates_count++];
        const size_t size = group_size(&all[i], count - i);
        fill(of, &all[i], size);
        measure(of, &all[i], size, count, values);
        if (baseline != NULL) {
            of->low = of->high = (double)NAN;
            consult(of, baseline, count);
        }
        judge(fleet, of, &all[i], size);
        i += size;
    }
    free(all);
    free(values);
    return WM_OK;
}

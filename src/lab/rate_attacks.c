/* Attacks on rates.
 *
 * The repeats are those of a run: the output is overwritten, the loop is timed and sampled, the
 * clocks are compared, and the flags follow from that. The output is right in every one of these
 * attacks. So a check of outputs accepts it, and what is left to see them are the flags. */
#include "lab/rate_attacks.h"

#include "lab/bent_device.h"
#include "lab/witnesses.h"
#include "study/procedure/observe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What a repeat shows. */
typedef struct shown {
    double rate;
    unsigned flags; /* a bit for each wm_flag */
} shown;

static wm_status warm_up(const wm_rate_attacks *bench, uint64_t *iterations)
{
    return wm_repeat_warm_up(&bench->target->workload, &bench->options, iterations);
}

static wm_status time_repeat(const wm_rate_attacks *bench, uint64_t iterations, shown *to)
{
    wm_repeat repeat;
    const wm_status status = wm_repeat_measure(&bench->target->workload, &bench->options,
                                               iterations, NULL, NULL, &repeat);
    if (status != WM_OK)
        return status;
    to->rate = wm_plan_work(&bench->target->item) * (double)repeat.iterations / repeat.seconds;
    to->flags = wm_observe_flags(&repeat, bench->clock_limit_hz);
    return WM_OK;
}

static wm_status measure(const wm_rate_attacks *bench, shown *to)
{
    uint64_t iterations;
    const wm_status status = warm_up(bench, &iterations);
    return status == WM_OK ? time_repeat(bench, iterations, to) : status;
}

/* ---- attacks: the honest rate and the one that is shown -------------------------------------- */

static wm_status bend_clock(const wm_rate_attacks *bench, uint32_t size, shown *honest, shown *to)
{
    const wm_bent_device how = {.slow = size * 1e-4};
    wm_device *device = bench->target->workload.device;
    wm_status status = measure(bench, honest);
    if (status != WM_OK)
        return status;
    wm_bent_device_begin(device, &how);
    status = measure(bench, to);
    wm_bent_device_end(device);
    return status;
}

static wm_status compute_overwritten(const wm_rate_attacks *bench, uint32_t places, shown *honest,
                                     shown *to, double *cost)
{
    const wm_workload *workload = &bench->target->workload;
    const bool is_small = workload->output_count < places;
    const wm_bent_device how = {.kept = workload,
                                .places = is_small ? (unsigned)workload->output_count : places};
    wm_bent_device_counts counts;
    uint64_t iterations = 0;
    wm_status status = measure(bench, honest);
    if (status != WM_OK)
        return status;
    wm_bent_device_begin(workload->device, &how);
    status = warm_up(bench, &iterations);
    (void)wm_bent_device_count();
    if (status == WM_OK)
        status = time_repeat(bench, iterations, to);
    counts = wm_bent_device_count();
    wm_bent_device_end(workload->device);
    *cost = (double)counts.computed / (double)counts.asked;
    return status;
}

static int by_rate(const void *a, const void *b)
{
    const double first = ((const shown *)a)->rate, second = ((const shown *)b)->rate;
    return (first > second) - (first < second);
}

static wm_status pick_best(const wm_rate_attacks *bench, uint32_t repeats, shown *honest, shown *to)
{
    uint64_t iterations;
    shown *all = malloc(repeats * sizeof *all);
    wm_status status = all == NULL ? WM_E_NOMEM : warm_up(bench, &iterations);
    for (uint32_t i = 0; status == WM_OK && i < repeats; i++)
        status = time_repeat(bench, iterations, &all[i]);
    if (status == WM_OK) {
        qsort(all, repeats, sizeof *all, by_rate);
        honest->rate = (all[(repeats - 1) / 2].rate + all[repeats / 2].rate) / 2;
        *to = all[repeats - 1];
    }
    free(all);
    return status;
}

static wm_status measure_beside(const wm_rate_attacks *bench, uint32_t count, shown *honest,
                                shown *to, char reason[128])
{
    const wm_target *t = bench->target;
    wm_witness_ask ask = {
        .item = t->item, .backend = t->workload.device->ops, .device = bench->device};
    wm_status status = measure(bench, honest);
    if (status != WM_OK || count == 0)
        return status == WM_OK ? measure(bench, to) : status;
    (void)snprintf(ask.nonce, sizeof ask.nonce, "%s", t->nonce);
    status = wm_witnesses_accompany(&ask, count, reason);
    if (status == WM_E_UNSUPPORTED && reason[0] == '\0')
        (void)snprintf(reason, 128, "no other process can compute beside this one");
    if (status == WM_OK)
        status = measure(bench, to);
    wm_witnesses_leave();
    return status;
}

/* ---- words ----------------------------------------------------------------------------------- */

double wm_rate_attacks_repeats(wm_trial trial)
{
    return trial.word == WM_TRIAL_BEST_OF ? trial.size : 2;
}

static wm_status run(const wm_rate_attacks *bench, wm_trial trial, shown *honest, shown *to,
                     double *cost, char reason[128])
{
    *cost = 1;
    switch (trial.word) {
    case WM_TRIAL_CLOCK:
        return bend_clock(bench, trial.size, honest, to);
    case WM_TRIAL_OVERWRITTEN:
        return compute_overwritten(bench, trial.size, honest, to, cost);
    case WM_TRIAL_BEST_OF:
        *cost = trial.size;
        return pick_best(bench, trial.size, honest, to);
    case WM_TRIAL_NEIGHBOUR:
        return measure_beside(bench, trial.size, honest, to, reason);
    default:
        (void)snprintf(reason, 128, "the laboratory cannot run this attack on a rate");
        return WM_E_UNSUPPORTED;
    }
}

wm_status wm_rate_attacks_run(const wm_rate_attacks *bench, wm_trial trial, wm_verdicts *verdicts,
                              wm_attack_result *result, unsigned *flags, char reason[128])
{
    shown honest, to;
    double cost;
    wm_status status = run(bench, trial, &honest, &to, &cost, reason);
    *result = (wm_attack_result){(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (status == WM_OK)
        status = wm_target_take(bench->target);
    bench->target->is_correct = true; /* all its opened chunks are computed again */
    if (status == WM_OK)
        status = wm_attacks_judge(bench->target, verdicts, result);
    if (status != WM_OK)
        return status;
    result->cost = cost;
    result->error = fabs(to.rate / honest.rate - 1);
    verdicts->is_asked[WM_CHECK_FLAGS] = true;
    verdicts->is_rejected[WM_CHECK_FLAGS] = to.flags != 0;
    *flags = to.flags;
    return WM_OK;
}

/* Keeps a device under load and checks every output.
 *
 * Outputs are compared bit for bit on the device, because fetching each would end the load. A
 * comparison that does not run must not look like equal outputs: the device counts those that ran,
 * and one word is spoiled after each, so that an output that was not written differs. */
#include "study/procedure/load.h"

#include "base/clock.h"
#include "study/output/residual_match.h"
#include "workload/workload.h"

#include <math.h>
#include <time.h>

/* A burst of some milliseconds and a pause of some, because regulators of supplies answer within
 * that time. A longer product makes a longer period. */
static const double BURST_PERIOD_S = 0.02, BURST_DUTY = 0.5, WAIT_S = 0.02;

/* A device at rest cools for minutes, ever slower. A sensor that jitters must not hold a run up for
 * ever. Source: docs/formats/record.md section 3, stress. */
static const double COLD_MOST_S = 600;

/* A segment that is running. */
typedef struct {
    const wm_load *load;
    wm_load_segment *segment;
    wm_device_buffer *tally;
    uint64_t bursts, two_answers;
    double busy_s, pause_s;
    double lowest, lowest_s; /* temperature of `cold`, NaN: none was read; and when it was read */
} state;

static bool is_stopped(const state *s)
{
    const volatile sig_atomic_t *stop = s->load->options->stop;
    return stop != NULL && *stop != 0;
}

static double ratio_of(const wm_observed_residual *residual)
{
    return wm_observed_ratio(residual->difference_max, residual->reference_max);
}

static bool has_null(const wm_observed_residual *residual)
{
    return !isfinite(residual->difference_max) || !isfinite(residual->reference_max);
}

bool wm_load_is_larger(const wm_observed_residual *a, const wm_observed_residual *b)
{
    if (has_null(a) || has_null(b))
        return has_null(a) && !has_null(b);
    return ratio_of(a) > ratio_of(b);
}

static void take_residual(state *s, wm_observed_residual *residual)
{
    const wm_load *load = s->load;
    wm_load_segment *segment = s->segment;
    const bool is_same = wm_residual_match_residual(load->workload->item, load->residual,
                                                    residual) == WM_RESIDUAL_MATCH_YES;
    if (is_same) /* an output has one residual */
        residual->row_sum_error = load->residual->row_sum_error;
    if (!segment->has_residual || wm_load_is_larger(residual, &segment->residual))
        segment->residual = *residual;
    segment->has_residual = true;
    s->two_answers += !is_same;
}

/* The operands do not change in a segment, but a planned fault may exchange them. */
static wm_operands operands_of(const state *s)
{
    const wm_planned_fault *fault = &s->load->workload->item->fault;
    if (fault->kind != WM_FAULT_NONE && fault->in_repeats)
        return WM_OPERANDS_ANY;
    return s->segment->products == 0 ? WM_OPERANDS_KEEP : WM_OPERANDS_KEPT;
}

/* Computes an output, judges it, and has it compared. The comparison is only queued: it is done
 * before the next product. */
static wm_status run_product(state *s)
{
    const wm_load *load = s->load;
    wm_workload *workload = load->workload, *judged = load->judged;
    const wm_bits bits = {.output = judged->output,
                          .wanted = load->retained,
                          .size_bytes = judged->output_bytes,
                          .spoil = (unsigned)(s->segment->products % WM_BACKEND_SPOIL_WORDS),
                          .tally = s->tally};
    wm_observed_residual residual;
    wm_status status;
    judged->job.operands = operands_of(s);
    status = wm_job_run(workload->device, &workload->job);
    if (status == WM_OK && load->options->after != NULL)
        status = load->options->after(load->options->context, workload);
    if (status == WM_OK && judged != workload)
        status = wm_workload_copy_output(workload, judged);
    if (status == WM_OK)
        status = wm_workload_check(load->check, load->digest, &residual);
    if (status == WM_OK)
        status = judged->device->ops->compare_bits(judged->device, &bits);
    if (status == WM_OK && judged != workload)
        status = wm_workload_disturb(workload);
    if (status != WM_OK)
        return status;
    take_residual(s, &residual);
    s->segment->products++;
    return WM_OK;
}

static void wait_for(double seconds)
{
    const struct timespec time = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    (void)nanosleep(&time, NULL);
}

/* Products for the share of a period, then a pause that makes the share hold. */
static wm_status run_burst(state *s)
{
    const double begin_s = wm_clock_s();
    double busy_s = 0, end_s;
    wm_status status = WM_OK;
    while (status == WM_OK && busy_s < BURST_PERIOD_S * BURST_DUTY) {
        status = is_stopped(s) ? WM_E_INTERRUPTED : run_product(s);
        busy_s = wm_clock_s() - begin_s;
    }
    if (status != WM_OK)
        return status;
    wait_for(busy_s * (1 - BURST_DUTY) / BURST_DUTY);
    end_s = wm_clock_s();
    s->bursts++;
    s->busy_s += busy_s;
    s->pause_s += end_s - begin_s - busy_s;
    return WM_OK;
}

/* Waits, and notes whether the temperature fell. */
static wm_status rest(state *s)
{
    wm_device *device = s->load->workload->device;
    wm_device_sample sample = {.is_full = false};
    const wm_covariate_value *temperature = &sample.values[WM_COVARIATE_TEMPERATURE];
    wm_status status;
    wait_for(WAIT_S);
    status = device->ops->covariates(device, &sample);
    if (status == WM_OK && temperature->reason == NULL && !(temperature->value >= s->lowest)) {
        s->lowest = temperature->value;
        s->lowest_s = wm_clock_s();
    }
    return status;
}

/* Whether a device at rest may still cool: its temperature fell within the planned length. */
static bool is_cooling(const state *s, double seconds)
{
    return s->load->point == WM_POINT_COLD && isfinite(s->lowest) && seconds < COLD_MOST_S &&
           wm_clock_s() - s->lowest_s < s->load->seconds;
}

static wm_status run_part(void *context)
{
    state *s = context;
    if (is_stopped(s))
        return WM_E_INTERRUPTED;
    if (s->load->point == WM_POINT_BURSTS)
        return run_burst(s);
    return s->load->point == WM_POINT_COLD ? rest(s) : run_product(s);
}

static bool is_done(void *context, double seconds)
{
    const state *s = context;
    return seconds >= s->load->seconds && !is_cooling(s, seconds);
}

/* Fetches the tally. A comparison that did not run is a fault of the device. */
static wm_status read_tally(state *s)
{
    wm_device *device = s->load->judged->device;
    wm_load_segment *segment = s->segment;
    uint64_t tally[3] = {0};
    const wm_status status = device->ops->download(device, s->tally, 0, tally, sizeof tally);
    if (status != WM_OK)
        return status;
    segment->errors = tally[1];
    if (tally[0] != segment->products || tally[1] > tally[0]) {
        segment->timed.doing = "comparing: the device did not run every comparison";
        return WM_E_DEVICE;
    }
    if (segment->errors == 0 && s->two_answers > 0) {
        segment->timed.doing = "the witness gave two answers for one output";
        return WM_E_MISMATCH;
    }
    return WM_OK;
}

static wm_status run_timed(state *s)
{
    const wm_load *load = s->load;
    wm_device *device = load->judged->device;
    wm_repeat *timed = &s->segment->timed;
    const bool is_paused = load->point == WM_POINT_BURSTS || load->point == WM_POINT_COLD;
    const wm_repeat_work work = {run_part, is_done, s,
                                 is_paused ? "the segment has pauses of its own" : NULL};
    wm_status status = device->ops->alloc(device, WM_BACKEND_TALLY_BYTES, &s->tally);
    if (status == WM_OK)
        status = device->ops->fill_bytes(device, s->tally, WM_BACKEND_TALLY_BYTES, 0);
    timed->doing = "overwriting the output";
    if (status == WM_OK)
        status = wm_workload_disturb(load->workload);
    if (status == WM_OK) {
        timed->doing = "running under load";
        status = wm_repeat_time(load->workload->device, load->options, &work, timed);
    }
    if (status == WM_OK || status == WM_E_INTERRUPTED) {
        const wm_status fetched = read_tally(s);
        return fetched != WM_OK ? fetched : status;
    }
    return status;
}

wm_status wm_load_run(const wm_load *load, wm_load_segment *segment)
{
    state s = {.load = load, .segment = segment, .lowest = (double)NAN};
    wm_status status;
    *segment = (wm_load_segment){.period_s = (double)NAN,
                                 .duty = (double)NAN,
                                 .timed = {.divergence = (double)NAN,
                                           .peak_resident_bytes = (double)NAN,
                                           .doing = "preparing the load"}};
    status = run_timed(&s);
    load->judged->device->ops->free(load->judged->device, s.tally);
    load->judged->job.operands = WM_OPERANDS_ANY;
    if (status == WM_OK && s.bursts > 0) {
        segment->period_s = (s.busy_s + s.pause_s) / (double)s.bursts;
        segment->duty = s.busy_s / (s.busy_s + s.pause_s);
    }
    return status;
}

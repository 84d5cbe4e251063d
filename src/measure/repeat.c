/* Times a workload in a loop and collects the values of its observation.
 *
 * The device synchronizes only at the ends of the loop and of its batches, so that queued
 * operations run back to back. Nothing that belongs to the check is inside the timed loop: the
 * output is digested and compared after it. */
#include "measure/repeat.h"

#include "measure/stopped.h"
#include "workload/workload.h"

#include <math.h>
#include <string.h>

#define DIVERGENCE_EPSILON 1e-30 /* docs/formats/record.md section 3 */

/* The largest number of iterations between two readings of the clock. */
static const uint64_t BATCH_MAX = (uint64_t)1 << 24;

/* What is read around and during a timed loop. */
typedef struct {
    wm_covariate_samples samples;
    wm_clock_check_reading begin, end;
} loop_readings;

static bool is_stopped(const wm_repeat_options *options)
{
    return options->stop != NULL && *options->stop != 0;
}

/* Runs the job `count` times and waits for the last. */
static wm_status run_batch(wm_workload *workload, const wm_repeat_options *options, uint64_t count)
{
    wm_status status = WM_OK;
    for (uint64_t i = 0; i < count && status == WM_OK; i++)
        status =
            is_stopped(options) ? WM_E_INTERRUPTED : wm_job_run(workload->device, &workload->job);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    return status;
}

/* Iterations that should last for `seconds`, from a batch that was timed. */
static uint64_t iterations_for(double seconds, uint64_t count, double elapsed)
{
    const double wanted =
        elapsed > 0 ? ceil(seconds / (elapsed / (double)count)) : 2.0 * (double)count;
    if (!(wanted >= 1))
        return 1;
    return wanted < (double)BATCH_MAX ? (uint64_t)wanted : BATCH_MAX;
}

wm_status wm_repeat_warm_up(wm_workload *workload, const wm_repeat_options *options,
                            uint64_t *iterations)
{
    wm_device *device = workload->device;
    const double enough = options->repeat_seconds / 10;
    uint64_t count = 1;
    double elapsed = 0;
    wm_status status = wm_workload_spoil(workload);
    if (status == WM_OK)
        status = run_batch(workload, options, 1);
    workload->is_written = status == WM_OK;
    while (status == WM_OK) {
        const uint64_t begin = device->ops->time_ns(device);
        status = run_batch(workload, options, count);
        elapsed = (double)(device->ops->time_ns(device) - begin) * 1e-9;
        if (elapsed >= enough || count == BATCH_MAX)
            break;
        const uint64_t next = iterations_for(enough, count, elapsed);
        count = next > 10 * count ? 10 * count : next > count ? next : count + 1;
        if (count > BATCH_MAX)
            count = BATCH_MAX;
    }
    if (status == WM_OK)
        *iterations = iterations_for(options->repeat_seconds, count, elapsed);
    return status;
}

/* A loop of a workload's job. */
typedef struct {
    wm_workload *workload;
    const wm_repeat_options *options;
    uint64_t next; /* iterations of the next batch */
    uint64_t done; /* iterations so far */
} job_loop;

static wm_status run_next_batch(void *context)
{
    job_loop *loop = context;
    const wm_status status = run_batch(loop->workload, loop->options, loop->next);
    loop->done += loop->next;
    return status;
}

static bool is_loop_done(void *context, double seconds)
{
    job_loop *loop = context;
    loop->next = iterations_for(loop->options->repeat_seconds - seconds, loop->done, seconds);
    return seconds >= loop->options->repeat_seconds;
}

/* The timed work: its seconds, and the bounds on the device's clock. The same two readings that
 * time the work are compared with other clocks. Errors: the work's, DEVICE (a clock that goes
 * back). */
static wm_status time_work(wm_device *device, const wm_repeat_options *options,
                           const wm_repeat_work *work, wm_repeat *repeat, loop_readings *around)
{
    wm_covariate_samples *bounds = &around->samples;
    wm_status status = device->ops->sync(device);
    bool is_done = false;
    repeat->seconds = 0;
    repeat->started_at_ns = wm_clock_since(&options->start);
    bounds->begin_ns = bounds->end_ns = wm_clock_check_begin(device, &around->begin);
    while (status == WM_OK && !(is_done && repeat->seconds > 0)) {
        const uint64_t last_ns = bounds->end_ns;
        status = work->run(work->context);
        bounds->end_ns = wm_clock_check_end(device, &around->end);
        if (status == WM_OK && bounds->end_ns < last_ns) {
            repeat->doing = "the clock went back";
            return WM_E_DEVICE;
        }
        repeat->seconds = (double)(bounds->end_ns - bounds->begin_ns) * 1e-9;
        is_done = work->is_done(work->context, repeat->seconds);
    }
    return status;
}

/* The effective clock and the device's timer now; NaN with the reason if the device has no clock.
 * Errors: DEVICE. */
static wm_status read_clock(wm_device *device, double *hz, const char **reason,
                            wm_device_timer *timer)
{
    wm_status status;
    *timer = (wm_device_timer){.reason = "the measurement of the clock failed"};
    status = device->ops->clock_hz(device, hz, timer);
    if (status == WM_OK && isfinite(*hz) && *hz > 0)
        return WM_OK;
    *reason = status == WM_E_UNSUPPORTED ? "the device has no way to measure its clock"
                                         : "the measurement of the clock failed";
    *hz = (double)NAN;
    return status == WM_E_DEVICE ? status : WM_OK;
}

/* What the threads of the process did between two readings. */
static void compare_threads(const wm_device *device, const wm_repeat_work *work,
                            const wm_run_delay *begin, const wm_run_delay *end, wm_repeat *repeat)
{
    const char *reason =
        !device->ops->is_host ? "the device computes without threads of the host" : work->sleeps;
    repeat->covariates[WM_COVARIATE_RUN_DELAY] = wm_run_delay_between(begin, end);
    repeat->covariates[WM_COVARIATE_STOPPED] =
        reason != NULL ? (wm_covariate_summary){.reason = reason} : wm_stopped_between(begin, end);
}

/* The timed work with the sampler running. The threads' counters are read beside the work, so that
 * no wait for the sampler is between them; the sampler's own thread is left out. */
static wm_status time_with_sampler(wm_device *device, const wm_repeat_options *options,
                                   const wm_repeat_work *work, wm_repeat *repeat,
                                   loop_readings *around)
{
    wm_covariate_samples *samples = &around->samples;
    wm_run_delay begin = {.reason = "not sampled"}, end = {.reason = "not sampled"};
    wm_status status;
    if (options->sampler == NULL) {
        status = time_work(device, options, work, repeat, around);
    } else {
        status = wm_sampler_start(options->sampler, device);
        if (status == WM_OK) {
            wm_run_delay_read(WM_RUN_DELAY_TASKS, &begin);
            status = time_work(device, options, work, repeat, around);
            wm_run_delay_read(WM_RUN_DELAY_TASKS, &end);
            const wm_status sampled = wm_sampler_stop(options->sampler);
            status = status == WM_OK ? sampled : status;
            wm_run_delay_leave_out(&end, wm_sampler_thread(options->sampler));
        }
        samples->samples = wm_sampler_samples(options->sampler, &samples->count);
    }
    compare_threads(device, work, &begin, &end, repeat);
    wm_run_delay_clear(&begin);
    wm_run_delay_clear(&end);
    return status;
}

wm_status wm_repeat_time(wm_device *device, const wm_repeat_options *options,
                         const wm_repeat_work *work, wm_repeat *repeat)
{
    loop_readings around = {.samples = {.processors = options->processors}};
    wm_covariate_samples *samples = &around.samples;
    wm_covariate_summary clock;
    const char *reason = "not sampled";
    double before_hz, after_hz;
    wm_idle_window after = {.is_there = false};
    wm_status status = read_clock(device, &before_hz, &reason, &around.begin.device);
    if (status == WM_OK)
        status = time_with_sampler(device, options, work, repeat, &around);
    if (status == WM_OK)
        status = read_clock(device, &after_hz, &reason, &around.end.device);
    if (status == WM_OK && options->watches_after)
        status = wm_idle_window_watch(device, &after);
    if (status != WM_OK)
        return status;
    repeat->covariates[WM_COVARIATE_IDLE_UTILIZATION] =
        wm_idle_window_between(&options->idle, &after);
    wm_clock_check_between(options->tsc, &around.begin, &around.end, repeat->covariates);
    clock = wm_covariate_clock(before_hz, after_hz, repeat->seconds, reason);
    status = wm_covariate_summarize(samples, &clock, repeat->covariates);
    repeat->peak_resident_bytes = wm_covariate_peak(samples);
    repeat->peak_reason = samples->count > 0
                              ? samples->samples[samples->count - 1].memory_peak.reason
                              : "not sampled";
    return status;
}

/* The divergence of the workload's output from another of the same shape; NaN if it is not finite.
 * Source: docs/formats/record.md section 3. */
static wm_status measure_divergence(const wm_workload *workload, const wm_device_buffer *from,
                                    double *divergence)
{
    wm_difference difference;
    wm_device *device = workload->device;
    const wm_status status =
        device->ops->compare(device, workload->output, from, workload->output_format,
                             workload->output_count, &difference);
    if (status != WM_OK)
        return status;
    *divergence = difference.difference_max / (difference.reference_max + DIVERGENCE_EPSILON);
    if (!isfinite(*divergence))
        *divergence = (double)NAN;
    return WM_OK;
}

wm_status wm_repeat_measure(wm_workload *workload, const wm_repeat_options *options,
                            uint64_t iterations, const wm_device_buffer *retained,
                            const uint8_t *retained_digest, wm_repeat *repeat)
{
    const wm_workload *judged = options->witness != NULL ? options->witness : workload;
    job_loop loop = {.workload = workload, .options = options, .next = iterations};
    const wm_repeat_work work = {run_next_batch, is_loop_done, &loop, NULL};
    wm_status status;
    *repeat = (wm_repeat){.divergence = (double)NAN,
                          .peak_resident_bytes = (double)NAN,
                          .doing = "overwriting the output"};
    status = wm_workload_disturb(workload);
    if (status != WM_OK)
        return status;
    repeat->doing = "running";
    status = wm_repeat_time(workload->device, options, &work, repeat);
    repeat->iterations = loop.done;
    if (status == WM_OK && options->after != NULL)
        status = options->after(options->context, workload);
    if (status == WM_OK && options->witness != NULL)
        status = wm_workload_copy_output(workload, options->witness);
    if (status == WM_OK)
        status = wm_workload_digest(judged, repeat->digest);
    if (status != WM_OK)
        return status;
    if (retained_digest == NULL ||
        memcmp(retained_digest, repeat->digest, sizeof repeat->digest) == 0)
        repeat->divergence = 0;
    else if (retained != NULL)
        status = measure_divergence(judged, retained, &repeat->divergence);
    return status;
}

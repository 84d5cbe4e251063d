/* Summarizes a repeat's samples for its observation.
 *
 * A device has readings of several kinds, and a record has one form for all: least, median and
 * largest. So each covariate has a treatment that makes its readings comparable. Clock and power
 * have more than one source; the best that a repeat has is taken. */
#include "measure/covariate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW_NS 200000000u

/* The least time between the first and the last step of the energy counter for a power. With steps
 * of 0.1 s, a repeat of 0.3 s has three steps: 0.2 s, within one sample. So the power of all
 * repeats of an item has the same source. */
#define STEPS_NS 150000000u

/* The least samples of the device's clock within the timed loop. Source: docs/formats/record.md
 * section 3. */
enum { CLOCK_SAMPLES_MIN = 3 };

/* How readings become the covariate of the record. */
typedef enum {
    AS_IT_IS,
    SINCE_BEGIN,         /* the difference from the first reading */
    IN_ALL,              /* the difference of the last reading from the first */
    PER_SECOND,          /* a rate */
    SHARE,               /* a rate, at most 1: the kernel's counters are behind by a tick */
    SHARE_OF_PROCESSORS, /* the same, shared among the processors */
    AS_FLAG,             /* 1 for a bit set with a harmful reason, else 0 */
    AS_UNION,            /* the union of the bit sets */
    MEASURED_AROUND      /* not sampled: measured before and after the repeat */
} treatment;

static const treatment TREATMENTS[WM_COVARIATES] = {
    [WM_COVARIATE_CLOCK] = AS_IT_IS,
    [WM_COVARIATE_CLOCK_DEVICE] = MEASURED_AROUND,
    [WM_COVARIATE_CLOCK_RAW] = MEASURED_AROUND,
    [WM_COVARIATE_CLOCK_REAL] = MEASURED_AROUND,
    [WM_COVARIATE_CLOCK_SYSCALL] = MEASURED_AROUND,
    [WM_COVARIATE_CLOCK_TSC] = MEASURED_AROUND,
    [WM_COVARIATE_CONTEXT_SWITCHES] = PER_SECOND,
    [WM_COVARIATE_ECC_CORRECTED] = IN_ALL,
    [WM_COVARIATE_ECC_UNCORRECTED] = IN_ALL,
    [WM_COVARIATE_ENERGY] = SINCE_BEGIN,
    [WM_COVARIATE_IDLE_UTILIZATION] = MEASURED_AROUND,
    [WM_COVARIATE_KERNEL_CLOCK] = MEASURED_AROUND,
    [WM_COVARIATE_MEMORY] = AS_IT_IS,
    [WM_COVARIATE_MEMORY_CLOCK] = AS_IT_IS,
    [WM_COVARIATE_OTHER_MEMORY] = AS_IT_IS,
    [WM_COVARIATE_OTHER_PROCESSES] = AS_IT_IS,
    [WM_COVARIATE_PCIE_GENERATION] = AS_IT_IS,
    [WM_COVARIATE_PCIE_REPLAYS] = IN_ALL,
    [WM_COVARIATE_PCIE_WIDTH] = AS_IT_IS,
    [WM_COVARIATE_POWER] = AS_IT_IS,
    [WM_COVARIATE_POWER_READING] = AS_IT_IS,
    [WM_COVARIATE_POWER_WINDOW] = AS_IT_IS,
    [WM_COVARIATE_PRESSURE] = SHARE,
    [WM_COVARIATE_READ_TIME] = AS_IT_IS,
    [WM_COVARIATE_RUN_DELAY] = MEASURED_AROUND,
    [WM_COVARIATE_STEAL] = SHARE_OF_PROCESSORS,
    [WM_COVARIATE_STOPPED] = MEASURED_AROUND,
    [WM_COVARIATE_TEMPERATURE] = AS_IT_IS,
    [WM_COVARIATE_THROTTLE] = AS_FLAG,
    [WM_COVARIATE_THROTTLE_REASONS] = AS_UNION,
};

/* The reading that a covariate is made of: its own, except that `throttle` is made of the
 * reasons. */
static wm_covariate_name source_of(unsigned covariate)
{
    return covariate == WM_COVARIATE_THROTTLE ? WM_COVARIATE_THROTTLE_REASONS
                                              : (wm_covariate_name)covariate;
}

/* The values of one covariate with their times. */
typedef struct {
    double *value;
    uint64_t *time_ns;
    size_t count;
} series;

static bool is_present(const wm_covariate_value *value)
{
    return value->reason == NULL && isfinite(value->value);
}

/* Collects the values that are present. */
static void collect(const wm_covariate_samples *samples, wm_covariate_name source, series *out)
{
    out->count = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const wm_covariate_value *value = &samples->samples[i].values[source];
        if (!is_present(value))
            continue;
        out->value[out->count] = value->value;
        out->time_ns[out->count] = value->time_ns;
        out->count++;
    }
}

/* Whether a counter fell, because it overflowed or started again. */
static bool ran_over(const series *values)
{
    for (size_t i = 1; i < values->count; i++)
        if (values->value[i] < values->value[i - 1])
            return true;
    return false;
}

/* Replaces a counter's readings by rates, each over the window before its sample. The first
 * reading, and the first after an overflow, only open a window. */
static void take_rates(series *values, double share)
{
    size_t from = 0, kept = 0;
    const size_t count = values->count;
    double *reading =
        values->value + count; /* a copy, because rates overwrite readings that later rates need */
    memcpy(reading, values->value, count * sizeof *reading);
    for (size_t i = 1; i < count; i++) {
        const uint64_t now = values->time_ns[i];
        if (reading[i] < reading[i - 1])
            from = i;
        while (from + 1 < i && now - values->time_ns[from + 1] >= WINDOW_NS)
            from++;
        if (now > values->time_ns[from])
            values->value[kept++] = (reading[i] - reading[from]) /
                                    ((double)(now - values->time_ns[from]) * 1e-9) / share;
    }
    values->count = kept;
}

/* Caps shares at 1. */
static void cap(series *values)
{
    for (size_t i = 0; i < values->count; i++)
        if (values->value[i] > 1)
            values->value[i] = 1;
}

/* Replaces every reading of a counter by its growth. One reading alone gives no growth. */
static void take_growth(series *values)
{
    const double growth =
        values->count > 0 ? values->value[values->count - 1] - values->value[0] : 0;
    if (values->count == 1)
        values->count = 0;
    for (size_t i = 0; i < values->count; i++)
        values->value[i] = growth;
}

/* A set of reasons; empty if the value is no bit set or exceeds the exact integers of a double. */
static uint64_t bits_of(double value)
{
    return value >= 0 && value < 9007199254740992.0 ? (uint64_t)value : 0;
}

static void take_union(series *values)
{
    uint64_t all = 0;
    for (size_t i = 0; i < values->count; i++)
        all |= bits_of(values->value[i]);
    for (size_t i = 0; i < values->count; i++)
        values->value[i] = (double)all;
}

static void treat(series *values, treatment how, unsigned processors)
{
    const double first = values->count > 0 ? values->value[0] : 0;
    switch (how) {
    case AS_IT_IS:
    case MEASURED_AROUND:
        break;
    case SINCE_BEGIN:
        for (size_t i = 0; i < values->count; i++)
            values->value[i] -= first;
        break;
    case IN_ALL:
        take_growth(values);
        break;
    case PER_SECOND:
    case SHARE:
    case SHARE_OF_PROCESSORS:
        take_rates(values, how == SHARE_OF_PROCESSORS && processors > 0 ? processors : 1);
        if (how != PER_SECOND)
            cap(values);
        break;
    case AS_FLAG:
        for (size_t i = 0; i < values->count; i++)
            values->value[i] =
                (bits_of(values->value[i]) & ~(uint64_t)WM_THROTTLE_HARMLESS) != 0 ? 1 : 0;
        break;
    case AS_UNION:
        take_union(values);
        break;
    }
}

/* The longest time within the repeat without a reading. */
static double longest_gap_s(const wm_covariate_samples *samples, const series *values)
{
    uint64_t last = samples->begin_ns, gap = 0;
    for (size_t i = 0; i <= values->count; i++) {
        const uint64_t next = i < values->count ? values->time_ns[i] : samples->end_ns;
        if (next > last && next - last > gap)
            gap = next - last;
        if (next > last)
            last = next;
    }
    return (double)gap * 1e-9;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void fill_summary(series *values, wm_covariate_summary *summary)
{
    const size_t n = values->count;
    qsort(values->value, n, sizeof *values->value, compare_doubles);
    summary->reason = NULL;
    summary->samples = n;
    summary->minimum = values->value[0];
    summary->maximum = values->value[n - 1];
    summary->median =
        n % 2 == 1 ? values->value[n / 2] : (values->value[n / 2 - 1] + values->value[n / 2]) / 2;
}

/* Why a covariate is absent. */
static const char *absence(const wm_covariate_samples *samples, wm_covariate_name source)
{
    for (size_t i = 0; i < samples->count; i++)
        if (samples->samples[i].values[source].reason != NULL)
            return samples->samples[i].values[source].reason;
    return samples->count < 2 ? "fewer than 2 samples"
                              : "fewer than 2 of its readings are present and finite";
}

static void summarize(const wm_covariate_samples *samples, wm_covariate_name source, treatment how,
                      series *values, wm_covariate_summary *summary)
{
    const bool is_difference = how == SINCE_BEGIN || how == IN_ALL;
    collect(samples, source, values);
    *summary = (wm_covariate_summary){.reason = absence(samples, source)};
    if (is_difference && ran_over(values)) {
        summary->reason = "its counter overflowed";
        return;
    }
    summary->longest_gap_s = longest_gap_s(samples, values);
    treat(values, how, samples->processors);
    if (values->count > 0)
        fill_summary(values, summary);
}

static bool is_within(const wm_covariate_samples *samples, uint64_t time_ns)
{
    return time_ns >= samples->begin_ns && time_ns <= samples->end_ns;
}

/* The device's clock while the loop ran; false if there are too few samples. */
static bool summarize_clock(const wm_covariate_samples *samples, series *values,
                            wm_covariate_summary *summary)
{
    size_t kept = 0;
    collect(samples, WM_COVARIATE_CLOCK, values);
    for (size_t i = 0; i < values->count; i++)
        if (is_within(samples, values->time_ns[i])) {
            values->time_ns[kept] = values->time_ns[i];
            values->value[kept++] = values->value[i];
        }
    values->count = kept;
    if (kept < CLOCK_SAMPLES_MIN)
        return false;
    summary->longest_gap_s = longest_gap_s(samples, values);
    fill_summary(values, summary);
    return true;
}

/* The mean power between the first and the last step of the energy counter within the loop. False
 * if the steps are too close together, or if the counter overflowed. */
static bool summarize_power(const wm_covariate_samples *samples, series *values,
                            wm_covariate_summary *summary)
{
    size_t first = 0, last = 0;
    collect(samples, WM_COVARIATE_ENERGY, values);
    for (size_t i = 1; i < values->count; i++) {
        if (values->value[i] == values->value[i - 1] || !is_within(samples, values->time_ns[i]))
            continue;
        if (values->value[i] < values->value[i - 1])
            return false;
        first = first == 0 ? i : first;
        last = i;
    }
    if (first == 0 || values->time_ns[last] - values->time_ns[first] < STEPS_NS)
        return false;
    const double seconds = (double)(values->time_ns[last] - values->time_ns[first]) * 1e-9;
    const double power = (values->value[last] - values->value[first]) / seconds;
    *summary = (wm_covariate_summary){.minimum = power,
                                      .median = power,
                                      .maximum = power,
                                      .samples = values->count,
                                      .longest_gap_s = longest_gap_s(samples, values)};
    return true;
}

/* Replaces clock and power by a better source where there is one: samples under load for the clock,
 * the energy counter for the power. */
static void prefer(const wm_covariate_samples *samples, series *values,
                   wm_covariate_summary summaries[WM_COVARIATES])
{
    const wm_covariate_summary *kernel_clock = &summaries[WM_COVARIATE_KERNEL_CLOCK];
    wm_covariate_summary *clock = &summaries[WM_COVARIATE_CLOCK];
    wm_covariate_summary *power = &summaries[WM_COVARIATE_POWER], rate;
    if (!summarize_clock(samples, values, clock) &&
        (kernel_clock->reason == NULL || clock->reason != NULL))
        *clock = *kernel_clock;
    if (!summarize_power(samples, values, power) && power->reason != NULL) {
        summarize(samples, WM_COVARIATE_ENERGY, PER_SECOND, values, &rate);
        if (rate.reason == NULL)
            *power = rate;
    }
}

wm_status wm_covariate_summarize(const wm_covariate_samples *samples,
                                 const wm_covariate_summary *kernel_clock,
                                 wm_covariate_summary summaries[WM_COVARIATES])
{
    series values = {malloc((2 * samples->count + 1) * sizeof(double)),
                     malloc((samples->count + 1) * sizeof(uint64_t)), 0};
    const wm_status status = values.value != NULL && values.time_ns != NULL ? WM_OK : WM_E_NOMEM;
    for (unsigned i = 0; i < WM_COVARIATES && status == WM_OK; i++)
        if (TREATMENTS[i] != MEASURED_AROUND)
            summarize(samples, source_of(i), TREATMENTS[i], &values, &summaries[i]);
    summaries[WM_COVARIATE_KERNEL_CLOCK] = *kernel_clock;
    if (status == WM_OK)
        prefer(samples, &values, summaries);
    free(values.value);
    free(values.time_ns);
    return status;
}

wm_covariate_summary wm_covariate_clock(double before_hz, double after_hz, double seconds,
                                        const char *reason)
{
    const bool has_before = isfinite(before_hz), has_after = isfinite(after_hz);
    wm_covariate_summary summary = {.reason = reason, .longest_gap_s = seconds};
    if (!has_before && !has_after)
        return summary;
    if (!has_before)
        before_hz = after_hz;
    if (!has_after)
        after_hz = before_hz;
    summary.reason = NULL;
    summary.samples = has_before && has_after ? 2 : 1;
    summary.minimum = before_hz < after_hz ? before_hz : after_hz;
    summary.maximum = before_hz < after_hz ? after_hz : before_hz;
    summary.median = (summary.minimum + summary.maximum) / 2;
    return summary;
}

double wm_covariate_peak(const wm_covariate_samples *samples)
{
    double largest = (double)NAN;
    for (size_t i = 0; i < samples->count; i++) {
        const wm_covariate_value *peak = &samples->samples[i].memory_peak;
        if (is_present(peak) && !(peak->value <= largest))
            largest = peak->value;
    }
    return largest;
}

/* Separates the use of a device by others from our own.
 *
 * A sample of NVML covers up to a second, so most of it lies before an idle window of 0.2 s. What
 * this process did before the window is not known to the driver, so all of that time counts as our
 * own. So the result is a lower bound, and exact where the device was busy until the window began.
 */
#include "backend/utilization.h"

/* Least time that the samples must cover. NVML rounds to 1 %, so a sample of 1 s is off by at most
 * 5 ms: a tenth of this, which is the threshold of the flag `shared`. */
static const uint64_t LEAST_US = 50000;

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

bool wm_utilization_of_others(const wm_utilization_sample *samples, size_t count, uint64_t since_us,
                              double *share)
{
    double used_us = 0;
    uint64_t covered_us = 0;
    for (size_t i = 1; i < count; i++) {
        const uint64_t begin_us = samples[i - 1].end_us, end_us = samples[i].end_us;
        const uint64_t from_us = later(begin_us, since_us);
        if (end_us <= from_us)
            continue;
        const double busy_us = samples[i].share * (double)(end_us - begin_us);
        const double own_us = (double)(from_us - begin_us);
        used_us += busy_us > own_us ? busy_us - own_us : 0;
        covered_us += end_us - from_us;
    }
    if (covered_us < LEAST_US)
        return false;
    *share = used_us / (double)covered_us;
    return true;
}

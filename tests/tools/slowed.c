/* The program with a device that takes longer, for tests of comparisons.
 *
 *   WM_SLOWED  so many percent of the operations are done twice; without it none is
 *
 * So the rate falls by a known factor on every machine. A wait on a clock would not do: where a
 * clock is a system call, it costs more than its time on a busy machine. A repeat must have some
 * hundred operations. */
#include "backend/job.h"

#include <stdlib.h>

/* The linker gives calls of wm_job_run to the first (-Wl,--wrap). */
wm_status __wrap_wm_job_run(wm_device *device, const wm_job *job);
wm_status __real_wm_job_run(wm_device *device, const wm_job *job);

wm_status __wrap_wm_job_run(wm_device *device, const wm_job *job)
{
    static double share = -1, owed;
    const char *percent = getenv("WM_SLOWED");
    wm_status status = __real_wm_job_run(device, job);
    if (share < 0)
        share = percent != NULL ? atof(percent) / 100 : 0;
    for (owed += share; owed >= 1 && status == WM_OK; owed -= 1)
        status = __real_wm_job_run(device, job);
    return status;
}

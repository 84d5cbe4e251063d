/* For how much of a repeat the process was stopped. */
#ifndef WM_MEASURE_STOPPED_H
#define WM_MEASURE_STOPPED_H

#include "measure/run_delay.h"

/* The covariate `stopped` between two readings of the threads. Source: docs/formats/record.md
 * section 3. */
wm_covariate_summary wm_stopped_between(const wm_run_delay *begin, const wm_run_delay *end);

#endif

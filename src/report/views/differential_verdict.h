/* The answer of a differential. */
#ifndef WM_REPORT_DIFFERENTIAL_VERDICT_H
#define WM_REPORT_DIFFERENTIAL_VERDICT_H

#include "model/model.h"

/* The exit status of a differential: NO with a finding; YES if an item could be compared; else
 * INCONCLUSIVE. */
int wm_differential_verdict_exit(const wm_model *model);

#endif

/* Overwrites an output with wrong values before the operation that must write it. */
#ifndef WM_WORKLOAD_SPOIL_H
#define WM_WORKLOAD_SPOIL_H

#include "workload/workload.h"

/* Makes every element of the output wrong: NaN in floating-point formats, random words in integer
 * formats, other ones in each call. Waits until they are written, then reads some elements back.
 * Errors: the device's; DEVICE (an element is not as written); IO (the system has no random
 * bytes). */
WM_MUST_CHECK wm_status wm_spoil_output(const wm_workload *workload);

#endif

/* The built-in plans of the laboratory. */
#ifndef WM_LAB_PLANS_H
#define WM_LAB_PLANS_H

#include "measure/schedule.h"

/* Plan number `index`, for `list`; null past the end. */
const wm_schedule_entry *wm_lab_plans_at(size_t index);

/* The plan of this name for a kind of device, as wm_schedule_builtin. Items that need more than
 * memory_bytes are left out. Errors: NOTFOUND, NOMEM. Ownership: wm_schedule_clear. */
WM_MUST_CHECK wm_status wm_lab_plans_make(const char *name, const char *kind, double memory_bytes,
                                          wm_schedule *schedule);

#endif

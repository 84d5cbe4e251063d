/* Whether the items of a record are those of this release's plan of that name. */
#ifndef WM_REPORT_PLAN_ORIGIN_H
#define WM_REPORT_PLAN_ORIGIN_H

#include "record/laws/plan.h"

/* One line about the plan, `as in this release: "quick", 21 items`; empty without items,
 * except for an imported record: then it is the plan's name, which says so. The producer chose the
 * name, so the verdict comes first. */
typedef struct wm_plan_origin {
    char words[256];
} wm_plan_origin;

/* Says it of a plan with these items; kind is that of the device, and the name is from
 * wm_mask_copy. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_plan_origin_of(const wm_plan *plan, const char *name, const char *kind,
                                          wm_plan_origin *origin);

/* Whether a plan says that its record was imported, and not witnessed. */
bool wm_plan_origin_is_imported(const wm_plan *plan, const char *name);

#endif

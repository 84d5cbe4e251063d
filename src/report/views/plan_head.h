/* The plan of an audited record, from the first two lines of its evidence. */
#ifndef WM_REPORT_PLAN_HEAD_H
#define WM_REPORT_PLAN_HEAD_H

#include "record/laws/plan.h"

/* Zero-initialised, empty. Ownership: wm_plan_head_clear. */
typedef struct wm_plan_head {
    char kind[16];  /* of the device */
    char name[160]; /* of the plan, masked */
    wm_plan plan;   /* items and repeat_seconds alone */
} wm_plan_head;

/* Reads it from a record, given by its folder or its evidence.jsonl. Errors: OPEN, INVALID, NOMEM,
 * and those of reading; the head is then empty. */
WM_MUST_CHECK wm_status wm_plan_head_read(const char *path, wm_plan_head *head);

/* Frees the items. */
void wm_plan_head_clear(wm_plan_head *head);

#endif

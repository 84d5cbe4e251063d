/* Plans from labels: items that are named one by one, or picked from another plan. */
#ifndef WM_MEASURE_SCHEDULE_PICK_H
#define WM_MEASURE_SCHEDULE_PICK_H

#include "measure/schedule.h"

/* Reads a label as wm_plan_label writes it, `gemm.fp16.n4096`: the inverse for every workload, with
 * its point and its fault. A fault begins at its default place. A square product may also have all
 * its dimensions. The item's repeats are those given. Source: docs/formats/record.md section 7.
 * Errors: INVALID (err's message names the part, and a near word). */
WM_MUST_CHECK wm_status wm_schedule_pick_label(const char *label, uint32_t repeats, wm_item *item,
                                               wm_error *err);

/* What a run changes of a plan. */
typedef struct wm_schedule_pick {
    const char *const *labels;
    size_t label_count;    /* 0: all items */
    uint32_t repeats;      /* of each item; 0: unchanged */
    double repeat_seconds; /* NaN: unchanged */
} wm_schedule_pick;

/* Makes a plan of these labels, in their order, named `picked`. Errors: INVALID (a label, a rule of
 * the format, or a label given twice; err's place is `--item`), LIMIT (more than 1024), NOMEM.
 * Ownership: wm_schedule_clear. */
WM_MUST_CHECK wm_status wm_schedule_pick_make(const wm_schedule_pick *pick, wm_schedule *schedule,
                                              wm_error *err);

/* Keeps the labelled items of a plan and changes repeats and durations. A changed plan gets a name
 * of its own: `NAME-picked` if it lacks items, else `NAME-changed`. Errors: NOTFOUND (a label; the
 * message names near ones), INVALID (repeats that an item cannot have), NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_pick_from(const wm_schedule_pick *pick, wm_schedule *schedule,
                                              wm_error *err);

/* Keeps the labelled items alone; one without its named item loses `tolerance_of`, and is counted
 * as unjudged. Errors: NOTFOUND (OWNER has no such label; the message names near ones), NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_pick_items(const wm_schedule_pick *pick, const char *owner,
                                               wm_schedule *schedule, wm_error *err);

/* Makes the plan of a light record: its items that are exact and no trials, the first that such a
 * record may have, with as many repeats as it may have. The plan gets the name `NAME-light`.
 * *left_out is how many exact items are too many. Errors: NOTFOUND (no item is exact). Source:
 * docs/formats/record.md section 3, light records. */
WM_MUST_CHECK wm_status wm_schedule_pick_light(wm_schedule *schedule, size_t *left_out,
                                               wm_error *err);

/* The labels of items; NULL when out of memory. Ownership: free(). */
const char **wm_schedule_pick_labels(const wm_item *items, size_t count);

/* Appends a word to the plan's name, `NAME-WORD`, and cuts the name to fit. */
void wm_schedule_pick_rename(wm_schedule *schedule, const char *word);

#endif

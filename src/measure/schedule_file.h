/* A plan as the JSON file that `run --plan` reads. */
#ifndef WM_MEASURE_SCHEDULE_FILE_H
#define WM_MEASURE_SCHEDULE_FILE_H

#include "measure/schedule.h"

/* Reads a plan: an object with `name` (1 to 64 of a-z 0-9 . _ -) and `items`; optional `nonce`,
 * `repeat_seconds` (default 0.2) and `repeats` (default 8). An item is an object with `workload`,
 * `variant` and `shape` with the variant's dimensions (a product's may be `n` alone); optional
 * `repeats` and `fault`. Other fields are refused. file names the text in messages; the place of an
 * error is a field's path in it. Errors: SYNTAX (not JSON), INVALID (a field), LIMIT, NOMEM.
 * Ownership: wm_schedule_clear. */
WM_MUST_CHECK wm_status wm_schedule_file_parse(const char *text, size_t size, const char *file,
                                               wm_schedule *schedule, wm_error *err);

/* Appends a plan, to be edited by hand: an item on each line. wm_schedule_file_parse reads the same
 * plan from it, but for `continues`. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_file_write(const wm_schedule *schedule, wm_buffer *out);

#endif

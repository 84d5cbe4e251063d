/* Writes a plan as the JSON file that `run --plan` reads. */
#ifndef WM_MEASURE_SCHEDULE_TEXT_H
#define WM_MEASURE_SCHEDULE_TEXT_H

#include "measure/schedule.h"

/* Appends a plan, to be edited by hand: an item on each line. wm_schedule_file_parse reads the same
 * plan from it, but for `continues`. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_text_write(const wm_schedule *schedule, wm_buffer *out);

#endif

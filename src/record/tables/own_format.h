/* The text format of own numbers, by their unit. */
#ifndef WM_RECORD_OWN_FORMAT_H
#define WM_RECORD_OWN_FORMAT_H

/* The text format for a value of this magnitude in this unit: `si4` if the unit takes an SI prefix,
 * as s and B/s do. For others, such as ms and 1, it has no prefix and four or more digits:
 * `fixed0`, `fixed2`, `fixed4` or `sci3`. A magnitude that is not finite counts as 0. */
const char *wm_own_format_choose(const char *unit, double magnitude);

#endif

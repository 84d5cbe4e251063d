/* Text formats of own numbers. */
#ifndef WM_STUDY_OWN_UNIT_H
#define WM_STUDY_OWN_UNIT_H

/* The text format of claims in this unit about values of this magnitude. It is `si4` for a bare
 * number and for units that take a prefix, such as s and B/s. For others, such as ms, it has no
 * prefix and four or more digits: `fixed0`, `fixed2`, `fixed4` or `sci3`. */
const char *wm_own_unit_format(const char *unit, double magnitude);

#endif

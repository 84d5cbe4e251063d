/* Text formats of own numbers. */
#ifndef WM_STUDY_OWN_UNIT_H
#define WM_STUDY_OWN_UNIT_H

/* wm_own_format_choose. */
const char *wm_own_unit_format(const char *unit, double magnitude);

#endif

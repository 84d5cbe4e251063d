/* A number in the text of a LaTeX document. */
#ifndef WM_MANUSCRIPT_TEX_NUMBER_H
#define WM_MANUSCRIPT_TEX_NUMBER_H

#include "manuscript/tex_units.h"

/* A number, with its unit or with that of its list, range or column. */
typedef struct wm_tex_number {
    size_t at, end; /* in the text, with the unit if that follows */
    size_t digits_end;
    double value;    /* as written, with its power of ten */
    double half;     /* half a unit in its last digit */
    unsigned digits; /* significant ones */
    bool is_integer; /* no point and no power of ten */
    bool is_result;  /* it looks like a result of the authors */
    wm_tex_unit unit;
} wm_tex_number;

#endif

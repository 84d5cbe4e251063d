/* Units behind numbers in a text. */
#ifndef WM_MANUSCRIPT_TEX_UNITS_H
#define WM_MANUSCRIPT_TEX_UNITS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum wm_tex_unit_class {
    WM_TEX_UNIT_NONE,
    WM_TEX_UNIT_RATE,
    WM_TEX_UNIT_TIME,
    WM_TEX_UNIT_SIZE,
    WM_TEX_UNIT_POWER, /* and energy */
    WM_TEX_UNIT_TEMPERATURE,
    WM_TEX_UNIT_FREQUENCY,
    WM_TEX_UNIT_PERCENT,
    WM_TEX_UNIT_RATIO
} wm_tex_unit_class;

enum { WM_TEX_UNITS_BASE = 48 };

typedef struct wm_tex_unit {
    wm_tex_unit_class class;
    double scale;                 /* to its base */
    char base[WM_TEX_UNITS_BASE]; /* `FLOP/s`, `B/s`, `s`, `tokens/s`; `x` of a ratio */
    size_t size;                  /* its bytes in the text */
} wm_tex_unit;

/* Reads a unit at `text`, which ends before `end`. False if there is none. Signs of a ratio and
 * bare factors, as `million`, are no unit. */
bool wm_tex_units_read(const char *text, const char *end, wm_tex_unit *unit);

/* Reads what a claim states as its unit or as the unit in its text. */
bool wm_tex_units_known(const char *text, wm_tex_unit *unit);

#endif

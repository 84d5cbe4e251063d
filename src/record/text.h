/* Values as a claim displays them. */
#ifndef WM_RECORD_TEXT_H
#define WM_RECORD_TEXT_H

#include "record/reduction.h"

enum {
    WM_TEXT_SIZE = 512
}; /* room for any text with its NUL: fixed2 of 1.8e308 has 312 characters */

/* Writes a value in a format with its unit, and a NUL. A null is `n/a`. Rounding is half-even on
 * the exact value. unit is at most 64 bytes, NUL-terminated. Source: ours, record.md section 6,
 * text formats. */
void wm_text_write(const wm_result *value, wm_text_format format, const char *unit,
                   char text[WM_TEXT_SIZE]);

#endif

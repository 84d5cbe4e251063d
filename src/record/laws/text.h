/* Values as text, for claims. */
#ifndef WM_RECORD_TEXT_H
#define WM_RECORD_TEXT_H

#include "record/tables/tables.h"
#include "record/laws/result.h"

enum {
    WM_TEXT_SIZE = 512
}; /* capacity for any text with its NUL: fixed2 of 1.8e308 has 312 characters */

/* Writes a value in a format with its unit, and a NUL. A null is `n/a`. Rounds half to even on the
 * exact value. unit is NUL-terminated, at most 64 bytes. Source: ours, record.md section 6, text
 * formats. */
void wm_text_write(const wm_result *value, wm_text_format format, const char *unit,
                   char text[WM_TEXT_SIZE]);

#endif

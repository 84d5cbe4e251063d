/* Values as text for the messages of refusals. */
#ifndef WM_RECORD_FOUND_H
#define WM_RECORD_FOUND_H

#include "record/nodes/kind.h"
#include "record/laws/reduction.h"

enum { WM_FOUND_SIZE = 112 };

/* Each writes a value into out, cut to fit, and returns out. A string is in backticks if its ends
 * would be invisible. An absent value and null are `null`. */
const char *wm_found_text(wm_text text, char out[WM_FOUND_SIZE]);
const char *wm_found_value(const wm_value *value, char out[WM_FOUND_SIZE]);
const char *wm_found_number(double number, char out[WM_FOUND_SIZE]);
const char *wm_found_hex(const uint8_t digest[WM_SHA256_SIZE], char out[WM_FOUND_SIZE]);

/* A result; for a null, with its reason. */
const char *wm_found_result(const wm_result *result, char out[WM_FOUND_SIZE]);

#endif

/* The canonical form of JSON (RFC 8785, JCS). */
#ifndef WM_STANDARDS_JCS_H
#define WM_STANDARDS_JCS_H

#include "base/buffer.h"
#include "standards/json.h"

/* Appends the canonical form of a tree, without a newline. On failure the buffer is as before.
 * Source: RFC 8785, section 3.2. Names are sorted by UTF-16 code units; numbers are written as in
 * ECMAScript. Errors: CANON (a number that overflows, half a surrogate pair, two equal names),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_jcs_append(wm_buffer *out, const wm_json_value *value, wm_error *err);

/* Parses a text and checks that it is canonical, in one pass that builds no copy: the auditor's hot
 * path. The parse is strict (WM_JSON_STRICT) whatever options->flags say. A text that is JSON but
 * not canonical returns CANON, and its tree is available. Errors: SYNTAX (no JSON), LIMIT, CANON
 * (the message names the byte and what is wrong), NOMEM. */
WM_MUST_CHECK wm_status wm_jcs_parse(wm_json *json, const char *text, size_t size,
                                     const wm_json_options *options, const wm_json_value **root,
                                     wm_error *err);

/* Appends a string in canonical form, with quotes and escapes. text must be well-formed UTF-8.
 * Errors: CANON (text is not), NOMEM. Source: RFC 8785, section 3.2.2.2. */
WM_MUST_CHECK wm_status wm_jcs_append_string(wm_buffer *out, const char *text, size_t size);

/* Appends a number in canonical form. Errors: CANON (not finite), NOMEM. Source: RFC 8785, section
 * 3.2.2.3. */
WM_MUST_CHECK wm_status wm_jcs_append_number(wm_buffer *out, double value);

#endif

/* JSON of other tools, in which numbers can be NaN or infinite. */
#ifndef WM_STUDY_IMPORT_JSON_H
#define WM_STUDY_IMPORT_JSON_H

#include "study/foreign/import_sheet.h"

/* Reads a text of a format: calls its `begin`, then `add` for each element of its list. The words
 * NaN, nan, Infinity and inf, also with a minus, are values; a byte order mark is skipped. Errors:
 * SYNTAX (the message names the writer and the byte), INVALID (no such list), LIMIT, NOMEM, those
 * of both functions. */
WM_MUST_CHECK wm_status wm_import_json_read(const wm_import_format *format, const char *text,
                                            size_t size, wm_import_sheet *sheet, wm_error *err);

/* Whether a value is a number, or a word for one that is not finite. */
bool wm_import_json_is_number(const wm_json_value *value);

/* Puts a value into a row. A value that is no finite number is absent, with its reason; value may
 * be NULL. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_import_json_put(wm_import_row *row, size_t field, const char *name,
                                           const wm_json_value *value);

#endif

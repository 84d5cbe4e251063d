/* JSON of other tools, in which numbers can be NaN or infinite. */
#ifndef WM_STUDY_IMPORT_JSON_H
#define WM_STUDY_IMPORT_JSON_H

#include "standards/json.h"
#include "study/foreign/import_sheet.h"

/* A text that was read. Zero-initialise it. Ownership: wm_import_json_clear. */
typedef struct wm_import_json {
    wm_json *reader;
    char *text; /* a copy, in which NaN and Infinity are strings */
    const wm_json_value *root;
} wm_import_json;

/* Parses a text. The words NaN, nan, Infinity and inf, also with a minus, are values; a byte order
 * mark is skipped. Errors: SYNTAX (the message names the writer, a program, and the byte), LIMIT,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_import_json_parse(const char *text, size_t size, const char *writer,
                                             wm_import_json *json, wm_error *err);

/* Whether a value is a number, or a word for one that is not finite. */
bool wm_import_json_is_number(const wm_json_value *value);

/* Puts a value into a row. A value that is no finite number is absent, with its reason; value may
 * be NULL. False: out of memory. */
bool wm_import_json_put(wm_import_row *row, size_t field, const char *name,
                        const wm_json_value *value);

/* Frees the memory. */
void wm_import_json_clear(wm_import_json *json);

#endif

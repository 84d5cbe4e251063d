/* JSON of other tools, in which numbers can be NaN or infinite. */
#include "study/foreign/import_json.h"

#include "base/status.h"
#include "standards/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64 };

/* The length of a word for a number that is not finite, at the start of a text; 0: none. */
static size_t special_length(const char *text, size_t size)
{
    static const char *const WORDS[] = {"NaN", "nan", "Infinity", "inf"};
    const size_t sign = size > 0 && text[0] == '-' ? 1 : 0;
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        const size_t length = strlen(WORDS[i]);
        if (size - sign >= length && memcmp(text + sign, WORDS[i], length) == 0)
            return sign + length;
    }
    return 0;
}

/* Makes strings of these words, in place: `NaN` becomes `"N"`, so that no offset changes. */
static void quote_specials(char *text, size_t size)
{
    bool is_in_string = false;
    for (size_t at = 0; at < size; at++) {
        if (is_in_string && text[at] == '\\') {
            at++;
            continue;
        }
        if (text[at] == '"')
            is_in_string = !is_in_string;
        const size_t length = is_in_string ? 0 : special_length(text + at, size - at);
        if (length == 0)
            continue;
        memmove(text + at + 1, text + at, length - 2);
        text[at] = text[at + length - 1] = '"';
        at += length - 1;
    }
}

/* Says whose file a text was expected to be. */
static wm_status refuse(const char *writer, wm_status status, wm_error *err)
{
    const wm_error cause = *err;
    return status != WM_E_SYNTAX ? status
                                 : wm_error_set(err, status, NULL, "not JSON, as %s writes it: %s",
                                                writer, cause.message);
}

static wm_status add_all(const wm_import_format *format, const wm_json_value *root,
                         wm_import_sheet *sheet, wm_error *err)
{
    const wm_json_value *list = wm_json_member(root, format->list);
    size_t number = 0;
    wm_status status;
    if (list == NULL || list->kind != WM_JSON_ARRAY)
        return wm_error_set(err, WM_E_INVALID, NULL, "%s", format->refusal);
    status = format->begin(root, sheet, err);
    for (const wm_json_value *at = list->first; at != NULL && status == WM_OK; at = at->next)
        status = format->add(at, ++number, sheet, err);
    return status;
}

wm_status wm_import_json_read(const wm_import_format *format, const char *text, size_t size,
                              wm_import_sheet *sheet, wm_error *err)
{
    static const wm_json_options OPTIONS = {.depth_max = DEPTH};
    const size_t mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    const wm_json_value *root;
    wm_json *reader = wm_json_new();
    char *copy = malloc(size + 1);
    wm_status status = WM_E_NOMEM;
    if (reader != NULL && copy != NULL) {
        memcpy(copy, text, size);
        memset(copy, ' ', mark);
        quote_specials(copy, size);
        status = wm_json_parse(reader, copy, size, &OPTIONS, &root, err);
        status = status == WM_OK ? add_all(format, root, sheet, err)
                                 : refuse(format->writer, status, err);
    }
    wm_json_free(reader);
    free(copy);
    return status;
}

/* The word for a number that is not finite, from the text of a string; NULL: none. */
static const char *special_word(const wm_json_value *value)
{
    const bool is_negative = value->text_size > 0 && value->text[0] == '-';
    const char *text = value->text + is_negative;
    const size_t size = value->text_size - is_negative;
    if (size == 0 || size > 8)
        return NULL;
    if (memcmp(text, "NaN", size < 3 ? size : 3) == 0 ||
        memcmp(text, "nan", size < 3 ? size : 3) == 0)
        return size <= 3 ? "NaN" : NULL;
    if (memcmp(text, "Infinity", size) == 0 || (size <= 3 && memcmp(text, "inf", size) == 0))
        return is_negative ? "-Infinity" : "Infinity";
    return NULL;
}

bool wm_import_json_is_number(const wm_json_value *value)
{
    return value != NULL && (value->kind == WM_JSON_NUMBER ||
                             (value->kind == WM_JSON_STRING && special_word(value) != NULL));
}

wm_status wm_import_json_put(wm_import_row *row, size_t field, const char *name,
                             const wm_json_value *value)
{
    const char *words = "not a number";
    double number = (double)NAN;
    if (value == NULL)
        words = "not in the file";
    else if (value->kind == WM_JSON_NULL)
        words = "null";
    else if (value->kind == WM_JSON_NUMBER)
        number = value->number;
    else if (value->kind == WM_JSON_STRING && special_word(value) != NULL)
        words = special_word(value);
    else if (value->kind == WM_JSON_STRING)
        (void)(wm_number_parse(value->text, value->text_size, &number) == WM_OK);
    if (isinf(number))
        words = "too large for binary64";
    row->values[field] = isfinite(number) ? number : (double)NAN;
    return isfinite(number) ? WM_OK : wm_import_sheet_reason(row, name, words, strlen(words));
}

/* Checks of the texts that a caller of the library gives. */
#include "record/build/given.h"

#include "base/code_point.h"

#include <string.h>

#include "base/status.h"
#include "record/nodes/field.h"
#include "record/tables/tables.h"
#include "standards/utf8.h"

wm_status wm_given_is_there(const char *field, bool is_there, wm_error *err)
{
    return is_there ? WM_OK : wm_error_set(err, WM_E_ARG, field, "%s is NULL", field);
}

wm_status wm_given_text(const char *field, const char *text, wm_error *err)
{
    const wm_status status = wm_given_is_there(field, text != NULL, err);
    const size_t size = text == NULL ? 0 : strlen(text);
    if (status != WM_OK)
        return status;
    for (size_t at = 0; at < size;) {
        const size_t length = wm_utf8_length(text + at, size - at);
        if (length == 0)
            return wm_error_set(err, WM_E_CANON, field, "%s is not UTF-8 at byte %lu", field,
                                (unsigned long)at);
        at += length;
    }
    if (size > WM_TABLES_TEXT_BYTES)
        return wm_error_set(err, WM_E_LIMIT, field, "%s: found %lu bytes, at most %d", field,
                            (unsigned long)size, WM_TABLES_TEXT_BYTES);
    return WM_OK;
}

wm_status wm_given_name(const char *field, const char *name, wm_error *err)
{
    const wm_status status = wm_given_is_there(field, name != NULL, err);
    wm_json_value value;
    if (status != WM_OK)
        return status;
    memset(&value, 0, sizeof value);
    value.kind = WM_JSON_STRING;
    value.text = name;
    value.text_size = strlen(name);
    if (!wm_field_is(&value, WM_FIELD_NAME))
        return wm_error_set(err, WM_E_ARG, field,
                            "%s: found `%.*s`, expected 1 to %d of [a-z0-9_.]", field,
                            WM_FIT(name, 80), WM_TABLES_NAME_BYTES);
    return WM_OK;
}

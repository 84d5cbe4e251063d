/* Texts of statuses, and filling of errors. */
#include "base/status.h"

#include "base/code_point.h"

#include <stdbool.h>
#include <string.h>
#include <stdio.h>

#undef wm_error_set

const char *wm_status_text(wm_status status)
{
    static const char *const texts[] = {
#define WM_STATUS_TEXT(code, text) text,
        WM_STATUS_LIST(WM_STATUS_TEXT)
#undef WM_STATUS_TEXT
    };
    if ((int)status < 0 || (int)status >= (int)WM_STATUS_COUNT)
        return "unknown status";
    return texts[status];
}

const char *wm_version(void)
{
    return WM_VERSION;
}

/* Whether a character drives a terminal: controls of C0 and C1, marks of direction, separators. */
static bool is_control(unsigned long code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
           (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

/* Masks what could forge lines of output or drive a terminal, and what is not UTF-8. */
static void mask_controls(char *text)
{
    char *at = text;
    while (*at != '\0') {
        size_t size;
        const unsigned long code = wm_code_point_read(at, &size);
        if (size == 0 || is_control(code))
            memset(at, '?', size == 0 ? 1 : size);
        at += size == 0 ? 1 : size;
    }
}

wm_status wm_error_vset(wm_error *err, wm_status code, const char *place, const char *format,
                        va_list arguments)
{
    if (err == NULL)
        return code;
    err->code = code;
    (void)snprintf(err->place, sizeof err->place, "%s", place != NULL ? place : "");
    (void)vsnprintf(err->message, sizeof err->message, format, arguments);
    mask_controls(err->place);
    mask_controls(err->message);
    return code;
}

wm_status wm_error_set(wm_error *err, wm_status code, const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)wm_error_vset(err, code, place, format, arguments);
    va_end(arguments);
    return code;
}

wm_status wm_error_place(wm_error *err, wm_status code, const char *format, ...)
{
    va_list arguments;
    if (err == NULL)
        return code;
    va_start(arguments, format);
    (void)vsnprintf(err->place, sizeof err->place, format, arguments);
    va_end(arguments);
    mask_controls(err->place);
    return code;
}

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

/* Masks what could forge lines of output or drive a terminal, and what is not UTF-8. */
static void mask_controls(char *text)
{
    char *at = text;
    while (*at != '\0') {
        size_t size;
        const unsigned long code = wm_code_point_read(at, &size);
        if (size == 0 || wm_code_point_is_hidden(code))
            memset(at, '?', size == 0 ? 1 : size);
        at += size == 0 ? 1 : size;
    }
}

/* Writes a text as of printf, cut between characters and masked. */
static void write_text(char *room, size_t size, const char *format, va_list arguments)
{
    if (vsnprintf(room, size, format, arguments) >= (int)size)
        wm_code_point_trim(room);
    mask_controls(room);
}

/* The same of a place. */
static void write_place(wm_error *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_text(err->place, sizeof err->place, format, arguments);
    va_end(arguments);
}

wm_status wm_error_vset(wm_error *err, wm_status code, const char *place, const char *format,
                        va_list arguments)
{
    if (err == NULL)
        return code;
    err->code = code;
    write_place(err, "%s", place != NULL ? place : "");
    write_text(err->message, sizeof err->message, format, arguments);
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
    write_text(err->place, sizeof err->place, format, arguments);
    va_end(arguments);
    return code;
}

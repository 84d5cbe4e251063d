/* Texts of statuses, and filling of errors. */
#include "base/status.h"

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

/* Masks control characters: they could forge lines of output or drive a terminal. */
static void mask_controls(char *text)
{
    unsigned char *byte;
    for (byte = (unsigned char *)text; *byte != 0; byte++)
        if (*byte < 0x20 || *byte == 0x7f)
            *byte = '?';
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

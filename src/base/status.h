/* Texts of statuses, and filling of errors. */
#ifndef WM_BASE_STATUS_H
#define WM_BASE_STATUS_H

#include <witnessmark.h>

#include <stdarg.h>

/* Fills *err, which may be NULL, and returns code: a failure is one line, return wm_error_set(...).
 * place may be NULL for none. Control characters in place and message become '?'. Long text is
 * cut. */
wm_status wm_error_set(wm_error *err, wm_status code, const char *place, const char *format, ...)
    WM_PRINTF(4, 5);

#ifdef __clang_analyzer__
/* Tells an analyzer that sees one file at a time that the code is returned. */
#define wm_error_set(err, code, ...) ((void)wm_error_set(err, code, __VA_ARGS__), (code))
#endif

/* As wm_error_set, with a va_list. */
wm_status wm_error_vset(wm_error *err, wm_status code, const char *place, const char *format,
                        va_list arguments) WM_PRINTF(4, 0);

/* Replaces the place of an error that is already set, where the caller knows a better one. Returns
 * err's code, or code if err is NULL. */
wm_status wm_error_place(wm_error *err, wm_status code, const char *format, ...) WM_PRINTF(3, 4);

#endif

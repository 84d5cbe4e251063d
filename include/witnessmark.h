/* The public interface of libwitnessmark: statuses and errors here, graphs, audit and proofs below. */
#ifndef WITNESSMARK_H
#define WITNESSMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WM_VERSION "0.1.0"

#if defined(__GNUC__)
#define WM_MUST_CHECK __attribute__((warn_unused_result))
#define WM_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define WM_MUST_CHECK
#define WM_PRINTF(format_index, first)
#endif

/* Every status with its text. The numbers are part of the interface: new ones go at the end. */
#define WM_STATUS_LIST(X)                                              \
    X(WM_OK, "ok")                                                     \
    X(WM_E_ARG, "the caller passed a wrong argument")                  \
    X(WM_E_NOMEM, "out of memory")                                     \
    X(WM_E_OPEN, "cannot open")                                        \
    X(WM_E_IO, "reading or writing failed")                            \
    X(WM_E_SYNTAX, "not well-formed")                                  \
    X(WM_E_CANON, "not in canonical form")                             \
    X(WM_E_INVALID, "breaks a rule of the format")                     \
    X(WM_E_MISMATCH, "does not agree with what it is checked against") \
    X(WM_E_LIMIT, "a limit was exceeded")                              \
    X(WM_E_NEWER, "a newer format than this program knows")            \
    X(WM_E_UNSUPPORTED, "not supported here")                          \
    X(WM_E_DEVICE, "the device failed")                                \
    X(WM_E_INTERRUPTED, "interrupted")                                 \
    X(WM_E_EXISTS, "exists already")                                   \
    X(WM_E_NOTFOUND, "not found")

/* What a function that can fail returns. */
typedef enum wm_status {
#define WM_STATUS_ENUM(code, text) code,
    WM_STATUS_LIST(WM_STATUS_ENUM)
#undef WM_STATUS_ENUM
        WM_STATUS_COUNT
} wm_status;

/* What went wrong, for a human: set on failure only, where a function takes one (it may be NULL). */
typedef struct wm_error {
    wm_status code;
    char place[128];   /* where: a file and line, a field, a device; may be empty */
    char message[384]; /* one line, control characters masked */
} wm_error;

/* The status's text: a constant, never NULL, also for a number that is no status. */
const char *wm_status_text(wm_status status);

/* The library's version, as in WM_VERSION. */
const char *wm_version(void);

#ifdef __cplusplus
}
#endif

#endif

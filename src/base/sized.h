/* Structs of a caller that begin with their size, so that they can grow.
 *
 * Source: ours, include/witnessmark.h; the rule is that of Linux's copy_struct_from_user. */
#ifndef WM_BASE_SIZED_H
#define WM_BASE_SIZED_H

#include <witnessmark.h>

/* What a library knows of one struct. */
typedef struct wm_sized {
    const char *name; /* in messages */
    size_t first;     /* bytes in the version that had it first */
    size_t size;      /* bytes in this version */
} wm_sized;

/* Checks the size that a caller's struct states. Errors: ARG (given is NULL, or the size is out of
 * range). */
WM_MUST_CHECK wm_status wm_sized_check(const wm_sized *of, const void *given, wm_error *err);

/* Copies a caller's struct into the library's own, of->size bytes; members that it lacks are zero.
 * Errors: ARG (also where the part that is not known is not zero). */
WM_MUST_CHECK wm_status wm_sized_take(const wm_sized *of, const void *given, void *own,
                                      wm_error *err);

/* Copies the library's own struct into a caller's, which passed wm_sized_check; the part that is
 * not known becomes zero. */
void wm_sized_give(const wm_sized *of, const void *own, void *given);

#endif

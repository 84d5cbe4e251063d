/* The git work tree that a folder is in. */
#ifndef WM_STUDY_WRAP_GIT_H
#define WM_STUDY_WRAP_GIT_H

#include <witnessmark.h>

#include <signal.h>
#include <stdbool.h>

enum { WM_WRAP_GIT_REVISION = 65 };

/* What git says about a folder. */
typedef struct wm_wrap_git {
    char revision[WM_WRAP_GIT_REVISION]; /* of HEAD; empty: unknown */
    bool is_clean;                       /* the tracked files are those of the revision */
    const char *reason;                  /* why the revision is unknown; static text */
    const char *clean_reason;            /* why it is not known whether it is clean */
} wm_wrap_git;

/* Asks git, the path of its program, about a folder. It writes nothing, also no index, and starts
 * no program that the repository names. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_wrap_git_read(const char *git, const char *folder,
                                         const volatile sig_atomic_t *stop, wm_wrap_git *found);

#endif

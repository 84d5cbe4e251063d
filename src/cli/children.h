/* Child processes of this program that run at once. */
#ifndef WM_CLI_CHILDREN_H
#define WM_CLI_CHILDREN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { WM_CHILDREN_LAST = 256, WM_CHILDREN_SIGNAL = 128 };

/* A child. */
typedef struct wm_child {
    char *const *arguments;      /* from "witnessmark", ends with NULL */
    const char *name;            /* begins each line that it prints on stderr */
    double limit_s;              /* it is stopped after this time, s; 0: it may take any time */
    int exit;                    /* receives its exit status, or 128 + n after signal n */
    bool is_late;                /* receives whether it was stopped, or could not even be killed */
    char last[WM_CHILDREN_LAST]; /* receives the last line that it printed, masked */
} wm_child;

/* Runs children of this program and waits for all. Each line of their stderr is printed on out with
 * the child's name and masked; their stdin and stdout are /dev/null. A signal in *stop is passed on
 * once. Children get SIGTERM if this process ends before them. A child that cannot be started has
 * exit status TROUBLE and a line that says why. One that is over its limit gets SIGTERM, then
 * SIGKILL, with all that it started; this function returns 1 s later at most, also where the child
 * hangs in a driver and cannot end. out NULL: the lines are not printed. */
void wm_children_run(wm_child *children, size_t count, const volatile sig_atomic_t *stop,
                     FILE *out);

#endif

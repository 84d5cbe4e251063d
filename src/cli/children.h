/* Child processes of this program that run at once. */
#ifndef WM_CLI_CHILDREN_H
#define WM_CLI_CHILDREN_H

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

/* A child. */
typedef struct wm_child {
    char *const *arguments; /* from "witnessmark", ends with NULL */
    const char *name;       /* begins each line that it prints on stderr */
    int exit;               /* receives its exit status, or 128 + n after signal n */
} wm_child;

/* Runs children of this program and waits for all. Each line of their stderr is printed on out with
 * the child's name and masked; their stdin and stdout are /dev/null. A signal in *stop is passed on
 * once. Children get SIGTERM if this process ends before them. A child that cannot be started has
 * exit status TROUBLE and a line that says why. */
void wm_children_run(wm_child *children, size_t count, const volatile sig_atomic_t *stop,
                     FILE *out);

#endif

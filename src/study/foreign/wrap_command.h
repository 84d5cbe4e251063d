/* Runs a command once, and measures its time and its resources. */
#ifndef WM_STUDY_WRAP_COMMAND_H
#define WM_STUDY_WRAP_COMMAND_H

#include <witnessmark.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

enum {
    WM_WRAP_OUTPUT = 65536, /* bytes of the standard output that are kept */
    WM_WRAP_WORDS = 4096,   /* bytes of the standard error that are kept */
    WM_WRAP_REASON = 512    /* of a text that says why something failed */
};

/* What is run. */
typedef struct wm_wrap_command {
    const char *file;  /* the executable */
    int descriptor;    /* of the file, by which it is started; -1: by its path */
    char *const *argv; /* ends with NULL */
    const char *input; /* the file on its standard input, from its beginning; NULL: an empty one */
    double timeout_s;  /* 0: none */
    /* signals that are blocked while the command runs, and in the command */
    const sigset_t *mask;
    const volatile sig_atomic_t *stop; /* if it is not 0, the command is ended */
} wm_wrap_command;

/* How it ended. */
typedef struct wm_wrap_end {
    double elapsed_s; /* from before the start to after the end */
    double waiting_s; /* its first thread was ready and had no processor; NaN: not reported */
    /* how often it, a process below it or this process was seen stopped; NaN: not known */
    double stops;
    const char *stops_reason; /* why it is not; static text */
    int status;               /* as wait4 gives it */
    struct rusage usage;
    bool is_timed_out, is_stopped;
    uint64_t output_bytes, error_bytes; /* all that was read */
    size_t output_size, error_size;     /* what is kept */
    char output[WM_WRAP_OUTPUT + 1];
    char words[WM_WRAP_WORDS + 1];
} wm_wrap_end;

/* Blocks SIGCHLD and the signals that stop a command. They are delivered only while a command runs.
 * *former receives the signals that were blocked before. */
void wm_wrap_command_block(sigset_t *former);

/* Delivers the blocked signals that came, then blocks them again. */
void wm_wrap_command_deliver(const sigset_t *former);

/* Ends wm_wrap_command_block. */
void wm_wrap_command_unblock(const sigset_t *former);

/* A descriptor above those of the standard streams, which a command replaces. The given one is
 * closed if it is none. Negative, with errno, if the given one is. */
int wm_wrap_command_above_standard(int file);

/* Runs the command in a process group of its own and waits for its end. Output is read until the
 * command ends; what its children write later is not. At the timeout or at a stop the group gets
 * SIGTERM, and SIGKILL 2 s later. The command also gets SIGKILL if this process ends before it. The
 * caller has called wm_wrap_command_block. Errors: OPEN (cannot be executed; the input cannot be
 * read), IO (no pipe, no process). */
WM_MUST_CHECK wm_status wm_wrap_command_run(const wm_wrap_command *command, wm_wrap_end *end,
                                            wm_error *err);

/* How a run failed, as `exit 1`; false if it did not. */
bool wm_wrap_command_failure(const wm_wrap_end *end, double timeout_s, char text[WM_WRAP_REASON]);

/* Gives a text to /bin/sh, with the limits of another command. `why` receives how that failed;
 * empty: it did not. Errors: as above; INTERRUPTED (stopped). */
WM_MUST_CHECK wm_status wm_wrap_command_shell(const char *text, const wm_wrap_command *like,
                                              wm_wrap_end *end, char why[WM_WRAP_REASON],
                                              wm_error *err);

#endif

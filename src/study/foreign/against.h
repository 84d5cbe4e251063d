/* The study of two builds of this program: in pairs, both measure the same items. */
#ifndef WM_STUDY_AGAINST_H
#define WM_STUDY_AGAINST_H

#include "study/foreign/against_side.h"
#include "study/foreign/wrap.h"

/* The sides: command 0 is what the other is compared with. */
enum {
    WM_AGAINST_OTHER, /* A: the program that was named */
    WM_AGAINST_THIS,  /* B: this program */
    WM_AGAINST_SIDES,
    WM_AGAINST_LEAST = 6,   /* pairs, for an interval */
    WM_AGAINST_TEXT = 256,  /* of a version or a revision */
    WM_AGAINST_PATH = 4096, /* of the folder where runs leave their records */
    WM_AGAINST_WORDS = 24   /* of a run's command line, without items */
};

/* A build. */
typedef struct wm_against_build {
    const char *file; /* its executable */
    char version[WM_AGAINST_TEXT], revision[WM_AGAINST_TEXT], format[WM_AGAINST_TEXT];
} wm_against_build;

/* What both measure. Texts are those of the options of `run`; NULL: not given. */
typedef struct wm_against_what {
    const char *plan, *backend, *device, *witness;
    const char *const *labels; /* of --item */
    size_t label_count;
    unsigned repeats, threads; /* 0: not given */
    double seconds;            /* of a repeat */
    char nonce[65];            /* of both, so that their inputs are the same */
} wm_against_what;

typedef struct wm_against {
    const char *path; /* the record's folder */
    wm_against_what what;
    wm_against_build build[WM_AGAINST_SIDES];
    double budget_s; /* pairs are made for so long, and at least WM_AGAINST_LEAST */
    double least_timeout_s;
    const char *base; /* where the runs' folder is made */
    const volatile sig_atomic_t *stop;
    void (*progress)(void *context, bool is_warmup, unsigned index);
    void *context;
} wm_against;

/* What came of it, beside what came of the runs. */
typedef struct wm_against_outcome {
    wm_wrap_outcome runs;
    size_t items, without_ratio; /* of them */
    bool has_wrong;              /* an output is wrong, on either side */
} wm_against_outcome;

/* Asks a build for its version. Errors: those of wm_wrap_command_run; INVALID (it is no build of
 * this program, or its records have another format); INTERRUPTED. */
WM_MUST_CHECK wm_status wm_against_ask(wm_against_build *build, const volatile sig_atomic_t *stop,
                                       wm_error *err);

/* Runs both in pairs, in an order that is drawn for each pair, and seals the record. Each run is a
 * new process that seals a record of its own, which is audited, read and removed. It ends after
 * budget_s, after a run that failed, or when no item can have a ratio any more. A run may take as
 * long as the budget, or least_timeout_s if that is longer. Errors: those of wm_wrap_run; IO (no
 * folder for the runs). */
WM_MUST_CHECK wm_status wm_against_run(const wm_against *against, wm_against_outcome *outcome,
                                       wm_error *err);

/* Removes what a run left. A signal's handler may call it. */
void wm_against_remove(void);

#endif

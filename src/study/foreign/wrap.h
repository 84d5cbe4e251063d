/* The study of one command: it is run several times, and every run is an observation. */
#ifndef WM_STUDY_WRAP_H
#define WM_STUDY_WRAP_H

#include "measure/facts/commitments.h"
#include "measure/facts/named.h"
#include "model/wrapped_name.h"
#include "study/foreign/wrap_file.h"
#include "study/foreign/wrap_inputs.h"
#include "study/foreign/wrap_metric.h"
#include "study/foreign/wrap_observation.h"

enum {
    WM_WRAP_REPEATS = WM_WRAPPED_REPEATS,
    WM_WRAP_WARMUPS = 1000,
    WM_WRAP_VARIABLES = 256,
    WM_WRAP_INPUTS = 64
};

/* A variable of the environment that is recorded. */
typedef struct wm_wrap_variable {
    const char *name;
    const char *value; /* NULL: it is not set */
} wm_wrap_variable;

/* A command. */
typedef struct wm_wrap_target {
    const char *file; /* the executable of argv[0] */
    char *const *argv;
    const bool *hidden; /* arguments that are redacted */
} wm_wrap_target;

/* A study of what the runs leave behind, beside their times. The functions get `context`. */
typedef struct wm_wrap_study {
    const char *plan; /* the name of the record's plan */
    void *context;
    /* Adds facts to the environment. */
    wm_status (*facts)(void *context, wm_environment *environment, wm_error *err);
    /* Whether another repeat begins after so many. */
    bool (*goes_on)(void *context, unsigned repeats);
    /* Called before each run of a command. */
    void (*begin)(void *context, size_t command);
    /* Reads what a run left, and may make it a failed one. Not called after one that failed. */
    void (*take)(void *context, size_t command, wm_wrap_observation *made);
    /* Gives the numbers with this index of the repeat that ended; false: there are no more. */
    bool (*numbers)(void *context, size_t index, wm_own_numbers *own);
    /* Asks for the claims about these numbers. */
    wm_status (*ask)(void *context, wm_graph *graph, wm_error *err);
} wm_wrap_study;

/* What is measured, and how. */
typedef struct wm_wrap {
    const char *path;             /* the record's folder */
    const wm_wrap_target *target; /* the first is what the others are compared with */
    size_t target_count;          /* 1 to WM_WRAPPED_COMMANDS */
    const char *const *input;     /* files whose digests the record has */
    size_t input_count;
    bool has_stdin;      /* input[0] is on the standard input of each run; else it is empty */
    const char *setup;   /* a command for /bin/sh before all runs; NULL: none */
    const char *cleanup; /* one after them */
    const char *prepare; /* a command for /bin/sh before each run; NULL: none */
    bool hides_setup, hides_cleanup, hides_prepare; /* their texts are redacted */
    unsigned repeats, warmups;
    double least_s;   /* the repeats of each command last so long together; 0: any time */
    double timeout_s; /* of a run; 0: none */
    const wm_wrap_variable *variables;
    size_t variable_count;
    const wm_wrap_metric *metric; /* NULL: none */
    bool hides_path;              /* so are folders of the files that are executed */
    const char *redacted;         /* what is, in words; empty: nothing */
    const wm_named *named;        /* facts that the user named; NULL: none */
    wm_commitments *commitments;  /* to the hidden ones of them; NULL: none are made */
    bool ignores_failure;         /* a run with another exit status than 0 counts */
    const char *git;              /* the program, which says revisions; NULL: none */
    const char *git_reason;       /* why there is none; NULL: nobody asks for revisions */
    const wm_wrap_study *study;   /* of what runs leave; it says how many repeats; NULL: none */
    const volatile sig_atomic_t *stop;
    /* Called before each run; index is from 0. */
    void (*progress)(void *context, bool is_warmup, unsigned index);
    void *context;
} wm_wrap;

/* What came of it. */
typedef struct wm_wrap_outcome {
    char root[WM_ID_SIZE]; /* empty: nothing was sealed */
    unsigned repeats;      /* that were recorded */
    unsigned failed;       /* of them */
    unsigned unread;       /* of those that did not fail: without a metric */
    double pressure;       /* mean share of their time that some task waited for a processor */
    char failure[WM_WRAP_REASON]; /* why the first failed: `repeat 3: exit 1`, `repeat 3 of B: ...`
                                   */
    char cleanup[WM_WRAP_REASON]; /* why the command after all runs failed; empty: it did not */
    char words[256];              /* the last line of its standard error */
    wm_wrap_absence absence;      /* why the first metric is absent */
    char partial[600];            /* where the observations are if they could not be sealed */
} wm_wrap_outcome;

/* Runs the warm-ups and the repeats, and seals the record. A repeat is a run of each command, in an
 * order that is drawn anew each time. Each observation is on the disk before
 * the next run starts. A run that fails, hangs or prints no metric is recorded with its reason. A
 * stop ends the command and seals the repeats that are complete. Errors: INTERRUPTED (stopped;
 * outcome->root says whether something was sealed), OPEN (a command cannot be executed or an input
 * not be read; nothing is left), IO (the setup failed; nothing is left), those of wm_writer_open,
 * wm_writer_append and wm_writer_seal; DEVICE (the clock went back); INVALID (the bytes of an
 * executable or input changed and its times did not: nothing is sealed).
 */
WM_MUST_CHECK wm_status wm_wrap_run(const wm_wrap *wrap, wm_wrap_outcome *outcome, wm_error *err);

/* A new environment: the machine, this program, and the facts wrap.*: executables, interpreters,
 * arguments, inputs, variables, options. files: those of each command. A text that a fact cannot
 * hold is absent, and the reason has its SHA-256. Errors: LIMIT (more arguments than a record can
 * hold), those of wm_machine_program_facts. Ownership: wm_environment_free, also after a failure.
 */
WM_MUST_CHECK wm_status wm_wrap_facts_new(const wm_wrap *wrap, const wm_wrap_files *files,
                                          const wm_wrap_inputs *inputs,
                                          wm_environment **environment, wm_error *err);

#endif

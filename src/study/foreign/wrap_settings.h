/* What a wrapped command's study is asked to do. */
#ifndef WM_STUDY_WRAP_SETTINGS_H
#define WM_STUDY_WRAP_SETTINGS_H

#include "study/foreign/wrap_metric.h"

#include <signal.h>

enum { WM_WRAP_REPEATS = 10000, WM_WRAP_WARMUPS = 1000, WM_WRAP_VARIABLES = 256 };

/* A variable of the environment that is recorded. */
typedef struct wm_wrap_variable {
    const char *name;
    const char *value; /* NULL: it is not set */
} wm_wrap_variable;

/* What is measured, and how. */
typedef struct wm_wrap {
    const char *path; /* the record's folder */
    const char *file; /* the executable of argv[0] */
    char *const *argv;
    const char *prepare; /* a command for /bin/sh before each run; NULL: none */
    unsigned repeats, warmups;
    double timeout_s; /* of a run, and of a preparation; 0: none */
    const wm_wrap_variable *variables;
    size_t variable_count;
    const wm_wrap_metric *metric; /* NULL: none */
    bool ignores_failure;         /* a run with another exit status than 0 counts */
    const volatile sig_atomic_t *stop;
    /* Called before each run; index is from 0. */
    void (*progress)(void *context, bool is_warmup, unsigned index);
    void *context;
} wm_wrap;

#endif

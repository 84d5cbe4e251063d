/* The answer of `reverify`, in words and as JSON. */
#ifndef WM_CLI_REVERIFY_PRINT_H
#define WM_CLI_REVERIFY_PRINT_H

#include "cli/results.h"
#include "study/reverify.h"

#include <stdio.h>

/* What is printed. */
typedef struct wm_reverify_report {
    wm_reverify *reverify;
    wm_results *results; /* the record that is re-verified */
    size_t
        failed; /* items asked for of which the record says that a check failed, caught faults apart */
    size_t undecided; /* others asked for with a check that could not be run or decided */
    const char *path;
    const char *sealed;      /* where a re-verification record lies; NULL: none was asked for */
    const char *sealed_root; /* of that */
    const char *backend;     /* that computes */
    const char *device;      /* which one of its kind; NULL: the first */
    const char *const *only; /* what was asked for, only_count of them */
    size_t only_count;
    uint64_t size_max; /* the largest dimension that was asked for; 0: any */
    bool has_root;     /* the root was held from elsewhere */
    bool is_coloured;
    bool has_computed; /* --product */
} wm_reverify_report;

/* Whether --only asks for the item with this label: one of the prefixes begins it, or there are none. */
bool wm_reverify_asks(const char *const *only, size_t only_count, const char *label);

/* The first word of the answer: "agrees", "openings agree", "differs", "failed" or "inconclusive". */
const char *wm_reverify_status(const wm_reverify_report *report);

/* The exit status: no if something differs or a check failed, yes if everything asked for was reproduced, else inconclusive. */
int wm_reverify_exit(const wm_reverify_report *report);

/* Prints the verdict, what it means, a row an output, reasons, the record's findings, and what to do next. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_print(const wm_reverify_report *report, FILE *out);

/* Prints schema `witnessmark-reverify/1`. Errors: NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_reverify_export(const wm_reverify_report *report, FILE *out);

#endif

/* The answer of `reverify`, in words and as JSON. */
#ifndef WM_CLI_REVERIFY_PRINT_H
#define WM_CLI_REVERIFY_PRINT_H

#include "cli/table.h"
#include "study/reverify.h"

#include <stdio.h>

/* A record's own findings, sorted by what they mean here. */
typedef struct wm_reverify_notes {
    wm_finding *finding; /* with texts of their own */
    size_t count;
    size_t failed;    /* items with a check that the record says has failed, planned faults apart */
    size_t undecided; /* other items with a check that the record says could not be decided */
    bool is_short;    /* memory ran out */
} wm_reverify_notes;

/* Keeps a finding, and counts nothing yet; for wm_audit_options, with the notes as context. */
void wm_reverify_note(void *context, const wm_finding *finding);

/* Gives the notes back. */
void wm_reverify_notes_clear(wm_reverify_notes *notes);

/* What is printed. */
typedef struct wm_reverify_report {
    wm_reverify *reverify;
    const wm_reverify_notes *notes;
    const char *root;
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

/* The first word of the answer: "agrees", "openings agree", "differs", "failed" or "inconclusive". */
const char *wm_reverify_status(const wm_reverify_report *report);

/* The exit status: no if something differs or a check failed, yes if everything asked for was reproduced, else inconclusive. */
int wm_reverify_exit(const wm_reverify_report *report);

/* Prints the verdict, what it means, a row an output, reasons, the record's findings, and what to do next. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_print(const wm_reverify_report *report, FILE *out);

/* Prints schema `witnessmark-reverify/1`. Errors: NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_reverify_export(const wm_reverify_report *report, FILE *out);

#endif

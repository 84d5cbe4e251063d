/* The beginning of an interrupted run's record: what it measures, and with which options. */
#ifndef WM_STUDY_PARTIAL_H
#define WM_STUDY_PARTIAL_H

#include "measure/facts/machine.h"
#include "measure/schedule.h"

enum { WM_PARTIAL_PATH = 4352 };

/* What the first two lines of a partial record say. Ownership: wm_partial_clear. */
typedef struct wm_partial {
    bool is_there;   /* both lines are whole; else the rest is empty */
    bool lacks_plan; /* the partial is there, but not both lines */
    char backend[16];
    char uuid[64];       /* of the device; empty: it has none, or it is hidden */
    unsigned threads;    /* of a CPU device; 0: unknown */
    char witness[16];    /* the backend of a witness; empty: the device itself */
    char cards_mode[16]; /* how the device ran beside others; empty: it was alone */
    wm_machine_cards cards;
    unsigned power_steps;      /* how many power limits are set across the repeats; 0: none */
    bool takes_first;          /* a GPU does not search for the fastest method */
    wm_clock_adjustment clock; /* at the first start */
    unsigned hidden;           /* bits of measure/facts/redact.h */
    wm_named named;            /* facts that the user named */
    bool has_commitments;      /* RECORD.facts has the hidden values */
    wm_schedule schedule;
    char prior[WM_PARTIAL_PATH]; /* its copy of the evidence that it continues; empty: none */
} wm_partial;

/* Reads the partial record of a final path. Without one, or without both lines, is_there is false.
 * Errors: INVALID (a line that is not a record's), ARG (a path that is too long), NOMEM. Ownership:
 * wm_partial_clear in every case. */
WM_MUST_CHECK wm_status wm_partial_read(const char *path, wm_partial *partial, wm_error *err);

/* Frees the memory. */
void wm_partial_clear(wm_partial *partial);

#endif

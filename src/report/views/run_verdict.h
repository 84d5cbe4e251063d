/* The verdict of a run: counts, exit status, JSON. */
#ifndef WM_REPORT_RUN_VERDICT_H
#define WM_REPORT_RUN_VERDICT_H

#include "model/model.h"
#include "model/tally.h"
#include "record/laws/rule.h"
#include "report/document/document.h"

/* The fault of --inject. */
typedef struct wm_run_verdict_fault {
    wm_fault_kind kind; /* WM_FAULT_NONE: not given */
    const char *label;  /* of the item that gets it; empty: of every item that can have it */
} wm_run_verdict_fault;

typedef struct wm_run_verdict {
    wm_model *model;                  /* of the sealed record */
    const char *path;                 /* its folder */
    const struct wm_wrapped *wrapped; /* its repeats if it is of `wrap`; else NULL */
    wm_run_verdict_fault injected;
    wm_tally tally;
} wm_run_verdict;

/* The next claim that evidence of a prior was not kept, or that part of it is missing; NULL: there
 * is no more. `of` begins as {NULL, 0}. */
const wm_claim *wm_run_verdict_next_lost(const wm_model *model, wm_claims_group *of);

/* Its words: `evidence of prior.1 preserved: partial: not compared`. */
const char *wm_run_verdict_lost_words(const wm_claim *claim, wm_document *to);

/* Counts the outcomes of the record's items. */
wm_run_verdict wm_run_verdict_make(wm_model *model, const char *path,
                                   wm_run_verdict_fault injected);

/* The worse of two exit statuses: INCONCLUSIVE is worse than YES, and NO is worse than both. */
int wm_run_verdict_worse(int a, int b);

/* The exit status of a prior's evidence, by the texts of `links` and `evidence_preserving`; NULL:
 * no such claim. NO where it is `no`; INCONCLUSIVE where an output was not compared or not judged;
 * else YES, also without links. */
int wm_run_verdict_kept(const char *links, const char *evidence);

/* The exit status. An injected fault gives NO, even if it was caught. A continuation has that of
 * its prior's evidence if it is worse. */
int wm_run_verdict_exit(const wm_run_verdict *verdict);

/* The exit status of a differential: NO with a finding about a link, or where evidence was lost;
 * YES if every item could be compared; else INCONCLUSIVE. */
int wm_run_verdict_differential(const wm_model *model);

/* What came of the profiles. */
typedef struct wm_run_verdict_profiles {
    size_t measured, flat;     /* flat: not discriminating */
    size_t compared, recalled; /* with those of priors */
} wm_run_verdict_profiles;
wm_run_verdict_profiles wm_run_verdict_count_profiles(const wm_model *model);

/* Adds schema `witnessmark-run/1`. */
void wm_run_verdict_export(const wm_run_verdict *verdict, wm_document *to);

#endif

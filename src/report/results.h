/* An audited record, loaded for showing. */
#ifndef WM_REPORT_RESULTS_H
#define WM_REPORT_RESULTS_H

#include <witnessmark.h>

#include "archive/reader.h"
#include "report/claims.h"
#include "record/plan.h"

/* A finding of the audit. */
typedef struct wm_results_finding {
    char *claim;
    char *text;
} wm_results_finding;

/* One row of a transcript: what was done, what the witness read after it, and what was decided. */
typedef struct wm_results_stage {
    size_t item;
    char stage[16];
    char operation[256];
    double residual; /* the witness's, else the acquired product's; NaN where it is null */
    /* the one that followed; of a product that a fault was then made in, as its repeats were
     * judged */
    char decision[16];
} wm_results_stage;

/* One item of the plan. */
typedef struct wm_results_item {
    wm_item item;
    char label[WM_PLAN_LABEL_SIZE];
    bool has_run;      /* a repeat of it did not fail */
    char failure[512]; /* why its first failed repeat failed, or its calibration; empty: none did */
} wm_results_item;

/* A repeat that counts although something disturbed it. */
typedef struct wm_results_disturbed {
    size_t item;
    uint32_t repeat;
    char flags[128]; /* words of the format with ", " between them */
} wm_results_disturbed;

/* The record. */
typedef struct wm_results {
    char path[4096];
    wm_audit_report report;
    wm_reader *reader;
    wm_claims claims;
    wm_results_item *item;
    size_t item_count;
    size_t cursor; /* where the last search for an item ended */
    wm_results_stage *stage;
    size_t stage_count;
    wm_results_disturbed *disturbed; /* in the order of the evidence */
    size_t disturbed_count;
    wm_results_finding *finding;
    size_t finding_count;
    char plan[256];     /* its name */
    char producer[256]; /* name, version, source revision */
    char device[256];   /* backend and device */
    char uuid[128];     /* that the environment names the device by; empty where it does not */
    char witness[256];  /* the same of the device that checked, be it that device or another */
} wm_results;

/* Audits the record at path, against a root held from elsewhere unless that is NULL, and loads it.
 * Nothing of a record that does not pass is loaded, and results->report says why. Errors: those of
 * wm_audit_path; IO (it changed between audit and reading); NOMEM. Ownership: wm_results_close, in
 * every case. */
WM_MUST_CHECK wm_status wm_results_open(const char *path, const char *root, wm_results *results,
                                        wm_error *err);

/* The item that a claim is about, by its name; NULL for one of no item. Cost: constant when asked
 * in the record's order, else linear. */
const wm_results_item *wm_results_item_of(wm_results *results, const char *claim);

/* Gives everything back. */
void wm_results_close(wm_results *results);

#endif

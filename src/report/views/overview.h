/* The overview of a record: heading, findings, tables. */
#ifndef WM_REPORT_OVERVIEW_H
#define WM_REPORT_OVERVIEW_H

#include "model/wrapped.h"
#include "report/document/words.h"

/* What is shown of a record. */
typedef struct wm_view {
    bool all_transcripts; /* also list transcripts that are only an accept */
    bool is_verbose;      /* all tables */
    bool is_quiet;        /* the verdict alone */
    /* in commands to copy: the path of the evidence, and what comes before; NULL: the path that was
     * opened, and nothing */
    const char *evidence, *unpack;
} wm_view;

/* Adds what a light record does not have; nothing for another. */
void wm_overview_light(const wm_model *model, wm_document *to);

/* Adds heading, findings and tables. All values are texts of claims, except the residuals of
 * transcripts and what is added of a wrapped record: its repeats and their interval. wrapped is
 * NULL of another record, or if that is shown above. */
void wm_overview_add(const wm_model *model, const wm_wrapped *wrapped, const wm_view *view,
                     wm_document *to);

/* Adds a finding on one line, with the outcome of the injected fault behind it, if any. */
void wm_overview_finding(const wm_model *model, const wm_model_finding *finding, wm_document *to);

/* Adds the findings, one on each line, but those of planned faults that were caught unless these
 * are asked for. */
void wm_overview_findings(const wm_model *model, bool has_caught, wm_document *to);

#endif

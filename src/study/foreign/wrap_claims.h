/* The claims of a record of `wrap`. */
#ifndef WM_STUDY_WRAP_CLAIMS_H
#define WM_STUDY_WRAP_CLAIMS_H

#include "archive/writer.h"
#include "study/foreign/wrap.h"

/* What came of a command. */
typedef struct wm_wrap_tally {
    unsigned failed;     /* repeats */
    unsigned unread;     /* of those that did not fail: without a metric */
    double least_metric; /* the smallest magnitude above zero; 0: none */
} wm_wrap_tally;

/* Asks for the claims about each command, and about the ratios of their times. tally: of each
 * command. Errors: those of wm_graph_claim. */
WM_MUST_CHECK wm_status wm_wrap_claims_ask(wm_graph *graph, const wm_wrap *wrap,
                                           const wm_wrap_tally *tally, wm_error *err);

#endif

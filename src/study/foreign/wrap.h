/* The study of one command: it is run several times, and every run is an observation. */
#ifndef WM_STUDY_WRAP_H
#define WM_STUDY_WRAP_H

#include "study/foreign/wrap_settings.h"

/* What came of it. */
typedef struct wm_wrap_outcome {
    char root[WM_ID_SIZE]; /* empty: nothing was sealed */
    unsigned repeats;      /* that were recorded */
    unsigned failed;       /* of them */
    unsigned unread;       /* of those that did not fail: without a metric */
    double pressure;       /* mean share of their time that some task waited for a processor */
    bool is_rss_hidden;    /* no repeat had more memory than this program, whose peak it has */
    char failure[WM_WRAP_REASON]; /* why the first failed: `repeat 3: exit 1` */
    char words[256];              /* the last line of its standard error */
    char absence[WM_WRAP_REASON]; /* why the first metric is absent */
    char partial[600];            /* where the observations are if they could not be sealed */
} wm_wrap_outcome;

/* Runs the warm-ups and the repeats, and seals the record. Each observation is on the disk before
 * the next run starts. A run that fails, hangs or prints no metric is recorded with its reason. A
 * stop ends the command and seals the repeats that are complete. Errors: INTERRUPTED (stopped;
 * outcome->root says whether something was sealed), OPEN (the command cannot be executed; nothing
 * is left), those of wm_writer_open, wm_writer_append and wm_writer_seal; DEVICE (the clock went
 * back).
 */
WM_MUST_CHECK wm_status wm_wrap_run(const wm_wrap *wrap, wm_wrap_outcome *outcome, wm_error *err);

#endif

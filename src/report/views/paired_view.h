/* Shows a record of `run --against`: two builds, the ratios of their rates, what speaks against. */
#ifndef WM_REPORT_PAIRED_VIEW_H
#define WM_REPORT_PAIRED_VIEW_H

#include "model/wrapped.h"
#include "report/document/words.h"
#include "report/views/wrapped_interval.h"

/* What the pairs of an item show about B, the side that ran `--against`. */
typedef enum wm_paired_result {
    WM_PAIRED_NOT_SHOWN, /* the interval holds 1 */
    WM_PAIRED_SLOWER,
    WM_PAIRED_FASTER,
    WM_PAIRED_FEW,       /* fewer than 6 pairs */
    WM_PAIRED_DISTURBED, /* most pairs are flagged, or it is not known whether they are */
    WM_PAIRED_ABSENT     /* a ratio is absent: a wrong output, a failed run */
} wm_paired_result;

/* The ratio of B's rate to A's, with its 95 % interval by order statistics. */
typedef struct wm_paired_ratio {
    wm_wrapped_interval ends;
    wm_paired_result result;
} wm_paired_ratio;

wm_paired_ratio wm_paired_view_ratio(const wm_paired_item *item);

/* Its word, as `slower`. */
const char *wm_paired_view_word(wm_paired_result result);

/* Whether B is slower than A by more than a share in an item; undecided also where one has no
 * direction. */
wm_wrapped_slower wm_paired_view_slower(const wm_paired *paired, double share);

/* Each is of a record with repeats, and adds to a document. */

/* The verdict in a word: `pass`, `fail`, `interrupted`, `inconclusive`. */
const char *wm_paired_view_verdict(const wm_wrapped *wrapped);

/* The pairs whose runs both ended by themselves, without a failure. */
size_t wm_paired_view_measured(const wm_wrapped *wrapped);

/* The runs of both sides that the limit of time ended. */
size_t wm_paired_view_timed_out(const wm_wrapped *wrapped);

/* The verdict on one line. */
void wm_paired_view_add_verdict(const wm_wrapped *wrapped, bool is_claim, wm_document *to);

/* Both builds: version, revision, and whether they are the same file. */
void wm_paired_view_add_builds(const wm_model *model, wm_document *to);

/* A row for each item, and what to know about the intervals. */
void wm_paired_view_add_table(const wm_model *model, const wm_paired *paired, wm_document *to);

/* Of a claim on a ratio the interval and what it shows, of one on a rate that it has none; and how
 * many pairs are disturbed. Nothing of another claim. */
void wm_paired_view_add_interval(const wm_paired *paired, const wm_claim *claim, wm_words *line);

/* For programs: the members `builds` and `items`. */
void wm_paired_view_export(const wm_model *model, const wm_paired *paired, wm_document *to);

/* Rows of a table of wm_wrapped_view_add_rows: the ratio and both rates of each item. */
void wm_paired_view_add_rows(const wm_paired *paired, wm_table *table);

#endif

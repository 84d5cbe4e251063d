/* The comparison of two records: items, own numbers, facts.
 *
 * Item by item it uses the functions of links: the base takes the place of the prior. Source: ours,
 * docs/formats/record.md section 4, links; docs/man/witnessmark.1, compare. */
#ifndef WM_REPORT_COMPARISON_H
#define WM_REPORT_COMPARISON_H

#include "model/model.h"
#include "record/laws/link.h"
#include "report/document/document.h"

/* A median with its interval. */
typedef struct wm_comparison_range {
    wm_result median, low, high;
} wm_comparison_range;

/* Which way a number changed; UNKNOWN: a ratio has no interval. */
typedef enum wm_comparison_change {
    WM_COMPARISON_UNKNOWN,
    WM_COMPARISON_NOT_SHOWN, /* the interval of the ratio holds 1 */
    WM_COMPARISON_FASTER,
    WM_COMPARISON_SLOWER,
    WM_COMPARISON_HIGHER, /* an own number that is neither a time nor a rate */
    WM_COMPARISON_LOWER,
    WM_COMPARISON_CHANGES
} wm_comparison_change;

/* Whether two outputs are equal; NONE: an own number has no output. */
typedef enum wm_comparison_output {
    WM_COMPARISON_NONE,
    WM_COMPARISON_IDENTICAL,
    WM_COMPARISON_DIFFERENT, /* they must be identical */
    WM_COMPARISON_NOT_COMPARED,
    WM_COMPARISON_OUTPUTS
} wm_comparison_output;

/* An item, or an own number, that both records have. A ratio is the other record's value by the
 * base's. Texts are those of the models. */
typedef struct wm_comparison_row {
    const char *label;
    const wm_claim *base, *other; /* on the median; NULL for an item without a rate */
    wm_comparison_range base_range, other_range, ratio;
    wm_comparison_change change;
    const char *why;    /* why the ratio or its interval is null; else NULL */
    const char *remark; /* on the interval; or NULL */
    /* NULL, and without meaning below, for an own number */
    const wm_link_side *base_side, *other_side;
    wm_comparison_output output;
    const char *output_why; /* why it was not compared, or why it must be identical; or NULL */
    wm_result floor_ratio;
    bool is_same_method;
} wm_comparison_row;

/* A value of a fact. */
typedef struct wm_comparison_value {
    const char *text;   /* NULL: absent */
    const char *reason; /* why the fact is null, or NULL */
    bool is_number;
} wm_comparison_value;

/* A fact that differs. */
typedef struct wm_comparison_fact {
    const char *name;
    wm_comparison_value base, other;
} wm_comparison_fact;

/* Labels of what one record alone has. */
typedef struct wm_comparison_names {
    const char **name;
    size_t count, capacity;
} wm_comparison_names;

typedef struct wm_comparison {
    const wm_model *base, *other;
    wm_document *to; /* its memory is that of the comparison */
    wm_comparison_row *row;
    size_t row_count, row_capacity;
    wm_comparison_names only_base, only_other;
    wm_comparison_fact *fact;
    size_t fact_count, fact_capacity;
    size_t same_facts; /* number of facts that are equal */
    size_t changes[WM_COMPARISON_CHANGES], outputs[WM_COMPARISON_OUTPUTS]; /* number of rows */
    wm_result geometric_mean; /* of the ratios of items; null if there is none */
    size_t ratio_count;       /* of these ratios */
} wm_comparison;

/* Compares two records. They and the document, which gets no block, must outlive the comparison.
 * Errors: those of wm_reader_read; NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_make(const wm_model *base, const wm_model *other,
                                           wm_document *to, wm_comparison *comparison,
                                           wm_error *err);

/* The exit status: 1 if outputs must be identical and are not, 3 if nothing could be compared, else
 * 0. */
int wm_comparison_exit(const wm_comparison *comparison);

/* The exit status of several: 1 if one has it, else 3 if one has it, else 0. */
int wm_comparison_exit_of(const wm_comparison *comparisons, size_t count);

/* The words of a change and of an output; NULL for UNKNOWN and NONE. */
const char *wm_comparison_change_word(wm_comparison_change change);
const char *wm_comparison_output_word(wm_comparison_output output);

/* The direction of a ratio by its interval. is_time: a larger number is slower; is_rate: faster. */
wm_comparison_change wm_comparison_direction(const wm_comparison_range *ratio, bool is_time,
                                             bool is_rate);

/* Why a ratio is null: the reasons of its sides, else its own; NULL: it is not. */
const char *wm_comparison_why(wm_document *to, const char *base, const char *other,
                              const wm_result *ratio);

/* Each adds count > 0 comparisons that have one base. */

/* In words: a verdict for each and, if not quiet, the records, outputs that differ, facts, the
 * table of rows, and what one record alone has. */
void wm_comparison_text_add(const wm_comparison *comparisons, size_t count, bool is_quiet,
                            wm_document *to);

/* Schema `witnessmark-compare/1`: status, base, and for each other record the counts, facts, items,
 * own numbers. */
void wm_comparison_export_json(const wm_comparison *comparisons, size_t count, wm_document *to);

/* A row for each item and own number, with all digits. */
void wm_comparison_export_rows(const wm_comparison *comparisons, size_t count, wm_document *to);

/* ---- its parts, one file each: comparison_NAME.c ---- */

/* Fills the ratio of an own number that both records have. Errors: those of wm_reader_read;
 * NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_own_compare(const wm_comparison *comparison,
                                                  wm_comparison_row *row, wm_error *err);

/* The index, from 1, of the lower end of the order-statistics interval of the median of count
 * values; 0 if there is none at 95 %. As wm_statistic_interval, for any count. */
size_t wm_comparison_own_interval(size_t count);

/* Finds the facts that differ: producer, backend, device, witness, plan, then the facts of line 1
 * and of its witness. */
void wm_comparison_facts_find(wm_comparison *comparison);

#endif

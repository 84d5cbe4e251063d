/* The comparison of records: two sides, or a fleet against its median.
 *
 * A row is an item or an own number that all records have. Each record gives it one number, the
 * claimed median, with what the record says about it. Outputs are compared by the digests of all
 * repeats. Source: ours, docs/man/witnessmark.1, compare; docs/formats/record.md section 4, links,
 * for the interval of two single runs and for the outputs. */
#ifndef WM_REPORT_COMPARISON_H
#define WM_REPORT_COMPARISON_H

#include "model/model.h"
#include "record/laws/link.h"
#include "report/document/table.h"

/* A number with its interval. */
typedef struct wm_comparison_range {
    wm_result median, low, high;
} wm_comparison_range;

/* Which way a number changed. */
typedef enum wm_comparison_change {
    WM_COMPARISON_NO_DIRECTION, /* none may be named; a text says why */
    WM_COMPARISON_NOT_SHOWN,    /* the interval of the ratio holds 1 */
    WM_COMPARISON_FASTER,
    WM_COMPARISON_SLOWER,
    WM_COMPARISON_HIGHER, /* an own number that is neither a time nor a rate */
    WM_COMPARISON_LOWER,
    WM_COMPARISON_CHANGES
} wm_comparison_change;

/* Whether outputs are equal; NONE: an own number has no output. */
typedef enum wm_comparison_output {
    WM_COMPARISON_NONE,
    WM_COMPARISON_IDENTICAL,
    WM_COMPARISON_DIFFERENT, /* they must be identical */
    WM_COMPARISON_NOT_COMPARED,
    WM_COMPARISON_OUTPUTS
} wm_comparison_output;

/* Whether a number is slower by more than --fail-slower. */
typedef enum wm_comparison_limit {
    WM_COMPARISON_OPEN, /* no direction, or the interval holds the limit */
    WM_COMPARISON_WITHIN,
    WM_COMPARISON_BEYOND,
    WM_COMPARISON_NOT_ASKED
} wm_comparison_limit;

/* What a number says by growing. */
typedef enum wm_comparison_meaning {
    WM_COMPARISON_QUANTITY,
    WM_COMPARISON_TIME, /* larger is slower */
    WM_COMPARISON_RATE  /* larger is faster */
} wm_comparison_meaning;

/* A digest, and how many repeats have it. */
typedef struct wm_comparison_digest {
    uint8_t bytes[WM_SHA256_SIZE];
    size_t repeats;
} wm_comparison_digest;

/* An item, or an own number, in one record. Texts are those of the model or of the document. */
typedef struct wm_comparison_run {
    const wm_model *model;
    const wm_model_item *item;    /* NULL: an own number */
    const wm_claim *claim;        /* the number; NULL: an item without a rate */
    wm_comparison_range range;    /* as claimed; of an own number: from its series */
    size_t length;                /* number of repeats, or of values in the series */
    size_t flags[WM_FLAG_WORDS];  /* how many of its repeats have each flag */
    size_t unknown;               /* repeats of `wrap` that may have one */
    const char *verdict;          /* on the output of an item; NULL: it has none */
    const char *bar;              /* why the number names no direction; NULL: it may */
    wm_link_side side;            /* of an item */
    wm_comparison_digest *digest; /* different ones of its repeats, in their order */
    size_t digest_count, digest_capacity;
    wm_function function; /* of an own number's reduction, with its field */
    const char *field;
    double ratio;                /* in a fleet: to the median; else NaN */
    bool is_odd;                 /* in a fleet */
    wm_comparison_output output; /* in a fleet: compared with most records */
} wm_comparison_run;

typedef struct wm_comparison_row {
    const char *label, *unit;
    wm_comparison_meaning meaning;
    wm_comparison_run *run; /* of each record, in their order */
    const char *differs;    /* how the runs differ in length or conditions; NULL: they do not */
    const char *why;        /* two sides: why there is no direction; a fleet: why none is odd */

    /* two sides */
    wm_result mean[2];         /* geometric, of the runs; of one run its number */
    wm_comparison_range ratio; /* B / A */
    const char *ratio_why;     /* why the ratio or its interval is null; or NULL */
    const char *remark;        /* on the interval; or NULL */
    wm_comparison_change change;
    wm_comparison_limit limit;
    const char *limit_why; /* why it is not asked; or NULL */
    wm_result floor_ratio; /* of two single runs */
    bool is_same_method;

    /* a fleet: of the records that are judged */
    wm_comparison_range fleet;     /* low and high: the least and the largest */
    size_t judged, odd, reference; /* reference: the run whose digest most records have */
    bool has_reference;
    double odd_limit; /* a ratio to the median above it, or below its inverse, is odd; NaN: none */

    wm_comparison_output output;
    const char *output_why; /* why it was not compared, or why it must be identical; or NULL */
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

/* Labels of what some records alone have; names of facts. */
typedef struct wm_comparison_names {
    const char **name;
    size_t count, capacity;
} wm_comparison_names;

typedef struct wm_comparison {
    const wm_model *model; /* of each record */
    size_t count;
    size_t split;    /* A is the records before it, B the others; 0: a fleet */
    double slower;   /* the share of --fail-slower; NaN: not given */
    wm_document *to; /* its memory is that of the comparison */
    wm_comparison_row *row;
    size_t row_count, row_capacity;
    wm_comparison_names only_base, only_other; /* of one side */
    wm_comparison_names partial;               /* of some records, in a fleet or of both sides */
    size_t lacking; /* numbers that --fail-slower asks for, that A has and not every run */
    wm_comparison_fact *fact; /* of the first records of both sides */
    size_t fact_count, fact_capacity;
    size_t same_facts;            /* number of facts that are equal */
    wm_comparison_names mixed[2]; /* facts that differ within A and B, or in a fleet */
    size_t changes[WM_COMPARISON_CHANGES], outputs[WM_COMPARISON_OUTPUTS]; /* number of rows */
    wm_result geometric_mean; /* of the ratios of items; null if there is none */
    size_t ratio_count;       /* of these ratios */
} wm_comparison;

/* What to compare. */
typedef struct wm_comparison_request {
    const wm_model *model;
    size_t count, split;
    double slower;
} wm_comparison_request;

/* Compares records. They and the document, which gets no block, must outlive the comparison.
 * Errors: those of wm_reader_read; NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_make(const wm_comparison_request *request, wm_document *to,
                                           wm_comparison *comparison, wm_error *err);

/* The exit status: 1 if outputs must be identical and are not, or if a number is beyond the limit.
 * Else 3 if nothing could be decided: with a limit, any number that is open, or that B does not
 * have, or none that counts; without one, no direction may be named, or no record could be odd.
 * Else 0. */
int wm_comparison_exit(const wm_comparison *comparison);

/* Its word in JSON: `compared`, `different`, `slower`, `not slower`, `inconclusive`. */
const char *wm_comparison_status(const wm_comparison *comparison);

/* The words of a change and of an output; NULL for NONE. */
const char *wm_comparison_change_word(wm_comparison_change change);
const char *wm_comparison_output_word(wm_comparison_output output);

/* The direction of a ratio by its interval. */
wm_comparison_change wm_comparison_direction(const wm_comparison_range *ratio,
                                             wm_comparison_meaning meaning);

/* Whether a ratio is slower by more than a share: a rate that falls by more, a time that grows by
 * more. A number that is neither is not asked. */
wm_comparison_limit wm_comparison_against(const wm_comparison_range *ratio,
                                          wm_comparison_meaning meaning, double slower);

/* The number of records of a fleet whose outputs are so: DIFFERENT if one is; IDENTICAL if all are
 * that could be compared; else NOT_COMPARED. */
size_t wm_comparison_records(const wm_comparison *comparison, wm_comparison_output output);
wm_comparison_output wm_comparison_record_output(const wm_comparison *comparison, size_t record);

/* The name of a record: A, B, or with several of a side A1, A2; in a fleet its path. */
const char *wm_comparison_name(const wm_comparison *comparison, size_t record);

/* In words: the verdict and, if not quiet, the records, outputs that differ, facts, the table of
 * rows, and what some records alone have. */
void wm_comparison_text_add(const wm_comparison *comparison, bool is_quiet, wm_document *to);

/* Schema `witnessmark-compare/1`. */
void wm_comparison_export_json(const wm_comparison *comparison, wm_document *to);

/* A row for each row and record, with all digits. */
void wm_comparison_export_rows(const wm_comparison *comparison, wm_document *to);

/* ---- its parts, one file each: comparison_NAME.c ---- */

/* Fills what one record says about an item. Errors: those of wm_reader_read; NOMEM. */
WM_MUST_CHECK wm_status wm_comparison_run_of_item(const wm_model *model, const wm_model_item *item,
                                                  wm_document *to, wm_comparison_run *run,
                                                  wm_error *err);

/* The same of an own number. */
WM_MUST_CHECK wm_status wm_comparison_own_run(const wm_model *model, const wm_claim *claim,
                                              wm_document *to, wm_comparison_run *run,
                                              wm_error *err);

/* Whether --fail-slower asks for an item: it has a rate, and its output is not wrong by a planned
 * fault that was caught. */
bool wm_comparison_run_is_asked(const wm_model_item *item);

/* The index, from 1, of the lower end of the order-statistics interval of the median of count
 * values; 0 if there is none at 95 %. As wm_statistic_interval, for any count. */
size_t wm_comparison_own_interval(size_t count);

/* What an own number says by growing. */
wm_comparison_meaning wm_comparison_own_meaning(const char *unit);

/* Finds how the runs of a row differ in what must be equal, and records that are given twice. */
void wm_comparison_conditions_check(const wm_comparison *comparison, wm_comparison_row *row);

/* Compares the outputs of a row. */
void wm_comparison_outputs_compare(const wm_comparison *comparison, wm_comparison_row *row);

/* Compares the numbers of two sides. */
void wm_comparison_sides_compare(const wm_comparison *comparison, wm_comparison_row *row);

/* Compares the numbers of a fleet, all rows. */
void wm_comparison_fleet_compare(wm_comparison *comparison);

/* Finds the facts that differ between the sides: producer, backend, device, witness, plan, then the
 * facts of line 1 and of its witness; and the names of those that differ within a side. */
void wm_comparison_facts_find(wm_comparison *comparison);

/* What wm_comparison_text_add adds below the verdict of two sides, and of a fleet. */
void wm_comparison_text_sides(const wm_comparison *comparison, wm_document *to);
void wm_comparison_text_fleet(const wm_comparison *comparison, wm_document *to);

/* How many repeats of `count` runs have which flag, as `7 starved, 1 steal`; empty: none has. */
const char *wm_comparison_flags(const wm_comparison_run *run, size_t count, wm_document *to);

/* ---- lines of both ---- */

/* The word of a class in `count` runs: one, or those that occur. */
const char *wm_comparison_text_class(const wm_comparison_run *run, size_t count, bool is_numerical,
                                     wm_document *to);

/* A number in the unit of a row, in words. */
const char *wm_comparison_text_value(const wm_result *number, const char *unit, wm_document *to);

/* The same as a cell; absent for the reason if it is null. */
void wm_comparison_text_number(wm_table *table, const wm_result *number, const char *unit,
                               const char *reason);

/* Adds a record: its name, root and path, and how many outputs are wrong. */
void wm_comparison_text_record(const wm_comparison *comparison, size_t record, wm_document *to);

/* Adds a warning of disturbed repeats and of busy machines: of two records a line each, of more one
 * line. */
void wm_comparison_text_warnings(const wm_comparison *comparison, wm_document *to);

/* Adds the outputs that must be identical and are not, with their digests. */
void wm_comparison_text_different(const wm_comparison *comparison, wm_document *to);

/* Adds names behind a title; only the first ones, and how many more there are. */
void wm_comparison_text_names(const char *title, const wm_comparison_names *names, wm_document *to);

#endif

/* Access to the closed tables of the format; the rows are in tables_rows.h.
 *
 * Writer and auditor read these tables and no others. Source: ours, docs/formats/tables. */
#ifndef WM_RECORD_TABLES_H
#define WM_RECORD_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/tables/tables_rows.h"

#define WM_TABLES_FORMAT "witnessmark/1.2" /* field `format` of the root */

/* The limits: WM_TABLES_PROBES and so on. */
enum {
#define WM_TABLES_LIMIT(id, value) WM_TABLES_##id = (value),
    WM_LIMIT_LIST(WM_TABLES_LIMIT)
#undef WM_TABLES_LIMIT
};

/* The kinds of nodes. */
typedef enum wm_kind_number {
#define WM_KIND_ENUM(name, id) WM_KIND_##id,
    WM_KIND_LIST(WM_KIND_ENUM)
#undef WM_KIND_ENUM
        WM_KINDS
} wm_kind_number;

/* The class of a node: its kind as one bit, so that an edge can allow several. */
typedef enum wm_class {
#define WM_CLASS_ENUM(name, id) WM_CLASS_##id = 1 << WM_KIND_##id,
    WM_KIND_LIST(WM_CLASS_ENUM)
#undef WM_CLASS_ENUM
} wm_class;

/* A string, not NUL-terminated. bytes is NULL where it is absent or null. */
typedef struct wm_text {
    const char *bytes;
    size_t size;
} wm_text;

/* One dimension of a workload's shape. */
typedef struct wm_dimension {
    const char *name; /* its key in `shape` */
    char letter;      /* its letter in a label */
} wm_dimension;

/* How the work of a workload follows from its shape (record.md section 7). */
typedef enum wm_work {
#define WM_WORK_ENUM(id) WM_WORK_##id,
    WM_WORK_LIST(WM_WORK_ENUM)
#undef WM_WORK_ENUM
} wm_work;

/* How the a-priori tolerance follows from the shape (record.md section 7). */
typedef enum wm_bound {
    WM_BOUND_NONE,
    WM_BOUND_ZERO,
    WM_BOUND_CONSTANT,  /* 2^-7 */
    WM_BOUND_FAST,      /* 4 * sqrt((1.66e-3 * 1.66e-3) + (k * 2^-30)) */
    WM_BOUND_LEVELS,    /* 9 * 2^-24: sums in levels */
    WM_BOUND_TERMS_F32, /* (4 * sqrt(terms)) * 2^-24 */
    WM_BOUND_TERMS_F64  /* (4 * sqrt(terms)) * 2^-53 */
} wm_bound;

/* The rounding of a product whose squares its residuals are compared with. */
typedef enum wm_rounding_of {
    WM_ROUNDING_OF_NOTHING,
    WM_ROUNDING_OF_OUTPUT,
    WM_ROUNDING_OF_OPERANDS
} wm_rounding_of;

/* The constants of a product's G and row threshold. Source: docs/formats/tables/roundings.tsv. */
typedef struct wm_rounding {
    wm_rounding_of of;
    bool has_verdict;
    double centre; /* the expected G */
    double excess; /* G may be larger by excess + k excess_terms + k k excess_square */
    double excess_terms, excess_square;
    double row_terms; /* the row threshold is wider by row_terms / k */
} wm_rounding;

/* The operands of a product of small integers; all 0 for other variants. Source:
 * docs/formats/tables/integers.tsv. */
typedef struct wm_integer_rule {
    unsigned sum_bits; /* sums up to 2^sum_bits are exact in any order */
    unsigned most;     /* largest element */
    unsigned finite;   /* largest finite number of the output; 0: no sum is larger */
} wm_integer_rule;

/* Which roundings add up in the a-priori tolerance. */
typedef enum wm_terms {
#define WM_TERMS_ENUM(id) WM_TERMS_##id,
    WM_TERMS_LIST(WM_TERMS_ENUM)
#undef WM_TERMS_ENUM
} wm_terms;

/* How the link tolerance follows from the shape (record.md section 7). */
typedef enum wm_link_rule {
#define WM_LINK_ENUM(id) WM_LINK_##id,
    WM_LINK_LIST(WM_LINK_ENUM)
#undef WM_LINK_ENUM
} wm_link_rule;

/* How an item is measured. Source: docs/formats/tables/procedures.tsv. */
typedef enum wm_procedure_name {
#define WM_PROCEDURE_ENUM(id, ...) WM_PROCEDURE_##id,
    WM_PROCEDURE_LIST(WM_PROCEDURE_ENUM)
#undef WM_PROCEDURE_ENUM
        WM_PROCEDURES,
    WM_PROCEDURE_NONE = WM_PROCEDURES
} wm_procedure_name;

/* By what an item has a procedure. */
typedef enum wm_procedure_by { WM_BY_VARIANT, WM_BY_POINT, WM_BY_TRIAL } wm_procedure_by;

typedef struct wm_procedure_row {
    const char *name;
    wm_procedure_by of;
    wm_class observations;
    const char *plural; /* what messages call them */
    bool has_output;
} wm_procedure_row;

const wm_procedure_row *wm_tables_procedure(wm_procedure_name procedure);

/* One variant of a workload: a row of record.md section 7 with inputs.md section 4. */
typedef struct wm_variant {
    const char *workload;
    const char *variant;
    unsigned dimension_count;
    wm_dimension dimension[WM_TABLES_DIMENSIONS]; /* in label order */
    wm_work work;
    const char *unit; /* of the rate */
    wm_bound bound;
    wm_terms terms;
    wm_link_rule link;
    unsigned operand_count;
    const char *operand[WM_TABLES_OPERANDS];
    const char *operand_format; /* as in the context of a challenge */
    const char *output_format;
    const char *layout;
    unsigned output_size_bytes; /* of one element of the output */
    double predicted_floor;     /* 0: none */
    wm_rounding rounding;
    wm_integer_rule integers;
    wm_procedure_name procedure; /* by which its items are measured */
    /* its traits: bits of wm_trait */
    unsigned traits;
} wm_variant;

/* The traits of a variant. Source: docs/formats/tables/workloads.tsv. */
typedef enum wm_trait {
    WM_TRAIT_CALIBRATION = 1,     /* a calibration, which measures its floor */
    WM_TRAIT_ROWS = 2,            /* a row statistic in its residual */
    WM_TRAIT_WITNESS_F32 = 4,     /* its witness computes in binary32; otherwise in binary64 */
    WM_TRAIT_EXACT = 8,           /* every correct device gives the same output */
    WM_TRAIT_CHANCE = 16,         /* the order of its additions is not fixed */
    WM_TRAIT_SQUARE = 32,         /* its label has one number if all dimensions are equal */
    WM_TRAIT_GROWING = 64,        /* its floor grows with k */
    WM_TRAIT_DEPENDENT = 128,     /* each read's address depends on the read before it */
    WM_TRAIT_FIXED = 256,         /* it adds integers, so that the order does not matter */
    WM_TRAIT_DETERMINISTIC = 512, /* its additions have one order */
    WM_TRAIT_SWEPT = 1024,        /* its items are measured over a range of n */
    WM_TRAIT_LINES = 2048,        /* its table has one word in each line of 128 bytes */
    WM_TRAIT_CAUSAL = 4096,       /* query i of a head sees its keys 0 to i */
    WM_TRAIT_INTEGERS = 16384,    /* operands are small integers: its sums are exact */
    WM_TRAIT_ROW_SUMS = 8192,     /* its residual has how far a row sum is from 1 */
    WM_TRAIT_LONG = 32768         /* its dimension is a length of up to WM_TABLES_LENGTH */
} wm_trait;

/* Whether a variant has a trait. */
bool wm_tables_has(const wm_variant *variant, wm_trait trait);

/* The largest size of a dimension of a variant. */
uint64_t wm_tables_dimension_max(const wm_variant *variant);

/* All variants, in the order of the documents' tables. */
size_t wm_tables_variant_count(void);
const wm_variant *wm_tables_variant_at(size_t index);

/* The variant with these names (any bytes, not NUL-terminated), or NULL. */
const wm_variant *wm_tables_variant(const char *workload, size_t workload_size, const char *variant,
                                    size_t variant_size);

/* The inputs of a reduction (record.md section 4). */
typedef enum wm_inputs {
    WM_INPUTS_REPEATS,     /* W */
    WM_INPUTS_CALIBRATION, /* K */
    WM_INPUTS_TOLERANCE,   /* K for an item with a calibration, else W */
    WM_INPUTS_VERDICT,     /* W, then K for an item with a calibration */
    WM_INPUTS_DECISION,    /* D */
    WM_INPUTS_SEGMENTS,    /* T */
    WM_INPUTS_OBSERVED,    /* F: all that the procedure made which the function needs */
    WM_INPUTS_PLAN,        /* P */
    WM_INPUTS_CHANGE,      /* P; of an item that has a base */
    WM_INPUTS_JUDGED,      /* P; of an item that names another one's tolerance */
    WM_INPUTS_LINK,        /* W of the item here, or P */
    WM_INPUTS_PRIOR,       /* P; over the links of a prior */
    WM_INPUTS_SERIES       /* all external observations of one series */
} wm_inputs;

typedef enum wm_function {
#define WM_FUNCTION_ENUM(id, ...) WM_FUNCTION_##id,
    WM_FUNCTION_LIST(WM_FUNCTION_ENUM)
#undef WM_FUNCTION_ENUM
        WM_FUNCTION_COUNT,
    WM_FUNCTION_NONE = WM_FUNCTION_COUNT
} wm_function;

const char *wm_tables_function_name(wm_function function);
wm_inputs wm_tables_function_inputs(wm_function function);

/* What an item needs to have the function: traits, and a procedure; NONE: any. */
unsigned wm_tables_function_needs(wm_function function);
wm_procedure_name wm_tables_function_procedure(wm_function function);

/* The function with this name, or WM_FUNCTION_NONE. */
wm_function wm_tables_function(const char *name, size_t size);

typedef enum wm_text_format {
#define WM_TEXT_ENUM(id, name, own) WM_TEXT_##id,
    WM_TEXT_LIST(WM_TEXT_ENUM)
#undef WM_TEXT_ENUM
        WM_TEXT_COUNT
} wm_text_format;

const char *wm_tables_text_name(wm_text_format format);

/* The format with this name, or WM_TEXT_COUNT. */
wm_text_format wm_tables_text(const char *name, size_t size);

/* What claims are about. Source: docs/formats/tables/subjects.tsv; record/laws/subject.h. */
typedef enum wm_subject_kind {
#define WM_SUBJECT_ENUM(id, ...) WM_SUBJECT_##id,
    WM_SUBJECT_LIST(WM_SUBJECT_ENUM)
#undef WM_SUBJECT_ENUM
} wm_subject_kind;

/* A row of the table of quantities. */
typedef struct wm_quantity {
    wm_subject_kind subject;
    const char *name;
    unsigned needs; /* traits that an item needs to have it; 0: all items have it */
    wm_function function;
    const char *unit; /* NULL: unit of the workload */
    wm_text_format text;
    wm_function class_function;     /* or WM_FUNCTION_NONE */
    wm_function tolerance_function; /* or WM_FUNCTION_NONE */
    const char *quiet;              /* any other value is a finding; NULL: any may be quiet */
    const char *alarm;              /* this value is a finding; NULL: none is for itself */
} wm_quantity;

/* The digest in hex of the right output of a product of integers, for the empty nonce; NULL: the
 * table has none of this variant and shape (m, n, k). Source: docs/formats/tables/exact.tsv. */
const char *wm_tables_exact(const wm_variant *variant, const uint64_t *dimension);

/* All quantities, in order. */
size_t wm_tables_count(void);
const wm_quantity *wm_tables_at(size_t index);

typedef enum wm_covariate_name {
#define WM_COVARIATE_ENUM(id, name, may_miss, throughout) WM_COVARIATE_##id,
    WM_COVARIATE_LIST(WM_COVARIATE_ENUM)
#undef WM_COVARIATE_ENUM
        WM_COVARIATES
} wm_covariate_name;

const char *wm_tables_covariate(wm_covariate_name name);

/* Whether a covariate is sampled during the whole repeat. */
bool wm_tables_is_throughout(wm_covariate_name name);

enum {
#define WM_THROTTLE_ENUM(id, bit, words, counts) WM_THROTTLE_##id = (bit),
    WM_THROTTLE_LIST(WM_THROTTLE_ENUM)
#undef WM_THROTTLE_ENUM
#define WM_THROTTLE_HARMLESS_BIT(id, bit, words, counts) | ((counts) ? 0 : (bit))
        WM_THROTTLE_HARMLESS = 0 WM_THROTTLE_LIST(WM_THROTTLE_HARMLESS_BIT)
#undef WM_THROTTLE_HARMLESS_BIT
};

typedef enum wm_fault_kind {
    WM_FAULT_NONE,
#define WM_FAULT_ENUM(id, word, has_place, text) WM_FAULT_##id,
    WM_FAULT_LIST(WM_FAULT_ENUM)
#undef WM_FAULT_ENUM
        WM_FAULT_COUNT
} wm_fault_kind;

/* The word of a kind, "" for NONE; the kind of a word, NONE if unknown; whether a kind has a
 * place. */
const char *wm_tables_fault(wm_fault_kind kind);
wm_fault_kind wm_tables_fault_named(const char *word, size_t size);
bool wm_tables_fault_has_place(wm_fault_kind kind);

/* What the trials of an item do. Source: docs/formats/tables/trials.tsv. */
typedef enum wm_trial_word {
    WM_TRIAL_NOT, /* the item has no trial */
#define WM_TRIAL_ENUM(id, word, is_attack, is_rate, is_pair, least, most) WM_TRIAL_##id,
    WM_TRIAL_LIST(WM_TRIAL_ENUM)
#undef WM_TRIAL_ENUM
        WM_TRIAL_COUNT
} wm_trial_word;

typedef struct wm_trial_row {
    const char *word; /* "" for NOT */
    bool is_attack;
    bool is_rate;       /* an attack on a rate */
    bool is_pair;       /* each trial is a pair of witnesses */
    double least, most; /* of its size */
} wm_trial_row;

const wm_trial_row *wm_tables_trial(wm_trial_word trial);

/* The trial of a word, NOT if unknown. */
wm_trial_word wm_tables_trial_named(const char *word, size_t size);

/* The checks that trials ask. */
typedef enum wm_check_word {
#define WM_CHECK_ENUM(id, word) WM_CHECK_##id,
    WM_WORDS_CHECKS(WM_CHECK_ENUM)
#undef WM_CHECK_ENUM
        WM_CHECKS
} wm_check_word;

const char *wm_tables_check(wm_check_word check);

/* The points of operation. Source: record.md section 3, plan. */
typedef enum wm_point {
    WM_POINT_NONE,
#define WM_POINT_ENUM(id, word) WM_POINT_##id,
    WM_WORDS_POINTS(WM_POINT_ENUM)
#undef WM_POINT_ENUM
        WM_POINT_COUNT
} wm_point;

/* The word of a point, "" for NONE; the point of a word, NONE if unknown. */
const char *wm_tables_point(wm_point point);
wm_point wm_tables_point_named(const char *word, size_t size);

/* The text format for a value of this magnitude in this unit: `si4` if the unit takes an SI prefix,
 * as s and B/s do. For others, such as ms and 1, it has no prefix and four or more digits:
 * `fixed0`, `fixed2`, `fixed4` or `sci3`. A magnitude that is not finite counts as 0. */
const char *wm_tables_own_format(const char *unit, double magnitude);

/* The row threshold's q for a number of rows and probes. Source: record.md section 7. */
double wm_tables_quantile(double cells);

#endif

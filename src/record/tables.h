/* The closed tables of the format: workloads, reductions, quantities, text formats, constants.
 *
 * Writer and auditor read these tables and no others. Source: ours, docs/formats/record.md,
 * sections 3 to 7, and docs/formats/inputs.md, section 4. */
#ifndef WM_RECORD_TABLES_H
#define WM_RECORD_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WM_TABLES_FORMAT "witnessmark/1.0" /* the root's `format` */

enum {
    WM_TABLES_DIMENSIONS = 4,    /* most dimensions of a workload */
    WM_TABLES_OPERANDS = 3,      /* most operands of a workload */
    WM_TABLES_PROBES = 64,       /* probes of a calibration: 1 to 64; probe 0 is the witness's */
    WM_TABLES_PROBE_COLUMNS = 8, /* columns of a probe: the k of inputs.md section 6 */
    WM_TABLES_OPENINGS = 32,     /* openings of a gemm witness */
    WM_TABLES_ITEMS = 1024,      /* most items of a plan */
    WM_TABLES_REPEATS = 1000,    /* most repeats of an item */
    WM_TABLES_VALUES = 64,       /* most values of an external observation */
    WM_TABLES_BESIDE = 16,       /* most reductions beside an x. claim */
    WM_TABLES_CHUNK_BYTES = 1024 /* bytes of a chunk of an output row */
};

/* One dimension of a workload's shape. */
typedef struct wm_dimension {
    const char *name; /* the field of `shape` */
    char letter;      /* in a label */
} wm_dimension;

/* How the work of a workload follows from its shape (record.md section 7). */
typedef enum wm_work {
    WM_WORK_GEMM,      /* 2*m*n*k */
    WM_WORK_TRIAD,     /* 12*n */
    WM_WORK_ATTENTION, /* 4*b*h*s*s*d */
    WM_WORK_REDUCTION, /* 4*n */
    WM_WORK_SCATTER,   /* n */
    WM_WORK_INDEX,     /* rows*columns */
    WM_WORK_ACCESS     /* lanes*steps */
} wm_work;

/* How the a-priori tolerance follows from the shape (record.md section 7). */
typedef enum wm_bound {
    WM_BOUND_NONE,
    WM_BOUND_ZERO,
    WM_BOUND_CONSTANT,  /* 2^-7 */
    WM_BOUND_FAST,      /* 4 * wm_plan_fast_rounding(k) */
    WM_BOUND_TERMS_F32, /* (4 * sqrt(terms)) * 2^-24 */
    WM_BOUND_TERMS_F64  /* (4 * sqrt(terms)) * 2^-53 */
} wm_bound;

/* A row of record.md section 7 with what inputs.md section 4 says of it: one variant of one
 * workload. */
typedef struct wm_variant {
    const char *workload;
    const char *variant;
    bool is_gemm;
    unsigned dimension_count;
    wm_dimension dimension[WM_TABLES_DIMENSIONS]; /* in label order */
    wm_work work;
    const char *unit; /* of the rate */
    wm_bound bound;
    unsigned operand_count;
    const char *operand[WM_TABLES_OPERANDS];
    const char *operand_format; /* as in a challenge's context */
    const char *output_format;
    const char *layout;
    unsigned output_size_bytes; /* of one element of the output */
    double predicted_floor;     /* 0 where there is none */
    /* What it has besides: bits of wm_trait. */
    unsigned traits;
} wm_variant;

/* What a variant of a workload has, or is. Source: docs/formats/tables/workloads.tsv. */
typedef enum wm_trait {
    WM_TRAIT_CALIBRATION = 1, /* a calibration: a floor of its own */
    WM_TRAIT_ROWS = 2,        /* a row statistic in its residual */
    WM_TRAIT_OPENINGS = 4,    /* openings in its witness stages */
    WM_TRAIT_WITNESS_F32 = 8, /* its witness computes in binary32; else in binary64 */
    WM_TRAIT_EXACT = 16,      /* every correct device gives the same output */
    WM_TRAIT_CHANCE = 32,     /* the order of its additions is left to chance */
    WM_TRAIT_SQUARE = 64      /* its label has one number where all dimensions are equal */
} wm_trait;

/* Whether a variant has a trait. */
bool wm_tables_has(const wm_variant *variant, wm_trait trait);

/* All variants, in the order of the documents' tables. */
size_t wm_tables_variant_count(void);
const wm_variant *wm_tables_variant_at(size_t index);

/* The variant with these names (any bytes, not NUL-terminated), or NULL. */
const wm_variant *wm_tables_variant(const char *workload, size_t workload_size, const char *variant,
                                    size_t variant_size);

/* Whether a gemm variant's witness computes in binary32; else in binary64. Source: inputs.md
 * section 4. */
bool wm_tables_is_witnessed_in_f32(const wm_variant *variant);

/* What a reduction's inputs are (record.md section 4). */
typedef enum wm_inputs {
    WM_INPUTS_REPEATS,     /* W */
    WM_INPUTS_CALIBRATION, /* K, gemm only */
    WM_INPUTS_TOLERANCE,   /* K for gemm, else W */
    WM_INPUTS_VERDICT,     /* W then K for gemm, else W */
    WM_INPUTS_DECISION,    /* D */
    WM_INPUTS_SERIES       /* all external observations of one series */
} wm_inputs;

/* The reductions: identifier, name, inputs. */
#define WM_FUNCTION_LIST(X)                                             \
    X(MEDIAN_RATE, "median_rate", WM_INPUTS_REPEATS)                    \
    X(RATE_LOW, "rate_low", WM_INPUTS_REPEATS)                          \
    X(RATE_HIGH, "rate_high", WM_INPUTS_REPEATS)                        \
    X(RELATIVE_MAD, "relative_mad", WM_INPUTS_REPEATS)                  \
    X(MEDIAN_CLOCK, "median_clock", WM_INPUTS_REPEATS)                  \
    X(CLOCK_CORRELATION, "clock_correlation", WM_INPUTS_REPEATS)        \
    X(PERFORMANCE_CLASS, "performance_class", WM_INPUTS_REPEATS)        \
    X(DIVERGENCE, "divergence", WM_INPUTS_REPEATS)                      \
    X(NUMERICAL_CLASS, "numerical_class", WM_INPUTS_REPEATS)            \
    X(FLOOR, "floor", WM_INPUTS_CALIBRATION)                            \
    X(PREDICTED_FLOOR, "predicted_floor", WM_INPUTS_CALIBRATION)        \
    X(BASIS, "basis", WM_INPUTS_CALIBRATION)                            \
    X(TOLERANCE, "tolerance", WM_INPUTS_TOLERANCE)                      \
    X(RESIDUAL, "residual", WM_INPUTS_REPEATS)                          \
    X(ROW_STATISTIC, "row_statistic", WM_INPUTS_REPEATS)                \
    X(ROW_THRESHOLD, "row_threshold", WM_INPUTS_CALIBRATION)            \
    X(VERIFIED, "verified", WM_INPUTS_VERDICT)                          \
    X(TRANSCRIPT, "transcript", WM_INPUTS_DECISION)                     \
    X(MEDIAN_POWER, "median_power", WM_INPUTS_REPEATS)                  \
    X(MEDIAN_TEMPERATURE, "median_temperature", WM_INPUTS_REPEATS)      \
    X(PEAK_MEMORY, "peak_memory", WM_INPUTS_REPEATS)                    \
    X(MEDIAN_OF, "median_of", WM_INPUTS_SERIES)                         \
    X(MINIMUM_OF, "minimum_of", WM_INPUTS_SERIES)                       \
    X(MAXIMUM_OF, "maximum_of", WM_INPUTS_SERIES)                       \
    X(MEAN_OF, "mean_of", WM_INPUTS_SERIES)                             \
    X(STANDARD_DEVIATION_OF, "standard_deviation_of", WM_INPUTS_SERIES) \
    X(RELATIVE_MAD_OF, "relative_mad_of", WM_INPUTS_SERIES)

typedef enum wm_function {
#define WM_FUNCTION_ENUM(id, name, inputs) WM_FUNCTION_##id,
    WM_FUNCTION_LIST(WM_FUNCTION_ENUM)
#undef WM_FUNCTION_ENUM
        WM_FUNCTION_COUNT,
    WM_FUNCTION_NONE = WM_FUNCTION_COUNT
} wm_function;

const char *wm_tables_function_name(wm_function function);
wm_inputs wm_tables_function_inputs(wm_function function);

/* The function with this name, or WM_FUNCTION_NONE. */
wm_function wm_tables_function(const char *name, size_t size);

/* The text formats: identifier, name. */
#define WM_TEXT_LIST(X)     \
    X(SI4, "si4")           \
    X(SCI3, "sci3")         \
    X(FIXED0, "fixed0")     \
    X(FIXED2, "fixed2")     \
    X(SIGNED2, "signed2")   \
    X(PERCENT3, "percent3") \
    X(WORD, "word")

typedef enum wm_text_format {
#define WM_TEXT_ENUM(id, name) WM_TEXT_##id,
    WM_TEXT_LIST(WM_TEXT_ENUM)
#undef WM_TEXT_ENUM
        WM_TEXT_COUNT
} wm_text_format;

const char *wm_tables_text_name(wm_text_format format);

/* The format with this name, or WM_TEXT_COUNT. */
wm_text_format wm_tables_text(const char *name, size_t size);

/* The quantities, in the order of an item's claims:
 * name, gemm only, function, unit (NULL: the workload's), text format, class, tolerance. */
#define WM_QUANTITY_LIST(X)                                                       \
    X("rate", false, MEDIAN_RATE, NULL, SI4, PERFORMANCE_CLASS, RELATIVE_MAD)     \
    X("rate_low", false, RATE_LOW, NULL, SI4, NONE, NONE)                         \
    X("rate_high", false, RATE_HIGH, NULL, SI4, NONE, NONE)                       \
    X("dispersion", false, RELATIVE_MAD, "1", PERCENT3, NONE, NONE)               \
    X("clock", false, MEDIAN_CLOCK, "Hz", SI4, NONE, NONE)                        \
    X("clock_correlation", false, CLOCK_CORRELATION, "1", SIGNED2, NONE, NONE)    \
    X("performance_class", false, PERFORMANCE_CLASS, "class", WORD, NONE, NONE)   \
    X("divergence", false, DIVERGENCE, "1", SCI3, NONE, NONE)                     \
    X("numerical_class", false, NUMERICAL_CLASS, "class", WORD, NONE, DIVERGENCE) \
    X("floor", true, FLOOR, "1", SCI3, NONE, NONE)                                \
    X("predicted_floor", true, PREDICTED_FLOOR, "1", SCI3, NONE, NONE)            \
    X("basis", true, BASIS, "class", WORD, NONE, NONE)                            \
    X("tolerance", false, TOLERANCE, "1", SCI3, NONE, NONE)                       \
    X("residual", false, RESIDUAL, "1", SCI3, NUMERICAL_CLASS, TOLERANCE)         \
    X("row_statistic", true, ROW_STATISTIC, "1", FIXED2, NONE, NONE)              \
    X("row_threshold", true, ROW_THRESHOLD, "1", FIXED2, NONE, NONE)              \
    X("verified", false, VERIFIED, "class", WORD, NUMERICAL_CLASS, TOLERANCE)     \
    X("transcript", false, TRANSCRIPT, "class", WORD, NONE, NONE)                 \
    X("power", false, MEDIAN_POWER, "W", SI4, NONE, NONE)                         \
    X("temperature", false, MEDIAN_TEMPERATURE, "degC", FIXED2, NONE, NONE)       \
    X("peak_memory", false, PEAK_MEMORY, "B", SI4, NONE, NONE)

/* A row of the table of quantities. */
typedef struct wm_quantity {
    const char *name;
    bool gemm_only;
    wm_function function;
    const char *unit; /* NULL: the workload's */
    wm_text_format text;
    wm_function class_function;     /* or WM_FUNCTION_NONE */
    wm_function tolerance_function; /* or WM_FUNCTION_NONE */
} wm_quantity;

/* All quantities, in order. */
size_t wm_tables_count(void);
const wm_quantity *wm_tables_at(size_t index);

/* The covariates of a repeat, in the order of their names: identifier, name, whether it may be left
 * out, whether it is sampled all through the repeat (else a gap in its samples is none). Source:
 * record.md section 3, workload. */
#define WM_OBSERVED_COVARIATE_LIST(X)                    \
    X(CLOCK, "clock", false, false)                      \
    X(CONTEXT_SWITCHES, "context_switches", false, true) \
    X(ECC_CORRECTED, "ecc_corrected", true, false)       \
    X(ECC_UNCORRECTED, "ecc_uncorrected", true, false)   \
    X(ENERGY, "energy", false, true)                     \
    X(KERNEL_CLOCK, "kernel_clock", true, false)         \
    X(MEMORY, "memory", false, true)                     \
    X(MEMORY_CLOCK, "memory_clock", true, true)          \
    X(PCIE_GENERATION, "pcie_generation", true, false)   \
    X(PCIE_REPLAYS, "pcie_replays", true, false)         \
    X(PCIE_WIDTH, "pcie_width", true, false)             \
    X(POWER, "power", false, true)                       \
    X(PRESSURE, "pressure", false, true)                 \
    X(READ_TIME, "read_time", true, true)                \
    X(STEAL, "steal", false, true)                       \
    X(TEMPERATURE, "temperature", false, true)           \
    X(THROTTLE, "throttle", false, true)                 \
    X(THROTTLE_REASONS, "throttle_reasons", true, true)

typedef enum wm_observed_covariate_name {
#define WM_OBSERVED_COVARIATE_ENUM(id, name, may_miss, throughout) WM_OBSERVED_##id,
    WM_OBSERVED_COVARIATE_LIST(WM_OBSERVED_COVARIATE_ENUM)
#undef WM_OBSERVED_COVARIATE_ENUM
        WM_OBSERVED_COVARIATES
} wm_observed_covariate_name;

const char *wm_tables_covariate(wm_observed_covariate_name name);

/* Whether a covariate is sampled all through a repeat. */
bool wm_tables_is_throughout(wm_observed_covariate_name name);

/* The reasons of `throttle_reasons`: identifier, bit, words, whether it makes `throttle` 1. Source:
 * record.md section 3, workload. */
#define WM_THROTTLE_LIST(X)                                      \
    X(IDLE, 1, "idle", false)                                    \
    X(APPLICATION_CLOCK, 2, "application clocks setting", false) \
    X(POWER_CAP, 4, "software power cap", true)                  \
    X(HARDWARE, 8, "hardware slowdown", true)                    \
    X(SYNC_BOOST, 16, "sync boost", true)                        \
    X(SOFTWARE_THERMAL, 32, "software thermal slowdown", true)   \
    X(HARDWARE_THERMAL, 64, "hardware thermal slowdown", true)   \
    X(POWER_BRAKE, 128, "hardware power brake", true)            \
    X(DISPLAY_CLOCK, 256, "display clocks setting", false)

enum {
#define WM_THROTTLE_ENUM(id, bit, words, counts) WM_THROTTLE_##id = (bit),
    WM_THROTTLE_LIST(WM_THROTTLE_ENUM)
#undef WM_THROTTLE_ENUM
#define WM_THROTTLE_HARMLESS_BIT(id, bit, words, counts) | ((counts) ? 0 : (bit))
        WM_THROTTLE_HARMLESS = 0 WM_THROTTLE_LIST(WM_THROTTLE_HARMLESS_BIT)
#undef WM_THROTTLE_HARMLESS_BIT
};

/* The faults that are made on purpose: identifier, word, whether it begins at a place, what it
 * does. Source: record.md section 3, inject. */
#define WM_FAULT_LIST(X)                                                                  \
    X(BIT, "bit", true, "flips one bit, the lowest of the exponent, of one element")      \
    X(BITS, "bits", true, "flips three bits of one element: sign, exponent and fraction") \
    X(ELEMENT, "element", true, "negates one element")                                    \
    X(ROW, "row", true, "negates the elements of a row from the place on")                \
    X(TILE, "tile", true, "negates a block of 16 by 16 elements")                         \
    X(NAN, "nan", true, "puts a NaN in the place of one element")                         \
    X(STALE, "stale", false, "leaves the output of another problem of the same shape")    \
    X(OPERAND, "operand", false, "computes with two operands exchanged")                  \
    X(PRECISION, "precision", false, "computes a product with its operands rounded to e4m3")

typedef enum wm_fault_kind {
    WM_FAULT_NONE,
#define WM_FAULT_ENUM(id, word, has_place, text) WM_FAULT_##id,
    WM_FAULT_LIST(WM_FAULT_ENUM)
#undef WM_FAULT_ENUM
        WM_FAULT_COUNT
} wm_fault_kind;

/* The word of a kind, "" for NONE; the kind of a word, NONE for none; and whether a kind begins at
 * a place. */
const char *wm_tables_fault(wm_fault_kind kind);
wm_fault_kind wm_tables_fault_named(const char *word, size_t size);
bool wm_tables_fault_has_place(wm_fault_kind kind);

/* The row threshold's t for a number of rows of C. Source: record.md section 7. */
double wm_tables_row_quantile(double rows);

#endif

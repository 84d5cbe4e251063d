/* Items of a plan: their labels, work, outputs and bounds. */
#ifndef WM_RECORD_PLAN_H
#define WM_RECORD_PLAN_H

#include <witnessmark.h>

#include "base/buffer.h"
#include "record/tables/tables.h"
#include "standards/json.h"
#include "standards/sha256.h"

enum { WM_PLAN_LABEL_SIZE = 112 }; /* capacity for any label with its NUL */

/* A fault that the plan injects into the output of an item. Source: record.md section 3, plan. */
typedef struct wm_planned_fault {
    wm_fault_kind kind; /* NONE: no fault */
    /* in the output of every repeat; otherwise in the output that the transcript acquires */
    bool in_repeats;
    uint64_t row, column; /* where it begins; 0 for a kind without a place */
} wm_planned_fault;

/* What the trials of an item do. Source: record.md section 3, plan. */
typedef struct wm_trial {
    wm_trial_word word; /* NOT: it is measured */
    uint32_t size;
} wm_trial;

/* One item: what to run, and how often. */
typedef struct wm_item {
    const wm_variant *variant;
    /* in label order, each 1 to wm_tables_dimension_max; unused ones 0 */
    uint64_t dimension[WM_TABLES_DIMENSIONS];
    uint32_t repeats; /* 1 to 1000 */
    wm_planned_fault fault;
    wm_point point;   /* NONE: of no particular operation */
    uint32_t minutes; /* of the point; 0: not given */
    wm_trial trial;
    const wm_variant *tolerance_of; /* at whose tolerance it is judged too, or NULL */
} wm_item;

/* The roots of the records that a record continues. */
typedef struct wm_roots {
    uint32_t count;
    uint8_t root[WM_TABLES_CONTINUES][WM_SHA256_SIZE];
} wm_roots;

/* A plan, as its observation has it. */
typedef struct wm_plan {
    char nonce[65];        /* 0 to 64 lower-case hex digits */
    double repeat_seconds; /* minimum duration of a repeat */
    size_t item_count;
    wm_item *items;
    wm_roots continues;
    bool is_light; /* few exact items, no openings, checkers by their hashes */
} wm_plan;

/* The rows and chunks of an item's output, for digests and openings. */
typedef struct wm_output {
    uint64_t rows;
    uint64_t columns;      /* elements of a row */
    uint64_t last_columns; /* elements of the last row; a vector's may have fewer */
    uint64_t row_bytes;
    uint64_t chunks; /* of a row with row_bytes */
    uint64_t tail;   /* chunks at the end that are always opened; a reduction's alone */
} wm_output;

/* Of a reduction: its levels at most, the addends of a sum of level 0, the sums of a sum above, and
 * the chunks at the end that are always opened, at most. */
enum { WM_PLAN_LEVELS = 4, WM_PLAN_ADDENDS = 16384, WM_PLAN_FAN = 256, WM_PLAN_TAIL = 4 };

/* The numbers of sums of a reduction of n addends, level by level; the last level has one. Returns
 * the number of levels. Source: inputs.md section 4. */
unsigned wm_plan_levels(uint64_t n, uint64_t sums[WM_PLAN_LEVELS]);

/* The number of a reduction's sums, of all levels: the elements of its output. */
uint64_t wm_plan_sums(uint64_t n);

/* Whether a fault can begin at its place in the item's output. Source: record.md section 3,
 * inject. */
bool wm_plan_fault_fits(const wm_item *item, const wm_planned_fault *fault);

/* The procedure that measures an item, beside the segments of a point; whether it has an output. */
wm_procedure_name wm_plan_procedure(const wm_item *item);
bool wm_plan_has_output(const wm_item *item);

/* The item's first repeat: of its calibration, and the one that a change compares. Of an item with
 * a point it is the first one behind the segments. Source: record.md section 3, calibration. */
uint32_t wm_plan_first_repeat(const wm_item *item);

/* Whether an item has enough repeats for the slope of its rate on the clock. */
bool wm_plan_has_slope(const wm_item *item);

/* The r of an item of small integers: its operands are in [-r, r]. 0: it has none, or its variant
 * has other operands. Source: inputs.md section 4. */
unsigned wm_plan_integers(const wm_item *item);

/* Whether an item has what a function needs. */
bool wm_plan_suits(const wm_item *item, wm_function function);

/* The observations that a procedure makes of an item; 0: the item is not measured by it. */
uint32_t wm_plan_observations(const wm_item *item, wm_procedure_name procedure);

/* Whether two items are equal but for their repeats and `tolerance_of`. Source: record.md section
 * 4, links. */
bool wm_plan_is_same_item(const wm_item *a, const wm_item *b);

/* Whether an item has neither fault, point nor trial. */
bool wm_plan_is_plain(const wm_item *item);

/* The index of the named item of an item with `tolerance_of` among the items before it; index
 * itself if there is none. Source: record.md section 3, plan. */
size_t wm_plan_named(const wm_item *items, size_t index);

/* Writes the item's label, `gemm.fp16.n4096`, and a NUL. Source: record.md section 7. */
void wm_plan_label(const wm_item *item, char label[WM_PLAN_LABEL_SIZE]);

/* The work of one iteration, in the unit of the rate. Source: record.md section 7. */
double wm_plan_work(const wm_item *item);

/* The factor by which a product's tolerance is wider: 4 if m or k is below 64, else 1. Source:
 * record.md section 4, tolerance. SOUNDNESS.md section 3 explains it. */
double wm_plan_widening(const wm_item *item);

/* The a-priori tolerance; NaN if the variant has none. Source: record.md section 7. */
double wm_plan_bound(const wm_item *item);

/* The link tolerance: the largest relative difference of two correct outputs. Source: record.md
 * section 7. */
double wm_plan_link_tolerance(const wm_item *item);

/* The rounding error of a correct output, relative to it: a quarter of the a-priori tolerance
 * before its widening. NaN if that tolerance counts no roundings. Source: inputs.md section 7. */
double wm_plan_rounding(const wm_item *item);

/* How the output is cut into rows and chunks. Source: inputs.md section 5. */
void wm_plan_output(const wm_item *item, wm_output *output);

/* Reads a `shape` object: exactly the dimensions of the variant, each in its range. False if it is
 * not one. */
bool wm_plan_shape_read(const wm_json_value *shape, const wm_variant *variant,
                        uint64_t dimension[WM_TABLES_DIMENSIONS]);

/* Appends the item's `shape` object, canonical. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_plan_shape_json(const wm_item *item, wm_buffer *out);

#endif

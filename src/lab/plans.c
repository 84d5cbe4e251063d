/* The built-in plans of the laboratory: which faults and attacks are tried, on what, how often.
 *
 * A plan is rows of an output and rows of trials; it has every pair that can be made. A row of
 * trials names the outputs that it is for, because a curve of all pairs would take days. */
#include "lab/plans.h"

#include "lab/faults.h"
#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bits of plans, and of the outputs that a trial is for. */
enum { WITNESSES = 4 }; /* as many as the paper's */
/* Correct outputs of n = 16384. Each is a product with a calibration of its own, and costs as much
 * as ten faults of one output. */
enum { LARGE_CORRECT = 3 };
enum { QUICK = 1, ATTACKS = 2, CURVES = 4, SIZES = 8, LARGEST = 16, ALARMS = 32 };
enum {
    BITS_16 = 1,
    BITS_32 = 2,
    BITS_64 = 4,
    OTHERS = 8,
    INTEGERS = 16,
    ROWS = 32,
    EXACT_16 = 64, /* small integers in a format of 16 bits; of 32 */
    EXACT_32 = 128
};
enum {
    EXACT = EXACT_16 | EXACT_32,
    FLOATS = BITS_16 | BITS_32 | BITS_64,
    PRODUCTS = FLOATS | INTEGERS | EXACT,
    ALL = PRODUCTS | OTHERS
};

/* In place of a bit, that of each format: it doubles or halves the element, so that the output
 * stays finite. Of int32 the bit is half of the rms of a product of n = 512. */
enum { LOWEST_OF_EXPONENT = 64, BIT_OF_INTEGERS = 16 };

/* Repeats of attacks on rates. Several thousand times the uncertainty of a comparison of clocks. */
static const double QUICK_SECONDS = 0.02, SECONDS = 0.05;

static const wm_schedule_entry ENTRIES[] = {
    {"quick", "a few faults and attacks on small outputs: seconds"},
    {"attacks", "every attack on every format"},
    {"curves", "how often each check sees each fault, by format"},
    {"sizes", "how often each check sees a few faults, by format, n = 256 to 4096"},
    {"largest", "the same at n = 16384: for a GPU"},
    {"alarms", "how often each check rejects correct outputs: a thousand of each kind"},
};

/* An output: its variant and shape. `trials` is how often each fault is tried on it. */
typedef struct output_row {
    unsigned plans, of; /* `of`: one of the bits above */
    const char *workload, *variant;
    uint64_t dimension[4];
    uint32_t trials;
} output_row;

#define SQUARE(plans, of, variant, n, trials)         \
    {                                                 \
        plans, of, "gemm", variant, {n, n, n}, trials \
    }
#define PRODUCT(quick, of, variant)                                                  \
    SQUARE(quick, of, variant, 64, 8), SQUARE(ATTACKS, of, variant, 512, 16),        \
        SQUARE(CURVES, of, variant, 512, 200), SQUARE(SIZES, of, variant, 256, 200), \
        SQUARE(SIZES, of, variant, 1024, 100), SQUARE(SIZES, of, variant, 4096, 20), \
        SQUARE(LARGEST, of, variant, 16384, 10), SQUARE(ALARMS, of, variant, 256, 1000)

/* Small integers: what the normal item of the format is beside. */
#define EXACT_PRODUCT(quick, of, variant)                                     \
    SQUARE(quick, of, variant, 64, 8), SQUARE(ATTACKS, of, variant, 512, 16), \
        SQUARE(CURVES, of, variant, 512, 200), SQUARE(ALARMS, of, variant, 256, 1000)

static const output_row OUTPUTS[] = {
    PRODUCT(QUICK, BITS_16, "fp16"),
    PRODUCT(0, BITS_16, "bf16"),
    PRODUCT(0, BITS_16, "fp8"),
    PRODUCT(0, BITS_32, "tf32"),
    PRODUCT(QUICK, BITS_32, "f32"),
    PRODUCT(0, BITS_64, "f64"),
    PRODUCT(QUICK, INTEGERS, "int8"),
    EXACT_PRODUCT(QUICK, EXACT_16, "fp16_exact"),
    EXACT_PRODUCT(0, EXACT_16, "bf16_exact"),
    EXACT_PRODUCT(0, EXACT_16, "fp8_exact"),
    EXACT_PRODUCT(0, EXACT_32, "tf32_exact"),
    EXACT_PRODUCT(0, EXACT_32, "f32_exact"),
    SQUARE(LARGEST, BITS_16, "fp8_fast", 16384, 10), /* no CPU has it */
    {QUICK, OTHERS | ROWS, "attention", "bf16", {1, 1, 128, 64}, 8},
    {CURVES, OTHERS | ROWS, "attention", "bf16", {1, 2, 256, 64}, 200},
    {CURVES, OTHERS | ROWS, "attention", "bf16", {1, 8, 256, 64}, 200},
    {CURVES, OTHERS | ROWS, "attention", "bf16", {1, 8, 1024, 64}, 100},
    {QUICK, OTHERS | ROWS, "attention", "bf16_causal", {1, 1, 128, 64}, 8},
    {CURVES, OTHERS | ROWS, "attention", "bf16_causal", {1, 8, 256, 64}, 200},
    {ALARMS, OTHERS | ROWS, "attention", "bf16", {1, 2, 256, 64}, 1000},
    {QUICK, OTHERS, "hbm_triad", "f32", {10000}, 8},
    {CURVES, OTHERS, "hbm_triad", "f32", {100000}, 200},
    {CURVES, OTHERS, "reduction", "deterministic", {100000}, 200},
    {CURVES | ALARMS, OTHERS, "reduction", "default", {100000}, 1000},
    {QUICK, OTHERS, "scatter_add", "fixed", {4096, 256}, 8},
    {CURVES, OTHERS, "scatter_add", "fixed", {65536, 4096}, 200},
    {CURVES | ALARMS, OTHERS, "scatter_add", "atomic", {65536, 4096}, 1000},
    {CURVES | ALARMS, OTHERS, "index_add", "atomic", {4096, 64, 512}, 1000},
};

/* A trial with sizes from `size` on, `step` apart, to `most`. */
typedef struct trial_row {
    unsigned plans, of;
    wm_trial_word word;
    uint32_t size, step, most;
} trial_row;

static const trial_row TRIALS[] = {
    {QUICK | CURVES | SIZES | LARGEST | ALARMS, ALL, WM_TRIAL_NONE, 0, 1, 0},
    {QUICK, EXACT_16, WM_TRIAL_BIT, 0, 13, 13},
    {QUICK, BITS_16, WM_TRIAL_BIT, 13, 1, 13},
    {CURVES, BITS_16 | EXACT_16, WM_TRIAL_BIT, 0, 1, 15},
    {CURVES, BITS_32 | EXACT_32, WM_TRIAL_BIT, 0, 1, 31},
    {CURVES, INTEGERS, WM_TRIAL_BIT, 0, 5, 30},
    {CURVES, BITS_64, WM_TRIAL_BIT, 3, 4, 63},
    {CURVES, OTHERS, WM_TRIAL_BIT, 3, 4, 15},
    {SIZES | LARGEST, BITS_16, WM_TRIAL_BIT, 5, 8, 13},
    {SIZES | LARGEST, BITS_32, WM_TRIAL_BIT, 10, 12, 22},
    {SIZES | LARGEST, INTEGERS, WM_TRIAL_BIT, 0, 1, 0},
    {SIZES | LARGEST, BITS_64, WM_TRIAL_BIT, 34, 14, 48},
    {CURVES, ALL, WM_TRIAL_BITS, 2, 2, 4},
    {CURVES, PRODUCTS, WM_TRIAL_WARP, 4, 4, 12},
    {QUICK | CURVES, FLOATS | OTHERS | EXACT, WM_TRIAL_NAN, 0, 1, 0},
    {CURVES, FLOATS | OTHERS | EXACT, WM_TRIAL_INFINITY, 0, 1, 0},
    {CURVES, ALL, WM_TRIAL_ZERO, 0, 1, 0},
    {QUICK | CURVES | SIZES | LARGEST, ALL, WM_TRIAL_OTHER, 0, 1, 0},
    {CURVES, ALL, WM_TRIAL_ROW, 16, 48, 64},
    {CURVES, PRODUCTS, WM_TRIAL_COLUMN, 16, 48, 64},
    {QUICK, PRODUCTS, WM_TRIAL_TILE, 16, 1, 16},
    {CURVES, PRODUCTS, WM_TRIAL_TILE, 4, 12, 16},
    {CURVES, FLOATS, WM_TRIAL_STEPS, 100, 1, 100},
    {CURVES, FLOATS, WM_TRIAL_STEPS, 1000, 1, 1000},
    {QUICK | CURVES | SIZES | LARGEST, FLOATS, WM_TRIAL_STEPS, 10000, 1, 10000},
    {CURVES, FLOATS, WM_TRIAL_STEPS, 100000, 1, 100000},
    {QUICK | CURVES | SIZES | LARGEST, PRODUCTS, WM_TRIAL_TERMS, 16, 1, 16},
    {QUICK | SIZES | LARGEST, PRODUCTS, WM_TRIAL_BLOCK, 1, 1, 1},
    {CURVES, PRODUCTS, WM_TRIAL_BLOCK, 1, 15, 16},
    {QUICK | CURVES, PRODUCTS, WM_TRIAL_ORDER, 0, 1, 0},
    {QUICK, BITS_16, WM_TRIAL_PARTS, 4, 1, 4},
    {CURVES, BITS_16, WM_TRIAL_PARTS, 2, 6, 8},
    {QUICK, ROWS, WM_TRIAL_SOFTMAX, 2000, 1, 2000},
    {CURVES, ROWS, WM_TRIAL_SOFTMAX, 200, 200, 1000},
    {QUICK | ATTACKS, BITS_16 | BITS_32, WM_TRIAL_WINDOW, 0, 1, 0},
    {QUICK | ATTACKS, BITS_16 | BITS_32, WM_TRIAL_NULL_SPACE, 0, 1, 0},
    {QUICK | ATTACKS, BITS_16, WM_TRIAL_QUORUM, 0, 1, 0},
    {ATTACKS, BITS_32, WM_TRIAL_QUORUM, 0, 1, 0},
    {QUICK | ATTACKS, BITS_16 | BITS_32, WM_TRIAL_TWO, 0, 1, 0},
    {QUICK, BITS_16, WM_TRIAL_DISAGREE, 0, 1, 0},
    {QUICK, BITS_16, WM_TRIAL_DISAGREE, LOWEST_OF_EXPONENT, 1, LOWEST_OF_EXPONENT},
    {ATTACKS, PRODUCTS, WM_TRIAL_DISAGREE, 0, 1, 0},
    {ATTACKS, PRODUCTS, WM_TRIAL_DISAGREE, LOWEST_OF_EXPONENT, 1, LOWEST_OF_EXPONENT},
    {QUICK | ATTACKS, BITS_16 | BITS_32, WM_TRIAL_FLOOR, 20, 80, 100},
    {QUICK, BITS_16, WM_TRIAL_PROBE_SEARCH, 3, 1, 3},
    {ATTACKS, BITS_16, WM_TRIAL_PROBE_SEARCH, 6, 1, 7},
    {ATTACKS, BITS_32, WM_TRIAL_PROBE_SEARCH, 12, 1, 13},
    {ATTACKS, PRODUCTS, WM_TRIAL_OPENING_SEARCH, 0, 1, 0},
    {QUICK | ATTACKS, ALL, WM_TRIAL_REPLAY, 0, 1, 0},
    {QUICK | ATTACKS, ALL, WM_TRIAL_STALE, 0, 1, 1},
    {QUICK | ATTACKS, PRODUCTS, WM_TRIAL_SWAP, 0, 1, 0},
    {QUICK | ATTACKS, FLOATS | EXACT, WM_TRIAL_NARROWER, 0, 1, 0},
    {QUICK | ATTACKS, PRODUCTS, WM_TRIAL_OPENED_ONLY, 0, 1, 0},
    {QUICK | ATTACKS, ALL, WM_TRIAL_IDLE, 0, 1, 0},
    {QUICK, BITS_16, WM_TRIAL_OVERWRITTEN, 4, 1, 4},
    {ATTACKS, FLOATS, WM_TRIAL_OVERWRITTEN, 4, 1, 4},
    {QUICK, BITS_16, WM_TRIAL_BEST_OF, 4, 1, 4},
    {ATTACKS, FLOATS, WM_TRIAL_BEST_OF, 10, 1, 10},
    {QUICK, BITS_16, WM_TRIAL_NEIGHBOUR, 1, 1, 1},
    {ATTACKS, FLOATS, WM_TRIAL_NEIGHBOUR, 0, 1, 1},
    {QUICK, BITS_16, WM_TRIAL_CLOCK, 0, 100, 100},
    {ATTACKS, FLOATS, WM_TRIAL_CLOCK, 0, 100, 100},
    {ATTACKS, FLOATS, WM_TRIAL_CLOCK, 5, 15, 20},
};

enum {
    ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0],
    OUTPUT_COUNT = sizeof OUTPUTS / sizeof OUTPUTS[0],
    TRIAL_COUNT = sizeof TRIALS / sizeof TRIALS[0]
};

const wm_schedule_entry *wm_lab_plans_at(size_t index)
{
    return index < ENTRY_COUNT ? &ENTRIES[index] : NULL;
}

static uint32_t lowest_of_exponent(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return 10;
    case WM_FORMAT_BF16:
        return 7;
    case WM_FORMAT_F32:
        return 23;
    case WM_FORMAT_F64:
        return 52;
    default:
        return BIT_OF_INTEGERS;
    }
}

/* The item of an output and a trial; false if it cannot be made. */
static bool make_item(const output_row *output, const trial_row *row, uint32_t size, wm_item *item)
{
    const wm_variant *variant = wm_tables_variant(output->workload, strlen(output->workload),
                                                  output->variant, strlen(output->variant));
    wm_output shape;
    *item = (wm_item){.variant = variant, .repeats = output->trials, .trial = {row->word, size}};
    memcpy(item->dimension, output->dimension, sizeof output->dimension);
    if (row->word == WM_TRIAL_DISAGREE && size == LOWEST_OF_EXPONENT)
        item->trial.size = lowest_of_exponent(wm_format_named(variant->output_format));
    if (row->word == WM_TRIAL_DISAGREE && output->plans == QUICK)
        item->repeats = WITNESSES;
    if (row->word == WM_TRIAL_QUORUM || row->word == WM_TRIAL_TWO ||
        row->word == WM_TRIAL_NEIGHBOUR) /* each trial starts processes */
        item->repeats = WITNESSES;
    if (row->word == WM_TRIAL_NONE && output->plans == LARGEST)
        item->repeats = LARGE_CORRECT;
    if (row->word == WM_TRIAL_NARROWER)
        return wm_faults_can_narrow(item);
    wm_plan_output(item, &shape);
    return wm_faults_has_room(&shape, item->trial);
}

static wm_status add_items(const output_row *output, const trial_row *row, double memory_bytes,
                           wm_schedule *schedule)
{
    for (uint32_t size = row->size; size <= row->most; size += row->step) {
        wm_item *grown, item;
        if (!make_item(output, row, size, &item) || wm_workload_bytes(&item) * 4 > memory_bytes)
            continue;
        if (schedule->item_count == WM_TABLES_ITEMS)
            return WM_E_LIMIT;
        grown = realloc(schedule->items, (schedule->item_count + 1) * sizeof *grown);
        if (grown == NULL)
            return WM_E_NOMEM;
        schedule->items = grown;
        schedule->items[schedule->item_count++] = item;
    }
    return WM_OK;
}

wm_status wm_lab_plans_make(const char *name, const char *kind, double memory_bytes,
                            wm_schedule *schedule)
{
    unsigned plan = 0;
    wm_status status = WM_OK;
    (void)kind; /* every plan is for every kind of device */
    memset(schedule, 0, sizeof *schedule);
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        if (strcmp(ENTRIES[i].name, name) == 0)
            plan = 1U << i;
    if (plan == 0)
        return WM_E_NOTFOUND;
    (void)snprintf(schedule->name, sizeof schedule->name, "laboratory-%s", name);
    schedule->repeat_seconds = plan == QUICK ? QUICK_SECONDS : SECONDS;
    for (size_t o = 0; o < OUTPUT_COUNT; o++)
        for (size_t t = 0; t < TRIAL_COUNT && status == WM_OK; t++)
            if ((OUTPUTS[o].plans & plan) != 0 && (TRIALS[t].plans & plan) != 0 &&
                (OUTPUTS[o].of & TRIALS[t].of) != 0)
                status = add_items(&OUTPUTS[o], &TRIALS[t], memory_bytes, schedule);
    if (status != WM_OK)
        wm_schedule_clear(schedule);
    return status;
}

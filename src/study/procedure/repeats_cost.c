/* Nominal costs of repeats. Each constant is a measurement, or follows from the loop that it names.
 */
#include "study/procedure/procedure.h"

#include <math.h>

/* Bytes a second: of two cores, of a GPU. Of fills the memory's first touch is a part. Measured
 * with the plans `default` on two cores and `paper` on an H200. */
static const double FILL_RATE[2] = {1e9, 1e12}, STREAM_RATE[2] = {5e9, 6e11};

/* What a phase takes even for an empty item. */
static const double FIXED[2][WM_PHASE_COUNT] = {
    {[WM_PHASE_FILL] = 0.005,
     [WM_PHASE_WARM_UP] = 0.005,
     [WM_PHASE_REPEATS] = 0.002,
     [WM_PHASE_WITNESS] = 0.004,
     [WM_PHASE_CALIBRATION] = 0.005,
     [WM_PHASE_OPENINGS] = 0.01,
     [WM_PHASE_REPAIR] = 0.02},
    {[WM_PHASE_FILL] = 0.05,
     [WM_PHASE_WARM_UP] = 0.1,
     [WM_PHASE_REPEATS] = 0.015,
     [WM_PHASE_WITNESS] = 0.005,
     [WM_PHASE_CALIBRATION] = 0.02,
     [WM_PHASE_OPENINGS] = 0.02,
     [WM_PHASE_REPAIR] = 0.1},
};

/* Runs of the operation that a careful repetition costs, and a check of a chain of reads. The
 * share of a calibration's work that takes time: its sets are one product. */
static const double CAREFUL_RUNS = 10, CHAIN_RUNS = 0.5, CALIBRATION_SHARE = 0.3;

/* An idle window; an item has two. Source: src/measure/idle_window.c. */
static const double IDLE_WINDOW_S[2] = {0, 0.2};

/* The warm-up's last batch lasts for a tenth of a repeat, and its batches before for less. */
static const double WARM_UP_SHARE = 0.13;

/* The search for a product's method, of src/backend/cuda/cuda_tune.c: warm rounds, one for each
 * candidate, and eight of each finalist. Of 16 candidates about 10 are allowed. Each runs twice
 * before. */
static const double PRODUCT_CANDIDATES = 10, PRODUCT_ROUNDS = 3 + 10 + 8 * 3;
static const double LONG_RUN_S = 2e-4, LONG_ROUND_S = 0.1, SHORT_ROUND_S = 2e-3;

/* That for attention, of src/backend/cuda/cuda_attention.c. Measured on an H100 and an H200: two to
 * seven methods, and a second to make their programs. */
static const double ATTENTION_METHODS = 4, ATTENTION_ROUNDS = 4, ATTENTION_RUNS = 200,
                    ATTENTION_MAKING_S = 1;

static double rate_of(const wm_item *item, const wm_machine_speed *machine)
{
    return wm_procedure_nominal_rate(item, machine->is_gpu) * machine->speed;
}

/* Whole iterations, at least for the duration of a repeat. */
static double timed_loop(double once, double repeat_seconds)
{
    return once >= repeat_seconds ? once : ceil(repeat_seconds / once - 0.01) * once;
}

static bool is_dependent(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_DEPENDENT);
}

/* A check reads operands and output, or walks the chain again. */
static double check_seconds(const wm_item *item, const wm_machine_speed *machine, double once)
{
    return wm_workload_bytes(item) / STREAM_RATE[machine->is_gpu] +
           (is_dependent(item) ? CHAIN_RUNS * once : 0);
}

/* A fault in the transcript has its own check; a faulty output is computed again. */
static double fault_seconds(const wm_item *item, const wm_machine_speed *machine, double once,
                            wm_phase phase)
{
    const wm_planned_fault *fault = &item->fault;
    if (fault->kind == WM_FAULT_NONE)
        return 0;
    if (phase == WM_PHASE_OPENINGS)
        return fault->in_repeats ? 0 : once + check_seconds(item, machine, once);
    return CAREFUL_RUNS * once + check_seconds(item, machine, once) +
           wm_workload_operand_bytes(item) / STREAM_RATE[machine->is_gpu];
}

static double calibration_work(const wm_item *item)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    return kind->calibration_work != NULL ? kind->calibration_work(item) : 0;
}

static double calibration_seconds(const wm_item *item, const wm_machine_speed *machine)
{
    return CALIBRATION_SHARE * calibration_work(item) / rate_of(item, machine);
}

double wm_repeats_cost_operation(const wm_item *item)
{
    return (wm_plan_work(item) + calibration_work(item)) / wm_procedure_nominal_rate(item, false);
}

static double product_search_seconds(double once)
{
    const double round_s = once >= LONG_RUN_S ? LONG_ROUND_S : SHORT_ROUND_S;
    const double runs = 2 + floor(round_s / once);
    return (PRODUCT_ROUNDS * runs + 2 * PRODUCT_CANDIDATES) * once;
}

static double attention_search_seconds(double once)
{
    const double runs = 1 + fmin(floor(LONG_ROUND_S / once), ATTENTION_RUNS);
    return ATTENTION_MAKING_S + ATTENTION_METHODS * (ATTENTION_ROUNDS * runs + 2) * once;
}

/* A GPU's first run searches for its fastest method, unless it takes the first: cuDNN's programs
 * are then made still. An item with a fault repeats an earlier one, whose method is chosen. */
static double search_seconds(const wm_item *item, const wm_machine_speed *machine, double once)
{
    if (!machine->is_gpu || item->fault.kind != WM_FAULT_NONE)
        return 0;
    switch (wm_workload_kind_of(item)->search) {
    case WM_SEARCH_PRODUCT:
        return machine->takes_first ? 0 : product_search_seconds(once);
    case WM_SEARCH_ATTENTION:
        return machine->takes_first ? ATTENTION_MAKING_S : attention_search_seconds(once);
    default:
        return 0;
    }
}

double wm_repeats_cost_seconds(const wm_item *item, const wm_machine_speed *machine, wm_phase phase)
{
    const double once = wm_plan_work(item) / rate_of(item, machine);
    const double fixed = FIXED[machine->is_gpu][phase];
    switch (phase) {
    case WM_PHASE_FILL:
        return fixed + wm_workload_operand_bytes(item) / FILL_RATE[machine->is_gpu];
    case WM_PHASE_WARM_UP:
        return fixed + 2 * IDLE_WINDOW_S[machine->is_gpu] + search_seconds(item, machine, once) +
               once + fmax(once, WARM_UP_SHARE * machine->repeat_seconds);
    case WM_PHASE_REPEATS:
        return fixed + timed_loop(once, machine->repeat_seconds);
    case WM_PHASE_WITNESS:
        return fixed + check_seconds(item, machine, once);
    case WM_PHASE_CALIBRATION:
        return wm_tables_has(item->variant, WM_TRAIT_CALIBRATION)
                   ? fixed + calibration_seconds(item, machine)
                   : 0;
    case WM_PHASE_OPENINGS:
        return fixed + fault_seconds(item, machine, once, phase);
    case WM_PHASE_REPAIR:
        return item->fault.kind != WM_FAULT_NONE ? fixed + fault_seconds(item, machine, once, phase)
                                                 : 0;
    default:
        return 0;
    }
}

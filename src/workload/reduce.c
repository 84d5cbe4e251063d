/* reduction: the sums of a vector in levels. The check compares each with a compensated binary64
 * sum.
 *
 * Opened sums of level 0 are summed again from their addends, higher levels from the opened sums
 * below. A sum of a higher level is not judged if a sum that it covers is not opened. Variant
 * `deterministic` must have the bits that the order of inputs.md section 4 gives. Source:
 * docs/formats/inputs.md sections 4 and 8. */
#include "workload/workload.h"

#include "standards/normal.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCK = WM_PLAN_ADDENDS, FAN = WM_PLAN_FAN, BLOCK_LANES = 1024 };
enum { ELEMENTS = WM_TABLES_CHUNK_BYTES / sizeof(float) };

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "default", {65536}},
    {WM_PLAN_DEFAULT, "default", {16777216}},
    {WM_PLAN_PAPER, "default", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "default", {1073741824}},
    {WM_PLAN_QUICK, "deterministic", {65536}},
    {WM_PLAN_DEFAULT, "deterministic", {16777216}},
    {WM_PLAN_PAPER, "deterministic", {67108864}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "deterministic", {1073741824}},
    {0, NULL, {0}},
};

/* A stream over a GPU's whole memory: the sums take a hundredth of a per cent of it. */
static const wm_workload_row FILLER = {
    WM_PLAN_PAPER_GPU | WM_PLAN_SIGNATURE_GPU, "deterministic", {(1 << 30) + (1 << 26)}};

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_REDUCE;
    job->as.reduction =
        (wm_reduction){.deterministic = wm_tables_has(item->variant, WM_TRAIT_DETERMINISTIC),
                       .count = item->dimension[0],
                       .x = operand[0],
                       .out = output};
}

static void make_careful(wm_job *job)
{
    job->as.reduction.deterministic = true;
}

static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    wm_difference result = {(double)NAN, (double)NAN};
    const wm_status status =
        check->device->ops->reduction_residual(check->device, &check->job->as.reduction, &result);
    (void)context;
    if (status == WM_OK)
        *residual = wm_check_difference(result.difference_max, result.reference_max);
    return status;
}

/* An error a sum, on a device that sums in parallel. */
static double check_bytes(const wm_item *item)
{
    return 8.0 * (double)wm_plan_sums(item->dimension[0]);
}

static double slack(const wm_item *item, double reference_max)
{
    (void)item;
    return wm_check_slack(WM_PLAN_ADDENDS, reference_max);
}

/* ---- opened sums ----------------------------------------------------------------------------- */

/* A sum of the output: its level and its number there. */
typedef struct {
    unsigned level;
    uint64_t number;
    uint64_t level_first; /* the element where its level begins, */
    uint64_t below_first; /* and the level below */
    uint64_t below_count; /* sums of the level below */
} place;

static place place_of(const wm_opened *opened, uint64_t element)
{
    uint64_t sums[WM_PLAN_LEVELS];
    const unsigned levels = wm_plan_levels(opened->item->dimension[0], sums);
    place at = {0, element, 0, 0, 0};
    while (at.level + 1 < levels && at.number >= sums[at.level]) {
        at.below_first = at.level_first;
        at.below_count = sums[at.level];
        at.level_first += sums[at.level];
        at.number -= sums[at.level++];
    }
    return at;
}

/* Reads an opened element of the output. False if it is not opened. */
static bool read_opened(const wm_opened *opened, uint64_t element, float *value)
{
    for (unsigned t = 0; t < opened->count; t++) {
        const uint64_t first = wm_opened_first(opened, t);
        if (element >= first && element - first < wm_opened_elements(opened, t)) {
            *value = (float)wm_opened_value(opened, t, (size_t)(element - first));
            return true;
        }
    }
    return false;
}

/* The sum in the order of inputs.md section 4. A lane without an addend is 0. */
static float sum_in_order(const float *addends, size_t count, size_t lanes)
{
    float lane[BLOCK_LANES] = {0};
    for (size_t i = 0; i < count; i++)
        lane[i % lanes] = i < lanes ? addends[i] : lane[i % lanes] + addends[i];
    for (size_t half = lanes / 2; half > 0; half /= 2)
        for (size_t l = 0; l < half; l++)
            lane[l] += lane[l + half];
    return lane[0];
}

/* Compares element j of chunk t with the sum of these addends. */
static void compare_sum(const wm_opened *opened, unsigned t, size_t j, const float *addends,
                        size_t count, size_t lanes, wm_recompute_result *result)
{
    double sum = 0, square = 0;
    if (wm_tables_has(opened->item->variant, WM_TRAIT_DETERMINISTIC)) {
        wm_opened_compare(opened, t, j, (double)sum_in_order(addends, count, lanes), 0, result);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        sum += (double)addends[i];
        square += (double)addends[i] * (double)addends[i];
    }
    wm_opened_compare(opened, t, j, sum, wm_opened_sum_allowance((double)count, sqrt(square)),
                      result);
}

/* Reads the sums that a sum of a higher level covers. False if one is not opened. */
static bool read_below(const wm_opened *opened, const place *at, float addends[FAN], size_t *count)
{
    const uint64_t first = at->number * FAN, left = at->below_count - first;
    *count = left < FAN ? (size_t)left : FAN;
    for (size_t i = 0; i < *count; i++)
        if (!read_opened(opened, at->below_first + first + i, &addends[i]))
            return false;
    return true;
}

static wm_status compare_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    const uint64_t n = opened->item->dimension[0];
    const size_t elements = wm_opened_elements(opened, t);
    float *addends = malloc(BLOCK * sizeof *addends);
    if (addends == NULL)
        return WM_E_NOMEM;
    for (size_t j = 0; j < elements; j++) {
        const place at = place_of(opened, wm_opened_first(opened, t) + j);
        size_t count;
        if (at.level == 0) {
            const uint64_t first = at.number * BLOCK;
            count = n - first < BLOCK ? (size_t)(n - first) : BLOCK;
            wm_normal_fill(opened->normal, &opened->operand[0], first, count, WM_FORMAT_F32,
                           addends);
            compare_sum(opened, t, j, addends, count, BLOCK_LANES, result);
        } else if (read_below(opened, &at, addends, &count)) {
            compare_sum(opened, t, j, addends, count, FAN, result);
        }
    }
    free(addends);
    return WM_OK;
}

static double opening_work(const wm_item *item, unsigned openings)
{
    const double opened = (double)openings * ELEMENTS * BLOCK;
    return opened < (double)item->dimension[0] ? opened : (double)item->dimension[0];
}

static const wm_opened_kind OPENED = {.work = opening_work, .chunk = compare_chunk};

const wm_workload_kind wm_reduce_kind = {
    .name = "reduction",
    .job = set_job,
    .make_careful = make_careful,
    .check = check,
    .check_bytes = check_bytes,
    .opened = &OPENED,
    .slack = slack,
    .cost = {.rate = 2e10, .rate_gpu = 4e12},
    .rows = ROWS,
    .filler = &FILLER,
};

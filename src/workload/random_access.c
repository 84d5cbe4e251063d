/* random_access: random reads of a table. The check repeats all of them.
 *
 * A latency has one lane, whose next address depends on what it read; a bandwidth has many. The
 * check draws the words again from the table's seed, so that a wrong word in memory is seen.
 * Variants with the trait LINES read a line apart, so that each read needs one of its own. */
#include "workload/workload.h"

#include "record/laws/derive.h"

static const wm_workload_row ROWS[] = {
    /* Every iteration reads the same places. The one lane of a latency therefore reads more
       lines than a cache keeps until the next iteration. */
    {WM_PLAN_QUICK, "latency", {65536, 1, 4096}},
    {WM_PLAN_DEFAULT, "latency", {134217728, 1, 2097152}},
    {WM_PLAN_PAPER, "latency", {536870912, 1, 16777216}},
    {WM_PLAN_DEFAULT_GPU, "latency", {268435456, 1, 1048576}},
    {WM_PLAN_PAPER_GPU, "latency", {1073741824, 1, 1048576}},
    /* three working sets: of a near cache, of a far one, of memory */
    {WM_PLAN_SIGNATURE, "latency", {65536, 1, 262144}},
    {WM_PLAN_SIGNATURE, "latency", {2097152, 1, 262144}},
    {WM_PLAN_SIGNATURE, "latency", {67108864, 1, 2097152}},
    {WM_PLAN_SIGNATURE_GPU, "latency", {262144, 1, 262144}},
    {WM_PLAN_SIGNATURE_GPU, "latency", {8388608, 1, 524288}},
    {WM_PLAN_SIGNATURE_GPU, "latency", {1073741824, 1, 1048576}},
    {WM_PLAN_QUICK, "bandwidth", {65536, 256, 64}},
    {WM_PLAN_DEFAULT, "bandwidth", {134217728, 65536, 256}},
    {WM_PLAN_PAPER, "bandwidth", {536870912, 65536, 1024}},
    {WM_PLAN_DEFAULT_GPU, "bandwidth", {268435456, 1048576, 64}},
    {WM_PLAN_PAPER_GPU, "bandwidth", {1073741824, 1048576, 256}},
    {0, NULL, {0}},
};

/* Tables from 1 MiB on. Only n may differ within a curve, so the lanes and steps are those that the
 * largest table needs. A latency visits 134 MB of lines on a GPU and 201 MB on a CPU, where a line
 * has 64 bytes. So the lines of a large table do not stay in a cache from one iteration to the
 * next. A bandwidth on a GPU visits 8.6 GB of lines. */
static const wm_workload_row SWEEPS[] = {
    {WM_PLAN_CURVE, "latency_lines", {8192, 1, 3145728}},
    {WM_PLAN_CURVE, "bandwidth_lines", {8192, 65536, 64}},
    {WM_PLAN_CURVE_GPU, "latency_lines", {8192, 1, 1048576}},
    {WM_PLAN_CURVE_GPU, "bandwidth_lines", {8192, 1048576, 64}},
    {0, NULL, {0}},
};

static bool is_dependent(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_DEPENDENT);
}

/* Words from one word of the table to the next. */
static size_t stride_of(const wm_item *item)
{
    return wm_tables_has(item->variant, WM_TRAIT_LINES) ? WM_TABLES_TABLE_LINE_BYTES / 4 : 1;
}

static void set_operand(const wm_item *item, unsigned index, wm_operand *operand)
{
    (void)index;
    operand->draw = WM_DRAW_INDEX;
    operand->bound = (uint64_t)1 << 32;
    operand->stride = stride_of(item);
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_RANDOM_ACCESS;
    job->as.access = (wm_random_access){.dependent = is_dependent(item),
                                        .count = item->dimension[0],
                                        .stride = stride_of(item),
                                        .lanes = item->dimension[1],
                                        .steps = item->dimension[2],
                                        .table = operand[0],
                                        .out = output};
}

/* The number of lanes that differ when the reads are repeated; the reference is the number of all
 * lanes. */
static wm_status check(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual)
{
    const wm_random_access *access = &check->job->as.access;
    uint64_t wrong = access->lanes;
    uint8_t table[WM_SHA256_SIZE];
    wm_status status = wm_derive_seed(check->item, check->nonce, 0, table);
    (void)context;
    if (status == WM_OK)
        status = check->device->ops->random_access_residual(check->device, access, table, &wrong);
    if (status == WM_OK)
        *residual = wm_check_difference((double)wrong, (double)access->lanes);
    return status;
}

/* The sum that lane `lane` must have. Source: docs/formats/inputs.md section 4. */
static uint32_t lane_sum(const wm_opened *opened, uint64_t lane)
{
    const bool adds = is_dependent(opened->item);
    const uint64_t count = opened->item->dimension[0];
    uint64_t h = lane;
    uint32_t sum = 0;
    for (uint32_t step = 0; step < opened->item->dimension[2]; step++) {
        h = h * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint32_t x = wm_philox_word(&opened->operand[0], (h >> 32) * count >> 32);
        if (adds)
            h += (uint64_t)x << 32;
        sum += x;
    }
    return sum;
}

static wm_status recompute_chunk(const wm_opened *opened, unsigned t, wm_recompute_result *result)
{
    const uint64_t first = wm_opened_first(opened, t);
    const size_t count = wm_opened_elements(opened, t);
    for (size_t j = 0; j < count; j++)
        wm_opened_compare(opened, t, j, (double)lane_sum(opened, first + j), 0, result);
    return WM_OK;
}

static double opening_work(const wm_item *item, unsigned openings)
{
    const double lanes = openings * (double)WM_TABLES_CHUNK_BYTES / sizeof(uint32_t);
    return (lanes < (double)item->dimension[1] ? lanes : (double)item->dimension[1]) *
           (double)item->dimension[2];
}

static const wm_opened_kind OPENED = {.work = opening_work, .chunk = recompute_chunk};

static const wm_workload_cost *cost_of(const wm_item *item)
{
    static const wm_workload_cost DEPENDENT = {.rate = 6e6, .rate_gpu = 2.7e6, .is_latency = true};
    static const wm_workload_cost INDEPENDENT = {.rate = 6e7, .rate_gpu = 4e10};
    return is_dependent(item) ? &DEPENDENT : &INDEPENDENT;
}

const wm_workload_kind wm_random_access_kind = {
    .name = "random_access",
    .operand = set_operand,
    .job = set_job,
    .check = check,
    .opened = &OPENED,
    .cost_of = cost_of,
    .rows = ROWS,
    .sweeps = SWEEPS,
};

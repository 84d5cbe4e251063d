/* index_add: adds each source row to the target row that its index names. Checked by a weighted
 * checksum. */
#include "workload/workload.h"

#include "workload/scatter_opened.h"

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "atomic", {4096, 16, 64}},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER, "atomic", {65536, 128, 4096}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "atomic", {1048576, 128, 65536}},
    {0, NULL, {0}},
};

/* Fills a GPU's memory: as many rows of 128 floats as fit, added to so few target rows that these
 * stay in the cache. One iteration reads all of the memory; a product of that size would take
 * seconds. */
static const wm_workload_row FILLER = {WM_PLAN_PAPER_GPU, "atomic", {0, 128, 65536}};

static void set_operand(const wm_item *item, unsigned index, wm_operand *operand)
{
    const double rows = item->dimension[0], columns = item->dimension[1];
    operand->count = index == 0 ? rows * columns : rows;
    if (index == 0)
        return;
    operand->draw = WM_DRAW_INDEX;
    operand->format = WM_FORMAT_U32;
    operand->bound = item->dimension[2];
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_INDEX_ADD;
    job->as.scatter = (wm_scatter){.rows = item->dimension[0],
                                   .columns = item->dimension[1],
                                   .buckets = item->dimension[2],
                                   .src = operand[0],
                                   .index = operand[1],
                                   .out = output};
}

/* A binary64 weight or exact sum for each element of the output. */
static double check_bytes(const wm_item *item)
{
    return 8.0 * item->dimension[1] * item->dimension[2];
}

static double slack(const wm_item *item, double reference_max)
{
    return wm_check_slack((double)item->dimension[0] * item->dimension[1], reference_max);
}

const wm_workload_kind wm_index_add_kind = {
    .name = "index_add",
    .operand = set_operand,
    .job = set_job,
    .check = wm_check_scatter,
    .opened = &wm_scatter_opened_kind,
    .check_bytes = check_bytes,
    .slack = slack,
    .cost = {.rate = 1e8, .rate_gpu = 5e11},
    .rows = ROWS,
    .filler = &FILLER,
};

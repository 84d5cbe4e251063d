/* scatter_add: out[index[i]] += src[i], checked by a weighted checksum. */
#include "workload/workload.h"

#include "workload/scatter_opened.h"

static const wm_workload_row ROWS[] = {
    {WM_PLAN_QUICK, "atomic", {65536, 256}},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER, "atomic", {4194304, 65536}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "atomic", {67108864, 1048576}},
    {WM_PLAN_QUICK, "fixed", {65536, 256}},
    {WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fixed", {4194304, 65536}},
    {WM_PLAN_DEFAULT_GPU | WM_PLAN_PAPER_GPU, "fixed", {67108864, 1048576}},
    {0, NULL, {0}},
};

/* Consistent faults (Table 2 of the paper): every repeat's output is wrong in the same way. */
static const wm_workload_demonstration DEMONSTRATIONS[] = {
    {{WM_PLAN_QUICK, "fixed", {65536, 256}}, WM_FAULT_ELEMENT, true},
    {{WM_PLAN_DEFAULT | WM_PLAN_PAPER | WM_PLAN_PAPER_GPU, "fixed", {4194304, 65536}},
     WM_FAULT_ELEMENT,
     true},
    {{0, NULL, {0}}, WM_FAULT_NONE, false},
};

static void set_operand(const wm_item *item, unsigned index, wm_operand *operand)
{
    if (index == 0)
        return;
    operand->draw = WM_DRAW_INDEX;
    operand->format = WM_FORMAT_U32;
    operand->bound = item->dimension[1];
}

static void set_job(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                    wm_device_buffer *output, wm_job *job)
{
    job->operation = WM_OPERATION_SCATTER_ADD;
    job->as.scatter = (wm_scatter){.fixed = wm_tables_has(item->variant, WM_TRAIT_FIXED),
                                   .rows = item->dimension[0],
                                   .columns = 1,
                                   .buckets = item->dimension[1],
                                   .src = operand[0],
                                   .index = operand[1],
                                   .out = output};
}

static void make_careful(wm_job *job)
{
    job->as.scatter.fixed = true;
}

/* A binary64 weight or exact sum for each element of the output. */
static double check_bytes(const wm_item *item)
{
    return 8.0 * item->dimension[1];
}

static double slack(const wm_item *item, double reference_max)
{
    return wm_check_slack(item->dimension[0], reference_max);
}

const wm_workload_kind wm_scatter_add_kind = {
    .name = "scatter_add",
    .operand = set_operand,
    .job = set_job,
    .make_careful = make_careful,
    .check = wm_check_scatter,
    .opened = &wm_scatter_opened_kind,
    .check_bytes = check_bytes,
    .slack = slack,
    .cost = {.rate = 1e8, .rate_gpu = 9e10},
    .rows = ROWS,
    .demonstrations = DEMONSTRATIONS,
};

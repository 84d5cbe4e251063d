/* The built-in plans, and what all plans have in common. */
#include "measure/schedule.h"

#include "backend/product.h"
#include "base/status.h"
#include "workload/workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which built-in plans a row belongs to. */
enum { QUICK = 1, DEFAULT = 2, PAPER = 4, DEFAULT_GPU = 8, PAPER_GPU = 16 };

/* A row of the table of built-in plans; dimensions as in the format's table of workloads. */
typedef struct {
    unsigned plans;
    const char *workload, *variant;
    uint32_t dimension[WM_TABLES_DIMENSIONS];
} row;

#define CUBE(n) \
    {           \
        n, n, n \
    }

/* Sizes: quick takes milliseconds an iteration at most; default is past the caches of a 2-core
 * machine and over in about a minute; paper has the four sizes of its floor sequences, as far as a
 * CPU gets in minutes; on a GPU they are the paper's own. fp8_fast stands in no plan for a CPU,
 * which has no such accumulator. */
static const row ROWS[] = {
    {QUICK, "gemm", "fp16", CUBE(128)},
    {QUICK, "gemm", "bf16", {96, 160, 128}},
    {QUICK, "gemm", "tf32", CUBE(128)},
    {QUICK, "gemm", "fp8", CUBE(128)},
    {QUICK, "gemm", "f32", CUBE(128)},
    {QUICK, "gemm", "f64", CUBE(96)},
    {QUICK, "gemm", "int8", CUBE(96)},
    {DEFAULT | PAPER, "gemm", "fp16", CUBE(512)},
    {DEFAULT | PAPER | PAPER_GPU, "gemm", "fp16", CUBE(1024)},
    {DEFAULT | PAPER | PAPER_GPU, "gemm", "fp16", CUBE(2048)},
    {PAPER | PAPER_GPU, "gemm", "fp16", CUBE(4096)},
    {DEFAULT_GPU | PAPER_GPU, "gemm", "fp16", CUBE(8192)},
    {PAPER_GPU, "gemm", "fp16", CUBE(16384)},
    {PAPER_GPU, "gemm", "fp16", CUBE(32768)},
    {PAPER, "gemm", "bf16", CUBE(512)},
    {DEFAULT | PAPER, "gemm", "bf16", CUBE(1024)},
    {DEFAULT | PAPER | PAPER_GPU, "gemm", "bf16", CUBE(2048)},
    {PAPER | PAPER_GPU, "gemm", "bf16", CUBE(4096)},
    {DEFAULT_GPU | PAPER_GPU, "gemm", "bf16", CUBE(8192)},
    {PAPER_GPU, "gemm", "bf16", CUBE(16384)},
    {PAPER_GPU, "gemm", "bf16", CUBE(32768)},
    {PAPER, "gemm", "tf32", CUBE(512)},
    {DEFAULT | PAPER, "gemm", "tf32", CUBE(1024)},
    {PAPER | PAPER_GPU, "gemm", "tf32", CUBE(2048)},
    {PAPER | PAPER_GPU, "gemm", "tf32", CUBE(4096)},
    {DEFAULT_GPU | PAPER_GPU, "gemm", "tf32", CUBE(8192)},
    {PAPER_GPU, "gemm", "tf32", CUBE(16384)},
    {PAPER, "gemm", "fp8", CUBE(512)},
    {DEFAULT | PAPER, "gemm", "fp8", CUBE(1024)},
    {PAPER | PAPER_GPU, "gemm", "fp8", CUBE(2048)},
    {PAPER | PAPER_GPU, "gemm", "fp8", CUBE(4096)},
    {DEFAULT_GPU | PAPER_GPU, "gemm", "fp8", CUBE(8192)},
    {PAPER_GPU, "gemm", "fp8", CUBE(16384)},
    {PAPER_GPU, "gemm", "fp8", CUBE(32768)},
    {PAPER_GPU, "gemm", "fp8_fast", CUBE(2048)},
    {PAPER_GPU, "gemm", "fp8_fast", CUBE(4096)},
    {PAPER_GPU, "gemm", "fp8_fast", CUBE(8192)},
    {PAPER_GPU, "gemm", "fp8_fast", CUBE(16384)},
    {DEFAULT | PAPER, "gemm", "f32", CUBE(2048)},
    {PAPER | DEFAULT_GPU | PAPER_GPU, "gemm", "f32", CUBE(4096)},
    {DEFAULT, "gemm", "f64", CUBE(1024)},
    {PAPER, "gemm", "f64", CUBE(2048)},
    {DEFAULT_GPU | PAPER_GPU, "gemm", "f64", CUBE(8192)},
    {DEFAULT, "gemm", "int8", CUBE(1024)},
    {PAPER, "gemm", "int8", CUBE(2048)},
    {DEFAULT_GPU | PAPER_GPU, "gemm", "int8", CUBE(16384)},
    {QUICK, "hbm_triad", "f32", {65536}},
    {DEFAULT, "hbm_triad", "f32", {16777216}},
    {PAPER, "hbm_triad", "f32", {67108864}},
    {DEFAULT_GPU | PAPER_GPU, "hbm_triad", "f32", {1073741824}},
    /* 64 KiB below what a dimension can be: 35 GB resident. */
    {PAPER_GPU, "hbm_triad", "f32", {2147418112}},
    {QUICK, "attention", "bf16", {1, 2, 128, 32}},
    {DEFAULT, "attention", "bf16", {1, 8, 512, 64}},
    {PAPER | PAPER_GPU, "attention", "bf16", {1, 8, 1024, 128}},
    {DEFAULT_GPU | PAPER_GPU, "attention", "bf16", {4, 32, 8192, 128}},
    {QUICK, "reduction", "default", {65536}},
    {DEFAULT, "reduction", "default", {16777216}},
    {PAPER, "reduction", "default", {67108864}},
    {DEFAULT_GPU | PAPER_GPU, "reduction", "default", {1073741824}},
    {QUICK, "reduction", "deterministic", {65536}},
    {DEFAULT, "reduction", "deterministic", {16777216}},
    {PAPER, "reduction", "deterministic", {67108864}},
    {DEFAULT_GPU | PAPER_GPU, "reduction", "deterministic", {1073741824}},
    {QUICK, "scatter_add", "atomic", {65536, 256}},
    {DEFAULT | PAPER, "scatter_add", "atomic", {4194304, 65536}},
    {DEFAULT_GPU | PAPER_GPU, "scatter_add", "atomic", {67108864, 1048576}},
    {QUICK, "scatter_add", "fixed", {65536, 256}},
    {DEFAULT | PAPER | PAPER_GPU, "scatter_add", "fixed", {4194304, 65536}},
    {DEFAULT_GPU | PAPER_GPU, "scatter_add", "fixed", {67108864, 1048576}},
    {QUICK, "index_add", "atomic", {4096, 16, 64}},
    {DEFAULT | PAPER, "index_add", "atomic", {65536, 128, 4096}},
    {DEFAULT_GPU | PAPER_GPU, "index_add", "atomic", {1048576, 128, 65536}},
    /* An iteration reads the same places as the one before. So a latency's one lane reads more
       lines than a cache keeps until then. */
    {QUICK, "random_access", "latency", {65536, 1, 4096}},
    {DEFAULT, "random_access", "latency", {134217728, 1, 2097152}},
    {PAPER, "random_access", "latency", {536870912, 1, 16777216}},
    {DEFAULT_GPU, "random_access", "latency", {268435456, 1, 1048576}},
    {PAPER_GPU, "random_access", "latency", {1073741824, 1, 1048576}},
    {QUICK, "random_access", "bandwidth", {65536, 256, 64}},
    {DEFAULT, "random_access", "bandwidth", {134217728, 65536, 256}},
    {PAPER, "random_access", "bandwidth", {536870912, 65536, 1024}},
    {DEFAULT_GPU, "random_access", "bandwidth", {268435456, 1048576, 64}},
    {PAPER_GPU, "random_access", "bandwidth", {1073741824, 1048576, 256}},
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

/* The demonstrations, behind the rows of a plan: the paper's two transcripts (Table 1), where what
 * the transcript acquires is made wrong, and its consistent faults (Table 2), where every repeat's
 * output is wrong in the same way. */
static const struct {
    row row;
    wm_fault_kind kind; /* made in the middle of the output */
    bool in_repeats;
} DEMONSTRATIONS[] = {
    {{QUICK, "gemm", "fp16", CUBE(128)}, WM_FAULT_PRECISION, false},
    {{DEFAULT | PAPER | PAPER_GPU, "gemm", "fp16", CUBE(1024)}, WM_FAULT_PRECISION, false},
    {{QUICK, "gemm", "fp16", CUBE(128)}, WM_FAULT_BITS, false},
    {{DEFAULT | PAPER | PAPER_GPU, "gemm", "fp16", CUBE(1024)}, WM_FAULT_BITS, false},
    {{QUICK, "attention", "bf16", {1, 2, 128, 32}}, WM_FAULT_OPERAND, true},
    {{DEFAULT, "attention", "bf16", {1, 8, 512, 64}}, WM_FAULT_OPERAND, true},
    {{PAPER | PAPER_GPU, "attention", "bf16", {1, 8, 1024, 128}}, WM_FAULT_OPERAND, true},
    {{QUICK, "scatter_add", "fixed", {65536, 256}}, WM_FAULT_ELEMENT, true},
    {{DEFAULT | PAPER | PAPER_GPU, "scatter_add", "fixed", {4194304, 65536}},
     WM_FAULT_ELEMENT,
     true},
};

enum { DEMONSTRATION_COUNT = sizeof DEMONSTRATIONS / sizeof DEMONSTRATIONS[0] };

/* The item that fills a GPU's memory: rows of 128 floats, as many as fit, added to so few that
 * these stay in the cache. It reads all of the memory once an iteration, where a product of that
 * size would take seconds. */
static const row BOARD = {PAPER_GPU, "index_add", "atomic", {0, 128, 65536}};

/* Its rows are a multiple of the step, 34 MB; with fewer than the least it would be no larger than
 * the plan's other items. */
enum { BOARD_ROWS_STEP = 65536, BOARD_ROWS_LEAST = 1 << 21 };

static const struct {
    wm_schedule_entry entry;
    unsigned plan, plan_gpu;
    uint32_t repeats;
    double repeat_seconds;
} PLANS[] = {
    {{"default", "all workloads, about a minute on 2 cores; 8 repeats of 0.2 s"},
     DEFAULT,
     DEFAULT_GPU,
     8,
     0.2},
    {{"quick", "all workloads at toy sizes, a few seconds; for tests"}, QUICK, QUICK, 8, 0.01},
    {{"paper", "all workloads, floors at four sizes, 24 repeats; tens of minutes on 2 cores; "
               "on a GPU one item fills its memory"},
     PAPER,
     PAPER_GPU,
     24,
     0.3},
};

enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

const wm_schedule_entry *wm_schedule_builtin_at(size_t index)
{
    return index < PLAN_COUNT ? &PLANS[index].entry : NULL;
}

static wm_item item_of(const row *from, uint32_t repeats)
{
    wm_item item = {.repeats = repeats};
    item.variant = wm_tables_variant(from->workload, strlen(from->workload), from->variant,
                                     strlen(from->variant));
    memcpy(item.dimension, from->dimension, sizeof item.dimension);
    return item;
}

/* Adds a row's item to a plan that the row belongs to, if it can fit. */
static void add_row(wm_schedule *schedule, const row *from, unsigned plan, uint32_t repeats,
                    double memory_bytes, wm_planned_fault fault)
{
    wm_item item = item_of(from, repeats);
    if ((from->plans & plan) == 0 || wm_workload_bytes(&item) > memory_bytes)
        return;
    item.fault = fault;
    wm_schedule_centre(&item, &item.fault);
    schedule->items[schedule->item_count++] = item;
}

/* Makes the board's item the largest that fits, its memory being linear in its rows; false if that
 * is too small to stand in a plan. */
static bool fit_board(wm_item *item, double memory_bytes)
{
    const double rows_max = (double)(INT32_MAX / BOARD_ROWS_STEP * BOARD_ROWS_STEP);
    double none, step, rows;
    item->dimension[0] = 0;
    none = wm_workload_bytes(item);
    item->dimension[0] = BOARD_ROWS_STEP;
    step = wm_workload_bytes(item) - none;
    rows = floor((memory_bytes - none) / step) * BOARD_ROWS_STEP;
    if (!(rows >= BOARD_ROWS_LEAST))
        return false;
    item->dimension[0] = (uint32_t)(rows < rows_max ? rows : rows_max);
    return true;
}

static void add_board(wm_schedule *schedule, unsigned plan, uint32_t repeats, double memory_bytes)
{
    wm_item item = item_of(&BOARD, repeats);
    if ((BOARD.plans & plan) == 0)
        return;
    schedule->lacks_board = !isfinite(memory_bytes);
    if (!schedule->lacks_board && fit_board(&item, memory_bytes))
        schedule->items[schedule->item_count++] = item;
}

wm_status wm_schedule_builtin(const char *name, const char *kind, double memory_bytes,
                              wm_schedule *schedule)
{
    size_t index = 0;
    unsigned plan;
    *schedule = (wm_schedule){.items = NULL};
    while (index < PLAN_COUNT && strcmp(PLANS[index].entry.name, name) != 0)
        index++;
    if (index == PLAN_COUNT)
        return WM_E_NOTFOUND;
    plan = strcmp(kind, "cpu") != 0 ? PLANS[index].plan_gpu : PLANS[index].plan;
    schedule->items = calloc(ROW_COUNT + 1 + DEMONSTRATION_COUNT, sizeof *schedule->items);
    if (schedule->items == NULL)
        return WM_E_NOMEM;
    memcpy(schedule->name, PLANS[index].entry.name, strlen(PLANS[index].entry.name) + 1);
    schedule->repeat_seconds = PLANS[index].repeat_seconds;
    for (size_t i = 0; i < ROW_COUNT; i++)
        add_row(schedule, &ROWS[i], plan, PLANS[index].repeats, memory_bytes,
                (wm_planned_fault){.kind = WM_FAULT_NONE});
    add_board(schedule, plan, PLANS[index].repeats, memory_bytes);
    for (size_t i = 0; i < DEMONSTRATION_COUNT; i++)
        add_row(schedule, &DEMONSTRATIONS[i].row, plan, PLANS[index].repeats, memory_bytes,
                (wm_planned_fault){.kind = DEMONSTRATIONS[i].kind,
                                   .in_repeats = DEMONSTRATIONS[i].in_repeats});
    return WM_OK;
}

bool wm_schedule_can_have(wm_fault_kind kind, const wm_item *item)
{
    const wm_variant *variant = item->variant;
    if (kind == WM_FAULT_NAN)
        return strcmp(variant->output_format, "int32") != 0 &&
               strcmp(variant->output_format, "uint32") != 0;
    if (kind == WM_FAULT_OPERAND)
        return variant->is_gemm || variant->work == WM_WORK_TRIAD ||
               variant->work == WM_WORK_ATTENTION;
    if (kind == WM_FAULT_PRECISION)
        return variant->is_gemm && strcmp(variant->operand_format, "int8") != 0 &&
               strcmp(variant->operand_format, "e4m3") != 0;
    return kind != WM_FAULT_NONE;
}

void wm_schedule_centre(const wm_item *item, wm_planned_fault *fault)
{
    wm_output output;
    fault->row = fault->column = 0;
    if (!wm_tables_fault_has_place(fault->kind))
        return;
    wm_plan_output(item, &output);
    fault->row = output.rows / 2;
    fault->column = (fault->row + 1 == output.rows ? output.last_columns : output.columns) / 2;
}

bool wm_schedule_is_nonce(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((text[i] < '0' || text[i] > '9') && (text[i] < 'a' || text[i] > 'f'))
            return false;
    return size <= 64;
}

/* Where a fault begins, if it begins anywhere. */
static wm_status check_place(const wm_item *item, wm_error *err)
{
    const wm_planned_fault *fault = &item->fault;
    wm_output output;
    if (wm_plan_fault_fits(item, fault))
        return WM_OK;
    if (!wm_tables_fault_has_place(fault->kind))
        return wm_error_set(err, WM_E_INVALID, fault->row != 0 ? "fault.row" : "fault.column",
                            "'%s' has no place: it is of the whole output",
                            wm_tables_fault(fault->kind));
    wm_plan_output(item, &output);
    if (fault->row >= output.rows)
        return wm_error_set(err, WM_E_INVALID, "fault.row",
                            "must be below %llu: the output has no more rows",
                            (unsigned long long)output.rows);
    return wm_error_set(
        err, WM_E_INVALID, "fault.column", "must be below %llu: the row has no more elements",
        (unsigned long long)(fault->row + 1 == output.rows ? output.last_columns : output.columns));
}

wm_status wm_schedule_check_item(const wm_item *item, wm_error *err)
{
    const wm_variant *variant = item->variant;
    wm_status status;
    wm_output output;
    for (unsigned i = 0; i < variant->dimension_count; i++)
        if (item->dimension[i] < 1 || item->dimension[i] > INT32_MAX)
            return wm_error_set(err, WM_E_INVALID, "shape", "%s must be 1 to 2147483647",
                                variant->dimension[i].name);
    if (item->repeats < 1 || item->repeats > WM_TABLES_REPEATS)
        return wm_error_set(err, WM_E_INVALID, "repeats", "repeats must be 1 to %d",
                            WM_TABLES_REPEATS);
    status = check_place(item, err);
    if (status != WM_OK)
        return status;
    if (item->fault.kind != WM_FAULT_NONE && !wm_schedule_can_have(item->fault.kind, item))
        return wm_error_set(err, WM_E_INVALID, "fault.kind", "the item cannot have the fault '%s'",
                            wm_tables_fault(item->fault.kind));
    if (item->fault.kind == WM_FAULT_STALE && item->fault.in_repeats)
        return wm_error_set(err, WM_E_INVALID, "fault.when", "'stale' cannot be in every repeat");
    wm_plan_output(item, &output);
    if (variant->is_gemm && output.chunks * output.rows > (uint64_t)1 << 32)
        return wm_error_set(err, WM_E_INVALID, "shape",
                            "the product has more than 2^32 chunks of 1 KiB");
    if (strcmp(variant->variant, "int8") == 0 && item->dimension[2] > WM_PRODUCT_INT8_DEPTH)
        return wm_error_set(err, WM_E_INVALID, "shape.k", "k of an int8 product is at most %d",
                            WM_PRODUCT_INT8_DEPTH);
    return WM_OK;
}

wm_status wm_schedule_write(const wm_schedule *schedule, const char *environment, wm_node *node)
{
    wm_buffer item = WM_BUFFER_EMPTY;
    wm_node_begin(node, "observation", "plan");
    wm_node_text(node, "environment", environment);
    wm_node_text(node, "name", schedule->name);
    wm_node_text(node, "nonce", schedule->nonce);
    wm_node_number(node, "repeat_seconds", schedule->repeat_seconds);
    wm_node_open_array(node, "items");
    for (size_t i = 0; i < schedule->item_count; i++) {
        item.size = 0;
        if (wm_plan_item_json(&schedule->items[i], &item) == WM_OK)
            wm_node_json(node, NULL, item.data, item.size);
        else
            node->status = WM_E_NOMEM;
    }
    wm_node_close_array(node);
    wm_buffer_clear(&item);
    return wm_node_finish(node);
}

uint64_t wm_schedule_evidence_bytes(const wm_schedule *schedule)
{
    uint64_t bytes = 1 << 20; /* the checkers, the manifest, the environment, the plan */
    for (size_t i = 0; i < schedule->item_count; i++) {
        bytes += 4096u * (uint64_t)schedule->items[i].repeats; /* an observation, and its ids */
        bytes += 32768;                                        /* reductions and claims */
        if (schedule->items[i].variant->is_gemm)
            bytes += 2u * 32u * 6144u; /* openings, twice */
    }
    return bytes;
}

void wm_schedule_clear(wm_schedule *schedule)
{
    free(schedule->items);
    *schedule = (wm_schedule){.items = NULL};
}

/* What a screen asks of a device: exact items, then loads of which every output is compared.
 *
 * The point `soak` compares every output, and a repeat only its last one. So exact items have it.
 * The sizes are those of docs/formats/tables/exact.tsv, so that a digest is compared at once. A
 * budget that takes the cheap items first would never reach the loads. So the order is by the time
 * of the last screen alone: what was left out is first the next time. */
#include "measure/screen_items.h"

#include "workload/workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the memory, what an item that fills it may take: other programs run beside a CPU. */
static const double HOST_SHARE = 0.7, SHARE = 0.9;
static const double TRIAD_LEAST = 1 << 24;

/* How many repeats a segment lasts (study/procedure/segments.c), and the speed at which a virtual
 * machine of two cores touches memory that nobody has touched. */
static const double SEGMENT = 50, TOUCH_BYTES_PER_S = 0.7e9;

/* The same of a GPU: a tenth of what fills reach on an H200. */
static const double GPU_BYTES_PER_S = 1e11;

/* On an H200 1.9 s passed from the session to the first repeat and 1.3 s more until the second
 * product of an exact item was made, without the search for the fastest method. Every item has two
 * idle windows of 0.2 s. 0.2 s are left for operands and checks. */
static const double GPU_START_S = 3.2;
#define GPU_ITEM_S 0.6

typedef struct {
    const char *label;
    bool is_load;
    double fixed_s;
} row;

static const row HOST[] = {
    {"gemm.fp16_exact.n1024.soak", false, 0.4},
    {"gemm.bf16_exact.n1024.soak", false, 0.4},
    {"gemm.f32_exact.n1024.soak", false, 0.4},
    {"gemm.tf32_exact.n1024.soak", false, 0.4},
    {"gemm.fp8_exact.n1024.soak", false, 0.4},
    {"gemm.int8.n1024.soak", false, 0.4},
    {"scatter_add.fixed.n4194304b65536.soak", false, 1},
    {"reduction.deterministic.n16777216.soak", false, 1},
    {"hbm_triad.f32.n16777216.soak", false, 1},
    {"gemm.fp16_exact.n1024.bursts", true, 1},
    {"gemm.fp16_exact.n1024.full", true, 1},
};

static const row GPU[] = {
    {"gemm.fp16_exact.n8192.soak", false, GPU_ITEM_S},
    {"gemm.bf16_exact.n8192.soak", false, GPU_ITEM_S},
    {"gemm.fp8_exact.n8192.soak", false, GPU_ITEM_S},
    {"gemm.fp8_fast_exact.n8192.soak", false, GPU_ITEM_S},
    {"gemm.tf32_exact.n8192.soak", false, GPU_ITEM_S},
    {"gemm.f32_exact.n4096.soak", false, GPU_ITEM_S},
    {"gemm.int8.n8192.soak", false, GPU_ITEM_S},
    {"scatter_add.fixed.n16777216b65536.soak", false, GPU_ITEM_S},
    {"gemm.fp16_exact.n8192.bursts", true, GPU_ITEM_S},
    {"gemm.fp16_exact.n8192.full", true, 2},
};

static void add(wm_screen_item *to, unsigned rank, const char *label, bool is_load, double fixed_s)
{
    *to = (wm_screen_item){.rank = rank, .is_load = is_load, .fixed_s = fixed_s};
    (void)snprintf(to->label, sizeof to->label, "%s", label);
}

/* The memory of a long triad, for each element. */
static double triad_bytes(void)
{
    const wm_item item = {.variant = wm_tables_variant("hbm_triad", 9, "f32", 3),
                          .dimension = {1 << 30},
                          .repeats = 1};
    return wm_workload_bytes(&item) / (double)item.dimension[0];
}

/* A triad over nearly all memory. Its size has three binary digits behind the first, so that its
 * label and its history last while other programs take and give back some memory. */
static size_t add_stream(wm_screen_item *items, size_t count, bool is_host, double memory_bytes)
{
    char label[WM_PLAN_LABEL_SIZE];
    const double each = triad_bytes();
    const double elements = fmin(memory_bytes / each, (double)WM_TABLES_LENGTH);
    const double step = elements > TRIAD_LEAST ? exp2(floor(log2(elements)) - 3) : TRIAD_LEAST;
    const double n = floor(elements / step) * step;
    if (!(n > TRIAD_LEAST))
        return count;
    (void)snprintf(label, sizeof label, "hbm_triad.f32.n%.0f.soak", n);
    add(&items[count], (unsigned)count, label, true,
        is_host ? n * each / TOUCH_BYTES_PER_S : GPU_ITEM_S + n * each / GPU_BYTES_PER_S);
    return count + 1;
}

size_t wm_screen_items(bool is_host, double memory_bytes, wm_screen_item items[WM_SCREEN_ITEMS])
{
    const row *rows = is_host ? HOST : GPU;
    const double usable = memory_bytes * (is_host ? HOST_SHARE : SHARE);
    size_t count = is_host ? sizeof HOST / sizeof HOST[0] : sizeof GPU / sizeof GPU[0];
    for (size_t i = 0; i < count; i++) {
        const bool fills = strstr(rows[i].label, ".full") != NULL;
        add(&items[i], (unsigned)i, rows[i].label, rows[i].is_load,
            rows[i].fixed_s + (fills && is_host ? usable / TOUCH_BYTES_PER_S : 0));
    }
    return add_stream(items, count, is_host, usable);
}

double wm_screen_items_start(bool is_host)
{
    return is_host ? 0 : GPU_START_S;
}

/* The longest repeats with which all exact items of a GPU end within a time. */
static double longest_gpu_repeat(double seconds)
{
    double count = 0, fixed_s = GPU_START_S;
    for (size_t i = 0; i < sizeof GPU / sizeof GPU[0]; i++) {
        count += !GPU[i].is_load;
        fixed_s += GPU[i].is_load ? 0 : GPU[i].fixed_s;
    }
    return (seconds - fixed_s) / (count * (WM_SCREEN_REPEATS + SEGMENT));
}

/* A product of a GPU takes 1 to 3 ms, one of two cores longer than its repeat. */
double wm_screen_items_repeat(bool is_host, double budget_s)
{
    const double least = is_host ? 0.005 : 0.003, most = 10, parts = 1200;
    double seconds = budget_s / parts;
    if (!is_host)
        seconds = fmin(seconds, longest_gpu_repeat(budget_s / 2));
    return seconds < least ? least : seconds > most ? most : seconds;
}

/* A busy machine makes an item take long once; it must not be left out for ever after. So what it
 * took counts up to three times the estimate. */
double wm_screen_items_seconds(const wm_screen_item *item, double repeat_s)
{
    const double units = WM_SCREEN_REPEATS + SEGMENT;
    const double estimate_s = item->fixed_s + units * repeat_s;
    const double measured_s = item->took_s + units * (repeat_s - item->repeat_s);
    return item->took_s > 0 ? fmin(fmax(measured_s, units * repeat_s), 3 * estimate_s) : estimate_s;
}

/* What was not screened for the longest time comes first; of equals, exact items before loads. */
static int by_age(const void *a, const void *b)
{
    const wm_screen_item *x = a, *y = b;
    if (x->last_at != y->last_at)
        return x->last_at < y->last_at ? -1 : 1;
    if (x->is_load != y->is_load)
        return x->is_load ? 1 : -1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static size_t cheapest(const wm_screen_item *items, size_t count, double repeat_s)
{
    size_t least = 0;
    for (size_t i = 1; i < count; i++)
        if (wm_screen_items_seconds(&items[i], repeat_s) <
            wm_screen_items_seconds(&items[least], repeat_s))
            least = i;
    return least;
}

size_t wm_screen_items_fit(wm_screen_item *items, size_t count, double repeat_s, double budget_s)
{
    wm_screen_item ordered[WM_SCREEN_ITEMS];
    bool is_taken[WM_SCREEN_ITEMS] = {false};
    size_t placed = 0, taken = 0;
    double left_s = budget_s;
    qsort(items, count, sizeof *items, by_age);
    for (size_t i = 0; i < count; i++) {
        is_taken[i] = wm_screen_items_seconds(&items[i], repeat_s) <= left_s;
        left_s -= is_taken[i] ? wm_screen_items_seconds(&items[i], repeat_s) : 0;
        taken += is_taken[i];
    }
    if (taken == 0 && count > 0) { /* the run says what it needs */
        is_taken[cheapest(items, count, repeat_s)] = true;
        taken = 1;
    }
    for (int part = 0; part < 3; part++) /* exact items, loads, what does not fit */
        for (size_t i = 0; i < count; i++)
            if (part == (is_taken[i] ? items[i].is_load : 2))
                ordered[placed++] = items[i];
    memcpy(items, ordered, count * sizeof *items);
    return taken;
}

/* The built-in plans, how a plan compares with them, and the rules of all plans.
 *
 * Each workload says which built-in plans its rows belong to, so a new workload changes nothing
 * here. Rows that do not fit a device are left out. An item that fills a memory has no fixed size:
 * a plan of another machine is the same plan if a filler of any size is in its place. */
#include "measure/schedule.h"

#include "backend/registry.h"
#include "base/status.h"
#include "record/nodes/kind_plan.h"
#include "record/laws/opening.h"
#include "workload/workload.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An item that fills the memory has a multiple of so many rows, and at least as many as its kind's
 * `filler`: a smaller one would not be larger than the plan's other items. */
enum { FILLER_ROWS_STEP = 65536, FILLERS_MOST = 8 };

/* A point of operation that a plan measures its items at, after they were measured at none. */
typedef struct {
    wm_point point;
    uint32_t minutes, minutes_gpu;
} plan_step;

/* The cold one before all else, because the others leave a warm device. Then the long one, so that
 * the rest find one. */
static const plan_step STRESS[] = {
    {WM_POINT_COLD, 0, 0}, {WM_POINT_SOAK, 0, 8}, {WM_POINT_BURSTS, 0, 0}, {WM_POINT_FULL, 0, 0}};

enum { STEPS = sizeof STRESS / sizeof STRESS[0] };

/* A sweep goes from its least n in steps of half an octave up to SWEEP_FINE times that, then in
 * octaves. On a GPU a last item fills the memory with a multiple of SWEEP_TOP_STEP. */
enum { SWEEP_FINE = 256, SWEEP_TOP_STEP = 1024 };

/* The share of the memory that a sweep on a CPU may fill: other programs need some. */
#define SWEEP_CPU_SHARE 0.8

static const struct {
    unsigned plan, plan_gpu;
    uint32_t repeats;
    double repeat_seconds;
    const plan_step *steps; /* STEPS of them; null: none */
    wm_schedule_entry entry;
} PLANS[] = {
#define PLAN(cpu, gpu, ...)                       \
    {                                             \
        WM_PLAN_##cpu, WM_PLAN_##gpu, __VA_ARGS__ \
    }
    PLAN(DEFAULT, DEFAULT_GPU, 8, 0.2, NULL,
         {"default", "all workloads, about a minute on 2 cores; 8 repeats of 0.2 s"}),
    PLAN(QUICK, QUICK, 8, 0.01, NULL,
         {"quick", "all workloads at toy sizes, a few seconds; for tests"}),
    PLAN(PAPER, PAPER_GPU, 24, 0.3, NULL,
         {"paper", "all workloads, floors at four sizes, 24 repeats; tens of minutes on 2 cores; "
                   "on a GPU three items fill its memory"}),
    PLAN(SIGNATURE, SIGNATURE_GPU, 8, 0.5, NULL,
         {"signature",
          "a profile of the device, with floors and rates beside it; 8 repeats of 0.5 s"}),
    PLAN(STRESS, STRESS_GPU, 8, 0.2, STRESS,
         {"stress",
          "two products under load, in bursts, with full memory, and after rest, "
          "every output checked; about 2 minutes on 2 cores, 8 minutes a product on a GPU"}),
    PLAN(CURVE, CURVE_GPU, 8, 0.1, NULL,
         {"curve", "random reads over tables from 1 MiB to nearly all memory, about 4 minutes; "
                   "8 repeats of 0.1 s"}),
    PLAN(DRIFT, DRIFT_GPU, 240, 0.5, NULL,
         {"drift", "how the rates of a product and of a triad follow the clock as the device "
                   "drifts, about 5 minutes; 240 repeats of 0.5 s, no setting is changed"}),
#undef PLAN
};

enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

const wm_schedule_entry *wm_schedule_builtin_at(size_t index)
{
    return index < PLAN_COUNT ? &PLANS[index].entry : NULL;
}

/* The profiles of built-in plans. They are no workload: nothing is computed that could be wrong. */
static const wm_workload_row PROFILES[] = {
    {WM_PLAN_SIGNATURE_GPU, "l2", {WM_BACKEND_PROFILE_STEPS}},
    {WM_PLAN_SIGNATURE, "cores", {WM_BACKEND_PROFILE_STEPS / 4}},
    {0, NULL, {0}},
};

double wm_schedule_bytes(const wm_item *item)
{
    const double table = WM_BACKEND_PROFILE_BYTES;
    return wm_plan_has_output(item) ? wm_workload_bytes(item) : 2 * table; /* at different places */
}

static wm_item item_of(const char *name, const wm_workload_row *row, uint32_t repeats)
{
    wm_item item = {.repeats = repeats};
    item.variant = wm_tables_variant(name, strlen(name), row->variant, strlen(row->variant));
    memcpy(item.dimension, row->dimension, sizeof item.dimension);
    return item;
}

/* Makes the item the largest that fits; from rows_least on its memory is linear in its rows, but
 * for a few bytes. False: too small for a plan. */
static bool fit_filler(wm_item *item, double memory_bytes, uint64_t rows_step, double rows_least)
{
    const uint64_t most = wm_tables_dimension_max(item->variant);
    const double rows_max = (double)(most / rows_step * rows_step);
    const double least = fmax(1, ceil(rows_least / (double)rows_step)) * (double)rows_step;
    double bytes, more, rows;
    item->dimension[0] = (uint64_t)least;
    bytes = wm_workload_bytes(item);
    if (!(bytes <= memory_bytes))
        return false;
    item->dimension[0] *= 2;
    more = (wm_workload_bytes(item) - bytes) / least * (double)rows_step;
    rows = least + floor((memory_bytes - bytes) / more) * (double)rows_step;
    item->dimension[0] = (uint64_t)(rows < rows_max ? rows : rows_max);
    while (wm_workload_bytes(item) > memory_bytes)
        item->dimension[0] -= rows_step;
    return true;
}

/* Whether all of an item but its dimension 0 is as in a row of the plan. */
static bool is_of_row(const wm_item *item, const wm_workload_row *row, unsigned plan)
{
    return (row->plans & plan) != 0 && strcmp(item->variant->variant, row->variant) == 0 &&
           memcmp(item->dimension + 1, row->dimension + 1,
                  sizeof item->dimension - sizeof item->dimension[0]) == 0;
}

/* Whether an item is one that fills a memory in a built-in plan (its bit), with any memory. */
static bool is_filler(const wm_item *item, unsigned plan)
{
    const uint64_t rows = item->dimension[0];
    const wm_workload_kind *kind;
    const wm_workload_row *row;
    if (item->fault.kind != WM_FAULT_NONE || item->point != WM_POINT_NONE ||
        !wm_plan_has_output(item))
        return false;
    kind = wm_workload_kind_of(item);
    if (kind->filler != NULL && is_of_row(item, kind->filler, plan))
        return rows >= kind->filler->dimension[0] && rows % FILLER_ROWS_STEP == 0;
    for (row = kind->sweeps; row != NULL && row->plans != 0; row++)
        if (is_of_row(item, row, plan))
            return rows % (row->dimension[0] * SWEEP_TOP_STEP) == 0;
    return false;
}

/* The parameters of a built-in plan. */
typedef struct {
    unsigned plan; /* its bit */
    bool is_cpu;
    uint32_t repeats;
    double memory_bytes;
} request;

static void add_item(wm_schedule *schedule, const wm_item *item)
{
    assert(schedule->item_count < WM_TABLES_ITEMS); /* every built-in plan: test_schedule.c */
    schedule->items[schedule->item_count++] = *item;
}

/* Adds a row's item to the plan, if the row belongs to it and the item fits. */
static void add_row(wm_schedule *schedule, const char *name, const wm_workload_row *row,
                    wm_planned_fault fault, const request *ask)
{
    wm_item item;
    if ((row->plans & ask->plan) == 0)
        return;
    item = item_of(name, row, ask->repeats);
    if (wm_schedule_bytes(&item) > ask->memory_bytes)
        return;
    item.fault = fault;
    wm_schedule_centre(&item, &item.fault);
    add_item(schedule, &item);
}

static void add_rows(wm_schedule *schedule, const char *name, const wm_workload_row *row,
                     const request *ask)
{
    static const wm_planned_fault none = {.kind = WM_FAULT_NONE};
    for (; row->plans != 0; row++)
        add_row(schedule, name, row, none, ask);
}

static void add_filler(wm_schedule *schedule, const wm_workload_kind *kind, const request *ask)
{
    wm_item item;
    if (kind->filler == NULL || (kind->filler->plans & ask->plan) == 0)
        return;
    item = item_of(kind->name, kind->filler, ask->repeats);
    schedule->lacks_filler = !isfinite(ask->memory_bytes);
    if (!schedule->lacks_filler &&
        fit_filler(&item, ask->memory_bytes, FILLER_ROWS_STEP, (double)kind->filler->dimension[0]))
        add_item(schedule, &item);
}

/* The n after this one in a sweep; above the largest dimension after the last. */
static uint64_t next_of_sweep(uint64_t n, uint64_t least)
{
    const bool is_octave = (n & (n - 1)) == 0;
    if (n >= SWEEP_FINE * least)
        return 2 * n;
    return is_octave ? n / 2 * 3 : n / 3 * 4;
}

/* Adds the items of a row of `sweeps`, as far as they fit. */
static void add_sweep(wm_schedule *schedule, const wm_workload_kind *kind,
                      const wm_workload_row *row, const request *ask)
{
    const double memory_bytes =
        ask->is_cpu ? ask->memory_bytes * SWEEP_CPU_SHARE : ask->memory_bytes;
    const uint64_t least = row->dimension[0];
    wm_item item = item_of(kind->name, row, ask->repeats);
    double fill_least = 0;
    for (uint64_t n = least; n <= WM_TABLES_DIMENSION; n = next_of_sweep(n, least)) {
        item.dimension[0] = n;
        if (wm_workload_bytes(&item) > memory_bytes)
            break;
        add_item(schedule, &item);
        fill_least = 1.0625 * (double)n; /* else the last item fills the memory already */
    }
    if (ask->is_cpu)
        return;
    schedule->lacks_filler = !isfinite(memory_bytes);
    if (!schedule->lacks_filler &&
        fit_filler(&item, memory_bytes, least * SWEEP_TOP_STEP, fill_least))
        add_item(schedule, &item);
}

static void add_sweeps(wm_schedule *schedule, const wm_workload_kind *kind, const request *ask)
{
    for (const wm_workload_row *row = kind->sweeps; row != NULL && row->plans != 0; row++)
        if ((row->plans & ask->plan) != 0)
            add_sweep(schedule, kind, row, ask);
}

static void add_demonstrations(wm_schedule *schedule, const wm_workload_kind *kind,
                               const request *ask)
{
    const wm_workload_demonstration *one = kind->demonstrations;
    for (; one != NULL && one->row.plans != 0; one++)
        add_row(schedule, kind->name, &one->row,
                (wm_planned_fault){.kind = one->fault, .in_repeats = one->in_repeats}, ask);
}

/* Sets what items of the plan are judged at besides. */
static void add_judgements(wm_schedule *schedule, const wm_workload_kind *kind, const request *ask)
{
    const wm_workload_judgement *one = kind->judgements;
    for (; one != NULL && one->row.plans != 0; one++) {
        const wm_item item = item_of(kind->name, &one->row, ask->repeats);
        for (size_t i = 0; (one->row.plans & ask->plan) != 0 && i < schedule->item_count; i++)
            if (wm_plan_is_same_item(&schedule->items[i], &item))
                schedule->items[i].tolerance_of = wm_tables_variant(
                    kind->name, strlen(kind->name), one->tolerance_of, strlen(one->tolerance_of));
    }
}

/* Adds measurements, then sweeps, then items that fill the memory, then demonstrations. */
static void add_all(wm_schedule *schedule, const request *ask)
{
    const wm_workload_kind *kind;
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++)
        add_rows(schedule, kind->name, kind->rows, ask);
    add_rows(schedule, "profile", PROFILES, ask);
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++)
        add_sweeps(schedule, kind, ask);
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++)
        add_filler(schedule, kind, ask);
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++)
        add_demonstrations(schedule, kind, ask);
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++)
        add_judgements(schedule, kind, ask);
}

/* Adds each item once more for each point. */
static void add_steps(wm_schedule *schedule, const plan_step *steps, bool is_gpu)
{
    const size_t count = schedule->item_count;
    for (size_t s = 0; s < STEPS && steps != NULL; s++)
        for (size_t i = 0; i < count; i++) {
            wm_item item = schedule->items[i];
            item.point = steps[s].point;
            item.tolerance_of = NULL;
            item.minutes = is_gpu ? steps[s].minutes_gpu : steps[s].minutes;
            add_item(schedule, &item);
        }
}

/* Moves the items of the point `cold` to the front, in their order. */
static void put_cold_first(wm_schedule *schedule)
{
    wm_item *items = schedule->items;
    size_t front = 0;
    for (size_t i = 0; i < schedule->item_count; i++) {
        const wm_item item = items[i];
        if (item.point != WM_POINT_COLD)
            continue;
        memmove(items + front + 1, items + front, (i - front) * sizeof *items);
        items[front++] = item;
    }
}

wm_status wm_schedule_builtin(const char *name, const char *kind, double memory_bytes,
                              wm_schedule *schedule)
{
    const bool is_gpu = !wm_registry_is_host(kind);
    size_t index = 0;
    request ask = {.memory_bytes = memory_bytes};
    *schedule = (wm_schedule){.items = NULL};
    while (index < PLAN_COUNT && strcmp(PLANS[index].entry.name, name) != 0)
        index++;
    if (index == PLAN_COUNT)
        return WM_E_NOTFOUND;
    ask.is_cpu = !is_gpu;
    ask.plan = is_gpu ? PLANS[index].plan_gpu : PLANS[index].plan;
    schedule->plan = ask.plan;
    ask.repeats = PLANS[index].repeats;
    schedule->items = calloc(WM_TABLES_ITEMS, sizeof *schedule->items);
    if (schedule->items == NULL)
        return WM_E_NOMEM;
    memcpy(schedule->name, PLANS[index].entry.name, strlen(PLANS[index].entry.name) + 1);
    schedule->repeat_seconds = PLANS[index].repeat_seconds;
    add_all(schedule, &ask);
    add_steps(schedule, PLANS[index].steps, is_gpu);
    put_cold_first(schedule);
    wm_schedule_settle(schedule);
    return WM_OK;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool is_same_fault(const wm_planned_fault *a, const wm_planned_fault *b)
{
    return a->kind == b->kind && a->in_repeats == b->in_repeats && a->row == b->row &&
           a->column == b->column;
}

static bool is_same(const wm_item *a, const wm_item *b)
{
    return a->variant == b->variant && a->repeats == b->repeats && a->point == b->point &&
           a->minutes == b->minutes && a->tolerance_of == b->tolerance_of &&
           is_same_fault(&a->fault, &b->fault) &&
           memcmp(a->dimension, b->dimension, sizeof a->dimension) == 0;
}

/* Notes that an item fills the memory; each variant does so once. */
static bool take_filler(const wm_item *item, const wm_variant *taken[FILLERS_MOST], size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        if (taken[i] == item->variant)
            return false;
    if (*count == FILLERS_MOST)
        return false;
    taken[(*count)++] = item->variant;
    return true;
}

/* How many items of a built-in plan (its bit) fill a memory that is large enough. */
static size_t count_fillers(unsigned plan)
{
    const wm_workload_kind *kind;
    size_t count = 0;
    for (size_t k = 0; (kind = wm_workload_kind_at(k)) != NULL; k++) {
        const wm_workload_row *row = kind->sweeps;
        count += kind->filler != NULL && (kind->filler->plans & plan) != 0;
        for (; row != NULL && row->plans != 0; row++)
            count += (row->plans & plan) != 0;
    }
    return count;
}

/* Compares the items in order. Both have the same order; either may lack some. */
static wm_schedule_match compare(const wm_plan *plan, const wm_schedule *schedule)
{
    const wm_variant *filled[FILLERS_MOST];
    size_t at = 0, filled_count = 0;
    bool is_whole = true;
    for (size_t i = 0; i < plan->item_count; i++) {
        const wm_item *item = &plan->items[i];
        const size_t before = at;
        while (at < schedule->item_count && !is_same(item, &schedule->items[at]))
            at++;
        if (at < schedule->item_count) {
            is_whole = is_whole && at == before;
            at++;
            continue;
        }
        if (!schedule->lacks_filler || item->repeats != schedule->items[0].repeats ||
            !is_filler(item, schedule->plan) || !take_filler(item, filled, &filled_count))
            return WM_SCHEDULE_CHANGED;
        at = before;
    }
    if (schedule->lacks_filler && filled_count < count_fillers(schedule->plan))
        is_whole = false;
    return is_whole && at == schedule->item_count ? WM_SCHEDULE_SAME : WM_SCHEDULE_PART;
}

wm_status wm_schedule_match_plan(const wm_plan *plan, const char *name, const char *kind,
                                 wm_schedule_match *match)
{
    wm_schedule schedule;
    const wm_status status = wm_schedule_builtin(name, kind, (double)INFINITY, &schedule);
    *match = WM_SCHEDULE_NOT_BUILTIN;
    if (status == WM_E_NOTFOUND)
        return WM_OK;
    if (status != WM_OK)
        return status;
    *match = plan->repeat_seconds == schedule.repeat_seconds ? compare(plan, &schedule)
                                                             : WM_SCHEDULE_CHANGED;
    wm_schedule_clear(&schedule);
    return WM_OK;
}

const char *wm_schedule_match_words(wm_schedule_match match)
{
    static const char *const WORDS[] = {[WM_SCHEDULE_NOT_BUILTIN] = "not a plan of this release",
                                        [WM_SCHEDULE_SAME] = "as in this release",
                                        [WM_SCHEDULE_PART] = "part of this release's plan",
                                        [WM_SCHEDULE_CHANGED] =
                                            "other items than this release's plan of that name"};
    return WORDS[match];
}

/* ---- the rules of all plans ------------------------------------------------------------------ */

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

/* Checks the row and column of a fault. */
static wm_status check_place(const wm_item *item, wm_error *err)
{
    const wm_planned_fault *fault = &item->fault;
    wm_output output;
    if (wm_plan_fault_fits(item, fault))
        return WM_OK;
    if (!wm_tables_fault_has_place(fault->kind))
        return wm_error_set(err, WM_E_INVALID, fault->row != 0 ? "fault.row" : "fault.column",
                            "'%s' has no row or column: it changes the whole output",
                            wm_tables_fault(fault->kind));
    wm_plan_output(item, &output);
    if (fault->row >= output.rows)
        return wm_error_set(err, WM_E_INVALID, "fault.row",
                            "must be below %llu, the number of rows",
                            (unsigned long long)output.rows);
    return wm_error_set(
        err, WM_E_INVALID, "fault.column", "must be below %llu, the number of elements in the row",
        (unsigned long long)(fault->row + 1 == output.rows ? output.last_columns : output.columns));
}

/* Refuses a profile that cannot be in a plan, whose repeats and shape are numbers of the format. */
static wm_status check_profile(const wm_item *item, wm_error *err)
{
    const char *name = wm_tables_procedure(WM_PROCEDURE_PROFILE)->name;
    if (item->fault.kind != WM_FAULT_NONE)
        return wm_error_set(err, WM_E_INVALID, "fault", "a %s has no output and no fault", name);
    if (item->point != WM_POINT_NONE)
        return wm_error_set(err, WM_E_INVALID, "point", "a %s has no output and no point", name);
    if (item->repeats > WM_TABLES_PROFILE_REPEATS)
        return wm_error_set(err, WM_E_INVALID, "repeats", "repeats of a %s must be 1 to %d", name,
                            WM_TABLES_PROFILE_REPEATS);
    if (item->dimension[0] >= WM_BACKEND_PROFILE_STEPS_LEAST &&
        item->dimension[0] <= WM_BACKEND_PROFILE_STEPS_MAX)
        return WM_OK;
    return wm_error_set(err, WM_E_INVALID, "shape.steps", "must be %d to %d",
                        WM_BACKEND_PROFILE_STEPS_LEAST, WM_BACKEND_PROFILE_STEPS_MAX);
}

wm_status wm_schedule_check_item(const wm_item *item, wm_error *err)
{
    const wm_variant *variant = item->variant;
    const wm_workload_kind *kind;
    wm_status status;
    wm_output output;
    for (unsigned i = 0; i < variant->dimension_count; i++)
        if (item->dimension[i] < 1 || item->dimension[i] > wm_tables_dimension_max(variant))
            return wm_error_set(err, WM_E_INVALID, "shape", "%s must be 1 to %llu",
                                variant->dimension[i].name,
                                (unsigned long long)wm_tables_dimension_max(variant));
    if (item->repeats < 1 || item->repeats > WM_TABLES_REPEATS)
        return wm_error_set(err, WM_E_INVALID, "repeats", "repeats must be 1 to %d",
                            WM_TABLES_REPEATS);
    if (!wm_tables_procedure(item->variant->procedure)->has_output)
        return check_profile(item, err);
    status = check_place(item, err);
    if (status != WM_OK)
        return status;
    if (item->fault.kind != WM_FAULT_NONE && !wm_workload_can_have(item->fault.kind, item))
        return wm_error_set(err, WM_E_INVALID, "fault.kind", "the item cannot have the fault '%s'",
                            wm_tables_fault(item->fault.kind));
    if (item->fault.kind == WM_FAULT_STALE && item->fault.in_repeats)
        return wm_error_set(err, WM_E_INVALID, "fault.when", "'stale' cannot be in every repeat");
    if (item->point != WM_POINT_NONE && wm_tables_has(variant, WM_TRAIT_CHANCE))
        return wm_error_set(err, WM_E_INVALID, "point",
                            "outputs of this variant differ by chance and cannot be compared");
    if (item->point != WM_POINT_NONE && item->repeats < 2)
        return wm_error_set(err, WM_E_INVALID, "repeats", "an item with a point needs at least 2");
    if (item->point == WM_POINT_NONE && item->minutes > 0)
        return wm_error_set(err, WM_E_INVALID, "minutes", "needs a point");
    wm_plan_output(item, &output);
    if (output.rows > (uint64_t)1 << 32 || wm_opening_chunks(&output) > (uint64_t)1 << 32)
        return wm_error_set(err, WM_E_INVALID, "shape",
                            "the output has more than 2^32 chunks of 1 KiB");
    kind = wm_workload_kind_of(item);
    return kind->admit != NULL ? kind->admit(item, err) : WM_OK;
}

wm_status wm_schedule_write(const wm_schedule *schedule, const char *environment, const char *run,
                            wm_buffer *line)
{
    wm_item_node *items = calloc(schedule->item_count + 1, sizeof *items);
    wm_plan_node node = {.environment = wm_member_edge(environment),
                         .name = wm_member_text(schedule->name),
                         .nonce = wm_member_text(schedule->nonce),
                         .repeat_seconds = schedule->repeat_seconds};
    wm_status status;
    if (items == NULL)
        return WM_E_NOMEM;
    node.continues = wm_member_list(schedule->continues, schedule->continue_count);
    if (schedule->is_light)
        node.extent = wm_member_text(wm_kind_extents[0]);
    node.run.is_there = wm_sha256_from_hex(run, strlen(run), node.run.bytes);
    for (size_t i = 0; i < schedule->item_count; i++)
        items[i] = wm_kind_plan_node_of(&schedule->items[i]);
    node.items = wm_member_list(items, schedule->item_count);
    status = wm_kind_write(&wm_kind_plan_form, &node, line);
    free(items);
    return status;
}

uint64_t wm_schedule_evidence_bytes(const wm_schedule *schedule)
{
    uint64_t bytes = 1 << 20; /* the checkers, the manifest, the environment, the plan */
    for (size_t i = 0; i < schedule->item_count; i++) {
        bytes += 4096u * (uint64_t)schedule->items[i].repeats; /* an observation and its ids */
        bytes += 32768;                                        /* reductions and claims */
        if (schedule->items[i].point != WM_POINT_NONE)
            bytes += 4096u * (uint64_t)(schedule->items[i].minutes + 1); /* segments */
        bytes += 2u * WM_OPENING_MOST * 6144u;                           /* openings, twice */
        bytes += schedule->continue_count * WM_OPENING_MOST * 6144u;     /* revisits */
    }
    return bytes + schedule->prior_bytes;
}

void wm_schedule_settle(wm_schedule *schedule)
{
    for (size_t i = 0; i < schedule->item_count; i++)
        if (wm_plan_named(schedule->items, i) == i)
            schedule->items[i].tolerance_of = NULL;
}

void wm_schedule_clear(wm_schedule *schedule)
{
    free(schedule->items);
    *schedule = (wm_schedule){.items = NULL};
}

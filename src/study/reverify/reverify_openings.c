/* Recomputes the opened elements of outputs. */
#include "study/reverify/reverify.h"
#include "study/reverify/reverify_state.h"

#include "base/clock.h"
#include "workload/workload.h"

#include <string.h>

/* The recomputation of one list of openings. */
typedef struct {
    const wm_reverify *reverify;
    wm_reverify_output *of;
    const wm_reverify_opening *openings;
    unsigned count;
    const wm_opened_kind *kind;
    wm_opened opened;
    wm_opened_chunk chunks[WM_OPENING_MOST];
    wm_reverify_progress *progress;
    void *context;
    unsigned done, total; /* steps and chunks */
    wm_recompute_result seen;
    unsigned agreeing, whole; /* chunks without a wrong element; those compared in full */
    wm_status status;         /* of the first that failed */
} recomputation;

/* Notes a finished step or chunk. One thread at a time. */
static void note(recomputation *r, wm_status status)
{
    r->done++;
    if (r->status == WM_OK)
        r->status = status;
    if (r->status == WM_OK && wm_reverify_is_stopped(r->reverify))
        r->status = WM_E_INTERRUPTED;
    if (r->progress != NULL && !r->progress(r->context, r->of, r->done, r->total) &&
        r->status == WM_OK)
        r->status = WM_E_INTERRUPTED;
}

/* Does the work that all chunks share. */
static void run_steps(recomputation *r)
{
    const int steps = (int)r->opened.steps;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < steps; i++) {
        bool is_stopped;
#pragma omp critical(wm_reverify)
        is_stopped = r->status != WM_OK;
        if (is_stopped)
            continue;
        r->kind->step(&r->opened, (uint64_t)i);
#pragma omp critical(wm_reverify)
        note(r, WM_OK);
    }
}

/* Adds the result of chunk t. One thread at a time. */
static void take_chunk(recomputation *r, unsigned t, const wm_recompute_result *part)
{
    const bool is_whole = part->elements == wm_opened_elements(&r->opened, t);
    r->agreeing += part->wrong == 0 ? 1 : 0;
    r->whole += part->wrong == 0 && is_whole ? 1 : 0;
    wm_recompute_add(&r->seen, part);
}

/* Recomputes all chunks; each thread takes the next. */
static void run_chunks(recomputation *r)
{
    const int count = (int)r->opened.count;
#pragma omp parallel for schedule(dynamic)
    for (int t = 0; t < count; t++) {
        wm_recompute_result part = {0};
        wm_status status;
        bool is_stopped;
#pragma omp critical(wm_reverify)
        is_stopped = r->status != WM_OK;
        if (is_stopped)
            continue;
        status = r->kind->chunk(&r->opened, (unsigned)t, &part);
#pragma omp critical(wm_reverify)
        {
            if (status == WM_OK)
                take_chunk(r, (unsigned)t, &part);
            note(r, status);
        }
    }
}

/* Whether every residual recorded for this output is in the range expected from its elements. */
static bool is_plausible(const wm_reverify *reverify, const wm_reverify_output *of)
{
    const kept_item *item = &reverify->items[of->item_index];
    const wm_expected *range = &of->expected;
    if (!of->has_expected)
        return true;
    if (of->has_witness &&
        !wm_expected_covers(range, of->residual.difference_max, of->residual.reference_max))
        return false;
    if (of->part != WM_REVERIFY_PRODUCT)
        return true;
    for (uint32_t r = 0; r < item->repeat_count; r++)
        if (memcmp(item->repeats[r].digest, of->digest, WM_SHA256_SIZE) == 0 &&
            !wm_expected_covers(range, item->repeats[r].residual.difference_max,
                                item->repeats[r].residual.reference_max))
            return false;
    if (!item->calibration.ok || memcmp(item->repeats[wm_plan_first_repeat(&item->item)].digest,
                                        of->digest, WM_SHA256_SIZE) != 0)
        return true;
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        if (!wm_expected_covers(range, item->calibration.difference_max[j],
                                item->calibration.reference_max[j]))
            return false;
    return true;
}

/* Derives from the opened elements which residuals the output can have. */
static void take_own(recomputation *r)
{
    wm_reverify_output *of = r->of;
    const wm_workload_kind *kind = wm_workload_kind_of(of->item);
    of->seen = r->seen;
    of->openings_agreeing = r->agreeing;
    of->chunks_agreeing = r->whole;
    of->has_expected = kind->expect != NULL;
    if (of->has_expected)
        of->expected = kind->expect(&r->opened, &of->seen);
    of->is_plausible = is_plausible(r->reverify, r->of);
    of->is_opened = true;
}

static void take_revisit(recomputation *r)
{
    r->of->revisits_agreeing += r->agreeing;
    wm_recompute_add(&r->of->revisited, &r->seen);
}

/* Recomputes a list of openings, and passes the result to `take`. */
static wm_status run_list(recomputation *r, void (*take)(recomputation *r))
{
    r->seen = (wm_recompute_result){0};
    r->agreeing = r->whole = r->done = 0;
    for (unsigned t = 0; t < r->count; t++)
        r->chunks[t] = (wm_opened_chunk){r->openings[t].row, r->openings[t].chunk,
                                         r->openings[t].size, r->openings[t].data};
    r->status =
        wm_opened_begin(&r->opened, r->of->item, r->reverify->plan.nonce, r->chunks, r->count);
    if (r->status == WM_OK && r->kind->open != NULL)
        r->status = r->kind->open(&r->opened);
    if (r->status == WM_OK) {
        r->total = (unsigned)r->opened.steps + r->opened.count;
        run_steps(r);
        run_chunks(r);
    }
    if (r->status == WM_OK)
        take(r);
    if (r->kind->close != NULL)
        r->kind->close(&r->opened);
    return r->status;
}

wm_status wm_reverify_openings(wm_reverify *reverify, size_t index, wm_reverify_progress *progress,
                               void *context)
{
    wm_reverify_output *of = &reverify->outputs[index];
    const double began = wm_clock_s();
    recomputation r = {.reverify = reverify, .of = of, .progress = progress, .context = context};
    wm_status status;
    if (of->opening_count == 0 || of->is_faulty || !wm_reverify_is_due(of))
        return WM_OK;
    r.kind = wm_workload_kind_of(of->item)->opened;
    r.openings = of->openings;
    r.count = of->opening_count;
    status = run_list(&r, take_own);
    of->revisits_agreeing = 0;
    of->revisited = (wm_recompute_result){0};
    for (size_t i = 0; i < of->revisits_kept && status == WM_OK; i++) {
        r.openings = of->revisits[i].openings;
        r.count = of->revisits[i].count;
        status = run_list(&r, take_revisit);
    }
    of->opening_seconds = wm_clock_s() - began;
    return status;
}

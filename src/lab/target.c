/* An output under test.
 *
 * The checks are those of a run: digest, residual with its three statistics, openings. An opened
 * chunk of a wrong output is recomputed only if its bytes differ from those of the correct output:
 * a curve takes minutes in place of hours. Where a correct output is tried, all opened chunks are
 * recomputed, so that a false alarm of theirs is seen. */
#include "lab/target.h"

#include "record/laws/derive.h"
#include "record/laws/opening.h"
#include "record/laws/rounding.h"
#include "verify/opened.h"
#include "verify/workers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the correct output ---------------------------------------------------------------------- */

static wm_status calibrate(wm_target *t)
{
    const wm_workload_kind *kind = t->workload.kind;
    wm_status status = wm_workload_digest(&t->workload, t->digest);
    if (status == WM_OK && wm_tables_has(t->item.variant, WM_TRAIT_CALIBRATION))
        status = kind->calibrate(&t->check, t->digest, &t->calibration);
    t->limits = wm_rule_limits_of(
        &t->item, wm_tables_has(t->item.variant, WM_TRAIT_CALIBRATION) ? &t->calibration : NULL);
    return status;
}

static wm_status compute(wm_target *t)
{
    wm_device *device = t->workload.device;
    wm_status status = wm_workload_fill(&t->workload, t->nonce);
    if (status == WM_OK)
        status = wm_workload_spoil(&t->workload);
    if (status == WM_OK)
        status = wm_job_run(device, &t->workload.job);
    if (status == WM_OK)
        status = device->ops->download(device, t->workload.output, 0, t->correct,
                                       t->workload.output_bytes);
    if (status != WM_OK)
        return status;
    memcpy(t->broken, t->correct, t->workload.output_bytes);
    t->own = t->left = (wm_changed){0, 0};
    t->is_correct = true;
    return calibrate(t);
}

static wm_status open_paper(wm_target *t)
{
    t->has_paper = wm_paper_check_knows(wm_product_of(t->item.variant));
    return t->has_paper ? wm_paper_check_open(&t->paper, t->workload.device,
                                              &t->workload.job.as.gemm, t->seed)
                        : WM_OK;
}

wm_status wm_target_open(wm_target *target, wm_device *device, const wm_item *item,
                         const char *nonce, const uint8_t seed[WM_SHA256_SIZE])
{
    wm_status status;
    memset(target, 0, sizeof *target);
    target->item = *item;
    target->item.trial = (wm_trial){WM_TRIAL_NOT, 0};
    memcpy(target->nonce, nonce, strlen(nonce) + 1);
    memcpy(target->seed, seed, WM_SHA256_SIZE);
    status = wm_workload_open(&target->workload, device, &target->item);
    if (status != WM_OK)
        return status;
    target->check = (wm_check){device, &target->item, target->nonce, &target->workload.job, NULL};
    target->correct = malloc(target->workload.output_bytes);
    target->broken = malloc(target->workload.output_bytes);
    status = target->correct == NULL || target->broken == NULL ? WM_E_NOMEM : compute(target);
    return status == WM_OK ? open_paper(target) : status;
}

wm_status wm_target_renew(wm_target *target, const char *nonce)
{
    wm_status status;
    memcpy(target->nonce, nonce, strlen(nonce) + 1);
    status = compute(target);
    if (status != WM_OK || !target->has_paper)
        return status;
    wm_paper_check_close(&target->paper);
    return open_paper(target);
}

void wm_target_close(wm_target *target)
{
    wm_paper_check_close(&target->paper);
    wm_workload_close(&target->workload);
    free(target->correct);
    free(target->broken);
    target->correct = target->broken = NULL;
}

/* ---- the broken output ----------------------------------------------------------------------- */

void wm_target_restore(wm_target *target)
{
    const wm_changed *own = &target->own;
    memcpy(target->broken + own->first, target->correct + own->first, own->end - own->first);
    target->own = (wm_changed){0, 0};
    target->is_correct = true;
}

/* The least span that holds both. */
static wm_changed joined(wm_changed a, wm_changed b)
{
    if (a.first == a.end || b.first == b.end)
        return a.first == a.end ? b : a;
    return (wm_changed){a.first < b.first ? a.first : b.first, a.end > b.end ? a.end : b.end};
}

void wm_target_touch(wm_target *target, size_t first, size_t count)
{
    target->own = joined(target->own, (wm_changed){first, first + count});
    target->is_correct = false;
}

wm_status wm_target_take(wm_target *target)
{
    wm_device *device = target->workload.device;
    wm_target_touch(target, 0, target->workload.output_bytes);
    return device->ops->download(device, target->workload.output, 0, target->broken,
                                 target->workload.output_bytes);
}

wm_status wm_target_repeat(wm_target *target)
{
    wm_status status = wm_workload_spoil(&target->workload);
    if (status == WM_OK)
        status = wm_job_run(target->workload.device, &target->workload.job);
    if (status == WM_OK)
        status = wm_target_take(target);
    target->is_correct = status == WM_OK;
    return status;
}

/* Writes what may differ to the device. */
static wm_status put_output(wm_target *t)
{
    wm_device *device = t->workload.device;
    const wm_changed all = joined(t->own, t->left);
    t->left = all;
    return all.first == all.end ? WM_OK
                                : device->ops->upload(device, t->workload.output, all.first,
                                                      t->broken + all.first, all.end - all.first);
}

/* The same, and for the paper's check whole rows of it. */
static wm_status put(wm_target *t)
{
    const size_t row = (size_t)t->workload.shape.row_bytes;
    wm_status status = put_output(t);
    const wm_changed all = t->left;
    if (status == WM_OK && t->has_paper && all.first != all.end)
        status = wm_paper_check_take(&t->paper, t->broken, all.first / row,
                                     (all.end + row - 1) / row - all.first / row);
    if (status == WM_OK)
        t->left = t->own;
    return status;
}

wm_status wm_target_calibrate(wm_target *target)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status = put(target);
    memcpy(digest, target->digest, sizeof digest);
    if (status == WM_OK)
        status = calibrate(target);
    memcpy(target->digest, digest, sizeof digest);
    return status == WM_OK && target->has_paper
               ? wm_paper_check_calibrate(&target->paper, target->seed)
               : status;
}

/* ---- openings -------------------------------------------------------------------------------- */

/* Opened chunks, and what was found in each. */
typedef struct recomputing {
    const wm_opened_kind *kind;
    wm_opened opened;
    wm_recompute_result result[WM_OPENING_MOST];
    wm_status status[WM_OPENING_MOST];
} recomputing;

static void one_step(void *context, unsigned worker, size_t number)
{
    const recomputing *all = context;
    (void)worker;
    all->kind->step(&all->opened, number);
}

static void one_chunk(void *context, unsigned worker, size_t number)
{
    recomputing *all = context;
    (void)worker;
    all->status[number] = all->kind->chunk(&all->opened, (unsigned)number, &all->result[number]);
}

/* Whether recomputed elements of these chunks are wrong. */
static wm_status recompute(const wm_target *t, const wm_opened_chunk *chunks, unsigned count,
                           bool *is_wrong)
{
    const unsigned threads = wm_workers_default();
    recomputing all = {.kind = t->workload.kind->opened};
    wm_status status = wm_opened_begin(&all.opened, &t->item, t->nonce, chunks, count);
    if (status != WM_OK)
        return status;
    if (all.kind->open != NULL)
        status = all.kind->open(&all.opened);
    if (status == WM_OK && all.opened.steps > 0)
        wm_workers_run(threads, (size_t)all.opened.steps, one_step, &all);
    if (status == WM_OK)
        wm_workers_run(threads, count, one_chunk, &all);
    if (all.kind->close != NULL)
        all.kind->close(&all.opened);
    for (unsigned c = 0; status == WM_OK && c < count; c++) {
        status = all.status[c];
        *is_wrong = *is_wrong || all.result[c].wrong > 0;
    }
    return status;
}

/* The chunks of `broken` that its digest opens: all, or those that differ from the correct
 * output's. Returns how many. */
static unsigned collect(const wm_target *t, const wm_buffer *context, bool has_all,
                        wm_opened_chunk chunks[WM_OPENING_MOST])
{
    const wm_output *shape = &t->workload.shape;
    wm_opening_place places[WM_OPENING_MOST];
    uint8_t seed[WM_SHA256_SIZE];
    unsigned count, kept = 0;
    wm_derive_opening(context, NULL, seed);
    count = wm_opening_draw(shape, seed, places);
    for (unsigned i = 0; i < count; i++) {
        const size_t at = (size_t)(places[i].row * shape->row_bytes) +
                          (size_t)places[i].chunk * WM_TABLES_CHUNK_BYTES;
        const size_t size = wm_opening_size(shape, places[i].row, places[i].chunk);
        if (has_all || memcmp(t->broken + at, t->correct + at, size) != 0)
            chunks[kept++] =
                (wm_opened_chunk){places[i].row, places[i].chunk, size, t->broken + at};
    }
    return kept;
}

/* One wrong chunk rejects. Of a wrong output the first is recomputed alone, because where every
 * chunk is wrong the others say nothing more. */
static wm_status judge_openings(const wm_target *t, const wm_buffer *context, bool *is_wrong)
{
    wm_opened_chunk chunks[WM_OPENING_MOST];
    const unsigned count = collect(t, context, t->is_correct, chunks);
    const unsigned alone = count > 0 && !t->is_correct ? 1 : 0;
    wm_status status = WM_OK;
    *is_wrong = false;
    if (alone > 0)
        status = recompute(t, chunks, alone, is_wrong);
    return status == WM_OK && count > alone && !*is_wrong
               ? recompute(t, chunks + alone, count - alone, is_wrong)
               : status;
}

wm_status wm_target_would_open(wm_target *target, bool *is_seen)
{
    wm_opened_chunk chunks[WM_OPENING_MOST];
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status = put_output(target);
    if (status == WM_OK)
        status = wm_workload_digest(&target->workload, digest);
    if (status == WM_OK)
        status = wm_derive_context(&target->item, target->nonce, digest, &context);
    if (status == WM_OK)
        *is_seen = collect(target, &context, false, chunks) > 0;
    wm_buffer_clear(&context);
    return status;
}

/* ---- the checks ------------------------------------------------------------------------------ */

static void say(wm_verdicts *verdicts, wm_check_word check, bool is_rejected)
{
    verdicts->is_asked[check] = true;
    verdicts->is_rejected[check] = is_rejected;
}

/* What each statistic says of a residual. One that is null rejects by all of them. */
static void judge_residual(const wm_target *t, const wm_observed_residual *residual,
                           wm_verdicts *verdicts)
{
    const double ratio = wm_observed_ratio(residual->difference_max, residual->reference_max);
    verdicts->residual = ratio;
    if (!isnan(t->limits.tolerance))
        say(verdicts, WM_CHECK_LARGEST, !(ratio <= t->limits.tolerance));
    if (t->limits.has_row_threshold) {
        const bool has_verdict = wm_rounding_band_of(&t->item, 1).is_there;
        const wm_result g = wm_rounding_of_residual(&t->item, residual);
        say(verdicts, WM_CHECK_ROWS, !(residual->row_statistic <= t->limits.row_threshold));
        if (has_verdict)
            say(verdicts, WM_CHECK_ROUNDING,
                g.kind == WM_RESULT_NULL ||
                    wm_rounding_judge(&t->item, &g, 1) == WM_ROUNDING_FAILS);
    }
    say(verdicts, WM_CHECK_ANY, wm_rule_decide(&t->limits, residual) == WM_DECISION_REJECT);
}

static wm_status judge_ours(wm_target *t, wm_verdicts *verdicts)
{
    wm_observed_residual residual;
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t digest[WM_SHA256_SIZE];
    bool is_wrong = false;
    wm_status status = wm_workload_digest(&t->workload, digest);
    if (status == WM_OK)
        status = wm_workload_check(&t->check, digest, &residual);
    if (status == WM_OK)
        status = wm_derive_context(&t->item, t->nonce, digest, &context);
    if (status == WM_OK)
        status = judge_openings(t, &context, &is_wrong);
    wm_buffer_clear(&context);
    if (status != WM_OK)
        return status;
    judge_residual(t, &residual, verdicts);
    say(verdicts, WM_CHECK_OPENINGS, is_wrong);
    say(verdicts, WM_CHECK_ANY, is_wrong || verdicts->is_rejected[WM_CHECK_ANY]);
    say(verdicts, WM_CHECK_DIGEST, memcmp(digest, t->digest, sizeof digest) != 0);
    return WM_OK;
}

wm_status wm_target_judge(wm_target *target, const uint8_t probes[WM_SHA256_SIZE],
                          wm_verdicts *verdicts)
{
    double found[WM_PAPER_COUNTS];
    wm_status status = put(target);
    *verdicts = (wm_verdicts){.residual = (double)NAN};
    if (status == WM_OK && target->has_paper)
        status = wm_paper_check_run(&target->paper, probes, found);
    for (unsigned c = 0; status == WM_OK && target->has_paper && c < WM_PAPER_COUNTS; c++)
        say(verdicts, (wm_check_word)(WM_CHECK_PAPER_1 + c),
            !(found[c] <= target->paper.tolerance[c]));
    return status == WM_OK ? judge_ours(target, verdicts) : status;
}

wm_status wm_target_statistics(wm_target *target, wm_verdicts *verdicts)
{
    wm_observed_residual residual;
    uint8_t digest[WM_SHA256_SIZE];
    wm_status status = put_output(target);
    *verdicts = (wm_verdicts){.residual = (double)NAN};
    if (status == WM_OK)
        status = wm_workload_digest(&target->workload, digest);
    if (status == WM_OK)
        status = wm_workload_check(&target->check, digest, &residual);
    if (status == WM_OK)
        judge_residual(target, &residual, verdicts);
    return status;
}

wm_status wm_target_residual(wm_target *target, const uint8_t probes[WM_SHA256_SIZE],
                             double *residual)
{
    double found[WM_PAPER_COUNTS];
    wm_status status = put(target);
    *residual = (double)NAN;
    if (status != WM_OK || !target->has_paper)
        return status;
    status = wm_paper_check_run(&target->paper, probes, found);
    if (status == WM_OK)
        *residual = found[WM_PAPER_COUNTS - 1] / target->paper.tolerance[WM_PAPER_COUNTS - 1];
    return status;
}

void wm_target_probes(const wm_target *target, uint32_t trial, uint8_t probes[WM_SHA256_SIZE])
{
    wm_draw_seed(target->seed, trial, "paper's probes", probes);
}

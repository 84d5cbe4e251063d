/* Reads what one record says about an item: its rate, its output, and what speaks against them. */
#include "report/views/comparison.h"

#include "base/status.h"
#include "report/views/warnings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The result that a claim of an item states; null for the reason `none` if there is no claim. */
static wm_result result_of(const wm_model_item *item, const char *quantity, const char *none)
{
    const wm_claim *claim = wm_claims_on(&item->claims, quantity);
    if (claim == NULL)
        return wm_result_null(none);
    if (claim->value == NULL)
        return wm_result_null(claim->reason);
    return claim->is_word ? wm_result_word(claim->value)
                          : wm_result_number(strtod(claim->value, NULL));
}

/* ---- the repeats ----------------------------------------------------------------------------- */

/* Takes the device of an environment. Most repeats have that of line 1, which is in memory. */
static wm_status take_device(const wm_model *model, uint32_t line, wm_link_side *side,
                             wm_error *err)
{
    const wm_environment_node *node = wm_model_environment(model);
    wm_content content;
    if (line > 1) {
        const wm_status status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            return status;
        node = &content.of.environment;
        if (!wm_contents_is_of(&content, &wm_kind_environment))
            return WM_OK;
    }
    side->has_device = wm_kind_environment_device(node, side->device);
    return WM_OK;
}

/* Counts a digest. */
static void take_digest(wm_comparison_run *run, const wm_hex *digest, wm_document *to)
{
    wm_comparison_digest *grown;
    for (size_t i = 0; i < run->digest_count; i++)
        if (memcmp(run->digest[i].bytes, digest->bytes, WM_SHA256_SIZE) == 0) {
            run->digest[i].repeats++;
            return;
        }
    grown = wm_document_grow(to, run->digest, &run->digest_capacity, run->digest_count + 1,
                             sizeof *grown);
    if (grown == NULL)
        return;
    run->digest = grown;
    memcpy(grown[run->digest_count].bytes, digest->bytes, WM_SHA256_SIZE);
    grown[run->digest_count++].repeats = 1;
}

/* Takes the digests of all repeats. Repeat 0 also has the method and the device. */
static wm_status take_repeats(const wm_observations *repeats, wm_comparison_run *run,
                              wm_document *to, wm_error *err)
{
    const wm_model *model = run->model;
    wm_link_side *side = &run->side;
    wm_status status = WM_OK;
    for (size_t i = 0; i < repeats->count && status == WM_OK; i++) {
        const wm_workload_node *node;
        wm_content content;
        side->has_failed = side->has_failed || repeats->at[i].has_failed;
        status = wm_reader_read(model->reader, repeats->at[i].line, &content, err);
        if (status != WM_OK || !wm_contents_is_of(&content, &wm_kind_workload))
            continue;
        node = &content.of.workload;
        if (!repeats->at[i].has_failed && node->output_digest.is_there)
            take_digest(run, &node->output_digest, to);
        if (i > 0)
            continue;
        side->has_first = run->digest_count > 0;
        if (node->method.bytes != NULL)
            wm_sha256_hash(node->method.bytes, node->method.size, side->method);
        status = take_device(model, wm_reader_find(model->reader, node->environment.id), side, err);
    }
    return status;
}

static void count_flags(const wm_observations *repeats, size_t flags[WM_FLAG_WORDS])
{
    for (size_t i = 0; i < repeats->count; i++)
        for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
            flags[flag] += repeats->at[i].flags >> flag & 1u;
}

const char *wm_comparison_flags(const wm_comparison_run *run, size_t count, wm_document *to)
{
    size_t all[WM_FLAG_WORDS] = {0};
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
        for (size_t i = 0; i < count; i++)
            all[flag] += run[i].flags[flag];
    return wm_warnings_counts(all, to);
}

/* ---- what speaks against it ------------------------------------------------------------------ */

static const char *verdict_of(const wm_model_item *item)
{
    static const char *const FAULTS[] = {
        [WM_PLANNED_FAULTS_CAUGHT] = "planned fault caught",
        [WM_PLANNED_FAULTS_MISSED] = "planned fault missed",
        [WM_PLANNED_FAULTS_NOT_JUDGED] = "planned fault not judged",
    };
    if (!wm_plan_has_output(item->item))
        return NULL;
    if (item->verdict.is_wrong)
        return "wrong";
    if (item->verdict.is_unknown)
        return "not judged";
    if (item->item->fault.kind != WM_FAULT_NONE && item->verdict.fault != WM_PLANNED_FAULTS_NONE)
        return FAULTS[item->verdict.fault];
    return "correct";
}

/* Whether a claim is a word that begins so. */
static bool begins(const wm_result *claim, const char *word)
{
    return claim->kind == WM_RESULT_WORD && strncmp(claim->text, word, strlen(word)) == 0;
}

/* Whether an output is wrong because the plan says so, and the check saw it. */
static bool is_meant_wrong(const wm_model_item *item)
{
    return item->item->fault.in_repeats && item->verdict.fault == WM_PLANNED_FAULTS_CAUGHT &&
           !item->verdict.is_wrong && !item->verdict.is_unknown;
}

bool wm_comparison_run_is_asked(const wm_model_item *item)
{
    return wm_claims_on(&item->claims, "rate") != NULL && !is_meant_wrong(item);
}

/* Why the rate of a run names no direction. Only a class that is known is good. A check that missed
 * a planned fault has not shown that an output is right. */
static const char *bar_of(const wm_comparison_run *run)
{
    const wm_result verified = result_of(run->item, "verified", "no output");
    const wm_result *const class = &run->side.performance_class;
    if (run->claim == NULL)
        return run->range.median.text;
    if (is_meant_wrong(run->item))
        return "planned fault caught";
    if (run->item->verdict.is_wrong || begins(&verified, "FAIL"))
        return "wrong output";
    if (run->item->verdict.is_unknown || !begins(&verified, "PASS"))
        return "output not judged";
    if (run->item->verdict.fault == WM_PLANNED_FAULTS_MISSED)
        return "planned fault missed";
    if (run->range.median.kind != WM_RESULT_NUMBER)
        return run->range.median.text;
    if (class->kind != WM_RESULT_WORD || begins(class, "undetermined"))
        return class->text;
    return run->range.median.number > 0 ? NULL : "the rate is not above zero";
}

wm_status wm_comparison_run_of_item(const wm_model *model, const wm_model_item *item,
                                    wm_document *to, wm_comparison_run *run, wm_error *err)
{
    static const char NO_RATE[] = "this workload has no rate";
    const wm_observations *repeats = wm_model_repeats(item);
    wm_status status;
    *run = (wm_comparison_run){
        .model = model,
        .item = item,
        .claim = wm_claims_on(&item->claims, "rate"),
        .range = {result_of(item, "rate", NO_RATE), result_of(item, "rate_low", NO_RATE),
                  result_of(item, "rate_high", NO_RATE)},
        .length = repeats->count,
        .verdict = verdict_of(item),
        .side = {.item = *item->item,
                 .floor = result_of(item, "floor", "no floor"),
                 .performance_class = result_of(item, "performance_class", NO_RATE),
                 .numerical_class = result_of(item, "numerical_class", "no output")},
        .ratio = (double)NAN,
    };
    run->side.rate = run->range.median;
    run->side.rate_low = run->range.low;
    run->side.rate_high = run->range.high;
    count_flags(repeats, run->flags);
    status = take_repeats(&item->series[WM_OBSERVATIONS_REPEATS], run, to, err);
    run->bar = bar_of(run);
    return status;
}

/* Checks workload observations: order of repeats, flags, divergence.
 *
 * Repeats count up without a gap to the number of the plan, and none follows a reduction of the
 * item. A repeat is at least as long as the plan says, because short ones let a producer pick the
 * fastest moments. Its flags are recomputed from its covariates. */
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/finding.h"
#include "record/audit/found.h"
#include "record/audit/plausible.h"
#include "record/audit/timed.h"
#include "record/nodes/kinds_plain.h"

bool wm_check_workload_same(wm_audit_state *state, const wm_audit_state_item *item,
                            const uint8_t digest[WM_SHA256_SIZE],
                            const uint8_t residual_hash[WM_SHA256_SIZE])
{
    bool is_other = false;
    for (uint32_t i = 0; !is_other && i < item->observed.count[WM_PROCEDURE_REPEATS]; i++)
        is_other =
            item->observed.repeats[i].ok &&
            memcmp(item->observed.repeats[i].output_digest, digest, WM_SHA256_SIZE) == 0 &&
            memcmp(item->observed.repeats[i].residual_hash, residual_hash, WM_SHA256_SIZE) != 0;
    for (unsigned i = 0; !is_other && i < item->stage_count; i++)
        is_other = item->stages[i].name == WM_STAGE_WITNESS &&
                   memcmp(item->stages[i].output_digest, digest, WM_SHA256_SIZE) == 0 &&
                   memcmp(item->stages[i].residual_hash, residual_hash, WM_SHA256_SIZE) != 0;
    return WM_DEMAND(state, WM_RULE_DIGEST_RESIDUAL, !is_other,
                     "an earlier output of %s has this digest and another residual", item->label);
}

/* ---- checks of a repeat ---------------------------------------------------------------------- */

/* Checks that a repeat names its item's workload, variant and shape. */
static bool check_agreement(wm_audit_state *state, const wm_workload_node *node,
                            const wm_audit_state_item *item)
{
    const wm_variant *variant = item->item.variant;
    wm_item other = item->item;
    const char *what = NULL, *expected = item->label;
    char found[WM_FOUND_SIZE] = "other dimensions", label[WM_PLAN_LABEL_SIZE];
    if (!wm_member_is(node->workload, variant->workload)) {
        what = "workload", expected = variant->workload;
        (void)wm_found_text(node->workload, found);
    } else if (!wm_member_is(node->variant, variant->variant)) {
        what = "variant", expected = variant->variant;
        (void)wm_found_text(node->variant, found);
    } else if (!wm_member_shape(&node->shape, variant, other.dimension)) {
        what = "shape";
    } else if (memcmp(other.dimension, item->item.dimension, sizeof other.dimension) != 0) {
        what = "shape";
        wm_plan_label(&other, label);
        (void)wm_found_text(wm_member_text(label), found);
    }
    return WM_DEMAND(state, WM_RULE_WORKLOAD_AGREE, what == NULL,
                     "%s of item %.0f, %s: found %s, expected %s", what, node->item, item->label,
                     found, expected);
}

/* Checks the divergence from repeat 0: null if repeat 0 failed, 0 if the output is equal. */
static bool check_divergence(wm_audit_state *state, const wm_audit_state_item *item,
                             const wm_observed_repeat *repeat)
{
    const wm_observed_repeat *first =
        item->observed.count[WM_PROCEDURE_REPEATS] == 0 ? repeat : item->observed.repeats;
    const unsigned long number = (unsigned long)item->observed.count[WM_PROCEDURE_REPEATS];
    char found[WM_FOUND_SIZE];
    (void)wm_found_number(repeat->divergence, found);
    if (!first->ok)
        return WM_DEMAND(
            state, WM_RULE_DIGEST_LOST, !(repeat->divergence == repeat->divergence),
            "divergence of repeat %lu of %s: found %s, expected null, since repeat 0 failed",
            number, item->label, found);
    if (memcmp(first->output_digest, repeat->output_digest, WM_SHA256_SIZE) != 0 ||
        repeat->divergence == 0)
        return true;
    return WM_REFUSE(state, WM_RULE_DIGEST_DIVERGENCE,
                     "divergence of repeat %lu of %s: found %s, expected 0, since the output is "
                     "that of repeat 0",
                     number, item->label, found);
}

/* Refuses a repeat that is too short; short repeats would let a producer pick the fastest
 * moments. */
static bool check_seconds(wm_audit_state *state, const wm_audit_state_item *item, double seconds)
{
    return WM_DEMAND(state, WM_RULE_WORKLOAD_SECONDS, !(seconds < state->plan.repeat_seconds),
                     "seconds of repeat %lu of %s: found %.17g, expected at least %.17g",
                     (unsigned long)item->observed.count[WM_PROCEDURE_REPEATS], item->label,
                     seconds, state->plan.repeat_seconds);
}

/* Checks a repeat that did not fail, and fills its observation for reductions. */
static bool check_measured(wm_audit_state *state, const wm_workload_node *node,
                           const wm_audit_state_item *item, wm_observed_repeat *repeat,
                           wm_timeline_span *span)
{
    const wm_timed timed = WM_TIMED_OF(
        node, "repeat", (unsigned long)item->observed.count[WM_PROCEDURE_REPEATS], item->label);
    wm_observed_covariate covariate[WM_COVARIATES];
    wm_status status;
    if (!wm_timed_check_covariates(state, &timed, covariate) ||

        !wm_plausible_residual(state, &item->item, &node->residual))
        return false;
    status = wm_objects_residual_hash(&node->residual, item->item.variant, repeat->residual_hash);
    if (status != WM_OK)
        return wm_audit_state_fail(state, status);
    if (!wm_timed_check_times(state, &timed, span))
        return false;
    span->is_flagged = node->flags.count > 0;
    repeat->ok = true;
    repeat->residual = wm_objects_residual_of(&node->residual, item->item.variant);
    repeat->seconds = node->seconds;
    repeat->iterations = node->iterations;
    repeat->divergence = node->divergence;
    repeat->peak_resident_bytes = node->peak_resident_bytes;
    repeat->clock = covariate[WM_COVARIATE_CLOCK].median;
    repeat->power = covariate[WM_COVARIATE_POWER].median;
    repeat->temperature = covariate[WM_COVARIATE_TEMPERATURE].median;
    repeat->temperature_least = covariate[WM_COVARIATE_TEMPERATURE].minimum;
    repeat->flags = wm_timed_flags(state, &timed, covariate);
    repeat->stops_unknown = !covariate[WM_COVARIATE_STOPPED].present &&
                            wm_audit_state_is_host(state, timed.environment);
    repeat->is_sharing_unknown =
        wm_audit_state_is_gpu(state, timed.environment) && !wm_rule_knows_sharing(covariate);
    if (node->output_digest.is_there)
        memcpy(repeat->output_digest, node->output_digest.bytes, WM_SHA256_SIZE);
    return check_seconds(state, item, repeat->seconds) && check_divergence(state, item, repeat) &&
           wm_check_workload_same(state, item, repeat->output_digest, repeat->residual_hash) &&
           wm_timed_check_flags(state, &timed, repeat->flags);
}

/* Adds a repeat to its item. */
static bool enter(wm_audit_state *state, wm_taken *taken, const wm_observed_repeat *repeat)
{
    wm_audit_state_item *item = taken->item;
    if (item->observed.count[WM_PROCEDURE_REPEATS] == WM_AUDIT_STATE_REPEATS)
        return wm_audit_state_add(state, taken->entry);
    if (!wm_audit_state_observe(state, item, WM_PROCEDURE_REPEATS, repeat, sizeof *repeat,
                                taken->entry))
        return false;
    if (wm_plan_has_output(&item->item))
        item->observed.has_failed = item->observed.has_failed || !repeat->ok;
    return true;
}

/* Only an item whose procedure makes repeats has them. */
static bool check_kind(wm_audit_state *state, const wm_audit_state_item *item)
{
    return WM_DEMAND(state, WM_RULE_WORKLOAD_PROFILE, wm_plan_has_output(&item->item),
                     "%s has %s, and no repeats", item->label,
                     wm_tables_procedure(wm_plan_procedure(&item->item))->plural);
}

bool wm_check_workload(wm_audit_state *state, wm_taken *taken)
{
    const wm_workload_node *node = taken->node;
    wm_observed_repeat repeat;
    wm_timeline_span span;
    if (taken->item == NULL) {
        return !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_ITEM,
                                "item: found %.0f, expected below %lu", node->item,
                                (unsigned long)state->plan.item_count) &&
               wm_audit_state_add(state, taken->entry);
    }
    memset(&repeat, 0, sizeof repeat);
    if (!check_kind(state, taken->item) ||
        !wm_checks_begin(state, taken->item, &node->environment) ||
        !check_agreement(state, node, taken->item) ||
        !wm_checks_next(state, WM_RULE_WORKLOAD_REPEAT, taken->item, WM_PROCEDURE_REPEATS,
                        taken->item->item.repeats, "repeat", node->repeat) ||
        !wm_audit_state_not_reduced(state, taken->item) ||
        (taken->form == &wm_kind_workload_ok &&
         !check_measured(state, node, taken->item, &repeat, &span)))
        return false;
    if (taken->item->observed.count[WM_PROCEDURE_REPEATS] == 0 && node->method.bytes != NULL)
        wm_sha256_hash(node->method.bytes, node->method.size, taken->item->method);
    if (!enter(state, taken, &repeat))
        return false;
    if (!repeat.ok || taken->item->observed.count[WM_PROCEDURE_REPEATS] > WM_AUDIT_STATE_REPEATS)
        return true;
    wm_timeline_add(&state->timeline, &span);
    return wm_finding_timed(state, taken->item, WM_PROCEDURE_REPEATS, span.begin,
                            &node->covariates) &&
           wm_finding_repeat(state, taken->item, &node->covariates);
}

/* Checks segments: their order, and what each point of operation asks for.
 *
 * A point of operation is held between repeat 0 and repeat 1: the outputs under load are compared
 * with that of repeat 0, and the repeats after it show what the load did. A segment without a
 * difference has the residual of repeat 0, so it cannot be made up. */
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/finding.h"
#include "record/audit/plausible.h"
#include "record/audit/timed.h"
#include "record/nodes/kinds_plain.h"

static bool is_there(double value)
{
    return value == value;
}

/* ---- the place of a segment ------------------------------------------------------------------ */

/* Checks that a segment comes after repeat 0, and before all else of its item. */
static bool check_order(wm_audit_state *state, const wm_audit_state_item *item)
{
    const bool is_early = item->observed.count[WM_PROCEDURE_REPEATS] == 0 &&
                          item->observed.count[WM_PROCEDURE_PROFILE] == 0;
    const bool is_late = item->observed.count[WM_PROCEDURE_REPEATS] > 1 ||
                         item->calibration != NULL || item->stage_count > 0;
    return WM_DEMAND(state, WM_RULE_POINT_ORDER, !is_early && !is_late, "segment %lu of %s is %s",
                     (unsigned long)item->observed.count[WM_PROCEDURE_SEGMENTS], item->label,
                     is_early ? "before repeat 0" : "after repeat 1, the calibration or a stage");
}

/* ---- what a point asks for ------------------------------------------------------------------- */

/* One ok segment under check. */
typedef struct checked {
    wm_audit_state *state;
    const wm_stress_node *node;
    const wm_audit_state_item *item;
    unsigned long number;
} checked;

static bool check_first(const checked *at)
{
    const wm_observed_item *observed = &at->item->observed;
    return WM_DEMAND(at->state, WM_RULE_POINT_FAILED,
                     observed->count[WM_PROCEDURE_REPEATS] == 0 || observed->repeats[0].ok,
                     "segment %lu of %s is ok, and repeat 0 failed", at->number, at->item->label);
}

static bool check_seconds(const checked *at)
{
    return WM_DEMAND(at->state, WM_RULE_POINT_SECONDS,
                     at->item->item.minutes == 0 ||
                         !(at->node->seconds < WM_TABLES_SEGMENT_SECONDS),
                     "seconds of segment %lu of %s: found %.17g, expected at least %d", at->number,
                     at->item->label, at->node->seconds, WM_TABLES_SEGMENT_SECONDS);
}

static bool check_products(const checked *at)
{
    const wm_stress_node *node = at->node;
    const bool is_cold = at->item->item.point == WM_POINT_COLD;
    if (!WM_DEMAND(at->state, WM_RULE_POINT_PRODUCTS, (node->products == 0) == is_cold,
                   "products of segment %lu of %s: found %.0f, expected %s", at->number,
                   at->item->label, node->products, is_cold ? "0" : "at least 1"))
        return false;
    return WM_DEMAND(at->state, WM_RULE_POINT_ERRORS, !(node->errors > node->products),
                     "errors of segment %lu of %s: found %.0f of %.0f products", at->number,
                     at->item->label, node->errors, node->products) &&
           WM_DEMAND(at->state, WM_RULE_POINT_RESIDUAL,
                     node->residual.is_there == (node->products != 0),
                     "segment %lu of %s has %.0f products and %s residual", at->number,
                     at->item->label, node->products, node->residual.is_there ? "a" : "no");
}

static bool check_bursts(const checked *at)
{
    const wm_stress_node *node = at->node;
    const bool is_burst = at->item->item.point == WM_POINT_BURSTS;
    if (is_there(node->period_s) == is_burst && is_there(node->duty) == is_burst &&
        (!is_burst || (node->duty > 0 && node->duty < 1)))
        return true;
    return WM_REFUSE(at->state, WM_RULE_POINT_BURSTS,
                     "period and duty of segment %lu of %s: expected %s", at->number,
                     at->item->label, is_burst ? "both, with 0 < duty < 1" : "none without bursts");
}

static bool check_memory(const checked *at)
{
    const bool is_full = at->item->item.point == WM_POINT_FULL;
    return WM_DEMAND(at->state, WM_RULE_POINT_MEMORY,
                     is_there(at->node->memory_free_bytes) == is_full,
                     "`memory_free_bytes` of segment %lu of %s: expected %s", at->number,
                     at->item->label, is_full ? "a count" : "none without the point `full`");
}

/* Demands the residual of repeat 0 if no product differs from it. */
static bool check_same(const checked *at)
{
    const wm_observed_item *observed = &at->item->observed;
    uint8_t hash[WM_SHA256_SIZE];
    wm_status status;
    if (!at->node->residual.is_there || at->node->errors != 0 ||
        observed->count[WM_PROCEDURE_REPEATS] == 0 || !observed->repeats[0].ok)
        return true;
    status = wm_objects_residual_hash(&at->node->residual, at->item->item.variant, hash);
    if (status != WM_OK)
        return wm_audit_state_fail(at->state, status);
    return WM_DEMAND(
        at->state, WM_RULE_DIGEST_SEGMENT,
        memcmp(hash, observed->repeats[0].residual_hash, sizeof hash) == 0,
        "the residual of segment %lu of %s is not that of repeat 0, and no product differs",
        at->number, at->item->label);
}

static bool check_residual(const checked *at)
{
    return !at->node->residual.is_there ||
           wm_plausible_residual(at->state, &at->item->item, &at->node->residual);
}

/* A count of the format; 0 where a rule is switched off. */
static uint64_t count_of(double number)
{
    return number >= 0 ? (uint64_t)number : 0;
}

static void fill(const checked *at, const wm_observed_covariate *covariate,
                 const wm_timeline_span *span, wm_observed_segment *segment)
{
    const wm_stress_node *node = at->node;
    segment->ok = true;
    segment->seconds = node->seconds;
    segment->started_at_ns = span->begin;
    segment->products = count_of(node->products);
    segment->errors = count_of(node->errors);
    segment->has_residual = node->residual.is_there;
    segment->residual = wm_objects_residual_of(&node->residual, at->item->item.variant);
    segment->temperature = covariate[WM_COVARIATE_TEMPERATURE].maximum;
    segment->temperature_least = covariate[WM_COVARIATE_TEMPERATURE].minimum;
    segment->power_mean = covariate[WM_COVARIATE_POWER].median;
    segment->power_reading = covariate[WM_COVARIATE_POWER_READING].maximum;
    segment->power_window = covariate[WM_COVARIATE_POWER_WINDOW].maximum;
    segment->throttle_reasons = covariate[WM_COVARIATE_THROTTLE_REASONS].maximum;
    segment->period_s = node->period_s;
    segment->duty = node->duty;
    segment->memory_free_bytes = node->memory_free_bytes;
}

/* Checks a segment that did not fail, and fills its observation for reductions. */
static bool check_measured(const checked *at, wm_observed_segment *segment, wm_timeline_span *span)
{
    const wm_timed timed = WM_TIMED_OF(at->node, "segment", at->number, at->item->label);
    wm_observed_covariate covariate[WM_COVARIATES];
    if (!wm_timed_check_covariates(at->state, &timed, covariate) || !check_residual(at) ||
        !wm_timed_check_times(at->state, &timed, span) || !check_first(at) || !check_seconds(at) ||
        !check_products(at) || !check_bursts(at) || !check_memory(at) || !check_same(at))
        return false;
    span->is_flagged = false; /* flagged_repeats counts repeats alone */
    fill(at, covariate, span, segment);
    return wm_timed_check_flags(at->state, &timed, wm_timed_flags(at->state, &timed, covariate));
}

/* Checks the time of a failed segment, which it has if it was cut while it ran. */
static bool check_cut(const checked *at, bool *is_timed, wm_timeline_span *span)
{
    const wm_timed timed = WM_TIMED_OF(at->node, "segment", at->number, at->item->label);
    const bool has_start = timed.started_at.bytes != NULL, has_seconds = is_there(timed.seconds);
    span->is_flagged = false;
    *is_timed = has_start && has_seconds;
    return WM_DEMAND(at->state, WM_RULE_POINT_CUT, has_start == has_seconds,
                     "failed segment %lu of %s has `%s` and no `%s`", at->number, at->item->label,
                     has_start ? "started_at" : "seconds", has_start ? "seconds" : "started_at") &&
           (!*is_timed || wm_timed_check_times(at->state, &timed, span));
}

bool wm_check_stress(wm_audit_state *state, wm_taken *taken)
{
    checked at;
    wm_observed_segment segment;
    wm_timeline_span span;
    bool is_timed = true;
    at.state = state;
    at.node = taken->node;
    at.item = taken->item;
    if (!wm_checks_item(state, WM_RULE_POINT_ITEM, at.node->item, at.item,
                        at.item != NULL && at.item->item.point != WM_POINT_NONE, "a point"))
        return false;
    if (at.item == NULL || at.item->item.point == WM_POINT_NONE ||
        at.item->observed.count[WM_PROCEDURE_SEGMENTS] == WM_TABLES_MINUTES)
        return wm_audit_state_add(state, taken->entry); /* a rule is switched off */
    at.number = (unsigned long)at.item->observed.count[WM_PROCEDURE_SEGMENTS];
    memset(&segment, 0, sizeof segment);
    if (!wm_checks_begin(state, taken->item, &at.node->environment) ||
        !wm_checks_next(state, WM_RULE_POINT_INDEX, at.item, WM_PROCEDURE_SEGMENTS,
                        wm_plan_observations(&at.item->item, WM_PROCEDURE_SEGMENTS),
                        "index of a segment", at.node->index) ||
        !check_order(state, at.item) || !wm_audit_state_not_reduced(state, at.item) ||
        !(taken->form == &wm_kind_stress_ok ? check_measured(&at, &segment, &span)
                                            : check_cut(&at, &is_timed, &span)) ||
        !wm_audit_state_observe(state, taken->item, WM_PROCEDURE_SEGMENTS, &segment, sizeof segment,
                                taken->entry))
        return false;
    if (!is_timed)
        return true;
    wm_timeline_add(&state->timeline, &span);
    return wm_finding_timed(state, taken->item, WM_PROCEDURE_SEGMENTS, span.begin,
                            segment.ok ? &at.node->covariates : NULL) &&
           (!segment.ok || wm_finding_segment(state, taken->item, &at.node->covariates));
}

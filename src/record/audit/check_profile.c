/* Checks profile observations: their order and their latencies.
 *
 * They follow the rules of repeats: the next number, its session, no reduction before. The units of
 * all observations are as many, because their medians are taken unit by unit. */
#include <stdlib.h>
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/finding.h"
#include "record/audit/timed.h"
#include "record/nodes/kinds_plain.h"

enum { UNITS_LEAST = 1 };

static bool is_profile(const wm_item *item)
{
    return wm_plan_procedure(item) == WM_PROCEDURE_PROFILE;
}

/* ---- latencies ------------------------------------------------------------------------------- */

static bool check_values(wm_audit_state *state, const wm_list *latencies)
{
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH,
                   !latencies->is_there ||
                       (latencies->count >= UNITS_LEAST && latencies->count <= WM_TABLES_UNITS),
                   "`latencies`: found %lu elements, expected %d to %d",
                   (unsigned long)latencies->count, UNITS_LEAST, WM_TABLES_UNITS))
        return false;
    for (const wm_json_value *element = latencies->next; element != NULL; element = element->next)
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_VALUE, wm_field_is(element, WM_FIELD_SIZE),
                       "`latencies` has an element that is no number >= 0"))
            return false;
    return true;
}

/* The first ok observation of an item, or NULL. */
static const wm_observed_profile *first_of(const wm_audit_state_item *item)
{
    for (uint32_t i = 0; i < item->observed.count[WM_PROCEDURE_PROFILE]; i++)
        if (item->observed.profiles[i].ok)
            return &item->observed.profiles[i];
    return NULL;
}

static bool check_units(wm_audit_state *state, const wm_audit_state_item *item, size_t count)
{
    const wm_observed_profile *first = first_of(item);
    return WM_DEMAND(state, WM_RULE_PROFILE_UNITS, first == NULL || count == first->count,
                     "latencies of repeat %lu of %s: found %lu, expected %lu, as before",
                     (unsigned long)item->observed.count[WM_PROCEDURE_PROFILE], item->label,
                     (unsigned long)count, (unsigned long)first->count);
}

/* Copies the latencies, and checks their range. */
static bool read_latencies(wm_audit_state *state, const wm_audit_state_item *item,
                           wm_list latencies, wm_observed_profile *profile)
{
    const size_t count = latencies.count;
    double number, *kept;
    profile->count = 0;
    kept = calloc(count == 0 ? 1 : count, sizeof *kept);
    profile->latencies = kept;
    if (kept == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    while (profile->count < count && wm_member_next_number(&latencies, &number)) {
        if (!WM_DEMAND(state, WM_RULE_PROFILE_LATENCY,
                       number > 0 && number <= WM_THRESHOLD_LATENCY_MOST,
                       "latency of unit %lu of %s: found %.17g, expected above 0, at most %.0f",
                       (unsigned long)profile->count, item->label, number,
                       (double)WM_THRESHOLD_LATENCY_MOST))
            return false;
        kept[profile->count++] = number;
    }
    return true;
}

/* Checks an observation that did not fail, and fills what reductions need. */
static bool check_measured(wm_audit_state *state, const wm_profile_node *node,
                           const wm_audit_state_item *item, wm_observed_profile *profile,
                           wm_timeline_span *span)
{
    const wm_timed timed = WM_TIMED_OF(
        node, "repeat", (unsigned long)item->observed.count[WM_PROCEDURE_PROFILE], item->label);
    wm_observed_covariate covariate[WM_COVARIATES];
    if (!check_values(state, &node->latencies) ||
        !wm_timed_check_covariates(state, &timed, covariate) ||
        !wm_timed_check_times(state, &timed, span) ||
        !check_units(state, item, node->latencies.count) ||
        !read_latencies(state, item, node->latencies, profile))
        return false;
    span->is_flagged = false; /* flagged_repeats counts repeats of other items */
    profile->ok = true;
    profile->seconds = node->seconds;
    profile->started_at_ns = span->begin;
    profile->allocation = wm_member_index(node->allocation, UINT32_MAX);
    return wm_timed_check_flags(state, &timed, wm_timed_flags(state, &timed, covariate));
}

/* ---- entering -------------------------------------------------------------------------------- */

/* Frees the latencies of an item. */
static void drop_latencies(wm_audit_state_item *item)
{
    wm_observed_profile *profiles = item->series[WM_PROCEDURE_PROFILE].each;
    for (uint32_t i = 0; i < item->observed.count[WM_PROCEDURE_PROFILE]; i++) {
        free((void *)profiles[i].latencies);
        profiles[i].latencies = NULL;
    }
}

/* Makes the summary of the item after its last observation. Then no function needs its latencies,
 * which are several times as large as their lines. */
static bool summarize(wm_audit_state *state, wm_audit_state_item *item)
{
    wm_status status = WM_OK;
    if (item->observed.count[WM_PROCEDURE_PROFILE] < item->item.repeats || item->summary != NULL)
        return true;
    if (!item->observed.has_failed)
        status = wm_profile_summary_make(
            item->observed.profiles, item->observed.count[WM_PROCEDURE_PROFILE], &item->summary);
    item->observed.summary = item->summary;
    drop_latencies(item);
    return status == WM_OK || wm_audit_state_fail(state, status);
}

/* Adds an observation to its item, which then owns the latencies. */
static bool enter(wm_audit_state *state, wm_taken *taken, const wm_observed_profile *profile)
{
    wm_observed_item *observed = &taken->item->observed;
    if (!wm_audit_state_observe(state, taken->item, WM_PROCEDURE_PROFILE, profile, sizeof *profile,
                                taken->entry))
        return false;
    observed->has_failed = observed->has_failed || !profile->ok;
    return true;
}

bool wm_check_profile(wm_audit_state *state, wm_taken *taken)
{
    const wm_profile_node *node = taken->node;
    wm_observed_profile profile;
    wm_timeline_span span;
    if (!wm_checks_item(state, WM_RULE_PROFILE_ITEM, node->item, taken->item,
                        taken->item != NULL && is_profile(&taken->item->item), "a profile"))
        return false;
    if (taken->item == NULL || !is_profile(&taken->item->item) ||
        taken->item->observed.count[WM_PROCEDURE_PROFILE] == WM_AUDIT_STATE_REPEATS)
        return wm_audit_state_add(state, taken->entry); /* a rule is switched off */
    memset(&profile, 0, sizeof profile);
    if (!wm_checks_begin(state, taken->item, &node->environment) ||
        !wm_checks_next(state, WM_RULE_PROFILE_REPEAT, taken->item, WM_PROCEDURE_PROFILE,
                        taken->item->item.repeats, "repeat", node->repeat) ||
        !wm_audit_state_not_reduced(state, taken->item) ||
        (taken->form == &wm_kind_profile_ok &&
         !check_measured(state, node, taken->item, &profile, &span)) ||
        !enter(state, taken, &profile)) {
        free((void *)profile.latencies);
        return false;
    }
    if (profile.ok) {
        wm_timeline_add(&state->timeline, &span);
        if (!wm_finding_timed(state, taken->item, WM_PROCEDURE_PROFILE, span.begin,
                              &node->covariates))
            return false;
    }
    return summarize(state, taken->item);
}

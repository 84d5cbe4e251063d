/* Makes the links of a record under audit.
 *
 * Links are made once, when all observations of all items are there: a link that was reduced
 * before the last repeat would leave that repeat out. In a continuation this record is one side.
 * In a differential, which measures nothing, prior 1 is. */
#include "record/audit/linked.h"

#include <stdlib.h>
#include <string.h>

#include "record/audit/checks.h"

/* Whether the record has no items and no numbers from elsewhere, and continues at least two. */
static bool is_differential(const wm_audit_state *state)
{
    for (uint32_t i = 0; i < state->series_count; i++)
        if (state->series[i].count > 0)
            return false;
    return state->plan.item_count == 0 && state->continue_count >= 2;
}

/* The first linked prior, from 0; the number of priors if none is linked. */
static size_t first_of(const wm_audit_state *state)
{
    if (state->plan.item_count > 0)
        return 0;
    return is_differential(state) ? 1 : state->continue_count;
}

bool wm_linked_has(const wm_audit_state *state, double index)
{
    return index >= (double)first_of(state) && index < (double)state->continue_count;
}

const uint32_t *wm_linked_repeats(const wm_audit_state_item *item, uint32_t *count)
{
    const wm_procedure_name procedure = wm_plan_procedure(&item->item);
    *count = item->observed.count[procedure];
    return item->series[procedure].entries;
}

uint32_t wm_linked_item(const wm_audit_state *state, size_t prior, size_t item)
{
    const wm_item *there = &state->priors[prior].plan.items[item];
    for (size_t i = 0; i < state->plan.item_count; i++)
        if (wm_plan_is_same_item(&state->items[i].item, there))
            return (uint32_t)i;
    return WM_AUDIT_STATE_NONE;
}

/* Makes the sides of the items of this record. */
static bool make_here(wm_audit_state *state)
{
    const size_t count = state->plan.item_count;
    state->here = calloc(count == 0 ? 1 : count, sizeof *state->here);
    if (state->here == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    for (size_t i = 0; i < count; i++)
        state->here[i] = wm_audit_state_side(state, &state->items[i]);
    return true;
}

/* A link of this record with a prior's item. */
static wm_link link_to_record(const wm_audit_state *state, size_t index, size_t item)
{
    const wm_prior *prior = &state->priors[index];
    const uint32_t here = wm_linked_item(state, index, item);
    wm_link link;
    memset(&link, 0, sizeof link);
    link.there = &prior->sides[item];
    link.is_other_nonce = strcmp(state->plan.nonce, prior->plan.nonce) != 0;
    if (here == WM_AUDIT_STATE_NONE)
        return link;
    link.here = &state->here[here];
    link.difference = prior->differences[here];
    wm_link_recall(&link);
    return link;
}

/* A link of prior 1 with another prior's item. */
static wm_link link_to_first(const wm_audit_state *state, size_t index, size_t item)
{
    const wm_prior *first = &state->priors[0], *prior = &state->priors[index];
    const size_t here = wm_prior_find(first, &prior->plan.items[item]);
    wm_link link;
    memset(&link, 0, sizeof link);
    link.there = &prior->sides[item];
    link.here = here < first->plan.item_count ? &first->sides[here] : NULL;
    link.is_other_nonce = strcmp(first->plan.nonce, prior->plan.nonce) != 0;
    wm_link_recall(&link);
    return link;
}

static bool make_links(wm_audit_state *state)
{
    const size_t first = first_of(state);
    state->linked_count = 0;
    free(state->here);
    if (!make_here(state))
        return false;
    for (size_t p = first; p < state->continue_count; p++) {
        wm_prior *prior = &state->priors[p];
        for (size_t i = 0; i < prior->plan.item_count; i++)
            prior->links[i] = first == 0 ? link_to_record(state, p, i) : link_to_first(state, p, i);
        state->linked[state->linked_count].number = (unsigned)p + 1;
        state->linked[state->linked_count++].plan = &prior->plan;
    }
    wm_subject_link(&state->expansion, state->linked, state->linked_count);
    return true;
}

bool wm_linked_whole(wm_audit_state *state, wm_procedure_name first)
{
    for (unsigned p = first; p < WM_PROCEDURES; p++)
        for (size_t i = 0; i < state->plan.item_count; i++)
            if (!wm_audit_state_is_whole(state, &state->items[i], (wm_procedure_name)p))
                return false;
    return true;
}

bool wm_linked_complete(wm_audit_state *state)
{
    if (state->is_complete)
        return true;
    if (!wm_linked_whole(state, WM_PROCEDURE_REPEATS) || !wm_check_calibration_finish(state) ||
        !wm_check_stage_finish(state) || !wm_check_revisit_finish(state))
        return false;
    return state->priors == NULL || make_links(state);
}

/* Checks revisits: that they are wanted, their places, and how far both outputs are apart.
 *
 * Two outputs with unequal digests may still differ by rounding alone. So where a prior's output is
 * another one, this record opens its own at the places that the prior opened, and the two are
 * compared there. A revisit that is not wanted is refused: it would show chosen places. */
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/opening_check.h"
#include "record/audit/prior_judge.h"
#include "record/nodes/kinds_plain.h"
#include "standards/base64.h"

/* Whether the item's own observations allow a revisit. */
static bool is_open(const wm_audit_state_item *item)
{
    const wm_planned_fault *fault = &item->item.fault;
    return (fault->kind == WM_FAULT_NONE || fault->in_repeats) && !item->observed.has_failed &&
           item->stage_count > 0 && item->stages[0].name == WM_STAGE_ACQUIRE;
}

/* Whether a revisit of an item is wanted; *there is the prior's matching item. */
static bool is_wanted(const wm_audit_state *state, const wm_audit_state_item *item, size_t index,
                      size_t *there)
{
    const wm_prior *prior = &state->priors[index];
    const wm_link_side *side;
    *there = wm_prior_find(prior, &item->item);
    if (!is_open(item) || prior->plan.is_light || *there == prior->plan.item_count ||
        strcmp(state->plan.nonce, prior->plan.nonce) != 0)
        return false;
    side = &prior->sides[*there];
    return !side->has_failed && prior->transcripts[*there].is_witnessed &&
           memcmp(side->acquired, item->stages[0].output_digest, sizeof side->acquired) != 0;
}

/* ---- one revisit ----------------------------------------------------------------------------- */

/* One revisit under check. */
typedef struct checked {
    wm_audit_state *state;
    const wm_revisit_node *node;
    wm_audit_state_item *item;
    size_t index; /* of the prior, from 0 */
    size_t there; /* the prior's item */
} checked;

static bool check_item(checked *at)
{
    const double prior = at->node->prior;
    if (!WM_DEMAND(at->state, WM_RULE_REVISIT_ITEM,
                   at->item != NULL && (prior >= 1 && prior <= at->state->continue_count),
                   "item %.0f and prior %.0f: expected below %lu and at most %lu", at->node->item,
                   prior, (unsigned long)at->state->plan.item_count,
                   (unsigned long)at->state->continue_count))
        return false;
    if (at->item == NULL || !(prior >= 1 && prior <= at->state->continue_count))
        at->item = NULL; /* the rule is switched off */
    else
        at->index = (size_t)prior - 1;
    return true;
}

/* Demands that the prior's item has another output, and that no earlier revisit is like this. */
static bool check_wanted(checked *at)
{
    const bool is_absent = wm_audit_state_lacks_priors(at->state);
    const bool is_there =
        is_absent ? is_open(at->item) : is_wanted(at->state, at->item, at->index, &at->there);
    if (!WM_DEMAND(at->state, WM_RULE_REVISIT_WANTED, is_there,
                   "%s has no output to compare with prior %lu", at->item->label,
                   (unsigned long)at->index + 1))
        return false;
    if (!is_there)
        at->item = NULL;
    return true;
}

static bool check_order(const checked *at)
{
    return WM_DEMAND(at->state, WM_RULE_REVISIT_ORDER, at->item->revisited <= at->index,
                     "prior of %s: found %lu after %lu, expected ascending order", at->item->label,
                     (unsigned long)at->index + 1, (unsigned long)at->item->revisited);
}

static bool check_product(const checked *at)
{
    const wm_observed_stage *acquired = &at->item->stages[0];
    const uint32_t product = at->node->product.entry;
    return WM_DEMAND(at->state, WM_RULE_REVISIT_PRODUCT,
                     product == WM_AUDIT_STATE_NONE || acquired->repeat == WM_AUDIT_STATE_NONE ||
                         product ==
                             at->item->series[WM_PROCEDURE_REPEATS].entries[acquired->repeat],
                     "product: expected repeat %lu of %s, which the transcript acquired",
                     (unsigned long)acquired->repeat, at->item->label);
}

/* The places of openings that were judged. */
static void list_places(wm_list openings, wm_opening_place places[WM_OPENING_MOST])
{
    wm_opening_node node;
    for (unsigned i = 0; i < WM_OPENING_MOST && wm_member_has_next(&openings); i++) {
        if (!wm_kind_next(&openings, &wm_objects_opening, &node))
            return;
        places[i].row = (uint64_t)node.row;
        places[i].chunk = (uint64_t)node.chunk;
    }
}

/* Compares the opened chunks of both sides. */
static void compare(const checked *at, wm_list theirs)
{
    wm_link_difference *difference =
        &at->state->priors[at->index].differences[at->item - at->state->items];
    wm_list own = at->node->openings;
    wm_opening_node x, y;
    difference->is_there = difference->is_finite = true;
    while (wm_member_has_next(&own) && wm_member_has_next(&theirs)) {
        uint8_t here[WM_TABLES_CHUNK_BYTES], there[WM_TABLES_CHUNK_BYTES];
        size_t size = 0, other = 0;
        if (!wm_kind_next(&own, &wm_objects_opening, &x) ||
            !wm_kind_next(&theirs, &wm_objects_opening, &y) ||
            wm_base64_decode(x.data.bytes, x.data.size, here, sizeof here, &size) != WM_OK ||
            wm_base64_decode(y.data.bytes, y.data.size, there, sizeof there, &other) != WM_OK)
            continue; /* a rule is switched off */
        wm_link_compare(difference, at->item->item.variant, here, there,
                        size < other ? size : other);
    }
}

/* Checks the openings against those of the prior. */
static bool check_openings(const checked *at)
{
    const uint8_t *digest = at->item->stages[0].output_digest;
    wm_opening_place places[WM_OPENING_MOST];
    wm_content content;
    if (wm_audit_state_lacks_priors(at->state))
        return wm_opening_check_at(at->state, &at->item->item, &at->node->openings, digest, NULL);
    if (!wm_prior_judge_witness(at->state, at->index, at->there, &content))
        return false;
    memset(places, 0, sizeof places);
    list_places(content.of.stage.openings, places);
    if (!wm_opening_check_at(at->state, &at->item->item, &at->node->openings, digest, places))
        return false;
    compare(at, content.of.stage.openings);
    return true;
}

bool wm_check_revisit(wm_audit_state *state, wm_taken *taken)
{
    checked at;
    memset(&at, 0, sizeof at);
    at.state = state;
    at.node = taken->node;
    at.item = taken->item;
    if (!check_item(&at))
        return false;
    if (at.item != NULL &&
        (!wm_checks_begin(state, at.item, &at.node->environment) ||
         !wm_audit_state_not_reduced(state, at.item) || !check_order(&at) || !check_wanted(&at)))
        return false;
    if (at.item == NULL) /* a rule is switched off */
        return wm_audit_state_add(state, taken->entry);
    if (!check_product(&at) || !check_openings(&at))
        return false;
    taken->entry->owner = (uint32_t)(at.item - state->items);
    taken->entry->part = (uint32_t)at.index;
    at.item->revisited = (uint32_t)at.index + 1;
    return wm_audit_state_add(state, taken->entry);
}

bool wm_check_revisit_finish(wm_audit_state *state)
{
    for (size_t i = 0; state->priors != NULL && i < state->plan.item_count; i++)
        for (size_t p = 0; p < state->continue_count; p++) {
            const wm_audit_state_item *item = &state->items[i];
            size_t there;
            if (!state->priors[p].differences[i].is_there && is_wanted(state, item, p, &there) &&
                wm_audit_state_refuse_item(state, item, WM_RULE_REVISIT_WANTED,
                                           "%s has no revisit of prior %lu", item->label,
                                           (unsigned long)p + 1))
                return false;
        }
    return true;
}

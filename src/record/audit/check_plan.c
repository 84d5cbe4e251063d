/* Checks the plan: variants of the tables, shapes in range, one label each.
 *
 * All that can be chosen is chosen here, on line 2, before anything was measured. The names of
 * claims follow from labels, so no two items have one. Where a rule is switched off, an item that
 * breaks it becomes a small valid one, so that later code needs no case for it. */
#include <stdlib.h>
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/prior_judge.h"
#include "record/laws/opening.h"
#include "record/nodes/kind_plan.h"

/* ---- checks ---------------------------------------------------------------------------------- */

/* Replaces an item that breaks a rule when that rule is switched off. */
static void stand_in(wm_item *item)
{
    item->variant = wm_tables_variant_at(0);
    for (unsigned i = 0; i < WM_TABLES_DIMENSIONS; i++)
        item->dimension[i] = i < item->variant->dimension_count ? 1 : 0;
}

static bool check_variant(wm_audit_state *state, const wm_item_node *node, wm_item *item)
{
    char name[2][40];
    stand_in(item);
    if (node->workload.bytes == NULL || node->variant.bytes == NULL)
        return true; /* a rule is switched off */
    item->variant = wm_tables_variant(node->workload.bytes, node->workload.size,
                                      node->variant.bytes, node->variant.size);
    if (item->variant == NULL) {
        stand_in(item);
        return WM_REFUSE(state, WM_RULE_PLAN_VARIANT,
                         "there is no workload `%s` with a variant `%s`",
                         wm_member_copy(node->workload, name[0], sizeof name[0]),
                         wm_member_copy(node->variant, name[1], sizeof name[1]));
    }
    memset(item->dimension, 0, sizeof item->dimension);
    if (wm_member_shape(&node->shape, item->variant, item->dimension))
        return true;
    stand_in(item);
    return WM_REFUSE(state, WM_RULE_PLAN_SHAPE, "the shape is not one of workload `%s`",
                     wm_member_copy(node->workload, name[0], sizeof name[0]));
}

/* Whether the output has more chunks than an opening can address. */
static bool has_too_many_chunks(const wm_item *item)
{
    const uint64_t most = (uint64_t)1 << 32;
    wm_output output;
    wm_plan_output(item, &output);
    return output.rows > most || wm_opening_chunks(&output) > most;
}

/* Checks the point of operation of an item, and its minutes. */
static bool check_point(wm_audit_state *state, const wm_item_node *node, wm_item *item)
{
    const bool has_minutes = node->minutes == node->minutes;
    item->point = wm_kind_plan_point(node);
    item->minutes = has_minutes && node->minutes >= 1 && node->minutes <= UINT32_MAX
                        ? (uint32_t)node->minutes
                        : 0;
    if (!WM_DEMAND(state, WM_RULE_PLAN_MINUTES,
                   !has_minutes || wm_kind_plan_is_minutes(node->minutes),
                   "minutes: found %.0f, expected 1 to 1440", node->minutes))
        return false;
    return WM_DEMAND(state, WM_RULE_PLAN_POINT, !has_minutes || node->point.bytes != NULL,
                     "minutes: found %.0f, expected none without a point", node->minutes) &&
           WM_DEMAND(state, WM_RULE_PLAN_NO_POINT,
                     item->point == WM_POINT_NONE || !wm_tables_has(item->variant, WM_TRAIT_CHANCE),
                     "`%s` `%s` has a point, and its outputs may differ", item->variant->workload,
                     item->variant->variant) &&
           WM_DEMAND(state, WM_RULE_PLAN_POINT_REPEATS,
                     item->point == WM_POINT_NONE || !(node->repeats < 2),
                     "repeats at a point: found %.0f, expected at least 2", node->repeats);
}

/* Checks the fault of an item: its place is inside the output. */
static bool check_fault(wm_audit_state *state, const wm_fault_node *node, wm_item *item)
{
    const wm_planned_fault fault = wm_kind_plan_fault(node);
    if (fault.kind == WM_FAULT_NONE)
        return true; /* no fault, or a rule is switched off */
    if (!WM_DEMAND(state, WM_RULE_PLAN_FAULT,
                   wm_plan_fault_fits(item, &fault) &&
                       (!fault.in_repeats || fault.kind != WM_FAULT_STALE),
                   "a fault `%s` cannot begin at row %.0f, column %.0f",
                   wm_tables_fault(fault.kind), (double)fault.row, (double)fault.column))
        return false;
    item->fault = fault;
    return true;
}

/* An item without an output has neither a fault in it, nor load. The work of `within` grows with
 * the square of the repeats. */
static bool check_without_output(wm_audit_state *state, const wm_item_node *node,
                                 const wm_item *item)
{
    return WM_DEMAND(state, WM_RULE_PLAN_PROFILE_REPEATS,
                     !(node->repeats > WM_TABLES_PROFILE_REPEATS),
                     "repeats of a %s: found %.0f, expected 1 to %d",
                     wm_tables_procedure(wm_plan_procedure(item))->name, node->repeats,
                     WM_TABLES_PROFILE_REPEATS) &&
           WM_DEMAND(state, WM_RULE_PLAN_NO_POINT,
                     !node->fault.is_there && node->point.bytes == NULL,
                     "`%s` `%s` has a fault or a point, expected neither", item->variant->workload,
                     item->variant->variant);
}

/* Checks the trial of an item: it stands in place of a measurement. */
static bool check_trial(wm_audit_state *state, const wm_item_node *node, wm_item *item)
{
    const wm_trial trial = wm_kind_plan_trial(&node->trial);
    const wm_trial_row *row = wm_tables_trial(trial.word);
    if (trial.word == WM_TRIAL_NOT)
        return true; /* none, or a rule is switched off */
    if (!WM_DEMAND(state, WM_RULE_PLAN_TRIAL,
                   !node->fault.is_there && node->point.bytes == NULL &&
                       item->variant->procedure == WM_PROCEDURE_REPEATS,
                   "a trial of `%s` `%s`: expected an output, and neither fault nor point",
                   item->variant->workload, item->variant->variant) ||
        !WM_DEMAND(state, WM_RULE_PLAN_TRIAL_SIZE,
                   node->trial.size >= row->least && node->trial.size <= row->most,
                   "size of a trial `%s`: found %.0f, expected %.0f to %.0f", row->word,
                   node->trial.size, row->least, row->most))
        return false;
    item->trial = trial;
    return true;
}

/* Checks what is beside the shape of an item. */
static bool check_operation(wm_audit_state *state, const wm_item_node *node, wm_item *item)
{
    if (!wm_plan_has_output(item) && !check_without_output(state, node, item))
        return false;
    return check_trial(state, node, item) && check_fault(state, &node->fault, item) &&
           check_point(state, node, item);
}

static bool check_item(wm_audit_state *state, const wm_item_node *node, wm_item *item)
{
    if (!check_variant(state, node, item) || !check_operation(state, node, item))
        return false;
    item->repeats = 1;
    if (node->repeats >= 1 && node->repeats <= WM_TABLES_REPEATS)
        item->repeats = (uint32_t)node->repeats;
    else if (wm_refusal_make(&state->refusal, WM_RULE_PLAN_REPEATS,
                             "repeats: found %.0f, expected 1 to %d", node->repeats,
                             WM_TABLES_REPEATS))
        return false;
    if (wm_tables_has(item->variant, WM_TRAIT_INTEGERS) &&
        !WM_DEMAND(state, WM_RULE_PLAN_INTEGERS, wm_plan_integers(item) > 0,
                   "no integers of `%s` suit this shape", item->variant->variant))
        return false;
    return WM_DEMAND(state, WM_RULE_PLAN_OPENINGS,
                     !wm_tables_procedure(item->variant->procedure)->has_output ||
                         !has_too_many_chunks(item),
                     "the output has more than 2^32 chunks");
}

/* Checks an item of a light record: whoever doubts its output can compute all of it again, and gets
 * the same digest. */
static bool check_light_item(wm_audit_state *state, const wm_item *item)
{
    return WM_DEMAND(state, WM_RULE_LIGHT_REPEATS, item->repeats <= WM_TABLES_LIGHT_REPEATS,
                     "repeats in a light record: found %lu, expected at most %d",
                     (unsigned long)item->repeats, WM_TABLES_LIGHT_REPEATS) &&
           WM_DEMAND(state, WM_RULE_LIGHT_EXACT, wm_tables_has(item->variant, WM_TRAIT_EXACT),
                     "`%s` `%s` in a light record: expected a variant with the trait exact",
                     item->variant->workload, item->variant->variant) &&
           WM_DEMAND(state, WM_RULE_LIGHT_TRIAL, item->trial.word == WM_TRIAL_NOT,
                     "a trial in a light record: expected none");
}

/* Checks that an item names the tolerance of an earlier one. Without the rule it names none. */
static bool check_named(wm_audit_state *state, const wm_item_node *node, size_t index)
{
    wm_item *items = state->plan.items;
    char name[40];
    items[index].tolerance_of = wm_kind_plan_tolerance_of(node);
    if (node->tolerance_of.bytes == NULL || wm_plan_named(items, index) < index)
        return true;
    items[index].tolerance_of = NULL;
    return WM_REFUSE(state, WM_RULE_PLAN_TOLERANCE,
                     "item %lu names the tolerance of `%s`: expected an item before it of this "
                     "shape with a calibration, both without fault, point and trial",
                     (unsigned long)index, wm_member_copy(node->tolerance_of, name, sizeof name));
}

static void begin_item(wm_audit_state_item *item)
{
    wm_plan_label(&item->item, item->label);
    item->observed.item = &item->item;
    item->calibration_entry = WM_AUDIT_STATE_NONE;
    item->environment_entry = WM_AUDIT_STATE_NONE;
}

static bool check_label(wm_audit_state *state, const wm_audit_state_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(items[i].label, items[count].label) == 0)
            return WM_REFUSE(state, WM_RULE_PLAN_LABEL, "two items have the label %s",
                             items[i].label);
    return true;
}

/* Checks all items and makes their states. *made is the array in any case; the caller keeps or
 * frees it. */
static bool check_items(wm_audit_state *state, wm_list items, wm_audit_state_item **made)
{
    const size_t count = items.count;
    const wm_matching matching = {&state->refusal, NULL, NULL};
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, count <= WM_TABLES_ITEMS,
                   "items: found %lu, expected at most %d", (unsigned long)count, WM_TABLES_ITEMS))
        return false;
    if (!WM_DEMAND(state, WM_RULE_LIGHT_ITEMS,
                   !state->plan.is_light || count <= WM_TABLES_LIGHT_ITEMS,
                   "items of a light record: found %lu, expected at most %d", (unsigned long)count,
                   WM_TABLES_LIGHT_ITEMS))
        return false;
    *made = calloc(count == 0 ? 1 : count, sizeof **made);
    state->plan.items = calloc(count == 0 ? 1 : count, sizeof *state->plan.items);
    if (*made == NULL || state->plan.items == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    for (size_t i = 0; wm_member_has_next(&items); i++) {
        wm_item_node node;
        if (!wm_kind_match_next(&matching, &items, &wm_kind_plan_item, &node) ||
            !check_item(state, &node, &(*made)[i].item) ||
            (state->plan.is_light && !check_light_item(state, &(*made)[i].item)))
            return false;
        state->plan.items[i] = (*made)[i].item;
        if (!check_named(state, &node, i))
            return false;
        (*made)[i].item = state->plan.items[i];
        begin_item(&(*made)[i]);
        if (!check_label(state, *made, i))
            return false;
    }
    return true;
}

/* Keeps the roots of the priors. */
static bool keep_continues(wm_audit_state *state, wm_list continues)
{
    uint32_t count = 0;
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, continues.count <= WM_TABLES_CONTINUES,
                   "continues: found %lu, expected at most 8", (unsigned long)continues.count))
        return false;
    for (; wm_member_has_next(&continues) && count < WM_TABLES_CONTINUES; count++)
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_VALUE,
                       wm_member_next_hex(&continues, state->continues[count]),
                       "an element of `continues` is not 64 lower-case hex digits"))
            return false;
    state->continue_count = count;
    return WM_DEMAND(state, WM_RULE_LIGHT_CONTINUES, !state->plan.is_light || count == 0,
                     "continues of a light record: found %lu, expected none", (unsigned long)count);
}

/* Judges the priors, for which the plan must be known. */
static bool check_priors(wm_audit_state *state, const wm_plan_node *node)
{
    state->plan.item_count = node->items.count;
    state->plan.continues.count = state->continue_count;
    memcpy(state->plan.continues.root, state->continues, sizeof state->continues);
    (void)wm_member_copy(node->nonce, state->plan.nonce, sizeof state->plan.nonce);
    if (wm_prior_judge(state))
        return true;
    state->plan.item_count = 0;
    return false;
}

bool wm_check_plan(wm_audit_state *state, wm_taken *taken)
{
    const wm_plan_node *node = taken->node;
    wm_audit_state_item *items = NULL;
    memcpy(state->run, node->run.bytes, sizeof state->run);
    state->plan.is_light = node->extent.bytes != NULL;
    if (!keep_continues(state, node->continues) || !check_items(state, node->items, &items) ||
        !check_priors(state, node) || !wm_audit_state_add(state, taken->entry)) {
        free(items);
        free(state->plan.items);
        state->plan.items = NULL;
        state->plan.item_count = 0;
        return false;
    }
    state->plan_entry = state->entry_count - 1;
    state->items = items;
    state->plan.repeat_seconds = node->repeat_seconds;
    wm_subject_begin(&state->expansion, &state->plan);
    return true;
}

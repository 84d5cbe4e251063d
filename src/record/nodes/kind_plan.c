/* The forms of the plan and its items, and items from their nodes. */
#include "record/nodes/kind_plan.h"

#include <math.h>
#include <string.h>

#define WM_STRUCT_FAULT wm_fault_node
#define WM_STRUCT_TRIAL wm_trial_node
#define WM_OF_FAULT &FAULT_FORM, NULL, WM_FIELD_OBJECT
#define WM_OF_TRIAL &TRIAL_FORM, NULL, WM_FIELD_OBJECT
#define WM_OF_ITEM &wm_kind_plan_item, NULL, WM_FIELD_OBJECT

static const char REPEATS[] = "repeats", TRANSCRIPT[] = "transcript";

static const wm_form FAULT_FORM = WM_KIND_FORM("a fault", FAULT, wm_fault_node);
static const wm_form TRIAL_FORM = WM_KIND_FORM("a trial", TRIAL, wm_trial_node);
const wm_form wm_kind_plan_item = WM_KIND_FORM("an item", ITEM, wm_item_node);
const wm_form wm_kind_plan_form = WM_KIND_FORM("the plan", PLAN, wm_plan_node);

/* ---- items and their nodes ------------------------------------------------------------------- */

wm_item_node wm_kind_plan_node_of(const wm_item *item)
{
    wm_item_node node;
    memset(&node, 0, sizeof node);
    node.is_there = true;
    node.minutes = item->minutes == 0 ? (double)NAN : item->minutes;
    if (item->point != WM_POINT_NONE)
        node.point = wm_member_text(wm_tables_point(item->point));
    node.repeats = item->repeats;
    node.shape.item = item;
    if (item->tolerance_of != NULL)
        node.tolerance_of = wm_member_text(item->tolerance_of->variant);
    node.variant = wm_member_text(item->variant->variant);
    node.workload = wm_member_text(item->variant->workload);
    if (item->fault.kind != WM_FAULT_NONE) {
        node.fault.is_there = true;
        node.fault.column = (double)item->fault.column;
        node.fault.kind = wm_member_text(wm_tables_fault(item->fault.kind));
        node.fault.row = (double)item->fault.row;
        node.fault.when = wm_member_text(item->fault.in_repeats ? REPEATS : TRANSCRIPT);
    }
    if (item->trial.word != WM_TRIAL_NOT) {
        node.trial.is_there = true;
        node.trial.size = item->trial.size;
        node.trial.word = wm_member_text(wm_tables_trial(item->trial.word)->word);
    }
    return node;
}

wm_point wm_kind_plan_point(const wm_item_node *node)
{
    return node->point.bytes == NULL ? WM_POINT_NONE
                                     : wm_tables_point_named(node->point.bytes, node->point.size);
}

wm_trial wm_kind_plan_trial(const wm_trial_node *node)
{
    wm_trial trial = {WM_TRIAL_NOT, 0};
    if (!node->is_there || node->word.bytes == NULL)
        return trial;
    trial.word = wm_tables_trial_named(node->word.bytes, node->word.size);
    trial.size = node->size >= 0 && node->size <= UINT32_MAX ? (uint32_t)node->size : 0;
    return trial;
}

const wm_variant *wm_kind_plan_tolerance_of(const wm_item_node *node)
{
    return node->tolerance_of.bytes == NULL || node->workload.bytes == NULL
               ? NULL
               : wm_tables_variant(node->workload.bytes, node->workload.size,
                                   node->tolerance_of.bytes, node->tolerance_of.size);
}

bool wm_kind_plan_is_minutes(double minutes)
{
    return minutes >= 1 && minutes <= WM_TABLES_MINUTES;
}

wm_planned_fault wm_kind_plan_fault(const wm_fault_node *node)
{
    wm_planned_fault fault = {WM_FAULT_NONE, false, 0, 0};
    if (!node->is_there || node->kind.bytes == NULL)
        return fault;
    fault.kind = wm_tables_fault_named(node->kind.bytes, node->kind.size);
    fault.in_repeats = wm_member_is(node->when, REPEATS);
    fault.row = node->row >= 0 ? (uint64_t)node->row : 0;
    fault.column = node->column >= 0 ? (uint64_t)node->column : 0;
    return fault;
}

bool wm_kind_plan_item_of(const wm_item_node *node, wm_item *item)
{
    memset(item, 0, sizeof *item);
    if (node->workload.bytes == NULL || node->variant.bytes == NULL ||
        !(node->repeats >= 1 && node->repeats <= WM_TABLES_REPEATS))
        return false;
    item->variant = wm_tables_variant(node->workload.bytes, node->workload.size,
                                      node->variant.bytes, node->variant.size);
    item->repeats = (uint32_t)node->repeats;
    item->fault = wm_kind_plan_fault(&node->fault);
    item->point = wm_kind_plan_point(node);
    item->trial = wm_kind_plan_trial(&node->trial);
    item->tolerance_of = wm_kind_plan_tolerance_of(node);
    item->minutes = wm_kind_plan_is_minutes(node->minutes) ? (uint32_t)node->minutes : 0;
    return item->variant != NULL && wm_member_shape(&node->shape, item->variant, item->dimension) &&
           node->fault.is_there == (item->fault.kind != WM_FAULT_NONE) &&
           node->trial.is_there == (item->trial.word != WM_TRIAL_NOT) &&
           (node->tolerance_of.bytes != NULL) == (item->tolerance_of != NULL);
}

bool wm_kind_plan_next(wm_list *items, wm_item *item)
{
    wm_item_node node;
    return wm_kind_next(items, &wm_kind_plan_item, &node) && wm_kind_plan_item_of(&node, item);
}

const wm_kind wm_kind_plan = WM_KIND_OBSERVATION("plan", PLAN, NULL, false, &wm_kind_plan_form);

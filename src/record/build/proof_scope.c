/* Says what the proof of a claim carries: the claim, its interval, and all claims of its items.
 *
 * The plan alone gives these names, by the expansion that the audit demands of a record. So a proof
 * needs neither neighbours nor gaps to show that it is complete: what is missing has a name. */
#include "record/build/proof_scope.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "record/laws/change.h"
#include "record/nodes/contents.h"

wm_status wm_proof_scope_plan(wm_json *json, const char *line, size_t size, wm_plan *plan,
                              wm_error *err)
{
    wm_content content;
    wm_list items;
    const wm_status status = wm_contents_read(json, line, size, &content);
    memset(plan, 0, sizeof *plan);
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK || !wm_contents_is_of(&content, &wm_kind_plan) ||
        content.of.plan.items.count > WM_TABLES_ITEMS)
        return wm_error_set(err, WM_E_INVALID, NULL, "the plan's line is not a plan");
    items = content.of.plan.items;
    plan->items = calloc(items.count + (size_t)1, sizeof *plan->items);
    if (plan->items == NULL)
        return WM_E_NOMEM;
    while (wm_member_has_next(&items))
        if (!wm_kind_plan_next(&items, &plan->items[plan->item_count++]))
            return wm_error_set(err, WM_E_INVALID, NULL, "item %zu of the plan is not an item",
                                plan->item_count - 1);
    return WM_OK;
}

/* ---- the claim ------------------------------------------------------------------------------- */

/* Whether `name` is `label.quantity`. */
static bool is_named(const char *name, const wm_step *step)
{
    const size_t size = strlen(step->label);
    return strncmp(name, step->label, size) == 0 && name[size] == '.' &&
           strcmp(name + size + 1, step->quantity->name) == 0;
}

/* Finds the claim of the plan with this name. */
static bool find(const wm_plan *plan, const char *name, wm_step *found)
{
    wm_expansion at;
    wm_subject_begin(&at, plan);
    while (wm_subject_next(&at, found))
        if (is_named(name, found))
            return true;
    return false;
}

/* The item with this label, which has no NUL; the plan's count of items if there is none. */
static size_t item_with(const wm_plan *plan, const char *label, size_t size)
{
    char own[WM_PLAN_LABEL_SIZE];
    size_t i = 0;
    for (; i < plan->item_count; i++) {
        wm_plan_label(&plan->items[i], own);
        if (strlen(own) == size && memcmp(own, label, size) == 0)
            break;
    }
    return i;
}

static void add_item(wm_proof_scope *scope, const wm_plan *plan, size_t index)
{
    if (index < plan->item_count)
        scope->item[scope->item_count++] = index;
}

/* Adds the items of the claim. */
static void add_items(wm_proof_scope *scope, const wm_plan *plan, const wm_step *step,
                      const char *name)
{
    const char *label = name + strlen("link.P.");
    switch (step->kind) {
    case WM_SUBJECT_RECORD:
    case WM_SUBJECT_PRIOR:
    case WM_SUBJECT_OWN:
    case WM_SUBJECT_TRIALS: /* nothing was measured whose output could be wrong */
    case WM_SUBJECT_ATTACK:
    case WM_SUBJECT_RATE_ATTACK:
    case WM_SUBJECT_PAIR:
        break;
    case WM_SUBJECT_LINK:
    case WM_SUBJECT_RECALL:
        add_item(scope, plan, item_with(plan, label, (size_t)(strrchr(name, '.') - label)));
        break;
    case WM_SUBJECT_CHANGE:
    case WM_SUBJECT_JUDGEMENT:
        add_item(scope, plan, step->index);
        add_item(scope, plan, wm_change_other(plan, step->index, step->quantity->function));
        break;
    default: /* a subject that an item has */
        add_item(scope, plan, step->index);
        break;
    }
}

/* ---- the carried claims ---------------------------------------------------------------------- */

/* Adds a claim with the name that begins with `label` and a point. */
static void add_claim(wm_proof_scope *scope, const char *label, size_t size,
                      const wm_quantity *quantity, unsigned item)
{
    wm_proof_scope_claim *claim = &scope->claim[scope->claim_count];
    assert(scope->claim_count < WM_PROOF_SCOPE_CLAIMS); /* two items and an interval fit */
    (void)snprintf(claim->name, sizeof claim->name, "%.*s.%s", (int)size, label, quantity->name);
    claim->quantity = quantity;
    claim->item = item;
    if (item < WM_PROOF_SCOPE_ITEMS && scope->first[item] == WM_PROOF_SCOPE_CLAIMS)
        scope->first[item] = scope->claim_count;
    scope->claim_count++;
}

/* Whether a quantity is another one followed by an ending, such as `_low`. */
static bool is_end(const wm_quantity *quantity, const wm_quantity *of, const char *ending)
{
    const size_t size = strlen(of->name);
    return quantity->subject == of->subject && strncmp(quantity->name, of->name, size) == 0 &&
           strcmp(quantity->name + size, ending) == 0;
}

/* Whether a quantity is the claim's, or an end of its interval. */
static bool is_shown(const wm_quantity *quantity, const wm_quantity *proven)
{
    return quantity == proven || is_end(quantity, proven, "_low") ||
           is_end(quantity, proven, "_high");
}

/* The item of the scope whose claim a step is; WM_PROOF_SCOPE_ITEMS: of none. */
static unsigned item_of(const wm_proof_scope *scope, const wm_step *step)
{
    for (unsigned i = 0; i < scope->item_count; i++)
        if ((step->kind == WM_SUBJECT_ITEM || step->kind == WM_SUBJECT_POINT ||
             step->kind == WM_SUBJECT_PROFILE) &&
            step->index == scope->item[i])
            return i;
    return WM_PROOF_SCOPE_ITEMS;
}

/* Adds the claims of the plan. `proven` is the step of the claim. */
static void add_planned(wm_proof_scope *scope, const wm_plan *plan, const wm_step *proven)
{
    wm_expansion at;
    wm_step step;
    wm_subject_begin(&at, plan);
    while (wm_subject_next(&at, &step)) {
        const unsigned item = item_of(scope, &step);
        if (item < scope->item_count || (step.kind == proven->kind && step.index == proven->index &&
                                         is_shown(step.quantity, proven->quantity)))
            add_claim(scope, step.label, strlen(step.label), step.quantity, item);
    }
}

/* Adds the claim of a link, a recall or a prior, and its interval. */
static void add_linked(wm_proof_scope *scope, const wm_quantity *proven, const char *name)
{
    const size_t size = (size_t)(strrchr(name, '.') - name);
    for (size_t i = 0; i < wm_tables_count(); i++)
        if (is_shown(wm_tables_at(i), proven))
            add_claim(scope, name, size, wm_tables_at(i), WM_PROOF_SCOPE_ITEMS);
}

/* Finds the claim and its interval among the carried ones. */
static void find_proven(wm_proof_scope *scope, const char *name)
{
    const size_t label = (size_t)(strrchr(name, '.') - name);
    const wm_quantity *proven;
    while (strcmp(scope->claim[scope->proven].name, name) != 0)
        scope->proven++;
    proven = scope->claim[scope->proven].quantity;
    for (size_t i = 0; proven != NULL && i < scope->claim_count; i++) {
        const wm_proof_scope_claim *claim = &scope->claim[i];
        if (strncmp(claim->name, name, label + 1) != 0 ||
            strchr(claim->name + label + 1, '.') != NULL)
            continue;
        if (is_end(claim->quantity, proven, "_low"))
            scope->low = i;
        if (is_end(claim->quantity, proven, "_high"))
            scope->high = i;
    }
}

/* The scope of an own claim: that claim. */
static void take_own(wm_proof_scope *scope, const char *name)
{
    scope->claim_count = 1;
    (void)snprintf(scope->claim[0].name, sizeof scope->claim[0].name, "%s", name);
    scope->claim[0].item = WM_PROOF_SCOPE_ITEMS;
}

wm_status wm_proof_scope_of(const wm_plan *plan, const char *name, wm_proof_scope *scope,
                            wm_error *err)
{
    const wm_text text = {name, strlen(name)};
    const bool is_own = wm_subject_is_own(text);
    bool is_planned;
    wm_step step;
    memset(scope, 0, sizeof *scope);
    scope->low = scope->high = WM_PROOF_SCOPE_CLAIMS;
    for (size_t i = 0; i < WM_PROOF_SCOPE_ITEMS; i++)
        scope->first[i] = WM_PROOF_SCOPE_CLAIMS;
    is_planned = !is_own && find(plan, name, &step);
    if (text.size >= WM_SUBJECT_NAME_SIZE ||
        (!is_own && !is_planned && !wm_subject_read_linked(text, &step)))
        return wm_error_set(err, WM_E_NOTFOUND, NULL, "there is no claim `%s`", name);
    if (is_own) {
        take_own(scope, name);
        return WM_OK;
    }
    add_items(scope, plan, &step, name);
    add_planned(scope, plan, &step);
    if (!is_planned)
        add_linked(scope, step.quantity, name);
    find_proven(scope, name);
    return WM_OK;
}

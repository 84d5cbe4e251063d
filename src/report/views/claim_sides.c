/* Finds the items that a claim compares with. */
#include "report/views/claim_sides.h"

#include "model/model_read.h"
#include "record/laws/change.h"

#include <stdio.h>
#include <string.h>

static bool is_linked(const wm_claim *claim)
{
    return claim->subject == WM_SUBJECT_LINK || claim->subject == WM_SUBJECT_RECALL;
}

/* Its label is `link.P.LABEL` or `prior.P`. */
unsigned wm_claim_sides_prior(const wm_claim *claim)
{
    if (!is_linked(claim) && claim->subject != WM_SUBJECT_PRIOR)
        return 0;
    return (unsigned)(strchr(claim->label, '.')[1] - '0');
}

const wm_model *wm_claim_sides_model(const wm_claim_side *one, const wm_model *model)
{
    return one->prior != NULL ? one->prior : model;
}

/* Reads a prior, and finds the item of a link in it. Outcomes of its faults are not known here. */
static wm_status read_side(const wm_model *model, const wm_claim *claim, unsigned number,
                           wm_claim_sides *all, wm_error *err)
{
    wm_claim_side *one = &all->at[all->count++];
    const wm_status status = wm_model_read_kept(model, number - 1, &one->prior, err);
    (void)snprintf(one->place, sizeof one->place, " in prior %u", number);
    one->item =
        status == WM_OK ? wm_model_item_named(one->prior, claim->label + strlen("link.1.")) : NULL;
    return status;
}

wm_status wm_claim_sides_find(const wm_model *model, const wm_claim *claim, wm_claim_sides *all,
                              wm_error *err)
{
    wm_status status = WM_OK;
    size_t base;
    all->count = 0;
    if (claim->subject == WM_SUBJECT_JUDGEMENT) {
        wm_claim_side *one = &all->at[all->count++];
        one->prior = NULL;
        one->item = &model->item[wm_plan_named(model->plan.items, claim->index)];
        (void)snprintf(one->place, sizeof one->place, " in the item of the tolerance");
    } else if (claim->subject == WM_SUBJECT_CHANGE) {
        wm_claim_side *one = &all->at[all->count++];
        one->prior = NULL;
        base = wm_change_base(&model->plan, claim->index);
        one->item = base < model->item_count ? &model->item[base] : NULL;
        (void)snprintf(one->place, sizeof one->place, " in the base");
    } else if (is_linked(claim)) {
        if (wm_model_is_differential(model))
            status = read_side(model, claim, 1, all, err);
        if (status == WM_OK)
            status = read_side(model, claim, wm_claim_sides_prior(claim), all, err);
    }
    return status;
}

/* From what is not there to the worst. */
static const char *const VERDICTS[] = {NULL, "correct", "not judged", "fault on purpose", "wrong"};

static size_t rank_of(const wm_model_item *item)
{
    if (item == NULL || wm_claims_on(&item->claims, "verified") == NULL)
        return 0;
    if (item->verdict.is_wrong)
        return 4;
    if (item->item->fault.kind != WM_FAULT_NONE)
        return 3;
    return item->verdict.is_unknown ? 2 : 1;
}

wm_status wm_claim_sides_verdict(const wm_model *model, const wm_claim *claim, const char **verdict,
                                 wm_error *err)
{
    size_t worst = rank_of(wm_model_item_behind(model, claim));
    wm_claim_sides all;
    const wm_status status = wm_claim_sides_find(model, claim, &all, err);
    for (size_t i = 0; i < all.count && status == WM_OK; i++) {
        const size_t rank = rank_of(all.at[i].item);
        worst = rank > worst ? rank : worst;
    }
    *verdict = VERDICTS[worst];
    return status;
}

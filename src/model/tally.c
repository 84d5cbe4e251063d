/* Decides the outcome of each item, and counts the outcomes. */
#include "model/tally.h"

#include <string.h>

/* The word of a claim; NULL if it is null or absent. */
static const char *word_of(wm_model *model, const wm_model_item *item, const char *quantity)
{
    const wm_claim *claim = wm_model_claim(model, item, quantity);
    return claim != NULL ? claim->value : NULL;
}

static bool is(const char *word, const char *other)
{
    return word != NULL && strcmp(word, other) == 0;
}

/* Whether the item has a point, and a count of its segments is above 0. */
static bool is_not_zero(const wm_model *model, const wm_model_item *item, const char *quantity)
{
    const wm_claim *claim = wm_model_claim_of(model, WM_SUBJECT_POINT, item->index, quantity);
    return claim != NULL && claim->value != NULL && strcmp(claim->value, "0") != 0;
}

/* The decision of the item's inject stage, or NULL. */
static const char *injected_decision(const wm_model *model, const wm_model_item *item)
{
    const size_t index = (size_t)(item - model->item);
    for (size_t i = 0; i < model->stage_count; i++)
        if (model->stage[i].item == index && strcmp(model->stage[i].stage, "inject") == 0)
            return model->stage[i].decision;
    return NULL;
}

wm_tally_item wm_tally_judge(wm_model *model, const wm_model_item *item)
{
    const char *verified = word_of(model, item, "verified");
    const char *transcript = word_of(model, item, "transcript");
    const wm_planned_fault *fault = &item->item->fault;
    wm_tally_item found = {false, verified == NULL || transcript == NULL, WM_TALLY_NO_FAULT};
    if (wm_tables_has(item->item->variant, WM_TRAIT_PROFILE)) { /* it has no output to judge */
        found.is_unknown = item->failure[0] != '\0';
        return found;
    }
    if (fault->kind == WM_FAULT_NONE) {
        found.is_wrong = is(verified, "FAIL") || (transcript != NULL && !is(transcript, "accept"));
    } else if (fault->in_repeats) {
        if (verified != NULL)
            found.fault = is(verified, "FAIL") ? WM_TALLY_CAUGHT : WM_TALLY_MISSED;
        else if (item->has_run)
            found.fault = WM_TALLY_NOT_JUDGED;
    } else {
        found.is_wrong = is(verified, "FAIL");
        const char *decision = injected_decision(model, item);
        if (is(decision, "reject"))
            found.fault = WM_TALLY_CAUGHT;
        else if (is(decision, "accept"))
            found.fault = WM_TALLY_MISSED;
        else if (decision != NULL)
            found.fault = WM_TALLY_NOT_JUDGED;
    }
    found.is_wrong = found.is_wrong || is_not_zero(model, item, "errors");
    found.is_unknown = found.is_unknown || is_not_zero(model, item, "failed_segments");
    found.is_unknown = found.is_unknown && !found.is_wrong;
    return found;
}

wm_tally wm_tally_count(wm_model *model)
{
    wm_tally tally = {0, 0, 0, 0};
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_tally_item found = wm_tally_judge(model, &model->item[i]);
        tally.wrong += found.is_wrong;
        tally.unknown += found.is_unknown;
        tally.caught += found.fault == WM_TALLY_CAUGHT;
        tally.missed += found.fault == WM_TALLY_MISSED;
    }
    return tally;
}

const char *wm_tally_words(wm_tally_fault fault)
{
    static const char *const words[] = {[WM_TALLY_NO_FAULT] = NULL,
                                        [WM_TALLY_CAUGHT] = "caught",
                                        [WM_TALLY_MISSED] = "missed",
                                        [WM_TALLY_NOT_JUDGED] = "not judged"};
    return words[fault];
}

wm_tally_fault wm_tally_about(wm_model *model, const wm_model_finding *finding)
{
    const wm_model_item *item = wm_model_item_of(model, finding->claim);
    if (item == NULL || strcmp(finding->text, "n/a") == 0)
        return WM_TALLY_NO_FAULT;
    if (!item->item->fault.in_repeats && finding->claim->quantity->function == WM_FUNCTION_VERIFIED)
        return WM_TALLY_NO_FAULT; /* about the repeats, which have no fault */
    if (finding->claim->quantity->alarm != NULL)
        return WM_TALLY_NO_FAULT; /* about the rates, which a fault does not change */
    return wm_tally_judge(model, item).fault;
}

size_t wm_tally_links(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_claim *claim = model->finding[i].claim;
        count += claim != NULL && claim->subject == WM_SUBJECT_LINK;
    }
    return count;
}

size_t wm_tally_notable(wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->finding_count; i++)
        count += wm_tally_about(model, &model->finding[i]) != WM_TALLY_CAUGHT;
    return count;
}

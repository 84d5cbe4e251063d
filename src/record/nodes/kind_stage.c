/* The forms of stages. */
#include "record/nodes/kind_stage.h"

#include "record/laws/rule.h"

wm_decision wm_kind_stage_decision(wm_text word)
{
    unsigned decision = WM_DECISION_UNDECIDED;
    while (decision != WM_DECISION_NONE &&
           !wm_member_is(word, wm_rule_decision_word((wm_decision)decision)))
        decision--;
    return (wm_decision)decision;
}

static bool is_calibrated(const void *node)
{
    return ((const wm_stage_node *)node)->calibration.is_there;
}

const wm_form wm_kind_stage_acquire = WM_KIND_FORM("the stage", STAGE_ACQUIRE, wm_stage_node);
const wm_form wm_kind_stage_inject = WM_KIND_FORM("the stage", STAGE_INJECT, wm_stage_node);
const wm_form wm_kind_stage_witness_calibrated =
    WM_KIND_FORM("the stage", STAGE_WITNESS_CALIBRATED, wm_stage_node);
const wm_form wm_kind_stage_witness =
    WM_KIND_FORM_OR("the stage", STAGE_WITNESS, wm_stage_node, &wm_kind_stage_witness_calibrated,
                    WM_TRAIT_CALIBRATION, "calibration", is_calibrated);
const wm_form wm_kind_stage_decide = WM_KIND_FORM("the stage", STAGE_DECIDE, wm_stage_node);
const wm_form wm_kind_stage_repair = WM_KIND_FORM("the stage", STAGE_REPAIR, wm_stage_node);

/* By wm_stage_name. */
static const wm_form *const FORMS[] = {&wm_kind_stage_acquire, &wm_kind_stage_inject,
                                       &wm_kind_stage_witness, &wm_kind_stage_decide,
                                       &wm_kind_stage_repair,  NULL};

wm_stage_name wm_kind_stage_name(const wm_form *form)
{
    unsigned i = 0;
    if (form == &wm_kind_stage_witness_calibrated)
        return WM_STAGE_WITNESS;
    while (i < WM_STAGE_NAMES - 1 && FORMS[i] != form)
        i++;
    return (wm_stage_name)i;
}

const wm_kind wm_kind_stage = {"observation", "stage", WM_KIND_STAGE, "stage",
                               FORMS,         NULL,    true,          false};

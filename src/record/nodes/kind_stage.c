/* The forms of stages. */
#include "record/nodes/kind_stage.h"

#include "record/laws/rule.h"

#define WM_STRUCT_RESIDUAL wm_residual_node
#define WM_OF_RESIDUAL &wm_objects_residual, NULL, WM_FIELD_OBJECT
#define WM_OF_OPENING &wm_objects_opening, NULL, WM_FIELD_OBJECT
#define WM_STRUCT_ELEMENT wm_element_node
#define WM_OF_ELEMENT &wm_objects_element, NULL, WM_FIELD_OBJECT
#define WM_OF_FAULTS NULL, is_fault, WM_FIELD_WORD
#define WM_OF_DECISIONS NULL, is_decision, WM_FIELD_WORD

/* ---- forms ----------------------------------------------------------------------------------- */

static bool is_fault(const char *text, size_t size)
{
    return wm_tables_fault_named(text, size) != WM_FAULT_NONE;
}

wm_decision wm_kind_stage_decision(wm_text word)
{
    static const wm_decision ALL[] = {WM_DECISION_ACCEPT, WM_DECISION_REJECT,
                                      WM_DECISION_UNDECIDED};
    for (unsigned i = 0; i < 3; i++)
        if (wm_member_is(word, wm_rule_decision_word(ALL[i])))
            return ALL[i];
    return WM_DECISION_NONE;
}

static bool is_decision(const char *text, size_t size)
{
    wm_text word;
    word.bytes = text;
    word.size = size;
    return wm_kind_stage_decision(word) != WM_DECISION_NONE;
}

static const wm_field ACQUIRE_FIELDS[] = {WM_KIND_FIELDS_OF(STAGE_ACQUIRE, wm_stage_node)};
static const wm_field INJECT_FIELDS[] = {WM_KIND_FIELDS_OF(STAGE_INJECT, wm_stage_node)};
static const wm_field WITNESS_FIELDS[] = {WM_KIND_FIELDS_OF(STAGE_WITNESS, wm_stage_node)};
static const wm_field CALIBRATED_FIELDS[] = {
    WM_KIND_FIELDS_OF(STAGE_WITNESS_CALIBRATED, wm_stage_node)};
static const wm_field DECIDE_FIELDS[] = {WM_KIND_FIELDS_OF(STAGE_DECIDE, wm_stage_node)};
static const wm_field REPAIR_FIELDS[] = {WM_KIND_FIELDS_OF(STAGE_REPAIR, wm_stage_node)};

static bool is_calibrated(const void *node)
{
    return ((const wm_stage_node *)node)->calibration.is_there;
}

const wm_form wm_kind_stage_acquire = WM_KIND_FORM("the stage", ACQUIRE_FIELDS, wm_stage_node);
const wm_form wm_kind_stage_inject = WM_KIND_FORM("the stage", INJECT_FIELDS, wm_stage_node);
const wm_form wm_kind_stage_witness_calibrated =
    WM_KIND_FORM("the stage", CALIBRATED_FIELDS, wm_stage_node);
const wm_form wm_kind_stage_witness =
    WM_KIND_FORM_OR("the stage", WITNESS_FIELDS, wm_stage_node, &wm_kind_stage_witness_calibrated,
                    WM_TRAIT_CALIBRATION, "calibration", is_calibrated);
const wm_form wm_kind_stage_decide = WM_KIND_FORM("the stage", DECIDE_FIELDS, wm_stage_node);
const wm_form wm_kind_stage_repair = WM_KIND_FORM("the stage", REPAIR_FIELDS, wm_stage_node);

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

/* The observations of an item that each of its functions reads.
 *
 * A reduction names exactly what it was computed from, so a reader can follow a claim down to the
 * lines without knowing a formula. */
#include "record/audit/inputs.h"

/* Parts of the inputs: all repeats, the calibration, the last decision, all segments, all that the
 * function's procedure made. */
typedef enum part { NO_PART, W, K, D, T, F } part;

enum { PARTS_MAX = 2 };

/* The inputs of a function, for an item with a calibration and for one without. Source: record.md
 * section 4. */
static const struct {
    part with[PARTS_MAX], without[PARTS_MAX];
} PARTS[] = {
    {{W, NO_PART}, {W, NO_PART}},             /* WM_INPUTS_REPEATS */
    {{K, NO_PART}, {NO_PART, NO_PART}},       /* WM_INPUTS_CALIBRATION */
    {{K, NO_PART}, {W, NO_PART}},             /* WM_INPUTS_TOLERANCE */
    {{W, K}, {W, NO_PART}},                   /* WM_INPUTS_VERDICT */
    {{D, NO_PART}, {D, NO_PART}},             /* WM_INPUTS_DECISION */
    {{T, NO_PART}, {T, NO_PART}},             /* WM_INPUTS_SEGMENTS */
    {{F, NO_PART}, {F, NO_PART}},             /* WM_INPUTS_OBSERVED */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_PLAN */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_CHANGE */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_JUDGED */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_LINK */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_PRIOR */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_SERIES */
};

/* The input parts of a function of an item; all repeats if one failed, but for functions of one
 * procedure. */
static const part *parts_of(const wm_audit_state_item *item, wm_function function)
{
    wm_inputs inputs = wm_tables_function_inputs(function);
    if (item->observed.has_failed && inputs != WM_INPUTS_SEGMENTS && inputs != WM_INPUTS_OBSERVED)
        inputs = WM_INPUTS_REPEATS;
    return wm_tables_has(item->item.variant, WM_TRAIT_CALIBRATION) ? PARTS[inputs].with
                                                                   : PARTS[inputs].without;
}

/* The latest decide stage, or NONE. */
static uint32_t last_decision(const wm_audit_state_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == WM_STAGE_DECIDE)
            return item->stages[i].entry;
    return WM_AUDIT_STATE_NONE;
}

/* The procedure that made a part; NONE: it is one node. */
static wm_procedure_name procedure_of(part which, wm_function function)
{
    switch (which) {
    case W:
        return WM_PROCEDURE_REPEATS;
    case T:
        return WM_PROCEDURE_SEGMENTS;
    case F:
        return wm_tables_function_procedure(function);
    default:
        return WM_PROCEDURE_NONE;
    }
}

uint32_t wm_inputs_at(const wm_audit_state_item *item, wm_function function, uint32_t i)
{
    const part *parts = parts_of(item, function);
    for (unsigned p = 0; p < PARTS_MAX && parts[p] != NO_PART; p++) {
        const wm_procedure_name by = procedure_of(parts[p], function);
        const uint32_t count = by == WM_PROCEDURE_NONE ? 1 : item->observed.count[by];
        if (i < count && by != WM_PROCEDURE_NONE)
            return item->series[by].entries[i];
        if (i < count)
            return parts[p] == K ? item->calibration_entry : last_decision(item);
        i -= count;
    }
    return WM_AUDIT_STATE_NONE;
}

bool wm_inputs_are_there(const wm_audit_state_item *item, wm_function function)
{
    const part *parts = parts_of(item, function);
    bool is_there = wm_plan_suits(&item->item, function);
    is_there = is_there && (parts[0] != T || item->item.point != WM_POINT_NONE);
    for (unsigned p = 0; p < PARTS_MAX; p++)
        is_there = is_there && (parts[p] != K || item->calibration != NULL) &&
                   (parts[p] != D || last_decision(item) != WM_AUDIT_STATE_NONE);
    return is_there;
}

wm_procedure_name wm_inputs_procedure(const wm_audit_state_item *item, wm_function function)
{
    return procedure_of(parts_of(item, function)[0], function);
}

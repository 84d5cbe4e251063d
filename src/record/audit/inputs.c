/* The observations of an item that each of its functions reads.
 *
 * A reduction names exactly what it was computed from, so a reader can follow a claim down to the
 * lines without knowing a formula. */
#include "record/audit/inputs.h"

/* Parts of the inputs: all repeats, the calibration, the last decision, all segments, all
 * profiles. */
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
    {{F, NO_PART}, {F, NO_PART}},             /* WM_INPUTS_PROFILES */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_PLAN */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_CHANGE */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_LINK */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_PRIOR */
    {{NO_PART, NO_PART}, {NO_PART, NO_PART}}, /* WM_INPUTS_SERIES */
};

/* The input parts of a function of an item; all repeats if one failed, but for segments and
 * profiles. */
static const part *parts_of(const wm_audit_state_item *item, wm_function function)
{
    wm_inputs inputs = wm_tables_function_inputs(function);
    if (item->observed.has_failed && inputs != WM_INPUTS_SEGMENTS && inputs != WM_INPUTS_PROFILES)
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

/* The entries of a part, and their number. */
static const uint32_t *entries_of(const wm_audit_state_item *item, part which, uint32_t *count)
{
    switch (which) {
    case W:
        *count = item->observed.count[WM_PROCEDURE_REPEATS];
        return item->series[WM_PROCEDURE_REPEATS].entries;
    case T:
        *count = item->observed.count[WM_PROCEDURE_SEGMENTS];
        return item->series[WM_PROCEDURE_SEGMENTS].entries;
    case F:
        *count = item->observed.count[WM_PROCEDURE_PROFILE];
        return item->series[WM_PROCEDURE_PROFILE].entries;
    default:
        *count = 1;
        return NULL;
    }
}

uint32_t wm_inputs_at(const wm_audit_state_item *item, wm_function function, uint32_t i)
{
    const part *parts = parts_of(item, function);
    for (unsigned p = 0; p < PARTS_MAX && parts[p] != NO_PART; p++) {
        uint32_t count;
        const uint32_t *entries = entries_of(item, parts[p], &count);
        if (i >= count) {
            i -= count;
            continue;
        }
        if (entries != NULL)
            return entries[i];
        return parts[p] == K ? item->calibration_entry : last_decision(item);
    }
    return WM_AUDIT_STATE_NONE;
}

bool wm_inputs_are_there(const wm_audit_state_item *item, wm_function function)
{
    const part *parts = parts_of(item, function);
    bool is_there = wm_tables_function_suits(function, item->item.variant);
    is_there = is_there && (parts[0] != T || item->item.point != WM_POINT_NONE);
    for (unsigned p = 0; p < PARTS_MAX; p++)
        is_there = is_there && (parts[p] != K || item->calibration != NULL) &&
                   (parts[p] != D || last_decision(item) != WM_AUDIT_STATE_NONE);
    return is_there;
}

wm_class wm_inputs_first(const wm_audit_state_item *item, wm_function function)
{
    static const wm_class CLASSES[] = {[W] = WM_CLASS_WORKLOAD,
                                       [K] = WM_CLASS_CALIBRATION,
                                       [D] = WM_CLASS_STAGE,
                                       [T] = WM_CLASS_STRESS,
                                       [F] = WM_CLASS_PROFILE};
    return CLASSES[parts_of(item, function)[0]];
}

/* The forms of reductions, and results as values of nodes.
 *
 * Which fields a reduction has depends on what its function reads. So the function selects the
 * form, and an unknown function has none. All forms share one struct. A recorded value must equal
 * the recomputed one exactly: both come from the same formulas, and a tolerance here would let a
 * producer choose within it. */
#include "record/nodes/kind_reduction.h"

const wm_form wm_kind_reduction_item =
    WM_KIND_FORM("the reduction", REDUCTION_ITEM, wm_reduction_node);
const wm_form wm_kind_reduction_record =
    WM_KIND_FORM("the reduction", REDUCTION_RECORD, wm_reduction_node);
const wm_form wm_kind_reduction_link =
    WM_KIND_FORM("the reduction", REDUCTION_LINK, wm_reduction_node);
const wm_form wm_kind_reduction_prior =
    WM_KIND_FORM("the reduction", REDUCTION_PRIOR, wm_reduction_node);
const wm_form wm_kind_reduction_change =
    WM_KIND_FORM("the reduction", REDUCTION_CHANGE, wm_reduction_node);
const wm_form wm_kind_reduction_series =
    WM_KIND_FORM("the reduction", REDUCTION_SERIES, wm_reduction_node);

/* ---- results and values ---------------------------------------------------------------------- */

bool wm_kind_reduction_is(const wm_value *value, const wm_result *result)
{
    switch (result->kind) {
    case WM_RESULT_NULL:
        return value->kind == WM_VALUE_NULL;
    case WM_RESULT_NUMBER:
        return value->kind == WM_VALUE_NUMBER && value->number == result->number;
    case WM_RESULT_WORD:
        return value->kind == WM_VALUE_WORD && wm_member_is(value->text, result->text);
    }
    return false;
}

wm_value wm_kind_reduction_value(const wm_result *result)
{
    wm_value null = {WM_VALUE_NULL, 0, {NULL, 0}};
    if (result->kind == WM_RESULT_NULL)
        return null;
    return result->kind == WM_RESULT_NUMBER ? wm_member_number(result->number)
                                            : wm_member_word(result->text);
}

wm_text wm_kind_reduction_reason(const wm_result *result)
{
    return wm_member_text(result->kind == WM_RESULT_NULL ? result->text : NULL);
}

/* ---- any ------------------------------------------------------------------------------------- */

const wm_form *wm_kind_reduction_form(wm_function function)
{
    switch (wm_tables_function_inputs(function)) {
    case WM_INPUTS_SERIES:
        return &wm_kind_reduction_series;
    case WM_INPUTS_PLAN:
        return &wm_kind_reduction_record;
    case WM_INPUTS_CHANGE:
    case WM_INPUTS_JUDGED:
        return &wm_kind_reduction_change;
    case WM_INPUTS_LINK:
        return &wm_kind_reduction_link;
    case WM_INPUTS_PRIOR:
        return &wm_kind_reduction_prior;
    default:
        return &wm_kind_reduction_item;
    }
}

/* Selects the form by the function. */
static const wm_form *choose(const wm_matching *matching, const wm_json_value *node)
{
    const wm_json_value *name = wm_json_member(node, "function");
    wm_function function = WM_FUNCTION_NONE;
    if (name != NULL && name->kind == WM_JSON_STRING)
        function = wm_tables_function(name->text, name->text_size);
    if (function == WM_FUNCTION_NONE) {
        if (matching->refusal != NULL)
            (void)wm_refusal_make(matching->refusal,
                                  name == NULL                   ? WM_RULE_SCHEMA_MISSING
                                  : name->kind != WM_JSON_STRING ? WM_RULE_SCHEMA_VALUE
                                                                 : WM_RULE_SCHEMA_FUNCTION,
                                  "`function` is in none of the tables");
        return NULL;
    }
    return wm_kind_reduction_form(function);
}

const wm_kind wm_kind_reduction = {
    "reduction",
    NULL,
    WM_KIND_REDUCTION,
    NULL,
    WM_KIND_FORMS(&wm_kind_reduction_item, &wm_kind_reduction_record, &wm_kind_reduction_link,
                  &wm_kind_reduction_prior, &wm_kind_reduction_change, &wm_kind_reduction_series),
    choose,
    false,
    false};

/* The forms of claims: those of the expansion, and own claims.
 *
 * The fields class and tolerance are there exactly where the quantity has them. So the form of a
 * claim of the expansion follows from its quantity, and is known only at its place in the
 * expansion. */
#include "record/nodes/kind_claim.h"

#include <string.h>

#include "record/laws/subject.h"

const wm_form wm_kind_claim_item = WM_KIND_FORM("the claim", CLAIM_ITEM, wm_claim_node);
const wm_form wm_kind_claim_own = WM_KIND_FORM("the claim", CLAIM_OWN, wm_claim_node);

wm_form wm_kind_claim_form(const wm_quantity *quantity, wm_field fields[WM_KIND_FIELDS])
{
    wm_form form = wm_kind_claim_item;
    form.fields = fields;
    form.count = 0;
    for (size_t i = 0; i < wm_kind_claim_item.count; i++)
        if ((strcmp(wm_kind_claim_item.fields[i].key, "class") != 0 ||
             quantity->class_function != WM_FUNCTION_NONE) &&
            (strcmp(wm_kind_claim_item.fields[i].key, "tolerance") != 0 ||
             quantity->tolerance_function != WM_FUNCTION_NONE))
            fields[form.count++] = wm_kind_claim_item.fields[i];
    return form;
}

/* ---- own claims ------------------------------------------------------------------------------ */

bool wm_kind_claim_is_unit(wm_text unit)
{
    if (unit.size < 1 || unit.size > 16)
        return false;
    for (size_t i = 0; i < unit.size; i++) {
        const char c = unit.bytes[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '/' || c == '%'))
            return false;
    }
    return true;
}

/* ---- any claim ------------------------------------------------------------------------------- */

wm_text wm_kind_claim_name(const wm_json_value *node)
{
    const wm_json_value *name = wm_json_member(node, "name");
    wm_text text = {NULL, 0};
    if (name != NULL && name->kind == WM_JSON_STRING) {
        text.bytes = name->text;
        text.size = name->text_size;
    }
    return text;
}

/* Selects the form by the name. */
static const wm_form *choose(const wm_matching *matching, const wm_json_value *node)
{
    (void)matching;
    return wm_subject_is_own(wm_kind_claim_name(node)) ? &wm_kind_claim_own : &wm_kind_claim_item;
}

const wm_kind wm_kind_claim = {
    "claim", NULL,  WM_KIND_CLAIM, NULL, WM_KIND_FORMS(&wm_kind_claim_item, &wm_kind_claim_own),
    choose,  false, true};

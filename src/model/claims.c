/* The claims of a record, in memory. */
#include "model/claims.h"

#include "base/status.h"
#include "model/mask.h"
#include "standards/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Copies a text to *at, masked, and advances *at; an absent one is NULL. */
static char *put(wm_text text, char **at)
{
    char *to = *at;
    if (text.bytes == NULL)
        return NULL;
    memcpy(to, text.bytes, text.size);
    to[text.size] = '\0';
    wm_mask_bytes(to, text.size);
    *at = to + text.size + 1;
    return to;
}

/* Copies the texts of a claim into one piece of memory. */
static wm_status copy_texts(const wm_claim_node *node, wm_text label, wm_claim *claim)
{
    const bool has_tolerance =
        claim->quantity != NULL && claim->quantity->tolerance_function != WM_FUNCTION_NONE;
    wm_text tolerance = {NULL, 0};
    char number[WM_NUMBER_TEXT_SIZE], *at;
    if (has_tolerance && !isnan(node->tolerance))
        tolerance = (wm_text){number, wm_number_format(node->tolerance, number)};
    at = malloc(label.size + node->name.size + node->text.size + node->unit.size +
                node->value.text.size + node->class.size + tolerance.size + node->reason.size + 8);
    if (at == NULL)
        return WM_E_NOMEM;
    claim->texts = at;
    claim->label = put(label, &at);
    claim->name = put(node->name, &at);
    claim->text = put(node->text, &at);
    claim->unit = put(node->unit, &at);
    claim->value = put(node->value.text, &at);
    claim->class = put(node->class, &at);
    claim->tolerance = put(tolerance, &at);
    claim->reason = put(node->reason, &at);
    claim->is_word = node->value.kind == WM_VALUE_WORD;
    return claim->name != NULL && claim->text != NULL ? WM_OK : WM_E_INVALID;
}

/* The claim of a link or of a prior, whose plan is in the prior. */
static wm_status take_linked(const wm_step *step, const wm_claim_node *node, const wm_claim *before,
                             wm_claim *claim)
{
    wm_text label = node->name;
    wm_status status;
    claim->subject = step->kind;
    claim->quantity = step->quantity;
    label.size -= strlen(step->quantity->name) + 1;
    status = copy_texts(node, label, claim);
    if (status == WM_OK && before != NULL && before->subject == claim->subject)
        claim->index = before->index + (strcmp(before->label, claim->label) != 0);
    return status;
}

/* Finds the subject and the quantity of a claim: an own claim and one of a link by its name, any
 * other by its place in the plan's expansion. `before` is the claim before it, NULL for the first
 * one. */
static wm_status take(wm_expansion *at, const wm_claim_node *node, const wm_claim *before,
                      wm_claim *claim)
{
    static const wm_text NONE = {NULL, 0};
    char name[WM_SUBJECT_NAME_SIZE];
    wm_step step;
    claim->subject = WM_SUBJECT_OWN;
    if (wm_subject_is_own(node->name))
        return copy_texts(node, NONE, claim);
    if (wm_subject_read_linked(node->name, &step) && wm_subject_claims(at) == 0)
        return take_linked(&step, node, before, claim);
    if (!wm_subject_next(at, &step))
        return WM_E_INVALID;
    wm_subject_claim_name(&step, name);
    if (!wm_member_is(node->name, name))
        return WM_E_INVALID;
    claim->subject = step.kind;
    claim->index = step.index;
    claim->quantity = step.quantity;
    return copy_texts(node, wm_member_text(step.label), claim);
}

wm_status wm_claims_begin(wm_claims *claims, const wm_reader *reader, const wm_plan *plan)
{
    uint32_t first, end;
    wm_reader_claims(reader, &first, &end);
    return wm_claims_begin_count(claims, end - first, plan);
}

wm_status wm_claims_begin_count(wm_claims *claims, size_t count, const wm_plan *plan)
{
    wm_subject_begin(&claims->at, plan);
    claims->count = 0;
    claims->claim = calloc(count + 1, sizeof *claims->claim);
    return claims->claim != NULL ? WM_OK : WM_E_NOMEM;
}

wm_status wm_claims_take(wm_claims *claims, uint32_t line, const wm_content *content)
{
    wm_claim *claim = &claims->claim[claims->count];
    if (!wm_contents_is_of(content, &wm_kind_claim))
        return WM_E_INVALID;
    claim->line = line;
    return take(&claims->at, &content->of.claim, claims->count++ > 0 ? claim - 1 : NULL, claim);
}

const wm_claim *wm_claims_named(const wm_claims *claims, const char *name)
{
    for (size_t i = 0; i < claims->count; i++)
        if (strcmp(claims->claim[i].name, name) == 0)
            return &claims->claim[i];
    return NULL;
}

bool wm_claims_next(const wm_claims *claims, wm_claims_group *group)
{
    const wm_claim *end = claims->claim + claims->count;
    const wm_claim *first = group->claim != NULL ? group->claim + group->count : claims->claim;
    *group = (wm_claims_group){first, 0};
    while (first != end && first->subject == group->claim->subject &&
           first->index == group->claim->index)
        group->count = (size_t)(++first - group->claim);
    return group->count > 0;
}

const wm_claim *wm_claims_on(const wm_claims_group *group, const char *quantity)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->claim[i].quantity != NULL &&
            strcmp(group->claim[i].quantity->name, quantity) == 0)
            return &group->claim[i];
    return NULL;
}

bool wm_claims_has_value(const wm_claim *claim)
{
    return claim != NULL && claim->value != NULL;
}

double wm_claims_number(const wm_claim *claim)
{
    return wm_claims_has_value(claim) ? strtod(claim->value, NULL) : (double)NAN;
}

void wm_claims_clear(wm_claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        free(claims->claim[i].texts);
    free(claims->claim);
    claims->claim = NULL;
    claims->count = 0;
}

/* The claims of a record, in memory. */
#include "model/claims.h"

#include "base/status.h"
#include "model/mask.h"
#include "standards/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Copies a text and masks it; NULL stays NULL. False when out of memory. */
static bool copy_text(wm_text text, char **copy)
{
    *copy = NULL;
    if (text.bytes == NULL)
        return true;
    *copy = malloc(text.size + 1);
    if (*copy == NULL)
        return false;
    memcpy(*copy, text.bytes, text.size);
    (*copy)[text.size] = '\0';
    wm_mask_bytes(*copy, text.size);
    return true;
}

/* Copies a number. NaN, for null or absent, becomes an absent text. */
static bool copy_number(double number, char **copy)
{
    char text[WM_NUMBER_TEXT_SIZE];
    *copy = NULL;
    if (isnan(number))
        return true;
    (void)wm_number_format(number, text);
    return copy_text(wm_member_text(text), copy);
}

static bool copy_claim(const wm_claim_node *node, wm_claim *claim)
{
    const bool has_tolerance =
        claim->quantity != NULL && claim->quantity->tolerance_function != WM_FUNCTION_NONE;
    claim->is_word = node->value.kind == WM_VALUE_WORD;
    return copy_text(node->name, &claim->name) && copy_text(node->text, &claim->text) &&
           copy_text(node->unit, &claim->unit) && copy_text(node->value.text, &claim->value) &&
           copy_text(node->class, &claim->class) &&
           copy_number(has_tolerance ? node->tolerance : NAN, &claim->tolerance) &&
           copy_text(node->reason, &claim->reason);
}

/* Takes the claim of a link or of a prior; its plan is in the prior. `before` is the claim before
 * it, NULL for the first one. */
static wm_status take_linked(const wm_step *step, wm_text name, const wm_claim *before,
                             wm_claim *claim)
{
    const size_t tail = strlen(step->quantity->name) + 1;
    claim->subject = step->kind;
    claim->quantity = step->quantity;
    name.size -= tail;
    if (!copy_text(name, &claim->label))
        return WM_E_NOMEM;
    if (before != NULL && before->subject == claim->subject)
        claim->index = before->index + (strcmp(before->label, claim->label) != 0);
    return WM_OK;
}

/* Finds the subject and the quantity of a claim: an own claim and one of a link by its name, any
 * other by its place in the plan's expansion. */
static wm_status take_subject(wm_expansion *at, wm_text text, const wm_claim *before,
                              wm_claim *claim)
{
    char name[WM_SUBJECT_NAME_SIZE];
    wm_step step;
    claim->subject = WM_SUBJECT_OWN;
    if (wm_subject_is_own(text))
        return WM_OK;
    if (wm_subject_claims(at) == 0 && wm_subject_read_linked(text, &step))
        return take_linked(&step, text, before, claim);
    if (!wm_subject_next(at, &step))
        return WM_E_INVALID;
    wm_subject_claim_name(&step, name);
    if (!wm_member_is(text, name))
        return WM_E_INVALID;
    claim->subject = step.kind;
    claim->index = step.index;
    claim->quantity = step.quantity;
    return copy_text(wm_member_text(step.label), &claim->label) ? WM_OK : WM_E_NOMEM;
}

wm_status wm_claims_begin(wm_claims *claims, const wm_reader *reader, const wm_plan *plan)
{
    uint32_t first, end;
    wm_reader_claims(reader, &first, &end);
    wm_subject_begin(&claims->at, plan);
    claims->count = 0;
    claims->claim = calloc((size_t)(end - first) + 1, sizeof *claims->claim);
    return claims->claim != NULL ? WM_OK : WM_E_NOMEM;
}

wm_status wm_claims_take(wm_claims *claims, uint32_t line, const wm_content *content)
{
    wm_claim *claim = &claims->claim[claims->count];
    wm_status status;
    if (!wm_contents_is_of(content, &wm_kind_claim))
        return WM_E_INVALID;
    claims->count++;
    claim->line = line;
    status = take_subject(&claims->at, content->of.claim.name, claims->count > 1 ? claim - 1 : NULL,
                          claim);
    if (status == WM_OK && !copy_claim(&content->of.claim, claim))
        return WM_E_NOMEM;
    return status == WM_OK && (claim->name == NULL || claim->text == NULL) ? WM_E_INVALID : status;
}

void wm_claims_clear(wm_claims *claims)
{
    for (size_t i = 0; i < claims->count; i++) {
        wm_claim *claim = &claims->claim[i];
        free(claim->label);
        free(claim->name);
        free(claim->text);
        free(claim->unit);
        free(claim->value);
        free(claim->class);
        free(claim->tolerance);
        free(claim->reason);
    }
    free(claims->claim);
    claims->claim = NULL;
    claims->count = 0;
}

/* Decides about the output of an item from its claims.
 *
 * Every command and every proof decides here, so that no two can disagree about an output. A check
 * without a verdict is unknown, and unknown is never good. */
#include "record/laws/verdict.h"

#include <string.h>

/* Whether a count is there and above 0. */
static bool is_some(const char *count)
{
    return count != NULL && strcmp(count, "0") != 0;
}

static bool is(const char *word, const char *other)
{
    return word != NULL && strcmp(word, other) == 0;
}

/* The quantity whose claim says that the output is wrong, or NULL. */
static const char *wrong_by(const wm_item *item, const wm_verdict_claims *claims)
{
    const bool has_fault = item->fault.kind != WM_FAULT_NONE;
    if ((!has_fault || !item->fault.in_repeats) && is(claims->verified, "FAIL"))
        return "verified";
    if (!has_fault && claims->transcript != NULL && !is(claims->transcript, "accept"))
        return "transcript";
    return item->point != WM_POINT_NONE && is_some(claims->errors) ? "errors" : NULL;
}

/* The quantity whose claim leaves it open, or NULL. */
static const char *unknown_by(const wm_item *item, const wm_verdict_claims *claims)
{
    if (claims->verified == NULL)
        return "verified";
    if (claims->transcript == NULL)
        return "transcript";
    return item->point != WM_POINT_NONE && is_some(claims->failed_segments) ? "failed_segments"
                                                                            : NULL;
}

wm_verdict wm_verdict_of(const wm_item *item, const wm_verdict_claims *claims)
{
    wm_verdict found = {false, false, wrong_by(item, claims)};
    found.is_wrong = found.quantity != NULL;
    if (!found.is_wrong)
        found.quantity = unknown_by(item, claims);
    found.is_unknown = !found.is_wrong && found.quantity != NULL;
    return found;
}

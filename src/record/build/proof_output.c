/* Decides about the output of an item of a proof.
 *
 * The rate of a wrong output is worth nothing, and so is one that nobody checked. A planned fault
 * in every repeat is wrong here too, although the run that planned it did well: who gets the proof
 * did not plan it. */
#include "record/build/proof_output.h"

#include <stdio.h>
#include <string.h>

#include "record/laws/planned_fault.h"
#include "record/laws/verdict.h"

/* The text of a claim as a value: NULL for a null and for a claim that is not there. */
static const char *value_of(const char *text)
{
    return text[0] == '\0' || strcmp(text, "n/a") == 0 ? NULL : text;
}

static void decide(wm_proof_item *shown, wm_proof_output output, const char *quantity,
                   const char *text, const char *note)
{
    shown->output = (int)output;
    (void)snprintf(shown->why, sizeof shown->why, "%s is %s%s", quantity, text, note);
}

/* The text of the claim that decided. */
static const char *text_of(const wm_proof_item *shown, const char *failed_segments,
                           const char *quantity)
{
    if (strcmp(quantity, "verified") == 0)
        return shown->verified;
    if (strcmp(quantity, "transcript") == 0)
        return shown->transcript;
    return strcmp(quantity, "errors") == 0 ? shown->errors : failed_segments;
}

void wm_proof_output_judge(const wm_item *item, const char *failed_segments, wm_proof_item *shown)
{
    const wm_verdict_claims claims = {value_of(shown->verified), value_of(shown->transcript),
                                      value_of(shown->errors), value_of(failed_segments)};
    const wm_verdict found = wm_verdict_of(item, &claims);
    const wm_planned_fault *fault = &item->fault;
    if (!wm_plan_has_output(item))
        return;
    if (!found.is_wrong && fault->in_repeats && claims.verified != NULL)
        decide(shown, WM_PROOF_WRONG, "verified", shown->verified,
               ", and the plan puts a fault into it");
    else if (found.quantity != NULL)
        decide(shown, found.is_wrong ? WM_PROOF_WRONG : WM_PROOF_NOT_JUDGED, found.quantity,
               text_of(shown, failed_segments, found.quantity), "");
    else if (wm_planned_fault_judge(fault, "transcript", shown->transcript) ==
             WM_PLANNED_FAULTS_MISSED)
        decide(shown, WM_PROOF_NOT_JUDGED, "transcript", shown->transcript,
               ": its check missed a planned fault");
    else
        shown->output = WM_PROOF_CORRECT;
}

int wm_proof_output_worse(int a, int b)
{
    static const int RANK[] = {[WM_PROOF_NO_OUTPUT] = 0,
                               [WM_PROOF_CORRECT] = 1,
                               [WM_PROOF_NOT_JUDGED] = 2,
                               [WM_PROOF_WRONG] = 3};
    return RANK[a] >= RANK[b] ? a : b;
}

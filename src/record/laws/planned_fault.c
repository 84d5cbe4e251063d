/* Decides what came of a planned fault. */
#include "record/laws/planned_fault.h"

#include <string.h>

bool wm_planned_fault_is_about(const wm_planned_fault *fault, const char *quantity)
{
    return fault->kind != WM_FAULT_NONE &&
           (strcmp(quantity, "transcript") == 0 ||
            (fault->in_repeats && strcmp(quantity, "verified") == 0));
}

wm_planned_fault_outcome wm_planned_fault_judge(const wm_planned_fault *fault, const char *quantity,
                                                const char *text)
{
    static const struct {
        const char *text;
        wm_planned_fault_outcome outcome;
    } OUTCOMES[] = {{"FAIL", WM_PLANNED_FAULTS_CAUGHT},
                    {"PASS", WM_PLANNED_FAULTS_MISSED},
                    {"injected reject", WM_PLANNED_FAULTS_CAUGHT},
                    {"injected repaired", WM_PLANNED_FAULTS_CAUGHT},
                    {"injected accept", WM_PLANNED_FAULTS_MISSED}};
    if (fault->kind == WM_FAULT_NONE ||
        strcmp(quantity, fault->in_repeats ? "verified" : "transcript") != 0)
        return WM_PLANNED_FAULTS_NONE;
    for (size_t i = 0; i < sizeof OUTCOMES / sizeof OUTCOMES[0]; i++)
        if (strcmp(text, OUTCOMES[i].text) == 0)
            return OUTCOMES[i].outcome;
    return WM_PLANNED_FAULTS_NOT_JUDGED; /* n/a */
}

/* Judges a differential by its claims. */
#include "report/views/differential_verdict.h"

#include "record/tables/exit_status.h"

#include <string.h>

/* Whether any item could be compared with one of the first record. Without an agreement that says
 * so, no word of a comparison holds. */
static bool has_compared(const wm_model *model)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        const bool is_profile = claim->subject == WM_SUBJECT_RECALL;
        const wm_function needed = is_profile ? WM_FUNCTION_DISTANCE : WM_FUNCTION_AGREEMENT;
        if ((claim->subject == WM_SUBJECT_LINK || is_profile) &&
            claim->quantity->function == needed && claim->value != NULL &&
            strncmp(claim->value, "not comparable", strlen("not comparable")) != 0)
            return true;
    }
    return false;
}

int wm_differential_verdict_exit(const wm_model *model)
{
    if (model->report.findings > 0)
        return WM_EXIT_NO;
    return has_compared(model) ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
}

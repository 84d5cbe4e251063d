/* Compares the plan of a record with that of this release. */
#include "report/views/plan_origin.h"

#include "base/code_point.h"

#include "measure/schedule.h"
#include "report/document/style.h"
#include "study/foreign/import.h"

#include <stdio.h>
#include <string.h>

bool wm_plan_origin_is_imported(const wm_plan *plan, const char *name)
{
    return plan->item_count == 0 && strstr(name, WM_IMPORT_MARK) != NULL;
}

static bool is_of_trials(const wm_plan *plan)
{
    for (size_t i = 0; i < plan->item_count; i++)
        if (plan->items[i].trial.word == WM_TRIAL_NOT)
            return false;
    return true;
}

wm_status wm_plan_origin_of(const wm_plan *plan, const char *name, const char *kind,
                            wm_plan_origin *origin)
{
    wm_schedule_match match;
    const wm_status status = wm_schedule_match_plan(plan, name, kind, &match);
    origin->words[0] = '\0';
    if (wm_plan_origin_is_imported(plan, name))
        (void)snprintf(origin->words, sizeof origin->words, "%.*s", WM_FIT(name, 120));
    if (plan->item_count > 0 && is_of_trials(plan)) /* such plans are the laboratory's */
        (void)snprintf(origin->words, sizeof origin->words, "trials: \"%.*s\", %zu item%s",
                       WM_FIT(name, 120), plan->item_count, wm_style_plural(plan->item_count));
    else if (status == WM_OK && plan->item_count > 0)
        (void)snprintf(origin->words, sizeof origin->words, "%s: \"%.*s\", %zu item%s",
                       wm_schedule_match_words(match), WM_FIT(name, 120), plan->item_count,
                       wm_style_plural(plan->item_count));
    return status;
}

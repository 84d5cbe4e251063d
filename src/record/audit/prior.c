/* What is kept of the records that another one continues. */
#include "record/audit/prior.h"

#include <stdlib.h>

static void clear(const wm_prior_access *access, wm_prior *prior)
{
    if (prior->is_open)
        access->close(&prior->source);
    for (size_t i = 0; prior->summaries != NULL && i < prior->plan.item_count; i++)
        wm_profile_summary_free(prior->summaries[i]);
    free(prior->summaries);
    free(prior->plan.items);
    free(prior->sides);
    free(prior->transcripts);
    free(prior->links);
    free(prior->differences);
    free(prior->marks.starts);
    free(prior->marks.covariates);
    free(prior->marks.set.slots);
}

void wm_prior_clear(const wm_prior_access *access, wm_prior *priors, size_t count)
{
    for (size_t i = 0; priors != NULL && i < count; i++)
        clear(access, &priors[i]);
    free(priors);
}

size_t wm_prior_find(const wm_prior *prior, const wm_item *item)
{
    size_t i = 0;
    while (i < prior->plan.item_count && !wm_plan_is_same_item(item, &prior->plan.items[i]))
        i++;
    return i;
}

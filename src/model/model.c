/* Answers questions about what a record says. */
#include "model/model.h"

#include "model/mask.h"

#include <stdlib.h>
#include <string.h>

const wm_environment_node *wm_model_environment(const wm_model *model)
{
    return &model->head.environment.content.of.environment;
}

void wm_model_fact(wm_list facts, const char *name, char *out, size_t size)
{
    wm_fact_node fact;
    out[0] = '\0';
    while (wm_kind_environment_next(&facts, &fact))
        if (wm_member_is(fact.name, name))
            wm_mask_text(fact.value.text, out, size);
}

/* Whether a claim is about an item, its profiles or its trials. */
static bool is_of_item(const wm_claim *claim)
{
    return claim->subject == WM_SUBJECT_ITEM || claim->subject == WM_SUBJECT_PROFILE ||
           claim->subject == WM_SUBJECT_TRIALS;
}

const wm_model_item *wm_model_item_of(const wm_model *model, const wm_claim *claim)
{
    return claim != NULL && is_of_item(claim) ? &model->item[claim->index] : NULL;
}

const wm_model_item *wm_model_item_named(const wm_model *model, const char *label)
{
    for (size_t i = 0; i < model->item_count; i++)
        if (strcmp(model->item[i].label, label) == 0)
            return &model->item[i];
    return NULL;
}

const wm_model_item *wm_model_item_behind(const wm_model *model, const wm_claim *claim)
{
    static const char LINK[] = "link.1.";
    if (claim->subject == WM_SUBJECT_SLOPE || claim->subject == WM_SUBJECT_POINT ||
        claim->subject == WM_SUBJECT_CHANGE || claim->subject == WM_SUBJECT_JUDGEMENT ||
        claim->subject == WM_SUBJECT_ATTACK || claim->subject == WM_SUBJECT_RATE_ATTACK ||
        claim->subject == WM_SUBJECT_PAIR)
        return &model->item[claim->index];
    if ((claim->subject == WM_SUBJECT_LINK || claim->subject == WM_SUBJECT_RECALL) &&
        strlen(claim->label) >= sizeof LINK)
        return wm_model_item_named(model, claim->label + sizeof LINK - 1);
    return wm_model_item_of(model, claim);
}

bool wm_model_is_of_trials(const wm_model *model)
{
    for (size_t i = 0; i < model->item_count; i++)
        if (wm_plan_procedure(model->item[i].item) != WM_PROCEDURE_TRIALS)
            return false;
    return model->item_count > 0;
}

bool wm_model_is_differential(const wm_model *model)
{
    return model->item_count == 0 && model->prior_count > 1;
}

bool wm_model_is_over_budget(const wm_model_item *item)
{
    static const char begin[] = "over the budget: "; /* as the run writes it */
    return strncmp(item->failure, begin, sizeof begin - 1) == 0;
}

bool wm_model_names_repeats(const wm_model_finding *finding, const wm_model_item *item)
{
    return item != NULL && (finding->item[0] == item || finding->item[1] == item);
}

const wm_claim *wm_model_claim_of(const wm_model *model, wm_subject_kind subject, size_t index,
                                  const char *quantity)
{
    wm_claims_group group = {NULL, 0};
    while (wm_claims_next(&model->claims, &group))
        if (group.claim->subject == subject && group.claim->index == index)
            return wm_claims_on(&group, quantity);
    return NULL;
}

wm_model_load wm_model_load_of(const wm_model *model)
{
    wm_model_load load = {0, 0};
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_POINT || claim->value == NULL)
            continue;
        if (claim->quantity->function == WM_FUNCTION_PRODUCTS)
            load.products += strtod(claim->value, NULL);
        else if (claim->quantity->function == WM_FUNCTION_ERRORS)
            load.errors += strtod(claim->value, NULL);
    }
    return load;
}

size_t wm_model_profiles(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->item_count; i++)
        count += wm_plan_procedure(model->item[i].item) == WM_PROCEDURE_PROFILE;
    return count;
}

const wm_observations *wm_model_repeats(const wm_model_item *item)
{
    const wm_observations *repeats = &item->series[WM_OBSERVATIONS_REPEATS];
    return repeats->count > 0 ? repeats : &item->series[WM_OBSERVATIONS_PROFILES];
}

size_t wm_model_flagged(const wm_model *model, wm_flag flag)
{
    size_t count = model->wrapped_flags.count[flag];
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_observations *repeats = wm_model_repeats(&model->item[i]);
        for (size_t j = 0; j < repeats->count; j++)
            count += repeats->at[j].flags >> flag & 1u;
    }
    return count;
}

static void clear_line(wm_model_line *line)
{
    wm_json_free(line->json);
    wm_buffer_clear(&line->text);
}

void wm_model_close(wm_model *model)
{
    for (size_t i = 0; i < model->finding_count; i++) {
        free(model->finding[i].name);
        free(model->finding[i].text);
    }
    for (size_t i = 0; i < model->item_count; i++)
        for (int class = 0; class < WM_OBSERVATIONS_CLASSES; class ++)
            free(model->item[i].series[class].at);
    for (size_t i = 0; model->kept != NULL && i < model->prior_count; i++)
        if (model->kept[i] != NULL) {
            wm_model_close(model->kept[i]);
            free(model->kept[i]);
        }
    free(model->kept);
    free(model->finding);
    wm_sessions_clear(&model->sessions);
    free(model->transcripts.row);
    free(model->environments.at);
    free(model->item);
    free(model->plan.items);
    wm_planned_faults_clear(&model->faults);
    wm_claims_clear(&model->claims);
    clear_line(&model->head.environment);
    clear_line(&model->head.plan);
    wm_reader_close(model->reader);
    memset(model, 0, sizeof *model);
}

/* Decides the outcome of each item, and counts the outcomes. */
#include "model/tally.h"

#include "record/laws/verdict.h"

#include <string.h>

/* The word of a claim; NULL if it is null or absent. */
static const char *word_of(const wm_model_item *item, const char *quantity)
{
    const wm_claim *claim = wm_claims_on(&item->claims, quantity);
    return claim != NULL ? claim->value : NULL;
}

/* The value of a claim of the item's point; NULL if it is null or absent. */
static const char *of_point(const wm_model *model, const wm_model_item *item, const char *quantity)
{
    const wm_claim *claim = wm_model_claim_of(model, WM_SUBJECT_POINT, item->index, quantity);
    return claim != NULL ? claim->value : NULL;
}

/* Whether the output that a fault is in was computed. */
static bool has_run(const wm_model *model, const wm_model_item *item,
                    const wm_planned_faults_item *fault)
{
    const wm_observations *repeats = &item->series[WM_OBSERVATIONS_REPEATS];
    if (!fault->fault.in_repeats)
        return wm_transcripts_has_injected(&model->transcripts, item->index);
    for (size_t i = 0; i < repeats->count; i++)
        if (!repeats->at[i].has_failed)
            return true;
    return false;
}

/* The outcome of the item's planned fault; NONE if the item could not run. */
static wm_planned_fault_outcome fault_of(const wm_model *model, const wm_model_item *item)
{
    for (size_t i = 0; i < model->faults.count; i++) {
        const wm_planned_faults_item *fault = &model->faults.item[i];
        if (fault->index != item->index)
            continue;
        return fault->outcome != WM_PLANNED_FAULTS_NOT_JUDGED || has_run(model, item, fault)
                   ? fault->outcome
                   : WM_PLANNED_FAULTS_NONE;
    }
    return WM_PLANNED_FAULTS_NONE;
}

static wm_model_verdict judge(const wm_model *model, const wm_model_item *item)
{
    const wm_verdict_claims claims = {word_of(item, "verified"), word_of(item, "transcript"),
                                      of_point(model, item, "errors"),
                                      of_point(model, item, "failed_segments")};
    const wm_verdict found = wm_verdict_of(item->item, &claims);
    if (!wm_plan_has_output(item->item)) /* it has no output to judge */
        return (wm_model_verdict){false, item->failure[0] != '\0', fault_of(model, item), NULL};
    return (wm_model_verdict){found.is_wrong, found.is_unknown, fault_of(model, item),
                              found.quantity};
}

wm_tally wm_tally_count(const wm_model *model)
{
    wm_tally tally = {0, 0, 0, 0};
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_verdict found = model->item[i].verdict;
        tally.wrong += found.is_wrong;
        tally.unknown += found.is_unknown;
        tally.caught += found.fault == WM_PLANNED_FAULTS_CAUGHT;
        tally.missed += found.fault == WM_PLANNED_FAULTS_MISSED;
    }
    return tally;
}

wm_planned_fault_outcome wm_tally_about(const wm_model *model, const wm_model_finding *finding)
{
    const wm_planned_faults_item *fault =
        wm_planned_faults_of(&model->faults, finding->name, finding->text);
    return fault != NULL ? fault->outcome : WM_PLANNED_FAULTS_NONE;
}

size_t wm_tally_links(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_claim *claim = model->finding[i].claim;
        count += claim != NULL && claim->subject == WM_SUBJECT_LINK;
    }
    return count;
}

size_t wm_tally_notable(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->finding_count; i++)
        count += wm_tally_about(model, &model->finding[i]) != WM_PLANNED_FAULTS_CAUGHT;
    return count;
}

/* Whether a finding is a check that failed; others are circumstances, as a run that was resumed. */
static bool is_failed_check(const wm_model *model, const wm_model_finding *finding)
{
    static const struct {
        const char *quantity, *text; /* NULL: any text */
    } failed[] = {{".verified", "FAIL"},
                  {".transcript", "reject"},
                  {".transcript", "repaired"},
                  {".transcript", "injected accept"},
                  {".output_kept", "different"},
                  {".agreement", "different"},
                  {".errors", NULL}};
    const char *quantity = finding->name == NULL ? NULL : strrchr(finding->name, '.');
    if (quantity == NULL || wm_tally_about(model, finding) == WM_PLANNED_FAULTS_CAUGHT)
        return false;
    for (size_t i = 0; i < sizeof failed / sizeof failed[0]; i++)
        if (strcmp(quantity, failed[i].quantity) == 0 &&
            (failed[i].text == NULL || strcmp(finding->text, failed[i].text) == 0))
            return true;
    return false;
}

bool wm_tally_is_other_digest(const wm_model_finding *finding)
{
    static const char *const WORDS[] = {"not the digest of the right output",
                                        "the digest of the right output for another nonce",
                                        "has another output than repeat"};
    bool is_one = false; /* as record/audit/finding.c writes it */
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        is_one = is_one || (finding->name == NULL && strstr(finding->text, WORDS[i]) != NULL);
    return is_one;
}

void wm_tally_judge(wm_model *model)
{
    for (size_t i = 0; i < model->item_count; i++)
        model->item[i].verdict = judge(model, &model->item[i]);
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_model_finding *finding = &model->finding[i];
        if (finding->item[0] == NULL || !wm_tally_is_other_digest(finding))
            continue;
        wm_model_verdict *verdict = &model->item[finding->item[0]->index].verdict;
        if (!verdict->is_wrong)
            *verdict = (wm_model_verdict){true, false, verdict->fault, "output_digest"};
    }
}

wm_status wm_tally_failed_checks(const wm_model *model, wm_buffer *labels)
{
    const char *last = "";
    size_t last_size = 0;
    wm_status status = WM_OK;
    for (size_t i = 0; status == WM_OK && i < model->finding_count; i++) {
        const wm_model_finding *finding = &model->finding[i];
        size_t size;
        if (!is_failed_check(model, finding))
            continue;
        size = (size_t)(strrchr(finding->name, '.') - finding->name);
        if (size == last_size && memcmp(last, finding->name, size) == 0)
            continue; /* the same subject's next check */
        status =
            wm_buffer_printf(labels, "%s%.*s", last_size > 0 ? ", " : "", (int)size, finding->name);
        last = finding->name;
        last_size = size;
    }
    return status;
}

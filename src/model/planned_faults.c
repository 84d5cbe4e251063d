/* Decides what came of the planned faults of an audited record. */
#include "model/planned_faults.h"

#include <stdlib.h>
#include <string.h>

wm_status wm_planned_faults_take(const wm_plan *plan, wm_planned_faults *faults)
{
    *faults = (wm_planned_faults){calloc(plan->item_count + 1, sizeof *faults->item), 0};
    if (faults->item == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < plan->item_count; i++) {
        const wm_planned_fault *fault = &plan->items[i].fault;
        wm_planned_faults_item *item = &faults->item[faults->count];
        if (fault->kind == WM_FAULT_NONE)
            continue;
        wm_plan_label(&plan->items[i], item->label);
        item->index = i;
        item->fault = *fault;
        item->outcome = fault->in_repeats ? WM_PLANNED_FAULTS_MISSED : WM_PLANNED_FAULTS_NOT_JUDGED;
        faults->count++;
    }
    return WM_OK;
}

/* The fault of the item LABEL in LABEL.QUANTITY, if the quantity is about it. */
static wm_planned_faults_item *find(const wm_planned_faults *faults, const char *claim,
                                    const char **quantity)
{
    const char *dot = claim == NULL ? NULL : strrchr(claim, '.');
    /* only labels with a fault have these: most findings need no search */
    if (dot == NULL || (strstr(claim, ".injected_") == NULL && strstr(claim, ".faulty_") == NULL))
        return NULL;
    *quantity = dot + 1;
    for (size_t i = 0; i < faults->count; i++) {
        wm_planned_faults_item *item = &faults->item[i];
        if (item->label[0] == claim[0] && strlen(item->label) == (size_t)(dot - claim) &&
            memcmp(item->label, claim, strlen(item->label)) == 0)
            return wm_planned_fault_is_about(&item->fault, *quantity) ? item : NULL;
    }
    return NULL;
}

void wm_planned_faults_note(wm_planned_faults *faults, const char *claim, const char *text)
{
    const char *quantity;
    wm_planned_faults_item *item = find(faults, claim, &quantity);
    const wm_planned_fault_outcome outcome =
        item == NULL ? WM_PLANNED_FAULTS_NONE
                     : wm_planned_fault_judge(&item->fault, quantity, text);
    if (outcome != WM_PLANNED_FAULTS_NONE)
        item->outcome = outcome;
}

const wm_planned_faults_item *wm_planned_faults_of(const wm_planned_faults *faults,
                                                   const char *claim, const char *text)
{
    const char *quantity;
    return strcmp(text, "n/a") == 0 ? NULL : find(faults, claim, &quantity);
}

const char *wm_planned_faults_word(wm_planned_fault_outcome outcome)
{
    static const char *const words[] = {[WM_PLANNED_FAULTS_NONE] = NULL,
                                        [WM_PLANNED_FAULTS_CAUGHT] = "caught",
                                        [WM_PLANNED_FAULTS_MISSED] = "missed",
                                        [WM_PLANNED_FAULTS_NOT_JUDGED] = "not judged"};
    return words[outcome];
}

size_t wm_planned_faults_count(const wm_planned_faults *faults, wm_planned_fault_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < faults->count; i++)
        count += faults->item[i].outcome == outcome;
    return count;
}

void wm_planned_faults_clear(wm_planned_faults *faults)
{
    free(faults->item);
    *faults = (wm_planned_faults){NULL, 0};
}

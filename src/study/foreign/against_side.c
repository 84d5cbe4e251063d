/* What one side of a pair measured, read from the record that it left.
 *
 * The record is audited by this program, so that a rate is one that its evidence has. It is not
 * kept: the pairs' record has the rates, and says whose word they are. */
#include "study/foreign/against_side.h"

#include "base/code_point.h"
#include "model/model_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Why the rate of an item does not count; NULL: it does. */
static const char *bar_of(const wm_model_item *item, const wm_claim *rate)
{
    const wm_claim *verified = wm_claims_on(&item->claims, "verified");
    if (item->verdict.is_wrong)
        return "wrong output";
    if (!wm_claims_has_value(rate))
        return item->failure[0] != '\0' ? item->failure
               : rate->reason != NULL   ? rate->reason
                                        : "no rate";
    if (!(wm_claims_number(rate) > 0))
        return "the rate is not above zero";
    if (wm_plan_has_output(item->item) &&
        (item->verdict.is_unknown || !wm_claims_has_value(verified) ||
         strncmp(verified->value, "PASS", 4) != 0))
        return "output not judged";
    return NULL;
}

static void take_flags(const wm_model_item *item, wm_against_seen *seen)
{
    const wm_observations *repeats = wm_model_repeats(item);
    seen->is_known = true;
    for (size_t i = 0; i < repeats->count; i++) {
        seen->flags |= repeats->at[i].flags;
        seen->is_known = seen->is_known && !repeats->at[i].lacks_flags;
    }
}

static void take(const wm_model_item *item, const wm_claim *rate, wm_against_seen *seen)
{
    const char *bar = bar_of(item, rate);
    memset(seen, 0, sizeof *seen);
    wm_paired_name(item->label, seen->name);
    (void)snprintf(seen->unit, sizeof seen->unit, "%s", rate->unit);
    seen->is_wrong = item->verdict.is_wrong;
    seen->rate = bar == NULL ? wm_claims_number(rate) : (double)NAN;
    if (bar != NULL)
        (void)snprintf(seen->reason, sizeof seen->reason, "%.*s", WM_FIT(bar, 160));
    take_flags(item, seen);
}

/* Whether pairs are made of an item. */
static bool is_paired(const wm_model_item *item)
{
    return item->item->fault.kind == WM_FAULT_NONE && wm_claims_on(&item->claims, "rate") != NULL;
}

void wm_against_side_read(const char *path, wm_against_side *side, char why[WM_AGAINST_REASON])
{
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_model_read(path, NULL, &model, &err);
    wm_against_side_clear(side);
    why[0] = '\0';
    if (status == WM_OK)
        side->seen = calloc(model.item_count + 1, sizeof *side->seen);
    for (size_t i = 0; side->seen != NULL && i < model.item_count; i++)
        if (is_paired(&model.item[i]))
            take(&model.item[i], wm_claims_on(&model.item[i].claims, "rate"),
                 &side->seen[side->count++]);
    if (status == WM_OK && side->seen == NULL)
        (void)snprintf(why, WM_AGAINST_REASON, "%s", wm_status_text(WM_E_NOMEM));
    else if (status == WM_OK && side->count == 0)
        (void)snprintf(why, WM_AGAINST_REASON, "no item of its record has a rate");
    else if (status != WM_OK && model.report.failure.tag[0] != '\0')
        (void)snprintf(why, WM_AGAINST_REASON, "left a record that is not valid [%.16s]",
                       model.report.failure.tag);
    else if (status != WM_OK)
        (void)snprintf(why, WM_AGAINST_REASON, "left no record: %s", wm_status_text(status));
    wm_model_close(&model);
}

const wm_against_seen *wm_against_side_find(const wm_against_side *side, const char *name)
{
    for (size_t i = 0; i < side->count; i++)
        if (strcmp(side->seen[i].name, name) == 0)
            return &side->seen[i];
    return NULL;
}

void wm_against_side_clear(wm_against_side *side)
{
    free(side->seen);
    *side = (wm_against_side){NULL, 0};
}

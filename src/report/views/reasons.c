/* Reasons: why a claim has no value. */
#include "report/views/reasons.h"

#include <stdio.h>
#include <string.h>

const char *wm_reasons_find(const wm_model *model, const wm_claim *claim,
                            char room[WM_REASONS_SIZE])
{
    const wm_model_item *item = wm_model_item_of(model, claim);
    const char *reason = claim->reason;
    if (claim->value != NULL)
        return NULL;
    if (reason == NULL || item == NULL || item->failure[0] == '\0' ||
        (strcmp(reason, "repeat failed") != 0 && strcmp(reason, "calibration failed") != 0))
        return reason;
    (void)snprintf(room, WM_REASONS_SIZE, "%s: %s", reason, item->failure);
    return room;
}

const char *wm_reasons_budget(const wm_model_item *item)
{
    static const char begin[] = "over the budget: "; /* as the run writes it */
    const bool is_over = strncmp(item->failure, begin, sizeof begin - 1) == 0;
    return is_over ? "over the budget of the run; -v says by how much" : NULL;
}

void wm_reasons_throttle(unsigned bits, bool only_flagging, char room[WM_REASONS_SIZE])
{
    static const struct {
        unsigned bit;
        const char *words;
        bool counts;
    } REASONS[] = {
#define REASON_ROW(id, bit, words, counts) {WM_THROTTLE_##id, words, counts},
        WM_THROTTLE_LIST(REASON_ROW)
#undef REASON_ROW
    };
    size_t at = 0;
    room[0] = '\0';
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0] && at < WM_REASONS_SIZE; i++)
        if ((bits & REASONS[i].bit) != 0 && (REASONS[i].counts || !only_flagging))
            at += (size_t)snprintf(room + at, WM_REASONS_SIZE - at, "%s%s", at > 0 ? ", " : "",
                                   REASONS[i].words);
}

const char *wm_reasons_narrow(const wm_model_item *item)
{
    const wm_claim *claim = item != NULL ? wm_claims_on(&item->claims, "independence") : NULL;
    const bool is_finding =
        wm_claims_has_value(claim) && wm_subject_is_finding(claim->quantity, false, claim->text);
    return is_finding ? claim->text : NULL;
}

void wm_reasons_disturbed(const wm_model_item *item, char room[WM_REASONS_SIZE])
{
    const wm_observations *repeats = wm_model_repeats(item);
    size_t count = 0, used;
    unsigned told = 0;
    room[0] = '\0';
    for (size_t i = 0; i < repeats->count; i++)
        count += repeats->at[i].flags != 0;
    if (count == 0)
        return;
    used = (size_t)snprintf(room, WM_REASONS_SIZE, "%zu of %lu:", count,
                            (unsigned long)item->item->repeats);
    for (size_t i = 0; i < repeats->count; i++)
        for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
            if ((repeats->at[i].flags & ~told) >> flag & 1u && used < WM_REASONS_SIZE) {
                used += (size_t)snprintf(room + used, WM_REASONS_SIZE - used, "%s%s",
                                         told == 0 ? " " : ", ", wm_rule_flag_word((wm_flag)flag));
                told |= 1u << flag;
            }
}

void wm_reasons_unknown(const wm_model_item *item, char room[WM_REASONS_SIZE])
{
    const wm_observations_tally tally = wm_observations_count(wm_model_repeats(item));
    room[0] = '\0';
    if (tally.unknown > 0)
        (void)snprintf(room, WM_REASONS_SIZE, "flags unknown: %zu of %zu repeats", tally.unknown,
                       tally.measured);
}

void wm_reasons_disturbed_rate(const wm_model *model, const wm_claim *claim,
                               char room[WM_REASONS_SIZE])
{
    const wm_model_item *item = wm_model_item_of(model, claim);
    room[0] = '\0';
    if (item != NULL && claim->quantity->function == WM_FUNCTION_MEDIAN_RATE)
        wm_reasons_disturbed(item, room);
}

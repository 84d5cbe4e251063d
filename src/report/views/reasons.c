/* Reasons: why a claim has no value, and why an item is wrong. */
#include "report/views/reasons.h"

#include "record/laws/rounding.h"

#include <math.h>
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
    return wm_model_is_over_budget(item) ? "over the budget of the run; -v says by how much" : NULL;
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

static const char *text_of(const wm_model_item *item, const char *quantity)
{
    return wm_claims_on(&item->claims, quantity)->text;
}

static bool is(const wm_claim *claim, const char *text)
{
    return claim != NULL && strcmp(claim->text, text) == 0;
}

/* Whether a claim of the item is above another of its claims, which limits it. */
static bool is_above(const wm_model_item *item, const char *quantity, const char *limit)
{
    return wm_claims_number(wm_claims_on(&item->claims, quantity)) >
           wm_claims_number(wm_claims_on(&item->claims, limit));
}

const char *wm_reasons_wrong(const wm_model_item *item)
{
    const char *quantity = item->verdict.quantity;
    if (quantity != NULL && strcmp(quantity, "verified") == 0)
        return "its output failed the check";
    if (quantity != NULL && strcmp(quantity, "transcript") == 0)
        return "its output was not accepted";
    if (quantity != NULL && strcmp(quantity, "output_digest") == 0)
        return "its output has not the digest of the right one";
    return "outputs under load differ";
}

/* The claims are over all repeats, so one that is beyond its limit is so in a repeat. They are
 * asked in the order of the rule (record.md section 4, decision). */
const char *wm_reasons_rejected(const wm_model_item *item, char room[WM_REASONS_SIZE])
{
    const char *wrong = wm_reasons_wrong(item);
    const wm_result g = wm_result_number(wm_claims_number(wm_claims_on(&item->claims, "rounding")));
    const wm_rounding_band band = wm_rounding_band_of(item->item, 1);
    if (is_above(item, "row_statistic", "row_threshold"))
        (void)snprintf(room, WM_REASONS_SIZE, "%s: row statistic %s is above %s", wrong,
                       text_of(item, "row_statistic"), text_of(item, "row_threshold"));
    else if (wm_rounding_judge(item->item, &g, 1) == WM_ROUNDING_FAILS && isfinite(g.number))
        (void)snprintf(room, WM_REASONS_SIZE, "%s: G %s is not in %.4g .. %.4g", wrong,
                       text_of(item, "rounding"), band.low, band.high);
    else if (is_above(item, "residual", "tolerance"))
        (void)snprintf(room, WM_REASONS_SIZE, "%s: residual %s is above %s", wrong,
                       text_of(item, "residual"), text_of(item, "tolerance"));
    else if (wm_tables_has(item->item->variant, WM_TRAIT_EXACT) &&
             strcmp(item->verdict.quantity, "verified") == 0 &&
             is(wm_claims_on(&item->claims, "numerical_class"), "Snd"))
        return "its outputs differ, and the right one is always the same";
    else
        return wrong;
    return room;
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

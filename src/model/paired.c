/* What a record of `run --against` says: the items of its pairs. */
#include "model/paired.h"

#include "base/status.h"
#include "model/mask.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wm_paired_is(const wm_model *model)
{
    return model->item_count == 0 && strcmp(model->plan_name, WM_PAIRED_PLAN) == 0;
}

/* ---- items ----------------------------------------------------------------------------------- */

static const wm_claim *find_claim(const wm_model *model, const char *name, const char *rest)
{
    char whole[WM_PAIRED_NAME + 24];
    (void)snprintf(whole, sizeof whole, "x." WM_PAIRED_SERIES "%s.%s", name, rest);
    return wm_claims_named(&model->claims, whole);
}

/* The item with this name; makes it if needed. NULL: out of memory, or too many. */
static wm_paired_item *item_of(const wm_model *model, const char *name, wm_paired *paired)
{
    wm_paired_item *grown;
    for (size_t i = 0; i < paired->count; i++)
        if (strcmp(paired->item[i].name, name) == 0)
            return &paired->item[i];
    if (paired->count == WM_PAIRED_ITEMS)
        return NULL;
    grown = realloc(paired->item, (paired->count + 1) * sizeof *grown);
    if (grown == NULL)
        return NULL;
    paired->item = grown;
    grown += paired->count++;
    memset(grown, 0, sizeof *grown);
    memcpy(grown->name, name, strlen(name) + 1); /* the caller saw that it fits */
    grown->ratio = find_claim(model, grown->name, "ratio");
    grown->rate[0] = find_claim(model, grown->name, "rate_a");
    grown->rate[1] = find_claim(model, grown->name, "rate_b");
    return grown;
}

/* Makes room for one pair more. */
static bool grow(wm_paired_item *item)
{
    const size_t wanted = 2 * item->capacity + 16;
    double *ratios, *room;
    if (item->pairs < item->capacity)
        return true;
    ratios = realloc(item->ratios, wanted * sizeof *ratios);
    item->ratios = ratios != NULL ? ratios : item->ratios;
    room = realloc(item->room, wanted * sizeof *room);
    item->room = room != NULL ? room : item->room;
    if (ratios == NULL || room == NULL)
        return false;
    item->capacity = wanted;
    return true;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* What a pair says of an item, until it is added. */
typedef struct {
    double ratio, rate[WM_PAIRED_SIDES];
    bool is_wrong[WM_PAIRED_SIDES], is_flagged, is_unknown;
    unsigned flags;
} pair;

static void take_number(const wm_named_number *number, pair *of)
{
    static const char *const WRONG[WM_PAIRED_SIDES] = {"a_wrong", "b_wrong"};
    static const char *const RATE[WM_PAIRED_SIDES] = {"a_rate", "b_rate"};
    const bool is_set = number->number > 0;
    char name[WM_PAIRED_VALUE];
    if (wm_member_is(number->name, "ratio"))
        of->ratio = number->number;
    else if (wm_member_is(number->name, "flagged"))
        of->is_flagged = is_set;
    else if (wm_member_is(number->name, "unknown"))
        of->is_unknown = is_set;
    for (size_t i = 0; i < WM_PAIRED_SIDES; i++) {
        if (wm_member_is(number->name, WRONG[i]))
            of->is_wrong[i] = is_set;
        if (wm_member_is(number->name, RATE[i]))
            of->rate[i] = number->number;
        for (unsigned flag = 0; flag < WM_FLAG_WORDS && is_set; flag++) {
            (void)snprintf(name, sizeof name, "%c_%s", i == 0 ? 'a' : 'b',
                           wm_rule_flag_word((wm_flag)flag));
            if (wm_member_is(number->name, name))
                of->flags |= 1u << flag;
        }
    }
}

/* A ratio and a count of flags are the record's own numbers, and what they follow from is beside
 * them. A ratio that does not is none; a flag counts, whatever `flagged` says. */
static void add(pair *of, const wm_values *values, wm_paired_item *item)
{
    char reason[WM_PAIRED_REASON];
    const bool is_other = isfinite(of->ratio) && of->ratio != of->rate[1] / of->rate[0];
    if (is_other)
        of->ratio = (double)NAN;
    of->is_flagged = of->is_flagged || of->flags != 0;
    item->ratios[item->pairs++] = of->ratio;
    for (size_t i = 0; i < WM_PAIRED_SIDES; i++)
        item->wrong[i] += of->is_wrong[i];
    item->flagged += of->is_flagged;
    item->unknown += of->is_unknown;
    item->disturbed += of->is_flagged || of->is_unknown;
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
        item->flags[flag] += of->flags >> flag & 1u;
    if (isfinite(of->ratio) || item->absent++ > 0)
        return;
    if (is_other) {
        (void)snprintf(item->reason, sizeof item->reason, "a ratio is not that of its two rates");
        return;
    }
    (void)wm_member_copy(wm_member_reason(values->numbers), reason, sizeof reason);
    wm_mask_text(wm_member_text(reason), item->reason, sizeof item->reason);
}

wm_status wm_paired_take(const wm_model *model, const wm_external_node *line, wm_paired *paired)
{
    static const size_t lead = sizeof WM_PAIRED_SERIES - 1;
    pair of = {.ratio = (double)NAN, .rate = {(double)NAN, (double)NAN}};
    wm_list numbers = line->values.numbers;
    wm_named_number number;
    wm_paired_item *item;
    char series[WM_PAIRED_NAME + 32];
    (void)wm_member_copy(line->series, series, sizeof series);
    if (strncmp(series, WM_PAIRED_SERIES, lead) != 0 || strlen(series + lead) >= WM_PAIRED_NAME)
        return WM_OK;
    item = item_of(model, series + lead, paired);
    if (item == NULL)
        return paired->count == WM_PAIRED_ITEMS ? WM_E_LIMIT : WM_E_NOMEM;
    if (!grow(item))
        return WM_E_NOMEM;
    while (wm_member_next_value(&numbers, &number))
        take_number(&number, &of);
    add(&of, &line->values, item);
    return WM_OK;
}

void wm_paired_clear(wm_paired *paired)
{
    for (size_t i = 0; i < paired->count; i++) {
        free(paired->item[i].ratios);
        free(paired->item[i].room);
    }
    free(paired->item);
    *paired = (wm_paired){NULL, 0};
}

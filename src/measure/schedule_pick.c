/* Makes plans from labels. */
#include "measure/schedule_pick.h"

#include "base/near_words.h"
#include "base/status.h"
#include "measure/item_label.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status refuse_nomem(wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
}

/* ---- from labels alone ----------------------------------------------------------------------- */

static wm_status add_label(const char *label, uint32_t repeats, wm_schedule *schedule,
                           wm_error *err)
{
    wm_item *item = &schedule->items[schedule->item_count];
    wm_error inner = {WM_OK, "", ""};
    const wm_status status = wm_item_label_read(label, repeats, item, &inner);
    if (status != WM_OK)
        return wm_error_set(err, status, "item", "%.100s: %s", label, inner.message);
    for (size_t i = 0; i < schedule->item_count; i++)
        if (wm_plan_is_same_item(item, &schedule->items[i]))
            return wm_error_set(err, WM_E_INVALID, "item", "%.100s is given twice", label);
    schedule->item_count++;
    return WM_OK;
}

wm_status wm_schedule_pick_make(const wm_schedule_pick *pick, wm_schedule *schedule, wm_error *err)
{
    const uint32_t repeats = pick->repeats > 0 ? pick->repeats : WM_SCHEDULE_PICK_REPEATS;
    wm_status status = WM_OK;
    *schedule = (wm_schedule){.name = "picked", .repeat_seconds = WM_SCHEDULE_PICK_SECONDS};
    if (!isnan(pick->repeat_seconds))
        schedule->repeat_seconds = pick->repeat_seconds;
    if (pick->label_count > WM_TABLES_ITEMS)
        return wm_error_set(err, WM_E_LIMIT, "item", "a plan has at most %d items",
                            WM_TABLES_ITEMS);
    schedule->items = calloc(pick->label_count + 1, sizeof *schedule->items);
    if (schedule->items == NULL)
        return refuse_nomem(err);
    for (size_t i = 0; i < pick->label_count && status == WM_OK; i++)
        status = add_label(pick->labels[i], repeats, schedule, err);
    if (status != WM_OK)
        wm_schedule_clear(schedule);
    return status;
}

/* ---- from a plan ----------------------------------------------------------------------------- */

const char **wm_schedule_pick_labels(const wm_item *items, size_t count)
{
    const char **labels = malloc((count + 1) * (sizeof *labels + WM_PLAN_LABEL_SIZE));
    char *text = (char *)(labels + count);
    for (size_t i = 0; labels != NULL && i < count; i++, text += WM_PLAN_LABEL_SIZE) {
        wm_plan_label(&items[i], text);
        labels[i] = text;
    }
    return labels;
}

static wm_status refuse_label(const wm_schedule *schedule, const char *owner, const char *label,
                              wm_error *err)
{
    const char **labels = wm_schedule_pick_labels(schedule->items, schedule->item_count);
    char words[256] = "";
    if (labels == NULL)
        return refuse_nomem(err);
    wm_near_words_write(label, labels, schedule->item_count, words, sizeof words);
    free(labels);
    return wm_error_set(err, WM_E_NOTFOUND, "item", "%s has no item '%.100s'; nearest: %s", owner,
                        label, words);
}

/* Whether the item has a label, in any form of its shape. */
static bool has_label(const wm_item *item, const char *wanted)
{
    char label[WM_PLAN_LABEL_SIZE];
    wm_plan_label(item, label);
    return strcmp(label, wanted) == 0;
}

static bool is_picked(const wm_schedule_pick *pick, const wm_item *item)
{
    for (size_t i = 0; i < pick->label_count; i++)
        if (has_label(item, pick->labels[i]))
            return true;
    return pick->label_count == 0;
}

wm_status wm_schedule_pick_items(const wm_schedule_pick *pick, const char *owner,
                                 wm_schedule *schedule, wm_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < pick->label_count; i++) {
        size_t at = 0;
        while (at < schedule->item_count && !has_label(&schedule->items[at], pick->labels[i]))
            at++;
        if (at == schedule->item_count)
            return refuse_label(schedule, owner, pick->labels[i], err);
    }
    for (size_t i = 0; i < schedule->item_count; i++)
        if (is_picked(pick, &schedule->items[i]))
            schedule->items[kept++] = schedule->items[i];
    schedule->item_count = kept;
    return WM_OK;
}

/* Changes the repeats of all items. */
static wm_status change_repeats(wm_schedule *schedule, uint32_t repeats, bool *is_changed,
                                wm_error *err)
{
    for (size_t i = 0; i < schedule->item_count; i++) {
        wm_item *item = &schedule->items[i];
        wm_error inner = {WM_OK, "", ""};
        char label[WM_PLAN_LABEL_SIZE];
        *is_changed = *is_changed || item->repeats != repeats;
        item->repeats = repeats;
        if (wm_schedule_check_item(item, &inner) == WM_OK)
            continue;
        wm_plan_label(item, label);
        return wm_error_set(err, WM_E_INVALID, "repeats", "%s: %s", label, inner.message);
    }
    return WM_OK;
}

void wm_schedule_pick_rename(wm_schedule *schedule, const char *word)
{
    char name[WM_SCHEDULE_NAME_SIZE];
    const size_t most = sizeof name - 2 - strlen(word);
    (void)snprintf(name, sizeof name, "%.*s-%s", (int)most, schedule->name, word);
    memcpy(schedule->name, name, sizeof name);
}

wm_status wm_schedule_pick_from(const wm_schedule_pick *pick, wm_schedule *schedule, wm_error *err)
{
    const size_t count = schedule->item_count;
    bool is_changed = false;
    char owner[WM_SCHEDULE_NAME_SIZE + 8];
    wm_status status;
    (void)snprintf(owner, sizeof owner, "plan %s", schedule->name);
    status = wm_schedule_pick_items(pick, owner, schedule, err);
    if (status != WM_OK)
        return status;
    if (pick->repeats > 0)
        status = change_repeats(schedule, pick->repeats, &is_changed, err);
    if (!isnan(pick->repeat_seconds) && pick->repeat_seconds != schedule->repeat_seconds) {
        schedule->repeat_seconds = pick->repeat_seconds;
        is_changed = true;
    }
    if (schedule->item_count < count)
        wm_schedule_pick_rename(schedule, "picked");
    else if (is_changed)
        wm_schedule_pick_rename(schedule, "changed");
    return status;
}

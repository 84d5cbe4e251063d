/* Makes items from labels, and plans from items.
 *
 * A label is the inverse of wm_plan_label: WORKLOAD.VARIANT.SHAPE, then a point of operation and a
 * fault. Its parts are read from left to right, because the variant says what the shape is, and the
 * shape where a fault may be. */
#include "measure/schedule_pick.h"

#include "base/code_point.h"

#include "base/near_words.h"
#include "base/status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS = 64, HINT_SIZE = 96, FORM_SIZE = 96 };

/* A part of a label, between dots. */
typedef struct {
    const char *text;
    size_t size;
} part;

/* Takes the next part; false at the end. An empty part is one. */
static bool take_part(const char **rest, part *taken)
{
    if (*rest == NULL)
        return false;
    *taken = (part){*rest, strcspn(*rest, ".")};
    *rest = (*rest)[taken->size] == '.' ? *rest + taken->size + 1 : NULL;
    return true;
}

static bool is_part(const part *of, const char *word)
{
    return strlen(word) == of->size && memcmp(word, of->text, of->size) == 0;
}

/* ---- the variant ----------------------------------------------------------------------------- */

/* Adds a word to a list, once. */
static void add_word(const char **words, size_t *count, const char *word)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(words[i], word) == 0)
            return;
    if (*count < VARIANTS)
        words[(*count)++] = word;
}

/* Refuses a workload or variant, and names the nearest. */
static wm_status refuse_word(const part *workload, const part *variant, wm_error *err)
{
    const char *words[VARIANTS];
    char wrong[64], hint[HINT_SIZE];
    size_t workloads = 0, variants = 0;
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        if (is_part(workload, wm_tables_variant_at(i)->workload))
            add_word(words, &variants, wm_tables_variant_at(i)->variant);
    for (size_t i = 0; variants == 0 && i < wm_tables_variant_count(); i++)
        add_word(words, &workloads, wm_tables_variant_at(i)->workload);
    (void)snprintf(wrong, sizeof wrong, "%.*s",
                   variants > 0 ? (int)variant->size : (int)workload->size,
                   variants > 0 ? variant->text : workload->text);
    wm_near_words_hint(wrong, words, variants + workloads, hint, sizeof hint);
    if (variants == 0)
        return wm_error_set(err, WM_E_INVALID, NULL, "no workload '%s'%s", wrong,
                            hint[0] != '\0' ? hint : "; see `witnessmark list`");
    return wm_error_set(err, WM_E_INVALID, NULL, "%.*s has no variant '%s'%s", (int)workload->size,
                        workload->text, wrong, hint[0] != '\0' ? hint : "; see `witnessmark list`");
}

/* ---- the shape ------------------------------------------------------------------------------- */

/* The form that a variant's shape has in a label: `nN` or `mMnNkK`. */
static void write_form(const wm_variant *variant, char form[FORM_SIZE])
{
    int used = 0;
    for (unsigned i = 0; i < variant->dimension_count; i++)
        used += snprintf(form + used, FORM_SIZE - (size_t)used, "%c%c",
                         variant->dimension[i].letter, variant->dimension[i].letter - 'a' + 'A');
    if (wm_tables_has(variant, WM_TRAIT_SQUARE))
        (void)snprintf(form + used, FORM_SIZE - (size_t)used, " or nN");
}

/* Reads a letter and a number without leading zeros. */
static bool read_dimension(const char **at, const char *end, char letter, uint64_t most,
                           uint64_t *value)
{
    uint64_t number = 0;
    const char *digits;
    if (*at >= end || **at != letter)
        return false;
    digits = ++*at;
    for (; *at < end && **at >= '0' && **at <= '9'; (*at)++)
        if ((number = 10 * number + (uint64_t)(**at - '0')) > most)
            return false;
    *value = number;
    return *at > digits && digits[0] != '0';
}

static bool read_all(const part *shape, wm_item *item)
{
    const char *at = shape->text, *end = at + shape->size;
    for (unsigned i = 0; i < item->variant->dimension_count; i++)
        if (!read_dimension(&at, end, item->variant->dimension[i].letter,
                            wm_tables_dimension_max(item->variant), &item->dimension[i]))
            return false;
    return at == end;
}

/* One number for all dimensions. */
static bool read_square(const part *shape, wm_item *item)
{
    const char *at = shape->text, *end = at + shape->size;
    if (!wm_tables_has(item->variant, WM_TRAIT_SQUARE) ||
        !read_dimension(&at, end, 'n', WM_TABLES_DIMENSION, &item->dimension[0]) || at != end)
        return false;
    for (unsigned i = 1; i < item->variant->dimension_count; i++)
        item->dimension[i] = item->dimension[0];
    return true;
}

static wm_status read_shape(const part *shape, wm_item *item, wm_error *err)
{
    char form[FORM_SIZE];
    if (read_square(shape, item) || read_all(shape, item))
        return WM_OK;
    write_form(item->variant, form);
    return wm_error_set(err, WM_E_INVALID, NULL,
                        "the shape of %s.%s is %s with numbers of 1 to %llu, "
                        "not '%.*s'",
                        item->variant->workload, item->variant->variant, form,
                        (unsigned long long)wm_tables_dimension_max(item->variant),
                        WM_FIT_IN(shape->text, shape->size, 60));
}

/* ---- point and fault ------------------------------------------------------------------------- */

/* Reads `soak` or `soak_8min`. */
static bool read_point(const part *of, wm_item *item)
{
    const char *bar = memchr(of->text, '_', of->size);
    const char *end = of->text + of->size;
    uint64_t minutes = 0;
    const wm_point point =
        wm_tables_point_named(of->text, bar != NULL ? (size_t)(bar - of->text) : of->size);
    if (point == WM_POINT_NONE)
        return false;
    if (bar != NULL && (!read_dimension(&bar, end, '_', WM_TABLES_MINUTES, &minutes) ||
                        end - bar != 3 || memcmp(bar, "min", 3) != 0))
        return false;
    item->point = point;
    item->minutes = (uint32_t)minutes;
    return true;
}

/* Reads `injected_bit` or `faulty_bit`. */
static bool read_fault(const part *of, wm_item *item)
{
    static const char *const leads[] = {"injected_", "faulty_"};
    for (unsigned i = 0; i < 2; i++) {
        const size_t lead = strlen(leads[i]);
        if (of->size <= lead || memcmp(of->text, leads[i], lead) != 0)
            continue;
        item->fault.kind = wm_tables_fault_named(of->text + lead, of->size - lead);
        item->fault.in_repeats = i == 1;
        wm_schedule_centre(item, &item->fault);
        return item->fault.kind != WM_FAULT_NONE;
    }
    return false;
}

/* Reads `trial_WORD` or `trial_WORD_SIZE`; a word may have bars itself. */
static bool read_trial(const part *of, wm_item *item)
{
    static const char lead[] = "trial_";
    const size_t skipped = sizeof lead - 1;
    const char *end = of->text + of->size, *bar = end;
    wm_trial_word word;
    if (of->size <= skipped || memcmp(of->text, lead, skipped) != 0)
        return false;
    word = wm_tables_trial_named(of->text + skipped, of->size - skipped);
    if (word == WM_TRIAL_NOT || wm_tables_trial(word)->most > 0) {
        uint64_t size = 0;
        while (bar > of->text + skipped && bar[-1] >= '0' && bar[-1] <= '9')
            bar--;
        if (bar == end || bar[-1] != '_' || (bar[0] == '0' && bar + 1 < end))
            return false;
        word = wm_tables_trial_named(of->text + skipped, (size_t)(bar - 1 - of->text) - skipped);
        for (const char *at = bar; at < end; at++)
            size = 10 * size + (uint64_t)(*at - '0');
        if (wm_tables_trial(word)->most == 0 || end - bar > 10 ||
            (double)size < wm_tables_trial(word)->least ||
            (double)size > wm_tables_trial(word)->most)
            return false;
        item->trial.size = (uint32_t)size;
    }
    item->trial.word = word;
    return word != WM_TRIAL_NOT;
}

static wm_status read_rest(const char *rest, wm_item *item, wm_error *err)
{
    part next;
    while (take_part(&rest, &next)) {
        if (item->point == WM_POINT_NONE && item->fault.kind == WM_FAULT_NONE &&
            read_point(&next, item))
            continue;
        if (item->fault.kind == WM_FAULT_NONE && read_fault(&next, item))
            continue;
        if (item->point == WM_POINT_NONE && item->fault.kind == WM_FAULT_NONE && rest == NULL &&
            read_trial(&next, item))
            continue;
        return wm_error_set(err, WM_E_INVALID, NULL,
                            "'%.*s' is neither a point of operation nor a fault",
                            WM_FIT_IN(next.text, next.size, 60));
    }
    return WM_OK;
}

wm_status wm_schedule_pick_label(const char *label, uint32_t repeats, wm_item *item, wm_error *err)
{
    part workload, variant, shape;
    const char *rest = label;
    wm_status status;
    *item = (wm_item){.repeats = repeats};
    if (!take_part(&rest, &workload) || !take_part(&rest, &variant) || !take_part(&rest, &shape))
        return wm_error_set(err, WM_E_INVALID, NULL,
                            "'%.*s' is not of the form WORKLOAD.VARIANT.SHAPE, as in "
                            "gemm.fp16.n4096",
                            WM_FIT(label, 100));
    item->variant = wm_tables_variant(workload.text, workload.size, variant.text, variant.size);
    if (item->variant == NULL)
        return refuse_word(&workload, &variant, err);
    status = read_shape(&shape, item, err);
    if (status == WM_OK)
        status = wm_schedule_check_item(item, err); /* the output's size, before a fault's place */
    if (status == WM_OK)
        status = read_rest(rest, item, err);
    return status == WM_OK ? wm_schedule_check_item(item, err) : status;
}

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
    const wm_status status = wm_schedule_pick_label(label, repeats, item, &inner);
    if (status != WM_OK)
        return wm_error_set(err, status, "item", "%.*s: %s", WM_FIT(label, 100), inner.message);
    for (size_t i = 0; i < schedule->item_count; i++)
        if (wm_plan_is_same_item(item, &schedule->items[i]))
            return wm_error_set(err, WM_E_INVALID, "item", "%.*s is given twice",
                                WM_FIT(label, 100));
    schedule->item_count++;
    return WM_OK;
}

wm_status wm_schedule_pick_make(const wm_schedule_pick *pick, wm_schedule *schedule, wm_error *err)
{
    const uint32_t repeats = pick->repeats > 0 ? pick->repeats : WM_SCHEDULE_REPEATS;
    wm_status status = WM_OK;
    *schedule = (wm_schedule){.name = "picked", .repeat_seconds = WM_SCHEDULE_SECONDS};
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

/* Takes `tolerance_of` from items whose named item was not picked, and counts them. */
static void settle(wm_schedule *schedule)
{
    for (size_t i = 0; i < schedule->item_count; i++)
        if (schedule->items[i].tolerance_of != NULL && wm_plan_named(schedule->items, i) == i &&
            schedule->unjudged_count++ == 0)
            schedule->unjudged = schedule->items[i];
    wm_schedule_settle(schedule);
}

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
    return wm_error_set(err, WM_E_NOTFOUND, "item", "%s has no item '%.*s'; nearest: %s", owner,
                        WM_FIT(label, 100), words);
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
    settle(schedule);
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

/* ---- for a light record ---------------------------------------------------------------------- */

wm_status wm_schedule_pick_light(wm_schedule *schedule, size_t *left_out, wm_error *err)
{
    size_t kept = 0;
    *left_out = 0;
    for (size_t i = 0; i < schedule->item_count; i++) {
        wm_item item = schedule->items[i];
        if (!wm_tables_has(item.variant, WM_TRAIT_EXACT) || item.trial.word != WM_TRIAL_NOT)
            continue;
        if (item.repeats > WM_TABLES_LIGHT_REPEATS)
            item.repeats = WM_TABLES_LIGHT_REPEATS;
        if (kept < WM_TABLES_LIGHT_ITEMS)
            schedule->items[kept++] = item;
        else
            ++*left_out;
    }
    if (kept == 0)
        return wm_error_set(err, WM_E_NOTFOUND, "light",
                            "plan %s has no exact item, and a light record takes no other",
                            schedule->name);
    schedule->item_count = kept;
    settle(schedule);
    schedule->is_light = true;
    wm_schedule_pick_rename(schedule, "light");
    return WM_OK;
}

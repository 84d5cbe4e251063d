/* The table of subjects, and the expansion of a plan. */
#include "record/subject.h"

#include <stdio.h>
#include <string.h>

static size_t count_items(const wm_plan *plan)
{
    return plan->item_count;
}

static void label_item(const wm_plan *plan, size_t index, char label[WM_PLAN_LABEL_SIZE])
{
    wm_plan_label(&plan->items[index], label);
}

static const wm_variant *variant_of_item(const wm_plan *plan, size_t index)
{
    return plan->items[index].variant;
}

/* The record itself; none where the plan has no items. */
static size_t count_records(const wm_plan *plan)
{
    return plan->item_count > 0 ? 1 : 0;
}

static void label_record(const wm_plan *plan, size_t index, char label[WM_PLAN_LABEL_SIZE])
{
    (void)plan;
    (void)index;
    snprintf(label, WM_PLAN_LABEL_SIZE, "record");
}

/* Where the subjects of a kind are in a plan. A kind without functions has none there: the producer
 * chooses its claims. */
static const struct {
    size_t (*count)(const wm_plan *plan);
    void (*label)(const wm_plan *plan, size_t index, char label[WM_PLAN_LABEL_SIZE]);
    const wm_variant *(*variant)(const wm_plan *plan, size_t index);
} IN_PLAN[] = {
    [WM_SUBJECT_ITEM] = {count_items, label_item, variant_of_item},
    [WM_SUBJECT_RECORD] = {count_records, label_record, NULL},
    [WM_SUBJECT_OWN] = {NULL, NULL, NULL},
};

static const wm_subject SUBJECTS[] = {
#define SUBJECT(id, name, prefix, ...) {name, prefix, {__VA_ARGS__}},
    WM_SUBJECT_LIST(SUBJECT)
#undef SUBJECT
};

enum { SUBJECT_COUNT = sizeof SUBJECTS / sizeof SUBJECTS[0] };

const wm_subject *wm_subject_at(size_t kind)
{
    return kind < SUBJECT_COUNT ? &SUBJECTS[kind] : NULL;
}

bool wm_subject_needs(wm_subject_kind kind, const wm_variant *variant, wm_class class)
{
    for (size_t i = 0; i < WM_SUBJECT_NEEDS; i++) {
        const wm_subject_need *need = &SUBJECTS[kind].need[i];
        if (need->class == class && need->class != 0 &&
            (need->trait == 0 || wm_tables_has(variant, need->trait)))
            return true;
    }
    return false;
}

/* Whether a subject of a variant has a quantity. */
static bool has_quantity(const wm_variant *variant, const wm_quantity *quantity)
{
    return quantity->needs == 0 ||
           (variant != NULL && wm_tables_has(variant, (wm_trait)quantity->needs));
}

void wm_subject_begin(wm_expansion *at, const wm_plan *plan)
{
    memset(at, 0, sizeof *at);
    at->plan = plan;
}

/* Moves to the next quantity; after the last, to the next subject. */
static void move(wm_expansion *at)
{
    if (++at->quantity < wm_tables_count())
        return;
    at->quantity = 0;
    at->index++;
    at->has_label = false;
}

bool wm_subject_peek(wm_expansion *at, wm_step *step)
{
    while (at->plan != NULL && at->kind < SUBJECT_COUNT) {
        const wm_quantity *quantity = wm_tables_at(at->quantity);
        const wm_variant *variant;
        if (IN_PLAN[at->kind].count == NULL || at->index >= IN_PLAN[at->kind].count(at->plan)) {
            at->kind++;
            at->index = at->quantity = 0;
            at->has_label = false;
            continue;
        }
        variant = IN_PLAN[at->kind].variant == NULL
                      ? NULL
                      : IN_PLAN[at->kind].variant(at->plan, at->index);
        if ((size_t)quantity->subject != at->kind || !has_quantity(variant, quantity)) {
            move(at);
            continue;
        }
        if (!at->has_label)
            IN_PLAN[at->kind].label(at->plan, at->index, at->label);
        at->has_label = true;
        step->kind = (wm_subject_kind)at->kind;
        step->index = at->index;
        step->quantity = quantity;
        step->number = at->number;
        step->unit = quantity->unit == NULL ? variant->unit : quantity->unit;
        step->label = at->label;
        return true;
    }
    return false;
}

bool wm_subject_next(wm_expansion *at, wm_step *step)
{
    if (!wm_subject_peek(at, step))
        return false;
    move(at);
    at->number++;
    return true;
}

void wm_subject_skip(wm_expansion *at)
{
    wm_step step;
    (void)wm_subject_next(at, &step);
}

size_t wm_subject_claims(const wm_plan *plan)
{
    wm_expansion at;
    wm_step step;
    wm_subject_begin(&at, plan);
    while (wm_subject_next(&at, &step)) {
    }
    return at.number;
}

void wm_subject_claim_name(const wm_step *step, char name[WM_SUBJECT_NAME_SIZE])
{
    snprintf(name, WM_SUBJECT_NAME_SIZE, "%s.%s", step->label, step->quantity->name);
}

bool wm_subject_is_own(wm_text name)
{
    const char *prefix = SUBJECTS[WM_SUBJECT_OWN].prefix;
    const size_t size = strlen(prefix);
    return name.bytes != NULL && name.size >= size && memcmp(name.bytes, prefix, size) == 0;
}

bool wm_subject_is_finding(const wm_quantity *quantity, bool is_null, const char *text)
{
    const bool is_compared = !is_null || quantity->text == WM_TEXT_WORD;
    return (quantity->quiet != NULL && is_compared && strcmp(text, quantity->quiet) != 0) ||
           (quantity->alarm != NULL && strcmp(text, quantity->alarm) == 0);
}

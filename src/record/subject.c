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

/* Indexed by wm_subject_kind. */
static const wm_subject SUBJECTS[] = {
    {"item",
     NULL,
     count_items,
     label_item,
     variant_of_item,
     {{WM_CLASS_WORKLOAD, (wm_trait)0},
      {WM_CLASS_CALIBRATION, WM_TRAIT_CALIBRATION},
      {WM_CLASS_STAGE, (wm_trait)0}}},
    {"record",
     NULL,
     count_records,
     label_record,
     NULL,
     {{WM_CLASS_SESSION, (wm_trait)0},
      {WM_CLASS_WORKLOAD, (wm_trait)0},
      {(wm_class)0, (wm_trait)0}}},
    {"own",
     "x.",
     NULL,
     NULL,
     NULL,
     {{WM_CLASS_EXTERNAL, (wm_trait)0}, {(wm_class)0, (wm_trait)0}, {(wm_class)0, (wm_trait)0}}},
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
        if (need->class == class && (need->trait == 0 || wm_tables_has(variant, need->trait)))
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
        const wm_subject *subject = &SUBJECTS[at->kind];
        const wm_quantity *quantity = wm_tables_at(at->quantity);
        const wm_variant *variant;
        if (subject->count == NULL || at->index >= subject->count(at->plan)) {
            at->kind++;
            at->index = at->quantity = 0;
            at->has_label = false;
            continue;
        }
        variant = subject->variant == NULL ? NULL : subject->variant(at->plan, at->index);
        if ((size_t)quantity->subject != at->kind || !has_quantity(variant, quantity)) {
            move(at);
            continue;
        }
        if (!at->has_label)
            subject->label(at->plan, at->index, at->label);
        at->has_label = true;
        step->kind = (wm_subject_kind)at->kind;
        step->index = at->index;
        step->quantity = quantity;
        step->quantity_index = at->quantity;
        step->unit = quantity->unit == NULL ? variant->unit : quantity->unit;
        step->label = at->label;
        return true;
    }
    return false;
}

void wm_subject_skip(wm_expansion *at)
{
    wm_step step;
    if (wm_subject_peek(at, &step))
        move(at);
}

bool wm_subject_next(wm_expansion *at, wm_step *step)
{
    if (!wm_subject_peek(at, step))
        return false;
    move(at);
    return true;
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

bool wm_subject_is_finding(const wm_quantity *quantity, const char *text)
{
    return (quantity->quiet != NULL && strcmp(text, quantity->quiet) != 0) ||
           (quantity->alarm != NULL && strcmp(text, quantity->alarm) == 0);
}

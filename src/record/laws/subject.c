/* The table of subjects, and the expansion of a plan.
 *
 * The claims of a record, their order and their names follow from the plan alone. One iteration
 * gives them to the seal, to the audit and to the views, so that no two can disagree about which
 * claims a record has. */
#include "record/laws/subject.h"

#include <stdio.h>
#include <string.h>

#include "record/laws/change.h"

/* The plan whose item a link is about. */
static const wm_plan *linked_plan(const wm_expansion *at)
{
    return at->linked[at->linked_at].plan;
}

static size_t count_items(const wm_expansion *at)
{
    return at->plan->item_count;
}

static void label_item(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE])
{
    wm_plan_label(&at->plan->items[at->index], label);
}

static const wm_variant *variant_of_item(const wm_expansion *at)
{
    return at->plan->items[at->index].variant;
}

static bool is_item(const wm_expansion *at)
{
    return wm_plan_has_output(&at->plan->items[at->index]);
}

static bool is_slope(const wm_expansion *at)
{
    return wm_plan_has_slope(&at->plan->items[at->index]);
}

static bool is_point(const wm_expansion *at)
{
    return at->plan->items[at->index].point != WM_POINT_NONE;
}

static bool is_profile(const wm_expansion *at)
{
    return wm_plan_procedure(&at->plan->items[at->index]) == WM_PROCEDURE_PROFILE;
}

static bool is_trials(const wm_expansion *at)
{
    return wm_plan_procedure(&at->plan->items[at->index]) == WM_PROCEDURE_TRIALS;
}

static bool is_attack(const wm_expansion *at)
{
    return wm_tables_trial(at->plan->items[at->index].trial.word)->is_attack;
}

static bool is_rate_attack(const wm_expansion *at)
{
    return wm_tables_trial(at->plan->items[at->index].trial.word)->is_rate;
}

static bool is_pair(const wm_expansion *at)
{
    return wm_tables_trial(at->plan->items[at->index].trial.word)->is_pair;
}

static bool is_change(const wm_expansion *at)
{
    return wm_change_base(at->plan, at->index) < at->plan->item_count;
}

static void label_change(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE])
{
    char item[WM_PLAN_LABEL_SIZE];
    wm_plan_label(&at->plan->items[at->index], item);
    snprintf(label, WM_SUBJECT_LABEL_SIZE, "change.%s", item);
}

static bool is_judged(const wm_expansion *at)
{
    return wm_plan_named(at->plan->items, at->index) < at->index;
}

static void label_judged(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE])
{
    const wm_item *item = &at->plan->items[at->index];
    char of_item[WM_PLAN_LABEL_SIZE];
    wm_plan_label(item, of_item);
    snprintf(label, WM_SUBJECT_LABEL_SIZE, "at_%s.%s", item->tolerance_of->variant, of_item);
}

/* The record itself; none where the plan has no items. */
static size_t count_records(const wm_expansion *at)
{
    return at->plan->item_count > 0 ? 1 : 0;
}

static void label_record(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE])
{
    (void)at;
    snprintf(label, WM_SUBJECT_LABEL_SIZE, "record");
}

static size_t count_links(const wm_expansion *at)
{
    return at->linked_at < at->linked_count ? linked_plan(at)->item_count : 0;
}

static void label_link(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE])
{
    char item[WM_PLAN_LABEL_SIZE];
    wm_plan_label(&linked_plan(at)->items[at->index], item);
    snprintf(label, WM_SUBJECT_LABEL_SIZE, "link.%u.%s", at->linked[at->linked_at].number % 10,
             item);
}

static const wm_variant *variant_of_link(const wm_expansion *at)
{
    return linked_plan(at)->items[at->index].variant;
}

static bool is_link(const wm_expansion *at)
{
    return wm_plan_has_output(&linked_plan(at)->items[at->index]);
}

static bool is_recall(const wm_expansion *at)
{
    return wm_plan_procedure(&linked_plan(at)->items[at->index]) == WM_PROCEDURE_PROFILE;
}

static size_t count_priors(const wm_expansion *at)
{
    return at->linked_at < at->linked_count ? 1 : 0;
}

static void label_prior(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE])
{
    snprintf(label, WM_SUBJECT_LABEL_SIZE, "prior.%u", at->linked[at->linked_at].number);
}

/* Where the subjects of a kind are: those of `count` that `has` accepts, or all. A kind without
 * functions has none in a plan: the producer chooses its claims. */
static const struct {
    size_t (*count)(const wm_expansion *at);
    bool (*has)(const wm_expansion *at);
    void (*label)(const wm_expansion *at, char label[WM_SUBJECT_LABEL_SIZE]);
    const wm_variant *(*variant)(const wm_expansion *at);
} IN_PLAN[] = {
    [WM_SUBJECT_ITEM] = {count_items, is_item, label_item, variant_of_item},
    [WM_SUBJECT_SLOPE] = {count_items, is_slope, label_item, variant_of_item},
    [WM_SUBJECT_POINT] = {count_items, is_point, label_item, variant_of_item},
    [WM_SUBJECT_PROFILE] = {count_items, is_profile, label_item, variant_of_item},
    [WM_SUBJECT_TRIALS] = {count_items, is_trials, label_item, variant_of_item},
    [WM_SUBJECT_ATTACK] = {count_items, is_attack, label_item, variant_of_item},
    [WM_SUBJECT_RATE_ATTACK] = {count_items, is_rate_attack, label_item, variant_of_item},
    [WM_SUBJECT_PAIR] = {count_items, is_pair, label_item, variant_of_item},
    [WM_SUBJECT_RECORD] = {count_records, NULL, label_record, NULL},
    [WM_SUBJECT_CHANGE] = {count_items, is_change, label_change, variant_of_item},
    [WM_SUBJECT_JUDGEMENT] = {count_items, is_judged, label_judged, variant_of_item},
    [WM_SUBJECT_LINK] = {count_links, is_link, label_link, variant_of_link},
    [WM_SUBJECT_RECALL] = {count_links, is_recall, label_link, variant_of_link},
    [WM_SUBJECT_PRIOR] = {count_priors, NULL, label_prior, NULL},
    [WM_SUBJECT_OWN] = {NULL, NULL, NULL, NULL},
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

void wm_subject_link(wm_expansion *at, const wm_subject_prior *linked, size_t count)
{
    at->linked = linked;
    at->linked_count = count;
}

static void move_subject(wm_expansion *at)
{
    at->quantity = 0;
    at->index++;
    at->has_label = false;
}

/* Moves to the next quantity; after the last, to the next subject. */
static void move(wm_expansion *at)
{
    if (++at->quantity == wm_tables_count())
        move_subject(at);
}

/* Writes the label of the current subject, once. False if it is none of its kind. */
static bool begin_subject(wm_expansion *at)
{
    if (at->has_label)
        return true;
    if (IN_PLAN[at->kind].has != NULL && !IN_PLAN[at->kind].has(at))
        return false;
    IN_PLAN[at->kind].label(at, at->label);
    at->has_label = true;
    return true;
}

/* Moves to the next kind of subject. The links of the next prior follow a prior. */
static void move_kind(wm_expansion *at)
{
    if (at->kind == WM_SUBJECT_PRIOR && ++at->linked_at < at->linked_count)
        at->kind = WM_SUBJECT_LINK;
    else
        at->kind++;
    at->index = at->quantity = 0;
    at->has_label = false;
}

bool wm_subject_peek(wm_expansion *at, wm_step *step)
{
    while (at->plan != NULL && at->kind < SUBJECT_COUNT) {
        const wm_quantity *quantity = wm_tables_at(at->quantity);
        const wm_variant *variant;
        if (IN_PLAN[at->kind].count == NULL || at->index >= IN_PLAN[at->kind].count(at)) {
            move_kind(at);
            continue;
        }
        if (!begin_subject(at)) {
            move_subject(at);
            continue;
        }
        variant = IN_PLAN[at->kind].variant == NULL ? NULL : IN_PLAN[at->kind].variant(at);
        if ((size_t)quantity->subject != at->kind || !has_quantity(variant, quantity)) {
            move(at);
            continue;
        }
        step->kind = (wm_subject_kind)at->kind;
        step->index = at->index;
        step->prior = at->linked_at < at->linked_count ? at->linked[at->linked_at].number - 1 : 0;
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

size_t wm_subject_claims(const wm_expansion *at)
{
    wm_expansion ahead = *at;
    wm_step step;
    while (wm_subject_next(&ahead, &step)) {
    }
    return ahead.number - at->number;
}

/* The quantity of a kind of subject with this name, or NULL. */
static const wm_quantity *find_quantity(wm_subject_kind kind, const char *name, size_t size)
{
    for (size_t i = 0; i < wm_tables_count(); i++) {
        const wm_quantity *quantity = wm_tables_at(i);
        if (quantity->subject == kind && strlen(quantity->name) == size &&
            memcmp(quantity->name, name, size) == 0)
            return quantity;
    }
    return NULL;
}

static bool begins_with(wm_text text, const char *word)
{
    return text.bytes != NULL && text.size >= strlen(word) &&
           memcmp(text.bytes, word, strlen(word)) == 0;
}

/* Whether a text is 1 to 111 characters of a label. */
static bool is_label(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '0' && text[i] <= '9') ||
              text[i] == '_' || text[i] == '.'))
            return false;
    return size >= 1 && size < WM_PLAN_LABEL_SIZE;
}

/* The variant of a recall, whose names begin a label, or NULL. */
static const wm_variant *profile_of(const char *label, size_t size)
{
    const char *end = label + size, *dot = memchr(label, '.', size);
    const char *second = dot == NULL ? NULL : memchr(dot + 1, '.', (size_t)(end - dot - 1));
    const wm_variant *variant =
        second == NULL
            ? NULL
            : wm_tables_variant(label, (size_t)(dot - label), dot + 1, (size_t)(second - dot - 1));
    return variant != NULL && variant->procedure == WM_PROCEDURE_PROFILE ? variant : NULL;
}

/* Finds the quantity of a link, or that of a recall with the unit of its label's variant. */
static void find_linked(const char *label, size_t size, const char *name, size_t name_size,
                        wm_step *step)
{
    const wm_variant *variant;
    step->quantity = find_quantity(step->kind, name, name_size);
    if (step->quantity == NULL && step->kind == WM_SUBJECT_LINK) {
        step->kind = WM_SUBJECT_RECALL;
        step->quantity = find_quantity(step->kind, name, name_size);
    }
    if (step->quantity == NULL)
        return;
    step->unit = step->quantity->unit;
    if (step->kind != WM_SUBJECT_RECALL)
        return;
    variant = profile_of(label, size);
    if (variant == NULL)
        step->quantity = NULL;
    else if (step->unit == NULL)
        step->unit = variant->unit;
}

bool wm_subject_read_linked(wm_text name, wm_step *step)
{
    const bool is_link = begins_with(name, "link.");
    const size_t head = is_link ? 5 : 6; /* of `link.` and `prior.` */
    size_t last = name.size;
    memset(step, 0, sizeof *step);
    if ((!is_link && !begins_with(name, "prior.")) || name.size < head + 3 ||
        name.bytes[head] < '1' || name.bytes[head] > '8' || name.bytes[head + 1] != '.')
        return false;
    while (name.bytes[last - 1] != '.')
        last--;
    step->kind = is_link ? WM_SUBJECT_LINK : WM_SUBJECT_PRIOR;
    step->prior = (size_t)(name.bytes[head] - '1');
    if (is_link ? last <= head + 3 || !is_label(name.bytes + head + 2, last - head - 3)
                : last != head + 2)
        return false;
    find_linked(name.bytes + head + 2, is_link ? last - head - 3 : 0, name.bytes + last,
                name.size - last, step);
    return step->quantity != NULL;
}

void wm_subject_claim_name(const wm_step *step, char name[WM_SUBJECT_NAME_SIZE])
{
    snprintf(name, WM_SUBJECT_NAME_SIZE, "%s.%s", step->label, step->quantity->name);
}

bool wm_subject_is_own(wm_text name)
{
    return begins_with(name, SUBJECTS[WM_SUBJECT_OWN].prefix);
}

bool wm_subject_is_finding(const wm_quantity *quantity, bool is_null, const char *text)
{
    const bool is_compared = !is_null || quantity->text == WM_TEXT_WORD;
    return (quantity->quiet != NULL && is_compared && strcmp(text, quantity->quiet) != 0) ||
           (quantity->alarm != NULL && strcmp(text, quantity->alarm) == 0);
}

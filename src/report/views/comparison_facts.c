/* Finds the facts that differ between two records. */
#include "report/views/comparison.h"

#include "base/array.h"
#include "model/mask.h"
#include "standards/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A fact of one side. Its texts are in the line that was read. */
typedef struct {
    wm_text name, text, reason;
    bool is_number;
} side;

static const side NOTHING = {{NULL, 0}, {NULL, 0}, {NULL, 0}, false};

static bool is_equal(wm_text a, wm_text b)
{
    return (a.bytes == NULL) == (b.bytes == NULL) && a.size == b.size &&
           (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

/* Copies a text and masks it; an absent one stays NULL. False when out of memory. */
static bool copy(const char *lead, wm_text text, char **to)
{
    const size_t before = strlen(lead);
    *to = NULL;
    if (text.bytes == NULL)
        return true;
    *to = malloc(before + text.size + 1);
    if (*to == NULL)
        return false;
    memcpy(*to, lead, before);
    memcpy(*to + before, text.bytes, text.size);
    (*to)[before + text.size] = '\0';
    wm_mask_bytes(*to, before + text.size);
    return true;
}

static bool copy_value(const side *from, wm_comparison_value *to)
{
    to->is_number = from->is_number;
    return copy("", from->text, &to->text) && copy("", from->reason, &to->reason);
}

/* Compares a fact; keeps it if it differs. */
static wm_status take(wm_comparison *comparison, const char *lead, const side *base,
                      const side *other)
{
    const wm_text name = base->name.bytes != NULL ? base->name : other->name;
    wm_comparison_fact *fact;
    if (is_equal(base->text, other->text) && base->is_number == other->is_number &&
        is_equal(base->reason, other->reason)) {
        comparison->same_facts++;
        return WM_OK;
    }
    fact = wm_array_grow(comparison->fact, &comparison->fact_capacity, comparison->fact_count + 1,
                         sizeof *fact);
    if (fact == NULL)
        return WM_E_NOMEM;
    comparison->fact = fact;
    fact += comparison->fact_count++;
    memset(fact, 0, sizeof *fact);
    return copy(lead, name, &fact->name) && copy_value(base, &fact->base) &&
                   copy_value(other, &fact->other)
               ? WM_OK
               : WM_E_NOMEM;
}

void wm_comparison_facts_clear(wm_comparison_fact *fact)
{
    free(fact->name);
    free(fact->base.text);
    free(fact->base.reason);
    free(fact->other.text);
    free(fact->other.reason);
}

/* Compares two texts that every record has. */
static wm_status take_text(wm_comparison *comparison, const char *name, wm_text base, wm_text other)
{
    const side a = {wm_member_text(name), base, {NULL, 0}, false};
    const side b = {wm_member_text(name), other, {NULL, 0}, false};
    return take(comparison, "", &a, &b);
}

static wm_status take_number(wm_comparison *comparison, const char *name, double base, double other)
{
    char base_text[WM_NUMBER_TEXT_SIZE], other_text[WM_NUMBER_TEXT_SIZE];
    const side a = {
        wm_member_text(name), {base_text, wm_number_format(base, base_text)}, {NULL, 0}, true};
    const side b = {
        wm_member_text(name), {other_text, wm_number_format(other, other_text)}, {NULL, 0}, true};
    return take(comparison, "", &a, &b);
}

/* ---- lists of facts, in ascending order of names --------------------------------------------- */

/* The next fact of a list; NOTHING at its end. */
static side next_of(wm_list *facts)
{
    side next = NOTHING;
    wm_fact_node fact;
    if (!wm_kind_environment_next(facts, &fact))
        return next;
    next.name = fact.name;
    next.reason = fact.reason;
    next.is_number = fact.value.kind == WM_VALUE_NUMBER;
    if (fact.value.kind == WM_VALUE_NUMBER || fact.value.kind == WM_VALUE_WORD)
        next.text = fact.value.text;
    return next;
}

/* The order of two names; a list that has ended is behind every name. */
static int order_of(const side *base, const side *other)
{
    const wm_text a = base->name, b = other->name;
    const size_t size = a.size < b.size ? a.size : b.size;
    int order;
    if (a.bytes == NULL || b.bytes == NULL)
        return a.bytes == NULL ? 1 : -1;
    order = memcmp(a.bytes, b.bytes, size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* Merges two lists. */
static wm_status take_lists(wm_comparison *comparison, const char *lead, wm_list base,
                            wm_list other)
{
    side a = next_of(&base), b = next_of(&other);
    wm_status status = WM_OK;
    while (status == WM_OK && (a.name.bytes != NULL || b.name.bytes != NULL)) {
        const int order = order_of(&a, &b);
        status = take(comparison, lead, order > 0 ? &NOTHING : &a, order < 0 ? &NOTHING : &b);
        if (order <= 0)
            a = next_of(&base);
        if (order >= 0)
            b = next_of(&other);
    }
    return status;
}

/* ---- both records ---------------------------------------------------------------------------- */

static wm_status take_environments(wm_comparison *comparison, const wm_environment_node *base,
                                   const wm_environment_node *other)
{
    static const wm_text NONE = {NULL, 0};
    const wm_witness_node *a = &base->witness, *b = &other->witness;
    wm_status status = take_text(comparison, "producer", base->producer.name, other->producer.name);
    if (status == WM_OK)
        status = take_text(comparison, "version", base->producer.version, other->producer.version);
    if (status == WM_OK)
        status = take_text(comparison, "source_revision", base->producer.source_revision,
                           other->producer.source_revision);
    if (status == WM_OK)
        status = take_text(comparison, "backend", base->backend, other->backend);
    if (status == WM_OK)
        status = take_text(comparison, "device", base->device, other->device);
    if (status == WM_OK && (a->is_there || b->is_there))
        status = take_text(comparison, "witness.backend", a->is_there ? a->backend : NONE,
                           b->is_there ? b->backend : NONE);
    if (status == WM_OK && (a->is_there || b->is_there))
        status = take_text(comparison, "witness.device", a->is_there ? a->device : NONE,
                           b->is_there ? b->device : NONE);
    if (status == WM_OK)
        status = take_lists(comparison, "", base->facts, other->facts);
    return status == WM_OK ? take_lists(comparison, "witness.", a->facts, b->facts) : status;
}

static wm_status take_plans(wm_comparison *comparison, const wm_plan_node *base,
                            const wm_plan_node *other)
{
    wm_status status = take_text(comparison, "plan", base->name, other->name);
    if (status == WM_OK)
        status = take_text(comparison, "nonce", base->nonce, other->nonce);
    return status != WM_OK ? status
                           : take_number(comparison, "repeat_seconds", base->repeat_seconds,
                                         other->repeat_seconds);
}

wm_status wm_comparison_facts_find(wm_comparison *comparison)
{
    const wm_model *base = comparison->base->model, *other = comparison->other->model;
    const wm_status status =
        take_environments(comparison, wm_model_environment(base), wm_model_environment(other));
    return status == WM_OK ? take_plans(comparison, &base->head.plan.content.of.plan,
                                        &other->head.plan.content.of.plan)
                           : status;
}

/* Finds the facts that differ between two sides, and within a side. */
#include "report/views/comparison.h"

#include "model/mask.h"
#include "standards/number.h"

#include <string.h>

/* A fact of one side. Its texts are in the line that was read. */
typedef struct {
    wm_text name, text, reason;
    bool is_number, is_withheld;
} side;

static const side NOTHING = {{NULL, 0}, {NULL, 0}, {NULL, 0}, false, false};

static bool is_equal(wm_text a, wm_text b)
{
    return (a.bytes == NULL) == (b.bytes == NULL) && a.size == b.size &&
           (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

/* A copy of a text behind a lead, masked; NULL of an absent one. */
static const char *copy(wm_document *to, const char *lead, wm_text text)
{
    const size_t before = strlen(lead), size = before + text.size;
    char *out = text.bytes != NULL ? wm_document_alloc(to, size + 1) : NULL;
    if (out == NULL)
        return NULL;
    memcpy(out, lead, before);
    memcpy(out + before, text.bytes, text.size);
    wm_mask_bytes(out, size);
    return out;
}

static wm_comparison_value value_of(wm_document *to, const side *from)
{
    return (wm_comparison_value){copy(to, "", from->text), copy(to, "", from->reason),
                                 from->is_number};
}

/* What is done with facts. mixed: where the names of those that differ are kept; NULL: facts are
 * counted, and those that differ are kept with their values. */
typedef struct {
    wm_comparison *comparison;
    wm_comparison_names *mixed;
} taker;

/* Keeps the name of a fact once. */
static void add_mixed(wm_document *to, wm_comparison_names *names, const char *name)
{
    const char **grown;
    for (size_t i = 0; i < names->count; i++)
        if (name == NULL || strcmp(names->name[i], name) == 0)
            return;
    grown = wm_document_grow(to, names->name, &names->capacity, names->count + 1, sizeof *grown);
    if (grown == NULL)
        return;
    names->name = grown;
    grown[names->count++] = name;
}

/* Compares a fact; keeps it if it differs. */
static void take(const taker *by, const char *lead, const side *base, const side *other)
{
    wm_comparison *comparison = by->comparison;
    const wm_text name = base->name.bytes != NULL ? base->name : other->name;
    wm_document *to = comparison->to;
    wm_comparison_fact *fact;
    if (is_equal(base->text, other->text) && base->is_number == other->is_number &&
        is_equal(base->reason, other->reason)) {
        comparison->same_facts += by->mixed == NULL && !base->is_withheld;
        return;
    }
    if (by->mixed != NULL) {
        add_mixed(to, by->mixed, copy(to, lead, name));
        return;
    }
    fact = wm_document_grow(to, comparison->fact, &comparison->fact_capacity,
                            comparison->fact_count + 1, sizeof *fact);
    if (fact == NULL)
        return;
    comparison->fact = fact;
    fact[comparison->fact_count++] =
        (wm_comparison_fact){copy(to, lead, name), value_of(to, base), value_of(to, other)};
}

/* Compares a value that every record has. */
static void take_value(const taker *by, const char *name, wm_text base, wm_text other,
                       bool is_number)
{
    const side a = {.name = wm_member_text(name), .text = base, .is_number = is_number};
    const side b = {.name = wm_member_text(name), .text = other, .is_number = is_number};
    take(by, "", &a, &b);
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
    next.is_withheld = fact.commitment.is_there;
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
static void take_lists(const taker *by, const char *lead, wm_list base, wm_list other)
{
    side a = next_of(&base), b = next_of(&other);
    while (a.name.bytes != NULL || b.name.bytes != NULL) {
        const int order = order_of(&a, &b);
        take(by, lead, order > 0 ? &NOTHING : &a, order < 0 ? &NOTHING : &b);
        if (order <= 0)
            a = next_of(&base);
        if (order >= 0)
            b = next_of(&other);
    }
}

/* ---- both records ---------------------------------------------------------------------------- */

static void take_environments(const taker *by, const wm_environment_node *base,
                              const wm_environment_node *other)
{
    enum { MACHINE = 5 }; /* without a witness */
    const wm_witness_node *a = &base->witness, *b = &other->witness;
    const struct {
        const char *name;
        wm_text base, other;
    } texts[] = {
        {"producer", base->producer.name, other->producer.name},
        {"version", base->producer.version, other->producer.version},
        {"source_revision", base->producer.source_revision, other->producer.source_revision},
        {"backend", base->backend, other->backend},
        {"device", base->device, other->device},
        {"witness.backend", a->backend, b->backend},
        {"witness.device", a->device, b->device},
    };
    const bool is_witnessed = a->is_there || b->is_there;
    for (size_t i = 0; i < (is_witnessed ? sizeof texts / sizeof texts[0] : MACHINE); i++)
        take_value(by, texts[i].name, texts[i].base, texts[i].other, false);
    take_lists(by, "", base->facts, other->facts);
    take_lists(by, "witness.", a->facts, b->facts);
}

static void take_plans(const taker *by, const wm_plan_node *base, const wm_plan_node *other)
{
    char a[WM_NUMBER_TEXT_SIZE], b[WM_NUMBER_TEXT_SIZE];
    const wm_text seconds = {a, wm_number_format(base->repeat_seconds, a)};
    const wm_text of_other = {b, wm_number_format(other->repeat_seconds, b)};
    take_value(by, "plan", base->name, other->name, false);
    take_value(by, "nonce", base->nonce, other->nonce, false);
    take_value(by, "repeat_seconds", seconds, of_other, true);
}

/* Finds the facts that differ within a side. Those of an imported file name that file. */
static void find_mixed(wm_comparison *comparison, size_t first, size_t end, size_t of)
{
    const taker by = {comparison, &comparison->mixed[of]};
    const wm_model *base = &comparison->model[first];
    wm_comparison_names *names = by.mixed;
    size_t kept = 0;
    for (size_t i = first + 1; i < end; i++)
        take_environments(&by, wm_model_environment(base),
                          wm_model_environment(&comparison->model[i]));
    for (size_t i = 0; i < names->count; i++)
        if (names->name[i] != NULL && strncmp(names->name[i], "import.", 7) != 0)
            names->name[kept++] = names->name[i];
    names->count = kept;
}

void wm_comparison_facts_find(wm_comparison *comparison)
{
    const wm_model *base = comparison->model, *other = comparison->model + comparison->split;
    const size_t split = comparison->split, count = comparison->count;
    const taker by = {comparison, NULL};
    if (split == 0) {
        find_mixed(comparison, 0, count, 0);
        return;
    }
    take_environments(&by, wm_model_environment(base), wm_model_environment(other));
    take_plans(&by, &base->head.plan.content.of.plan, &other->head.plan.content.of.plan);
    find_mixed(comparison, 0, split, 0);
    find_mixed(comparison, split, count, 1);
}

/* Environments, plans and external observations. */
#include "record/observation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a string is one of some words. */
static bool is_one_of(const wm_json_value *value, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (wm_json_is_text(value, words[i]))
            return true;
    return false;
}

static bool check_edges(wm_audit_state *state, const wm_json_value *environment,
                        const wm_json_value *plan, uint32_t *environment_entry)
{
    uint32_t entry;
    return wm_audit_state_edge(state, "environment", environment, WM_CLASS_ENVIRONMENT,
                               environment_entry) &&
           wm_audit_state_edge(state, "plan", plan, WM_CLASS_PLAN, &entry);
}

/* The environment of an item's observation is that of the item's first. */
static bool check_environment(wm_audit_state *state, wm_audit_state_item *item, uint32_t entry)
{
    if (entry == WM_AUDIT_STATE_NONE || entry == item->environment_entry)
        return true;
    if (item->environment_entry != WM_AUDIT_STATE_NONE)
        return !wm_refusal_make(&state->refusal, WM_RULE_ENVIRONMENT_SAME,
                                "%s began in the environment of line %lu", item->label,
                                (unsigned long)state->entries[item->environment_entry].line);
    item->environment_entry = entry;
    return true;
}

bool wm_observation_of_item(wm_audit_state *state, const wm_matched *matched,
                            wm_audit_state_item **item)
{
    const wm_json_value *number = wm_schema_of(matched, "item");
    const uint64_t index = number == NULL ? WM_AUDIT_STATE_NONE : wm_schema_count(number);
    uint32_t environment;
    *item = index < WM_AUDIT_STATE_NONE ? wm_audit_state_item_at(state, (uint32_t)index) : NULL;
    return check_edges(state, wm_schema_of(matched, "environment"), wm_schema_of(matched, "plan"),
                       &environment) &&
           (*item == NULL || check_environment(state, *item, environment));
}

/* ---- environment ----------------------------------------------------------------------------- */

static int compare_text(const wm_json_value *a, const wm_json_value *b)
{
    const size_t size = a->text_size < b->text_size ? a->text_size : b->text_size;
    const int order = memcmp(a->text, b->text, size);
    return order != 0 ? order : (a->text_size > b->text_size) - (a->text_size < b->text_size);
}

/* A fact's value is text, a number or null. */
static bool check_fact(wm_audit_state *state, const wm_json_value *fact,
                       const wm_json_value **previous_name)
{
    static const wm_field FIELDS[] = {WM_FIELD("name", NAME, 0), WM_FIELD("reason", REASON, 0),
                                      WM_FIELD("value", VALUE, WM_FIELD_NULLABLE)};
    const wm_json_value *values[3];
    if (fact->kind != WM_JSON_OBJECT &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE, "a fact is not an object"))
        return false;
    if (!wm_schema_match(&state->refusal, "a fact", fact, FIELDS, 3, values))
        return false;
    if (values[2] != NULL && values[2]->kind == WM_JSON_STRING && values[2]->text_size > 4096 &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE, "a fact is over 4,096 bytes"))
        return false;
    if (values[0] == NULL)
        return true;
    if (*previous_name != NULL && compare_text(*previous_name, values[0]) >= 0 &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_FACTS,
                        "the fact `%.*s` is not in ascending order", (int)values[0]->text_size,
                        values[0]->text))
        return false;
    *previous_name = values[0];
    return true;
}

/* The facts of a witness: in order, and none of them required. */
static bool check_order(wm_audit_state *state, const wm_json_value *facts)
{
    const wm_json_value *previous_name = NULL;
    for (const wm_json_value *fact = facts == NULL ? NULL : facts->first; fact != NULL;
         fact = fact->next)
        if (!check_fact(state, fact, &previous_name))
            return false;
    return true;
}

static bool check_facts(wm_audit_state *state, const wm_json_value *facts)
{
    static const char *const NEEDED[] = {
#define NEEDED_FACT(id, word) word,
        WM_WORDS_REQUIRED_FACTS(NEEDED_FACT)
#undef NEEDED_FACT
    };
    unsigned seen = 0;
    if (facts == NULL)
        return true;
    if (!check_order(state, facts))
        return false;
    for (const wm_json_value *fact = facts->first; fact != NULL; fact = fact->next) {
        for (unsigned i = 0; i < sizeof NEEDED / sizeof NEEDED[0]; i++)
            if (wm_json_is_text(wm_json_member(fact, "name"), NEEDED[i]))
                seen |= 1U << i;
    }
    for (unsigned i = 0; i < sizeof NEEDED / sizeof NEEDED[0]; i++)
        if ((seen & 1U << i) == 0 && wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_FACT,
                                                     "the fact `%s` is missing", NEEDED[i]))
            return false;
    return true;
}

static bool check_backend(wm_audit_state *state, const wm_json_value *backend)
{
    static const char *const BACKENDS[] = {
#define BACKEND_WORD(id, word) word,
        WM_WORDS_BACKENDS(BACKEND_WORD)
#undef BACKEND_WORD
    };
    return is_one_of(backend, BACKENDS, sizeof BACKENDS / sizeof BACKENDS[0]) ||
           !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_WORD, "`backend` is none of its table");
}

/* The device that checked, where it is another than the one that computed. */
static bool check_witness(wm_audit_state *state, const wm_json_value *witness)
{
    static const wm_field FIELDS[] = {WM_FIELD("backend", WORD, 0), WM_FIELD("device", TEXT, 0),
                                      WM_FIELD("facts", ARRAY, 0)};
    const wm_json_value *values[3];
    return witness == NULL ||
           (wm_schema_match(&state->refusal, "the witness", witness, FIELDS, 3, values) &&
            check_order(state, values[2]) && check_backend(state, values[0]));
}

bool wm_observation_environment(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {WM_FIELD("backend", WORD, 0),
                                      WM_FIELD("device", TEXT, 0),
                                      WM_FIELD("facts", ARRAY, 0),
                                      WM_FIELD("kind", WORD, 0),
                                      WM_FIELD("producer", OBJECT, 0),
                                      WM_FIELD("type", WORD, 0),
                                      WM_FIELD("witness", OBJECT, WM_FIELD_OPTIONAL)};
    static const wm_field PRODUCER[] = {WM_FIELD("name", TEXT, 0),
                                        WM_FIELD("source_revision", TEXT, 0),
                                        WM_FIELD("version", TEXT, 0)};
    const wm_json_value *values[7], *producer[3];
    uint32_t index;
    if (!wm_schema_match(&state->refusal, "the environment", node, FIELDS, 7, values) ||
        !wm_schema_match(&state->refusal, "producer", values[4], PRODUCER, 3, producer) ||
        !check_facts(state, values[2]) || !check_backend(state, values[0]) ||
        !check_witness(state, values[6]))
        return false;
    entry->class = WM_CLASS_ENVIRONMENT;
    return wm_audit_state_add(state, entry, &index);
}

/* ---- plan ------------------------------------------------------------------------------------ */

/* What a plan's item is where a rule that it breaks is switched off. */
static void stand_in(wm_item *item)
{
    item->variant = wm_tables_variant_at(0);
    for (unsigned i = 0; i < WM_TABLES_DIMENSIONS; i++)
        item->dimension[i] = i < item->variant->dimension_count ? 1 : 0;
}

static bool check_variant(wm_audit_state *state, const wm_json_value *workload,
                          const wm_json_value *variant, const wm_json_value *shape, wm_item *item)
{
    char name[2][40];
    stand_in(item);
    if (workload == NULL || variant == NULL)
        return true;
    item->variant =
        wm_tables_variant(workload->text, workload->text_size, variant->text, variant->text_size);
    if (item->variant == NULL) {
        stand_in(item);
        return !wm_refusal_make(&state->refusal, WM_RULE_PLAN_VARIANT,
                                "there is no workload `%s` with a variant `%s`",
                                wm_schema_text(workload, name[0], sizeof name[0]),
                                wm_schema_text(variant, name[1], sizeof name[1]));
    }
    if (wm_plan_shape_read(shape, item->variant, item->dimension))
        return true;
    stand_in(item);
    return !wm_refusal_make(&state->refusal, WM_RULE_PLAN_SHAPE,
                            "the shape is not one of workload `%s`",
                            wm_schema_text(workload, name[0], sizeof name[0]));
}

/* Whether the output has more chunks than an opening can draw from. */
static bool has_too_many_chunks(const wm_item *item)
{
    wm_output output;
    if (!item->variant->is_gemm)
        return false;
    wm_plan_output(item, &output);
    return output.rows > ((uint64_t)1 << 32) / output.chunks;
}

/* A fault that the plan asks for: of the table, inside the output. */
static bool check_fault(wm_audit_state *state, const wm_json_value *value, wm_item *item)
{
    static const wm_field FIELDS[] = {WM_FIELD("column", COUNT, 0), WM_FIELD("kind", WORD, 0),
                                      WM_FIELD("row", COUNT, 0), WM_FIELD("when", WORD, 0)};
    const wm_json_value *values[4];
    wm_planned_fault fault = {WM_FAULT_NONE, false, 0, 0};
    if (!wm_schema_match(&state->refusal, "a fault", value, FIELDS, 4, values))
        return false;
    if (values[1] != NULL)
        fault.kind = wm_tables_fault_named(values[1]->text, values[1]->text_size);
    fault.in_repeats = wm_json_is_text(values[3], "repeats");
    fault.row = wm_schema_count(values[2]);
    fault.column = wm_schema_count(values[0]);
    if (fault.kind == WM_FAULT_NONE ||
        !(fault.in_repeats || wm_json_is_text(values[3], "transcript")))
        return !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_WORD,
                                "a fault's `kind` or `when` is none of its table");
    if (!wm_plan_fault_fits(item, &fault) || (fault.in_repeats && fault.kind == WM_FAULT_STALE))
        if (wm_refusal_make(&state->refusal, WM_RULE_PLAN_FAULT,
                            "a fault `%s` cannot begin at row %.0f, column %.0f",
                            wm_tables_fault(fault.kind), (double)fault.row, (double)fault.column))
            return false;
    item->fault = fault;
    return true;
}

static bool check_item(wm_audit_state *state, const wm_json_value *value, wm_item *item)
{
    static const wm_field FIELDS[] = {WM_FIELD("fault", OBJECT, WM_FIELD_OPTIONAL),
                                      WM_FIELD("repeats", INT, 0), WM_FIELD("shape", OBJECT, 0),
                                      WM_FIELD("variant", WORD, 0), WM_FIELD("workload", WORD, 0)};
    const wm_json_value *values[5];
    double repeats;
    if (value->kind != WM_JSON_OBJECT &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE, "an item is not an object"))
        return false;
    if (!wm_schema_match(&state->refusal, "an item", value, FIELDS, 5, values) ||
        !check_variant(state, values[4], values[3], values[2], item) ||
        (values[0] != NULL && !check_fault(state, values[0], item)))
        return false;
    repeats = wm_schema_number(values[1]);
    item->repeats = 1;
    if (!(repeats >= 1 && repeats <= WM_TABLES_REPEATS)) {
        if (wm_refusal_make(&state->refusal, WM_RULE_PLAN_REPEATS, "repeats are not in 1..1000"))
            return false;
    } else {
        item->repeats = (uint32_t)repeats;
    }
    if (has_too_many_chunks(item)) {
        if (wm_refusal_make(&state->refusal, WM_RULE_PLAN_OPENINGS,
                            "the output has more than 2^32 chunks"))
            return false;
    }
    return true;
}

static void begin_item(wm_audit_state_item *item)
{
    wm_plan_label(&item->item, item->label);
    item->observed.item = &item->item;
    item->calibration_entry = WM_AUDIT_STATE_NONE;
    item->environment_entry = WM_AUDIT_STATE_NONE;
}

static bool check_label(wm_audit_state *state, const wm_audit_state_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(items[i].label, items[count].label) == 0)
            return !wm_refusal_make(&state->refusal, WM_RULE_PLAN_LABEL,
                                    "two items have the label %s", items[i].label);
    return true;
}

/* Checks all items and makes their ledgers; *made is theirs in any case, for the caller to keep or
 * free. */
static bool check_items(wm_audit_state *state, const wm_json_value *items,
                        wm_audit_state_item **made)
{
    const size_t count = items == NULL ? 0 : items->count;
    size_t i = 0;
    if (count > WM_TABLES_ITEMS) {
        if (wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "more than 1,024 items"))
            return false;
    }
    *made = calloc(count == 0 ? 1 : count, sizeof **made);
    state->plan.items = calloc(count == 0 ? 1 : count, sizeof *state->plan.items);
    if (*made == NULL || state->plan.items == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    for (const wm_json_value *item = count == 0 ? NULL : items->first; item != NULL;
         item = item->next, i++) {
        if (!check_item(state, item, &(*made)[i].item))
            return false;
        begin_item(&(*made)[i]);
        state->plan.items[i] = (*made)[i].item;
        if (!check_label(state, *made, i))
            return false;
    }
    return true;
}

static bool enter_plan(wm_audit_state *state, wm_entry *entry)
{
    entry->class = WM_CLASS_PLAN;
    return wm_audit_state_add(state, entry, &state->plan_entry);
}

bool wm_observation_plan(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("environment", HEX, 0), WM_FIELD("items", ARRAY, 0),
        WM_FIELD("kind", WORD, 0),       WM_FIELD("name", TEXT, 0),
        WM_FIELD("nonce", NONCE, 0),     WM_FIELD("repeat_seconds", DURATION, 0),
        WM_FIELD("type", WORD, 0)};
    const wm_json_value *values[7];
    wm_audit_state_item *items = NULL;
    uint32_t environment;
    if (!wm_schema_match(&state->refusal, "the plan", node, FIELDS, 7, values) ||
        !wm_audit_state_edge(state, "environment", values[0], WM_CLASS_ENVIRONMENT, &environment) ||
        !check_items(state, values[1], &items) || !enter_plan(state, entry)) {
        free(items);
        free(state->plan.items);
        state->plan.items = NULL;
        return false;
    }
    state->items = items;
    state->plan.item_count = values[1] == NULL ? 0 : values[1]->count;
    state->plan.repeat_seconds = wm_schema_number(values[5]);
    (void)wm_schema_text(values[4], state->plan.nonce, sizeof state->plan.nonce);
    return true;
}

/* ---- external -------------------------------------------------------------------------------- */

static bool is_key(const wm_json_value *member)
{
    if (member->key_size < 1)
        return false;
    for (size_t i = 0; i < member->key_size; i++) {
        const char c = member->key[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return true;
}

static bool is_reason(const wm_json_value *member)
{
    return member->key_size == 6 && memcmp(member->key, "reason", 6) == 0;
}

static bool check_values(wm_audit_state *state, const wm_json_value *values)
{
    bool has_null = false, has_reason = false;
    unsigned count = 0;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next) {
        if (!is_key(member) &&
            wm_refusal_make(&state->refusal, WM_RULE_LINE_KEY, "a key is not of [a-z0-9_]+"))
            return false;
        if (is_reason(member)) {
            has_reason = true;
            if (!wm_schema_is(member, WM_FIELD_REASON) &&
                wm_refusal_make(&state->refusal, WM_RULE_NULL_REASON,
                                "the reason of values is no text"))
                return false;
            continue;
        }
        count++;
        has_null = has_null || member->kind == WM_JSON_NULL;
        if (member->kind != WM_JSON_NULL && member->kind != WM_JSON_NUMBER &&
            wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE,
                            "the value `%.*s` is neither a number nor null",
                            member->key_size < 64 ? (int)member->key_size : 64, member->key))
            return false;
    }
    if ((count < 1 || count > WM_TABLES_VALUES) &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "values are not 1 to 64"))
        return false;
    return wm_schema_reason(&state->refusal, "values", has_null, has_reason);
}

static bool has_shape(const wm_value_shape *shape, const wm_json_value *values)
{
    unsigned i = 0;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next) {
        if (is_reason(member))
            continue;
        if (i == shape->count || shape->size[i] != member->key_size ||
            memcmp(shape->name[i], member->key, member->key_size) != 0)
            return false;
        i++;
    }
    return i == shape->count;
}

/* The kept shape that values have, made if there is none. NULL if it cannot be kept: too many or
 * too long names. */
static const wm_value_shape *shape_of(wm_audit_state *state, const wm_json_value *values)
{
    wm_value_shape *shape;
    for (uint64_t back = 1; back <= state->shape_count && back <= WM_AUDIT_STATE_SHAPES; back++) {
        shape = &state->shapes[(state->shape_count - back) % WM_AUDIT_STATE_SHAPES];
        if (has_shape(shape, values))
            return shape;
    }
    if (values->count > WM_TABLES_VALUES)
        return NULL;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next)
        if (member->key_size > sizeof shape->name[0])
            return NULL;
    shape = &state->shapes[state->shape_count % WM_AUDIT_STATE_SHAPES];
    shape->number = state->shape_count++;
    shape->count = 0;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next) {
        if (is_reason(member))
            continue;
        shape->size[shape->count] = (uint8_t)member->key_size;
        memcpy(shape->name[shape->count++], member->key, member->key_size);
    }
    return shape;
}

/* Keeps the values of an observation for the reductions that follow it soon. */
static bool keep_values(wm_audit_state *state, uint32_t index, const wm_json_value *values)
{
    const wm_value_shape *shape;
    wm_recent *recent;
    unsigned count = 0;
    if (state->recent == NULL) {
        state->recent = calloc(WM_AUDIT_STATE_RECENT, sizeof *state->recent);
        state->shapes = calloc(WM_AUDIT_STATE_SHAPES, sizeof *state->shapes);
        if (state->recent == NULL || state->shapes == NULL)
            return wm_audit_state_fail(state, WM_E_NOMEM);
        for (unsigned i = 0; i < WM_AUDIT_STATE_RECENT; i++)
            state->recent[i].entry = WM_AUDIT_STATE_NONE;
    }
    shape = shape_of(state, values);
    if (shape == NULL)
        return true;
    recent = &state->recent[index % WM_AUDIT_STATE_RECENT];
    recent->entry = index;
    recent->shape = shape->number;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next)
        if (!is_reason(member))
            recent->value[count++] = wm_schema_number(member);
    return true;
}

uint32_t wm_observation_series(const wm_audit_state *state, const char *name)
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_sha256_hash(name, strlen(name), hash);
    return wm_audit_state_set_find(&state->series_names, state->series, sizeof *state->series,
                                   hash);
}

/* The series with this name, made if it is new; NONE with trouble noted when out of memory. */
static uint32_t series_of(wm_audit_state *state, const wm_json_value *name)
{
    uint8_t hash[WM_SHA256_SIZE];
    char text[65];
    void *grown = state->series;
    size_t capacity = state->series_capacity;
    uint32_t found = state->last_series;
    wm_series *series;
    (void)wm_schema_text(name, text, sizeof text);
    if (found != WM_AUDIT_STATE_NONE && strcmp(state->series[found].name, text) == 0)
        return found;
    wm_sha256_hash(text, strlen(text), hash);
    found = wm_audit_state_set_find(&state->series_names, state->series, sizeof *series, hash);
    if (found != WM_AUDIT_STATE_NONE)
        return found;
    if (!wm_audit_state_grow(state, &grown, sizeof *series, state->series_count, &capacity))
        return WM_AUDIT_STATE_NONE;
    state->series = grown;
    state->series_capacity = (uint32_t)capacity;
    series = &state->series[state->series_count];
    memset(series, 0, sizeof *series);
    memcpy(series->name_hash, hash, sizeof hash);
    memcpy(series->name, text, sizeof text);
    if (!wm_audit_state_set_add(&state->series_names, state->series, sizeof *series,
                                state->series_count)) {
        (void)wm_audit_state_fail(state, WM_E_NOMEM);
        return WM_AUDIT_STATE_NONE;
    }
    return state->series_count++;
}

/* Checks an observation's place in its series. */
static bool check_series(wm_audit_state *state, const wm_series *series, const wm_json_value *index)
{
    if (index != NULL && wm_schema_count(index) != series->count &&
        wm_refusal_make(&state->refusal, WM_RULE_SERIES_INDEX,
                        "the series `%s` is at %lu and not at %.0f", series->name,
                        (unsigned long)series->count, wm_schema_number(index)))
        return false;
    return !series->is_reduced ||
           !wm_refusal_make(&state->refusal, WM_RULE_SERIES_CLOSED,
                            "the series `%s` was reduced on an earlier line", series->name);
}

bool wm_observation_external(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {WM_FIELD("environment", HEX, 0), WM_FIELD("index", COUNT, 0),
                                      WM_FIELD("kind", WORD, 0),       WM_FIELD("plan", HEX, 0),
                                      WM_FIELD("series", NAME, 0),     WM_FIELD("type", WORD, 0),
                                      WM_FIELD("values", OBJECT, 0)};
    const wm_json_value *values[7];
    uint32_t series, index, environment;
    if (!wm_schema_match(&state->refusal, "the observation", node, FIELDS, 7, values) ||
        !check_edges(state, values[0], values[3], &environment) ||
        (values[6] != NULL && !check_values(state, values[6])))
        return false;
    series = series_of(state, values[4]);
    if (series == WM_AUDIT_STATE_NONE || !check_series(state, &state->series[series], values[1]))
        return false;
    entry->class = WM_CLASS_EXTERNAL;
    entry->owner = series;
    entry->part = state->series[series].count;
    if (!wm_audit_state_add(state, entry, &index) ||
        (values[6] != NULL && !keep_values(state, index, values[6])))
        return false;
    if (state->series[series].count++ == 0)
        state->series[series].first = index;
    state->last_series = series;
    return true;
}

/* Looks among the kept values. False if they are not kept any more. */
static bool find_recent(const wm_audit_state *state, uint32_t entry, const wm_json_value *field,
                        double *value, bool *is_there)
{
    const wm_recent *recent;
    const wm_value_shape *shape;
    if (state->recent == NULL)
        return false;
    recent = &state->recent[entry % WM_AUDIT_STATE_RECENT];
    shape = &state->shapes[recent->shape % WM_AUDIT_STATE_SHAPES];
    if (recent->entry != entry || shape->number != recent->shape)
        return false;
    *is_there = false;
    for (unsigned i = 0; i < shape->count && !*is_there; i++)
        if (shape->size[i] == field->text_size &&
            memcmp(shape->name[i], field->text, field->text_size) == 0) {
            *value = recent->value[i];
            *is_there = true;
        }
    return true;
}

bool wm_observation_value(wm_audit_state *state, uint32_t entry, const wm_json_value *field,
                          double *value, bool *is_there)
{
    const wm_json_value *node, *values;
    *value = (double)NAN;
    *is_there = false;
    if (find_recent(state, entry, field, value, is_there))
        return true;
    node = wm_audit_state_read_again(state, entry);
    if (node == NULL)
        return false;
    values = wm_json_member(node, "values");
    for (const wm_json_value *member = values == NULL ? NULL : values->first; member != NULL;
         member = member->next)
        if (member->key_size == field->text_size && !is_reason(member) &&
            memcmp(member->key, field->text, field->text_size) == 0) {
            *value = wm_schema_number(member);
            *is_there = true;
        }
    return true;
}

/* The series of external observations, and the values that are kept of them.
 *
 * A record may hold millions of these lines, and each has a claim or more over it. Lines are not
 * kept; the values of the latest are, in a ring, because reductions often follow soon. An older
 * value is read again from the file. A value is kept by its position; a shape has the hash of the
 * name at each position, so that no name is too long. */
#include "record/audit/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/nodes/kinds_plain.h"

static const wm_matching AUDITED = {NULL, NULL, NULL};

static bool is_reason(const wm_json_value *member)
{
    return member->key_size == 6 && memcmp(member->key, "reason", 6) == 0;
}

/* Whether the latest observation had these names. */
static bool has_latest_names(const wm_audit_state *state, const wm_json_value *first)
{
    const wm_buffer *names = &state->shape_text;
    size_t at = 0;
    for (const wm_json_value *member = first; member != NULL; member = member->next) {
        if (is_reason(member))
            continue;
        if (names->size - at <= member->key_size ||
            memcmp(names->data + at, member->key, member->key_size) != 0 ||
            names->data[at + member->key_size] != '\0')
            return false;
        at += member->key_size + 1;
    }
    return at == names->size && at > 0;
}

/* Writes the names of these values into state->shape_text. */
static wm_status write_names(wm_audit_state *state, const wm_json_value *first)
{
    wm_status status = WM_OK;
    state->shape_text.size = 0;
    for (; status == WM_OK && first != NULL; first = first->next) {
        if (is_reason(first))
            continue;
        status = wm_buffer_append(&state->shape_text, first->key, first->key_size);
        if (status == WM_OK)
            status = wm_buffer_putc(&state->shape_text, '\0');
    }
    return status;
}

/* Makes the shape of the next number, in place of an old one. */
static bool add_shape(wm_audit_state *state, const uint8_t all[WM_SHA256_SIZE],
                      const wm_json_value *first, unsigned count)
{
    wm_value_shape *shape = &state->shapes[state->shape_count % WM_AUDIT_STATE_RECENT];
    free(shape->names);
    memcpy(shape->all, all, sizeof shape->all);
    shape->count = 0;
    shape->names = malloc(count * sizeof *shape->names);
    if (shape->names == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    for (; first != NULL; first = first->next)
        if (!is_reason(first))
            wm_sha256_hash(first->key, first->key_size, shape->names[shape->count++]);
    state->last_shape = state->shape_count++;
    return true;
}

/* Sets state->last_shape to the shape of these values; makes it if needed. False, with the error
 * stored, when out of memory. */
static bool find_shape(wm_audit_state *state, const wm_json_value *first, unsigned count)
{
    uint8_t all[WM_SHA256_SIZE];
    const wm_status status = write_names(state, first);
    if (status != WM_OK) {
        state->shape_text.size = 0;
        return wm_audit_state_fail(state, status);
    }
    wm_sha256_hash(state->shape_text.data, state->shape_text.size, all);
    for (uint64_t back = 1; back <= state->shape_count && back <= WM_AUDIT_STATE_SHAPES; back++) {
        const uint64_t number = state->shape_count - back;
        if (memcmp(state->shapes[number % WM_AUDIT_STATE_RECENT].all, all, sizeof all) == 0) {
            state->last_shape = number;
            return true;
        }
    }
    return add_shape(state, all, first, count);
}

bool wm_series_keep(wm_audit_state *state, uint32_t index, const wm_json_value *first)
{
    wm_recent *recent;
    unsigned count = 0;
    if (state->recent == NULL) {
        state->recent = calloc(WM_AUDIT_STATE_RECENT, sizeof *state->recent);
        state->shapes = calloc(WM_AUDIT_STATE_RECENT, sizeof *state->shapes);
        if (state->recent == NULL || state->shapes == NULL)
            return wm_audit_state_fail(state, WM_E_NOMEM);
    }
    for (const wm_json_value *member = first; member != NULL; member = member->next)
        count += !is_reason(member);
    if (count == 0 || count > WM_TABLES_VALUES)
        return true; /* a rule is switched off */
    if (!has_latest_names(state, first) && !find_shape(state, first, count))
        return false;
    recent = &state->recent[index % WM_AUDIT_STATE_RECENT];
    recent->entry = index + 1;
    recent->shape = state->last_shape;
    count = 0;
    for (const wm_json_value *member = first; member != NULL; member = member->next)
        if (!is_reason(member))
            recent->value[count++] = wm_field_number(member);
    return true;
}

uint32_t wm_series_find(const wm_audit_state *state, const char *name)
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_sha256_hash(name, strlen(name), hash);
    return wm_digest_set_find(&state->series_names, state->series, sizeof *state->series, hash);
}

uint32_t wm_series_of(wm_audit_state *state, wm_text name)
{
    uint8_t hash[WM_SHA256_SIZE];
    char text[65];
    uint32_t found = state->last_series;
    wm_series *series;
    (void)wm_member_copy(name, text, sizeof text);
    if (found != WM_AUDIT_STATE_NONE && strcmp(state->series[found].name, text) == 0)
        return found;
    wm_sha256_hash(text, strlen(text), hash);
    found = wm_digest_set_find(&state->series_names, state->series, sizeof *series, hash);
    if (found != WM_AUDIT_STATE_NONE)
        return found;
    if (!wm_audit_state_grow(state, &state->series, &state->series_capacity,
                             (size_t)state->series_count + 1, sizeof *series))
        return WM_AUDIT_STATE_NONE;
    series = &state->series[state->series_count];
    memset(series, 0, sizeof *series);
    memcpy(series->name_hash, hash, sizeof hash);
    memcpy(series->name, text, sizeof text);
    if (!wm_digest_set_add(&state->series_names, state->series, sizeof *series,
                           state->series_count)) {
        (void)wm_audit_state_fail(state, WM_E_NOMEM);
        return WM_AUDIT_STATE_NONE;
    }
    return state->series_count++;
}

wm_series_field wm_series_field_of(wm_text name)
{
    wm_series_field field;
    field.name = name;
    wm_sha256_hash(name.bytes, name.size, field.hash);
    return field;
}

/* Finds a kept value. False if the values are no longer kept. */
static bool find_recent(const wm_audit_state *state, uint32_t entry, const wm_series_field *field,
                        double *value, bool *is_there)
{
    const wm_recent *recent;
    const wm_value_shape *shape;
    if (state->recent == NULL)
        return false;
    recent = &state->recent[entry % WM_AUDIT_STATE_RECENT];
    if (recent->entry != entry + 1)
        return false;
    shape = &state->shapes[recent->shape % WM_AUDIT_STATE_RECENT];
    for (unsigned i = 0; i < shape->count && !*is_there; i++)
        if (memcmp(shape->names[i], field->hash, sizeof field->hash) == 0) {
            *value = recent->value[i];
            *is_there = true;
        }
    return true;
}

bool wm_series_value(wm_audit_state *state, uint32_t entry, const wm_series_field *field,
                     double *value, bool *is_there)
{
    const wm_json_value *node;
    wm_external_node external;
    wm_named_number number;
    *value = (double)NAN;
    *is_there = false;
    if (find_recent(state, entry, field, value, is_there))
        return true;
    node = wm_audit_state_read_again(state, entry);
    if (node == NULL)
        return false;
    memset(&external, 0, sizeof external);
    (void)wm_kind_match(&AUDITED, &wm_kind_external_form, node, &external);
    while (wm_member_next_value(&external.values.numbers, &number))
        if (number.name.size == field->name.size &&
            memcmp(number.name.bytes, field->name.bytes, field->name.size) == 0) {
            *value = number.number;
            *is_there = true;
        }
    return true;
}

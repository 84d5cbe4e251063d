/* The series of external observations, and the values that are kept of them.
 *
 * A record may hold millions of these lines, and each has a claim or more over it. Lines are not
 * kept; the values of the latest are, in a ring, because reductions often follow soon. An older
 * value is read again from the file. */
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

static bool has_shape(const wm_value_shape *shape, const wm_json_value *first)
{
    unsigned i = 0;
    for (const wm_json_value *member = first; member != NULL; member = member->next) {
        if (is_reason(member))
            continue;
        if (i == shape->count || shape->size[i] != member->key_size ||
            memcmp(shape->name[i], member->key, member->key_size) != 0)
            return false;
        i++;
    }
    return i == shape->count;
}

/* The kept shape of these values; makes it if needed. NULL if it cannot be kept: the names are too
 * many or too long. */
static const wm_value_shape *shape_of(wm_audit_state *state, const wm_json_value *first)
{
    wm_value_shape *shape;
    unsigned count = 0;
    for (uint64_t back = 1; back <= state->shape_count && back <= WM_AUDIT_STATE_SHAPES; back++) {
        shape = &state->shapes[(state->shape_count - back) % WM_AUDIT_STATE_SHAPES];
        if (has_shape(shape, first))
            return shape;
    }
    for (const wm_json_value *member = first; member != NULL; member = member->next)
        if (member->key_size > sizeof shape->name[0] || ++count > WM_TABLES_VALUES)
            return NULL;
    shape = &state->shapes[state->shape_count % WM_AUDIT_STATE_SHAPES];
    shape->number = state->shape_count++;
    shape->count = 0;
    for (const wm_json_value *member = first; member != NULL; member = member->next) {
        if (is_reason(member))
            continue;
        shape->size[shape->count] = (uint8_t)member->key_size;
        memcpy(shape->name[shape->count++], member->key, member->key_size);
    }
    return shape;
}

bool wm_series_keep(wm_audit_state *state, uint32_t index, const wm_json_value *first)
{
    const wm_value_shape *shape;
    wm_recent *recent;
    unsigned count = 0;
    if (state->recent == NULL) {
        state->recent = calloc(WM_AUDIT_STATE_RECENT, sizeof *state->recent);
        state->shapes = calloc(WM_AUDIT_STATE_SHAPES, sizeof *state->shapes);
        if (state->recent == NULL || state->shapes == NULL)
            return wm_audit_state_fail(state, WM_E_NOMEM);
    }
    shape = shape_of(state, first);
    if (shape == NULL)
        return true;
    recent = &state->recent[index % WM_AUDIT_STATE_RECENT];
    recent->entry = index + 1;
    recent->shape = shape->number;
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

/* Finds a kept value. False if the values are no longer kept. */
static bool find_recent(const wm_audit_state *state, uint32_t entry, wm_text field, double *value,
                        bool *is_there)
{
    const wm_recent *recent;
    const wm_value_shape *shape;
    if (state->recent == NULL)
        return false;
    recent = &state->recent[entry % WM_AUDIT_STATE_RECENT];
    shape = &state->shapes[recent->shape % WM_AUDIT_STATE_SHAPES];
    if (recent->entry != entry + 1 || shape->number != recent->shape)
        return false;
    *is_there = false;
    for (unsigned i = 0; i < shape->count && !*is_there; i++)
        if (shape->size[i] == field.size && memcmp(shape->name[i], field.bytes, field.size) == 0) {
            *value = recent->value[i];
            *is_there = true;
        }
    return true;
}

bool wm_series_value(wm_audit_state *state, uint32_t entry, wm_text field, double *value,
                     bool *is_there)
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
        if (number.name.size == field.size &&
            memcmp(number.name.bytes, field.bytes, field.size) == 0) {
            *value = number.number;
            *is_there = true;
        }
    return true;
}

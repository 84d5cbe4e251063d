/* Checks external observations: series of numbers, complete and in order.
 *
 * Indices count up without a gap, and a reduction closes its series. So a producer can neither drop
 * a number from the middle nor add one after a claim was made. */
#include <string.h>

#include "base/code_point.h"
#include "record/audit/checks.h"
#include "record/audit/series.h"
#include "record/nodes/kinds_plain.h"

static bool is_reason(const wm_json_value *member)
{
    return member->key_size == 6 && memcmp(member->key, "reason", 6) == 0;
}

static bool check_values(wm_audit_state *state, const wm_json_value *first)
{
    bool has_null = false, has_reason = false;
    unsigned count = 0;
    for (const wm_json_value *member = first; member != NULL; member = member->next) {
        if (!WM_DEMAND(state, WM_RULE_LINE_KEY, wm_field_is_key(member->key, member->key_size),
                       "a key is not of [a-z0-9_]+"))
            return false;
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_NAME, member->key_size <= WM_TABLES_NAME_BYTES,
                       "values: found a name of %lu bytes, expected at most %d",
                       (unsigned long)member->key_size, WM_TABLES_NAME_BYTES))
            return false;
        if (is_reason(member)) {
            has_reason = true;
            if (!WM_DEMAND(state, WM_RULE_NULL_REASON, wm_field_is(member, WM_FIELD_REASON),
                           "the reason of values is not a text, or is empty"))
                return false;
            continue;
        }
        count++;
        has_null = has_null || member->kind == WM_JSON_NULL;
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_VALUE,
                       member->kind == WM_JSON_NULL || member->kind == WM_JSON_NUMBER,
                       "the value `%.*s` is neither a number nor null",
                       WM_FIT_IN(member->key, member->key_size, 64)))
            return false;
    }
    return WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, count >= 1 && count <= WM_TABLES_VALUES,
                     "values: found %u, expected 1 to %d", count, WM_TABLES_VALUES) &&
           wm_kind_reason(&state->refusal, "values", has_null, has_reason);
}

/* Checks the index of an observation in its series. */
static bool check_series(wm_audit_state *state, const wm_series *series, double index)
{
    return WM_DEMAND(state, WM_RULE_SERIES_INDEX, !(index >= 0 && index != series->count),
                     "index in the series `%s`: found %.0f, expected %lu", series->name, index,
                     (unsigned long)series->count) &&
           WM_DEMAND(state, WM_RULE_SERIES_CLOSED, !series->is_reduced,
                     "the series `%s` was reduced on an earlier line", series->name);
}

bool wm_check_external(wm_audit_state *state, wm_taken *taken)
{
    const wm_external_node *node = taken->node;
    const wm_list *values = &node->values.numbers;
    wm_entry *entry = taken->entry;
    const uint32_t index = state->entry_count;
    uint32_t series;
    if (values->is_there && !check_values(state, values->next))
        return false;
    series = wm_series_of(state, node->series);
    if (series == WM_AUDIT_STATE_NONE || !check_series(state, &state->series[series], node->index))
        return false;
    entry->owner = series;
    entry->part = state->series[series].count;
    if (!wm_audit_state_add(state, entry) ||
        (values->is_there && !wm_series_keep(state, index, values->next)))
        return false;
    if (state->series[series].count++ == 0)
        state->series[series].first = index;
    state->last_series = series;
    return true;
}

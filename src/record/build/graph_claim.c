/* Claims about own numbers that a graph is asked for. */
#include <stdio.h>
#include <string.h>

#include "base/code_point.h"
#include "base/array.h"
#include "base/sized.h"
#include "base/status.h"
#include "record/build/build.h"
#include "record/build/given.h"
#include "record/nodes/kind_claim.h"
#include "record/audit/series.h"

static wm_status check_value(const wm_own_value *own, wm_error *err)
{
    wm_status status = wm_given_is_there("series", own->series != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("field", own->field != NULL, err);
    return status != WM_OK ? status : wm_given_is_there("function", own->function != NULL, err);
}

/* Checks a value that is asked for: a series with that field, a function over series. */
static wm_status find_value(wm_graph *graph, const wm_own_value *own, wm_build_value *value,
                            wm_error *err)
{
    const wm_status status = check_value(own, err);
    wm_series_field field;
    bool is_there;
    double number;
    if (status != WM_OK)
        return status;
    field = wm_series_field_of(wm_member_text(own->field));
    value->function = wm_tables_function(own->function, strlen(own->function));
    if (value->function == WM_FUNCTION_NONE ||
        wm_tables_function_inputs(value->function) != WM_INPUTS_SERIES)
        return wm_error_set(err, WM_E_ARG, NULL, "`%s` is no function over a series",
                            own->function);
    value->series = wm_series_find(&graph->state, own->series);
    if (value->series == WM_AUDIT_STATE_NONE || graph->state.series[value->series].count == 0)
        return wm_error_set(err, WM_E_ARG, NULL, "there is no series `%s`", own->series);
    if (!wm_series_value(&graph->state, graph->state.series[value->series].first, &field, &number,
                         &is_there))
        return wm_build_error(graph, err);
    if (!is_there || field.name.size >= sizeof value->field)
        return wm_error_set(err, WM_E_ARG, NULL, "the series `%s` has no value `%s`", own->series,
                            own->field);
    memcpy(value->field, own->field, field.name.size + 1);
    return WM_OK;
}

/* The number of a value among those asked for, added if it is new. */
static wm_status ask_value(wm_graph *graph, const wm_own_value *own, uint32_t *number,
                           wm_error *err)
{
    wm_build_value value;
    char key[160];
    wm_build_value *values;
    wm_status status;
    memset(&value, 0, sizeof value);
    status = find_value(graph, own, &value, err);
    if (status != WM_OK)
        return status;
    snprintf(key, sizeof key, "%lu %u %s", (unsigned long)value.series, (unsigned)value.function,
             value.field);
    wm_sha256_hash(key, strlen(key), value.hash);
    *number = wm_digest_set_find(&graph->value_set, graph->values, sizeof value, value.hash);
    if (*number != WM_AUDIT_STATE_NONE)
        return WM_OK;
    values =
        wm_array_grow(graph->values, &graph->value_capacity, graph->value_count + 1, sizeof value);
    if (values == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    graph->values = values;
    graph->values[graph->value_count] = value;
    *number = (uint32_t)graph->value_count;
    if (!wm_digest_set_add(&graph->value_set, graph->values, sizeof value, *number))
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    graph->value_count++;
    return WM_OK;
}

/* Checks what a claim points to. */
static wm_status check_given(const wm_own_claim *own, wm_error *err)
{
    wm_status status = wm_given_is_there("name", own->name != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("unit", own->unit != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("beside", own->beside != NULL || own->beside_count == 0, err);
    if (status == WM_OK && strncmp(own->name, "x.", 2) != 0)
        status = wm_error_set(err, WM_E_ARG, "name", "`%.*s` does not begin with `x.`",
                              WM_FIT(own->name, 80));
    return status != WM_OK ? status : wm_given_name("name", own->name + 2, err);
}

/* Checks name, unit and format of a claim asked for. */
static wm_status check_claim(const wm_graph *graph, const wm_own_claim *own, wm_build_claim *claim,
                             wm_error *err)
{
    const wm_status status = check_given(own, err);
    const size_t name_size = status == WM_OK ? strlen(own->name) : 0;
    if (status != WM_OK)
        return status;
    wm_sha256_hash(own->name, name_size, claim->hash);
    if (wm_digest_set_find(&graph->claim_set, graph->claims, sizeof *claim, claim->hash) !=
        WM_AUDIT_STATE_NONE)
        return wm_error_set(err, WM_E_ARG, NULL, "there is a claim %s already", own->name);
    claim->has_format = own->format != NULL;
    claim->format =
        claim->has_format ? wm_tables_text(own->format, strlen(own->format)) : WM_TEXT_SI4;
    if (claim->format == WM_TEXT_WORD || claim->format == WM_TEXT_COUNT)
        return wm_error_set(err, WM_E_ARG, NULL, "`%.40s` is no format of numbers", own->format);
    if (own->beside_count > WM_TABLES_BESIDE)
        return wm_error_set(err, WM_E_ARG, "beside", "%s: found %lu values beside, at most %d",
                            own->name, (unsigned long)own->beside_count, WM_TABLES_BESIDE);
    if (!wm_kind_claim_is_unit(wm_member_text(own->unit)))
        return wm_error_set(err, WM_E_ARG, "unit",
                            "%s: found unit `%.40s`, expected 1 to %d of [A-Za-z0-9/%%]", own->name,
                            own->unit, WM_TABLES_UNIT_BYTES);
    memcpy(claim->name, own->name, name_size + 1);
    memcpy(claim->unit, own->unit, strlen(own->unit) + 1);
    return WM_OK;
}

/* Checks a claim, and finds the values that it shows. */
static wm_status read_claim(wm_graph *graph, const wm_own_claim *given, wm_build_claim *claim,
                            wm_error *err)
{
    static const wm_sized SIZED = {"wm_own_claim", sizeof(wm_own_claim), sizeof(wm_own_claim)};
    wm_build_value value;
    wm_own_claim own;
    wm_status status = wm_given_is_there("graph", graph != NULL, err);
    if (status == WM_OK)
        status = wm_sized_take(&SIZED, given, &own, err);
    if (status == WM_OK && graph->is_sealed)
        status = wm_error_set(err, WM_E_ARG, NULL, "%s", wm_build_ended(graph));
    if (status == WM_OK)
        status = check_claim(graph, &own, claim, err);
    if (status == WM_OK)
        status = find_value(graph, &own.value, &value, err);
    for (size_t i = 0; status == WM_OK && i < own.beside_count; i++)
        status = find_value(graph, &own.beside[i], &value, err);
    if (status == WM_OK) /* all are there: none is asked for in vain */
        status = ask_value(graph, &own.value, &claim->value, err);
    for (size_t i = 0; status == WM_OK && i < own.beside_count; i++)
        status = ask_value(graph, &own.beside[i], &claim->beside[claim->beside_count++], err);
    return status;
}

wm_status wm_graph_claim(wm_graph *graph, const wm_own_claim *own, wm_error *err)
{
    wm_build_claim claim;
    wm_build_claim *claims;
    wm_status status;
    memset(&claim, 0, sizeof claim);
    status = read_claim(graph, own, &claim, err);
    if (status != WM_OK)
        return status;
    claims =
        wm_array_grow(graph->claims, &graph->claim_capacity, graph->claim_count + 1, sizeof claim);
    if (claims == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    graph->claims = claims;
    graph->claims[graph->claim_count] = claim;
    if (!wm_digest_set_add(&graph->claim_set, graph->claims, sizeof claim,
                           (uint32_t)graph->claim_count))
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    graph->claim_count++;
    return WM_OK;
}

/* Reads the observations of items. */
#include "model/observations.h"

#include "base/array.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The bits of a list of flags. */
static unsigned flags_of(wm_list words)
{
    unsigned flags = 0;
    wm_text word;
    while (wm_member_next_text(&words, &word))
        for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
            if (wm_member_is(word, wm_rule_flag_word((wm_flag)i)))
                flags |= 1u << i;
    return flags;
}

/* The member of a node with this key; NULL if its form has no such field. */
static const void *member_of(const wm_content *content, const char *key)
{
    for (size_t i = 0; i < content->form->count; i++)
        if (strcmp(content->form->fields[i].key, key) == 0)
            return (const char *)&content->of + content->form->fields[i].offset;
    return NULL;
}

/* The class of the observations of a kind; that of the procedure which makes them, if one does. */
static wm_observations_class class_of(wm_class made)
{
    for (unsigned p = 0; p < WM_PROCEDURES; p++) {
        const wm_procedure_row *row = wm_tables_procedure((wm_procedure_name)p);
        if (row->observations == made)
            return row->of == WM_BY_POINT ? WM_OBSERVATIONS_SEGMENTS
                   : row->has_output      ? WM_OBSERVATIONS_REPEATS
                                          : WM_OBSERVATIONS_PROFILES;
    }
    assert(made == WM_CLASS_CALIBRATION || made == WM_CLASS_STAGE || made == WM_CLASS_REVISIT);
    return made == WM_CLASS_CALIBRATION ? WM_OBSERVATIONS_CALIBRATIONS
           : made == WM_CLASS_STAGE     ? WM_OBSERVATIONS_STAGES
                                        : WM_OBSERVATIONS_REVISITS;
}

/* What counts the observations of a kind. */
static uint32_t number_of(const wm_content *content)
{
    static const char *const KEYS[] = {"repeat", "index", "prior"};
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        const double *number = member_of(content, KEYS[i]);
        if (number != NULL)
            return wm_member_index(*number, UINT32_MAX);
    }
    return 0;
}

bool wm_observations_see(const wm_content *content, uint32_t line, wm_observations_seen *seen)
{
    const wm_kind *kind = content->kind;
    const wm_text *reason;
    const wm_list *flags;
    const wm_covariates_node *covariates;
    if (!kind->is_of_item)
        return false;
    reason = member_of(content, "reason");
    flags = member_of(content, "flags");
    *seen = (wm_observations_seen){.class = class_of((wm_class)(1U << kind->number)),
                                   .item = *(const double *)member_of(content, "item"),
                                   .one = {.line = line,
                                           .number = number_of(content),
                                           .has_failed = kind->selector != NULL &&
                                                         strcmp(kind->selector, "status") == 0 &&
                                                         content->form == kind->forms[1],
                                           .speed = (double)NAN}};
    if (reason != NULL)
        seen->reason = *reason;
    covariates = member_of(content, "covariates");
    if (flags != NULL)
        seen->one.flags = flags_of(*flags);
    if (covariates != NULL)
        seen->one.lacks_flags = !seen->one.has_failed && !wm_objects_know_flags(covariates);
    if (wm_contents_is(content, &wm_kind_workload_ok))
        seen->one.speed = content->of.workload.iterations / content->of.workload.seconds;
    return true;
}

wm_status wm_observations_add(wm_observations *series, const wm_observation *one)
{
    wm_observation *grown =
        wm_array_grow(series->at, &series->capacity, series->count + 1, sizeof *grown);
    if (grown == NULL)
        return WM_E_NOMEM;
    series->at = grown;
    grown[series->count++] = *one;
    return WM_OK;
}

wm_observations_tally wm_observations_count(const wm_observations *series)
{
    wm_observations_tally tally = {0, 0, 0, 0};
    for (size_t i = 0; i < series->count; i++) {
        const wm_observation *one = &series->at[i];
        tally.failed += one->has_failed;
        tally.measured += !one->has_failed;
        tally.flagged += one->flags != 0;
        tally.unknown += one->lacks_flags;
    }
    return tally;
}

/* ---- pressure -------------------------------------------------------------------------------- */

/* Adds a value to the mean. NaN: absent. */
static void add_value(wm_observations_pressure *pressure, double value)
{
    if (isnan(value))
        return;
    pressure->count++;
    if (pressure->count == 1)
        pressure->mean = 0;
    pressure->mean += (value - pressure->mean) / (double)pressure->count;
}

/* Takes the pressure of a repeat of `wrap`. */
static void add_external(wm_observations_pressure *pressure, const wm_external_node *node)
{
    wm_list numbers = node->values.numbers;
    wm_named_number number;
    if (!wm_member_is(node->series, "wrap"))
        return;
    while (wm_member_next_value(&numbers, &number))
        if (wm_member_is(number.name, "pressure"))
            add_value(pressure, number.number);
}

void wm_observations_add_pressure(wm_observations_pressure *pressure, const wm_content *content)
{
    const wm_covariates_node *covariates = &content->of.workload.covariates;
    const wm_covariate_node *one = &covariates->each[WM_COVARIATE_PRESSURE];
    if (wm_contents_is_of(content, &wm_kind_external))
        add_external(pressure, &content->of.external);
    else if (wm_contents_is(content, &wm_kind_workload_ok) && covariates->is_there && one->is_there)
        add_value(pressure, one->median);
}

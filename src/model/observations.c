/* Reads the observations of items. */
#include "model/observations.h"

#include "base/array.h"

#include <math.h>

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

static void see_repeat(const wm_content *content, wm_observations_seen *seen)
{
    const wm_workload_node *node = &content->of.workload;
    seen->class = WM_OBSERVATIONS_REPEATS;
    seen->item = node->item;
    seen->reason = node->reason;
    seen->one.has_failed = !wm_contents_is(content, &wm_kind_workload_ok);
    seen->one.number = wm_member_index(node->repeat, WM_TABLES_REPEATS);
    if (seen->one.has_failed)
        return;
    seen->one.speed = node->iterations / node->seconds;
    seen->one.flags = flags_of(node->flags);
}

static void see_profile(const wm_content *content, wm_observations_seen *seen)
{
    const wm_profile_node *node = &content->of.profile;
    seen->class = WM_OBSERVATIONS_PROFILES;
    seen->item = node->item;
    seen->reason = node->reason;
    seen->one.has_failed = !wm_contents_is(content, &wm_kind_profile_ok);
    seen->one.number = wm_member_index(node->repeat, WM_TABLES_REPEATS);
    if (!seen->one.has_failed)
        seen->one.flags = flags_of(node->flags);
}

bool wm_observations_see(const wm_content *content, uint32_t line, wm_observations_seen *seen)
{
    *seen = (wm_observations_seen){.one = {.line = line, .speed = (double)NAN}};
    if (wm_contents_is_of(content, &wm_kind_workload)) {
        see_repeat(content, seen);
    } else if (wm_contents_is_of(content, &wm_kind_profile)) {
        see_profile(content, seen);
    } else if (wm_contents_is_of(content, &wm_kind_stress)) {
        seen->class = WM_OBSERVATIONS_SEGMENTS;
        seen->item = content->of.stress.item;
        seen->reason = content->of.stress.reason;
        seen->one.has_failed = wm_contents_is(content, &wm_kind_stress_failed);
        seen->one.number = wm_member_index(content->of.stress.index, UINT32_MAX);
    } else if (wm_contents_is_of(content, &wm_kind_calibration)) {
        seen->class = WM_OBSERVATIONS_CALIBRATIONS;
        seen->item = content->of.calibration.item;
        seen->reason = content->of.calibration.reason;
        seen->one.has_failed = wm_contents_is(content, &wm_kind_calibration_failed);
    } else if (wm_contents_is_of(content, &wm_kind_stage)) {
        seen->class = WM_OBSERVATIONS_STAGES;
        seen->item = content->of.stage.item;
        seen->one.number = wm_member_index(content->of.stage.index, UINT32_MAX);
    } else if (wm_contents_is_of(content, &wm_kind_revisit)) {
        seen->class = WM_OBSERVATIONS_REVISITS;
        seen->item = content->of.revisit.item;
        seen->one.number = wm_member_index(content->of.revisit.prior, UINT32_MAX);
    } else {
        return false;
    }
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

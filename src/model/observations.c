/* Reads the observations of items. */
#include "model/observations.h"

#include "base/array.h"

#include <math.h>
#include <stddef.h>
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

/* Where a kind has what every observation of an item says: offsets in wm_content, 0 for what it has
 * not. */
static const struct {
    const wm_kind *kind;
    const wm_form *ok; /* NULL: it does not fail */
    wm_observations_class class;
    size_t item, number, reason;
} KINDS[] = {
#define AT(member) offsetof(wm_content, of.member)
    {&wm_kind_workload, &wm_kind_workload_ok, WM_OBSERVATIONS_REPEATS, AT(workload.item),
     AT(workload.repeat), AT(workload.reason)},
    {&wm_kind_profile, &wm_kind_profile_ok, WM_OBSERVATIONS_PROFILES, AT(profile.item),
     AT(profile.repeat), AT(profile.reason)},
    {&wm_kind_stress, &wm_kind_stress_ok, WM_OBSERVATIONS_SEGMENTS, AT(stress.item),
     AT(stress.index), AT(stress.reason)},
    {&wm_kind_calibration, &wm_kind_calibration_ok, WM_OBSERVATIONS_CALIBRATIONS,
     AT(calibration.item), 0, AT(calibration.reason)},
    {&wm_kind_stage, NULL, WM_OBSERVATIONS_STAGES, AT(stage.item), AT(stage.index), 0},
    {&wm_kind_revisit, NULL, WM_OBSERVATIONS_REVISITS, AT(revisit.item), AT(revisit.prior), 0},
#undef AT
};

static void copy_at(const wm_content *content, size_t offset, void *to, size_t size)
{
    if (offset != 0)
        memcpy(to, (const char *)content + offset, size);
}

bool wm_observations_see(const wm_content *content, uint32_t line, wm_observations_seen *seen)
{
    const wm_workload_node *repeat = &content->of.workload;
    double number = 0;
    size_t i = 0;
    *seen = (wm_observations_seen){.one = {.line = line, .speed = (double)NAN}};
    while (!wm_contents_is_of(content, KINDS[i].kind))
        if (++i == sizeof KINDS / sizeof KINDS[0])
            return false;
    seen->class = KINDS[i].class;
    copy_at(content, KINDS[i].item, &seen->item, sizeof seen->item);
    copy_at(content, KINDS[i].number, &number, sizeof number);
    copy_at(content, KINDS[i].reason, &seen->reason, sizeof seen->reason);
    seen->one.number = wm_member_index(number, UINT32_MAX);
    seen->one.has_failed = KINDS[i].ok != NULL && !wm_contents_is(content, KINDS[i].ok);
    if (seen->class == WM_OBSERVATIONS_REPEATS && !seen->one.has_failed) {
        seen->one.speed = repeat->iterations / repeat->seconds;
        seen->one.flags = flags_of(repeat->flags);
    } else if (seen->class == WM_OBSERVATIONS_PROFILES && !seen->one.has_failed) {
        seen->one.flags = flags_of(content->of.profile.flags);
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

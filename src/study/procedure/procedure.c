/* Which procedures an item has, and what they say of it together.
 *
 * Segments come before the other repeats, because they compare their outputs with that of repeat 0.
 * They are therefore first in the list, and due after one repeat. */
#include "study/procedure/procedure.h"

#include "base/code_point.h"

#include "base/status.h"

#include <math.h>
#include <stdio.h>

/* Studies of honest runs know no code of the laboratory: its command links this one. */
static const wm_procedure *linked_trials[] = {NULL, NULL};

void wm_procedure_link_trials(const wm_procedure *trials)
{
    linked_trials[0] = trials;
}

const wm_procedure *const *wm_procedure_of(const wm_item *item)
{
    static const wm_procedure *const OUTPUTS[] = {&wm_segments, &wm_repeats, NULL};
    static const wm_procedure *const PROFILES[] = {&wm_profiles, NULL};
    static const wm_procedure *const *const BY_VARIANT[WM_PROCEDURES] = {
        [WM_PROCEDURE_REPEATS] = OUTPUTS,
        [WM_PROCEDURE_PROFILE] = PROFILES,
        [WM_PROCEDURE_TRIALS] = linked_trials};
    return BY_VARIANT[wm_plan_procedure(item)];
}

const wm_procedure *wm_procedure_next(const wm_observed_item *item)
{
    for (const wm_procedure *const *p = wm_procedure_of(item->item); *p != NULL; p++)
        if (item->count[(*p)->row] < wm_plan_observations(item->item, (*p)->row) &&
            ((*p)->is_due == NULL || (*p)->is_due(item)))
            return *p;
    return NULL;
}

uint32_t wm_procedure_made(const wm_observed_item *item, wm_phase phase)
{
    for (const wm_procedure *const *p = wm_procedure_of(item->item); *p != NULL; p++)
        if ((*p)->phase == phase)
            return item->count[(*p)->row];
    return 0;
}

bool wm_procedure_has_begun(const wm_observed_item *item)
{
    for (const wm_procedure *const *p = wm_procedure_of(item->item); *p != NULL; p++)
        if (item->count[(*p)->row] > 0)
            return true;
    return false;
}

double wm_procedure_rate(const wm_observed_item *item)
{
    for (const wm_procedure *const *p = wm_procedure_of(item->item); *p != NULL; p++)
        if ((*p)->rate != NULL)
            return (*p)->rate(item);
    return (double)NAN;
}

double wm_procedure_bytes(const wm_item *item)
{
    double bytes = 0;
    for (const wm_procedure *const *p = wm_procedure_of(item); *p != NULL; p++)
        if ((*p)->bytes != NULL)
            bytes = fmax(bytes, (*p)->bytes(item));
    return bytes;
}

bool wm_procedure_fits(const wm_item *item, double memory_bytes, char *reason, size_t size)
{
    const double bytes = wm_procedure_bytes(item);
    if (!(bytes > memory_bytes))
        return true;
    (void)snprintf(reason, size, "needs %.4g GB of memory, available: %.4g GB", bytes * 1e-9,
                   memory_bytes * 1e-9);
    return false;
}

wm_status wm_procedure_try(wm_device *device, const wm_item *item, double memory_bytes,
                           bool *is_taken, char reason[256])
{
    wm_status status = WM_OK;
    reason[0] = '\0';
    *is_taken = wm_procedure_fits(item, memory_bytes, reason, 256);
    for (const wm_procedure *const *p = wm_procedure_of(item); *p != NULL && *is_taken; p++) {
        if ((*p)->try_out != NULL)
            status = (*p)->try_out(device, item, reason);
        *is_taken = status == WM_OK;
    }
    if (status != WM_OK && reason[0] == '\0') {
        const char *words = device->ops->last_error(device);
        (void)snprintf(reason, 256, "%s%s%.*s", wm_status_text(status),
                       words[0] != '\0' ? ": " : "", WM_FIT(words, 200));
    }
    return status == WM_E_DEVICE ? status : WM_OK;
}

const wm_workload_cost *wm_procedure_nominal(const wm_item *item)
{
    const wm_procedure *const *p = wm_procedure_of(item);
    while ((*p)->nominal == NULL)
        p++;
    return (*p)->nominal(item);
}

double wm_procedure_nominal_rate(const wm_item *item, bool is_gpu)
{
    const wm_workload_cost *nominal = wm_procedure_nominal(item);
    return is_gpu ? nominal->rate_gpu : nominal->rate;
}

double wm_procedure_times(const wm_item *item, wm_phase phase)
{
    const wm_phase of = phase == WM_PHASE_WITNESS ? WM_PHASE_REPEATS : phase;
    for (const wm_procedure *const *p = wm_procedure_of(item); *p != NULL; p++)
        if ((*p)->phase == of)
            return wm_plan_observations(item, (*p)->row);
    return 1;
}

double wm_procedure_seconds(const wm_item *item, const wm_machine_speed *machine, wm_phase phase)
{
    double seconds = 0;
    for (const wm_procedure *const *p = wm_procedure_of(item); *p != NULL; p++)
        seconds += (*p)->seconds(item, machine, phase);
    return seconds;
}

const char *wm_procedure_word(wm_phase phase)
{
    static const char *const WORDS[WM_PHASE_COUNT] = {
        [WM_PHASE_FILL] = "filling operands",   [WM_PHASE_WARM_UP] = "warm-up",
        [WM_PHASE_REPEATS] = "repeat",          [WM_PHASE_WITNESS] = "witness",
        [WM_PHASE_CALIBRATION] = "calibration", [WM_PHASE_SEGMENTS] = "segment",
        [WM_PHASE_OPENINGS] = "openings",       [WM_PHASE_REPAIR] = "repair",
    };
    return WORDS[phase];
}

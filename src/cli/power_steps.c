/* `run --steps N`: N power limits across the repeats of each item.
 *
 * The clock of each repeat is in the record, so a limit that the device did not follow is seen. The
 * fact `power_steps` says what was asked. */
#include "cli/power_steps.h"

#include "base/code_point.h"
#include "base/status.h"
#include "cli/power_keeper.h"
#include "cli/terminal.h"
#include "measure/power_levels.h"

#include <stdio.h>

enum { LINE = 512 };

static const char DRIFTS[] = "the clock varies as the device drifts";

void wm_power_steps_begin(const wm_backend *backend, unsigned count)
{
    /* a failure is told by wm_power_steps_open, which then finds no process */
    if (count > 0 && backend != NULL && backend->power != NULL)
        (void)!wm_power_keeper_begin(backend->power);
}

static void say_none(const char *reason)
{
    char line[LINE];
    (void)snprintf(line, sizeof line, "witnessmark run: --steps: %.*s; %s", WM_FIT(reason, 300),
                   DRIFTS);
    wm_terminal_say(stderr, line);
}

void wm_power_steps_open(wm_power_steps *steps, const wm_backend *backend, const char *uuid,
                         unsigned count)
{
    char line[LINE], reason[WM_BACKEND_POWER_REASON] = "";
    steps->count = 0;
    if (backend->power == NULL) {
        (void)snprintf(reason, sizeof reason, "a device of kind %s has no power limit to set",
                       backend->name);
        say_none(reason);
        return;
    }
    if (wm_power_keeper_open(uuid, &steps->range, reason) != WM_OK) {
        (void)wm_power_keeper_end();
        say_none(reason);
        return;
    }
    steps->count = count;
    steps->now_mw = steps->range.former_mw;
    (void)snprintf(steps->fact, sizeof steps->fact, "%u limits, %u..%u mW", count,
                   steps->range.least_mw, steps->range.former_mw);
    (void)snprintf(line, sizeof line,
                   "witnessmark run: --steps: %u power limits from %.1f W to %.1f W across the "
                   "repeats of each item; then %.1f W again",
                   count, steps->range.least_mw / 1000.0, steps->range.former_mw / 1000.0,
                   steps->range.former_mw / 1000.0);
    wm_terminal_say(stderr, line);
}

/* Ends the keeper. Whether the former limit is in force. */
static bool restore(wm_power_steps *steps)
{
    char line[LINE];
    steps->count = 0;
    if (wm_power_keeper_end())
        return true;
    (void)snprintf(line, sizeof line,
                   "witnessmark run: --steps: the power limit could NOT be restored: it was %u mW, "
                   "and %u mW was asked for last",
                   steps->range.former_mw, steps->now_mw);
    wm_terminal_say(stderr, line);
    return false;
}

void wm_power_steps_end(wm_power_steps *steps)
{
    (void)restore(steps);
}

void wm_power_steps_before(wm_power_steps *steps, uint32_t repeat, uint32_t repeats)
{
    char line[LINE], reason[WM_BACKEND_POWER_REASON] = "";
    unsigned limit_mw;
    if (steps->count == 0)
        return;
    limit_mw = wm_power_levels_limit(&steps->range, steps->count,
                                     wm_power_levels_of(steps->count, repeat, repeats));
    if (limit_mw == steps->now_mw)
        return;
    steps->now_mw = limit_mw;
    if (wm_power_keeper_set(limit_mw, reason) == WM_OK)
        return;
    (void)snprintf(line, sizeof line, "%s%s", reason,
                   restore(steps) ? "; the former power limit is set again" : "");
    say_none(line);
}

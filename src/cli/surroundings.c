/* Warns of a slow or busy machine before a run, and waits until it is quiet. */
#include "cli/surroundings.h"

#include "base/clock.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "measure/facts/variables.h"

#include <stdio.h>

/* How long the machine is watched: once before a run, and again and again while it is waited for.
 * The kernel counts processor time in steps of 0.01 s. */
static const double LOOK_S = 0.2, WAIT_S = 1;

static void warn(void *context, const char *words)
{
    (void)context;
    char line[1024];
    (void)snprintf(line, sizeof line, "witnessmark run: warning: %s", words);
    wm_terminal_say(stderr, line);
}

/* Watches until the machine is quiet or the time has passed. */
static wm_status wait_quiet(const wm_run_options *ask, wm_device *device,
                            const volatile sig_atomic_t *stop, bool *is_busy,
                            char words[WM_BUSY_WORDS])
{
    const double begin_s = wm_clock_s();
    wm_status status = WM_OK;
    wm_ticker ticker;
    double passed_s;
    wm_ticker_open(&ticker, ask->call->as_json);
    while (status == WM_OK && *is_busy && *stop == 0 &&
           (passed_s = wm_clock_s() - begin_s) < ask->wait_quiet_s) {
        wm_ticker_tell(&ticker, "waiting for a quiet machine, %.0f of %.0f s: %s", passed_s,
                       ask->wait_quiet_s, words);
        status = wm_busy_watch(device, WAIT_S, stop, is_busy, words);
    }
    wm_ticker_close(&ticker);
    return status;
}

wm_status wm_surroundings_check(const wm_run_options *ask, wm_device *device,
                                const volatile sig_atomic_t *stop, char words[WM_BUSY_WORDS])
{
    wm_device_properties properties;
    wm_variables variables;
    bool is_busy = false;
    wm_status status = device->ops->properties(device, &properties);
    words[0] = '\0';
    if (status == WM_OK) {
        wm_variables_open(WM_VARIABLES_START, &variables);
        wm_variables_judge(&variables, device->ops, properties.units, warn, NULL);
        wm_variables_close(&variables);
    }
    if (status == WM_OK)
        status = wm_busy_watch(device, LOOK_S, stop, &is_busy, words);
    if (status == WM_OK)
        status = wait_quiet(ask, device, stop, &is_busy, words);
    if (status == WM_OK && *stop != 0)
        status = WM_E_INTERRUPTED;
    if (status == WM_OK && is_busy) {
        char line[WM_BUSY_WORDS + 128];
        (void)snprintf(line, sizeof line, "the machine is busy: %s; rates may be too low%s", words,
                       ask->wait_quiet_s > 0 ? "" : "; --wait-quiet SECONDS waits");
        warn(NULL, line);
    }
    return status;
}

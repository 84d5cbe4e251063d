/* Warns of a slow or busy machine before a run, and waits until it is quiet. */
#include "cli/surroundings.h"

#include "base/code_point.h"

#include "backend/nvidia_trace.h"
#include "backend/registry.h"
#include "base/clock.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "measure/facts/variables.h"

#include <stdio.h>
#include <string.h>

/* How long the machine is watched: once before a run, and again and again while it is waited for.
 * The kernel counts processor time in steps of 0.01 s. */
static const double LOOK_S = 0.2, WAIT_S = 1;

/* Adds the devices of a kind that could be measured to a line, or why there is none. False: there
 * is nothing to say. */
static bool name_devices(const wm_backend *backend, char *line, size_t room)
{
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    size_t count, first = 0, others = 0;
    char where[WM_NVIDIA_TRACE_SIZE];
    wm_error err = {WM_OK, "", ""};
    if (wm_registry_list(backend, entries, &count, &err) != WM_OK) {
        (void)snprintf(line, room, "this machine has an NVIDIA GPU, which cannot be used: %.*s",
                       WM_FIT(err.message, 200));
        return wm_nvidia_trace_find("", where);
    }
    while (first < count && entries[first].reason[0] != '\0')
        first++;
    for (size_t i = first + 1; i < count; i++)
        others += entries[i].reason[0] == '\0';
    if (first < count && others == 0)
        (void)snprintf(line, room, "--backend %s measures %s", backend->name, entries[first].name);
    else if (first < count)
        (void)snprintf(line, room, "--backend %s measures %s or %zu more", backend->name,
                       entries[first].name, others);
    else
        (void)snprintf(line, room, "--backend %s cannot measure %s: %s", backend->name,
                       entries[0].name, entries[0].reason);
    return true;
}

/* The first kind of device that is not the processors; NULL: this program has none. */
static const wm_backend *other_kind(void)
{
    size_t i = 0;
    while (wm_registry_get(i) != NULL && wm_registry_is_host(wm_registry_get(i)->name))
        i++;
    return wm_registry_get(i);
}

/* Says what is not measured: a GPU, where the processors are measured because nobody chose. */
static void say_unmeasured(const wm_run_options *ask)
{
    char line[512], where[WM_NVIDIA_TRACE_SIZE];
    const size_t used = (size_t)snprintf(
        line, sizeof line, "witnessmark %s: this measures the CPU; ", ask->call->command->name);
    const wm_backend *backend = other_kind();
    bool is_there;
    if (ask->has_backend || ask->resume || ask->call->is_quiet ||
        !wm_registry_is_host(ask->backend))
        return;
    if (backend != NULL) {
        is_there = name_devices(backend, line + used, sizeof line - used);
    } else {
        is_there = wm_nvidia_trace_find("", where);
        (void)snprintf(line + used, sizeof line - used,
                       "this machine has an NVIDIA GPU (%s), and this program was built without "
                       "cuda: `make CUDA=1` builds one that measures it",
                       is_there ? where : "");
    }
    if (is_there)
        wm_terminal_say(stderr, line);
}

/* Who is warned, and where the warnings are kept. */
typedef struct {
    const wm_call *call;
    wm_settings_warnings *seen;
} warning;

static void say(const wm_call *call, const char *words)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "witnessmark %s: warning: %s", call->command->name, words);
    wm_terminal_say(stderr, line);
}

/* Keeps a warning for the record; one too many is told and not kept. */
static void keep(wm_settings_warnings *seen, const char *words)
{
    if (seen->count < WM_SESSION_WARNINGS)
        (void)snprintf(seen->text[seen->count++], WM_SETTINGS_WARNING, "%.*s",
                       WM_FIT(words, WM_SETTINGS_WARNING - 1));
}

static void warn(void *context, const char *words)
{
    const warning *to = context;
    say(to->call, words);
    keep(to->seen, words);
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
                                const volatile sig_atomic_t *stop, wm_settings_warnings *seen)
{
    wm_device_properties properties;
    wm_variables variables;
    warning to = {ask->call, seen};
    char words[WM_BUSY_WORDS] = "";
    bool is_busy = false;
    wm_status status = device->ops->properties(device, &properties);
    *seen = (wm_settings_warnings){.count = 0};
    say_unmeasured(ask);
    if (status == WM_OK)
        status = wm_variables_open(WM_VARIABLES_START, &variables);
    if (status == WM_OK) {
        wm_variables_judge(&variables, device->ops, properties.units, warn, &to);
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
        int used = snprintf(line, sizeof line, "the machine is busy: %s%s", words,
                            ask->plans->has_trials ? "" : "; rates may be too low");
        keep(seen, line);
        (void)snprintf(line + used, sizeof line - (size_t)used, "%s",
                       ask->wait_quiet_s > 0 ? "" : "; --wait-quiet SECONDS waits");
        say(ask->call, line);
    }
    return status;
}

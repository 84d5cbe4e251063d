/* Finds the devices of a screen: of --backend and --device, else all accelerators, else the CPU. */
#include "cli/screen_devices.h"

#include "backend/registry.h"
#include "base/code_point.h"
#include "cli/screen_probe.h"
#include "report/document/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double PROBE_SHARE = 0.3; /* of the budget, to find and open all devices */

bool wm_screen_devices_split(wm_screen_devices *s)
{
    char *rest = s->words;
    if (s->list == NULL)
        return true;
    if (strlen(s->list) >= sizeof s->words)
        return false;
    memcpy(s->words, s->list, strlen(s->list) + 1);
    for (char *word; (word = strsep(&rest, ",")) != NULL; s->word_count++) {
        if (s->word_count == WM_SCREENED_DEVICES || word[0] == '\0')
            return false;
        s->word[s->word_count] = word;
    }
    return true;
}

/* A device as it is named in the answer: `cpu`, or the first 8 characters of its UUID; 12 of them
 * where another device of this node has these 8. */
static void name_device(const wm_backend *backend, const wm_screen_probe *probe, bool is_alone,
                        wm_screened_device *to)
{
    char masked[WM_STYLE_MASKED];
    (void)snprintf(to->backend, sizeof to->backend, "%s", backend->name);
    (void)snprintf(to->uuid, sizeof to->uuid, "%s", probe->entry.uuid);
    (void)snprintf(to->model, sizeof to->model, "%.*s",
                   WM_FIT(wm_style_masked(probe->entry.name, masked), sizeof to->model - 1));
    if (probe->entry.uuid[0] != '\0')
        (void)snprintf(to->name, sizeof to->name, "%.*s", is_alone ? 8 : 12, probe->entry.uuid);
    else if (wm_registry_is_host(backend->name))
        (void)snprintf(to->name, sizeof to->name, "%s", backend->name);
    else
        (void)snprintf(to->name, sizeof to->name, "%.8s%u", backend->name, probe->index);
    to->success_at = (double)NAN;
}

static bool begins_with_case(const char *text, const char *begin)
{
    return strncasecmp(text, begin, strlen(begin)) == 0;
}

/* Whether a list of --device names a device: `all`, its number, or the beginning of its UUID. */
static bool is_chosen(wm_screen_devices *s, const wm_screen_probe *probe)
{
    char number[16];
    bool is_one = s->word_count == 0;
    (void)snprintf(number, sizeof number, "%u", probe->index);
    for (size_t i = 0; i < s->word_count; i++)
        if (strcmp(s->word[i], "all") == 0 || strcmp(s->word[i], number) == 0 ||
            (strlen(s->word[i]) >= 5 && begins_with_case(probe->entry.uuid, s->word[i])))
            s->is_met[i] = is_one = true;
    return is_one;
}

static wm_screened_device *add_found(wm_screen_devices *s)
{
    wm_screened_device *to = &s->screened->device[s->screened->count++];
    memset(to, 0, sizeof *to);
    to->success_at = (double)NAN;
    return to;
}

/* Adds a kind whose devices cannot be told apart, in the device's place. */
static void add_lost(wm_screen_devices *s, const char *kind, wm_screened_state state,
                     const char *words)
{
    wm_screened_device *to = add_found(s);
    char masked[WM_STYLE_MASKED];
    (void)snprintf(to->name, sizeof to->name, "%.*s",
                   WM_FIT(wm_style_masked(kind, masked), sizeof to->name - 1));
    (void)snprintf(to->backend, sizeof to->backend, "%.15s", to->name);
    to->state = state;
    (void)snprintf(to->words, sizeof to->words, "%.*s", WM_FIT(words, sizeof to->words - 1));
}

/* Takes a device, with the items that it may be asked. */
static void take_device(wm_screen_devices *s, const wm_backend *backend,
                        const wm_screen_probe *probe, bool is_alone)
{
    wm_screened_device *found = add_found(s);
    wm_screen_device *asked = &s->asked[s->asked_count];
    char words[WM_SCREENED_WORDS];
    memset(asked, 0, sizeof *asked);
    name_device(backend, probe, is_alone, found);
    asked->found = found;
    asked->is_host = wm_registry_is_host(backend->name);
    asked->item_count = wm_screen_items(asked->is_host, (double)probe->memory_bytes, asked->item);
    wm_screen_state_read(s->state, found, asked->item, asked->item_count, words);
    if (words[0] != '\0')
        fprintf(stderr, "witnessmark screen: warning: %s\n", words);
    if (found->uuid[0] != '\0')
        (void)snprintf(asked->device, sizeof asked->device, "%s", found->uuid);
    else
        (void)snprintf(asked->device, sizeof asked->device, "%u", probe->index);
    if (!probe->is_usable || probe->is_used) {
        found->state = probe->is_usable ? WM_SCREENED_BUSY : WM_SCREENED_TROUBLE;
        (void)snprintf(found->words, sizeof found->words, "%s",
                       probe->is_usable ? probe->users : probe->reason);
        return;
    }
    s->asked_count++;
}

/* Whether no other device has the first 8 characters of this one's UUID. */
static bool is_alone(const wm_screen_probe *probes, size_t count, size_t index)
{
    for (size_t i = 0; i < count; i++)
        if (i != index && strncmp(probes[i].entry.uuid, probes[index].entry.uuid, 8) == 0)
            return false;
    return true;
}

/* Adds a kind's devices. Returns whether it has one, or one that hangs. */
static bool take_kind(wm_screen_devices *s, const wm_backend *backend, double seconds,
                      wm_error *err)
{
    wm_screen_probe *probes = NULL;
    size_t count = 0;
    const wm_status status = wm_screen_probe_all(backend, seconds, &probes, &count, err);
    for (size_t i = 0; i < count && s->screened->count < WM_SCREENED_DEVICES; i++)
        if (is_chosen(s, &probes[i]))
            take_device(s, backend, &probes[i], is_alone(probes, count, i));
    free(probes);
    if (status == WM_OK || status == WM_E_NOTFOUND)
        return count > 0;
    add_lost(s, backend->name, WM_SCREENED_TROUBLE, err->message);
    return true;
}

/* Whether a word is not one that was given before it: two series with one name are no metrics. */
static bool is_first(const wm_screen_devices *s, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(s->word[i], s->word[index]) == 0)
            return false;
    return true;
}

/* Finds the devices: of --backend, else all accelerators, else the host's processors. */
static void find(wm_screen_devices *s)
{
    const double seconds = PROBE_SHARE * s->screened->budget_seconds;
    const wm_backend *backend;
    const char *kind = s->backend != NULL ? s->backend : wm_registry_host()->name;
    wm_error err = {WM_OK, "", ""};
    bool has_device = false;
    if (s->is_locked) {
        add_lost(s, s->backend != NULL ? kind : "node", WM_SCREENED_BUSY,
                 "another screen is running: nothing was run");
        return;
    }
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++) {
        if (s->backend != NULL ? strcmp(backend->name, s->backend) != 0
                               : wm_registry_is_host(backend->name))
            continue;
        has_device = take_kind(s, backend, seconds, &err) || has_device;
        if (!has_device && s->backend == NULL)
            fprintf(stderr, "witnessmark screen: %s: %s; the CPU is screened\n", backend->name,
                    err.message);
    }
    if (!has_device && s->backend == NULL)
        has_device = take_kind(s, wm_registry_host(), seconds, &err);
    if (!has_device)
        add_lost(s, kind, WM_SCREENED_NOT_APPLICABLE, err.message);
    for (size_t i = 0; has_device && i < s->word_count; i++)
        if (!s->is_met[i] && is_first(s, i) && s->screened->count < WM_SCREENED_DEVICES)
            add_lost(s, s->word[i], WM_SCREENED_NOT_APPLICABLE, "no device has this name");
}

/* Adds the GPUs that were screened here before and are not listed now: one that fell off its bus
 * must not make a node of seven sound GPUs. */
static void add_absent(wm_screen_devices *s)
{
    const bool is_all = s->word_count == 0 || strcmp(s->word[0], "all") == 0;
    char uuid[64] = "", after[64];
    if (s->is_locked || !is_all || (s->backend != NULL && wm_registry_is_host(s->backend)))
        return;
    memcpy(after, uuid, sizeof after);
    while (s->screened->count < WM_SCREENED_DEVICES &&
           wm_screen_state_absent(s->state, s->screened->device, s->screened->count, after, uuid)) {
        add_lost(s, uuid, WM_SCREENED_INCONCLUSIVE,
                 "was screened here before and is not listed now; if it left, remove its file in "
                 "the state folder");
        memcpy(after, uuid, sizeof after);
    }
}

void wm_screen_devices_find(wm_screen_devices *s)
{
    find(s);
    add_absent(s);
}

/* Takes the options of a resumed run from its partial record. */
#include "cli/run_resume.h"

#include "backend/registry.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "study/run/cards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static wm_status refuse(const char *option, const char *has, const char *value, wm_error *err)
{
    return wm_error_set(err, WM_E_MISMATCH, option, "the partial record has %s%s%s%.200s", has,
                        has[0] != '\0' && value[0] != '\0' ? " " : "", value,
                        "; resume without this option, or start a new run");
}

/* ---- the options ----------------------------------------------------------------------------- */

/* The device's UUID finds it again; a word that is a number may name another one now. */
static wm_status settle_device(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    const char *word = ask->device_word;
    if (partial->uuid[0] == '\0')
        return WM_OK;
    if (word != NULL && word[strspn(word, "0123456789")] != '\0' &&
        strncasecmp(partial->uuid, word, strlen(word)) != 0)
        return refuse("--device", "device", partial->uuid, err);
    if (word == NULL)
        ask->device_word = partial->uuid;
    return WM_OK;
}

static wm_status settle_witness(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    const bool has_witness = partial->witness[0] != '\0';
    if (ask->witness != NULL && ask->is_witnessed_by_host != has_witness)
        return refuse("--witness", "witness", has_witness ? partial->witness : "device", err);
    ask->is_witnessed_by_host = has_witness;
    return WM_OK;
}

static wm_status settle_threads(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    char number[32];
    if (partial->threads == 0)
        return WM_OK;
    (void)snprintf(number, sizeof number, "%u threads", partial->threads);
    if (ask->settings.device_options.threads != 0 &&
        ask->settings.device_options.threads != partial->threads)
        return refuse("--threads", number, "", err);
    ask->settings.device_options.threads = partial->threads;
    return WM_OK;
}

static wm_status settle_hidden(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    /* a device without such facts hides none */
    if ((ask->hidden & ~partial->hidden) != 0 && partial->uuid[0] != '\0')
        return refuse("--redact", "facts that are not redacted", "", err);
    ask->hidden |= partial->hidden;
    return WM_OK;
}

static wm_status settle_named(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    if (!wm_named_has(&partial->named, &ask->named))
        return refuse("--fact", "other facts", "", err);
    ask->named = partial->named;
    return WM_OK;
}

static wm_status settle_cards(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    char text[64];
    const wm_machine_cards *cards = &partial->cards;
    const bool differs = ask->cards.count != cards->count || ask->cards.pass != cards->pass ||
                         (cards->count > 0 && strcmp(ask->cards.mode, cards->mode) != 0);
    (void)snprintf(text, sizeof text, "%u,%u,%s", cards->pass, cards->count,
                   cards->mode != NULL && cards->mode[0] == 'i' ? "in-turn" : "at-once");
    if (ask->cards.count > 0 && differs)
        return refuse("--card-of", cards->count > 0 ? text : "one device", "", err);
    ask->cards = *cards;
    return WM_OK;
}

static wm_status settle_steps(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    char number[32];
    (void)snprintf(number, sizeof number, "%u power limits", partial->power_steps);
    if (ask->steps != 0 && ask->steps != partial->power_steps)
        return refuse("--steps", partial->power_steps > 0 ? number : "no power limits", "", err);
    ask->steps = partial->power_steps;
    return WM_OK;
}

/* A CPU has no search, and its record says nothing of it. */
static wm_status settle_search(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    bool *takes_first = &ask->settings.device_options.takes_first;
    if (*takes_first && !partial->takes_first && !wm_registry_is_host(partial->backend))
        return refuse("--no-tuning", "methods chosen by timing", "", err);
    *takes_first = *takes_first || partial->takes_first;
    return WM_OK;
}

wm_status wm_run_resume_settle(wm_run_options *ask, const wm_partial *partial, wm_error *err)
{
    wm_status status = WM_OK;
    if (!partial->is_there)
        return WM_OK;
    if (strcmp(partial->backend, "none") == 0)
        return wm_error_set(err, WM_E_MISMATCH, "--resume",
                            "the partial record holds own numbers, as of `witnessmark wrap`, and "
                            "cannot be resumed; remove it to use the path again");
    if (ask->has_backend && strcmp(ask->backend, partial->backend) != 0)
        return refuse("--backend", "backend", partial->backend, err);
    if (ask->continues != NULL && partial->prior[0] == '\0')
        return refuse("--continue", "a plan of its own, which continues no record", "", err);
    ask->backend = partial->backend;
    if (ask->continues == NULL && partial->prior[0] != '\0')
        ask->continues = partial->prior;
    status = settle_device(ask, partial, err);
    if (status == WM_OK)
        status = settle_witness(ask, partial, err);
    if (status == WM_OK)
        status = settle_threads(ask, partial, err);
    if (status == WM_OK)
        status = settle_hidden(ask, partial, err);
    if (status == WM_OK)
        status = settle_named(ask, partial, err);
    if (status == WM_OK)
        status = settle_steps(ask, partial, err);
    if (status == WM_OK)
        status = settle_search(ask, partial, err);
    return status == WM_OK ? settle_cards(ask, partial, err) : status;
}

/* ---- the plan -------------------------------------------------------------------------------- */

static wm_status check_amounts(const wm_run_options *ask, const wm_schedule *has, wm_error *err)
{
    char text[64];
    (void)snprintf(text, sizeof text, "%g s", has->repeat_seconds);
    if (!isnan(ask->pick.repeat_seconds) && ask->pick.repeat_seconds != has->repeat_seconds)
        return refuse("--seconds", text, "", err);
    for (size_t i = 0; i < has->item_count && ask->pick.repeats > 0; i++) {
        (void)snprintf(text, sizeof text, "%lu repeats", (unsigned long)has->items[i].repeats);
        if (ask->pick.repeats != has->items[i].repeats)
            return refuse("--repeats", text, "", err);
    }
    if (ask->nonce != NULL && strcmp(ask->nonce, has->nonce) != 0)
        return refuse("--nonce", "nonce", has->nonce[0] != '\0' ? has->nonce : "''", err);
    return WM_OK;
}

/* The label without its injected fault, which --inject gives. */
static void label_of(const wm_item *item, char label[WM_PLAN_LABEL_SIZE])
{
    wm_item plain = *item;
    if (!plain.fault.in_repeats)
        plain.fault = (wm_planned_fault){.kind = WM_FAULT_NONE};
    wm_plan_label(&plain, label);
}

static bool is_asked(const wm_run_options *ask, const wm_item *item)
{
    char label[WM_PLAN_LABEL_SIZE], plain[WM_PLAN_LABEL_SIZE];
    wm_plan_label(item, label);
    label_of(item, plain);
    for (size_t i = 0; i < ask->pick.label_count; i++)
        if (strcmp(ask->labels[i], label) == 0 || strcmp(ask->labels[i], plain) == 0)
            return true;
    return ask->pick.label_count == 0;
}

/* Every item of the partial record must be asked for, and every asked item must be there. */
static wm_status check_labels(const wm_run_options *ask, const wm_schedule *has, wm_error *err)
{
    char label[WM_PLAN_LABEL_SIZE];
    for (size_t i = 0; i < has->item_count; i++) {
        wm_plan_label(&has->items[i], label);
        if (!is_asked(ask, &has->items[i]))
            return refuse("--item", "also item", label, err);
    }
    for (size_t i = 0; i < ask->pick.label_count; i++) {
        const wm_run_options one = {.labels = &ask->labels[i], .pick.label_count = 1};
        size_t at = 0;
        while (at < has->item_count && !is_asked(&one, &has->items[at]))
            at++;
        if (at == has->item_count)
            return refuse("--item", "no item", ask->labels[i], err);
    }
    return WM_OK;
}

static bool is_same_plan(const wm_schedule *a, const wm_schedule *b)
{
    if (strcmp(a->name, b->name) != 0 || a->item_count != b->item_count)
        return false;
    for (size_t i = 0; i < a->item_count; i++)
        if (!wm_plan_is_same_item(&a->items[i], &b->items[i]) ||
            a->items[i].repeats != b->items[i].repeats ||
            a->items[i].tolerance_of != b->items[i].tolerance_of)
            return false;
    return a->repeat_seconds == b->repeat_seconds && strcmp(a->nonce, b->nonce) == 0;
}

/* Makes the plan of --plan and compares it. A budget may have shortened it. */
static wm_status check_plan(const wm_run_options *ask, wm_device *device, const wm_schedule *has,
                            wm_error *err)
{
    char words[WM_SCHEDULE_NAME_SIZE + 64];
    wm_schedule asked;
    wm_status status;
    if (ask->plan == NULL || ask->settings.budget_seconds > 0)
        return WM_OK;
    status = wm_run_options_read_plan(ask, device, &asked, err);
    if (status != WM_OK)
        return status;
    status = wm_run_options_light(ask, has->is_light, &asked, err);
    if (status == WM_OK)
        status = wm_run_options_inject(ask, &asked, err);
    if (status == WM_OK && !is_same_plan(&asked, has)) {
        const bool is_named = strcmp(asked.name, has->name) != 0;
        (void)snprintf(words, sizeof words, "%s %s", is_named ? "plan" : "other items in its plan",
                       has->name);
        status = refuse("--plan", words, "", err);
    }
    wm_schedule_clear(&asked);
    return status;
}

/* Whether the plan of the partial record has the fault of --inject. */
static wm_status check_fault(const wm_run_options *ask, const wm_schedule *has, wm_error *err)
{
    char label[WM_PLAN_LABEL_SIZE];
    if (ask->fault.kind == WM_FAULT_NONE)
        return WM_OK;
    for (size_t i = 0; i < has->item_count; i++) {
        label_of(&has->items[i], label);
        if (has->items[i].fault.kind == ask->fault.kind &&
            (ask->fault.label[0] == '\0' || strcmp(ask->fault.label, label) == 0))
            return WM_OK;
    }
    return refuse("--inject", "no such fault", "", err);
}

wm_status wm_run_resume_plan(const wm_run_options *ask, wm_device *device,
                             const wm_partial *partial, wm_schedule *schedule, wm_error *err)
{
    const wm_schedule *has = &partial->schedule;
    wm_status status = check_amounts(ask, has, err);
    *schedule = (wm_schedule){.items = NULL};
    if (status == WM_OK && ask->light && !has->is_light)
        status = refuse("--light", "a plan that is not light", "", err);
    if (status == WM_OK)
        status = check_labels(ask, has, err);
    if (status == WM_OK)
        status = check_plan(ask, device, has, err);
    if (status == WM_OK)
        status = check_fault(ask, has, err);
    if (status != WM_OK)
        return status;
    *schedule = *has;
    schedule->items = calloc(has->item_count + 1, sizeof *schedule->items);
    if (schedule->items == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    memcpy(schedule->items, has->items, has->item_count * sizeof *schedule->items);
    return WM_OK;
}

/* ---- the next command ------------------------------------------------------------------------ */

#define REPLACED "--resume --output"
#define RECORDED                                                                                  \
    REPLACED " --plan --nonce --item --repeats --seconds --backend --threads --witness --redact " \
             "--fact --card-of --continue "                                                       \
             "--light --no-tuning"

const char *wm_run_resume_has(const wm_run_options *ask)
{
    if (wm_cards_are_several(ask->device_word))
        return REPLACED; /* cards.json has the options themselves */
    /* a record without UUIDs does not name the device */
    return (ask->hidden & WM_REDACT_UUID) != 0 ? RECORDED : RECORDED " --device";
}

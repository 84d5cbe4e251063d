/* Reads the command line of `run`, and opens the devices and the plan that it names. */
#include "cli/run_options.h"

#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/trouble.h"

#include "backend/registry.h"
#include "base/clock.h"
#include "base/near_words.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "measure/schedule_file.h"
#include "study/run/cards.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAN_BYTES_MAX = 1 << 20, SECONDS_MAX = 86400 };

/* Values of options before they are read; NULL: not given. */
typedef struct {
    const char *inject, *budget, *redact, *card_of;
} words;

static int complain(const wm_run_options *ask, const char *place, const char *text)
{
    return wm_trouble_say(ask->call, place, text);
}

/* The choices of --on-fault in command.c are in the order of the enum. */
_Static_assert(WM_ON_FAULT_REPAIR == 0 && WM_ON_FAULT_CONTINUE == 1 && WM_ON_FAULT_STOP == 2,
               "repair continue stop");

static int read_words(wm_call *call, wm_run_options *ask, words *w)
{
    unsigned on_fault = WM_ON_FAULT_REPAIR;
    const wm_argument table[] = {
        {.name = "--output", .value = &ask->output},
        {.name = "--plan", .value = &ask->plan},
        {.name = "--backend", .value = &ask->backend},
        {.name = "--device", .value = &ask->device_word},
        {.name = "--witness", .value = &ask->witness, .number = &ask->is_witnessed_by_host},
        {.name = "--threads", .number = &ask->settings.device_options.threads},
        {.name = "--nonce", .value = &ask->nonce},
        {.name = "--wait-quiet", .seconds = &ask->wait_quiet_s},
        {.name = "--continue", .value = &ask->continues},
        {.name = "--again", .value = &ask->again},
        {.name = "--item",
         .value = ask->labels,
         .count = &ask->pick.label_count,
         .most = (size_t)call->argc},
        {.name = "--repeats", .number = &ask->pick.repeats},
        {.name = "--seconds", .seconds = &ask->pick.repeat_seconds},
        {.name = "--item-seconds", .seconds = &ask->settings.item_seconds},
        {.name = "--budget", .value = &w->budget},
        {.name = "--dry-run", .flag = &ask->dry_run},
        {.name = "--light", .flag = &ask->light},
        {.name = "--fact", .value = ask->facts, .count = &ask->fact_count, .most = WM_NAMED_MOST},
        {.name = "--redact", .value = &w->redact},
        {.name = "--resume", .flag = &ask->resume},
        {.name = "--try-permissions", .flag = &ask->settings.device_options.tries_permissions},
        {.name = "--no-tuning", .flag = &ask->settings.device_options.takes_first},
        {.name = "--steps", .number = &ask->steps},
        {.name = "--in-turn", .flag = &ask->in_turn},
        {.name = "--card-of", .value = &w->card_of},
        {.name = "--inject", .value = &w->inject},
        {.name = "--on-fault", .number = &on_fault},
        {.name = "--against", .value = &ask->against},
        {.name = "--fail-slower", .value = &ask->fail_slower},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    ask->settings.on_fault = (wm_on_fault)on_fault;
    return answer;
}

/* Refuses an option that the plan of another record excludes. */
static int check_plan_of(const words *w, const wm_run_options *ask)
{
    const struct {
        const char *name;
        bool is_given;
    } excluded[] = {{"--plan", ask->plan != NULL},
                    {"--nonce", ask->nonce != NULL},
                    {"--inject", w->inject != NULL},
                    {"--repeats", ask->again != NULL && ask->pick.repeats > 0}};
    for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
        if (excluded[i].is_given && ask->continues != NULL)
            return complain(ask, excluded[i].name,
                            "cannot be given with --continue: the prior's plan is used");
        else if (excluded[i].is_given && ask->again != NULL)
            return complain(ask, excluded[i].name,
                            "cannot be given with --again: the record's plan is used");
    return WM_EXIT_YES;
}

/* Reads the value of --card-of: PASS,COUNT,at-once or PASS,COUNT,in-turn. */
static bool read_card_of(const char *word, wm_machine_cards *cards)
{
    char mode[16];
    int size = 0;
    if (sscanf(word, "%1u,%1u,%15[a-z-]%n", &cards->pass, &cards->count, mode, &size) != 3 ||
        word[size] != '\0')
        return false;
    cards->mode = strcmp(mode, "in-turn") == 0 ? "in turn" : "at once";
    return (cards->mode[0] == 'i' || strcmp(mode, "at-once") == 0) && cards->pass >= 1 &&
           cards->pass <= WM_CARDS_PASSES && cards->count >= 2 && cards->count <= WM_CARDS_MOST;
}

/* Reads the options about several devices. */
static int read_cards(const words *w, wm_run_options *ask)
{
    const bool is_several = wm_cards_are_several(ask->device_word);
    if (ask->in_turn && !is_several)
        return complain(ask, "--in-turn", "needs several devices: --device 0,1 or --device all");
    if (w->card_of != NULL && is_several)
        return complain(ask, "--card-of", "is for one device");
    if (w->card_of != NULL && !read_card_of(w->card_of, &ask->cards))
        return wm_trouble_value(ask->call, "--card-of", "PASS,COUNT,at-once or PASS,COUNT,in-turn",
                                w->card_of);
    return WM_EXIT_YES;
}

/* Reads the facts that the user names, and what is hidden. */
static int read_facts(const words *w, wm_run_options *ask)
{
    wm_error err = {WM_OK, "", ""};
    for (size_t i = 0; i < ask->fact_count; i++)
        if (wm_named_read(ask->facts[i], &ask->named, &err) != WM_OK)
            return complain(ask, "--fact", err.message);
    if (w->redact != NULL && wm_redact_read(w->redact, &ask->named, &ask->hidden, &err) != WM_OK)
        return complain(ask, "--redact", err.message);
    if (!wm_cards_are_several(ask->device_word))
        return WM_EXIT_YES;
    for (size_t i = 0; i < ask->named.count; i++)
        if (ask->named.fact[i].is_hidden)
            return complain(ask, "--redact",
                            "cards.json would have the value of --fact; with "
                            "several devices only serial and uuid are hidden");
    return WM_EXIT_YES;
}

static int read_values(const words *w, wm_run_options *ask)
{
    wm_error err = {WM_OK, "", ""};
    int answer = check_plan_of(w, ask);
    if (answer == WM_EXIT_YES && w->budget != NULL &&
        !wm_arguments_time(w->budget, SECONDS_MAX, &ask->settings.budget_seconds))
        answer =
            wm_trouble_value(ask->call, "--budget",
                             "a time with its unit, from 1s to 24h, as 30s, 2m or 1h", w->budget);
    if (answer == WM_EXIT_YES)
        answer = read_cards(w, ask);
    if (answer == WM_EXIT_YES)
        answer = read_facts(w, ask);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask->settings.device_options.tries_permissions && geteuid() == 0)
        return complain(ask, "--try-permissions", "refused for root, who may change everything");
    if (ask->nonce != NULL && !wm_schedule_is_nonce(ask->nonce, strlen(ask->nonce)))
        return wm_trouble_value(ask->call, "--nonce", "0 to 64 lower-case hex digits", ask->nonce);
    if (ask->fail_slower != NULL && ask->against == NULL)
        return complain(ask, "--fail-slower", "needs a build to compare with: --against PROGRAM");
    if (ask->light && ask->continues != NULL)
        return complain(ask, "--light",
                        "cannot be given with --continue: a light record continues "
                        "none");
    if (ask->light && ask->pick.repeats > WM_TABLES_LIGHT_REPEATS)
        return complain(ask, "--repeats", "a light record has at most 8 repeats of an item");
    if (ask->dry_run && ask->resume)
        return complain(ask, "--dry-run", "cannot be given with --resume");
    if (ask->dry_run && wm_cards_are_several(ask->device_word))
        return complain(ask, "--dry-run", "is for one device; name it with --device");
    if (w->inject != NULL && wm_fault_parse(w->inject, &ask->fault, &err) != WM_OK)
        return complain(ask, "--inject", err.message);
    return WM_EXIT_YES;
}

int wm_run_options_parse(wm_call *call, const wm_run_plans *plans, wm_run_options *ask)
{
    words w = {.inject = NULL};
    int answer;
    *ask = (wm_run_options){.call = call, .plans = plans, .begin_s = wm_clock_s()};
    ask->labels = calloc((size_t)call->argc + 1, sizeof *ask->labels);
    ask->words = calloc((size_t)call->argc + 1, sizeof *ask->words);
    if (ask->labels == NULL || ask->words == NULL)
        return complain(ask, "", wm_status_text(WM_E_NOMEM));
    ask->pick = (wm_schedule_pick){.labels = ask->labels, .repeat_seconds = (double)NAN};
    answer = read_words(call, ask, &w);
    ask->has_backend = ask->backend != NULL;
    if (!ask->has_backend)
        ask->backend = wm_registry_host()->name;
    return answer == WM_EXIT_YES ? read_values(&w, ask) : answer;
}

/* Whether a list of names with blanks between them has a name. */
static bool has_name(const char *list, const char *name)
{
    const size_t size = strlen(name);
    while ((list = strstr(list, name)) != NULL && list[size] != ' ' && list[size] != '\0')
        list += size;
    return list != NULL;
}

size_t wm_run_options_words(const wm_run_options *ask, const char *without, char **kept)
{
    const wm_call *call = ask->call;
    size_t count = 0;
    for (int i = 1, end; i < call->argc; i = end) {
        const size_t size = strcspn(call->argv[i], "=");
        const wm_option *option = wm_command_option(call->command, call->argv[i], size);
        const bool takes_next = option != NULL && option->argument != NULL &&
                                call->argv[i][size] == '\0' && i + 1 < call->argc;
        end = i + (takes_next ? 2 : 1);
        for (int j = i; j < end && (option == NULL || !has_name(without, option->name)); j++)
            kept[count++] = call->argv[j];
    }
    return count;
}

void wm_run_options_clear(wm_run_options *ask)
{
    free(ask->labels);
    free(ask->words);
}

wm_status wm_run_options_open_device(wm_run_options *ask, wm_device **device, wm_error *err)
{
    const wm_status status = wm_registry_open(ask->backend, ask->device_word,
                                              &ask->settings.device_options, device, err);
    return wm_trouble_option(ask->call, status, err);
}

wm_status wm_run_options_open_witness(const wm_run_options *ask, wm_device **witness, wm_error *err)
{
    wm_device_options options = {.threads = ask->settings.device_options.threads};
    *witness = NULL;
    if (!ask->is_witnessed_by_host)
        return WM_OK;
    if (wm_registry_is_host(ask->backend))
        fputs(
            "witnessmark run: --witness cpu: with --backend cpu the witness is the same silicon as "
            "the device\n",
            stderr);
    return wm_registry_open(wm_registry_host()->name, NULL, &options, witness, err);
}

/* ---- the plan -------------------------------------------------------------------------------- */

const char *wm_run_options_plan(const wm_run_options *ask)
{
    return ask->plan != NULL ? ask->plan : ask->plans->usual;
}

void wm_run_options_hint(const char *plan, char hint[64])
{
    const char *names[16];
    size_t count = 0;
    for (; count < 16 && wm_schedule_builtin_at(count) != NULL; count++)
        names[count] = wm_schedule_builtin_at(count)->name;
    wm_near_words_hint(plan, names, count, hint, 64);
}

wm_status wm_run_options_read_file(const char *path, wm_buffer *text, wm_error *err)
{
    static const char lead[] = "neither a built-in plan nor a readable file: ";
    const wm_input input = {path,           false,
                            lead,           "cannot be read: ",
                            PLAN_BYTES_MAX, "larger than 1 MiB, the limit for a plan"};
    const wm_status status = wm_input_read(&input, text, err);
    char hint[64];
    if (status != WM_E_NOTFOUND)
        return status;
    wm_run_options_hint(path, hint);
    return wm_error_set(err, WM_E_OPEN, path, "%s%s%s", lead, strerror(ENOENT), hint);
}

/* The memory for an item of a built-in plan. */
static double memory_of(wm_device *device)
{
    wm_device_properties properties;
    return device->ops->properties(device, &properties) == WM_OK && properties.memory_bytes > 0
               ? (double)properties.memory_bytes * 0.9
               : (double)INFINITY;
}

wm_status wm_run_options_memory(const wm_call *call, const char *backend, const char *word,
                                double *memory_bytes, wm_error *err)
{
    wm_device_options options = {.index = 0};
    wm_device *device = NULL;
    const wm_status status = wm_registry_open(backend, word, &options, &device, err);
    if (status != WM_OK)
        return wm_trouble_option(call, status, err);
    *memory_bytes = memory_of(device);
    device->ops->close(device);
    return WM_OK;
}

/* Reads the plan of --plan, or the default plan. */
static wm_status read_named(const wm_run_options *ask, wm_device *device, wm_schedule *schedule,
                            wm_error *err)
{
    const char *plan = wm_run_options_plan(ask);
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = ask->plans->make(plan, ask->backend, memory_of(device), schedule);
    if (status == WM_OK && schedule->lacks_filler)
        fputs("witnessmark run: the device reports no memory size, so the plan has no item that "
              "fills its memory\n",
              stderr);
    if (status == WM_E_NOTFOUND) {
        status = wm_run_options_read_file(plan, &text, err);
        if (status == WM_OK)
            status = wm_schedule_file_parse(text.data, text.size,
                                            strcmp(plan, "-") == 0 ? "standard input" : plan,
                                            schedule, err);
        wm_buffer_clear(&text);
    }
    return status;
}

wm_status wm_run_options_read_plan(const wm_run_options *ask, wm_device *device,
                                   wm_schedule *schedule, wm_error *err)
{
    wm_status status = WM_OK;
    if (ask->plan == NULL && ask->pick.label_count > 0) {
        status =
            wm_trouble_option(ask->call, wm_schedule_pick_make(&ask->pick, schedule, err), err);
    } else {
        status = read_named(ask, device, schedule, err);
        if (status == WM_OK)
            status =
                wm_trouble_option(ask->call, wm_schedule_pick_from(&ask->pick, schedule, err), err);
    }
    if (status == WM_OK && ask->nonce != NULL)
        (void)snprintf(schedule->nonce, sizeof schedule->nonce, "%s", ask->nonce);
    return status;
}

wm_status wm_run_options_light(const wm_run_options *ask, bool is_light, wm_schedule *schedule,
                               wm_error *err)
{
    const size_t count = schedule->item_count;
    size_t left_out;
    wm_status status;
    if (!is_light)
        return WM_OK;
    status = wm_trouble_option(ask->call, wm_schedule_pick_light(schedule, &left_out, err), err);
    if (status == WM_OK && left_out > 0)
        fprintf(stderr,
                "witnessmark run: --light: the first %zu of the plan's %zu exact items; %zu left "
                "out\n",
                schedule->item_count, schedule->item_count + left_out, left_out);
    else if (status == WM_OK && schedule->item_count < count)
        fprintf(stderr, "witnessmark run: --light: %zu of the plan's %zu items, the exact ones\n",
                schedule->item_count, count);
    return status;
}

wm_status wm_run_options_inject(const wm_run_options *ask, wm_schedule *schedule, wm_error *err)
{
    const wm_status status = wm_fault_plan(&ask->fault, schedule->items, schedule->item_count, err);
    return status == WM_OK ? WM_OK : wm_error_place(err, status, "--inject");
}

/* Reads the command line of `run`, and opens the devices and the plan that it names. */
#include "cli/run_options.h"

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "cli/trouble.h"

#include "backend/registry.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/near_words.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "measure/schedule_file.h"
#include "measure/schedule_pick.h"
#include "study/run/cards.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAN_BYTES_MAX = 1 << 20, SECONDS_MAX = 86400, LOOP_SECONDS_MAX = 3600 };

/* Option values before they are read; NULL: not given. */
typedef struct {
    const char *color, *threads, *inject, *on_fault, *witness, *wait_quiet;
    const char *repeats, *seconds, *item_seconds, *budget, *redact;
    const char *card_of;
} words;

static int complain(const wm_run_options *ask, const char *place, const char *text)
{
    return wm_trouble_say("run", ask->as_json, place, text);
}

static int refuse(const wm_run_options *ask, const char *option, const char *wanted,
                  const char *value)
{
    return wm_trouble_value("run", ask->as_json, option, wanted, value);
}

static int read_words(int argc, char **argv, wm_run_options *ask, words *w)
{
    const wm_argument table[] = {
        {.name = "--output", .value = &ask->output},
        {.name = "--plan", .value = &ask->plan},
        {.name = "--backend", .value = &ask->backend},
        {.name = "--device", .value = &ask->device_word},
        {.name = "--witness", .value = &w->witness},
        {.name = "--threads", .value = &w->threads},
        {.name = "--nonce", .value = &ask->nonce},
        {.name = "--wait-quiet", .value = &w->wait_quiet},
        {.name = "--continue", .value = &ask->continues},
        {.name = "--item", .value = ask->labels, .count = &ask->label_count, .most = (size_t)argc},
        {.name = "--repeats", .value = &w->repeats},
        {.name = "--seconds", .value = &w->seconds},
        {.name = "--item-seconds", .value = &w->item_seconds},
        {.name = "--budget", .value = &w->budget},
        {.name = "--dry-run", .flag = &ask->dry_run},
        {.name = "--redact", .value = &w->redact},
        {.name = "--resume", .flag = &ask->resume},
        {.name = "--try-permissions", .flag = &ask->settings.device_options.tries_permissions},
        {.name = "--in-turn", .flag = &ask->in_turn},
        {.name = "--card-of", .value = &w->card_of},
        {.name = "--inject", .value = &w->inject},
        {.name = "--on-fault", .value = &w->on_fault},
        {.name = "--json", .flag = &ask->as_json},
        {.name = "--verbose", .flag = &ask->is_verbose},
        {.name = "--quiet", .flag = &ask->is_quiet},
        {.name = "--color", .value = &w->color},
        {.name = NULL},
    };
    return wm_arguments_read("run", table, argc, argv);
}

/* A time of at most a day, as digits with an optional fraction. */
static bool read_seconds(const char *word, double *seconds)
{
    char *end;
    if (word[strspn(word, "0123456789.")] != '\0')
        return false;
    *seconds = strtod(word, &end);
    return end != word && *end == '\0' && *seconds <= SECONDS_MAX;
}

static bool read_on_fault(const char *word, wm_on_fault *on_fault)
{
    static const char *const names[] = {[WM_ON_FAULT_REPAIR] = "repair",
                                        [WM_ON_FAULT_CONTINUE] = "continue",
                                        [WM_ON_FAULT_STOP] = "stop"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(word, names[i]) == 0) {
            *on_fault = (wm_on_fault)i;
            return true;
        }
    }
    return false;
}

/* Refuses an option that the prior's plan excludes. */
static int check_continue(const words *w, const wm_run_options *ask)
{
    const struct {
        const char *name;
        bool is_given;
    } excluded[] = {{"--plan", ask->plan != NULL},
                    {"--nonce", ask->nonce != NULL},
                    {"--inject", w->inject != NULL}};
    for (size_t i = 0; ask->continues != NULL && i < sizeof excluded / sizeof *excluded; i++)
        if (excluded[i].is_given)
            return complain(ask, excluded[i].name,
                            "cannot be given with --continue: the prior's plan is used");
    return WM_EXIT_YES;
}

/* Reads a time with a unit: 90, 90s, 2m, 1h. */
static bool read_budget(const char *word, double *seconds)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
    char number[32];
    double factor = 1;
    size_t size = strlen(word);
    for (size_t i = 0; size > 0 && i < sizeof units / sizeof *units; i++)
        if (word[size - 1] == units[i].letter) {
            factor = units[i].seconds;
            size--;
            break;
        }
    if (size >= sizeof number)
        return false;
    (void)snprintf(number, sizeof number, "%.*s", (int)size, word);
    if (!read_seconds(number, seconds))
        return false;
    *seconds *= factor;
    return *seconds >= 1 && *seconds <= SECONDS_MAX;
}

/* Reads what changes the plan, and the limits of time. */
static int read_amounts(const words *w, wm_run_options *ask)
{
    const int answer = check_continue(w, ask);
    if (answer != WM_EXIT_YES)
        return answer;
    if (w->repeats != NULL && !wm_arguments_number(w->repeats, 1, WM_TABLES_REPEATS, &ask->repeats))
        return refuse(ask, "--repeats", "a number from 1 to 1000", w->repeats);
    if (w->seconds != NULL && !(read_seconds(w->seconds, &ask->repeat_seconds) &&
                                ask->repeat_seconds > 0 && ask->repeat_seconds <= LOOP_SECONDS_MAX))
        return refuse(ask, "--seconds", "a number of seconds above 0, at most 3600", w->seconds);
    if (w->item_seconds != NULL && !(read_seconds(w->item_seconds, &ask->settings.item_seconds) &&
                                     ask->settings.item_seconds > 0))
        return refuse(ask, "--item-seconds", "a number of seconds above 0, at most 86400",
                      w->item_seconds);
    if (w->budget != NULL && !read_budget(w->budget, &ask->settings.budget_seconds))
        return refuse(ask, "--budget", "a time from 1s to 24h, as 30s, 2m or 1h", w->budget);
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
        return refuse(ask, "--card-of", "PASS,COUNT,at-once or PASS,COUNT,in-turn", w->card_of);
    return WM_EXIT_YES;
}

static int read_values(const words *w, wm_run_options *ask)
{
    wm_error err = {WM_OK, "", ""};
    int answer = wm_arguments_threads("run", ask->as_json, w->threads,
                                      &ask->settings.device_options.threads);
    ask->has_threads = w->threads != NULL;
    ask->has_witness = w->witness != NULL;
    ask->has_backend = ask->backend != NULL;
    if (!ask->has_backend)
        ask->backend = wm_registry_host()->name;
    if (answer == WM_EXIT_YES)
        answer = read_amounts(w, ask);
    if (answer == WM_EXIT_YES)
        answer = read_cards(w, ask);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask->settings.device_options.tries_permissions && geteuid() == 0)
        return complain(ask, "--try-permissions", "refused for root, who may change everything");
    if (ask->nonce != NULL && !wm_schedule_is_nonce(ask->nonce, strlen(ask->nonce)))
        return refuse(ask, "--nonce", "0 to 64 lower-case hex digits", ask->nonce);
    if (w->wait_quiet != NULL && !read_seconds(w->wait_quiet, &ask->wait_quiet_s))
        return refuse(ask, "--wait-quiet", "a number of seconds, at most 86400", w->wait_quiet);
    if (w->on_fault != NULL && !read_on_fault(w->on_fault, &ask->settings.on_fault))
        return refuse(ask, "--on-fault", "repair, continue or stop", w->on_fault);
    ask->is_witnessed_by_host = w->witness != NULL && wm_registry_is_host(w->witness);
    if (w->witness != NULL && !ask->is_witnessed_by_host && strcmp(w->witness, "device") != 0)
        return refuse(ask, "--witness", "device or cpu", w->witness);
    if (w->redact != NULL && wm_redact_read(w->redact, &ask->hidden, &err) != WM_OK)
        return complain(ask, "--redact", err.message);
    if (ask->is_verbose && ask->is_quiet)
        return complain(ask, "", "choose one of -v and -q");
    if (ask->dry_run && ask->resume)
        return complain(ask, "--dry-run", "cannot be given with --resume");
    if (ask->dry_run && wm_cards_are_several(ask->device_word))
        return complain(ask, "--dry-run", "is for one device; name it with --device");
    if (w->inject != NULL && wm_fault_parse(w->inject, &ask->fault, &err) != WM_OK)
        return complain(ask, "--inject", err.message);
    if (!wm_terminal_colour(w->color, stdout, &ask->is_coloured))
        return refuse(ask, "--color", "auto, always or never", w->color);
    return WM_EXIT_YES;
}

int wm_run_options_parse(int argc, char **argv, wm_run_options *ask)
{
    words w = {.threads = NULL};
    int answer;
    *ask = (wm_run_options){
        .argc = argc, .argv = argv, .begin_s = wm_clock_s(), .repeat_seconds = (double)NAN};
    ask->labels = calloc((size_t)argc + 1, sizeof *ask->labels);
    if (ask->labels == NULL)
        return complain(ask, "", wm_status_text(WM_E_NOMEM));
    answer = read_words(argc, argv, ask, &w);
    if (answer == WM_EXIT_YES)
        answer = read_values(&w, ask);
    return answer;
}

bool wm_run_options_takes_value(const char *word)
{
    const wm_option *option = wm_command_option(wm_command_find("run"), word, strlen(word));
    return option != NULL && option->argument != NULL;
}

void wm_run_options_clear(wm_run_options *ask)
{
    free(ask->labels);
    ask->labels = NULL;
}

wm_status wm_run_options_open_device(wm_run_options *ask, wm_device **device, wm_error *err)
{
    const wm_status status = wm_registry_open(ask->backend, ask->device_word,
                                              &ask->settings.device_options, device, err);
    return wm_trouble_option("run", status, err);
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
    return ask->plan != NULL ? ask->plan : "default";
}

/* Writes ` (did you mean 'NAME'?)` with the built-in plan that is nearest, or "". */
static void hint_plan(const char *plan, char hint[64])
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
    if (status != WM_E_OPEN || errno != ENOENT)
        return status;
    hint_plan(path, hint);
    return wm_error_set(err, status, path, "%s%s%s", lead, strerror(ENOENT), hint);
}

/* The memory for an item of a built-in plan. */
static double memory_of(wm_device *device)
{
    wm_device_properties properties;
    return device->ops->properties(device, &properties) == WM_OK && properties.memory_bytes > 0
               ? (double)properties.memory_bytes * 0.9
               : (double)INFINITY;
}

wm_status wm_run_options_memory(const char *backend, const char *word, double *memory_bytes,
                                wm_error *err)
{
    wm_device_options options = {.index = 0};
    wm_device *device = NULL;
    const wm_status status = wm_registry_open(backend, word, &options, &device, err);
    if (status != WM_OK)
        return wm_trouble_option("list", status, err);
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
    wm_status status = wm_schedule_builtin(plan, ask->backend, memory_of(device), schedule);
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
    const wm_schedule_pick pick = {ask->labels, ask->label_count, (uint32_t)ask->repeats,
                                   ask->repeat_seconds};
    wm_status status;
    if (ask->plan == NULL && ask->label_count > 0) {
        status = wm_trouble_option("run", wm_schedule_pick_make(&pick, schedule, err), err);
    } else {
        status = read_named(ask, device, schedule, err);
        if (status == WM_OK)
            status = wm_trouble_option("run", wm_schedule_pick_from(&pick, schedule, err), err);
    }
    if (status == WM_OK && ask->nonce != NULL)
        (void)snprintf(schedule->nonce, sizeof schedule->nonce, "%s", ask->nonce);
    return status;
}

wm_status wm_run_options_inject(const wm_run_options *ask, wm_schedule *schedule, wm_error *err)
{
    const wm_status status = wm_fault_plan(&ask->fault, schedule->items, schedule->item_count, err);
    return status == WM_OK ? WM_OK : wm_error_place(err, status, "--inject");
}

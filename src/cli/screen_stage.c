/* The stages of a screen: what each device is asked, and asked again where it was wrong.
 *
 * A stage is a `run` of this program for each device. What hangs there hangs alone: this process
 * waits until a time of its own, then goes on without it. The shares of the budget leave the last
 * tenth for a busy machine, and a fifth for tries. */
#include "cli/screen_stage.h"

#include "cli/children.h"

#include "base/clock.h"
#include "base/code_point.h"
#include "base/random.h"
#include "base/status.h"
#include "model/model_read.h"
#include "record/tables/exit_status.h"
#include "study/run/budget.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Shares of the budget: when the measuring ends, when its process ends, and those of tries. */
static const double RUN_END = 0.66, RUN_LIMIT = 0.74, TRY_LIMIT = 0.86;
static const double GIVE_UP = 1.3; /* until a process that hangs is given up, s */
/* A try measures for a part of its time, and for no less than 0.5 s behind the device's start. */
static const double TRY_SHARE = 0.75, TRY_LEAST = 0.5;

enum { WORDS_MOST = 64, WORD_SIZE = 64 };

/* A command line of `run`. Numbers that it needs live here. */
typedef struct {
    char *argument[WORDS_MOST + 1];
    size_t count, numbers;
    char number[6][WORD_SIZE];
} command;

static void add(command *c, const char *word)
{
    if (c->count < WORDS_MOST)
        memcpy(&c->argument[c->count++], &word, sizeof word); /* exec does not change it */
}

static void add_number(command *c, const char *option, const char *format, double value)
{
    char *room = c->number[c->numbers++];
    (void)snprintf(room, WORD_SIZE, format, value);
    add(c, option);
    add(c, room);
}

/* Begins the command line with what every stage has. */
static void begin(command *c, const wm_screen_stage *stage, const wm_screen_device *device,
                  const char *path, unsigned repeats, double repeat_s, double seconds)
{
    memset(c, 0, sizeof *c);
    add(c, "witnessmark");
    add(c, "run");
    add(c, "--backend");
    add(c, device->found->backend);
    add(c, "--device");
    add(c, device->device);
    add(c, "-o");
    add(c, path);
    add_number(c, "--seconds", "%.4f", repeat_s);
    add_number(c, "--repeats", "%.0f", repeats);
    add_number(c, "--budget", "%.2fs", seconds);
    add(c, "--no-tuning"); /* right outputs matter, and a search takes longer than an item */
    if (stage->threads != NULL && device->is_host) {
        add(c, "--threads");
        add(c, stage->threads);
    }
}

static double elapsed(const wm_screen_stage *stage)
{
    return wm_clock_s() - stage->begin_s;
}

/* Reads a sealed record, which is audited. NULL: there is none, or it is not valid. */
static wm_model *read_record(const char *path, wm_error *err)
{
    wm_model *model = calloc(1, sizeof *model);
    if (model == NULL)
        (void)wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    else if (wm_model_read(path, NULL, model, err) == WM_OK)
        return model;
    if (model != NULL)
        wm_model_close(model);
    free(model);
    return NULL;
}

static void drop(wm_model *model)
{
    if (model != NULL)
        wm_model_close(model);
    free(model);
}

/* Why a process left no record. */
static void say_why(const wm_child *child, double limit_s, const wm_error *err,
                    char words[WM_SCREENED_WORDS])
{
    if (child->is_late)
        (void)snprintf(words, WM_SCREENED_WORDS, "no answer within %.0f s", limit_s);
    else if (child->exit >= WM_CHILDREN_SIGNAL)
        (void)snprintf(words, WM_SCREENED_WORDS, "the process ended by signal %d",
                       child->exit - WM_CHILDREN_SIGNAL);
    else if (child->exit != WM_EXIT_TROUBLE && err->message[0] != '\0')
        (void)snprintf(words, WM_SCREENED_WORDS, "its record: %.*s", WM_FIT(err->message, 240));
    else
        (void)snprintf(words, WM_SCREENED_WORDS, "%.*s",
                       WM_FIT(child->last[0] != '\0' ? child->last : "no record", 250));
}

/* ---- the first stage ------------------------------------------------------------------------- */

/* Notes when the items with an output were screened, and what they took. */
static void note_times(wm_screen_device *device, double repeat_s)
{
    const double now = (double)time(NULL);
    for (size_t i = 0; i < device->item_count; i++)
        for (size_t k = 0; k < device->found->item_count; k++) {
            const wm_screened_item *item = &device->found->item[k];
            if (strcmp(device->item[i].label, item->label) != 0 || !item->is_complete)
                continue;
            device->item[i].last_at = now;
            device->item[i].took_s = item->seconds + device->item[i].fixed_s;
            device->item[i].repeat_s = repeat_s;
        }
}

/* Lists items from number `first` on, behind those that ran: what did not fit into run_s and, of a
 * device without a record, what was asked. */
static void add_left_out(wm_screen_device *device, size_t first, double repeat_s, double run_s)
{
    wm_screened_device *found = device->found;
    for (size_t i = first; i < device->item_count && found->item_count < WM_SCREENED_ITEMS; i++) {
        const double needs_s = wm_screen_items_seconds(&device->item[i], repeat_s);
        wm_screened_item *to = &found->item[found->item_count];
        if (found->rejected == found->item_count)
            found->rejected++;
        found->item_count++;
        *to = (wm_screened_item){.is_over_budget = true,
                                 .rate = (double)NAN,
                                 .ratio = (double)NAN,
                                 .ratio_low = (double)NAN,
                                 .ratio_high = (double)NAN};
        memcpy(to->label, device->item[i].label, sizeof to->label);
        if (i < device->fit_count)
            (void)snprintf(to->reason, sizeof to->reason, "the device left no record");
        else if (needs_s > run_s)
            (void)snprintf(to->reason, sizeof to->reason,
                           "over the budget: needs about %.0f s of %.0f s; give a longer one",
                           needs_s, run_s);
        else
            (void)snprintf(to->reason, sizeof to->reason,
                           "over the budget: first in the next screen");
    }
}

/* The times of the first stage on a device. Units: s. */
typedef struct {
    double repeat_s, run_s, limit_s;
} times;

static times times_of(const wm_screen_stage *stage, const wm_screen_device *device)
{
    return (times){.repeat_s = wm_screen_items_repeat(device->is_host, stage->budget_s),
                   .run_s = fmax(RUN_END * stage->budget_s - elapsed(stage), 1),
                   .limit_s = fmax(RUN_LIMIT * stage->budget_s - elapsed(stage), 1)};
}

/* What the items of a device have of its run: on a GPU without the start, and the share that a run
 * leaves. The estimates of a CPU contain both. Units: s. */
static double time_of_items(const wm_screen_device *device, double run_s)
{
    return device->is_host ? run_s : WM_BUDGET_SHARE * run_s - wm_screen_items_start(false);
}

static void take_record(wm_screen_device *device, const wm_child *child, const times *of)
{
    size_t asked = device->fit_count;
    wm_screened_device *found = device->found;
    wm_error err = {WM_OK, "", ""};
    wm_model *model = read_record(found->record, &err);
    wm_status status = model != NULL ? wm_screened_take(found, model, &err) : WM_E_OPEN;
    if (status == WM_OK) {
        note_times(device, model->plan.repeat_seconds);
    } else {
        found->root[0] = '\0';
        found->state = WM_SCREENED_TROUBLE;
        say_why(child, of->limit_s, &err, found->words);
        asked = 0;
    }
    add_left_out(device, asked, of->repeat_s, of->run_s);
    drop(model);
}

wm_status wm_screen_stage_run(wm_screen_stage *stage, wm_error *err)
{
    times *of = calloc(stage->count, sizeof *of);
    command *commands = calloc(stage->count, sizeof *commands);
    wm_child *children = calloc(stage->count, sizeof *children);
    wm_status status = of != NULL && commands != NULL && children != NULL ? WM_OK : WM_E_NOMEM;
    for (size_t i = 0; i < stage->count && status == WM_OK; i++) {
        wm_screen_device *device = &stage->device[i];
        of[i] = times_of(stage, device);
        device->fit_count = wm_screen_items_fit(device->item, device->item_count, of[i].repeat_s,
                                                time_of_items(device, of[i].run_s));
        begin(&commands[i], stage, device, device->found->record, WM_SCREEN_REPEATS, of[i].repeat_s,
              of[i].run_s);
        add(&commands[i], "--light");
        add(&commands[i], "--on-fault"); /* the time that is left is for tries */
        add(&commands[i], "stop");
        if (stage->nonce != NULL) {
            add(&commands[i], "--nonce");
            add(&commands[i], stage->nonce);
        }
        for (size_t k = 0; k < device->fit_count; k++) {
            add(&commands[i], "--item");
            add(&commands[i], device->item[k].label);
        }
        children[i] = (wm_child){.arguments = commands[i].argument,
                                 .name = device->found->name,
                                 .limit_s = of[i].limit_s};
    }
    if (status == WM_OK)
        wm_children_run(children, stage->count, stage->stop, stage->out);
    for (size_t i = 0; i < stage->count && status == WM_OK; i++)
        take_record(&stage->device[i], &children[i], &of[i]);
    free(of);
    free(commands);
    free(children);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "out of memory");
}

/* ---- tries ----------------------------------------------------------------------------------- */

static bool is_rejected(const wm_screen_device *device)
{
    return device->found->rejected < device->found->item_count;
}

/* A try is mostly a segment, of which every output is compared. */
enum { TRY_REPEATS = 2 };

/* The length of a repeat in a try of so many seconds. */
static double try_repeat(double seconds)
{
    return fmin(fmax(seconds / 250, 0.005), 2);
}

/* The tries that run at once, one a device. */
typedef struct {
    command line;
    char nonce[WM_ID_SIZE];
    wm_screened_try *again;
} attempt;

static void prepare(attempt *to, const wm_screen_stage *stage, wm_screen_device *device,
                    size_t which, double seconds)
{
    wm_screened_device *found = device->found;
    const char *nonce = wm_screened_tries[which].has_new_inputs ? to->nonce : found->nonce;
    to->again = &found->again[found->try_count++];
    *to->again = (wm_screened_try){.name = wm_screened_tries[which].name};
    (void)snprintf(to->again->record, sizeof to->again->record, "%.*s%s",
                   WM_FIT(found->record, sizeof to->again->record - 32),
                   wm_screened_tries[which].suffix);
    begin(&to->line, stage, device, to->again->record, TRY_REPEATS, try_repeat(seconds), seconds);
    add(&to->line, "--on-fault"); /* a careful repetition would take the time of the check */
    add(&to->line, "continue");
    add(&to->line, "--item");
    add(&to->line, found->item[found->rejected].label);
    if (wm_screened_tries[which].by_host) {
        add(&to->line, "--witness");
        add(&to->line, "cpu");
    }
    if (nonce[0] != '\0') {
        add(&to->line, "--nonce");
        add(&to->line, nonce);
    }
}

static void take_try(wm_screened_try *again, const wm_child *child, double limit_s)
{
    wm_error err = {WM_OK, "", ""};
    wm_model *model = read_record(again->record, &err);
    if (model == NULL || wm_screened_take_try(again, model, &err) != WM_OK)
        say_why(child, limit_s, &err, again->reason);
    drop(model);
}

/* Whether a device has this try. */
static bool has_try(const wm_screen_device *device, size_t which)
{
    return is_rejected(device) && !(wm_screened_tries[which].by_host && device->is_host);
}

/* The tries from this one that a device has. */
static double count_tries(const wm_screen_stage *stage, size_t first)
{
    double count = 0;
    for (size_t which = first; which < WM_SCREENED_TRIES; which++) {
        bool has = false;
        for (size_t i = 0; i < stage->count; i++)
            has = has || has_try(&stage->device[i], which);
        count += has;
    }
    return count;
}

/* Runs a try on every device that has it, within `seconds`. */
static wm_status try_all(wm_screen_stage *stage, size_t which, double seconds, double limit_s)
{
    attempt *attempts = calloc(stage->count, sizeof *attempts);
    wm_child *children = calloc(stage->count, sizeof *children);
    wm_status status = attempts != NULL && children != NULL ? WM_OK : WM_E_NOMEM;
    size_t count = 0;
    for (size_t i = 0; i < stage->count && status == WM_OK; i++) {
        wm_screen_device *device = &stage->device[i];
        if (!has_try(device, which))
            continue;
        status = wm_random_digits(attempts[count].nonce);
        if (status != WM_OK)
            break;
        prepare(&attempts[count], stage, device, which, seconds);
        children[count] = (wm_child){.arguments = attempts[count].line.argument,
                                     .name = device->found->name,
                                     .limit_s = limit_s};
        count++;
    }
    if (status == WM_OK && count > 0)
        wm_children_run(children, count, stage->stop, stage->out);
    for (size_t i = 0; i < count && status == WM_OK; i++)
        take_try(attempts[i].again, &children[i], limit_s);
    free(attempts);
    free(children);
    return status;
}

/* The time of one of `left` tries, with its process: an equal part, or what the slowest device
 * needs if that is more. A card that hangs takes most of the time from the others, and one try that
 * ends says more than three that cannot begin. 0: there is not enough. */
static double time_of_try(const wm_screen_stage *stage, double left)
{
    const double end_s = fmin(TRY_LIMIT * stage->budget_s, stage->budget_s - GIVE_UP);
    const double rest_s = end_s - elapsed(stage);
    double start_s = 0;
    for (size_t i = 0; i < stage->count; i++)
        if (is_rejected(&stage->device[i]))
            start_s = fmax(start_s, wm_screen_items_start(stage->device[i].is_host));
    const double least_s = (start_s + TRY_LEAST) / TRY_SHARE;
    return rest_s < least_s ? 0 : fmax(rest_s / left, least_s);
}

wm_status wm_screen_stage_again(wm_screen_stage *stage, wm_error *err)
{
    wm_status status = WM_OK;
    double left;
    for (size_t i = 0; (left = count_tries(stage, i)) > 0 && status == WM_OK; i++) {
        const double limit_s = time_of_try(stage, left);
        if (*stage->stop == 0 && limit_s > 0)
            status = try_all(stage, i, TRY_SHARE * limit_s, limit_s);
    }
    return status == WM_OK
               ? WM_OK
               : wm_error_set(err, status, NULL, "%s",
                              status == WM_E_IO ? "no random numbers" : wm_status_text(status));
}

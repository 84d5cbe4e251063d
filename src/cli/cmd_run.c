/* `witnessmark run`: measures a device, verifies its outputs, seals the record. */
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/new_path.h"
#include "cli/power_steps.h"
#include "cli/progress.h"
#include "cli/record_argument.h"
#include "cli/relaunch.h"
#include "cli/run_against.h"
#include "cli/run_cards.h"
#include "cli/run_dry.h"
#include "cli/run_options.h"
#include "cli/run_report.h"
#include "cli/run_resume.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"

#include "backend/registry.h"
#include "base/clock.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "measure/facts/redact.h"
#include "study/run/budget.h"
#include "study/run/cards.h"
#include "study/run/partial.h"
#include "study/run/run_record.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* An idle driver may need half a minute to open a device on a large machine. After this time the
 * driver counts as hanging. */
static const double PROBE_SECONDS = 120;

/* The state of one run. */
typedef struct {
    wm_run_options ask;
    wm_device *device;
    wm_device *witness; /* NULL: the device itself */
    wm_partial partial; /* the record that is resumed; empty without --resume */
    wm_schedule schedule;
    wm_continuation continuation; /* the prior; empty without --continue and --again */
    wm_commitments commitments;   /* to hidden facts: RECORD.facts */
    wm_run_record *record;
    wm_progress progress;
    wm_power_steps steps;
    bool reads_input;          /* --continue -: a new process cannot read it again */
    bool has_nothing;          /* --light: the plan has no exact item */
    bool needs_relaunch;       /* only a new process can use the device */
    char device_name[64];      /* the device's UUID, or its number */
    wm_settings_warnings seen; /* before the start */
} session;

static void show_progress(void *context, const wm_run_event *event)
{
    session *s = context;
    wm_run_event shown = *event;
    char trouble[1024];
    if (event->trouble != NULL && (s->ask.hidden & WM_REDACT_UUID) != 0) {
        (void)snprintf(trouble, sizeof trouble, "%s", event->trouble);
        wm_redact_uuids(trouble);
        shown.trouble = trouble;
    }
    wm_progress_show(&s->progress, &shown, wm_clock_s());
}

static void begin_progress(session *s)
{
    struct winsize size = {.ws_col = 0};
    s->progress =
        (wm_progress){.form = WM_PROGRESS_LINES,
                      .out = stderr,
                      .predictor = wm_predictor_for(&s->ask.settings, s->schedule.repeat_seconds),
                      .columns = 80,
                      .last_line_s = wm_clock_s()};
    s->progress.predictor.plan = wm_run_record_plan(s->record);
    if (s->ask.call->as_json || s->ask.call->is_quiet)
        s->progress.form = WM_PROGRESS_NONE;
    else if (wm_ticker_can_redraw())
        s->progress.form = WM_PROGRESS_BAR;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
        s->progress.columns = size.ws_col;
    if (s->ask.settings.budget_seconds > 0)
        s->progress.end_s =
            s->ask.settings.budget_end_s + wm_predictor_seal(s->schedule.item_count);
}

/* Whether a new process can use the device that this process has lost.
 *
 * A faulty CUDA context lasts as long as its process. The self-test of one operation tells whether
 * the device works. A process that appended nothing does not relaunch, so relaunching ends. A
 * signal ends the self-test too; the run is then saved for --resume, and no item is recorded as not
 * run. */
static bool can_go_on_elsewhere(void *context)
{
    session *s = context;
    s->needs_relaunch = !s->reads_input && wm_run_record_appended(s->record) > 0 &&
                        (wm_relaunch_probe(s->ask.backend, s->device_name, PROBE_SECONDS) ||
                         wm_interrupt_number != 0);
    return s->needs_relaunch;
}

/* Lists the items without a fault of --inject: those that cannot have the fault or its place, and
 * those that the plan also has with the fault. */
static void print_not_injected(const session *s)
{
    const char *lead = "--inject: no fault in: ";
    char label[WM_PLAN_LABEL_SIZE];
    if (s->ask.fault.kind == WM_FAULT_NONE || s->ask.fault.label[0] != '\0')
        return;
    for (size_t i = 0; i < s->schedule.item_count; i++) {
        if (s->schedule.items[i].fault.kind != WM_FAULT_NONE)
            continue;
        wm_plan_label(&s->schedule.items[i], label);
        fprintf(stderr, "%s%s", lead, label);
        lead = ", ";
    }
    if (lead[0] == ',')
        fputc('\n', stderr);
}

/* Begins the power limits of --steps. Without them a reader of the plan of drifts may expect clocks
 * or limits that were set: none is. */
static void begin_steps(session *s)
{
    if (s->ask.steps > 0 && !s->ask.dry_run)
        wm_power_steps_open(&s->steps, s->device->ops, s->device_name, s->ask.steps);
    else if (strcmp(s->schedule.name, "drift") == 0)
        wm_terminal_say(stderr,
                        "witnessmark run: clocks and power limits are left as they are: the "
                        "clock varies as the device drifts");
}

/* Names the device by its UUID if it has one. Its number may change when a device is lost. */
static void name_device(session *s)
{
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    const unsigned index = s->ask.settings.device_options.index;
    size_t count = 0;
    (void)snprintf(s->device_name, sizeof s->device_name, "%u", index);
    if (s->device->ops->list(entries, WM_REGISTRY_DEVICES, &count, NULL) == WM_OK &&
        index < count && index < WM_REGISTRY_DEVICES && entries[index].uuid[0] != '\0')
        memcpy(s->device_name, entries[index].uuid, sizeof entries[index].uuid);
}

static void before_repeat(void *context, uint32_t repeat, uint32_t repeats)
{
    session *s = context;
    wm_power_steps_before(&s->steps, repeat, repeats);
}

/* Completes the settings, once the devices are open. */
static void settle(session *s)
{
    wm_settings *settings = &s->ask.settings;
    settings->device = &s->device;
    settings->witness = s->witness;
    settings->memory_bytes = wm_machine_memory_bytes(s->device);
    settings->witness_memory_bytes =
        s->witness != NULL ? wm_machine_memory_bytes(s->witness) : (double)NAN;
    settings->continuation = s->ask.continues != NULL ? &s->continuation : NULL;
    settings->budget_end_s = s->ask.begin_s + WM_BUDGET_SHARE * settings->budget_seconds;
    settings->stops_at_planned = s->ask.fault.kind != WM_FAULT_NONE;
    settings->stop = &wm_interrupt_number;
    settings->warnings = &s->seen;
    settings->progress = show_progress;
    settings->can_go_on_elsewhere = can_go_on_elsewhere;
    settings->before_repeat = before_repeat;
    settings->context = s;
}

/* Opens the record. A default name that another run takes at the same time gets a suffix. */
static wm_status open_record(session *s, wm_error *err)
{
    const wm_run_record_options options = {.path = s->ask.path,
                                           .resume = s->ask.resume,
                                           .schedule = &s->schedule,
                                           .cards = s->ask.cards.count > 0 ? &s->ask.cards : NULL,
                                           .power_steps = s->steps.count > 0 ? s->steps.fact : NULL,
                                           .clock = s->partial.is_there ? &s->partial.clock : NULL,
                                           .named = &s->ask.named,
                                           .hidden = s->ask.hidden,
                                           .commitments = &s->commitments,
                                           .settings = &s->ask.settings};
    wm_status status = wm_run_record_open(&options, &s->record, err);
    while (status == WM_E_EXISTS && wm_new_path_next(&s->ask)) {
        wm_run_record_close(s->record);
        status = wm_run_record_open(&options, &s->record, err);
    }
    return status;
}

/* Makes the schedule from the plan of another record. */
static wm_status continue_schedule(session *s, wm_error *err)
{
    const wm_status status =
        wm_continuation_schedule(&s->continuation, &s->ask.pick, &s->schedule, err);
    if (s->ask.continues == NULL) { /* trials are made again: nothing is continued */
        s->schedule.continue_count = 0;
        s->schedule.prior_bytes = 0;
    }
    return wm_trouble_option(s->ask.call, status, err);
}

/* Whether --plan quick is a smaller choice: not for one's own items, nor for that plan itself. */
static bool is_for_quick(const session *s)
{
    return s->ask.pick.label_count == 0 && s->ask.continues == NULL &&
           (s->ask.plan == NULL || strcmp(s->ask.plan, "quick") != 0);
}

/* Says on stderr what the budget changes. */
static WM_PRINTF(2, 3) void say_budget(const wm_call *call, const char *format, ...)
{
    char line[320];
    const size_t used =
        (size_t)snprintf(line, sizeof line, "witnessmark %s: --budget: ", call->command->name);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line + used, sizeof line - used, format, arguments);
    va_end(arguments);
    wm_terminal_say(stderr, line);
}

/* Shortens the plan to what is left of the budget, and says so. The items that still do not fit are
 * recorded as failed. */
static void fit_budget(session *s)
{
    const double before_s = s->schedule.repeat_seconds;
    const uint32_t before = s->schedule.items[0].repeats;
    const double left_s =
        s->ask.settings.budget_seconds - (wm_clock_s() - s->ask.begin_s) / WM_BUDGET_SHARE;
    const bool fits = wm_budget_fit(&s->schedule, &s->ask.settings, left_s);
    const uint32_t repeats = s->schedule.items[0].repeats;
    if (s->schedule.repeat_seconds < before_s)
        say_budget(s->ask.call, "repeats of %.2g s in place of %g s", s->schedule.repeat_seconds,
                   before_s);
    if (repeats < before)
        say_budget(s->ask.call, "%lu repeats in place of %lu", (unsigned long)repeats,
                   (unsigned long)before);
    if (!fits)
        say_budget(s->ask.call, "not every item may fit; %s%s",
                   s->ask.dry_run ? "the table names those that would be left out"
                                  : "the record names those that are left out",
                   is_for_quick(s) ? ". --plan quick has smaller items" : "");
}

/* Says which item is not judged at the tolerance that the plan asks for. */
static void print_unjudged(const session *s)
{
    const size_t count = s->schedule.unjudged_count;
    char label[WM_PLAN_LABEL_SIZE], more[40] = "";
    if (count == 0)
        return;
    wm_plan_label(&s->schedule.unjudged, label);
    if (count > 1)
        (void)snprintf(more, sizeof more, ", nor %s %zu more", count == 2 ? "is" : "are",
                       count - 1);
    fprintf(stderr,
            "witnessmark run: %s is not judged at the tolerance of %s, whose item is not in this "
            "run%s\n",
            label, s->schedule.unjudged.tolerance_of->variant, more);
}

/* Makes the schedule: the partial record's, or from --plan and --item, or from the prior. */
static wm_status make_schedule(session *s, wm_error *err)
{
    wm_status status;
    if (s->partial.is_there) {
        status = wm_run_resume_plan(&s->ask, s->device, &s->partial, &s->schedule, err);
        s->schedule.prior_bytes = wm_continuation_bytes(&s->continuation);
        return status;
    }
    status = s->ask.continues != NULL || s->ask.again != NULL
                 ? continue_schedule(s, err)
                 : wm_run_options_read_plan(&s->ask, s->device, &s->schedule, err);
    if (status == WM_OK) {
        status = wm_run_options_light(&s->ask, s->ask.light, &s->schedule, err);
        s->has_nothing = status == WM_E_NOTFOUND;
    }
    if (status == WM_OK)
        status = wm_run_options_inject(&s->ask, &s->schedule, err);
    if (status == WM_OK)
        print_not_injected(s);
    if (status == WM_OK)
        print_unjudged(s);
    if (status == WM_OK && s->ask.settings.budget_seconds > 0 && s->schedule.item_count > 0)
        fit_budget(s);
    return status;
}

/* Reads the salts of hidden facts: the environment of the partial record is made of them. */
static wm_status read_commitments(session *s, wm_error *err)
{
    char path[WM_COMMITMENTS_PATH];
    wm_buffer text = WM_BUFFER_EMPTY;
    const wm_input input = {path,
                            false,
                            "",
                            "cannot be read: ",
                            WM_COMMITMENTS_BYTES,
                            "larger than 1 MiB, the limit for facts"};
    wm_status status;
    if (!wm_commitments_path(s->ask.path, path))
        return WM_OK;
    status = wm_input_read(&input, &text, err);
    if (status == WM_E_NOTFOUND && !s->partial.has_commitments) {
        *err = (wm_error){WM_OK, "", ""}; /* it has none: no later trouble is this one */
        return WM_OK;
    }
    if (status == WM_E_NOTFOUND)
        return wm_error_set(err, status, path,
                            "is not there; the interrupted run has hidden facts, whose values and "
                            "salts are in it");
    if (status == WM_OK)
        status = wm_commitments_read(&s->commitments, text.data, text.size, path, err);
    wm_buffer_clear(&text);
    for (size_t i = 0; i < s->commitments.count && status == WM_OK; i++)
        wm_named_fill(&s->partial.named, s->commitments.of[i].name, s->commitments.of[i].value);
    return status;
}

/* Reads the partial record. One without a plan does not say what to measure. */
static wm_status read_partial(session *s, wm_error *err)
{
    const wm_run_options *ask = &s->ask;
    wm_status status = wm_partial_read(ask->path, &s->partial, err);
    if (status == WM_OK)
        status = read_commitments(s, err);
    if (status != WM_OK || !s->partial.lacks_plan || ask->plan != NULL || ask->continues != NULL ||
        ask->again != NULL || ask->pick.label_count > 0)
        return status;
    return wm_error_set(err, WM_E_NOTFOUND, ask->path,
                        "was interrupted before its plan was saved; repeat the first command, "
                        "without --resume");
}

/* Whether an item has a trial where it may not, or none where it must; refuses it. */
static wm_status check_trials(const session *s, wm_error *err)
{
    const bool has_trials = s->ask.plans->has_trials;
    char label[WM_PLAN_LABEL_SIZE];
    for (size_t i = 0; i < s->schedule.item_count; i++) {
        const wm_item *item = &s->schedule.items[i];
        if ((item->trial.word != WM_TRIAL_NOT) == has_trials)
            continue;
        wm_plan_label(item, label);
        return wm_error_set(err, WM_E_INVALID, label,
                            has_trials ? "it has no trial; `witnessmark run` measures it"
                                       : "`witnessmark attack` makes trials");
    }
    return WM_OK;
}

/* Opens and reads everything that the run needs, so that errors come before it. */
static wm_status prepare(session *s, wm_error *err)
{
    wm_status status = WM_OK;
    if (s->ask.resume)
        status = read_partial(s, err);
    if (status == WM_OK)
        status = wm_run_resume_settle(&s->ask, &s->partial, err);
    if (status == WM_OK && s->ask.continues != NULL)
        status = wm_continuation_read(s->ask.continues, &s->continuation, err);
    else if (status == WM_OK && s->ask.again != NULL)
        status = wm_continuation_read(s->ask.again, &s->continuation, err);
    if (status == WM_OK && !s->ask.dry_run) /* before there is a device or a thread */
        wm_power_steps_begin(wm_registry_find(s->ask.backend), s->ask.steps);
    if (status == WM_OK)
        status = wm_run_options_open_device(&s->ask, &s->device, err);
    if (status == WM_OK)
        name_device(s);
    if (status == WM_OK)
        status = wm_run_options_open_witness(&s->ask, &s->witness, err);
    if (status == WM_OK)
        settle(s);
    if (status == WM_OK)
        status = make_schedule(s, err);
    if (status == WM_OK)
        status = check_trials(s, err);
    if (status == WM_OK)
        begin_steps(s);
    return status == WM_OK && !s->ask.dry_run ? open_record(s, err) : status;
}

/* Runs the plan and shows its progress. */
static wm_status run_plan(session *s, wm_error *err)
{
    wm_status status;
    begin_progress(s);
    status = wm_run_record_run(s->record, err);
    wm_power_steps_end(&s->steps);
    wm_progress_clear(&s->progress);
    return status;
}

/* Warns of what disturbs the run, and waits for a quiet machine. */
static wm_status look_around(session *s, wm_error *err)
{
    const wm_status status =
        wm_surroundings_check(&s->ask, s->device, &wm_interrupt_number, &s->seen);
    if (status == WM_OK || status == WM_E_INTERRUPTED)
        return status;
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, s->ask.backend, "%s", wm_status_text(status));
    return wm_error_set(err, status, s->ask.backend, "the device's load cannot be read: %.120s",
                        s->device->ops->last_error(s->device));
}

static void release(session *s)
{
    wm_power_steps_end(&s->steps);
    wm_run_record_close(s->record);
    wm_commitments_clear(&s->commitments);
    wm_schedule_clear(&s->schedule);
    wm_partial_clear(&s->partial);
    wm_continuation_clear(&s->continuation);
    wm_run_options_clear(&s->ask);
    if (s->device != NULL)
        s->device->ops->close(s->device);
    if (s->witness != NULL)
        s->witness->ops->close(s->witness);
}

static int finish(session *s, wm_status status, const wm_error *err)
{
    const char *partial = wm_run_record_partial(s->record);
    wm_error shown = *err;
    if ((s->ask.hidden & WM_REDACT_UUID) != 0)
        wm_redact_uuids(shown.message);
    if (status == WM_E_INTERRUPTED)
        return wm_run_report_interrupted(&s->ask, partial, wm_interrupt_number);
    if (s->has_nothing)
        return wm_trouble_inconclusive(s->ask.call, shown.place, shown.message);
    if (status != WM_OK)
        return wm_run_report_trouble(&s->ask, status, &shown, partial);
    return s->ask.again != NULL ? s->ask.plans->report_again(&s->ask)
                                : wm_run_report_record(&s->ask);
}

/* Resumes in a new process, with the options that the partial record does not have. */
static wm_status relaunch(const session *s, wm_error *err)
{
    const wm_run_options *ask = &s->ask;
    const size_t count = wm_run_options_words(ask, wm_run_resume_has(ask), ask->words);
    wm_record_argument_end();
    return wm_relaunch_resume(count, ask->words, ask->path, s->device_name, err);
}

int wm_cmd_run(wm_call *call)
{
    static const wm_run_plans PLANS = {"default", wm_schedule_builtin_at, wm_schedule_builtin,
                                       false, NULL};
    return wm_cmd_run_plans(call, &PLANS);
}

int wm_cmd_run_plans(wm_call *call, const wm_run_plans *plans)
{
    session s = {.device = NULL};
    wm_error err = {WM_OK, "", ""};
    char root[WM_ID_SIZE];
    wm_status status;
    int answer = wm_run_options_parse(call, plans, &s.ask);
    const bool is_several = wm_cards_are_several(s.ask.device_word);
    if (answer == WM_EXIT_YES && s.ask.against != NULL) {
        answer = wm_run_against(&s.ask);
        wm_run_options_clear(&s.ask);
        return answer;
    }
    if (answer == WM_EXIT_YES)
        answer = wm_new_path_of_run(&s.ask);
    s.ask.again_given = s.ask.again;
    s.reads_input = s.ask.continues != NULL && strcmp(s.ask.continues, "-") == 0;
    if (answer == WM_EXIT_YES && is_several && plans->has_trials) /* the children of cards `run` */
        answer = wm_trouble_say(call, "--device", "trials are made on one device; name one");
    else if (answer == WM_EXIT_YES && is_several && s.reads_input)
        answer = wm_trouble_say(call, "--continue",
                                "several devices cannot read standard input; name a file");
    else if (answer == WM_EXIT_YES && is_several)
        answer = wm_run_cards(&s.ask, wm_registry_find(s.ask.backend));
    else if (answer == WM_EXIT_YES && s.ask.continues != NULL)
        answer = wm_record_argument_audit(call, s.ask.continues, &s.ask.continues);
    else if (answer == WM_EXIT_YES && s.ask.again != NULL)
        answer = wm_record_argument_audit(call, s.ask.again, &s.ask.again);
    if (answer != WM_EXIT_YES || is_several) {
        wm_run_options_clear(&s.ask);
        return answer;
    }
    wm_interrupt_catch();
    status = prepare(&s, &err);
    if (status == WM_OK && s.ask.dry_run) {
        answer = wm_run_dry_print(&s.ask, &s.schedule);
        release(&s);
        return answer;
    }
    if (status == WM_OK)
        status = look_around(&s, &err);
    if (status == WM_OK)
        status = run_plan(&s, &err);
    if (s.needs_relaunch && status == WM_E_DEVICE && wm_interrupt_number != 0)
        status = WM_E_INTERRUPTED;
    else if (s.needs_relaunch && status == WM_E_DEVICE)
        status = relaunch(&s, &err);
    if (status == WM_OK)
        status = wm_run_record_seal(s.record, root, &err);
    answer = finish(&s, status, &err);
    release(&s);
    return answer;
}

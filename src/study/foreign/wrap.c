/* The study of commands: each is run several times, and every run is an observation.
 *
 * A run is on the disk before the next one starts, also one that fails. A failed one has no
 * `wall_seconds`, so that no claim counts its time as that of the work. Signals wait until a
 * command runs or is about to, so that a stop never falls between a run and its line. The
 * executable is hashed first, and looked at before and after each run, outside of its time: a
 * replaced file is another command.
 *
 * Several commands are compared in pairs. In each repeat they run one after the other, in an order
 * that is drawn anew, so that no drift of the machine and no place in the order is always on the
 * side of one of them. The ratio is taken within a repeat, where the machine was the same. */
#include "study/foreign/wrap.h"
#include "study/foreign/wrap_claims.h"
#include "study/foreign/wrap_observation.h"

#include "base/code_point.h"

#include "archive/writer.h"
#include "backend/cpu/cpu.h"
#include "base/clock.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "measure/repeat.h"
#include "record/tables/tables.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>

enum { ROOM_BYTES = 16 << 20 };

/* The measurement of the clock keeps a processor busy for 2 ms, which would disturb commands that
 * take no longer. */
static const double CLOCK_EVERY_S = 0.5;

/* A command of a study in progress. */
typedef struct {
    wm_wrap_files files;
    bool has_run;     /* it could be executed */
    double elapsed_s; /* of its repeats */
} target_state;

/* A study in progress. */
typedef struct {
    const wm_wrap *wrap;
    wm_wrap_outcome *outcome;
    wm_graph *lines; /* makes the lines that the writer appends */
    wm_writer *writer;
    bool has_facts_file; /* RECORD.facts is there */
    wm_device *device;   /* for clock and covariates */
    wm_clock_check_tsc tsc;
    wm_repeat_options options;
    sigset_t former;
    wm_wrap_end *end;
    target_state *target; /* of each command */
    wm_wrap_tally *tally; /* the same */
    wm_wrap_inputs inputs;
    unsigned pressures; /* of runs that have one */
    wm_error *err;
} study;

/* Keeps the last line of the standard error that is not empty. */
static void keep_words(const wm_wrap_end *end, char *words, size_t size)
{
    size_t last = end->error_size, first;
    while (last > 0 && (end->words[last - 1] == '\n' || end->words[last - 1] == ' '))
        last--;
    for (first = last; first > 0 && end->words[first - 1] != '\n';)
        first--;
    (void)snprintf(words, size, "%.*s", (int)(last - first), end->words + first);
    wm_code_point_trim(words);
}

/* ---- one run --------------------------------------------------------------------------------- */

/* What wm_repeat_time runs. */
typedef struct {
    study *s;
    const wm_wrap_command *command;
} job;

static wm_status run_job(void *context)
{
    job *j = context;
    return wm_wrap_command_run(j->command, j->s->end, j->s->err);
}

static bool is_job_done(void *context, double seconds)
{
    (void)context;
    (void)seconds;
    return true;
}

/* What a run of the study and a text for the shell have in common: no limit of time, which is of
 * the command alone. */
static wm_wrap_command limits_of(const study *s)
{
    return (wm_wrap_command){.mask = &s->former, .stop = s->wrap->stop};
}

/* The preparation; a failed one leaves all values but `failed` absent. */
static wm_status prepare(study *s, wm_wrap_observation *made)
{
    const wm_wrap_command like = limits_of(s);
    char why[WM_WRAP_REASON];
    wm_status status;
    if (s->wrap->prepare == NULL)
        return WM_OK;
    status = wm_wrap_command_shell(s->wrap->prepare, &like, s->end, why, s->err);
    if (status == WM_OK && why[0] != '\0') {
        made->is_failed = true;
        wm_wrap_observation_reason(made, "prepare: %s", why);
    }
    return status;
}

/* Why a run is not that of the files that were hashed; NULL: it is. */
static const char *find_change(study *s, size_t command, wm_wrap_look look)
{
    const char *change = wm_wrap_files_changed(&s->target[command].files, look);
    return change != NULL ? change : wm_wrap_inputs_changed(&s->inputs, look);
}

/* Makes the run fail before it starts if a file is another one. */
static void look_before(study *s, size_t command, wm_wrap_observation *made)
{
    const char *change = find_change(s, command, WM_WRAP_LOOK_BEFORE);
    if (change == NULL)
        return;
    made->is_failed = true;
    wm_wrap_observation_reason(made, "%s (not started)", change);
    s->end->error_size = 0; /* what is there is of another run */
}

/* Whether the run counts, and the values that only a good run has. */
static void judge(study *s, size_t command, wm_wrap_observation *made)
{
    char text[WM_WRAP_REASON];
    wm_wrap_absence why;
    const bool is_odd = wm_wrap_command_failure(s->end, s->wrap->timeout_s, text);
    const bool has_ended = !s->end->is_timed_out && WIFEXITED(s->end->status);
    const char *change = find_change(s, command, WM_WRAP_LOOK_AFTER);
    made->is_failed = change != NULL || (is_odd && !(s->wrap->ignores_failure && has_ended));
    made->values[WM_WRAP_VALUE_FAILED] = is_odd || change != NULL;
    if (change != NULL)
        wm_wrap_observation_reason(made, "%s", change);
    if (is_odd && made->is_failed)
        wm_wrap_observation_reason(made, "%s", text);
    if (made->is_failed)
        return;
    made->values[WM_WRAP_VALUE_WALL] = s->end->elapsed_s;
    if (s->wrap->metric == NULL)
        return;
    made->values[WM_WRAP_VALUE_METRIC] = wm_wrap_metric_find(s->wrap->metric, s->end, &why);
    if (isnan(made->values[WM_WRAP_VALUE_METRIC]))
        wm_wrap_observation_reason(made, "metric: %s", why.reason);
}

/* Lets the study read what a run left. */
static void take_study(study *s, size_t number, wm_wrap_observation *made)
{
    const wm_wrap_study *of = s->wrap->study;
    if (of == NULL || made->is_failed)
        return;
    of->take(of->context, number, made);
    if (!made->is_failed)
        return;
    made->values[WM_WRAP_VALUE_FAILED] = 1;
    made->values[WM_WRAP_VALUE_WALL] = (double)NAN;
}

/* Runs a command once. Errors: INTERRUPTED, those of wm_wrap_command_run and wm_repeat_time. */
static wm_status measure(study *s, size_t number, wm_wrap_observation *made)
{
    const wm_wrap_target *given = &s->wrap->target[number];
    target_state *target = &s->target[number];
    wm_wrap_command command = limits_of(s);
    job j = {s, &command};
    const wm_repeat_work work = {run_job, is_job_done, &j, "the command is another process"};
    wm_repeat repeat = {.doing = NULL};
    wm_status status;
    for (unsigned i = 0; i < WM_WRAP_VALUES; i++)
        made->values[i] = (double)NAN;
    command.timeout_s = s->wrap->timeout_s;
    command.file = given->file;
    command.descriptor = wm_wrap_files_descriptor(&target->files);
    command.argv = given->argv;
    command.input = s->wrap->has_stdin ? s->wrap->input[0] : NULL;
    made->reason[0] = '\0';
    made->is_failed = false;
    made->values[WM_WRAP_VALUE_FAILED] = 1;
    if (s->wrap->study != NULL)
        s->wrap->study->begin(s->wrap->study->context, number);
    wm_wrap_command_deliver(&s->former);
    if (*s->wrap->stop != 0)
        return WM_E_INTERRUPTED;
    status = prepare(s, made);
    if (status == WM_OK && !made->is_failed)
        look_before(s, number, made);
    if (status != WM_OK || made->is_failed)
        return status;
    status = wm_repeat_time(s->device, &s->options, &work, &repeat);
    if (status == WM_E_DEVICE)
        return wm_error_set(s->err, status, NULL, "the clock went back");
    if (status == WM_E_OPEN && target->has_run) { /* it is no longer there */
        made->is_failed = true;
        wm_wrap_observation_reason(made, "%s",
                                   s->err != NULL ? s->err->message : "cannot be executed");
        return WM_OK;
    }
    if (status != WM_OK)
        return status;
    target->has_run = true;
    if (s->end->is_stopped)
        return WM_E_INTERRUPTED;
    judge(s, number, made);
    take_study(s, number, made);
    wm_wrap_observation_take_end(made, s->end);
    wm_wrap_observation_take_covariates(made, &repeat);
    return WM_OK;
}

/* ---- the record ------------------------------------------------------------------------------ */

static wm_status append(study *s, wm_status made, const wm_line *line)
{
    return made != WM_OK ? made : wm_writer_append(s->writer, line->text, line->size, NULL, s->err);
}

/* Keeps the values of a series that an observation can have. */
static wm_status keep_values(study *s, const char *series, const char *const *names,
                             const double *values, size_t count, const char *reason)
{
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    wm_line line;
    own.series = series;
    own.names = names;
    own.values = values;
    own.count = count;
    own.reason = reason[0] != '\0' ? reason : NULL;
    return append(s, wm_graph_numbers(s->lines, &own, &line, s->err), &line);
}

static wm_status keep(study *s, const char *base, size_t number, const wm_wrap_observation *made)
{
    const char *names[WM_WRAP_VALUES];
    double values[WM_WRAP_VALUES];
    char series[WM_WRAPPED_NAME];
    size_t count = 0;
    for (size_t i = 0; i < WM_WRAP_VALUES; i++)
        if ((i != WM_WRAP_VALUE_METRIC || s->wrap->metric != NULL) &&
            (i != WM_WRAP_VALUE_POSITION || s->wrap->target_count > 1)) {
            names[count] = wm_wrap_value_names[i];
            values[count++] = made->values[i];
        }
    wm_wrapped_name(base, number, "", series);
    return keep_values(s, series, names, values, count, made->reason);
}

/* Keeps how long a command took in a repeat, as a multiple of the first one's time. */
static wm_status keep_pair(study *s, size_t number, const wm_wrap_observation *first,
                           const wm_wrap_observation *other)
{
    static const char *const names[] = {"ratio"};
    const double ratio = other->values[WM_WRAP_VALUE_WALL] / first->values[WM_WRAP_VALUE_WALL];
    char series[WM_WRAPPED_NAME];
    wm_wrapped_name("pair", number, "", series);
    return keep_values(s, series, names, &ratio, 1,
                       isfinite(ratio) ? "" : "ratio: a run of the pair failed");
}

/* Keeps the numbers of the study. */
static wm_status keep_study(study *s)
{
    const wm_wrap_study *of = s->wrap->study;
    wm_status status = WM_OK;
    for (size_t i = 0; status == WM_OK; i++) {
        wm_own_numbers own = WM_OWN_NUMBERS_INIT;
        wm_line line;
        if (!of->numbers(of->context, i, &own))
            break;
        status = append(s, wm_graph_numbers(s->lines, &own, &line, s->err), &line);
    }
    return status;
}

/* Keeps what a repeat says of several commands: the study's numbers, or the ratios of times. */
static wm_status keep_pairs(study *s, const wm_wrap_observation *made)
{
    wm_status status = WM_OK;
    if (s->wrap->study != NULL)
        return keep_study(s);
    for (size_t i = 1; status == WM_OK && i < s->wrap->target_count; i++)
        status = keep_pair(s, i, &made[0], &made[i]);
    return status;
}

/* Counts a run of a repeat, and keeps the words of the first that failed. */
static void count(study *s, size_t number, unsigned repeat, const wm_wrap_observation *made)
{
    wm_wrap_outcome *outcome = s->outcome;
    wm_wrap_tally *tally = &s->tally[number];
    const double metric = fabs(made->values[WM_WRAP_VALUE_METRIC]);
    char of[16] = "";
    if (s->wrap->target_count > 1)
        (void)snprintf(of, sizeof of, " of %c", wm_wrapped_letter(number));
    s->target[number].elapsed_s +=
        isfinite(made->values[WM_WRAP_VALUE_ELAPSED]) ? made->values[WM_WRAP_VALUE_ELAPSED] : 0;
    tally->failed += made->is_failed ? 1 : 0;
    if (isfinite(made->values[WM_WRAP_VALUE_PRESSURE]))
        outcome->pressure +=
            (made->values[WM_WRAP_VALUE_PRESSURE] - outcome->pressure) / (double)++s->pressures;
    if (made->is_failed && outcome->failed++ == 0) {
        const size_t size = strcspn(made->reason, ";");
        (void)snprintf(outcome->failure, sizeof outcome->failure, "repeat %u%s: %.*s", repeat, of,
                       WM_FIT_IN(made->reason, size, 400));
        keep_words(s->end, outcome->words, sizeof outcome->words);
    }
    if (made->is_failed || s->wrap->metric == NULL)
        return;
    tally->unread += isnan(metric) ? 1 : 0;
    if (isnan(metric) && outcome->unread++ == 0)
        (void)wm_wrap_metric_find(s->wrap->metric, s->end, &outcome->absence);
    if (metric > 0 && !(tally->least_metric > 0 && tally->least_metric < metric))
        tally->least_metric = metric;
}

/* Draws the order of the commands in a repeat. */
static wm_status draw_order(study *s, size_t order[WM_WRAPPED_COMMANDS])
{
    for (size_t i = 0; i < s->wrap->target_count; i++) {
        uint64_t drawn = 0;
        size_t to;
        if (i > 0 && getrandom(&drawn, sizeof drawn, 0) != (ssize_t)sizeof drawn)
            return wm_error_set(s->err, WM_E_IO, NULL, "no random numbers: %s", strerror(errno));
        to = (size_t)(drawn % (i + 1)); /* the bias is below 2^-59 */
        order[i] = order[to];
        order[to] = i;
    }
    return WM_OK;
}

/* Runs each command once and keeps what was seen, of repeat `index` or of a warm-up. */
static wm_status run_all(study *s, bool is_warmup, unsigned index, wm_wrap_observation *made)
{
    size_t order[WM_WRAPPED_COMMANDS] = {0};
    wm_status status = draw_order(s, order);
    for (size_t i = 0; status == WM_OK && i < s->wrap->target_count; i++) {
        wm_wrap_observation *one = &made[order[i]];
        status = measure(s, order[i], one);
        one->values[WM_WRAP_VALUE_POSITION] = (double)i + 1;
        if (status == WM_OK)
            status = keep(s, is_warmup ? "warmup" : "wrap", order[i], one);
        if (status == WM_OK && !is_warmup)
            count(s, order[i], index + 1, one);
    }
    return status == WM_OK && !is_warmup ? keep_pairs(s, made) : status;
}

/* Whether the repeats of each command have lasted long enough. A command that cannot be started
 * takes no time, so the number of repeats has an end. */
static bool has_lasted(const study *s)
{
    for (size_t i = 0; i < s->wrap->target_count; i++)
        if (s->target[i].elapsed_s < s->wrap->least_s)
            return false;
    return true;
}

/* Whether another repeat, or warm-up, begins after so many. */
static bool goes_on(const study *s, bool is_warmup, unsigned count)
{
    const wm_wrap_study *of = s->wrap->study;
    if (is_warmup)
        return count < s->wrap->warmups;
    if (of != NULL)
        return count < WM_WRAP_REPEATS && of->goes_on(of->context, count);
    return count < s->wrap->repeats ||
           (!has_lasted(s) && s->outcome->failed == 0 && count < WM_WRAP_REPEATS);
}

/* Runs and keeps the warm-ups, or the repeats. */
static wm_status run_series(study *s, bool is_warmup)
{
    wm_status status = WM_OK;
    wm_wrap_observation *made = calloc(s->wrap->target_count, sizeof *made);
    if (made == NULL)
        return wm_error_set(s->err, WM_E_NOMEM, NULL, "out of memory");
    for (unsigned i = 0; status == WM_OK && goes_on(s, is_warmup, i); i++) {
        if (s->wrap->progress != NULL)
            s->wrap->progress(s->wrap->context, is_warmup, i);
        status = run_all(s, is_warmup, i, made);
        if (status == WM_OK && !is_warmup)
            s->outcome->repeats++;
    }
    free(made);
    return status;
}

/* Hashes the files a last time. A change that their times show made a repeat fail already. */
static wm_status look_last(study *s)
{
    for (size_t i = 0; i < s->wrap->target_count; i++) {
        wm_wrap_files *files = &s->target[i].files;
        const char *change =
            files->has_changed ? NULL : wm_wrap_files_changed(files, WM_WRAP_LOOK_LAST);
        if (change == NULL && !s->inputs.has_changed)
            change = wm_wrap_inputs_changed(&s->inputs, WM_WRAP_LOOK_LAST);
        if (change != NULL)
            return wm_error_set(s->err, WM_E_INVALID, s->wrap->target[i].file,
                                "%s, and no repeat can be told to be of one or the other; not "
                                "sealed",
                                change);
    }
    return WM_OK;
}

static wm_status seal(study *s)
{
    wm_status status = look_last(s);
    if (status == WM_OK)
        status = wm_wrap_claims_ask(wm_writer_graph(s->writer), s->wrap, s->tally, s->err);
    if (status == WM_OK)
        status = wm_writer_seal(s->writer, NULL, 0, s->outcome->root, s->err);
    if (status != WM_OK) {
        const char *partial = wm_writer_partial(s->writer);
        s->outcome->root[0] = '\0';
        (void)snprintf(s->outcome->partial, sizeof s->outcome->partial, "%s",
                       partial != NULL ? partial : "");
    }
    return status;
}

/* ---- the study ------------------------------------------------------------------------------- */

/* Opens and hashes what the commands execute, and what they read. */
static wm_status open_files(study *s)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < s->wrap->target_count && status == WM_OK; i++)
        status = wm_wrap_files_open(&s->target[i].files, s->wrap->target[i].file, s->err);
    return status == WM_OK
               ? wm_wrap_inputs_open(&s->inputs, s->wrap->input, s->wrap->input_count, s->err)
               : status;
}

static wm_status add_facts(study *s, wm_environment **environment)
{
    wm_wrap_files *files = calloc(s->wrap->target_count, sizeof *files);
    wm_status status;
    if (files == NULL)
        return wm_error_set(s->err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; i < s->wrap->target_count; i++)
        files[i] = s->target[i].files;
    status = wm_wrap_facts_new(s->wrap, files, &s->inputs, environment, s->err);
    free(files);
    return status == WM_OK && s->wrap->study != NULL
               ? s->wrap->study->facts(s->wrap->study->context, *environment, s->err)
               : status;
}

/* Opens the record, and writes its environment and its plan. */
static wm_status open_record(study *s)
{
    const char *plan = s->wrap->study != NULL ? s->wrap->study->plan : "wrap";
    wm_environment *environment = NULL;
    wm_line line;
    wm_status status = wm_writer_open(s->wrap->path, ROOM_BYTES, NULL, 0, &s->writer, s->err);
    if (status == WM_OK)
        status = open_files(s);
    if (status == WM_OK)
        status = add_facts(s, &environment);
    if (status == WM_OK && s->wrap->commitments != NULL) {
        status = wm_commitments_write(s->wrap->commitments, s->wrap->path, s->err);
        s->has_facts_file = status == WM_OK;
    }
    if (status == WM_OK)
        status = append(s, wm_graph_environment(s->lines, environment, &line, s->err), &line);
    if (status == WM_OK)
        status = append(s, wm_graph_own_plan(s->lines, plan, &line, s->err), &line);
    wm_environment_free(environment);
    return status;
}

static wm_status prepare_study(study *s)
{
    s->lines = wm_graph_new();
    s->end = malloc(sizeof *s->end);
    s->target = calloc(s->wrap->target_count, sizeof *s->target);
    s->tally = calloc(s->wrap->target_count, sizeof *s->tally);
    wm_clock_check_calibrate(&s->tsc);
    s->options = (wm_repeat_options){.processors = wm_machine_processors(),
                                     .sampler = wm_sampler_new(),
                                     .tsc = &s->tsc,
                                     .start = wm_clock_begin()};
    if (s->lines == NULL || s->end == NULL || s->target == NULL || s->tally == NULL ||
        s->options.sampler == NULL ||
        wm_cpu_device_open_sampled(CLOCK_EVERY_S, &s->device) != WM_OK)
        return wm_error_set(s->err, WM_E_NOMEM, NULL, "out of memory");
    return open_record(s);
}

static void release(study *s)
{
    if (s->outcome->root[0] == '\0' && s->writer != NULL && s->outcome->repeats == 0) {
        wm_writer_discard(s->writer);
        if (s->has_facts_file)
            wm_commitments_remove(s->wrap->commitments, s->wrap->path);
    }
    wm_writer_close(s->writer);
    for (size_t i = 0; s->target != NULL && i < s->wrap->target_count; i++)
        wm_wrap_files_close(&s->target[i].files);
    wm_wrap_inputs_close(&s->inputs);
    free(s->target);
    free(s->tally);
    wm_graph_free(s->lines);
    wm_sampler_free(s->options.sampler);
    if (s->device != NULL)
        s->device->ops->close(s->device);
    free(s->end);
}

static wm_status set_up(study *s)
{
    const wm_wrap_command like = limits_of(s);
    char why[WM_WRAP_REASON];
    wm_status status;
    if (s->wrap->setup == NULL)
        return WM_OK;
    status = wm_wrap_command_shell(s->wrap->setup, &like, s->end, why, s->err);
    return status == WM_OK && why[0] != '\0' ? wm_error_set(s->err, WM_E_IO, NULL, "setup: %s", why)
                                             : status;
}

/* Runs the cleanup, also after a stop: what the setup made would be left behind. */
static void clean_up(study *s)
{
    static const volatile sig_atomic_t none = 0;
    wm_wrap_command like = limits_of(s);
    wm_error unused = {WM_OK, "", ""};
    like.stop = &none;
    if (s->wrap->cleanup != NULL && wm_wrap_command_shell(s->wrap->cleanup, &like, s->end,
                                                          s->outcome->cleanup, &unused) != WM_OK)
        (void)snprintf(s->outcome->cleanup, sizeof s->outcome->cleanup, "cannot be run");
}

wm_status wm_wrap_run(const wm_wrap *wrap, wm_wrap_outcome *outcome, wm_error *err)
{
    study s = {.wrap = wrap, .outcome = outcome, .err = err};
    wm_status status;
    memset(outcome, 0, sizeof *outcome);
    status = prepare_study(&s);
    wm_wrap_command_block(&s.former);
    if (status == WM_OK)
        status = set_up(&s);
    if (status == WM_OK) {
        status = run_series(&s, true);
        if (status == WM_OK)
            status = run_series(&s, false);
        clean_up(&s);
    }
    wm_wrap_command_unblock(&s.former); /* another signal ends the sealing too */
    if (outcome->repeats > 0 && (status == WM_OK || status == WM_E_INTERRUPTED)) {
        const wm_status sealed = seal(&s);
        status = sealed != WM_OK ? sealed : status;
    } else if (outcome->repeats > 0) {
        (void)snprintf(outcome->partial, sizeof outcome->partial, "%s",
                       wm_writer_partial(s.writer));
    }
    release(&s);
    return status;
}

/* The study of one command: it is run several times, and every run is an observation.
 *
 * A run is on the disk before the next one starts, also one that fails. A failed one has no
 * `wall_seconds`, so that no claim counts its time as that of the work. Signals wait until a
 * command runs or is about to, so that a stop never falls between a run and its line. The
 * executable is hashed first, and looked at before and after each run, outside of its time: a
 * replaced file is another command. */
#include "study/foreign/wrap.h"

#include "base/code_point.h"

#include "archive/writer.h"
#include "backend/cpu/cpu.h"
#include "base/clock.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "measure/repeat.h"
#include "record/tables/tables.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { ROOM_BYTES = 16 << 20 };

/* The measurement of the clock keeps a processor busy for 2 ms, which would disturb commands that
 * take no longer. */
static const double CLOCK_EVERY_S = 0.5;

/* The values of an observation, in the order of NAMES. */
typedef enum {
    CLOCK,
    ELAPSED,
    ERRORS,
    EXIT_STATUS,
    FAILED,
    LOAD,
    RSS,
    RSS_FLOOR,
    OUTPUT,
    POWER,
    PRESSURE,
    STEAL,
    SYSTEM,
    TEMPERATURE,
    USER,
    WAITING,
    WALL,
    METRIC, /* the last: left out without --metric */
    VALUES
} value_name;

static const char *const NAMES[VALUES] = {
    [CLOCK] = "clock_hz",        [ELAPSED] = "elapsed_seconds",
    [ERRORS] = "error_bytes",    [EXIT_STATUS] = "exit_status",
    [FAILED] = "failed",         [LOAD] = "load",
    [RSS] = "max_rss_bytes",     [RSS_FLOOR] = "max_rss_floor_bytes",
    [OUTPUT] = "output_bytes",   [POWER] = "power_w",
    [PRESSURE] = "pressure",     [STEAL] = "steal",
    [SYSTEM] = "system_seconds", [TEMPERATURE] = "temperature_degc",
    [USER] = "user_seconds",     [WAITING] = "waiting_seconds",
    [WALL] = "wall_seconds",     [METRIC] = "metric",
};

/* An observation that is being made. */
typedef struct {
    double values[VALUES];
    char reason[2048]; /* why values are absent; empty: none is */
    bool is_failed;
} observation;

/* A study in progress. */
typedef struct {
    const wm_wrap *wrap;
    wm_wrap_outcome *outcome;
    wm_graph *lines; /* makes the lines that the writer appends */
    wm_writer *writer;
    wm_device *device; /* for clock and covariates */
    wm_repeat_options options;
    sigset_t former;
    wm_wrap_end *end;
    wm_wrap_files files;
    bool has_run;        /* the command could be executed */
    double least_metric; /* the smallest magnitude above zero; 0: none */
    wm_error *err;
} study;

/* ---- reasons --------------------------------------------------------------------------------- */

/* Appends a reason. A reason that has no room is left out. */
WM_PRINTF(2, 3) static void add_reason(observation *made, const char *format, ...)
{
    char text[WM_WRAP_REASON + 64];
    size_t used = strlen(made->reason);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (used + strlen(text) + 3 > sizeof made->reason)
        return;
    (void)snprintf(made->reason + used, sizeof made->reason - used, "%s%s", used > 0 ? "; " : "",
                   text);
}

/* How a run failed; false if it did not. */
static bool describe_failure(const wm_wrap_end *end, double timeout_s, char text[WM_WRAP_REASON])
{
    if (end->is_timed_out)
        (void)snprintf(text, WM_WRAP_REASON, "timed out after %g s", timeout_s);
    else if (WIFSIGNALED(end->status))
        (void)snprintf(text, WM_WRAP_REASON, "signal %d (%s)", WTERMSIG(end->status),
                       strsignal(WTERMSIG(end->status)));
    else if (WEXITSTATUS(end->status) != 0)
        (void)snprintf(text, WM_WRAP_REASON, "exit %d", WEXITSTATUS(end->status));
    else
        return false;
    return true;
}

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

static double peak_bytes(const struct rusage *usage)
{
    return 1024.0 * (double)usage->ru_maxrss;
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

/* What the kernel and the pipes say about a run. */
static void read_end(study *s, observation *made)
{
    const wm_wrap_end *end = s->end;
    struct rusage own;
    made->values[ELAPSED] = end->elapsed_s;
    made->values[USER] = seconds_of(&end->usage.ru_utime);
    made->values[SYSTEM] = seconds_of(&end->usage.ru_stime);
    made->values[RSS] = peak_bytes(&end->usage);
    if (getrusage(RUSAGE_SELF, &own) == 0)
        made->values[RSS_FLOOR] = peak_bytes(&own);
    else
        add_reason(made, "max_rss_floor_bytes: not reported");
    made->values[OUTPUT] = (double)end->output_bytes;
    made->values[ERRORS] = (double)end->error_bytes;
    made->values[WAITING] = end->waiting_s;
    if (isnan(end->waiting_s))
        add_reason(made, "waiting_seconds: no schedstat in /proc");
    if (WIFEXITED(end->status))
        made->values[EXIT_STATUS] = WEXITSTATUS(end->status);
    else
        add_reason(made, "exit_status: signal %d", WTERMSIG(end->status));
}

/* Adds the covariates of a run. */
static void read_covariates(const wm_repeat *repeat, observation *made)
{
    static const struct {
        value_name to;
        wm_covariate_name from;
        bool is_maximum;
    } READ[] = {{CLOCK, WM_COVARIATE_CLOCK, false},
                {TEMPERATURE, WM_COVARIATE_TEMPERATURE, true},
                {POWER, WM_COVARIATE_POWER, false},
                {STEAL, WM_COVARIATE_STEAL, false},
                {PRESSURE, WM_COVARIATE_PRESSURE, false}};
    double load;
    for (size_t i = 0; i < sizeof READ / sizeof READ[0]; i++) {
        const wm_covariate_summary *summary = &repeat->covariates[READ[i].from];
        if (summary->reason == NULL)
            made->values[READ[i].to] = READ[i].is_maximum ? summary->maximum : summary->median;
        else if (READ[i].to == CLOCK)
            add_reason(made, "clock_hz: measured every 0.5 s at most");
        else
            add_reason(made, "%s: %s", NAMES[READ[i].to], summary->reason);
    }
    if (getloadavg(&load, 1) == 1)
        made->values[LOAD] = load;
    else
        add_reason(made, "load: not reported");
}

/* The preparation; a failed one leaves all values but `failed` absent. */
static wm_status prepare(study *s, observation *made)
{
    char text[WM_WRAP_REASON];
    char shell[] = "sh", option[] = "-c", command[] = "";
    char *argv[] = {shell, option, command, NULL};
    const wm_wrap_command run = {"/bin/sh",          -1,         argv,
                                 s->wrap->timeout_s, &s->former, s->wrap->stop};
    wm_status status;
    union {
        const char *given;
        char *word; /* execve does not change it */
    } text_of = {s->wrap->prepare};
    if (s->wrap->prepare == NULL)
        return WM_OK;
    argv[2] = text_of.word;
    status = wm_wrap_command_run(&run, s->end, s->err);
    if (status == WM_OK && s->end->is_stopped)
        return WM_E_INTERRUPTED;
    if (status == WM_OK && describe_failure(s->end, s->wrap->timeout_s, text)) {
        made->is_failed = true;
        add_reason(made, "prepare: %s", text);
    }
    return status;
}

/* Makes the run fail before it starts if its file is another one. */
static void look_before(study *s, observation *made)
{
    const char *change = wm_wrap_files_changed(&s->files, WM_WRAP_LOOK_BEFORE);
    if (change == NULL)
        return;
    made->is_failed = true;
    add_reason(made, "%s (not started)", change);
    s->end->error_size = 0; /* what is there is of another run */
}

/* Whether the run counts, and the values that only a good run has. */
static void judge(study *s, observation *made)
{
    char text[WM_WRAP_REASON];
    wm_wrap_absence why;
    const bool is_odd = describe_failure(s->end, s->wrap->timeout_s, text);
    const bool has_ended = !s->end->is_timed_out && WIFEXITED(s->end->status);
    const char *change = wm_wrap_files_changed(&s->files, WM_WRAP_LOOK_AFTER);
    made->is_failed = change != NULL || (is_odd && !(s->wrap->ignores_failure && has_ended));
    made->values[FAILED] = is_odd || change != NULL;
    if (change != NULL)
        add_reason(made, "%s", change);
    if (is_odd && made->is_failed)
        add_reason(made, "%s", text);
    if (made->is_failed)
        return;
    made->values[WALL] = s->end->elapsed_s;
    if (s->wrap->metric == NULL)
        return;
    made->values[METRIC] = wm_wrap_metric_find(s->wrap->metric, s->end, &why);
    if (isnan(made->values[METRIC]))
        add_reason(made, "metric: %s", why.reason);
}

/* Runs the command once. Errors: INTERRUPTED, those of wm_wrap_command_run and wm_repeat_time. */
static wm_status measure(study *s, observation *made)
{
    const wm_wrap_command command = {s->wrap->file, wm_wrap_files_descriptor(&s->files),
                                     s->wrap->argv, s->wrap->timeout_s,
                                     &s->former,    s->wrap->stop};
    job j = {s, &command};
    const wm_repeat_work work = {run_job, is_job_done, &j};
    wm_repeat repeat = {.doing = NULL};
    wm_status status;
    for (unsigned i = 0; i < VALUES; i++)
        made->values[i] = (double)NAN;
    made->reason[0] = '\0';
    made->is_failed = false;
    made->values[FAILED] = 1;
    wm_wrap_command_deliver(&s->former);
    if (*s->wrap->stop != 0)
        return WM_E_INTERRUPTED;
    status = prepare(s, made);
    if (status == WM_OK && !made->is_failed)
        look_before(s, made);
    if (status != WM_OK || made->is_failed)
        return status;
    status = wm_repeat_time(s->device, &s->options, &work, &repeat);
    if (status == WM_E_DEVICE)
        return wm_error_set(s->err, status, NULL, "the clock went back");
    if (status == WM_E_OPEN && s->has_run) { /* it is no longer there */
        made->is_failed = true;
        add_reason(made, "%s", s->err != NULL ? s->err->message : "cannot be executed");
        return WM_OK;
    }
    if (status != WM_OK)
        return status;
    s->has_run = true;
    if (s->end->is_stopped)
        return WM_E_INTERRUPTED;
    judge(s, made);
    read_end(s, made);
    read_covariates(&repeat, made);
    return WM_OK;
}

/* ---- the record ------------------------------------------------------------------------------ */

static wm_status append(study *s, wm_status made, const wm_line *line)
{
    return made != WM_OK ? made : wm_writer_append(s->writer, line->text, line->size, NULL, s->err);
}

static wm_status keep(study *s, const char *series, const observation *made)
{
    wm_own_numbers own = WM_OWN_NUMBERS_INIT;
    wm_line line;
    own.series = series;
    own.names = NAMES;
    own.values = made->values;
    own.count = s->wrap->metric != NULL ? VALUES : METRIC;
    own.reason = made->reason[0] != '\0' ? made->reason : NULL;
    return append(s, wm_graph_numbers(s->lines, &own, &line, s->err), &line);
}

/* Counts a repeat, and keeps the words of the first that failed. */
static void count(study *s, const observation *made)
{
    wm_wrap_outcome *outcome = s->outcome;
    const double metric = fabs(made->values[METRIC]);
    outcome->is_rss_hidden = (outcome->repeats == 0 || outcome->is_rss_hidden) &&
                             !(made->values[RSS] > made->values[RSS_FLOOR]);
    outcome->repeats++;
    if (isfinite(made->values[PRESSURE]))
        outcome->pressure +=
            (made->values[PRESSURE] - outcome->pressure) / (double)outcome->repeats;
    if (made->is_failed && outcome->failed++ == 0) {
        const size_t size = strcspn(made->reason, ";");
        (void)snprintf(outcome->failure, sizeof outcome->failure, "repeat %u: %.*s",
                       outcome->repeats, WM_FIT_IN(made->reason, size, 400));
        keep_words(s->end, outcome->words, sizeof outcome->words);
    }
    if (made->is_failed || s->wrap->metric == NULL)
        return;
    if (isnan(metric) && outcome->unread++ == 0)
        (void)wm_wrap_metric_find(s->wrap->metric, s->end, &outcome->absence);
    if (metric > 0 && !(s->least_metric > 0 && s->least_metric < metric))
        s->least_metric = metric;
}

/* Runs and keeps the warm-ups, or the repeats. */
static wm_status run_series(study *s, bool is_warmup)
{
    const unsigned most = is_warmup ? s->wrap->warmups : s->wrap->repeats;
    wm_status status = WM_OK;
    observation made;
    for (unsigned i = 0; i < most && status == WM_OK; i++) {
        if (s->wrap->progress != NULL)
            s->wrap->progress(s->wrap->context, is_warmup, i);
        status = measure(s, &made);
        if (status == WM_OK)
            status = keep(s, is_warmup ? "warmup" : "wrap", &made);
        if (status == WM_OK && !is_warmup)
            count(s, &made);
    }
    return status;
}

/* A claim to ask for, and the value beside which its spread is shown. */
typedef struct {
    const char *name, *function, *field, *unit, *format;
    bool has_spread;
} claim;

static wm_status ask(study *s, const char *series, const claim *c)
{
    const wm_own_value beside[] = {{series, c->field, "minimum_of"},
                                   {series, c->field, "maximum_of"},
                                   {series, c->field, "relative_mad_of"}};
    wm_own_claim own = WM_OWN_CLAIM_INIT;
    own.name = c->name;
    own.unit = c->unit;
    own.format = c->format;
    own.value = (wm_own_value){series, c->field, c->function};
    own.beside = c->has_spread ? beside : NULL;
    own.beside_count = c->has_spread ? sizeof beside / sizeof beside[0] : 0;
    return wm_graph_claim(wm_writer_graph(s->writer), &own, s->err);
}

/* Claims about the work are made only if no repeat failed. */
static wm_status ask_all(study *s, bool has_warmup)
{
    static const claim
        MEDIAN = {"x.wrap.median_wall", "median_of", "wall_seconds", "s", "si4", true},
        SHARE = {"x.wrap.failed_share", "mean_of", "failed", "1", "percent3", false},
        WARMUP = {"x.warmup.median_elapsed", "median_of", "elapsed_seconds", "s", "si4", true};
    static const claim GOOD[] = {
        {"x.wrap.minimum_wall", "minimum_of", "wall_seconds", "s", "si4", false},
        {"x.wrap.maximum_wall", "maximum_of", "wall_seconds", "s", "si4", false},
        {"x.wrap.relative_mad_wall", "relative_mad_of", "wall_seconds", "1", "percent3", false},
        {"x.wrap.median_user", "median_of", "user_seconds", "s", "si4", true},
        {"x.wrap.median_system", "median_of", "system_seconds", "s", "si4", true},
        {"x.wrap.maximum_rss", "maximum_of", "max_rss_bytes", "B", "si4", true},
    };
    const char *unit = s->wrap->metric != NULL ? s->wrap->metric->unit : "1";
    const char *format = wm_tables_own_format(unit, s->least_metric);
    const claim metrics[] = {
        {"x.wrap.median_metric", "median_of", "metric", unit, format, true},
        {"x.wrap.minimum_metric", "minimum_of", "metric", unit, format, false},
        {"x.wrap.maximum_metric", "maximum_of", "metric", unit, format, false},
        {"x.wrap.relative_mad_metric", "relative_mad_of", "metric", "1", "percent3", false}};
    wm_status status = ask(s, "wrap", &MEDIAN);
    const bool is_good = s->outcome->failed == 0;
    for (size_t i = 0; is_good && i < sizeof GOOD / sizeof GOOD[0] && status == WM_OK; i++)
        status = ask(s, "wrap", &GOOD[i]);
    for (size_t i = 0; s->wrap->metric != NULL && i < 4 && status == WM_OK; i++)
        status =
            i == 0 || (is_good && s->outcome->unread == 0) ? ask(s, "wrap", &metrics[i]) : WM_OK;
    if (status == WM_OK)
        status = ask(s, "wrap", &SHARE);
    return status == WM_OK && has_warmup ? ask(s, "warmup", &WARMUP) : status;
}

/* Hashes the files a last time. A change that their times show made a repeat fail already. */
static wm_status look_last(study *s)
{
    const char *change =
        s->files.has_changed ? NULL : wm_wrap_files_changed(&s->files, WM_WRAP_LOOK_LAST);
    if (change == NULL)
        return WM_OK;
    return wm_error_set(s->err, WM_E_INVALID, s->wrap->file,
                        "%s, and no repeat can be told to be of one or the other; not sealed",
                        change);
}

static wm_status seal(study *s, bool has_warmup)
{
    wm_status status = look_last(s);
    if (status == WM_OK)
        status = ask_all(s, has_warmup);
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

/* Opens the record, and writes its environment and its plan. */
static wm_status open_record(study *s)
{
    wm_environment *environment = NULL;
    wm_line line;
    wm_status status = wm_writer_open(s->wrap->path, ROOM_BYTES, NULL, 0, &s->writer, s->err);
    if (status == WM_OK) {
        status = wm_wrap_files_open(&s->files, s->wrap->file, s->err);
        if (status == WM_OK)
            status = wm_wrap_facts_new(s->wrap, &s->files, &environment, s->err);
    }
    if (status == WM_OK)
        status = append(s, wm_graph_environment(s->lines, environment, &line, s->err), &line);
    if (status == WM_OK)
        status = append(s, wm_graph_own_plan(s->lines, "wrap", &line, s->err), &line);
    wm_environment_free(environment);
    return status;
}

static wm_status prepare_study(study *s)
{
    s->lines = wm_graph_new();
    s->end = malloc(sizeof *s->end);
    s->options = (wm_repeat_options){.processors = wm_machine_processors(),
                                     .sampler = wm_sampler_new(),
                                     .start = wm_clock_begin()};
    if (s->lines == NULL || s->end == NULL || s->options.sampler == NULL ||
        wm_cpu_device_open_sampled(CLOCK_EVERY_S, &s->device) != WM_OK)
        return wm_error_set(s->err, WM_E_NOMEM, NULL, "out of memory");
    return open_record(s);
}

static void release(study *s)
{
    if (s->outcome->root[0] == '\0' && s->writer != NULL && s->outcome->repeats == 0)
        wm_writer_discard(s->writer);
    wm_writer_close(s->writer);
    wm_wrap_files_close(&s->files);
    wm_graph_free(s->lines);
    wm_sampler_free(s->options.sampler);
    if (s->device != NULL)
        s->device->ops->close(s->device);
    free(s->end);
}

wm_status wm_wrap_run(const wm_wrap *wrap, wm_wrap_outcome *outcome, wm_error *err)
{
    study s = {.wrap = wrap, .outcome = outcome, .err = err};
    wm_status status;
    memset(outcome, 0, sizeof *outcome);
    status = prepare_study(&s);
    wm_wrap_command_block(&s.former);
    if (status == WM_OK)
        status = run_series(&s, true);
    if (status == WM_OK)
        status = run_series(&s, false);
    wm_wrap_command_unblock(&s.former); /* another signal ends the sealing too */
    if (outcome->repeats > 0 && (status == WM_OK || status == WM_E_INTERRUPTED)) {
        const wm_status sealed = seal(&s, wrap->warmups > 0);
        status = sealed != WM_OK ? sealed : status;
    } else if (outcome->repeats > 0) {
        (void)snprintf(outcome->partial, sizeof outcome->partial, "%s",
                       wm_writer_partial(s.writer));
    }
    release(&s);
    return status;
}

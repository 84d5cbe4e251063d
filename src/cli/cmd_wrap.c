/* `witnessmark wrap`: runs any command several times, and seals what was measured. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/find_program.h"
#include "cli/interrupt.h"
#include "cli/new_path.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "cli/wrap_report.h"

#include "base/clock.h"
#include "base/status.h"
#include "standards/number.h"
#include "study/foreign/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REDRAW_S = 0.1;
static const double TIMEOUT_MOST = 1e7;

/* The command line. */
typedef struct {
    wm_wrap wrap;
    wm_wrap_report report;
    char path[WM_NEW_PATH_SIZE], file[WM_FIND_PROGRAM_PATH];
    const char *output, *repeats, *warmups, *timeout, *metric, *unit, *color;
    const char **words; /* the command; ends with NULL */
    size_t word_count;
    const char *names[WM_WRAP_VARIABLES];
    size_t name_count;
    wm_wrap_variable variables[WM_WRAP_VARIABLES];
    wm_wrap_metric compiled;
    wm_ticker ticker;
    double drawn_s;
} request;

static int refuse(const request *ask, const char *option, const char *wanted, const char *value)
{
    return wm_trouble_value("wrap", ask->report.as_json, option, wanted, value);
}

static int complain(const request *ask, const char *place, const char *words)
{
    return wm_trouble_say("wrap", ask->report.as_json, place, words);
}

static int read_words(int argc, char **argv, request *ask)
{
    const wm_argument table[] = {
        {.name = "--output", .value = &ask->output},
        {.name = "--repeats", .value = &ask->repeats},
        {.name = "--warmup", .value = &ask->warmups},
        {.name = "--prepare", .value = &ask->wrap.prepare},
        {.name = "--timeout", .value = &ask->timeout},
        {.name = "--metric", .value = &ask->metric},
        {.name = "--unit", .value = &ask->unit},
        {.name = "--variable",
         .value = ask->names,
         .count = &ask->name_count,
         .most = WM_WRAP_VARIABLES},
        {.name = "--ignore-failure", .flag = &ask->wrap.ignores_failure},
        {.name = "--json", .flag = &ask->report.as_json},
        {.name = "--color", .value = &ask->color},
        {.name = "CMD",
         .value = ask->words,
         .count = &ask->word_count,
         .most = (size_t)argc,
         .is_needed = true,
         .may_be_empty = true},
        {.name = NULL},
    };
    return wm_arguments_read("wrap", table, argc, argv);
}

static int read_numbers(request *ask)
{
    uint64_t repeats = 10, warmups = 1;
    double timeout_s = 0;
    if (ask->repeats != NULL && !wm_arguments_number(ask->repeats, 1, WM_WRAP_REPEATS, &repeats))
        return refuse(ask, "--repeats", "a number from 1 to 10000", ask->repeats);
    if (ask->warmups != NULL && !wm_arguments_number(ask->warmups, 0, WM_WRAP_WARMUPS, &warmups))
        return refuse(ask, "--warmup", "a number from 0 to 1000", ask->warmups);
    if (ask->timeout != NULL &&
        (wm_number_parse(ask->timeout, strlen(ask->timeout), &timeout_s) != WM_OK ||
         !(timeout_s > 0 && timeout_s <= TIMEOUT_MOST)))
        return refuse(ask, "--timeout", "a number of seconds above 0, at most 10000000",
                      ask->timeout);
    ask->wrap.repeats = (unsigned)repeats;
    ask->wrap.warmups = (unsigned)warmups;
    ask->wrap.timeout_s = timeout_s;
    return WM_EXIT_YES;
}

static int read_variables(request *ask)
{
    for (size_t i = 0; i < ask->name_count; i++) {
        if (ask->names[i][0] == '\0' || strchr(ask->names[i], '=') != NULL)
            return refuse(ask, "--variable", "the name of a variable, without '='", ask->names[i]);
        ask->variables[i] = (wm_wrap_variable){ask->names[i], getenv(ask->names[i])};
    }
    ask->wrap.variables = ask->variables;
    ask->wrap.variable_count = ask->name_count;
    return WM_EXIT_YES;
}

/* Compiles the metric; the last step that can fail, because its memory must be freed. */
static int read_metric(request *ask)
{
    wm_error err = {WM_OK, "", ""};
    const char *unit = ask->unit != NULL ? ask->unit : "1";
    if (ask->metric == NULL)
        return ask->unit == NULL ? WM_EXIT_YES : complain(ask, "--unit", "needs --metric REGEX");
    if (wm_trouble_option("wrap", wm_wrap_metric_compile(ask->metric, unit, &ask->compiled, &err),
                          &err) != WM_OK)
        return complain(ask, err.place, err.message);
    ask->wrap.metric = &ask->compiled;
    return WM_EXIT_YES;
}

static int read_request(int argc, char **argv, request *ask)
{
    wm_error err = {WM_OK, "", ""};
    int answer = read_words(argc, argv, ask);
    if (answer == WM_EXIT_YES)
        answer = read_numbers(ask);
    if (answer == WM_EXIT_YES)
        answer = read_variables(ask);
    if (answer == WM_EXIT_YES && !wm_terminal_colour(ask->color, stdout, &ask->report.is_coloured))
        return refuse(ask, "--color", "auto, always or never", ask->color);
    if (answer == WM_EXIT_YES)
        answer = wm_new_path_choose("wrap", ask->report.as_json, ask->output, "witnessmark-wrap",
                                    ask->path);
    if (answer != WM_EXIT_YES)
        return answer;
    if (wm_find_program(ask->words[0], ask->file, &err) != WM_OK)
        return complain(ask, err.place, err.message);
    return read_metric(ask);
}

static void show_progress(void *context, bool is_warmup, unsigned index)
{
    request *ask = context;
    const double now = wm_clock_s();
    if (now < ask->drawn_s + REDRAW_S)
        return;
    ask->drawn_s = now;
    wm_ticker_tell(&ask->ticker, "%s %u of %u", is_warmup ? "warm-up" : "repeat", index + 1,
                   is_warmup ? ask->wrap.warmups : ask->wrap.repeats);
}

/* Runs the study and prints what came of it. */
static int wrap(request *ask)
{
    wm_wrap_outcome outcome;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    union {
        const char **words;
        char *const *argv; /* execve does not change them */
    } command = {ask->words};
    ask->wrap.path = ask->path;
    ask->wrap.file = ask->file;
    ask->wrap.argv = command.argv;
    ask->wrap.stop = &wm_interrupt_number;
    ask->wrap.progress = show_progress;
    ask->wrap.context = ask;
    wm_interrupt_catch();
    wm_ticker_open(&ask->ticker, ask->report.as_json);
    status = wm_wrap_run(&ask->wrap, &outcome, &err);
    wm_ticker_close(&ask->ticker);
    ask->report.wrap = &ask->wrap;
    ask->report.outcome = &outcome;
    return wm_wrap_report_print(&ask->report, status, &err, wm_interrupt_number);
}

int wm_cmd_wrap(int argc, char **argv)
{
    request *ask = calloc(1, sizeof *ask);
    int answer;
    if (ask == NULL || (ask->words = calloc((size_t)argc + 1, sizeof *ask->words)) == NULL) {
        free(ask);
        return wm_trouble_say("wrap", false, "", wm_status_text(WM_E_NOMEM));
    }
    answer = read_request(argc, argv, ask);
    if (answer == WM_EXIT_YES) {
        answer = wrap(ask);
        if (ask->wrap.metric != NULL)
            wm_wrap_metric_clear(&ask->compiled);
    }
    free(ask->words);
    free(ask);
    return answer;
}

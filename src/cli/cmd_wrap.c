/* `witnessmark wrap`: runs any command several times, and seals what was measured. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/find_program.h"
#include "cli/interrupt.h"
#include "cli/new_path.h"
#include "cli/ticker.h"
#include "cli/trouble.h"

#include "base/clock.h"
#include "base/status.h"
#include "standards/number.h"
#include "study/foreign/wrap.h"
#include "report/views/cells.h"
#include "report/document/data.h"
#include "report/document/table.h"
#include "model/model_read.h"
#include "report/document/style.h"
#include "report/views/warnings.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REDRAW_S = 0.1;
static const double TIMEOUT_MOST = 1e7;

/* What the answer is about. */
typedef struct {
    bool as_json, is_coloured;
    const wm_wrap *wrap;
    const wm_wrap_outcome *outcome;
} reported;

/* The command line. */
typedef struct {
    wm_wrap wrap;
    reported report;
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

/* ---- the answer ------------------------------------------------------------------------------ */

/* A row of the table: its title, and the names of its claims. */
typedef struct {
    const char *title;
    const char *median, *minimum, *maximum, *spread;
} row;

static const char PEAK[] = "peak memory";

static const row ROWS[] = {
    {"wall time", "x.wrap.median_wall", "x.wrap.minimum_wall", "x.wrap.maximum_wall",
     "x.wrap.relative_mad_wall"},
    {"user time", "x.wrap.median_user", NULL, NULL, NULL},
    {"system time", "x.wrap.median_system", NULL, NULL, NULL},
    {PEAK, NULL, NULL, "x.wrap.maximum_rss", NULL},
    {"metric", "x.wrap.median_metric", "x.wrap.minimum_metric", "x.wrap.maximum_metric",
     "x.wrap.relative_mad_metric"},
};

static const wm_claim *find_claim(const wm_model *model, const char *name)
{
    return name != NULL ? wm_claims_named(&model->claims, name) : NULL;
}

static int exit_status(const reported *report, wm_status status, int signal_number)
{
    if (status == WM_E_INTERRUPTED)
        return WM_EXIT_SIGNAL + signal_number;
    if (report->outcome->failed > 0)
        return WM_EXIT_NO;
    return report->outcome->unread > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_claims(const wm_model *model, wm_document *to)
{
    wm_data_object(to, "claims");
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        wm_data_json(to, claim->name, claim->value,
                     claim->value != NULL ? strlen(claim->value) : 0);
    }
    wm_data_end_object(to);
}

/* Adds the members; model NULL: nothing was sealed. */
static void add_data(const reported *report, const wm_model *model, int answer, wm_document *to)
{
    static const char *const words[] = {"pass", "fail", "trouble", "inconclusive"};
    const wm_wrap_outcome *outcome = report->outcome;
    wm_data_begin(to, "wrap", answer < 4 ? words[answer] : "interrupted");
    if (model != NULL) {
        wm_data_text(to, "record", report->wrap->path);
        wm_data_text(to, "root", outcome->root);
    }
    wm_data_count(to, "repeats", outcome->repeats);
    wm_data_count(to, "repeats_planned", report->wrap->repeats);
    wm_data_count(to, "repeats_failed", outcome->failed);
    wm_data_count(to, "metrics_absent", outcome->unread);
    wm_data_number(to, "pressure", outcome->pressure);
    if (outcome->failed > 0) {
        wm_data_text(to, "failure", outcome->failure);
        wm_data_text(to, "failure_output", outcome->words);
    }
    if (outcome->unread > 0)
        wm_data_text(to, "metric_reason", outcome->absence);
    if (model != NULL)
        add_claims(model, to);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_verdict(const reported *report, int answer, wm_document *to)
{
    const wm_wrap_outcome *outcome = report->outcome;
    const bool is_bad = outcome->failed > 0, is_odd = !is_bad && answer != WM_EXIT_YES;
    const wm_emphasis emphasis = is_bad   ? WM_EMPHASIS_BAD
                                 : is_odd ? WM_EMPHASIS_ODD
                                          : WM_EMPHASIS_GOOD;
    const unsigned asked = report->wrap->repeats;
    wm_words *line = wm_words_new(to);
    wm_words_word(line, emphasis, is_bad ? "FAIL" : is_odd ? "INCONCLUSIVE" : "PASS");
    if (is_bad)
        wm_words_add(line, "  %u of %u repeat%s failed", outcome->failed, outcome->repeats,
                     wm_style_plural(outcome->repeats));
    else if (answer > WM_EXIT_SIGNAL)
        wm_words_add(line, "  interrupted after %u of %u repeat%s", outcome->repeats, asked,
                     wm_style_plural(asked));
    else if (outcome->unread > 0)
        wm_words_add(line, "  no metric in %u of %u repeat%s", outcome->unread, outcome->repeats,
                     wm_style_plural(outcome->repeats));
    else
        wm_words_add(line, "  %u of %u repeat%s ended%s", outcome->repeats, asked,
                     wm_style_plural(asked),
                     report->wrap->ignores_failure ? "" : " with exit status 0");
    if (is_bad) {
        line = wm_words_new(to);
        wm_words_add(line, "%s%s", outcome->failure, outcome->words[0] != '\0' ? ": " : "");
        wm_words_data(line, outcome->words);
    } else if (answer <= WM_EXIT_SIGNAL && outcome->unread > 0) {
        wm_words_data(wm_words_new(to), outcome->absence);
    }
}

/* Adds a claim's text, or nothing for one that the record does not have. */
static void add_cell(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    if (claim != NULL)
        wm_cells_claim(table, model, claim);
    else
        wm_table_text(table, "");
}

static void add_table(const reported *report, const wm_model *model, wm_document *to)
{
    wm_table *table = wm_table_apart(to, NULL);
    wm_table_columns(table, "", ">?median", ">?minimum", ">?maximum", ">?relative MAD", NULL);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const char *const names[] = {ROWS[i].median, ROWS[i].minimum, ROWS[i].maximum,
                                     ROWS[i].spread};
        bool is_there = false;
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            is_there = is_there || wm_claims_has_value(find_claim(model, names[j]));
        if (!is_there)
            continue;
        wm_table_text(table, ROWS[i].title == PEAK && report->outcome->is_rss_hidden
                                 ? "peak memory, at most"
                                 : ROWS[i].title);
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            add_cell(table, model, find_claim(model, names[j]));
    }
}

/* Adds the verdict, a warning of a busy machine, on which times are too long, and the table. */
static void add_words(const reported *report, const wm_model *model, int answer, wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD], busy[WM_WARNINGS_SIZE];
    wm_words *line;
    add_verdict(report, answer, to);
    wm_warnings_pressure(report->outcome->pressure, busy);
    if (busy[0] != '\0')
        wm_warnings_add(busy, to);
    add_table(report, model, to);
    wm_words_gap(to, WM_GAP_PART);
    line = wm_words_new(to);
    wm_words_add(line, "record ");
    wm_words_data(line, report->wrap->path);
    wm_words_add(line, ", root %.12s", report->outcome->root);
    wm_words_add(wm_words_new(to), "next: witnessmark audit %s",
                 wm_style_shell_word(report->wrap->path, word));
}

/* Prints the answer; model NULL: nothing was sealed. The lines have the usual width. */
static wm_status print(const reported *report, const wm_model *model, int answer)
{
    const wm_paper paper = {.is_coloured = report->is_coloured};
    wm_document to = {.status = WM_OK};
    wm_status status;
    add_data(report, model, answer, &to);
    if (model != NULL)
        add_words(report, model, answer, &to);
    status = report->as_json ? wm_print_json(&to, &paper, stdout)
                             : wm_print_terminal(&to, &paper, stdout);
    wm_document_clear(&to);
    return status;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Reports that nothing was sealed. */
static int report_unsealed(const reported *report, wm_status status, const wm_error *err,
                           int signal_number)
{
    char path[WM_STYLE_MASKED];
    int answer = WM_EXIT_TROUBLE;
    if (status == WM_E_INTERRUPTED) {
        answer = WM_EXIT_SIGNAL + signal_number;
        if (report->as_json && print(report, NULL, answer) != WM_OK)
            answer = WM_EXIT_TROUBLE;
        fprintf(stderr,
                "witnessmark wrap: interrupted by signal %d before the first repeat ended; "
                "nothing was sealed\n",
                signal_number);
    } else {
        (void)wm_trouble_error("wrap", report->as_json, status, err);
    }
    if (report->outcome->partial[0] != '\0')
        fprintf(stderr, "the %u observations are in %s/evidence.jsonl\n", report->outcome->repeats,
                wm_style_masked(report->outcome->partial, path));
    return wm_terminal_finish(stdout, "wrap") ? answer : WM_EXIT_TROUBLE;
}

static int print_report(const reported *report, wm_status status, const wm_error *err,
                        int signal_number)
{
    const int answer = exit_status(report, status, signal_number);
    wm_model model;
    wm_error unread = {WM_OK, "", ""};
    char path[WM_STYLE_MASKED];
    wm_status shown;
    if (report->outcome->root[0] == '\0')
        return report_unsealed(report, status, err, signal_number);
    shown = wm_model_read(report->wrap->path, NULL, &model, &unread);
    if (shown == WM_OK)
        shown = print(report, &model, answer);
    wm_model_close(&model);
    if (shown != WM_OK) {
        (void)wm_error_set(&unread, shown, report->wrap->path, "sealed, but it cannot be shown: %s",
                           wm_status_text(shown));
        (void)wm_trouble_error("wrap", report->as_json, shown, &unread);
    }
    if (status == WM_E_INTERRUPTED)
        fprintf(stderr, "witnessmark wrap: interrupted by signal %d\n", signal_number);
    if (wm_terminal_finish(stdout, "wrap"))
        return shown == WM_OK ? answer : WM_EXIT_TROUBLE;
    fprintf(stderr, "the record is sealed and complete: %s\n",
            wm_style_masked(report->wrap->path, path));
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE;
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
    return print_report(&ask->report, status, &err, wm_interrupt_number);
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

/* `witnessmark wrap`: runs any command several times, and seals what was measured. */
#include "cli/arguments.h"
#include "cli/find_program.h"
#include "cli/interrupt.h"
#include "cli/new_path.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "cli/wrap_commands.h"
#include "cli/wrap_redact.h"

#include "base/clock.h"
#include "base/status.h"
#include "model/model_read.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"
#include "report/views/wrapped_flag_words.h"
#include "report/views/wrapped_interval.h"
#include "report/views/wrapped_view.h"
#include "standards/number.h"
#include "study/foreign/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double REDRAW_S = 0.1;
static const double TIMEOUT_MOST = 1e7;

/* The command line, and what came of it. */
typedef struct {
    const wm_call *call;
    wm_wrap wrap;
    wm_wrap_outcome outcome;
    char path[WM_NEW_PATH_SIZE], file[WM_WRAPPED_COMMANDS][WM_FIND_PROGRAM_PATH];
    char git[WM_FIND_PROGRAM_PATH];
    const char *output, *timeout, *metric, *unit, *scan, *fail_slower, *standard_input;
    double slower;      /* the ratio above which a command is too slow; NaN: not asked */
    const char **words; /* of the command line behind the options; ends with NULL */
    size_t word_count;
    wm_wrap_commands commands;
    const char *inputs[1 + WM_WRAP_INPUTS]; /* the first is free for the standard input */
    size_t input_count;
    const char *names[WM_WRAP_VARIABLES];
    size_t name_count;
    wm_wrap_variable variables[WM_WRAP_VARIABLES];
    wm_wrap_metric compiled;
    const char *facts[WM_NAMED_MOST];
    size_t fact_count;
    wm_commitments commitments;
    wm_wrap_redact redact;
    wm_ticker ticker;
    double drawn_s;
} request;

/* ---- the command line ------------------------------------------------------------------------ */

static int read_words(wm_call *call, request *ask)
{
    size_t once[6] = {0}; /* a second one would take the place of the first, and nobody say so */
    const wm_argument table[] = {
        {.name = "--output", .value = &ask->output},
        {.name = "--repeats", .number = &ask->wrap.repeats},
        {.name = "--warmup", .number = &ask->wrap.warmups},
        {.name = "--min-time", .seconds = &ask->wrap.least_s},
        {.name = "--scan", .value = &ask->scan, .count = &once[0], .most = 1},
        {.name = "--fail-slower", .value = &ask->fail_slower},
        {.name = "--stdin", .value = &ask->standard_input, .count = &once[1], .most = 1},
        {.name = "--input",
         .value = ask->inputs + 1,
         .count = &ask->input_count,
         .most = WM_WRAP_INPUTS},
        {.name = "--setup", .value = &ask->wrap.setup, .count = &once[2], .most = 1},
        {.name = "--prepare", .value = &ask->wrap.prepare, .count = &once[3], .most = 1},
        {.name = "--cleanup", .value = &ask->wrap.cleanup, .count = &once[4], .most = 1},
        {.name = "--timeout", .value = &ask->timeout},
        {.name = "--metric", .value = &ask->metric, .count = &once[5], .most = 1},
        {.name = "--unit", .value = &ask->unit},
        {.name = "--variable",
         .value = ask->names,
         .count = &ask->name_count,
         .most = WM_WRAP_VARIABLES},
        {.name = "--fact", .value = ask->facts, .count = &ask->fact_count, .most = WM_NAMED_MOST},
        {.name = "--redact",
         .value = ask->redact.given,
         .count = &ask->redact.given_count,
         .most = WM_WRAP_REDACT_MOST},
        {.name = "--ignore-failure", .flag = &ask->wrap.ignores_failure},
        {.name = "CMD",
         .value = ask->words,
         .count = &ask->word_count,
         .most = (size_t)call->argc,
         .is_needed = true,
         .may_be_empty = true},
        {.name = NULL},
    };
    int answer;
    ask->wrap.repeats = 10;
    ask->wrap.warmups = 1;
    answer = wm_arguments_read(call, table);
    if (answer == WM_EXIT_YES && ask->timeout != NULL &&
        (wm_number_parse(ask->timeout, strlen(ask->timeout), &ask->wrap.timeout_s) != WM_OK ||
         !(ask->wrap.timeout_s > 0 && ask->wrap.timeout_s <= TIMEOUT_MOST)))
        answer = wm_trouble_value(call, "--timeout",
                                  "a number of seconds above 0, at most 10000000", ask->timeout);
    return answer;
}

static int read_variables(request *ask)
{
    for (size_t i = 0; i < ask->name_count; i++) {
        if (ask->names[i][0] == '\0' || strchr(ask->names[i], '=') != NULL)
            return wm_trouble_value(ask->call, "--variable", "the name of a variable, without '='",
                                    ask->names[i]);
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
    wm_status status;
    if (ask->metric == NULL)
        return ask->unit == NULL ? WM_EXIT_YES
                                 : wm_trouble_say(ask->call, "--unit", "needs --metric REGEX");
    status = wm_wrap_metric_compile(ask->metric, unit, &ask->compiled, &err);
    if (wm_trouble_option(ask->call, status, &err) != WM_OK)
        return wm_trouble_error(ask->call, status, &err);
    ask->wrap.metric = &ask->compiled;
    return WM_EXIT_YES;
}

/* A scan changes the words of the command alone. Where {NAME} stands in what prepares it, the shell
 * would get it as it is. */
static int check_scan(const request *ask)
{
    const struct {
        const char *option, *text;
    } shells[] = {{"--setup", ask->wrap.setup},
                  {"--prepare", ask->wrap.prepare},
                  {"--cleanup", ask->wrap.cleanup}};
    char mark[64], words[128];
    if (ask->scan == NULL)
        return WM_EXIT_YES;
    (void)snprintf(mark, sizeof mark, "{%.*s}", (int)strcspn(ask->scan, "="), ask->scan);
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (shells[i].text != NULL && strstr(shells[i].text, mark) != NULL) {
            (void)snprintf(words, sizeof words,
                           "has %s, and --scan changes the words of the command alone", mark);
            return wm_trouble_say(ask->call, shells[i].option, words);
        }
    return WM_EXIT_YES;
}

static int read_slower(request *ask)
{
    ask->slower = (double)NAN;
    if (ask->fail_slower == NULL)
        return WM_EXIT_YES;
    if (!wm_arguments_percent(ask->fail_slower, &ask->slower))
        return wm_trouble_value(ask->call, "--fail-slower",
                                "a percentage from 0% to below 100%, as 5%", ask->fail_slower);
    if (ask->commands.count < 2)
        return wm_trouble_say(ask->call, "--fail-slower",
                              "needs a command to compare with: A --vs B");
    ask->slower += 1;
    return WM_EXIT_YES;
}

static size_t most_words(const wm_wrap_commands *commands)
{
    size_t most = 0;
    for (size_t i = 0; i < commands->count; i++)
        most = commands->word_count[i] > most ? commands->word_count[i] : most;
    return most;
}

/* Finds the executables. One word with blanks that is no file was meant for a shell. */
static int find_programs(request *ask)
{
    wm_error err = {WM_OK, "", ""};
    for (size_t i = 0; i < ask->commands.count; i++) {
        const char *const word = ask->commands.words[i][0];
        if (wm_find_program(word, ask->file[i], &err) == WM_OK)
            continue;
        if (err.code == WM_E_NOTFOUND && ask->commands.word_count[i] == 1 &&
            strpbrk(word, " \t\n") != NULL)
            (void)wm_error_set(&err, err.code, word,
                               "no such command; a line for a shell is given as: -- sh -c 'LINE'");
        return wm_trouble_error(ask->call, err.code, &err);
    }
    return WM_EXIT_YES;
}

/* Reads the facts that the user names. */
static int read_facts(request *ask)
{
    wm_error err = {WM_OK, "", ""};
    for (size_t i = 0; i < ask->fact_count; i++)
        if (wm_named_read(ask->facts[i], &ask->redact.named, &err) != WM_OK)
            return wm_trouble_say(ask->call, "--fact", err.message);
    ask->wrap.named = &ask->redact.named;
    ask->wrap.commitments = &ask->commitments;
    return WM_EXIT_YES;
}

static int read_request(wm_call *call, request *ask)
{
    int answer = read_words(call, ask);
    if (answer == WM_EXIT_YES)
        answer = read_variables(ask);
    if (answer == WM_EXIT_YES)
        answer =
            wm_wrap_commands_read(call, ask->words, ask->word_count, ask->scan, &ask->commands);
    if (answer == WM_EXIT_YES)
        answer = check_scan(ask);
    if (answer == WM_EXIT_YES)
        answer = read_slower(ask);
    if (answer == WM_EXIT_YES)
        answer = read_facts(ask);
    if (answer == WM_EXIT_YES)
        answer = wm_wrap_redact_read(call, most_words(&ask->commands), &ask->wrap, &ask->redact);
    if (answer == WM_EXIT_YES)
        answer = wm_new_path_choose(call, ask->output, "witnessmark-wrap", ask->path);
    if (answer == WM_EXIT_YES)
        answer = find_programs(ask);
    return answer == WM_EXIT_YES ? read_metric(ask) : answer;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* What --fail-slower asks for. */
static wm_wrapped_slower slower_of(const request *ask, const wm_wrapped *wrapped)
{
    return isnan(ask->slower) ? WM_WRAPPED_NOT_SLOWER
                              : wm_wrapped_interval_slower(wrapped, ask->slower);
}

static int exit_of(const request *ask, wm_status status, wm_wrapped_slower slower)
{
    if (status == WM_E_INTERRUPTED)
        return WM_EXIT_SIGNAL + (int)wm_interrupt_number;
    if (ask->outcome.failed > 0 || slower == WM_WRAPPED_SLOWER)
        return WM_EXIT_NO;
    return ask->outcome.unread > 0 || slower == WM_WRAPPED_UNDECIDED ? WM_EXIT_INCONCLUSIVE
                                                                     : WM_EXIT_YES;
}

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
static void add_data(const request *ask, const wm_model *model, int answer, wm_document *to)
{
    static const char *const words[] = {"pass", "fail", "trouble", "inconclusive"};
    const wm_wrap_outcome *outcome = &ask->outcome;
    wm_data_begin(to, "wrap", answer < 4 ? words[answer] : "interrupted");
    if (model != NULL) {
        wm_data_text(to, "record", ask->wrap.path);
        wm_data_text(to, "root", outcome->root);
    }
    wm_data_count(to, "repeats", outcome->repeats);
    wm_data_count(to, "repeats_planned", ask->wrap.repeats);
    wm_data_count(to, "repeats_failed", outcome->failed);
    wm_data_count(to, "metrics_absent", outcome->unread);
    wm_data_number(to, "pressure", outcome->pressure);
    if (outcome->failed > 0) {
        wm_data_text(to, "failure", outcome->failure);
        wm_data_text(to, "failure_output", outcome->words);
    }
    if (outcome->unread > 0)
        wm_data_text(to, "metric_reason", outcome->absence.reason);
    if (model == NULL)
        return;
    wm_data_count(to, "repeats_flagged", model->wrapped_flags.flagged);
    wm_data_count(to, "repeats_unknown", model->wrapped_flags.unknown);
    wm_wrapped_flag_words_export_counts("flags", &model->wrapped_flags, to);
    add_claims(model, to);
}

/* Adds the verdict, the command, warnings and the table, and where the record is. */
static void add_words(const request *ask, const wm_model *model, const wm_wrapped *wrapped,
                      wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    wm_wrapped_view_add_verdict(wrapped, false, to);
    wm_wrapped_view_add_command(model, wrapped, ask->outcome.words, to);
    wm_wrapped_view_add_table(model, wrapped, to);
    if (ask->fail_slower != NULL)
        wm_words_say(to, "slower by more than %s: %s", ask->fail_slower,
                     wm_wrapped_interval_slower_word(slower_of(ask, wrapped)));
    wm_words_gap(to, WM_GAP_PART);
    line = wm_words_new(to);
    wm_words_add(line, "record ");
    wm_words_data(line, ask->wrap.path);
    wm_words_add(line, ", root %.12s", ask->outcome.root);
    wm_words_add(wm_words_new(to), "next: witnessmark audit %s",
                 wm_style_shell_word(ask->wrap.path, word));
}

/* Prints the answer; model and wrapped NULL: nothing was sealed. */
static wm_status print(const request *ask, const wm_model *model, const wm_wrapped *wrapped,
                       int answer)
{
    const wm_paper paper = wm_terminal_paper(stdout, ask->call->is_coloured);
    wm_document to = {.status = WM_OK};
    wm_status status;
    add_data(ask, model, answer, &to);
    if (model != NULL)
        add_words(ask, model, wrapped, &to);
    status = ask->call->as_json ? wm_print_json(&to, &paper, stdout)
                                : wm_print_terminal(&to, &paper, stdout);
    wm_document_clear(&to);
    return status;
}

/* Reports that nothing was sealed. */
static int report_unsealed(const request *ask, wm_status status, const wm_error *err)
{
    char path[WM_STYLE_MASKED];
    int answer = WM_EXIT_TROUBLE;
    if (status == WM_E_INTERRUPTED) {
        answer = exit_of(ask, status, WM_WRAPPED_NOT_SLOWER);
        if (ask->call->as_json && print(ask, NULL, NULL, answer) != WM_OK)
            answer = WM_EXIT_TROUBLE;
        fprintf(stderr,
                "witnessmark wrap: interrupted by signal %d before the first repeat ended; "
                "nothing was sealed\n",
                (int)wm_interrupt_number);
    } else {
        (void)wm_trouble_error(ask->call, status, err);
    }
    if (ask->outcome.partial[0] != '\0')
        fprintf(stderr, "the %u observations are in %s/evidence.jsonl\n", ask->outcome.repeats,
                wm_style_masked(ask->outcome.partial, path));
    return wm_terminal_finish(stdout, "wrap") ? answer : WM_EXIT_TROUBLE;
}

/* Shows what the group of the first absent metric has: the record does not say it. */
static void show_group(const wm_wrap_outcome *outcome)
{
    char line[WM_WRAP_REASON + 128];
    if (outcome->absence.text[0] == '\0')
        return;
    (void)snprintf(line, sizeof line, "witnessmark wrap: the group has %s (not in the record)",
                   outcome->absence.text);
    wm_terminal_say(stderr, line);
}

/* Says that the cleanup failed. The measurement was over before it. */
static void show_cleanup(const wm_wrap_outcome *outcome)
{
    char line[WM_WRAP_REASON + 128];
    if (outcome->cleanup[0] == '\0')
        return;
    (void)snprintf(line, sizeof line, "witnessmark wrap: warning: --cleanup failed: %s",
                   outcome->cleanup);
    wm_terminal_say(stderr, line);
}

/* Prints the verdict, the claims of the sealed record and the next command. */
static int report(const request *ask, wm_status status)
{
    int answer = exit_of(ask, status, WM_WRAPPED_NOT_SLOWER);
    wm_model model;
    wm_wrapped wrapped = {.repeats = 0};
    wm_error unread = {WM_OK, "", ""};
    char path[WM_STYLE_MASKED];
    wm_status shown = wm_model_read(ask->path, NULL, &model, &unread);
    if (shown == WM_OK)
        shown = wm_wrapped_read(&model, &wrapped, &unread);
    if (shown == WM_OK) {
        answer = exit_of(ask, status, slower_of(ask, &wrapped));
        shown = print(ask, &model, &wrapped, answer);
    }
    wm_wrapped_clear(&wrapped);
    wm_model_close(&model);
    if (shown != WM_OK) {
        (void)wm_error_set(&unread, shown, ask->path, "sealed, but it cannot be shown: %s",
                           wm_status_text(shown));
        (void)wm_trouble_error(ask->call, shown, &unread);
    }
    show_group(&ask->outcome);
    show_cleanup(&ask->outcome);
    if (status == WM_E_INTERRUPTED)
        fprintf(stderr, "witnessmark wrap: interrupted by signal %d\n", (int)wm_interrupt_number);
    if (wm_terminal_finish(stdout, "wrap"))
        return shown == WM_OK ? answer : WM_EXIT_TROUBLE;
    fprintf(stderr, "the record is sealed and complete: %s\n", wm_style_masked(ask->path, path));
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE;
}

/* ---- running --------------------------------------------------------------------------------- */

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

/* Finds git. Its variables may name another repository than that of a folder. */
static void find_git(request *ask)
{
    static const char *const OTHERS[] = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"};
    wm_error unused = {WM_OK, "", ""};
    if (wm_find_program_installed("git", ask->git, &unused) == WM_OK)
        ask->wrap.git = ask->git;
    else
        ask->wrap.git_reason = "no git in PATH";
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        if (getenv(OTHERS[i]) != NULL) {
            ask->wrap.git = NULL;
            ask->wrap.git_reason = "a variable names the repository for git";
        }
}

/* Runs the study and prints what came of it. */
static int wrap(request *ask)
{
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    wm_wrap_target target[WM_WRAPPED_COMMANDS];
    for (size_t i = 0; i < ask->commands.count; i++) {
        union {
            const char **words;
            char *const *argv; /* execve does not change them */
        } command = {ask->commands.words[i]};
        target[i] = (wm_wrap_target){ask->file[i], command.argv, ask->redact.hidden};
    }
    ask->wrap.target = target;
    ask->wrap.target_count = ask->commands.count;
    ask->wrap.has_stdin = ask->standard_input != NULL;
    ask->inputs[0] = ask->standard_input;
    ask->wrap.input = ask->inputs + (ask->wrap.has_stdin ? 0 : 1);
    ask->wrap.input_count = ask->input_count + (ask->wrap.has_stdin ? 1 : 0);
    ask->wrap.hides_path = ask->redact.hides_path;
    ask->wrap.redacted = ask->redact.words;
    ask->wrap.path = ask->path;
    ask->wrap.stop = &wm_interrupt_number;
    ask->wrap.progress = show_progress;
    ask->wrap.context = ask;
    find_git(ask);
    wm_wrap_redact_warn(&ask->wrap, &ask->commands);
    wm_interrupt_catch();
    wm_ticker_open(&ask->ticker, ask->call->as_json);
    status = wm_wrap_run(&ask->wrap, &ask->outcome, &err);
    wm_ticker_close(&ask->ticker);
    return ask->outcome.root[0] != '\0' ? report(ask, status) : report_unsealed(ask, status, &err);
}

int wm_cmd_wrap(wm_call *call)
{
    request *ask = calloc(1, sizeof *ask);
    int answer;
    if (ask == NULL || (ask->words = calloc((size_t)call->argc + 1, sizeof *ask->words)) == NULL) {
        free(ask);
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    }
    ask->call = call;
    answer = read_request(call, ask);
    if (answer == WM_EXIT_YES)
        answer = wrap(ask);
    if (ask->wrap.metric != NULL)
        wm_wrap_metric_clear(&ask->compiled);
    free(ask->redact.hidden);
    wm_commitments_clear(&ask->commitments);
    wm_wrap_commands_clear(&ask->commands);
    free(ask->words);
    free(ask);
    return answer;
}

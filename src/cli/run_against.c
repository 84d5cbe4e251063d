/* `run --against PROGRAM`: this build and another one, in pairs. */
#include "cli/run_against.h"

#include "cli/arguments.h"
#include "cli/find_program.h"
#include "cli/interrupt.h"
#include "cli/new_path.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"

#include "base/clock.h"
#include "base/random.h"
#include "base/status.h"
#include "model/model_read.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"
#include "report/views/paired_view.h"
#include "report/views/wrapped_flag_words.h"
#include "report/views/wrapped_view.h"
#include "standards/sha256.h"
#include "study/foreign/against.h"
#include "study/run/cards.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double BUDGET_S = 60, REPEAT_S = 0.1;
static const double TIMEOUT_S = 10; /* the least of a run */
static const double REDRAW_S = 0.1;

/* The command line, and what came of it. */
typedef struct {
    const wm_run_options *ask;
    wm_against against;
    wm_against_outcome outcome;
    char path[WM_NEW_PATH_SIZE], file[WM_AGAINST_SIDES][WM_FIND_PROGRAM_PATH];
    double slower; /* the share of --fail-slower; NaN: not given */
    wm_ticker ticker;
    double drawn_s, begin_s;
} request;

/* ---- the command line ------------------------------------------------------------------------ */

/* Refuses what has no meaning for two programs that both run a plan several times. */
static int check_options(const wm_run_options *ask)
{
    const struct {
        const char *name;
        bool is_given;
    } excluded[] = {{"--continue", ask->continues != NULL},
                    {"--inject", ask->fault.kind != WM_FAULT_NONE},
                    {"--on-fault", ask->settings.on_fault != WM_ON_FAULT_REPAIR},
                    {"--item-seconds", ask->settings.item_seconds > 0},
                    {"--dry-run", ask->dry_run},
                    {"--light", ask->light},
                    {"--in-turn", ask->in_turn},
                    {"--card-of", ask->cards.count > 0},
                    {"--wait-quiet", ask->wait_quiet_s > 0},
                    {"--steps", ask->steps > 0},
                    {"--try-permissions", ask->settings.device_options.tries_permissions},
                    {"--no-tuning", ask->settings.device_options.takes_first},
                    {"--redact", ask->hidden != 0},
                    {"--fact", ask->named.count > 0},
                    {"--resume", ask->resume}};
    for (size_t i = 0; i < sizeof excluded / sizeof *excluded; i++)
        if (excluded[i].is_given)
            return wm_trouble_say(ask->call, excluded[i].name, "cannot be given with --against");
    if (wm_cards_are_several(ask->device_word))
        return wm_trouble_say(ask->call, "--device", "--against is for one device; name one");
    if (ask->plan != NULL && strcmp(ask->plan, "-") == 0)
        return wm_trouble_say(ask->call, "--plan",
                              "with --against it is read many times; name a file");
    return WM_EXIT_YES;
}

static int read_slower(request *r)
{
    const wm_run_options *ask = r->ask;
    r->slower = (double)NAN;
    if (ask->fail_slower != NULL && !wm_arguments_percent(ask->fail_slower, &r->slower))
        return wm_trouble_value(ask->call, "--fail-slower",
                                "a percentage from 0% to below 100%, as 5%", ask->fail_slower);
    return WM_EXIT_YES;
}

/* Draws the nonce of both. Errors: IO. */
static wm_status draw_nonce(char nonce[WM_ID_SIZE], wm_error *err)
{
    const wm_status status = wm_random_digits(nonce);
    return status == WM_OK
               ? WM_OK
               : wm_error_set(err, status, NULL, "no random numbers: %s", strerror(errno));
}

/* Finds the executables of both. */
static wm_status find_files(request *r, wm_error *err)
{
    char *own = r->file[WM_AGAINST_THIS];
    const ssize_t size = readlink("/proc/self/exe", own, WM_FIND_PROGRAM_PATH - 1);
    if (size <= 0)
        return wm_error_set(err, WM_E_OPEN, "/proc/self/exe", "cannot be read: %s",
                            strerror(errno));
    own[size] = '\0';
    for (size_t i = 0; i < WM_AGAINST_SIDES; i++)
        r->against.build[i].file = r->file[i];
    return wm_find_program(r->ask->against, r->file[WM_AGAINST_OTHER], err);
}

/* Says what both measure, and asks who they are. */
static wm_status prepare(request *r, wm_error *err)
{
    const wm_run_options *ask = r->ask;
    wm_against_what *what = &r->against.what;
    wm_status status = find_files(r, err);
    what->plan = ask->plan != NULL || ask->pick.label_count > 0 ? ask->plan : "quick";
    what->backend = ask->backend;
    what->device = ask->device_word;
    what->witness = ask->witness;
    what->labels = ask->pick.labels;
    what->label_count = ask->pick.label_count;
    what->repeats = ask->pick.repeats > 0 ? ask->pick.repeats : 1;
    what->threads = ask->settings.device_options.threads;
    what->seconds = isnan(ask->pick.repeat_seconds) ? REPEAT_S : ask->pick.repeat_seconds;
    r->against.path = r->path;
    r->against.budget_s =
        ask->settings.budget_seconds > 0 ? ask->settings.budget_seconds : BUDGET_S;
    r->against.least_timeout_s = TIMEOUT_S;
    r->against.base = wm_record_argument_base();
    r->against.stop = &wm_interrupt_number;
    if (status == WM_OK && ask->nonce == NULL)
        status = draw_nonce(what->nonce, err);
    else if (ask->nonce != NULL)
        (void)snprintf(what->nonce, sizeof what->nonce, "%s", ask->nonce);
    for (size_t i = 0; i < WM_AGAINST_SIDES && status == WM_OK; i++)
        status = wm_against_ask(&r->against.build[i], &wm_interrupt_number, err);
    return status;
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* wrapped NULL: nothing was sealed, because of an interruption. */
static int exit_of(const request *r, wm_status status, const wm_wrapped *wrapped)
{
    wm_wrapped_slower slower = WM_WRAPPED_NOT_SLOWER;
    const char *verdict;
    if (status == WM_E_INTERRUPTED)
        return WM_EXIT_SIGNAL + (int)wm_interrupt_number;
    verdict = wm_paired_view_verdict(wrapped);
    if (!isnan(r->slower))
        slower = wm_paired_view_slower(&wrapped->paired, r->slower);
    if (strcmp(verdict, "fail") == 0 || r->outcome.has_wrong || slower == WM_WRAPPED_SLOWER)
        return WM_EXIT_NO;
    return strcmp(verdict, "pass") != 0 || r->outcome.without_ratio > 0 ||
                   slower == WM_WRAPPED_UNDECIDED
               ? WM_EXIT_INCONCLUSIVE
               : WM_EXIT_YES;
}

static const char *slower_word(const request *r, const wm_wrapped *wrapped)
{
    return wm_wrapped_interval_slower_word(wm_paired_view_slower(&wrapped->paired, r->slower));
}

/* Adds the members for programs. wrapped NULL: nothing was sealed. */
static void add_data(const request *r, const wm_model *model, const wm_wrapped *wrapped, int answer,
                     wm_document *to)
{
    static const char *const words[] = {"pass", "fail", "trouble", "inconclusive"};
    const wm_wrap_outcome *runs = &r->outcome.runs;
    wm_data_begin(to, "against", answer < 4 ? words[answer] : "interrupted");
    wm_data_count(to, "pairs", runs->repeats);
    wm_data_count(to, "runs_failed", runs->failed);
    if (runs->failed > 0) {
        wm_data_text(to, "failure", runs->failure);
        wm_data_text(to, "failure_output", runs->words);
    }
    if (wrapped == NULL)
        return;
    wm_data_text(to, "record", r->path);
    wm_data_text(to, "root", runs->root);
    wm_data_count(to, "pairs_measured", wm_paired_view_measured(wrapped));
    wm_data_count(to, "runs_timed_out", wm_paired_view_timed_out(wrapped));
    wm_data_count(to, "runs_flagged", model->wrapped_flags.flagged);
    wm_wrapped_flag_words_export_counts("flags", &model->wrapped_flags, to);
    if (!isnan(r->slower))
        wm_data_text(to, "slower", slower_word(r, wrapped));
    wm_paired_view_export(model, &wrapped->paired, to);
}

/* Adds the verdict, both builds, the table, and where the record is. */
static void add_words(const request *r, const wm_model *model, const wm_wrapped *wrapped,
                      wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    wm_wrapped_view_add_verdict(wrapped, false, to);
    if (r->ask->call->is_quiet)
        return;
    wm_wrapped_view_add_command(model, wrapped, r->outcome.runs.words, to);
    wm_wrapped_view_add_table(model, wrapped, to);
    if (!isnan(r->slower))
        wm_words_say(to, "B slower than A by more than %s: %s", r->ask->fail_slower,
                     slower_word(r, wrapped));
    wm_words_gap(to, WM_GAP_PART);
    line = wm_words_new(to);
    wm_words_add(line, "record ");
    wm_words_data(line, r->path);
    wm_words_add(line, ", root %.12s", r->outcome.runs.root);
    wm_words_add(wm_words_new(to), "next: witnessmark audit %s",
                 wm_style_shell_word(r->path, word));
}

/* Prints the answer; model and wrapped NULL: nothing was sealed. */
static wm_status print(const request *r, const wm_model *model, const wm_wrapped *wrapped,
                       int answer)
{
    const wm_paper paper = wm_terminal_paper(stdout, r->ask->call->is_coloured);
    wm_document to = {.status = WM_OK};
    wm_status status;
    add_data(r, model, wrapped, answer, &to);
    if (wrapped != NULL)
        add_words(r, model, wrapped, &to);
    status = r->ask->call->as_json ? wm_print_json(&to, &paper, stdout)
                                   : wm_print_terminal(&to, &paper, stdout);
    wm_document_clear(&to);
    return status;
}

/* Reports that nothing was sealed. */
static int report_unsealed(const request *r, wm_status status, const wm_error *err)
{
    char path[WM_STYLE_MASKED];
    int answer = WM_EXIT_TROUBLE;
    if (status == WM_E_INTERRUPTED) {
        answer = exit_of(r, status, NULL);
        if (r->ask->call->as_json && print(r, NULL, NULL, answer) != WM_OK)
            answer = WM_EXIT_TROUBLE;
        fprintf(stderr,
                "witnessmark run: interrupted by signal %d before the first pair ended; nothing "
                "was sealed\n",
                (int)wm_interrupt_number);
    } else {
        (void)wm_trouble_error(r->ask->call, status, err);
    }
    if (r->outcome.runs.partial[0] != '\0')
        fprintf(stderr, "the %u pairs are in %s/evidence.jsonl\n", r->outcome.runs.repeats,
                wm_style_masked(r->outcome.runs.partial, path));
    return wm_terminal_finish(stdout, "run") ? answer : WM_EXIT_TROUBLE;
}

/* Reads the sealed record, and prints what it shows. */
static int report(const request *r, wm_status status)
{
    int answer = WM_EXIT_TROUBLE;
    wm_model model;
    wm_wrapped wrapped = {.repeats = 0};
    wm_error unread = {WM_OK, "", ""};
    char path[WM_STYLE_MASKED];
    wm_status shown = wm_model_read(r->path, NULL, &model, &unread);
    if (shown == WM_OK)
        shown = wm_wrapped_read(&model, &wrapped, &unread);
    if (shown == WM_OK) {
        answer = exit_of(r, status, &wrapped);
        shown = print(r, &model, &wrapped, answer);
    }
    wm_wrapped_clear(&wrapped);
    wm_model_close(&model);
    if (shown != WM_OK) {
        (void)wm_error_set(&unread, shown, r->path, "sealed, but it cannot be shown: %s",
                           wm_status_text(shown));
        (void)wm_trouble_error(r->ask->call, shown, &unread);
    }
    if (status == WM_E_INTERRUPTED)
        fprintf(stderr, "witnessmark run: interrupted by signal %d\n", (int)wm_interrupt_number);
    if (wm_terminal_finish(stdout, "run"))
        return shown == WM_OK ? answer : WM_EXIT_TROUBLE;
    fprintf(stderr, "the record is sealed and complete: %s\n", wm_style_masked(r->path, path));
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE;
}

/* ---- running --------------------------------------------------------------------------------- */

static void show_progress(void *context, bool is_warmup, unsigned index)
{
    request *r = context;
    const double now = wm_clock_s();
    (void)is_warmup;
    if (now < r->drawn_s + REDRAW_S)
        return;
    r->drawn_s = now;
    wm_ticker_tell(&r->ticker, "pair %u, %.0f of %.0f s", index + 1, now - r->begin_s,
                   r->against.budget_s);
}

static int run_pairs(request *r)
{
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    wm_interrupt_catch();
    wm_interrupt_clean(wm_against_remove);
    status = prepare(r, &err);
    if (status == WM_OK) {
        r->begin_s = wm_clock_s();
        r->against.progress = show_progress;
        r->against.context = r;
        wm_ticker_open(&r->ticker, r->ask->call->as_json || r->ask->call->is_quiet);
        status = wm_against_run(&r->against, &r->outcome, &err);
        wm_ticker_close(&r->ticker);
    }
    return r->outcome.runs.root[0] != '\0' ? report(r, status) : report_unsealed(r, status, &err);
}

int wm_run_against(const wm_run_options *ask)
{
    request *r = calloc(1, sizeof *r);
    int answer;
    if (r == NULL)
        return wm_trouble_say(ask->call, "", wm_status_text(WM_E_NOMEM));
    r->ask = ask;
    answer = check_options(ask);
    if (answer == WM_EXIT_YES)
        answer = read_slower(r);
    if (answer == WM_EXIT_YES)
        answer = wm_new_path_choose(ask->call, ask->output, "witnessmark-against", r->path);
    if (answer == WM_EXIT_YES)
        answer = run_pairs(r);
    free(r);
    return answer;
}

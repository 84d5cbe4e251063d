/* `run` on several devices: a child process for each device and pass. */
#include "cli/run_cards.h"

#include "cli/cards_folder.h"
#include "cli/children.h"
#include "cli/interrupt.h"
#include "cli/record_argument.h"
#include "cli/run_report.h"
#include "cli/terminal.h"
#include "cli/trouble.h"

#include "archive/writer.h"
#include "backend/registry.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "model/model_read.h"
#include "report/document/style.h"
#include "report/views/cards_report.h"
#include "report/views/run_verdict.h"
#include "study/run/partial.h"
#include "study/life/differential.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { ADDED = 16 }; /* words that a child's command line has in addition */

/* The state of one run. */
typedef struct {
    const wm_run_options *ask;
    wm_call plain; /* of this run, without --json: one object is printed at the end */
    wm_cards cards;
    wm_cards_folder folder;
} state;

/* The path of a record; wm_cards_folder_open has checked its length. */
static const char *path_of(const state *s, unsigned pass, const char *name,
                           char path[WM_CARDS_PATH])
{
    const wm_status status = wm_cards_path(s->ask->path, pass, name, path, NULL);
    return status == WM_OK ? path : "";
}

static bool is_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

/* ---- a child --------------------------------------------------------------------------------- */

/* A child's command line. The words that it adds live here. */
typedef struct {
    char **arguments;
    size_t count;
    char path[WM_CARDS_PATH], card_of[32], name[WM_CARDS_NAME + 16];
} command;

static void add_word(command *c, const char *word)
{
    memcpy(&c->arguments[c->count++], &word, sizeof word); /* exec does not change it */
}

/* Adds the options of this run, without those that the child has for itself. */
static void add_options(const state *s, command *c)
{
    c->count +=
        wm_run_options_words(s->ask, wm_cards_folder_replaces(&s->folder), c->arguments + c->count);
    if (s->folder.plan[0] != '\0') {
        add_word(c, "--plan");
        add_word(c, s->folder.plan);
    }
    if (s->ask->call->as_json)
        add_word(c, "--json");
}

/* Whether an earlier process has left a part of this record. */
static bool has_partial(const state *s, unsigned pass, const char *name)
{
    char partial[WM_CARDS_NAME + 16], path[WM_CARDS_PATH];
    (void)snprintf(partial, sizeof partial, ".%s.partial", name);
    return is_there(path_of(s, pass, partial, path));
}

/* Whether that part has the plan, and so can be resumed. */
static bool has_plan(const char *path)
{
    wm_partial partial;
    wm_error err;
    const bool has_both = wm_partial_read(path, &partial, &err) != WM_OK || !partial.lacks_plan;
    wm_partial_clear(&partial);
    return has_both;
}

static bool make_command(const state *s, unsigned pass, size_t card, command *c)
{
    const wm_card *which = &s->cards.card[card];
    c->count = 0;
    c->arguments = calloc((size_t)s->ask->call->argc + ADDED, sizeof *c->arguments);
    if (c->arguments == NULL)
        return false;
    (void)path_of(s, pass, which->name, c->path);
    (void)snprintf(c->card_of, sizeof c->card_of, "%u,%zu,%s", pass, s->cards.count,
                   s->cards.in_turn ? "in-turn" : "at-once");
    (void)snprintf(c->name, sizeof c->name, "pass %u %s", pass, which->name);
    add_word(c, "witnessmark");
    add_word(c, "run");
    add_options(s, c);
    add_word(c, "--device");
    add_word(c, which->uuid);
    add_word(c, "--card-of");
    add_word(c, c->card_of);
    add_word(c, "-o");
    add_word(c, c->path);
    if (has_partial(s, pass, which->name) && has_plan(c->path))
        add_word(c, "--resume");
    return true;
}

/* ---- what the passes call -------------------------------------------------------------------- */

static bool has_record(void *context, unsigned pass, size_t card)
{
    const state *s = context;
    char path[WM_CARDS_PATH];
    return is_there(path_of(s, pass, s->cards.card[card].name, path));
}

/* Audits a record of an earlier process. */
static int judge(void *context, unsigned pass, size_t card)
{
    const state *s = context;
    char path[WM_CARDS_PATH];
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    int answer;
    (void)path_of(s, pass, s->cards.card[card].name, path);
    answer = wm_record_argument_check(&s->plain, path, path);
    if (answer != WM_EXIT_YES)
        return answer;
    if (wm_model_read(path, NULL, &model, &err) == WM_OK) {
        const wm_run_verdict_fault injected = {s->ask->fault.kind, s->ask->fault.label};
        const wm_run_verdict verdict = wm_run_verdict_make(&model, path, injected);
        answer = wm_run_verdict_exit(&verdict);
    } else {
        answer = wm_trouble_say(&s->plain, path, err.message);
    }
    wm_model_close(&model);
    return answer;
}

static void run_children(void *context, unsigned pass, const size_t *cards, size_t count,
                         int *exits)
{
    const state *s = context;
    command *commands = calloc(count, sizeof *commands);
    wm_child children[WM_CARDS_MOST];
    bool is_ready = commands != NULL;
    for (size_t i = 0; i < count && is_ready; i++) {
        is_ready = make_command(s, pass, cards[i], &commands[i]);
        if (is_ready)
            children[i] = (wm_child){.arguments = commands[i].arguments, .name = commands[i].name};
    }
    if (is_ready)
        wm_children_run(children, count, &wm_interrupt_number, stderr);
    else
        (void)wm_trouble_say(&s->plain, "", wm_status_text(WM_E_NOMEM));
    for (size_t i = 0; i < count; i++)
        exits[i] = is_ready ? children[i].exit : WM_EXIT_TROUBLE;
    for (size_t i = 0; commands != NULL && i < count; i++)
        free(commands[i].arguments);
    free(commands);
}

static int judge_differential(const state *s, const char *path)
{
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    int answer;
    if (wm_model_read(path, NULL, &model, &err) == WM_OK)
        answer = wm_run_verdict_differential(&model);
    else
        answer = wm_trouble_say(&s->plain, path, err.message);
    wm_model_close(&model);
    return answer;
}

/* Seals the differential of a pass. */
static int compare(void *context, unsigned pass)
{
    const state *s = context;
    char path[WM_CARDS_PATH], folders[WM_CARDS_MOST][WM_CARDS_PATH], root[WM_ID_SIZE];
    const char *records[WM_CARDS_MOST];
    const wm_differential differential = {records, records, s->cards.count,
                                          path_of(s, pass, "differential", path)};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    if (is_there(path)) {
        const int answer = wm_record_argument_check(&s->plain, path, path);
        return answer == WM_EXIT_YES ? judge_differential(s, path) : answer;
    }
    for (size_t card = 0; card < s->cards.count; card++) {
        int answer;
        records[card] = path_of(s, pass, s->cards.card[card].name, folders[card]);
        answer = wm_record_argument_check(&s->plain, records[card], records[card]);
        if (answer != WM_EXIT_YES)
            return answer;
    }
    status = wm_writer_drop(path, &err); /* which a killed process has left */
    if (status == WM_OK)
        status = wm_differential_seal(&differential, root, &err);
    if (status != WM_OK)
        return wm_trouble_error(&s->plain, status, &err);
    return judge_differential(s, path);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Prints the command that compares the records which a pass has, if some are absent. */
static void print_hint(const state *s, const wm_cards_report *report, unsigned pass)
{
    char word[WM_STYLE_SHELL_WORD], path[WM_CARDS_PATH];
    size_t count = 0;
    for (size_t card = 0; card < s->cards.count; card++)
        count += report->record[pass - 1][card] != NULL;
    if (count < 2 || report->differential[pass - 1] != NULL)
        return;
    fprintf(stderr,
            "pass %u has no differential; compare its records with: "
            "witnessmark differential",
            pass);
    for (size_t card = 0; card < s->cards.count; card++)
        if (report->record[pass - 1][card] != NULL)
            fprintf(stderr, " %s",
                    wm_style_shell_word(path_of(s, pass, s->cards.card[card].name, path), word));
    fprintf(stderr, " -o %s\n", wm_style_shell_word(path_of(s, pass, "some-cards", path), word));
}

static int report(const state *s, const wm_cards_outcome *outcome)
{
    wm_document to = {.status = WM_OK};
    wm_cards_report tables = {.cards = &s->cards, .folder = s->ask->path, .outcome = *outcome};
    wm_error err = {WM_OK, "", ""};
    int answer = wm_cards_exit(&s->cards, outcome);
    wm_status status = wm_cards_report_open(&tables, &err);
    if (status == WM_OK) {
        wm_cards_report_add(&tables, &to);
        status = wm_terminal_print(s->ask->call, &to);
    }
    for (unsigned pass = 1; status == WM_OK && pass <= WM_CARDS_PASSES; pass++)
        print_hint(s, &tables, pass);
    wm_cards_report_close(&tables);
    if (status != WM_OK)
        (void)wm_trouble_error(s->ask->call, status, &err);
    if ((status != WM_OK || !wm_terminal_finish(stdout, "run")) && answer != WM_EXIT_NO)
        answer = WM_EXIT_TROUBLE;
    return answer;
}

/* Whether any card has made a record or a part of one. */
static bool has_any(const state *s)
{
    for (unsigned pass = 1; pass <= WM_CARDS_PASSES; pass++)
        for (size_t card = 0; card < s->cards.count; card++) {
            char path[WM_CARDS_PATH];
            if (is_there(path_of(s, pass, s->cards.card[card].name, path)) ||
                has_partial(s, pass, s->cards.card[card].name))
                return true;
        }
    return false;
}

int wm_run_cards(const wm_run_options *ask, const wm_backend *backend)
{
    state s = {
        .ask = ask,
        .plain = *ask->call,
        .cards = {.in_turn = ask->in_turn, .hides_uuids = (ask->hidden & WM_REDACT_UUID) != 0}};
    const wm_cards_runner runner = {.context = &s,
                                    .has_record = has_record,
                                    .judge = judge,
                                    .run = run_children,
                                    .compare = compare,
                                    .stop = &wm_interrupt_number};
    wm_cards_outcome outcome;
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_OK;
    if (backend == NULL)
        status = wm_registry_refuse(ask->backend, &err);
    if (status == WM_OK)
        status = wm_cards_choose(backend, ask->device_word, &s.cards, &err);
    s.plain.as_json = false;
    status = wm_trouble_option(ask->call, status, &err);
    wm_interrupt_catch();
    if (status == WM_OK)
        status = wm_cards_folder_open(ask, &s.cards, &s.folder, &err);
    if (status != WM_OK)
        return wm_run_report_trouble(ask, status, &err, NULL);
    wm_cards_run(&s.cards, &runner, &outcome);
    if (!has_any(&s)) {
        wm_cards_folder_remove(&s.folder);
        if (wm_interrupt_number == 0)
            return wm_trouble_say(ask->call, "--device", "no device made a record");
        return wm_run_report_interrupted(ask, NULL, wm_interrupt_number);
    }
    if (wm_interrupt_number != 0)
        return wm_run_report_interrupted(ask, ask->path, wm_interrupt_number);
    return report(&s, &outcome);
}

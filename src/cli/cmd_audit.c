/* `witnessmark audit`: audits a record from its bytes alone. */
#include "cli/arguments.h"
#include "cli/audit_fleet.h"
#include "cli/audit_many.h"
#include "cli/record_argument.h"
#include "cli/signature.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "report/document/words.h"
#include "report/views/audit_text.h"
#include "model/fleet_audit.h"
#include "model/model_read.h"
#include "model/tally.h"
#include "report/publish/sealed_audit.h"
#include "report/views/plan_origin.h"
#include "report/document/style.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "record/audit/outcome.h"

/* The command line, and the result of the audit. */
typedef struct request {
    wm_audit_many ask;
    const char *path;          /* as given */
    wm_record_argument record; /* where it is */
    wm_signature signature;    /* of a valid record */
    wm_ticker ticker;
    wm_status status;
    wm_model model;      /* the findings and, of a valid record, the first two lines */
    wm_sealed_said said; /* of a sealed document */
    wm_plan_origin plan;
} request;

static void show_progress(void *context, uint64_t done, uint64_t size)
{
    request *of = context;
    wm_ticker_tell(&of->ticker, "%3.0f %% of %.0f MB", 100.0 * (double)done / (double)size,
                   (double)size / 1e6);
}

/* Whether an invalid file has at least one valid line, as a record has. */
static bool begins_as_record(const request *of)
{
    return of->status == WM_E_INVALID && of->model.report.failure.line > 1;
}

/* Adds what was found of the signature. */
static void add_signature(const request *of, wm_document *to)
{
    const wm_signature *found = &of->signature;
    wm_words *line;
    if (found->state == WM_SIGNATURE_GOOD) {
        wm_words_add(wm_words_new(to), "signature: good, by %s with %s", found->signer,
                     found->words);
    } else if (found->state == WM_SIGNATURE_BAD || found->state == WM_SIGNATURE_ABSENT) {
        line = wm_words_new(to);
        wm_words_add(line, "signature: %s: ", wm_signature_word(found));
        wm_words_data(line, found->file);
        wm_words_add(line, ": %s", found->words);
    }
}

/* The exit status of the record; with --strict a finding is a no. */
static int exit_of(const request *of)
{
    const bool has_findings =
        of->status == WM_OK &&
        (wm_tally_notable(&of->model) > 0 ||
         wm_planned_faults_count(&of->model.faults, WM_PLANNED_FAULTS_CAUGHT) <
             of->model.faults.count);
    return of->ask.is_strict && has_findings ? WM_EXIT_NO : wm_outcome_exit(of->status);
}

/* Adds the failed checks of a valid record; -q shows no findings. */
static void add_failed(const request *of, wm_document *to)
{
    wm_buffer labels = WM_BUFFER_EMPTY;
    wm_words *line;
    wm_document_fail(to, wm_tally_failed_checks(&of->model, &labels));
    if (labels.size == 0)
        return;
    line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_add(line, "failed checks: ");
    wm_words_data(line, wm_document_take(to, &labels));
}

/* Prints the answer: the verdict and what the record says. *result is the exit status, also that of
 * the signature. Errors: NOMEM. */
static wm_status print_answer(const request *of, int *result)
{
    wm_status status;
    const wm_call *call = of->ask.call;
    const int answer = exit_of(of);
    wm_document to = {.status = WM_OK};
    wm_audit_text_verdict(of->status, &of->model.report, &to);
    if (of->status == WM_OK && (!call->is_quiet || answer == WM_EXIT_NO))
        wm_audit_text_says(&of->model, call->is_verbose, &to);
    else if (of->status == WM_OK)
        add_failed(of, &to);
    if (!call->is_quiet)
        wm_sealed_audit_add(&of->said, &to);
    add_signature(of, &to);
    status = wm_terminal_print(call, &to);
    if (status != WM_OK)
        return status;
    if (of->signature.state == WM_SIGNATURE_TROUBLE)
        (void)wm_trouble_say(call, "", of->signature.words);
    *result = answer == WM_EXIT_YES ? wm_signature_exit(&of->signature) : answer;
    return WM_OK;
}

/* ---- remarks on stderr ----------------------------------------------------------------------- */

/* The record's path for an unfinished run at path, DIR/.NAME.partial: DIR/NAME. False for a path of
 * another form. */
static bool name_record(const char *path, char record[4096])
{
    static const char tail[] = ".partial";
    size_t size = strlen(path), start;
    while (size > 0 && path[size - 1] == '/')
        size--;
    for (start = size; start > 0 && path[start - 1] != '/'; start--)
        ;
    if (path[start] != '.' || size - start <= sizeof tail || size > 4095 ||
        memcmp(path + size - (sizeof tail - 1), tail, sizeof tail - 1) != 0)
        return false;
    (void)snprintf(record, 4096, "%.*s%.*s", (int)start, path, (int)(size - start - sizeof tail),
                   path + start + 1);
    return true;
}

/* What begins the next command: the unpacking of an archive. */
static const char *unpack(const request *of, wm_document *to)
{
    char room[16500];
    wm_record_argument_unpack(&of->record, room);
    return wm_document_text(to, "next: %s%s", room, room[0] != '\0' ? "; " : "");
}

/* Adds what begins own numbers anew: their partial is in the way of the next command. */
static void add_anew(const request *of, wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD], path[PATH_MAX];
    if (of->record.inside != NULL)
        wm_words_add(wm_words_new(to),
                     "next: repeat the first command; own numbers are not resumed");
    else
        wm_words_add(
            wm_words_new(to),
            "next: unless a process still writes it: rm -r %s; then repeat the first command",
            wm_style_shell_word(realpath(of->path, path) != NULL ? path : of->path, word));
}

/* Adds the command that resumes an unfinished run. A record of own numbers begins anew, and one
 * without a plan does not say what to measure. */
static void add_resume(const request *of, wm_document *to)
{
    char record[4096], word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    wm_model model = {.reader = NULL};
    const wm_status status = wm_model_read_head(of->record.path, &model);
    const bool has_plan = status == WM_OK;
    const bool is_of_run = !has_plan || strcmp(model.backend, "none") != 0;
    wm_model_close(&model);
    if (status == WM_E_NOMEM) {
        wm_document_fail(to, status);
        return;
    }
    if (!is_of_run) {
        add_anew(of, to);
        return;
    }
    line = wm_words_new(to);
    if (!has_plan) {
        wm_words_add(line, "next: repeat the first command; nothing was measured yet");
        return;
    }
    if (of->record.inside == NULL && name_record(of->path, record)) {
        wm_words_add(line, "next: witnessmark run --resume -o %s",
                     wm_style_shell_word(record, word));
        return;
    }
    wm_words_add(line, "%s", of->record.inside != NULL ? unpack(of, to) : "next: ");
    wm_words_add(
        line, "rename %s to .NAME.partial, then witnessmark run --resume -o NAME",
        wm_style_shell_word(of->record.inside != NULL ? of->record.inside : of->path, word));
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Adds the command that audits a record of another format by its own checker, if that is one of a
 * release that this program knows. */
static void add_own_checker(const request *of, wm_document *to)
{
    char checker[4500], folder[4500], word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    const char *file = of->model.report.failure.file;
    const size_t skip = of->record.is_sealed ? strlen(WM_SEALED_RECORD) : 0;
    if (!is_folder(of->record.path) || of->model.report.checkers != WM_CHECKERS_EARLIER ||
        strlen(file) < skip || strcmp(file + skip, "evidence.jsonl") != 0)
        return;
    line = wm_words_new(to);
    wm_record_argument_shown(&of->record, "code/verify_graph.py", checker);
    wm_record_argument_shown(&of->record, NULL, folder);
    wm_words_add(line, "%spython3 %s", unpack(of, to), wm_style_shell_word(checker, word));
    wm_words_add(line, " %s", wm_style_shell_word(folder, word));
}

/* Adds the command that shows the refused line. */
static void add_line(const request *of, wm_document *to)
{
    const size_t skip = of->record.is_sealed ? strlen(WM_SEALED_RECORD) : 0;
    char path[4500], word[WM_STYLE_SHELL_WORD];
    if (strncmp(of->model.report.failure.file, WM_SEALED_RECORD, skip) != 0)
        return; /* the author's file has other lines than the record gives */
    wm_record_argument_shown(&of->record, of->model.report.failure.file + skip, path);
    wm_words_add(wm_words_new(to), "%ssed -n %llup %s", unpack(of, to),
                 (unsigned long long)of->model.report.failure.line,
                 wm_style_shell_record(path, word));
}

/* Adds the next command, if there is one. */
static void add_next(const request *of, wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    if (of->status == WM_OK && wm_model_is_of_trials(&of->model)) {
        if (strcmp(of->path, "-") != 0) /* trials are made again from a folder or an archive */
            wm_words_add(wm_words_new(to), "next: witnessmark attack --again %s -o again",
                         wm_style_shell_word(of->path, word));
    } else if (of->status == WM_OK && of->model.item_count > 0)
        wm_words_add(wm_words_new(to), "next: witnessmark reverify %s",
                     strcmp(of->path, "-") == 0 ? "- with the same input"
                                                : wm_style_shell_word(of->path, word));
    else if (of->status == WM_E_UNFINISHED && !of->record.is_sealed)
        add_resume(of, to);
    else if (of->status == WM_E_OLDER || of->status == WM_E_NEWER)
        add_own_checker(of, to);
    else if (begins_as_record(of))
        add_line(of, to);
    else if (is_folder(of->path) && !of->record.is_sealed)
        wm_audit_text_remedy(&of->model.report, of->path, to);
}

/* Adds a fact of the record; only a terminal needs short lines. */
static void add_fact(const char *name, const char *words, wm_document *to)
{
    wm_words *line;
    if (words == NULL || words[0] == '\0')
        return;
    line = wm_words_new(to);
    wm_words_add(line, "%s", name);
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_add(line, "%s", words);
}

/* Adds what stderr says beside the answer. */
static void add_notes(const request *of, wm_document *to)
{
    if (of->status == WM_OK)
        add_fact("root: ", wm_audit_text_root(of->ask.root != NULL), to);
    add_fact("checkers: ", wm_audit_text_checkers(&of->model.report, to), to);
    add_fact("plan: ", of->plan.words, to);
    add_next(of, to);
}

/* Prints the answer and its notes. Both are made before the first is printed, so that an answer is
 * whole or there is none. */
static int print_all(const request *of)
{
    const wm_call *call = of->ask.call;
    const wm_paper paper = wm_terminal_paper(stderr, false);
    wm_document notes = {.status = WM_OK};
    wm_status status;
    int result = WM_EXIT_TROUBLE;
    if (!call->is_quiet)
        add_notes(of, &notes);
    status = notes.status;
    if (status == WM_OK)
        status = print_answer(of, &result);
    if (!wm_terminal_finish(stdout, "audit"))
        result = WM_EXIT_TROUBLE;
    else if (status == WM_OK)
        status = wm_print_terminal(&notes, &paper, stderr);
    if (status != WM_OK)
        result = wm_trouble_say(call, of->path, wm_status_text(status));
    wm_document_clear(&notes);
    return result;
}

/* Reads the plan of a valid record, and what came of its faults. */
static wm_status read_plan(request *of)
{
    wm_model *model = &of->model;
    const wm_status status = wm_model_read_head(of->record.path, model);
    return status == WM_OK
               ? wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &of->plan)
               : status;
}

static int audit(request *of)
{
    const wm_call *call = of->ask.call;
    const wm_audit_report *report = &of->model.report;
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_error err = {WM_OK, "", ""};
    int result = wm_record_argument_open(call, of->path, &of->record);
    if (result != WM_EXIT_YES)
        return result;
    options.root = of->ask.root;
    options.progress = show_progress;
    options.context = of;
    wm_ticker_open(&of->ticker, false);
    if (of->record.sealed != NULL)
        of->status = wm_sealed_audit(of->record.sealed, &options, &of->model, &of->said, &err);
    else if (of->record.is_sealed)
        of->status = wm_sealed_audit_folder(of->path, &options, &of->model, &of->said, &err);
    else
        of->status = wm_model_read_findings(of->record.path, &options, &of->model, &err);
    wm_ticker_close(&of->ticker);
    const wm_status plan = of->status == WM_OK ? read_plan(of) : WM_OK;
    if (plan != WM_OK)
        return wm_trouble_say(call, of->path,
                              plan == WM_E_NOMEM ? wm_status_text(plan)
                                                 : "changed while it was read");
    if (of->status == WM_OK && of->ask.signers != NULL)
        wm_signature_check(of->ask.signers, of->ask.signed_by, of->path, report->root,
                           &of->signature);
    wm_audit_many_hint(of->status, of->path, &err);
    if (wm_outcome_exit(of->status) == WM_EXIT_TROUBLE)
        return wm_trouble_record(call, of->path, of->status, report, &err, stdout);
    return print_all(of);
}

/* Audits several records, or one for its line or its object. */
static int audit_many(const wm_audit_many *ask)
{
    const bool is_one = ask->count == 1 && !ask->is_summary && ask->jobs == 0;
    const char *single = ask->root != NULL        ? "--root"
                         : ask->signed_by != NULL ? "--signature"
                         : ask->call->is_verbose  ? "-v"
                                                  : NULL;
    size_t inputs = 0;
    for (size_t i = 0; i < ask->count; i++)
        inputs += strcmp(ask->paths[i], "-") == 0;
    if (inputs > 1)
        return wm_trouble_say(ask->call, "-", "standard input has one record, not two");
    if (single != NULL && !is_one)
        return wm_trouble_say(ask->call, single, "is of one record; name one");
    return wm_audit_many_run(ask);
}

static int read_and_audit(wm_call *call, request *of, const char **paths)
{
    wm_audit_many *ask = &of->ask;
    const wm_argument table[] = {
        {.name = "--root", .value = &ask->root},
        {.name = "--allowed-signers", .value = &ask->signers},
        {.name = "--signature", .value = &ask->signed_by},
        {.name = "--jobs", .number = &ask->jobs},
        {.name = "--summary", .flag = &ask->is_summary},
        {.name = "--strict", .flag = &ask->is_strict},
        {.name = "RECORD",
         .value = paths,
         .count = &ask->count,
         .most = (size_t)call->argc,
         .is_needed = true},
        {.name = NULL},
    };
    const int result = wm_arguments_read(call, table);
    if (result != WM_EXIT_YES)
        return result;
    if (ask->signed_by != NULL && ask->signers == NULL)
        return wm_trouble_say(call, "--signature", "needs --allowed-signers FILE");
    of->path = paths[0];
    if (ask->count == 1 && strcmp(paths[0], "-") != 0 && wm_fleet_audit_takes(paths[0]))
        return wm_audit_fleet_run(call, paths[0], ask->root);
    if (ask->count > 1 || ask->is_summary || ask->jobs != 0 || call->as_json)
        return audit_many(ask);
    return audit(of);
}

int wm_cmd_audit(wm_call *call)
{
    const char **paths = calloc((size_t)call->argc + 1, sizeof *paths);
    request of = {.ask = {.call = call, .paths = paths}};
    int result;
    if (paths == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    result = read_and_audit(call, &of, paths);
    wm_model_close(&of.model);
    free(paths);
    return result;
}

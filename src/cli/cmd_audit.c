/* `witnessmark audit`: audits a record from its bytes alone. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/audit_many.h"
#include "cli/record_argument.h"
#include "cli/signature.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "report/document/words.h"
#include "report/views/audit_text.h"
#include "model/model_read.h"
#include "model/tally.h"
#include "report/views/plan_origin.h"
#include "report/document/style.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/audit/outcome.h"

/* The command line, and the result of the audit. */
typedef struct request {
    const char *path;          /* as given */
    wm_record_argument record; /* where it is */
    const char *signers;       /* --allowed-signers; NULL: the signature is not checked */
    const char *signed_by;     /* --signature */
    wm_signature signature;    /* of a valid record */
    bool is_json, is_verbose, is_quiet;
    wm_audit_options options;
    wm_ticker ticker;
    wm_model model; /* the findings and, of a valid record, the first two lines */
    wm_plan_origin plan;
} request;

static int no_memory(const request *of)
{
    return wm_trouble_say("audit", of->is_json, "", wm_status_text(WM_E_NOMEM));
}

static void show_progress(void *context, uint64_t done, uint64_t size)
{
    request *of = context;
    wm_ticker_tell(&of->ticker, "%3.0f %% of %.0f MB", 100.0 * (double)done / (double)size,
                   (double)size / 1e6);
}

/* Whether an invalid file has at least one valid line, as a record has. */
static bool begins_as_record(wm_status status, const wm_audit_report *report)
{
    return status == WM_E_INVALID && report->failure.line > 1;
}

/* The exit status of the audit and of the signature. */
static int exit_of(const request *of, wm_status status)
{
    const int answer = wm_outcome_exit(status);
    return answer == WM_EXIT_YES ? wm_signature_exit(&of->signature) : answer;
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

/* Adds the answer: the verdict and what the record says. */
static void add_words(const request *of, wm_status status, const wm_audit_report *report,
                      wm_document *to)
{
    wm_audit_text_verdict(status, report, to);
    if (status == WM_OK && !of->is_quiet)
        wm_audit_text_says(&of->model, of->is_verbose, to);
    add_signature(of, to);
}

static int print_answer(const request *of, wm_status status, const wm_audit_report *report)
{
    wm_document to = {.status = WM_OK};
    add_words(of, status, report, &to);
    if (wm_terminal_print(&to, false, false) != WM_OK)
        return no_memory(of);
    if (of->signature.state == WM_SIGNATURE_TROUBLE)
        (void)wm_trouble_say("audit", false, "", of->signature.words);
    return exit_of(of, status);
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

/* Whether an unfinished record holds own numbers, which `run` does not resume. */
static bool is_of_own_numbers(const request *of)
{
    wm_model model = {.reader = NULL};
    const bool is_own =
        wm_model_read_head(of->record.path, &model) == WM_OK && strcmp(model.backend, "none") == 0;
    wm_model_close(&model);
    return is_own;
}

/* Adds the command that resumes an unfinished run. */
static void add_resume(const request *of, wm_document *to)
{
    char record[4096], word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    if (is_of_own_numbers(of))
        return;
    line = wm_words_new(to);
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
static void add_own_checker(const request *of, const wm_audit_report *report, wm_document *to)
{
    char checker[4500], folder[4500], word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    if (!is_folder(of->record.path) || report->checkers != WM_CHECKERS_EARLIER)
        return;
    line = wm_words_new(to);
    wm_record_argument_shown(&of->record, "code/verify_graph.py", checker);
    wm_record_argument_shown(&of->record, NULL, folder);
    wm_words_add(line, "%spython3 %s", unpack(of, to), wm_style_shell_word(checker, word));
    wm_words_add(line, " %s", wm_style_shell_word(folder, word));
}

/* Adds the command that shows the refused line. */
static void add_line(const request *of, const wm_audit_report *report, wm_document *to)
{
    char path[4500], word[WM_STYLE_SHELL_WORD];
    wm_record_argument_shown(&of->record, report->failure.file, path);
    wm_words_add(wm_words_new(to), "%ssed -n %llup %s", unpack(of, to),
                 (unsigned long long)report->failure.line, wm_style_shell_record(path, word));
}

/* Adds the next command, if there is one. */
static void add_next(const request *of, wm_status status, const wm_audit_report *report,
                     wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    if (status == WM_OK && of->model.item_count > 0)
        wm_words_add(wm_words_new(to), "next: witnessmark reverify %s",
                     strcmp(of->path, "-") == 0 ? "- with the same input"
                                                : wm_style_shell_word(of->path, word));
    else if (status == WM_E_UNFINISHED)
        add_resume(of, to);
    else if (status == WM_E_OLDER || status == WM_E_NEWER)
        add_own_checker(of, report, to);
    else if (begins_as_record(status, report))
        add_line(of, report, to);
    else if (is_folder(of->path))
        wm_audit_text_remedy(report, of->path, to);
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

/* Findings of injected faults look like those of a failed device. */
static void add_injected(const request *of, const wm_audit_report *report, wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    size_t injected = 0;
    for (size_t i = 0; i < of->model.finding_count; i++)
        injected += wm_tally_about(&of->model, &of->model.finding[i]) != WM_PLANNED_FAULTS_NONE;
    if (injected != 0)
        add_fact("injected: ",
                 wm_document_text(to,
                                  "%zu of %llu findings come from injected faults (.injected_, "
                                  ".faulty_); witnessmark show %s tells which were caught",
                                  injected, (unsigned long long)report->findings,
                                  wm_style_shell_word(of->path, word)),
                 to);
}

/* Prints on stderr what is not of the answer. */
static void print_notes(const request *of, wm_status status, const wm_audit_report *report)
{
    const wm_paper paper = wm_terminal_paper(stderr, false);
    wm_document to = {.status = WM_OK};
    if (of->is_verbose && status == WM_OK)
        add_injected(of, report, &to);
    add_fact("checkers: ", wm_audit_text_checkers(report->checkers, false), &to);
    add_fact("plan: ", of->plan.words, &to);
    add_next(of, status, report, &to);
    (void)!wm_print_terminal(&to, &paper, stderr);
    wm_document_clear(&to);
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
    const wm_audit_report *report = &of->model.report;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int result = wm_record_argument_open("audit", false, of->path, &of->record);
    if (result != WM_EXIT_YES)
        return result;
    of->options.size = sizeof of->options;
    of->options.progress = show_progress;
    of->options.context = of;
    wm_ticker_open(&of->ticker, false);
    status = wm_model_read_findings(of->record.path, &of->options, &of->model, &err);
    wm_ticker_close(&of->ticker);
    if (status == WM_OK && read_plan(of) != WM_OK)
        return wm_trouble_say("audit", false, of->path, "changed while it was read");
    if (status == WM_OK && of->signers != NULL)
        wm_signature_check(of->signers, of->signed_by, of->path, report->root, &of->signature);
    wm_audit_many_hint(status, of->path, &err);
    if (wm_outcome_exit(status) == WM_EXIT_TROUBLE)
        return wm_trouble_record("audit", false, of->path, status, report, &err, stdout);
    result = print_answer(of, status, report);
    if (!wm_terminal_finish(stdout, "audit"))
        return WM_EXIT_TROUBLE;
    if (!of->is_quiet)
        print_notes(of, status, report);
    return result;
}

/* Audits several records, or one for its line or its object. */
static int audit_many(const request *of, wm_audit_many *many, const char *jobs)
{
    const bool is_one = many->count == 1 && !many->is_summary && jobs == NULL;
    uint64_t number = 0;
    size_t inputs = 0;
    for (size_t i = 0; i < many->count; i++)
        inputs += strcmp(many->paths[i], "-") == 0;
    if (inputs > 1)
        return wm_trouble_say("audit", of->is_json, "-", "standard input has one record, not two");
    if (jobs != NULL && !wm_arguments_number(jobs, 1, 256, &number))
        return wm_trouble_value("audit", of->is_json, "--jobs", "a number from 1 to 256", jobs);
    if (of->options.root != NULL && !is_one)
        return wm_trouble_say("audit", of->is_json, "--root", "is of one record; name one");
    if (of->signed_by != NULL && !is_one)
        return wm_trouble_say("audit", of->is_json, "--signature", "is of one record; name one");
    if (of->is_verbose && !is_one)
        return wm_trouble_say("audit", of->is_json, "-v", "is of one record; name one");
    many->jobs = (unsigned)number;
    many->is_quiet = of->is_quiet;
    many->as_json = of->is_json;
    many->signers = of->signers;
    many->signed_by = of->signed_by;
    many->root = of->options.root;
    return wm_audit_many_run(many);
}

static int read_and_audit(int argc, char **argv, request *of, const char **paths)
{
    const char *jobs = NULL;
    wm_audit_many many = {.paths = paths};
    const wm_argument table[] = {
        {.name = "--root", .value = &of->options.root},
        {.name = "--allowed-signers", .value = &of->signers},
        {.name = "--signature", .value = &of->signed_by},
        {.name = "--verbose", .flag = &of->is_verbose},
        {.name = "--quiet", .flag = &of->is_quiet},
        {.name = "--jobs", .value = &jobs},
        {.name = "--summary", .flag = &many.is_summary},
        {.name = "--json", .flag = &of->is_json},
        {.name = "RECORD",
         .value = paths,
         .count = &many.count,
         .most = (size_t)argc,
         .is_needed = true},
        {.name = NULL},
    };
    const int result = wm_arguments_read("audit", table, argc, argv);
    if (result != WM_EXIT_YES)
        return result;
    if (of->is_verbose && of->is_quiet)
        return wm_trouble_say("audit", of->is_json, "", "choose one of -v and -q");
    if (of->signed_by != NULL && of->signers == NULL)
        return wm_trouble_say("audit", of->is_json, "--signature", "needs --allowed-signers FILE");
    of->path = paths[0];
    if (many.count > 1 || many.is_summary || jobs != NULL || of->is_json)
        return audit_many(of, &many, jobs);
    return audit(of);
}

int wm_cmd_audit(int argc, char **argv)
{
    request of = {.path = NULL};
    const char **paths = calloc((size_t)argc + 1, sizeof *paths);
    int result;
    if (paths == NULL)
        return no_memory(&of);
    result = read_and_audit(argc, argv, &of, paths);
    wm_model_close(&of.model);
    free(paths);
    return result;
}

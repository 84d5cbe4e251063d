/* Audits several records in threads, and prints the results in the order of the arguments. */
#include "cli/audit_many.h"

#include "base/status.h"
#include "cli/jobs.h"
#include "cli/record_argument.h"
#include "cli/signature.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "record/tables/exit_status.h"
#include "record/audit/outcome.h"
#include "report/publish/sealed_audit.h"
#include "report/views/audit_text.h"
#include "report/views/plan_origin.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_flag_words.h"
#include "model/model_read.h"
#include "model/tally.h"
#include "report/document/data.h"
#include "report/document/words.h"
#include "report/document/style.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOT_DIGITS = 12 };

/* The sorts of results, in the order of the summary. */
typedef enum sort {
    SORT_VALID,
    SORT_INVALID,
    SORT_BAD_SIGNATURE,
    SORT_OTHER, /* of another format, unfinished, or without its priors */
    SORT_UNSIGNED,
    SORT_TROUBLE,
    SORTS
} sort;

static const struct {
    const char *words; /* in the counts */
    const char *key;
    const char *word; /* before a record; NULL: that of its outcome */
    int exit;
} SORT[SORTS] = {
    [SORT_VALID] = {"valid", "valid", "valid", WM_EXIT_YES},
    [SORT_INVALID] = {"invalid", "invalid", "invalid", WM_EXIT_NO},
    [SORT_BAD_SIGNATURE] = {"with a bad signature", "bad_signature", "bad signed", WM_EXIT_NO},
    [SORT_OTHER] = {"inconclusive", "inconclusive", NULL, WM_EXIT_INCONCLUSIVE},
    [SORT_UNSIGNED] = {"without a signature", "unsigned", "unsigned", WM_EXIT_INCONCLUSIVE},
    [SORT_TROUBLE] = {"could not be checked", "trouble", "trouble", WM_EXIT_TROUBLE},
};

/* The result for one record. */
typedef struct result {
    sort sort;
    wm_status status;
    wm_audit_report report;
    wm_error err;
    wm_signature signature;
    size_t notable;                    /* findings but those of planned faults that were caught */
    size_t caught, missed, not_judged; /* planned faults */
    size_t warnings;                   /* of the producer, before starts of the run */
    wm_buffer failed;                  /* labels of what has a failed check */
    wm_model *model;     /* for programs: its findings and, of a valid record, its plan; or NULL */
    wm_sealed_said said; /* of a sealed document */
} result;

static void free_result(result *of)
{
    if (of != NULL && of->model != NULL)
        wm_model_close(of->model);
    if (of != NULL)
        wm_buffer_clear(&of->failed);
    if (of != NULL)
        free(of->model);
    free(of);
}

/* The state that the threads share, under the lock. */
typedef struct state {
    const wm_audit_many *ask;
    pthread_mutex_t lock;
    result **results;
    size_t next;    /* the next record to audit */
    size_t done;    /* records that are audited */
    size_t printed; /* records whose line is printed */
    size_t counts[SORTS];
    size_t with_findings; /* valid records with more than planned faults that were caught */
    size_t with_failed;   /* of those: with a failed check */
    size_t with_warnings; /* valid records whose producer warned before a start */
    bool is_short;        /* out of memory */
    wm_ticker ticker;
} state;

/* ---- a folder of records --------------------------------------------------------------------- */

/* Whether there is a file in a folder, or in the folder `name` of it. */
static bool has_file(const char *folder, const char *name, const char *file)
{
    char path[4500];
    const int size = snprintf(path, sizeof path, "%s/%s%s", folder, name, file);
    return size > 0 && (size_t)size < sizeof path && access(path, F_OK) == 0;
}

void wm_audit_many_hint(wm_status status, const char *path, wm_error *err)
{
    char word[WM_STYLE_SHELL_WORD];
    const size_t size = strlen(path);
    const struct dirent *entry;
    bool has_record = false;
    DIR *folder;
    if (status != WM_E_OPEN || has_file(path, "", "evidence.jsonl") ||
        has_file(path, "", "manifest.sha256") || (folder = opendir(path)) == NULL)
        return;
    while (!has_record && (entry = readdir(folder)) != NULL)
        has_record = entry->d_name[0] != '.' && has_file(path, entry->d_name, "/evidence.jsonl");
    (void)closedir(folder);
    if (has_record)
        (void)wm_error_set(err, status, NULL,
                           "not a record, but a folder of records; name them as %s%s*",
                           wm_style_shell_word(path, word), path[size - 1] == '/' ? "" : "/");
}

/* ---- one record ------------------------------------------------------------------------------ */

static sort sort_of(const result *of)
{
    switch (wm_outcome_exit(of->status)) {
    case WM_EXIT_YES:
        break;
    case WM_EXIT_NO:
        return SORT_INVALID;
    case WM_EXIT_INCONCLUSIVE:
        return SORT_OTHER;
    default:
        return SORT_TROUBLE;
    }
    switch (of->signature.state) {
    case WM_SIGNATURE_BAD:
        return SORT_BAD_SIGNATURE;
    case WM_SIGNATURE_ABSENT:
        return SORT_UNSIGNED;
    case WM_SIGNATURE_TROUBLE:
        return SORT_TROUBLE;
    case WM_SIGNATURE_GOOD:
    case WM_SIGNATURE_NOT_CHECKED:
        break;
    }
    return SORT_VALID;
}

/* Counts what came of the planned faults of a valid record, and its other findings. */
static void count_findings(const wm_model *model, result *of)
{
    of->notable = wm_tally_notable(model);
    of->caught = wm_planned_faults_count(&model->faults, WM_PLANNED_FAULTS_CAUGHT);
    of->missed = wm_planned_faults_count(&model->faults, WM_PLANNED_FAULTS_MISSED);
    of->not_judged = wm_planned_faults_count(&model->faults, WM_PLANNED_FAULTS_NOT_JUDGED);
    of->warnings = model->sessions.warning_count;
    of->status = wm_tally_failed_checks(model, &of->failed);
}

/* Audits a folder, an evidence.jsonl, or a sealed document. sealed has the members of an unpacked
 * one, whose record is at path; else NULL. */
static void audit_path(const wm_audit_many *ask, const char *path, wm_sealed *sealed, result *of)
{
    const bool is_folder = sealed == NULL && wm_sealed_members_are_in(path);
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    char record[4500];
    options.root = ask->root;
    of->model = calloc(1, sizeof *of->model);
    if (of->model == NULL) {
        of->status = WM_E_NOMEM;
        return;
    }
    if (sealed != NULL)
        of->status = wm_sealed_audit(sealed, &options, of->model, &of->said, &of->err);
    else if (is_folder)
        of->status = wm_sealed_audit_folder(path, &options, of->model, &of->said, &of->err);
    else
        of->status = wm_model_read_findings(path, &options, of->model, &of->err);
    of->report = of->model->report;
    wm_audit_many_hint(of->status, path, &of->err);
    (void)snprintf(record, sizeof record, "%.4400s%s", path, is_folder ? "/anc/record" : "");
    if (of->status == WM_OK)
        of->status = wm_model_read_head(record, of->model);
    if (of->status == WM_OK)
        count_findings(of->model, of);
    if (ask->call->as_json)
        return;
    wm_model_close(of->model);
    free(of->model);
    of->model = NULL;
}

/* Unpacks a record and audits it. */
static void audit_unpacked(const wm_audit_many *ask, const char *path, result *of)
{
    wm_spool spool;
    const wm_status unpacked = wm_jobs_unpack(path, 1, &spool, &of->err);
    of->status = unpacked;
    if (unpacked == WM_OK)
        audit_path(ask, spool.path, spool.is_sealed ? &spool.sealed : NULL, of);
    else
        of->sort = SORT_TROUBLE;
    wm_jobs_pack(&spool, unpacked);
}

static void audit_one(const wm_audit_many *ask, const char *path, result *of)
{
    memset(of, 0, sizeof *of);
    of->report.size = sizeof of->report;
    of->status = WM_OK;
    if (wm_spool_takes(path))
        audit_unpacked(ask, path, of);
    else
        audit_path(ask, path, NULL, of);
    if (of->sort == SORT_TROUBLE)
        return;
    if (of->status == WM_OK && ask->signers != NULL)
        wm_signature_check(ask->signers, ask->signed_by, path, of->report.root, &of->signature);
    of->sort = sort_of(of);
}

/* Why a record could not be checked. */
static const char *trouble_of(const result *of)
{
    if (of->signature.state == WM_SIGNATURE_TROUBLE)
        return of->signature.words;
    return of->err.message[0] != '\0' ? of->err.message : wm_status_text(of->status);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Whether a record says that something went wrong, or was not judged. */
static bool is_notable(const result *of)
{
    return of->notable + of->missed + of->not_judged > 0;
}

static void add_findings(const result *of, wm_words *line)
{
    if (of->notable > 0)
        wm_words_add(line, ", %zu finding%s", of->notable, wm_style_plural(of->notable));
    if (of->missed > 0)
        wm_words_add(line, ", %zu planned fault%s missed", of->missed, wm_style_plural(of->missed));
    if (of->not_judged > 0)
        wm_words_add(line, ", %zu planned fault%s not judged", of->not_judged,
                     wm_style_plural(of->not_judged));
    if (of->caught > 0)
        wm_words_add(line, ", %zu planned fault%s caught", of->caught, wm_style_plural(of->caught));
    if (of->warnings > 0)
        wm_words_add(line, ", %zu warning%s before the run", of->warnings,
                     wm_style_plural(of->warnings));
}

/* Adds the file, the line and the rule that refused a record. */
static void add_refusal(const result *of, wm_words *line)
{
    wm_words_add(line, ": ");
    wm_words_data(line, of->report.failure.file);
    if (of->report.failure.line > 0)
        wm_words_add(line, ":%llu", (unsigned long long)of->report.failure.line);
    wm_words_add(line, ": [%s] ", of->report.failure.tag);
    wm_words_data(line, of->report.failure.words);
}

/* Adds the line of a record. */
static void add_line(const char *path, const result *of, wm_document *to)
{
    const bool is_audited =
        of->sort == SORT_VALID || of->sort == SORT_BAD_SIGNATURE || of->sort == SORT_UNSIGNED;
    const bool is_valid = of->sort == SORT_VALID;
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_add(line, "%-10s  ",
                 is_valid && of->failed.size > 0 ? "failed checks"
                 : SORT[of->sort].word != NULL   ? SORT[of->sort].word
                                                 : wm_outcome_words(of->status));
    if (is_audited)
        wm_words_add(line, "%.*s  ", ROOT_DIGITS, of->report.root);
    wm_words_data(line, path);
    if (is_valid) {
        if (of->failed.size > 0) {
            wm_words_add(line, "  ");
            wm_words_data(line,
                          wm_document_text(to, "%.*s", (int)of->failed.size, of->failed.data));
        }
        add_findings(of, line);
        if (of->signature.state == WM_SIGNATURE_GOOD)
            wm_words_add(line, ", signed by %s", of->signature.signer);
    } else if (is_audited) {
        wm_words_add(line, ": ");
        wm_words_data(line, of->signature.file);
        wm_words_add(line, ": %s", of->signature.words);
    } else if (of->sort == SORT_TROUBLE) {
        wm_words_add(line, ": ");
        wm_words_data(line, trouble_of(of));
    } else {
        add_refusal(of, line);
    }
}

/* What the valid records have beside: `(2 with findings, 1 with warnings)`. */
static void add_of_valid(const state *s, wm_words *line)
{
    const char *comma = s->with_findings > 0 && s->with_warnings > 0 ? ", " : "";
    wm_words_add(line, " (");
    if (s->with_findings > 0)
        wm_words_add(line, "%zu with findings", s->with_findings);
    if (s->with_warnings > 0)
        wm_words_add(line, "%s%zu with warnings", comma, s->with_warnings);
    wm_words_add(line, ")");
}

static void add_counts(const state *s, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_add(line, "%zu record%s:", s->ask->count, wm_style_plural(s->ask->count));
    for (size_t i = 0; i < SORTS; i++) {
        if (i == SORT_VALID || s->counts[i] > 0)
            wm_words_add(line, "%s %zu %s", i == SORT_VALID ? "" : ",", s->counts[i],
                         SORT[i].words);
        if (i == SORT_VALID && s->with_findings + s->with_warnings > 0)
            add_of_valid(s, line);
    }
    if (s->with_failed > 0)
        wm_words_add(line, ", %zu %s failed checks", s->with_failed,
                     s->with_failed == 1 ? "holds" : "hold");
}

/* Prints the lines that are next in the order of the arguments. */
static void print_ready(state *s)
{
    const wm_audit_many *ask = s->ask;
    wm_document to = {.status = WM_OK};
    if (ask->is_summary || ask->call->is_quiet || ask->call->as_json)
        return;
    for (; s->printed < ask->count && s->results[s->printed] != NULL; s->printed++) {
        add_line(ask->paths[s->printed], s->results[s->printed], &to);
        free_result(s->results[s->printed]);
        s->results[s->printed] = NULL;
    }
    if (wm_terminal_print(ask->call, &to) != WM_OK)
        s->is_short = true; /* a line is missing */
}

/* ---- for programs ---------------------------------------------------------------------------- */

/* Adds how the plan compares with this release's, the findings and the planned faults. */
static void add_model(const result *of, wm_document *to)
{
    static const wm_model none;
    const wm_model *model = of->model != NULL ? of->model : &none;
    wm_plan_origin plan = {.words = ""};
    if (of->status == WM_OK)
        wm_document_fail(to,
                         wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &plan));
    wm_data_word(to, "plan", plan.words);
    wm_audit_text_findings(model, to);
    wm_audit_text_faults(&model->faults, to);
    wm_warnings_export(model, to);
    wm_wrapped_flag_words_export_counts("wrapped_flags", &model->wrapped_flags, to);
}

static void add_record(const state *s, size_t index, wm_document *to)
{
    const result *of = s->results[index];
    wm_data_object(to, NULL);
    wm_data_text(to, "record", s->ask->paths[index]);
    wm_data_text(to, "status", wm_signature_outcome(&of->signature, of->status));
    wm_data_word(to, "root", of->report.root);
    wm_data_word(to, "format", of->report.format);
    wm_data_count(to, "nodes", of->report.nodes);
    wm_data_count(to, "claims", of->report.claims);
    wm_data_count(to, "bytes", of->report.size_bytes);
    wm_audit_text_checkers_export(&of->report, to);
    wm_sealed_audit_data(&of->said, to);
    add_model(of, to);
    if (of->sort == SORT_TROUBLE)
        wm_data_text(to, "error", trouble_of(of));
    wm_audit_text_failure(&of->report, to);
    if (s->ask->signers != NULL)
        wm_signature_add(to, &of->signature);
    wm_data_end_object(to);
}

/* The worst exit status of all records. */
static int worst_of(const state *s)
{
    static const int order[] = {WM_EXIT_NO, WM_EXIT_TROUBLE, WM_EXIT_INCONCLUSIVE};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        for (size_t at = 0; at < SORTS; at++)
            if (SORT[at].exit == order[i] && s->counts[at] > 0)
                return order[i];
    return WM_EXIT_YES;
}

static bool has_strict_findings(const state *s)
{
    return s->ask->is_strict && s->with_findings > 0;
}

static void add_data(const state *s, wm_document *to)
{
    static const char *const words[] = {"valid", "invalid", "trouble", "inconclusive"};
    const int worst = worst_of(s);
    wm_data_begin(to, "audit",
                  worst != WM_EXIT_NO && has_strict_findings(s) ? "findings" : words[worst]);
    wm_data_object(to, "counts");
    wm_data_count(to, "records", s->ask->count);
    for (size_t i = 0; i < SORTS; i++)
        wm_data_count(to, SORT[i].key, s->counts[i]);
    wm_data_count(to, "valid_with_findings", s->with_findings);
    wm_data_count(to, "valid_with_failed_checks", s->with_failed);
    wm_data_count(to, "valid_with_warnings", s->with_warnings);
    wm_data_end_object(to);
    wm_data_list(to, "records");
    for (size_t i = 0; i < s->ask->count; i++)
        if (s->results[i] != NULL)
            add_record(s, i, to);
    wm_data_end_list(to);
}

/* Says on stderr which records could not be checked; the object has the same words. */
static void say_trouble(const state *s)
{
    wm_call plain = *s->ask->call;
    plain.as_json = false;
    for (size_t i = 0; i < s->ask->count; i++)
        if (s->results[i] != NULL && s->results[i]->sort == SORT_TROUBLE)
            (void)wm_trouble_say(&plain, s->ask->paths[i], trouble_of(s->results[i]));
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Whether a result is counted alone. A summary names what is not valid and what has findings; -q
 * names the failed checks. */
static bool is_hidden(const state *s, const result *of)
{
    if (of->sort == SORT_VALID && of->failed.size > 0)
        return false;
    return s->ask->is_summary ? of->sort == SORT_VALID && !is_notable(of)
                              : s->ask->call->is_quiet && !s->ask->call->as_json;
}

/* Takes a result, under the lock. */
static void take(state *s, size_t index, result *of)
{
    s->done++;
    if (of == NULL) {
        s->is_short = true;
        return;
    }
    s->counts[of->sort]++;
    s->with_findings += of->sort == SORT_VALID && is_notable(of);
    s->with_failed += of->sort == SORT_VALID && of->failed.size > 0;
    s->with_warnings += of->sort == SORT_VALID && of->warnings > 0;
    if (is_hidden(s, of))
        free_result(of);
    else
        s->results[index] = of;
    print_ready(s);
    wm_ticker_tell(&s->ticker, "%zu of %zu records", s->done, s->ask->count);
}

static void *work(void *context)
{
    state *s = context;
    (void)pthread_mutex_lock(&s->lock);
    while (s->next < s->ask->count && !s->is_short) {
        const size_t index = s->next++;
        result *of;
        (void)pthread_mutex_unlock(&s->lock);
        of = malloc(sizeof *of);
        if (of != NULL)
            audit_one(s->ask, s->ask->paths[index], of);
        (void)pthread_mutex_lock(&s->lock);
        take(s, index, of);
    }
    (void)pthread_mutex_unlock(&s->lock);
    return NULL;
}

static int answer_of(const state *s)
{
    const int answer = has_strict_findings(s) ? WM_EXIT_NO : worst_of(s);
    const bool has_lines = !s->ask->call->as_json && (s->ask->is_summary || s->ask->call->is_quiet);
    wm_document to = {.status = s->is_short ? WM_E_NOMEM : WM_OK};
    if (s->ask->call->as_json)
        add_data(s, &to);
    add_counts(s, &to); /* behind the lines; with -q alone */
    for (size_t i = 0; has_lines && i < s->ask->count; i++)
        if (s->results[i] != NULL)
            add_line(s->ask->paths[i], s->results[i], &to);
    if (wm_terminal_print(s->ask->call, &to) != WM_OK)
        return wm_trouble_say(s->ask->call, "", wm_status_text(WM_E_NOMEM));
    if (s->ask->call->as_json)
        say_trouble(s);
    return wm_terminal_finish(stdout, "audit") ? answer : WM_EXIT_TROUBLE;
}

int wm_audit_many_run(const wm_audit_many *ask)
{
    state s = {.ask = ask, .lock = PTHREAD_MUTEX_INITIALIZER};
    int answer;
    s.results = calloc(ask->count, sizeof *s.results);
    if (s.results == NULL)
        return wm_trouble_say(ask->call, "", wm_status_text(WM_E_NOMEM));
    wm_record_argument_guard();
    /* Lines on a terminal and a redrawn one would disturb each other. */
    wm_ticker_open(&s.ticker, ask->call->as_json || (!ask->is_summary && !ask->call->is_quiet &&
                                                     isatty(STDOUT_FILENO) == 1));
    wm_jobs_run(wm_jobs_count(ask->jobs, ask->count), work, &s);
    wm_ticker_close(&s.ticker);
    answer = answer_of(&s);
    for (size_t i = 0; i < ask->count; i++)
        free_result(s.results[i]);
    free(s.results);
    return answer;
}

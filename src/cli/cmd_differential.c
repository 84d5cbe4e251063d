/* `witnessmark differential`: seals a record that compares existing records. */
#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/run_verdict.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/views/links_alone.h"
#include "report/views/overview.h"

#include "study/life/differential.h"

#include <stdio.h>
#include <string.h>

/* The command line. */
typedef struct {
    const char *records[WM_TABLES_CONTINUES]; /* as given */
    const char *paths[WM_TABLES_CONTINUES];   /* their folders */
    size_t record_count;
    const char *path; /* -o */
} request;

static int read_arguments(wm_call *call, request *ask)
{
    const wm_argument table[] = {
        {.name = "--output", .value = &ask->path},
        {.name = "RECORD",
         .value = ask->records,
         .count = &ask->record_count,
         .most = WM_TABLES_CONTINUES,
         .is_needed = true},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask->record_count < 2)
        return wm_trouble_say(call, "RECORD", "needs 2 to 8 records");
    if (ask->path == NULL || ask->path[0] == '\0')
        return wm_trouble_say(call, "-o", "needs the path of the new record");
    return WM_EXIT_YES;
}

/* ---- the result ---- */

/* The text of a claim about a prior, numbered from 1; NULL if there is none. */
static const char *text_of(const wm_model *model, size_t prior, const char *quantity)
{
    char name[WM_SUBJECT_NAME_SIZE];
    const wm_claim *claim;
    (void)snprintf(name, sizeof name, "prior.%zu.%s", prior, quantity);
    claim = wm_claims_named(&model->claims, name);
    return claim != NULL ? claim->text : NULL;
}

static const char *const COUNTS[] = {"links",     "identical",      "within_rounding",
                                     "different", "not_comparable", "evidence_preserving"};

enum { COUNTED = sizeof COUNTS / sizeof COUNTS[0] };

static int exit_of(const wm_model *model, const wm_links_alone *items)
{
    return wm_run_verdict_worse(wm_run_verdict_differential(model),
                                items->count > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES);
}

/* What the producer of each record warned of before a start of its run. */
static void add_warnings(const request *ask, const wm_model *model, wm_document *to)
{
    wm_data_list(to, "warnings");
    for (size_t i = 0; i < ask->record_count; i++) {
        const wm_model *prior;
        const wm_status status = wm_model_read_kept(model, i, &prior, NULL);
        wm_document_fail(to, status);
        for (size_t j = 0; status == WM_OK && j < prior->sessions.warning_count; j++) {
            wm_data_object(to, NULL);
            wm_data_text(to, "record", ask->records[i]);
            wm_data_count(to, "session", prior->sessions.warning[j].session);
            wm_data_text(to, "text", prior->sessions.warning[j].text);
            wm_data_end_object(to);
        }
    }
    wm_data_end_list(to);
}

static void add_data(const request *ask, const wm_model *model, const wm_links_alone *items,
                     wm_document *to)
{
    static const char *const words[] = {[WM_EXIT_YES] = "same",
                                        [WM_EXIT_NO] = "different",
                                        [WM_EXIT_INCONCLUSIVE] = "not comparable"};
    wm_data_begin(to, "differential", words[exit_of(model, items)]);
    wm_data_text(to, "record", ask->path);
    wm_data_text(to, "root", model->report.root);
    wm_data_count(to, "findings", model->report.findings);
    wm_data_count(to, "only_in_first", items->count);
    add_warnings(ask, model, to);
    wm_data_list(to, "compared");
    for (size_t prior = 2; prior <= ask->record_count; prior++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "record", ask->records[prior - 1]);
        wm_data_count(to, "prior", prior);
        for (size_t i = 0; i < COUNTED; i++) {
            const char *text = text_of(model, prior, COUNTS[i]);
            wm_data_text(to, COUNTS[i], text != NULL ? text : "");
        }
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

/* Adds the counts of the links to a prior on one line. */
static void add_against(const request *ask, const wm_model *model, size_t prior, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_data(line, ask->records[0]);
    wm_words_add(line, " against ");
    wm_words_data(line, ask->records[prior - 1]);
    for (size_t i = 1; i + 1 < COUNTED; i++) {
        const char *text = text_of(model, prior, COUNTS[i]);
        char words[32];
        (void)snprintf(words, sizeof words, "%s", COUNTS[i]);
        for (char *at = words; *at != '\0'; at++)
            *at = *at == '_' ? ' ' : *at;
        wm_words_add(line, "%s %s %s", i > 1 ? "," : ":", text != NULL ? text : "no", words);
    }
}

/* Adds the counts of each link, then the tables of the new record. */
static void add_words(const request *ask, wm_model *model, wm_document *to)
{
    const wm_view view = {.is_quiet = false};
    for (size_t prior = 2; prior <= ask->record_count; prior++)
        add_against(ask, model, prior, to);
    wm_words_gap(to, WM_GAP_PART);
    wm_overview_add(model, NULL, &view, to);
    wm_words_gap(to, WM_GAP_PART);
    wm_words_data(wm_words_new(to), ask->path);
}

static int report(const wm_call *call, const request *ask)
{
    wm_document to = {.status = WM_OK};
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    wm_status status = wm_model_read(ask->path, NULL, &model, &err);
    wm_links_alone items = {.count = 0};
    int answer;
    if (status == WM_OK)
        status = wm_links_alone_find(&model, &items, &err);
    if (status == WM_OK && call->as_json)
        add_data(ask, &model, &items, &to);
    else if (status == WM_OK)
        add_words(ask, &model, &to);
    answer = status == WM_OK ? wm_trouble_answer(call, &to, exit_of(&model, &items))
                             : wm_trouble_error(call, status, &err);
    wm_model_close(&model);
    return answer;
}

int wm_cmd_differential(wm_call *call)
{
    request ask = {.path = NULL};
    wm_error err = {WM_OK, "", ""};
    char root[WM_ID_SIZE];
    wm_differential differential;
    wm_status status;
    int answer = read_arguments(call, &ask);
    for (size_t i = 0; i < ask.record_count && answer == WM_EXIT_YES; i++)
        answer = wm_record_argument_audit(call, ask.records[i], &ask.paths[i]);
    if (answer != WM_EXIT_YES)
        return answer;
    differential = (wm_differential){ask.paths, ask.records, ask.record_count, ask.path};
    status = wm_differential_seal(&differential, root, &err);
    return status == WM_OK ? report(call, &ask) : wm_trouble_error(call, status, &err);
}

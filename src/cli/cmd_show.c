/* `witnessmark show`: prints a record, an item or a claim in any form. */
#include "base/code_point.h"
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/views/claim_trace.h"
#include "report/views/environment_table.h"
#include "report/views/export.h"
#include "report/views/figures.h"
#include "report/views/item_card.h"
#include "report/views/listing.h"
#include "report/views/overview.h"
#include "report/views/quotation.h"
#include "report/views/summary.h"
#include "report/views/withheld.h"
#include "report/views/wrapped_view.h"

#include "base/near_words.h"
#include "base/status.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command line. */
typedef struct request {
    const char *path;
    const char *facts; /* --facts; NULL: not given */
    const char *name;  /* name of a claim or the beginning of an id; NULL: the whole record */
    bool claims;
    bool data;                    /* of the figure */
    const wm_figures_row *figure; /* NULL: none was asked for */
    wm_printer *printer;
    wm_view view;
    wm_record_argument record;
    char evidence[4500], unpack[16500]; /* for commands to copy */
} request;

/* Whether the name asks for the environment. No claim can have it: names of claims have a dot. */
static bool is_environment(const request *ask)
{
    return ask->name != NULL && strcmp(ask->name, "environment") == 0;
}

/* What was unpacked has another path than the user wrote. */
static int complain(const wm_call *call, const request *ask, wm_status status, wm_error *err)
{
    if (ask->record.path != ask->record.given && err->place[0] != '\0')
        (void)wm_error_place(err, status, "%s", ask->record.given);
    return wm_trouble_error(call, status, err);
}

/* Finds the record, and how commands to copy name it. */
static int open_record(const wm_call *call, request *ask)
{
    const int answer = wm_record_argument_open(call, ask->path, &ask->record);
    if (answer != WM_EXIT_YES || ask->record.path == ask->record.given)
        return answer;
    ask->view.evidence = wm_record_argument_shown(&ask->record, "evidence.jsonl", ask->evidence);
    if (ask->record.inside != NULL)
        ask->view.unpack = wm_record_argument_unpack(&ask->record, ask->unpack);
    return WM_EXIT_YES;
}

/* Takes the form of a figure, and refuses what has no figure. */
static int read_figure(wm_call *call, request *ask)
{
    const char *form = call->form != NULL ? call->form->name : "";
    const bool is_picture = call->form == NULL || ask->printer == wm_print_latex;
    if (ask->claims || ask->view.all_transcripts)
        return wm_trouble_say(call, ask->claims ? "--claims" : "--transcripts",
                              "cannot be given with --figure");
    if (ask->data && ask->printer != wm_print_csv && !call->as_json && call->form != NULL)
        return wm_trouble_say(call, form, "cannot be given with --data");
    if (!ask->data && !is_picture)
        return wm_trouble_say(call, form, "a figure has no such form; --data has --csv and --json");
    if (call->form == NULL)
        ask->printer = ask->data ? wm_print_csv : wm_print_svg;
    return WM_EXIT_YES;
}

static int read_arguments(wm_call *call, request *ask)
{
    unsigned figure = UINT_MAX;
    const wm_argument table[] = {
        {.name = "--claims", .flag = &ask->claims},
        {.name = "--facts", .value = &ask->facts},
        {.name = "--figure", .number = &figure},
        {.name = "--data", .flag = &ask->data},
        {.name = "--transcripts", .flag = &ask->view.all_transcripts},
        {.name = "RECORD", .value = &ask->path, .is_needed = true},
        {.name = "NAME", .value = &ask->name},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    const bool is_csv = call->form != NULL && call->form->printer == wm_print_csv;
    const char *other = is_csv && !is_environment(ask) ? "--csv"
                        : ask->claims                  ? "--claims"
                        : ask->view.all_transcripts    ? "--transcripts"
                                                       : NULL;
    if (answer != WM_EXIT_YES)
        return answer;
    if (call->form_count > 1)
        return wm_trouble_say(
            call, "", "choose one of --json, --markdown, --html, --csv, --latex and --bibtex");
    if (ask->facts != NULL && (ask->name != NULL || ask->claims || call->form != NULL ||
                               figure != UINT_MAX || ask->view.all_transcripts))
        return wm_trouble_say(call, "--facts", "is given alone, without NAME and another form");
    if (ask->facts != NULL && strcmp(ask->facts, "-") == 0 && strcmp(ask->path, "-") == 0)
        return wm_trouble_say(call, "--facts", "the record is on the standard input; name a file");
    if (call->is_quiet && ask->view.all_transcripts)
        return wm_trouble_say(call, "", "choose one of -v and -q");
    if (figure == UINT_MAX && ask->data)
        return wm_trouble_say(call, "--data", "needs --figure");
    ask->figure = figure != UINT_MAX ? &wm_figures_table[figure] : NULL;
    if (ask->figure == NULL && ask->name != NULL && other != NULL)
        return wm_trouble_say(call, other, "cannot be given with NAME");
    if (ask->claims && call->form != NULL && call->form->printer == wm_print_bibtex)
        return wm_trouble_say(call, "", "choose one of --claims and --bibtex");
    ask->view.is_quiet = call->is_quiet;
    /* programs get every repeat of an item */
    ask->view.is_verbose = call->is_verbose || ask->view.all_transcripts || call->as_json;
    ask->printer = call->form != NULL ? call->form->printer : wm_print_terminal;
    return ask->figure != NULL ? read_figure(call, ask) : WM_EXIT_YES;
}

/* The claim whose name is nearest to the name asked for, or NULL. */
static const char *nearest_claim(const request *ask, const wm_model *model)
{
    const char **names = calloc(model->claims.count + 1, sizeof *names);
    const char *best = NULL;
    for (size_t i = 0; names != NULL && i < model->claims.count; i++)
        names[i] = model->claims.claim[i].name;
    if (names != NULL)
        best = wm_near_words_best(ask->name, names, model->claims.count);
    free(names);
    return best;
}

/* Explains an unknown name: it may be mistyped, or an id that is too short. */
static void hint(const request *ask, const wm_model *model, wm_error *err)
{
    const size_t size = strlen(ask->name);
    const char *near = nearest_claim(ask, model);
    (void)wm_error_set(err, WM_E_NOTFOUND, model->path,
                       "no claim '%.*s'%s%.90s%s; --claims "
                       "lists all claims",
                       WM_FIT(ask->name, 90), near != NULL ? " (did you mean '" : "",
                       near != NULL ? near : "", near != NULL ? "'?)" : "");
    if (size < 8 && strspn(ask->name, "0123456789abcdef") == size)
        (void)wm_error_set(err, WM_E_NOTFOUND, model->path,
                           "no claim '%s'; an id needs at least 8 digits", ask->name);
}

/* Prints the answer on stdout, and what else is to be said on stderr in the same form. */
static int answer(const wm_call *call, const request *ask, wm_document *to, wm_document *remarks)
{
    wm_error err = {WM_OK, "", ""};
    wm_paper paper = wm_terminal_paper(stdout, call->is_coloured);
    wm_status status = remarks->status;
    if (status == WM_OK)
        status = ask->printer(to, &paper, stdout);
    if (status == WM_OK && ask->printer == wm_print_markdown) {
        status = wm_print_markdown(remarks, &paper, stderr);
    } else if (status == WM_OK) {
        paper.width = ask->printer == wm_print_csv ? INT_MAX : paper.width;
        status = wm_print_terminal(remarks, &paper, stderr);
    }
    wm_document_clear(to);
    wm_document_clear(remarks);
    return status == WM_OK ? WM_EXIT_YES : complain(call, ask, status, &err);
}

/* The claim on a line; NULL: it has none. */
static const wm_claim *claim_on(const wm_model *model, uint32_t line)
{
    for (size_t i = 0; i < model->claims.count; i++)
        if (model->claims.claim[i].line == line)
            return &model->claims.claim[i];
    return NULL;
}

/* Adds a claim with its context, in a form to paste. A bibliography has the record too. */
static wm_status add_quotation(const request *ask, wm_model *model, const wm_claim *claim,
                               wm_document *to, wm_error *err)
{
    if (ask->printer == wm_print_bibtex)
        wm_quotation_add_entry(model, claim, to);
    else if (claim == NULL)
        return wm_error_set(err, WM_E_ARG, model->path,
                            "'%.*s' is no claim and no item; only these have this form",
                            WM_FIT(ask->name, 90));
    return wm_quotation_add(model, claim, to, err);
}

/* Adds an item: its card, or in a bibliography its rate. */
static wm_status add_item(const request *ask, wm_model *model, const wm_model_item *item,
                          wm_document *to, wm_error *err)
{
    if (ask->printer == wm_print_bibtex)
        return add_quotation(ask, model, item->claims.claim, to, err);
    return wm_item_card_add(model, item, &ask->view, to, err);
}

/* Whether the answer about a node is the node with its inputs, not a line to paste. */
static bool is_traced(const wm_call *call, const request *ask)
{
    return ask->printer == wm_print_terminal || ask->printer == wm_print_html || call->as_json;
}

/* Adds what the name names: the environment, an item, or one node with its inputs. */
static wm_status add_named(const wm_call *call, const request *ask, wm_model *model,
                           wm_document *to, wm_error *err)
{
    const wm_model_item *item = wm_model_item_named(model, ask->name);
    uint32_t line = 1; /* has the environment */
    wm_status status = WM_OK;
    if (item != NULL)
        return add_item(ask, model, item, to, err);
    if (is_environment(ask) && !call->as_json && ask->printer != wm_print_bibtex)
        return wm_environment_table_add(model, to, err);
    if (!is_environment(ask))
        status = wm_reader_resolve(model->reader, ask->name, &line, err);
    if (status == WM_E_NOTFOUND)
        hint(ask, model, err);
    if (status != WM_OK)
        return status;
    return is_traced(call, ask) ? wm_claim_trace_add(model, line, &ask->view, to, err)
                                : add_quotation(ask, model, claim_on(model, line), to, err);
}

static int show_name(const wm_call *call, const request *ask, wm_model *model)
{
    wm_document to = {.status = WM_OK}, remarks = {.status = WM_OK};
    wm_error err = {WM_OK, "", ""};
    const wm_status status = add_named(call, ask, model, &to, &err);
    if (status != WM_OK) {
        wm_document_clear(&to);
        return complain(call, ask, status, &err);
    }
    if (!is_environment(ask) && wm_model_item_named(model, ask->name) == NULL &&
        is_traced(call, ask))
        wm_overview_findings(model, false, &remarks);
    return answer(call, ask, &to, &remarks);
}

/* Fills the answer in the form that was asked for; wrapped is NULL of another record. */
static void fill(const wm_call *call, const request *ask, wm_model *model,
                 const wm_wrapped *wrapped, wm_document *to)
{
    const wm_run_verdict_fault not_known = {WM_FAULT_NONE, NULL};
    wm_run_verdict verdict = wm_run_verdict_make(model, ask->path, not_known);
    verdict.wrapped = wrapped;
    if (call->as_json && ask->claims)
        wm_export_claims(model, to);
    else if (call->as_json)
        wm_export_record(model, wrapped, to);
    else if (ask->printer == wm_print_bibtex)
        wm_quotation_add_entry(model, NULL, to);
    else if (ask->claims && ask->printer == wm_print_csv)
        wm_listing_rows(model, to);
    else if (ask->claims)
        wm_listing_claims(model, to);
    else if (ask->printer == wm_print_csv && wrapped != NULL)
        wm_wrapped_view_add_rows(model, wrapped, to);
    else if (ask->printer == wm_print_csv)
        wm_listing_items(model, to);
    else if (ask->printer != wm_print_terminal) /* all tables, where text has few lines */
        wm_overview_add(model, wrapped, &ask->view, to);
    else
        wm_summary_add(&verdict, true, &ask->view, to);
}

static int show_record(const wm_call *call, const request *ask, wm_model *model)
{
    wm_document to = {.status = WM_OK}, remarks = {.status = WM_OK};
    wm_wrapped wrapped;
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_wrapped_read(model, &wrapped, &err);
    int result;
    if (status == WM_OK) {
        fill(call, ask, model, wrapped.repeats > 0 ? &wrapped : NULL, &to);
        if (!call->as_json && (ask->claims || ask->printer == wm_print_csv)) {
            wm_overview_findings(model, true, &remarks);
            if (wrapped.repeats > 0)
                wm_wrapped_view_add_warnings(model, &wrapped, &remarks);
        }
        result = answer(call, ask, &to, &remarks);
    } else {
        result = complain(call, ask, status, &err);
    }
    wm_wrapped_clear(&wrapped);
    return result;
}

/* Prints a figure, of the item that is named or of the record. */
static int show_figure(const wm_call *call, const request *ask, wm_model *model)
{
    wm_document to = {.status = WM_OK}, remarks = {.status = WM_OK};
    wm_error err = {WM_OK, "", ""};
    wm_figures_call of = {.model = model, .to = &to, .err = &err};
    wm_status status = WM_OK;
    if (ask->name != NULL)
        of.item = wm_model_item_named(model, ask->name);
    if (ask->name != NULL && of.item == NULL)
        status =
            wm_error_set(&err, WM_E_NOTFOUND, model->path, "no item '%.*s'", WM_FIT(ask->name, 90));
    if (status == WM_OK)
        status = wm_figures_add(ask->figure, &of, ask->data);
    if (status == WM_OK)
        return answer(call, ask, &to, &remarks);
    wm_document_clear(&to);
    return complain(call, ask, status, &err);
}

/* Reads the lines of --facts. */
static wm_status read_facts(const request *ask, wm_commitments *lines, wm_error *err)
{
    const wm_input input = {ask->facts,
                            true,
                            "",
                            "cannot be read: ",
                            WM_COMMITMENTS_BYTES,
                            "larger than 1 MiB, the limit for facts"};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = wm_input_read(&input, &text, err);
    if (status == WM_OK)
        status = wm_commitments_read(lines, text.data, text.size, wm_input_name(&input), err);
    wm_buffer_clear(&text);
    return status;
}

/* Prints the withheld facts, with the values that the lines of --facts show. */
static int show_facts(const wm_call *call, const request *ask, wm_model *model)
{
    wm_document to = {.status = WM_OK}, remarks = {.status = WM_OK};
    wm_error err = {WM_OK, "", ""};
    wm_commitments lines = {.count = 0};
    size_t unfit = 0;
    int result;
    wm_status status = read_facts(ask, &lines, &err);
    if (status == WM_OK)
        status = wm_withheld_add(model, &lines, ask->facts, &to, &unfit, &err);
    wm_commitments_clear(&lines);
    if (status != WM_OK) {
        wm_document_clear(&to);
        return wm_trouble_error(call, status, &err);
    }
    result = answer(call, ask, &to, &remarks);
    return result == WM_EXIT_YES && unfit > 0 ? WM_EXIT_NO : result;
}

int wm_cmd_show(wm_call *call)
{
    request ask = {0};
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    int result = read_arguments(call, &ask);
    wm_status status;
    if (result == WM_EXIT_YES)
        result = open_record(call, &ask);
    if (result != WM_EXIT_YES)
        return result;
    status = wm_model_read(ask.record.path, NULL, &model, &err);
    if (status != WM_OK)
        result = wm_trouble_record(call, ask.path, status, &model.report, &err, stderr);
    else if (ask.facts != NULL)
        result = show_facts(call, &ask, &model);
    else if (ask.figure != NULL)
        result = show_figure(call, &ask, &model);
    else
        result = ask.name != NULL ? show_name(call, &ask, &model) : show_record(call, &ask, &model);
    wm_model_close(&model);
    return wm_terminal_finish(stdout, "show") ? result : WM_EXIT_TROUBLE;
}

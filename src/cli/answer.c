/* Says how a run ended. */
#include "cli/answer.h"

#include "cli/command.h"
#include "cli/overview.h"
#include "cli/planned.h"
#include "cli/results.h"
#include "cli/style.h"

#include "base/status.h"
#include "evidence/node.h"

#include <stdio.h>
#include <string.h>

static const char SCHEMA[] = "witnessmark-run/1";

/* How the findings of a record count. */
typedef struct {
    size_t wrong;   /* a check failed, a planned fault was missed, or --inject made one */
    size_t unknown; /* something could not be run or checked */
    size_t caught;  /* a fault that the plan itself has was rejected, as it should be */
} tally;

/* The item that a claim is about, or NULL. */
static const wm_results_item *item_of(const wm_results *results, const char *claim)
{
    for (size_t i = 0; i < results->item_count; i++)
        if (wm_planned_is_about(&results->item[i].item, claim))
            return &results->item[i];
    return NULL;
}

static tally count_findings(const wm_run_request *ask, const wm_results *results)
{
    const bool is_planned = ask->fault.kind == WM_FAULT_NONE;
    tally t = {0, 0, 0};
    size_t faults = 0;
    for (size_t i = 0; i < results->item_count; i++)
        faults += results->item[i].item.fault.kind != WM_FAULT_NONE;
    for (size_t i = 0; i < results->finding_count; i++) {
        const wm_results_finding *finding = &results->finding[i];
        const wm_results_item *item = item_of(results, finding->claim);
        const bool is_transcript =
            strcmp(finding->claim + strlen(finding->claim) - 10, "transcript") == 0;
        if (strcmp(finding->text, "n/a") == 0)
            t.unknown++;
        else if (!is_planned || item == NULL ||
                 !wm_planned_is_caught(&item->item, finding->claim, finding->text))
            t.wrong++;
        else if (is_transcript)
            t.caught++;
        if (is_transcript && item != NULL && item->item.fault.kind != WM_FAULT_NONE)
            faults--;
    }
    t.wrong += faults; /* those that no transcript says anything against */
    return t;
}

/* Ends an object that was begun, and prints it with a newline. */
static void print_object(wm_node *node)
{
    if (wm_node_finish(node) == WM_OK)
        printf("%.*s\n", (int)node->text.size, node->text.data);
    else
        fputs("witnessmark run: out of memory\n", stderr);
    wm_node_clear(node);
}

static void print_json(const wm_run_request *ask, const wm_results *results, const char *root,
                       const tally *t)
{
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", SCHEMA);
    wm_node_text(&node, "status", t->wrong > 0 ? "fail" : t->unknown > 0 ? "inconclusive" : "pass");
    wm_node_text(&node, "record", ask->path);
    wm_node_text(&node, "root", root);
    wm_node_count(&node, "items", results->item_count);
    wm_node_count(&node, "faults_caught", t->caught);
    wm_node_count(&node, "claims", results->claims.count);
    wm_node_open_array(&node, "findings");
    for (size_t i = 0; i < results->finding_count; i++) {
        wm_node_open_object(&node, NULL);
        wm_node_text(&node, "claim", results->finding[i].claim);
        wm_node_text(&node, "text", results->finding[i].text);
        wm_node_close_object(&node);
    }
    wm_node_close_array(&node);
    print_object(&node);
}

static void print_verdict(const wm_run_request *ask, const wm_results *results, const tally *t)
{
    const wm_emphasis emphasis = t->wrong > 0     ? WM_EMPHASIS_BAD
                                 : t->unknown > 0 ? WM_EMPHASIS_ODD
                                                  : WM_EMPHASIS_GOOD;
    fputs(wm_style_on(emphasis, ask->is_coloured), stdout);
    if (t->wrong > 0)
        fputs("FAIL", stdout);
    else if (t->unknown > 0)
        fputs("INCONCLUSIVE", stdout);
    else
        fputs("PASS", stdout);
    fputs(wm_style_off(emphasis, ask->is_coloured), stdout);
    if (t->wrong + t->unknown == 0)
        printf(": all outputs of %zu items passed their checks", results->item_count - t->caught);
    else
        printf(": %zu finding%s against %zu item%s, listed below", t->wrong + t->unknown,
               t->wrong + t->unknown == 1 ? "" : "s", results->item_count,
               results->item_count == 1 ? "" : "s");
    if (t->caught > 0)
        printf("; %zu planned fault%s caught", t->caught, t->caught == 1 ? " was" : "s were");
    putchar('\n');
}

static wm_status print_record(const wm_run_request *ask, wm_results *results, const tally *t)
{
    const wm_results_form form = {.table = WM_TABLE_PLAIN, .is_coloured = ask->is_coloured};
    wm_status status;
    print_verdict(ask, results, t);
    putchar('\n');
    status = wm_overview_print(results, &form, stdout);
    printf("\nnext: witnessmark audit %s\n%s\n", ask->path, ask->path);
    return status;
}

int wm_answer_record(const wm_run_request *ask, const char *root)
{
    wm_results results;
    wm_error err = {WM_OK, "", ""};
    tally t = {0, 0, 0};
    wm_status status = wm_results_open(ask->path, &results, &err);
    int answer = WM_EXIT_TROUBLE;
    if (status != WM_OK) {
        (void)wm_error_set(&err, status, ask->path,
                           "was sealed, but does not pass its audit: %.200s",
                           results.report.failure.tag[0] != '\0' ? results.report.failure.words
                                                                 : wm_status_text(status));
        answer = wm_answer_trouble(ask, status, &err, NULL);
    } else {
        t = count_findings(ask, &results);
        answer = t.wrong > 0 ? WM_EXIT_NO : t.unknown > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
        if (ask->as_json)
            print_json(ask, &results, root, &t);
        else if (print_record(ask, &results, &t) != WM_OK)
            answer = WM_EXIT_TROUBLE;
    }
    wm_results_close(&results);
    return wm_style_finish(stdout, "run") ? answer : WM_EXIT_TROUBLE;
}

int wm_answer_interrupted(const wm_run_request *ask, const char *partial, int signal_number)
{
    if (ask->as_json) {
        wm_node node = WM_NODE_EMPTY;
        wm_node_begin_object(&node);
        wm_node_text(&node, "schema", SCHEMA);
        wm_node_text(&node, "status", "interrupted");
        if (partial != NULL)
            wm_node_text(&node, "partial", partial);
        print_object(&node);
    }
    fprintf(stderr, "witnessmark run: interrupted by signal %d", signal_number);
    if (partial != NULL)
        fprintf(stderr,
                "; what was measured is saved in %s\n"
                "go on with the same options and: witnessmark run --resume -o %s\n",
                partial, ask->path);
    else
        fputs(" before anything was measured\n", stderr);
    (void)wm_style_finish(stdout, "run");
    return WM_EXIT_SIGNAL + signal_number;
}

int wm_answer_trouble(const wm_run_request *ask, wm_status status, const wm_error *err,
                      const char *partial)
{
    const char *words = err->message[0] != '\0' ? err->message : wm_status_text(status);
    if (ask->as_json) {
        wm_node node = WM_NODE_EMPTY;
        wm_node_begin_object(&node);
        wm_node_text(&node, "schema", SCHEMA);
        wm_node_text(&node, "status", "trouble");
        wm_node_text(&node, "error", words);
        print_object(&node);
    }
    fprintf(stderr, "witnessmark run: %s%s%s\n", err->place, err->place[0] != '\0' ? ": " : "",
            words);
    if (partial != NULL)
        fprintf(stderr, "what was measured is saved in %s; --resume goes on from there\n", partial);
    (void)wm_style_finish(stdout, "run");
    return WM_EXIT_TROUBLE;
}

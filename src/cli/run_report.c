/* Says how a run ended. */
#include "cli/run_report.h"

#include "cli/command.h"
#include "report/export.h"
#include "report/overview.h"
#include "report/results.h"
#include "cli/terminal.h"
#include "report/style.h"
#include "report/tally.h"
#include "cli/trouble.h"

#include "base/status.h"
#include "record/node.h"

#include <stdio.h>
#include <string.h>

static const char SCHEMA[] = "witnessmark-run/1";

/* What the run comes to: a fault that --inject made is a no, even where it was caught. */
static int exit_of(const wm_run_options *ask, const wm_tally *t)
{
    const bool is_asked = ask->fault.kind != WM_FAULT_NONE;
    if (t->wrong + t->missed > 0 || (is_asked && t->caught > 0))
        return WM_EXIT_NO;
    return t->unknown > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
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

static void add_missed(wm_node *node, wm_results *results)
{
    wm_node_open_array(node, "faults_missed");
    for (size_t i = 0; i < results->item_count; i++)
        if (wm_tally_judge(results, &results->item[i]).fault == WM_TALLY_MISSED)
            wm_node_text(node, NULL, results->item[i].label);
    wm_node_close_array(node);
}

static void add_findings(wm_node *node, wm_results *results)
{
    wm_node_open_array(node, "findings");
    for (size_t i = 0; i < results->finding_count; i++)
        wm_export_finding(node, results, &results->finding[i]);
    wm_node_close_array(node);
}

static void print_json(const wm_run_options *ask, wm_results *results, const char *root,
                       const wm_tally *t)
{
    static const char *const words[] = {"pass", "fail", "", "inconclusive"}; /* by exit status */
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", SCHEMA);
    wm_node_text(&node, "status", words[exit_of(ask, t)]);
    wm_node_text(&node, "record", ask->path);
    wm_node_text(&node, "root", root);
    wm_node_count(&node, "items", results->item_count);
    wm_node_count(&node, "items_wrong", t->wrong);
    wm_node_count(&node, "items_not_judged", t->unknown);
    wm_node_count(&node, "faults_caught", t->caught);
    add_missed(&node, results);
    wm_node_count(&node, "repeats_disturbed", results->disturbed_count);
    wm_node_count(&node, "claims", results->claims.count);
    add_findings(&node, results);
    print_object(&node);
}

/* The items that a fault was made in and not noticed. */
static void print_missed(const wm_run_options *ask, wm_results *results, size_t missed)
{
    const char *lead = ": ";
    printf("%zu %s fault%s missed", missed,
           ask->fault.kind != WM_FAULT_NONE ? "injected" : "planned",
           missed == 1 ? " was" : "s were");
    for (size_t i = 0; i < results->item_count; i++) {
        if (wm_tally_judge(results, &results->item[i]).fault != WM_TALLY_MISSED)
            continue;
        printf("%s%s", lead, results->item[i].label);
        lead = ", ";
    }
}

/* The first line behind its word: what of the plan went how, each part only if there is something
 * to tell. Injected faults, which are why the word is no yes, come before what else passed. */
static void print_counts(const wm_run_options *ask, wm_results *results, const wm_tally *t)
{
    const bool is_injected = ask->fault.kind != WM_FAULT_NONE;
    const bool is_sound = t->wrong + t->unknown + t->missed == 0;
    const size_t sound = is_sound ? results->item_count - t->caught : 0;
    const char *lead = ": ";
    if (t->wrong > 0)
        printf("%s%zu item%s wrong", lead, t->wrong, wm_style_plural(t->wrong));
    if (t->unknown > 0)
        printf("%s%zu%s%s not judged", t->wrong > 0 ? ", " : lead, t->unknown,
               t->wrong > 0 ? "" : " item", t->wrong > 0 ? "" : wm_style_plural(t->unknown));
    if (t->wrong + t->unknown > 0)
        lead = "; ";
    if (sound > 0 && !is_injected) {
        printf("%sall outputs of %zu item%s passed their checks", lead, sound,
               wm_style_plural(sound));
        lead = "; ";
    }
    if (t->missed > 0) {
        fputs(lead, stdout);
        print_missed(ask, results, t->missed);
        lead = "; ";
    }
    if (t->caught > 0)
        printf("%s%zu %s fault%s caught", lead, t->caught, is_injected ? "injected" : "planned",
               t->caught == 1 ? " was" : "s were");
    if (sound > 0 && is_injected)
        printf("; all outputs of %zu other item%s passed their checks", sound,
               wm_style_plural(sound));
    putchar('\n');
}

static void print_verdict(const wm_run_options *ask, wm_results *results, const wm_tally *t)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } verdicts[] = {/* by exit status */
                    {"PASS", WM_EMPHASIS_GOOD},
                    {"FAIL", WM_EMPHASIS_BAD},
                    {"", WM_EMPHASIS_NONE},
                    {"INCONCLUSIVE", WM_EMPHASIS_ODD}};
    const int answer = exit_of(ask, t);
    printf("%s%s%s", wm_style_on(verdicts[answer].emphasis, ask->is_coloured),
           verdicts[answer].word, wm_style_off(verdicts[answer].emphasis, ask->is_coloured));
    print_counts(ask, results, t);
}

/* The next command: what a failure rests on, else the audit; last the record's path. */
static void print_next(const wm_run_options *ask, wm_results *results)
{
    const char *failed = NULL;
    char word[WM_STYLE_SHELL_WORD];
    for (size_t i = 0; i < results->finding_count && failed == NULL; i++)
        if (wm_tally_about(results, &results->finding[i]) != WM_TALLY_CAUGHT)
            failed = results->finding[i].claim;
    printf("\nnext: witnessmark %s %s%s%s\n%s\n", failed != NULL ? "show" : "audit",
           wm_style_shell_word(ask->path, word), failed != NULL ? " " : "",
           failed != NULL ? failed : "", ask->path);
}

static wm_status print_record(const wm_run_options *ask, wm_results *results, const wm_tally *t)
{
    const wm_results_form form = {.table = WM_TABLE_PLAIN, .is_coloured = ask->is_coloured};
    wm_status status;
    print_verdict(ask, results, t);
    putchar('\n');
    status = wm_overview_print(results, &form, stdout);
    print_next(ask, results);
    return status;
}

int wm_run_report_record(const wm_run_options *ask, const char *root)
{
    wm_results results;
    wm_error err = {WM_OK, "", ""};
    wm_tally t;
    wm_status status = wm_results_open(ask->path, NULL, &results, &err);
    int answer = WM_EXIT_TROUBLE;
    if (status != WM_OK) {
        const bool is_refused = results.report.failure.tag[0] != '\0';
        (void)wm_error_set(&err, status, ask->path, "was sealed, but %s: %.200s",
                           is_refused ? "does not pass its audit" : "could not be read again",
                           is_refused ? results.report.failure.words : wm_status_text(status));
        answer = wm_run_report_trouble(ask, status, &err, NULL);
    } else {
        t = wm_tally_count(&results);
        answer = exit_of(ask, &t);
        if (ask->as_json)
            print_json(ask, &results, root, &t);
        else if (print_record(ask, &results, &t) != WM_OK)
            answer = WM_EXIT_TROUBLE;
    }
    wm_results_close(&results);
    if (wm_terminal_finish(stdout, "run"))
        return answer;
    fprintf(stderr, "the record is sealed and whole: %s\n", ask->path);
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE; /* a wrong output is not hidden */
}

int wm_run_report_interrupted(const wm_run_options *ask, const char *partial, int signal_number)
{
    char word[WM_STYLE_SHELL_WORD];
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
                partial, wm_style_shell_word(ask->path, word));
    else
        fputs(" before anything was measured\n", stderr);
    (void)wm_terminal_finish(stdout, "run");
    return WM_EXIT_SIGNAL + signal_number;
}

int wm_run_report_trouble(const wm_run_options *ask, wm_status status, const wm_error *err,
                          const char *partial)
{
    (void)wm_trouble_error("run", ask->as_json, status, err);
    if (partial != NULL)
        fprintf(stderr, "what was measured is saved in %s; --resume goes on from there\n", partial);
    return WM_EXIT_TROUBLE;
}

/* Prints the result of `wrap`. */
#include "cli/wrap_report.h"

#include "cli/command.h"
#include "cli/trouble.h"
#include "report/views/cells.h"
#include "report/print/json_output.h"
#include "model/model_read.h"
#include "report/print/style.h"
#include "report/views/warnings.h"

#include "base/status.h"

#include <stdio.h>
#include <string.h>

/* A row of the table: its title, and the names of its claims. */
typedef struct {
    const char *title;
    const char *median, *minimum, *maximum, *spread;
} row;

static const char PEAK[] = "peak memory";

static const row ROWS[] = {
    {"wall time", "x.wrap.median_wall", "x.wrap.minimum_wall", "x.wrap.maximum_wall",
     "x.wrap.relative_mad_wall"},
    {"user time", "x.wrap.median_user", NULL, NULL, NULL},
    {"system time", "x.wrap.median_system", NULL, NULL, NULL},
    {PEAK, NULL, NULL, "x.wrap.maximum_rss", NULL},
    {"metric", "x.wrap.median_metric", "x.wrap.minimum_metric", "x.wrap.maximum_metric",
     "x.wrap.relative_mad_metric"},
};

static const wm_claim *find_claim(const wm_model *model, const char *name)
{
    for (size_t i = 0; name != NULL && i < model->claims.count; i++)
        if (strcmp(model->claims.claim[i].name, name) == 0)
            return &model->claims.claim[i];
    return NULL;
}

static int exit_status(const wm_wrap_report *report, wm_status status, int signal_number)
{
    if (status == WM_E_INTERRUPTED)
        return WM_EXIT_SIGNAL + signal_number;
    if (report->outcome->failed > 0)
        return WM_EXIT_NO;
    return report->outcome->unread > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void add_claims(wm_node *node, const wm_model *model)
{
    wm_node_open_object(node, "claims");
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->value != NULL)
            wm_node_json(node, claim->name, claim->value, strlen(claim->value));
        else
            wm_node_null(node, claim->name);
    }
    wm_node_close_object(node);
}

static wm_status print_json(const wm_wrap_report *report, const wm_model *model, int answer)
{
    static const char *const words[] = {"pass", "fail", "trouble", "inconclusive"};
    const wm_wrap_outcome *outcome = report->outcome;
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-wrap/1");
    wm_node_text(&node, "status", answer < 4 ? words[answer] : "interrupted");
    if (model != NULL) {
        wm_json_output_text(&node, "record", report->wrap->path);
        wm_node_text(&node, "root", outcome->root);
    }
    wm_node_count(&node, "repeats", outcome->repeats);
    wm_node_count(&node, "repeats_planned", report->wrap->repeats);
    wm_node_count(&node, "repeats_failed", outcome->failed);
    wm_node_count(&node, "metrics_absent", outcome->unread);
    wm_node_number(&node, "pressure", outcome->pressure);
    if (outcome->failed > 0) {
        wm_json_output_text(&node, "failure", outcome->failure);
        wm_json_output_text(&node, "failure_output", outcome->words);
    }
    if (outcome->unread > 0)
        wm_json_output_text(&node, "metric_reason", outcome->absence);
    if (model != NULL)
        add_claims(&node, model);
    return wm_json_output_print(&node, stdout);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Warns of a busy machine, on which times are too long. */
static void print_busy(const wm_wrap_report *report)
{
    const wm_view view = {.is_coloured = report->is_coloured};
    char words[WM_WARNINGS_SIZE];
    wm_warnings_pressure(report->outcome->pressure, words);
    if (words[0] != '\0')
        wm_warnings_print(words, &view, stdout);
}

static void print_verdict(const wm_wrap_report *report, int answer)
{
    const wm_wrap_outcome *outcome = report->outcome;
    const bool is_bad = outcome->failed > 0, is_odd = !is_bad && answer != WM_EXIT_YES;
    const wm_emphasis emphasis = is_bad   ? WM_EMPHASIS_BAD
                                 : is_odd ? WM_EMPHASIS_ODD
                                          : WM_EMPHASIS_GOOD;
    const unsigned asked = report->wrap->repeats;
    char masked[WM_STYLE_MASKED];
    printf("%s%s%s  ", wm_style_on(emphasis, report->is_coloured),
           is_bad   ? "FAIL"
           : is_odd ? "INCONCLUSIVE"
                    : "PASS",
           wm_style_off(emphasis, report->is_coloured));
    if (is_bad)
        printf("%u of %u repeat%s failed\n%s", outcome->failed, outcome->repeats,
               wm_style_plural(outcome->repeats), outcome->failure);
    else if (answer > WM_EXIT_SIGNAL)
        printf("interrupted after %u of %u repeat%s", outcome->repeats, asked,
               wm_style_plural(asked));
    else if (outcome->unread > 0)
        printf("no metric in %u of %u repeat%s\n%s", outcome->unread, outcome->repeats,
               wm_style_plural(outcome->repeats), wm_style_masked(outcome->absence, masked));
    else
        printf("%u of %u repeat%s ended%s", outcome->repeats, asked, wm_style_plural(asked),
               report->wrap->ignores_failure ? "" : " with exit status 0");
    if (is_bad && outcome->words[0] != '\0')
        printf(": %s", wm_style_masked(outcome->words, masked));
    fputc('\n', stdout);
}

static bool has_value(const wm_claim *claim)
{
    return claim != NULL && claim->value != NULL;
}

/* Adds a claim's text, or nothing for one that the record does not have. */
static void add_cell(wm_table *table, const wm_model *model, const wm_claim *claim)
{
    if (claim != NULL)
        wm_cells_claim(table, model, claim);
    else
        wm_table_add(table, "", NULL, WM_EMPHASIS_NONE);
}

static wm_status print_table(const wm_wrap_report *report, wm_model *model)
{
    static const char *const titles[] = {"median", "minimum", "maximum", "relative MAD"};
    const wm_view view = {.form = WM_TABLE_PLAIN, .is_coloured = report->is_coloured};
    wm_table table = {.title = NULL};
    wm_table_add_column(&table, "", WM_TABLE_LEFT, false);
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        wm_table_add_column(&table, titles[i], WM_TABLE_RIGHT, true);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const char *const names[] = {ROWS[i].median, ROWS[i].minimum, ROWS[i].maximum,
                                     ROWS[i].spread};
        bool is_there = false;
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            is_there = is_there || has_value(find_claim(model, names[j]));
        if (!is_there)
            continue;
        wm_table_add(&table,
                     ROWS[i].title == PEAK && report->outcome->is_rss_hidden
                         ? "peak memory, at most"
                         : ROWS[i].title,
                     NULL, WM_EMPHASIS_NONE);
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            add_cell(&table, model, find_claim(model, names[j]));
    }
    return wm_cells_print(&table, &view, stdout);
}

static wm_status print_words(const wm_wrap_report *report, wm_model *model, int answer)
{
    char word[WM_STYLE_SHELL_WORD], path[WM_STYLE_MASKED];
    wm_status status;
    print_verdict(report, answer);
    print_busy(report);
    status = print_table(report, model);
    wm_style_shell_word(report->wrap->path, word);
    printf("\nrecord %s, root %.12s\nnext: witnessmark audit %s\n",
           wm_style_masked(report->wrap->path, path), report->outcome->root, word);
    return status;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* Reports that nothing was sealed. */
static int report_unsealed(const wm_wrap_report *report, wm_status status, const wm_error *err,
                           int signal_number)
{
    char path[WM_STYLE_MASKED];
    int answer = WM_EXIT_TROUBLE;
    if (status == WM_E_INTERRUPTED) {
        answer = WM_EXIT_SIGNAL + signal_number;
        if (report->as_json && print_json(report, NULL, answer) != WM_OK)
            answer = WM_EXIT_TROUBLE;
        fprintf(stderr,
                "witnessmark wrap: interrupted by signal %d before the first repeat ended; "
                "nothing was sealed\n",
                signal_number);
    } else {
        (void)wm_trouble_error("wrap", report->as_json, status, err);
    }
    if (report->outcome->partial[0] != '\0')
        fprintf(stderr, "the %u observations are in %s/evidence.jsonl\n", report->outcome->repeats,
                wm_style_masked(report->outcome->partial, path));
    return wm_terminal_finish(stdout, "wrap") ? answer : WM_EXIT_TROUBLE;
}

int wm_wrap_report_print(const wm_wrap_report *report, wm_status status, const wm_error *err,
                         int signal_number)
{
    const int answer = exit_status(report, status, signal_number);
    wm_model model;
    wm_error unread = {WM_OK, "", ""};
    char path[WM_STYLE_MASKED];
    wm_status shown;
    if (report->outcome->root[0] == '\0')
        return report_unsealed(report, status, err, signal_number);
    shown = wm_model_read(report->wrap->path, NULL, &model, &unread);
    if (shown == WM_OK)
        shown = report->as_json ? print_json(report, &model, answer)
                                : print_words(report, &model, answer);
    wm_model_close(&model);
    if (shown != WM_OK) {
        (void)wm_error_set(&unread, shown, report->wrap->path, "sealed, but it cannot be shown: %s",
                           wm_status_text(shown));
        (void)wm_trouble_error("wrap", report->as_json, shown, &unread);
    }
    if (status == WM_E_INTERRUPTED)
        fprintf(stderr, "witnessmark wrap: interrupted by signal %d\n", signal_number);
    if (wm_terminal_finish(stdout, "wrap"))
        return shown == WM_OK ? answer : WM_EXIT_TROUBLE;
    fprintf(stderr, "the record is sealed and complete: %s\n",
            wm_style_masked(report->wrap->path, path));
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE;
}

/* Words and JSON for what a re-verification found out. */
#include "cli/reverify_print.h"

#include "cli/command.h"
#include "evidence/node.h"
#include "evidence/rule.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const double GRINDING = 40; /* log2 of the tries that the second bound allows a producer */

bool wm_reverify_asks(const char *const *only, size_t only_count, const char *label)
{
    for (size_t i = 0; i < only_count; i++)
        if (strncmp(label, only[i], strlen(only[i])) == 0)
            return true;
    return only_count == 0;
}

/* Whether a finding of the record is of an item that was asked for. */
static bool is_asked(const wm_reverify_report *report, const wm_results_finding *finding)
{
    const wm_results_item *item = wm_results_item_of(report->results, finding->claim);
    return item != NULL && wm_reverify_asks(report->only, report->only_count, item->label);
}

int wm_reverify_exit(const wm_reverify_report *report)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    if (!sum.is_right || report->failed != 0)
        return WM_EXIT_NO;
    return sum.is_conclusive && report->undecided == 0 ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
}

const char *wm_reverify_status(const wm_reverify_report *report)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    switch (wm_reverify_exit(report)) {
    case WM_EXIT_YES:
        return "agrees";
    case WM_EXIT_NO:
        return sum.is_right ? "failed" : "differs";
    default:
        return sum.agreeing != 0 && sum.is_enough && sum.not_seen == 0 ? "openings agree"
                                                                       : "inconclusive";
    }
}

static const char *part_of(const wm_reverify_output *output)
{
    switch (output->part) {
    case WM_REVERIFY_PRODUCT:
        return "";
    case WM_REVERIFY_INJECTED:
        return " (faulty)";
    case WM_REVERIFY_REPAIRED:
        return " (repaired)";
    }
    return "";
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* What a yes lacks, and where it can be had. */
static void print_missing(const wm_reverify_report *report, const wm_reverify_summary *sum,
                          FILE *out)
{
    const unsigned missing = sum->unsettled;
    if (missing != 0)
        fprintf(
            out,
            "not recomputed as a whole: %u output%s; recorded residuals, floors and digests stay "
            "the producer's word there%s\n",
            missing, plural(missing), report->has_computed ? "" : ", --product recomputes them");
}

/* What the record says itself. */
static void print_said(const wm_reverify_report *report, FILE *out)
{
    const size_t failed = report->failed, undecided = report->undecided;
    if (failed + undecided == 0)
        return;
    fprintf(out, "the record itself says:");
    if (failed != 0)
        fprintf(out, " %zu item%s wrong", failed, plural(failed));
    if (undecided != 0)
        fprintf(out, "%s %zu%s%s not judged", failed != 0 ? "," : "", undecided,
                failed != 0 ? "" : " item", failed != 0 ? "" : plural(undecided));
    fprintf(out, "\n");
}

/* The second line: what the first one means. */
static void print_meaning(const wm_reverify_report *report, const wm_reverify_summary *sum,
                          FILE *out)
{
    fprintf(out, "%u reproduced, %u with openings that agree, %u that differ%s, %u not seen",
            sum->reproduced, sum->agreeing, sum->differing, sum->differing == 1 ? "s" : "",
            sum->not_seen);
    if (sum->partly != 0)
        fprintf(out, ", %u of them in part", sum->partly);
    fprintf(out, "\n");
    print_said(report, out);
    if (sum->agreeing != 0 && sum->bound >= WM_REVERIFY_ENOUGH)
        fprintf(out,
                "%llu different chunks of products agree: at 95 %% confidence no device that is "
                "wrong in 5 %% "
                "of its chunks\n",
                (unsigned long long)sum->bound);
    else if (sum->agreeing != 0 && sum->bound != 0) /* not those of repaired outputs alone */
        fprintf(out,
                "%llu different chunk%s of products agree%s, too few: %d would exclude, at 95 %% "
                "confidence, a "
                "device that is wrong in 5 %% of its chunks\n",
                (unsigned long long)sum->bound, plural(sum->bound), sum->bound == 1 ? "s" : "",
                WM_REVERIFY_ENOUGH);
    if (sum->reproduced + sum->agreeing + sum->differing == 0)
        fprintf(out, "nothing could be re-verified\n");
    print_missing(report, sum, out);
    fprintf(out, "times and covariates stay the producer's word\n");
}

/* ---- the table ---- */

/* The columns; the last ones only where outputs were computed here. */
static const struct {
    const char *title;
    wm_table_side side;
    bool is_of_computing;
} COLUMNS[] = {
    {"Item", WM_TABLE_LEFT, false},           {"Verdict", WM_TABLE_LEFT, false},
    {"Repeats", WM_TABLE_RIGHT, false},       {"Openings", WM_TABLE_RIGHT, false},
    {"Worst error", WM_TABLE_RIGHT, false},   {"Chunks right", WM_TABLE_RIGHT, false},
    {"if 2^40 tries", WM_TABLE_RIGHT, false}, {"Digest here", WM_TABLE_LEFT, true},
    {"Residual here", WM_TABLE_RIGHT, true},  {"Tolerance", WM_TABLE_RIGHT, true},
};

/* Adds a formatted cell; an absent one where is_there is false. */
static void add_cell(wm_table *table, bool is_there, const char *format, ...) WM_PRINTF(3, 4);

static void add_cell(wm_table *table, bool is_there, const char *format, ...)
{
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wm_table_add(table, is_there ? text : NULL, NULL, WM_EMPHASIS_NONE);
}

/* A number as the claims' text format sci3 has it: 0 is `0`. */
static void add_sci(wm_table *table, bool is_there, double value)
{
    add_cell(table, is_there, value == 0 ? "%.0f" : "%.2e", value);
}

static wm_emphasis emphasis_of(wm_reverify_verdict verdict)
{
    switch (verdict) {
    case WM_REVERIFY_REPRODUCED:
    case WM_REVERIFY_OPENINGS_AGREE:
        return WM_EMPHASIS_GOOD;
    case WM_REVERIFY_DIFFERS:
        return WM_EMPHASIS_BAD;
    case WM_REVERIFY_NOT_SEEN:
        break;
    }
    return WM_EMPHASIS_ODD;
}

static void add_own_cells(wm_table *table, const wm_reverify_output *o)
{
    const wm_reverify_own *own = &o->own;
    add_cell(table, own->is_done, "%s", o->is_same ? "the same" : "another");
    add_sci(table, own->is_done,
            wm_reduction_ratio(own->residual.difference_max, own->residual.reference_max));
    add_sci(table, own->is_done && own->tolerance >= 0, own->tolerance);
}

static void add_row(wm_table *table, const wm_reverify_output *o)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_OPENINGS_AGREE;
    char name[WM_PLAN_LABEL_SIZE + 16];
    (void)snprintf(name, sizeof name, "%s%s", o->label, part_of(o));
    wm_table_add(table, name, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, wm_reverify_words(verdict), NULL, emphasis_of(verdict));
    add_cell(table, is_seen && o->repeats != 0, "%u of %u", (unsigned)o->repeats_bound,
             (unsigned)o->repeats);
    add_cell(table, o->is_opened, "%u of %u", o->openings_agreeing, o->opening_count);
    add_cell(table, o->is_opened, "%.0f %%", 100 * o->seen.worst_ratio);
    add_cell(table, is_seen, "%.1f %%", 100 * wm_reverify_share(o, 0));
    add_cell(table, is_seen, "%.1f %%", 100 * wm_reverify_share(o, GRINDING));
}

static wm_status print_table(const wm_reverify_report *report, FILE *out)
{
    wm_table table = {.title = NULL};
    wm_status status;
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        if (report->has_computed || !COLUMNS[i].is_of_computing)
            wm_table_add_column(&table, COLUMNS[i].title, COLUMNS[i].side, false);
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        if (o->is_left_out)
            continue;
        add_row(&table, o);
        if (report->has_computed)
            add_own_cells(&table, o);
    }
    status = wm_table_print(&table, WM_TABLE_PLAIN, report->is_coloured, out);
    wm_table_clear(&table);
    return status;
}

/* Whether output number i counts and has this finding. */
static bool has_finding(const wm_reverify_report *report, size_t i,
                        const wm_reverify_finding *finding)
{
    const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
    const wm_reverify_finding other = wm_reverify_judge(o);
    return !o->is_left_out && other.verdict == finding->verdict &&
           strcmp(other.reason, finding->reason) == 0;
}

/* Why verdicts are what they are, where the table does not say it all: each reason once, with all items that it holds for. */
static void print_reasons(const wm_reverify_report *report, FILE *out)
{
    const size_t count = wm_reverify_count(report->reverify);
    for (size_t i = 0; i < count; i++) {
        const wm_reverify_finding finding = wm_reverify_judge(wm_reverify_at(report->reverify, i));
        size_t first = 0;
        while (first < i && !has_finding(report, first, &finding))
            first++;
        if (first < i || finding.reason[0] == '\0' || !has_finding(report, i, &finding))
            continue;
        fprintf(out, "%s, %s:\n", wm_reverify_words(finding.verdict), finding.reason);
        for (size_t j = i; j < count; j++)
            if (has_finding(report, j, &finding))
                fprintf(out, "  %s%s\n", wm_reverify_at(report->reverify, j)->label,
                        part_of(wm_reverify_at(report->reverify, j)));
    }
}

/* ---- the next command ---- */

/* Whether all outputs of the items that begin so were seen as well as can be; false if there are none. */
static bool is_sure(const wm_reverify_report *report, const char *prefix)
{
    bool is_any = false;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        if (o->is_left_out || strncmp(o->label, prefix, strlen(prefix)) != 0)
            continue;
        if (wm_reverify_judge(o).verdict != WM_REVERIFY_REPRODUCED || wm_reverify_is_partly(o))
            return false;
        is_any = true;
    }
    return is_any;
}

/* Adds `--only PREFIX` unless it is there. */
static wm_status add_only(wm_buffer *command, const char *prefix)
{
    char option[WM_PLAN_LABEL_SIZE + 16];
    const char *text = wm_buffer_text(command);
    (void)snprintf(option, sizeof option, " --only %s", prefix);
    if (text == NULL)
        return WM_E_NOMEM;
    return strstr(text, option) != NULL ? WM_OK : wm_buffer_puts(command, option);
}

/* The selections that would have been a yes: whole workloads, then variants. Nothing if there are none. */
static wm_status select_sure(const wm_reverify_report *report, wm_buffer *selection)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < wm_reverify_count(report->reverify) && status == WM_OK; i++) {
        const wm_variant *variant = wm_reverify_at(report->reverify, i)->item->variant;
        char prefix[WM_PLAN_LABEL_SIZE];
        (void)snprintf(prefix, sizeof prefix, "%s.", variant->workload);
        if (!is_sure(report, prefix))
            (void)snprintf(prefix, sizeof prefix, "%s.%s.", variant->workload, variant->variant);
        if (is_sure(report, prefix))
            status = add_only(selection, prefix);
    }
    return status;
}

/* The selection that was asked for. */
static wm_status select_asked(const wm_reverify_report *report, wm_buffer *selection)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < report->only_count && status == WM_OK; i++)
        status = wm_buffer_printf(selection, " --only %s", report->only[i]);
    return status;
}

/* The command that would say more; empty if there is none. */
static wm_status next_command(const wm_reverify_report *report, const wm_reverify_summary *sum,
                              wm_buffer *command)
{
    wm_buffer selection = WM_BUFFER_EMPTY;
    const bool is_cpu = strcmp(report->backend, "cpu") == 0;
    wm_status status = WM_OK;
    if (wm_reverify_exit(report) != WM_EXIT_INCONCLUSIVE ||
        (!report->has_computed && sum->unsettled == 0))
        return WM_OK;
    status =
        report->has_computed ? select_sure(report, &selection) : select_asked(report, &selection);
    if (status == WM_OK && (!report->has_computed || selection.size != 0))
        status = wm_buffer_printf(command, "witnessmark reverify --product%s%s%s%s%.*s %s",
                                  is_cpu ? "" : " --backend ", is_cpu ? "" : report->backend,
                                  report->device != NULL ? " --device " : "",
                                  report->device != NULL ? report->device : "", (int)selection.size,
                                  selection.size != 0 ? selection.data : "", report->path);
    wm_buffer_clear(&selection);
    return status;
}

/* What would make the answer better. */
static wm_status print_next(const wm_reverify_report *report, const wm_reverify_summary *sum,
                            FILE *out)
{
    wm_buffer command = WM_BUFFER_EMPTY;
    const wm_status status = next_command(report, sum, &command);
    if (command.size != 0)
        fprintf(out, "next: %s%.*s\n", report->has_computed ? "judge what can be seen: " : "",
                (int)command.size, command.data);
    wm_buffer_clear(&command);
    if (report->sealed != NULL)
        fprintf(out, "sealed as %s, root %s\n", report->sealed, report->sealed_root);
    return status;
}

wm_status wm_reverify_print(const wm_reverify_report *report, FILE *out)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_status status;
    fprintf(out, "%s %s\n", wm_reverify_status(report), report->results->report.root);
    print_meaning(report, &sum, out);
    fprintf(out, "\n");
    status = print_table(report, out);
    fprintf(out, "\n");
    print_reasons(report, out);
    for (size_t i = 0; i < report->results->finding_count; i++) {
        const wm_results_finding *finding = &report->results->finding[i];
        if (is_asked(report, finding))
            fprintf(out, "finding: %s is %s\n", finding->claim, finding->text);
    }
    return status == WM_OK ? print_next(report, &sum, out) : status;
}

/* ---- JSON ---- */

/* A number, or null where there is none. */
static void add_number(wm_node *node, const char *key, double value)
{
    if (isfinite(value))
        wm_node_number(node, key, value);
    else
        wm_node_null(node, key);
}

static void add_flag(wm_node *node, const char *key, bool value)
{
    wm_node_json(node, key, value ? "true" : "false", value ? 4 : 5);
}

static void add_openings(wm_node *node, const wm_reverify_output *o)
{
    if (!o->is_opened) {
        wm_node_null(node, "openings");
        return;
    }
    wm_node_open_object(node, "openings");
    wm_node_count(node, "count", o->opening_count);
    wm_node_count(node, "agreeing", o->openings_agreeing);
    wm_node_count(node, "chunks_agreeing", o->chunks_agreeing);
    wm_node_count(node, "elements", o->seen.elements);
    wm_node_count(node, "wrong", o->seen.wrong);
    add_number(node, "worst_ratio", o->seen.worst_ratio);
    wm_node_count(node, "worst_row", o->seen.worst_row);
    wm_node_count(node, "worst_column", o->seen.worst_column);
    add_number(node, "worst_given", o->seen.worst_given);
    add_number(node, "worst_exact", o->seen.worst_exact);
    add_flag(node, "residual_is_plausible", o->is_plausible);
    wm_node_number(node, "seconds", o->opening_seconds);
    wm_node_close_object(node);
}

static void add_own(wm_node *node, const wm_reverify_output *o)
{
    static const char *const recurs[] = {"reproduced", "within rounding", "differ"};
    const wm_reverify_own *own = &o->own;
    if (!own->is_done) {
        wm_node_null(node, "computed");
        return;
    }
    wm_node_open_object(node, "computed");
    wm_node_text(node, "method", own->method);
    wm_node_number(node, "seconds", own->seconds);
    wm_node_hex(node, "output_digest", own->digest);
    add_flag(node, "is_same", o->is_same);
    if (o->is_same)
        wm_node_text(node, "recorded_residuals", recurs[o->recur]);
    else
        wm_node_null(node, "recorded_residuals");
    add_number(node, "residual",
               wm_reduction_ratio(own->residual.difference_max, own->residual.reference_max));
    add_number(node, "tolerance", own->tolerance);
    wm_node_text(node, "decision", wm_rule_decision_word(own->decision));
    wm_node_close_object(node);
}

static void add_output(wm_node *node, const wm_reverify_output *o)
{
    static const char *const parts[] = {"product", "injected", "repaired"};
    const wm_reverify_finding finding = wm_reverify_judge(o);
    const bool agrees = finding.verdict == WM_REVERIFY_OPENINGS_AGREE;
    const bool is_whole = finding.verdict == WM_REVERIFY_REPRODUCED;
    wm_node_open_object(node, NULL);
    wm_node_text(node, "name", o->label);
    wm_node_text(node, "part", parts[o->part]);
    wm_node_text(node, "verdict", wm_reverify_words(finding.verdict));
    wm_node_text(node, "reason", finding.reason);
    wm_node_hex(node, "output_digest", o->digest);
    wm_node_count(node, "chunks", o->chunks);
    wm_node_number(node, "bound_95", wm_reverify_share(o, 0));
    wm_node_number(node, "bound_95_grinding_40", wm_reverify_share(o, GRINDING));
    wm_node_count(node, "repeats", o->repeats);
    wm_node_count(node, "repeats_seen", is_whole || agrees ? o->repeats_bound : 0);
    add_openings(node, o);
    add_own(node, o);
    wm_node_close_object(node);
}

static void add_summary(wm_node *node, const wm_reverify_summary *sum)
{
    wm_node_open_object(node, "summary");
    wm_node_count(node, "reproduced", sum->reproduced);
    wm_node_count(node, "openings_agree", sum->agreeing);
    wm_node_count(node, "differs", sum->differing);
    wm_node_count(node, "not_seen", sum->not_seen);
    wm_node_count(node, "partly_seen", sum->partly);
    wm_node_count(node, "not_recomputed", sum->unsettled);
    wm_node_count(node, "chunks_bound", sum->bound);
    wm_node_count(node, "chunks_enough", WM_REVERIFY_ENOUGH);
    wm_node_close_object(node);
}

static void add_findings(wm_node *node, const wm_reverify_report *report)
{
    for (size_t i = 0; i < report->results->finding_count; i++) {
        const wm_results_finding *finding = &report->results->finding[i];
        if (!is_asked(report, finding))
            continue;
        wm_node_open_object(node, NULL);
        wm_node_text(node, "claim", finding->claim);
        wm_node_text(node, "text", finding->text);
        wm_node_close_object(node);
    }
}

wm_status wm_reverify_export(const wm_reverify_report *report, FILE *out)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_node node = WM_NODE_EMPTY;
    wm_buffer command = WM_BUFFER_EMPTY;
    wm_status status;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-reverify/1");
    wm_node_text(&node, "status", wm_reverify_status(report));
    wm_node_text(&node, "record", report->path);
    wm_node_text(&node, "root", report->results->report.root);
    add_summary(&node, &sum);
    wm_node_open_array(&node, "findings");
    add_findings(&node, report);
    wm_node_close_array(&node);
    wm_node_open_array(&node, "products");
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++)
        if (!wm_reverify_at(report->reverify, i)->is_left_out)
            add_output(&node, wm_reverify_at(report->reverify, i));
    wm_node_close_array(&node);
    status = next_command(report, &sum, &command);
    if (command.size != 0)
        wm_node_text_of(&node, "next", command.data, command.size);
    else
        wm_node_null(&node, "next");
    wm_buffer_clear(&command);
    if (report->sealed != NULL) {
        wm_node_text(&node, "sealed", report->sealed);
        wm_node_text(&node, "sealed_root", report->sealed_root);
    }
    if (status == WM_OK)
        status = wm_node_finish(&node);
    if (status == WM_OK)
        fprintf(out, "%.*s\n", (int)node.text.size, node.text.data);
    wm_node_clear(&node);
    return status;
}

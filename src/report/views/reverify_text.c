/* The result of `reverify` in words: a short answer, and all of it. */
#include "report/views/reverify_report.h"

#include "model/tally.h"
#include "record/tables/exit_status.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/views/overview.h"
#include "report/views/warnings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOT_SHOWN = 12 };

/* The part of an item that an output is, behind its label. */
static const char *part_of(const wm_reverify_output *output)
{
    static const char *const words[] = {[WM_REVERIFY_PRODUCT] = "",
                                        [WM_REVERIFY_INJECTED] = " (faulty)",
                                        [WM_REVERIFY_REPAIRED] = " (repaired)"};
    return words[output->part];
}

/* Whether two outputs have one verdict and one reason. */
static bool are_alike(const wm_reverify_row *a, const wm_reverify_row *b)
{
    return a->finding.verdict == b->finding.verdict &&
           strcmp(a->finding.reason, b->finding.reason) == 0;
}

/* Whether no row before this one is alike. */
static bool is_first(const wm_reverify_report *report, size_t index)
{
    size_t first = 0;
    while (!are_alike(&report->row[first], &report->row[index]))
        first++;
    return first == index;
}

/* ---- remarks of both ------------------------------------------------------------------------- */

/* What an interrupted re-verification computed, and the file that this one trusts. */
static void add_taken(const wm_reverify_report *report, wm_document *to)
{
    if (report->sum.taken != 0)
        wm_words_say(to, "%u output%s taken from %s", report->sum.taken,
                     wm_style_plural(report->sum.taken), report->saved);
}

/* What is not re-verified of a continuation, and its openings at the places of priors. */
static void add_links(const wm_reverify_report *report, wm_document *to)
{
    const size_t priors = report->model->plan.continues.count;
    unsigned count = 0, agreeing = 0;
    for (size_t i = 0; i < report->row_count; i++) {
        const wm_reverify_output *o = report->row[i].output;
        count += o->is_opened ? o->revisit_count : 0;
        agreeing += o->is_opened ? o->revisits_agreeing : 0;
    }
    if (priors > 0)
        wm_words_say(
            to,
            "links to %zu prior record%s: not re-verified; the audit recomputes them from the "
            "records",
            priors, wm_style_plural(priors));
    if (count > 0)
        wm_words_say(to, "%u of %u chunks at a prior's places agree", agreeing, count);
}

/* The outputs under load are gone. Those of the item's repeats are checked as usual. */
static void add_points(const wm_reverify_report *report, wm_document *to)
{
    size_t count = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++)
        count += wm_reverify_at(report->reverify, i)->item->point != WM_POINT_NONE;
    if (count > 0)
        wm_words_say(to, "segments under load: not re-verified; they are the producer's word");
}

/* Kernels, libraries and threads that are not those of this machine. */
static void add_differing(const wm_reverify_origin *origin, wm_document *to)
{
    wm_words *line;
    if (origin->differing_count == 0)
        return;
    line = wm_words_item(to);
    wm_words_add(line, "not the recorded way, so this never ends in 0: ");
    for (size_t i = 0; i < origin->differing_count; i++) {
        wm_words_add(line, "%s", i > 0 ? "; " : "");
        wm_words_data(line, origin->differing[i]);
    }
}

/* Outputs that came out by another method than the recorded one; the first with both. */
static void add_methods(const wm_reverify_report *report, wm_document *to)
{
    const unsigned other = report->sum.other_method;
    const wm_reverify_row *row = report->row;
    if (other == 0)
        return;
    while (row->finding.verdict != WM_REVERIFY_REPRODUCED || row->output->own.is_recorded_method)
        row++;
    wm_words_tell(
        to,
        "not the recorded method for %u output%s, so this never ends in 0: %s%s: recorded "
        "\"%s\", here \"%s\"",
        other, wm_style_plural(other), row->output->label, part_of(row->output),
        wm_reverify_method_words(report->reverify, row->output), row->output->own.method);
}

/* What was made here in another way than the record names. Another backend is said elsewhere: all
 * of this differs there. */
static void add_ways(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    if (!report->options->compute || report->options->exact || origin->is_other)
        return;
    add_differing(origin, to);
    add_methods(report, to);
}

/* Outputs that --reproducible leaves out. */
static void add_atomic(const wm_reverify_report *report, wm_document *to)
{
    const unsigned atomic = report->sum.atomic, inexact = report->sum.inexact;
    if (inexact != 0)
        wm_words_say(to, "%u output%s left out by --exact: correct devices may differ", inexact,
                     wm_style_plural(inexact));
    if (atomic != 0)
        wm_words_say(to, "%u output%s of atomic sums left out by --reproducible", atomic,
                     wm_style_plural(atomic));
}

/* The next command, and the sealed record. */
static void add_next(const wm_reverify_report *report, wm_document *to)
{
    const char *command = wm_reverify_report_next(report, to);
    char path[WM_STYLE_MASKED];
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    const char *lead = report->options->compute && origin->threads == 0
                           ? "next: select what can be reproduced: "
                           : "next: ";
    if (!report->sum.is_right)
        lead = "next: check this machine: ";
    if (command[0] != '\0')
        wm_words_command(to, lead, command, NULL, NULL);
    if (report->options->sealed != NULL)
        wm_words_say(to, "sealed as %s, root %s", wm_style_masked(report->options->sealed, path),
                     report->sealed_root);
}

/* The record's own findings; the short answer leaves out planned faults that were caught. */
static void add_findings(const wm_reverify_report *report, bool is_short, wm_document *to)
{
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding) &&
            !(is_short && wm_tally_about(report->model, finding) == WM_PLANNED_FAULTS_CAUGHT))
            wm_overview_finding(report->model, finding, to);
    }
}

/* ---- the short answer ------------------------------------------------------------------------ */

/* Adds words to a line; texts of the record are masked. */
static void add(wm_words *to, const char *format, ...) WM_PRINTF(2, 3);

static void add(wm_words *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wm_words_data(to, wm_document_vtext(to->document, format, arguments));
    va_end(arguments);
}

/* Adds `COUNT WORDS`, with a comma if something comes before. */
static void add_count(wm_words *to, unsigned count, const char *words)
{
    if (count > 0)
        add(to, "%s%u %s", to->count > to->lead ? ", " : "", count, words);
}

/* Adds how many outputs are left out, and by what. */
static void add_left_out(wm_words *line, const wm_reverify_summary *sum)
{
    if (sum->left_out != 0)
        add(line, "; %u left out by --only", sum->left_out);
    if (sum->atomic != 0)
        add(line, "; %u atomic left out", sum->atomic);
    if (sum->inexact != 0)
        add(line, "; %u not exact left out", sum->inexact);
}

void wm_reverify_text_verdict(const wm_reverify_report *report, wm_document *to)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } verdicts[] = {[WM_EXIT_YES] = {"PASS", WM_EMPHASIS_GOOD},
                    [WM_EXIT_NO] = {"FAIL", WM_EMPHASIS_BAD},
                    [WM_EXIT_INCONCLUSIVE] = {"INCONCLUSIVE", WM_EMPHASIS_ODD}};
    const wm_reverify_summary *sum = &report->sum;
    const int answer = wm_reverify_report_exit(report);
    wm_words *line = wm_words_new(to);
    wm_words_word(line, verdicts[answer].emphasis, verdicts[answer].word);
    wm_words_add(line, "  ");
    /* one line for a program, which may read the first alone */
    wm_words_lead(line, WM_BREAKS_TERMINAL,
                  wm_document_text(to, "%*s", (int)strlen(verdicts[answer].word) + 2, ""));
    if (report->options->exact && answer == WM_EXIT_YES) {
        const unsigned right = sum->reproduced - sum->faulty;
        add(line, "%u claimed digest%s; who computed them, when and how fast is not shown", right,
            right == 1 ? " is the right one" : "s are the right ones");
        if (sum->faulty != 0)
            add(line, "; %u with a planned fault came out again", sum->faulty);
        add_left_out(line, sum);
        return;
    }
    add_count(line, sum->wrong_origin, "of another origin");
    add_count(line, sum->reproduced, "reproduced");
    add_count(line, sum->spot_checked, "spot-checked");
    add_count(line, sum->caught, "caught");
    add_count(line, sum->not_checked, "not checked");
    if (wm_reverify_count(report->reverify) == 0)
        add(line, "the record has no outputs");
    else
        add(line, "%s%u differ%s", line->count > line->lead ? ", " : "", sum->differing,
            sum->differing == 1 ? "s" : "");
    add_left_out(line, sum);
    if (report->failed != 0)
        add(line, "; %zu item%s wrong in the record itself", report->failed,
            wm_style_plural(report->failed));
    if (report->undecided != 0)
        add(line, "; %zu item%s not judged in the record itself", report->undecided,
            wm_style_plural(report->undecided));
}

/* Adds the workloads of the outputs that are like this one, each once with its number of outputs.
 */
static void add_workloads(const wm_reverify_report *report, const wm_reverify_row *like,
                          wm_words *to)
{
    const char *lead = "";
    for (size_t i = 0; i < report->row_count; i++) {
        const char *workload = report->row[i].output->item->variant->workload;
        unsigned outputs = 0;
        bool is_new = are_alike(&report->row[i], like);
        for (size_t j = 0; j < report->row_count; j++) {
            const char *other = report->row[j].output->item->variant->workload;
            const bool is_same = strcmp(other, workload) == 0 && are_alike(&report->row[j], like);
            is_new = is_new && (j >= i || !is_same);
            outputs += is_same;
        }
        if (!is_new)
            continue;
        add(to, "%s%s", lead, workload);
        if (outputs > 1)
            add(to, " (%u)", outputs);
        lead = ", ";
    }
}

/* Adds the outputs that are like this one: `  VERDICT COUNT  WORKLOADS; WHY`. Agreeing openings
 * bound the least share of right chunks in an output. */
static void add_group(const wm_reverify_report *report, const wm_reverify_row *like,
                      wm_document *to)
{
    wm_words *line = wm_words_new(to);
    const char *lead;
    unsigned outputs = 0;
    double least = 1;
    for (size_t i = 0; i < report->row_count; i++) {
        if (!are_alike(&report->row[i], like))
            continue;
        outputs++;
        least = fmin(least, wm_reverify_share(report->row[i].output, WM_REVERIFY_GRINDING));
    }
    lead = wm_document_text(to, "  %-12s %3u  ", wm_reverify_words(like->finding.verdict), outputs);
    wm_words_add(line, "%s", lead);
    wm_words_lead(line, WM_BREAKS_WIDTH, wm_document_text(to, "%*s", (int)strlen(lead), ""));
    add_workloads(report, like, line);
    if (like->finding.reason[0] != '\0')
        add(line, "; %s", like->finding.reason);
    else if (like->finding.verdict == WM_REVERIFY_SPOT_CHECKED)
        add(line, "; in each, at least %.1f %% of the chunks are right", 100 * least);
}

/* Adds an output that differs or has another origin, in full. */
static void add_wrong(const wm_reverify_row *row, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "  %-12s      ", wm_reverify_words(row->finding.verdict));
    wm_words_lead(line, WM_BREAKS_WIDTH, "                   ");
    add(line, "%s%s: %s", row->output->label, part_of(row->output), row->finding.reason);
}

static void add_groups(const wm_reverify_report *report, wm_document *to)
{
    for (size_t i = 0; i < report->row_count; i++) {
        const wm_reverify_row *row = &report->row[i];
        if (row->finding.verdict == WM_REVERIFY_DIFFERS ||
            row->finding.verdict == WM_REVERIFY_WRONG_ORIGIN)
            add_wrong(row, to);
        else if (is_first(report, i))
            add_group(report, row, to);
    }
}

/* What limits the verdict: too few openings, another backend or device. */
static void add_limits(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_summary *sum = &report->sum;
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    if (wm_reverify_count(report->reverify) == 0)
        return;
    if (sum->spot_checked != 0 && sum->bound != 0 && !sum->is_enough)
        add(wm_words_item(to),
            "%llu different chunk%s agree%s, too few: %d exclude a device that is wrong in 5 "
            "%% of its chunks",
            (unsigned long long)sum->bound, wm_style_plural(sum->bound), sum->bound == 1 ? "s" : "",
            WM_REVERIFY_ENOUGH);
    if (!report->options->compute)
        return;
    if (origin->is_other || origin->is_other_device)
        add(wm_words_item(to),
            "another %s than the recorded one%s; recorded by %s; computed here by %s%s%s",
            origin->is_other ? "backend" : "device",
            !origin->is_other        ? ""
            : report->options->exact ? ": exact outputs have the same bits there"
                                     : ": equal bits are not expected, and this never ends in 0",
            origin->recorded[0] != '\0' ? origin->recorded : "unknown", origin->here,
            origin->why[0] != '\0' ? ", because the recorded one is not here: " : "", origin->why);
    else
        add(wm_words_item(to), "computed here by %s", origin->here);
    add_ways(report, to);
}

void wm_reverify_text_answer(const wm_reverify_report *report, wm_document *to)
{
    wm_reverify_text_verdict(report, to);
    add_groups(report, to);
    add_limits(report, to);
    add_taken(report, to);
    add_points(report, to);
    add_links(report, to);
    add_findings(report, true, to);
    wm_warnings_before(report->model, "", to);
    wm_words_add(wm_words_new(to), "record root %.*s; times cannot be checked", ROOT_SHOWN,
                 report->model->report.root);
    add_next(report, to);
}

/* ---- all of it: the counts and their meaning ---------------------------------------------------
 */

/* The outputs that were not fully recomputed. */
static void add_missing(const wm_reverify_report *report, wm_document *to)
{
    const unsigned missing = report->sum.unsettled;
    if (missing != 0)
        wm_words_say(
            to,
            "not fully recomputed: %u output%s; recorded residuals, floors and digests there "
            "are the producer's claim%s",
            missing, wm_style_plural(missing),
            report->options->compute ? "" : "; --product recomputes them");
}

/* Wrong and undecided items of the record. */
static void add_said(const wm_reverify_report *report, wm_document *to)
{
    const size_t failed = report->failed, undecided = report->undecided;
    char wrong[64] = "", open[64] = "";
    if (failed + undecided == 0)
        return;
    if (failed != 0)
        (void)snprintf(wrong, sizeof wrong, " %zu item%s wrong%s", failed, wm_style_plural(failed),
                       undecided != 0 ? "," : "");
    if (undecided != 0)
        (void)snprintf(open, sizeof open, " %zu%s%s not judged", undecided,
                       failed != 0 ? "" : " item", failed != 0 ? "" : wm_style_plural(undecided));
    wm_words_say(to, "in the record itself:%s%s", wrong, open);
}

/* What the verdict is about, what the record names and what computed here. */
static void add_origin(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    wm_words_say(to, "the verdict is about outputs; times and covariates were not checked");
    wm_words_say(to, "recorded by: %s", origin->recorded[0] != '\0' ? origin->recorded : "unknown");
    wm_words_say(to, "computed here by: %s",
                 report->options->compute ? origin->here
                                          : "this program, opened elements in binary64");
    if (report->options->compute && origin->is_other && !report->options->exact)
        wm_words_say(to, "another backend than the recorded one: equal bits are not expected, and "
                         "this never ends in 0");
    if (report->options->compute && origin->why[0] != '\0')
        wm_words_say(to, "the recorded one is not here: %s", origin->why);
    if (report->options->compute && origin->is_other_device)
        wm_words_say(to, "another device than the recorded one");
    add_ways(report, to);
}

/* What the spot checks leave to a producer who searched: of all outputs the largest share. */
static void add_hidden(const wm_reverify_report *report, wm_document *to)
{
    double hidden = 0;
    for (size_t i = 0; i < report->row_count; i++)
        if (report->row[i].finding.verdict == WM_REVERIFY_SPOT_CHECKED)
            hidden =
                fmax(hidden, 1 - wm_reverify_share(report->row[i].output, WM_REVERIFY_GRINDING));
    if (hidden > 0)
        wm_words_say(
            to,
            "a producer who tried 2^%d outputs of an item could hide at most %.1f %% wrong "
            "chunks in it (95 %% confidence)",
            WM_REVERIFY_GRINDING, 100 * hidden);
}

/* The counts and their meaning. */
static void add_meaning(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_summary *sum = &report->sum;
    char origin[40] = "", partly[40] = "";
    if (sum->wrong_origin != 0)
        (void)snprintf(origin, sizeof origin, ", %u of another origin", sum->wrong_origin);
    if (sum->partly != 0)
        (void)snprintf(partly, sizeof partly, "; %u checked only in part", sum->partly);
    wm_words_say(to, "%u reproduced, %u spot-checked, %u caught, %u differ%s, %u not checked%s%s",
                 sum->reproduced, sum->spot_checked, sum->caught, sum->differing,
                 sum->differing == 1 ? "s" : "", sum->not_checked, origin, partly);
    if (sum->left_out != 0)
        wm_words_say(to, "%u output%s left out by --only", sum->left_out,
                     wm_style_plural(sum->left_out));
    add_atomic(report, to);
    add_said(report, to);
    add_points(report, to);
    if (sum->spot_checked != 0 && sum->bound >= WM_REVERIFY_ENOUGH)
        wm_words_say(to,
                     "%llu different chunks agree: at 95 %% confidence this excludes a device "
                     "that is wrong in 5 %% of its chunks",
                     (unsigned long long)sum->bound);
    else if (sum->spot_checked != 0 && sum->bound != 0) /* not only of repaired outputs */
        wm_words_say(to,
                     "%llu different chunk%s agree%s, too few: %d exclude, at 95 %% "
                     "confidence, a "
                     "device that is wrong in 5 %% of its chunks",
                     (unsigned long long)sum->bound, wm_style_plural(sum->bound),
                     sum->bound == 1 ? "s" : "", WM_REVERIFY_ENOUGH);
    if (sum->spot_checked != 0)
        add_hidden(report, to);
    if (sum->reproduced + sum->spot_checked + sum->caught + sum->differing + sum->wrong_origin == 0)
        wm_words_say(to, "no output could be checked");
    add_missing(report, to);
}

/* ---- all of it: the table -------------------------------------------------------------------- */

/* Adds a formatted cell, or an absent one if is_there is false. */
static void add_cell(wm_table *table, bool is_there, const char *format, ...) WM_PRINTF(3, 4);

static void add_cell(wm_table *table, bool is_there, const char *format, ...)
{
    const char *text;
    va_list arguments;
    va_start(arguments, format);
    text = wm_document_vtext(table->document, format, arguments);
    va_end(arguments);
    wm_table_add(table, is_there ? text : NULL, NULL, WM_EMPHASIS_NONE);
}

/* Adds a number in the text format sci3, where 0 is `0`. */
static void add_sci(wm_table *table, bool is_there, double value)
{
    add_cell(table, is_there, value == 0 ? "%.0f" : "%.2e", value);
}

static wm_emphasis emphasis_of(wm_reverify_verdict verdict)
{
    switch (verdict) {
    case WM_REVERIFY_REPRODUCED:
    case WM_REVERIFY_SPOT_CHECKED:
    case WM_REVERIFY_CAUGHT:
        return WM_EMPHASIS_GOOD;
    case WM_REVERIFY_DIFFERS:
    case WM_REVERIFY_WRONG_ORIGIN:
        return WM_EMPHASIS_BAD;
    case WM_REVERIFY_NOT_CHECKED:
        break;
    }
    return WM_EMPHASIS_ODD;
}

static void add_own_cells(wm_table *table, const wm_reverify_output *o)
{
    const wm_reverify_own *own = &o->own;
    add_cell(table, own->is_done, "%s", o->is_same ? "the same" : "different");
    add_sci(table, own->is_done,
            wm_observed_ratio(own->residual.difference_max, own->residual.reference_max));
    add_sci(table, own->is_done && own->tolerance >= 0, own->tolerance);
}

static void add_row(wm_table *table, const wm_reverify_row *row)
{
    const wm_reverify_output *o = row->output;
    const wm_reverify_verdict verdict = row->finding.verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_SPOT_CHECKED;
    wm_table_write(table, "%s%s", o->label, part_of(o));
    wm_table_add(table, wm_reverify_words(verdict), NULL, emphasis_of(verdict));
    add_cell(table, is_seen && o->repeats != 0, "%u of %u", (unsigned)o->repeats_bound,
             (unsigned)o->repeats);
    add_cell(table, o->is_opened, "%u of %u", o->openings_agreeing, o->opening_count);
    if (o->is_opened && !isfinite(o->seen.worst_ratio))
        wm_table_add(table, NULL, WM_REVERIFY_NO_RATIO, WM_EMPHASIS_BAD);
    else
        add_cell(table, o->is_opened, o->seen.worst_ratio < 100 ? "%.2f" : "%.2e",
                 o->seen.worst_ratio);
    add_cell(table, is_seen, "%.1f %%", 100 * wm_reverify_share(o, WM_REVERIFY_GRINDING));
    add_cell(table, is_seen, "%.1f %%", 100 * wm_reverify_share(o, 0));
}

static void add_table(const wm_reverify_report *report, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "Item", "Verdict", ">Repeats", ">Openings", ">Error / E",
                     ">Chunks right", ">if one try", NULL);
    if (report->options->compute)
        wm_table_columns(table, "Digest here", ">Residual here", ">Tolerance", NULL);
    for (size_t i = 0; i < report->row_count; i++) {
        add_row(table, &report->row[i]);
        if (report->options->compute)
            add_own_cells(table, report->row[i].output);
    }
}

/* Adds each reason of a verdict once, with all its outputs. */
static void add_reasons(const wm_reverify_report *report, wm_document *to)
{
    for (size_t i = 0; i < report->row_count; i++) {
        const wm_reverify_row *row = &report->row[i];
        if (row->finding.reason[0] == '\0' || !is_first(report, i))
            continue;
        wm_words_say(to, "%s, %s:", wm_reverify_words(row->finding.verdict), row->finding.reason);
        for (const wm_reverify_row *j = row; j < report->row + report->row_count; j++)
            if (are_alike(row, j))
                wm_words_add(wm_words_new(to), "  %s%s", j->output->label, part_of(j->output));
    }
}

void wm_reverify_text_add(const wm_reverify_report *report, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "%s ", wm_reverify_report_status(report));
    wm_words_root(line, report->model->report.root);
    if (wm_reverify_count(report->reverify) == 0) {
        wm_words_say(to, "the record has no outputs: there is nothing to recompute");
        add_links(report, to);
        wm_warnings_before(report->model, "", to);
        add_next(report, to);
        return;
    }
    add_origin(report, to);
    add_taken(report, to);
    add_meaning(report, to);
    add_links(report, to);
    wm_words_gap(to, WM_GAP_PART);
    add_table(report, to);
    wm_words_gap(to, WM_GAP_PART);
    add_reasons(report, to);
    add_findings(report, false, to);
    wm_warnings_before(report->model, "", to);
    add_next(report, to);
}

/* The result of `reverify` in words. */
#include "report/views/reverify_text.h"

#include "report/document/table.h"
#include "report/views/overview.h"
#include "report/document/style.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *wm_reverify_text_part(const wm_reverify_output *output)
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

/* The outputs that were not fully recomputed. */
static void add_missing(const wm_reverify_report *report, const wm_reverify_summary *sum,
                        wm_document *to)
{
    const unsigned missing = sum->unsettled;
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
    if (report->options->compute && origin->is_other)
        wm_words_say(to, "another backend than the recorded one: equal bits are not expected, and "
                         "this never ends in 0");
    if (report->options->compute && origin->is_other_device)
        wm_words_say(to, "another device than the recorded one");
}

/* What an interrupted re-verification computed, and the file that this one trusts. */
static void add_taken(const wm_reverify_report *report, const wm_reverify_summary *sum,
                      wm_document *to)
{
    if (sum->taken != 0)
        wm_words_say(to, "%u output%s taken from %s", sum->taken, wm_style_plural(sum->taken),
                     report->saved);
}

/* What is not re-verified of a continuation, and its openings at the places of priors. */
static void add_links(const wm_reverify_report *report, wm_document *to)
{
    const size_t priors = report->model->plan.continues.count;
    unsigned count = 0, agreeing = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        count += o->is_opened && !o->is_left_out ? o->revisit_count : 0;
        agreeing += o->is_opened && !o->is_left_out ? o->revisits_agreeing : 0;
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

void wm_reverify_text_notes(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    add_taken(report, &sum, to);
    add_points(report, to);
    add_links(report, to);
}

/* What the spot checks leave to a producer who searched: of all outputs the largest share. */
static void add_hidden(const wm_reverify_report *report, wm_document *to)
{
    double hidden = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        const double share = wm_reverify_share(o, WM_REVERIFY_GRINDING);
        if (!o->is_left_out && wm_reverify_judge(o).verdict == WM_REVERIFY_SPOT_CHECKED &&
            1 - share > hidden)
            hidden = 1 - share;
    }
    if (hidden > 0)
        wm_words_say(
            to,
            "a producer who tried 2^%d outputs of an item could hide at most %.1f %% wrong "
            "chunks in it (95 %% confidence)",
            WM_REVERIFY_GRINDING, 100 * hidden);
}

/* The counts and their meaning. */
static void add_meaning(const wm_reverify_report *report, const wm_reverify_summary *sum,
                        wm_document *to)
{
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
    add_missing(report, sum, to);
}

/* ---- the table ---- */

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

static void add_row(wm_table *table, const wm_reverify_output *o)
{
    const wm_reverify_verdict verdict = wm_reverify_judge(o).verdict;
    const bool is_whole = verdict == WM_REVERIFY_REPRODUCED;
    const bool is_seen = is_whole || verdict == WM_REVERIFY_SPOT_CHECKED;
    wm_table_write(table, "%s%s", o->label, wm_reverify_text_part(o));
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
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        if (o->is_left_out)
            continue;
        add_row(table, o);
        if (report->options->compute)
            add_own_cells(table, o);
    }
}

/* Whether output i is selected and has this finding. */
static bool has_finding(const wm_reverify_report *report, size_t i,
                        const wm_reverify_finding *finding)
{
    const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
    const wm_reverify_finding other = wm_reverify_judge(o);
    return !o->is_left_out && other.verdict == finding->verdict &&
           strcmp(other.reason, finding->reason) == 0;
}

/* Prints each reason of a verdict once, with all its outputs. */
static void add_reasons(const wm_reverify_report *report, wm_document *to)
{
    const size_t count = wm_reverify_count(report->reverify);
    for (size_t i = 0; i < count; i++) {
        const wm_reverify_finding finding = wm_reverify_judge(wm_reverify_at(report->reverify, i));
        size_t first = 0;
        while (first < i && !has_finding(report, first, &finding))
            first++;
        if (first < i || finding.reason[0] == '\0' || !has_finding(report, i, &finding))
            continue;
        wm_words_say(to, "%s, %s:", wm_reverify_words(finding.verdict), finding.reason);
        for (size_t j = i; j < count; j++)
            if (has_finding(report, j, &finding))
                wm_words_add(wm_words_new(to), "  %s%s", wm_reverify_at(report->reverify, j)->label,
                             wm_reverify_text_part(wm_reverify_at(report->reverify, j)));
    }
}

void wm_reverify_text_next(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_buffer command = WM_BUFFER_EMPTY;
    char path[WM_STYLE_MASKED];
    const char *words,
        *lead = report->options->compute ? "next: select what can be reproduced: " : "next: ";
    if (!sum.is_right)
        lead = "next: check this machine: ";
    wm_document_fail(to, wm_reverify_report_next(report, &command));
    words = wm_document_take(to, &command);
    if (words[0] != '\0')
        wm_words_command(to, lead, words, NULL, NULL);
    if (report->options->sealed != NULL)
        wm_words_say(to, "sealed as %s, root %s", wm_style_masked(report->options->sealed, path),
                     report->sealed_root);
}

void wm_reverify_text_add(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "%s ", wm_reverify_report_status(report));
    wm_words_root(line, report->model->report.root);
    if (wm_reverify_count(report->reverify) == 0) {
        wm_words_say(to, "the record has no outputs: there is nothing to recompute");
        add_links(report, to);
        wm_reverify_text_next(report, to);
        return;
    }
    add_origin(report, to);
    add_taken(report, &sum, to);
    add_meaning(report, &sum, to);
    add_links(report, to);
    wm_words_gap(to, WM_GAP_PART);
    add_table(report, to);
    wm_words_gap(to, WM_GAP_PART);
    add_reasons(report, to);
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding))
            wm_overview_finding(report->model, finding, to);
    }
    wm_reverify_text_next(report, to);
}

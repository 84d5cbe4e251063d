/* Prints the result of `reverify` as text. */
#include "report/views/reverify_text.h"

#include "report/views/overview.h"
#include "report/print/style.h"

#include <math.h>
#include <stdarg.h>
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
static void print_missing(const wm_reverify_report *report, const wm_reverify_summary *sum,
                          FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    const unsigned missing = sum->unsettled;
    if (missing != 0)
        wm_view_say(
            &view, out,
            "not fully recomputed: %u output%s; recorded residuals, floors and digests there "
            "are the producer's claim%s",
            missing, wm_style_plural(missing),
            report->options->compute ? "" : "; --product recomputes them");
}

/* Wrong and undecided items of the record. */
static void print_said(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
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
    wm_view_say(&view, out, "in the record itself:%s%s", wrong, open);
}

/* What the verdict is about, what the record names and what computed here. */
static void print_origin(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    wm_view_say(&view, out, "the verdict is about outputs; times and covariates were not checked");
    wm_view_say(&view, out, "recorded by: %s",
                origin->recorded[0] != '\0' ? origin->recorded : "unknown");
    wm_view_say(&view, out, "computed here by: %s",
                report->options->compute ? origin->here
                                         : "this program, opened elements in binary64");
    if (report->options->compute && origin->is_other)
        wm_view_say(&view, out,
                    "another backend than the recorded one: equal bits are not expected, and "
                    "this never ends in 0");
    if (report->options->compute && origin->is_other_device)
        wm_view_say(&view, out, "another device than the recorded one");
}

/* What an interrupted re-verification computed, and the file that this one trusts. */
static void print_taken(const wm_reverify_report *report, const wm_reverify_summary *sum, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    if (sum->taken != 0)
        wm_view_say(&view, out, "%u output%s taken from %s", sum->taken,
                    wm_style_plural(sum->taken), report->saved);
}

/* What is not re-verified of a continuation, and its openings at the places of priors. */
static void print_links(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    const size_t priors = wm_reverify_priors(report->reverify);
    unsigned count = 0, agreeing = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        count += o->is_opened && !o->is_left_out ? o->revisit_count : 0;
        agreeing += o->is_opened && !o->is_left_out ? o->revisits_agreeing : 0;
    }
    if (priors > 0)
        wm_view_say(
            &view, out,
            "links to %zu prior record%s: not re-verified; the audit recomputes them from the "
            "records",
            priors, wm_style_plural(priors));
    if (count > 0)
        wm_view_say(&view, out, "%u of %u chunks at a prior's places agree", agreeing, count);
}

/* The outputs under load are gone. Those of the item's repeats are checked as usual. */
static void print_points(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    size_t count = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++)
        count += wm_reverify_at(report->reverify, i)->item->point != WM_POINT_NONE;
    if (count > 0)
        wm_view_say(&view, out,
                    "segments under load: not re-verified; they are the producer's word");
}

void wm_reverify_text_notes(const wm_reverify_report *report, FILE *out)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    print_taken(report, &sum, out);
    print_points(report, out);
    print_links(report, out);
}

/* What the spot checks leave to a producer who searched: of all outputs the largest share. */
static void print_hidden(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    double hidden = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        const double share = wm_reverify_share(o, WM_REVERIFY_GRINDING);
        if (!o->is_left_out && wm_reverify_judge(o).verdict == WM_REVERIFY_SPOT_CHECKED &&
            1 - share > hidden)
            hidden = 1 - share;
    }
    if (hidden > 0)
        wm_view_say(&view, out,
                    "a producer who tried 2^%d outputs of an item could hide at most %.1f %% wrong "
                    "chunks in it (95 %% confidence)",
                    WM_REVERIFY_GRINDING, 100 * hidden);
}

/* The counts and their meaning. */
static void print_meaning(const wm_reverify_report *report, const wm_reverify_summary *sum,
                          FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    char origin[40] = "", partly[40] = "";
    if (sum->wrong_origin != 0)
        (void)snprintf(origin, sizeof origin, ", %u of another origin", sum->wrong_origin);
    if (sum->partly != 0)
        (void)snprintf(partly, sizeof partly, "; %u checked only in part", sum->partly);
    wm_view_say(&view, out,
                "%u reproduced, %u spot-checked, %u caught, %u differ%s, %u not checked%s%s",
                sum->reproduced, sum->spot_checked, sum->caught, sum->differing,
                sum->differing == 1 ? "s" : "", sum->not_checked, origin, partly);
    if (sum->left_out != 0)
        wm_view_say(&view, out, "%u output%s left out by --only", sum->left_out,
                    wm_style_plural(sum->left_out));
    print_said(report, out);
    print_points(report, out);
    if (sum->spot_checked != 0 && sum->bound >= WM_REVERIFY_ENOUGH)
        wm_view_say(&view, out,
                    "%llu different chunks agree: at 95 %% confidence this excludes a device "
                    "that is wrong in 5 %% of its chunks",
                    (unsigned long long)sum->bound);
    else if (sum->spot_checked != 0 && sum->bound != 0) /* not only of repaired outputs */
        wm_view_say(&view, out,
                    "%llu different chunk%s agree%s, too few: %d exclude, at 95 %% "
                    "confidence, a "
                    "device that is wrong in 5 %% of its chunks",
                    (unsigned long long)sum->bound, wm_style_plural(sum->bound),
                    sum->bound == 1 ? "s" : "", WM_REVERIFY_ENOUGH);
    if (sum->spot_checked != 0)
        print_hidden(report, out);
    if (sum->reproduced + sum->spot_checked + sum->caught + sum->differing + sum->wrong_origin == 0)
        wm_view_say(&view, out, "no output could be checked");
    print_missing(report, sum, out);
}

/* ---- the table ---- */

/* The columns; the last ones only with --product. */
static const struct {
    const char *title;
    wm_table_side side;
    bool is_of_product;
} COLUMNS[] = {
    {"Item", WM_TABLE_LEFT, false},          {"Verdict", WM_TABLE_LEFT, false},
    {"Repeats", WM_TABLE_RIGHT, false},      {"Openings", WM_TABLE_RIGHT, false},
    {"Error / E", WM_TABLE_RIGHT, false},    {"Chunks right", WM_TABLE_RIGHT, false},
    {"if one try", WM_TABLE_RIGHT, false},   {"Digest here", WM_TABLE_LEFT, true},
    {"Residual here", WM_TABLE_RIGHT, true}, {"Tolerance", WM_TABLE_RIGHT, true},
};

/* Adds a formatted cell, or an absent one if is_there is false. */
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
    char name[WM_PLAN_LABEL_SIZE + 16];
    (void)snprintf(name, sizeof name, "%s%s", o->label, wm_reverify_text_part(o));
    wm_table_add(table, name, NULL, WM_EMPHASIS_NONE);
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

static wm_status print_table(const wm_reverify_report *report, FILE *out)
{
    wm_table table = {.title = NULL, .width = (unsigned)report->width};
    wm_status status;
    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++)
        if (report->options->compute || !COLUMNS[i].is_of_product)
            wm_table_add_column(&table, COLUMNS[i].title, COLUMNS[i].side, false);
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        if (o->is_left_out)
            continue;
        add_row(&table, o);
        if (report->options->compute)
            add_own_cells(&table, o);
    }
    status = wm_table_print(&table, WM_TABLE_PLAIN, report->is_coloured, out);
    wm_table_clear(&table);
    return status;
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
static void print_reasons(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    const size_t count = wm_reverify_count(report->reverify);
    for (size_t i = 0; i < count; i++) {
        const wm_reverify_finding finding = wm_reverify_judge(wm_reverify_at(report->reverify, i));
        size_t first = 0;
        while (first < i && !has_finding(report, first, &finding))
            first++;
        if (first < i || finding.reason[0] == '\0' || !has_finding(report, i, &finding))
            continue;
        wm_view_say(&view, out, "%s, %s:", wm_reverify_words(finding.verdict), finding.reason);
        for (size_t j = i; j < count; j++)
            if (has_finding(report, j, &finding))
                fprintf(out, "  %s%s\n", wm_reverify_at(report->reverify, j)->label,
                        wm_reverify_text_part(wm_reverify_at(report->reverify, j)));
    }
}

wm_status wm_reverify_text_next(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_buffer command = WM_BUFFER_EMPTY;
    const wm_status status = wm_reverify_report_next(report, &command);
    char path[WM_STYLE_MASKED];
    const char *lead =
        report->options->compute ? "next: select what can be reproduced: " : "next: ";
    if (!sum.is_right)
        lead = "next: check this machine: ";
    if (command.size != 0 && wm_buffer_text(&command) != NULL)
        wm_view_command(&view, out, lead, command.data);
    wm_buffer_clear(&command);
    if (report->options->sealed != NULL)
        wm_view_say(&view, out, "sealed as %s, root %s",
                    wm_style_masked(report->options->sealed, path), report->sealed_root);
    return status;
}

/* The status and the record's root, which is cut on a terminal that is too narrow. */
static void print_status(const wm_reverify_report *report, FILE *out)
{
    enum { SHOWN = 32 };
    const char *status = wm_reverify_report_status(report), *root = report->model->report.root;
    if (report->is_terminal && (size_t)report->width < strlen(status) + 1 + strlen(root))
        fprintf(out, "%s %.*s (%d of 64 digits)\n", status, SHOWN, root, SHOWN);
    else
        fprintf(out, "%s %s\n", status, root);
}

wm_status wm_reverify_text_print(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_status status;
    print_status(report, out);
    if (wm_reverify_count(report->reverify) == 0) {
        wm_view_say(&view, out, "the record has no outputs: there is nothing to recompute");
        print_links(report, out);
        return wm_reverify_text_next(report, out);
    }
    print_origin(report, out);
    print_taken(report, &sum, out);
    print_meaning(report, &sum, out);
    print_links(report, out);
    fprintf(out, "\n");
    status = print_table(report, out);
    fprintf(out, "\n");
    print_reasons(report, out);
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding))
            wm_overview_finding(report->model, finding, &view, out);
    }
    return status == WM_OK ? wm_reverify_text_next(report, out) : status;
}

/* The answer of `reverify` in a few lines. */
#include "report/views/reverify_answer.h"

#include "record/tables/exit_status.h"
#include "report/views/overview.h"
#include "report/views/reverify_text.h"
#include "report/document/style.h"
#include "model/tally.h"

#include <string.h>

enum { ROOT_SHOWN = 12 };

/* Adds words to a line; texts of the record are masked. */
static void add(wm_words *to, const char *format, ...) WM_PRINTF(2, 3);

static void add(wm_words *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wm_words_data(to, wm_document_vtext(to->document, format, arguments));
    va_end(arguments);
}

/* ---- the verdict ---- */

/* Adds `COUNT WORDS`, with a comma if something comes before. */
static void add_count(wm_words *to, unsigned count, const char *words)
{
    if (count > 0)
        add(to, "%s%u %s", to->count > to->lead ? ", " : "", count, words);
}

void wm_reverify_answer_verdict(const wm_reverify_report *report, wm_document *to)
{
    static const char *const words[] = {
        [WM_EXIT_YES] = "PASS", [WM_EXIT_NO] = "FAIL", [WM_EXIT_INCONCLUSIVE] = "INCONCLUSIVE"};
    static const wm_emphasis emphases[] = {[WM_EXIT_YES] = WM_EMPHASIS_GOOD,
                                           [WM_EXIT_NO] = WM_EMPHASIS_BAD,
                                           [WM_EXIT_INCONCLUSIVE] = WM_EMPHASIS_ODD};
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    const int answer = wm_reverify_report_exit(report);
    wm_words *line = wm_words_new(to);
    wm_words_word(line, emphases[answer], words[answer]);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH,
                  wm_document_text(to, "%*s", (int)strlen(words[answer]) + 2, ""));
    add_count(line, sum.wrong_origin, "of another origin");
    add_count(line, sum.reproduced, "reproduced");
    add_count(line, sum.spot_checked, "spot-checked");
    add_count(line, sum.caught, "caught");
    add_count(line, sum.not_checked, "not checked");
    if (wm_reverify_count(report->reverify) == 0)
        add(line, "the record has no outputs");
    else
        add(line, "%s%u differ%s", line->count > line->lead ? ", " : "", sum.differing,
            sum.differing == 1 ? "s" : "");
    if (sum.left_out != 0)
        add(line, "; %u left out by --only", sum.left_out);
    if (report->failed != 0)
        add(line, "; %zu item%s wrong in the record itself", report->failed,
            wm_style_plural(report->failed));
    if (report->undecided != 0)
        add(line, "; %zu item%s not judged in the record itself", report->undecided,
            wm_style_plural(report->undecided));
}

/* ---- a line for each verdict and reason ---- */

/* Whether output i is selected and has this finding. */
static bool has_finding(const wm_reverify_report *report, size_t i,
                        const wm_reverify_finding *finding)
{
    const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
    const wm_reverify_finding other = wm_reverify_judge(o);
    return !o->is_left_out && other.verdict == finding->verdict &&
           strcmp(other.reason, finding->reason) == 0;
}

/* Adds the workloads of the outputs with this finding, each once with its number of outputs. */
static void add_workloads(const wm_reverify_report *report, const wm_reverify_finding *finding,
                          wm_words *to)
{
    const size_t count = wm_reverify_count(report->reverify);
    const char *lead = "";
    for (size_t i = 0; i < count; i++) {
        const char *workload = wm_reverify_at(report->reverify, i)->item->variant->workload;
        unsigned outputs = 0;
        bool is_first = has_finding(report, i, finding);
        for (size_t j = 0; j < count; j++) {
            const char *other = wm_reverify_at(report->reverify, j)->item->variant->workload;
            const bool is_alike = strcmp(other, workload) == 0 && has_finding(report, j, finding);
            is_first = is_first && (j >= i || !is_alike);
            outputs += is_alike;
        }
        if (!is_first)
            continue;
        add(to, "%s%s", lead, workload);
        if (outputs > 1)
            add(to, " (%u)", outputs);
        lead = ", ";
    }
}

/* Adds what agreeing openings bound: the least share of right chunks in an output. */
static void add_bound(const wm_reverify_report *report, const wm_reverify_finding *finding,
                      wm_words *to)
{
    double least = 1;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        const double share = wm_reverify_share(o, WM_REVERIFY_GRINDING);
        if (has_finding(report, i, finding) && share < least)
            least = share;
    }
    add(to, "; in each, at least %.1f %% of the chunks are right", 100 * least);
}

/* Adds the outputs with a finding: `  VERDICT COUNT  WORKLOADS; WHY`. */
static void add_group(const wm_reverify_report *report, const wm_reverify_finding *finding,
                      wm_document *to)
{
    wm_words *line = wm_words_new(to);
    const char *lead;
    unsigned outputs = 0;
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++)
        outputs += has_finding(report, i, finding);
    lead = wm_document_text(to, "  %-12s %3u  ", wm_reverify_words(finding->verdict), outputs);
    wm_words_add(line, "%s", lead);
    wm_words_lead(line, WM_BREAKS_WIDTH, wm_document_text(to, "%*s", (int)strlen(lead), ""));
    add_workloads(report, finding, line);
    if (finding->reason[0] != '\0')
        add(line, "; %s", finding->reason);
    else if (finding->verdict == WM_REVERIFY_SPOT_CHECKED)
        add_bound(report, finding, line);
}

/* Adds an output that differs or has another origin, in full. */
static void add_wrong(const wm_reverify_output *output, const wm_reverify_finding *finding,
                      wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "  %-12s      ", wm_reverify_words(finding->verdict));
    wm_words_lead(line, WM_BREAKS_WIDTH, "                   ");
    add(line, "%s%s: %s", output->label, wm_reverify_text_part(output), finding->reason);
}

static void add_groups(const wm_reverify_report *report, wm_document *to)
{
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        const wm_reverify_finding finding = wm_reverify_judge(o);
        size_t first = 0;
        if (o->is_left_out)
            continue;
        if (finding.verdict == WM_REVERIFY_DIFFERS || finding.verdict == WM_REVERIFY_WRONG_ORIGIN) {
            add_wrong(o, &finding, to);
            continue;
        }
        while (first < i && !has_finding(report, first, &finding))
            first++;
        if (first == i)
            add_group(report, &finding, to);
    }
}

/* ---- remarks ---- */

/* What limits the verdict: too few openings, another backend or device. */
static void add_limits(const wm_reverify_report *report, wm_document *to)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    if (wm_reverify_count(report->reverify) == 0)
        return;
    if (sum.spot_checked != 0 && sum.bound != 0 && !sum.is_enough)
        add(wm_words_item(to),
            "%llu different chunk%s agree%s, too few: %d exclude a device that is wrong in 5 "
            "%% of its chunks",
            (unsigned long long)sum.bound, wm_style_plural(sum.bound), sum.bound == 1 ? "s" : "",
            WM_REVERIFY_ENOUGH);
    if (report->options->compute && (origin->is_other || origin->is_other_device))
        add(wm_words_item(to),
            "another %s than the recorded one%s; recorded by %s; computed here by %s",
            origin->is_other ? "backend" : "device",
            origin->is_other ? ": equal bits are not expected, and this never ends in 0" : "",
            origin->recorded[0] != '\0' ? origin->recorded : "unknown", origin->here);
}

/* The record's own findings, without planned faults that were caught. */
static void add_findings(const wm_reverify_report *report, wm_document *to)
{
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding) &&
            wm_tally_about(report->model, finding) != WM_PLANNED_FAULTS_CAUGHT)
            wm_overview_finding(report->model, finding, to);
    }
}

void wm_reverify_answer_add(const wm_reverify_report *report, wm_document *to)
{
    wm_reverify_answer_verdict(report, to);
    add_groups(report, to);
    add_limits(report, to);
    wm_reverify_text_notes(report, to);
    add_findings(report, to);
    wm_words_add(wm_words_new(to), "record root %.*s; times cannot be checked", ROOT_SHOWN,
                 report->model->report.root);
    wm_reverify_text_next(report, to);
}

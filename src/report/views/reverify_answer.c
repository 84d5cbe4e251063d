/* Prints the answer of `reverify` in a few lines. */
#include "report/views/reverify_answer.h"

#include "record/tables/exit_status.h"
#include "report/views/overview.h"
#include "report/print/prose.h"
#include "report/views/reverify_text.h"
#include "report/print/style.h"
#include "model/tally.h"

#include <stdarg.h>
#include <string.h>

enum { LINE_SIZE = 2048, ROOT_SHOWN = 12 };

/* A line under construction; it is cut at its size. */
typedef struct {
    char text[LINE_SIZE];
} line;

static void add(line *to, const char *format, ...) WM_PRINTF(2, 3);

static void add(line *to, const char *format, ...)
{
    const size_t used = strlen(to->text);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(to->text + used, sizeof to->text - used, format, arguments);
    va_end(arguments);
}

static void say(const wm_reverify_report *report, const line *of, const char *lead,
                const char *hang, FILE *out)
{
    char masked[WM_STYLE_MASKED];
    wm_prose_print(wm_style_masked(of->text, masked), lead, hang, report->width, out);
}

/* ---- the verdict ---- */

/* Adds `COUNT WORDS`, with a comma if something comes before. */
static void add_count(line *to, unsigned count, const char *words)
{
    if (count > 0)
        add(to, "%s%u %s", to->text[0] != '\0' ? ", " : "", count, words);
}

void wm_reverify_answer_verdict(const wm_reverify_report *report, FILE *out)
{
    static const char *const words[] = {
        [WM_EXIT_YES] = "PASS", [WM_EXIT_NO] = "FAIL", [WM_EXIT_INCONCLUSIVE] = "INCONCLUSIVE"};
    static const wm_emphasis emphases[] = {[WM_EXIT_YES] = WM_EMPHASIS_GOOD,
                                           [WM_EXIT_NO] = WM_EMPHASIS_BAD,
                                           [WM_EXIT_INCONCLUSIVE] = WM_EMPHASIS_ODD};
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    const int answer = wm_reverify_report_exit(report);
    const wm_emphasis emphasis = emphases[answer];
    line of = {""};
    char lead[64], hang[64];
    add_count(&of, sum.wrong_origin, "of another origin");
    add_count(&of, sum.reproduced, "reproduced");
    add_count(&of, sum.spot_checked, "spot-checked");
    add_count(&of, sum.caught, "caught");
    add_count(&of, sum.not_checked, "not checked");
    if (wm_reverify_count(report->reverify) == 0)
        add(&of, "the record has no outputs");
    else
        add(&of, "%s%u differ%s", of.text[0] != '\0' ? ", " : "", sum.differing,
            sum.differing == 1 ? "s" : "");
    if (sum.left_out != 0)
        add(&of, "; %u left out by --only", sum.left_out);
    if (report->failed != 0)
        add(&of, "; %zu item%s wrong in the record itself", report->failed,
            wm_style_plural(report->failed));
    if (report->undecided != 0)
        add(&of, "; %zu item%s not judged in the record itself", report->undecided,
            wm_style_plural(report->undecided));
    (void)snprintf(lead, sizeof lead, "%s%s%s  ", wm_style_on(emphasis, report->is_coloured),
                   words[answer], wm_style_off(emphasis, report->is_coloured));
    (void)snprintf(hang, sizeof hang, "%*s", (int)strlen(words[answer]) + 2, "");
    say(report, &of, lead, hang, out);
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
                          line *to)
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
                      line *to)
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

/* Prints the outputs with a finding: `  VERDICT COUNT  WORKLOADS; WHY`. */
static void print_group(const wm_reverify_report *report, const wm_reverify_finding *finding,
                        FILE *out)
{
    unsigned outputs = 0;
    char lead[64], hang[64];
    line of = {""};
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++)
        outputs += has_finding(report, i, finding);
    (void)snprintf(lead, sizeof lead, "  %-12s %3u  ", wm_reverify_words(finding->verdict),
                   outputs);
    (void)snprintf(hang, sizeof hang, "%*s", (int)strlen(lead), "");
    add_workloads(report, finding, &of);
    if (finding->reason[0] != '\0')
        add(&of, "; %s", finding->reason);
    else if (finding->verdict == WM_REVERIFY_SPOT_CHECKED)
        add_bound(report, finding, &of);
    say(report, &of, lead, hang, out);
}

/* Prints an output that differs or has another origin, in full. */
static void print_wrong(const wm_reverify_report *report, const wm_reverify_output *output,
                        const wm_reverify_finding *finding, FILE *out)
{
    char lead[64];
    line of = {""};
    (void)snprintf(lead, sizeof lead, "  %-12s      ", wm_reverify_words(finding->verdict));
    add(&of, "%s%s: %s", output->label, wm_reverify_text_part(output), finding->reason);
    say(report, &of, lead, "                   ", out);
}

static void print_groups(const wm_reverify_report *report, FILE *out)
{
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        const wm_reverify_finding finding = wm_reverify_judge(o);
        size_t first = 0;
        if (o->is_left_out)
            continue;
        if (finding.verdict == WM_REVERIFY_DIFFERS || finding.verdict == WM_REVERIFY_WRONG_ORIGIN) {
            print_wrong(report, o, &finding, out);
            continue;
        }
        while (first < i && !has_finding(report, first, &finding))
            first++;
        if (first == i)
            print_group(report, &finding, out);
    }
}

/* ---- remarks ---- */

/* What limits the verdict: too few openings, another backend or device. */
static void print_limits(const wm_reverify_report *report, FILE *out)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    line of = {""};
    if (wm_reverify_count(report->reverify) == 0)
        return;
    if (sum.spot_checked != 0 && sum.bound != 0 && !sum.is_enough)
        add(&of,
            "%llu different chunk%s agree%s, too few: %d exclude a device that is wrong in 5 "
            "%% of its chunks",
            (unsigned long long)sum.bound, wm_style_plural(sum.bound), sum.bound == 1 ? "s" : "",
            WM_REVERIFY_ENOUGH);
    if (of.text[0] != '\0')
        say(report, &of, "", "  ", out);
    of.text[0] = '\0';
    if (report->options->compute && (origin->is_other || origin->is_other_device))
        add(&of, "another %s than the recorded one%s; recorded by %s; computed here by %s",
            origin->is_other ? "backend" : "device",
            origin->is_other ? ": equal bits are not expected, and this never ends in 0" : "",
            origin->recorded[0] != '\0' ? origin->recorded : "unknown", origin->here);
    if (of.text[0] != '\0')
        say(report, &of, "", "  ", out);
}

/* The record's own findings, without planned faults that were caught. */
static void print_findings(const wm_reverify_report *report, FILE *out)
{
    const wm_view view = wm_reverify_report_view(report);
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding) &&
            wm_tally_about(report->model, finding) != WM_PLANNED_FAULTS_CAUGHT)
            wm_overview_finding(report->model, finding, &view, out);
    }
}

wm_status wm_reverify_answer_print(const wm_reverify_report *report, FILE *out)
{
    wm_reverify_answer_verdict(report, out);
    print_groups(report, out);
    print_limits(report, out);
    wm_reverify_text_notes(report, out);
    print_findings(report, out);
    fprintf(out, "record root %.*s; times cannot be checked\n", ROOT_SHOWN,
            report->model->report.root);
    return wm_reverify_text_next(report, out);
}

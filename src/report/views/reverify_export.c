/* Prints the result of `reverify` as JSON. */
#include "report/views/reverify_export.h"

#include "report/views/export.h"
#include "report/print/json_output.h"
#include "record/laws/rule.h"

#include <math.h>

/* A number, or null if it is absent. */
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
    wm_node_count(node, "revisits", o->revisit_count);
    wm_node_count(node, "revisits_agreeing", o->revisits_agreeing);
    wm_node_count(node, "elements", o->seen.elements);
    wm_node_count(node, "wrong", o->seen.wrong);
    add_number(node, "worst_ratio", o->seen.worst_ratio);
    if (!isfinite(o->seen.worst_ratio))
        wm_node_text(node, "worst_reason", WM_REVERIFY_NO_RATIO);
    wm_node_count(node, "worst_row", o->seen.worst_row);
    wm_node_count(node, "worst_column", o->seen.worst_column);
    add_number(node, "worst_given", o->seen.worst_given);
    add_number(node, "worst_exact", o->seen.worst_exact);
    if (o->has_expected)
        add_flag(node, "residual_is_plausible", o->is_plausible);
    else
        wm_node_null(node, "residual_is_plausible");
    wm_node_number(node, "seconds", o->opening_seconds);
    wm_node_close_object(node);
}

static void add_own(wm_node *node, const wm_reverify_output *o)
{
    static const char *const words[] = {"reproduced", "within rounding", "differ"};
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
    add_number(node, "differing_expected", own->differing_expected);
    if (o->is_same)
        wm_node_text(node, "recorded_residuals", words[o->residual_match]);
    else
        wm_node_null(node, "recorded_residuals");
    add_number(node, "residual",
               wm_observed_ratio(own->residual.difference_max, own->residual.reference_max));
    add_number(node, "tolerance", own->tolerance);
    wm_node_text(node, "decision", wm_rule_decision_word(own->decision));
    wm_node_close_object(node);
}

static void add_output(wm_node *node, const wm_reverify_output *o)
{
    static const char *const parts[] = {"product", "injected", "repaired"};
    const wm_reverify_finding finding = wm_reverify_judge(o);
    const bool agrees = finding.verdict == WM_REVERIFY_SPOT_CHECKED;
    const bool is_whole = finding.verdict == WM_REVERIFY_REPRODUCED;
    wm_node_open_object(node, NULL);
    wm_node_text(node, "name", o->label);
    wm_node_text(node, "part", parts[o->part]);
    wm_node_text(node, "verdict", wm_reverify_words(finding.verdict));
    wm_node_text(node, "reason", finding.reason);
    wm_node_hex(node, "output_digest", o->digest);
    wm_node_count(node, "chunks", o->chunks);
    wm_node_number(node, "bound_95", wm_reverify_share(o, 0));
    wm_node_number(node, "bound_95_grinding_40", wm_reverify_share(o, WM_REVERIFY_GRINDING));
    wm_node_count(node, "repeats", o->repeats);
    wm_node_count(node, "repeats_checked", is_whole || agrees ? o->repeats_bound : 0);
    add_openings(node, o);
    add_own(node, o);
    wm_node_close_object(node);
}

static void add_origin(wm_node *node, const wm_reverify_report *report)
{
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    wm_node_text(node, "scope", "outputs; times and covariates were not checked");
    wm_node_text(node, "recorded_by", origin->recorded);
    if (report->options->compute)
        wm_node_text(node, "computed_by", origin->here);
    else
        wm_node_null(node, "computed_by");
    wm_node_count(node, "priors", wm_reverify_priors(report->reverify));
    if (wm_reverify_priors(report->reverify) > 0)
        wm_node_text(node, "links", "not re-verified; the audit recomputes them");
    add_flag(node, "is_other_backend", origin->is_other);
    add_flag(node, "is_other_device", origin->is_other_device);
}

static void add_summary(wm_node *node, const wm_reverify_summary *sum)
{
    wm_node_open_object(node, "summary");
    wm_node_count(node, "reproduced", sum->reproduced);
    wm_node_count(node, "spot_checked", sum->spot_checked);
    wm_node_count(node, "caught", sum->caught);
    wm_node_count(node, "differs", sum->differing);
    wm_node_count(node, "wrong_origin", sum->wrong_origin);
    wm_node_count(node, "not_checked", sum->not_checked);
    wm_node_count(node, "partly_checked", sum->partly);
    wm_node_count(node, "left_out", sum->left_out);
    wm_node_count(node, "taken", sum->taken);
    wm_node_count(node, "not_recomputed", sum->unsettled);
    wm_node_count(node, "chunks_bound", sum->bound);
    wm_node_count(node, "chunks_enough", WM_REVERIFY_ENOUGH);
    wm_node_close_object(node);
}

static void add_findings(wm_node *node, const wm_reverify_report *report)
{
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding))
            wm_export_finding(node, report->model, finding);
    }
}

wm_status wm_reverify_export_print(const wm_reverify_report *report, FILE *out)
{
    const wm_reverify_summary sum = wm_reverify_conclude(report->reverify);
    wm_node node = WM_NODE_EMPTY;
    wm_buffer command = WM_BUFFER_EMPTY;
    wm_status status;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-reverify/1");
    wm_node_text(&node, "status", wm_reverify_report_status(report));
    wm_json_output_text(&node, "record", report->path);
    wm_node_text(&node, "root", report->model->report.root);
    add_origin(&node, report);
    add_summary(&node, &sum);
    wm_node_open_array(&node, "findings");
    add_findings(&node, report);
    wm_node_close_array(&node);
    wm_node_open_array(&node, "products");
    for (size_t i = 0; i < wm_reverify_count(report->reverify); i++)
        if (!wm_reverify_at(report->reverify, i)->is_left_out)
            add_output(&node, wm_reverify_at(report->reverify, i));
    wm_node_close_array(&node);
    status = wm_reverify_report_next(report, &command);
    if (command.size != 0)
        wm_node_text_of(&node, "next", command.data, command.size);
    else
        wm_node_null(&node, "next");
    wm_buffer_clear(&command);
    if (report->options->sealed != NULL) {
        wm_json_output_text(&node, "sealed", report->options->sealed);
        wm_node_text(&node, "sealed_root", report->sealed_root);
    }
    if (status == WM_OK)
        status = wm_json_output_print(&node, out);
    wm_node_clear(&node);
    return status;
}

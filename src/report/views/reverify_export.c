/* The result of `reverify` as members. */
#include "report/views/reverify_report.h"

#include "report/views/export.h"
#include "report/views/warnings.h"
#include "report/document/data.h"
#include "record/laws/rule.h"

#include <math.h>

static void add_openings(wm_document *to, const wm_reverify_output *o)
{
    if (!o->is_opened) {
        wm_data_null(to, "openings");
        return;
    }
    wm_data_object(to, "openings");
    wm_data_count(to, "count", o->opening_count);
    wm_data_count(to, "agreeing", o->openings_agreeing);
    wm_data_count(to, "revisits", o->revisit_count);
    wm_data_count(to, "revisits_agreeing", o->revisits_agreeing);
    wm_data_count(to, "elements", o->seen.elements);
    wm_data_count(to, "wrong", o->seen.wrong);
    wm_data_number(to, "worst_ratio", o->seen.worst_ratio);
    if (!isfinite(o->seen.worst_ratio))
        wm_data_text(to, "worst_reason", WM_REVERIFY_NO_RATIO);
    wm_data_count(to, "worst_row", o->seen.worst_row);
    wm_data_count(to, "worst_column", o->seen.worst_column);
    wm_data_number(to, "worst_given", o->seen.worst_given);
    wm_data_number(to, "worst_exact", o->seen.worst_exact);
    if (o->has_expected)
        wm_data_flag(to, "residual_is_plausible", o->is_plausible);
    else
        wm_data_null(to, "residual_is_plausible");
    wm_data_number(to, "seconds", o->opening_seconds);
    wm_data_end_object(to);
}

static void add_own(wm_document *to, const wm_reverify_output *o)
{
    static const char *const words[] = {"reproduced", "within rounding", "differ"};
    const wm_reverify_own *own = &o->own;
    if (!own->is_done) {
        wm_data_null(to, "computed");
        return;
    }
    wm_data_object(to, "computed");
    wm_data_text(to, "method", own->method);
    wm_data_flag(to, "is_recorded_method", own->is_recorded_method);
    wm_data_number(to, "seconds", own->seconds);
    wm_data_hex(to, "output_digest", own->digest);
    wm_data_flag(to, "is_same", o->is_same);
    wm_data_number(to, "differing_expected", own->differing_expected);
    wm_data_text(to, "recorded_residuals", o->is_same ? words[o->residual_match] : NULL);
    wm_data_number(to, "residual",
                   wm_observed_ratio(own->residual.difference_max, own->residual.reference_max));
    wm_data_number(to, "tolerance", own->tolerance);
    wm_data_text(to, "decision", wm_rule_decision_word(own->decision));
    wm_data_end_object(to);
}

static void add_output(wm_document *to, const wm_reverify_row *row)
{
    static const char *const parts[] = {"product", "injected", "repaired"};
    const wm_reverify_output *o = row->output;
    const wm_reverify_verdict verdict = row->finding.verdict;
    const bool agrees = verdict == WM_REVERIFY_REPRODUCED || verdict == WM_REVERIFY_SPOT_CHECKED;
    wm_data_object(to, NULL);
    wm_data_text(to, "name", o->label);
    wm_data_text(to, "part", parts[o->part]);
    wm_data_text(to, "verdict", wm_reverify_words(verdict));
    wm_data_text(to, "reason", row->finding.reason);
    wm_data_hex(to, "output_digest", o->digest);
    wm_data_count(to, "chunks", o->chunks);
    wm_data_number(to, "bound_95", wm_reverify_share(o, 0));
    wm_data_number(to, "bound_95_grinding_40", wm_reverify_share(o, WM_REVERIFY_GRINDING));
    wm_data_count(to, "repeats", o->repeats);
    wm_data_count(to, "repeats_checked", agrees ? o->repeats_bound : 0);
    add_openings(to, o);
    add_own(to, o);
    wm_data_end_object(to);
}

static void add_origin(wm_document *to, const wm_reverify_report *report)
{
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    wm_data_text(to, "scope", "outputs; times and covariates were not checked");
    wm_data_text(to, "recorded_by", origin->recorded);
    wm_data_text(to, "computed_by", report->options->compute ? origin->here : NULL);
    wm_data_count(to, "priors", report->model->plan.continues.count);
    if (report->model->plan.continues.count > 0)
        wm_data_text(to, "links", "not re-verified; the audit recomputes them");
    wm_data_flag(to, "is_other_backend", origin->is_other);
    wm_data_flag(to, "is_other_device", origin->is_other_device);
    wm_data_text(to, "backend_reason", origin->why[0] != '\0' ? origin->why : NULL);
    wm_data_list(to, "differing");
    for (size_t i = 0; i < origin->differing_count; i++)
        wm_data_text(to, NULL, origin->differing[i]);
    wm_data_end_list(to);
}

static void add_summary(wm_document *to, const wm_reverify_summary *sum)
{
    wm_data_object(to, "summary");
    wm_data_count(to, "reproduced", sum->reproduced);
    wm_data_count(to, "spot_checked", sum->spot_checked);
    wm_data_count(to, "caught", sum->caught);
    wm_data_count(to, "differs", sum->differing);
    wm_data_count(to, "wrong_origin", sum->wrong_origin);
    wm_data_count(to, "not_checked", sum->not_checked);
    wm_data_count(to, "partly_checked", sum->partly);
    wm_data_count(to, "other_method", sum->other_method);
    wm_data_count(to, "left_out", sum->left_out);
    wm_data_count(to, "atomic_left_out", sum->atomic);
    wm_data_count(to, "inexact_left_out", sum->inexact);
    wm_data_count(to, "taken", sum->taken);
    wm_data_count(to, "not_recomputed", sum->unsettled);
    wm_data_count(to, "chunks_bound", sum->bound);
    wm_data_count(to, "chunks_enough", WM_REVERIFY_ENOUGH);
    wm_data_end_object(to);
}

static void add_findings(wm_document *to, const wm_reverify_report *report)
{
    wm_data_list(to, "findings");
    for (size_t i = 0; i < report->model->finding_count; i++) {
        const wm_model_finding *finding = &report->model->finding[i];
        if (wm_reverify_report_selects_finding(report, finding))
            wm_export_finding(to, report->model, finding);
    }
    wm_data_end_list(to);
}

void wm_reverify_export_add(const wm_reverify_report *report, wm_document *to)
{
    wm_data_begin(to, "reverify", wm_reverify_report_status(report));
    wm_data_text(to, "record", report->path);
    wm_data_text(to, "root", report->model->report.root);
    add_origin(to, report);
    add_summary(to, &report->sum);
    add_findings(to, report);
    wm_warnings_export(report->model, to);
    wm_data_list(to, "products");
    for (size_t i = 0; i < report->row_count; i++)
        add_output(to, &report->row[i]);
    wm_data_end_list(to);
    wm_data_word(to, "next", wm_reverify_report_next(report, to));
    if (report->options->sealed != NULL) {
        wm_data_text(to, "sealed", report->options->sealed);
        wm_data_text(to, "sealed_root", report->sealed_root);
    }
}

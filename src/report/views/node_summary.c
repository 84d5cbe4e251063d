/* One-line summary of a node. */
#include "report/views/node_summary.h"

#include "report/views/reasons.h"
#include "standards/number.h"

#include <math.h>

/* Adds words and at most 127 bytes of a text; `null` if it is absent. */
static void add_text(wm_words *to, const char *words, wm_text text)
{
    char room[128];
    wm_words_add(to, "%s", words);
    (void)wm_member_copy(text, room, sizeof room);
    wm_words_data(to, text.bytes != NULL ? room : "null");
}

static void add_number(wm_words *to, const char *words, double number)
{
    char text[WM_NUMBER_TEXT_SIZE];
    wm_words_add(to, "%s%s", words, wm_number_format(number, text) != 0 ? text : "null");
}

/* ---- repeats ---- */

static void add_rate(const wm_workload_node *node, wm_words *to)
{
    add_number(to, "", node->iterations);
    add_number(to, " iterations in ", node->seconds);
    wm_words_add(to, " s");
}

/* The median of a covariate, or the reason for its absence. */
static void add_covariate(const wm_workload_node *node, wm_covariate_name name, wm_words *to)
{
    const wm_covariate_node *covariate = &node->covariates.each[name];
    wm_words_add(to, "%s", wm_tables_covariate(name));
    if (covariate->is_there && covariate->reason.bytes == NULL)
        add_number(to, " median ", covariate->median);
    else
        add_text(to, " absent: ", covariate->reason);
}

static void add_digest(const wm_workload_node *node, wm_words *to)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(node->output_digest.bytes, hex);
    wm_words_add(to, "output_digest %s", hex);
}

/* The fields of a residual that a function reads; false if it reads none. */
static bool add_residual(const wm_residual_node *residual, wm_function function, wm_words *to)
{
    if (function == WM_FUNCTION_RESIDUAL || function == WM_FUNCTION_VERIFIED) {
        add_number(to, "difference_max ", residual->difference_max);
        add_number(to, ", reference_max ", residual->reference_max);
    } else if (function == WM_FUNCTION_ROUNDING) {
        add_number(to, "residual_squares ", residual->residual_squares);
        add_number(to, ", rounding_squares ", residual->rounding_squares);
    } else if (function == WM_FUNCTION_ROW_STATISTIC) {
        add_number(to, "row_statistic ", residual->row_statistic);
        add_number(to, ", row ", residual->row);
    } else if (function == WM_FUNCTION_ROW_SUM_ERROR) {
        add_number(to, "row_sum_error ", residual->row_sum_error);
    } else {
        return false;
    }
    return true;
}

/* The fields of a repeat that a function reads: the rate, if no other is named here. */
static void add_read(const wm_workload_node *node, wm_function function, wm_words *to)
{
    if (add_residual(&node->residual, function, to))
        return;
    switch (function) {
    case WM_FUNCTION_CLOCK_CORRELATION:
    case WM_FUNCTION_PERFORMANCE_CLASS:
        add_rate(node, to);
        wm_words_add(to, ", ");
        add_covariate(node, WM_COVARIATE_CLOCK, to);
        break;
    case WM_FUNCTION_MEDIAN_CLOCK:
        add_covariate(node, WM_COVARIATE_CLOCK, to);
        break;
    case WM_FUNCTION_MEDIAN_POWER:
        add_covariate(node, WM_COVARIATE_POWER, to);
        break;
    case WM_FUNCTION_MEDIAN_TEMPERATURE:
        add_covariate(node, WM_COVARIATE_TEMPERATURE, to);
        break;
    case WM_FUNCTION_PEAK_MEMORY:
        add_number(to, "peak_resident_bytes ", node->peak_resident_bytes);
        break;
    case WM_FUNCTION_DIVERGENCE:
        add_number(to, "divergence ", node->divergence);
        break;
    case WM_FUNCTION_NUMERICAL_CLASS:
    case WM_FUNCTION_AGREEMENT:
    case WM_FUNCTION_DIFFERENCE:
    case WM_FUNCTION_NUMERICAL_CLASS_KEPT:
        add_digest(node, to);
        break;
    case WM_FUNCTION_TOLERANCE:
        wm_words_add(to, "status ok");
        break;
    default:
        add_rate(node, to);
    }
}

/* The reasons for a lowered clock of a repeat, if the record has them. */
static void add_throttle(const wm_workload_node *node, wm_words *to)
{
    const wm_covariate_node *covariate = &node->covariates.each[WM_COVARIATE_THROTTLE_REASONS];
    const double value = covariate->maximum;
    char words[WM_REASONS_SIZE];
    if (!covariate->is_there || !(value >= 0 && value <= UINT32_MAX))
        return;
    wm_reasons_throttle((unsigned)value, true, words);
    if (words[0] != '\0')
        wm_words_add(to, " (%s)", words);
}

static void add_flags(const wm_workload_node *node, wm_words *to)
{
    wm_list flags = node->flags;
    const char *before = "; disturbed: ";
    wm_text flag;
    while (wm_member_next_text(&flags, &flag)) {
        add_text(to, before, flag);
        if (wm_member_is(flag, "throttled"))
            add_throttle(node, to);
        before = ", ";
    }
}

static void add_repeat(const wm_content *content, wm_function function, wm_words *to)
{
    const wm_workload_node *node = &content->of.workload;
    wm_words_add(to, "repeat %.0f: ", node->repeat);
    if (!wm_contents_is(content, &wm_kind_workload_ok)) {
        add_text(to, "failed: ", node->reason);
        return;
    }
    add_read(node, function, to);
    add_flags(node, to);
}

/* ---- other nodes ---- */

static void add_calibration(const wm_content *content, wm_words *to)
{
    const wm_calibration_node *node = &content->of.calibration;
    if (wm_contents_is(content, &wm_kind_calibration_ok))
        wm_words_add(to, "calibration: residuals of %lu probe sets",
                     (unsigned long)node->difference_max.count);
    else
        add_text(to, "calibration failed: ", node->reason);
}

static void add_stage(const wm_content *content, wm_words *to)
{
    wm_words_add(to, "stage %s", wm_transcripts_stage(content));
    if (content->of.stage.decision.bytes != NULL)
        add_text(to, " ", content->of.stage.decision);
}

static void add_external(const wm_external_node *node, wm_words *to)
{
    add_text(to, "series ", node->series);
    wm_words_add(to, ", number %.0f", node->index);
}

static void add_reason(wm_text reason, wm_words *to)
{
    if (reason.bytes == NULL)
        return;
    add_text(to, " (", reason);
    wm_words_add(to, ")");
}

static void add_reduction(const wm_reduction_node *node, wm_words *to)
{
    add_text(to, "reduction ", node->function);
    if (node->field.bytes != NULL)
        add_text(to, " of ", node->field);
    add_text(to, ": ", node->value.text);
    add_reason(node->reason, to);
}

static void add_claim(const wm_claim_node *node, wm_words *to)
{
    add_text(to, "claim: text ", node->text);
    add_text(to, ", value ", node->value.text);
    add_text(to, ", unit ", node->unit);
    add_reason(node->reason, to);
}

static void add_segment(const wm_content *content, wm_words *to)
{
    const wm_stress_node *node = &content->of.stress;
    wm_words_add(to, "segment %.0f: ", node->index);
    if (wm_contents_is(content, &wm_kind_stress_failed)) {
        add_text(to, "failed: ", node->reason);
        if (isfinite(node->seconds))
            wm_words_add(to, ", in %.4g s", node->seconds);
    } else {
        wm_words_add(to, "%.0f outputs, %.0f of them wrong, in %.4g s", node->products,
                     node->errors, node->seconds);
    }
}

void wm_node_summary_add(const wm_content *content, wm_function function, wm_words *to)
{
    if (wm_contents_is_of(content, &wm_kind_workload))
        add_repeat(content, function, to);
    else if (wm_contents_is_of(content, &wm_kind_calibration))
        add_calibration(content, to);
    else if (wm_contents_is_of(content, &wm_kind_stage))
        add_stage(content, to);
    else if (wm_contents_is_of(content, &wm_kind_stress))
        add_segment(content, to);
    else if (wm_contents_is_of(content, &wm_kind_external))
        add_external(&content->of.external, to);
    else if (wm_contents_is_of(content, &wm_kind_reduction))
        add_reduction(&content->of.reduction, to);
    else if (wm_contents_is_of(content, &wm_kind_claim))
        add_claim(&content->of.claim, to);
    else
        wm_words_add(to, "%s",
                     content->kind->name != NULL ? content->kind->name : content->kind->type);
}

/* One-line summary of a node. */
#include "report/views/node_summary.h"

#include "model/model.h"
#include "report/print/style.h"
#include "standards/number.h"

#include <math.h>
#include <string.h>

/* Prints at most 127 bytes of a text; `null` if it is absent. */
static void print_text(wm_text text, FILE *out)
{
    char room[128];
    if (text.bytes == NULL) {
        fputs("null", out);
        return;
    }
    (void)wm_member_copy(text, room, sizeof room);
    wm_style_print(room, strlen(room), out);
}

static void print_number(double number, FILE *out)
{
    char text[WM_NUMBER_TEXT_SIZE];
    fputs(wm_number_format(number, text) != 0 ? text : "null", out);
}

static void print_value(const wm_value *value, FILE *out)
{
    print_text(value->text, out);
}

/* ---- repeats ---- */

static void print_rate(const wm_workload_node *node, FILE *out)
{
    print_number(node->iterations, out);
    fputs(" iterations in ", out);
    print_number(node->seconds, out);
    fputs(" s", out);
}

/* The median of a covariate, or the reason for its absence. */
static void print_covariate(const wm_workload_node *node, wm_covariate_name name, FILE *out)
{
    const wm_covariate_node *covariate = &node->covariates.each[name];
    if (covariate->is_there && covariate->reason.bytes == NULL) {
        fprintf(out, "%s median ", wm_tables_covariate(name));
        print_number(covariate->median, out);
    } else {
        fprintf(out, "%s absent: ", wm_tables_covariate(name));
        print_text(covariate->reason, out);
    }
}

static void print_rate_and_clock(const wm_workload_node *node, FILE *out)
{
    print_rate(node, out);
    fputs(", ", out);
    print_covariate(node, WM_COVARIATE_CLOCK, out);
}

static void print_clock(const wm_workload_node *node, FILE *out)
{
    print_covariate(node, WM_COVARIATE_CLOCK, out);
}

static void print_power(const wm_workload_node *node, FILE *out)
{
    print_covariate(node, WM_COVARIATE_POWER, out);
}

static void print_temperature(const wm_workload_node *node, FILE *out)
{
    print_covariate(node, WM_COVARIATE_TEMPERATURE, out);
}

static void print_memory(const wm_workload_node *node, FILE *out)
{
    fputs("peak_resident_bytes ", out);
    print_number(node->peak_resident_bytes, out);
}

static void print_divergence(const wm_workload_node *node, FILE *out)
{
    fputs("divergence ", out);
    print_number(node->divergence, out);
}

static void print_digest(const wm_workload_node *node, FILE *out)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(node->output_digest.bytes, hex);
    fprintf(out, "output_digest %s", hex);
}

static void print_status(const wm_workload_node *node, FILE *out)
{
    (void)node;
    fputs("status ok", out);
}

static void print_residual(const wm_workload_node *node, FILE *out)
{
    fputs("difference_max ", out);
    print_number(node->residual.difference_max, out);
    fputs(", reference_max ", out);
    print_number(node->residual.reference_max, out);
}

static void print_rounding(const wm_workload_node *node, FILE *out)
{
    fputs("residual_squares ", out);
    print_number(node->residual.residual_squares, out);
    fputs(", rounding_squares ", out);
    print_number(node->residual.rounding_squares, out);
}

static void print_row_statistic(const wm_workload_node *node, FILE *out)
{
    fputs("row_statistic ", out);
    print_number(node->residual.row_statistic, out);
    fputs(", row ", out);
    print_number(node->residual.row, out);
}

/* The fields of a repeat that a function reads. A function that is not in this table reads the
 * rate. */
static const struct {
    wm_function function;
    void (*print)(const wm_workload_node *node, FILE *out);
} TAKES[] = {
    {WM_FUNCTION_MEDIAN_CLOCK, print_clock},
    {WM_FUNCTION_CLOCK_CORRELATION, print_rate_and_clock},
    {WM_FUNCTION_PERFORMANCE_CLASS, print_rate_and_clock},
    {WM_FUNCTION_DIVERGENCE, print_divergence},
    {WM_FUNCTION_NUMERICAL_CLASS, print_digest},
    {WM_FUNCTION_AGREEMENT, print_digest},
    {WM_FUNCTION_DIFFERENCE, print_digest},
    {WM_FUNCTION_NUMERICAL_CLASS_KEPT, print_digest},
    {WM_FUNCTION_TOLERANCE, print_status},
    {WM_FUNCTION_RESIDUAL, print_residual},
    {WM_FUNCTION_VERIFIED, print_residual},
    {WM_FUNCTION_ROW_STATISTIC, print_row_statistic},
    {WM_FUNCTION_ROUNDING, print_rounding},
    {WM_FUNCTION_MEDIAN_POWER, print_power},
    {WM_FUNCTION_MEDIAN_TEMPERATURE, print_temperature},
    {WM_FUNCTION_PEAK_MEMORY, print_memory},
};

/* The reasons for a lowered clock of a repeat, if the record has them. */
static void print_throttle(const wm_workload_node *node, FILE *out)
{
    static const struct {
        unsigned bit;
        const char *words;
        bool counts;
    } REASONS[] = {
#define REASON_ROW(id, bit, words, counts) {WM_THROTTLE_##id, words, counts},
        WM_THROTTLE_LIST(REASON_ROW)
#undef REASON_ROW
    };
    const wm_covariate_node *covariate = &node->covariates.each[WM_COVARIATE_THROTTLE_REASONS];
    const double value = covariate->maximum;
    const char *before = " (";
    if (!covariate->is_there || !(value >= 0 && value <= UINT32_MAX))
        return;
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++)
        if (REASONS[i].counts && ((unsigned)value & REASONS[i].bit) != 0) {
            fprintf(out, "%s%s", before, REASONS[i].words);
            before = ", ";
        }
    if (before[0] == ',')
        fputc(')', out);
}

static void print_flags(const wm_workload_node *node, FILE *out)
{
    wm_list flags = node->flags;
    const char *before = "; disturbed: ";
    wm_text flag;
    while (wm_member_next_text(&flags, &flag)) {
        fputs(before, out);
        print_text(flag, out);
        if (wm_member_is(flag, "throttled"))
            print_throttle(node, out);
        before = ", ";
    }
}

static void print_repeat(const wm_content *content, wm_function function, FILE *out)
{
    const wm_workload_node *node = &content->of.workload;
    size_t row = 0;
    fprintf(out, "repeat %.0f: ", node->repeat);
    if (!wm_contents_is(content, &wm_kind_workload_ok)) {
        fputs("failed: ", out);
        print_text(node->reason, out);
        return;
    }
    while (row < sizeof TAKES / sizeof *TAKES && TAKES[row].function != function)
        row++;
    if (row < sizeof TAKES / sizeof *TAKES)
        TAKES[row].print(node, out);
    else
        print_rate(node, out);
    print_flags(node, out);
}

/* ---- other nodes ---- */

static void print_calibration(const wm_content *content, FILE *out)
{
    const wm_calibration_node *node = &content->of.calibration;
    if (wm_contents_is(content, &wm_kind_calibration_ok)) {
        fprintf(out, "calibration: residuals of %lu probe sets",
                (unsigned long)node->difference_max.count);
        return;
    }
    fputs("calibration failed: ", out);
    print_text(node->reason, out);
}

static void print_stage(const wm_content *content, FILE *out)
{
    fprintf(out, "stage %s", wm_transcripts_stage(content));
    if (content->of.stage.decision.bytes == NULL)
        return;
    fputc(' ', out);
    print_text(content->of.stage.decision, out);
}

static void print_external(const wm_external_node *node, FILE *out)
{
    fputs("series ", out);
    print_text(node->series, out);
    fprintf(out, ", number %.0f", node->index);
}

static void print_reason(wm_text reason, FILE *out)
{
    if (reason.bytes == NULL)
        return;
    fputs(" (", out);
    print_text(reason, out);
    fputc(')', out);
}

static void print_reduction(const wm_reduction_node *node, FILE *out)
{
    fputs("reduction ", out);
    print_text(node->function, out);
    if (node->field.bytes != NULL) {
        fputs(" of ", out);
        print_text(node->field, out);
    }
    fputs(": ", out);
    print_value(&node->value, out);
    print_reason(node->reason, out);
}

static void print_claim(const wm_claim_node *node, FILE *out)
{
    fputs("claim: text ", out);
    print_text(node->text, out);
    fputs(", value ", out);
    print_value(&node->value, out);
    fputs(", unit ", out);
    print_text(node->unit, out);
    print_reason(node->reason, out);
}

static void print_segment(const wm_content *content, FILE *out)
{
    const wm_stress_node *node = &content->of.stress;
    fprintf(out, "segment %.0f: ", node->index);
    if (wm_contents_is(content, &wm_kind_stress_failed)) {
        fputs("failed: ", out);
        print_text(node->reason, out);
        return;
    }
    fprintf(out, "%.0f outputs, %.0f of them wrong, in %.4g s", node->products, node->errors,
            node->seconds);
}

void wm_node_summary_print(const wm_content *content, wm_function function, FILE *out)
{
    if (wm_contents_is_of(content, &wm_kind_workload))
        print_repeat(content, function, out);
    else if (wm_contents_is_of(content, &wm_kind_calibration))
        print_calibration(content, out);
    else if (wm_contents_is_of(content, &wm_kind_stage))
        print_stage(content, out);
    else if (wm_contents_is_of(content, &wm_kind_stress))
        print_segment(content, out);
    else if (wm_contents_is_of(content, &wm_kind_external))
        print_external(&content->of.external, out);
    else if (wm_contents_is_of(content, &wm_kind_reduction))
        print_reduction(&content->of.reduction, out);
    else if (wm_contents_is_of(content, &wm_kind_claim))
        print_claim(&content->of.claim, out);
    else
        fputs(content->kind->name != NULL ? content->kind->name : content->kind->type, out);
}

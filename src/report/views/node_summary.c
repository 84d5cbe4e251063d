/* One-line summary of a node. */
#include "report/views/node_summary.h"

#include "model/model.h"
#include "standards/number.h"

#include <math.h>
#include <string.h>

/* Adds at most 127 bytes of a text; `null` if it is absent. */
static void add_text(wm_text text, wm_words *to)
{
    char room[128];
    (void)wm_member_copy(text, room, sizeof room);
    wm_words_data(to, text.bytes != NULL ? room : "null");
}

static void add_number(double number, wm_words *to)
{
    char text[WM_NUMBER_TEXT_SIZE];
    wm_words_add(to, "%s", wm_number_format(number, text) != 0 ? text : "null");
}

static void add_value(const wm_value *value, wm_words *to)
{
    add_text(value->text, to);
}

/* ---- repeats ---- */

static void add_rate(const wm_workload_node *node, wm_words *to)
{
    add_number(node->iterations, to);
    wm_words_add(to, " iterations in ");
    add_number(node->seconds, to);
    wm_words_add(to, " s");
}

/* The median of a covariate, or the reason for its absence. */
static void add_covariate(const wm_workload_node *node, wm_covariate_name name, wm_words *to)
{
    const wm_covariate_node *covariate = &node->covariates.each[name];
    if (covariate->is_there && covariate->reason.bytes == NULL) {
        wm_words_add(to, "%s median ", wm_tables_covariate(name));
        add_number(covariate->median, to);
    } else {
        wm_words_add(to, "%s absent: ", wm_tables_covariate(name));
        add_text(covariate->reason, to);
    }
}

static void add_rate_and_clock(const wm_workload_node *node, wm_words *to)
{
    add_rate(node, to);
    wm_words_add(to, ", ");
    add_covariate(node, WM_COVARIATE_CLOCK, to);
}

static void add_clock(const wm_workload_node *node, wm_words *to)
{
    add_covariate(node, WM_COVARIATE_CLOCK, to);
}

static void add_power(const wm_workload_node *node, wm_words *to)
{
    add_covariate(node, WM_COVARIATE_POWER, to);
}

static void add_temperature(const wm_workload_node *node, wm_words *to)
{
    add_covariate(node, WM_COVARIATE_TEMPERATURE, to);
}

static void add_memory(const wm_workload_node *node, wm_words *to)
{
    wm_words_add(to, "peak_resident_bytes ");
    add_number(node->peak_resident_bytes, to);
}

static void add_divergence(const wm_workload_node *node, wm_words *to)
{
    wm_words_add(to, "divergence ");
    add_number(node->divergence, to);
}

static void add_digest(const wm_workload_node *node, wm_words *to)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(node->output_digest.bytes, hex);
    wm_words_add(to, "output_digest %s", hex);
}

static void add_status(const wm_workload_node *node, wm_words *to)
{
    (void)node;
    wm_words_add(to, "status ok");
}

static void add_residual(const wm_workload_node *node, wm_words *to)
{
    wm_words_add(to, "difference_max ");
    add_number(node->residual.difference_max, to);
    wm_words_add(to, ", reference_max ");
    add_number(node->residual.reference_max, to);
}

static void add_rounding(const wm_workload_node *node, wm_words *to)
{
    wm_words_add(to, "residual_squares ");
    add_number(node->residual.residual_squares, to);
    wm_words_add(to, ", rounding_squares ");
    add_number(node->residual.rounding_squares, to);
}

static void add_row_statistic(const wm_workload_node *node, wm_words *to)
{
    wm_words_add(to, "row_statistic ");
    add_number(node->residual.row_statistic, to);
    wm_words_add(to, ", row ");
    add_number(node->residual.row, to);
}

/* The fields of a repeat that a function reads. A function that is not in this table reads the
 * rate. */
static const struct {
    wm_function function;
    void (*add)(const wm_workload_node *node, wm_words *to);
} TAKES[] = {
    {WM_FUNCTION_MEDIAN_CLOCK, add_clock},
    {WM_FUNCTION_CLOCK_CORRELATION, add_rate_and_clock},
    {WM_FUNCTION_PERFORMANCE_CLASS, add_rate_and_clock},
    {WM_FUNCTION_DIVERGENCE, add_divergence},
    {WM_FUNCTION_NUMERICAL_CLASS, add_digest},
    {WM_FUNCTION_AGREEMENT, add_digest},
    {WM_FUNCTION_DIFFERENCE, add_digest},
    {WM_FUNCTION_NUMERICAL_CLASS_KEPT, add_digest},
    {WM_FUNCTION_TOLERANCE, add_status},
    {WM_FUNCTION_RESIDUAL, add_residual},
    {WM_FUNCTION_VERIFIED, add_residual},
    {WM_FUNCTION_ROW_STATISTIC, add_row_statistic},
    {WM_FUNCTION_ROUNDING, add_rounding},
    {WM_FUNCTION_MEDIAN_POWER, add_power},
    {WM_FUNCTION_MEDIAN_TEMPERATURE, add_temperature},
    {WM_FUNCTION_PEAK_MEMORY, add_memory},
};

/* The reasons for a lowered clock of a repeat, if the record has them. */
static void add_throttle(const wm_workload_node *node, wm_words *to)
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
            wm_words_add(to, "%s%s", before, REASONS[i].words);
            before = ", ";
        }
    if (before[0] == ',')
        wm_words_add(to, ")");
}

static void add_flags(const wm_workload_node *node, wm_words *to)
{
    wm_list flags = node->flags;
    const char *before = "; disturbed: ";
    wm_text flag;
    while (wm_member_next_text(&flags, &flag)) {
        wm_words_add(to, "%s", before);
        add_text(flag, to);
        if (wm_member_is(flag, "throttled"))
            add_throttle(node, to);
        before = ", ";
    }
}

static void add_repeat(const wm_content *content, wm_function function, wm_words *to)
{
    const wm_workload_node *node = &content->of.workload;
    size_t row = 0;
    wm_words_add(to, "repeat %.0f: ", node->repeat);
    if (!wm_contents_is(content, &wm_kind_workload_ok)) {
        wm_words_add(to, "failed: ");
        add_text(node->reason, to);
        return;
    }
    while (row < sizeof TAKES / sizeof *TAKES && TAKES[row].function != function)
        row++;
    if (row < sizeof TAKES / sizeof *TAKES)
        TAKES[row].add(node, to);
    else
        add_rate(node, to);
    add_flags(node, to);
}

/* ---- other nodes ---- */

static void add_calibration(const wm_content *content, wm_words *to)
{
    const wm_calibration_node *node = &content->of.calibration;
    if (wm_contents_is(content, &wm_kind_calibration_ok)) {
        wm_words_add(to, "calibration: residuals of %lu probe sets",
                     (unsigned long)node->difference_max.count);
        return;
    }
    wm_words_add(to, "calibration failed: ");
    add_text(node->reason, to);
}

static void add_stage(const wm_content *content, wm_words *to)
{
    wm_words_add(to, "stage %s", wm_transcripts_stage(content));
    if (content->of.stage.decision.bytes == NULL)
        return;
    wm_words_add(to, " ");
    add_text(content->of.stage.decision, to);
}

static void add_external(const wm_external_node *node, wm_words *to)
{
    wm_words_add(to, "series ");
    add_text(node->series, to);
    wm_words_add(to, ", number %.0f", node->index);
}

static void add_reason(wm_text reason, wm_words *to)
{
    if (reason.bytes == NULL)
        return;
    wm_words_add(to, " (");
    add_text(reason, to);
    wm_words_add(to, ")");
}

static void add_reduction(const wm_reduction_node *node, wm_words *to)
{
    wm_words_add(to, "reduction ");
    add_text(node->function, to);
    if (node->field.bytes != NULL) {
        wm_words_add(to, " of ");
        add_text(node->field, to);
    }
    wm_words_add(to, ": ");
    add_value(&node->value, to);
    add_reason(node->reason, to);
}

static void add_claim(const wm_claim_node *node, wm_words *to)
{
    wm_words_add(to, "claim: text ");
    add_text(node->text, to);
    wm_words_add(to, ", value ");
    add_value(&node->value, to);
    wm_words_add(to, ", unit ");
    add_text(node->unit, to);
    add_reason(node->reason, to);
}

static void add_segment(const wm_content *content, wm_words *to)
{
    const wm_stress_node *node = &content->of.stress;
    wm_words_add(to, "segment %.0f: ", node->index);
    if (wm_contents_is(content, &wm_kind_stress_failed)) {
        wm_words_add(to, "failed: ");
        add_text(node->reason, to);
        return;
    }
    wm_words_add(to, "%.0f outputs, %.0f of them wrong, in %.4g s", node->products, node->errors,
                 node->seconds);
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

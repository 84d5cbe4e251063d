/* Writes the stages of a transcript. */
#include "study/stages.h"

#include "base/status.h"

#include <math.h>

static const char NOT_FINITE[] = "not finite";

void wm_stages_write_residual(wm_node *node, const wm_observed_residual *residual, bool is_gemm)
{
    bool is_finite = isfinite(residual->difference_max) && isfinite(residual->reference_max);
    wm_node_open_object(node, "residual");
    wm_node_number(node, "difference_max", residual->difference_max);
    wm_node_number(node, "reference_max", residual->reference_max);
    if (is_gemm) {
        wm_node_number(node, "row_statistic", residual->row_statistic);
        wm_node_count(node, "row", residual->row);
        is_finite = is_finite && isfinite(residual->row_statistic);
    }
    if (!is_finite)
        wm_node_text(node, "reason", NOT_FINITE);
    wm_node_close_object(node);
}

/* Begins the item's next stage. */
static void begin_stage(wm_stages *t, const char *stage)
{
    char previous[WM_ID_SIZE];
    unsigned count = 0;
    const bool has_previous = wm_graph_stage_id(t->sink->graph, t->item, &count, previous);
    wm_node_begin(&t->node, "observation", "stage");
    wm_node_text(&t->node, "environment", t->sink->environment);
    wm_node_text(&t->node, "plan", t->sink->plan);
    wm_node_count(&t->node, "item", t->item);
    wm_node_count(&t->node, "index", has_previous ? count : 0);
    wm_node_text(&t->node, "stage", stage);
    if (has_previous)
        wm_node_text(&t->node, "previous", previous);
}

static wm_status append_stage(wm_stages *t, wm_error *err)
{
    const wm_status status = wm_node_finish(&t->node);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot write a stage: %s", wm_status_text(status));
    return t->sink->append(t->sink->context, t->node.text.data, t->node.text.size, NULL, err);
}

wm_status wm_stages_acquire(wm_stages *transcript, uint32_t repeat,
                            const uint8_t digest[WM_SHA256_SIZE], wm_error *err)
{
    char product[WM_ID_SIZE];
    if (!wm_graph_repeat_id(transcript->sink->graph, transcript->item, repeat, product))
        return wm_error_set(err, WM_E_ARG, NULL, "repeat %lu was not observed",
                            (unsigned long)repeat);
    begin_stage(transcript, "acquire");
    wm_node_text(&transcript->node, "product", product);
    wm_node_hex(&transcript->node, "output_digest", digest);
    return append_stage(transcript, err);
}

wm_status wm_stages_inject(wm_stages *transcript, const char *fault, uint64_t row, uint64_t column,
                           const uint8_t digest[WM_SHA256_SIZE], wm_error *err)
{
    begin_stage(transcript, "inject");
    wm_node_text(&transcript->node, "fault", fault);
    wm_node_count(&transcript->node, "row", row);
    wm_node_count(&transcript->node, "column", column);
    wm_node_hex(&transcript->node, "output_digest", digest);
    return append_stage(transcript, err);
}

wm_status wm_stages_witness(wm_stages *transcript, const uint8_t digest[WM_SHA256_SIZE],
                            const wm_observed_residual *residual, const wm_node *openings,
                            wm_error *err)
{
    const bool is_gemm = openings != NULL;
    char calibration[WM_ID_SIZE];
    begin_stage(transcript, "witness");
    wm_node_hex(&transcript->node, "output_digest", digest);
    wm_stages_write_residual(&transcript->node, residual, is_gemm);
    if (is_gemm) {
        if (!wm_graph_calibration_id(transcript->sink->graph, transcript->item, calibration))
            return wm_error_set(err, WM_E_ARG, NULL, "the calibration was not observed");
        wm_node_text(&transcript->node, "calibration", calibration);
        wm_node_json(&transcript->node, "openings", openings->text.data, openings->text.size);
    }
    return append_stage(transcript, err);
}

wm_status wm_stages_decide(wm_stages *transcript, const wm_observed_residual *residual,
                           wm_decision *decision, wm_error *err)
{
    const wm_limits limits =
        wm_rule_limits(wm_graph_item(transcript->sink->graph, transcript->item));
    *decision = wm_rule_decide(&limits, residual);
    begin_stage(transcript, "decide");
    wm_node_text(&transcript->node, "decision", wm_rule_decision_word(*decision));
    return append_stage(transcript, err);
}

wm_status wm_stages_repair(wm_stages *transcript, const char *method,
                           const uint8_t digest[WM_SHA256_SIZE], wm_error *err)
{
    begin_stage(transcript, "repair");
    wm_node_text(&transcript->node, "method", method);
    wm_node_hex(&transcript->node, "output_digest", digest);
    return append_stage(transcript, err);
}

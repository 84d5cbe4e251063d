/* Writes the observations of a measured item. */
#include "study/observe.h"

#include "record/graph.h"
#include "record/rule.h"
#include "standards/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void begin(wm_node *node, const char *kind, const wm_observe_place *place)
{
    wm_node_begin(node, "observation", kind);
    wm_node_text(node, "environment", place->sink->environment);
    wm_node_text(node, "plan", place->sink->plan);
    wm_node_count(node, "item", place->item_index);
}

static void begin_repeat(wm_node *node, const wm_observe_place *place, const char *status)
{
    const wm_variant *variant = place->item->variant;
    wm_buffer shape = WM_BUFFER_EMPTY;
    begin(node, "workload", place);
    wm_node_count(node, "repeat", place->repeat);
    wm_node_text(node, "workload", variant->workload);
    wm_node_text(node, "variant", variant->variant);
    if (wm_plan_shape_json(place->item, &shape) == WM_OK)
        wm_node_json(node, "shape", shape.data, shape.size);
    else
        node->status = WM_E_NOMEM;
    wm_node_text(node, "status", status);
    wm_buffer_clear(&shape);
}

static void write_covariate(wm_node *node, const char *name, const wm_covariate_summary *summary)
{
    wm_node_open_object(node, name);
    if (summary->reason != NULL) {
        wm_node_text(node, "reason", summary->reason);
    } else {
        wm_node_number(node, "minimum", summary->minimum);
        wm_node_number(node, "median", summary->median);
        wm_node_number(node, "maximum", summary->maximum);
        wm_node_count(node, "samples", summary->samples);
        wm_node_number(node, "longest_gap_s", summary->longest_gap_s);
    }
    wm_node_close_object(node);
}

static void write_flags(wm_node *node, const wm_repeat *repeat)
{
    wm_observed_covariate covariates[WM_OBSERVED_COVARIATES];
    unsigned flags;
    for (unsigned i = 0; i < WM_OBSERVED_COVARIATES; i++) {
        const wm_covariate_summary *summary = &repeat->covariates[i];
        covariates[i] = (wm_observed_covariate){summary->reason == NULL, summary->median,
                                                summary->maximum, (double)summary->samples};
    }
    flags = wm_rule_flags(repeat->seconds, covariates);
    wm_node_open_array(node, "flags");
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if ((flags & 1U << i) != 0)
            wm_node_text(node, NULL, wm_rule_flag_word(i));
    wm_node_close_array(node);
}

/* The fields that may be null, with one reason for those that are. */
static void write_nullable(wm_node *node, const wm_repeat *repeat, const char *lost)
{
    const bool has_peak = isfinite(repeat->peak_resident_bytes);
    const char *reason = NULL;
    wm_node_number(node, "divergence", repeat->divergence);
    if (!isfinite(repeat->divergence))
        reason = lost != NULL ? lost : "the output or repeat 0's is not finite";
    if (has_peak)
        wm_node_count(node, "peak_resident_bytes", (uint64_t)repeat->peak_resident_bytes);
    else
        wm_node_null(node, "peak_resident_bytes");
    if (reason == NULL && !has_peak)
        reason = repeat->peak_reason != NULL ? repeat->peak_reason : "it was not finite";
    if (reason != NULL)
        wm_node_text(node, "reason", reason);
}

wm_status wm_observe_repeat(wm_node *node, const wm_observe_place *place, const char *method,
                            const wm_repeat *repeat, const wm_observed_residual *residual,
                            const char *lost)
{
    char started_at[24];
    (void)snprintf(started_at, sizeof started_at, "%" PRIu64, repeat->started_at_ns);
    begin_repeat(node, place, "ok");
    wm_node_text(node, "started_at", started_at);
    wm_node_text(node, "method", method);
    wm_node_number(node, "seconds", repeat->seconds);
    wm_node_count(node, "iterations", repeat->iterations);
    wm_node_hex(node, "output_digest", repeat->digest);
    write_nullable(node, repeat, lost);
    wm_stages_write_residual(node, residual, place->item->variant->is_gemm);
    wm_node_open_object(node, "covariates");
    for (unsigned i = 0; i < WM_OBSERVED_COVARIATES; i++)
        write_covariate(node, wm_tables_covariate((wm_observed_covariate_name)i),
                        &repeat->covariates[i]);
    wm_node_close_object(node);
    write_flags(node, repeat);
    return wm_node_finish(node);
}

wm_status wm_observe_method(const wm_graph *graph, size_t item, uint32_t repeat, char method[256])
{
    static const wm_json_options options = {WM_JSON_STRICT, 16, 0};
    const wm_json_value *node;
    const wm_json_value *value = NULL;
    size_t size = 0;
    const char *line = wm_graph_repeat_line(graph, item, repeat, &size);
    wm_json *json;
    wm_status status;
    if (line == NULL)
        return WM_E_NOTFOUND;
    json = wm_json_new();
    if (json == NULL)
        return WM_E_NOMEM;
    status = wm_json_parse(json, line, size, &options, &node, NULL);
    if (status == WM_OK)
        value = wm_json_member(node, "method");
    if (status == WM_OK && (value == NULL || value->text_size >= 256))
        status = WM_E_NOTFOUND;
    if (status == WM_OK) {
        memcpy(method, value->text, value->text_size);
        method[value->text_size] = '\0';
    }
    wm_json_free(json);
    return status;
}

wm_status wm_observe_failure(wm_node *node, const wm_observe_place *place, const char *reason)
{
    begin_repeat(node, place, "failed");
    wm_node_text(node, "reason", reason);
    return wm_node_finish(node);
}

static bool write_probes(wm_node *node, const char *key, const double *values)
{
    bool is_finite = true;
    wm_node_open_array(node, key);
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++) {
        wm_node_number(node, NULL, values[j]);
        is_finite = is_finite && isfinite(values[j]);
    }
    wm_node_close_array(node);
    return is_finite;
}

wm_status wm_observe_calibration(wm_node *node, const wm_observe_place *place, const char *product,
                                 const wm_observed_calibration *calibration, const char *reason)
{
    begin(node, "calibration", place);
    wm_node_text(node, "product", product);
    wm_node_text(node, "status", calibration->ok ? "ok" : "failed");
    if (calibration->ok) {
        const bool differences = write_probes(node, "difference_max", calibration->difference_max);
        const bool references = write_probes(node, "reference_max", calibration->reference_max);
        if (!differences || !references)
            wm_node_text(node, "reason", "not finite");
    } else {
        wm_node_text(node, "reason", reason);
    }
    return wm_node_finish(node);
}

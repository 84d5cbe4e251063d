/* Writes the observations of a measured item. */
#include "study/procedure/observe.h"

#include "record/nodes/contents.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A workload node with the fields that every repeat has. */
static wm_workload_node begin_repeat(const wm_observe_place *place)
{
    return (wm_workload_node){
        .environment = wm_member_edge(place->sink->environment),
        .plan = wm_member_edge(place->sink->plan),
        .item = (double)place->item_index,
        .repeat = place->repeat,
        .variant = wm_member_text(place->item->variant->variant),
        .workload = wm_member_text(place->item->variant->workload),
        .shape = {.item = place->item},
    };
}

static wm_covariate_node covariate_of(const wm_covariate_summary *summary)
{
    return (wm_covariate_node){.is_there = true,
                               .reason = wm_member_text(summary->reason),
                               .longest_gap_s = summary->longest_gap_s,
                               .maximum = summary->maximum,
                               .median = summary->median,
                               .minimum = summary->minimum,
                               .samples = (double)summary->samples};
}

/* The words of the flags that hold. The returned list points into `words`. */
static wm_list flags_of(const wm_covariate_summary *summaries, double seconds,
                        double clock_limit_hz, wm_text words[WM_FLAG_WORDS])
{
    wm_observed_covariate covariates[WM_COVARIATES];
    unsigned flags, count = 0;
    for (unsigned i = 0; i < WM_COVARIATES; i++) {
        const wm_covariate_summary *summary = &summaries[i];
        covariates[i] =
            (wm_observed_covariate){summary->reason == NULL, summary->median, summary->maximum,
                                    (double)summary->samples, summary->longest_gap_s};
    }
    flags = wm_rule_flags(seconds, clock_limit_hz, covariates);
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if ((flags & 1U << i) != 0)
            words[count++] = wm_member_text(wm_rule_flag_word((wm_flag)i));
    return wm_member_list(words, count);
}

static void fill_covariates(wm_covariates_node *node, const wm_covariate_summary *summaries)
{
    node->is_there = true;
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        node->each[i] = covariate_of(&summaries[i]);
}

/* One reason for all fields that are null; null if no field is. */
static const char *reason_of(const wm_repeat *repeat, const char *lost)
{
    if (!isfinite(repeat->divergence))
        return lost != NULL ? lost : "the output or repeat 0's is not finite";
    if (isfinite(repeat->peak_resident_bytes))
        return NULL;
    return repeat->peak_reason != NULL ? repeat->peak_reason : "it was not finite";
}

wm_status wm_observe_repeat(const wm_observe_place *place, const wm_observe_measured *measured,
                            wm_error *err)
{
    const wm_repeat *repeat = measured->repeat;
    wm_workload_node node = begin_repeat(place);
    wm_text flags[WM_FLAG_WORDS];
    char started_at[24];
    (void)snprintf(started_at, sizeof started_at, "%" PRIu64, repeat->started_at_ns);
    node.started_at = wm_member_text(started_at);
    node.method = wm_member_text(measured->method);
    node.seconds = repeat->seconds;
    node.iterations = (double)repeat->iterations;
    node.output_digest = wm_member_hex(repeat->digest);
    node.divergence = repeat->divergence;
    node.peak_resident_bytes = floor(repeat->peak_resident_bytes);
    node.reason = wm_member_text(reason_of(repeat, measured->lost));
    node.residual = wm_objects_residual_node(measured->residual, place->item->variant);
    fill_covariates(&node.covariates, repeat->covariates);
    node.flags = flags_of(repeat->covariates, repeat->seconds,
                          wm_graph_clock_limit(place->sink->graph), flags);
    return wm_sink_write(place->sink, &wm_kind_workload_ok, &node, NULL, err);
}

wm_status wm_observe_failure(const wm_observe_place *place, const char *reason, wm_error *err)
{
    wm_workload_node node = begin_repeat(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_workload_failed, &node, NULL, err);
}

/* A stress node with the fields that every segment has. */
static wm_stress_node begin_segment(const wm_observe_place *place)
{
    return (wm_stress_node){.environment = wm_member_edge(place->sink->environment),
                            .plan = wm_member_edge(place->sink->plan),
                            .item = (double)place->item_index,
                            .index = place->repeat};
}

wm_status wm_observe_segment(const wm_observe_place *place, const wm_observe_load *load,
                             wm_error *err)
{
    wm_stress_node node = begin_segment(place);
    wm_text flags[WM_FLAG_WORDS];
    char started_at[24];
    (void)snprintf(started_at, sizeof started_at, "%" PRIu64, load->timed.started_at_ns);
    node.started_at = wm_member_text(started_at);
    node.seconds = load->timed.seconds;
    node.products = (double)load->products;
    node.errors = (double)load->errors;
    if (load->residual != NULL)
        node.residual = wm_objects_residual_node(load->residual, place->item->variant);
    node.period_s = load->period_s;
    node.duty = load->duty;
    node.memory_free_bytes = floor(load->memory_free_bytes);
    fill_covariates(&node.covariates, load->timed.covariates);
    node.flags = flags_of(load->timed.covariates, load->timed.seconds,
                          wm_graph_clock_limit(place->sink->graph), flags);
    return wm_sink_write(place->sink, &wm_kind_stress_ok, &node, NULL, err);
}

wm_status wm_observe_segment_failure(const wm_observe_place *place, const char *reason,
                                     wm_error *err)
{
    wm_stress_node node = begin_segment(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_stress_failed, &node, NULL, err);
}

/* A profile node with the fields that every observation has. */
static wm_profile_node begin_profile(const wm_observe_place *place)
{
    return (wm_profile_node){.environment = wm_member_edge(place->sink->environment),
                             .plan = wm_member_edge(place->sink->plan),
                             .item = (double)place->item_index,
                             .repeat = place->repeat};
}

wm_status wm_observe_profile(const wm_observe_place *place, const wm_observe_latencies *latencies,
                             wm_error *err)
{
    wm_profile_node node = begin_profile(place);
    wm_text flags[WM_FLAG_WORDS];
    char started_at[24];
    (void)snprintf(started_at, sizeof started_at, "%" PRIu64, latencies->timed.started_at_ns);
    node.started_at = wm_member_text(started_at);
    node.seconds = latencies->timed.seconds;
    node.allocation = latencies->allocation;
    node.latencies = wm_member_list(latencies->values, latencies->count);
    fill_covariates(&node.covariates, latencies->timed.covariates);
    node.flags = flags_of(latencies->timed.covariates, latencies->timed.seconds,
                          wm_graph_clock_limit(place->sink->graph), flags);
    return wm_sink_write(place->sink, &wm_kind_profile_ok, &node, NULL, err);
}

wm_status wm_observe_profile_failure(const wm_observe_place *place, const char *reason,
                                     wm_error *err)
{
    wm_profile_node node = begin_profile(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_profile_failed, &node, NULL, err);
}

static bool all_finite(const double *values)
{
    for (unsigned j = 0; j < WM_TABLES_PROBES; j++)
        if (!isfinite(values[j]))
            return false;
    return true;
}

wm_status wm_observe_calibration(const wm_observe_place *place, const char *product,
                                 const wm_observed_calibration *calibration, const char *reason,
                                 wm_error *err)
{
    wm_calibration_node node = {.environment = wm_member_edge(place->sink->environment),
                                .plan = wm_member_edge(place->sink->plan),
                                .item = (double)place->item_index,
                                .product = wm_member_edge(product)};
    if (!calibration->ok) {
        node.reason = wm_member_text(reason);
        return wm_sink_write(place->sink, &wm_kind_calibration_failed, &node, NULL, err);
    }
    node.difference_max = wm_member_list(calibration->difference_max, WM_TABLES_PROBES);
    node.reference_max = wm_member_list(calibration->reference_max, WM_TABLES_PROBES);
    node.residual_squares = wm_member_list(calibration->residual_squares, WM_TABLES_PROBES);
    node.rounding_squares = wm_member_list(calibration->rounding_squares, WM_TABLES_PROBES);
    if (!all_finite(calibration->difference_max) || !all_finite(calibration->reference_max) ||
        !all_finite(calibration->residual_squares) || !all_finite(calibration->rounding_squares))
        node.reason = wm_member_text("not finite");
    return wm_sink_write(place->sink, &wm_kind_calibration_ok, &node, NULL, err);
}

wm_status wm_observe_method(const wm_graph *graph, size_t item, uint32_t repeat, char method[256])
{
    wm_content content;
    size_t size = 0;
    const char *line = wm_graph_repeat_line(graph, item, repeat, &size);
    wm_json *json;
    wm_status status;
    if (line == NULL)
        return WM_E_NOTFOUND;
    json = wm_json_new();
    if (json == NULL)
        return WM_E_NOMEM;
    status = wm_contents_read(json, line, size, &content);
    if (status == WM_OK &&
        (!wm_contents_is(&content, &wm_kind_workload_ok) || content.of.workload.method.size >= 256))
        status = WM_E_NOTFOUND;
    if (status == WM_OK)
        (void)wm_member_copy(content.of.workload.method, method, 256);
    wm_json_free(json);
    return status;
}

/* Appends the stages of a transcript. */
#include "study/procedure/stages.h"

#include "base/status.h"
#include "record/nodes/kind_revisit.h"
#include "record/nodes/kind_stage.h"

/* The item's next stage, with the fields that every stage has. */
static wm_stage_node begin_stage(const wm_stages *t)
{
    char previous[WM_ID_SIZE];
    unsigned count = 0;
    const bool has_previous = wm_graph_stage_id(t->sink->graph, t->item, &count, previous);
    wm_stage_node node = {.environment = wm_member_edge(t->sink->environment),
                          .plan = wm_member_edge(t->sink->plan),
                          .item = (double)t->item,
                          .index = has_previous ? count : 0};
    if (has_previous)
        node.previous = wm_member_edge(previous);
    return node;
}

static wm_status append(const wm_stages *t, const wm_form *form, const wm_stage_node *node,
                        wm_error *err)
{
    return wm_sink_write(t->sink, form, node, NULL, err);
}

wm_status wm_stages_acquire(const wm_stages *transcript, uint32_t repeat,
                            const uint8_t digest[WM_SHA256_SIZE], wm_error *err)
{
    wm_stage_node node = begin_stage(transcript);
    char product[WM_ID_SIZE];
    if (!wm_graph_repeat_id(transcript->sink->graph, transcript->item, repeat, product))
        return wm_error_set(err, WM_E_ARG, NULL, "repeat %lu was not observed",
                            (unsigned long)repeat);
    node.product = wm_member_edge(product);
    node.output_digest = wm_member_hex(digest);
    return append(transcript, &wm_kind_stage_acquire, &node, err);
}

wm_status wm_stages_inject(const wm_stages *transcript, const wm_planned_fault *fault,
                           const uint8_t digest[WM_SHA256_SIZE], wm_error *err)
{
    wm_stage_node node = begin_stage(transcript);
    node.fault = wm_member_text(wm_tables_fault(fault->kind));
    node.row = (double)fault->row;
    node.column = (double)fault->column;
    node.output_digest = wm_member_hex(digest);
    return append(transcript, &wm_kind_stage_inject, &node, err);
}

wm_status wm_stages_witness(const wm_stages *transcript, const uint8_t digest[WM_SHA256_SIZE],
                            const wm_observed_residual *residual, const wm_opener *openings,
                            const wm_wrong_element *wrong, wm_error *err)
{
    const wm_graph *graph = transcript->sink->graph;
    const wm_variant *variant = wm_graph_plan(graph)->items[transcript->item].variant;
    wm_stage_node node = begin_stage(transcript);
    char calibration[WM_ID_SIZE], found[17], expected[17];
    node.output_digest = wm_member_hex(digest);
    node.residual = wm_objects_residual_node(residual, variant);
    node.openings = wm_member_list(openings->nodes, openings->count);
    if (wm_tables_has(variant, WM_TRAIT_CALIBRATION)) {
        if (!wm_graph_calibration_id(graph, transcript->item, calibration))
            return wm_error_set(err, WM_E_ARG, NULL, "the calibration was not observed");
        node.calibration = wm_member_edge(calibration);
    }
    if (wrong->is_there) {
        wm_wrong_element_hex(wrong->format, wrong->found, found);
        wm_wrong_element_hex(wrong->format, wrong->expected, expected);
        node.element = (wm_element_node){true, (double)wrong->column, (double)wrong->row,
                                         wm_member_text(expected), wm_member_text(found)};
    }
    return append(transcript, &wm_kind_stage_witness, &node, err);
}

wm_status wm_stages_decide(const wm_stages *transcript, const wm_observed_residual *residual,
                           wm_decision *decision, wm_error *err)
{
    const wm_limits limits =
        wm_rule_limits(wm_graph_item(transcript->sink->graph, transcript->item));
    wm_stage_node node = begin_stage(transcript);
    *decision = wm_rule_decide(&limits, residual);
    node.decision = wm_member_text(wm_rule_decision_word(*decision));
    return append(transcript, &wm_kind_stage_decide, &node, err);
}

wm_status wm_stages_repair(const wm_stages *transcript, const char *method,
                           const uint8_t digest[WM_SHA256_SIZE], wm_error *err)
{
    wm_stage_node node = begin_stage(transcript);
    node.method = wm_member_text(method);
    node.output_digest = wm_member_hex(digest);
    return append(transcript, &wm_kind_stage_repair, &node, err);
}

wm_status wm_stages_revisit(const wm_stages *transcript, uint32_t repeat, unsigned prior,
                            const wm_opener *openings, wm_error *err)
{
    const wm_sink *sink = transcript->sink;
    wm_revisit_node node = {.environment = wm_member_edge(sink->environment),
                            .plan = wm_member_edge(sink->plan),
                            .item = (double)transcript->item,
                            .prior = prior,
                            .openings = wm_member_list(openings->nodes, openings->count)};
    char product[WM_ID_SIZE];
    if (!wm_graph_repeat_id(sink->graph, transcript->item, repeat, product))
        return wm_error_set(err, WM_E_ARG, NULL, "repeat %lu was not observed",
                            (unsigned long)repeat);
    node.product = wm_member_edge(product);
    return wm_sink_write(sink, &wm_kind_revisit_form, &node, NULL, err);
}

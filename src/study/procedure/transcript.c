/* Makes the transcript of one item.
 *
 * Each stage has an edge to the stage before, and the graph says which are there. So a resumed run
 * goes through the same steps and appends the missing ones alone. A stage's bytes follow from the
 * product, its openings and the plan, which the run has before its last repeat. Only a repair is
 * computed here. */
#include "study/procedure/transcript.h"

#include "base/status.h"
#include "record/nodes/kinds_plain.h"
#include "record/nodes/kind_stage.h"
#include "study/output/careful.h"
#include "study/procedure/item_output.h"

#include <string.h>

/* The progress of a transcript. */
typedef struct {
    wm_item_run *run;
    const wm_sink *sink;
    uint8_t digest[WM_SHA256_SIZE]; /* of the output of the next witness stage */
    wm_observed_residual residual;  /* of the same output */
    wm_decision decision;
} state;

/* ---- stages ---------------------------------------------------------------------------------- */

static unsigned stages_there(const state *s)
{
    char id[WM_ID_SIZE];
    unsigned count = 0;
    return wm_graph_stage_id(s->sink->graph, s->run->index, &count, id) ? count : 0;
}

/* The item's next stage, with the fields that every stage has. */
static wm_stage_node begin_stage(const state *s)
{
    char previous[WM_ID_SIZE];
    unsigned count = 0;
    const bool has_previous = wm_graph_stage_id(s->sink->graph, s->run->index, &count, previous);
    wm_stage_node node = {.environment = wm_member_edge(s->sink->environment),
                          .plan = wm_member_edge(s->sink->plan),
                          .item = (double)s->run->index,
                          .index = has_previous ? count : 0};
    if (has_previous)
        node.previous = wm_member_edge(previous);
    return node;
}

/* The id of the product's repeat. */
static wm_status find_product(const state *s, char product[WM_ID_SIZE], wm_error *err)
{
    if (wm_graph_repeat_id(s->sink->graph, s->run->index, s->run->product, product))
        return WM_OK;
    return wm_error_set(err, WM_E_ARG, NULL, "repeat %lu was not observed",
                        (unsigned long)s->run->product);
}

/* The transcript is about this repeat's output. */
static wm_status acquire(const state *s, wm_error *err)
{
    wm_stage_node node = begin_stage(s);
    char product[WM_ID_SIZE];
    const wm_status status = find_product(s, product, err);
    if (status != WM_OK)
        return status;
    node.product = wm_member_edge(product);
    node.output_digest = wm_member_hex(s->digest);
    return wm_sink_write(s->sink, &wm_kind_stage_acquire, &node, NULL, err);
}

/* The planned fault, which the run has injected and checked. */
static wm_status inject(state *s, wm_error *err)
{
    const wm_planned_fault *fault = &s->run->item->fault;
    wm_stage_node node = begin_stage(s);
    memcpy(s->digest, s->run->injected_digest, sizeof s->digest);
    s->residual = s->run->injected_residual;
    if (stages_there(s) > 1)
        return WM_OK;
    node.fault = wm_member_text(wm_tables_fault(fault->kind));
    node.row = (double)fault->row;
    node.column = (double)fault->column;
    node.output_digest = wm_member_hex(s->digest);
    return wm_sink_write(s->sink, &wm_kind_stage_inject, &node, NULL, err);
}

/* The residual of the output that was checked last, its openings and, if it has one, its wrong
 * element. */
static wm_status witness(const state *s, wm_error *err)
{
    const wm_item_run *run = s->run;
    const wm_variant *variant = run->item->variant;
    const wm_wrong_element *wrong = &run->wrong;
    wm_stage_node node = begin_stage(s);
    char calibration[WM_ID_SIZE], found[17], expected[17];
    node.output_digest = wm_member_hex(s->digest);
    node.residual = wm_objects_residual_node(&s->residual, variant);
    node.openings = wm_member_list(run->openings.nodes, run->openings.count);
    if (wm_tables_has(variant, WM_TRAIT_CALIBRATION)) {
        if (!wm_graph_calibration_id(s->sink->graph, run->index, calibration))
            return wm_error_set(err, WM_E_ARG, NULL, "the calibration was not observed");
        node.calibration = wm_member_edge(calibration);
    }
    if (wrong->is_there) {
        wm_wrong_element_hex(wrong->format, wrong->found, found);
        wm_wrong_element_hex(wrong->format, wrong->expected, expected);
        node.element = (wm_element_node){true, (double)wrong->column, (double)wrong->row,
                                         wm_member_text(expected), wm_member_text(found)};
    }
    return wm_sink_write(s->sink, &wm_kind_stage_witness, &node, NULL, err);
}

/* The format's rule on the residual of the witness before it. */
static wm_status decide(state *s, wm_error *err)
{
    const wm_limits limits = wm_rule_limits(wm_item_run_observed(s->run));
    wm_stage_node node = begin_stage(s);
    s->decision = wm_rule_decide(&limits, &s->residual);
    node.decision = wm_member_text(wm_rule_decision_word(s->decision));
    return wm_sink_write(s->sink, &wm_kind_stage_decide, &node, NULL, err);
}

static wm_status append_repair(const state *s, const char *method, wm_error *err)
{
    wm_stage_node node = begin_stage(s);
    node.method = wm_member_text(method);
    node.output_digest = wm_member_hex(s->digest);
    return wm_sink_write(s->sink, &wm_kind_stage_repair, &node, NULL, err);
}

/* Appends the product at the places that the prior opened, if that is wanted. */
static wm_status revisit(const state *s, wm_error *err)
{
    const wm_opener *openings = &s->run->revisit;
    wm_revisit_node node = {.environment = wm_member_edge(s->sink->environment),
                            .plan = wm_member_edge(s->sink->plan),
                            .item = (double)s->run->index,
                            .prior = 1,
                            .openings = wm_member_list(openings->nodes, openings->count)};
    char product[WM_ID_SIZE];
    wm_status status;
    if (openings->count == 0 || wm_graph_revisited(s->sink->graph, s->run->index) > 0)
        return WM_OK;
    status = find_product(s, product, err);
    if (status != WM_OK)
        return status;
    node.product = wm_member_edge(product);
    return wm_sink_write(s->sink, &wm_kind_revisit_form, &node, NULL, err);
}

/* ---- the transcript -------------------------------------------------------------------------- */

/* Appends a witness stage and its decision, on the output that was checked last. */
static wm_status witness_and_decide(state *s, unsigned witness_index, wm_error *err)
{
    wm_status status = WM_OK;
    if (stages_there(s) == witness_index)
        status = witness(s, err);
    if (status == WM_OK && stages_there(s) == witness_index + 1)
        status = decide(s, err);
    return status;
}

/* Computes the output again by the more careful method, and checks it. */
static wm_status repair(state *s, unsigned repair_index, wm_error *err)
{
    char words[256];
    wm_item_run *run = s->run;
    wm_status status;
    wm_item_run_enter(run, WM_PHASE_REPAIR);
    status = wm_careful_run(&run->workload, run->nonce, words);
    if (status == WM_OK)
        status = wm_item_output_check(s->run, s->digest, &s->residual);
    status = wm_item_run_note(s->run, "repairing", status);
    if (status != WM_OK && stages_there(s) == repair_index)
        return WM_OK;
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "%s", s->run->reason);
    if (stages_there(s) == repair_index)
        status = append_repair(s, words, err);
    return status == WM_OK ? witness_and_decide(s, repair_index + 1, err) : status;
}

/* Starts with the product as it was measured. */
static void begin(state *s)
{
    const wm_item_run *run = s->run;
    const wm_observed_item *item = wm_graph_item(run->options->sink->graph, run->index);
    memcpy(s->digest, run->product_digest, sizeof s->digest);
    s->residual = item->repeats[run->product].residual;
    s->decision = item->decision_count > 0 ? item->decision[0] : WM_DECISION_NONE;
}

static wm_status run(state *s, wm_error *err)
{
    const bool can_repair = s->run->options->settings->on_fault == WM_ON_FAULT_REPAIR;
    const unsigned there = stages_there(s);
    unsigned next = 1;
    const wm_planned_fault *fault = &s->run->item->fault;
    wm_status status = WM_OK;
    if (there == 0)
        status = acquire(s, err);
    if (status == WM_OK && fault->kind != WM_FAULT_NONE && !fault->in_repeats) {
        if (there < 4)
            status = inject(s, err);
        next = 2;
    }
    if (status == WM_OK)
        status = witness_and_decide(s, next, err);
    if (status == WM_OK && s->decision == WM_DECISION_REJECT && can_repair)
        status = repair(s, next + 2, err);
    return status == WM_OK ? revisit(s, err) : status;
}

bool wm_transcript_is_complete(const wm_graph *graph, size_t index, const wm_settings *settings)
{
    const wm_observed_item *item = wm_graph_item(graph, index);
    const wm_continuation_item *there =
        settings->continuation != NULL ? wm_continuation_find(settings->continuation, item->item)
                                       : NULL;
    if (item->decision_count == 0 || wm_continuation_is_missing(graph, index, there))
        return false;
    return item->decision_count > 1 || item->decision[0] != WM_DECISION_REJECT ||
           settings->on_fault != WM_ON_FAULT_REPAIR;
}

wm_status wm_transcript_run(wm_item_run *item_run, wm_error *err)
{
    state s = {.run = item_run, .sink = item_run->options->sink};
    begin(&s);
    return run(&s, err);
}

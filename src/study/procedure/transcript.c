/* Makes the transcript of one item. */
#include "study/procedure/transcript.h"

#include "base/status.h"
#include "study/life/revisit.h"
#include "study/procedure/item_output.h"
#include "study/procedure/stages.h"
#include "study/output/careful.h"

#include <stdio.h>
#include <string.h>

/* The progress of a transcript. */
typedef struct {
    wm_item_run *run;
    wm_stages stages;
    uint8_t digest[WM_SHA256_SIZE]; /* of the output of the next witness stage */
    wm_observed_residual residual;  /* of the same output */
    wm_decision decision;
} state;

static unsigned stages_there(const state *s)
{
    char id[WM_ID_SIZE];
    unsigned count = 0;
    if (!wm_graph_stage_id(s->run->options->sink->graph, s->run->index, &count, id))
        return 0;
    return count;
}

/* Appends a witness stage and its decision, on the output that was checked last. */
static wm_status witness_and_decide(state *s, unsigned witness_index, wm_error *err)
{
    wm_status status = WM_OK;
    if (stages_there(s) == witness_index)
        status = wm_stages_witness(&s->stages, s->digest, &s->residual, &s->run->openings,
                                   &s->run->wrong, err);
    if (status == WM_OK && stages_there(s) == witness_index + 1)
        status = wm_stages_decide(&s->stages, &s->residual, &s->decision, err);
    return status;
}

/* The planned fault, which the run has injected and checked. */
static wm_status inject(state *s, wm_error *err)
{
    const wm_planned_fault *fault = &s->run->item->fault;
    memcpy(s->digest, s->run->injected_digest, sizeof s->digest);
    s->residual = s->run->injected_residual;
    if (stages_there(s) > 1)
        return WM_OK;
    return wm_stages_inject(&s->stages, fault, s->digest, err);
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
        status = wm_stages_repair(&s->stages, words, s->digest, err);
    return status == WM_OK ? witness_and_decide(s, repair_index + 1, err) : status;
}

/* Appends the product at the places of the prior, if that is wanted. */
static wm_status revisit(const state *s, wm_error *err)
{
    const wm_item_run *run = s->run;
    if (run->revisit.count == 0 || wm_graph_revisited(run->options->sink->graph, run->index) > 0)
        return WM_OK;
    return wm_stages_revisit(&s->stages, run->product, 1, &run->revisit, err);
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
        status = wm_stages_acquire(&s->stages, s->run->product, s->digest, err);
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
    if (item->decision_count == 0 || wm_revisit_is_missing(graph, index, there))
        return false;
    return item->decision_count > 1 || item->decision[0] != WM_DECISION_REJECT ||
           settings->on_fault != WM_ON_FAULT_REPAIR;
}

wm_status wm_transcript_run(wm_item_run *item_run, wm_error *err)
{
    state s = {.run = item_run, .stages = {item_run->options->sink, item_run->index}};
    begin(&s);
    return run(&s, err);
}

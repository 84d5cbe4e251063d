/* Takes one item through its transcript. */
#include "study/verdict.h"

#include "base/status.h"
#include "study/careful.h"

#include <stdio.h>
#include <string.h>

/* Where a transcript is. */
typedef struct {
    const wm_verdict *verdict;
    wm_series *series;
    wm_transcript transcript;
    uint8_t digest[WM_BACKEND_DIGEST_BYTES]; /* of the output that the next witness sees */
    wm_observed_residual residual;           /* what the last witness saw */
    wm_decision decision;
} state;

static unsigned stages_there(const state *s)
{
    char id[WM_ID_SIZE];
    unsigned count = 0;
    if (!wm_graph_stage_id(s->series->options->sink->graph, s->series->index, &count, id))
        return 0;
    return count;
}

/* The witness and its decision, of what was looked at last or the series measured. */
static wm_status witness_and_decide(state *s, unsigned witness_index, wm_error *err)
{
    const wm_node *openings = s->series->item->variant->is_gemm ? &s->series->openings : NULL;
    wm_status status = WM_OK;
    if (stages_there(s) == witness_index)
        status = wm_transcript_witness(&s->transcript, s->digest, &s->residual, openings, err);
    if (status == WM_OK && stages_there(s) == witness_index + 1)
        status = wm_transcript_decide(&s->transcript, &s->residual, &s->decision, err);
    return status;
}

/* The planned fault, which the series has made and looked at. */
static wm_status inject(state *s, wm_error *err)
{
    const wm_planned_fault *fault = &s->series->item->fault;
    memcpy(s->digest, s->series->injected_digest, sizeof s->digest);
    s->residual = s->series->injected_residual;
    if (stages_there(s) > 1)
        return WM_OK;
    return wm_transcript_inject(&s->transcript, wm_quantity_fault(fault->kind), fault->row,
                                fault->column, s->digest, err);
}

/* Computes the output again on the careful path, and witnesses that. */
static wm_status repair(state *s, unsigned repair_index, wm_error *err)
{
    char words[256];
    wm_series *series = s->series;
    wm_status status = wm_careful_run(&series->workload, series->nonce, words);
    if (status == WM_OK)
        status = wm_series_look(s->series, s->digest, &s->residual);
    status = wm_series_note(s->series, "repairing", status);
    if (status != WM_OK && stages_there(s) == repair_index)
        return WM_OK;
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "%s", s->series->reason);
    if (stages_there(s) == repair_index)
        status = wm_transcript_repair(&s->transcript, words, s->digest, err);
    return status == WM_OK ? witness_and_decide(s, repair_index + 1, err) : status;
}

/* The product as it was measured. */
static void begin(state *s)
{
    const wm_series *series = s->series;
    const wm_observed_item *item = wm_graph_item(series->options->sink->graph, series->index);
    memcpy(s->digest, series->product_digest, sizeof s->digest);
    s->residual = item->repeats[series->product].residual;
    s->decision = item->decision_count > 0 ? item->decision[0] : WM_DECISION_NONE;
}

static wm_status run(state *s, wm_error *err)
{
    const wm_verdict *verdict = s->verdict;
    const unsigned there = stages_there(s);
    unsigned next = 1;
    const wm_planned_fault *fault = &s->series->item->fault;
    wm_status status = WM_OK;
    if (there == 0)
        status = wm_transcript_acquire(&s->transcript, s->series->product, s->digest, err);
    if (status == WM_OK && fault->kind != WM_FAULT_NONE && !fault->in_repeats) {
        if (there < 4)
            status = inject(s, err);
        next = 2;
    }
    if (status == WM_OK)
        status = witness_and_decide(s, next, err);
    if (status == WM_OK && s->decision == WM_DECISION_REJECT && verdict->can_repair)
        status = repair(s, next + 2, err);
    return status;
}

wm_status wm_verdict_run(const wm_verdict *verdict, wm_error *err)
{
    state s = {.verdict = verdict, .series = verdict->series};
    wm_status status;
    s.transcript.sink = verdict->series->options->sink;
    s.transcript.item = verdict->series->index;
    begin(&s);
    status = run(&s, err);
    wm_node_clear(&s.transcript.node);
    return status;
}

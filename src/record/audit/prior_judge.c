/* Judges the evidence of records that another one continues, and reads it again.
 *
 * A prior is judged by the same code as the record itself, in a state of its own, before the plan
 * is taken. Only what links need is kept, so that a chain of priors costs the memory of one. */
#include "record/audit/prior_judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/status.h"
#include "record/audit/audit.h"
#include "record/audit/finding.h"

static const char FILE_CHANGED[] = "the file changed while it was read";

/* ---- what is kept ---------------------------------------------------------------------------- */

/* The stages of an item that revisits need. */
static wm_prior_transcript transcript_of(const wm_audit_state *judged,
                                         const wm_audit_state_item *item)
{
    wm_prior_transcript kept;
    memset(&kept, 0, sizeof kept);
    kept.is_witnessed = item->stage_count > 1 && item->stages[1].name == WM_STAGE_WITNESS;
    if (kept.is_witnessed) {
        const wm_entry *entry = &judged->entries[item->stages[1].entry];
        kept.offset = entry->offset;
        kept.size = entry->size;
        memcpy(kept.id, entry->id, sizeof kept.id);
    }
    return kept;
}

/* Keeps what links need of a judged prior. */
static wm_status keep(wm_audit_state *judged, size_t own_count, wm_prior *prior)
{
    const size_t count = judged->plan.item_count, room = count == 0 ? 1 : count;
    prior->plan = judged->plan;
    prior->plan.items = calloc(room, sizeof *prior->plan.items);
    prior->sides = calloc(room, sizeof *prior->sides);
    prior->summaries = calloc(room, sizeof *prior->summaries);
    prior->transcripts = calloc(room, sizeof *prior->transcripts);
    prior->links = calloc(room, sizeof *prior->links);
    prior->differences = calloc(own_count == 0 ? 1 : own_count, sizeof *prior->differences);
    if (prior->plan.items == NULL || prior->sides == NULL || prior->summaries == NULL ||
        prior->transcripts == NULL || prior->links == NULL || prior->differences == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < count; i++) {
        prior->plan.items[i] = judged->plan.items[i];
        prior->sides[i] = wm_audit_state_side(judged, &judged->items[i]);
        prior->transcripts[i] = transcript_of(judged, &judged->items[i]);
        prior->summaries[i] = judged->items[i].summary; /* its owner from here on */
        judged->items[i].summary = NULL;
    }
    wm_finding_keep(judged, &prior->marks);
    return WM_OK;
}

/* ---- judging --------------------------------------------------------------------------------- */

/* Refuses a prior as a whole. */
static bool refuse(wm_audit_state *state, size_t index, wm_rule rule, const char *words)
{
    const wm_refusal place = state->refusal;
    state->refusal.file = wm_kind_root_prior(index);
    state->refusal.line = 0;
    if (wm_refusal_make(&state->refusal, rule, "%s", words))
        return false;
    state->refusal = place; /* the rule is switched off */
    return true;
}

/* Opens a prior. prior->is_open stays false if it cannot be opened and the rule is switched off. */
static bool open_one(wm_audit_state *state, size_t index, wm_prior *prior)
{
    const wm_status status = state->access->open(state->access->context, index, &prior->source);
    prior->is_open = status == WM_OK;
    if (status == WM_OK)
        return true;
    if (status == WM_E_NOTFOUND)
        return refuse(state, index, WM_RULE_MANIFEST_FILES, "the file is missing");
    if (status == WM_E_INVALID)
        return refuse(state, index, WM_RULE_SYMLINK, "this is not a plain file");
    state->refusal.file = wm_kind_root_prior(index);
    return wm_audit_state_fail(state, status);
}

/* Demands the root that the plan names. */
static bool check_root(wm_audit_state *state, size_t index, const wm_prior *prior)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    uint8_t root[WM_SHA256_SIZE];
    const wm_status status = wm_lines_last(&prior->source, WM_TABLES_LINE_BYTES, &line);
    const bool is_whole = status == WM_OK && line.size > 0 && line.size <= WM_TABLES_LINE_BYTES &&
                          line.data[line.size - 1] == '\n';
    if (is_whole)
        wm_sha256_hash(line.data, line.size, root);
    wm_buffer_clear(&line);
    if (status != WM_OK)
        return wm_audit_state_fail(state, status);
    return (is_whole && memcmp(root, state->continues[index], sizeof root) == 0) ||
           refuse(state, index, WM_RULE_PRIOR,
                  "the last line is not the root that this record continues");
}

/* Judges the nodes of a prior in a state of its own. */
static bool judge_nodes(wm_audit_state *state, size_t index, wm_prior *prior)
{
    wm_audit_state *judged = malloc(sizeof *judged);
    wm_audit_report report;
    bool is_same = true; /* the last line is still the root that was read before */
    wm_status status = judged == NULL ? WM_E_NOMEM : wm_audit_state_init(judged);
    memset(&report, 0, sizeof report);
    if (status != WM_OK) {
        free(judged);
        return wm_audit_state_fail(state, status);
    }
    judged->prior = wm_kind_root_prior(index);
    status = wm_audit_ledger(judged, &prior->source, NULL, &report);
    if (status == WM_OK)
        is_same = memcmp(judged->root, state->continues[index], sizeof judged->root) == 0;
    if (status == WM_OK)
        status = keep(judged, state->plan.item_count, prior);
    else if (judged->refusal.is_made) {
        state->refusal = judged->refusal;
        state->refusal.file = judged->prior;
        if (status != WM_E_INVALID)
            memcpy(state->format, judged->format, sizeof state->format);
    }
    wm_audit_state_clear(judged);
    free(judged);
    if (state->refusal.is_made && status == WM_E_INVALID)
        return false;
    if (!is_same && !refuse(state, index, WM_RULE_PRIOR, FILE_CHANGED))
        return false;
    return status == WM_OK || wm_audit_state_fail(state, status);
}

/* Demands that no two roots are equal. */
static bool check_roots(wm_audit_state *state)
{
    for (uint32_t i = 0; i < state->continue_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (memcmp(state->continues[i], state->continues[j], WM_SHA256_SIZE) == 0)
                return WM_REFUSE(state, WM_RULE_CONTINUES_TWICE,
                                 "continues: roots %lu and %lu are equal", (unsigned long)j,
                                 (unsigned long)i);
    return true;
}

/* Demands that a continuation has the nonce of prior 1, and items of it in their order. */
static bool check_plan(wm_audit_state *state)
{
    const wm_plan *plan = &state->plan, *prior = &state->priors[0].plan;
    char label[WM_PLAN_LABEL_SIZE];
    size_t at = 0;
    if (!WM_DEMAND(state, WM_RULE_CONTINUES_NONCE, strcmp(plan->nonce, prior->nonce) == 0,
                   "nonce: found `%s`, expected that of prior 1, `%s`", plan->nonce, prior->nonce))
        return false;
    for (size_t i = 0; i < plan->item_count; i++, at++) {
        while (at < prior->item_count && !wm_plan_is_same_item(&plan->items[i], &prior->items[at]))
            at++;
        if (at < prior->item_count)
            continue;
        wm_plan_label(&plan->items[i], label);
        return WM_REFUSE(state, WM_RULE_CONTINUES_ITEMS,
                         "item %lu, %s, is not an item of prior 1 at this place", (unsigned long)i,
                         label);
    }
    return true;
}

static void drop(wm_audit_state *state)
{
    wm_prior_clear(state->access, state->priors, state->continue_count);
    state->priors = NULL;
}

bool wm_prior_judge(wm_audit_state *state)
{
    const size_t count = state->continue_count;
    bool is_right = true, is_whole = true;
    if (state->access == NULL || count == 0)
        return check_roots(state);
    state->priors = calloc(count, sizeof *state->priors);
    if (state->priors == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    for (size_t i = 0; is_right && i < count; i++) {
        wm_prior *prior = &state->priors[i];
        is_right = open_one(state, i, prior);
        is_whole = is_whole && prior->is_open;
        if (is_right && prior->is_open)
            is_right = check_root(state, i, prior) && judge_nodes(state, i, prior);
    }
    is_right = is_right && check_roots(state);
    if (is_right && is_whole && state->plan.item_count > 0)
        is_right = check_plan(state);
    if (!is_right || !is_whole)
        drop(state);
    return is_right;
}

bool wm_prior_judge_witness(wm_audit_state *state, size_t index, size_t item, wm_content *content)
{
    wm_prior *prior = &state->priors[index];
    const wm_prior_transcript *at = &prior->transcripts[item];
    wm_buffer *line = &state->again_text;
    uint8_t id[WM_SHA256_SIZE];
    wm_status status = wm_buffer_reserve(line, at->size);
    line->size = 0;
    memset(content, 0, sizeof *content);
    if (status == WM_OK)
        status = prior->source.read(prior->source.context, at->offset, line->data, at->size);
    if (status != WM_OK)
        return wm_audit_state_fail(state, status);
    wm_sha256_hash(line->data, at->size, id);
    if (memcmp(id, at->id, sizeof id) != 0 && !refuse(state, index, WM_RULE_PRIOR, FILE_CHANGED))
        return false;
    status = wm_contents_read(state->again, line->data, at->size, content);
    return status == WM_OK || wm_audit_state_fail(state, status == WM_E_NOMEM ? status : WM_E_IO);
}

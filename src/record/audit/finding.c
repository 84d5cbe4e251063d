/* Finds overlapping sessions, copies, rates above physics, and outputs that cannot be right.
 *
 * An honest record can have one by chance, so a finding is reported and refuses nothing. Sensors
 * that are sampled all through a repeat do not give the same numbers twice: equal ones were
 * copied. Nor do two observations begin in the same ns, or two records have one run id. Whoever
 * copies a prior's observations must change each of these. */
#include "record/audit/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- copied covariates ----------------------------------------------------------------------- */

/* The hash of what a repeat's covariates hold: equal for equal images. False if none that is
 * sampled throughout is present. */
static bool hash_covariates(const wm_covariates_node *node, uint8_t hash[WM_SHA256_SIZE])
{
    bool is_any = false;
    wm_sha256 of;
    wm_sha256_init(&of);
    for (unsigned i = 0; i < WM_COVARIATES; i++) {
        const wm_covariate_node *one = &node->each[i];
        const double numbers[] = {one->longest_gap_s, one->maximum, one->median, one->minimum,
                                  one->samples};
        const bool is_present = one->is_there && one->reason.bytes == NULL;
        const uint8_t head[2] = {(uint8_t)i, is_present};
        const uint64_t size = one->reason.size;
        if (!one->is_there)
            continue;
        is_any = is_any || (is_present && wm_tables_is_throughout((wm_covariate_name)i));
        wm_sha256_update(&of, head, sizeof head);
        if (is_present) {
            wm_sha256_update(&of, numbers, sizeof numbers);
        } else {
            wm_sha256_update(&of, &size, sizeof size);
            wm_sha256_update(&of, one->reason.bytes, one->reason.size);
        }
    }
    wm_sha256_final(&of, hash);
    return is_any;
}

/* Keeps the covariates of a repeat. */
static bool keep(wm_audit_state *state, const wm_finding_copy *copy)
{
    wm_finding_list *list = &state->finding;
    if (!wm_audit_state_grow(state, &list->seen, &list->seen_capacity, list->set.count + 1,
                             sizeof *copy))
        return false;
    list->seen[list->set.count] = *copy;
    return wm_digest_set_add(&list->set, list->seen, sizeof *copy, (uint32_t)list->set.count) ||
           wm_audit_state_fail(state, WM_E_NOMEM);
}

/* Ends a line with a NUL. */
static bool end_line(wm_audit_state *state, wm_status status, wm_buffer *lines, uint64_t *count)
{
    if (status == WM_OK)
        status = wm_buffer_append(lines, "", 1);
    *count += 1;
    return status == WM_OK || wm_audit_state_fail(state, status);
}

static const char *noun_of(const wm_finding_copy *copy)
{
    return copy->is_segment ? "segment" : "repeat";
}

/* Looks for an earlier observation of the record with the same covariates. */
static bool look_for_copy(wm_audit_state *state, const wm_audit_state_item *item,
                          const wm_finding_copy *own)
{
    wm_finding_list *list = &state->finding;
    const wm_finding_copy *first;
    const uint32_t found = wm_digest_set_find(&list->set, list->seen, sizeof *own, own->hash);
    wm_status status;
    if (found == WM_AUDIT_STATE_NONE)
        return keep(state, own);
    first = &list->seen[found];
    if (first->item == own->item && first->is_segment == own->is_segment)
        status = wm_buffer_printf(&list->copies, "%s %ss %lu and %lu have the same covariates",
                                  item->label, noun_of(own), (unsigned long)first->number,
                                  (unsigned long)own->number);
    else
        status = wm_buffer_printf(&list->copies, "%s %s %lu and %s %s %lu have the same covariates",
                                  state->items[first->item].label, noun_of(first),
                                  (unsigned long)first->number, item->label, noun_of(own),
                                  (unsigned long)own->number);
    return end_line(state, status, &list->copies, &list->copy_count);
}

/* ---- priors ---------------------------------------------------------------------------------- */

static int compare_starts(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

void wm_finding_keep(wm_audit_state *judged, wm_prior_marks *marks)
{
    wm_finding_list *list = &judged->finding;
    memcpy(marks->run, judged->run, sizeof marks->run);
    marks->has_begun = judged->timeline.session_count > 0;
    marks->begin = judged->timeline.first;
    marks->findings = judged->finding_count - judged->caught_count;
    marks->starts = list->starts;
    marks->start_count = list->start_count;
    marks->covariates = list->seen;
    marks->set = list->set;
    list->starts = NULL; /* their owner is the prior from here on */
    list->seen = NULL;
    memset(&list->set, 0, sizeof list->set);
    if (marks->start_count > 0)
        qsort(marks->starts, marks->start_count, sizeof *marks->starts, compare_starts);
}

/* Counts what an observation has of each prior. covariates: NULL if they tell nothing. */
static void look_for_prior(wm_audit_state *state, uint64_t started_at,
                           const wm_finding_copy *covariates)
{
    for (size_t i = 0; state->priors != NULL && i < state->continue_count; i++) {
        wm_prior_marks *marks = &state->priors[i].marks;
        marks->same_starts +=
            marks->start_count > 0 && bsearch(&started_at, marks->starts, marks->start_count,
                                              sizeof started_at, compare_starts) != NULL;
        marks->same_covariates +=
            covariates != NULL &&
            wm_digest_set_find(&marks->set, marks->covariates, sizeof *covariates,
                               covariates->hash) != WM_AUDIT_STATE_NONE;
    }
}

bool wm_finding_timed(wm_audit_state *state, const wm_audit_state_item *item,
                      wm_procedure_name procedure, uint64_t started_at,
                      const wm_covariates_node *covariates)
{
    wm_finding_list *list = &state->finding;
    wm_finding_copy own = {.item = (uint32_t)(item - state->items),
                           .number = item->observed.count[procedure] - 1,
                           .is_segment = procedure == WM_PROCEDURE_SEGMENTS};
    const bool tells = covariates != NULL && hash_covariates(covariates, own.hash);
    if (!wm_audit_state_grow(state, &list->starts, &list->start_capacity, list->start_count + 1,
                             sizeof *list->starts))
        return false;
    list->starts[list->start_count++] = started_at;
    look_for_prior(state, started_at, tells ? &own : NULL);
    return !tells || look_for_copy(state, item, &own);
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* The limit of physics that a rate is above; NULL: none. */
static const char *limit_of(const wm_item *item, double rate, const wm_covariate_node *clock)
{
    static const struct {
        const char *unit;
        double most;
        const char *words;
    } RATES[] = {
#define RATE_ROW(unit, most, words) {unit, most, words},
        WM_RATE_LIST(RATE_ROW)
#undef RATE_ROW
    };
    for (size_t i = 0; i < sizeof RATES / sizeof RATES[0]; i++)
        if (strcmp(item->variant->unit, RATES[i].unit) == 0 && rate > RATES[i].most)
            return RATES[i].words;
    if (wm_tables_has(item->variant, WM_TRAIT_DEPENDENT) && clock->is_there &&
        clock->reason.bytes == NULL && rate > (double)item->dimension[1] * clock->maximum)
        return "1 read per lane and cycle";
    return NULL;
}

/* Notes a rate that no device has, of a repeat or a segment. */
static bool look_for_limit(wm_audit_state *state, const wm_audit_state_item *item, const char *noun,
                           uint32_t number, double rate, const wm_covariates_node *covariates)
{
    wm_finding_list *list = &state->finding;
    const char *limit = limit_of(&item->item, rate, &covariates->each[WM_COVARIATE_CLOCK]);
    return limit == NULL ||
           end_line(state,
                    wm_buffer_printf(&list->rates, "%s %s %lu has a rate above %s", item->label,
                                     noun, (unsigned long)number, limit),
                    &list->rates, &list->rate_count);
}

bool wm_finding_segment(wm_audit_state *state, const wm_audit_state_item *item,
                        const wm_covariates_node *covariates)
{
    const uint32_t index = item->observed.count[WM_PROCEDURE_SEGMENTS] - 1;
    const wm_observed_segment *segment = &item->observed.segments[index];
    const double rate = wm_plan_work(&item->item) * (double)segment->products / segment->seconds;
    return !WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_LOAD) ||
           look_for_limit(state, item, "segment", index, rate, covariates);
}

/* ---- outputs that are not the right ones ----------------------------------------------------- */

static bool is_faulty(const wm_item *item)
{
    return item->fault.kind != WM_FAULT_NONE && item->fault.in_repeats;
}

/* Appends a line: the item's label, a noun and a number, and words. */
static bool say_output(wm_audit_state *state, const wm_audit_state_item *item, const char *noun,
                       unsigned long number, const char *words)
{
    wm_finding_list *list = &state->finding;
    return end_line(
        state, wm_buffer_printf(&list->digests, "%s %s %lu %s", item->label, noun, number, words),
        &list->digests, &list->digest_count);
}

/* The digest of a correct output follows from nonce and shape. Under another nonce the digest of
 * the table was copied from there. */
static bool look_for_digest(wm_audit_state *state, const wm_audit_state_item *item, uint32_t number)
{
    const wm_observed_repeat *repeat = &item->observed.repeats[number];
    const char *right = wm_tables_exact(item->item.variant, item->item.dimension);
    const bool has_nonce = state->plan.nonce[0] != '\0';
    char own[WM_SHA256_HEX_SIZE + 1];
    bool is_right;
    if (right == NULL || is_faulty(&item->item))
        return true;
    wm_sha256_to_hex(repeat->output_digest, own);
    is_right = strcmp(own, right) == 0;
    if (has_nonce && is_right && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_NONCE))
        return say_output(state, item, "repeat", number,
                          "has the digest of the right output for another nonce");
    if (!has_nonce && !is_right && repeat->residual.difference_max == 0 &&
        WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_EXACT))
        return say_output(state, item, "repeat", number,
                          "has no wrong element, and not the digest of the right output");
    return true;
}

bool wm_finding_repair(wm_audit_state *state, const wm_audit_state_item *item,
                       const uint8_t digest[WM_SHA256_SIZE])
{
    const wm_observed_item *observed = &item->observed;
    const wm_limits limits = wm_rule_limits(observed);
    const uint32_t count = observed->count[WM_PROCEDURE_REPEATS];
    char words[60];
    uint32_t first = 0;
    if (!wm_tables_has(item->item.variant, WM_TRAIT_EXACT) || is_faulty(&item->item) ||
        !WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_REPAIR))
        return true;
    while (first < count &&
           (!observed->repeats[first].ok ||
            wm_rule_decide(&limits, &observed->repeats[first].residual) == WM_DECISION_REJECT))
        first++;
    if (first == count ||
        memcmp(observed->repeats[first].output_digest, digest, WM_SHA256_SIZE) == 0)
        return true;
    (void)snprintf(words, sizeof words, "has another output than repeat %lu", (unsigned long)first);
    return say_output(state, item, "stage", item->stage_count, words);
}

bool wm_finding_repeat(wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_covariates_node *covariates)
{
    const uint32_t number = item->observed.count[WM_PROCEDURE_REPEATS] - 1;
    const double rate = wm_observed_rate(&item->item, &item->observed.repeats[number]);
    return look_for_limit(state, item, "repeat", number, rate, covariates) &&
           look_for_digest(state, item, number);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Appends a finding that is about no claim: its name is empty. */
static wm_status add(wm_audit_state *state, const char *words)
{
    wm_status status = wm_buffer_append(&state->findings, "\0\0", 3); /* no fault, no claim */
    state->finding_count++;
    return status != WM_OK ? status : wm_buffer_append(&state->findings, words, strlen(words) + 1);
}

static wm_status add_overlaps(wm_audit_state *state)
{
    wm_status status = WM_OK;
    for (uint32_t i = 0; status == WM_OK && i < state->timeline.session_count; i++) {
        char words[80];
        if (!wm_timeline_overlaps(&state->timeline, i))
            continue;
        snprintf(words, sizeof words, "sessions %lu and %lu overlap", (unsigned long)i,
                 (unsigned long)i + 1);
        status = add(state, words);
    }
    return status;
}

static wm_status add_lines(wm_audit_state *state, const wm_buffer *lines)
{
    wm_status status = WM_OK;
    for (size_t at = 0; status == WM_OK && at < lines->size; at += strlen(lines->data + at) + 1)
        status = add(state, lines->data + at);
    return status;
}

static wm_status add_number(wm_audit_state *state, size_t prior, const char *words, uint64_t count)
{
    char line[120];
    if (count == 0)
        return WM_OK;
    snprintf(line, sizeof line, "prior %lu has %s: %llu", (unsigned long)prior + 1, words,
             (unsigned long long)count);
    return add(state, line);
}

/* Adds what tells that this record was copied from a prior, and how many findings that has. */
static wm_status add_prior(wm_audit_state *state, size_t index)
{
    const wm_prior_marks *marks = &state->priors[index].marks;
    const wm_timeline *own = &state->timeline;
    wm_status status = WM_OK;
    char line[80];
    snprintf(line, sizeof line, "prior %lu has the run id of this record",
             (unsigned long)index + 1);
    if (WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_PRIOR_RUN) &&
        memcmp(marks->run, state->run, sizeof state->run) == 0)
        status = add(state, line);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_PRIOR_TIMES))
        status = add_number(state, index, "the times of observations here", marks->same_starts);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_PRIOR_COVARIATES))
        status =
            add_number(state, index, "the covariates of observations here", marks->same_covariates);
    snprintf(line, sizeof line, "prior %lu began after this record ended",
             (unsigned long)index + 1);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_PRIOR_LATER) && own->ok_count > 0 &&
        marks->has_begun && own->end < marks->begin)
        status = add(state, line);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_PRIOR_OWN))
        status = add_number(state, index, "findings of its own", marks->findings);
    return status;
}

bool wm_finding_conclude(wm_audit_state *state)
{
    wm_status status = WM_OK;
    if (WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_OVERLAP))
        status = add_overlaps(state);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_COPIES))
        status = add_lines(state, &state->finding.copies);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_RATES))
        status = add_lines(state, &state->finding.rates);
    if (status == WM_OK)
        status = add_lines(state, &state->finding.digests);
    for (size_t i = 0; status == WM_OK && state->priors != NULL && i < state->continue_count; i++)
        status = add_prior(state, i);
    return status == WM_OK || wm_audit_state_fail(state, status);
}

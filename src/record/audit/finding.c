/* Finds overlapping sessions, copied covariates, and rates above physics.
 *
 * An honest record can have one by chance, so a finding is reported and refuses nothing. Sensors
 * that are sampled all through a repeat do not give the same numbers twice: equal ones were
 * copied. */
#include "record/audit/finding.h"

#include <stdio.h>
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

static bool look_for_copy(wm_audit_state *state, const wm_audit_state_item *item, uint32_t repeat,
                          const wm_covariates_node *covariates)
{
    wm_finding_list *list = &state->finding;
    const wm_finding_copy *first;
    wm_finding_copy own;
    uint32_t found;
    wm_status status;
    own.item = (uint32_t)(item - state->items);
    own.repeat = repeat;
    if (!hash_covariates(covariates, own.hash))
        return true;
    found = wm_digest_set_find(&list->set, list->seen, sizeof own, own.hash);
    if (found == WM_AUDIT_STATE_NONE)
        return keep(state, &own);
    first = &list->seen[found];
    if (first->item == own.item)
        status = wm_buffer_printf(&list->copies, "%s repeats %lu and %lu have the same covariates",
                                  item->label, (unsigned long)first->repeat, (unsigned long)repeat);
    else
        status = wm_buffer_printf(&list->copies,
                                  "%s repeat %lu and %s repeat %lu have the same covariates",
                                  state->items[first->item].label, (unsigned long)first->repeat,
                                  item->label, (unsigned long)repeat);
    return end_line(state, status, &list->copies, &list->copy_count);
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* The limit of physics that a repeat's rate is above; NULL: none. */
static const char *limit_of(const wm_item *item, const wm_observed_repeat *repeat,
                            const wm_covariate_node *clock)
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
    const double rate = wm_observed_rate(item, repeat);
    for (size_t i = 0; i < sizeof RATES / sizeof RATES[0]; i++)
        if (strcmp(item->variant->unit, RATES[i].unit) == 0 && rate > RATES[i].most)
            return RATES[i].words;
    if (wm_tables_has(item->variant, WM_TRAIT_DEPENDENT) && clock->is_there &&
        clock->reason.bytes == NULL && rate > item->dimension[1] * clock->maximum)
        return "1 read per lane and cycle";
    return NULL;
}

bool wm_finding_repeat(wm_audit_state *state, const wm_audit_state_item *item,
                       const wm_covariates_node *covariates)
{
    wm_finding_list *list = &state->finding;
    const uint32_t repeat = item->observed.count[WM_PROCEDURE_REPEATS] - 1;
    const char *limit = limit_of(&item->item, &item->observed.repeats[repeat],
                                 &covariates->each[WM_COVARIATE_CLOCK]);
    if (!look_for_copy(state, item, repeat, covariates))
        return false;
    return limit == NULL ||
           end_line(state,
                    wm_buffer_printf(&list->rates, "%s repeat %lu has a rate above %s", item->label,
                                     (unsigned long)repeat, limit),
                    &list->rates, &list->rate_count);
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

bool wm_finding_conclude(wm_audit_state *state)
{
    wm_status status = WM_OK;
    if (WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_OVERLAP))
        status = add_overlaps(state);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_COPIES))
        status = add_lines(state, &state->finding.copies);
    if (status == WM_OK && WM_REFUSAL_IS_ON(WM_SWITCH_FINDING_RATES))
        status = add_lines(state, &state->finding.rates);
    return status == WM_OK || wm_audit_state_fail(state, status);
}

/* Checks workload observations: order of repeats, flags, divergence. */
#include "record/kind_workload.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "record/audit_state.h"
#include "record/found.h"

#define WM_STRUCT_RESIDUAL wm_residual_node
#define WM_STRUCT_COVARIATE wm_covariates_node
#define WM_OF_RESIDUAL &wm_kind_workload_residual, NULL, WM_FIELD_OBJECT
#define WM_OF_COVARIATE &COVARIATES_FORM, NULL, WM_FIELD_OBJECT

/* ---- forms ----------------------------------------------------------------------------------- */

static bool residual_has_rows(const void *node)
{
    return ((const wm_residual_node *)node)->has_rows;
}

static bool is_absent(const void *node)
{
    return ((const wm_covariate_node *)node)->reason.bytes != NULL;
}

static const wm_field RESIDUAL_FIELDS[] = {WM_KIND_FIELDS_OF(RESIDUAL, wm_residual_node)};
static const wm_field RESIDUAL_ROWS_FIELDS[] = {WM_KIND_FIELDS_OF(RESIDUAL_ROWS, wm_residual_node)};
static const wm_form ROWS_FORM = WM_KIND_FORM("residual", RESIDUAL_ROWS_FIELDS, wm_residual_node);
const wm_form wm_kind_workload_residual =
    WM_KIND_FORM_OR("residual", RESIDUAL_FIELDS, wm_residual_node, &ROWS_FORM, WM_TRAIT_ROWS,
                    "row_statistic", residual_has_rows);

static const wm_field ABSENT_FIELDS[] = {WM_KIND_FIELDS_OF(COVARIATE_ABSENT, wm_covariate_node)};
static const wm_field PRESENT_FIELDS[] = {WM_KIND_FIELDS_OF(COVARIATE_PRESENT, wm_covariate_node)};
static const wm_form ABSENT_FORM = WM_KIND_FORM(NULL, ABSENT_FIELDS, wm_covariate_node);
static const wm_form COVARIATE_FORM = WM_KIND_FORM_OR(
    NULL, PRESENT_FIELDS, wm_covariate_node, &ABSENT_FORM, (wm_trait)0, "reason", is_absent);

#define COVARIATE_FIELD(id, name, may_miss, throughout)         \
    {name,                                                      \
     NULL,                                                      \
     &COVARIATE_FORM,                                           \
     NULL,                                                      \
     WM_FIELD_OBJECT,                                           \
     sizeof name - 1,                                           \
     (uint16_t)(offsetof(wm_covariates_node, each) +            \
                WM_COVARIATE_##id * sizeof(wm_covariate_node)), \
     0,                                                         \
     WM_FIELD_OBJECT,                                           \
     (may_miss) ? WM_FIELD_OPTIONAL : 0},
static const wm_field COVARIATES_FIELDS[] = {WM_COVARIATE_LIST(COVARIATE_FIELD)};
static const wm_form COVARIATES_FORM =
    WM_KIND_FORM("covariates", COVARIATES_FIELDS, wm_covariates_node);

static const wm_field OK_FIELDS[] = {WM_KIND_FIELDS_OF(WORKLOAD_OK, wm_workload_node)};
static const wm_field FAILED_FIELDS[] = {WM_KIND_FIELDS_OF(WORKLOAD_FAILED, wm_workload_node)};
const wm_form wm_kind_workload_ok = WM_KIND_FORM("the repeat", OK_FIELDS, wm_workload_node);
const wm_form wm_kind_workload_failed =
    WM_KIND_FORM("the failed repeat", FAILED_FIELDS, wm_workload_node);

/* ---- residuals ------------------------------------------------------------------------------- */

wm_observed_residual wm_kind_workload_residual_of(const wm_residual_node *node,
                                                  const wm_variant *variant)
{
    const bool has_rows = node->is_there && wm_tables_has(variant, WM_TRAIT_ROWS);
    wm_observed_residual residual;
    residual.difference_max = node->is_there ? node->difference_max : (double)NAN;
    residual.reference_max = node->is_there ? node->reference_max : (double)NAN;
    residual.row_statistic = has_rows ? node->row_statistic : (double)NAN;
    residual.row = has_rows && node->row >= 0 ? (uint64_t)node->row : 0;
    return residual;
}

wm_residual_node wm_kind_workload_residual_node(const wm_observed_residual *residual,
                                                const wm_variant *variant)
{
    const bool has_rows = wm_tables_has(variant, WM_TRAIT_ROWS);
    const bool is_finite = isfinite(residual->difference_max) &&
                           isfinite(residual->reference_max) &&
                           (!has_rows || isfinite(residual->row_statistic));
    wm_residual_node node;
    memset(&node, 0, sizeof node);
    node.is_there = true;
    node.has_rows = has_rows;
    node.difference_max = residual->difference_max;
    node.reference_max = residual->reference_max;
    node.row_statistic = residual->row_statistic;
    node.row = (double)residual->row;
    if (!is_finite)
        node.reason = wm_member_text("not finite");
    return node;
}

bool wm_kind_workload_check_residual(wm_audit_state *state, const wm_item *item,
                                     const wm_residual_node *node)
{
    return !wm_tables_has(item->variant, WM_TRAIT_ROWS) ||
           !(node->row >= (double)item->dimension[0]) ||
           !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE,
                            "`row` of the residual: found %.0f, expected below %lu", node->row,
                            (unsigned long)item->dimension[0]);
}

/* ---- covariates and flags -------------------------------------------------------------------- */

/* Copies the numbers of the covariates that flags depend on. */
static bool check_covariates(wm_audit_state *state, const wm_covariates_node *node,
                             wm_observed_covariate observed[WM_COVARIATES])
{
    for (unsigned i = 0; i < WM_COVARIATES; i++) {
        const wm_covariate_node *of = &node->each[i];
        const char *name = wm_tables_covariate((wm_covariate_name)i);
        observed[i].present = of->is_there && of->reason.bytes == NULL;
        observed[i].median = observed[i].present ? of->median : (double)NAN;
        observed[i].maximum = observed[i].present ? of->maximum : (double)NAN;
        observed[i].samples = observed[i].present ? of->samples : 0;
        if (observed[i].present && !(of->minimum <= of->median && of->median <= of->maximum) &&
            wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_COVARIATE,
                            "the covariate `%s` is not minimum <= median <= maximum: found %.17g, "
                            "%.17g, %.17g",
                            name, of->minimum, of->median, of->maximum))
            return false;
    }
    return true;
}

/* Appends a word to a list. */
static size_t join(char *out, size_t size, size_t used, const char *word)
{
    const int more = snprintf(out + used, size - used, "%s%s", used == 0 ? "" : " ", word);
    return more < 0 || (size_t)more >= size - used ? size - 1 : used + (size_t)more;
}

static bool check_flags(wm_audit_state *state, const wm_list *flags, unsigned expected)
{
    char expected_words[64] = "none", found_words[160] = "none", word[32];
    size_t used = 0;
    bool is_right = true;
    wm_list left = *flags;
    wm_text flag = {NULL, 0};
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++) {
        if ((expected & 1U << i) == 0)
            continue;
        used = join(expected_words, sizeof expected_words, used, wm_rule_flag_word((wm_flag)i));
        is_right = is_right && wm_member_next_text(&left, &flag) &&
                   wm_member_is(flag, wm_rule_flag_word((wm_flag)i));
    }
    if (!flags->is_there || (is_right && left.count == 0))
        return true;
    left = *flags;
    for (used = 0; wm_member_next_text(&left, &flag);)
        used = join(found_words, sizeof found_words, used, wm_member_copy(flag, word, sizeof word));
    return !wm_refusal_make(&state->refusal, WM_RULE_FLAGS, "flags: found %s, recomputed %s",
                            found_words, expected_words);
}

/* ---- checks of a repeat ---------------------------------------------------------------------- */

/* Checks that a repeat names its item's workload, variant and shape. */
static bool check_agreement(wm_audit_state *state, const wm_workload_node *node,
                            const wm_audit_state_item *item)
{
    const wm_variant *variant = item->item.variant;
    wm_item other = item->item;
    const char *what = NULL, *expected = item->label;
    char found[WM_FOUND_SIZE] = "other dimensions", label[WM_PLAN_LABEL_SIZE];
    if (!wm_member_is(node->workload, variant->workload)) {
        what = "workload", expected = variant->workload;
        (void)wm_found_text(node->workload, found);
    } else if (!wm_member_is(node->variant, variant->variant)) {
        what = "variant", expected = variant->variant;
        (void)wm_found_text(node->variant, found);
    } else if (!wm_member_shape(&node->shape, variant, other.dimension)) {
        what = "shape";
    } else if (memcmp(other.dimension, item->item.dimension, sizeof other.dimension) != 0) {
        what = "shape";
        wm_plan_label(&other, label);
        (void)wm_found_text(wm_member_text(label), found);
    }
    return what == NULL || !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_AGREE,
                                            "%s of item %.0f, %s: found %s, expected %s", what,
                                            node->item, item->label, found, expected);
}

/* Checks that a repeat is its item's, and is the next one. */
static bool check_place(wm_audit_state *state, const wm_workload_node *node,
                        const wm_audit_state_item *item)
{
    const uint32_t next = item->observed.repeat_count;
    if (!check_agreement(state, node, item))
        return false;
    if (node->repeat == next && next < item->item.repeats)
        return true;
    if (next < item->item.repeats)
        return !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_REPEAT,
                                "repeat of %s: found %.0f, expected %lu", item->label, node->repeat,
                                (unsigned long)next);
    return !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_REPEAT,
                            "repeat of %s: found %.0f, expected none after the last, %lu",
                            item->label, node->repeat, (unsigned long)item->item.repeats - 1);
}

/* Checks the divergence from repeat 0: null if repeat 0 failed, 0 if the output is equal. */
static bool check_divergence(wm_audit_state *state, const wm_audit_state_item *item,
                             const wm_observed_repeat *repeat)
{
    const wm_observed_repeat *first = item->observed.repeat_count == 0 ? repeat : item->repeats;
    const unsigned long number = (unsigned long)item->observed.repeat_count;
    char found[WM_FOUND_SIZE];
    (void)wm_found_number(repeat->divergence, found);
    if (!first->ok)
        return !(repeat->divergence == repeat->divergence) ||
               !wm_refusal_make(&state->refusal, WM_RULE_DIGEST_LOST,
                                "divergence of repeat %lu of %s: found %s, expected null, since "
                                "repeat 0 failed",
                                number, item->label, found);
    if (memcmp(first->output_digest, repeat->output_digest, WM_SHA256_SIZE) != 0 ||
        repeat->divergence == 0)
        return true;
    return !wm_refusal_make(&state->refusal, WM_RULE_DIGEST_DIVERGENCE,
                            "divergence of repeat %lu of %s: found %s, expected 0, since the "
                            "output is that of repeat 0",
                            number, item->label, found);
}

/* Refuses a repeat that is too short; short repeats would let a producer pick the fastest
 * moments. */
static bool check_seconds(wm_audit_state *state, const wm_audit_state_item *item, double seconds)
{
    return !(seconds < state->plan.repeat_seconds) ||
           !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_SECONDS,
                            "seconds of repeat %lu of %s: found %.17g, expected at least %.17g",
                            (unsigned long)item->observed.repeat_count, item->label, seconds,
                            state->plan.repeat_seconds);
}

/* Checks a repeat that did not fail, and fills its observation for reductions. */
static bool check_measured(wm_audit_state *state, const wm_workload_node *node,
                           const wm_audit_state_item *item, wm_observed_repeat *repeat)
{
    wm_observed_covariate covariate[WM_COVARIATES];
    if (!check_covariates(state, &node->covariates, covariate) ||
        !wm_kind_workload_check_residual(state, &item->item, &node->residual))
        return false;
    repeat->ok = true;
    repeat->residual = wm_kind_workload_residual_of(&node->residual, item->item.variant);
    repeat->seconds = node->seconds;
    repeat->iterations = node->iterations;
    repeat->divergence = node->divergence;
    repeat->peak_resident_bytes = node->peak_resident_bytes;
    repeat->clock = covariate[WM_COVARIATE_CLOCK].median;
    repeat->power = covariate[WM_COVARIATE_POWER].median;
    repeat->temperature = covariate[WM_COVARIATE_TEMPERATURE].median;
    if (node->output_digest.is_there)
        memcpy(repeat->output_digest, node->output_digest.bytes, WM_SHA256_SIZE);
    return check_seconds(state, item, repeat->seconds) && check_divergence(state, item, repeat) &&
           check_flags(state, &node->flags, wm_rule_flags(repeat->seconds, covariate));
}

/* Makes room for one more repeat. */
static bool grow_repeats(wm_audit_state *state, wm_audit_state_item *item)
{
    const size_t needed = (size_t)item->observed.repeat_count + 1;
    wm_observed_repeat *repeats =
        wm_audit_state_grow(state, item->repeats, &item->repeat_capacity, needed, sizeof *repeats);
    uint32_t *entries;
    if (repeats == NULL)
        return false;
    item->repeats = repeats;
    item->observed.repeats = repeats;
    entries = wm_audit_state_grow(state, item->repeat_entries, &item->entry_capacity, needed,
                                  sizeof *entries);
    if (entries == NULL)
        return false;
    item->repeat_entries = entries;
    return true;
}

/* Adds a repeat to its item. */
static bool enter(wm_audit_state *state, wm_taken *taken, const wm_observed_repeat *repeat)
{
    wm_audit_state_item *item = taken->item;
    uint32_t index;
    if (item->observed.repeat_count == WM_AUDIT_STATE_REPEATS)
        return wm_audit_state_add(state, taken->entry, &index);
    taken->entry->owner = (uint32_t)(item - state->items);
    taken->entry->part = item->observed.repeat_count;
    if (!grow_repeats(state, item) || !wm_audit_state_add(state, taken->entry, &index))
        return false;
    item->repeats[item->observed.repeat_count] = *repeat;
    item->repeat_entries[item->observed.repeat_count++] = index;
    item->observed.has_failed = item->observed.has_failed || !repeat->ok;
    return true;
}

static bool check(wm_audit_state *state, wm_taken *taken)
{
    const wm_workload_node *node = taken->node;
    wm_observed_repeat repeat;
    uint32_t index;
    if (taken->item == NULL) {
        return !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_ITEM,
                                "item: found %.0f, expected below %lu", node->item,
                                (unsigned long)state->plan.item_count) &&
               wm_audit_state_add(state, taken->entry, &index);
    }
    memset(&repeat, 0, sizeof repeat);
    if (!wm_audit_state_same_environment(state, taken->item, node->environment.entry) ||
        !check_place(state, node, taken->item) || !wm_audit_state_not_reduced(state, taken->item) ||
        (taken->form == &wm_kind_workload_ok && !check_measured(state, node, taken->item, &repeat)))
        return false;
    return enter(state, taken, &repeat);
}

bool wm_kind_workload_finish(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++) {
        const wm_audit_state_item *item = &state->items[i];
        if (item->observed.repeat_count < item->item.repeats &&
            wm_audit_state_refuse_item(state, item, WM_RULE_WORKLOAD_COMPLETE,
                                       "repeats of %s: found %lu, expected %lu", item->label,
                                       (unsigned long)item->observed.repeat_count,
                                       (unsigned long)item->item.repeats))
            return false;
    }
    return true;
}

static const wm_form *const FORMS[] = {&wm_kind_workload_ok, &wm_kind_workload_failed, NULL};
const wm_kind wm_kind_workload = {
    "observation", "workload", WM_CLASS_WORKLOAD, "status", FORMS, NULL, true, check, NULL};

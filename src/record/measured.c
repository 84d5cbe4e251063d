/* Workload observations and calibrations. */
#include "record/measured.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/observation.h"

bool wm_measured_status(wm_audit_state *state, const wm_json_value *node, bool *is_failed)
{
    const wm_json_value *status = wm_json_member(node, "status");
    *is_failed = status != NULL && wm_json_is_text(status, "failed");
    if (status == NULL || *is_failed || wm_json_is_text(status, "ok"))
        return true; /* an absent one is missed by the schema */
    return !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_WORD,
                            "`status` is neither `ok` nor `failed`");
}

/* ---- residuals ------------------------------------------------------------------------------- */

bool wm_measured_residual(wm_audit_state *state, const wm_item *item, const wm_json_value *value,
                          wm_observed_residual *residual)
{
    static const wm_field GEMM[] = {
        WM_FIELD("difference_max", SIZE, WM_FIELD_NULLABLE), WM_FIELD("reason", REASON, 0),
        WM_FIELD("reference_max", SIZE, WM_FIELD_NULLABLE), WM_FIELD("row", COUNT, 0),
        WM_FIELD("row_statistic", SIZE, WM_FIELD_NULLABLE)};
    const wm_json_value *values[5] = {NULL, NULL, NULL, NULL, NULL};
    if (!wm_schema_match(&state->refusal, "residual", value, GEMM, item->variant->is_gemm ? 5 : 3,
                         values))
        return false;
    residual->difference_max = wm_schema_number(values[0]);
    residual->reference_max = wm_schema_number(values[2]);
    residual->row = wm_schema_count(values[3]);
    residual->row_statistic = wm_schema_number(values[4]);
    return values[3] == NULL || residual->row < item->dimension[0] ||
           !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE,
                            "`row` is not below the rows of the output");
}

/* ---- covariates and flags
 * -------------------------------------------------------------------------------------------- */

static bool check_covariate(wm_audit_state *state, const char *name, const wm_json_value *value,
                            wm_observed_covariate *covariate)
{
    static const wm_field ABSENT[] = {WM_FIELD("reason", FULL, 0)};
    static const wm_field PRESENT[] = {
        WM_FIELD("longest_gap_s", SIZE, 0), WM_FIELD("maximum", NUMBER, 0),
        WM_FIELD("median", NUMBER, 0),      WM_FIELD("minimum", NUMBER, 0),
        WM_FIELD("samples", POSITIVE, 0),
    };
    const wm_json_value *values[5];
    memset(covariate, 0, sizeof *covariate);
    covariate->median = (double)NAN;
    if (value == NULL)
        return true;
    if (wm_json_member(value, "reason") != NULL)
        return wm_schema_match(&state->refusal, name, value, ABSENT, 1, values);
    if (!wm_schema_match(&state->refusal, name, value, PRESENT, 5, values))
        return false;
    covariate->present = true;
    covariate->maximum = wm_schema_number(values[1]);
    covariate->median = wm_schema_number(values[2]);
    covariate->samples = wm_schema_number(values[4]);
    return (wm_schema_number(values[3]) <= covariate->median &&
            covariate->median <= covariate->maximum) ||
           !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_COVARIATE,
                            "the covariate `%s` is not minimum <= median <= maximum", name);
}

static bool check_covariates(wm_audit_state *state, const wm_json_value *value,
                             wm_observed_covariate covariate[WM_OBSERVED_COVARIATES])
{
    static const wm_field FIELDS[] = {
#define COVARIATE_FIELD(id, name, may_miss, throughout) \
    WM_FIELD(name, OBJECT, (may_miss) ? WM_FIELD_OPTIONAL : 0),
        WM_OBSERVED_COVARIATE_LIST(COVARIATE_FIELD)
#undef COVARIATE_FIELD
    };
    const wm_json_value *values[WM_OBSERVED_COVARIATES];
    if (!wm_schema_match(&state->refusal, "covariates", value, FIELDS, WM_OBSERVED_COVARIATES,
                         values))
        return false;
    for (unsigned i = 0; i < WM_OBSERVED_COVARIATES; i++)
        if (!check_covariate(state, FIELDS[i].key, values[i], &covariate[i]))
            return false;
    return true;
}

/* The words of an array of strings, each behind a space, cut to fit. */
static const char *join(const wm_json_value *words, char *out, size_t size)
{
    size_t used = 0;
    char word[32];
    out[0] = '\0';
    for (const wm_json_value *at = words->first; at != NULL && used + sizeof word + 1 < size;
         at = at->next)
        used +=
            (size_t)snprintf(out + used, size - used, " %s", wm_schema_text(at, word, sizeof word));
    return out;
}

static bool check_flags(wm_audit_state *state, const wm_json_value *flags, unsigned expected)
{
    const wm_json_value *flag = flags == NULL ? NULL : flags->first;
    char expected_words[64] = "", found_words[160];
    size_t used = 0;
    bool is_right = true;
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++) {
        const char *word = wm_rule_flag_word(i);
        if ((expected & 1U << i) == 0)
            continue;
        used += (size_t)snprintf(expected_words + used, sizeof expected_words - used, " %s", word);
        is_right = is_right && flag != NULL && wm_json_is_text(flag, word);
        flag = flag == NULL ? NULL : flag->next;
    }
    return flags == NULL || (is_right && flag == NULL) ||
           !wm_refusal_make(&state->refusal, WM_RULE_FLAGS, "the flags are%s and not%s",
                            used == 0 ? " none" : expected_words,
                            flags->count == 0 ? " none"
                                              : join(flags, found_words, sizeof found_words));
}

/* ---- workload -------------------------------------------------------------------------------- */

/* The fields of a repeat that was measured. */
static const wm_field OK_TABLE[] = {
    WM_FIELD("covariates", OBJECT, 0),  WM_FIELD("divergence", SIZE, WM_FIELD_NULLABLE),
    WM_FIELD("environment", HEX, 0),    WM_FIELD("flags", ARRAY, 0),
    WM_FIELD("item", COUNT, 0),         WM_FIELD("iterations", POSITIVE, 0),
    WM_FIELD("kind", WORD, 0),          WM_FIELD("method", TEXT, 0),
    WM_FIELD("output_digest", HEX, 0),  WM_FIELD("peak_resident_bytes", COUNT, WM_FIELD_NULLABLE),
    WM_FIELD("plan", HEX, 0),           WM_FIELD("reason", REASON, 0),
    WM_FIELD("repeat", COUNT, 0),       WM_FIELD("residual", OBJECT, 0),
    WM_FIELD("seconds", DURATION, 0),   WM_FIELD("shape", OBJECT, 0),
    WM_FIELD("started_at", DECIMAL, 0), WM_FIELD("status", WORD, 0),
    WM_FIELD("type", WORD, 0),          WM_FIELD("variant", WORD, 0),
    WM_FIELD("workload", WORD, 0),
};

/* The fields of a repeat that failed. */
static const wm_field FAILED_TABLE[] = {
    WM_FIELD("environment", HEX, 0), WM_FIELD("item", COUNT, 0),    WM_FIELD("kind", WORD, 0),
    WM_FIELD("plan", HEX, 0),        WM_FIELD("reason", FULL, 0),   WM_FIELD("repeat", COUNT, 0),
    WM_FIELD("shape", OBJECT, 0),    WM_FIELD("status", WORD, 0),   WM_FIELD("type", WORD, 0),
    WM_FIELD("variant", WORD, 0),    WM_FIELD("workload", WORD, 0),
};

static bool match_repeat(wm_audit_state *state, const wm_json_value *node, bool is_failed,
                         wm_matched *matched)
{
    if (is_failed)
        return wm_schema_take(&state->refusal, "the failed repeat", node, FAILED_TABLE,
                              WM_FIELD_TABLE_SIZE(FAILED_TABLE), matched);
    return wm_schema_take(&state->refusal, "the repeat", node, OK_TABLE,
                          WM_FIELD_TABLE_SIZE(OK_TABLE), matched);
}

/* A repeat says again what its item is, and is the item's next. */
static bool check_repeat(wm_audit_state *state, const wm_matched *matched,
                         const wm_audit_state_item *item)
{
    const wm_json_value *number = wm_schema_of(matched, "item");
    const wm_json_value *repeat = wm_schema_of(matched, "repeat");
    uint32_t dimension[WM_TABLES_DIMENSIONS];
    const wm_variant *variant;
    if (item == NULL)
        return !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_ITEM, "the plan has no item %.0f",
                                wm_schema_number(number));
    variant = item->item.variant;
    if ((!wm_json_is_text(wm_schema_of(matched, "workload"), variant->workload) ||
         !wm_json_is_text(wm_schema_of(matched, "variant"), variant->variant) ||
         !wm_plan_shape_read(wm_schema_of(matched, "shape"), variant, dimension) ||
         memcmp(dimension, item->item.dimension, variant->dimension_count * sizeof *dimension) !=
             0) &&
        wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_AGREE,
                        "workload, variant or shape are not those of item %.0f, %s",
                        wm_schema_number(number), item->label))
        return false;
    return (repeat != NULL && wm_schema_count(repeat) == item->observed.repeat_count &&
            item->observed.repeat_count < item->item.repeats) ||
           !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_REPEAT,
                            "%s is at repeat %lu of %lu and not at %.0f", item->label,
                            (unsigned long)item->observed.repeat_count,
                            (unsigned long)item->item.repeats, wm_schema_number(repeat));
}

/* Equal outputs are not different. */
static bool check_divergence(wm_audit_state *state, const wm_audit_state_item *item,
                             const wm_observed_repeat *repeat)
{
    const wm_observed_repeat *first = item->observed.repeat_count == 0 ? repeat : item->repeats;
    if (!first->ok || memcmp(first->output_digest, repeat->output_digest, WM_SHA256_SIZE) != 0 ||
        repeat->divergence == 0)
        return true;
    return !wm_refusal_make(&state->refusal, WM_RULE_DIGEST_DIVERGENCE,
                            "the output is that of repeat 0: its divergence is 0 and not %.17g",
                            repeat->divergence);
}

/* A repeat that was cut short is none: the luckiest moments could be picked. */
static bool check_seconds(wm_audit_state *state, const wm_audit_state_item *item, double seconds)
{
    return !(seconds < state->plan.repeat_seconds) ||
           !wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_SECONDS,
                            "repeat %lu of %s lasted %.17g s, the plan asks for %.17g",
                            (unsigned long)item->observed.repeat_count, item->label, seconds,
                            state->plan.repeat_seconds);
}

/* Decodes a repeat that was measured. */
static bool decode_ok(wm_audit_state *state, const wm_matched *matched,
                      const wm_audit_state_item *item, wm_observed_repeat *repeat)
{
    wm_observed_covariate covariate[WM_OBSERVED_COVARIATES];
    if (!check_covariates(state, wm_schema_of(matched, "covariates"), covariate) ||
        !wm_measured_residual(state, &item->item, wm_schema_of(matched, "residual"),
                              &repeat->residual))
        return false;
    repeat->ok = true;
    repeat->seconds = wm_schema_number(wm_schema_of(matched, "seconds"));
    repeat->iterations = wm_schema_number(wm_schema_of(matched, "iterations"));
    repeat->divergence = wm_schema_number(wm_schema_of(matched, "divergence"));
    repeat->peak_resident_bytes = wm_schema_number(wm_schema_of(matched, "peak_resident_bytes"));
    repeat->clock = covariate[WM_OBSERVED_CLOCK].median;
    repeat->power = covariate[WM_OBSERVED_POWER].median;
    repeat->temperature = covariate[WM_OBSERVED_TEMPERATURE].median;
    if (!wm_schema_hex(wm_schema_of(matched, "output_digest"), repeat->output_digest))
        memset(repeat->output_digest, 0, sizeof repeat->output_digest);
    return check_seconds(state, item, repeat->seconds) && check_divergence(state, item, repeat) &&
           check_flags(state, wm_schema_of(matched, "flags"),
                       wm_rule_flags(repeat->seconds, covariate));
}

/* Makes room for one more repeat. */
static bool grow_repeats(wm_audit_state *state, wm_audit_state_item *item)
{
    size_t capacity = item->capacity, entry_capacity = item->capacity;
    void *repeats = item->repeats, *entries = item->repeat_entries;
    const size_t count = item->observed.repeat_count;
    bool is_grown = wm_audit_state_grow(state, &repeats, sizeof *item->repeats, count, &capacity);
    item->repeats = repeats;
    item->observed.repeats = repeats;
    is_grown = is_grown && wm_audit_state_grow(state, &entries, sizeof *item->repeat_entries, count,
                                               &entry_capacity);
    item->repeat_entries = entries;
    if (is_grown)
        item->capacity = (uint32_t)capacity;
    return is_grown;
}

bool wm_measured_workload(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    wm_matched matched;
    wm_observed_repeat repeat;
    wm_audit_state_item *item;
    bool is_failed;
    uint32_t index;
    memset(&repeat, 0, sizeof repeat);
    if (!wm_measured_status(state, node, &is_failed) ||
        !match_repeat(state, node, is_failed, &matched) ||
        !wm_observation_of_item(state, &matched, &item) || !check_repeat(state, &matched, item))
        return false;
    if (item != NULL && !is_failed && !decode_ok(state, &matched, item, &repeat))
        return false;
    entry->class = WM_CLASS_WORKLOAD;
    if (item == NULL || item->observed.repeat_count == WM_AUDIT_STATE_REPEATS)
        return wm_audit_state_add(state, entry, &index);
    entry->owner = (uint32_t)(item - state->items);
    entry->part = item->observed.repeat_count;
    if (!grow_repeats(state, item) || !wm_audit_state_add(state, entry, &index))
        return false;
    item->repeats[item->observed.repeat_count] = repeat;
    item->repeat_entries[item->observed.repeat_count++] = index;
    item->observed.has_failed = item->observed.has_failed || is_failed;
    return true;
}

/* ---- calibration ----------------------------------------------------------------------------- */

/* Reads one of the two arrays of a calibration; *has_null is set where an element is null. */
static bool read_probes(wm_audit_state *state, const char *name, const wm_matched *matched,
                        double values[WM_TABLES_PROBES], bool *has_null)
{
    const wm_json_value *array = wm_schema_of(matched, name);
    const wm_json_value *element = array == NULL ? NULL : array->first;
    if (array != NULL && array->count != WM_TABLES_PROBES &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "`%s` has %lu elements and not 64",
                        name, (unsigned long)array->count))
        return false;
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++) {
        values[i] = wm_schema_number(element);
        *has_null = *has_null || wm_schema_is_null(element);
        if (element != NULL && element->kind != WM_JSON_NULL &&
            !wm_schema_is(element, WM_FIELD_SIZE) &&
            wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE,
                            "`%s` has an element that is neither null nor a number >= 0", name))
            return false;
        element = element == NULL ? NULL : element->next;
    }
    return true;
}

static bool check_product(wm_audit_state *state, const wm_audit_state_item *item, uint32_t product)
{
    if (product == WM_AUDIT_STATE_NONE ||
        (item->observed.repeat_count > 0 && product == item->repeat_entries[0] &&
         item->repeats[0].ok))
        return true;
    return !wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_PRODUCT,
                            "the product is not repeat 0 of %s", item->label);
}

/* A calibration may be of this item; NULL only goes on where the rule is off. */
static bool check_calibrated_item(wm_audit_state *state, const wm_json_value *number,
                                  const wm_audit_state_item *item)
{
    if ((item == NULL || !item->item.variant->is_gemm) &&
        wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_ITEM,
                        "item %.0f%s%s is not a gemm item of the plan", wm_schema_number(number),
                        item == NULL ? "" : ", ", item == NULL ? "" : item->label))
        return false;
    return item == NULL || item->calibration == NULL ||
           !wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_ONCE,
                            "%s has a calibration already", item->label);
}

/* Enters a calibration and gives it to its item, if that has none. */
static bool enter_calibration(wm_audit_state *state, wm_audit_state_item *item, wm_entry *entry,
                              const wm_observed_calibration *calibration)
{
    wm_observed_calibration *kept;
    uint32_t index;
    entry->class = WM_CLASS_CALIBRATION;
    if (item == NULL || item->calibration != NULL)
        return wm_audit_state_add(state, entry, &index);
    entry->owner = (uint32_t)(item - state->items);
    kept = malloc(sizeof *kept);
    if (kept == NULL)
        return wm_audit_state_fail(state, WM_E_NOMEM);
    if (!wm_audit_state_add(state, entry, &index)) {
        free(kept);
        return false;
    }
    *kept = *calibration;
    item->calibration = kept;
    item->observed.calibration = kept;
    item->calibration_entry = index;
    return true;
}

/* The fields of a calibration that was made, and of one that failed. */
static const wm_field CALIBRATION_TABLE[] = {
    WM_FIELD("difference_max", ARRAY, 0),
    WM_FIELD("environment", HEX, 0),
    WM_FIELD("item", COUNT, 0),
    WM_FIELD("kind", WORD, 0),
    WM_FIELD("plan", HEX, 0),
    WM_FIELD("product", HEX, 0),
    WM_FIELD("reason", FULL, WM_FIELD_OPTIONAL),
    WM_FIELD("reference_max", ARRAY, 0),
    WM_FIELD("status", WORD, 0),
    WM_FIELD("type", WORD, 0),
};
static const wm_field FAILED_CALIBRATION_TABLE[] = {
    WM_FIELD("environment", HEX, 0), WM_FIELD("item", COUNT, 0),  WM_FIELD("kind", WORD, 0),
    WM_FIELD("plan", HEX, 0),        WM_FIELD("product", HEX, 0), WM_FIELD("reason", FULL, 0),
    WM_FIELD("status", WORD, 0),     WM_FIELD("type", WORD, 0)};

static bool match_calibration(wm_audit_state *state, const wm_json_value *node, bool is_failed,
                              wm_matched *matched)
{
    return wm_schema_take(&state->refusal, "the calibration", node,
                          is_failed ? FAILED_CALIBRATION_TABLE : CALIBRATION_TABLE,
                          is_failed ? WM_FIELD_TABLE_SIZE(FAILED_CALIBRATION_TABLE)
                                    : WM_FIELD_TABLE_SIZE(CALIBRATION_TABLE),
                          matched);
}

/* Both arrays, with a reason where an element is null. */
static bool read_calibration(wm_audit_state *state, const wm_matched *matched,
                             wm_observed_calibration *calibration)
{
    bool has_null = false;
    return read_probes(state, "difference_max", matched, calibration->difference_max, &has_null) &&
           read_probes(state, "reference_max", matched, calibration->reference_max, &has_null) &&
           wm_schema_reason(&state->refusal, "the calibration", has_null,
                            wm_schema_of(matched, "reason") != NULL);
}

bool wm_measured_calibration(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    wm_matched matched;
    wm_observed_calibration calibration;
    wm_audit_state_item *item;
    bool is_failed;
    uint32_t product;
    if (!wm_measured_status(state, node, &is_failed) ||
        !match_calibration(state, node, is_failed, &matched) ||
        !wm_observation_of_item(state, &matched, &item) ||
        !check_calibrated_item(state, wm_schema_of(&matched, "item"), item) ||
        !wm_audit_state_edge(state, "product", wm_schema_of(&matched, "product"), WM_CLASS_WORKLOAD,
                             &product) ||
        (item != NULL && !check_product(state, item, product)))
        return false;
    memset(&calibration, 0, sizeof calibration);
    calibration.ok = !is_failed;
    if (!is_failed && !read_calibration(state, &matched, &calibration))
        return false;
    return enter_calibration(state, item, entry, &calibration);
}

/* ---- what must be there before the claims
 * ---------------------------------------------------------------------------- */

static bool finish_item(wm_audit_state *state, const wm_audit_state_item *item)
{
    const wm_observed_item *observed = &item->observed;
    if (observed->repeat_count < item->item.repeats &&
        wm_refusal_make(&state->refusal, WM_RULE_WORKLOAD_COMPLETE, "%s has %lu repeats of %lu",
                        item->label, (unsigned long)observed->repeat_count,
                        (unsigned long)item->item.repeats))
        return false;
    if (observed->has_failed && item->calibration != NULL &&
        wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_THERE,
                        "%s has a failed repeat and a calibration", item->label))
        return false;
    return observed->has_failed || item->calibration != NULL || !item->item.variant->is_gemm ||
           !wm_refusal_make(&state->refusal, WM_RULE_CALIBRATION_THERE, "%s has no calibration",
                            item->label);
}

bool wm_measured_finish(wm_audit_state *state)
{
    for (size_t i = 0; i < state->plan.item_count; i++)
        if (!finish_item(state, &state->items[i]))
            return false;
    return true;
}

/* Reads what a comparison needs of a record. */
#include "report/views/comparison_record.h"

#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The result that a claim states; null for the reason `none` if there is no claim. */
static wm_result result_of(const wm_claim *claim, const char *none)
{
    wm_result word = {WM_RESULT_WORD, 0, NULL};
    if (claim == NULL)
        return wm_result_null(none);
    if (claim->value == NULL)
        return wm_result_null(claim->reason);
    if (!claim->is_word)
        return wm_result_number(strtod(claim->value, NULL));
    word.text = claim->value;
    return word;
}

/* Fills what the claims say of an item. */
static void take_claims(const wm_model *model, const wm_model_item *item, wm_link_side *side)
{
    static const char NO_RATE[] = "this workload has no rate";
    side->item = *item->item;
    side->rate = result_of(wm_model_claim(model, item, "rate"), NO_RATE);
    side->rate_low = result_of(wm_model_claim(model, item, "rate_low"), NO_RATE);
    side->rate_high = result_of(wm_model_claim(model, item, "rate_high"), NO_RATE);
    side->floor = result_of(wm_model_claim(model, item, "floor"), "no floor");
    side->performance_class = result_of(wm_model_claim(model, item, "performance_class"), NO_RATE);
    side->numerical_class = result_of(wm_model_claim(model, item, "numerical_class"), "no output");
}

/* The device of an environment, which most items share. */
typedef struct {
    uint32_t line; /* of the environment; 0: none was read */
    bool is_there;
    uint8_t hash[WM_SHA256_SIZE];
} device;

static wm_status take_device(const wm_model *model, uint32_t line, device *latest,
                             wm_link_side *side, wm_error *err)
{
    wm_content content;
    wm_status status;
    if (line != latest->line) {
        status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            return status;
        latest->line = line;
        latest->is_there = wm_contents_is_of(&content, &wm_kind_environment) &&
                           wm_kind_environment_device(&content.of.environment, latest->hash);
    }
    side->has_device = latest->is_there;
    memcpy(side->device, latest->hash, sizeof side->device);
    return WM_OK;
}

/* Adds a value to the mean. NaN: absent. */
static void take_pressure(wm_comparison_record *record, double value)
{
    if (isnan(value))
        return;
    record->pressures++;
    if (record->pressures == 1)
        record->pressure = 0;
    record->pressure += (value - record->pressure) / (double)record->pressures;
}

/* Takes the pressure of a repeat of `wrap`. */
static void take_external(wm_comparison_record *record, const wm_external_node *node)
{
    wm_list numbers = node->values.numbers;
    wm_named_number number;
    if (!wm_member_is(node->series, "wrap"))
        return;
    while (wm_member_next_value(&numbers, &number))
        if (wm_member_is(number.name, "pressure"))
            take_pressure(record, number.number);
}

/* Takes a repeat. Repeat 0 has the digest, the method and the device. */
static wm_status take_repeat(wm_comparison_record *record, const wm_content *content,
                             device *latest, wm_error *err)
{
    const wm_model *model = record->model;
    const wm_workload_node *node = &content->of.workload;
    wm_link_side *side = &record->sides[wm_member_index(node->item, (uint32_t)model->item_count)];
    const bool is_ok = wm_contents_is(content, &wm_kind_workload_ok);
    const wm_covariate_node *pressure = &node->covariates.each[WM_COVARIATE_PRESSURE];
    side->has_failed = side->has_failed || !is_ok;
    if (is_ok && node->covariates.is_there && pressure->is_there)
        take_pressure(record, pressure->median);
    if (node->repeat != 0)
        return WM_OK;
    side->has_first = is_ok && node->output_digest.is_there;
    if (side->has_first)
        memcpy(side->digest, node->output_digest.bytes, sizeof side->digest);
    if (node->method.bytes != NULL)
        wm_sha256_hash(node->method.bytes, node->method.size, side->method);
    return take_device(model, wm_reader_find(model->reader, node->environment.id), latest, side,
                       err);
}

static wm_status read_observations(wm_comparison_record *record, wm_error *err)
{
    wm_reader *reader = record->model->reader;
    device latest = {0, false, {0}};
    wm_status status = WM_OK;
    for (uint32_t line = 1; line <= wm_reader_lines(reader) && status == WM_OK; line++) {
        wm_content content;
        if (wm_reader_at(reader, line)->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_read(reader, line, &content, err);
        if (status != WM_OK)
            break;
        if (wm_contents_is_of(&content, &wm_kind_environment))
            record->environments++;
        else if (wm_contents_is_of(&content, &wm_kind_plan))
            (void)wm_member_copy(content.of.plan.nonce, record->nonce, sizeof record->nonce);
        else if (wm_contents_is_of(&content, &wm_kind_workload))
            status = take_repeat(record, &content, &latest, err);
        else if (wm_contents_is_of(&content, &wm_kind_external))
            take_external(record, &content.of.external);
    }
    return status;
}

wm_status wm_comparison_record_read(wm_model *model, wm_comparison_record *record, wm_error *err)
{
    memset(record, 0, sizeof *record);
    record->model = model;
    record->pressure = (double)NAN;
    record->sides = calloc(model->item_count + 1, sizeof *record->sides);
    if (record->sides == NULL)
        return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (size_t i = 0; i < model->item_count; i++)
        take_claims(model, &model->item[i], &record->sides[i]);
    return read_observations(record, err);
}

void wm_comparison_record_clear(wm_comparison_record *record)
{
    free(record->sides);
    memset(record, 0, sizeof *record);
}

/* Reads what a comparison needs of a record. */
#include "report/views/comparison_record.h"

#include "base/status.h"

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
static void take_claims(const wm_model_item *item, wm_link_side *side)
{
    static const char NO_RATE[] = "this workload has no rate";
    side->item = *item->item;
    side->rate = result_of(wm_claims_on(&item->claims, "rate"), NO_RATE);
    side->rate_low = result_of(wm_claims_on(&item->claims, "rate_low"), NO_RATE);
    side->rate_high = result_of(wm_claims_on(&item->claims, "rate_high"), NO_RATE);
    side->floor = result_of(wm_claims_on(&item->claims, "floor"), "no floor");
    side->performance_class = result_of(wm_claims_on(&item->claims, "performance_class"), NO_RATE);
    side->numerical_class = result_of(wm_claims_on(&item->claims, "numerical_class"), "no output");
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

/* Takes what the repeats of an item say. Repeat 0 has the digest, the method and the device. */
static wm_status take_repeats(const wm_model *model, const wm_observations *repeats, device *latest,
                              wm_link_side *side, wm_error *err)
{
    const wm_workload_node *node;
    wm_content content;
    wm_status status;
    for (size_t i = 0; i < repeats->count; i++)
        side->has_failed = side->has_failed || repeats->at[i].has_failed;
    if (repeats->count == 0)
        return WM_OK;
    status = wm_reader_read(model->reader, repeats->at[0].line, &content, err);
    if (status != WM_OK)
        return status;
    node = &content.of.workload;
    side->has_first = !repeats->at[0].has_failed && node->output_digest.is_there;
    if (side->has_first)
        memcpy(side->digest, node->output_digest.bytes, sizeof side->digest);
    if (node->method.bytes != NULL)
        wm_sha256_hash(node->method.bytes, node->method.size, side->method);
    return take_device(model, wm_reader_find(model->reader, node->environment.id), latest, side,
                       err);
}

wm_status wm_comparison_record_read(const wm_model *model, wm_comparison_record *record,
                                    wm_error *err)
{
    device latest = {0, false, {0}};
    wm_status status = WM_OK;
    record->model = model;
    record->sides = calloc(model->item_count + 1, sizeof *record->sides);
    if (record->sides == NULL)
        return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        const wm_model_item *item = &model->item[i];
        take_claims(item, &record->sides[i]);
        status = take_repeats(model, &item->series[WM_OBSERVATIONS_REPEATS], &latest,
                              &record->sides[i], err);
    }
    return status;
}

void wm_comparison_record_clear(wm_comparison_record *record)
{
    free(record->sides);
    memset(record, 0, sizeof *record);
}

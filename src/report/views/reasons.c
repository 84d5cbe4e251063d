/* Reasons: why a claim has no value. */
#include "report/views/reasons.h"

#include <stdio.h>
#include <string.h>

const char *wm_reasons_find(const wm_model *model, const wm_claim *claim,
                            char room[WM_REASONS_SIZE])
{
    const wm_model_item *item = wm_model_item_of(model, claim);
    const char *reason = claim->reason;
    if (claim->value != NULL)
        return NULL;
    if (reason == NULL || item == NULL || item->failure[0] == '\0' ||
        (strcmp(reason, "repeat failed") != 0 && strcmp(reason, "calibration failed") != 0))
        return reason;
    (void)snprintf(room, WM_REASONS_SIZE, "%s: %s", reason, item->failure);
    return room;
}

const char *wm_reasons_budget(const wm_model_item *item)
{
    static const char begin[] = "over the budget: "; /* as the run writes it */
    const bool is_over = strncmp(item->failure, begin, sizeof begin - 1) == 0;
    return is_over ? "over the budget of the run; -v says by how much" : NULL;
}

/* Appends the words of `flags` that the text does not yet have. */
static void merge_flags(char text[WM_REASONS_SIZE], const char *flags)
{
    while (*flags != '\0') {
        const size_t size = strcspn(flags, ",");
        const size_t used = strlen(text);
        char word[64];
        (void)snprintf(word, sizeof word, "%.*s", (int)size, flags);
        if (strstr(text, word) == NULL)
            (void)snprintf(text + used, WM_REASONS_SIZE - used, "%s%s",
                           text[used - 1] == ':' ? " " : ", ", word);
        flags += size;
        flags += strspn(flags, ", ");
    }
}

void wm_reasons_disturbed(const wm_model *model, const wm_model_item *item,
                          char room[WM_REASONS_SIZE])
{
    const size_t index = (size_t)(item - model->item);
    uint32_t count = 0;
    room[0] = '\0';
    for (size_t i = 0; i < model->disturbed_count; i++)
        count += model->disturbed[i].item == index;
    if (count == 0)
        return;
    (void)snprintf(room, WM_REASONS_SIZE, "%lu of %lu:", (unsigned long)count,
                   (unsigned long)item->item->repeats);
    for (size_t i = 0; i < model->disturbed_count; i++)
        if (model->disturbed[i].item == index)
            merge_flags(room, model->disturbed[i].flags);
}

void wm_reasons_disturbed_rate(const wm_model *model, const wm_claim *claim,
                               char room[WM_REASONS_SIZE])
{
    const wm_model_item *item = wm_model_item_of(model, claim);
    room[0] = '\0';
    if (item != NULL && claim->quantity->function == WM_FUNCTION_MEDIAN_RATE)
        wm_reasons_disturbed(model, item, room);
}

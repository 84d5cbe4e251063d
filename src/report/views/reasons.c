/* Reasons: why a claim has no value. */
#include "report/views/reasons.h"

#include <stdio.h>
#include <string.h>

const char *wm_reasons_find(const wm_results *results, const wm_claim *claim,
                            char room[WM_REASONS_SIZE])
{
    const wm_results_item *item = wm_results_item_of(results, claim);
    const char *reason = claim->reason;
    if (claim->value != NULL)
        return NULL;
    if (reason == NULL || item == NULL || item->failure[0] == '\0' ||
        (strcmp(reason, "repeat failed") != 0 && strcmp(reason, "calibration failed") != 0))
        return reason;
    (void)snprintf(room, WM_REASONS_SIZE, "%s: %s", reason, item->failure);
    return room;
}

const char *wm_reasons_budget(const wm_results_item *item)
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

void wm_reasons_disturbed(const wm_results *results, const wm_results_item *item,
                          char room[WM_REASONS_SIZE])
{
    const size_t index = (size_t)(item - results->item);
    uint32_t count = 0;
    room[0] = '\0';
    for (size_t i = 0; i < results->disturbed_count; i++)
        count += results->disturbed[i].item == index;
    if (count == 0)
        return;
    (void)snprintf(room, WM_REASONS_SIZE, "%lu of %lu:", (unsigned long)count,
                   (unsigned long)item->item->repeats);
    for (size_t i = 0; i < results->disturbed_count; i++)
        if (results->disturbed[i].item == index)
            merge_flags(room, results->disturbed[i].flags);
}

void wm_reasons_disturbed_rate(const wm_results *results, const wm_claim *claim,
                               char room[WM_REASONS_SIZE])
{
    const wm_results_item *item = wm_results_item_of(results, claim);
    room[0] = '\0';
    if (item != NULL && claim->quantity->function == WM_FUNCTION_MEDIAN_RATE)
        wm_reasons_disturbed(results, item, room);
}

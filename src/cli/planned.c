/* Tells the findings that a plan asked for from the others. */
#include "cli/planned.h"

#include <string.h>

/* Whether a claim, by its name, is one of the item's. */
static bool is_about(const wm_item *item, const char *claim)
{
    char label[WM_PLAN_LABEL_SIZE];
    size_t size;
    wm_plan_label(item, label);
    size = strlen(label);
    return strncmp(label, claim, size) == 0 && claim[size] == '.' &&
           strchr(claim + size + 1, '.') == NULL;
}

bool wm_planned_is_caught(const wm_item *item, const char *claim, const char *text)
{
    if (item->fault.kind == WM_FAULT_NONE || !is_about(item, claim))
        return false;
    if (item->fault.in_repeats && strcmp(text, "FAIL") == 0)
        return true;
    return strstr(text, "reject") != NULL || strstr(text, "repaired") != NULL;
}

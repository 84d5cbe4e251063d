/* Shows what changed between two sweeps: nodes with one change are folded. */
#include "report/views/fleet_view.h"

#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_SHOWN = 40 };

/* The order of what is said, then of the nodes. */
static int order_changes(const void *left, const void *right)
{
    const wm_fleet_change *a = *(const wm_fleet_change *const *)left;
    const wm_fleet_change *b = *(const wm_fleet_change *const *)right;
    int order = strcmp(a->what, b->what);
    if (order == 0)
        order = strcmp(a->item, b->item);
    if (order == 0)
        order = strcmp(a->from, b->from);
    if (order == 0)
        order = strcmp(a->to, b->to);
    if (order == 0)
        order = strcmp(a->name, b->name);
    return order != 0 ? order : wm_node_list_order(a->node, b->node);
}

static bool is_alike(const wm_fleet_change *a, const wm_fleet_change *b)
{
    return strcmp(a->what, b->what) == 0 && strcmp(a->item, b->item) == 0 &&
           strcmp(a->from, b->from) == 0 && strcmp(a->to, b->to) == 0 &&
           strcmp(a->name, b->name) == 0;
}

/* Adds a line for nodes with one change. */
static void add_alike(const wm_fleet_change *const *changes, size_t count, wm_document *to)
{
    const wm_fleet_change *of = changes[0];
    const char *arrow = of->from[0] != '\0' && of->to[0] != '\0' ? " -> " : "";
    const char **names = wm_document_alloc(to, count * sizeof *names);
    wm_words *line = wm_words_new(to);
    for (size_t i = 0; names != NULL && i < count; i++)
        names[i] = changes[i]->node;
    wm_words_lead(line, WM_BREAKS_WIDTH, "    ");
    wm_words_add(line, "%s  ", of->what);
    wm_words_data(line, names != NULL ? wm_fleet_view_folded(names, count, to) : "");
    if (of->name[0] != '\0')
        wm_words_data(line, wm_document_text(to, " device %s", of->name));
    if (of->item[0] != '\0')
        wm_words_data(line, wm_document_text(to, " %s", of->item));
    if (of->from[0] != '\0' || of->to[0] != '\0')
        wm_words_data(line, wm_document_text(to, ": %s%s%s", of->from, arrow, of->to));
}

void wm_fleet_view_since(const wm_fleet_changes *changes, const char *root, wm_document *to)
{
    const wm_fleet_change **all = wm_document_alloc(to, (changes->count + 1) * sizeof *all);
    size_t lines = 0;
    wm_words_say(to, "since %.12s: %zu change%s", root, changes->count,
                 wm_style_plural(changes->count));
    for (size_t i = 0; all != NULL && i < changes->count; i++)
        all[i] = &changes->at[i];
    if (all == NULL || changes->count == 0)
        return;
    qsort(all, changes->count, sizeof *all, order_changes);
    for (size_t i = 0; i < changes->count;) {
        size_t end = i + 1;
        while (end < changes->count && is_alike(all[i], all[end]))
            end++;
        if (lines++ == LINES_SHOWN) {
            wm_words_say(to, "  and %zu more, which --json lists", changes->count - i);
            return;
        }
        add_alike(&all[i], end - i, to);
        i = end;
    }
}

void wm_fleet_view_export_since(const wm_fleet_changes *changes, const char *root, wm_document *to)
{
    wm_data_text(to, "since", root);
    wm_data_list(to, "changes");
    for (size_t i = 0; changes != NULL && i < changes->count; i++) {
        const wm_fleet_change *change = &changes->at[i];
        wm_data_object(to, NULL);
        wm_data_text(to, "what", change->what);
        wm_data_text(to, "node", change->node);
        wm_data_word(to, "name", change->name);
        wm_data_word(to, "item", change->item);
        wm_data_word(to, "from", change->from);
        wm_data_word(to, "to", change->to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

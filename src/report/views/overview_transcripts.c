/* The table of transcripts. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"
#include "report/document/style.h"

#include <string.h>

enum { OPERATION_WIDTH = 40 };

/* Adds the operation. Aligned columns cut a long one, and a note has the whole text. */
static void add_operation(wm_table *table, const char *operation)
{
    size_t size = strcspn(operation, ",;(:");
    wm_table_add(table, operation, NULL, WM_EMPHASIS_NONE);
    if (strlen(operation) <= OPERATION_WIDTH)
        return;
    if (size > OPERATION_WIDTH)
        size = OPERATION_WIDTH;
    while (size > 0 && (operation[size] & 0xc0) == 0x80)
        size--;
    wm_table_brief(table, size);
}

static void add_stage(wm_table *table, wm_model *model, const wm_transcripts_row *stage)
{
    wm_table_add(table, model->item[stage->item].label, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, stage->stage, NULL, WM_EMPHASIS_NONE);
    wm_cells_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    wm_table_add(table, stage->decision, NULL, wm_cells_emphasis(stage->decision));
    add_operation(table, stage->operation);
}

/* Whether an item's transcript has more than acquire, witness and accept. */
static bool is_eventful(wm_model *model, size_t item)
{
    const wm_claim *claim = wm_claims_on(&model->item[item].claims, "transcript");
    size_t i, count = 0;
    for (i = 0; i < model->transcripts.count; i++)
        count += model->transcripts.row[i].item == item;
    return count > 1 || claim == NULL || claim->value == NULL ||
           strcmp(claim->value, "accept") != 0;
}

/* Says how many transcripts are not listed. */
static void add_quiet(size_t count, bool has_rows, wm_document *to)
{
    wm_words *line;
    wm_words_gap(to, WM_GAP_PART);
    line = wm_words_new(to);
    line->breaks = WM_BREAKS_WIDTH;
    wm_words_add(line, "Transcripts of %zu item%s: acquired, witnessed, accepted%s", count,
                 wm_style_plural(count), has_rows ? " (not listed)" : "");
}

void wm_overview_transcripts_add(wm_model *model, bool has_all, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Transcripts");
    size_t quiet = 0;
    wm_table_columns(table, "Item", "Stage", ">Residual", "Decision", "Operation", NULL);
    for (size_t item = 0; item < model->item_count; item++) {
        if (!has_all && !is_eventful(model, item)) {
            quiet++;
            continue;
        }
        for (size_t i = 0; i < model->transcripts.count; i++)
            if (model->transcripts.row[i].item == item)
                add_stage(table, model, &model->transcripts.row[i]);
    }
    if (quiet > 0)
        add_quiet(quiet, wm_table_rows(table) > 0, to);
}

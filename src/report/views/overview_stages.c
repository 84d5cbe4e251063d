/* Tables of transcripts: their stages, the faults that were injected, the wrong elements. */
#include "report/views/overview_tables.h"

#include "report/document/style.h"
#include "report/views/cells.h"
#include "report/views/reasons.h"
#include "report/views/row_label.h"

#include <inttypes.h>
#include <string.h>

enum { OPERATION_WIDTH = 40 };

/* ---- transcripts ----------------------------------------------------------------------------- */

/* Adds the operation. Aligned columns cut a long one, and a note has the whole text. */
static void add_operation(wm_table *table, const char *operation)
{
    size_t size = strcspn(operation, ",;(:");
    wm_table_text(table, operation);
    if (strlen(operation) <= OPERATION_WIDTH)
        return;
    if (size > OPERATION_WIDTH)
        size = OPERATION_WIDTH;
    while (size > 0 && (operation[size] & 0xc0) == 0x80)
        size--;
    wm_table_brief(table, size);
}

/* Adds the label of a row. A fault on purpose alone is no note: these rows are about it. */
static void add_label(wm_table *table, const wm_model *model, const wm_model_item *item,
                      bool is_marked)
{
    char disturbed[WM_REASONS_SIZE], unknown[WM_REASONS_SIZE];
    wm_reasons_disturbed(item, disturbed);
    wm_reasons_unknown(item, unknown);
    if (is_marked && (item->verdict.is_wrong || item->verdict.is_unknown || disturbed[0] != '\0' ||
                      unknown[0] != '\0'))
        wm_row_label_add(table, model, item, NULL, item->label);
    else
        wm_table_text(table, item->label);
}

static void add_stage(wm_table *table, const wm_model *model, const wm_transcripts_row *stage,
                      bool is_marked)
{
    add_label(table, model, &model->item[stage->item], is_marked);
    wm_table_text(table, stage->stage);
    wm_cells_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    wm_table_add(table, stage->decision, NULL, wm_cells_emphasis(stage->decision));
    add_operation(table, stage->operation);
}

/* Whether an item's transcript has more than acquire, witness and accept. */
static bool is_eventful(const wm_model *model, size_t item)
{
    const wm_claim *claim = wm_claims_on(&model->item[item].claims, "transcript");
    size_t count = 0;
    for (size_t i = 0; i < model->transcripts.count; i++)
        count += model->transcripts.row[i].item == item;
    return count > 1 || !wm_claims_has_value(claim) || strcmp(claim->value, "accept") != 0;
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

/* Adds the transcripts of the items in [begin, end). */
static void add_transcripts(const wm_model *model, size_t begin, size_t end, bool has_all,
                            bool is_marked, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Transcripts");
    size_t quiet = 0;
    wm_table_columns(table, "Item", "Stage", ">Residual", "Decision", "Operation", NULL);
    for (size_t item = begin; item < end; item++) {
        if (!has_all && !is_eventful(model, item)) {
            quiet++;
            continue;
        }
        for (size_t i = 0; i < model->transcripts.count; i++)
            if (model->transcripts.row[i].item == item)
                add_stage(table, model, &model->transcripts.row[i], is_marked);
    }
    if (quiet > 0)
        add_quiet(quiet, wm_table_rows(table) > 0, to);
}

/* ---- judgements ------------------------------------------------------------------------------ */

/* Adds a judgement, if the item has one. Its decision is no finding, so it has no emphasis. */
static void add_judgement(wm_table *table, const wm_model *model, const wm_model_item *item,
                          bool is_marked)
{
    const wm_claim *decision =
        wm_model_claim_of(model, WM_SUBJECT_JUDGEMENT, item->index, "decision");
    if (decision == NULL)
        return;
    add_label(table, model, item, is_marked);
    wm_table_text(table, model->item[wm_plan_named(model->plan.items, item->index)].label);
    wm_cells_claim(table, model,
                   wm_model_claim_of(model, WM_SUBJECT_JUDGEMENT, item->index, "residual"));
    wm_cells_claim(table, model,
                   wm_model_claim_of(model, WM_SUBJECT_JUDGEMENT, item->index, "tolerance"));
    wm_table_add(table, decision->text, decision->reason, WM_EMPHASIS_NONE)->claim = decision;
}

static void add_judgements(const wm_model *model, size_t begin, size_t end, bool is_marked,
                           wm_document *to)
{
    wm_table *table =
        wm_table_apart(to, "Judged at another item's tolerance: reported, no check of the output");
    wm_table_columns(table, "Item", "At the tolerance of", ">Residual", ">Tolerance", "Decision",
                     NULL);
    for (size_t item = begin; item < end; item++)
        add_judgement(table, model, &model->item[item], is_marked);
}

void wm_overview_stages_add(const wm_model *model, bool has_all, bool is_marked, wm_document *to)
{
    add_transcripts(model, 0, model->item_count, has_all, is_marked, to);
    add_judgements(model, 0, model->item_count, is_marked, to);
}

/* ---- injected faults ------------------------------------------------------------------------- */

/* Whether the fault of an item was caught, and which it is. */
static void add_outcome(wm_table *table, const wm_model_item *item, const char *fault)
{
    const wm_planned_fault_outcome outcome = item->verdict.fault;
    if (outcome == WM_PLANNED_FAULTS_NOT_JUDGED)
        wm_table_add(table, NULL, "the check could not be decided", WM_EMPHASIS_ODD);
    else if (outcome == WM_PLANNED_FAULTS_CAUGHT)
        wm_table_add(table, "yes", NULL, WM_EMPHASIS_GOOD);
    else
        wm_table_add(table, "no", NULL, WM_EMPHASIS_BAD);
    wm_table_text(table, fault);
}

/* A fault in the transcript: the claims on the output without the fault, and whether it was
 * caught. */
static void add_fault(wm_table *table, const wm_model *model, const wm_transcripts_row *stage,
                      bool is_marked)
{
    const wm_model_item *item = &model->item[stage->item];
    const char *words = strchr(stage->operation, ':'); /* `fault: KIND` */
    add_label(table, model, item, is_marked);
    wm_cells_quantity(table, model, item, "divergence");
    wm_cells_quantity(table, model, item, "residual");
    wm_cells_quantity(table, model, item, "tolerance");
    wm_cells_number(table, stage->residual, WM_TEXT_SCI3, "not finite");
    add_outcome(table, item, words != NULL ? words + 2 : stage->operation);
}

/* The same item at the same point without a fault, or NULL. */
static const wm_model_item *sound_twin(const wm_model *model, const wm_model_item *item)
{
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_item *other = model->item[i].item;
        if (other->fault.kind == WM_FAULT_NONE && other->variant == item->item->variant &&
            other->point == item->item->point && other->minutes == item->item->minutes &&
            memcmp(other->dimension, item->item->dimension, sizeof other->dimension) == 0)
            return &model->item[i];
    }
    return NULL;
}

/* The residual of the item without the fault, with its name, and what speaks against it. */
static void add_sound(wm_table *table, const wm_model *model, const wm_model_item *twin)
{
    const wm_claim *residual = twin != NULL ? wm_claims_on(&twin->claims, "residual") : NULL;
    const char *note;
    if (twin == NULL) {
        wm_table_add(table, NULL, "the plan has no item without the fault", WM_EMPHASIS_NONE);
        return;
    }
    if (!wm_claims_has_value(residual)) {
        wm_cells_claim(table, model, residual);
        return;
    }
    note = wm_row_label_note(model, twin, "", table->document);
    wm_table_add(table, residual->text,
                 wm_document_text(table->document, "of %s%s%s", twin->label,
                                  note != NULL ? ", " : "", note != NULL ? note : ""),
                 WM_EMPHASIS_NONE)
        ->claim = residual;
}

/* A fault in every repeat: the residual of the same item without it, and whether it was caught. */
static void add_consistent(wm_table *table, const wm_model *model, const wm_model_item *item,
                           bool is_marked)
{
    add_label(table, model, item, is_marked);
    wm_cells_quantity(table, model, item, "divergence");
    add_sound(table, model, sound_twin(model, item));
    wm_cells_quantity(table, model, item, "tolerance");
    wm_cells_quantity(table, model, item, "residual");
    add_outcome(table, item,
                wm_document_text(table->document, "%s, in every repeat",
                                 wm_tables_fault(item->item->fault.kind)));
}

void wm_overview_stages_add_faults(const wm_model *model, bool is_marked, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Injected faults");
    wm_table_columns(table, "Item", ">Divergence", ">Without fault", ">Tolerance", ">With fault",
                     "Caught", "Fault", NULL);
    for (size_t i = 0; i < model->transcripts.count; i++)
        if (strcmp(model->transcripts.row[i].stage, "inject") == 0)
            add_fault(table, model, &model->transcripts.row[i], is_marked);
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].item->fault.in_repeats &&
            model->item[i].verdict.fault != WM_PLANNED_FAULTS_NONE)
            add_consistent(table, model, &model->item[i], is_marked);
}

/* ---- wrong elements -------------------------------------------------------------------------- */

/* Adds those of one item; NULL: of all. */
static void add_elements(const wm_model *model, const wm_model_item *only, wm_document *to)
{
    wm_table *table = wm_table_apart(to, "Wrong elements that the row test found");
    wm_table_columns(table, "Item", "Stage", ">Row", ">Column", "Found", "Expected", "Bits", NULL);
    for (size_t i = 0; i < model->transcripts.count; i++) {
        const wm_transcripts_row *stage = &model->transcripts.row[i];
        const wm_wrong_element *wrong = &stage->wrong;
        char words[WM_WRONG_ELEMENT_PART];
        if (!wrong->is_there || (only != NULL && stage->item != only->index))
            continue;
        wm_table_text(table, model->item[stage->item].label);
        wm_table_text(table, stage->stage);
        wm_table_write(table, "%" PRIu64, wrong->row);
        wm_table_write(table, "%" PRIu64, wrong->column);
        wm_wrong_element_value(wrong->format, wrong->found, words);
        wm_table_text(table, words);
        wm_wrong_element_value(wrong->format, wrong->expected, words);
        wm_table_text(table, words);
        wm_wrong_element_bits(wrong, words);
        wm_table_text(table, words);
    }
}

void wm_overview_stages_add_elements(const wm_model *model, wm_document *to)
{
    add_elements(model, NULL, to);
}

void wm_overview_stages_add_item(const wm_model *model, const wm_model_item *item, wm_document *to)
{
    add_transcripts(model, item->index, item->index + 1, true, false, to);
    add_judgements(model, item->index, item->index + 1, false, to);
    add_elements(model, item, to);
}

/* The label of a row, with what speaks against the row.
 *
 * A table is read without the record beside it, so the label carries what a quotation says first.
 * A ratio has two sides; the label has the objections to both. */
#include "report/views/row_label.h"

#include "report/document/words.h"
#include "report/views/claim_sides.h"
#include "report/views/quotation.h"
#include "report/views/reasons.h"

#include <string.h>

/* Both notes; either may be NULL. */
static const char *joined(const char *note, const char *more, wm_document *to)
{
    if (note == NULL || more == NULL)
        return note != NULL ? note : more;
    return wm_document_text(to, "%s; %s", note, more);
}

const char *wm_row_label_note(const wm_model *model, const wm_model_item *item, const char *place,
                              wm_document *to)
{
    wm_document memory = {.status = WM_OK};
    wm_words *line = wm_words_new(&memory);
    char room[WM_REASONS_SIZE];
    const char *words, *note = NULL;
    int size;
    wm_quotation_add_objection(model, item, place, line);
    words = wm_words_text(line, false);
    size = (int)strlen(words) - (words[0] != '\0' ? (int)strlen(": ") : 0);
    if (size > 0)
        note = wm_document_text(to, "%.*s", size, words);
    wm_reasons_disturbed(item, room);
    if (room[0] != '\0')
        note = joined(note, wm_document_text(to, "disturbed repeats%s: %s", place, room), to);
    wm_reasons_unknown(item, room);
    if (room[0] != '\0')
        note = joined(note, wm_document_text(to, "%s%s", room, place), to);
    wm_document_fail(to, memory.status);
    wm_document_clear(&memory);
    return note;
}

void wm_row_label_add(wm_table *table, const wm_model *model, const wm_model_item *item,
                      const wm_claim *claim, const char *label)
{
    wm_document *to = table->document;
    bool is_wrong = item != NULL && item->verdict.is_wrong;
    const char *note = item != NULL ? wm_row_label_note(model, item, "", to) : NULL;
    wm_claim_sides all = {.count = 0};
    wm_error err;
    if (claim != NULL) /* numbers.tex and the claims of a page have read the same priors before */
        wm_document_fail(to, wm_claim_sides_find(model, claim, &all, &err));
    for (size_t i = 0; i < all.count; i++) {
        const wm_claim_side *one = &all.at[i];
        if (one->item == NULL)
            continue;
        is_wrong = is_wrong || one->item->verdict.is_wrong;
        note = joined(
            note, wm_row_label_note(wm_claim_sides_model(one, model), one->item, one->place, to),
            to);
    }
    wm_table_add(table, wm_document_text(to, "%s%s", is_wrong ? "WRONG " : "", label), note,
                 is_wrong ? WM_EMPHASIS_BAD : WM_EMPHASIS_NONE);
}

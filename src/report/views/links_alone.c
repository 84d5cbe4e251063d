/* The items of a differential's first record that no other record has.
 *
 * A link is about an item of a later record. So an item that only the first one has is in no claim,
 * and a differential that left out most of it would look whole. */
#include "report/views/links_alone.h"

#include "model/model_read.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <stdio.h>
#include <string.h>

/* Whether a link to a later record is about the item with this label. */
static bool is_linked(const wm_model *model, const char *label)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if ((claim->subject == WM_SUBJECT_LINK || claim->subject == WM_SUBJECT_RECALL) &&
            strcmp(claim->label + strlen("link.1."), label) == 0)
            return true;
    }
    return false;
}

wm_status wm_links_alone_find(const wm_model *model, wm_links_alone *items, wm_error *err)
{
    const wm_model *first;
    wm_status status;
    *items = (wm_links_alone){.count = 0};
    if (!wm_model_is_differential(model))
        return WM_OK;
    status = wm_model_read_kept(model, 0, &first, err);
    for (size_t i = 0; status == WM_OK && i < first->item_count; i++)
        if (!is_linked(model, first->item[i].label) && items->count++ == 0)
            (void)snprintf(items->first, sizeof items->first, "%s", first->item[i].label);
    return status;
}

void wm_links_alone_add(const wm_model *model, wm_document *to)
{
    wm_links_alone items;
    wm_document_fail(to, wm_links_alone_find(model, &items, NULL));
    if (items.count > 0)
        wm_words_tell(to, "only in prior 1, so not compared: %zu item%s, first %s", items.count,
                      wm_style_plural(items.count), items.first);
}

void wm_links_alone_export(const wm_model *model, wm_document *to)
{
    wm_links_alone items;
    if (!wm_model_is_differential(model))
        return;
    wm_document_fail(to, wm_links_alone_find(model, &items, NULL));
    wm_data_count(to, "only_in_first", items.count);
}

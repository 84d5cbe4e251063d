/* All that a record says about one item. */
#ifndef WM_REPORT_ITEM_CARD_H
#define WM_REPORT_ITEM_CARD_H

#include "model/model.h"
#include "report/document/words.h"
#include "report/views/overview.h"

/* Adds the verdict, its claims with their lines, findings and warnings, its repeats, transcript and
 * wrong elements, and the lines of its evidence. Of more than 24 repeats those that failed, have a
 * flag or another output, unless view->is_verbose. Members: schema `witnessmark-item/1`. Errors:
 * those of wm_reader_read, NOMEM. */
WM_MUST_CHECK wm_status wm_item_card_add(wm_model *model, const wm_model_item *item,
                                         const wm_view *view, wm_document *to, wm_error *err);

#endif

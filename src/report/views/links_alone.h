/* The items of a differential's first record that no other record has. */
#ifndef WM_REPORT_LINKS_ALONE_H
#define WM_REPORT_LINKS_ALONE_H

#include "model/model.h"
#include "report/document/document.h"

/* Nothing compares them, and no claim is about them. */
typedef struct wm_links_alone {
    size_t count;
    char first[WM_SUBJECT_NAME_SIZE]; /* the label of the first of them; empty: there is none */
} wm_links_alone;

/* Finds them by their labels; of a record that is no differential there are none. Errors: those of
 * wm_model_read_kept. */
WM_MUST_CHECK wm_status wm_links_alone_find(const wm_model *model, wm_links_alone *items,
                                            wm_error *err);

/* Adds a line that counts them; nothing if there are none. */
void wm_links_alone_add(const wm_model *model, wm_document *to);

/* Adds their number as `only_in_first`; nothing of a record that is no differential. */
void wm_links_alone_export(const wm_model *model, wm_document *to);

#endif

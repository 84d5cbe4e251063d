/* The page of a record: all that it says, with the record itself. */
#ifndef WM_REPORT_PAGE_H
#define WM_REPORT_PAGE_H

#include "model/model.h"
#include "report/document/document.h"

/* Fills the page, a product. Each claim has a row. It carries the record as `record.tar.gz` and the
 * auditor as `witnessmark.wasm.gz`, as far as wm_page_lacks says nothing. Errors: those of
 * wm_reader_read and wm_tar_pack. */
WM_MUST_CHECK wm_status wm_page_fill(wm_model *model, const char *argument, wm_document *to,
                                     wm_error *err);

/* What the page of a record lacks, in words; NULL: nothing. */
const char *wm_page_lacks(const wm_model *model);

#endif

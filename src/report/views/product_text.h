/* What a check of a product says, in words and for programs. */
#ifndef WM_REPORT_PRODUCT_TEXT_H
#define WM_REPORT_PRODUCT_TEXT_H

#include <witnessmark.h>

#include "report/document/document.h"

/* Fills a document from a report on `batch` products: the answer, then what it rests on. */
void wm_product_text_add(const wm_matrix_product *product, const wm_product_report *report,
                         wm_document *to);

/* The word for an answer, a wm_product_answer. */
const char *wm_product_text_word(int answer);

#endif

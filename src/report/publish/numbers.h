/* Every number of a record by its name, with what belongs to it. */
#ifndef WM_REPORT_NUMBERS_H
#define WM_REPORT_NUMBERS_H

#include "model/model.h"
#include "report/document/document.h"

/* The form of numbers.tex that the style file reads. */
#define WM_NUMBERS_FORM "1"

/* Adds members about the record, and tables of claims, parameters and facts, each titled with the
 * end of its command. bindings/latex/witnessmark.sty says what the cells are. Errors: those of
 * wm_quotation_add_group and of reading. */
WM_MUST_CHECK wm_status wm_numbers_add(const wm_model *model, wm_document *to, wm_error *err);

#endif

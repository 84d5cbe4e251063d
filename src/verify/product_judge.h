/* The answer for a product, from the cells of its pass. */
#ifndef WM_VERIFY_PRODUCT_JUDGE_H
#define WM_VERIFY_PRODUCT_JUDGE_H

#include "verify/product_cell.h"

/* Judges a pass whose numbers are all finite, and fills the report: answer, reason, element, G,
 * what is seen, and the counts of cells. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_product_judge(const wm_product_problem *problem,
                                         const wm_product_pass *pass, wm_product_report *report);

/* Sets the answer and its reason, or a wrong element. */
void wm_product_judge_say(wm_product_report *report, int answer, const char *reason);
void wm_product_judge_wrong(wm_product_report *report, const wm_product_element *element);

/* Right, unless more of the cells or rows are blind than a right product may have. */
void wm_product_judge_right(wm_product_report *report, uint64_t blind, uint64_t all);

#endif

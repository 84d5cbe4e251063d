/* What a check of a product says, in words and for programs. */
#include "report/views/product_text.h"

#include "report/document/data.h"
#include "report/document/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *wm_product_text_word(int answer)
{
    static const char *const words[] = {[WM_PRODUCT_NOT_JUDGED] = "not judged",
                                        [WM_PRODUCT_RIGHT] = "right",
                                        [WM_PRODUCT_WRONG] = "wrong"};
    return words[answer];
}

/* Whether every element was computed. --calibrate stops at a wrong one that it meets before. */
static bool is_counted(const wm_product_report *report)
{
    return strcmp(report->method, "every element") == 0;
}

static void add_data(const wm_matrix_product *product, const wm_product_report *report,
                     wm_document *to)
{
    wm_data_begin(to, "verify", wm_product_text_word(report->answer));
    if (report->answer == WM_PRODUCT_NOT_JUDGED)
        wm_data_text(to, "reason", report->reason);
    wm_data_text(to, "method", report->method);
    wm_data_text(to, "format", product->variant);
    wm_data_count(to, "m", product->m);
    wm_data_count(to, "n", product->n);
    wm_data_count(to, "k", product->k);
    wm_data_count(to, "batch", product->batch);
    wm_data_count(to, "product", report->batch_index);
    if (report->answer == WM_PRODUCT_WRONG) {
        wm_data_object(to, "element");
        wm_data_count(to, "row", report->row);
        wm_data_count(to, "column", report->column);
        wm_data_number(to, "found", report->found);
        wm_data_number(to, "recomputed", report->recomputed);
        wm_data_number(to, "allowed", report->allowed);
        wm_data_end_object(to);
    }
    wm_data_number(to, "G", report->rounding);
    wm_data_number(to, "careful_G", report->careful_rounding);
    wm_data_number(to, "sees", report->sees);
    wm_data_number(to, "missed", report->missed);
    wm_data_count(to, "cells", report->cells);
    wm_data_count(to, "blind", report->blind);
    wm_data_count(to, "suspects", report->suspects);
    if (is_counted(report))
        wm_data_count(to, "not_nearest", report->not_nearest);
    else if (product->calibrate != 0)
        wm_data_null(to, "not_nearest");
    wm_data_text(to, "seed", report->seed);
}

static void add_element(const wm_product_report *report, wm_document *to)
{
    wm_words_add(wm_words_new(to),
                 "row %" PRIu64 ", column %" PRIu64
                 ": found %.17g, recomputed %.17g, allowed before rounding %.3g",
                 report->row, report->column, report->found, report->recomputed, report->allowed);
}

static void add_basis(const wm_matrix_product *product, const wm_product_report *report,
                      wm_document *to)
{
    if (product->batch > 1)
        wm_words_add(wm_words_new(to), "%sproduct %" PRIu64 " of %" PRIu64,
                     report->answer == WM_PRODUCT_RIGHT ? "the weakest is " : "",
                     report->batch_index + 1, product->batch);
    wm_words_add(wm_words_new(to), "checked by %s, seed %s", report->method, report->seed);
    if (!isnan(report->missed))
        wm_words_add(wm_words_new(to), "a wrong product is missed with probability %.2g at most",
                     report->missed);
    else if (!isnan(report->sees) && !is_counted(report))
        wm_words_add(wm_words_new(to),
                     "sees a change of one element of %.3g times the rms of its row's elements",
                     report->sees);
    if (report->blind > 0)
        wm_words_add(wm_words_new(to),
                     "%" PRIu64 " of %" PRIu64 " cells (a row under a probe) say nothing",
                     report->blind, report->cells);
    if (!isnan(report->careful_rounding))
        wm_words_add(wm_words_new(to),
                     "G %.4f, of a careful product %.4f; %" PRIu64
                     " elements are not the nearest number",
                     report->rounding, report->careful_rounding, report->not_nearest);
    else if (!isnan(report->rounding))
        wm_words_add(wm_words_new(to), "G %.4f", report->rounding);
}

void wm_product_text_add(const wm_matrix_product *product, const wm_product_report *report,
                         wm_document *to)
{
    wm_words *line = wm_words_new(to);
    add_data(product, report, to);
    wm_words_add(line, "%s", wm_product_text_word(report->answer));
    if (report->answer == WM_PRODUCT_NOT_JUDGED)
        wm_words_add(line, ": %s", report->reason);
    if (report->answer == WM_PRODUCT_WRONG)
        add_element(report, to);
    add_basis(product, report, to);
}

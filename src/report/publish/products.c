/* The products of a record, and how one becomes bytes.
 *
 * A product is a document and its printer. So the form of a table is one printer, and a view says
 * nothing of it. What the record cannot fill is an empty document, and no file. */
#include "report/publish/products.h"

#include "report/print/buffer_file.h"
#include "report/print/page_parts.h"
#include "report/publish/numbers.h"
#include "report/publish/page.h"
#include "report/publish/product_head.h"
#include "report/publish/statement.h"
#include "report/views/figures.h"
#include "report/views/artifact_appendix.h"
#include "report/views/paper_tables.h"
#include "report/views/quotation.h"

#include "base/status.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status fill_entry(wm_model *model, const char *argument, wm_document *to, wm_error *err)
{
    (void)argument;
    (void)err;
    wm_quotation_add_entry(model, NULL, to);
    return WM_OK;
}

static wm_status fill_numbers(wm_model *model, const char *argument, wm_document *to, wm_error *err)
{
    (void)argument;
    return wm_numbers_add(model, to, err);
}

/* Adds a figure, or its numbers; nothing where the record lacks what it needs. */
static wm_status fill_figure(wm_model *model, const char *name, bool is_data, wm_document *to,
                             wm_error *err)
{
    wm_figures_call call = {.model = model, .to = to, .err = err};
    const wm_figures_row *row = wm_figures_table;
    wm_status status;
    while (row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    assert(row->name != NULL);
    status = wm_figures_add(row, &call, is_data);
    if (status != WM_E_NOTFOUND)
        return status;
    *err = (wm_error){WM_OK, "", ""};
    return WM_OK;
}

static wm_status fill_picture(wm_model *model, const char *name, wm_document *to, wm_error *err)
{
    return fill_figure(model, name, false, to, err);
}

static wm_status fill_data(wm_model *model, const char *name, wm_document *to, wm_error *err)
{
    return fill_figure(model, name, true, to, err);
}

/* The three files of a figure. */
#define FIGURE(name, about)                                                                    \
    {"figures/" name ".svg", about, fill_picture, name, wm_print_svg},                         \
        {"figures/" name ".tex", "the same for LaTeX with tikz", fill_picture, name,           \
         wm_print_latex},                                                                      \
    {                                                                                          \
        "figures/" name ".csv", "its numbers, each with its place in the evidence", fill_data, \
            name, wm_print_csv                                                                 \
    }

static wm_status fill_appendix(wm_model *model, const char *argument, wm_document *to,
                               wm_error *err)
{
    (void)argument;
    (void)err;
    wm_artifact_appendix_add(model, to);
    return WM_OK;
}

/* A table of a paper, and how its row begins. */
#define TABLE(name, about)                                                            \
    {                                                                                 \
        "tables/" name ".tex", about, wm_paper_tables_add, name, wm_print_latex_bound \
    }

static const wm_product PRODUCTS[] = {
    {"numbers.tex", "every claim and every parameter of the plan, for the style file", fill_numbers,
     NULL, wm_print_macros},
    {"witnessmark.sty", "the style file: \\wmclaim and other commands for LaTeX", NULL, NULL, NULL},
    {"record.bib", "the record as an entry of a bibliography", fill_entry, NULL, wm_print_bibtex},
    FIGURE("graph", "the evidence graph of the plan's first item"),
    FIGURE("clock", "rate against clock, of an item of class S1 and one of class S2"),
    FIGURE("archive", "the files of the record under one root"),
    FIGURE("repeats", "the repeats of the plan's first item over time"),
    FIGURE("floors", "residual floors by format and size"),
    FIGURE("access", "random access over the size of the working set"),
    FIGURE("devices", "rates over those of another device"),
    FIGURE("stress", "points of operation over time"),
    FIGURE("lineage", "what was found again of each prior"),
    FIGURE("detection", "how often each check sees a flipped bit"),
    FIGURE("sizes", "how often faults are seen, by the size of the output"),
    FIGURE("probes", "the paper's check by the number of its probes, beside 1 - 2^-k"),
    FIGURE("attacks", "how often checks reject attacks, and what these cost"),
    {"report.html", "the record as one page, with its evidence; it needs no network", wm_page_fill,
     NULL, wm_print_html},
    TABLE("taxonomy", "each item: rate, interval, class, output, check, state of the device"),
    TABLE("verify", "transcripts in which something happened"),
    TABLE("nonlinear", "injected faults: what run-to-run divergence and the check see"),
    TABLE("cross", "links between the records that a differential compares"),
    TABLE("validation", "links to the records that this one continues"),
    TABLE("stress", "points of operation: errors, temperature, floor, rate"),
    TABLE("drift", "how rates follow the clock: slope, interval, class, medians of the repeats"),
    TABLE("trials", "outputs that were made wrong: how often each check rejected them"),
    TABLE("attacks", "attacks: how often they are rejected, their errors and their costs"),
    TABLE("environment", "facts of the machine, the device and the program"),
    {"appendix.tex", "the appendix that evaluations of artifacts ask for", fill_appendix, NULL,
     wm_print_latex_bound},
    {"statement.json", "an in-toto statement of the record, to be signed", wm_statement_fill, NULL,
     wm_print_json},
};

const wm_product *wm_products_at(size_t index)
{
    return index < sizeof PRODUCTS / sizeof PRODUCTS[0] ? &PRODUCTS[index] : NULL;
}

const wm_product *wm_products_named(const char *path)
{
    size_t i = 0;
    while (wm_products_at(i) != NULL && strcmp(wm_products_at(i)->path, path) != 0)
        i++;
    return wm_products_at(i);
}

wm_status wm_products_print(const wm_document *document, wm_printer *printer, wm_buffer *bytes)
{
    const wm_paper paper = {.width = 0};
    wm_buffer_file file;
    wm_status status = wm_buffer_file_open(&file, bytes), closed;
    if (status != WM_OK)
        return status;
    status = printer(document, &paper, file.out);
    closed = wm_buffer_file_close(&file);
    return status != WM_OK ? status : closed;
}

wm_status wm_products_write(const wm_product *product, wm_model *model, wm_buffer *bytes,
                            wm_error *err)
{
    wm_document to = {.status = WM_OK};
    wm_status status;
    if (product->fill == NULL) {
        const wm_page_part *file = wm_page_parts_find(product->path);
        return wm_buffer_append(bytes, file->data, file->size);
    }
    status = product->fill(model, product->argument, &to, err);
    if (status == WM_OK)
        status = to.status;
    if (status == WM_OK && to.block_count + to.member_count > 0)
        status = wm_products_print(&to, product->printer, bytes);
    if (status == WM_OK)
        status = wm_product_head_put(product->path, model->report.root, bytes);
    wm_document_clear(&to);
    /* what cannot be filled has left its own words */
    return status == WM_E_NOMEM ? wm_error_set(err, status, product->path, "out of memory")
                                : status;
}

/* Reads transcripts: an acquire, inject or repair stage begins a row, and the witness and the
 * decision that follow complete it. */
#include "model/transcripts.h"

#include "backend/product.h"
#include "base/array.h"
#include "base/status.h"
#include "model/mask.h"
#include "record/laws/reduction.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The latest row of an item; NULL if it has none. */
static wm_transcripts_row *latest_row(const wm_transcripts *transcripts, size_t index)
{
    for (size_t i = transcripts->count; i > 0; i--)
        if (transcripts->row[i - 1].item == index)
            return &transcripts->row[i - 1];
    return NULL;
}

bool wm_transcripts_has_injected(const wm_transcripts *transcripts, size_t index)
{
    for (size_t i = 0; i < transcripts->count; i++)
        if (transcripts->row[i].item == index && strcmp(transcripts->row[i].stage, "inject") == 0)
            return true;
    return false;
}

/* The fault of an inject stage, and its place. */
static void describe_fault(const wm_stage_node *node, wm_transcripts_row *row)
{
    char fault[16];
    wm_mask_text(node->fault, fault, sizeof fault);
    if (wm_tables_fault_has_place(wm_tables_fault_named(fault, strlen(fault))))
        (void)snprintf(row->operation, sizeof row->operation, "fault: %s at row %.0f, column %.0f",
                       fault, node->row, node->column);
    else
        (void)snprintf(row->operation, sizeof row->operation, "fault: %s", fault);
}

static double ratio_of(const wm_residual_node *residual)
{
    return wm_observed_ratio(residual->difference_max, residual->reference_max);
}

/* Takes method and residual of the product that an acquire stage names. */
static wm_status describe_product(wm_reader *reader, const wm_edge *product,
                                  wm_transcripts_row *row, wm_error *err)
{
    wm_content content;
    const uint32_t line = product->is_there ? wm_reader_find(reader, product->id) : 0;
    const wm_status status = line != 0 ? wm_reader_read(reader, line, &content, err) : WM_OK;
    if (status != WM_OK || line == 0 || !wm_contents_is(&content, &wm_kind_workload_ok))
        return status;
    wm_mask_text(content.of.workload.method, row->operation, sizeof row->operation);
    row->residual = ratio_of(&content.of.workload.residual);
    return WM_OK;
}

const char *wm_transcripts_stage(const wm_content *content)
{
    for (size_t i = 0; i < content->form->count; i++) {
        const wm_field *field = &content->form->fields[i];
        if (strcmp(field->key, "stage") == 0 && field->constant != NULL)
            return field->constant;
    }
    return "";
}

/* Adds a row for an acquire, inject or repair stage. */
static wm_status begin_row(wm_transcripts *transcripts, wm_reader *reader,
                           const wm_content *content, size_t index, wm_error *err)
{
    const wm_stage_node *node = &content->of.stage;
    wm_transcripts_row *row = wm_array_grow(transcripts->row, &transcripts->capacity,
                                            transcripts->count + 1, sizeof *row);
    if (row == NULL)
        return wm_error_set(err, WM_E_NOMEM, wm_reader_evidence(reader), "out of memory");
    transcripts->row = row;
    row += transcripts->count++;
    *row = (wm_transcripts_row){.item = index, .residual = (double)NAN};
    (void)snprintf(row->stage, sizeof row->stage, "%s", wm_transcripts_stage(content));
    if (wm_contents_is(content, &wm_kind_stage_inject))
        describe_fault(node, row);
    else
        wm_mask_text(node->method, row->operation, sizeof row->operation);
    return wm_contents_is(content, &wm_kind_stage_acquire)
               ? describe_product(reader, &node->product, row, err)
               : WM_OK;
}

/* The wrong element of a witness stage, if it has one. */
static wm_wrong_element wrong_element(const wm_element_node *node, const wm_item *item)
{
    const wm_product_variant *product = wm_product_of(item->variant);
    wm_wrong_element element = {0};
    char hex[17];
    if (!node->is_there || product == NULL)
        return element;
    element = (wm_wrong_element){
        true, product->output, (uint64_t)node->row, (uint64_t)node->column, 0, 0};
    wm_mask_text(node->found, hex, sizeof hex);
    element.found = wm_wrong_element_from_hex(hex);
    wm_mask_text(node->expected, hex, sizeof hex);
    element.expected = wm_wrong_element_from_hex(hex);
    return element;
}

wm_status wm_transcripts_take(wm_transcripts *transcripts, wm_reader *reader,
                              const wm_content *content, const wm_item *item, size_t index,
                              wm_error *err)
{
    const wm_stage_node *node = &content->of.stage;
    wm_transcripts_row *row = latest_row(transcripts, index);
    if (row == NULL || row->decision[0] != '\0')
        return begin_row(transcripts, reader, content, index, err);
    if (node->residual.is_there) {
        row->residual = ratio_of(&node->residual);
        row->wrong = wrong_element(&node->element, item);
    } else if (wm_contents_is(content, &wm_kind_stage_decide)) {
        wm_mask_text(node->decision, row->decision, sizeof row->decision);
    } else {
        return begin_row(transcripts, reader, content, index, err);
    }
    return WM_OK;
}

/* Labels, work, outputs and bounds of a plan's items. */
#include "evidence/plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Elements of a row into which a vector is cut (inputs.md section 5). */
enum { VECTOR_ROW = 262144 };

static bool is_square_gemm(const wm_item *item)
{
    return item->variant->is_gemm && item->dimension[0] == item->dimension[1] &&
           item->dimension[1] == item->dimension[2];
}

void wm_plan_label(const wm_item *item, char label[WM_PLAN_LABEL_SIZE])
{
    const wm_variant *variant = item->variant;
    size_t used =
        (size_t)snprintf(label, WM_PLAN_LABEL_SIZE, "%s.%s.", variant->workload, variant->variant);
    if (is_square_gemm(item)) {
        snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "n%lu",
                 (unsigned long)item->dimension[0]);
        return;
    }
    for (unsigned i = 0; i < variant->dimension_count; i++)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "%c%lu",
                                 variant->dimension[i].letter, (unsigned long)item->dimension[i]);
}

double wm_plan_work(const wm_item *item)
{
    const double x0 = item->dimension[0], x1 = item->dimension[1], x2 = item->dimension[2],
                 x3 = item->dimension[3];
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        return 2 * x0 * x1 * x2;
    case WM_WORK_TRIAD:
        return 12 * x0;
    case WM_WORK_ATTENTION:
        return 4 * x0 * x1 * x2 * x2 * x3;
    case WM_WORK_REDUCTION:
        return 4 * x0;
    case WM_WORK_SCATTER:
        return x0;
    case WM_WORK_INDEX:
        return x0 * x1;
    }
    return (double)NAN;
}

/* How many roundings add up: those of an element's k terms, and where the witness has no more digits than the output also
 * those of its own sums over n columns; the n of a reduction; the mean hits of a bucket but at least 1. */
static double terms_of(const wm_item *item)
{
    const double x0 = item->dimension[0], x1 = item->dimension[1], x2 = item->dimension[2];
    double hits;
    if (item->variant->is_gemm)
        return item->variant->bound == WM_BOUND_TERMS_F64 ? x2 + x1 : x2;
    if (item->variant->work == WM_WORK_REDUCTION)
        return x0;
    hits = x0 / (item->variant->work == WM_WORK_SCATTER ? x1 : x2);
    return hits < 1 ? 1 : hits;
}

double wm_plan_bound(const wm_item *item)
{
    switch (item->variant->bound) {
    case WM_BOUND_NONE:
        break;
    case WM_BOUND_ZERO:
        return 0;
    case WM_BOUND_CONSTANT:
        return 1.0 / 128;
    case WM_BOUND_TERMS_F32:
        return 4 * sqrt(terms_of(item)) * (1.0 / 16777216);
    case WM_BOUND_TERMS_F64:
        return 4 * sqrt(terms_of(item)) * (1.0 / 9007199254740992.0);
    }
    return (double)NAN;
}

double wm_plan_row_threshold(const wm_item *item)
{
    return wm_quantity_row_quantile(item->dimension[0]) * (1 + 4 / sqrt(item->dimension[1]));
}

/* An output that is a vector: rows of VECTOR_ROW elements. */
static void vector_output(uint64_t count, wm_output *output)
{
    output->columns = count < VECTOR_ROW ? count : VECTOR_ROW;
    output->rows = (count + VECTOR_ROW - 1) / VECTOR_ROW;
    output->last_columns = count - (output->rows - 1) * output->columns;
}

void wm_plan_output(const wm_item *item, wm_output *output)
{
    const uint32_t *dimension = item->dimension;
    output->last_columns = 0;
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        output->rows = dimension[0];
        output->columns = dimension[1];
        break;
    case WM_WORK_ATTENTION:
        output->rows = (uint64_t)dimension[0] * dimension[1] * dimension[2];
        output->columns = dimension[3];
        break;
    case WM_WORK_TRIAD:
        vector_output(dimension[0], output);
        break;
    case WM_WORK_REDUCTION:
        vector_output(1, output);
        break;
    case WM_WORK_SCATTER:
        vector_output(dimension[1], output);
        break;
    case WM_WORK_INDEX:
        output->rows = dimension[2];
        output->columns = dimension[1];
        break;
    }
    if (output->last_columns == 0)
        output->last_columns = output->columns;
    output->row_bytes = output->columns * item->variant->output_size_bytes;
    output->chunks = (output->row_bytes + WM_QUANTITY_CHUNK_BYTES - 1) / WM_QUANTITY_CHUNK_BYTES;
}

wm_status wm_plan_shape_json(const wm_item *item, wm_buffer *out)
{
    const wm_variant *variant = item->variant;
    const char *written = "";
    wm_status status = wm_buffer_putc(out, '{');
    for (unsigned n = 0; n < variant->dimension_count && status == WM_OK; n++) {
        unsigned next = variant->dimension_count;
        for (unsigned i = 0; i < variant->dimension_count; i++) {
            const char *name = variant->dimension[i].name;
            if (strcmp(name, written) > 0 && (next == variant->dimension_count ||
                                              strcmp(name, variant->dimension[next].name) < 0))
                next = i;
        }
        written = variant->dimension[next].name;
        status = wm_buffer_printf(out, "%s\"%s\":%lu", n == 0 ? "" : ",", written,
                                  (unsigned long)item->dimension[next]);
    }
    return status != WM_OK ? status : wm_buffer_putc(out, '}');
}

wm_status wm_plan_item_json(const wm_item *item, wm_buffer *out)
{
    wm_status status =
        wm_buffer_printf(out, "{\"repeats\":%lu,\"shape\":", (unsigned long)item->repeats);
    if (status == WM_OK)
        status = wm_plan_shape_json(item, out);
    if (status == WM_OK)
        status = wm_buffer_printf(out, ",\"variant\":\"%s\",\"workload\":\"%s\"}",
                                  item->variant->variant, item->variant->workload);
    return status;
}

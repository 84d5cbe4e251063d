/* Allocates and fills what a plan item computes on. */
#include "workload/workload.h"

#include "backend/product.h"
#include "record/derive.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The dimensions of an item by the names that the formulas use; what a workload lacks is 1. Their
 * products are formed in binary64, where none of them overflows; a size becomes an integer only
 * once it is known to fit. */
typedef struct {
    double m, n, k; /* gemm */
    double count;   /* triad, reduction, random_access */
    double batch, heads, sequence, depth;
    double rows, columns, buckets;
    double lanes, steps; /* random_access */
} dimensions;

static dimensions dimensions_of(const wm_item *item)
{
    const uint32_t *d = item->dimension;
    dimensions out = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        out.m = d[0], out.n = d[1], out.k = d[2];
        break;
    case WM_WORK_TRIAD:
    case WM_WORK_REDUCTION:
        out.count = d[0];
        break;
    case WM_WORK_ATTENTION:
        out.batch = d[0], out.heads = d[1], out.sequence = d[2], out.depth = d[3];
        break;
    case WM_WORK_SCATTER:
        out.rows = d[0], out.buckets = d[1];
        break;
    case WM_WORK_INDEX:
        out.rows = d[0], out.columns = d[1], out.buckets = d[2];
        break;
    case WM_WORK_ACCESS:
        out.count = d[0], out.lanes = d[1], out.steps = d[2];
        break;
    }
    return out;
}

/* The format of that name in the documents; WM_FORMAT_COUNT if there is none. */
static wm_format format_named(const char *name)
{
    unsigned format = 0;
    while (format < WM_FORMAT_COUNT && strcmp(wm_format_name((wm_format)format), name) != 0)
        format++;
    return (wm_format)format;
}

/* Elements of one operand. */
static double operand_count(const wm_item *item, const dimensions *d, unsigned index)
{
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        return index == 0 ? d->m * d->k : d->k * d->n;
    case WM_WORK_TRIAD:
    case WM_WORK_REDUCTION:
    case WM_WORK_ACCESS:
        return d->count;
    case WM_WORK_ATTENTION:
        return d->batch * d->heads * d->sequence * d->depth;
    case WM_WORK_SCATTER:
    case WM_WORK_INDEX:
        return index == 0 ? d->rows * d->columns : d->rows;
    }
    return 0;
}

wm_operand wm_workload_operand(const wm_item *item, unsigned index)
{
    const dimensions d = dimensions_of(item);
    wm_operand operand = {WM_DRAW_NORMAL, format_named(item->variant->operand_format),
                          operand_count(item, &d, index), 0};
    if (operand.format == WM_FORMAT_I8)
        operand.draw = WM_DRAW_INT8;
    if (strcmp(item->variant->operand[index], "index") == 0) {
        operand.draw = WM_DRAW_INDEX;
        operand.format = WM_FORMAT_U32;
        operand.bound = (uint64_t)d.buckets;
    }
    if (item->variant->work == WM_WORK_ACCESS) {
        operand.draw = WM_DRAW_INDEX;
        operand.bound = (uint64_t)1 << 32;
    }
    return operand;
}

/* Elements of the output. */
static double output_count(const wm_item *item)
{
    const dimensions d = dimensions_of(item);
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        return d.m * d.n;
    case WM_WORK_TRIAD:
        return d.count;
    case WM_WORK_ATTENTION:
        return d.batch * d.heads * d.sequence * d.depth;
    case WM_WORK_REDUCTION:
        return 1;
    case WM_WORK_SCATTER:
    case WM_WORK_INDEX:
        return d.buckets * d.columns;
    case WM_WORK_ACCESS:
        return d.lanes;
    }
    return 0;
}

/* The check's own room: the probes and their images, 64 sets of 8, in binary64, with the probes as
 * drawn in binary32; the weights or the exact sums of a scatter's outputs; some rows of attention's
 * probabilities and cuDNN's statistics. */
static double check_bytes(const wm_item *item)
{
    const dimensions d = dimensions_of(item);
    const double columns = (double)(WM_TABLES_PROBES * WM_BACKEND_PROBES);
    double bytes = 64.0 * 1024.0;
    if (item->variant->is_gemm)
        bytes += (1.5 * d.n + d.k + 2.0 * d.m) * columns * 8.0;
    else if (item->variant->work == WM_WORK_SCATTER || item->variant->work == WM_WORK_INDEX)
        bytes += 8.0 * output_count(item);
    else if (item->variant->work == WM_WORK_ATTENTION)
        bytes += 8.0 * 1024.0 * d.sequence + 4.0 * d.batch * d.heads * d.sequence;
    return bytes;
}

/* The nodes of the output's digest, of 32 bytes: those that openings need, chunks and the tree over
 * rows; and of the rows' trees an eighth of the chunks, twice. */
static double digest_bytes(const wm_item *item)
{
    wm_output output;
    wm_plan_output(item, &output);
    const double rows = (double)output.rows, chunks = (double)output.chunks;
    return WM_BACKEND_DIGEST_BYTES * (rows * (chunks + 2.0 + 2.0 * ceil(chunks / 8.0)) + 64.0);
}

double wm_workload_bytes(const wm_item *item)
{
    const double check = check_bytes(item), digest = digest_bytes(item);
    double bytes = 3.0 * output_count(item) * item->variant->output_size_bytes;
    for (unsigned i = 0; i < item->variant->operand_count; i++) {
        const wm_operand operand = wm_workload_operand(item, i);
        bytes += operand.count * (double)wm_format_size(operand.format);
    }
    return bytes + check + digest;
}

static void describe_gemm(wm_workload *w, const dimensions *d)
{
    const wm_product_variant *variant = wm_product_variant_named(w->item->variant->variant);
    assert(variant != NULL); /* both tables have the format's variants */
    w->job.operation = WM_OPERATION_GEMM;
    w->job.as.gemm = (wm_gemm){.operand_format = variant->operand,
                               .output_format = variant->output,
                               .arithmetic = variant->arithmetic,
                               .layout = variant->layout,
                               .m = (size_t)d->m,
                               .n = (size_t)d->n,
                               .k = (size_t)d->k,
                               .A = w->operand[0],
                               .B = w->operand[1],
                               .C = w->output};
}

static void describe_scatter(wm_workload *w, const dimensions *d, wm_operation operation)
{
    w->job.operation = operation;
    w->job.as.scatter = (wm_scatter){.fixed = strcmp(w->item->variant->variant, "fixed") == 0,
                                     .rows = (size_t)d->rows,
                                     .columns = (size_t)d->columns,
                                     .buckets = (size_t)d->buckets,
                                     .src = w->operand[0],
                                     .index = w->operand[1],
                                     .out = w->output};
}

static void describe_attention(wm_workload *w, const dimensions *d)
{
    w->job.operation = WM_OPERATION_ATTENTION;
    w->job.as.attention = (wm_attention){.batch = (size_t)d->batch,
                                         .heads = (size_t)d->heads,
                                         .sequence = (size_t)d->sequence,
                                         .depth = (size_t)d->depth,
                                         .Q = w->operand[0],
                                         .K = w->operand[1],
                                         .V = w->operand[2],
                                         .O = w->output};
}

static void describe_reduction(wm_workload *w, const dimensions *d)
{
    w->job.operation = WM_OPERATION_REDUCE;
    w->job.as.reduction =
        (wm_reduction){.deterministic = strcmp(w->item->variant->variant, "deterministic") == 0,
                       .count = (size_t)d->count,
                       .x = w->operand[0],
                       .out = w->output};
}

static void describe_access(wm_workload *w, const dimensions *d)
{
    w->job.operation = WM_OPERATION_RANDOM_ACCESS;
    w->job.as.access =
        (wm_random_access){.dependent = strcmp(w->item->variant->variant, "latency") == 0,
                           .count = (size_t)d->count,
                           .lanes = (size_t)d->lanes,
                           .steps = (size_t)d->steps,
                           .table = w->operand[0],
                           .out = w->output};
}

static void describe_job(wm_workload *w)
{
    const dimensions d = dimensions_of(w->item);
    switch (w->item->variant->work) {
    case WM_WORK_GEMM:
        describe_gemm(w, &d);
        break;
    case WM_WORK_TRIAD:
        w->job.operation = WM_OPERATION_TRIAD;
        w->job.as.triad = (wm_triad){(size_t)d.count, w->operand[0], w->operand[1], w->output};
        break;
    case WM_WORK_ATTENTION:
        describe_attention(w, &d);
        break;
    case WM_WORK_REDUCTION:
        describe_reduction(w, &d);
        break;
    case WM_WORK_SCATTER:
        describe_scatter(w, &d, WM_OPERATION_SCATTER_ADD);
        break;
    case WM_WORK_INDEX:
        describe_scatter(w, &d, WM_OPERATION_INDEX_ADD);
        break;
    case WM_WORK_ACCESS:
        describe_access(w, &d);
        break;
    }
}

wm_status wm_workload_open(wm_workload *workload, wm_device *device, const wm_item *item)
{
    const wm_variant *variant = item->variant;
    wm_status status;
    *workload = (wm_workload){.item = item, .device = device};
    if (!(wm_workload_bytes(item) < (double)(SIZE_MAX / 2)))
        return WM_E_NOMEM;
    wm_plan_output(item, &workload->shape);
    workload->output_format = format_named(variant->output_format);
    workload->output_count = (size_t)output_count(item);
    workload->output_bytes = workload->output_count * variant->output_size_bytes;
    status = device->ops->alloc(device, workload->output_bytes, &workload->output);
    for (unsigned i = 0; i < variant->operand_count && status == WM_OK; i++) {
        const wm_operand operand = wm_workload_operand(item, i);
        status = device->ops->alloc(device, (size_t)operand.count * wm_format_size(operand.format),
                                    &workload->operand[i]);
    }
    if (status != WM_OK) {
        wm_workload_close(workload);
        return status;
    }
    describe_job(workload);
    return WM_OK;
}

static wm_status fill_operand(wm_workload *workload, unsigned index, const uint8_t seed[32])
{
    wm_device *device = workload->device;
    const wm_operand operand = wm_workload_operand(workload->item, index);
    wm_device_buffer *buffer = workload->operand[index];
    switch (operand.draw) {
    case WM_DRAW_NORMAL:
        return device->ops->fill_normal(device, buffer, operand.format, (size_t)operand.count,
                                        seed);
    case WM_DRAW_INT8:
        return device->ops->fill_int8(device, buffer, (size_t)operand.count, seed);
    case WM_DRAW_INDEX:
        return device->ops->fill_index(device, buffer, (size_t)operand.count, operand.bound, seed);
    }
    return WM_E_ARG;
}

wm_status wm_workload_fill_from(wm_workload *workload, const char *nonce,
                                const unsigned source[WM_TABLES_OPERANDS])
{
    wm_status status = WM_OK;
    for (unsigned i = 0; i < workload->item->variant->operand_count && status == WM_OK; i++) {
        uint8_t seed[WM_SHA256_SIZE];
        status = wm_derive_seed(workload->item, nonce, source[i], seed);
        if (status == WM_OK)
            status = fill_operand(workload, i, seed);
    }
    return status;
}

wm_status wm_workload_fill(wm_workload *workload, const char *nonce)
{
    static const unsigned own[WM_TABLES_OPERANDS] = {0, 1, 2};
    return wm_workload_fill_from(workload, nonce, own);
}

void wm_workload_swap_output(wm_workload *workload, wm_device_buffer **buffer)
{
    wm_device_buffer *former = workload->output;
    workload->output = *buffer;
    *buffer = former;
    wm_job_redirect(&workload->job, workload->output);
}

wm_status wm_workload_new_output(const wm_workload *workload, wm_device_buffer **buffer)
{
    return workload->device->ops->alloc(workload->device, workload->output_bytes, buffer);
}

wm_status wm_workload_hand_over(const wm_workload *from, wm_workload *to)
{
    const size_t most = (size_t)64 << 20;
    const size_t block = from->output_bytes < most ? from->output_bytes : most;
    uint8_t *bytes = malloc(block);
    wm_status status = bytes != NULL ? WM_OK : WM_E_NOMEM;
    for (size_t at = 0; at < from->output_bytes && status == WM_OK; at += block) {
        const size_t left = from->output_bytes - at, here = left < block ? left : block;
        status = from->device->ops->download(from->device, from->output, at, bytes, here);
        if (status == WM_OK)
            status = to->device->ops->upload(to->device, to->output, at, bytes, here);
    }
    free(bytes);
    return status;
}

wm_status wm_workload_digest(const wm_workload *workload, uint8_t digest[WM_BACKEND_DIGEST_BYTES])
{
    return workload->device->ops->digest(workload->device, workload->output, workload->output_bytes,
                                         (size_t)workload->shape.row_bytes, digest, NULL);
}

wm_status wm_workload_digest_tree(wm_workload *workload, uint8_t digest[WM_BACKEND_DIGEST_BYTES])
{
    wm_device *device = workload->device;
    const size_t row_bytes = (size_t)workload->shape.row_bytes;
    if (workload->tree == NULL) {
        const wm_status status = device->ops->alloc(
            device, wm_backend_tree_bytes(workload->output_bytes, row_bytes), &workload->tree);
        if (status != WM_OK)
            return status;
    }
    return device->ops->digest(device, workload->output, workload->output_bytes, row_bytes, digest,
                               workload->tree);
}

void wm_workload_close(wm_workload *workload)
{
    if (workload->device == NULL)
        return;
    for (unsigned i = 0; i < WM_TABLES_OPERANDS; i++)
        workload->device->ops->free(workload->device, workload->operand[i]);
    workload->device->ops->free(workload->device, workload->output);
    workload->device->ops->free(workload->device, workload->tree);
    *workload = (wm_workload){.item = NULL};
}

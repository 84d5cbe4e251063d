/* Allocates and fills an item's buffers, and calls its kind's functions.
 *
 * Operands come from seeds and are never stored: whoever has the plan makes them again. An output
 * is spoiled before the operation that must write it. A device that does nothing would else leave
 * the right output of the run before.
 *
 * NaN makes every element that was not written stand out. But a device could look for it, and
 * compute only where it finds it. So between loops an output is as often moved by some elements:
 * its values are those of a right output, and almost each is in a wrong place. Which of the two it
 * is, and how far, is drawn by getentropy. */
#include "workload/workload.h"

#include "record/laws/derive.h"
#include "standards/philox.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const wm_workload_kind *const KINDS[] = {
#define WM_WORKLOAD_ROW(file) &wm_##file##_kind,
    WM_WORKLOAD_LIST(WM_WORKLOAD_ROW)
#undef WM_WORKLOAD_ROW
};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

const wm_workload_kind *wm_workload_kind_at(size_t index)
{
    return index < KIND_COUNT ? KINDS[index] : NULL;
}

const wm_workload_kind *wm_workload_kind_of(const wm_item *item)
{
    size_t i = 0;
    while (i < KIND_COUNT && strcmp(KINDS[i]->name, item->variant->workload) != 0)
        i++;
    assert(i < KIND_COUNT); /* every variant with an output has a kind: test_workload.c */
    return KINDS[i];
}

const wm_workload_cost *wm_workload_cost_of(const wm_item *item)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    return kind->cost_of != NULL ? kind->cost_of(item) : &kind->cost;
}

wm_operand wm_workload_operand(const wm_item *item, unsigned index)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    wm_operand operand = {WM_DRAW_NORMAL, wm_format_named(item->variant->operand_format),
                          (double)item->dimension[0], 0, 1};
    if (operand.format == WM_FORMAT_I8)
        operand.draw = WM_DRAW_INT8;
    if (kind->operand != NULL)
        kind->operand(item, index, &operand);
    return operand;
}

/* Elements of the output. */
static double output_count(const wm_output *shape)
{
    return (double)(shape->rows - 1) * (double)shape->columns + (double)shape->last_columns;
}

/* The room to move the elements of an output: a part of it, and at most so many bytes. */
enum { SPARE_PART = 8, SPARE_BYTES = 4 << 20 };

/* How many elements the room has; 0 for an output of one element. */
static size_t spare_count(const wm_workload *workload)
{
    const size_t most = SPARE_BYTES / wm_format_size(workload->output_format);
    const size_t part = workload->output_count / SPARE_PART;
    return part > most ? most : part > 0 ? part : workload->output_count > 1;
}

/* Memory of the output's digest, 32 bytes a node: chunks and tree over rows for the openings, and
 * twice an eighth of the chunks for the rows' trees. */
static double digest_bytes(const wm_output *shape)
{
    const double rows = (double)shape->rows, chunks = (double)shape->chunks;
    return WM_SHA256_SIZE * (rows * (chunks + 2.0 + 2.0 * ceil(chunks / 8.0)) + 64.0);
}

static double operand_bytes(const wm_operand *operand)
{
    return operand->count * (double)operand->stride * (double)wm_format_size(operand->format);
}

double wm_workload_operand_bytes(const wm_item *item)
{
    double bytes = 0;
    for (unsigned i = 0; i < item->variant->operand_count; i++) {
        const wm_operand operand = wm_workload_operand(item, i);
        bytes += operand_bytes(&operand);
    }
    return bytes;
}

double wm_workload_output_bytes(const wm_item *item)
{
    wm_output shape;
    wm_plan_output(item, &shape);
    return output_count(&shape) * item->variant->output_size_bytes;
}

double wm_workload_bytes(const wm_item *item)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    wm_output shape;
    double bytes = 64.0 * 1024.0;
    wm_plan_output(item, &shape);
    bytes += 3.0 * wm_workload_output_bytes(item) + digest_bytes(&shape);
    bytes += fmin(wm_workload_output_bytes(item) / SPARE_PART, SPARE_BYTES);
    bytes += kind->check_bytes != NULL ? kind->check_bytes(item) : 0;
    return bytes + wm_workload_operand_bytes(item);
}

bool wm_workload_is_larger(const wm_item *item, uint64_t size)
{
    if (wm_tables_has(item->variant, WM_TRAIT_SQUARE)) {
        for (unsigned d = 0; d < item->variant->dimension_count; d++)
            if (item->dimension[d] > size)
                return true;
        return false;
    }
    for (unsigned i = 0; i < item->variant->operand_count; i++)
        if (wm_workload_operand(item, i).count > (double)size * (double)size)
            return true;
    return false;
}

static bool is_floating(wm_format format)
{
    return format != WM_FORMAT_I8 && format != WM_FORMAT_I32 && format != WM_FORMAT_U32;
}

bool wm_workload_can_have(wm_fault_kind fault, const wm_item *item)
{
    const wm_workload_kind *kind = wm_workload_kind_of(item);
    const wm_format operands = wm_format_named(item->variant->operand_format);
    switch (fault) {
    case WM_FAULT_NONE:
    case WM_FAULT_COUNT:
        return false;
    case WM_FAULT_NAN:
        return is_floating(wm_format_named(item->variant->output_format));
    case WM_FAULT_OPERAND:
        return kind->exchanged[0] != kind->exchanged[1];
    case WM_FAULT_PRECISION:
        return kind->loses_precision && is_floating(operands) && operands != WM_FORMAT_E4M3 &&
               !wm_tables_has(item->variant, WM_TRAIT_INTEGERS); /* e4m3 has them exactly */
    default:
        return true;
    }
}

wm_status wm_workload_check(const wm_check *check, const uint8_t digest[WM_SHA256_SIZE],
                            wm_observed_residual *residual)
{
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_status status = wm_derive_context(check->item, check->nonce, digest, &context);
    if (status == WM_OK)
        status = wm_workload_kind_of(check->item)->check(check, &context, residual);
    wm_buffer_clear(&context);
    return status;
}

static void describe_job(wm_workload *workload)
{
    workload->kind->job(workload->item, workload->operand, workload->output, &workload->job);
    workload->job.output = workload->output;
}

wm_status wm_workload_open(wm_workload *workload, wm_device *device, const wm_item *item)
{
    const wm_variant *variant = item->variant;
    wm_status status;
    *workload = (wm_workload){.item = item, .device = device};
    workload->kind = wm_workload_kind_of(item);
    if (!(wm_workload_bytes(item) < (double)(SIZE_MAX / 2)))
        return WM_E_NOMEM;
    wm_plan_output(item, &workload->shape);
    workload->output_format = wm_format_named(item->variant->output_format);
    workload->output_count = (size_t)output_count(&workload->shape);
    workload->output_bytes = workload->output_count * variant->output_size_bytes;
    status = device->ops->alloc(device, workload->output_bytes, &workload->output);
    if (status == WM_OK && spare_count(workload) > 0)
        status = device->ops->alloc(device, spare_count(workload) * variant->output_size_bytes,
                                    &workload->spare);
    for (unsigned i = 0; i < variant->operand_count && status == WM_OK; i++) {
        const wm_operand operand = wm_workload_operand(item, i);
        status = device->ops->alloc(device, (size_t)operand_bytes(&operand), &workload->operand[i]);
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
    case WM_DRAW_INTEGERS:
        return device->ops->fill_integers(device, buffer,
                                          &(wm_integers){.format = operand.format,
                                                         .range = (unsigned)operand.bound,
                                                         .rows = 1,
                                                         .columns = (size_t)operand.count},
                                          seed);
    case WM_DRAW_INDEX:
        return device->ops->fill_index(device, buffer, (size_t)operand.count, operand.stride,
                                       operand.bound, seed);
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
    workload->is_written = false; /* nobody says who wrote this one */
    *buffer = former;
    describe_job(workload);
}

wm_status wm_workload_new_output(const wm_workload *workload, wm_device_buffer **buffer)
{
    return workload->device->ops->alloc(workload->device, workload->output_bytes, buffer);
}

wm_status wm_workload_copy_output(const wm_workload *from, wm_workload *to)
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

wm_status wm_workload_digest(const wm_workload *workload, uint8_t digest[WM_SHA256_SIZE])
{
    return workload->device->ops->digest(workload->device, workload->output, workload->output_bytes,
                                         (size_t)workload->shape.row_bytes, digest, NULL);
}

wm_status wm_workload_digest_tree(wm_workload *workload, uint8_t digest[WM_SHA256_SIZE])
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
    workload->device->ops->free(workload->device, workload->spare);
    workload->device->ops->free(workload->device, workload->tree);
    *workload = (wm_workload){.item = NULL};
}

/* ---- spoiling -------------------------------------------------------------------------------- */

enum { NAN_BYTE = 0xff, SEEN = 16 /* elements that are read back */ };

static const uint64_t WORDS = (uint64_t)1 << 32;

static bool is_integer(const wm_workload *workload)
{
    return workload->output_format == WM_FORMAT_I32 || workload->output_format == WM_FORMAT_U32;
}

static wm_status overwrite(const wm_workload *workload, const uint8_t seed[32])
{
    wm_device *device = workload->device;
    if (is_integer(workload))
        return device->ops->fill_index(device, workload->output, workload->output_count, 1, WORDS,
                                       seed);
    return device->ops->fill_bytes(device, workload->output, workload->output_bytes, NAN_BYTE);
}

/* Reads an element back. */
static wm_status see(const wm_workload *workload, const wm_philox *stream, uint64_t element)
{
    const size_t size = wm_format_size(workload->output_format);
    const uint32_t word = (uint32_t)wm_philox_bounded(stream, element, WORDS);
    uint8_t wanted[8], found[8] = {0};
    wm_status status;
    memset(wanted, NAN_BYTE, sizeof wanted);
    if (is_integer(workload))
        wm_format_store(WM_FORMAT_U32, wanted, 0, (double)word);
    status = workload->device->ops->download(workload->device, workload->output,
                                             (size_t)element * size, found, size);
    return status == WM_OK && memcmp(found, wanted, size) != 0 ? WM_E_DEVICE : status;
}

/* A place of the output. */
static uint64_t draw_place(const wm_workload *workload, const wm_philox *drawn, uint64_t number)
{
    const uint64_t block = wm_philox_word(drawn, 2 * number),
                   in = wm_philox_word(drawn, 2 * number + 1);
    return (block << 32 | in) % workload->output_count;
}

wm_status wm_workload_spoil(const wm_workload *workload)
{
    uint8_t seed[WM_SHA256_SIZE], places[WM_SHA256_SIZE];
    if (getentropy(seed, sizeof seed) != 0 || getentropy(places, sizeof places) != 0)
        return WM_E_IO;
    const wm_philox stream = wm_philox_from_seed(seed), drawn = wm_philox_from_seed(places);
    wm_status status = overwrite(workload, seed);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    for (uint64_t i = 0; i < SEEN && status == WM_OK; i++)
        status = see(workload, &stream, draw_place(workload, &drawn, i));
    return status;
}

/* ---- moving ---------------------------------------------------------------------------------- */

/* Element i becomes what element i + by was, those past the end what the first ones were. */
static wm_status rotate(const wm_workload *workload, size_t by)
{
    wm_device *device = workload->device;
    wm_device_buffer *output = workload->output, *spare = workload->spare;
    const size_t all = workload->output_bytes, step = by * wm_format_size(workload->output_format);
    wm_status status = device->ops->copy(device, spare, 0, output, 0, step);
    for (size_t at = 0; all - at > step && status == WM_OK; at += step) {
        const size_t left = all - at - step;
        status =
            device->ops->copy(device, output, at, output, at + step, left < step ? left : step);
    }
    return status == WM_OK ? device->ops->copy(device, output, all - step, spare, 0, step) : status;
}

/* Reads elements, `by` behind their places. */
static wm_status read_places(const wm_workload *workload, const wm_philox *drawn, size_t by,
                             uint8_t read[SEEN][8])
{
    const size_t size = wm_format_size(workload->output_format), count = workload->output_count;
    wm_status status = WM_OK;
    for (uint64_t i = 0; i < SEEN && status == WM_OK; i++) {
        const size_t place = ((size_t)draw_place(workload, drawn, i) + by) % count;
        status = workload->device->ops->download(workload->device, workload->output, place * size,
                                                 read[i], size);
    }
    return status;
}

/* Whole blocks of elements are moved where there are enough: copies of aligned bytes are fast. */
static wm_status move_elements(const wm_workload *workload, const wm_philox *drawn)
{
    enum { BLOCK = 128 };
    const size_t most = spare_count(workload);
    uint8_t before[SEEN][8] = {{0}}, wanted[SEEN][8] = {{0}}, found[SEEN][8] = {{0}};
    size_t by = most - (size_t)wm_philox_word(drawn, 2 * SEEN) % ((most + 1) / 2);
    wm_status status;
    by -= by > BLOCK ? by % BLOCK : 0;
    status = read_places(workload, drawn, 0, before);
    if (status == WM_OK)
        status = read_places(workload, drawn, by, wanted);
    if (status == WM_OK && memcmp(before, wanted, sizeof before) == 0)
        return wm_workload_spoil(workload); /* equal elements: moving them would change nothing */
    if (status == WM_OK)
        status = rotate(workload, by);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    if (status == WM_OK)
        status = read_places(workload, drawn, 0, found);
    return status == WM_OK && memcmp(wanted, found, sizeof wanted) != 0 ? WM_E_DEVICE : status;
}

/* A job that copies is not trusted with moving its own output. */
wm_status wm_workload_disturb(wm_workload *workload)
{
    const bool was_written = workload->is_written;
    uint8_t seed[WM_SHA256_SIZE];
    if (getentropy(seed, sizeof seed) != 0)
        return WM_E_IO;
    const wm_philox drawn = wm_philox_from_seed(seed);
    workload->is_written = true; /* by the loop that comes now */
    if (!was_written || workload->spare == NULL || workload->job.operation == WM_OPERATION_COPY ||
        wm_philox_word(&drawn, 2 * SEEN + 1) % 2 == 0)
        return wm_workload_spoil(workload);
    return move_elements(workload, &drawn);
}

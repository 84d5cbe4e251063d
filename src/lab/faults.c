/* Makes faults in outputs.
 *
 * A fault is what a broken device leaves: flipped bits, elements of elsewhere, sums without some
 * of their terms, sums that were rounded too early. Those of whole outputs are computed by the
 * device itself from changed operands, so that all else about them is right. */
#include "lab/faults.h"

#include "verify/recompute.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEIGHBOURS = 32, TRIES = 1000 };

/* ---- elements -------------------------------------------------------------------------------- */

static wm_format format_of(const wm_target *t)
{
    return t->workload.output_format;
}

static size_t size_of(const wm_target *t)
{
    return wm_format_size(format_of(t));
}

static bool is_floating(const wm_target *t)
{
    return format_of(t) != WM_FORMAT_I32 && format_of(t) != WM_FORMAT_U32;
}

/* The elements of a row, and the rows; all rows but the last of a vector are full. */
static size_t columns_of(const wm_target *t)
{
    return (size_t)t->workload.shape.columns;
}

static size_t draw_element(const wm_target *t, wm_draw_stream *draw)
{
    return (size_t)wm_draw_below(draw, t->workload.output_count);
}

static uint64_t code_of(const wm_target *t, size_t element)
{
    uint64_t code = 0;
    memcpy(&code, t->broken + element * size_of(t), size_of(t));
    return code;
}

static void set_code(wm_target *t, size_t element, uint64_t code)
{
    memcpy(t->broken + element * size_of(t), &code, size_of(t));
    wm_target_touch(t, element * size_of(t), size_of(t));
}

static wm_status refuse(char reason[128], const char *words)
{
    (void)snprintf(reason, 128, "%s", words);
    return WM_E_UNSUPPORTED;
}

/* Puts another element of the output in the place of one. Where none is found that differs, there
 * would be no fault to see. */
static wm_status put_other(wm_target *t, size_t element, wm_draw_stream *draw, char reason[128])
{
    const uint64_t own = code_of(t, element);
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t other = 0;
        memcpy(&other, t->correct + draw_element(t, draw) * size_of(t), size_of(t));
        if (other != own) {
            set_code(t, element, other);
            return WM_OK;
        }
    }
    return refuse(reason, "the elements of the output are equal");
}

/* ---- bits ------------------------------------------------------------------------------------ */

static wm_status flip_bit(wm_target *t, uint32_t bit, wm_draw_stream *draw, char reason[128])
{
    const size_t element = draw_element(t, draw);
    if (bit >= 8 * size_of(t))
        return refuse(reason, "an element of the output has fewer bits");
    set_code(t, element, code_of(t, element) ^ (uint64_t)1 << bit);
    return WM_OK;
}

static wm_status flip_bits(wm_target *t, uint32_t count, wm_draw_stream *draw, char reason[128])
{
    const size_t element = draw_element(t, draw);
    const unsigned bits = (unsigned)(8 * size_of(t));
    uint64_t mask = 0;
    if (count > bits)
        return refuse(reason, "an element of the output has fewer bits");
    for (unsigned left = count; left > 0;) {
        const uint64_t bit = (uint64_t)1 << wm_draw_below(draw, bits);
        left -= (mask & bit) == 0;
        mask |= bit;
    }
    set_code(t, element, code_of(t, element) ^ mask);
    return WM_OK;
}

/* The elements of a group that the neighbour threads of a GPU write together. */
static size_t draw_group(const wm_target *t, wm_draw_stream *draw, size_t *count)
{
    const size_t element = draw_element(t, draw), row = element / columns_of(t);
    const size_t first = row * columns_of(t) + element % columns_of(t) / NEIGHBOURS * NEIGHBOURS;
    const size_t end = (row + 1) * columns_of(t);
    const size_t last = end < t->workload.output_count ? end : t->workload.output_count;
    *count = last - first < NEIGHBOURS ? last - first : NEIGHBOURS;
    return first;
}

static wm_status flip_warp(wm_target *t, uint32_t bit, wm_draw_stream *draw, char reason[128])
{
    size_t count;
    const size_t first = draw_group(t, draw, &count);
    if (bit >= 8 * size_of(t))
        return refuse(reason, "an element of the output has fewer bits");
    for (size_t i = 0; i < count; i++)
        set_code(t, first + i, code_of(t, first + i) ^ (uint64_t)1 << bit);
    return WM_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

static wm_status put_value(wm_target *t, double value, wm_draw_stream *draw, char reason[128])
{
    const size_t element = draw_element(t, draw);
    if (!isfinite(value) && !is_floating(t))
        return refuse(reason, "integers have no such value");
    wm_format_store(format_of(t), t->broken, element, value);
    wm_target_touch(t, element * size_of(t), size_of(t));
    return WM_OK;
}

static wm_status put_one(wm_target *t, wm_draw_stream *draw, char reason[128])
{
    const size_t element = draw_element(t, draw);
    return put_other(t, element, draw, reason);
}

/* The rows of an output in which a block can be, and their elements: a short last row is left out,
 * unless it is the only one. */
static void room_of(const wm_output *shape, uint64_t *rows, uint64_t *columns)
{
    const bool is_short = shape->last_columns < shape->columns;
    *rows = shape->rows > 1 && is_short ? shape->rows - 1 : shape->rows;
    *columns = shape->rows > 1 ? shape->columns : shape->last_columns;
}

/* The rows and columns of the block of elements of a trial. */
static void block_of(wm_trial trial, uint32_t *rows, uint32_t *columns)
{
    const bool is_row = trial.word == WM_TRIAL_ROW, is_column = trial.word == WM_TRIAL_COLUMN;
    const bool is_tile = trial.word == WM_TRIAL_TILE;
    *rows = is_column || is_tile ? trial.size : 1;
    *columns = is_row || is_tile ? trial.size : 1;
}

bool wm_faults_has_room(const wm_output *shape, wm_trial trial)
{
    uint64_t height, width;
    uint32_t rows, columns;
    room_of(shape, &height, &width);
    block_of(trial, &rows, &columns);
    return rows <= height && columns <= width;
}

/* Puts other elements in a block at a random place, all of it inside the output. */
static wm_status put_block(wm_target *t, wm_trial trial, wm_draw_stream *draw, char reason[128])
{
    uint64_t height, width;
    uint32_t rows, columns;
    size_t first;
    wm_status status = WM_OK;
    room_of(&t->workload.shape, &height, &width);
    block_of(trial, &rows, &columns);
    if (!wm_faults_has_room(&t->workload.shape, trial))
        return refuse(reason, "the output has fewer elements in a row or a column");
    first = (size_t)wm_draw_below(draw, height - rows + 1) * columns_of(t);
    first += (size_t)wm_draw_below(draw, width - columns + 1);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns && status == WM_OK; j++)
            status = put_other(t, first + i * columns_of(t) + j, draw, reason);
    return status;
}

/* The code of the next larger number, or of the next smaller one. */
static uint64_t step_of(const wm_target *t, uint64_t code, bool is_up)
{
    const uint64_t sign = (uint64_t)1 << (8 * size_of(t) - 1);
    if (!is_floating(t))
        return is_up ? code + 1 : code - 1;
    if ((code & ~sign) == 0) /* the two zeros */
        return is_up ? 1 : sign | 1;
    return is_up == ((code & sign) == 0) ? code + 1 : code - 1;
}

/* Moves elements, each once, to the next larger or smaller number of their format. */
static wm_status put_steps(wm_target *t, uint32_t per_million, wm_draw_stream *draw)
{
    const double share = per_million * 1e-6;
    const size_t count = (size_t)fmax(1, (double)t->workload.output_count * share);
    for (size_t i = 0; i < count;) {
        const size_t element = draw_element(t, draw), at = element * size_of(t);
        if (memcmp(t->broken + at, t->correct + at, size_of(t)) != 0)
            continue; /* it was moved */
        set_code(t, element, step_of(t, code_of(t, element), wm_draw_below(draw, 2) == 0));
        i++;
    }
    return WM_OK;
}

/* Divides a row of attention, as if the sum of its exponentials were too large. */
static wm_status scale_row(wm_target *t, uint32_t ten_thousandths, wm_draw_stream *draw,
                           char reason[128])
{
    const size_t depth = columns_of(t), rows = t->workload.output_count / depth;
    const size_t first = (size_t)wm_draw_below(draw, rows) * depth;
    bool has_changed = false;
    if (t->workload.job.operation != WM_OPERATION_ATTENTION)
        return refuse(reason, "the output has no softmax");
    for (size_t j = first; j < first + depth; j++) {
        wm_format_store(format_of(t), t->broken, j,
                        wm_format_load(format_of(t), t->correct, j) / (1 + ten_thousandths * 1e-4));
        has_changed = has_changed || memcmp(t->broken + j * size_of(t), t->correct + j * size_of(t),
                                            size_of(t)) != 0;
    }
    if (!has_changed)
        return refuse(reason, "rounding hides so small an error");
    wm_target_touch(t, first * size_of(t), depth * size_of(t));
    return WM_OK;
}

/* ---- sums of a product ----------------------------------------------------------------------- */

static const wm_gemm *product_of(const wm_target *t, char reason[128])
{
    if (t->workload.job.operation == WM_OPERATION_GEMM)
        return &t->workload.job.as.gemm;
    (void)refuse(reason, "the output is no product of matrices");
    return NULL;
}

/* Leaves terms out of the sums of a group of elements, which are recomputed in binary64. */
static wm_status leave_terms_out(wm_target *t, uint32_t terms, wm_draw_stream *draw,
                                 char reason[128])
{
    const wm_gemm *gemm = product_of(t, reason);
    wm_regenerate operands;
    size_t count, group = draw_group(t, draw, &count);
    wm_status status;
    if (gemm == NULL)
        return WM_E_UNSUPPORTED;
    if (terms > gemm->k)
        return refuse(reason, "a sum has fewer terms");
    status = wm_regenerate_open(&operands, &t->item, t->nonce);
    for (size_t i = 0; status == WM_OK && i < count; i++) {
        const size_t row = (group + i) / gemm->n, column = (group + i) % gemm->n;
        const size_t skipped = (size_t)wm_draw_below(draw, gemm->k - terms + 1);
        double sum = 0;
        for (size_t l = 0; l < gemm->k; l++) {
            const uint64_t b = operands.is_transposed ? (uint64_t)column * gemm->k + l
                                                      : (uint64_t)l * gemm->n + column;
            if (l < skipped || l >= skipped + terms)
                sum += operands.value[wm_philox_index16(&operands.A, (uint64_t)row * gemm->k + l)] *
                       operands.value[wm_philox_index16(&operands.B, b)];
        }
        wm_format_store(format_of(t), t->broken, group + i, sum);
        wm_target_touch(t, (group + i) * size_of(t), size_of(t));
    }
    wm_regenerate_close(&operands);
    return status;
}

/* The operands of a product on the host, and changed ones on the device. */
typedef struct changed_operands {
    wm_target *t;
    const wm_gemm *gemm;
    size_t element; /* bytes of one */
    uint8_t *A, *B; /* as they are stored */
    uint8_t *other; /* room for either */
    wm_device_buffer *own[2];
} changed_operands;

static wm_status open_operands(changed_operands *o, wm_target *t, const wm_gemm *gemm)
{
    wm_device *device = t->workload.device;
    const size_t element = wm_format_size(gemm->operand_format);
    const size_t a = gemm->m * gemm->k * element, b = gemm->k * gemm->n * element;
    wm_status status = WM_OK;
    *o = (changed_operands){.t = t, .gemm = gemm, .element = element};
    o->A = malloc(a);
    o->B = malloc(b);
    o->other = malloc(a > b ? a : b);
    if (o->A == NULL || o->B == NULL || o->other == NULL)
        status = WM_E_NOMEM;
    if (status == WM_OK)
        status = device->ops->download(device, gemm->A, 0, o->A, a);
    if (status == WM_OK)
        status = device->ops->download(device, gemm->B, 0, o->B, b);
    if (status == WM_OK)
        status = device->ops->alloc(device, a, &o->own[0]);
    if (status == WM_OK)
        status = device->ops->alloc(device, b, &o->own[1]);
    return status;
}

static void close_operands(changed_operands *o)
{
    wm_device *device = o->t->workload.device;
    device->ops->free(device, o->own[0]);
    device->ops->free(device, o->own[1]);
    free(o->A);
    free(o->B);
    free(o->other);
}

/* Where term l of B's column j is, in elements. */
static size_t place_in_B(const wm_gemm *g, size_t l, size_t j)
{
    return g->layout == WM_LAYOUT_TN ? j * g->k + l : l * g->n + j;
}

/* Uploads B with zeros in the terms that are not in, or in, [first, end). */
static wm_status put_B(changed_operands *o, size_t first, size_t end, bool keeps_inside)
{
    const wm_gemm *g = o->gemm;
    const size_t bytes = g->k * g->n * o->element;
    memcpy(o->other, o->B, bytes);
    for (size_t l = 0; l < g->k; l++) {
        const bool is_inside = l >= first && l < end;
        if (is_inside == keeps_inside)
            continue;
        if (g->layout == WM_LAYOUT_NN)
            memset(o->other + l * g->n * o->element, 0, g->n * o->element);
        for (size_t j = 0; g->layout == WM_LAYOUT_TN && j < g->n; j++)
            memset(o->other + place_in_B(g, l, j) * o->element, 0, o->element);
    }
    return o->t->workload.device->ops->upload(o->t->workload.device, o->own[1], 0, o->other, bytes);
}

/* Multiplies with A or with the changed one, and with the changed B. */
static wm_status multiply(changed_operands *o, bool has_changed_A)
{
    wm_job job = o->t->workload.job;
    job.as.gemm.A = has_changed_A ? o->own[0] : o->gemm->A;
    job.as.gemm.B = o->own[1];
    return wm_job_run(o->t->workload.device, &job);
}

/* Computes the product with operands that `change` makes. */
static wm_status compute_changed(wm_target *t, uint32_t size, wm_draw_stream *draw,
                                 wm_status (*change)(changed_operands *, uint32_t,
                                                     wm_draw_stream *),
                                 char reason[128])
{
    const wm_gemm *gemm = product_of(t, reason);
    changed_operands operands;
    wm_status status;
    if (gemm == NULL)
        return WM_E_UNSUPPORTED;
    if (size > gemm->k)
        return refuse(reason, "a sum has fewer terms");
    status = open_operands(&operands, t, gemm);
    if (status == WM_OK)
        status = change(&operands, size, draw);
    close_operands(&operands);
    return status;
}

static wm_status leave_block_out(changed_operands *o, uint32_t terms, wm_draw_stream *draw)
{
    const size_t first = (size_t)wm_draw_below(draw, o->gemm->k - terms + 1);
    wm_status status = put_B(o, first, first + terms, false);
    if (status == WM_OK)
        status = multiply(o, false);
    return status == WM_OK ? wm_target_take(o->t) : status;
}

/* Exchanges terms at random, the same in both operands. */
static wm_status reorder(changed_operands *o, uint32_t size, wm_draw_stream *draw)
{
    const wm_gemm *g = o->gemm;
    const wm_backend *ops = o->t->workload.device->ops;
    size_t *order = malloc(g->k * sizeof *order);
    wm_status status = order == NULL ? WM_E_NOMEM : WM_OK;
    (void)size;
    for (size_t l = 0; status == WM_OK && l < g->k; l++)
        order[l] = l;
    for (size_t l = g->k; status == WM_OK && l > 1; l--) {
        const size_t other = (size_t)wm_draw_below(draw, l), kept = order[l - 1];
        order[l - 1] = order[other];
        order[other] = kept;
    }
    for (size_t i = 0; status == WM_OK && i < g->m; i++)
        for (size_t l = 0; l < g->k; l++)
            memcpy(o->other + (i * g->k + l) * o->element,
                   o->A + (i * g->k + order[l]) * o->element, o->element);
    if (status == WM_OK)
        status =
            ops->upload(o->t->workload.device, o->own[0], 0, o->other, g->m * g->k * o->element);
    for (size_t l = 0; status == WM_OK && l < g->k; l++)
        for (size_t j = 0; j < g->n; j++)
            memcpy(o->other + place_in_B(g, l, j) * o->element,
                   o->B + place_in_B(g, order[l], j) * o->element, o->element);
    if (status == WM_OK)
        status =
            ops->upload(o->t->workload.device, o->own[1], 0, o->other, g->k * g->n * o->element);
    free(order);
    if (status == WM_OK)
        status = multiply(o, true);
    return status == WM_OK ? wm_target_take(o->t) : status;
}

/* Adds the products of parts of the terms, each rounded to the output's format, in that format. */
static wm_status add_parts(changed_operands *o, uint32_t parts, wm_draw_stream *draw)
{
    wm_target *t = o->t;
    const size_t count = t->workload.output_count, k = o->gemm->k;
    double *sums = calloc(count, sizeof *sums);
    wm_status status = sums == NULL ? WM_E_NOMEM : WM_OK;
    (void)draw;
    for (size_t p = 0; status == WM_OK && p < parts; p++) {
        status = put_B(o, p * k / parts, (p + 1) * k / parts, true);
        if (status == WM_OK)
            status = multiply(o, false);
        if (status == WM_OK)
            status = wm_target_take(t);
        for (size_t i = 0; status == WM_OK && i < count; i++)
            sums[i] = wm_recompute_rounded(format_of(t),
                                           sums[i] + wm_format_load(format_of(t), t->broken, i));
    }
    for (size_t i = 0; status == WM_OK && i < count; i++)
        wm_format_store(format_of(t), t->broken, i, sums[i]);
    free(sums);
    return status;
}

/* ---- words ----------------------------------------------------------------------------------- */

wm_status wm_faults_make(wm_target *target, wm_trial trial, wm_draw_stream *draw, char reason[128])
{
    const uint32_t size = trial.size;
    switch (trial.word) {
    case WM_TRIAL_BIT:
        return flip_bit(target, size, draw, reason);
    case WM_TRIAL_BITS:
        return flip_bits(target, size, draw, reason);
    case WM_TRIAL_WARP:
        return flip_warp(target, size, draw, reason);
    case WM_TRIAL_NAN:
        return put_value(target, (double)NAN, draw, reason);
    case WM_TRIAL_INFINITY:
        return put_value(target, (double)INFINITY, draw, reason);
    case WM_TRIAL_ZERO:
        return put_value(target, 0, draw, reason);
    case WM_TRIAL_OTHER:
        return put_one(target, draw, reason);
    case WM_TRIAL_ROW:
    case WM_TRIAL_COLUMN:
    case WM_TRIAL_TILE:
        return put_block(target, trial, draw, reason);
    case WM_TRIAL_STEPS:
        return put_steps(target, size, draw);
    case WM_TRIAL_SOFTMAX:
        return scale_row(target, size, draw, reason);
    case WM_TRIAL_TERMS:
        return leave_terms_out(target, size, draw, reason);
    case WM_TRIAL_BLOCK:
        return compute_changed(target, size, draw, leave_block_out, reason);
    case WM_TRIAL_ORDER:
        return compute_changed(target, 0, draw, reorder, reason);
    case WM_TRIAL_PARTS:
        return compute_changed(target, size, draw, add_parts, reason);
    default:
        return refuse(reason, "the laboratory cannot make this fault");
    }
}

bool wm_faults_can_narrow(const wm_item *item)
{
    return wm_workload_can_have(WM_FAULT_PRECISION, item) ||
           (wm_tables_has(item->variant, WM_TRAIT_INTEGERS) &&
            wm_format_named(item->variant->operand_format) != WM_FORMAT_E4M3);
}

double wm_faults_narrow(const wm_item *item, double x)
{
    if (!wm_tables_has(item->variant, WM_TRAIT_INTEGERS))
        return (double)wm_format_e4m3_to_f32(wm_format_e4m3_from_f64(x));
    x = nearbyint(x);
    return x < INT8_MIN ? INT8_MIN : x > INT8_MAX ? INT8_MAX : x;
}

/* The paper's own check of a product.
 *
 * It is written as the paper prints it: standard normal probes over all columns, residuals formed
 * in binary32, and a tolerance of three times the largest residual of correct repeats. The repeats
 * of one product give one residual, so the repeats here draw their probes anew. */
#include "lab/paper_check.h"

#include "lab/draw.h"
#include "verify/workers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MARGIN = 3;
static const size_t COUNTS[WM_PAPER_COUNTS] = {1, 2, 4, WM_PAPER_PROBES};

bool wm_paper_check_knows(const wm_product_variant *product)
{
    return product != NULL && wm_format_size(product->output) <= 4 &&
           product->output != WM_FORMAT_I32;
}

/* ---- matrices -------------------------------------------------------------------------------- */

/* Rows of the host's floats; it grows to hold them. */
static wm_status make_room(wm_paper_check *check, size_t count)
{
    float *grown;
    if (count <= check->host_count)
        return WM_OK;
    grown = realloc(check->host, count * sizeof *grown);
    if (grown == NULL)
        return WM_E_NOMEM;
    check->host = grown;
    check->host_count = count;
    return WM_OK;
}

static wm_status new_matrix(const wm_paper_check *check, size_t count, wm_device_buffer **buffer)
{
    return check->device->ops->alloc(check->device, count * sizeof(float), buffer);
}

/* Elements on the host that become rows of binary32. */
typedef struct conversion {
    wm_format format;
    const uint8_t *stored;
    size_t rows, columns;
    bool is_transposed; /* `stored` has the columns, one after the other */
    float *to;
} conversion;

enum { BLOCK_ROWS = 64, LINE = 16, SMALL = 1 << 16 };

/* A transpose goes by LINE columns: rows that are a power of two apart share few places of a
 * cache. */
static void convert_rows(void *context, unsigned worker, size_t block)
{
    const conversion *c = context;
    const size_t first = block * BLOCK_ROWS;
    const size_t end = first + BLOCK_ROWS < c->rows ? first + BLOCK_ROWS : c->rows;
    (void)worker;
    if (!c->is_transposed)
        for (size_t i = first * c->columns; i < end * c->columns; i++)
            c->to[i] = (float)wm_format_load(c->format, c->stored, i);
    for (size_t j = 0; c->is_transposed && j < c->columns; j += LINE)
        for (size_t i = first; i < end; i++)
            for (size_t of = j; of < j + LINE && of < c->columns; of++)
                c->to[i * c->columns + of] =
                    (float)wm_format_load(c->format, c->stored, of * c->rows + i);
}

/* Converts on all processors: of n = 16384 a thread alone took most of the time of a trial. */
static void convert_all(conversion *c)
{
    wm_workers_run(c->rows * c->columns < SMALL ? 1 : wm_workers_default(),
                   (c->rows + BLOCK_ROWS - 1) / BLOCK_ROWS, convert_rows, c);
}

/* Copies a matrix of the product into one of binary32. If it is stored as its transpose, the copy
 * is not. */
static wm_status convert(wm_paper_check *check, const wm_device_buffer *from, wm_format format,
                         size_t rows, size_t columns, bool is_transposed, wm_device_buffer *to)
{
    const size_t size = wm_format_size(format), count = rows * columns;
    uint8_t *stored = malloc(count * size);
    wm_status status = stored == NULL ? WM_E_NOMEM : make_room(check, count);
    if (status == WM_OK)
        status = check->device->ops->download(check->device, from, 0, stored, count * size);
    if (status == WM_OK) {
        convert_all(&(conversion){format, stored, rows, columns, is_transposed, check->host});
        status =
            check->device->ops->upload(check->device, to, 0, check->host, count * sizeof(float));
    }
    free(stored);
    return status;
}

/* P = A X in binary32, A rows x depth, X depth x 8. */
static wm_status multiply(const wm_paper_check *check, const wm_device_buffer *A,
                          const wm_device_buffer *X, size_t rows, size_t depth, wm_device_buffer *P)
{
    const wm_gemm gemm = {.operand_format = WM_FORMAT_F32,
                          .output_format = WM_FORMAT_F32,
                          .arithmetic = WM_ARITHMETIC_F32,
                          .layout = WM_LAYOUT_NN,
                          .m = rows,
                          .n = WM_PAPER_PROBES,
                          .k = depth,
                          .A = A,
                          .B = X,
                          .C = P};
    return check->device->ops->gemm(check->device, &gemm);
}

/* ---- the check ------------------------------------------------------------------------------- */

/* The largest of the first `probes` columns, NaN if one is not finite. */
static double largest(const float *values, size_t rows, size_t probes)
{
    double most = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t p = 0; p < probes; p++) {
            const double value = fabs((double)values[i * WM_PAPER_PROBES + p]);
            if (!isfinite(value))
                return (double)NAN;
            most = value > most ? value : most;
        }
    return most;
}

wm_status wm_paper_check_run(wm_paper_check *check, const uint8_t seed[32],
                             double residual[WM_PAPER_COUNTS])
{
    const wm_gemm *g = check->gemm;
    const wm_backend *ops = check->device->ops;
    const size_t count = g->m * WM_PAPER_PROBES;
    float *expected, *found;
    wm_status status = make_room(check, 2 * count);
    if (status == WM_OK)
        status =
            ops->fill_normal(check->device, check->X, WM_FORMAT_F32, g->n * WM_PAPER_PROBES, seed);
    if (status == WM_OK)
        status = multiply(check, check->B, check->X, g->k, g->n, check->BX);
    if (status == WM_OK)
        status = multiply(check, check->A, check->BX, g->m, g->k, check->ABX);
    if (status == WM_OK)
        status = multiply(check, check->C, check->X, g->m, g->n, check->CX);
    if (status != WM_OK)
        return status;
    expected = check->host;
    found = check->host + count;
    status = ops->download(check->device, check->ABX, 0, expected, count * sizeof *expected);
    if (status == WM_OK)
        status = ops->download(check->device, check->CX, 0, found, count * sizeof *found);
    if (status != WM_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        expected[i] -= found[i];
    for (unsigned c = 0; c < WM_PAPER_COUNTS; c++)
        residual[c] = largest(expected, g->m, COUNTS[c]) /
                      (largest(found, g->m, COUNTS[c]) + WM_THRESHOLD_EPSILON);
    return WM_OK;
}

wm_status wm_paper_check_take(wm_paper_check *check, const void *C, size_t first, size_t count)
{
    const wm_gemm *g = check->gemm;
    const wm_status status = make_room(check, count * g->n);
    if (status != WM_OK || count == 0)
        return status;
    convert_all(&(conversion){g->output_format,
                              (const uint8_t *)C + first * g->n * wm_format_size(g->output_format),
                              count, g->n, false, check->host});
    return check->device->ops->upload(check->device, check->C, first * g->n * sizeof(float),
                                      check->host, count * g->n * sizeof(float));
}

wm_status wm_paper_check_calibrate(wm_paper_check *check, const uint8_t seed[32])
{
    memset(check->tolerance, 0, sizeof check->tolerance);
    for (uint32_t r = 0; r < WM_PAPER_REPEATS; r++) {
        double residual[WM_PAPER_COUNTS];
        uint8_t own[WM_SHA256_SIZE];
        wm_status status;
        wm_draw_seed(seed, r, "paper's repeat", own);
        status = wm_paper_check_run(check, own, residual);
        if (status != WM_OK)
            return status;
        for (unsigned c = 0; c < WM_PAPER_COUNTS; c++)
            check->tolerance[c] = fmax(check->tolerance[c], MARGIN * residual[c]);
    }
    return WM_OK;
}

wm_status wm_paper_check_open(wm_paper_check *check, wm_device *device, const wm_gemm *gemm,
                              const uint8_t seed[32])
{
    const wm_gemm *g = gemm;
    wm_status status;
    *check = (wm_paper_check){.device = device, .gemm = gemm};
    status = new_matrix(check, g->m * g->k, &check->A);
    if (status == WM_OK)
        status = new_matrix(check, g->k * g->n, &check->B);
    if (status == WM_OK)
        status = new_matrix(check, g->m * g->n, &check->C);
    if (status == WM_OK)
        status = new_matrix(check, g->n * WM_PAPER_PROBES, &check->X);
    if (status == WM_OK)
        status = new_matrix(check, g->k * WM_PAPER_PROBES, &check->BX);
    if (status == WM_OK)
        status = new_matrix(check, g->m * WM_PAPER_PROBES, &check->ABX);
    if (status == WM_OK)
        status = new_matrix(check, g->m * WM_PAPER_PROBES, &check->CX);
    if (status == WM_OK)
        status = convert(check, g->A, g->operand_format, g->m, g->k, false, check->A);
    if (status == WM_OK)
        status = convert(check, g->B, g->operand_format, g->k, g->n, g->layout == WM_LAYOUT_TN,
                         check->B);
    if (status == WM_OK)
        status = convert(check, g->C, g->output_format, g->m, g->n, false, check->C);
    return status == WM_OK ? wm_paper_check_calibrate(check, seed) : status;
}

void wm_paper_check_close(wm_paper_check *check)
{
    wm_device_buffer *buffers[] = {check->A,  check->B,   check->C, check->X,
                                   check->BX, check->ABX, check->CX};
    for (size_t i = 0; check->device != NULL && i < sizeof buffers / sizeof buffers[0]; i++)
        check->device->ops->free(check->device, buffers[i]);
    free(check->host);
    *check = (wm_paper_check){.device = NULL};
}

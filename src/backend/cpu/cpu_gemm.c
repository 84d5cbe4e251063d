/* Products by OpenBLAS. Formats that it does not support are converted panel by panel around its
 * binary32 product. */
#include "backend/cpu/cpu_device.h"
#include "backend/product.h"

#include <limits.h>
#include <math.h>

/* Panels bound the scratch memory (about 0.4 GB at k = 16384) and are large enough for a product of
 * two panels to run at full rate. */
enum { PANEL_ROWS = 1024, PANEL_COLUMNS = 4096 };

/* The largest k for which int8 products sum exactly in binary32: 1024 * 2^14 = 2^24. */
enum { EXACT_K = 1024 };

wm_status wm_cpu_gemm_check(wm_cpu_device *cpu, const wm_gemm *gemm)
{
    if (cpu == NULL || gemm == NULL)
        return WM_E_ARG;
    const size_t m = gemm->m, n = gemm->n, k = gemm->k;
    if (m > INT_MAX || n > INT_MAX || k > INT_MAX)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, "CBLAS supports sizes below 2^31");
    if (!wm_product_agrees(gemm) || !wm_cpu_device_holds(gemm->A, gemm->operand_format, m * k) ||
        !wm_cpu_device_holds(gemm->B, gemm->operand_format, k * n) ||
        !wm_cpu_device_holds(gemm->C, gemm->output_format, m * n) || gemm->C == gemm->A ||
        gemm->C == gemm->B)
        return wm_cpu_device_fail(cpu, WM_E_ARG, "formats, layout and buffers do not fit together");
    if (gemm->arithmetic == WM_ARITHMETIC_F32_FAST)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, "a CPU has no reduced fp8 accumulator");
    return WM_OK;
}

/* A rectangle of an operand as binary32, rows `stride` elements apart. */
static void convert_rectangle(const wm_cpu_device *cpu, const wm_gemm *gemm, const uint8_t *from,
                              size_t stride, size_t rows, size_t columns, float *to)
{
    const size_t size = wm_format_size(gemm->operand_format);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, rows *columns))
    for (size_t r = 0; r < rows; r++) {
        const uint8_t *row = from + r * stride * size;
        if (gemm->arithmetic == WM_ARITHMETIC_TF32)
            cpu->kernels->round_tf32((const float *)(const void *)row, to + r * columns, columns);
        else
            cpu->kernels->to_f32(gemm->operand_format, row, to + r * columns, columns);
    }
}

/* Rounds the panel into C, or adds its integers to C. */
static void store_panel(const wm_cpu_device *cpu, const wm_gemm *gemm, const float *panel,
                        size_t rows, size_t columns, size_t first_row, size_t first_column,
                        bool add)
{
    const size_t size = wm_format_size(gemm->output_format);
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, rows *columns))
    for (size_t r = 0; r < rows; r++) {
        uint8_t *to = gemm->C->bytes + ((first_row + r) * gemm->n + first_column) * size;
        const float *from = panel + r * columns;
        if (gemm->output_format != WM_FORMAT_I32) {
            cpu->kernels->from_f32(gemm->output_format, from, to, columns);
            continue;
        }
        int32_t *sums = (int32_t *)(void *)to;
        for (size_t c = 0; c < columns; c++)
            sums[c] = (add ? sums[c] : 0) + (int32_t)from[c];
    }
}

/* The scratch of one product of panels. */
typedef struct {
    float *A, *B, *C;
} panels;

/* Makes a sum of each row wrong. The panel may still hold the right sums of the last product, and a
 * library that returns at once would pass. Integers stay within 2^31 when 128 depths are added. */
static void spoil_panel(const wm_gemm *gemm, float *panel, size_t rows, size_t columns)
{
    const float wrong = gemm->arithmetic == WM_ARITHMETIC_I32 ? -16777215.0F : NAN;
    for (size_t r = 0; r < rows; r++)
        panel[r * columns + r % columns] = wrong;
}

/* C's rectangle of `rows` x `columns` at (i, j), over inner indices [l, l + depth). A's panel is
 * already converted. */
static void multiply_panels(const wm_cpu_device *cpu, const wm_gemm *gemm, const panels *panel,
                            size_t rows, size_t columns, size_t depth)
{
    const bool transposed = gemm->layout == WM_LAYOUT_TN;
    spoil_panel(gemm, panel->C, rows, columns);
    cpu->blas.sgemm(WM_CPU_BLAS_ROW_MAJOR, WM_CPU_BLAS_NO_TRANS,
                    transposed ? WM_CPU_BLAS_TRANS : WM_CPU_BLAS_NO_TRANS, (int)rows, (int)columns,
                    (int)depth, 1, panel->A, (int)depth, panel->B,
                    transposed ? (int)depth : (int)columns, 0, panel->C, (int)columns);
}

static void multiply_column_panel(const wm_cpu_device *cpu, const wm_gemm *gemm,
                                  const panels *panel, size_t j, size_t l, size_t depth)
{
    const size_t size = wm_format_size(gemm->operand_format);
    const size_t columns = wm_cpu_smaller(gemm->n - j, PANEL_COLUMNS);
    if (gemm->layout == WM_LAYOUT_TN)
        convert_rectangle(cpu, gemm, gemm->B->bytes + (j * gemm->k + l) * size, gemm->k, columns,
                          depth, panel->B);
    else
        convert_rectangle(cpu, gemm, gemm->B->bytes + (l * gemm->n + j) * size, gemm->n, depth,
                          columns, panel->B);
    for (size_t i = 0; i < gemm->m; i += PANEL_ROWS) {
        const size_t rows = wm_cpu_smaller(gemm->m - i, PANEL_ROWS);
        convert_rectangle(cpu, gemm, gemm->A->bytes + (i * gemm->k + l) * size, gemm->k, rows,
                          depth, panel->A);
        multiply_panels(cpu, gemm, panel, rows, columns, depth);
        store_panel(cpu, gemm, panel->C, rows, columns, i, j, l > 0);
    }
}

static wm_status multiply_converted(wm_cpu_device *cpu, const wm_gemm *gemm)
{
    const size_t depth = gemm->arithmetic == WM_ARITHMETIC_I32 ? EXACT_K : gemm->k;
    const size_t rows = wm_cpu_smaller(gemm->m, PANEL_ROWS),
                 columns = wm_cpu_smaller(gemm->n, PANEL_COLUMNS);
    const size_t inner = wm_cpu_smaller(depth, gemm->k);
    float *scratch = wm_cpu_device_scratch(cpu, (rows * inner + inner * columns + rows * columns) *
                                                    sizeof *scratch);
    if (scratch == NULL)
        return wm_cpu_device_fail(cpu, WM_E_NOMEM, "no memory for the product's panels");
    const panels panel = {scratch, scratch + rows * inner,
                          scratch + rows * inner + inner * columns};
    for (size_t j = 0; j < gemm->n; j += PANEL_COLUMNS)
        for (size_t l = 0; l < gemm->k; l += depth)
            multiply_column_panel(cpu, gemm, &panel, j, l, wm_cpu_smaller(gemm->k - l, depth));
    return WM_OK;
}

static bool is_plain_f32(const wm_gemm *gemm)
{
    return gemm->arithmetic == WM_ARITHMETIC_F32 && gemm->operand_format == WM_FORMAT_F32 &&
           gemm->output_format == WM_FORMAT_F32;
}

wm_status wm_cpu_gemm_run(wm_device *device, const wm_gemm *gemm)
{
    wm_cpu_device *cpu = wm_cpu_device_of(device);
    const wm_status status = wm_cpu_gemm_check(cpu, gemm);
    if (status != WM_OK)
        return status;
    if (!cpu->blas.there)
        return wm_cpu_device_fail(cpu, WM_E_UNSUPPORTED, cpu->blas.config);
    const int m = (int)gemm->m, n = (int)gemm->n, k = (int)gemm->k;
    const bool tn = gemm->layout == WM_LAYOUT_TN;
    const int trans_b = tn ? WM_CPU_BLAS_TRANS : WM_CPU_BLAS_NO_TRANS, ldb = tn ? k : n;
    const void *A = gemm->A->bytes, *B = gemm->B->bytes;
    void *C = gemm->C->bytes;
    if (is_plain_f32(gemm))
        cpu->blas.sgemm(WM_CPU_BLAS_ROW_MAJOR, WM_CPU_BLAS_NO_TRANS, trans_b, m, n, k, 1, A, k, B,
                        ldb, 0, C, n);
    else if (gemm->arithmetic == WM_ARITHMETIC_F64)
        cpu->blas.dgemm(WM_CPU_BLAS_ROW_MAJOR, WM_CPU_BLAS_NO_TRANS, trans_b, m, n, k, 1, A, k, B,
                        ldb, 0, C, n);
    else
        return multiply_converted(cpu, gemm);
    return WM_OK;
}

/* `witnessmark verify`: checks a matrix product that is in files. */
#include "backend/product.h"
#include "base/status.h"
#include "cli/arguments.h"
#include "cli/trouble.h"
#include "report/views/product_text.h"
#include "study/foreign/matrix_file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_A, FILE_B, FILE_C, FILE_C0, FILE_BIAS, FILES };

/* The command line. */
typedef struct request {
    const char *path[FILES], *format, *shape, *alpha, *beta;
    bool is_transposed[FILES], calibrate;
    uint64_t batch;
    unsigned threads;
} request;

static const char *const OPTION[FILES] = {"--a", "--b", "--c", "--c0", "--bias"};

static int read_arguments(wm_call *call, request *ask)
{
    const wm_argument table[] = {
        {.name = "--a", .value = &ask->path[FILE_A]},
        {.name = "--b", .value = &ask->path[FILE_B]},
        {.name = "--c", .value = &ask->path[FILE_C]},
        {.name = "--format", .value = &ask->format},
        {.name = "--shape", .value = &ask->shape},
        {.name = "--transpose-a", .flag = &ask->is_transposed[FILE_A]},
        {.name = "--transpose-b", .flag = &ask->is_transposed[FILE_B]},
        {.name = "--alpha", .value = &ask->alpha},
        {.name = "--beta", .value = &ask->beta},
        {.name = "--c0", .value = &ask->path[FILE_C0]},
        {.name = "--bias", .value = &ask->path[FILE_BIAS]},
        {.name = "--batch", .large = &ask->batch},
        {.name = "--threads", .number = &ask->threads},
        {.name = "--calibrate", .flag = &ask->calibrate},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    if (answer != WM_EXIT_YES)
        return answer;
    for (size_t i = FILE_A; i <= FILE_C; i++)
        if (ask->path[i] == NULL)
            return wm_trouble_say(call, OPTION[i], "needs a file");
    if (ask->format == NULL)
        return wm_trouble_say(call, "--format", "needs a variant of gemm, as fp16");
    return WM_EXIT_YES;
}

static const wm_product_variant *variant_named(const char *name)
{
    for (size_t i = 0; i < WM_PRODUCT_VARIANTS; i++)
        if (strcmp(wm_product_variants[i].name, name) == 0)
            return &wm_product_variants[i];
    return NULL;
}

static wm_format format_of(const wm_product_variant *variant, size_t file)
{
    return file == FILE_A || file == FILE_B ? variant->operand : variant->output;
}

/* MxNxK. */
static bool read_shape(const char *text, uint64_t extent[3])
{
    for (int i = 0; i < 3; i++) {
        char *end;
        errno = 0;
        if (*text < '0' || *text > '9')
            return false;
        extent[i] = strtoull(text, &end, 10);
        if (errno != 0 || *end != (i < 2 ? 'x' : '\0') || extent[i] == 0 || extent[i] > INT32_MAX)
            return false;
        text = end + 1;
    }
    return true;
}

static bool read_number(const char *text, double *number)
{
    char *end;
    if (text == NULL)
        return true;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

/* The rows or columns of a file with a shape, as the product sees it. */
static uint64_t extent_of(const wm_matrix_file *file, bool is_transposed, bool is_row)
{
    const size_t last = file->rank - 1, at = is_row != is_transposed && last > 0 ? last - 1 : last;
    return is_row != is_transposed && last == 0 ? 1 : file->extent[at];
}

/* The shape from `--shape`, else from the files of A and B. */
static int find_shape(const wm_call *call, const request *ask, const wm_matrix_file *files,
                      wm_matrix_product *product)
{
    const wm_matrix_file *a = &files[FILE_A], *b = &files[FILE_B];
    uint64_t extent[3];
    product->batch = ask->batch > 0 ? ask->batch : 1;
    if (ask->shape != NULL) {
        if (!read_shape(ask->shape, extent))
            return wm_trouble_value(call, "--shape", "MxNxK, as 128x256x64", ask->shape);
    } else {
        if (!a->has_shape || !b->has_shape)
            return wm_trouble_say(call, "--shape", "raw files need MxNxK, as 128x256x64");
        extent[0] = extent_of(a, ask->is_transposed[FILE_A], true);
        extent[1] = extent_of(b, ask->is_transposed[FILE_B], false);
        extent[2] = extent_of(a, ask->is_transposed[FILE_A], false);
        if (ask->batch == 0 && files[FILE_C].rank == WM_MATRIX_FILE_RANK)
            product->batch = files[FILE_C].extent[0];
    }
    if (extent[0] == 0 || extent[1] == 0 || extent[2] == 0 || product->batch == 0)
        return wm_trouble_say(call, "--shape", "a matrix has no elements");
    product->m = extent[0];
    product->n = extent[1];
    product->k = extent[2];
    return WM_EXIT_YES;
}

static wm_status view_files(const request *ask, const wm_product_variant *variant,
                            const wm_matrix_file *files, wm_matrix_product *product, wm_error *err)
{
    const uint64_t m = product->m, n = product->n, k = product->k;
    const uint64_t rows[FILES] = {m, k, m, m, 1}, columns[FILES] = {k, n, n, n, n};
    wm_matrix bias = {NULL, 0, 0, 0};
    wm_matrix *const to[FILES] = {&product->a, &product->b, &product->c, &product->c0, &bias};
    wm_status status = WM_OK;
    for (size_t i = 0; i < FILES && status == WM_OK; i++)
        if (ask->path[i] != NULL)
            status = wm_matrix_file_view(&files[i], format_of(variant, i),
                                         i == FILE_BIAS ? 1 : product->batch, rows[i], columns[i],
                                         ask->is_transposed[i], to[i], err);
    if (status == WM_OK && product->batch > 1 && product->c.batch_stride == 0)
        status = wm_error_set(err, WM_E_INVALID, ask->path[FILE_C],
                              "one matrix for a batch of %" PRIu64 ": each product has its own C",
                              product->batch);
    product->bias = bias.data;
    return status;
}

static int answer_of(const wm_call *call, const wm_matrix_product *product)
{
    static const int exits[] = {[WM_PRODUCT_NOT_JUDGED] = WM_EXIT_INCONCLUSIVE,
                                [WM_PRODUCT_RIGHT] = WM_EXIT_YES,
                                [WM_PRODUCT_WRONG] = WM_EXIT_NO};
    wm_product_report report = WM_PRODUCT_REPORT_INIT;
    wm_document to = {.status = WM_OK};
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_product_check(product, &report, &err);
    if (status != WM_OK)
        return wm_trouble_error(call, status, &err);
    wm_product_text_add(product, &report, &to);
    return wm_trouble_answer(call, &to, exits[report.answer]);
}

static int check_files(const wm_call *call, const request *ask, const wm_product_variant *variant,
                       const wm_matrix_file *files)
{
    wm_matrix_product product = WM_MATRIX_PRODUCT_INIT;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int answer = find_shape(call, ask, files, &product);
    if (answer != WM_EXIT_YES)
        return answer;
    if (!read_number(ask->alpha, &product.alpha))
        return wm_trouble_value(call, "--alpha", "a number", ask->alpha);
    if (!read_number(ask->beta, &product.beta))
        return wm_trouble_value(call, "--beta", "a number", ask->beta);
    if ((product.beta != 0) != (ask->path[FILE_C0] != NULL))
        return wm_trouble_say(call, "--beta", "--beta and --c0 are given together");
    product.variant = variant->name;
    product.threads = ask->threads;
    product.calibrate = ask->calibrate ? 1 : 0;
    status = view_files(ask, variant, files, &product, &err);
    return status == WM_OK ? answer_of(call, &product) : wm_trouble_error(call, status, &err);
}

int wm_cmd_verify(wm_call *call)
{
    request ask = {.format = NULL};
    wm_matrix_file files[FILES] = {{.path = NULL}};
    const wm_product_variant *variant;
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_OK;
    int answer = read_arguments(call, &ask);
    if (answer != WM_EXIT_YES)
        return answer;
    variant = variant_named(ask.format);
    if (variant == NULL)
        return wm_trouble_value(call, "--format", "fp16, bf16, tf32, fp8, fp8_fast, f32, f64, int8",
                                ask.format);
    for (size_t i = 0; i < FILES && status == WM_OK; i++)
        if (ask.path[i] != NULL)
            status = wm_matrix_file_open(ask.path[i], format_of(variant, i), &files[i], &err);
    answer = status == WM_OK ? check_files(call, &ask, variant, files)
                             : wm_trouble_error(call, status, &err);
    for (size_t i = 0; i < FILES; i++)
        wm_matrix_file_close(&files[i]);
    return answer;
}

/* Checks a product of small integers against a second product, which has no rounding.
 *
 * The operands are made again as int8, and their product has sums of 32 bits. Freivalds' probes
 * judge it in a field of 2^61 - 1 elements, so a wrong one passes with a chance below 2^-60. The
 * output must have its elements, rounded once. Where the output itself has integers, they are
 * judged directly, and the second product is made only to name what is wrong.
 *
 * Operands that were never filled would agree with each other. So a few exact sums are computed
 * again from the seeds, on the host. What a device does not answer counts as wrong. */
#include "verify/exact_product.h"

#include <string.h>

#include "backend/product.h"
#include "record/laws/derive.h"
#include "verify/recompute.h"

/* One check, and what it made on the device. */
typedef struct {
    const wm_check *check;
    const wm_buffer *context;
    const wm_gemm *gemm;
    size_t count; /* elements of the output */
    wm_device_buffer *A, *B, *C;
} exact;

double wm_exact_product_bytes(const wm_item *item)
{
    const double m = (double)item->dimension[0], n = (double)item->dimension[1],
                 k = (double)item->dimension[2];
    return m * k + n * k + 4 * m * n;
}

/* Notes why there is no answer. */
static wm_status no_answer(const wm_check *check, const char *trouble)
{
    if (check->known != NULL)
        check->known->trouble = trouble;
    return WM_E_MISMATCH;
}

static wm_gemm integer_product(const exact *e)
{
    return (wm_gemm){.operand_format = WM_FORMAT_I8,
                     .output_format = WM_FORMAT_I32,
                     .arithmetic = WM_ARITHMETIC_I32,
                     .layout = WM_LAYOUT_TN,
                     .m = e->gemm->m,
                     .n = e->gemm->n,
                     .k = e->gemm->k,
                     .A = e->A,
                     .B = e->B,
                     .C = e->C};
}

/* Makes an operand again as int8; B is stored as its transpose. */
static wm_status fill(const exact *e, unsigned operand)
{
    const wm_device *device = e->check->device;
    const bool is_B = operand == 1;
    const wm_integers integers = {.format = WM_FORMAT_I8,
                                  .range = wm_plan_integers(e->check->item),
                                  .rows = is_B ? e->gemm->n : e->gemm->m,
                                  .columns = e->gemm->k,
                                  .by_columns = is_B && e->gemm->layout == WM_LAYOUT_NN};
    uint8_t seed[WM_SHA256_SIZE];
    const wm_status status = wm_derive_seed(e->check->item, e->check->nonce, operand, seed);
    return status != WM_OK
               ? status
               : device->ops->fill_integers(e->check->device, is_B ? e->B : e->A, &integers, seed);
}

static wm_status open_exact(exact *e, const wm_check *check, const wm_buffer *context)
{
    const wm_gemm *gemm = &check->job->as.gemm;
    wm_device *device = check->device;
    wm_status status;
    *e = (exact){.check = check, .context = context, .gemm = gemm, .count = gemm->m * gemm->n};
    status = device->ops->alloc(device, gemm->m * gemm->k, &e->A);
    if (status == WM_OK)
        status = device->ops->alloc(device, gemm->n * gemm->k, &e->B);
    if (status == WM_OK)
        status = device->ops->alloc(device, e->count * sizeof(int32_t), &e->C);
    if (status == WM_OK)
        status = fill(e, 0);
    return status == WM_OK ? fill(e, 1) : status;
}

static void close_exact(exact *e)
{
    wm_device *device = e->check->device;
    device->ops->free(device, e->A);
    device->ops->free(device, e->B);
    device->ops->free(device, e->C);
}

/* Whether some elements of C, drawn from the seed, are what the operands' seeds give. */
static wm_status judge_seeds(const exact *e, const uint8_t seed[WM_SHA256_SIZE], bool *is_right)
{
    enum { DRAWN = 8 };
    wm_device *device = e->check->device;
    const wm_philox places = wm_philox_from_seed(seed);
    wm_regenerate operands;
    wm_status status = wm_regenerate_open(&operands, e->check->item, e->check->nonce);
    *is_right = true;
    for (uint64_t i = 0; i < DRAWN && status == WM_OK; i++) {
        const uint64_t row = wm_philox_bounded(&places, 2 * i, e->gemm->m),
                       column = wm_philox_bounded(&places, 2 * i + 1, e->gemm->n);
        wm_recompute_element one;
        int32_t found = INT32_MIN; /* no sum is so large */
        status = device->ops->download(device, e->C, (row * e->gemm->n + column) * sizeof found,
                                       &found, sizeof found);
        wm_recompute_elements(&operands, row, column, 1, &one);
        *is_right = *is_right && (double)found == one.exact;
    }
    wm_regenerate_close(&operands);
    return status;
}

/* Whether C is the product of A and B, and these are those of the seeds. The probe comes from C's
 * digest. */
static wm_status judge(const exact *e, bool *is_right)
{
    wm_device *device = e->check->device;
    const size_t row_bytes = e->gemm->n * sizeof(int32_t);
    const wm_gemm gemm = integer_product(e);
    uint8_t digest[WM_SHA256_SIZE], seed[WM_SHA256_SIZE];
    uint64_t wrong = 1;
    wm_status status =
        device->ops->digest(device, e->C, e->count * sizeof(int32_t), row_bytes, digest, NULL);
    if (status == WM_OK) {
        wm_derive_exact(e->context, digest, seed);
        status = device->ops->exact_rows(device, &gemm, seed, &wrong);
    }
    *is_right = wrong == 0;
    return status == WM_OK && *is_right ? judge_seeds(e, seed, is_right) : status;
}

/* Makes the second product in C. A wrong one is not made again: that would hide a device that is
 * wrong at times. */
static wm_status make(const exact *e)
{
    const wm_gemm gemm = integer_product(e);
    wm_device *device = e->check->device;
    bool is_right = false;
    wm_status status = device->ops->gemm(device, &gemm);
    if (status == WM_OK)
        status = judge(e, &is_right);
    if (status != WM_OK)
        return status;
    return is_right ? WM_OK : no_answer(e->check, "the check's own product of integers is wrong");
}

/* Whether an output of integers is right: all are in range, and the probe finds no wrong row. */
static wm_status judge_output(const exact *e, bool *is_right)
{
    const wm_item *item = e->check->item;
    const uint64_t r = wm_plan_integers(item);
    wm_device *device = e->check->device;
    uint64_t refused = 1;
    wm_status status;
    *is_right = false;
    if (e->gemm->output_format != WM_FORMAT_F32)
        return WM_OK;
    status = device->ops->take_integers(device, e->gemm->C, e->count,
                                        (uint32_t)(item->dimension[2] * r * r), e->C, &refused);
    return status == WM_OK && refused == 0 ? judge(e, is_right) : status;
}

/* Compares the output with the second product. */
static wm_status compare(const exact *e, wm_exact_difference *difference)
{
    wm_device *device = e->check->device;
    wm_status status = make(e);
    difference->wrong = UINT64_MAX; /* what a device does not answer */
    if (status == WM_OK)
        status = device->ops->compare_exact(device, e->gemm->C, e->gemm->output_format, e->C,
                                            e->count, difference);
    if (status == WM_OK && difference->wrong > e->count)
        return no_answer(e->check, "the device did not compare the output");
    return status == WM_OK && difference->too_large > 0
               ? no_answer(e->check, "an element is larger than its format can hold")
               : status;
}

static wm_status find(const wm_check *check, const wm_buffer *context,
                      wm_exact_difference *difference)
{
    exact e;
    bool is_right = false;
    wm_status status = open_exact(&e, check, context);
    *difference = (wm_exact_difference){0};
    if (status == WM_OK)
        status = judge_output(&e, &is_right);
    if (status == WM_OK && !is_right)
        status = compare(&e, difference);
    close_exact(&e);
    return status;
}

wm_status wm_exact_product_check(const wm_check *check, const wm_buffer *context,
                                 wm_observed_residual *residual)
{
    wm_check_known *known = check->known;
    wm_exact_difference difference = {0};
    uint8_t key[WM_SHA256_SIZE];
    wm_status status = WM_OK;
    wm_sha256_hash(context->data, context->size, key);
    if (known == NULL || !known->is_there || memcmp(known->seed, key, sizeof key) != 0)
        status = find(check, context, &difference);
    if (status != WM_OK)
        return status;
    if (known != NULL && difference.wrong == 0) {
        *known = (wm_check_known){.is_there = true};
        memcpy(known->seed, key, sizeof key);
    }
    *residual = wm_check_difference((double)difference.wrong,
                                    (double)check->job->as.gemm.m * (double)check->job->as.gemm.n);
    return WM_OK;
}

wm_status wm_exact_product_find(const wm_check *check, const uint8_t digest[WM_SHA256_SIZE],
                                wm_wrong_element *element)
{
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_exact_difference difference = {0};
    wm_status status = wm_derive_context(check->item, check->nonce, digest, &context);
    *element = (wm_wrong_element){0};
    if (status == WM_OK)
        status = find(check, &context, &difference);
    wm_buffer_clear(&context);
    if (status == WM_OK && difference.wrong > 0)
        *element = (wm_wrong_element){.is_there = true,
                                      .format = check->job->as.gemm.output_format,
                                      .row = difference.first / check->job->as.gemm.n,
                                      .column = difference.first % check->job->as.gemm.n,
                                      .found = difference.found,
                                      .expected = difference.expected};
    return status;
}

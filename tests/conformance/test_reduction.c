/* Sums in levels: the format's order by a plain loop, and what the check of them sees. */
#include "backend/registry.h"
#include "record/laws/plan.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tolerance of the format, record.md section 7. */
static const double TOLERANCE = 9.0 / 16777216;

static const uint8_t SEED[32] = {7, 1, 4};

/* ---- docs/formats/inputs.md section 4, written down once more ---- */

static float tree(const float *lanes, size_t count)
{
    float half[512];
    if (count == 1)
        return lanes[0];
    for (size_t l = 0; l < count / 2; l++)
        half[l] = lanes[l] + lanes[l + count / 2];
    return tree(half, count / 2);
}

static float block_sum(const float *x, size_t count)
{
    float lanes[1024];
    for (size_t l = 0; l < 1024; l++) {
        lanes[l] = l < count ? x[l] : 0;
        for (size_t i = l + 1024; i < count; i += 1024)
            lanes[l] += x[i];
    }
    return tree(lanes, 1024);
}

static float group_sum(const float *x, size_t count)
{
    float lanes[256];
    for (size_t l = 0; l < 256; l++)
        lanes[l] = l < count ? x[l] : 0;
    return tree(lanes, 256);
}

/* Writes the levels one after another and returns the number of sums. */
static size_t sum_in_levels(const float *x, size_t n, float *out)
{
    size_t here = (n + 16383) / 16384, at = 0;
    for (size_t i = 0; i < here; i++)
        out[i] = block_sum(x + 16384 * i, n - 16384 * i < 16384 ? n - 16384 * i : 16384);
    while (here > 1) {
        const size_t above = (here + 255) / 256;
        for (size_t i = 0; i < above; i++)
            out[at + here + i] =
                group_sum(out + at + 256 * i, here - 256 * i < 256 ? here - 256 * i : 256);
        at += here;
        here = above;
    }
    return at + 1;
}

/* ---- a device with x and its sums ---- */

typedef struct sums {
    wm_device *device;
    wm_reduction reduction;
    wm_device_buffer *x;
    size_t count; /* of sums */
    float *host_x, *got;
} sums;

static sums open_sums(wm_device *device, size_t n, bool deterministic)
{
    sums s = {.device = device, .count = (size_t)wm_plan_sums(n)};
    const wm_backend *ops = device->ops;
    s.host_x = malloc(n * sizeof(float));
    s.got = malloc(s.count * sizeof(float));
    s.reduction = (wm_reduction){.deterministic = deterministic, .count = n};
    assert_int_equal(ops->alloc(device, n * sizeof(float), &s.x), WM_OK);
    assert_int_equal(ops->alloc(device, s.count * sizeof(float), &s.reduction.out), WM_OK);
    assert_int_equal(ops->fill_normal(device, s.x, WM_FORMAT_F32, n, SEED), WM_OK);
    assert_int_equal(ops->download(device, s.x, 0, s.host_x, n * sizeof(float)), WM_OK);
    s.reduction.x = s.x;
    return s;
}

static void run_sums(sums *s)
{
    const wm_backend *ops = s->device->ops;
    assert_int_equal(ops->reduce(s->device, &s->reduction), WM_OK);
    assert_int_equal(
        ops->download(s->device, s->reduction.out, 0, s->got, s->count * sizeof(float)), WM_OK);
}

static double error_of(sums *s)
{
    wm_difference result = {(double)NAN, (double)NAN};
    assert_int_equal(s->device->ops->reduction_residual(s->device, &s->reduction, &result), WM_OK);
    assert_true(result.reference_max == 1);
    return result.difference_max;
}

static void close_sums(sums *s)
{
    s->device->ops->free(s->device, s->x);
    s->device->ops->free(s->device, s->reduction.out);
    free(s->host_x);
    free(s->got);
}

/* ---- tests ---- */

static void the_output_has_all_levels(void **state)
{
    static const struct {
        uint64_t n, all, tail;
    } SIZES[] = {{1, 1, 1},
                 {16384, 1, 1},
                 {16385, 3, 1},
                 {16384 * 256, 257, 1},
                 {16384 * 256 + 1, 257 + 2 + 1, 1},
                 {16384 * 512, 512 + 2 + 1, 1},
                 {1u << 30, 65536 + 256 + 1, 2},
                 {2147483647, 131072 + 512 + 2 + 1, 3},
                 {3212804096, 196094 + 766 + 3 + 1, 4},
                 {3212804097, 196095 + 766 + 3 + 1, 4},
                 {(uint64_t)1 << 38, (1u << 24) + 65536 + 256 + 1, 4}};
    wm_item item = {.variant = wm_tables_variant("reduction", 9, "deterministic", 13)};
    (void)state;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        wm_output output;
        item.dimension[0] = SIZES[i].n;
        wm_plan_output(&item, &output);
        assert_int_equal(wm_plan_sums(SIZES[i].n), SIZES[i].all);
        assert_int_equal((output.rows - 1) * output.columns + output.last_columns, SIZES[i].all);
        assert_int_equal(output.tail, SIZES[i].tail);
    }
}

/* On the first device of every backend; on the CPU also with other numbers of threads. */
static void check_order(wm_device *device)
{
    static const size_t SIZES[] = {1, 2, 1023, 1025, 16383, 16384, 20000, 4194304, 5000003};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        sums s = open_sums(device, SIZES[i], true);
        float *wanted = malloc(s.count * sizeof *wanted);
        assert_int_equal(sum_in_levels(s.host_x, SIZES[i], wanted), s.count);
        run_sums(&s);
        assert_memory_equal(s.got, wanted, s.count * sizeof *wanted);
        assert_true(error_of(&s) <= TOLERANCE);
        free(wanted);
        close_sums(&s);
    }
}

static void the_order_is_the_formats_on_every_device(void **state)
{
    (void)state;
    for (size_t i = 0; wm_registry_get(i) != NULL; i++) {
        wm_device *device = NULL;
        size_t count = 0;
        assert_int_equal(wm_registry_get(i)->list(NULL, 0, &count, NULL), WM_OK);
        if (count == 0)
            continue;
        assert_int_equal(wm_registry_get(i)->open(&(wm_device_options){.index = 0}, &device, NULL),
                         WM_OK);
        check_order(device);
        device->ops->close(device);
    }
    for (uint32_t threads = 1; threads <= 3; threads += 2) {
        wm_device *device = open_cpu(threads);
        check_order(device);
        device->ops->close(device);
    }
}

/* The check sees a change of any one sum: by itself, and in the sum over it. */
static void every_sum_is_checked(void **state)
{
    wm_device *device = open_cpu(2);
    sums s = open_sums(device, 5000003, false);
    (void)state;
    run_sums(&s);
    assert_true(error_of(&s) <= TOLERANCE);
    for (size_t at = 0; at < s.count; at++) {
        /* its exponent's lowest bit: the value doubles or halves */
        assert_int_equal(device->ops->flip_bits(device, s.reduction.out, 4 * at, 0x800000, 4),
                         WM_OK);
        if (!(error_of(&s) > TOLERANCE))
            fail_msg("sum %zu is not checked", at);
        assert_int_equal(device->ops->flip_bits(device, s.reduction.out, 4 * at, 0x800000, 4),
                         WM_OK);
    }
    assert_true(error_of(&s) <= TOLERANCE);
    close_sums(&s);
    device->ops->close(device);
}

/* A sum that leaves one addend out is wrong by that addend alone. */
static void a_lost_addend_is_seen(void **state)
{
    static const size_t PLACES[] = {0, 1024, 16384 * 7 + 5, 5000002};
    const float zero = 0;
    wm_device *device = open_cpu(2);
    sums s = open_sums(device, 5000003, true);
    (void)state;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        const size_t at = PLACES[i];
        assert_true(fabsf(s.host_x[at]) > 0.0088f);
        assert_int_equal(device->ops->upload(device, s.x, 4 * at, &zero, 4), WM_OK);
        run_sums(&s);
        assert_int_equal(device->ops->upload(device, s.x, 4 * at, &s.host_x[at], 4), WM_OK);
        assert_true(error_of(&s) > TOLERANCE);
    }
    close_sums(&s);
    device->ops->close(device);
}

/* Sums of zeros have no norm: an exact one is right, any other one is not a number. */
static void zeros_have_no_error(void **state)
{
    wm_device *device = open_cpu(2);
    sums s = open_sums(device, 20000, true);
    const float one = 1;
    (void)state;
    assert_int_equal(device->ops->fill_bytes(device, s.x, 20000 * 4, 0), WM_OK);
    run_sums(&s);
    assert_true(error_of(&s) == 0);
    assert_int_equal(device->ops->upload(device, s.reduction.out, 0, &one, 4), WM_OK);
    assert_true(isnan(error_of(&s)));
    close_sums(&s);
    device->ops->close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_output_has_all_levels),
        cmocka_unit_test(the_order_is_the_formats_on_every_device),
        cmocka_unit_test(every_sum_is_checked),
        cmocka_unit_test(a_lost_addend_is_seen),
        cmocka_unit_test(zeros_have_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

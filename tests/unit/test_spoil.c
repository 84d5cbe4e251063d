/* Tests of workload/workload, its spoiled outputs: no element stays right, in any output format. */
#include "workload/workload.h"

#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static wm_backend bent;
static const wm_backend *honest;

static wm_item item_of(const char *workload, const char *variant, uint32_t a, uint32_t b,
                       uint32_t c)
{
    const wm_item item = {
        .variant = wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
        .dimension = {a, b, c},
        .repeats = 1};
    assert_non_null(item.variant);
    return item;
}

static void get(const wm_workload *workload, uint8_t *bytes)
{
    assert_int_equal(workload->device->ops->download(workload->device, workload->output, 0, bytes,
                                                     workload->output_bytes),
                     WM_OK);
}

static void floats_become_nan(void **state)
{
    const wm_item items[] = {
        item_of("gemm", "fp16", 5, 7, 3),     item_of("gemm", "bf16", 5, 7, 3),
        item_of("gemm", "f32", 5, 7, 3),      item_of("gemm", "f64", 5, 7, 3),
        item_of("hbm_triad", "f32", 1, 0, 0), item_of("index_add", "atomic", 9, 3, 4)};
    wm_device *device = open_cpu(0);
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, device, &items[i]), WM_OK);
        uint8_t *bytes = malloc(workload.output_bytes);
        assert_int_equal(wm_workload_spoil(&workload), WM_OK);
        get(&workload, bytes);
        for (size_t e = 0; e < workload.output_count; e++)
            assert_true(isnan(wm_format_load(workload.output_format, bytes, e)));
        free(bytes);
        wm_workload_close(&workload);
    }
    device->ops->close(device);
}

/* An integer has no NaN: each call writes other words. */
static void integers_become_other_words_each_time(void **state)
{
    const wm_item items[] = {item_of("gemm", "int8", 30, 40, 5),
                             item_of("random_access", "bandwidth", 64, 1200, 2)};
    wm_device *device = open_cpu(0);
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        wm_workload workload;
        uint32_t first[1200], second[1200];
        size_t equal = 0;
        assert_int_equal(wm_workload_open(&workload, device, &items[i]), WM_OK);
        assert_int_equal(workload.output_bytes, sizeof first);
        assert_int_equal(wm_workload_spoil(&workload), WM_OK);
        get(&workload, (uint8_t *)first);
        assert_int_equal(wm_workload_spoil(&workload), WM_OK);
        get(&workload, (uint8_t *)second);
        for (size_t e = 0; e < 1200; e++)
            equal += first[e] == second[e];
        assert_true(equal < 3); /* 3 equal words by chance: 1e-19 */
        wm_workload_close(&workload);
    }
    device->ops->close(device);
}

static wm_status ignored_bytes(wm_device *device, wm_device_buffer *buffer, size_t size_bytes,
                               uint8_t byte)
{
    (void)device;
    (void)buffer;
    (void)size_bytes;
    (void)byte;
    return WM_OK;
}

static wm_status ignored_index(wm_device *device, wm_device_buffer *buffer, size_t count,
                               size_t stride, uint64_t bound, const uint8_t seed[32])
{
    uint8_t other[32];
    memcpy(other, seed, sizeof other);
    other[5] ^= 1;
    return honest->fill_index(device, buffer, count, stride, bound, other);
}

static void a_device_that_does_not_write_is_refused(void **state)
{
    const wm_item items[] = {item_of("gemm", "fp16", 5, 7, 3), item_of("gemm", "int8", 5, 7, 3)};
    wm_device *device = open_cpu(0);
    (void)state;
    honest = device->ops;
    bent = *honest;
    bent.fill_bytes = ignored_bytes;
    bent.fill_index = ignored_index;
    for (size_t i = 0; i < 2; i++) {
        wm_workload workload;
        assert_int_equal(wm_workload_open(&workload, device, &items[i]), WM_OK);
        assert_int_equal(honest->fill_bytes(device, workload.output, workload.output_bytes, 0),
                         WM_OK);
        assert_int_equal(wm_workload_spoil(&workload), WM_OK);
        assert_int_equal(honest->fill_bytes(device, workload.output, workload.output_bytes, 0),
                         WM_OK);
        device->ops = &bent;
        assert_int_equal(wm_workload_spoil(&workload), WM_E_DEVICE);
        device->ops = honest;
        wm_workload_close(&workload);
    }
    device->ops->close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_become_nan),
        cmocka_unit_test(integers_become_other_words_each_time),
        cmocka_unit_test(a_device_that_does_not_write_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of verify/opener: its paths lead to the digest, at every shape of a tree. */
#include "verify/opener.h"

#include "backend/registry.h"
#include "record/derive.h"
#include "workload/workload.h"
#include "standards/base64.h"
#include "standards/merkle.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <stdlib.h>
#include <string.h>

static wm_device *device;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(1);
    return device != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    device->ops->close(device);
    return 0;
}

static size_t read_path(wm_list list, uint8_t path[64 * 32])
{
    size_t count = 0;
    while (wm_member_next_hex(&list, path + 32 * count))
        count++;
    return count;
}

/* Checks one opening from the outside: data, row path, matrix path, digest. */
static void check_opening(const wm_opening_node *opening, const wm_output *shape,
                          const uint8_t digest[32])
{
    const uint64_t row = (uint64_t)opening->row, chunk = (uint64_t)opening->chunk;
    uint8_t bytes[1024], leaf[32], row_digest[32], path[64 * 32];
    size_t size, count;
    assert_int_equal(
        wm_base64_decode(opening->data.bytes, opening->data.size, bytes, sizeof bytes, &size),
        WM_OK);
    assert_int_equal(size, shape->row_bytes - chunk * 1024 < 1024 ? shape->row_bytes - chunk * 1024
                                                                  : 1024);
    wm_merkle_leaf(bytes, size, leaf);
    count = read_path(opening->row_path, path);
    assert_int_equal(
        wm_merkle_follow_inclusion(leaf, chunk, shape->chunks, path, count, row_digest), WM_OK);
    wm_merkle_leaf(row_digest, 32, leaf);
    count = read_path(opening->matrix_path, path);
    assert_int_equal(wm_merkle_check_inclusion(leaf, row, shape->rows, path, count, digest), WM_OK);
}

static void check_shape(const char *variant, uint32_t m, uint32_t n, uint32_t k)
{
    const wm_item item = {.variant = wm_tables_variant("gemm", 4, variant, strlen(variant)),
                          .dimension = {m, n, k},
                          .repeats = 1};
    wm_workload workload;
    wm_opener opener = {.count = 0};
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t digest[32], seed[32];
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "ab"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    assert_int_equal(wm_workload_digest_tree(&workload, digest), WM_OK);
    const wm_check check = {device, &item, "ab", &workload.job};
    assert_int_equal(wm_opener_open(&opener, &check, digest, workload.tree), WM_OK);
    assert_int_equal(opener.count, 32);
    assert_int_equal(wm_derive_context(&item, "ab", digest, &context), WM_OK);
    wm_derive_challenge(&context, WM_CHALLENGE_OPENING, seed);
    for (unsigned t = 0; t < 32; t++) {
        const wm_opening_node *opening = &opener.nodes[t];
        uint64_t row, chunk;
        wm_derive_opening(seed, &workload.shape, t, &row, &chunk);
        assert_true((double)row == opening->row);
        assert_true((double)chunk == opening->chunk);
        check_opening(opening, &workload.shape, digest);
    }
    wm_buffer_clear(&context);
    wm_opener_clear(&opener);
    wm_workload_close(&workload);
}

static void paths_lead_to_the_digest(void **state)
{
    (void)state;
    check_shape("fp16", 1, 1, 1);
    check_shape("fp16", 5, 700, 8);
    check_shape("f32", 8, 256, 16);
    check_shape("f64", 13, 1000, 3);
    check_shape("bf16", 33, 2049, 4);
    check_shape("int8", 64, 1, 5);
}

static size_t most_leaves, calls; /* largest request to the device */

static wm_status count_leaves(wm_device *on, const wm_openings *openings)
{
    const size_t bytes = openings->count * ((openings->row_bytes + 1023) / 1024) * 32;
    most_leaves = bytes > most_leaves ? bytes : most_leaves;
    calls++;
    return wm_registry_find("cpu")->open_chunks(on, openings);
}

/* A row of 8 MB: not all leaves are in memory at once, and they are the same. */
static void wide_rows_take_bounded_memory(void **state)
{
    const wm_backend *own = device->ops;
    static wm_backend counting;
    (void)state;
    counting = *own;
    counting.open_chunks = count_leaves;
    device->ops = &counting;
    most_leaves = calls = 0;
    check_shape("fp16", 1, 1 << 22, 1);
    assert_in_range(most_leaves, 8192 * 32, 4 << 20);
    assert_in_range(calls, 2, 32);
    calls = 0;
    check_shape("fp16", 5, 700, 8); /* those of ordinary rows in one call */
    assert_int_equal(calls, 1);
    device->ops = own;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paths_lead_to_the_digest, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wide_rows_take_bounded_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

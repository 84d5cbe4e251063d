/* Tests of verify/opener: its paths lead to the digest, at every shape of a tree. */
#include "verify/opener.h"

#include "backend/registry.h"
#include "record/laws/derive.h"
#include "workload/workload.h"
#include "standards/base64.h"
#include "standards/merkle.h"
#include "standards/philox.h"
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
    const uint64_t element = shape->row_bytes / shape->columns;
    const uint64_t row_bytes =
        row + 1 == shape->rows ? shape->last_columns * element : shape->row_bytes;
    const uint64_t left = row_bytes - chunk * 1024;
    uint8_t bytes[1024], leaf[32], row_digest[32], path[64 * 32];
    size_t size, count;
    assert_int_equal(
        wm_base64_decode(opening->data.bytes, opening->data.size, bytes, sizeof bytes, &size),
        WM_OK);
    assert_int_equal(size, left < 1024 ? left : 1024);
    wm_merkle_leaf(bytes, size, leaf);
    count = read_path(opening->row_path, path);
    assert_int_equal(
        wm_merkle_follow_inclusion(leaf, chunk, (row_bytes + 1023) / 1024, path, count, row_digest),
        WM_OK);
    wm_merkle_leaf(row_digest, 32, leaf);
    count = read_path(opening->matrix_path, path);
    assert_int_equal(wm_merkle_check_inclusion(leaf, row, shape->rows, path, count, digest), WM_OK);
}

/* The places by the words of inputs.md section 6, with a list of all chunks: each draw takes the
 * d-th of those that are left. */
static unsigned draw_slowly(const wm_output *shape, const uint8_t seed[32], uint64_t *numbers)
{
    const uint64_t element = shape->row_bytes / shape->columns;
    const size_t all =
        (size_t)((shape->rows - 1) * shape->chunks + (shape->last_columns * element + 1023) / 1024);
    const wm_philox stream = wm_philox_from_seed(seed);
    uint64_t *left = malloc((all + 1) * sizeof *left);
    size_t count = all - (size_t)shape->tail;
    unsigned t = 0;
    assert_non_null(left);
    for (size_t i = 0; i < count; i++)
        left[i] = i;
    for (; t < 32 && count > 0; t++, count--) {
        const size_t d = (size_t)wm_philox_bounded(&stream, t, count);
        numbers[t] = left[d];
        memmove(left + d, left + d + 1, (count - d - 1) * sizeof *left);
    }
    for (uint64_t i = all - shape->tail; i < all; i++)
        numbers[t++] = i;
    free(left);
    return t;
}

static void check_item(wm_item item)
{
    wm_workload workload;
    wm_opener opener = {.count = 0};
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t digest[32], seed[32];
    uint64_t numbers[64];
    assert_int_equal(wm_workload_open(&workload, device, &item), WM_OK);
    assert_int_equal(wm_workload_fill(&workload, "ab"), WM_OK);
    assert_int_equal(wm_job_run(device, &workload.job), WM_OK);
    assert_int_equal(wm_workload_digest_tree(&workload, digest), WM_OK);
    const wm_check check = {device, &item, "ab", &workload.job, NULL};
    assert_int_equal(wm_opener_open(&opener, &check, digest, workload.tree), WM_OK);
    assert_int_equal(wm_derive_context(&item, "ab", digest, &context), WM_OK);
    wm_derive_opening(&context, NULL, seed);
    assert_int_equal(opener.count, draw_slowly(&workload.shape, seed, numbers));
    for (unsigned t = 0; t < opener.count; t++) {
        const wm_opening_node *opening = &opener.nodes[t];
        assert_true((double)(numbers[t] / workload.shape.chunks) == opening->row);
        assert_true((double)(numbers[t] % workload.shape.chunks) == opening->chunk);
        check_opening(opening, &workload.shape, digest);
    }
    wm_buffer_clear(&context);
    wm_opener_clear(&opener);
    wm_workload_close(&workload);
}

static wm_item item_of(const char *workload, const char *variant, uint32_t a, uint32_t b,
                       uint32_t c, uint32_t d)
{
    return (wm_item){.variant =
                         wm_tables_variant(workload, strlen(workload), variant, strlen(variant)),
                     .dimension = {a, b, c, d},
                     .repeats = 1};
}

static void check_shape(const char *variant, uint32_t m, uint32_t n, uint32_t k)
{
    check_item(item_of("gemm", variant, m, n, k, 0));
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

/* Vectors with a short last row or a short last chunk, and matrices of other workloads. */
static void every_workload_is_opened(void **state)
{
    (void)state;
    check_item(item_of("hbm_triad", "f32", 1, 0, 0, 0));
    check_item(item_of("hbm_triad", "f32", 8192, 0, 0, 0)); /* 32 chunks: all of them */
    check_item(item_of("hbm_triad", "f32", 8193, 0, 0, 0));
    check_item(item_of("hbm_copy", "f32", 262144 + 300, 0, 0, 0));
    check_item(item_of("hbm_copy", "f32", 3 * 262144, 0, 0, 0));
    check_item(item_of("attention", "bf16", 2, 3, 50, 32));
    check_item(item_of("attention", "bf16_causal", 2, 3, 50, 32));
    check_item(item_of("reduction", "default", 40000, 0, 0, 0));
    check_item(item_of("reduction", "deterministic", 1 << 23, 0, 0, 0));
    check_item(item_of("scatter_add", "atomic", 1000, 300001, 0, 0));
    check_item(item_of("index_add", "atomic", 100, 300, 40, 0));
    check_item(item_of("random_access", "bandwidth", 1000, 10001, 2, 0));
}

static void levels_of_a_reduction(void **state)
{
    uint64_t sums[WM_PLAN_LEVELS];
    (void)state;
    assert_int_equal(wm_plan_levels(1, sums), 1);
    assert_int_equal(wm_plan_levels(16384, sums), 1);
    assert_int_equal(sums[0], 1);
    assert_int_equal(wm_plan_levels(16385, sums), 2);
    assert_int_equal(sums[0], 2);
    assert_int_equal(sums[1], 1);
    assert_int_equal(wm_plan_levels(((uint64_t)1 << 31) - 1, sums), 4);
    assert_int_equal(sums[0], 131072);
    assert_int_equal(sums[1], 512);
    assert_int_equal(sums[2], 2);
    assert_int_equal(sums[3], 1);
}

/* inputs.md section 6: at most four chunks with sums of higher levels are opened, at any length. */
static void the_longest_reduction_has_as_many_openings(void **state)
{
    static const struct {
        uint64_t n, chunks, tail;
    } cases[] = {{3212804096, 769, 4}, {3212804097, 770, 4}, {(uint64_t)1 << 38, 65794, 4}};
    uint64_t sums[WM_PLAN_LEVELS];
    (void)state;
    assert_int_equal(WM_TABLES_LENGTH, (uint64_t)1 << 38);
    assert_int_equal(wm_plan_levels(WM_TABLES_LENGTH, sums), WM_PLAN_LEVELS);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static const uint8_t seed[32] = {7};
        const wm_item item = {.variant = wm_tables_variant("reduction", 9, "deterministic", 13),
                              .dimension = {cases[i].n},
                              .repeats = 1};
        wm_opening_place places[WM_OPENING_MOST];
        wm_output output;
        wm_plan_output(&item, &output);
        assert_int_equal(wm_opening_chunks(&output), cases[i].chunks);
        assert_int_equal(output.tail, cases[i].tail);
        assert_int_equal(wm_opening_count(&output), WM_OPENING_MOST);
        assert_int_equal(wm_opening_draw(&output, seed, places), WM_OPENING_MOST);
        for (unsigned t = 0; t < WM_PLAN_TAIL; t++) {
            const wm_opening_place *place = &places[WM_TABLES_OPENINGS + t];
            assert_int_equal(place->row * output.chunks + place->chunk,
                             cases[i].chunks - WM_PLAN_TAIL + t);
        }
    }
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
        cmocka_unit_test_setup_teardown(every_workload_is_opened, set_up, tear_down),
        cmocka_unit_test(levels_of_a_reduction),
        cmocka_unit_test(the_longest_reduction_has_as_many_openings),
        cmocka_unit_test_setup_teardown(wide_rows_take_bounded_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of standards/merkle and standards/merkle_ranges. */
#include "standards/merkle_ranges.h"
#include "support/cmocka.h"

#include <string.h>

enum { LEAVES = 70 };

static uint8_t leaves[LEAVES * 32];

static int make_leaves(void **state)
{
    uint8_t i;
    (void)state;
    for (i = 0; i < LEAVES; i++)
        wm_merkle_leaf(&i, 1, leaves + 32 * i);
    return 0;
}

/* RFC 6962, section 2.1: the definition by recursion. */
static void tree_hash(const uint8_t *hashes, size_t count, uint8_t root[32])
{
    uint8_t left[32], right[32];
    size_t split = 1;
    if (count == 0) {
        wm_sha256_hash(NULL, 0, root);
        return;
    }
    if (count == 1) {
        memcpy(root, hashes, 32);
        return;
    }
    while (2 * split < count)
        split *= 2;
    tree_hash(hashes, split, left);
    tree_hash(hashes + 32 * split, count - split, right);
    wm_merkle_node(left, right, root);
}

static void leaf_and_node_have_their_own_prefix(void **state)
{
    uint8_t hash[32], expected[32], joined[65] = {1};
    (void)state;
    wm_merkle_leaf("", 0, hash);
    wm_sha256_hash("\0", 1, expected);
    assert_memory_equal(hash, expected, 32);
    memset(joined + 1, 7, 32);
    memset(joined + 33, 9, 32);
    wm_merkle_node(joined + 1, joined + 33, hash);
    wm_sha256_hash(joined, sizeof joined, expected);
    assert_memory_equal(hash, expected, 32);
}

static void growing_gives_the_defined_root(void **state)
{
    uint8_t root[32], expected[32];
    wm_merkle tree;
    uint8_t i;
    (void)state;
    wm_merkle_init(&tree);
    for (i = 0; i < LEAVES; i++) {
        tree_hash(leaves, i, expected);
        wm_merkle_root(&tree, root);
        assert_memory_equal(root, expected, 32);
        wm_merkle_root_of(leaves, i, root);
        assert_memory_equal(root, expected, 32);
        wm_merkle_add(&tree, &i, 1);
    }
}

static void flip(uint8_t *bytes, size_t bit)
{
    bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

/* RFC 6962, section 2.1.1: the path of a leaf, from the leaf to the root. */
static size_t path_to(const uint8_t *hashes, size_t count, size_t index, uint8_t *path)
{
    size_t split = 1, used;
    if (count == 1)
        return 0;
    while (2 * split < count)
        split *= 2;
    if (index < split) {
        used = path_to(hashes, split, index, path);
        tree_hash(hashes + 32 * split, count - split, path + 32 * used);
    } else {
        used = path_to(hashes + 32 * split, count - split, index - split, path);
        tree_hash(hashes, split, path + 32 * used);
    }
    return used + 1;
}

static void check_one_inclusion(uint64_t count, uint64_t index)
{
    uint8_t root[32], path[(WM_MERKLE_PATH_MAX + 1) * 32];
    const uint8_t *leaf = leaves + 32 * index;
    size_t size, i;
    wm_merkle_root_of(leaves, count, root);
    size = path_to(leaves, count, index, path);
    assert_int_equal(wm_merkle_check_inclusion(leaf, index, count, path, size, root), WM_OK);
    for (i = 0; i < size * 32; i += 7) {
        flip(path, 8 * i);
        assert_int_equal(wm_merkle_check_inclusion(leaf, index, count, path, size, root),
                         WM_E_MISMATCH);
        flip(path, 8 * i);
    }
    memset(path + 32 * size, 0, 32);
    assert_int_equal(wm_merkle_check_inclusion(leaf, index, count, path, size + 1, root),
                     WM_E_INVALID);
    if (size > 0)
        assert_int_equal(wm_merkle_check_inclusion(leaf, index, count, path, size - 1, root),
                         WM_E_INVALID);
    assert_int_equal(wm_merkle_check_inclusion(leaf, count, count, path, size, root), WM_E_INVALID);
    for (i = 0; i < count; i++)
        if (i != index)
            assert_int_not_equal(wm_merkle_check_inclusion(leaf, i, count, path, size, root),
                                 WM_OK);
}

static void inclusion_holds_for_its_leaf_alone(void **state)
{
    uint64_t count, index;
    (void)state;
    for (count = 1; count <= 40; count++)
        for (index = 0; index < count; index++)
            check_one_inclusion(count, index);
}

/* Counts near 2^64 must neither loop forever nor overflow. */
static void huge_counts_are_survived(void **state)
{
    uint8_t path[70 * 32] = {0}, root[32] = {0};
    (void)state;
    assert_int_equal(wm_merkle_check_inclusion(root, 0, UINT64_MAX, path, 64, root), WM_E_MISMATCH);
    assert_int_equal(wm_merkle_check_inclusion(root, 0, UINT64_MAX, path, 65, root), WM_E_INVALID);
    assert_int_equal(wm_merkle_check_inclusion(root, UINT64_MAX - 1, UINT64_MAX, path, 63, root),
                     WM_E_MISMATCH);
    assert_int_equal(wm_merkle_check_inclusion(root, UINT64_MAX - 1, UINT64_MAX, path, 64, root),
                     WM_E_INVALID);
}

/* ---- ranges ---------------------------------------------------------------------------------- */

/* Record.md, section 9: the path by recursion, for leaves that are in a range where in[i] is. */
static size_t path_of(const bool *in, size_t first, size_t count, uint8_t *path)
{
    size_t split = 1, used;
    bool is_apart = true;
    for (size_t i = first; i < first + count; i++)
        is_apart = is_apart && !in[i];
    if (is_apart) {
        tree_hash(leaves + 32 * first, count, path);
        return 1;
    }
    if (count == 1)
        return 0;
    while (2 * split < count)
        split *= 2;
    used = path_of(in, first, split, path);
    return used + path_of(in, first + split, count - split, path + 32 * used);
}

/* Checks the ranges of a set of leaves: their path is the defined one, and no other holds. */
static void check_set(size_t count, const bool *in)
{
    wm_merkle_range range[LEAVES] = {{0, 0}};
    uint8_t root[32], expected[LEAVES * 32], path[(LEAVES + 1) * 32] = {0}, chosen[LEAVES * 32];
    size_t ranges = 0, size = 0, wanted = path_of(in, 0, count, expected), used = 0;
    for (size_t i = 0; i < count; i++) {
        if (!in[i])
            continue;
        if (i == 0 || !in[i - 1])
            range[ranges++] = (wm_merkle_range){i, 0};
        range[ranges - 1].count++;
        memcpy(chosen + 32 * used++, leaves + 32 * i, 32);
    }
    tree_hash(leaves, count, root);
    assert_int_equal(wm_merkle_ranges_prove(leaves, count, range, ranges, path, &size), WM_OK);
    assert_int_equal(size, wanted);
    assert_memory_equal(path, expected, 32 * size);
#define CHECK(n, size) wm_merkle_ranges_check(chosen, range, ranges, n, path, size, root)
    assert_int_equal(CHECK(count, size), WM_OK);
    assert_int_equal(CHECK(count, size + 1), WM_E_INVALID);
    if (size > 0)
        assert_int_equal(CHECK(count, size - 1), WM_E_INVALID);
    for (size_t i = 0; i < size; i++) {
        flip(path, 256 * i + 77);
        assert_int_equal(CHECK(count, size), WM_E_MISMATCH);
        flip(path, 256 * i + 77);
    }
    for (size_t i = 0; i < used; i++) {
        flip(chosen, 256 * i + 5);
        assert_int_equal(CHECK(count, size), WM_E_MISMATCH);
        flip(chosen, 256 * i + 5);
    }
    range[ranges - 1].first++; /* other places */
    assert_int_not_equal(CHECK(count, size), WM_OK);
#undef CHECK
}

static void ranges_hold_for_their_leaves_alone(void **state)
{
    bool in[LEAVES + 1];
    (void)state;
    for (size_t count = 1; count <= 9; count++) {
        for (unsigned set = 1; set < 1u << count; set++) {
            for (size_t i = 0; i < count; i++)
                in[i] = set >> i & 1;
            check_set(count, in);
        }
    }
    for (size_t i = 0; i < LEAVES; i++)
        in[i] = (i >= 3 && i < 20) || (i >= 40 && i < 64);
    check_set(LEAVES, in);
}

static void other_ranges_are_refused(void **state)
{
    static const wm_merkle_range WRONG[][2] = {
        {{0, 0}, {3, 1}}, {{3, 1}, {0, 1}},          {{0, 2}, {2, 1}}, {{0, 2}, {1, 1}},
        {{0, 1}, {9, 1}}, {{0, 1}, {8, UINT64_MAX}}, {{0, 1}, {2, 8}}, {{UINT64_MAX, 1}, {1, 1}},
    };
    uint8_t path[4 * WM_MERKLE_RANGES_PATH_MAX * 32] = {0}, root[32];
    size_t size;
    (void)state;
    tree_hash(leaves, 9, root);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        assert_int_equal(wm_merkle_ranges_prove(leaves, 9, WRONG[i], 2, path, &size), WM_E_ARG);
        assert_int_equal(wm_merkle_ranges_check(leaves, WRONG[i], 2, 9, path, 4, root),
                         WM_E_INVALID);
    }
    assert_int_equal(wm_merkle_ranges_prove(leaves, 9, WRONG[0], 0, path, &size), WM_E_ARG);
    assert_int_equal(wm_merkle_ranges_check(leaves, WRONG[0], 0, 9, path, 1, root), WM_E_INVALID);
}

/* Counts near 2^64 must neither loop forever nor overflow. */
static void huge_counts_of_ranges_are_survived(void **state)
{
    static const wm_merkle_range LAST = {UINT64_MAX - 2, 2};
    uint8_t path[70 * 32] = {0}, root[32] = {0};
    (void)state;
    for (size_t size = 0; size < 70; size++)
        assert_int_not_equal(wm_merkle_ranges_check(leaves, &LAST, 1, UINT64_MAX, path, size, root),
                             WM_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaf_and_node_have_their_own_prefix),
        cmocka_unit_test(growing_gives_the_defined_root),
        cmocka_unit_test(inclusion_holds_for_its_leaf_alone),
        cmocka_unit_test(huge_counts_are_survived),
        cmocka_unit_test(ranges_hold_for_their_leaves_alone),
        cmocka_unit_test(other_ranges_are_refused),
        cmocka_unit_test(huge_counts_of_ranges_are_survived),
    };
    return cmocka_run_group_tests(tests, make_leaves, NULL);
}

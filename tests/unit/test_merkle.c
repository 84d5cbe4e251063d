/* Tests of standards/merkle. */
#include "standards/merkle.h"
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

static void check_one_inclusion(uint64_t count, uint64_t index)
{
    uint8_t root[32], path[(WM_MERKLE_PATH_MAX + 1) * 32];
    const uint8_t *leaf = leaves + 32 * index;
    size_t size, i;
    wm_merkle_root_of(leaves, count, root);
    assert_int_equal(wm_merkle_prove_inclusion(leaves, count, index, path, &size), WM_OK);
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

static void an_empty_tree_has_no_proof(void **state)
{
    uint8_t path[WM_MERKLE_PATH_MAX * 32];
    size_t size;
    (void)state;
    assert_int_equal(wm_merkle_prove_inclusion(leaves, 0, 0, path, &size), WM_E_ARG);
    assert_int_equal(wm_merkle_prove_inclusion(leaves, 5, 5, path, &size), WM_E_ARG);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaf_and_node_have_their_own_prefix),
        cmocka_unit_test(growing_gives_the_defined_root),
        cmocka_unit_test(inclusion_holds_for_its_leaf_alone),
        cmocka_unit_test(an_empty_tree_has_no_proof),
        cmocka_unit_test(huge_counts_are_survived),
    };
    return cmocka_run_group_tests(tests, make_leaves, NULL);
}

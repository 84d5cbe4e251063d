/* Tests of backend/cpu/cpu_sha256_lanes against one hash at a time. */
#include "backend/cpu/cpu_sha256.h"
#include "standards/sha256.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

enum { LANES = WM_CPU_SHA256_LANES, LONGEST = 1100 };

static uint8_t messages[LANES][LONGEST], digests[LANES][32];

static void skip_without_lanes(void)
{
    if (wm_cpu_sha256_lanes_there())
        return;
    printf("skipped: this processor has no AVX-512\n");
    skip();
}

static void hash_one(uint8_t prefix, const uint8_t *message, size_t size, uint8_t digest[32])
{
    wm_sha256 hash;
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, &prefix, 1);
    wm_sha256_update(&hash, message, size);
    wm_sha256_final(&hash, digest);
}

/* Every size, so that prefix, message, padding bit and length occur at every position of a
 * block. */
static void every_size_agrees(void **state)
{
    const uint8_t *from[LANES];
    uint8_t *to[LANES], wanted[32];
    (void)state;
    skip_without_lanes();
    for (size_t lane = 0; lane < LANES; lane++) {
        from[lane] = messages[lane];
        to[lane] = digests[lane];
        for (size_t i = 0; i < LONGEST; i++)
            messages[lane][i] = (uint8_t)(lane * 89 + i * 31 + i / 256);
    }
    for (size_t size = 0; size <= LONGEST; size++) {
        const uint8_t prefix = (uint8_t)(size % 2);
        wm_cpu_sha256_lanes_hash(prefix, from, size, to);
        for (size_t lane = 0; lane < LANES; lane++) {
            hash_one(prefix, messages[lane], size, wanted);
            assert_memory_equal(digests[lane], wanted, 32);
        }
    }
}

/* A digest may overwrite a message. */
static void messages_may_be_overwritten(void **state)
{
    static uint8_t hashes[2 * LANES][32], wanted[LANES][32];
    const uint8_t *from[LANES];
    uint8_t *to[LANES];
    (void)state;
    skip_without_lanes();
    memset(hashes, 0x5A, sizeof hashes);
    for (size_t lane = 0; lane < LANES; lane++) {
        hashes[2 * lane][0] = (uint8_t)lane;
        hash_one(1, hashes[2 * lane], 64, wanted[lane]);
        from[lane] = hashes[2 * lane];
        to[lane] = hashes[lane];
    }
    wm_cpu_sha256_lanes_hash(1, from, 64, to);
    assert_memory_equal(hashes, wanted, sizeof wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_agrees),
        cmocka_unit_test(messages_may_be_overwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

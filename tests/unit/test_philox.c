/* Tests of standards/philox against the published known answers and the layout of
 * docs/formats/inputs.md. */
#include "standards/philox.h"
#include "support/cmocka.h"

#include <string.h>

/* Origin: kat_vectors of Random123 1.14 (philox4x32, 10 rounds), the first two also in
 * docs/formats/inputs.md section 7. */
static void known_answers(void **state)
{
    static const uint32_t cases[3][10] = {
        {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d,
         0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
         0x94fdcceb, 0x5001e420, 0x24126ea1},
    };
    (void)state;
    for (int i = 0; i < 3; i++) {
        uint32_t out[4];
        wm_philox_words(cases[i], cases[i] + 4, out);
        assert_memory_equal(out, cases[i] + 6, sizeof out);
    }
}

static void the_seed_is_key_and_high_counter(void **state)
{
    uint8_t seed[32];
    uint32_t expected[4], out[4];
    (void)state;
    for (int i = 0; i < 32; i++)
        seed[i] = (uint8_t)i;
    const uint32_t counter[4] = {7, 1, 0x0b0a0908, 0x0f0e0d0c};
    const uint32_t key[2] = {0x03020100, 0x07060504};
    wm_philox stream = wm_philox_from_seed(seed);
    wm_philox_words(counter, key, expected);
    wm_philox_block(&stream, (1ull << 32) + 7, out);
    assert_memory_equal(out, expected, sizeof out);
    const uint64_t first = ((1ull << 32) + 7) * 8;
    for (unsigned e = 0; e < 8; e++)
        assert_int_equal(wm_philox_index16(&stream, first + e),
                         expected[e / 2] >> (e % 2 == 0 ? 0 : 16) & 0xFFFF);
    for (unsigned e = 0; e < 4; e++)
        assert_int_equal(wm_philox_word(&stream, first / 2 + e), expected[e]);
    memset(seed + 16, 0xFF, 16);
    stream = wm_philox_from_seed(seed);
    wm_philox_block(&stream, (1ull << 32) + 7, out);
    assert_memory_equal(out, expected, sizeof out);
}

static void bounded_is_the_scaled_word(void **state)
{
    static const uint64_t bounds[] = {1, 3, 1000, 0xFFFFFFFF, 1ull << 32};
    const uint8_t seed[32] = {9};
    const wm_philox stream = wm_philox_from_seed(seed);
    (void)state;
    for (size_t b = 0; b < 5; b++)
        for (uint64_t e = 0; e < 100; e++) {
            const uint64_t word = wm_philox_word(&stream, e);
            const uint64_t got = wm_philox_bounded(&stream, e, bounds[b]);
            assert_true(got < bounds[b]);
            /* floor(word * bound / 2^32) without a 64-bit product: high and low halves of the bound
             * separately */
            const uint64_t low = word * (bounds[b] & 0xFFFF), high = word * (bounds[b] >> 16);
            assert_true(got == (high + (low >> 16)) >> 16);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(the_seed_is_key_and_high_counter),
        cmocka_unit_test(bounded_is_the_scaled_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

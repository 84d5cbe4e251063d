/* Tests of standards/sha256. */
#include "standards/sha256.h"
#include "support/cmocka.h"

#include <string.h>

static void check(const char *message, const char *expected)
{
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_hash(message, strlen(message), digest);
    wm_sha256_to_hex(digest, hex);
    assert_string_equal(hex, expected);
}

/* The examples of FIPS 180-4. */
static void known_answers(void **state)
{
    (void)state;
    check("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

/* floor(cbrt(p) * 2^32): the largest n with n^3 < p * 2^96; p is not a cube. */
static uint64_t cube_root_scaled(uint64_t p)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t low = 0, high = (uint64_t)1 << 35;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        wide square = (wide)middle * middle;
        wide upper = (square >> 32) * middle, lower = (square & 0xffffffff) * middle;
        if (upper + (lower >> 32) < (wide)p << 64)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void round_constants_are_cube_roots(void **state)
{
    uint64_t candidate = 2, divisor;
    int found = 0;
    (void)state;
    for (; found < 64; candidate++) {
        for (divisor = 2; divisor < candidate && candidate % divisor != 0; divisor++) {
        }
        if (divisor == candidate)
            assert_int_equal(wm_sha256_rounds[found++], (uint32_t)cube_root_scaled(candidate));
    }
}

static void hex_is_strict(void **state)
{
    char hex[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    uint8_t digest[WM_SHA256_SIZE], before[WM_SHA256_SIZE];
    char again[WM_SHA256_HEX_SIZE + 1];
    (void)state;
    assert_true(wm_sha256_from_hex(hex, 64, digest));
    wm_sha256_to_hex(digest, again);
    assert_string_equal(again, hex);
    memcpy(before, digest, sizeof before);
    assert_false(wm_sha256_from_hex(hex, 63, digest));
    assert_false(wm_sha256_from_hex(hex, 65, digest));
    hex[63] = 'F';
    assert_false(wm_sha256_from_hex(hex, 64, digest));
    hex[63] = 'g';
    assert_false(wm_sha256_from_hex(hex, 64, digest));
    hex[63] = 'f';
    hex[0] = '\0';
    assert_false(wm_sha256_from_hex(hex, 64, digest));
    assert_memory_equal(digest, before, sizeof before);
}

static int blocks_seen;

static void counting_compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    (void)blocks;
    blocks_seen += (int)count;
    state[0] = 0x01020304;
}

static void another_compression_can_be_plugged_in(void **state)
{
    uint8_t digest[WM_SHA256_SIZE], message[200] = {0};
    (void)state;
    wm_sha256_plug(counting_compress);
    wm_sha256_hash(message, sizeof message, digest);
    wm_sha256_plug(NULL);
    assert_int_equal(blocks_seen, 4); /* 200 bytes, the 1 bit and the length */
    assert_memory_equal(digest, "\1\2\3\4", 4);
    known_answers(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(round_constants_are_cube_roots),
        cmocka_unit_test(hex_is_strict),
        cmocka_unit_test(another_compression_can_be_plugged_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of what is known of an xz file before it is decompressed. Sums are left out: they are 0. */
#include "support/cmocka.h"

#include "archive/xz_scan.h"
#include "base/status.h"

#include <string.h>

#define HEAD(check) \
    "\xfd"          \
    "7zXZ\0\0" check "\0\0\0\0"
/* A block with 4 bytes that are not compressed. */
#define BLOCK(dictionary)                    \
    "\2\0\x21\1" dictionary "\0\0\0\0\0\0\0" \
    "\1\0\3abcd\0"
/* An index of so many blocks, of at most 63 bytes each, and the end of the stream. */
#define INDEX_1  \
    "\0\1\x14\4" \
    "\0\0\0\0" FOOT
#define INDEX_2            \
    "\0\2\x14\4\x14\4\0\0" \
    "\0\0\0\0" FOOT
#define FOOT "\0\0\0\0\0\0\0\0\0\0YZ"
#define BYTES(text) (text), sizeof(text) - 1

static wm_xz_scan scan;
static wm_error err;

/* Takes the bytes in parts of a size; all sizes must have the same answer. */
static wm_status take(const char *bytes, size_t size)
{
    wm_status first = WM_OK;
    for (size_t part = 1; part <= size; part++) {
        wm_status status = WM_OK;
        err = (wm_error){WM_OK, "", ""};
        wm_xz_scan_init(&scan);
        for (size_t at = 0; at < size && status == WM_OK; at += part)
            status = wm_xz_scan_take(&scan, bytes + at, part < size - at ? part : size - at, &err);
        if (part == 1)
            first = status;
        assert_int_equal(status, first);
    }
    return first;
}

static void refused(const char *bytes, size_t size, wm_status status, const char *words)
{
    assert_int_equal(take(bytes, size), status);
    assert_non_null(strstr(err.message, words));
}

/* Streams, blocks and sums that are honest; and a file that is cut, which the decoder sees. */
static void honest_files(void **state)
{
    (void)state;
    assert_int_equal(take(BYTES(HEAD("\0") BLOCK("\x16") INDEX_1)), WM_OK);
    assert_int_equal(take(BYTES(HEAD("\0") BLOCK("\0") BLOCK("\x1c") INDEX_2)), WM_OK);
    assert_int_equal(take(BYTES(HEAD("\4") BLOCK("\x1c") "12345678" INDEX_1 "\0\0\0\0" HEAD("\1")
                                    BLOCK("\x1c") "1234" BLOCK("\x1c") "1234" INDEX_2)),
                     WM_OK);
    assert_int_equal(take(BYTES(HEAD("\0") "\0\0\0\0"
                                           "\0\0\0\0" FOOT "\0\0\0\0\0\0\0\0")),
                     WM_OK);
    assert_int_equal(take(BYTES(HEAD("\0") BLOCK("\x16"))), WM_OK);
    /* Chunks of LZMA2: without and with a byte of properties, each with 2 bytes that are packed. */
    assert_int_equal(take(BYTES(HEAD("\0") "\2\0\x21\1\x16\0\0\0\0\0\0\0"
                                           "\xe0\0\x50\0\1\x5d"
                                           "ab"
                                           "\x80\0\x50\0\1"
                                           "ab"
                                           "\0" INDEX_1)),
                     WM_OK);
}

/* A dictionary over 64 MiB, wherever its block is. */
static void large_dictionaries(void **state)
{
    static const char words[] = "xz asks for a dictionary of 96 MiB, over 64 MiB";
    (void)state;
    refused(BYTES(HEAD("\0") BLOCK("\x1d") INDEX_1), WM_E_LIMIT, words);
    refused(BYTES(HEAD("\0") BLOCK("\x1c") BLOCK("\x1d") INDEX_2), WM_E_LIMIT, words);
    refused(BYTES(HEAD("\4") BLOCK("\x1c") "\x1d\x1d\x1d\x1d\x1d\x1d\x1d\x1d" BLOCK("\x1d")),
            WM_E_LIMIT, words);
    refused(BYTES(HEAD("\0") BLOCK("\0") INDEX_1 HEAD("\0") BLOCK("\x1d")), WM_E_LIMIT, words);
    refused(BYTES(HEAD("\0") BLOCK("\0") BLOCK("\0") INDEX_2 HEAD("\0") BLOCK("\x1d")), WM_E_LIMIT,
            words);
    refused(BYTES(HEAD("\0") BLOCK("\0") INDEX_1 "\0\0\0\0" HEAD("\x0a")
                      BLOCK("\x1c") "12345678901234567890123456789012" BLOCK("\x1d")),
            WM_E_LIMIT, words);
    /* Behind both sizes and a delta filter. */
    refused(BYTES(HEAD("\0") "\3\xc1\xff\1\4\3\1\0\x21\1\x1d\0\0\0\0\0"), WM_E_LIMIT, words);
    refused(BYTES(HEAD("\0") BLOCK("\x28")), WM_E_LIMIT, "4096 MiB");
    refused(BYTES(HEAD("\0") BLOCK("\x27")), WM_E_LIMIT, "3072 MiB");
}

static void malformed_files(void **state)
{
    (void)state;
    refused(BYTES("\xfd"
                  "7zXZ\0\1\0\0\0\0\0"),
            WM_E_IO, "what follows is no stream");
    refused(BYTES(HEAD("\x10")), WM_E_IO, "what follows is no stream");
    refused(BYTES(HEAD("\0") BLOCK("\0") INDEX_1 "\0\0\0more bytes"), WM_E_IO, "is no stream");
    refused(BYTES(HEAD("\0") BLOCK("\x29")), WM_E_IO, "a dictionary of an unknown size");
    refused(BYTES(HEAD("\0") BLOCK("\xff")), WM_E_IO, "a dictionary of an unknown size");
    /* No LZMA2 behind delta; a header that ends in a filter; a number of ten bytes. */
    refused(BYTES(HEAD("\0") "\2\0\3\1\0\0\0\0\0\0\0\0"), WM_E_IO, "a block without LZMA2");
    refused(BYTES(HEAD("\0") "\2\3\3\1\0\3\1\0\0\0\0\0"), WM_E_IO, "a header of a block");
    refused(BYTES(HEAD("\0") "\1\0\x21\1\0\0\0\0"), WM_E_IO, "a header of a block");
    refused(BYTES(HEAD("\0") "\2\0\x21\2\0\0\0\0\0\0\0\0"), WM_E_IO, "a header of a block");
    refused(BYTES(HEAD("\0") "\4\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0\0\0\0\0\0\0"),
            WM_E_IO, "a header of a block");
    refused(BYTES(HEAD("\0") "\2\0\x21\1\0\0\0\0\0\0\0\0"
                             "\3"),
            WM_E_IO, "a chunk of LZMA2");
    refused(BYTES(HEAD("\0") "\2\0\x21\1\0\0\0\0\0\0\0\0"
                             "\x7f"),
            WM_E_IO, "a chunk of LZMA2");
    refused(BYTES(HEAD("\0") "\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), WM_E_IO, "the index");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_files),
        cmocka_unit_test(large_dictionaries),
        cmocka_unit_test(malformed_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

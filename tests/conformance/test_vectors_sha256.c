/* FIPS 180-4: NIST's short and long messages, by every compression function that this machine
 * has. */
#include "backend/cpu/cpu_sha256.h"
#include "support/cmocka.h"
#include "support/vectors.h"

#include <stdlib.h>
#include <string.h>

static uint8_t hex_byte(const char *hex)
{
    char pair[3] = {hex[0], hex[1], '\0'};
    return (uint8_t)strtoul(pair, NULL, 16);
}

/* The message in pieces whose length shifts it against the blocks. */
static void hash_in_pieces(const uint8_t *message, size_t size, size_t piece, uint8_t digest[32])
{
    wm_sha256 hash;
    size_t at, taken;
    wm_sha256_init(&hash);
    for (at = 0; at < size; at += taken) {
        taken = size - at < piece ? size - at : piece;
        wm_sha256_update(&hash, message + at, taken);
    }
    wm_sha256_final(&hash, digest);
}

static void check_message(const uint8_t *message, size_t size, const char *expected)
{
    static const size_t pieces[] = {1, 3, 63, 64, 65, 1000};
    uint8_t digest[32];
    char hex[65];
    size_t i;
    wm_sha256_hash(message, size, digest);
    wm_sha256_to_hex(digest, hex);
    assert_string_equal(hex, expected);
    for (i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        hash_in_pieces(message, size, pieces[i], digest);
        wm_sha256_to_hex(digest, hex);
        assert_string_equal(hex, expected);
    }
}

/* Groups of lines "Len = bits", "Msg = hex", "MD = hex". */
static int check_file(const char *path)
{
    wm_buffer file = WM_BUFFER_EMPTY;
    uint8_t *message = NULL;
    size_t size = 0, i;
    int checked = 0;
    char *line;
    vectors_read(path, &file);
    assert_non_null(wm_buffer_text(&file));
    for (line = strtok(file.data, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        if (strncmp(line, "Len = ", 6) == 0)
            size = strtoul(line + 6, NULL, 10) / 8;
        if (strncmp(line, "Msg = ", 6) == 0) {
            message = realloc(message, size + 1);
            assert_non_null(message);
            for (i = 0; i < size; i++)
                message[i] = hex_byte(line + 6 + 2 * i);
        }
        if (strncmp(line, "MD = ", 5) == 0) {
            check_message(message, size, line + 5);
            checked++;
        }
    }
    free(message);
    wm_buffer_clear(&file);
    return checked;
}

static void check_both_files(void)
{
    assert_true(check_file("nist-sha256/SHA256ShortMsg.rsp") >= 65);
    assert_true(check_file("nist-sha256/SHA256LongMsg.rsp") >= 64);
}

static void portable(void **state)
{
    (void)state;
    if (!vectors_have("nist-sha256"))
        skip();
    wm_sha256_plug(NULL);
    check_both_files();
}

static void processor_instructions(void **state)
{
    (void)state;
    if (!vectors_have("nist-sha256"))
        skip();
    if (wm_cpu_sha256_find() == NULL) {
        print_message("this processor has no SHA instructions\n");
        skip();
    }
    wm_sha256_plug(wm_cpu_sha256_find());
    check_both_files();
    wm_sha256_plug(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portable),
        cmocka_unit_test(processor_instructions),
    };
    return cmocka_run_group_tests_name("NIST SHA-256 vectors", tests, NULL, NULL);
}

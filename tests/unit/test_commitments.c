/* Tests of measure/facts/commitments: lines, their hashes, and the file beside a record. */
#include "measure/facts/commitments.h"

#include "standards/sha256.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wm_error err;

static void a_line_is_canonical_and_its_hash_commits(void **state)
{
    wm_commitments all = {.count = 0};
    char hash[WM_ID_SIZE], again[WM_ID_SIZE], other[WM_ID_SIZE];
    uint8_t digest[WM_SHA256_SIZE];
    const char *line;
    (void)state;
    assert_int_equal(wm_commitments_make(&all, "named.rack", "r\"3\xc3\xa9", hash), WM_OK);
    line = all.of[0].line;
    assert_int_equal(strncmp(line, "{\"fact\":\"named.rack\",\"salt\":\"", 29), 0);
    assert_int_equal(strspn(line + 29, "0123456789abcdef"), 32);
    assert_string_equal(line + 61, "\",\"value\":\"r\\\"3\xc3\xa9\"}");
    wm_sha256_hash(line, strlen(line), digest);
    wm_sha256_to_hex(digest, again);
    assert_string_equal(again, hash);
    /* The same fact has the same line; another value has another salt. */
    assert_int_equal(wm_commitments_make(&all, "named.rack", "r\"3\xc3\xa9", again), WM_OK);
    assert_string_equal(again, hash);
    assert_int_equal(all.count, 1);
    assert_int_equal(wm_commitments_make(&all, "named.rack", "", other), WM_OK);
    assert_int_equal(all.count, 2);
    assert_string_not_equal(other, hash);
    assert_int_not_equal(memcmp(all.of[0].line + 29, all.of[1].line + 29, 32), 0);
    assert_true(wm_commitments_are_new(&all));
    assert_int_not_equal(wm_commitments_make(&all, "a", "\xff", other), WM_OK);
    assert_int_equal(all.count, 2);
    wm_commitments_clear(&all);
}

#define SALT "00112233445566778899aabbccddeeff"

static void lines_are_read_by_their_form(void **state)
{
    static const char *const wrong[] = {
        "x\n",
        "\n",
        "[]\n",
        "{\"fact\":\"a\",\"salt\":\"" SALT "\"}\n",
        "{\"fact\":\"a\",\"salt\":\"" SALT "0\",\"value\":\"b\"}\n",
        "{\"fact\":\"a\",\"salt\":\"00112233445566778899AABBCCDDEEFF\",\"value\":\"b\"}\n",
        "{\"fact\":\"a\",\"salt\":\"" SALT "\",\"value\":7}\n",
        "{\"fact\":7,\"salt\":\"" SALT "\",\"value\":\"b\"}\n",
        "{\"fact\":\"a\", \"salt\":\"" SALT "\",\"value\":\"b\"}\n",
        "{\"fact\":\"a\",\"more\":\"\",\"salt\":\"" SALT "\",\"value\":\"b\"}\n",
        "{\"fact\":\"a\",\"salt\":\"" SALT "\",\"value\":\"b\\u0000\"}\n",
    };
    static const char right[] = "{\"fact\":\"a\",\"salt\":\"" SALT "\",\"value\":\"b\"}\n"
                                "{\"fact\":\"c\",\"salt\":\"" SALT "\",\"value\":\"\"}";
    wm_commitments all = {.count = 0};
    char hash[WM_ID_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(wm_commitments_read(&all, wrong[i], strlen(wrong[i]), "file", &err),
                         WM_E_INVALID);
    assert_int_equal(all.count, 0);
    assert_int_equal(wm_commitments_read(&all, right, strlen(right), "file", &err), WM_OK);
    assert_int_equal(all.count, 2);
    assert_false(wm_commitments_are_new(&all));
    /* printf %s '{"fact":"a","salt":"0011...","value":"b"}' | sha256sum */
    assert_int_equal(wm_commitments_make(&all, "a", "b", hash), WM_OK);
    assert_string_equal(hash, "7afbd1ee49e9351d6df213bb38b7f34a147bf87243f03e7821148619ea6c2975");
    assert_int_equal(all.count, 2);
    wm_commitments_clear(&all);
}

static void the_file_is_private_and_never_replaced(void **state)
{
    char folder[] = "/tmp/witnessmark-facts-XXXXXX", record[64], path[WM_COMMITMENTS_PATH];
    char text[256] = "";
    char hash[WM_ID_SIZE];
    wm_commitments all = {.count = 0};
    struct stat about;
    FILE *file;
    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(record, sizeof record, "%s/r//", folder);
    assert_true(wm_commitments_path(record, path));
    assert_string_equal(path + strlen(folder), "/r.facts");
    assert_int_equal(wm_commitments_write(&all, record, &err), WM_OK); /* nothing is hidden */
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(wm_commitments_make(&all, "serial", "17", hash), WM_OK);
    assert_int_equal(wm_commitments_write(&all, record, &err), WM_OK);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    assert_int_equal(fclose(file), 0);
    assert_int_equal(strncmp(text, all.of[0].line, strlen(all.of[0].line)), 0);
    assert_string_equal(text + strlen(all.of[0].line), "\n");
    assert_int_equal(wm_commitments_write(&all, record, &err), WM_E_EXISTS);
    wm_commitments_remove(&all, record);
    assert_int_equal(access(path, F_OK), -1);
    wm_commitments_clear(&all);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_canonical_and_its_hash_commits),
        cmocka_unit_test(lines_are_read_by_their_form),
        cmocka_unit_test(the_file_is_private_and_never_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

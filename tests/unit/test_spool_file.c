/* Tests of files of a record that is being unpacked: their limits, and lines of evidence. */
#include "support/cmocka.h"

#include "archive/spool_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/test-spool-file-XXXXXX";
static int folder;

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(path) == NULL)
        return -1;
    folder = open(path, O_RDONLY | O_DIRECTORY);
    return folder >= 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    (void)close(folder);
    return rmdir(path);
}

/* All records of the process share its room. */
static void records_share_the_room(void **state)
{
    wm_spool_share one = {0, false}, two = {0, false};
    wm_error err;
    (void)state;
    assert_int_equal(wm_spool_share_take(&one, WM_SPOOL_BYTES - 10, &err), WM_OK);
    assert_int_equal(wm_spool_share_take(&two, 10, &err), WM_OK);
    assert_int_equal(wm_spool_share_take(&two, 1, &err), WM_E_LIMIT);
    assert_true(two.is_crowded);
    assert_non_null(strstr(err.message, "over 2 GiB together"));
    wm_spool_share_give(&one);
    assert_int_equal(wm_spool_share_take(&two, WM_SPOOL_BYTES - 10, &err), WM_OK);
    assert_false(two.is_crowded);
    assert_int_equal(wm_spool_share_take(&two, 1, &err), WM_E_LIMIT);
    assert_false(two.is_crowded);
    assert_non_null(strstr(err.message, "the archive unpacks to over 2 GiB"));
    wm_spool_share_give(&two);
    assert_int_equal(wm_spool_share_take(&one, WM_SPOOL_BYTES, &err), WM_OK);
    wm_spool_share_give(&one);
}

/* Unpacks a text in steps of so many bytes. Returns what was written, which the caller frees. */
static char *unpack(const char *name, const char *text, size_t size, size_t step)
{
    wm_spool_share share = {0, false};
    wm_spool_file file;
    wm_error err;
    char *written = calloc(1, size + 2);
    wm_status status = wm_spool_file_open(folder, name, &share, &file, &err);
    int again;
    assert_non_null(written);
    for (size_t at = 0; status == WM_OK && at < size; at += step)
        status = wm_spool_file_take(&file, text + at, size - at < step ? size - at : step, &err);
    assert_int_equal(wm_spool_file_close(&file, status, &err), WM_OK);
    again = openat(folder, name, O_RDONLY);
    assert_true(again >= 0);
    assert_int_equal(read(again, written, size + 2), share.bytes);
    (void)close(again);
    assert_int_equal(unlinkat(folder, name, 0), 0);
    wm_spool_share_give(&share);
    return written;
}

#define FIRST "{\"kind\":\"environment\",\"type\":\"observation\"}\n"
#define NEWER "{\"format\":\"witnessmark/9.0\",\"type\":\"root\"}\n"

/* Of evidence, what is behind a line that no audit accepts is left out, but for the last line. */
static void bad_lines_end_evidence(void **state)
{
    static const struct {
        const char *text, *written; /* NULL: all of it */
    } cases[] = {
        {FIRST "{}\n{}\n{}\n", NULL},
        {FIRST "{}\nword\n", NULL},
        {FIRST "{}\nword\n{\"a\":1}\n{\"b\":1}\n", FIRST "{}\nword\n{\"b\":1}\n"},
        {FIRST "\n{\"a\":1}\n{\"b\":1}", FIRST "\n{\"b\":1}"},
        {"{}\n{\"a\":1}\n{\"b\":1}\n", "{}\n{\"b\":1}\n"},
        {"x\n1\n2\n3\n" NEWER, "x\n\n\n\n" NEWER},
        {"word", NULL},
        {"", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t step = 1; step < 60; step += 7) {
            const char *text = cases[i].text;
            char *written = unpack("evidence.jsonl", text, strlen(text), step);
            assert_string_equal(written, cases[i].written == NULL ? text : cases[i].written);
            free(written);
            written = unpack("manifest.sha256", text, strlen(text), step);
            assert_string_equal(written, text);
            free(written);
        }
}

/* A line of over 1 MiB ends evidence too. */
static void long_lines_end_evidence(void **state)
{
    const size_t first = strlen(FIRST), size = first + (4 << 20);
    char *text = malloc(size + sizeof NEWER), *written;
    (void)state;
    assert_non_null(text);
    memset(text, 'x', size);
    memcpy(text, FIRST, first);
    text[size - 1] = '\n';
    memcpy(text + size, NEWER, sizeof NEWER);
    written = unpack("evidence.jsonl", text, size + strlen(NEWER), 65536);
    assert_in_range(strlen(written), first + (1 << 20) + 1, first + (1 << 20) + 100000);
    assert_string_equal(strchr(written + first, '\n') + 1, NEWER);
    free(written);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_share_the_room),
        cmocka_unit_test(bad_lines_end_evidence),
        cmocka_unit_test(long_lines_end_evidence),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

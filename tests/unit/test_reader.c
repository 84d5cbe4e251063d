/* Tests of finding nodes in a record. */
#include "support/cmocka.h"

#include "archive/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/witnessmark-reader-XXXXXX";
static char path[64];

static const char evidence[] = "{\"kind\":\"environment\",\"type\":\"observation\"}\n"
                               "{\"kind\":\"plan\",\"type\":\"observation\"}\n"
                               "{\"function\":\"floor\",\"type\":\"reduction\"}\n"
                               "{\"name\":\"a.b.floor\",\"type\":\"claim\"}\n"
                               "{\"name\":\"a.b.basis\",\"type\":\"claim\"}\n"
                               "{\"type\":\"root\"}\n";

static void write_evidence(const char *text, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    (void)snprintf(path, sizeof path, "%s/evidence.jsonl", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    (void)unlink(path);
    return rmdir(folder);
}

static void finds_nodes_by_line_id_and_name(void **state)
{
    wm_reader *reader;
    const char *text;
    uint32_t line, first, end;
    (void)state;
    write_evidence(evidence, sizeof evidence - 1);
    assert_int_equal(wm_reader_open(folder, &reader, NULL), WM_OK);
    assert_string_equal(wm_reader_evidence(reader), path);
    assert_int_equal(wm_reader_lines(reader), 6);
    assert_null(wm_reader_at(reader, 0));
    assert_null(wm_reader_at(reader, 7));
    wm_reader_claims(reader, &first, &end);
    assert_int_equal(first, 4);
    assert_int_equal(end, 6);
    for (line = 1; line <= 6; line++)
        assert_int_equal(wm_reader_find(reader, wm_reader_at(reader, line)->id), line);
    assert_int_equal(wm_reader_find(reader, (const uint8_t[32]){1, 2, 3}), 0);
    assert_int_equal(wm_reader_text(reader, 3, &text, NULL), WM_OK);
    assert_memory_equal(text, "{\"function\":\"floor\"", 19);
    assert_int_equal(wm_reader_text(reader, 7, &text, NULL), WM_E_ARG);
    assert_int_equal(wm_reader_resolve(reader, "a.b.basis", &line, NULL), WM_OK);
    assert_int_equal(line, 5);
    assert_int_equal(wm_reader_resolve(reader, "a.b.rate", &line, NULL), WM_E_NOTFOUND);
    wm_reader_close(reader);
}

static void resolves_the_beginning_of_an_id(void **state)
{
    wm_reader *reader;
    char hex[65];
    uint32_t line;
    (void)state;
    write_evidence(evidence, sizeof evidence - 1);
    assert_int_equal(wm_reader_open(path, &reader, NULL), WM_OK);
    wm_sha256_to_hex(wm_reader_at(reader, 2)->id, hex);
    assert_int_equal(wm_reader_resolve(reader, hex, &line, NULL), WM_OK);
    assert_int_equal(line, 2);
    hex[8] = '\0';
    assert_int_equal(wm_reader_resolve(reader, hex, &line, NULL), WM_OK);
    assert_int_equal(line, 2);
    hex[7] = '\0'; /* too short to be an id */
    assert_int_equal(wm_reader_resolve(reader, hex, &line, NULL), WM_E_NOTFOUND);
    wm_reader_close(reader);
}

static void an_ambiguous_id_is_told(void **state)
{
    wm_reader *reader;
    char hex[65];
    uint32_t line;
    (void)state;
    /* The same line twice is not a valid record, but the only cheap way to two equal ids. */
    write_evidence("{\"type\":\"root\"}\n{\"type\":\"root\"}\n", 32);
    assert_int_equal(wm_reader_open(path, &reader, NULL), WM_OK);
    wm_sha256_to_hex(wm_reader_at(reader, 1)->id, hex);
    assert_int_equal(wm_reader_resolve(reader, hex, &line, NULL), WM_E_INVALID);
    wm_reader_close(reader);
}

static void a_file_changed_while_open_is_noticed(void **state)
{
    wm_reader *reader;
    const char *text;
    wm_error err;
    FILE *file;
    (void)state;
    write_evidence(evidence, sizeof evidence - 1);
    assert_int_equal(wm_reader_open(folder, &reader, NULL), WM_OK);
    file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fputs("{\"kind\":\"ENVIRONMENT\"", file) >= 0, 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(wm_reader_text(reader, 1, &text, &err), WM_E_IO);
    assert_non_null(strstr(err.message, "changed"));
    assert_int_equal(wm_reader_text(reader, 2, &text, &err), WM_OK);
    wm_reader_close(reader);
}

static void refuses_a_file_that_is_not_a_record(void **state)
{
    static const struct {
        const char *text;
        wm_status status;
    } cases[] = {
        {"no json\n", WM_E_SYNTAX},
        {"[]\n", WM_E_SYNTAX},
        {"{\"type\":\"other\"}\n", WM_E_SYNTAX},
        {"{\"type\":1}\n", WM_E_SYNTAX},
        {"{\"type\":\"root\",\"type\":\"root\"}\n", WM_E_SYNTAX},
        {"{\"type\":\"root\"}\n\n", WM_E_SYNTAX},
        {"{\"a\":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]],\"type\":\"root\"}\n", WM_E_LIMIT},
    };
    wm_reader *reader;
    wm_error err;
    size_t i;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_evidence(cases[i].text, strlen(cases[i].text));
        assert_int_equal(wm_reader_open(path, &reader, &err), cases[i].status);
        assert_non_null(strstr(err.place, "evidence.jsonl:"));
    }
    assert_int_equal(wm_reader_open("/dev/zero", &reader, &err), WM_E_OPEN);
    assert_int_equal(wm_reader_open("/nowhere", &reader, &err), WM_E_OPEN);
    assert_int_equal(wm_reader_open("/dev", &reader, &err), WM_E_OPEN);
    assert_int_equal(wm_reader_open("", &reader, &err), WM_E_OPEN);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(wm_reader_open(folder, &reader, &err), WM_E_OPEN); /* and does not wait */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_nodes_by_line_id_and_name),
        cmocka_unit_test(resolves_the_beginning_of_an_id),
        cmocka_unit_test(an_ambiguous_id_is_told),
        cmocka_unit_test(a_file_changed_while_open_is_noticed),
        cmocka_unit_test(refuses_a_file_that_is_not_a_record),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

/* Tests of reading a file line by line. */
#include "support/cmocka.h"

#include "archive/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An open, unlinked file with these bytes. */
static int make_file(const char *data, size_t size)
{
    FILE *file = tmpfile();
    int copy;
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fflush(file), 0);
    copy = dup(fileno(file));
    fclose(file);
    return copy;
}

static void expect_line(wm_lines *lines, const char *text, uint64_t offset, bool is_torn)
{
    wm_file_line line;
    assert_int_equal(wm_lines_next(lines, &line), WM_OK);
    assert_int_equal(line.size, strlen(text));
    assert_memory_equal(line.text, text, strlen(text));
    assert_int_equal(line.offset, offset);
    assert_int_equal(line.is_torn, is_torn);
}

static void lines_and_torn_end(void **state)
{
    int file = make_file("one\n\nthree\nto", 13);
    wm_lines lines;
    (void)state;
    assert_int_equal(wm_lines_open(file, &lines), WM_OK);
    expect_line(&lines, "one\n", 0, false);
    expect_line(&lines, "\n", 4, false);
    expect_line(&lines, "three\n", 5, false);
    expect_line(&lines, "to", 11, true);
    expect_line(&lines, "", 13, true);
    expect_line(&lines, "", 13, true);
    assert_int_equal(lines.number, 4);
    wm_lines_close(&lines);
    close(file);
}

/* A file of `count` lines of `size` bytes, so that lines cross the buffer's end. */
static void many_lines_cross_the_buffer(void **state)
{
    enum { SIZE = 999, COUNT = 4000 };
    char *data = malloc((size_t)SIZE * COUNT);
    wm_lines lines;
    wm_file_line line;
    int file;
    size_t i;
    (void)state;
    assert_non_null(data);
    for (i = 0; i < (size_t)SIZE * COUNT; i++)
        data[i] = i % SIZE == SIZE - 1 ? '\n' : (char)('a' + (i / SIZE) % 26);
    file = make_file(data, (size_t)SIZE * COUNT);
    assert_int_equal(wm_lines_open(file, &lines), WM_OK);
    for (i = 0; i < COUNT; i++) {
        assert_int_equal(wm_lines_next(&lines, &line), WM_OK);
        assert_int_equal(line.size, SIZE);
        assert_int_equal(line.offset, i * SIZE);
        assert_memory_equal(line.text, data + i * SIZE, SIZE);
    }
    expect_line(&lines, "", (uint64_t)SIZE * COUNT, true);
    wm_lines_close(&lines);
    close(file);
    free(data);
}

static void expect_long(size_t size, wm_status expected)
{
    char *data = malloc(size);
    wm_lines lines;
    wm_file_line line;
    int file;
    assert_non_null(data);
    memset(data, 'x', size);
    data[size - 1] = '\n';
    file = make_file(data, size);
    assert_int_equal(wm_lines_open(file, &lines), WM_OK);
    assert_int_equal(wm_lines_next(&lines, &line), expected);
    wm_lines_close(&lines);
    close(file);
    free(data);
}

static void the_limit_of_a_line(void **state)
{
    (void)state;
    expect_long(WM_LINES_MAX, WM_OK);
    expect_long(WM_LINES_MAX + 1, WM_E_LIMIT);
}

static void an_unreadable_file(void **state)
{
    wm_lines lines;
    wm_file_line line;
    (void)state;
    assert_int_equal(wm_lines_open(-1, &lines), WM_OK);
    assert_int_equal(wm_lines_next(&lines, &line), WM_E_IO);
    wm_lines_close(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_torn_end),
        cmocka_unit_test(many_lines_cross_the_buffer),
        cmocka_unit_test(the_limit_of_a_line),
        cmocka_unit_test(an_unreadable_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

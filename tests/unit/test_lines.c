/* Tests of reading a source line by line. */
#include "support/cmocka.h"

#include "base/dir.h"
#include "base/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIMIT = 1 << 20 };

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

static void expect_line(wm_lines *lines, const char *expected, uint64_t offset)
{
    const char *text;
    size_t size;
    assert_int_equal(lines->offset, offset);
    assert_int_equal(wm_lines_next(lines, &text, &size), WM_OK);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(text, expected, size);
}

static void lines_and_an_unfinished_last_line(void **state)
{
    int file = make_file("one\n\nthree\nto", 13);
    wm_source source;
    wm_lines lines;
    (void)state;
    assert_int_equal(wm_dir_source(&file, &source), WM_OK);
    assert_int_equal(wm_lines_open(&source, LIMIT, &lines), WM_OK);
    expect_line(&lines, "one\n", 0);
    expect_line(&lines, "\n", 4);
    expect_line(&lines, "three\n", 5);
    expect_line(&lines, "to", 11);
    expect_line(&lines, "", 13);
    expect_line(&lines, "", 13);
    wm_lines_close(&lines);
    close(file);
}

/* Lines cross the end of the buffer. */
static void lines_across_the_buffer_are_whole(void **state)
{
    enum { SIZE = 999, COUNT = 4000 };
    char *data = malloc((size_t)SIZE * COUNT);
    wm_source source;
    wm_lines lines;
    const char *text;
    size_t size, i;
    int file;
    (void)state;
    assert_non_null(data);
    for (i = 0; i < (size_t)SIZE * COUNT; i++)
        data[i] = i % SIZE == SIZE - 1 ? '\n' : (char)('a' + (i / SIZE) % 26);
    file = make_file(data, (size_t)SIZE * COUNT);
    assert_int_equal(wm_dir_source(&file, &source), WM_OK);
    assert_int_equal(wm_lines_open(&source, LIMIT, &lines), WM_OK);
    for (i = 0; i < COUNT; i++) {
        assert_int_equal(lines.offset, i * SIZE);
        assert_int_equal(wm_lines_next(&lines, &text, &size), WM_OK);
        assert_int_equal(size, SIZE);
        assert_memory_equal(text, data + i * SIZE, SIZE);
    }
    expect_line(&lines, "", (uint64_t)SIZE * COUNT);
    wm_lines_close(&lines);
    close(file);
    free(data);
}

/* Reads a file of one line of `size` bytes and returns the size of the first line. */
static size_t first_of(size_t size, size_t limit)
{
    char *data = malloc(size);
    wm_source source;
    wm_lines lines;
    const char *text;
    size_t given;
    int file;
    assert_non_null(data);
    memset(data, 'x', size);
    data[size - 1] = '\n';
    file = make_file(data, size);
    assert_int_equal(wm_dir_source(&file, &source), WM_OK);
    assert_int_equal(wm_lines_open(&source, limit, &lines), WM_OK);
    assert_int_equal(wm_lines_next(&lines, &text, &given), WM_OK);
    assert_int_equal(text[given - 1], given == size ? '\n' : 'x');
    wm_lines_close(&lines);
    close(file);
    free(data);
    return given;
}

static void a_line_over_the_limit_is_cut(void **state)
{
    size_t given;
    (void)state;
    assert_int_equal(first_of(LIMIT, LIMIT), LIMIT);
    given = first_of(5 * (size_t)LIMIT, LIMIT);
    assert_true(given > LIMIT && given < 5 * (size_t)LIMIT);
    assert_int_equal(first_of(5 * (size_t)LIMIT, SIZE_MAX), 5 * (size_t)LIMIT);
}

static void a_file_that_became_shorter(void **state)
{
    int file = make_file("one\ntwo\n", 8);
    wm_source source;
    wm_lines lines;
    const char *text;
    size_t size;
    (void)state;
    assert_int_equal(wm_dir_source(&file, &source), WM_OK);
    assert_int_equal(ftruncate(file, 4), 0);
    assert_int_equal(wm_lines_open(&source, LIMIT, &lines), WM_OK);
    assert_int_equal(wm_lines_next(&lines, &text, &size), WM_E_IO);
    wm_lines_close(&lines);
    close(file);
}

static void no_file(void **state)
{
    int file = -1;
    wm_source source;
    (void)state;
    assert_int_equal(wm_dir_source(&file, &source), WM_E_IO);
}

static void the_first_line_of_a_text_is_measured(void **state)
{
    (void)state;
    assert_int_equal(wm_lines_first("", 0), 0);
    assert_int_equal(wm_lines_first("\n", 1), 1);
    assert_int_equal(wm_lines_first("ab\ncd\n", 6), 3);
    assert_int_equal(wm_lines_first("ab", 2), 2);
    assert_int_equal(wm_lines_first("a\0b\nc", 5), 4);
    assert_int_equal(wm_lines_first("ab\n", 2), 2); /* the newline is behind the end */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_of_a_text_is_measured),
        cmocka_unit_test(lines_and_an_unfinished_last_line),
        cmocka_unit_test(lines_across_the_buffer_are_whole),
        cmocka_unit_test(a_line_over_the_limit_is_cut),
        cmocka_unit_test(a_file_that_became_shorter),
        cmocka_unit_test(no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

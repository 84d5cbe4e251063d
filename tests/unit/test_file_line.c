/* Tests of reading one line of a small file. */
#include "support/cmocka.h"

#include "base/file_line.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 32 };

static char path[64];

static int make_name(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/witnessmark-line-%ld", (long)getpid());
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    return remove(path);
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Checks what is read from a file with this text. */
static void expect(const char *text, const char *key, const char *value)
{
    char read[SIZE];
    write_file(text);
    assert_int_equal(wm_file_line_read(path, key, read, sizeof read), value[0] != '\0');
    assert_string_equal(read, value);
}

static void a_line_is_found_by_its_key(void **state)
{
    (void)state;
    expect("a: 1\nmodel name\t: Some CPU \nmodel name: other\n", "model name", "Some CPU");
    expect("NAME=x\nPRETTY_NAME=\"A System\"\n", "PRETTY_NAME", "A System");
    expect("VmHWM:\t  12 kB\n", "VmHWM:", "12 kB");
    expect("a: 1", "a", "1");
    expect("xa: 1\n", "a", "");
    expect("a:\n", "a", "");
    expect("", "a", "");
}

static void a_null_key_takes_the_first_line(void **state)
{
    (void)state;
    expect("= first \nsecond\n", NULL, "= first");
    expect("\nsecond\n", NULL, "");
    expect("", NULL, "");
}

static void a_piece_of_a_long_line_is_no_line(void **state)
{
    /* 31 bytes are read at once, so that the second piece begins with the key */
    (void)state;
    expect("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxkey: 1\nkey: 2\n", "key", "2");
    expect("key: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", "key", "xxxxxxxxxxxxxxxxxxxxxxxxxx");
}

static void a_missing_file_has_no_line(void **state)
{
    char read[SIZE] = "before";
    (void)state;
    assert_false(wm_file_line_read("/nowhere/at/all", "a", read, sizeof read));
    assert_string_equal(read, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_found_by_its_key),
        cmocka_unit_test(a_null_key_takes_the_first_line),
        cmocka_unit_test(a_piece_of_a_long_line_is_no_line),
        cmocka_unit_test(a_missing_file_has_no_line),
    };
    return cmocka_run_group_tests(tests, make_name, remove_file);
}

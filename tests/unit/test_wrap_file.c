/* Tests of study/foreign/wrap_file: every change of a file that is executed is seen. */
#include "study/foreign/wrap_file.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The times of a file may count in ticks of 10 ms. */
enum { TICK_US = 20000 };

static char folder[64], path[96], other[96];
static wm_wrap_files files;

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/witnessmark-wrap-file-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    (void)snprintf(path, sizeof path, "%s/program", folder);
    (void)snprintf(other, sizeof other, "%s/other", folder);
    memset(&files, 0, sizeof files);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    wm_wrap_files_close(&files);
    (void)unlink(path);
    (void)unlink(other);
    return rmdir(folder);
}

static void open_text(const char *text)
{
    write_file(path, text);
    assert_int_equal(wm_wrap_files_open(&files, path, NULL), WM_OK);
}

static void an_unchanged_file_is_the_same(void **state)
{
    (void)state;
    open_text("program");
    assert_int_equal(files.count, 1);
    assert_true(wm_wrap_files_descriptor(&files) > STDERR_FILENO);
    for (wm_wrap_look look = WM_WRAP_LOOK_BEFORE; look <= WM_WRAP_LOOK_LAST; look++)
        assert_null(wm_wrap_files_changed(&files, look));
    assert_false(files.has_changed);
}

/* Other times with the same bytes are a change only while the command ran. */
static void other_times_are_a_change_only_while_it_ran(void **state)
{
    (void)state;
    open_text("program");
    (void)usleep(TICK_US);
    assert_int_equal(chmod(path, 0700), 0);
    assert_null(wm_wrap_files_changed(&files, WM_WRAP_LOOK_BEFORE));
    assert_null(wm_wrap_files_changed(&files, WM_WRAP_LOOK_AFTER));
    (void)usleep(TICK_US);
    assert_int_equal(chmod(path, 0500), 0);
    assert_string_equal(wm_wrap_files_changed(&files, WM_WRAP_LOOK_AFTER),
                        "the executable was changed while it ran");
    assert_true(files.has_changed);
}

static void other_bytes_are_a_change(void **state)
{
    (void)state;
    open_text("program");
    write_file(path, "another program");
    assert_string_equal(wm_wrap_files_changed(&files, WM_WRAP_LOOK_BEFORE),
                        "the executable was changed after it was hashed");
}

/* Only the last look hashes a file whose times did not change. */
static void the_last_look_hashes_again(void **state)
{
    (void)state;
    open_text("program");
    write_file(path, "another");
    assert_int_equal(stat(path, &files.file[0].seen), 0);
    assert_null(wm_wrap_files_changed(&files, WM_WRAP_LOOK_BEFORE));
    assert_null(wm_wrap_files_changed(&files, WM_WRAP_LOOK_AFTER));
    assert_string_equal(wm_wrap_files_changed(&files, WM_WRAP_LOOK_LAST),
                        "the executable was changed after it was hashed");
}

static void the_path_must_name_the_file(void **state)
{
    (void)state;
    open_text("program");
    write_file(other, "program");
    assert_int_equal(rename(other, path), 0);
    assert_string_equal(wm_wrap_files_changed(&files, WM_WRAP_LOOK_BEFORE),
                        "the executable was replaced after it was hashed");
    assert_int_equal(unlink(path), 0);
    assert_string_equal(wm_wrap_files_changed(&files, WM_WRAP_LOOK_AFTER),
                        "the executable was replaced after it was hashed");
}

/* A script is started by its path, so each look hashes it and its interpreter. */
static void a_script_and_its_interpreter_are_hashed_each_time(void **state)
{
    char line[128];
    (void)state;
    (void)snprintf(line, sizeof line, "#! %s -x\n", other);
    write_file(other, "program");
    open_text(line);
    assert_int_equal(files.count, 2);
    assert_string_equal(files.file[1].path, other);
    assert_int_equal(wm_wrap_files_descriptor(&files), -1);
    assert_null(wm_wrap_files_changed(&files, WM_WRAP_LOOK_AFTER));
    write_file(other, "another");
    assert_int_equal(stat(other, &files.file[1].seen), 0);
    assert_string_equal(wm_wrap_files_changed(&files, WM_WRAP_LOOK_BEFORE),
                        "the interpreter was changed after it was hashed");
}

static void what_cannot_be_executed_is_refused(void **state)
{
    wm_error err = {WM_OK, "", ""};
    char line[128];
    (void)state;
    assert_int_equal(wm_wrap_files_open(&files, path, &err), WM_E_OPEN);
    assert_int_equal(wm_wrap_files_open(&files, folder, &err), WM_E_OPEN);
    assert_string_equal(err.message, "is no plain file");
    wm_wrap_files_close(&files);
    (void)snprintf(line, sizeof line, "#!%s\n", path);
    write_file(path, line);
    assert_int_equal(wm_wrap_files_open(&files, path, &err), WM_E_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_unchanged_file_is_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_times_are_a_change_only_while_it_ran, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(other_bytes_are_a_change, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_last_look_hashes_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_path_must_name_the_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_script_and_its_interpreter_are_hashed_each_time, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_executed_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

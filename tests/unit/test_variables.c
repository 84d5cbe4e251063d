/* Tests of measure/facts/variables: what a record keeps of a value, and which values are warned of.
 */
#include "measure/facts/variables.h"

#include "backend/cuda/cuda_library.h"
#include "backend/registry.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A start without variables: only those that a test sets are there. */
static const char NOTHING[] = "/nonexistent/environ";

static void check(const char *name, const char *value, const char *expected)
{
    char text[WM_VARIABLES_SIZE];
    wm_variables_mask(name, value, text);
    assert_string_equal(text, expected);
}

static void words_numbers_and_lists_are_kept(void **state)
{
    (void)state;
    check("OPENBLAS_CORETYPE", "Haswell", "Haswell");
    check("OMP_NUM_THREADS", "4,2,1", "4,2,1");
    check("OMP_PLACES", "{0:4},{4:4}", "{0:4},{4:4}");
    check("CUBLAS_WORKSPACE_CONFIG", ":4096:8", ":4096:8");
    check("GLIBC_TUNABLES", "glibc.malloc.arena_max=1", "glibc.malloc.arena_max=1");
    check("CUDA_VISIBLE_DEVICES", "GPU-00112233-4455-6677-8899-aabbccddeeff",
          "GPU-00112233-4455-6677-8899-aabbccddeeff");
    check("OMP_DYNAMIC", "", "");
}

static void folders_are_masked(void **state)
{
    (void)state;
    check("LD_PRELOAD", "/home/ada/lib/libfake.so", ".../libfake.so");
    check("LD_PRELOAD", "libjemalloc.so.2 /home/ada/x.so", "libjemalloc.so.2 .../x.so");
    check("LD_LIBRARY_PATH", "/home/ada:/usr/lib/", ".../:.../");
    check("LD_LIBRARY_PATH", "ada", ".../");
    check("LD_LIBRARY_PATH", "/home/ada::", ".../::");
    check("OMP_PLACES", "/home/ada/", ".../");
}

static void what_may_be_a_secret_is_masked(void **state)
{
    char secret[80];
    (void)state;
    check("OMP_PLACES", "p\"w", "masked, 3 bytes");
    memset(secret, 'x', 41);
    secret[41] = '\0';
    check("OMP_PLACES", secret, "masked, 41 bytes");
    secret[40] = '\0';
    check("OMP_PLACES", secret, secret);
    check("OMP_PLACES", "a\x1b[31m", "masked, 6 bytes");
    check("OMP_PLACES", "a\nb\xc3\xa4", "a?b??");
}

static void a_long_value_is_cut(void **state)
{
    char value[400], expected[WM_VARIABLES_SIZE], text[WM_VARIABLES_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof value - 1; i++)
        value[i] = i % 4 == 3 ? ',' : '1';
    value[256] = '\0';
    wm_variables_mask("OMP_PLACES", value, text);
    assert_string_equal(text, value);
    value[256] = '1';
    value[sizeof value - 1] = '\0';
    (void)snprintf(expected, sizeof expected, "%.256s... (399 bytes)", value);
    wm_variables_mask("OMP_PLACES", value, text);
    assert_string_equal(text, expected);
}

/* Ends the environment of the variables of the list, apart from those that a test sets. */
static int clear(void **state)
{
    wm_variables variables;
    wm_variable variable;
    (void)state;
    if (wm_variables_open(NOTHING, &variables) != WM_OK)
        return -1;
    while (wm_variables_next(&variables, &variable))
        if (unsetenv(variable.name) != 0)
            return -1;
    wm_variables_close(&variables);
    return 0;
}

static void the_variables_that_are_set_are_found(void **state)
{
    wm_variables variables;
    wm_variable variable;
    (void)state;
    assert_int_equal(wm_variables_open(NOTHING, &variables), WM_OK);
    assert_int_equal(setenv("OPENBLAS_CORETYPE", "Zen", 1), 0);
    assert_int_equal(setenv("CUDA_SECRET", "Zen", 1), 0); /* not of the list */
    assert_int_equal(setenv("OMP_SCHEDULE", "", 1), 0);
    assert_true(wm_variables_next(&variables, &variable));
    assert_string_equal(variable.fact, "env.omp_schedule");
    assert_string_equal(variable.value, "");
    assert_true(wm_variables_next(&variables, &variable));
    assert_string_equal(variable.name, "OPENBLAS_CORETYPE");
    assert_string_equal(variable.fact, "env.openblas_coretype");
    assert_string_equal(variable.value, "Zen");
    assert_false(wm_variables_next(&variables, &variable));
    wm_variables_close(&variables);
}

/* Writes a file of these bytes. */
static void put(char path[], const char *bytes, size_t size)
{
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    assert_int_equal(close(file), 0);
}

/* A preloaded library can unset LD_PRELOAD before the program reads it. */
static void a_variable_that_was_unset_is_found(void **state)
{
    static const char START[] = "LD_PRELOAD_X=1\0LD_PRELOAD=/home/ada/libfake.so\0"
                                "OMP_NUM_THREADS=8\0OMP_SCHEDULE=\0OMP";
    char path[] = "/tmp/variables.XXXXXX";
    wm_variables variables;
    wm_variable variable;
    (void)state;
    put(path, START, sizeof START - 1);
    assert_int_equal(setenv("OMP_NUM_THREADS", "2", 1), 0); /* set later */
    assert_int_equal(setenv("OMP_DYNAMIC", "true", 1), 0);
    assert_int_equal(wm_variables_open(path, &variables), WM_OK);
    assert_true(wm_variables_next(&variables, &variable));
    assert_string_equal(variable.name, "LD_PRELOAD");
    assert_string_equal(variable.given, "/home/ada/libfake.so");
    assert_string_equal(variable.value, ".../libfake.so");
    assert_true(wm_variables_next(&variables, &variable));
    assert_string_equal(variable.name, "OMP_DYNAMIC");
    assert_true(wm_variables_next(&variables, &variable));
    assert_string_equal(variable.fact, "env.omp_num_threads");
    assert_string_equal(variable.value, "8");
    assert_true(wm_variables_next(&variables, &variable));
    assert_string_equal(variable.name, "OMP_SCHEDULE");
    assert_false(wm_variables_next(&variables, &variable));
    wm_variables_close(&variables);
    assert_int_equal(unlink(path), 0);
}

static void the_loader_s_file_is_read(void **state)
{
    static const char FILE_TEXT[] = "/home/ada/libfake.so\n libm.so.6\n\n";
    char path[] = "/tmp/variables.XXXXXX", blank[] = "/tmp/variables.XXXXXX";
    char text[WM_VARIABLES_SIZE];
    (void)state;
    put(path, FILE_TEXT, sizeof FILE_TEXT - 1);
    assert_int_equal(wm_variables_preload(path, text), WM_OK);
    assert_string_equal(text, ".../libfake.so  libm.so.6");
    put(blank, " \n", 2);
    assert_int_equal(wm_variables_preload(blank, text), WM_OK);
    assert_string_equal(text, "");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(unlink(blank), 0);
    assert_int_equal(wm_variables_preload(path, text), WM_OK);
    assert_string_equal(text, "");
}

static char told[512];

static void note(void *context, const char *words)
{
    (void)context;
    strcat(told, words);
    strcat(told, "\n");
}

static const char *judge(const char *kind)
{
    static const wm_backend gpu = {.is_slowed_by = wm_cuda_library_is_slowed_by};
    const wm_backend *backend = strcmp(kind, "cpu") == 0 ? wm_registry_find(kind) : &gpu;
    wm_variables variables;
    told[0] = '\0';
    assert_int_equal(wm_variables_open(NOTHING, &variables), WM_OK);
    wm_variables_judge(&variables, backend, 4, note, NULL);
    wm_variables_close(&variables);
    return told;
}

static void slow_settings_are_reported(void **state)
{
    (void)state;
    assert_string_equal(judge("cpu"), "");
    assert_int_equal(setenv("OMP_NUM_THREADS", "4", 1), 0);
    assert_string_equal(judge("cpu"), "");
    assert_int_equal(setenv("OMP_NUM_THREADS", "3", 1), 0);
    assert_string_equal(judge("cpu"),
                        "OMP_NUM_THREADS=3 makes this device slower than it could be; unset it\n");
    assert_string_equal(judge("cuda"), "");
    assert_int_equal(setenv("CUDA_LAUNCH_BLOCKING", "1", 1), 0);
    assert_string_equal(
        judge("cuda"),
        "CUDA_LAUNCH_BLOCKING=1 makes this device slower than it could be; unset it\n");
    assert_int_equal(setenv("CUDA_LAUNCH_BLOCKING", "0", 1), 0);
    assert_int_equal(setenv("LD_PRELOAD", "/home/ada/libfast.so", 1), 0);
    assert_string_equal(judge("cuda"),
                        "LD_PRELOAD=.../libfast.so loads other code into this program\n");
}

static void older_kernels_are_reported(void **state)
{
    (void)state;
#if defined(__x86_64__)
    assert_int_equal(setenv("OPENBLAS_CORETYPE", "prescott", 1), 0);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        assert_string_equal(
            judge("cpu"),
            "OPENBLAS_CORETYPE=prescott makes this device slower than it could be; unset it\n");
    assert_int_equal(setenv("OPENBLAS_CORETYPE", "SkylakeX", 1), 0);
    assert_string_equal(judge("cpu"), "");
#else
    print_message("skipped: OpenBLAS's kernels are ranked for x86 only\n");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_numbers_and_lists_are_kept),
        cmocka_unit_test(folders_are_masked),
        cmocka_unit_test(what_may_be_a_secret_is_masked),
        cmocka_unit_test(a_long_value_is_cut),
        cmocka_unit_test_setup_teardown(the_variables_that_are_set_are_found, clear, clear),
        cmocka_unit_test_setup_teardown(a_variable_that_was_unset_is_found, clear, clear),
        cmocka_unit_test(the_loader_s_file_is_read),
        cmocka_unit_test_setup_teardown(slow_settings_are_reported, clear, clear),
        cmocka_unit_test_setup_teardown(older_kernels_are_reported, clear, clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

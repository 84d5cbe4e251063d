/* Tests of cuda_library: a library that is missing, fails to load, or loads. Needs no toolkit. */
#include "backend/cuda/cuda_library.h"

#include "support/cmocka.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void an_absent_library_is_not_found(void **state)
{
    char reason[WM_CUDA_LIBRARY_REASON];
    (void)state;
    assert_null(wm_cuda_library_open("libwitnessmark-none.so.7", reason));
    assert_string_equal(reason, "libwitnessmark-none.so.7 not found");
}

static void a_file_of_text_cannot_be_loaded(void **state)
{
    char reason[WM_CUDA_LIBRARY_REASON], path[] = "/tmp/witnessmark-test-XXXXXX";
    const int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0 && write(file, "no library\n", 11) == 11 && close(file) == 0);
    assert_null(wm_cuda_library_open(path, reason));
    assert_int_equal(unlink(path), 0);
    assert_memory_equal(reason, path, strlen(path));
    assert_non_null(strstr(reason, " cannot be loaded: "));
    assert_null(strchr(reason, '\n'));
}

static void functions_are_found_by_name(void **state)
{
    double (*cosine)(double) = NULL;
    char reason[WM_CUDA_LIBRARY_REASON];
    void *file = wm_cuda_library_open("libm.so.6", reason);
    (void)state;
    assert_non_null(file);
    assert_string_equal(reason, "");
    assert_true(wm_cuda_library_find(file, "cos", &cosine));
    assert_true(cosine(0) == 1);
    assert_false(wm_cuda_library_find(file, "nvmlInit_v2", &cosine));
    assert_null(cosine);
    assert_int_equal(dlclose(file), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_absent_library_is_not_found),
        cmocka_unit_test(a_file_of_text_cannot_be_loaded),
        cmocka_unit_test(functions_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

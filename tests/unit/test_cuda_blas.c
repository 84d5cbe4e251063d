/* Tests of cuda_blas: loading the toolkit's library and its functions.
 *
 * A library that is missing, of another version, or without a function gives a reason in one line.
 * Needs the CUDA toolkit, no GPU. Linked without the toolkit's folder. */
#include "backend/cuda/cuda_blas.h"

#include "support/cmocka.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The loader then takes this for libcublasLt.so.13, because the name inside the library counts. */
static void *load(const char *folder)
{
    char path[1024];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 64);
    assert_true(size > 0);
    path[size] = '\0';
    *strrchr(path, '/') = '\0'; /* build/cuda/tests/unit */
    *strrchr(path, '/') = '\0';
    strcat(path, folder);
    strcat(path, "/libcublasLt.so.13");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail_msg("%s", dlerror());
    return library;
}

static void refused(const char *words, const char *reason)
{
    wm_cuda_blas blas;
    void *library = load("/fakes");
    assert_int_equal(setenv("WM_FAKE_BLAS", words, 1), 0);
    assert_false(wm_cuda_blas_load(&blas));
    assert_string_equal(blas.reason, reason);
    assert_null(blas.file);
    assert_int_equal(dlclose(library), 0);
}

static void a_matching_library_is_loaded(void **state)
{
    wm_cuda_blas blas;
    void *library = load("/fakes");
    (void)state;
    assert_int_equal(setenv("WM_FAKE_BLAS", "version=130400,runtime=13010", 1), 0);
    assert_true(wm_cuda_blas_load(&blas));
    assert_string_equal(blas.reason, "");
    assert_int_equal(blas.version, 130400);
    assert_non_null(blas.matmul);
    assert_ptr_equal(blas.file, library);
    assert_int_equal(dlclose(blas.file), 0); /* otherwise it would stay loaded for the next test */
    assert_int_equal(dlclose(library), 0);
}

static void another_version_under_its_name_is_refused(void **state)
{
    (void)state;
    refused("version=120803", "libcublasLt.so.13 is cuBLASLt 12.8 for CUDA 13; this program needs "
                              "13 for CUDA 13");
    refused("runtime=12090", "libcublasLt.so.13 is cuBLASLt 13.1 for CUDA 12; this program needs "
                             "13 for CUDA 13");
}

static void a_missing_function_is_named(void **state)
{
    wm_cuda_blas blas;
    void *library = load("/fakes/old");
    (void)state;
    assert_false(wm_cuda_blas_load(&blas));
    assert_string_equal(blas.reason,
                        "libcublasLt.so.13 has no function cublasLtMatmulPreferenceSetAttribute");
    assert_int_equal(dlclose(library), 0);
}

/* Last, because the library stays loaded. Its functions return what the header promises: a text for
 * a status. */
static void the_installed_library_loads_or_gives_a_reason(void **state)
{
    wm_cuda_blas blas;
    (void)state;
    if (wm_cuda_blas_load(&blas)) {
        assert_string_equal(blas.reason, "");
        assert_int_equal(blas.version / 10000, CUBLAS_VER_MAJOR);
        assert_non_null(strstr(blas.status_text(CUBLAS_STATUS_NOT_SUPPORTED), "not supported"));
    } else {
        assert_memory_equal(blas.reason, "libcublasLt.so.13 not found", 27);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matching_library_is_loaded),
        cmocka_unit_test(another_version_under_its_name_is_refused),
        cmocka_unit_test(a_missing_function_is_named),
        cmocka_unit_test(the_installed_library_loads_or_gives_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Tests of cuda_code: which code of a program a GPU runs. Needs no toolkit. */
#include "backend/cuda/cuda_code.h"

#include "support/cmocka.h"

#include <string.h>

#define SHIPPED "80 89 90a 100 120+ptx" /* CUDA_ARCHS of tools/cuda.mk */

static void a_device_runs_the_newest_code_of_its_kind(void **state)
{
    static const struct {
        const char *built;
        int capability;
        const char *flag;
        int code;
    } cases[] = {
        {SHIPPED, 80, "-gencode=arch=compute_80,code=sm_80", 80},
        {SHIPPED, 86, "-gencode=arch=compute_80,code=sm_80", 80},
        {SHIPPED, 89, "-gencode=arch=compute_89,code=sm_89", 89},
        {SHIPPED, 90, "-gencode=arch=compute_90a,code=sm_90a", 90},
        {SHIPPED, 100, "-gencode=arch=compute_100,code=sm_100", 100},
        {SHIPPED, 103, "-gencode=arch=compute_100,code=sm_100", 100},
        {SHIPPED, 121, "-gencode=arch=compute_120,code=sm_120", 120},
        {SHIPPED, 130, "-gencode=arch=compute_120,code=compute_120", 120},
        {"89 80", 89, "-gencode=arch=compute_89,code=sm_89", 89},
        {"80+ptx 89", 90, "-gencode=arch=compute_80,code=compute_80", 80},
    };
    char flag[WM_CUDA_CODE_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(wm_cuda_code_for(cases[i].built, cases[i].capability, flag),
                         cases[i].code);
        assert_string_equal(flag, cases[i].flag);
    }
}

static void a_device_without_code_is_refused(void **state)
{
    static const struct {
        const char *built;
        int capability;
    } cases[] = {{SHIPPED, 75}, {SHIPPED, 110}, {"90a", 91},    {"90a", 89},
                 {"89", 80},    {"120", 130},   {"80+ptx", 75}, {"", 90}};
    char flag[WM_CUDA_CODE_TEXT] = "x";
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(wm_cuda_code_for(cases[i].built, cases[i].capability, flag), 0);
        assert_string_equal(flag, "");
    }
}

static void a_refusal_names_both_sides(void **state)
{
    char reason[WM_CUDA_CODE_REASON];
    (void)state;
    wm_cuda_code_refuse(SHIPPED, 75, reason);
    assert_string_equal(reason, "compute capability 7.5: this program is built for 8.0, 8.9, 9.0, "
                                "10.0, 12.0 or later");
    wm_cuda_code_refuse("90a", 120, reason);
    assert_string_equal(reason, "compute capability 12.0: this program is built for 9.0");
    wm_cuda_code_refuse("80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80", 75, reason);
    assert_true(strlen(reason) < sizeof reason && strstr(reason, "for 8.0, 8.0") != NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_runs_the_newest_code_of_its_kind),
        cmocka_unit_test(a_device_without_code_is_refused),
        cmocka_unit_test(a_refusal_names_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

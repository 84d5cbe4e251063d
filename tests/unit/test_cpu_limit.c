/* Tests of the highest frequency of the processors, with made-up files of cpufreq. */
#include "support/cmocka.h"

#include "backend/cpu/cpu_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char folder[] = "/tmp/witnessmark-limit-XXXXXX";
static const char *const NAMES[] = {"scaling_driver", "cpuinfo_max_freq"};

static int make_folder(void **state)
{
    char path[128];
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    (void)snprintf(path, sizeof path, "%s/cpu0", folder);
    if (mkdir(path, 0700) != 0)
        return -1;
    (void)snprintf(path, sizeof path, "%s/cpu0/cpufreq", folder);
    return mkdir(path, 0700);
}

static void name_file(size_t i, char path[128])
{
    (void)snprintf(path, 128, "%s/cpu0/cpufreq/%s", folder, NAMES[i]);
}

static int remove_folder(void **state)
{
    char path[128];
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        name_file(i, path);
        (void)remove(path);
    }
    (void)snprintf(path, sizeof path, "%s/cpu0/cpufreq", folder);
    (void)remove(path);
    (void)snprintf(path, sizeof path, "%s/cpu0", folder);
    (void)remove(path);
    return remove(folder);
}

/* Writes a file; NULL removes it. */
static void set(size_t i, const char *text)
{
    char path[128];
    FILE *file;
    name_file(i, path);
    (void)remove(path);
    if (text == NULL)
        return;
    file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The limit without files: that of CPUID, or 0. */
static double of_processor(void)
{
    return wm_cpu_clock_limit_hz("/nowhere");
}

static void the_kernel_gives_the_limit(void **state)
{
    (void)state;
    set(0, "intel_pstate\n");
    set(1, "3700000\n");
    assert_true(wm_cpu_clock_limit_hz(folder) == 3.7e9);
}

static void a_driver_without_the_boost_gives_none(void **state)
{
    (void)state;
    set(0, "acpi-cpufreq\n");
    set(1, "1234567\n");
    assert_true(wm_cpu_clock_limit_hz(folder) == of_processor());
    assert_true(of_processor() != 1234567e3);
}

static void files_that_are_not_there_give_none(void **state)
{
    (void)state;
    set(0, "intel_pstate\n");
    set(1, NULL);
    assert_true(wm_cpu_clock_limit_hz(folder) == of_processor());
    set(0, NULL);
    set(1, "1234567\n");
    assert_true(wm_cpu_clock_limit_hz(folder) == of_processor());
    assert_true(of_processor() == 0 || (of_processor() > 1e8 && of_processor() < 1e10));
}

static void a_file_without_a_number_gives_none(void **state)
{
    (void)state;
    set(0, "intel_pstate\n");
    set(1, "<unknown>\n");
    assert_true(wm_cpu_clock_limit_hz(folder) == of_processor());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_gives_the_limit),
        cmocka_unit_test(a_driver_without_the_boost_gives_none),
        cmocka_unit_test(files_that_are_not_there_give_none),
        cmocka_unit_test(a_file_without_a_number_gives_none),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

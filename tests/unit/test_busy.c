/* Tests of measure/busy: others' use of the machine, from fake readings of the kernel. */
#include "measure/busy.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/witnessmark-busy-XXXXXX";
static char words[WM_BUSY_WORDS];

static void write_file(const char *name, const char *text)
{
    char path[64];
    FILE *file;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void remove_file(const char *name)
{
    char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)remove(path);
}

static int set_up(void **state)
{
    char path[64];
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/witnessmark-busy-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    (void)snprintf(path, sizeof path, "%s/pressure", folder);
    return mkdir(path, 0700);
}

static int tear_down(void **state)
{
    (void)state;
    remove_file("stat");
    remove_file("pressure/cpu");
    remove_file("pressure");
    return rmdir(folder);
}

static const wm_device_load NOTHING = {.utilization = 0};

/* Two readings one second apart, of a machine with 4 processors. */
static bool judge(double others_s, double own_s, double pressure_s, wm_device_load load)
{
    const wm_busy_reading begin = {.time_ns = 1000000000, .busy_s = 50, .own_s = 3};
    const wm_busy_reading end = {.time_ns = 2000000000,
                                 .busy_s = 50 + others_s + own_s,
                                 .own_s = 3 + own_s,
                                 .pressure_s = pressure_s};
    return wm_busy_between(&begin, &end, 4, &load, words);
}

static void a_quiet_machine_has_no_words(void **state)
{
    (void)state;
    assert_false(judge(0.25, 0, 0.1, NOTHING));
    assert_string_equal(words, "");
    assert_false(judge(0, 4, 0, NOTHING)); /* this process itself */
    assert_false(judge((double)NAN, 0, (double)NAN, (wm_device_load){.utilization = (double)NAN}));
}

static void each_use_is_named(void **state)
{
    (void)state;
    assert_true(judge(1.94, 0.5, 0, NOTHING));
    assert_string_equal(words, "others use 1.9 of 4 processors");
    assert_true(judge(0, 0, 0.5, NOTHING));
    assert_string_equal(words, "tasks wait for a processor 50 % of the time");
    assert_true(judge(0, 0, 0, (wm_device_load){.utilization = 0.37}));
    assert_string_equal(words, "the GPU is used 37 % of the time");
    assert_true(judge(0, 0, 0, (wm_device_load){.utilization = 0, .processes = 1}));
    assert_string_equal(words, "1 other process computes on the GPU");
    assert_true(judge(4, 0, 1.5, (wm_device_load){.utilization = 1, .processes = 2}));
    assert_string_equal(words,
                        "others use 4.0 of 4 processors, tasks wait for a processor 100 % of "
                        "the time, the GPU is used 100 % of the time, 2 other processes "
                        "compute on the GPU");
}

/* Of many processors, a quarter of one is no load. */
static void a_large_machine_has_a_larger_limit(void **state)
{
    const wm_busy_reading begin = {.time_ns = 0};
    wm_busy_reading end = {.time_ns = 1000000000, .busy_s = 2};
    (void)state;
    assert_false(wm_busy_between(&begin, &end, 128, &NOTHING, words));
    end.busy_s = 3;
    assert_true(wm_busy_between(&begin, &end, 128, &NOTHING, words));
}

static void the_kernels_files_are_read(void **state)
{
    wm_busy_reading reading;
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    (void)state;
    wm_busy_read(folder, &reading);
    assert_true(isnan(reading.busy_s) && isnan(reading.pressure_s));
    write_file("stat", "cpu  1 20 300 4000 50000 600000 7000000 80000000 5 5\n");
    write_file("pressure/cpu", "some avg10=1.00 avg60=2.00 avg300=3.00 total=2500000\n");
    wm_busy_read(folder, &reading);
    assert_true(reading.busy_s == (1 + 20 + 300 + 600000 + 7000000 + 80000000) / ticks);
    assert_true(reading.pressure_s == 2.5);
    assert_true(reading.own_s > 0 && reading.time_ns > 0);
    write_file("stat", "cpu 1 2\n");
    wm_busy_read(folder, &reading);
    assert_true(isnan(reading.busy_s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quiet_machine_has_no_words),
        cmocka_unit_test(each_use_is_named),
        cmocka_unit_test(a_large_machine_has_a_larger_limit),
        cmocka_unit_test_setup_teardown(the_kernels_files_are_read, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

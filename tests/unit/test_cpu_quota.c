/* Tests of measure/facts/cpu_quota: the least quota of a group and of those above it. */
#include "measure/facts/cpu_quota.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[32], proc[64], groups[64];

static int set_up(void **state)
{
    (void)state;
    (void)strcpy(folder, "/tmp/cpu_quota.XXXXXX");
    (void)snprintf(proc, sizeof proc, "%s/proc", mkdtemp(folder) != NULL ? folder : "");
    (void)snprintf(groups, sizeof groups, "%s/groups", folder);
    return folder[0] != '\0' ? 0 : -1;
}

static int tear_down(void **state)
{
    char command[64];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

/* Writes a file below the test's folder, with the folders above it. */
static void put(const char *path, const char *text)
{
    char command[256], name[128];
    FILE *file;
    (void)snprintf(name, sizeof name, "%s/%s", folder, path);
    (void)snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s')\"", name);
    assert_int_equal(system(command), 0);
    file = fopen(name, "w");
    assert_non_null(file);
    (void)fputs(text, file);
    (void)fclose(file);
}

static void check(double expected)
{
    const char *reason = "";
    assert_true(wm_cpu_quota_read(proc, groups, &reason) == expected);
    assert_null(reason);
}

static void check_absent(const char *expected)
{
    const char *reason = NULL;
    assert_true(isnan(wm_cpu_quota_read(proc, groups, &reason)));
    assert_string_equal(reason, expected);
}

static void a_process_without_groups_has_no_quota(void **state)
{
    (void)state;
    put("groups/cpu.max", "max 100000\n");
    check_absent("no /proc/self/cgroup");
    put("proc/self/cgroup", "0::/\n");
    check_absent("no quota");
}

static void the_least_quota_above_a_group_counts(void **state)
{
    (void)state;
    put("proc/self/cgroup", "0::/a/b\n");
    put("groups/a/b/cpu.max", "max 100000\n");
    check_absent("no quota");
    put("groups/a/cpu.max", "150000 100000\n");
    check(1.5);
    put("groups/a/b/cpu.max", "50000 100000\n");
    check(0.5);
    put("groups/cpu.max", "20000 100000\n"); /* a container's own folder */
    check(0.2);
}

static void the_path_of_a_container_need_not_exist(void **state)
{
    (void)state;
    put("proc/self/cgroup", "0::/elsewhere/c\n");
    put("groups/cpu.max", "300000 100000\n");
    check(3);
}

static void the_older_hierarchies_are_read(void **state)
{
    (void)state;
    put("proc/self/cgroup", "5:cpuset:/a\n2:cpuacct,cpu:/a\n0::/\n");
    put("groups/cpuset/a/cpu.max", "10000 100000\n"); /* not the processors' hierarchy */
    put("groups/cpuacct,cpu/a/cpu.cfs_quota_us", "-1\n");
    put("groups/cpuacct,cpu/a/cpu.cfs_period_us", "100000\n");
    check_absent("no quota");
    put("groups/cpuacct,cpu/a/cpu.cfs_quota_us", "25000\n");
    check(0.25);
    put("proc/self/cgroup", "damaged\n2:cpuacct\n");
    check_absent("no quota");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_process_without_groups_has_no_quota, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_least_quota_above_a_group_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_path_of_a_container_need_not_exist, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_older_hierarchies_are_read, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

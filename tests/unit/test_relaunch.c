/* Tests of cli/relaunch: the result of the child's self-test, and a child that hangs. The child is
 * this program again, which does what $WM_TEST_CHILD says. */
#include "base/clock.h"
#include "cli/relaunch.h"

#include "support/cmocka.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool probe(const char *child, double limit_s)
{
    assert_int_equal(setenv("WM_TEST_CHILD", child, 1), 0);
    return wm_relaunch_probe("cuda", "GPU-1", limit_s);
}

/* No child is left, not even a zombie. */
static void expect_no_child(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void a_passing_self_test_confirms_the_device(void **state)
{
    (void)state;
    assert_true(probe("pass", 60));
    expect_no_child();
}

static void a_failing_or_killed_self_test_does_not(void **state)
{
    (void)state;
    assert_false(probe("fail", 60));
    assert_false(probe("die", 60));
    expect_no_child();
}

static void a_hanging_self_test_is_killed(void **state)
{
    const double began = wm_clock_s();
    (void)state;
    assert_false(probe("hang", 0.3));
    assert_true(wm_clock_s() - began >= 0.3);
    assert_true(wm_clock_s() - began < 300); /* the child would sleep for ten minutes */
    expect_no_child();
}

/* A service may leave SIGCHLD ignored; then no child could be waited for. */
static void the_child_is_reaped_with_sigchld_ignored(void **state)
{
    (void)state;
    assert_true(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
    assert_true(probe("pass", 60));
    assert_false(probe("fail", 60));
}

static int be_child(int argc, char **argv)
{
    const char *what = getenv("WM_TEST_CHILD");
    if (argc != 8 || strcmp(argv[1], "selftest") != 0 || strcmp(argv[3], "cuda") != 0 ||
        strcmp(argv[5], "GPU-1") != 0 || what == NULL)
        return 2;
    if (strcmp(what, "hang") == 0) {
        (void)signal(SIGTERM, SIG_IGN);
        (void)sleep(600);
    }
    if (strcmp(what, "die") == 0)
        (void)raise(SIGKILL);
    return strcmp(what, "pass") == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_passing_self_test_confirms_the_device),
        cmocka_unit_test(a_failing_or_killed_self_test_does_not),
        cmocka_unit_test(a_hanging_self_test_is_killed),
        cmocka_unit_test(the_child_is_reaped_with_sigchld_ignored),
    };
    if (argc > 1)
        return be_child(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

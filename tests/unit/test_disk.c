/* Tests of writing that survives a crash. */
#include "support/cmocka.h"

#include "archive/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/witnessmark-disk-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[64];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void paths_without_a_name(void **state)
{
    static const char *const paths[] = {"", "/", "//", ".", "..", "a/..", "a/."};
    wm_disk_place place;
    wm_error err;
    size_t i;
    (void)state;
    for (i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        assert_int_equal(wm_disk_open(paths[i], &place, &err), WM_E_ARG);
        wm_disk_close(&place);
    }
}

static void a_path_is_split(void **state)
{
    wm_disk_place place;
    (void)state;
    assert_int_equal(wm_disk_open(in_folder("record//"), &place, NULL), WM_OK);
    assert_string_equal(place.name, "record");
    assert_false(wm_disk_exists(&place));
    assert_int_equal(symlink("nowhere", in_folder("record")), 0);
    assert_true(wm_disk_exists(&place)); /* a dangling link also occupies the name */
    assert_int_equal(unlink(in_folder("record")), 0);
    wm_disk_close(&place);
    assert_int_equal(wm_disk_open(in_folder("absent/record"), &place, NULL), WM_E_OPEN);
    wm_disk_close(&place);
}

static void free_space_is_checked(void **state)
{
    wm_disk_place place;
    wm_error err;
    (void)state;
    assert_int_equal(wm_disk_open(in_folder("record"), &place, NULL), WM_OK);
    assert_int_equal(wm_disk_check_room(&place, 1, &err), WM_OK);
    assert_int_equal(wm_disk_check_room(&place, (uint64_t)1 << 60, &err), WM_E_LIMIT);
    assert_non_null(strstr(err.message, "bytes free"));
    wm_disk_close(&place);
}

static void rename_never_replaces(void **state)
{
    int parent = open(folder, O_RDONLY | O_DIRECTORY);
    (void)state;
    assert_true(parent >= 0);
    assert_int_equal(mkdirat(parent, "new", 0755), 0);
    assert_int_equal(mkdirat(parent, "old", 0755), 0);
    assert_int_equal(wm_disk_rename(parent, "new", "old"), WM_E_EXISTS);
    assert_int_equal(unlinkat(parent, "old", AT_REMOVEDIR), 0);
    assert_int_equal(wm_disk_rename(parent, "new", "old"), WM_OK);
    assert_int_equal(wm_disk_rename(parent, "new", "other"), WM_E_IO);
    close(parent);
}

static void put_replaces_but_follows_no_link(void **state)
{
    int parent = open(folder, O_RDONLY | O_DIRECTORY);
    struct stat info;
    (void)state;
    assert_int_equal(wm_disk_put(parent, "file", "long text", 9), WM_OK);
    assert_int_equal(wm_disk_put(parent, "file", "text", 4), WM_OK);
    assert_int_equal(fstatat(parent, "file", &info, 0), 0);
    assert_int_equal(info.st_size, 4);
    assert_int_equal(symlinkat("file", parent, "link"), 0);
    assert_int_equal(wm_disk_put(parent, "link", "x", 1), WM_E_IO);
    assert_int_equal(errno, ELOOP);
    close(parent);
}

/* A file size limit replaces a full disk: the write at the limit is short, the next one fails. */
static void a_write_to_a_full_disk_fails(void **state)
{
    struct rlimit old, small;
    int parent = open(folder, O_RDONLY | O_DIRECTORY);
    char data[1000] = {0};
    (void)state;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 600;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(wm_disk_put(parent, "big", data, sizeof data), WM_E_IO);
    assert_int_equal(errno, EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    close(parent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_without_a_name),
        cmocka_unit_test(a_path_is_split),
        cmocka_unit_test(free_space_is_checked),
        cmocka_unit_test(rename_never_replaces),
        cmocka_unit_test(put_replaces_but_follows_no_link),
        cmocka_unit_test(a_write_to_a_full_disk_fails),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

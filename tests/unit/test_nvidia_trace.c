/* Tests of backend/nvidia_trace: what shows a GPU, on machines that are folders here. NVML is the
 * fake of tests/fakes. */
#include "backend/nvidia_trace.h"

#include "support/cmocka.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static int make_root(void **state)
{
    (void)state;
    strcpy(root, "/tmp/witnessmark-trace-XXXXXX");
    return mkdtemp(root) != NULL ? 0 : -1;
}

static int remove_root(void **state)
{
    char command[128];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

/* Makes a folder of the machine with the folders above it. */
static void add(const char *path)
{
    char command[256];
    (void)snprintf(command, sizeof command, "mkdir -p %s%s", root, path);
    assert_int_equal(system(command), 0);
}

static void files_of_the_driver_show_a_gpu(void **state)
{
    char where[WM_NVIDIA_TRACE_SIZE] = "";
    (void)state;
    assert_int_equal(setenv("WM_FAKE_NVML", "nogpu", 1), 0);
    assert_false(wm_nvidia_trace_find(root, where));
    add("/dev/nvidiactl"); /* the driver's, without a GPU */
    add("/dev/nvidia-uvm");
    add("/proc/driver/nvidia/gpus");
    assert_false(wm_nvidia_trace_find(root, where));
    add("/proc/driver/nvidia/gpus/0000:06:00.0");
    assert_true(wm_nvidia_trace_find(root, where));
    assert_string_equal(where, "/proc/driver/nvidia/gpus/0000:06:00.0");
    add("/dev/nvidia0");
    assert_true(wm_nvidia_trace_find(root, where));
    assert_string_equal(where, "/dev/nvidia0");
}

static void nvml_counts_gpus(void **state)
{
    static const struct {
        const char *words;
        bool is_there;
    } cases[] = {{"", true}, {"nogpu", false}, {"mismatch", false}, {"unloaded", false}};
    char where[WM_NVIDIA_TRACE_SIZE];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(setenv("WM_FAKE_NVML", cases[i].words, 1), 0);
        assert_int_equal(wm_nvidia_trace_find("/nowhere", where), cases[i].is_there);
        if (cases[i].is_there)
            assert_string_equal(where, "libnvidia-ml.so.1");
    }
}

/* A library with this soname is found again under it. */
static bool load_fake(void)
{
    char path[4096];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 64);
    char *end;
    if (size <= 0)
        return false;
    path[size] = '\0';
    end = strstr(path, "/unit/");
    if (end == NULL)
        return false;
    strcpy(end, "/fakes/libnvidia-ml.so.1");
    return dlopen(path, RTLD_NOW | RTLD_LOCAL) != NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_of_the_driver_show_a_gpu, make_root, remove_root),
        cmocka_unit_test(nvml_counts_gpus),
    };
    if (!load_fake()) {
        fputs("the fake NVML is not built\n", stderr);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Opens the device of a group of tests. */
#include "support/cpu_fixture.h"

#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <stdlib.h>

wm_device *cpu_fixture;

static int open_device(uint32_t threads)
{
    cpu_fixture = open_cpu(threads);
    return cpu_fixture != NULL ? 0 : -1;
}

int cpu_fixture_one_thread(void **state)
{
    (void)state;
    return open_device(1);
}

int cpu_fixture_two_threads(void **state)
{
    (void)state;
    return open_device(2);
}

int cpu_fixture_close(void **state)
{
    (void)state;
    cpu_fixture->ops->close(cpu_fixture);
    return 0;
}

wm_device_buffer *cpu_fixture_buffer(const void *bytes, size_t size_bytes)
{
    wm_device_buffer *buffer = NULL;
    assert_int_equal(cpu_fixture->ops->alloc(cpu_fixture, size_bytes, &buffer), WM_OK);
    if (bytes != NULL)
        assert_int_equal(cpu_fixture->ops->upload(cpu_fixture, buffer, 0, bytes, size_bytes),
                         WM_OK);
    return buffer;
}

void *cpu_fixture_memory(size_t size_bytes)
{
    void *bytes = calloc(size_bytes, 1);
    assert_non_null(bytes);
    return bytes;
}

/* Memory of this machine that could be allocated now. */
#include "backend/cpu/cpu_device.h"
#include "base/file_line.h"

#include <math.h>
#include <stdlib.h>

enum { VALUE_SIZE = 64 };

/* Reads a number of bytes from a file of the kernel; NaN if there is none, or if it is `max`. */
static double read_bytes(const char *path, const char *key, double scale)
{
    char value[VALUE_SIZE];
    char *end = value;
    double bytes;
    (void)wm_file_line_read(path, key, value, sizeof value);
    bytes = strtod(value, &end) * scale;
    return end != value && isfinite(bytes) ? bytes : (double)NAN;
}

/* The bytes that a control group has left; infinite without a limit. */
static double left_in_group(const char *limit_path, const char *used_path)
{
    const double limit = read_bytes(limit_path, NULL, 1), used = read_bytes(used_path, NULL, 1);
    return isfinite(limit) && isfinite(used) ? fmax(0, limit - used) : (double)INFINITY;
}

wm_status wm_cpu_memory_free(wm_device *device, uint64_t *size_bytes)
{
    double bytes;
    if (device == NULL || size_bytes == NULL)
        return WM_E_ARG;
    bytes = read_bytes("/proc/meminfo", "MemAvailable", 1024);
    if (!isfinite(bytes))
        return wm_cpu_device_fail(wm_cpu_device_of(device), WM_E_UNSUPPORTED,
                                  "the kernel does not say how much memory is available");
    bytes =
        fmin(bytes, left_in_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"));
    bytes = fmin(bytes, left_in_group("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                      "/sys/fs/cgroup/memory/memory.usage_in_bytes"));
    *size_bytes = (uint64_t)bytes;
    return WM_OK;
}

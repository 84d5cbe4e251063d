/* What the files of test_cuda share: the devices, the options and the counts of cases. */
#include "conformance/cuda_run.h"

#include <stdarg.h>
#include <stdio.h>

wm_device *cpu, *gpu;
unsigned passed, failed, skipped;
bool large = true;
const char *part = NULL;
bool libraries = true;

void report(bool good, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    printf("%s %s\n", good ? "ok  " : "FAIL", text);
    if (good)
        passed++;
    else
        failed++;
}

bool both_ok(const char *what, wm_status on_cpu, wm_status on_gpu)
{
    if (on_cpu == WM_OK && on_gpu == WM_OK)
        return true;
    report(false, "%s: cpu %s; cuda %s (%s)", what, wm_status_text(on_cpu), wm_status_text(on_gpu),
           gpu->ops->last_error(gpu));
    return false;
}

bool is_refused(const char *what, wm_status on_gpu, const char *rule)
{
    if (on_gpu != WM_E_UNSUPPORTED || rule == NULL)
        return false;
    printf("skip %s (%s): %s\n", what, rule, gpu->ops->last_error(gpu));
    skipped++;
    return true;
}

/* The program's `run` on the CPU, whose device fails at a chosen call and cannot be opened again.
 *
 *   WM_LOST_AT     the call that fails, from 1; without it none does
 *   WM_LOST_BACK   a new process has the device again, and it does not fail there
 *   WM_LOST_COUNT  a file for the number of calls of a run that ended */
#include "cli/command.h"
#include "cli/standard_files.h"
#include "support/failing_backend.h"

#include "backend/registry.h"
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The linker gives calls of wm_registry_open to this one (-Wl,--wrap). */
wm_status __wrap_wm_registry_open(const char *name, const char *word, wm_device_options *options,
                                  wm_device **device, wm_error *err);

static wm_backend lost;

/* A failing device with the CPU's name. */
wm_status __wrap_wm_registry_open(const char *name, const char *word, wm_device_options *options,
                                  wm_device **device, wm_error *err)
{
    char reason[256];
    const wm_status status = failing_backend.open(options, device, reason);
    (void)word;
    if (status != WM_OK)
        return wm_error_set(err, status, name, "cannot open the device");
    lost = failing_backend;
    lost.name = "cpu";
    (*device)->ops = &lost;
    return WM_OK;
}

static void write_count(const char *path)
{
    FILE *file = path != NULL ? fopen(path, "w") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%u\n", failing_backend_calls());
    (void)fclose(file);
}

int main(int argc, char **argv)
{
    wm_call call = {.command = wm_command_find("run"), .argc = argc - 1, .argv = argv + 1};
    const char *at = getenv("WM_LOST_AT");
    int answer;
    wm_standard_files_open();
    if (argc < 2)
        return WM_EXIT_TROUBLE;
    if (strcmp(argv[1], "selftest") == 0) /* the run asks whether a new process has the device */
        return getenv("WM_LOST_BACK") != NULL ? WM_EXIT_YES : WM_EXIT_TROUBLE;
    for (int i = 2; i < argc; i++)
        if (getenv("WM_LOST_BACK") != NULL && strcmp(argv[i], "--resume") == 0)
            at = NULL;
    failing_backend_plan((failing_plan){
        .at = at != NULL ? (unsigned)atoi(at) : 0, .status = WM_E_DEVICE, .manner = FAILING_LOST});
    answer = wm_cmd_run(&call);
    write_count(getenv("WM_LOST_COUNT"));
    return answer;
}

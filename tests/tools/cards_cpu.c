/* `run` on several devices, of which each is this machine's CPU: for machines without a GPU.
 *
 * It lists three usable devices and one that is not. A child process runs the program's own `run`
 * on the CPU. Variables change a device, which the beginning of its UUID names:
 *
 *   WM_CARDS_DEAD    its process ends with 2 and has no record
 *   WM_CARDS_WRONG   `--inject bit`: its process ends with 1
 *   WM_CARDS_KILLED  its process ends by SIGKILL, before it has a record
 *   WM_CARDS_BENT    it computes with the library $WM_CARDS_LIBRARY preloaded
 *   WM_CARDS_LOG     a file: each process appends `start UUID` and `end UUID` */
#include "cli/command.h"
#include "cli/new_path.h"
#include "cli/run_cards.h"
#include "cli/standard_files.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const UUIDS[] = {
    "GPU-1111aaaa-0000-0000-0000-000000000001", "GPU-1111aaaa-2222-0000-0000-000000000002",
    "GPU-2222bbbb-0000-0000-0000-000000000003", "GPU-3333cccc-0000-0000-0000-000000000004"};

static wm_status list(wm_device_entry *entries, size_t capacity, size_t *count, char reason[256])
{
    (void)reason;
    *count = 4;
    for (size_t i = 0; i < 4 && i < capacity; i++) {
        entries[i] = (wm_device_entry){.name = "a processor"};
        (void)snprintf(entries[i].uuid, sizeof entries[i].uuid, "%s", UUIDS[i]);
    }
    (void)snprintf(entries[3].reason, sizeof entries[3].reason, "it is old");
    return WM_OK;
}

static bool is_named(const char *variable, const char *uuid)
{
    const char *value = getenv(variable);
    return value != NULL && strncmp(value, uuid, strlen(value)) == 0;
}

static void note(const char *what, const char *uuid)
{
    const char *path = getenv("WM_CARDS_LOG");
    FILE *file = path != NULL ? fopen(path, "a") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%s %s\n", what, uuid);
    (void)fclose(file);
}

/* Runs this process again with the library. */
static void preload(char **argv)
{
    if (getenv("LD_PRELOAD") != NULL || getenv("WM_CARDS_LIBRARY") == NULL)
        return;
    (void)setenv("LD_PRELOAD", getenv("WM_CARDS_LIBRARY"), 1);
    (void)execv("/proc/self/exe", argv);
}

static int be_child(int argc, char **argv, const char *uuid)
{
    char **words = calloc((size_t)argc + 3, sizeof *words);
    const char *const added[] = {"--inject", "bit"};
    int count = 0, answer;
    if (words == NULL || is_named("WM_CARDS_DEAD", uuid)) {
        fputs("witnessmark run: the device is dead\n", stderr);
        free(words);
        return WM_EXIT_TROUBLE;
    }
    if (is_named("WM_CARDS_BENT", uuid))
        preload(argv);
    note("start", uuid);
    if (is_named("WM_CARDS_KILLED", uuid))
        (void)raise(SIGKILL);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--device") == 0)
            i++;
        else
            words[count++] = argv[i];
    if (is_named("WM_CARDS_WRONG", uuid)) {
        memcpy(words + count, added, sizeof added);
        count += 2;
    }
    answer =
        wm_cmd_run(&(wm_call){.command = wm_command_find("run"), .argc = count, .argv = words});
    note("end", uuid);
    free(words);
    return answer;
}

int main(int argc, char **argv)
{
    static const wm_backend backend = {.name = "processors", .list = list};
    static const wm_run_plans plans = {"quick", wm_schedule_builtin_at, wm_schedule_builtin, false,
                                       NULL};
    wm_run_options ask;
    wm_call call;
    int answer;
    wm_standard_files_open();
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--device") == 0 && strchr(argv[i + 1], ',') == NULL &&
            strncmp(argv[i + 1], "GPU-", 4) == 0)
            return be_child(argc, argv, argv[i + 1]);
    if (argc < 2)
        return WM_EXIT_TROUBLE;
    call = (wm_call){.command = wm_command_find("run"), .argc = argc - 1, .argv = argv + 1};
    answer = wm_run_options_parse(&call, &plans, &ask);
    if (answer == WM_EXIT_YES)
        answer = wm_new_path_of_run(&ask);
    if (answer == WM_EXIT_YES)
        answer = wm_run_cards(&ask, &backend);
    wm_run_options_clear(&ask);
    return answer;
}

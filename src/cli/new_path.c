/* Chooses the path of a new record. */
#include "cli/new_path.h"

#include "cli/trouble.h"
#include "study/run/cards.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SUFFIX_MOST = 999, TIME_SIZE = sizeof "-20260131-235959" - 1 };

int wm_new_path_choose(const wm_call *call, const char *output, const char *stem,
                       char path[WM_NEW_PATH_SIZE])
{
    const time_t now = time(NULL);
    struct tm local;
    char date[32];
    if (output != NULL) {
        if (output[0] == '\0' || strlen(output) >= WM_NEW_PATH_SIZE)
            return wm_trouble_say(call, "-o", "needs a path of 1 to 4095 bytes");
        memcpy(path, output, strlen(output) + 1);
        return WM_EXIT_YES;
    }
    if (localtime_r(&now, &local) == NULL ||
        strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local) == 0)
        return wm_trouble_say(call, "", "the clock cannot be read; name the record with -o");
    (void)snprintf(path, WM_NEW_PATH_SIZE, "%s-%s", stem, date);
    for (unsigned i = 2; i < 100 && access(path, F_OK) == 0; i++)
        (void)snprintf(path, WM_NEW_PATH_SIZE, "%s-%s-%u", stem, date, i);
    return WM_EXIT_YES;
}

/* ---- of a run -------------------------------------------------------------------------------- */

/* The only interrupted run in this folder. */
static int find_partial(wm_run_options *ask)
{
    static const char tail[] = ".partial";
    const struct dirent *entry;
    DIR *folder = opendir(".");
    unsigned found = 0;
    if (folder == NULL)
        return wm_trouble_say(ask->call, "--resume: this folder", strerror(errno));
    while ((entry = readdir(folder)) != NULL) {
        const size_t size = strlen(entry->d_name);
        if (entry->d_name[0] != '.' || size <= sizeof tail ||
            strcmp(entry->d_name + size - (sizeof tail - 1), tail) != 0)
            continue;
        (void)snprintf(ask->path, sizeof ask->path, "%.*s", (int)(size - sizeof tail),
                       entry->d_name + 1);
        found++;
    }
    (void)closedir(folder);
    if (found == 1)
        return WM_EXIT_YES;
    return wm_trouble_say(ask->call, "--resume",
                          found == 0
                              ? "no interrupted run in this folder; name its record with -o"
                              : "several interrupted runs in this folder; name one record with -o");
}

/* A default name has no host: it is published with the record. */
int wm_new_path_of_run(wm_run_options *ask)
{
    char stem[32];
    if (ask->output == NULL && ask->resume && wm_cards_are_several(ask->device_word))
        return wm_trouble_say(ask->call, "--resume",
                              "with several devices, name their folder with -o");
    if (ask->output == NULL && ask->resume)
        return find_partial(ask);
    (void)snprintf(stem, sizeof stem, "witnessmark-%s", ask->call->command->name);
    if (ask->output == NULL)
        ask->own_size = strlen(stem) + TIME_SIZE;
    return wm_new_path_choose(ask->call, ask->output, stem, ask->path);
}

bool wm_new_path_next(wm_run_options *ask)
{
    if (ask->own_size == 0 || ask->own_suffix >= SUFFIX_MOST)
        return false;
    ask->own_suffix = ask->own_suffix < 2 ? 2 : ask->own_suffix + 1;
    (void)snprintf(ask->path + ask->own_size, sizeof ask->path - ask->own_size, "-%u",
                   ask->own_suffix);
    return true;
}

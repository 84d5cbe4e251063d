/* Chooses the path of a new record. */
#include "cli/new_path.h"

#include "cli/command.h"
#include "cli/trouble.h"
#include "study/run/cards.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <ctype.h>
#include <dirent.h>

enum { SUFFIX_MOST = 999, HOST_MOST = 40 };

int wm_new_path_choose(const char *command, bool as_json, const char *output, const char *stem,
                       char path[WM_NEW_PATH_SIZE])
{
    const time_t now = time(NULL);
    struct tm local;
    char date[32];
    if (output != NULL) {
        if (output[0] == '\0' || strlen(output) >= WM_NEW_PATH_SIZE)
            return wm_trouble_say(command, as_json, "-o", "needs a path of 1 to 4095 bytes");
        memcpy(path, output, strlen(output) + 1);
        return WM_EXIT_YES;
    }
    if (localtime_r(&now, &local) == NULL ||
        strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local) == 0)
        return wm_trouble_say(command, as_json, "",
                              "the clock cannot be read; name the record with -o");
    (void)snprintf(path, WM_NEW_PATH_SIZE, "%s-%s", stem, date);
    for (unsigned i = 2; i < 100 && access(path, F_OK) == 0; i++)
        (void)snprintf(path, WM_NEW_PATH_SIZE, "%s-%s-%u", stem, date, i);
    return WM_EXIT_YES;
}

/* ---- of a run -------------------------------------------------------------------------------- */

static int complain(const wm_run_options *ask, const char *place, const char *text)
{
    return wm_trouble_say("run", ask->as_json, place, text);
}

/* The only interrupted run in this folder. */
static int find_partial(wm_run_options *ask)
{
    static const char tail[] = ".partial";
    const struct dirent *entry;
    DIR *folder = opendir(".");
    unsigned found = 0;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        const size_t size = strlen(entry->d_name);
        if (entry->d_name[0] != '.' || size <= sizeof tail ||
            strcmp(entry->d_name + size - (sizeof tail - 1), tail) != 0)
            continue;
        (void)snprintf(ask->path, sizeof ask->path, "%.*s", (int)(size - sizeof tail),
                       entry->d_name + 1);
        found++;
    }
    if (folder != NULL)
        (void)closedir(folder);
    if (found == 1)
        return WM_EXIT_YES;
    return complain(ask, "--resume",
                    found == 0
                        ? "no interrupted run in this folder; name its record with -o"
                        : "several interrupted runs in this folder; name one record with -o");
}

/* The host's name up to its first dot, in characters that need no quoting. */
static void name_host(char host[HOST_MOST + 1])
{
    char name[256] = "";
    (void)gethostname(name, sizeof name - 1);
    (void)snprintf(host, HOST_MOST + 1, "%.*s", (int)strcspn(name, "."), name);
    for (char *at = host; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '_')
            *at = '_';
    if (host[0] == '\0')
        memcpy(host, "host", 5);
}

static int name_by_time(wm_run_options *ask)
{
    char host[HOST_MOST + 1], when[32];
    const time_t now = time(NULL);
    struct tm local;
    name_host(host);
    if (localtime_r(&now, &local) == NULL ||
        strftime(when, sizeof when, "%Y%m%d-%H%M%S", &local) == 0)
        return complain(ask, "", "the clock cannot be read; name the record with -o");
    (void)snprintf(ask->path, sizeof ask->path, "witnessmark-%s-%s", host, when);
    ask->own_size = strlen(ask->path);
    return WM_EXIT_YES;
}

int wm_new_path_of_run(wm_run_options *ask)
{
    const char *given = ask->output;
    if (given != NULL) {
        if (given[0] == '\0' || strlen(given) >= sizeof ask->path)
            return complain(ask, "-o", "needs a path of 1 to 4095 bytes");
        memcpy(ask->path, given, strlen(given) + 1);
        return WM_EXIT_YES;
    }
    if (ask->resume && wm_cards_are_several(ask->device_word))
        return complain(ask, "--resume", "with several devices, name their folder with -o");
    return ask->resume ? find_partial(ask) : name_by_time(ask);
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

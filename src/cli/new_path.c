/* Chooses the path of a new record. */
#include "cli/new_path.h"

#include "cli/command.h"
#include "cli/trouble.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

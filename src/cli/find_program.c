/* Finds the executable of a command in PATH. */
#include "cli/find_program.h"

#include "base/code_point.h"

#include "base/status.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char STANDARD_PATH[] = "/usr/local/bin:/usr/bin:/bin";

/* Why a path is no file; NULL: it is one. */
static const char *not_a_file(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return strerror(errno);
    switch (about.st_mode & S_IFMT) {
    case S_IFREG:
        return NULL;
    case S_IFDIR:
        return "is a directory";
    case S_IFIFO:
        return "is a FIFO, not a program";
    case S_IFSOCK:
        return "is a socket, not a program";
    default:
        return "is a device, not a program";
    }
}

/* Checks a path. Errors: NOTFOUND, OPEN. */
static wm_status check(const char *word, const char *path, wm_error *err)
{
    const char *wrong = not_a_file(path);
    if (wrong != NULL)
        return wm_error_set(err, WM_E_NOTFOUND, word, "%s", wrong);
    if (access(path, X_OK) == 0)
        return WM_OK;
    wrong = strerror(errno);
    if (strcmp(word, path) == 0)
        return wm_error_set(err, WM_E_OPEN, word, "cannot be executed: %s", wrong);
    return wm_error_set(err, WM_E_OPEN, word, "%.*s cannot be executed: %s", WM_FIT(path, 200),
                        wrong);
}

/* Searches the folders of PATH, those alone that are absolute or all. */
static wm_status search(const char *word, bool is_absolute, char path[WM_FIND_PROGRAM_PATH],
                        wm_error *err)
{
    const char *folder = getenv("PATH"), *end;
    wm_status status = WM_E_NOTFOUND;
    if (folder == NULL)
        folder = STANDARD_PATH;
    (void)wm_error_set(err, WM_E_NOTFOUND, word, "no such command in PATH");
    for (; word[0] != '\0' && status != WM_OK && folder != NULL; folder = end) {
        end = strchr(folder, ':');
        const int size = (int)(end != NULL ? end - folder : (ptrdiff_t)strlen(folder));
        const int used = snprintf(path, WM_FIND_PROGRAM_PATH, "%.*s%s%s", size, folder,
                                  size > 0 ? "/" : "./", word);
        end = end != NULL ? end + 1 : NULL;
        if (used > 0 && used < WM_FIND_PROGRAM_PATH && (path[0] == '/' || !is_absolute) &&
            not_a_file(path) == NULL)
            status = check(word, path, err);
    }
    return status;
}

wm_status wm_find_program(const char *word, char path[WM_FIND_PROGRAM_PATH], wm_error *err)
{
    if (strchr(word, '/') == NULL)
        return search(word, false, path, err);
    if (strlen(word) >= WM_FIND_PROGRAM_PATH)
        return wm_error_set(err, WM_E_NOTFOUND, NULL, "the path of the command is too long");
    memcpy(path, word, strlen(word) + 1);
    return check(word, path, err);
}

wm_status wm_find_program_installed(const char *word, char path[WM_FIND_PROGRAM_PATH],
                                    wm_error *err)
{
    return search(word, true, path, err);
}

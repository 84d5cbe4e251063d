/* The git work tree that a folder is in.
 *
 * git reads its formats, of which there are several for each of index and objects. A file that git
 * does not track is no change: the record that is being made is one. */
#include "study/foreign/wrap_git.h"

#include "study/foreign/wrap_command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const double ASK_S = 10; /* a status reads the times of all files */

/* Runs git with these words behind the folder. False: it did not end with 0; *late says whether it
 * had no time. */
static bool ask(const char *git, const char *folder, const char *const *words,
                const volatile sig_atomic_t *stop, wm_wrap_end *end, bool *late)
{
    /* A monitor of files is a program that the repository's configuration names. */
    const char *given[16] = {"git", "--no-optional-locks", "-C", folder,
                             "-c",  "core.fsmonitor=false"};
    union {
        const char **given;
        char *const *argv; /* execve does not change them */
    } of = {given};
    sigset_t former;
    wm_wrap_command command = {.file = git,
                               .descriptor = -1,
                               .argv = of.argv,
                               .timeout_s = ASK_S,
                               .mask = &former,
                               .stop = stop};
    wm_status status;
    for (size_t i = 0; words[i] != NULL; i++)
        given[6 + i] = words[i];
    wm_wrap_command_block(&former);
    status = wm_wrap_command_run(&command, end, NULL);
    wm_wrap_command_unblock(&former);
    *late = status == WM_OK && end->is_timed_out;
    return status == WM_OK && !end->is_timed_out && !end->is_stopped && WIFEXITED(end->status) &&
           WEXITSTATUS(end->status) == 0;
}

/* Takes the line of a revision: SHA-1 or SHA-256. */
static bool take_revision(const wm_wrap_end *end, char revision[WM_WRAP_GIT_REVISION])
{
    const size_t size = strspn(end->output, "0123456789abcdef");
    if ((size != 40 && size != 64) || end->output[size] != '\n')
        return false;
    memcpy(revision, end->output, size);
    revision[size] = '\0';
    return true;
}

wm_status wm_wrap_git_read(const char *git, const char *folder, const volatile sig_atomic_t *stop,
                           wm_wrap_git *found)
{
    static const char *const HEAD[] = {"rev-parse", "--verify", "HEAD", NULL};
    static const char *const STATUS[] = {"status", "--porcelain", "--untracked-files=no", NULL};
    static const char LATE[] = "git did not answer in 10 s";
    wm_wrap_end *end = malloc(sizeof *end);
    bool late = false;
    *found = (wm_wrap_git){.clean_reason = "no revision"};
    if (end == NULL)
        return WM_E_NOMEM;
    if (!ask(git, folder, HEAD, stop, end, &late) || !take_revision(end, found->revision))
        found->reason = late ? LATE : "in no git work tree with a commit";
    else if (!ask(git, folder, STATUS, stop, end, &late))
        found->clean_reason = late ? LATE : "git has no status of the folder";
    else {
        found->clean_reason = NULL;
        found->is_clean = end->output_bytes == 0;
    }
    free(end);
    return WM_OK;
}

/* Checks the signature of a record's root by ssh-keygen, without a shell. */
#include "cli/signature.h"

#include "model/mask.h"
#include "record/tables/exit_status.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT = 16384, LINE = 128, PRINCIPALS = 64 };

static const char TOOL[] = "ssh-keygen", NAMESPACE[] = "witnessmark";

/* ---- the tool -------------------------------------------------------------------------------- */

/* A call of the tool, and what it printed on both streams. */
typedef struct call {
    char output[OUTPUT];
    int result; /* exit status; -1: it did not run, errno says why */
} call;

/* Reads a pipe to its end; keeps what fits. */
static void read_all(int from, char output[OUTPUT])
{
    char rest[1024];
    size_t used = 0;
    ssize_t got = 1;
    while (got != 0) {
        got = used < OUTPUT - 1 ? read(from, output + used, OUTPUT - 1 - used)
                                : read(from, rest, sizeof rest);
        if (got < 0 && errno != EINTR)
            break;
        if (got > 0 && used < OUTPUT - 1)
            used += (size_t)got;
    }
    output[used] = '\0';
}

/* Starts the tool with these ends of pipes. Returns its process; -1 with errno after a failure. */
static pid_t start(char *const *arguments, int input, int output)
{
    posix_spawn_file_actions_t actions;
    pid_t child = -1;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed == 0) {
        failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        if (failed == 0)
            failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (failed == 0)
            failed = posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
        if (failed == 0)
            failed = posix_spawnp(&child, TOOL, &actions, NULL, arguments, environ);
        (void)posix_spawn_file_actions_destroy(&actions);
    }
    errno = failed;
    return failed == 0 ? child : -1;
}

/* Runs the tool with a text of less than a pipe's room (PIPE_BUF) on its standard input. */
static void run_tool(char *const *arguments, const char *text, call *of)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, status = -1, saved;
    pid_t child = -1;
    of->result = -1;
    of->output[0] = '\0';
    if (pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0 &&
        write(in[1], text, strlen(text)) == (ssize_t)strlen(text)) {
        (void)signal(SIGCHLD, SIG_DFL); /* an ignored one, maybe inherited, takes the status away */
        child = start(arguments, in[0], out[1]);
    }
    saved = errno;
    for (int i = 0; i < 2; i++)
        if (in[i] >= 0)
            (void)close(in[i]);
    if (out[1] >= 0)
        (void)close(out[1]);
    if (child >= 0) {
        read_all(out[0], of->output);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        of->result = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }
    if (out[0] >= 0)
        (void)close(out[0]);
    errno = saved;
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool ends_with(const char *text, size_t size, const char *tail)
{
    return size > strlen(tail) && memcmp(text + size - strlen(tail), tail, strlen(tail)) == 0;
}

/* Names the file beside the record. False if the path has no name. */
static bool name_file(const char *record, char file[4300])
{
    static const char *const tails[] = {".tar.gz", ".tgz", ".tar", "/evidence.jsonl"};
    char real[PATH_MAX];
    const char *last = strrchr(record, '/');
    size_t size;
    last = last != NULL ? last + 1 : record;
    if (strcmp(record, "-") == 0)
        return false;
    if (last[0] == '\0' || strcmp(last, ".") == 0 || strcmp(last, "..") == 0) {
        if (realpath(record, real) == NULL)
            return false;
        record = real;
    }
    size = strlen(record);
    while (size > 1 && record[size - 1] == '/')
        size--;
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++)
        if (ends_with(record, size, tails[i])) {
            size -= strlen(tails[i]);
            break;
        }
    return snprintf(file, 4300, "%.*s.root.sig", (int)size, record) < 4300;
}

static void set(wm_signature *signature, wm_signature_state state, const char *words)
{
    signature->state = state;
    (void)snprintf(signature->words, sizeof signature->words, "%.*s", (int)strcspn(words, "\r\n"),
                   words);
    wm_mask_bytes(signature->words, strlen(signature->words));
}

/* Whether ssh-keygen can read a file, which it does more than once; else sets the state. A pipe
 * would be empty the second time, and a good signature then seem bad. */
static bool can_read_file(const char *path, wm_signature *signature)
{
    struct stat about;
    char words[4400];
    const char *reason = "not a regular file";
    if (stat(path, &about) != 0 || access(path, R_OK) != 0)
        reason = strerror(errno);
    else if (S_ISDIR(about.st_mode))
        reason = strerror(EISDIR);
    else if (S_ISREG(about.st_mode))
        return true;
    (void)snprintf(words, sizeof words, "%.4095s: cannot open: %s", path, reason);
    set(signature, WM_SIGNATURE_TROUBLE, words);
    return false;
}

/* Whether both files can be read; else sets the state. */
static bool can_read(const char *signers, wm_signature *signature)
{
    struct stat about;
    if (!can_read_file(signers, signature))
        return false;
    if (stat(signature->file, &about) == 0 || (errno != ENOENT && errno != ENOTDIR))
        return can_read_file(signature->file, signature);
    set(signature, WM_SIGNATURE_ABSENT, "the file is not there");
    return false;
}

/* ---- checking -------------------------------------------------------------------------------- */

/* Keeps the name of the signer and the key, from `Good "..." signature for NAME with KEY`. */
static void take_good(const char *principal, const char *output, wm_signature *signature)
{
    const char *key = strstr(output, " with ");
    set(signature, WM_SIGNATURE_GOOD, key != NULL ? key + strlen(" with ") : "");
    (void)snprintf(signature->signer, sizeof signature->signer, "%s", principal);
    wm_mask_bytes(signature->signer, strlen(signature->signer));
}

/* The tool's words, without its own name in front. */
static void take_bad(const char *lead, const char *output, wm_signature *signature)
{
    char words[512];
    while (*output == '\n' || *output == '\r')
        output++;
    (void)snprintf(words, sizeof words, "%s%s%.*s", lead, *output != '\0' ? ": " : "",
                   (int)strcspn(output, "\r\n"), output);
    set(signature, WM_SIGNATURE_BAD, words);
}

/* Checks the line for each name that the key has in the file of allowed signers. */
static void verify(const char *signers, const char *line, const char *names, call *of,
                   wm_signature *signature)
{
    char name[256];
    size_t size;
    for (unsigned i = 0; i < PRINCIPALS && *names != '\0'; i++, names += size) {
        char *const arguments[] = {
            (char *)TOOL, "-Y", "verify",          "-f", (char *)signers, "-I",
            name,         "-n", (char *)NAMESPACE, "-s", signature->file, NULL};
        size = strcspn(names, "\n");
        (void)snprintf(name, sizeof name, "%.*s", (int)size, names);
        size += names[size] == '\n';
        run_tool(arguments, line, of);
        if (of->result == 0) {
            take_good(name, of->output, signature);
            return;
        }
    }
    take_bad("it is not a signature of this root", of->output, signature);
}

void wm_signature_check(const char *signers, const char *file, const char *record, const char *root,
                        wm_signature *signature)
{
    char line[LINE];
    call *of = malloc(sizeof *of), *found = malloc(sizeof *found);
    char *const arguments[] = {(char *)TOOL,    "-Y", "find-principals", "-f",
                               (char *)signers, "-s", signature->file,   NULL};
    memset(signature, 0, sizeof *signature);
    (void)snprintf(line, sizeof line, "# root %.64s\n", root);
    if (file != NULL)
        (void)snprintf(signature->file, sizeof signature->file, "%s", file);
    if (of == NULL || found == NULL)
        set(signature, WM_SIGNATURE_TROUBLE, "out of memory");
    else if (file == NULL && !name_file(record, signature->file))
        set(signature, WM_SIGNATURE_TROUBLE, "name the signature's file with --signature");
    else if (can_read(signers, signature)) {
        run_tool(arguments, "", found);
        if (found->result < 0 && errno == ENOENT)
            set(signature, WM_SIGNATURE_TROUBLE, "ssh-keygen is not installed");
        else if (found->result < 0)
            set(signature, WM_SIGNATURE_TROUBLE, "cannot start ssh-keygen");
        else if (found->result != 0 || found->output[0] == '\0')
            take_bad("not by an allowed signer", found->output, signature);
        else
            verify(signers, line, found->output, of, signature);
    }
    free(found);
    free(of);
}

int wm_signature_exit(const wm_signature *signature)
{
    switch (signature->state) {
    case WM_SIGNATURE_BAD:
        return WM_EXIT_NO;
    case WM_SIGNATURE_TROUBLE:
        return WM_EXIT_TROUBLE;
    case WM_SIGNATURE_ABSENT:
        return WM_EXIT_INCONCLUSIVE;
    case WM_SIGNATURE_GOOD:
    case WM_SIGNATURE_NOT_CHECKED:
        break;
    }
    return WM_EXIT_YES;
}

const char *wm_signature_outcome(const wm_signature *signature, wm_status audit)
{
    if (wm_outcome_exit(audit) == WM_EXIT_TROUBLE)
        return "trouble";
    if (audit != WM_OK)
        return wm_outcome_words(audit);
    switch (signature->state) {
    case WM_SIGNATURE_BAD:
        return "bad signature";
    case WM_SIGNATURE_ABSENT:
        return "no signature";
    case WM_SIGNATURE_TROUBLE:
        return "trouble";
    case WM_SIGNATURE_GOOD:
    case WM_SIGNATURE_NOT_CHECKED:
        break;
    }
    return wm_outcome_words(audit);
}

const char *wm_signature_word(const wm_signature *signature)
{
    switch (signature->state) {
    case WM_SIGNATURE_GOOD:
        return "good";
    case WM_SIGNATURE_BAD:
        return "bad";
    case WM_SIGNATURE_ABSENT:
        return "absent";
    case WM_SIGNATURE_TROUBLE:
        return "trouble";
    case WM_SIGNATURE_NOT_CHECKED:
        break;
    }
    return "not checked";
}

void wm_signature_add(wm_document *to, const wm_signature *signature)
{
    const bool is_good = signature->state == WM_SIGNATURE_GOOD;
    wm_data_object(to, "signature");
    wm_data_text(to, "status", wm_signature_word(signature));
    if (signature->file[0] != '\0')
        wm_data_text(to, "file", signature->file);
    if (is_good)
        wm_data_text(to, "signer", signature->signer);
    if (signature->words[0] != '\0')
        wm_data_text(to, is_good ? "key" : "reason", signature->words);
    wm_data_end_object(to);
}

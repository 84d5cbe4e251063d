/* Checks the signature of a record's root by ssh-keygen, without a shell.
 *
 * ssh-keygen reads a file of any size, and its time grows with it. So the sizes of both files are
 * limited, and so is the time for all calls about one signature. */
#include "cli/signature.h"

#include "base/code_point.h"

#include "base/clock.h"
#include "cli/find_program.h"
#include "cli/tool.h"
#include "model/mask.h"
#include "record/tables/exit_status.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OUTPUT = 16384,
    LINE = 128,
    PRINCIPALS = 64,
    SIGNATURE_KIB = 64, /* one by the longest RSA key has 3 */
    SIGNERS_MIB = 4,    /* 44,000 keys; ssh-keygen reads them in 0.4 s */
    LIMIT_S = 30        /* for all calls about one signature */
};

static const char TOOL[] = "ssh-keygen", NAMESPACE[] = "witnessmark";

/* ---- the tool -------------------------------------------------------------------------------- */

/* Calls of the tool, and what the latest printed on both streams. */
typedef struct call {
    char path[WM_FIND_PROGRAM_PATH];
    uint64_t end_ns; /* of the time for all calls */
    char output[OUTPUT];
    int result;   /* exit status; -1: it did not run, errno says why */
    bool is_late; /* it was stopped */
} call;

/* Runs the tool with a text of less than a pipe's room (PIPE_BUF) on its standard input. */
static void run_tool(char *const *arguments, const char *text, call *of)
{
    wm_tool tool = {.path = of->path,
                    .arguments = arguments,
                    .input = text,
                    .has_words = true,
                    .most_bytes = OUTPUT - 1,
                    .end_ns = of->end_ns};
    wm_buffer output = WM_BUFFER_EMPTY;
    const wm_status status = wm_tool_run(&tool, &output);
    const int saved = status == WM_E_NOMEM ? ENOMEM : errno;
    of->result = status == WM_OK ? tool.result : -1;
    of->is_late = of->is_late || (status == WM_OK && tool.is_late);
    (void)snprintf(of->output, sizeof of->output, "%.*s", (int)output.size,
                   output.data != NULL ? output.data : "");
    wm_buffer_clear(&output);
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
    static const char *const tails[] = {".tar.gz", ".tar.xz", ".tgz",
                                        ".txz",    ".tar",    "/evidence.jsonl"};
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
    wm_mask_copy(words, strcspn(words, "\r\n"), signature->words, sizeof signature->words);
}

/* Whether ssh-keygen can read a file, which it does more than once; else sets the state. A pipe
 * would be empty the second time, and a good signature then seem bad. */
static bool can_read_file(const char *path, struct stat *about, wm_signature *signature)
{
    char words[4400];
    const char *reason = "not a regular file";
    if (stat(path, about) != 0 || access(path, R_OK) != 0)
        reason = strerror(errno);
    else if (S_ISDIR(about->st_mode))
        reason = strerror(EISDIR);
    else if (S_ISREG(about->st_mode))
        return true;
    (void)snprintf(words, sizeof words, "%.*s: cannot open: %s", WM_FIT(path, 4095), reason);
    set(signature, WM_SIGNATURE_TROUBLE, words);
    return false;
}

/* Whether both files can be read and are of a permitted size; else sets the state. */
static bool can_read(const char *signers, wm_signature *signature)
{
    struct stat about;
    char words[4400];
    if (!can_read_file(signers, &about, signature))
        return false;
    if (about.st_size > SIGNERS_MIB << 20) {
        (void)snprintf(words, sizeof words, "%.*s: allowed signers over %d MiB",
                       WM_FIT(signers, 4095), SIGNERS_MIB);
        set(signature, WM_SIGNATURE_TROUBLE, words);
        return false;
    }
    if (stat(signature->file, &about) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        set(signature, WM_SIGNATURE_ABSENT, "the file is not there");
        return false;
    }
    if (!can_read_file(signature->file, &about, signature))
        return false;
    if (about.st_size <= SIGNATURE_KIB << 10)
        return true;
    (void)snprintf(words, sizeof words, "over %d KiB: no signature is so large", SIGNATURE_KIB);
    set(signature, WM_SIGNATURE_BAD, words);
    return false;
}

/* ---- checking -------------------------------------------------------------------------------- */

/* Keeps the name of the signer and the key, from `Good "..." signature for NAME with KEY`. */
static void take_good(const char *principal, const char *output, wm_signature *signature)
{
    const char *key = strstr(output, " with ");
    set(signature, WM_SIGNATURE_GOOD, key != NULL ? key + strlen(" with ") : "");
    wm_mask_copy(principal, strlen(principal), signature->signer, sizeof signature->signer);
}

/* The tool's words, without its own name in front. */
static void take_bad(const char *lead, const char *output, wm_signature *signature)
{
    char words[OUTPUT + 64];
    while (*output == '\n' || *output == '\r')
        output++;
    (void)snprintf(words, sizeof words, "%s%s%.*s", lead, *output != '\0' ? ": " : "",
                   (int)strcspn(output, "\r\n"), output);
    set(signature, WM_SIGNATURE_BAD, words);
}

/* Sets the state of a call that has no answer. False if it has one. */
static bool has_no_answer(const call *of, wm_signature *signature)
{
    char words[4400];
    if (of->is_late)
        (void)snprintf(words, sizeof words, "%.*s: ssh-keygen took over %d s and was stopped",
                       WM_FIT(signature->file, 4095), LIMIT_S);
    else if (of->result < 0)
        (void)snprintf(words, sizeof words, "cannot start ssh-keygen: %s", strerror(errno));
    else
        return false;
    set(signature, WM_SIGNATURE_TROUBLE, words);
    return true;
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
        if (has_no_answer(of, signature))
            return;
        if (of->result == 0) {
            take_good(name, of->output, signature);
            return;
        }
    }
    take_bad("it is not a signature of this root", of->output, signature);
}

/* Checks the line, once both files can be read. */
static void check(const char *signers, const char *line, call *of, wm_signature *signature)
{
    char *const arguments[] = {(char *)TOOL,    "-Y", "find-principals", "-f",
                               (char *)signers, "-s", signature->file,   NULL};
    char *names;
    wm_error err;
    of->end_ns = wm_clock_ns() + (uint64_t)LIMIT_S * 1000000000;
    of->is_late = false;
    if (wm_find_program_installed(TOOL, of->path, &err) != WM_OK) {
        set(signature, WM_SIGNATURE_TROUBLE,
            err.code == WM_E_NOTFOUND
                ? "ssh-keygen is not installed: it is in no absolute folder of PATH"
                : err.message);
        return;
    }
    run_tool(arguments, "", of);
    if (has_no_answer(of, signature))
        return;
    if (of->result != 0 || of->output[0] == '\0') {
        take_bad("not by an allowed signer", of->output, signature);
        return;
    }
    names = strdup(of->output);
    if (names == NULL)
        set(signature, WM_SIGNATURE_TROUBLE, "out of memory");
    else
        verify(signers, line, names, of, signature);
    free(names);
}

void wm_signature_check(const char *signers, const char *file, const char *record, const char *root,
                        wm_signature *signature)
{
    char line[LINE];
    call *of = malloc(sizeof *of);
    memset(signature, 0, sizeof *signature);
    (void)snprintf(line, sizeof line, "# root %.64s\n", root);
    if (file != NULL)
        (void)snprintf(signature->file, sizeof signature->file, "%s", file);
    if (of == NULL)
        set(signature, WM_SIGNATURE_TROUBLE, "out of memory");
    else if (file == NULL && !name_file(record, signature->file))
        set(signature, WM_SIGNATURE_TROUBLE, "name the signature's file with --signature");
    else if (can_read(signers, signature))
        check(signers, line, of, signature);
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

/* `witnessmark pack`: packs a record into one file. */
#include "base/code_point.h"
#include "archive/disk.h"
#include "archive/new_file.h"
#include "archive/spool.h"
#include "archive/tar.h"
#include "base/status.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"
#include "report/document/words.h"
#include "report/document/style.h"
#include "standards/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4200, ROOT_DIGITS = 12, WINDOW = 65536 };

/* The command line, and the archive that is written. */
typedef struct request {
    const char *path;
    const char *output; /* NULL: beside the record */
    char file_name[PATH_ROOM];
    int record; /* the record's open folder */
    int file;   /* open, to write and read */
    char root[WM_ID_SIZE];
    uint64_t size_bytes;
    char sha256[WM_SHA256_HEX_SIZE + 1];
} request;

/* The archive, unless it is for standard output. A signal's handler reads it. */
static wm_new_file output = {.place = {.folder = -1}, .file = -1};

static void remove_output(void)
{
    wm_new_file_remove(&output);
}

static bool is_to_output(const request *of)
{
    return of->output != NULL && strcmp(of->output, "-") == 0;
}

static wm_status say_errno(const request *of, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, of->file_name, "%s: %s", what, strerror(errno));
}

/* Names the archive: -o, or the record's path without slashes behind it. */
static wm_status name_output(request *of, wm_error *err)
{
    size_t size = strlen(of->path);
    const char *last;
    while (size > 1 && of->path[size - 1] == '/')
        size--;
    if (of->output == NULL && size + sizeof ".tar.gz" <= sizeof of->file_name) {
        (void)snprintf(of->file_name, sizeof of->file_name, "%.*s", (int)size, of->path);
        last = strrchr(of->file_name, '/');
        last = last != NULL ? last + 1 : of->file_name;
        if (last[0] == '\0' || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
            return wm_error_set(err, WM_E_ARG, of->path, "has no name for an archive; give -o");
        memcpy(of->file_name + size, ".tar.gz", sizeof ".tar.gz");
    } else if (of->output == NULL || strlen(of->output) >= sizeof of->file_name) {
        return wm_error_set(err, WM_E_ARG, of->path, "the path is too long");
    } else {
        (void)snprintf(of->file_name, sizeof of->file_name, "%s",
                       is_to_output(of) ? "standard output" : of->output);
    }
    return WM_OK;
}

/* Whether the folder of the archive is inside the record, which would make the record invalid. */
static bool is_in_record(const request *of)
{
    struct stat record, folder, root;
    int at = openat(output.place.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_inside = false, is_at_root = false;
    if (at < 0 || fstat(of->record, &record) != 0 || stat("/", &root) != 0) {
        if (at >= 0)
            (void)close(at);
        return false;
    }
    while (at >= 0 && !is_inside && !is_at_root && fstat(at, &folder) == 0) {
        const int up = openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        is_inside = folder.st_dev == record.st_dev && folder.st_ino == record.st_ino;
        is_at_root = folder.st_dev == root.st_dev && folder.st_ino == root.st_ino;
        (void)close(at);
        at = up;
    }
    if (at >= 0)
        (void)close(at);
    return is_inside;
}

/* A temporary file without a name; -1 with errno. Where the file system needs a name for a moment,
 * no signal may come in it. */
static int open_unnamed(const char *base)
{
    char path[PATH_ROOM];
    sigset_t all, former;
    int file = open(base, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600), saved;
    if (file >= 0)
        return file;
    (void)snprintf(path, sizeof path, "%.*s/witnessmark-XXXXXX", WM_FIT(base, 4000));
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &former);
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        (void)unlink(path);
    saved = errno;
    (void)pthread_sigmask(SIG_SETMASK, &former, NULL);
    errno = saved;
    return file;
}

/* Creates the file to write. */
static wm_status create_file(request *of, wm_error *err)
{
    const char *base = wm_record_argument_base();
    wm_status status;
    if (is_to_output(of)) {
        of->file = open_unnamed(base);
        return of->file >= 0
                   ? WM_OK
                   : wm_error_set(err, WM_E_IO, base,
                                  "cannot make a temporary file: %s; set TMPDIR", strerror(errno));
    }
    wm_interrupt_clean(remove_output);
    status = wm_new_file_open(of->file_name, &output, err);
    if (status != WM_OK)
        return status;
    of->file = output.file;
    return is_in_record(of) ? wm_error_set(err, WM_E_ARG, of->file_name,
                                           "is inside the record; choose a path outside it")
                            : WM_OK;
}

/* Hashes the archive, and copies it to standard output if that is asked for. */
static wm_status read_back(request *of, bool copies, wm_error *err)
{
    uint8_t digest[WM_SHA256_SIZE], *window = malloc(WINDOW);
    wm_sha256 hash;
    ssize_t got = 1;
    wm_status status = window == NULL ? WM_E_NOMEM : WM_OK;
    wm_sha256_init(&hash);
    of->size_bytes = 0;
    if (status == WM_OK && lseek(of->file, 0, SEEK_SET) != 0)
        status = say_errno(of, "cannot read the archive", err);
    while (status == WM_OK && got != 0) {
        got = read(of->file, window, WINDOW);
        if (got < 0 && errno != EINTR)
            status = say_errno(of, "cannot read the archive", err);
        if (got <= 0)
            continue;
        wm_sha256_update(&hash, window, (size_t)got);
        of->size_bytes += (uint64_t)got;
        if (copies && wm_disk_write(STDOUT_FILENO, window, (size_t)got) != WM_OK)
            status = say_errno(of, "cannot write", err);
    }
    free(window);
    if (status == WM_OK) {
        wm_sha256_final(&hash, digest);
        wm_sha256_to_hex(digest, of->sha256);
    }
    return status;
}

/* Unpacks the archive and audits it: the record may have changed while it was packed. */
static wm_status check_archive(const request *of, wm_error *err)
{
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_spool spool;
    wm_status status;
    if (lseek(of->file, 0, SEEK_SET) != 0)
        return say_errno(of, "cannot read the archive", err);
    wm_record_argument_guard();
    status = wm_spool_open_file(wm_record_argument_base(), of->file, of->file_name, &spool, err);
    if (status != WM_OK)
        return status;
    options.root = of->root;
    status = wm_audit_path(spool.path, &options, &report, err);
    wm_spool_close(&spool);
    if (status == WM_OK)
        return WM_OK;
    if (wm_outcome_exit(status) == WM_EXIT_TROUBLE) /* nothing is known about the record */
        return wm_error_place(err, status, "%s", of->file_name);
    return wm_error_set(err, WM_E_IO, of->path, "the packed record is not valid: did it change?");
}

static wm_status pack(request *of, wm_error *err)
{
    char top[32];
    wm_status status = name_output(of, err);
    (void)snprintf(top, sizeof top, "witnessmark-%.*s", ROOT_DIGITS, of->root);
    if (status == WM_OK) {
        of->record = open(of->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (of->record < 0)
            status = wm_error_set(err, WM_E_OPEN, of->path, "cannot open: %s", strerror(errno));
    }
    if (status == WM_OK)
        status = create_file(of, err);
    if (status == WM_OK)
        status = wm_tar_pack(of->record, top, wm_tar_stream_packing_of_name(of->file_name),
                             of->file, err);
    if (status == WM_OK)
        status = check_archive(of, err);
    if (status == WM_OK)
        status = read_back(of, is_to_output(of), err);
    if (status == WM_OK && !is_to_output(of))
        status = wm_new_file_finish(&output, err);
    return status;
}

static void release(request *of)
{
    if (of->file >= 0 && is_to_output(of))
        (void)close(of->file);
    if (of->record >= 0)
        (void)close(of->record);
    wm_new_file_drop(&output);
}

static int report(const wm_call *call, const request *of)
{
    wm_document to = {.status = WM_OK};
    char word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    int answer;
    if (is_to_output(of))
        return WM_EXIT_YES;
    wm_data_begin(&to, "pack", "packed");
    wm_data_text(&to, "record", of->path);
    wm_data_text(&to, "file", of->file_name);
    wm_data_count(&to, "bytes", of->size_bytes);
    wm_data_text(&to, "root", of->root);
    wm_data_text(&to, "sha256", of->sha256);
    wm_words_add(wm_words_new(&to), "packed %s", of->root);
    line = wm_words_new(&to);
    wm_words_data(line, of->file_name);
    wm_words_add(line, ", %llu bytes, SHA-256 %s", (unsigned long long)of->size_bytes, of->sha256);
    answer = wm_trouble_answer(call, &to, WM_EXIT_YES);
    if (!call->as_json)
        fprintf(stderr, "next: witnessmark audit %s\n", wm_style_shell_word(of->file_name, word));
    return answer;
}

/* Audits the record and keeps its root. */
static int audit(const wm_call *call, request *of)
{
    wm_audit_report audited = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    struct stat about;
    wm_status status;
    if (stat(of->path, &about) == 0 && !S_ISDIR(about.st_mode))
        return wm_trouble_say(call, of->path, "is not a folder; name the record's folder");
    status = wm_audit_path(of->path, NULL, &audited, &err);
    if (status != WM_OK)
        return wm_trouble_record(call, of->path, status, &audited, &err, stderr);
    memcpy(of->root, audited.root, sizeof of->root);
    return WM_EXIT_YES;
}

int wm_cmd_pack(wm_call *call)
{
    request of = {.record = -1, .file = -1};
    const wm_argument table[] = {
        {.name = "--output", .value = &of.output},
        {.name = "RECORD", .value = &of.path, .is_needed = true},
        {.name = NULL},
    };
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int answer = wm_arguments_read(call, table);
    if (answer == WM_EXIT_YES && is_to_output(&of) && call->as_json)
        answer = wm_trouble_say(call, "-o -",
                                "the archive and --json cannot both be on standard output");
    else if (answer == WM_EXIT_YES && is_to_output(&of) && isatty(STDOUT_FILENO) == 1)
        answer = wm_trouble_say(call, "-o -", "does not write an archive to a terminal");
    if (answer == WM_EXIT_YES)
        answer = audit(call, &of);
    if (answer != WM_EXIT_YES)
        return answer;
    status = pack(&of, &err);
    release(&of);
    return status == WM_OK ? report(call, &of) : wm_trouble_error(call, status, &err);
}

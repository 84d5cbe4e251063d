/* The files that a wrapped command executes, compared with what was hashed.
 *
 * A program is started by the descriptor that was hashed, so that no other file can take its place.
 * The kernel opens a script by its path, and so do interpreters: a script is compared before and
 * after each run instead. */
#include "study/foreign/wrap_file.h"

#include "base/dir.h"
#include "base/status.h"
#include "standards/sha256.h"
#include "study/foreign/wrap_command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK = 65536,
    FIRST_LINE = 256 /* bytes of a script that Linux looks at */
};

/* ---- hashing --------------------------------------------------------------------------------- */

static wm_status hash_source(const wm_source *source, char hex[WM_SHA256_HEX_SIZE + 1])
{
    uint8_t block[BLOCK], digest[WM_SHA256_SIZE];
    wm_sha256 hash;
    wm_status status = WM_OK;
    wm_sha256_init(&hash);
    for (uint64_t at = 0; at < source->size_bytes && status == WM_OK; at += BLOCK) {
        const uint64_t left = source->size_bytes - at;
        const size_t size = left < BLOCK ? (size_t)left : BLOCK;
        status = source->read(source->context, at, block, size);
        if (status == WM_OK)
            wm_sha256_update(&hash, block, size);
    }
    wm_sha256_final(&hash, digest);
    wm_sha256_to_hex(digest, hex);
    return status;
}

/* Hashes the open file. False: it cannot be read; errno has the cause. */
static bool hash_file(wm_wrap_file *file, char hex[WM_SHA256_HEX_SIZE + 1])
{
    wm_source source;
    return file->is_readable && wm_dir_source(&file->descriptor, &source) == WM_OK &&
           hash_source(&source, hex) == WM_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

const char *wm_wrap_file_open(wm_wrap_file *file, const char *path, char words[WM_WRAP_FILE_WORDS])
{
    const int flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    (void)snprintf(file->path, sizeof file->path, "%s", path);
    file->descriptor = wm_wrap_command_above_standard(open(path, O_RDONLY | flags));
    file->is_readable = file->descriptor >= 0;
    if (!file->is_readable) {
        (void)snprintf(file->reason, sizeof file->reason, "the file cannot be read: %s",
                       strerror(errno));
        if (errno == EACCES)
            file->descriptor = wm_wrap_command_above_standard(open(path, O_PATH | flags));
    }
    if (file->descriptor >= 0 && fstat(file->descriptor, &file->seen) == 0) {
        if (!S_ISREG(file->seen.st_mode))
            return "is no plain file";
        if (!file->is_readable || hash_file(file, file->hex))
            return NULL;
    }
    file->hex[0] = '\0';
    (void)snprintf(words, WM_WRAP_FILE_WORDS, "cannot be read: %s", strerror(errno));
    return words;
}

/* The interpreter that a script names; false: the file is no script. */
static bool read_interpreter(const wm_wrap_file *file, char path[FIRST_LINE])
{
    char line[FIRST_LINE + 1];
    const ssize_t size =
        file->is_readable ? pread(file->descriptor, line, FIRST_LINE, 0) : (ssize_t)0;
    const char *begin = line + 2;
    if (size < 3 || line[0] != '#' || line[1] != '!')
        return false;
    line[size] = '\0';
    begin += strspn(begin, " \t");
    (void)snprintf(path, FIRST_LINE, "%.*s", (int)strcspn(begin, " \t\n"), begin);
    return path[0] != '\0';
}

wm_status wm_wrap_files_open(wm_wrap_files *files, const char *path, wm_error *err)
{
    char next[FIRST_LINE], words[WM_WRAP_FILE_WORDS];
    for (files->count = 0; files->count < WM_WRAP_FILES;) {
        wm_wrap_file *file = &files->file[files->count];
        const bool is_first = files->count == 0;
        const char *reason = wm_wrap_file_open(file, is_first ? path : next, words);
        files->count++;
        if (reason != NULL && is_first)
            return wm_error_set(err, WM_E_OPEN, path, "%s", reason);
        if (reason != NULL)
            return wm_error_set(err, WM_E_OPEN, path, "its interpreter %s %s", next, reason);
        if (!read_interpreter(file, next))
            return WM_OK;
    }
    return wm_error_set(err, WM_E_LIMIT, path, "more than five interpreters, each a script");
}

void wm_wrap_files_close(wm_wrap_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        if (files->file[i].descriptor >= 0)
            (void)close(files->file[i].descriptor);
    files->count = 0;
}

int wm_wrap_files_descriptor(const wm_wrap_files *files)
{
    return files->count == 1 ? files->file[0].descriptor : -1;
}

/* ---- looking --------------------------------------------------------------------------------- */

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_same_state(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && is_same_time(&a->st_mtim, &b->st_mtim) &&
           is_same_time(&a->st_ctim, &b->st_ctim);
}

const char *wm_wrap_file_change(wm_wrap_file *file, bool is_by_path, wm_wrap_look look)
{
    struct stat named, now;
    char hex[WM_ID_SIZE];
    bool is_same;
    if (stat(file->path, &named) != 0 || !is_same_file(&named, &file->seen))
        return "replaced after it was hashed";
    if (fstat(file->descriptor, &now) != 0)
        return "lost";
    is_same = is_same_state(&now, &file->seen);
    if (!is_same && look == WM_WRAP_LOOK_AFTER)
        return "changed while it ran";
    if (is_same && ((!is_by_path && look != WM_WRAP_LOOK_LAST) || !file->is_readable))
        return NULL;
    if (!hash_file(file, hex) || strcmp(hex, file->hex) != 0)
        return "changed after it was hashed";
    file->seen = now;
    return NULL;
}

const char *wm_wrap_files_changed(wm_wrap_files *files, wm_wrap_look look)
{
    const bool is_script = files->count > 1;
    for (size_t i = 0; i < files->count; i++) {
        const char *change = wm_wrap_file_change(&files->file[i], is_script, look);
        if (change == NULL)
            continue;
        files->has_changed = true;
        (void)snprintf(files->words, sizeof files->words, "the %s was %s",
                       i > 0       ? "interpreter"
                       : is_script ? "script"
                                   : "executable",
                       change);
        return files->words;
    }
    return NULL;
}

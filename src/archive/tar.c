/* Reads and writes tar archives of records: which files one may hold, and where. */
#include "archive/tar.h"

#include "archive/sealed_manifest.h"
#include "base/status.h"
#include "record/nodes/kind_root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = WM_TAR_STREAM_WINDOW, NAMES_MAX = 16, ENTRIES_MAX = 64 };

/* ---- reading --------------------------------------------------------------------------------- */

/* An archive that is being unpacked. */
typedef struct unpacking {
    wm_tar_reader *reader;
    int folder;
    bool has_top; /* a file said whether there is a top folder */
    char top[WM_TAR_TOP];
    bool has_folder; /* an entry for a folder at the top came */
    char first_folder[WM_TAR_TOP];
    bool is_there[NAMES_MAX]; /* by index of wm_kind_root_file_at */
    wm_spool_share *share;
    wm_error *err;
    char window[WINDOW];
} unpacking;

static wm_status refuse(const unpacking *at, const char *path, const char *words)
{
    return wm_tar_stream_refuse(path, words, at->err);
}

/* The index of a record's file; false for any other path. */
static bool find_name(const char *path, size_t *index)
{
    for (*index = 0; wm_kind_root_file_at(*index) != NULL; (*index)++)
        if (strcmp(wm_kind_root_file_at(*index), path) == 0)
            return true;
    return false;
}

/* Splits the path of a file into the top folder, maybe none, and a record's file. */
static wm_status take_path(unpacking *at, const char *path, size_t *index)
{
    const char *slash = strchr(path, '/');
    size_t top = 0;
    if (!find_name(path, index)) {
        if (slash == NULL || !find_name(slash + 1, index))
            return refuse(at, path,
                          strncmp(path, WM_SEALED_RECORD, strlen(WM_SEALED_RECORD)) == 0
                              ? "is of a sealed document; give its file, not a pipe"
                              : "is no file of a record");
        top = (size_t)(slash - path);
    }
    if (top >= sizeof at->top)
        return refuse(at, path, "is in a folder with a name over 255 bytes");
    if (at->has_top && (strlen(at->top) != top || memcmp(at->top, path, top) != 0))
        return refuse(at, path, "is in a second folder; an archive holds one record");
    at->has_top = true;
    memcpy(at->top, path, top);
    at->top[top] = '\0';
    if (at->is_there[*index])
        return refuse(at, path, "is there twice");
    at->is_there[*index] = true;
    return WM_OK;
}

/* Takes the entry of a folder. Nothing is made of it; only its name is checked. */
static wm_status take_folder(unpacking *at, const char *path)
{
    const char *slash = strchr(path, '/');
    const char *last = slash == NULL ? path : slash + 1;
    const bool is_inner = strcmp(last, "code") == 0 || strcmp(last, "prior") == 0;
    if (is_inner)
        return WM_OK;
    if (slash != NULL)
        return refuse(at, path, "is no folder of a record");
    if (strlen(path) >= sizeof at->first_folder)
        return refuse(at, path, "has a name over 255 bytes");
    if (at->has_folder && strcmp(at->first_folder, path) != 0)
        return refuse(at, path, "is a second folder; an archive holds one record");
    at->has_folder = true;
    memcpy(at->first_folder, path, strlen(path) + 1);
    return WM_OK;
}

static wm_status copy_file(unpacking *at, const char *name)
{
    wm_spool_file file;
    size_t got = 1;
    wm_status status = wm_spool_file_open(at->folder, name, at->share, &file, at->err);
    while (status == WM_OK && got > 0) {
        status = wm_tar_stream_read(at->reader, name, at->window, &got, at->err);
        if (status == WM_OK && got > 0)
            status = wm_spool_file_take(&file, at->window, got, at->err);
    }
    return wm_spool_file_close(&file, status, at->err);
}

static wm_status read_entries(unpacking *at)
{
    while (true) {
        wm_tar_entry entry;
        size_t index;
        wm_status status = wm_tar_stream_next(at->reader, &entry, at->err);
        if (status != WM_OK || entry.path == NULL)
            return status;
        if (entry.is_folder)
            status = take_folder(at, entry.path);
        else if ((status = take_path(at, entry.path, &index)) == WM_OK)
            status = copy_file(at, wm_kind_root_file_at(index));
        if (status != WM_OK)
            return status;
    }
}

/* What can only be said of the whole archive. */
static wm_status check_whole(const unpacking *at)
{
    size_t evidence;
    if (!find_name("evidence.jsonl", &evidence) || !at->is_there[evidence])
        return wm_error_set(at->err, WM_E_INVALID, NULL,
                            "not a record: the archive has no evidence.jsonl");
    if (at->has_folder && strcmp(at->first_folder, at->top) != 0)
        return refuse(at, at->first_folder, "is a second folder; an archive holds one record");
    return WM_OK;
}

wm_status wm_tar_unpack(wm_tar_input *input, int folder, wm_spool_share *share,
                        char top[WM_TAR_TOP], wm_error *err)
{
    unpacking *at = calloc(1, sizeof *at);
    wm_status status;
    top[0] = '\0';
    if (at == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    at->folder = folder;
    at->share = share;
    at->err = err;
    status = wm_tar_stream_open(input, ENTRIES_MAX, share, &at->reader, err);
    if (status == WM_OK)
        status = read_entries(at);
    if (status == WM_OK)
        status = check_whole(at);
    if (status == WM_OK)
        memcpy(top, at->top, sizeof at->top);
    wm_tar_stream_close(at->reader);
    free(at);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static wm_status write_data(wm_tar_writer *archive, int from, const char *name, uint64_t size,
                            wm_error *err)
{
    char *window = malloc(WINDOW);
    wm_status status =
        window == NULL ? wm_error_set(err, WM_E_NOMEM, name, "out of memory") : WM_OK;
    while (status == WM_OK && size > 0) {
        const ssize_t got = read(from, window, size < WINDOW ? (size_t)size : WINDOW);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            status = wm_error_set(err, WM_E_IO, name, "cannot read: %s",
                                  got < 0 ? strerror(errno) : "the file became shorter");
        else
            status = wm_tar_stream_write(archive, window, (size_t)got, name, err);
        if (status == WM_OK)
            size -= (uint64_t)got;
    }
    free(window);
    return status;
}

/* Writes one file, if the folder has it. */
static wm_status pack_file(wm_tar_writer *archive, int folder, const char *top, const char *name,
                           wm_error *err)
{
    const int from = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    char path[WM_TAR_TOP + 64];
    struct stat about;
    wm_status status = WM_OK;
    if (from < 0 && (errno == ENOENT || errno == ENOTDIR))
        return WM_OK;
    if (from < 0)
        return wm_error_set(err, WM_E_IO, name, "cannot open: %s", strerror(errno));
    if (fstat(from, &about) != 0 || !S_ISREG(about.st_mode))
        status = wm_error_set(err, WM_E_IO, name, "is no plain file");
    (void)snprintf(path, sizeof path, "%s/%s", top, name);
    if (status == WM_OK)
        status = wm_tar_stream_add(archive, path, (uint64_t)about.st_size, err);
    if (status == WM_OK)
        status = write_data(archive, from, name, (uint64_t)about.st_size, err);
    (void)close(from);
    return status;
}

wm_status wm_tar_pack(int folder, const char *top, wm_tar_packing packing, int file, wm_error *err)
{
    wm_tar_writer *archive;
    wm_status status = wm_tar_stream_begin(file, packing, &archive, err);
    for (size_t i = 0; status == WM_OK && wm_kind_root_file_at(i) != NULL; i++)
        status = pack_file(archive, folder, top, wm_kind_root_file_at(i), err);
    return wm_tar_stream_finish(archive, status, err);
}

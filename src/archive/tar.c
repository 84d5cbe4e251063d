/* Reads and writes tar archives of records: which files one may hold, and where. */
#include "archive/tar.h"

#include "archive/sealed_manifest.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/status.h"
#include "record/nodes/kind_root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WINDOW = WM_TAR_STREAM_WINDOW, ENTRIES_MAX = 64 };

/* ---- reading --------------------------------------------------------------------------------- */

/* An archive that is being unpacked. */
typedef struct unpacking {
    wm_tar_reader *reader;
    int folder;
    size_t most; /* records */
    wm_tar_records *records;
    int open; /* of several, the folder of record `current`; -1: none */
    size_t current;
    wm_buffer folders; /* paths of entries for folders of records, each with its NUL */
    wm_spool_share *share;
    wm_error *err;
    char window[WINDOW];
} unpacking;

static wm_status refuse(const unpacking *at, const char *path, const char *words)
{
    return wm_tar_stream_refuse(path, words, at->err);
}

static wm_status refuse_nomem(const unpacking *at)
{
    return wm_error_set(at->err, WM_E_NOMEM, NULL, "out of memory");
}

/* The index of a record's file; false for any other path. */
static bool find_name(const char *path, size_t *index)
{
    for (*index = 0; wm_kind_root_file_at(*index) != NULL; (*index)++)
        if (strcmp(wm_kind_root_file_at(*index), path) == 0)
            return true;
    return false;
}

/* How many folders may be around a record's files. */
static unsigned depth_most(const unpacking *at)
{
    return at->most > 1 ? 2 : 1;
}

/* Splits the path of a file into the folder of its record, which has `top` bytes, and its name. */
static bool split(const unpacking *at, const char *path, size_t *top, size_t *index)
{
    const char *name = path;
    for (unsigned depth = 0; depth <= depth_most(at) && name != NULL; depth++) {
        *top = name == path ? 0 : (size_t)(name - path - 1);
        if (find_name(name, index))
            return true;
        name = strchr(name, '/');
        name = name != NULL ? name + 1 : NULL;
    }
    return false;
}

/* The bytes of the folder that a record's folder is in, with its slash. */
static size_t parent_of(const char *top)
{
    const char *slash = strrchr(top, '/');
    return slash != NULL ? (size_t)(slash + 1 - top) : 0;
}

/* Whether two records may be in one archive: both in folders of one folder. */
static bool are_beside(const char *a, const char *b)
{
    return a[0] != '\0' && b[0] != '\0' && parent_of(a) == parent_of(b) &&
           strncmp(a, b, parent_of(a)) == 0;
}

/* Finds the record of a folder, or adds it. */
static wm_status find_record(unpacking *at, const char *path, size_t top, size_t *found)
{
    wm_tar_records *all = at->records;
    wm_tar_record *grown;
    if (top >= sizeof grown->top)
        return refuse(at, path, "is in a folder with a name over 255 bytes");
    for (*found = 0; *found < all->count; ++*found)
        if (strlen(all->record[*found].top) == top &&
            memcmp(all->record[*found].top, path, top) == 0)
            return WM_OK;
    if (all->count == at->most && at->most > 1)
        return wm_error_set(at->err, WM_E_LIMIT, NULL, "the archive has over %zu records",
                            at->most);
    if (all->count == at->most)
        return refuse(at, path,
                      "is in a second folder; an archive holds one record; unpack it with tar xf");
    grown = wm_array_grow(all->record, &all->capacity, all->count + 1, sizeof *grown);
    if (grown == NULL)
        return refuse_nomem(at);
    all->record = grown;
    grown += all->count;
    *grown = (wm_tar_record){.top = ""};
    memcpy(grown->top, path, top);
    if (all->count++ > 0 && !are_beside(all->record[0].top, grown->top))
        return refuse(at, path, "is not beside the other records, each in a folder of its own");
    return WM_OK;
}

/* Finds the record and the name of a file. */
static wm_status take_path(unpacking *at, const char *path, size_t *record, size_t *index)
{
    size_t top;
    wm_status status;
    if (!split(at, path, &top, index))
        return refuse(at, path,
                      strncmp(path, WM_SEALED_RECORD, strlen(WM_SEALED_RECORD)) == 0
                          ? "is of a sealed document; give its file, not a pipe"
                          : "is no file of a record");
    status = find_record(at, path, top, record);
    if (status == WM_OK && at->records->record[*record].is_there[*index])
        status = refuse(at, path, "is there twice");
    if (status == WM_OK)
        at->records->record[*record].is_there[*index] = true;
    return status;
}

/* Takes the entry of a folder. Nothing is made of it; only its name is checked, here and when the
 * folders of all records are known. */
static wm_status take_folder(unpacking *at, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *last = slash == NULL ? path : slash + 1;
    const bool is_inner = strcmp(last, "code") == 0 || strcmp(last, "prior") == 0;
    unsigned depth = is_inner ? 0 : 1;
    for (const char *c = path; *c != '\0'; c++)
        depth += *c == '/';
    if (depth > depth_most(at))
        return refuse(at, path, "is no folder of a record");
    if (is_inner)
        return WM_OK;
    if (strlen(path) >= WM_TAR_TOP)
        return refuse(at, path, "has a name over 255 bytes");
    return wm_buffer_append(&at->folders, path, strlen(path) + 1) == WM_OK ? WM_OK
                                                                           : refuse_nomem(at);
}

/* Whether a path is in a run that has not ended: of a screen whose device hangs, for example. */
static bool is_unfinished(const unpacking *at, const char *path)
{
    static const char END[] = ".partial";
    const size_t tail = sizeof END - 1;
    for (unsigned depth = 0; at->most > 1 && depth < depth_most(at); depth++) {
        const size_t size = strcspn(path, "/");
        if (path[0] == '.' && size > tail && memcmp(path + size - tail, END, tail) == 0)
            return true;
        if (path[size] == '\0')
            return false;
        path += size + 1;
    }
    return false;
}

/* Opens the folder that a record is unpacked into. */
static wm_status open_record(unpacking *at, size_t record, int *folder)
{
    char number[24];
    *folder = at->folder;
    if (at->most == 1)
        return WM_OK;
    if (at->open < 0 || at->current != record) {
        if (at->open >= 0)
            (void)close(at->open);
        (void)snprintf(number, sizeof number, "%zu", record);
        if (mkdirat(at->folder, number, 0700) == 0 || errno == EEXIST)
            at->open = openat(at->folder, number, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        else
            at->open = -1;
        at->current = record;
    }
    *folder = at->open;
    return at->open >= 0
               ? WM_OK
               : wm_error_set(at->err, WM_E_IO, NULL, "cannot make a folder: %s", strerror(errno));
}

static wm_status copy_file(unpacking *at, int folder, const char *name)
{
    wm_spool_file file;
    size_t got = 1;
    wm_status status = wm_spool_file_open(folder, name, at->share, &file, at->err);
    while (status == WM_OK && got > 0) {
        status = wm_tar_stream_read(at->reader, name, at->window, &got, at->err);
        if (status == WM_OK && got > 0)
            status = wm_spool_file_take(&file, at->window, got, at->err);
    }
    return wm_spool_file_close(&file, status, at->err);
}

static wm_status take_file(unpacking *at, const char *path)
{
    size_t record = 0, index = 0, got = 1;
    int folder;
    wm_status status = WM_OK;
    if (is_unfinished(at, path)) {
        while (status == WM_OK && got > 0)
            status = wm_tar_stream_read(at->reader, "a file", at->window, &got, at->err);
        return status;
    }
    status = take_path(at, path, &record, &index);
    if (status == WM_OK)
        status = open_record(at, record, &folder);
    return status == WM_OK ? copy_file(at, folder, wm_kind_root_file_at(index)) : status;
}

static wm_status read_entries(unpacking *at)
{
    while (true) {
        wm_tar_entry entry;
        wm_status status = wm_tar_stream_next(at->reader, &entry, at->err);
        if (status != WM_OK || entry.path == NULL)
            return status;
        if (!entry.is_folder)
            status = take_file(at, entry.path);
        else if (!is_unfinished(at, entry.path))
            status = take_folder(at, entry.path);
        if (status != WM_OK)
            return status;
    }
}

/* Whether a folder is that of a record, or holds it. */
static bool has_record(const unpacking *at, const char *folder)
{
    const size_t size = strlen(folder);
    for (size_t i = 0; i < at->records->count; i++) {
        const char *top = at->records->record[i].top;
        if (strncmp(top, folder, size) == 0 && (top[size] == '\0' || top[size] == '/'))
            return true;
    }
    return false;
}

/* What can only be said of the whole archive. */
static wm_status check_whole(const unpacking *at)
{
    const wm_tar_records *all = at->records;
    size_t evidence;
    (void)find_name("evidence.jsonl", &evidence);
    for (size_t i = 0; i < all->count; i++)
        if (!all->record[i].is_there[evidence])
            return wm_error_set(at->err, WM_E_INVALID, NULL,
                                "not a record: the archive has no evidence.jsonl%s%.100s",
                                all->count > 1 ? " in " : "",
                                all->count > 1 ? all->record[i].top : "");
    if (all->count == 0)
        return wm_error_set(at->err, WM_E_INVALID, NULL,
                            "not a record: the archive has no evidence.jsonl");
    for (size_t used = 0; used < at->folders.size; used += strlen(at->folders.data + used) + 1)
        if (!has_record(at, at->folders.data + used))
            return refuse(
                at, at->folders.data + used,
                at->most > 1
                    ? "is a folder without a record"
                    : "is a second folder; an archive holds one record; unpack it with tar xf");
    if (at->most > 1 && !wm_tar_stream_has_end(at->reader))
        return wm_error_set(at->err, WM_E_INVALID, NULL,
                            "the archive is cut: its last blocks are missing");
    return WM_OK;
}

wm_status wm_tar_unpack(wm_tar_input *input, int folder, size_t most, wm_spool_share *share,
                        wm_tar_records *records, wm_error *err)
{
    unpacking *at = calloc(1, sizeof *at);
    wm_status status;
    if (at == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    at->folder = folder;
    at->most = most;
    at->records = records;
    at->open = -1;
    at->share = share;
    at->err = err;
    status = wm_tar_stream_open(input, (unsigned)(ENTRIES_MAX * most), share, &at->reader, err);
    if (status == WM_OK)
        status = read_entries(at);
    if (status == WM_OK)
        status = check_whole(at);
    wm_tar_stream_close(at->reader);
    if (at->open >= 0)
        (void)close(at->open);
    wm_buffer_clear(&at->folders);
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

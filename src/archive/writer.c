/* Writes a record: observations as they are made, then everything derived, then the final name. */
#include "archive/writer.h"

#include "archive/disk.h"
#include "base/buffer.h"
#include "base/status.h"
#include "standards/jcs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char evidence_name[] = "evidence.jsonl";

enum { LINE_MAX_BYTES = 1048576, DEPTH_MAX = 16 };

struct wm_writer {
    wm_disk_place place; /* the final name, and the folder that it and the partial stand in */
    char partial[256];   /* the partial's name there */
    char path[600];      /* the partial's path, for messages */
    int folder;          /* the partial */
    int file;            /* its evidence.jsonl, locked */
    wm_json *json;
    uint64_t lines;
    uint64_t size_bytes; /* of whole lines in the file */
    wm_sha256 hash;      /* of these */
    bool is_broken;      /* a write failed, or the record is sealed: nothing more goes in */
};

static wm_status fail(const wm_writer *writer, wm_status code, const char *what, wm_error *err)
{
    return wm_error_set(err, code, writer->path, "%s: %s", what, strerror(errno));
}

wm_status wm_writer_probe(const char *path, uint64_t bytes_needed, wm_error *err)
{
    wm_disk_place place;
    wm_status status = wm_disk_open(path, &place, err);
    if (status != WM_OK)
        return status;
    if (wm_disk_exists(&place))
        status = wm_error_set(err, WM_E_EXISTS, path, "exists already; a record is never replaced");
    else
        status = wm_disk_check_room(&place, bytes_needed, err);
    wm_disk_close(&place);
    return status;
}

/* The partial's name and path from the final ones. */
static wm_status name_partial(wm_writer *writer, const char *path, wm_error *err)
{
    size_t stem;
    int size = snprintf(writer->partial, sizeof writer->partial, ".%s.partial", writer->place.name);
    if (size < 0 || (size_t)size >= sizeof writer->partial)
        return wm_error_set(err, WM_E_ARG, path, "the name is too long by a few bytes");
    stem = strlen(writer->place.path);
    while (stem > 0 && writer->place.path[stem - 1] == '/')
        stem--;
    while (stem > 0 && writer->place.path[stem - 1] != '/')
        stem--;
    (void)snprintf(writer->path, sizeof writer->path, "%.*s%s", (int)stem, writer->place.path,
                   writer->partial);
    return WM_OK;
}

/* A writer that has its places and its final name free, and no file yet. */
static wm_status begin(const char *path, uint64_t bytes_needed, wm_writer **out, wm_error *err)
{
    wm_writer *writer;
    wm_status status = wm_writer_probe(path, bytes_needed, err);
    if (status != WM_OK)
        return status;
    writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    writer->folder = writer->file = -1;
    wm_sha256_init(&writer->hash);
    status = wm_disk_open(path, &writer->place, err);
    if (status == WM_OK)
        status = name_partial(writer, path, err);
    if (status == WM_OK && (writer->json = wm_json_new()) == NULL)
        status = wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    if (status != WM_OK) {
        wm_writer_close(writer);
        return status;
    }
    *out = writer;
    return WM_OK;
}

/* Opens the partial's evidence and locks it against a second process. */
static wm_status open_evidence(wm_writer *writer, int flags, wm_error *err)
{
    struct stat held, named;
    writer->folder = openat(writer->place.folder, writer->partial,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (writer->folder < 0)
        return fail(writer, errno == ENOENT ? WM_E_NOTFOUND : WM_E_OPEN,
                    "cannot open the partial record", err);
    writer->file = openat(writer->folder, evidence_name,
                          O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0644);
    if (writer->file < 0)
        return fail(writer, errno == EEXIST ? WM_E_EXISTS : WM_E_OPEN,
                    "cannot open its evidence.jsonl", err);
    if (flock(writer->file, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK
                   ? wm_error_set(err, WM_E_EXISTS, writer->path,
                                  "another process is writing this record")
                   : fail(writer, WM_E_OPEN, "cannot lock its evidence.jsonl", err);
    /* Whoever held the lock may have sealed the record, moving the folder away under this process. */
    if (fstat(writer->file, &held) != 0 || !S_ISREG(held.st_mode))
        return wm_error_set(err, WM_E_OPEN, writer->path, "its evidence.jsonl is no plain file");
    if (fstatat(writer->place.folder, writer->partial, &named, AT_SYMLINK_NOFOLLOW) != 0 ||
        wm_disk_exists(&writer->place))
        return wm_error_set(err, WM_E_EXISTS, writer->path,
                            "another process has sealed this record meanwhile");
    return WM_OK;
}

static wm_status make_partial(wm_writer *writer, wm_error *err)
{
    if (mkdirat(writer->place.folder, writer->partial, 0755) == 0)
        return WM_OK;
    if (errno != EEXIST)
        return fail(writer, WM_E_OPEN, "cannot make the partial record", err);
    return wm_error_set(err, WM_E_EXISTS, writer->path,
                        "an unfinished record is here: resume it, or remove this folder");
}

wm_status wm_writer_open(const char *path, uint64_t bytes_needed, wm_writer **out, wm_error *err)
{
    wm_writer *writer = NULL;
    wm_status status = begin(path, bytes_needed, &writer, err);
    if (status != WM_OK)
        return status;
    status = make_partial(writer, err);
    if (status == WM_OK)
        status = open_evidence(writer, O_EXCL, err);
    if (status == WM_OK && wm_disk_sync(writer->place.folder) != WM_OK)
        status = fail(writer, WM_E_IO, "cannot sync its folder", err);
    if (status != WM_OK) {
        wm_writer_close(writer);
        return status;
    }
    *out = writer;
    return WM_OK;
}

/* Parses a line and answers whether it is an observation in canonical form. */
static wm_status parse_observation(wm_writer *writer, const char *line, size_t size,
                                   const wm_json_value **node, wm_error *err)
{
    static const wm_json_options options = {WM_JSON_STRICT, DEPTH_MAX, LINE_MAX_BYTES - 1};
    wm_status status;
    if (size == 0 || line[size - 1] != '\n')
        return wm_error_set(err, WM_E_SYNTAX, writer->path, "a line does not end with a newline");
    status = wm_jcs_parse(writer->json, line, size - 1, &options, node, err);
    if (status != WM_OK)
        return status;
    if (!wm_json_is_text(wm_json_member(*node, "type"), "observation"))
        return wm_error_set(err, WM_E_INVALID, writer->path, "a line is no observation");
    return WM_OK;
}

/* Takes a line that is in the file into the count, the size and the hash. */
static void count_line(wm_writer *writer, const char *line, size_t size)
{
    writer->lines++;
    writer->size_bytes += size;
    wm_sha256_update(&writer->hash, line, size);
}

wm_status wm_writer_append(wm_writer *writer, const char *line, size_t size,
                           uint8_t id[WM_SHA256_SIZE], wm_error *err)
{
    const wm_json_value *node;
    wm_status status;
    if (writer->is_broken)
        return wm_error_set(err, WM_E_ARG, writer->path, "this writer takes nothing more");
    status = parse_observation(writer, line, size, &node, err);
    if (status != WM_OK)
        return status;
    if (wm_disk_write(writer->file, line, size) != WM_OK || fdatasync(writer->file) != 0) {
        writer->is_broken = true;
        status = fail(writer, WM_E_IO, "cannot write an observation", err);
        if (ftruncate(writer->file, (off_t)writer->size_bytes) != 0)
            return status; /* a torn line stays; resuming cuts it off */
        return status;
    }
    count_line(writer, line, size);
    if (id != NULL)
        wm_sha256_hash(line, size, id);
    return WM_OK;
}

uint64_t wm_writer_lines(const wm_writer *writer)
{
    return writer->lines;
}

const char *wm_writer_partial(const wm_writer *writer)
{
    return writer->path;
}

void wm_writer_close(wm_writer *writer)
{
    if (writer == NULL)
        return;
    if (writer->file >= 0)
        (void)close(writer->file);
    if (writer->folder >= 0)
        (void)close(writer->folder);
    wm_disk_close(&writer->place);
    wm_json_free(writer->json);
    free(writer);
}

/* Reads a record: its nodes by line, by id and by name. */
#include "archive/reader.h"

#include "base/array.h"
#include "base/buffer.h"
#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "record/audit/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINES_MAX (UINT32_MAX - 1) /* so that line numbers and their end fit 32 bits */

struct wm_reader {
    char path[4096]; /* of evidence.jsonl */
    int file;
    wm_source source; /* over file */
    wm_json *json;
    wm_buffer line; /* the line that was read last */
    wm_reader_node *nodes;
    uint32_t count;
    size_t capacity;
    uint32_t *index; /* open addressing by the id's first bytes: line numbers; 0: empty */
    uint32_t index_mask;
    uint32_t claims_first; /* lines [first, end) */
    uint32_t claims_end;
};

/* Opens a regular file; never waits for a FIFO's other end. */
static wm_status open_plain(wm_reader *reader, wm_error *err)
{
    struct stat info;
    reader->file = open(reader->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (reader->file < 0)
        return wm_error_set(err, WM_E_OPEN, reader->path, "cannot open: %s", strerror(errno));
    if (fstat(reader->file, &info) != 0)
        return wm_error_set(err, WM_E_IO, reader->path, "cannot read: %s", strerror(errno));
    if (!S_ISREG(info.st_mode))
        return wm_error_set(err, WM_E_OPEN, reader->path, "not a regular file");
    if (wm_dir_source(&reader->file, &reader->source) != WM_OK)
        return wm_error_set(err, WM_E_IO, reader->path, "cannot read: %s", strerror(errno));
    return WM_OK;
}

/* The path of the evidence: evidence.jsonl in a folder, else the path itself. */
static wm_status find_evidence(wm_reader *reader, const char *path, wm_error *err)
{
    struct stat info;
    const char *tail = "";
    int size;
    if (stat(path, &info) != 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot open: %s", strerror(errno));
    if (S_ISDIR(info.st_mode))
        tail = path[strlen(path) - 1] == '/' ? "evidence.jsonl" : "/evidence.jsonl";
    size = snprintf(reader->path, sizeof reader->path, "%s%s", path, tail);
    if (size < 0 || (size_t)size >= sizeof reader->path)
        return wm_error_set(err, WM_E_OPEN, path, "the path is too long");
    return open_plain(reader, err);
}

static wm_reader_type type_of(const wm_kind *kind)
{
    switch (kind->number) {
    case WM_KIND_REDUCTION:
        return WM_READER_REDUCTION;
    case WM_KIND_CLAIM:
        return WM_READER_CLAIM;
    case WM_KIND_ROOT:
        return WM_READER_ROOT;
    default:
        return WM_READER_OBSERVATION;
    }
}

/* Reads the kind of the line at this offset and adds its node. */
static wm_status take_line(wm_reader *reader, const char *text, size_t size, uint64_t offset,
                           wm_error *err)
{
    const wm_kind *kind;
    wm_reader_node *node;
    wm_status status;
    wm_reader_node *nodes =
        wm_array_grow(reader->nodes, &reader->capacity, (size_t)reader->count + 1, sizeof *nodes);
    if (nodes == NULL)
        return wm_error_set(err, WM_E_NOMEM, reader->path, "%s", wm_status_text(WM_E_NOMEM));
    reader->nodes = nodes;
    status = wm_contents_kind(reader->json, text, size, &kind, err);
    node = &nodes[reader->count++];
    if (status != WM_OK)
        return wm_error_place(err, status, "%s:%u", reader->path, reader->count);
    node->type = type_of(kind);
    node->offset = offset;
    node->size = (uint32_t)size;
    wm_sha256_hash(text, size, node->id);
    if (node->type == WM_READER_CLAIM) {
        if (reader->claims_first == 0)
            reader->claims_first = reader->count;
        reader->claims_end = reader->count + 1;
    }
    return WM_OK;
}

static wm_status read_lines(wm_reader *reader, wm_error *err)
{
    wm_lines lines;
    const char *text;
    size_t size = 1;
    wm_status status = wm_lines_open(&reader->source, WM_INTAKE_LINE_MAX, &lines);
    if (status != WM_OK)
        return wm_error_set(err, status, reader->path, "out of memory");
    while (status == WM_OK && size > 0) {
        const uint64_t offset = lines.offset;
        status = wm_lines_next(&lines, &text, &size);
        if (status != WM_OK)
            status = wm_error_set(err, status, reader->path, "cannot read: %s", strerror(errno));
        else if (size > WM_INTAKE_LINE_MAX || reader->count == LINES_MAX)
            status =
                wm_error_set(err, WM_E_LIMIT, reader->path, "line %u is %s", reader->count + 1,
                             size > WM_INTAKE_LINE_MAX ? "over 1 MiB" : "over the limit of lines");
        else if (size > 0)
            status = take_line(reader, text, size, offset, err);
    }
    wm_lines_close(&lines);
    return status;
}

static uint32_t slot_of(const wm_reader *reader, const uint8_t id[WM_SHA256_SIZE])
{
    uint32_t slot;
    memcpy(&slot, id, sizeof slot);
    return slot & reader->index_mask;
}

static wm_status make_index(wm_reader *reader)
{
    uint64_t size = 16;
    uint32_t line;
    while (size < 2 * (uint64_t)reader->count)
        size *= 2;
    reader->index = calloc((size_t)size, sizeof *reader->index);
    if (reader->index == NULL)
        return WM_E_NOMEM;
    reader->index_mask = (uint32_t)(size - 1);
    for (line = 1; line <= reader->count; line++) {
        uint32_t slot = slot_of(reader, reader->nodes[line - 1].id);
        while (reader->index[slot] != 0)
            slot = (slot + 1) & reader->index_mask;
        reader->index[slot] = line;
    }
    return WM_OK;
}

wm_status wm_reader_open(const char *path, wm_reader **out, wm_error *err)
{
    wm_status status;
    wm_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    reader->file = -1;
    reader->json = wm_json_new();
    status = reader->json != NULL ? find_evidence(reader, path, err)
                                  : wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    if (status == WM_OK)
        status = read_lines(reader, err);
    if (status == WM_OK && (status = make_index(reader)) != WM_OK)
        status = wm_error_set(err, status, path, "out of memory");
    if (status != WM_OK) {
        wm_reader_close(reader);
        return status;
    }
    *out = reader;
    return WM_OK;
}

void wm_reader_close(wm_reader *reader)
{
    if (reader == NULL)
        return;
    if (reader->file >= 0)
        (void)close(reader->file);
    wm_json_free(reader->json);
    wm_buffer_clear(&reader->line);
    free(reader->nodes);
    free(reader->index);
    free(reader);
}

const char *wm_reader_evidence(const wm_reader *reader)
{
    return reader->path;
}

uint32_t wm_reader_lines(const wm_reader *reader)
{
    return reader->count;
}

const wm_reader_node *wm_reader_at(const wm_reader *reader, uint32_t line)
{
    return line >= 1 && line <= reader->count ? &reader->nodes[line - 1] : NULL;
}

uint32_t wm_reader_find(const wm_reader *reader, const uint8_t id[WM_SHA256_SIZE])
{
    uint32_t slot = slot_of(reader, id);
    while (reader->index[slot] != 0) {
        uint32_t line = reader->index[slot];
        if (memcmp(reader->nodes[line - 1].id, id, WM_SHA256_SIZE) == 0)
            return line;
        slot = (slot + 1) & reader->index_mask;
    }
    return 0;
}

void wm_reader_claims(const wm_reader *reader, uint32_t *first, uint32_t *end)
{
    *first = reader->claims_first;
    *end = reader->claims_end;
}

static bool is_id_prefix(const char *name)
{
    size_t size = strlen(name);
    return size >= 8 && size <= WM_SHA256_HEX_SIZE && strspn(name, "0123456789abcdef") == size;
}

/* The only line whose id begins with these digits. */
static wm_status resolve_prefix(const wm_reader *reader, const char *prefix, uint32_t *found,
                                wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    uint32_t line;
    *found = 0;
    for (line = 1; line <= reader->count; line++) {
        wm_sha256_to_hex(reader->nodes[line - 1].id, hex);
        if (strncmp(hex, prefix, strlen(prefix)) != 0)
            continue;
        if (*found != 0)
            return wm_error_set(err, WM_E_INVALID, reader->path,
                                "the ids of lines %u and %u both begin with %s", *found, line,
                                prefix);
        *found = line;
    }
    if (*found == 0)
        return wm_error_set(err, WM_E_NOTFOUND, reader->path, "no claim and no id '%s'", prefix);
    return WM_OK;
}

wm_status wm_reader_resolve(wm_reader *reader, const char *name, uint32_t *found, wm_error *err)
{
    uint32_t line;
    for (line = reader->claims_first; line < reader->claims_end; line++) {
        wm_content content;
        wm_status status;
        if (reader->nodes[line - 1].type != WM_READER_CLAIM)
            continue;
        status = wm_reader_read(reader, line, &content, err);
        if (status != WM_OK)
            return status;
        if (wm_member_is(content.of.claim.name, name)) {
            *found = line;
            return WM_OK;
        }
    }
    if (is_id_prefix(name))
        return resolve_prefix(reader, name, found, err);
    return wm_error_set(err, WM_E_NOTFOUND, reader->path, "no claim '%s'", name);
}

wm_status wm_reader_text(wm_reader *reader, uint32_t line, const char **text, wm_error *err)
{
    const wm_reader_node *place = wm_reader_at(reader, line);
    uint8_t id[WM_SHA256_SIZE];
    if (place == NULL)
        return wm_error_set(err, WM_E_ARG, reader->path, "no line %u", line);
    reader->line.size = 0;
    if (wm_buffer_reserve(&reader->line, place->size) != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, reader->path, "out of memory");
    if (reader->source.read(reader->source.context, place->offset, reader->line.data,
                            place->size) != WM_OK)
        return wm_error_set(err, WM_E_IO, reader->path, "cannot read line %u: %s", line,
                            strerror(errno));
    wm_sha256_hash(reader->line.data, place->size, id);
    if (memcmp(id, place->id, sizeof id) != 0)
        return wm_error_set(err, WM_E_IO, reader->path, "line %u changed while it was read", line);
    reader->line.size = place->size;
    *text = reader->line.data;
    return WM_OK;
}

wm_status wm_reader_read_line(wm_reader *reader, uint32_t line, wm_content *content,
                              const char **text, wm_error *err)
{
    wm_status status = wm_reader_text(reader, line, text, err);
    if (status != WM_OK)
        return status;
    status = wm_contents_read(reader->json, *text, reader->line.size, content);
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, reader->path, "out of memory");
    return status == WM_OK ? WM_OK
                           : wm_error_set(err, status, reader->path, "line %u is not a node", line);
}

wm_status wm_reader_read(wm_reader *reader, uint32_t line, wm_content *content, wm_error *err)
{
    const char *text;
    return wm_reader_read_line(reader, line, content, &text, err);
}

/* Lists and reads the members that a sealed document has.
 *
 * An unpacked archive keeps its members in files with numbers, so that no name of an archive
 * reaches the file system. Only the record has its own names, because its audit reads a folder. */
#include "archive/sealed_members.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/dir.h"
#include "base/status.h"

enum { FILES_MOST = 2 * WM_SEALED_MEMBERS, PART_BYTES = 16384, TEXT_MOST = 64 };

static bool has(const char *folder, const char *name)
{
    char path[4500];
    struct stat about;
    const int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    return size > 0 && (size_t)size < sizeof path && lstat(path, &about) == 0;
}

bool wm_sealed_members_are_in(const char *path)
{
    return (has(path, "anc/record") || has(path, WM_SEALED_MANIFEST)) &&
           !has(path, "evidence.jsonl") && !has(path, "manifest.sha256");
}

wm_status wm_sealed_members_add(wm_sealed *sealed, const char *path, wm_dir_kind kind,
                                wm_sealed_member **added)
{
    wm_sealed_member *member =
        wm_array_grow(sealed->member, &sealed->capacity, sealed->count + 1, sizeof *member);
    if (member == NULL)
        return WM_E_NOMEM;
    sealed->member = member;
    member += sealed->count;
    memset(member, 0, sizeof *member);
    member->path = strdup(path);
    if (member->path == NULL)
        return WM_E_NOMEM;
    member->kind = kind;
    sealed->count++;
    *added = member;
    return WM_OK;
}

static int compare_members(const void *a, const void *b)
{
    return strcmp(((const wm_sealed_member *)a)->path, ((const wm_sealed_member *)b)->path);
}

void wm_sealed_members_sort(wm_sealed *sealed)
{
    if (sealed->count > 1)
        qsort(sealed->member, sealed->count, sizeof *sealed->member, compare_members);
}

static int compare_path(const void *path, const void *member)
{
    return strcmp(path, ((const wm_sealed_member *)member)->path);
}

const wm_sealed_member *wm_sealed_members_find(const wm_sealed *sealed, const char *path)
{
    if (sealed->count == 0)
        return NULL;
    return bsearch(path, sealed->member, sealed->count, sizeof *sealed->member, compare_path);
}

/* ---- a folder -------------------------------------------------------------------------------- */

typedef struct {
    wm_sealed *sealed;
    wm_status status;
    char closed[256]; /* what could not be looked at */
} listing;

static void visit(void *context, const char *path, wm_dir_kind kind)
{
    listing *at = context;
    wm_sealed_member *added;
    if (kind == WM_DIR_CLOSED)
        (void)snprintf(at->closed, sizeof at->closed, "%.255s", path);
    else if (at->status == WM_OK && at->sealed->count == FILES_MOST)
        at->status = WM_E_LIMIT;
    else if (at->status == WM_OK)
        at->status = wm_sealed_members_add(at->sealed, path, kind, &added);
}

wm_status wm_sealed_members_open(const char *path, wm_sealed *sealed, wm_error *err)
{
    listing at = {sealed, WM_OK, ""};
    wm_dir dir;
    wm_status status;
    memset(sealed, 0, sizeof *sealed);
    if (strlen(path) > 4095)
        return wm_error_set(err, WM_E_OPEN, path, "the path is too long");
    (void)snprintf(sealed->top, sizeof sealed->top, "%s", path);
    (void)snprintf(sealed->record, sizeof sealed->record, "%s/anc/record", path);
    if (wm_dir_open(path, &dir) != WM_OK)
        return wm_error_set(err, WM_E_OPEN, path, "cannot open: %s", strerror(errno));
    status = wm_dir_walk(&dir, visit, &at);
    if (status != WM_OK)
        (void)wm_error_set(err, status, at.closed[0] != '\0' ? at.closed : path,
                           "cannot be looked at: %s", strerror(errno));
    wm_dir_close(&dir);
    if (status == WM_OK && at.status != WM_OK)
        status =
            wm_error_set(err, at.status, path, "%s",
                         at.status == WM_E_LIMIT ? "over 8192 files" : wm_status_text(at.status));
    wm_sealed_members_sort(sealed);
    return status;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Opens a member's file. */
static wm_status open_member(const wm_sealed *sealed, const wm_sealed_member *member,
                             wm_source *source, wm_error *err)
{
    const size_t skip = strlen(WM_SEALED_RECORD);
    char path[4700];
    wm_status status;
    if (strncmp(member->path, WM_SEALED_RECORD, skip) == 0)
        (void)snprintf(path, sizeof path, "%s/%.255s", sealed->record, member->path + skip);
    else if (sealed->is_unpacked)
        (void)snprintf(path, sizeof path, "%s/%u", sealed->top, member->number);
    else
        (void)snprintf(path, sizeof path, "%s/%.255s", sealed->top, member->path);
    errno = 0;
    status = wm_dir_open_file(path, source);
    if (status == WM_OK)
        return WM_OK;
    return wm_error_set(err, status == WM_E_NOMEM ? status : WM_E_OPEN, member->path,
                        "cannot open: %s", errno != 0 ? strerror(errno) : wm_status_text(status));
}

static wm_status say_read(const wm_sealed_member *member, wm_status status, wm_error *err)
{
    return wm_error_set(err, status, member->path, "cannot read: %s", strerror(errno));
}

wm_status wm_sealed_members_hash(const wm_sealed *sealed, wm_sealed_member *member, wm_error *err)
{
    wm_source source;
    wm_status status;
    if (member->is_hashed)
        return WM_OK;
    status = open_member(sealed, member, &source, err);
    if (status != WM_OK)
        return status;
    member->size_bytes = source.size_bytes;
    status = wm_sha256_source(&source, member->sha256);
    if (status != WM_OK)
        status = say_read(member, status, err);
    member->is_hashed = status == WM_OK;
    wm_dir_close_file(&source);
    return status;
}

wm_status wm_sealed_members_bytes(const wm_sealed *sealed, const wm_sealed_member *member,
                                  size_t most, wm_buffer *bytes, wm_error *err)
{
    wm_source source;
    size_t size;
    wm_status status = open_member(sealed, member, &source, err);
    if (status != WM_OK)
        return status;
    size = source.size_bytes < most ? (size_t)source.size_bytes : most;
    status = wm_buffer_reserve(bytes, size + 1);
    if (status != WM_OK)
        (void)wm_error_set(err, status, member->path, "%s", wm_status_text(status));
    else if (source.read(source.context, 0, bytes->data + bytes->size, size) != WM_OK)
        status = say_read(member, WM_E_IO, err);
    else
        bytes->size += size;
    wm_dir_close_file(&source);
    return status;
}

/* Whether bytes contain a text. */
static bool contain(const char *bytes, size_t size, const char *text)
{
    const size_t length = strlen(text);
    const char *at = bytes, *end = bytes + size;
    while ((size_t)(end - at) >= length &&
           (at = memchr(at, text[0], (size_t)(end - at) - length + 1)) != NULL) {
        if (memcmp(at, text, length) == 0)
            return true;
        at++;
    }
    return false;
}

/* Parts overlap by TEXT_MOST bytes, so that a text on their border is found. */
wm_status wm_sealed_members_contain(const wm_sealed *sealed, const wm_sealed_member *member,
                                    const char *text, bool *does, wm_error *err)
{
    char part[PART_BYTES];
    wm_source source;
    wm_status status = open_member(sealed, member, &source, err);
    *does = false;
    if (status != WM_OK)
        return status;
    for (uint64_t at = 0; at < source.size_bytes && status == WM_OK && !*does;
         at += sizeof part - TEXT_MOST) {
        const uint64_t rest = source.size_bytes - at;
        const size_t size = rest < sizeof part ? (size_t)rest : sizeof part;
        status = source.read(source.context, at, part, size);
        *does = status == WM_OK && contain(part, size, text);
    }
    wm_dir_close_file(&source);
    return status == WM_OK ? WM_OK : say_read(member, WM_E_IO, err);
}

void wm_sealed_members_close(wm_sealed *sealed)
{
    for (size_t i = 0; i < sealed->count; i++)
        free(sealed->member[i].path);
    free(sealed->member);
    memset(sealed, 0, sizeof *sealed);
}

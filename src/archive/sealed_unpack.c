/* Unpacks the archive of a sealed document.
 *
 * An archive has many names, and any program may have packed it. So it is looked through once for
 * what it is, and then unpacked. Hashes are those of the bytes in the archive: of evidence that no
 * audit accepts, not all is written. */
#include "archive/sealed_unpack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/sealed_check.h"
#include "base/status.h"
#include "record/nodes/kind_root.h"

enum { ENTRIES_MOST = 3 * WM_SEALED_MEMBERS };

/* ---- what it is ------------------------------------------------------------------------------ */

/* The bytes of a top folder before a path's part; the part is at the top or one folder below.
 * False: it is neither. */
static bool is_below(const char *path, const char *part, size_t *top)
{
    const char *slash = strchr(path, '/');
    *top = 0;
    if (strncmp(path, part, strlen(part)) == 0)
        return true;
    if (slash == NULL || strncmp(slash + 1, part, strlen(part)) != 0)
        return false;
    *top = (size_t)(slash + 1 - path);
    return true;
}

/* Looks at a path. Returns whether the archive is known now. A manifest in `anc` is not enough: the
 * folder of a record may have this name. */
static bool look_at(const char *path, bool *is_sealed, char top[WM_SEALED_UNPACK_TOP])
{
    size_t size;
    const bool has_record = is_below(path, WM_SEALED_RECORD, &size);
    if ((has_record || is_below(path, WM_SEALED_MANIFEST, &size)) && size < WM_SEALED_UNPACK_TOP) {
        *is_sealed = true;
        memcpy(top, path, size);
        top[size] = '\0';
        return has_record;
    }
    if (!is_below(path, "evidence.jsonl", &size))
        return false;
    *is_sealed = false;
    return true;
}

wm_status wm_sealed_unpack_look(wm_tar_input *input, bool *is_sealed,
                                char top[WM_SEALED_UNPACK_TOP], wm_error *err)
{
    const wm_spool_share none = {0, false};
    wm_tar_reader *reader;
    bool is_known = false;
    wm_status status = wm_tar_stream_open(input, ENTRIES_MOST, &none, &reader, err);
    *is_sealed = false;
    top[0] = '\0';
    while (status == WM_OK && !is_known) {
        wm_tar_entry entry;
        status = wm_tar_stream_next(reader, &entry, err);
        if (status == WM_OK && entry.path == NULL)
            break;
        if (status == WM_OK && !entry.is_folder)
            is_known = look_at(entry.path, is_sealed, top);
    }
    wm_tar_stream_close(reader);
    if (status == WM_E_NOMEM)
        return status;
    if (lseek(input->file, (off_t)input->size, SEEK_SET) < 0)
        return wm_error_set(err, WM_E_IO, NULL, "cannot read: %s", strerror(errno));
    return WM_OK;
}

/* ---- unpacking ------------------------------------------------------------------------------- */

typedef struct {
    wm_tar_reader *reader;
    const char *top;
    int members, record; /* open folders */
    wm_spool_share *share;
    wm_sealed *sealed;
    unsigned next;     /* number of a member's file */
    wm_buffer folders; /* paths of the archive's entries for folders, each with its NUL */
    char window[WM_TAR_STREAM_WINDOW];
} unpacking;

/* The name of a record's file, or NULL. It outlives the archive. */
static const char *record_file(const char *path)
{
    const size_t skip = strlen(WM_SEALED_RECORD);
    for (size_t i = 0; wm_kind_root_file_at(i) != NULL; i++)
        if (strncmp(path, WM_SEALED_RECORD, skip) == 0 &&
            strcmp(path + skip, wm_kind_root_file_at(i)) == 0)
            return wm_kind_root_file_at(i);
    return NULL;
}

/* Writes the bytes of the entry, and hashes them. */
static wm_status copy_file(unpacking *at, int folder, const char *name, wm_sealed_member *member,
                           wm_error *err)
{
    wm_spool_file file;
    wm_sha256 hash;
    size_t got = 1;
    wm_status status = wm_spool_file_open(folder, name, at->share, &file, err);
    wm_sha256_init(&hash);
    while (status == WM_OK && got > 0) {
        status = wm_tar_stream_read(at->reader, member->path, at->window, &got, err);
        if (status != WM_OK || got == 0)
            break;
        wm_sha256_update(&hash, at->window, got);
        member->size_bytes += got;
        status = wm_spool_file_take(&file, at->window, got, err);
    }
    wm_sha256_final(&hash, member->sha256);
    member->is_hashed = true;
    return wm_spool_file_close(&file, status, err);
}

static wm_status take_file(unpacking *at, const char *path, wm_error *err)
{
    const char *name = record_file(path);
    wm_sealed_member *member;
    char number[16];
    if (at->sealed->count > 2 * WM_SEALED_MEMBERS)
        return wm_error_set(err, WM_E_LIMIT, NULL, "the archive has too many entries");
    for (size_t i = 0; i < at->sealed->count; i++)
        if (strcmp(at->sealed->member[i].path, path) == 0)
            return wm_tar_stream_refuse(path, "is there twice", err);
    if (wm_sealed_members_add(at->sealed, path, WM_DIR_FILE, &member) != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (name != NULL)
        return copy_file(at, at->record, name, member, err);
    member->number = at->next++;
    (void)snprintf(number, sizeof number, "%u", member->number);
    return copy_file(at, at->members, number, member, err);
}

/* The path from the archive's top; NULL: it is that folder itself. */
static wm_status strip_top(const unpacking *at, const wm_tar_entry *entry, const char **path,
                           wm_error *err)
{
    const size_t top = strlen(at->top);
    *path = NULL;
    if (entry->is_folder && top > 0 && strlen(entry->path) == top - 1 &&
        strncmp(entry->path, at->top, top - 1) == 0)
        return WM_OK;
    if (strncmp(entry->path, at->top, top) != 0)
        return wm_tar_stream_refuse(entry->path,
                                    "is in a second folder; an archive holds one document", err);
    *path = entry->path + top;
    return WM_OK;
}

static wm_status read_entries(unpacking *at, wm_error *err)
{
    while (true) {
        wm_tar_entry entry;
        const char *path;
        wm_status status = wm_tar_stream_next(at->reader, &entry, err);
        if (status != WM_OK || entry.path == NULL)
            return status;
        status = strip_top(at, &entry, &path, err);
        if (status == WM_OK && path != NULL && entry.is_folder)
            status = wm_buffer_append(&at->folders, path, strlen(path) + 1);
        else if (status == WM_OK && path != NULL)
            status = take_file(at, path, err);
        if (status != WM_OK)
            return status;
    }
}

static bool has_below(const wm_sealed *sealed, const char *folder)
{
    const size_t size = strlen(folder);
    for (size_t i = 0; i < sealed->count; i++)
        if (strncmp(sealed->member[i].path, folder, size) == 0 &&
            sealed->member[i].path[size] == '/')
            return true;
    return false;
}

/* Adds the folders with nothing in them, which a folder's listing would have too. */
static wm_status add_empty(unpacking *at)
{
    const char *path = at->folders.data;
    for (size_t used = 0; used < at->folders.size; used += strlen(path + used) + 1) {
        wm_sealed_member *added;
        if (has_below(at->sealed, path + used))
            continue;
        const wm_status status =
            wm_sealed_members_add(at->sealed, path + used, WM_DIR_EMPTY, &added);
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

wm_status wm_sealed_unpack(wm_tar_input *input, const char *top, int members, int record,
                           wm_spool_share *share, wm_sealed *sealed, wm_error *err)
{
    unpacking *at = calloc(1, sizeof *at);
    wm_status status;
    if (at == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    at->top = top;
    at->members = members;
    at->record = record;
    at->share = share;
    at->sealed = sealed;
    sealed->is_unpacked = true;
    status = wm_tar_stream_open(input, ENTRIES_MOST, share, &at->reader, err);
    if (status == WM_OK)
        status = read_entries(at, err);
    if (status == WM_OK)
        status = add_empty(at);
    if (status == WM_E_NOMEM)
        (void)wm_error_set(err, status, NULL, "out of memory");
    wm_sealed_members_sort(sealed);
    wm_tar_stream_close(at->reader);
    wm_buffer_clear(&at->folders);
    free(at);
    return status;
}

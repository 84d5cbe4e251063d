/* Makes the members of a sealed document from files.
 *
 * Files are read twice: once for the manifest, which comes first in the archive, and once to be
 * written. A file that changes between is an error. Names are those that archives of papers take,
 * so that no one has to rename a file behind the manifest. */
#include "archive/sealed_make.h"

#include "archive/spool_file.h"
#include "base/array.h"
#include "base/dir.h"
#include "base/status.h"
#include "record/nodes/kind_root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wm_status refuse(const char *path, const char *words, wm_error *err)
{
    return wm_error_set(err, WM_E_ARG, path, "%s", words);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Why a member that a user names may not have this path; NULL: it may. */
static const char *offence(const char *path)
{
    const char *dots = path;
    if (path[0] == '/')
        return "is an absolute path; go to the folder of the sources and name it from there";
    while ((dots = strstr(dots, "..")) != NULL) {
        if ((dots == path || dots[-1] == '/') && (dots[2] == '/' || dots[2] == '\0'))
            return "leads out of this folder; go to the folder of the sources";
        dots++;
    }
    if (strcmp(path, "anc") == 0 || strncmp(path, "anc/", 4) == 0)
        return "is in anc/, which is for the record; put it into another folder";
    if (strcmp(path, WM_SEALED_CRATE) == 0)
        return "has the name of a file that the archive gets; leave it out";
    if (!wm_sealed_manifest_is_path(path, strlen(path)))
        return "is no name for an archive of a paper: at most 255 of A-Z a-z 0-9 . _ + - , = /";
    return NULL;
}

/* Whether a file is reached through a link: some part of its relative path is one. */
static bool has_link(const char *path)
{
    char part[WM_SEALED_PATH + 1];
    struct stat about;
    for (size_t size = 1; size <= strlen(path); size++) {
        if (path[size] != '/' && path[size] != '\0')
            continue;
        (void)snprintf(part, sizeof part, "%.*s", (int)size, path);
        if (lstat(part, &about) == 0 && S_ISLNK(about.st_mode))
            return true;
    }
    return false;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Opens a plain file. */
static wm_status open_plain(const char *path, int *file, struct stat *about, wm_error *err)
{
    const char *words = NULL;
    *file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    if (*file < 0 && errno == ELOOP)
        return refuse(path, "is a symbolic link; name the file itself", err);
    if (*file < 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot open: %s", strerror(errno));
    if (fstat(*file, about) != 0)
        words = "cannot be looked at";
    else if (S_ISDIR(about->st_mode))
        words = "is a folder; name its files";
    else if (!S_ISREG(about->st_mode))
        words = "is a device, a pipe or a socket";
    else if ((uint64_t)about->st_size > WM_SPOOL_FILE_BYTES)
        words = "is over 1 GiB";
    if (words == NULL)
        return WM_OK;
    (void)close(*file);
    return refuse(path, words, err);
}

static wm_sealed_file *add(wm_sealed_make *make, const char *path, wm_error *err)
{
    wm_sealed_file *file = NULL;
    if (make->count >= WM_SEALED_MEMBERS)
        (void)wm_error_set(err, WM_E_LIMIT, path, "over 4096 files");
    else if ((file = wm_array_grow(make->file, &make->capacity, make->count + 1, sizeof *file)) ==
             NULL)
        (void)wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    if (file == NULL)
        return NULL;
    make->file = file;
    file += make->count++;
    memset(file, 0, sizeof *file);
    (void)snprintf(file->path, sizeof file->path, "%.255s", path);
    return file;
}

/* Adds a plain file and hashes it. */
static wm_status add_file(wm_sealed_make *make, const char *path, const char *from, wm_error *err)
{
    wm_sealed_file *file;
    wm_source source;
    struct stat about;
    int opened;
    wm_status status = open_plain(from, &opened, &about, err);
    if (status != WM_OK)
        return status;
    file = add(make, path, err);
    if (file == NULL) {
        (void)close(opened);
        return err->code;
    }
    file->from = strdup(from);
    file->size_bytes = (uint64_t)about.st_size;
    if (file->from == NULL)
        status = wm_error_set(err, WM_E_NOMEM, from, "out of memory");
    else if (wm_dir_source(&opened, &source) != WM_OK ||
             wm_sha256_source(&source, file->sha256) != WM_OK)
        status = wm_error_set(err, WM_E_IO, from, "cannot read: %s", strerror(errno));
    (void)close(opened);
    return status;
}

wm_status wm_sealed_make_document(wm_sealed_make *make, const char *given, wm_error *err)
{
    const char *name = strrchr(given, '/');
    const char *words;
    name = name != NULL ? name + 1 : given;
    words = offence(name);
    if (words != NULL)
        return refuse(given, words, err);
    (void)snprintf(make->manifest.document, sizeof make->manifest.document, "%.255s", name);
    return add_file(make, name, given, err);
}

wm_status wm_sealed_make_source(wm_sealed_make *make, const char *given, wm_error *err)
{
    const char *path = given;
    const char *words;
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    words = offence(path);
    if (words == NULL && has_link(path))
        words = "is a symbolic link, or in a folder that is one; name the file itself";
    return words != NULL ? refuse(given, words, err) : add_file(make, path, path, err);
}

wm_status wm_sealed_make_record(wm_sealed_make *make, const char *folder, wm_error *err)
{
    for (size_t i = 0; wm_kind_root_file_at(i) != NULL; i++) {
        char path[WM_SEALED_PATH + 1], from[4600];
        struct stat about;
        wm_status status;
        (void)snprintf(path, sizeof path, "%s%s", WM_SEALED_RECORD, wm_kind_root_file_at(i));
        (void)snprintf(from, sizeof from, "%.4400s/%s", folder, wm_kind_root_file_at(i));
        if (lstat(from, &about) != 0 && errno == ENOENT)
            continue;
        status = add_file(make, path, from, err);
        if (status != WM_OK)
            return status;
    }
    return WM_OK;
}

wm_status wm_sealed_make_bytes(wm_sealed_make *make, const char *path, const void *data,
                               size_t size, wm_error *err)
{
    wm_sealed_file *file = add(make, path, err);
    if (file == NULL)
        return err->code;
    file->size_bytes = size;
    wm_sha256_hash(data, size, file->sha256);
    if (wm_buffer_append(&file->bytes, data, size) != WM_OK)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    return WM_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static int compare_files(const void *a, const void *b)
{
    return strcmp(((const wm_sealed_file *)a)->path, ((const wm_sealed_file *)b)->path);
}

/* Whether a path is a folder of another one. */
static bool is_folder_of(const char *path, const char *other)
{
    const size_t size = strlen(path);
    return strncmp(path, other, size) == 0 && other[size] == '/';
}

wm_status wm_sealed_make_sort(wm_sealed_make *make, wm_error *err)
{
    if (make->count > 1)
        qsort(make->file, make->count, sizeof *make->file, compare_files);
    for (size_t i = 0; i + 1 < make->count; i++) {
        const char *path = make->file[i].path;
        if (strcmp(path, make->file[i + 1].path) == 0)
            return refuse(path, "is given twice", err);
        for (size_t j = i + 1; j < make->count; j++)
            if (is_folder_of(path, make->file[j].path))
                return refuse(path, "is a file, and a folder of another file", err);
    }
    return WM_OK;
}

/* Hands over the bytes of a file. */
static wm_status put_file(const wm_sealed_file *file, wm_sealed_put *put, void *context,
                          wm_error *err)
{
    wm_buffer bytes = WM_BUFFER_EMPTY;
    uint8_t sha256[WM_SHA256_SIZE];
    wm_source source;
    struct stat about;
    int opened;
    wm_status status;
    if (file->from == NULL)
        return put(context, file->path, file->bytes.data, file->bytes.size, err);
    status = open_plain(file->from, &opened, &about, err);
    if (status != WM_OK)
        return status;
    if ((uint64_t)about.st_size != file->size_bytes)
        status = wm_error_set(err, WM_E_IO, file->from, "changed while it was read");
    else if (wm_buffer_reserve(&bytes, (size_t)file->size_bytes + 1) != WM_OK)
        status = wm_error_set(err, WM_E_NOMEM, file->from, "out of memory");
    else if (wm_dir_source(&opened, &source) != WM_OK ||
             source.read(source.context, 0, bytes.data, (size_t)file->size_bytes) != WM_OK)
        status = wm_error_set(err, WM_E_IO, file->from, "cannot read: %s", strerror(errno));
    (void)close(opened);
    if (status == WM_OK) {
        wm_sha256_hash(bytes.data, (size_t)file->size_bytes, sha256);
        status = memcmp(sha256, file->sha256, sizeof sha256) == 0
                     ? put(context, file->path, bytes.data, (size_t)file->size_bytes, err)
                     : wm_error_set(err, WM_E_IO, file->from, "changed while it was read");
    }
    wm_buffer_clear(&bytes);
    return status;
}

/* Hands over the manifest of all. */
static wm_status put_manifest(wm_sealed_make *make, wm_sealed_put *put, void *context,
                              wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (size_t i = 0; i < make->count && status == WM_OK; i++)
        status = wm_sealed_manifest_add(&make->manifest, make->file[i].path, make->file[i].sha256);
    if (status == WM_OK)
        status = wm_sealed_manifest_write(&make->manifest, &text);
    if (status != WM_OK)
        (void)wm_error_set(err, status, WM_SEALED_MANIFEST, "%s", wm_status_text(status));
    else
        status = put(context, WM_SEALED_MANIFEST, text.data, text.size, err);
    wm_buffer_clear(&text);
    return status;
}

wm_status wm_sealed_make_put(wm_sealed_make *make, wm_sealed_put *put, void *context, wm_error *err)
{
    wm_status status = put_manifest(make, put, context, err);
    for (int is_ancillary = 1; is_ancillary >= 0; is_ancillary--)
        for (size_t i = 0; i < make->count && status == WM_OK; i++)
            if ((strncmp(make->file[i].path, "anc/", 4) == 0) == (is_ancillary == 1))
                status = put_file(&make->file[i], put, context, err);
    return status;
}

void wm_sealed_make_clear(wm_sealed_make *make)
{
    for (size_t i = 0; i < make->count; i++) {
        free(make->file[i].from);
        wm_buffer_clear(&make->file[i].bytes);
    }
    free(make->file);
    wm_sealed_manifest_clear(&make->manifest);
    memset(make, 0, sizeof *make);
}

/* Reads the files of a LaTeX document.
 *
 * A document comes from anywhere, and names files. So only files below its folder are opened, with
 * links resolved, and all of them together have a limit. LaTeX takes every path from the folder of
 * the document, also in a file of a subfolder. */
#include "manuscript/tex_files.h"

#include "base/array.h"
#include "base/dir.h"
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status too_large(const char *path, wm_error *err)
{
    return wm_error_set(err, WM_E_LIMIT, path, "over %d MiB or %d files; give a smaller document",
                        WM_TEX_FILES_MIB, WM_TEX_FILES_MOST);
}

/* Makes room for one more file, whose bytes are not there yet. NULL: out of memory. */
static wm_tex_file *add_file(wm_tex_files *files, const char *path, size_t size)
{
    wm_tex_file *array =
        wm_array_grow(files->file, &files->capacity, files->count + 1, sizeof *files->file);
    wm_tex_file *one;
    if (array == NULL)
        return NULL;
    files->file = array;
    one = &files->file[files->count];
    one->path = strdup(path);
    one->data = malloc(size + 1);
    one->size = size;
    one->located = one->lines = one->characters = 0;
    if (one->path == NULL || one->data == NULL) {
        free(one->path);
        free(one->data);
        return NULL;
    }
    one->data[size] = '\0';
    files->count++;
    files->bytes += size;
    return one;
}

static wm_status read_source(wm_tex_files *files, const char *path, const wm_source *source,
                             wm_error *err)
{
    wm_tex_file *one;
    if (source->size_bytes > ((uint64_t)WM_TEX_FILES_MIB << 20) - files->bytes ||
        files->count >= WM_TEX_FILES_MOST)
        return too_large(path, err);
    one = add_file(files, path, (size_t)source->size_bytes);
    if (one == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "%s", wm_status_text(WM_E_NOMEM));
    if (one->size > 0 && source->read(source->context, 0, one->data, one->size) != WM_OK)
        return wm_error_set(err, WM_E_IO, path, "cannot read");
    return WM_OK;
}

wm_status wm_tex_files_open(const char *document, wm_tex_files *files, wm_error *err)
{
    const char *slash = strrchr(document, '/');
    const size_t folder = slash != NULL ? (size_t)(slash - document) + 1 : 0;
    wm_source source;
    wm_status status;
    memset(files, 0, sizeof *files);
    if (strlen(document) >= WM_TEX_FILES_PATH)
        return wm_error_set(err, WM_E_LIMIT, NULL, "the path of the document is too long");
    memcpy(files->folder, document, folder);
    status = wm_dir_open_file(document, &source);
    if (status != WM_OK)
        return wm_error_set(err, status, document, "cannot open: %s",
                            status == WM_E_NOTFOUND  ? "it is not there"
                            : status == WM_E_INVALID ? "not a regular file"
                                                     : wm_status_text(status));
    status = read_source(files, document + folder, &source, err);
    wm_dir_close_file(&source);
    return status;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Writes a path without `.`, `..` and double slashes. False if it is absolute, leaves the folder,
 * or is too long. */
static bool normalize(const char *name, size_t size, char path[WM_TEX_FILES_PATH])
{
    size_t used = 0;
    if (size == 0 || name[0] == '/' || size > WM_TEX_FILES_PATH - 8)
        return false;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(name + at, '/', size - at);
        const size_t length = end != NULL ? (size_t)(end - name) - at : size - at;
        const char *part = name + at;
        at += length + 1;
        if (length == 0 || (length == 1 && part[0] == '.'))
            continue;
        if (length == 2 && part[0] == '.' && part[1] == '.') {
            if (used == 0)
                return false;
            while (used > 0 && path[--used] != '/')
                ;
            continue;
        }
        if (used > 0)
            path[used++] = '/';
        memcpy(path + used, part, length);
        used += length;
    }
    path[used] = '\0';
    return used > 0 && strlen(path) == used;
}

/* Whether a path, with links resolved, is below the folder of the document. */
static bool is_below(const wm_tex_files *files, const char *full)
{
    char *folder = realpath(files->folder[0] != '\0' ? files->folder : ".", NULL);
    char *file = realpath(full, NULL);
    const size_t size = folder != NULL ? strlen(folder) : 0;
    const bool is_root = size == 1;
    const bool result = folder != NULL && file != NULL && strncmp(folder, file, size) == 0 &&
                        (is_root || file[size] == '/');
    free(folder);
    free(file);
    return result;
}

static size_t index_of(const wm_tex_files *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->file[i].path, path) == 0)
            return i;
    return SIZE_MAX;
}

wm_status wm_tex_files_leave(wm_tex_files *files, const char *name, size_t size, wm_tex_absence why)
{
    wm_tex_absent *array;
    char *path;
    for (size_t i = 0; i < files->absent_count; i++)
        if (strlen(files->absent[i].path) == size && memcmp(files->absent[i].path, name, size) == 0)
            return WM_OK;
    if (files->absent_count >= WM_TEX_FILES_MOST)
        return WM_OK;
    path = strndup(name, size < WM_TEX_FILES_PATH ? size : WM_TEX_FILES_PATH);
    array = path == NULL ? NULL
                         : wm_array_grow(files->absent, &files->absent_capacity,
                                         files->absent_count + 1, sizeof *files->absent);
    if (array == NULL) {
        free(path);
        return WM_E_NOMEM;
    }
    files->absent = array;
    files->absent[files->absent_count++] = (wm_tex_absent){path, why};
    return WM_OK;
}

/* Opens and reads a file by its path below the folder. NOTFOUND: it is not there. */
static wm_status read_below(wm_tex_files *files, const char *path, wm_tex_absence *why,
                            wm_error *err)
{
    char full[2 * WM_TEX_FILES_PATH];
    wm_source source;
    wm_status status;
    (void)snprintf(full, sizeof full, "%s%s", files->folder, path);
    status = wm_dir_open_file(full, &source);
    *why = status == WM_E_NOTFOUND ? WM_TEX_MISSING : WM_TEX_CLOSED;
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK)
        return WM_E_NOTFOUND;
    if (is_below(files, full)) {
        status = read_source(files, path, &source, err);
    } else {
        *why = WM_TEX_OUTSIDE;
        status = WM_E_NOTFOUND;
    }
    wm_dir_close_file(&source);
    return status;
}

/* Finds a file by its path: among those that were read, then on the disk. */
static wm_status find_path(wm_tex_files *files, const char *path, size_t *index,
                           wm_tex_absence *why, wm_error *err)
{
    wm_status status;
    *index = index_of(files, path);
    if (*index != SIZE_MAX)
        return WM_OK;
    status = read_below(files, path, why, err);
    if (status == WM_OK)
        *index = files->count - 1;
    return status == WM_E_NOTFOUND ? WM_OK : status;
}

wm_status wm_tex_files_find(wm_tex_files *files, const char *name, size_t size, const char *ending,
                            bool is_needed, size_t *index, wm_error *err)
{
    char path[WM_TEX_FILES_PATH];
    wm_tex_absence why = WM_TEX_OUTSIDE, first;
    wm_status status = WM_OK;
    *index = SIZE_MAX;
    while (size > 0 && (name[0] == ' ' || name[0] == '\t' || name[0] == '\n' || name[0] == '\r'))
        name++, size--;
    while (size > 0 && strchr(" \t\r\n", name[size - 1]) != NULL)
        size--;
    if (normalize(name, size, path)) {
        const size_t used = strlen(path);
        memcpy(path + used, ending, strlen(ending) + 1); /* the room for it is left */
        status = find_path(files, path, index, &why, err);
        first = why;
        path[used] = '\0';
        if (status == WM_OK && *index == SIZE_MAX && first == WM_TEX_MISSING)
            status = find_path(files, path, index, &why, err);
    }
    if (status == WM_OK && *index == SIZE_MAX && is_needed && size > 0)
        status = wm_tex_files_leave(files, name, size, why);
    return status;
}

wm_status wm_tex_files_take(wm_tex_files *files, const char *path, const void *data, size_t size)
{
    wm_tex_file *one;
    if (size > ((size_t)WM_TEX_FILES_MIB << 20) - files->bytes)
        return WM_E_LIMIT;
    one = add_file(files, path, size);
    if (one == NULL)
        return WM_E_NOMEM;
    if (size > 0)
        memcpy(one->data, data, size);
    return WM_OK;
}

void wm_tex_files_locate(const wm_tex_files *files, wm_tex_place place, size_t *line,
                         size_t *column)
{
    wm_tex_file *file = &files->file[place.file];
    if (place.offset < file->located) /* else go on from the last place */
        file->located = file->lines = file->characters = 0;
    for (; file->located < place.offset && file->located < file->size; file->located++) {
        const unsigned char byte = (unsigned char)file->data[file->located];
        file->lines += byte == '\n';
        file->characters = byte == '\n' ? 0 : file->characters + ((byte & 0xc0) != 0x80);
    }
    *line = file->lines + 1;
    *column = file->characters + 1;
}

void wm_tex_files_name(const wm_tex_files *files, size_t index, char name[2 * WM_TEX_FILES_PATH])
{
    (void)snprintf(name, 2 * WM_TEX_FILES_PATH, "%s%s", files->folder, files->file[index].path);
}

void wm_tex_files_clear(wm_tex_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->file[i].path);
        free(files->file[i].data);
    }
    for (size_t i = 0; i < files->absent_count; i++)
        free(files->absent[i].path);
    free(files->file);
    free(files->absent);
    memset(files, 0, sizeof *files);
}

/* Reads the evidence of a prior by its path. */
#include "record/audit/prior_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "record/audit/intake.h"
#include "record/audit/last_line.h"

static wm_status read_file(void *context, uint64_t offset, void *data, size_t size)
{
    FILE *file = context;
    if (fseek(file, (long)offset, SEEK_SET) != 0)
        return WM_E_IO;
    return fread(data, 1, size, file) == size ? WM_OK : WM_E_IO;
}

static wm_status find_size(FILE *file, wm_source *source)
{
    const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    source->context = file;
    source->size_bytes = size < 0 ? 0 : (uint64_t)size;
    source->read = read_file;
    return size < 0 ? WM_E_IO : WM_OK;
}

static wm_status hash_file(const wm_source *source, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t block[4096];
    wm_sha256 hash;
    wm_sha256_init(&hash);
    for (uint64_t done = 0; done < source->size_bytes;) {
        const uint64_t left = source->size_bytes - done;
        const size_t size = left < sizeof block ? (size_t)left : sizeof block;
        const wm_status status = source->read(source->context, done, block, size);
        if (status != WM_OK)
            return status;
        wm_sha256_update(&hash, block, size);
        done += size;
    }
    wm_sha256_final(&hash, digest);
    return WM_OK;
}

/* The root of the evidence: its last line must be one, of any format. */
static wm_status find_root(const wm_source *source, uint8_t root[WM_SHA256_SIZE], bool *is_root)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_json *json = wm_json_new();
    wm_status status = json == NULL ? WM_E_NOMEM : wm_last_line_read(source, &line);
    *is_root = status == WM_OK && wm_intake_is(json, line.data, line.size, "root", NULL);
    if (*is_root && root != NULL)
        wm_sha256_hash(line.data, line.size, root);
    wm_buffer_clear(&line);
    wm_json_free(json);
    return status;
}

wm_status wm_prior_file_open(const char *path, wm_source *source)
{
    FILE *file = fopen(path, "rb");
    wm_status status;
    if (file == NULL)
        return errno == ENOENT ? WM_E_NOTFOUND : WM_E_OPEN;
    status = find_size(file, source);
    if (status != WM_OK)
        (void)fclose(file);
    return status;
}

void wm_prior_file_close(void *context, wm_source *source)
{
    (void)context;
    (void)fclose(source->context);
}

wm_status wm_prior_file_read(const char *path, uint8_t root[WM_SHA256_SIZE],
                             uint8_t file[WM_SHA256_SIZE], wm_error *err)
{
    FILE *stream = fopen(path, "rb");
    wm_source source;
    wm_status status;
    bool is_root = false;
    if (stream == NULL)
        return wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    status = find_size(stream, &source);
    if (status == WM_OK)
        status = find_root(&source, root, &is_root);
    if (status == WM_OK && file != NULL)
        status = hash_file(&source, file);
    (void)fclose(stream);
    if (status != WM_OK)
        return wm_error_set(err, status, path, "%s", wm_status_text(status));
    return is_root ? WM_OK
                   : wm_error_set(err, WM_E_INVALID, path,
                                  "[prior] the last line is not a root: name the evidence.jsonl of "
                                  "a sealed record");
}

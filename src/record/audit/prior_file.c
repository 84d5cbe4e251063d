/* Reads the evidence of a prior by its path. */
#include "record/audit/prior_file.h"

#include <errno.h>
#include <string.h>

#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "record/audit/intake.h"

/* The root of the evidence: its last line must be one, of any format. */
static wm_status find_root(const wm_source *source, uint8_t root[WM_SHA256_SIZE], bool *is_root)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_json *json = wm_json_new();
    wm_status status = json == NULL ? WM_E_NOMEM : wm_lines_last(source, WM_INTAKE_LINE_MAX, &line);
    *is_root = false;
    if (status == WM_OK)
        status = wm_intake_is(json, line.data, line.size, "root", NULL, is_root);
    if (*is_root && root != NULL)
        wm_sha256_hash(line.data, line.size, root);
    wm_buffer_clear(&line);
    wm_json_free(json);
    return status;
}

wm_status wm_prior_file_read(const char *path, uint8_t root[WM_SHA256_SIZE],
                             uint8_t file[WM_SHA256_SIZE], wm_error *err)
{
    wm_source source;
    wm_status status;
    bool is_root = false;
    status = wm_dir_open_file(path, &source);
    if (status == WM_E_INVALID)
        return wm_error_set(err, WM_E_IO, path, "this is not a plain file");
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, path, "%s", wm_status_text(status));
    if (status != WM_OK)
        return wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    status = find_root(&source, root, &is_root);
    if (status == WM_OK && file != NULL)
        status = wm_sha256_source(&source, file);
    wm_dir_close_file(&source);
    if (status != WM_OK)
        return wm_error_set(err, status, path, "%s", wm_status_text(status));
    return is_root ? WM_OK
                   : wm_error_set(err, WM_E_INVALID, path,
                                  "[prior] the last line is not a root: name the evidence.jsonl of "
                                  "a sealed record");
}

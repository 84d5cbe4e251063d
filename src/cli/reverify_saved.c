/* Writes, reads and removes the file of an interrupted re-verification. */
#include "cli/reverify_saved.h"

#include "cli/input.h"

#include "archive/disk.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 256 << 20 };

void wm_reverify_saved_name(const char *root, char name[WM_REVERIFY_SAVED_NAME])
{
    (void)snprintf(name, WM_REVERIFY_SAVED_NAME, "reverify-%.16s.jsonl", root);
}

/* A record must not get further files. */
static bool is_record(int folder)
{
    return faccessat(folder, "evidence.jsonl", F_OK, 0) == 0 &&
           faccessat(folder, "manifest.sha256", F_OK, 0) == 0;
}

wm_status wm_reverify_saved_write(const char *name, const wm_buffer *text, wm_error *err)
{
    wm_disk_place place;
    wm_status status = wm_disk_open(name, &place, err);
    if (status != WM_OK)
        return status;
    if (is_record(place.folder))
        status =
            wm_error_set(err, WM_E_EXISTS, name, "cannot be saved: the current folder is a record");
    else if (wm_disk_put(place.folder, place.name, text->data, text->size) != WM_OK)
        status = wm_error_set(err, WM_E_IO, name, "cannot be saved: %s", strerror(errno));
    wm_disk_close(&place);
    return status;
}

wm_status wm_reverify_saved_read(const char *name, wm_buffer *text, wm_error *err)
{
    const wm_input input = {name, true, "", "", MOST, ""};
    const wm_status status = wm_input_read(&input, text, err);
    if (status == WM_E_OPEN && errno == ENOENT)
        return wm_error_set(err, WM_E_NOTFOUND, "--resume",
                            "no interrupted re-verification here: %s is not in this folder", name);
    if (status == WM_OK || status == WM_E_OPEN)
        return status;
    return wm_error_set(err, status, name, "%s", wm_status_text(status));
}

void wm_reverify_saved_remove(const char *name)
{
    (void)unlink(name);
}

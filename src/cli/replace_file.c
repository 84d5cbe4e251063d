/* Replaces a file at once: readers see the old bytes or the new ones. */
#include "cli/replace_file.h"

#include "archive/disk.h"
#include "base/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

wm_status wm_replace_file(const char *path, const void *data, size_t size, wm_error *err)
{
    wm_disk_place place = {.folder = -1};
    char name[260];
    wm_status status = wm_disk_open(path, &place, err);
    if (status != WM_OK)
        return status;
    if (strlen(place.name) > 240)
        status = WM_E_ARG;
    (void)snprintf(name, sizeof name, ".%.240s.new", place.name);
    if (status == WM_OK)
        status = wm_disk_put(place.folder, name, data, size);
    if (status == WM_OK && renameat(place.folder, name, place.folder, place.name) != 0)
        status = WM_E_IO;
    if (status == WM_OK)
        status = wm_disk_sync(place.folder);
    if (status != WM_OK) {
        const int error = errno;
        (void)unlinkat(place.folder, name, 0);
        (void)wm_error_set(err, status, path, "cannot be written: %s",
                           status == WM_E_IO ? strerror(error) : wm_status_text(status));
    }
    wm_disk_close(&place);
    return status;
}

/* Tells an unfinished record by its content. */
#include "archive/unfinished.h"

#include "base/dir.h"

#include <string.h>

/* The end of a root's canonical line, and of no other node's: `type` is the last of its names. */
static const char ROOT_END[] = "\"type\":\"root\"}\n";

static bool ends_with_root(const wm_source *evidence)
{
    const size_t size = sizeof ROOT_END - 1;
    char end[sizeof ROOT_END];
    return evidence->size_bytes >= size &&
           evidence->read(evidence->context, evidence->size_bytes - size, end, size) == WM_OK &&
           memcmp(end, ROOT_END, size) == 0;
}

bool wm_unfinished_is(const char *path)
{
    wm_dir folder;
    wm_source manifest, evidence;
    bool is_unfinished = false;
    wm_status status;
    if (wm_dir_open(path, &folder) != WM_OK)
        return false;
    status = wm_dir_open_in(&folder, "manifest.sha256", &manifest);
    if (status == WM_OK)
        wm_dir_close_file(&manifest);
    if (status == WM_E_NOTFOUND && wm_dir_open_in(&folder, "evidence.jsonl", &evidence) == WM_OK) {
        is_unfinished = evidence.size_bytes > 0 && !ends_with_root(&evidence);
        wm_dir_close_file(&evidence);
    }
    wm_dir_close(&folder);
    return is_unfinished;
}

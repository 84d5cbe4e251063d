/* Telling a run that has not ended from a record that is not valid. */
#ifndef WM_ARCHIVE_UNFINISHED_H
#define WM_ARCHIVE_UNFINISHED_H

#include <stdbool.h>

/* Whether a folder holds what a run leaves that has not ended, whatever the folder is called: an
 * evidence.jsonl that does not end with a root's line, and no manifest.sha256. It judges nothing
 * else: audit first. False for what cannot be read. */
bool wm_unfinished_is(const char *path);

#endif

/* Tells an unfinished record from an invalid one. */
#ifndef WM_ARCHIVE_UNFINISHED_H
#define WM_ARCHIVE_UNFINISHED_H

#include <stdbool.h>

/* Whether a folder, of any name, holds an unfinished record: its evidence.jsonl does not end with a
 * root, and it has no manifest.sha256. Nothing else is checked: audit the record first. False if
 * the folder cannot be read. */
bool wm_unfinished_is(const char *path);

#endif

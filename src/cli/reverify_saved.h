/* The file of an interrupted re-verification: `reverify-ROOT.jsonl` in the current folder. */
#ifndef WM_CLI_REVERIFY_SAVED_H
#define WM_CLI_REVERIFY_SAVED_H

#include "base/buffer.h"

enum { WM_REVERIFY_SAVED_NAME = 40 };

/* The file's name: `reverify-`, 16 digits of the record's root, `.jsonl`. */
void wm_reverify_saved_name(const char *root, char name[WM_REVERIFY_SAVED_NAME]);

/* Creates or replaces the file. Errors: EXISTS (the current folder is a record), OPEN, IO. */
WM_MUST_CHECK wm_status wm_reverify_saved_write(const char *name, const wm_buffer *text,
                                                wm_error *err);

/* Reads the file. Errors: NOTFOUND, OPEN, IO, LIMIT (above 256 MiB), NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_saved_read(const char *name, wm_buffer *text, wm_error *err);

/* Removes the file, if it is there. */
void wm_reverify_saved_remove(const char *name);

#endif

/* Writes a record: observations as they are made, then everything derived, then the final name. */
#ifndef WM_ARCHIVE_WRITER_H
#define WM_ARCHIVE_WRITER_H

#include <witnessmark.h>

#include "standards/json.h"
#include "standards/sha256.h"

/* A record under construction. Until wm_writer_seal has answered WM_OK it lives in the folder `.NAME.partial` beside the
 * final name and nothing stands under the final name; a killed program leaves that folder, and wm_writer_resume takes it up.
 * One process at a time holds it (a lock on its evidence.jsonl). */
typedef struct wm_writer wm_writer;

/* Given one kept observation by wm_writer_resume: its node, parsed (until the call returns), its line with the newline, and
 * its id. Any status but WM_OK ends the resuming with that status. */
typedef wm_status wm_writer_kept(void *context, const wm_json_value *node, const char *line,
                                 size_t size, const uint8_t id[WM_SHA256_SIZE]);

/* Answers, before anything long is begun, whether a record can be written under this path: its folder is there and
 * writable, bytes_needed are free, nothing has the final name. Leaves no trace.
 * Errors: EXISTS, OPEN (the folder), LIMIT (not enough room), ARG (a path with no last component, or a name too long). */
WM_MUST_CHECK wm_status wm_writer_probe(const char *path, uint64_t bytes_needed, wm_error *err);

/* Begins a record: wm_writer_probe, then the partial folder and an empty evidence.jsonl in it.
 * Errors: those of wm_writer_probe; EXISTS also if there is a partial already (resume it, or remove it: the message names
 * it and says whether a running process holds it); IO, NOMEM. Ownership: close with wm_writer_close, also after a seal. */
WM_MUST_CHECK wm_status wm_writer_open(const char *path, uint64_t bytes_needed, wm_writer **writer,
                                       wm_error *err);

/* Takes up a partial record that has the same environment and the same plan: lines 1 and 2, with their newlines. A torn
 * last line and whatever an interrupted seal derived are cut off; every observation behind the plan is given to kept (which
 * may be NULL) in order. A partial that has no whole plan yet is begun anew, with nothing kept. Lines 1 and 2 are always there afterwards.
 * Errors: NOTFOUND (no partial), EXISTS (the final name is taken, or another process holds the partial), MISMATCH (another
 * environment or plan: the message says which), INVALID (its contents are damaged), OPEN, IO, LIMIT, NOMEM, or kept's. */
WM_MUST_CHECK wm_status wm_writer_resume(const char *path, uint64_t bytes_needed,
                                         const char *environment, const char *plan,
                                         wm_writer_kept *kept, void *context, wm_writer **writer,
                                         wm_error *err);

/* Appends one observation, a node's canonical image with its newline, and returns when it is on the disk; id (which may be
 * NULL) receives its id. After a failure the file ends with the last whole line if the disk lets it, the writer takes nothing
 * more, and the partial can be resumed.
 * Errors: CANON, SYNTAX, LIMIT, INVALID (no observation that the format allows here), IO (disk full among them), NOMEM. */
WM_MUST_CHECK wm_status wm_writer_append(wm_writer *writer, const char *line, size_t size,
                                         uint8_t id[WM_SHA256_SIZE], wm_error *err);

/* Lines of evidence written so far. */
uint64_t wm_writer_lines(const wm_writer *writer);

/* Derives and writes the reductions, claims and root, the checkers and the manifest, syncs all of it, and moves the folder
 * to its final name, never over something else. root receives the root's id.
 * Errors: EXISTS (the name was taken meanwhile), INVALID (the observations do not fill the plan), IO, NOMEM. */
WM_MUST_CHECK wm_status wm_writer_seal(wm_writer *writer, uint8_t root[WM_SHA256_SIZE],
                                       wm_error *err);

/* Lets go of the writer and its lock; the partial stays where it is unless it was sealed. NULL is nothing. */
void wm_writer_close(wm_writer *writer);

/* The partial's path, for messages; lives as long as the writer. */
const char *wm_writer_partial(const wm_writer *writer);

#endif

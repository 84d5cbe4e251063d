/* Writes a record: observations as they are made, then everything derived, then the final name. */
#ifndef WM_ARCHIVE_WRITER_H
#define WM_ARCHIVE_WRITER_H

#include <witnessmark.h>

#include "record/contents.h"

/* A record under construction. Until wm_writer_seal has answered WM_OK it lives in the folder
 * `.NAME.partial` beside the final name and nothing stands under the final name; a killed program
 * leaves that folder, and wm_writer_resume takes it up. One process at a time holds it (a lock on
 * its evidence.jsonl). */
typedef struct wm_writer wm_writer;

/* Given one kept observation by wm_writer_resume: its node, read, and its line; both live until
 * the call returns. Any status but WM_OK ends the resuming with that status. */
typedef wm_status wm_writer_kept(void *context, const wm_content *node, const wm_line *line);

/* Answers, before anything long is begun, whether a record can be written under this path: its
 * folder is there and writable and no record itself, bytes_needed are free, nothing has the final
 * name. Leaves no trace. Errors: EXISTS (the name, or its folder is a record), OPEN (the folder),
 * LIMIT (not enough room), ARG (a path with no last component, or a name too long). */
WM_MUST_CHECK wm_status wm_writer_probe(const char *path, uint64_t bytes_needed, wm_error *err);

/* Begins a record: wm_writer_probe, then the partial folder and an empty evidence.jsonl in it.
 * Errors: those of wm_writer_probe; EXISTS also if there is a partial already (resume it, or remove
 * it: the message names it and says whether a running process holds it); IO, NOMEM. Ownership:
 * close with wm_writer_close, also after a seal. */
WM_MUST_CHECK wm_status wm_writer_open(const char *path, uint64_t bytes_needed, wm_writer **writer,
                                       wm_error *err);

/* Takes up a partial record that has the same environment and the same plan. environment and plan
 * are any JSON text of these two observations, NUL-terminated. A torn last line and whatever an
 * interrupted seal derived are cut off; every observation behind the plan is given to kept (which
 * may be NULL) in order. A partial that has no whole plan yet is begun anew, with nothing kept;
 * both lines are there afterwards in every case. Errors: NOTFOUND (no partial), EXISTS (the final
 * name is taken, or another process holds the partial), MISMATCH (another environment or plan: the
 * message says which), INVALID (its contents are damaged, or it holds a file that no record has),
 * OPEN, IO, LIMIT, NOMEM, or kept's. */
WM_MUST_CHECK wm_status wm_writer_resume(const char *path, uint64_t bytes_needed,
                                         const char *environment, const char *plan,
                                         wm_writer_kept *kept, void *context, wm_writer **writer,
                                         wm_error *err);

/* Appends one observation, any JSON text of it, and returns when its canonical line is on the disk;
 * id (which may be NULL) receives its id. After a failure to write the file ends with the last
 * whole line if the disk lets it, the writer takes nothing more, and the partial can be resumed.
 * Errors: those of wm_graph_add, and IO (disk full among them). */
WM_MUST_CHECK wm_status wm_writer_append(wm_writer *writer, const char *json, size_t size,
                                         char id[WM_ID_SIZE], wm_error *err);

/* Puts a graph in the place of the writer's, which must be empty, and writes its observations. The
 * graph stays the caller's and must outlive the writer; it is sealed by wm_writer_seal. Errors:
 * ARG, IO. */
WM_MUST_CHECK wm_status wm_writer_take(wm_writer *writer, wm_graph *graph, wm_error *err);

/* The graph that the observations went into: to ask it for decisions and ids, and for
 * wm_graph_claim. The writer's. */
wm_graph *wm_writer_graph(wm_writer *writer);

/* Lines of evidence written so far. */
uint64_t wm_writer_lines(const wm_writer *writer);

/* Derives and writes the reductions, claims and root, the checkers and the manifest, syncs all of
 * it, and moves the folder to its final name, never over something else. continues is the id of the
 * root that this record extends, or NULL; root receives the root's id. Errors: EXISTS (the name was
 * taken meanwhile), INVALID (the observations do not fill the plan, or the partial holds a file
 * that no record has), OPEN, IO, NOMEM. */
WM_MUST_CHECK wm_status wm_writer_seal(wm_writer *writer, const char *continues,
                                       char root[WM_ID_SIZE], wm_error *err);

/* Lets go of the writer and its lock; the partial stays where it is unless it was sealed. NULL is
 * nothing. */
void wm_writer_close(wm_writer *writer);

/* The partial's path, for messages; lives as long as the writer. */
const char *wm_writer_partial(const wm_writer *writer);

#endif

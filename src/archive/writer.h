/* Writes a record: observations as they are made, then all derived nodes, then the final name. */
#ifndef WM_ARCHIVE_WRITER_H
#define WM_ARCHIVE_WRITER_H

#include <witnessmark.h>

#include <stdbool.h>

/* A record under construction. Until wm_writer_seal returns WM_OK it is in the folder
 * `.NAME.partial` beside the final name, and the final name is unused. A killed program leaves that
 * folder; wm_writer_resume continues it. Only one process holds it (a lock on its evidence.jsonl).
 */
typedef struct wm_writer wm_writer;

/* Checks that a record can be written under this path, before long work begins. Its folder must
 * exist, be writable and not be in a record; bytes_needed must be free; the final name must be
 * unused.
 * Leaves no trace. Errors: EXISTS (the name, or its folder is in a record), OPEN (the folder, or a
 * standard descriptor is closed), LIMIT (not enough room), ARG (a path with no last component, or a
 * name too long). */
WM_MUST_CHECK wm_status wm_writer_probe(const char *path, uint64_t bytes_needed, wm_error *err);

/* Begins a record: wm_writer_probe, then the partial folder with an empty evidence.jsonl and copies
 * of the evidence of its priors, at prior_paths. The graph judges these copies when the plan is
 * added. If they cannot be copied, nothing is left. A partial that has no plan yet is replaced,
 * unless a running process holds it. Errors: those of wm_writer_probe, wm_prior_copy_all and
 * wm_graph_name_priors; EXISTS also if there is another partial already (the message names it, and
 * says whether a running process holds it); IO, NOMEM. Ownership: close with wm_writer_close, also
 * after a seal. */
WM_MUST_CHECK wm_status wm_writer_open(const char *path, uint64_t bytes_needed,
                                       const char *const *prior_paths, size_t prior_count,
                                       wm_writer **writer, wm_error *err);

/* The first two observations of a record, any JSON text of them, and the evidence of its priors. */
typedef struct wm_writer_head {
    const char *environment, *plan; /* NUL-terminated */
    const char *const *prior_paths;
    size_t prior_count;
} wm_writer_head;

/* Resumes a partial record that has the same environment and the same plan. A torn last line and
 * all derived lines are removed. The graph has every observation that is kept. A partial without a
 * whole plan line starts again with no line, and copies the priors again. Afterwards both lines are
 * there in every case. Errors: those of wm_prior_copy_all and wm_graph_name_priors;
 * NOTFOUND (no partial), EXISTS (the final name is used, or another process holds the partial),
 * MISMATCH (another environment or plan, or a stored prior that is absent or has other bytes: the
 * message says which), INVALID (its contents are damaged, or it holds a file that is not part of a
 * record), OPEN, IO, LIMIT, NOMEM. */
WM_MUST_CHECK wm_status wm_writer_resume(const char *path, uint64_t bytes_needed,
                                         const wm_writer_head *head, wm_writer **writer,
                                         wm_error *err);

/* Appends one observation, any JSON text of it. Returns when its canonical line is on the disk. id
 * (which may be NULL) receives its id. After a failed write the file ends with the last whole line,
 * if the disk allows that. The writer then takes no more observations, and the partial can be
 * resumed. Errors: those of wm_graph_add, and IO (for example a full disk). */
WM_MUST_CHECK wm_status wm_writer_append(wm_writer *writer, const char *json, size_t size,
                                         char id[WM_ID_SIZE], wm_error *err);

/* Replaces the writer's graph, which must be empty, by another, and writes its observations. The
 * graph remains the caller's and must outlive the writer; wm_writer_seal seals it. Errors: ARG, IO.
 */
WM_MUST_CHECK wm_status wm_writer_take(wm_writer *writer, wm_graph *graph, wm_error *err);

/* The graph of the observations, for decisions, ids and wm_graph_claim. Ownership: the writer's. */
wm_graph *wm_writer_graph(wm_writer *writer);

/* Derives and writes the reductions, claims and root, the checkers and the manifest. Syncs all of
 * it, reads it back and audits it, and moves the folder to its final name; never replaces.
 * continues are the paths of the priors' evidence.jsonl, which are copied; none if wm_writer_open
 * or wm_writer_resume copied them. root receives the root's id. Errors: EXISTS (the name is now
 * used), MISMATCH (a copied prior was changed meanwhile), INVALID (the observations do not fill the
 * plan, the partial holds a file that is not part of a record, or what is on the disk does not
 * audit), OPEN, IO (after the move too, where the sync of its folder fails: the message says that
 * the record is there), NOMEM. */
WM_MUST_CHECK wm_status wm_writer_seal(wm_writer *writer, const char *const *continues,
                                       size_t continue_count, char root[WM_ID_SIZE], wm_error *err);

/* Removes the partial's files, which are those of a record, and its folder. For a record that could
 * not be finished and that nobody resumes. */
void wm_writer_discard(const wm_writer *writer);

/* Removes the partial of a record that is made again, if there is one. Errors: those of
 * wm_writer_probe; EXISTS also if a running process writes it; NOMEM. */
WM_MUST_CHECK wm_status wm_writer_drop(const char *path, wm_error *err);

/* Closes the writer and releases its lock. Unless it was sealed, the partial remains. NULL is
 * allowed. */
void wm_writer_close(wm_writer *writer);

/* Whether the first two lines are on the disk. Without them nothing can be resumed. */
bool wm_writer_has_plan(const wm_writer *writer);

/* The partial's path, for messages; valid as long as the writer. NULL: the record has its final
 * name. */
const char *wm_writer_partial(const wm_writer *writer);

#endif

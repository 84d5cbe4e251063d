/* A re-verification as a whole: reads a record, recomputes the selected outputs, seals the result.
 */
#ifndef WM_STUDY_REVERIFY_SESSION_H
#define WM_STUDY_REVERIFY_SESSION_H

#include "model/model.h"
#include "base/buffer.h"
#include "study/reverify/reverify.h"

typedef struct wm_reverify_session wm_reverify_session;

/* Reads an audited record and opens everything that the work needs, so that errors come before it.
 * Skips the items that the options do not select or that are too large. options must outlive the
 * session; the model is not kept. Errors: NOTFOUND (a prefix that selects no item, no such
 * backend), those of wm_reader_read, wm_reverify_take, wm_reverify_ready, wm_writer_probe,
 * wm_registry_open and wm_machine_write; NOMEM. Ownership: wm_reverify_session_close. */
WM_MUST_CHECK wm_status wm_reverify_session_open(const wm_reverify_options *options,
                                                 const wm_model *model,
                                                 wm_reverify_session **session, wm_error *err);

/* Recomputes the openings of all outputs that are not finished and, if the options say so, whole
 * outputs. progress may be null. Errors: those of wm_reverify_openings and wm_reverify_compute. */
WM_MUST_CHECK wm_status wm_reverify_session_run(wm_reverify_session *session,
                                                wm_reverify_progress *progress, void *context,
                                                wm_error *err);

/* Seconds left, with a part of this output's openings done. */
double wm_reverify_session_left(const wm_reverify_session *session,
                                const wm_reverify_output *output, double part);

/* Writes the finished outputs of an interrupted re-verification; root is the record's. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_session_save(const wm_reverify_session *session,
                                                 const char *root, wm_buffer *text);

/* Takes the finished outputs of an interrupted re-verification; they are not done again. Errors:
 * those of wm_reverify_resume_read. */
WM_MUST_CHECK wm_status wm_reverify_session_resume(wm_reverify_session *session, const char *root,
                                                   const wm_buffer *text, wm_error *err);

/* The re-verification with its outputs. The session's. */
wm_reverify *wm_reverify_session_outputs(wm_reverify_session *session);

/* Seals a record of the re-verification, if the options name one: root receives its root, or "".
 * checked_root is the root of the re-verified record, answer the result in words with its
 * exit_status. Errors: those of wm_reverify_seal_write. */
WM_MUST_CHECK wm_status wm_reverify_session_seal(const wm_reverify_session *session,
                                                 const char *checked_root, const char *answer,
                                                 int exit_status, char root[WM_ID_SIZE],
                                                 wm_error *err);

/* Closes a session and its device. Null is allowed. */
void wm_reverify_session_close(wm_reverify_session *session);

#endif

/* Error reporting, and the answers that may fail. Each names the command of a call. */
#ifndef WM_CLI_TROUBLE_H
#define WM_CLI_TROUBLE_H

#include "base/buffer.h"
#include "cli/command.h"

#include <witnessmark.h>

/* Prints why a command failed: on stderr, and with --json also as one object on stdout. place (a
 * file, an option) may be empty. Returns WM_EXIT_TROUBLE. */
int wm_trouble_say(const wm_call *call, const char *place, const char *words);

/* The same for a command that has nothing to do. Returns WM_EXIT_INCONCLUSIVE. */
int wm_trouble_inconclusive(const wm_call *call, const char *place, const char *words);

/* The first for a status and its error, which may have no message. */
int wm_trouble_error(const wm_call *call, wm_status status, const wm_error *err);

/* The same for a wrong value of an option; wanted names the accepted values. */
int wm_trouble_value(const wm_call *call, const char *option, const char *wanted,
                     const char *value);

/* Names the option of a command where a layer below named its setting: `item` becomes `--item`.
 * Returns the status. */
wm_status wm_trouble_option(const wm_call *call, wm_status status, wm_error *err);

/* Prints why a record could not be opened: the line of the audit that refuses it, on `out`, or the
 * error with the record's path. With --json also as one object on stdout. Returns the exit
 * status. */
int wm_trouble_record(const wm_call *call, const char *path, wm_status status,
                      const wm_audit_report *report, const wm_error *err, FILE *out);

/* The same on stderr for one record of several: the audit's line does not name it. */
int wm_trouble_one_record(const wm_call *call, const char *path, wm_status status,
                          const wm_audit_report *report, const wm_error *err);

/* Prints an answer and clears it. Returns the exit status: `answer`, or WM_EXIT_TROUBLE if not all
 * was written. */
int wm_trouble_answer(const wm_call *call, wm_document *document, int answer);

/* Writes a text on stdout, whole. Returns the exit status. */
int wm_trouble_text(const wm_call *call, const wm_buffer *text);

#endif

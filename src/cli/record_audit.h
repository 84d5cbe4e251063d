/* Audits a record that a command builds upon. */
#ifndef WM_CLI_RECORD_AUDIT_H
#define WM_CLI_RECORD_AUDIT_H

#include <stdbool.h>

/* Audits a record, given by its folder. If it is not valid, prints why: the line of the audit, or
 * the error with the path; with as_json also as one object on stdout. Returns the exit status:
 * WM_EXIT_YES for a valid record. */
int wm_record_audit(const char *command, bool as_json, const char *path);

/* The same for a record with another name in messages. */
int wm_record_audit_named(const char *command, bool as_json, const char *name, const char *path);

#endif

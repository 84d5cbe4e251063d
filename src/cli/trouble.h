/* Error reporting. */
#ifndef WM_CLI_TROUBLE_H
#define WM_CLI_TROUBLE_H

#include <stdbool.h>
#include <stdio.h>

#include <witnessmark.h>

/* Prints why a command failed: on stderr, and with as_json also as one object on stdout. place (a
 * file, an option) may be empty. Returns WM_EXIT_TROUBLE. */
int wm_trouble_say(const char *command, bool as_json, const char *place, const char *words);

/* The same for a status and its error. */
int wm_trouble_error(const char *command, bool as_json, wm_status status, const wm_error *err);

/* The same for a wrong value of an option; wanted names the accepted values. */
int wm_trouble_value(const char *command, bool as_json, const char *option, const char *wanted,
                     const char *value);

/* Names the option of a command where a layer below named its setting: `item` becomes `--item`.
 * Returns the status. */
wm_status wm_trouble_option(const char *command, wm_status status, wm_error *err);

/* Prints why a record could not be opened: the line of the audit that refuses it, on `out`, or the
 * error with the record's path. With as_json also as one object on stdout. Returns the exit
 * status. */
int wm_trouble_record(const char *command, bool as_json, const char *path, wm_status status,
                      const wm_audit_report *report, const wm_error *err, FILE *out);

#endif

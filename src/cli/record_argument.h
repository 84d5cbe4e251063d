/* A RECORD of the command line: a folder, an evidence.jsonl, an archive, or `-`. */
#ifndef WM_CLI_RECORD_ARGUMENT_H
#define WM_CLI_RECORD_ARGUMENT_H

#include "archive/sealed_members.h"
#include "cli/command.h"

/* An argument, and where the record is. An archive and standard input are unpacked. All texts live
 * until the program ends. */
typedef struct wm_record_argument {
    const char *given;  /* as on the command line; for messages */
    const char *path;   /* to open: given, or the unpacked folder or evidence.jsonl */
    const char *inside; /* the record's folder in the archive, or "."; NULL: no archive */
    bool is_sealed;     /* a sealed document, as a folder or unpacked: path is its record */
    wm_sealed *sealed;  /* its members, where it was unpacked; else NULL */
} wm_record_argument;

/* Finds the record of an argument, also that in a sealed document. Prints an error and returns
 * WM_EXIT_TROUBLE if it cannot be unpacked; else WM_EXIT_YES. What was unpacked is removed when the
 * program ends, also by a signal. */
int wm_record_argument_open(const wm_call *call, const char *given, wm_record_argument *argument);

/* Audits a record that a command builds upon: a folder, which messages call `name`. If it is not
 * valid, prints why: its name with the line of the audit, or the error. Returns the exit status. */
int wm_record_argument_check(const wm_call *call, const char *name, const char *path);

/* Opens an argument, which must be a folder or an archive, and audits it so. *path is what to open.
 * Returns the exit status. */
int wm_record_argument_audit(const wm_call *call, const char *given, const char **path);

/* Where temporary folders are made: TMPDIR, else /tmp. */
const char *wm_record_argument_base(void);

/* Has unpacked records removed if a signal ends the program. */
void wm_record_argument_guard(void);

/* Removes what was unpacked, at the end of the program. */
void wm_record_argument_end(void);

/* The path of a file of a record for a command to copy: that beside the given folder, or, of an
 * archive, inside its unpacked folder. name may be NULL: the folder itself. Returns room. */
const char *wm_record_argument_shown(const wm_record_argument *argument, const char *name,
                                     char room[4500]);

/* The command that unpacks an archive: `tar xf FILE`. Empty for another record. Returns room. */
const char *wm_record_argument_unpack(const wm_record_argument *argument, char room[16500]);

#endif

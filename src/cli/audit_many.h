/* The audit of several records at once. */
#ifndef WM_CLI_AUDIT_MANY_H
#define WM_CLI_AUDIT_MANY_H

#include "cli/command.h"

typedef struct wm_audit_many {
    const wm_call *call; /* with -q the counts, and records with failed checks */
    const char *const *paths;
    size_t count;
    unsigned jobs;         /* threads; 0: one for each processor */
    bool is_summary;       /* print the counts, then what is not valid and what has findings */
    bool is_strict;        /* findings make the exit status 1 */
    const char *signers;   /* of --allowed-signers; NULL: signatures are not checked */
    const char *root;      /* of --root, for one record; or NULL */
    const char *signed_by; /* of --signature, for one record; or NULL */
} wm_audit_many;

/* Audits all, and prints a line for each in their order, then the counts. Returns the exit status:
 * 1 if any is 1, else 2, else 3, else 0. */
int wm_audit_many_run(const wm_audit_many *ask);

/* Says in *err that path is a folder of records, if that is why an audit ended with this status. */
void wm_audit_many_hint(wm_status status, const char *path, wm_error *err);

#endif

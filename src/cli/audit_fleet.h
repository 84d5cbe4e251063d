/* The audit of a fleet.jsonl. */
#ifndef WM_CLI_AUDIT_FLEET_H
#define WM_CLI_AUDIT_FLEET_H

#include "cli/command.h"

/* Audits and prints the answer. root: that of --root, or NULL. Returns the exit status. */
int wm_audit_fleet_run(const wm_call *call, const char *path, const char *root);

#endif

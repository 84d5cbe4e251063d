/* Audits a record that a command builds upon. */
#include "cli/record_audit.h"

#include "cli/command.h"
#include "cli/trouble.h"
#include "record/tables/exit_status.h"
#include "record/audit/outcome.h"
#include "report/document/style.h"

#include <stdio.h>
#include <sys/stat.h>

int wm_record_audit(const char *command, bool as_json, const char *path)
{
    return wm_record_audit_named(command, as_json, path, path);
}

int wm_record_audit_named(const char *command, bool as_json, const char *name, const char *path)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    char masked[WM_STYLE_MASKED];
    struct stat about;
    wm_status status;
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
        return wm_trouble_say(command, as_json, name, "is not a folder; name the record's folder");
    status = wm_audit_path(path, NULL, &report, &err);
    if (status == WM_OK)
        return WM_EXIT_YES;
    /* the audit's line names no record, and a command may have several */
    if (wm_outcome_exit(status) != WM_EXIT_TROUBLE && report.failure.tag[0] != '\0')
        fprintf(stderr, "witnessmark %s: %s: ", command, wm_style_masked(name, masked));
    return wm_trouble_record(command, as_json, name, status, &report, &err, stderr);
}

/* Audits a record that a command builds upon. */
#include "cli/record_audit.h"

#include "cli/command.h"
#include "cli/trouble.h"
#include "record/exit_status.h"

#include <stdio.h>
#include <sys/stat.h>

int wm_record_audit(const char *command, bool as_json, const char *path)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    struct stat about;
    wm_status status;
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode))
        return wm_trouble_say(command, as_json, path, "is not a folder; name the record's folder");
    status = wm_audit_path(path, NULL, &report, &err);
    if (status == WM_OK)
        return WM_EXIT_YES;
    return wm_trouble_record(command, as_json, path, status, &report, &err, stderr);
}

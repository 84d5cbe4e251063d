/* Audits a record that a command builds upon. */
#include "cli/record_audit.h"

#include "cli/command.h"
#include "cli/trouble.h"
#include "record/outcome.h"
#include "report/audit_text.h"

#include "base/status.h"

#include <stdio.h>
#include <sys/stat.h>

/* Prints the refusal of the audit. */
static int refuse(const char *command, bool as_json, wm_status status,
                  const wm_audit_report *report)
{
    char place[320];
    if (report->failure.line != 0)
        (void)snprintf(place, sizeof place, "%s:%llu", report->failure.file,
                       (unsigned long long)report->failure.line);
    else
        (void)snprintf(place, sizeof place, "%s", report->failure.file);
    if (as_json)
        wm_trouble_json(command, wm_outcome_words(status), place, report->failure.words);
    fprintf(stderr, "witnessmark %s: ", command);
    if (wm_audit_text_print(status, report, stderr) != WM_OK)
        return wm_trouble_say(command, false, "", wm_status_text(WM_E_NOMEM));
    return wm_outcome_exit(status);
}

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
    if (wm_outcome_exit(status) == WM_EXIT_TROUBLE || report.failure.tag[0] == '\0')
        return wm_trouble_say(command, as_json, path,
                              err.message[0] != '\0' ? err.message : wm_status_text(status));
    return refuse(command, as_json, status, &report);
}

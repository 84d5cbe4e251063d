/* Audits a record in an open folder. */
#ifndef WM_RECORD_AUDIT_PATH_H
#define WM_RECORD_AUDIT_PATH_H

#include "base/dir.h"

/* Audits the record in an open folder. options and report are as in wm_audit_path. Errors: as
 * wm_audit_path. */
WM_MUST_CHECK wm_status wm_audit_path_folder(wm_dir *dir, const wm_audit_options *options,
                                             wm_audit_report *report, wm_error *err);

#endif

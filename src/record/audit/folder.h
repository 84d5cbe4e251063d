/* The audit of a record's folder: evidence, manifest, files, and nothing else. */
#ifndef WM_RECORD_FOLDER_H
#define WM_RECORD_FOLDER_H

#include "base/dir_kind.h"
#include "record/audit/audit.h"

/* Callbacks that read a folder. C99 has no folders, so the caller provides them. After a failure
 * errno has the cause, or 0. */
typedef struct wm_folder {
    void *context;
    /* Opens a plain file by its path in the folder. Errors: NOTFOUND, INVALID (not a plain file),
     * OPEN, NOMEM. */
    wm_status (*open)(void *context, const char *path, wm_source *source);
    void (*close)(wm_source *source);
    /* Visits everything below the folder. NULL: no listing; extra files and links are not found. */
    wm_status (*list)(void *context, wm_dir_visit *visit, void *visit_context);
} wm_folder;

/* Audits a record. Errors: as wm_audit_path. Source: record.md, all of it. */
WM_MUST_CHECK wm_status wm_folder_audit(const wm_folder *folder, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

#endif

/* The audit of a record's folder: evidence, manifest, files, and nothing else. */
#ifndef WM_RECORD_FOLDER_H
#define WM_RECORD_FOLDER_H

#include "record/audit/audit.h"

/* The kind of a path in a folder. */
typedef enum wm_folder_kind {
    WM_FOLDER_FILE,   /* a plain file */
    WM_FOLDER_EMPTY,  /* an empty folder */
    WM_FOLDER_DEEP,   /* a folder nested too deep to enter */
    WM_FOLDER_CLOSED, /* cannot be looked at; the listing then fails */
    WM_FOLDER_OTHER   /* a symbolic link, a device, a pipe, a socket */
} wm_folder_kind;

/* Called for every entry of a folder, except for folders that are not empty. path is relative to
 * the folder. */
typedef void wm_folder_visit(void *context, const char *path, wm_folder_kind kind);

/* Callbacks that read a folder. C99 has no folders, so the caller provides them. After a failure
 * errno has the cause, or 0. */
typedef struct wm_folder {
    void *context;
    /* Opens a plain file by its path in the folder. Errors: NOTFOUND, INVALID (not a plain file),
     * OPEN, NOMEM. */
    wm_status (*open)(void *context, const char *path, wm_source *source);
    void (*close)(void *context, wm_source *source);
    /* Visits everything below the folder. NULL: no listing; extra files and links are not found. */
    wm_status (*list)(void *context, wm_folder_visit *visit, void *visit_context);
} wm_folder;

/* Audits a record. Errors: as wm_audit_path. Source: record.md, all of it. */
WM_MUST_CHECK wm_status wm_folder_audit(const wm_folder *folder, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

#endif

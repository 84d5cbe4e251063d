/* The audit of a record's folder: its evidence, its manifest, its files, and nothing else. */
#ifndef WM_RECORD_FOLDER_H
#define WM_RECORD_FOLDER_H

#include "record/audit.h"

/* What is at a path in a folder. */
typedef enum wm_folder_kind {
    WM_FOLDER_FILE,  /* a plain file */
    WM_FOLDER_EMPTY, /* a folder with nothing in it */
    WM_FOLDER_DEEP,  /* a folder nested so deep that it was not entered */
    WM_FOLDER_OTHER  /* a symbolic link, a device, a pipe, a socket */
} wm_folder_kind;

/* Told of everything in a folder but folders that hold something; path is relative to it. */
typedef void wm_folder_visit(void *context, const char *path, wm_folder_kind kind);

/* How a folder is read. C99 has no folders, so the one who has brings it. */
typedef struct wm_folder {
    void *context;
    /* Opens a plain file by its path in the folder. Errors: NOTFOUND, INVALID (no plain file),
     * OPEN, NOMEM. */
    wm_status (*open)(void *context, const char *path, wm_source *source);
    void (*close)(void *context, wm_source *source);
    /* Visits everything below the folder. NULL: it cannot be listed, and extra files and links are
     * not seen. */
    wm_status (*list)(void *context, wm_folder_visit *visit, void *visit_context);
} wm_folder;

/* Audits a record. Errors: as wm_audit_path. Source: record.md, all of it. */
WM_MUST_CHECK wm_status wm_folder_audit(const wm_folder *folder, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

#endif

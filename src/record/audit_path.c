/* Audits a record by its path. */
#include <witnessmark.h>

#include <errno.h>
#include <string.h>

#include "base/dir.h"
#include "base/status.h"
#include "record/folder.h"

static wm_status open_in(void *context, const char *path, wm_source *source)
{
    return wm_dir_open_in(context, path, source);
}

static void close_in(void *context, wm_source *source)
{
    (void)context;
    wm_dir_close_file(source);
}

/* Passes a walk of base/dir on to the visitor of a folder. */
typedef struct listing {
    wm_folder_visit *visit;
    void *context;
} listing;

static void visit_entry(void *context, const char *path, wm_dir_kind kind)
{
    static const wm_folder_kind KINDS[] = {[WM_DIR_FILE] = WM_FOLDER_FILE,
                                           [WM_DIR_EMPTY] = WM_FOLDER_EMPTY,
                                           [WM_DIR_DEEP] = WM_FOLDER_DEEP,
                                           [WM_DIR_OTHER] = WM_FOLDER_OTHER};
    const listing *to = context;
    to->visit(to->context, path, KINDS[kind]);
}

static wm_status list(void *context, wm_folder_visit *visit, void *visit_context)
{
    listing to;
    to.visit = visit;
    to.context = visit_context;
    return wm_dir_walk(context, visit_entry, &to);
}

/* Compares the checkers that the record ships with those of this release. */
static wm_checker_state compare_checkers(const wm_dir *dir)
{
    for (size_t i = 0; wm_checker_at(i) != NULL; i++) {
        const wm_checker *own = wm_checker_at(i);
        char window[4096];
        bool is_equal;
        wm_source source;
        if (wm_dir_open_in(dir, own->path, &source) != WM_OK)
            return WM_CHECKERS_NOT_CHECKED;
        is_equal = source.size_bytes == own->size_bytes;
        for (size_t done = 0; is_equal && done < own->size_bytes;) {
            const size_t left = own->size_bytes - done;
            const size_t size = left < sizeof window ? left : sizeof window;
            is_equal = source.read(source.context, done, window, size) == WM_OK &&
                       memcmp(window, own->data + done, size) == 0;
            done += size;
        }
        wm_dir_close_file(&source);
        if (!is_equal)
            return WM_CHECKERS_DIFFER;
    }
    return WM_CHECKERS_OWN;
}

static wm_status audit_folder(wm_dir *dir, const wm_audit_options *options, wm_audit_report *report,
                              wm_error *err)
{
    wm_folder folder;
    wm_status status;
    folder.context = dir;
    folder.open = open_in;
    folder.close = close_in;
    folder.list = list;
    status = wm_folder_audit(&folder, options, report, err);
    if (status == WM_OK)
        report->checkers = compare_checkers(dir);
    return status;
}

/* Audits a folder, or an evidence.jsonl alone. */
static wm_status audit_any(const char *path, const wm_audit_options *options,
                           wm_audit_report *report, wm_error *err)
{
    wm_source source;
    wm_dir dir;
    wm_status status = wm_dir_open(path, &dir);
    if (status == WM_OK) {
        status = audit_folder(&dir, options, report, err);
        wm_dir_close(&dir);
        return status;
    }
    if (status == WM_E_INVALID)
        status = wm_dir_open_file(path, &source);
    if (status == WM_E_INVALID)
        return wm_error_set(err, WM_E_OPEN, path, "neither a folder nor a plain file");
    if (status != WM_OK)
        return wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    report->size = sizeof *report;
    status = wm_audit_source(&source, options, report, err);
    wm_dir_close_file(&source);
    return status;
}

wm_status wm_audit_path(const char *path, const wm_audit_options *options, wm_audit_report *report,
                        wm_error *err)
{
    wm_audit_options own;
    wm_audit_report found;
    wm_status status = wm_audit_begin(options, report, &own, err);
    if (status == WM_OK && path == NULL)
        status = wm_error_set(err, WM_E_ARG, NULL, "path is NULL");
    if (status != WM_OK)
        return status;
    memset(&found, 0, sizeof found);
    status = audit_any(path, &own, &found, err);
    wm_audit_report_give(&found, report);
    return status;
}

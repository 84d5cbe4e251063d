/* Audits a record by its path. */
#include "record/audit/audit_path.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/dir.h"
#include "base/status.h"
#include "record/audit/folder.h"
#include "record/tables/tables.h"
#include "standards/sha256.h"

static wm_status open_in(void *context, const char *path, wm_source *source)
{
    return wm_dir_open_in(context, path, source);
}

static wm_status list(void *context, wm_dir_visit *visit, void *visit_context)
{
    return wm_dir_walk(context, visit, visit_context);
}

/* The SHA-256 of a file in a folder, in hex. Errors: NOMEM, and those of a file that cannot be
 * read. */
static wm_status hash_in(const wm_dir *dir, const char *path, char hex[WM_ID_SIZE])
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_source source;
    wm_status status = wm_dir_open_in(dir, path, &source);
    if (status != WM_OK)
        return status;
    status = wm_sha256_source(&source, digest);
    wm_dir_close_file(&source);
    if (status == WM_OK)
        wm_sha256_to_hex(digest, hex);
    return status;
}

/* The earlier releases, a bit each, that had this checker. Two may share one of their checkers. */
static uint64_t releases_of(const char *path, const char *hex)
{
    static const struct {
        const char *release, *path, *sha256;
    } RELEASES[] = {
#define RELEASE_ROW(release, path, sha256) {release, path, sha256},
        WM_RELEASE_LIST(RELEASE_ROW)
#undef RELEASE_ROW
    };
    uint64_t found = 0, bit = 1;
    _Static_assert(sizeof RELEASES / sizeof RELEASES[0] <= 64, "a bit for each release");
    for (size_t i = 0; i < sizeof RELEASES / sizeof RELEASES[0]; i++) {
        if (i > 0 && strcmp(RELEASES[i].release, RELEASES[i - 1].release) != 0)
            bit <<= 1;
        if (strcmp(RELEASES[i].path, path) == 0 && strcmp(RELEASES[i].sha256, hex) == 0)
            found |= bit;
    }
    return found;
}

/* Compares the checkers that the record has or names with those of this release and of earlier
 * ones. dir is NULL where there is no folder. Errors: NOMEM. */
static wm_status compare_checkers(const wm_dir *dir, wm_audit_report *report)
{
    bool is_own = true;
    uint64_t releases = UINT64_MAX; /* those that had all of them */
    for (size_t i = 0; wm_checker_at(i) != NULL; i++) {
        const wm_checker *own = wm_checker_at(i);
        char hex[WM_ID_SIZE];
        wm_status status = WM_OK;
        report->checkers = WM_CHECKERS_NOT_CHECKED;
        if (report->named[i][0] != '\0')
            memcpy(hex, report->named[i], sizeof hex);
        else
            status = dir != NULL ? hash_in(dir, own->path, hex) : WM_E_NOTFOUND;
        if (status != WM_OK)
            return status == WM_E_NOMEM ? status : WM_OK;
        is_own = is_own && strcmp(hex, own->sha256) == 0;
        releases &= releases_of(own->path, hex);
    }
    report->checkers = is_own          ? WM_CHECKERS_OWN
                       : releases != 0 ? WM_CHECKERS_EARLIER
                                       : WM_CHECKERS_DIFFER;
    return WM_OK;
}

/* Whether the record's checkers are known to be those of a release. */
static bool are_known(wm_checker_state checkers)
{
    return checkers == WM_CHECKERS_OWN || checkers == WM_CHECKERS_EARLIER;
}

/* Whether a report is about a prior. Its own record has the checkers for it. */
static bool is_about_prior(const wm_audit_report *report)
{
    return strncmp(report->failure.file, "prior/", strlen("prior/")) == 0;
}

/* The answer to another format names the record's checkers. If this program does not know them, it
 * names the release that can judge the record instead. */
static void name_release(wm_audit_report *report)
{
    char *words = report->failure.words;
    const size_t kept = strcspn(words, ";");
    (void)snprintf(words + kept, sizeof report->failure.words - kept,
                   "; its checkers are unknown here: audit it with the release of Witnessmark that "
                   "reads this format");
}

wm_status wm_audit_path_folder(wm_dir *dir, const wm_audit_options *options,
                               wm_audit_report *report, wm_error *err)
{
    wm_folder folder;
    wm_status status;
    folder.context = dir;
    folder.open = open_in;
    folder.close = wm_dir_close_file;
    folder.list = list;
    status = wm_folder_audit(&folder, options, report, err);
    if ((status == WM_OK || status == WM_E_OLDER || status == WM_E_NEWER) &&
        compare_checkers(dir, report) != WM_OK) {
        memset(report, 0, sizeof *report);
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    }
    if ((status == WM_E_OLDER || status == WM_E_NEWER) && !are_known(report->checkers) &&
        !is_about_prior(report))
        name_release(report);
    return status;
}

/* Why a file that begins as an archive does is not read; NULL: it does not. No line of a record
 * begins so. Source: RFC 1952, 2.3.1; RFC 8878, 3.1.1; the formats of xz, bzip2 and zip. */
static const char *archive_words(const wm_source *source)
{
    static const struct {
        const char *mark, *words;
    } FORMS[] = {{"\x1f\x8b", "an archive; unpack it, or use `witnessmark audit`"},
                 {"\xfd"
                  "7zXZ",
                  "compressed by xz; unpack it, or use `witnessmark audit`"},
                 {"\x28\xb5\x2f\xfd", "compressed by zstd; unpack it"},
                 {"BZh", "compressed by bzip2; unpack it"},
                 {"PK\x03\x04", "a zip archive; unpack it"}};
    char head[8] = "";
    const size_t size = source->size_bytes < sizeof head ? (size_t)source->size_bytes : sizeof head;
    if (size == 0 || source->read(source->context, 0, head, size) != WM_OK)
        return NULL;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++)
        if (strlen(FORMS[i].mark) <= size &&
            memcmp(head, FORMS[i].mark, strlen(FORMS[i].mark)) == 0)
            return FORMS[i].words;
    return NULL;
}

/* Audits a folder, or an evidence.jsonl alone. */
static wm_status audit_any(const char *path, const wm_audit_options *options,
                           wm_audit_report *report, wm_error *err)
{
    wm_source source;
    wm_dir dir;
    const char *archive;
    wm_status status = wm_dir_open(path, &dir);
    if (status == WM_OK) {
        status = wm_audit_path_folder(&dir, options, report, err);
        wm_dir_close(&dir);
        return status;
    }
    if (status == WM_E_INVALID)
        status = wm_dir_open_file(path, &source);
    if (status == WM_E_INVALID)
        return wm_error_set(err, WM_E_OPEN, path, "neither a folder nor a plain file");
    if (status != WM_OK)
        return wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    archive = archive_words(&source);
    if (archive != NULL) {
        wm_dir_close_file(&source);
        return wm_error_set(err, WM_E_UNSUPPORTED, path, "%s", archive);
    }
    report->size = sizeof *report;
    status = wm_audit_source(&source, options, report, err);
    if (status == WM_OK)
        (void)!compare_checkers(NULL, report); /* no file is hashed: nothing fails */
    if (status == WM_E_IO && errno != 0)
        (void)wm_error_set(err, status, path, "%s", strerror(errno));
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
    if (status != WM_OK && found.failure.tag[0] == '\0' && err != NULL && err->place[0] == '\0')
        (void)wm_error_place(err, status, "%s", path);
    wm_audit_report_give(&found, report);
    return status;
}

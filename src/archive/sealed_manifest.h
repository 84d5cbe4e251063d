/* The manifest of a sealed document: its record, its document, and every member with its hash. */
#ifndef WM_ARCHIVE_SEALED_MANIFEST_H
#define WM_ARCHIVE_SEALED_MANIFEST_H

#include <witnessmark.h>

#include <stdbool.h>

#include "base/buffer.h"
#include "standards/sha256.h"

/* Limits of a sealed document. Source: ours, docs/formats/document.md section 2. */
enum { WM_SEALED_MEMBERS = 4096, WM_SEALED_PATH = 255, WM_SEALED_LICENSE = 200 };

#define WM_SEALED_MANIFEST "anc/manifest.sha256"
#define WM_SEALED_RECORD "anc/record/"
#define WM_SEALED_STATEMENT "anc/statement.json"
#define WM_SEALED_CRATE "ro-crate-metadata.json"

/* A line of the manifest. */
typedef struct wm_sealed_line {
    char path[WM_SEALED_PATH + 1];
    uint8_t sha256[WM_SHA256_SIZE];
    uint64_t line;
} wm_sealed_line;

typedef struct wm_sealed_manifest {
    uint8_t root[WM_SHA256_SIZE];
    char document[WM_SEALED_PATH + 1];
    char license[WM_SEALED_LICENSE + 1]; /* empty: none is stated */
    wm_sealed_line *member;              /* in byte order of their paths */
    size_t count, capacity;
} wm_sealed_manifest;

/* Refuses a file of the archive: fills `failure` of the report. line 0: none. Returns INVALID. */
wm_status wm_sealed_manifest_refuse(wm_audit_report *report, const char *file, uint64_t line,
                                    const char *tag, const char *format, ...) WM_PRINTF(5, 6);

/* Whether a member may have this path: relative, of A-Z a-z 0-9 . _ + - , = and /, at most 255
 * bytes, without empty, `.` or `..` components. */
bool wm_sealed_manifest_is_path(const char *path, size_t size);

/* Whether a text may be a license: 1 to 200 printable characters of ASCII. */
bool wm_sealed_manifest_is_license(const char *text, size_t size);

/* Reads a manifest. Errors: INVALID and NEWER (another form or format; report->failure says where
 * and why), NOMEM. Ownership: wm_sealed_manifest_clear, in every case. */
WM_MUST_CHECK wm_status wm_sealed_manifest_read(const char *text, size_t size,
                                                wm_sealed_manifest *manifest,
                                                wm_audit_report *report);

/* Appends a manifest's text. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_manifest_write(const wm_sealed_manifest *manifest,
                                                 wm_buffer *text);

/* Adds a line behind the others. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_manifest_add(wm_sealed_manifest *manifest, const char *path,
                                               const uint8_t sha256[WM_SHA256_SIZE]);

/* The line of a path, or NULL. */
const wm_sealed_line *wm_sealed_manifest_find(const wm_sealed_manifest *manifest, const char *path);

/* Frees the lines. */
void wm_sealed_manifest_clear(wm_sealed_manifest *manifest);

#endif

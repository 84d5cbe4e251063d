/* Compares the members of a sealed document with its manifest. */
#ifndef WM_ARCHIVE_SEALED_CHECK_H
#define WM_ARCHIVE_SEALED_CHECK_H

#include "archive/sealed_members.h"

/* Reads the manifest, and checks that it names exactly the members and that each is a plain file.
 * Errors: INVALID, NEWER (report->failure says where and why), OPEN, IO, NOMEM. Source: ours,
 * docs/formats/document.md sections 1 and 2. Ownership: wm_sealed_manifest_clear, in every case. */
WM_MUST_CHECK wm_status wm_sealed_check_form(const wm_sealed *sealed, wm_sealed_manifest *manifest,
                                             wm_audit_report *report, wm_error *err);

/* Hashes the members and compares them with the manifest, in its order. Errors: INVALID, OPEN, IO,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_check_hashes(wm_sealed *sealed,
                                               const wm_sealed_manifest *manifest,
                                               wm_audit_report *report, wm_error *err);

/* Compares the root of the manifest with that of the record. Errors: INVALID. */
WM_MUST_CHECK wm_status wm_sealed_check_root(const wm_sealed_manifest *manifest,
                                             wm_audit_report *report);

/* Whether a sealed document may have this path in `anc/`. */
bool wm_sealed_check_is_ancillary(const char *path);

#endif

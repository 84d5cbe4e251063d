/* Compares the members of a sealed document with its manifest.
 *
 * Where several members offend, the first in byte order is named, so that a folder and its archive
 * get the same answer. Nothing else may be in `anc/`: a reader could take it for a part of the
 * record. */
#include "archive/sealed_check.h"

#include <string.h>

#include "base/status.h"
#include "record/nodes/kind_root.h"

enum { MANIFEST_MOST = 2 << 20 };

bool wm_sealed_check_is_ancillary(const char *path)
{
    const size_t skip = strlen(WM_SEALED_RECORD);
    if (strcmp(path, WM_SEALED_MANIFEST) == 0 || strcmp(path, WM_SEALED_STATEMENT) == 0)
        return true;
    if (strncmp(path, WM_SEALED_RECORD, skip) != 0)
        return false;
    for (size_t i = 0; wm_kind_root_file_at(i) != NULL; i++)
        if (strcmp(wm_kind_root_file_at(i), path + skip) == 0)
            return true;
    return false;
}

static wm_status read_manifest(const wm_sealed *sealed, wm_sealed_manifest *manifest,
                               wm_audit_report *report, wm_error *err)
{
    const wm_sealed_member *member = wm_sealed_members_find(sealed, WM_SEALED_MANIFEST);
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status;
    memset(manifest, 0, sizeof *manifest);
    if (member == NULL)
        return wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, 0, "files",
                                         "the file is missing");
    if (member->kind != WM_DIR_FILE)
        return wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, 0, "symlink",
                                         "this is not a plain file");
    status = wm_sealed_members_bytes(sealed, member, MANIFEST_MOST + 1, &text, err);
    if (status == WM_OK && text.size > MANIFEST_MOST)
        status = wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, 0, "manifest",
                                           "the file is over 2 MiB");
    else if (status == WM_OK)
        status = wm_sealed_manifest_read(text.data, text.size, manifest, report);
    wm_buffer_clear(&text);
    return status;
}

/* The words for a path that may not be there; NULL: it may. */
static const char *offence(const wm_sealed_member *member, const wm_sealed_manifest *manifest,
                           const char **tag)
{
    *tag = "symlink";
    if (member->kind == WM_DIR_EMPTY)
        return "this folder is empty";
    if (member->kind == WM_DIR_OTHER)
        return "this is a link, a device, a pipe or a socket";
    *tag = "extra";
    if (member->kind == WM_DIR_DEEP)
        return "this folder is nested too deep";
    if (strncmp(member->path, "anc/", 4) == 0 && !wm_sealed_check_is_ancillary(member->path))
        return "no sealed document has this file in anc/";
    if (strcmp(member->path, WM_SEALED_MANIFEST) != 0 &&
        wm_sealed_manifest_find(manifest, member->path) == NULL)
        return "the manifest does not name this file";
    return NULL;
}

/* Finds the first offending path that the archive has. */
static wm_status check_extra(const wm_sealed *sealed, const wm_sealed_manifest *manifest,
                             wm_audit_report *report)
{
    for (size_t i = 0; i < sealed->count; i++) {
        const char *tag;
        const char *words = offence(&sealed->member[i], manifest, &tag);
        if (words != NULL)
            return wm_sealed_manifest_refuse(report, sealed->member[i].path, 0, tag, "%s", words);
    }
    return WM_OK;
}

/* Whether the archive has a file of its record. */
static bool has_record(const wm_sealed *sealed)
{
    for (size_t i = 0; i < sealed->count; i++)
        if (strncmp(sealed->member[i].path, WM_SEALED_RECORD, strlen(WM_SEALED_RECORD)) == 0)
            return true;
    return false;
}

/* Finds the first path of the manifest that the archive does not have. */
static wm_status check_missing(const wm_sealed *sealed, const wm_sealed_manifest *manifest,
                               wm_audit_report *report)
{
    static const char *const NEEDED[] = {"anc/record/evidence.jsonl", "anc/record/manifest.sha256",
                                         WM_SEALED_STATEMENT};
    if (!has_record(sealed))
        return wm_sealed_manifest_refuse(report, NEEDED[0], 0, "files",
                                         "a sealed document without its record: anc/record/ is "
                                         "missing");
    for (size_t i = 0; i < manifest->count; i++)
        if (wm_sealed_members_find(sealed, manifest->member[i].path) == NULL)
            return wm_sealed_manifest_refuse(report, manifest->member[i].path, 0, "files",
                                             "the file is missing");
    for (size_t i = 0; i < sizeof NEEDED / sizeof NEEDED[0]; i++)
        if (wm_sealed_manifest_find(manifest, NEEDED[i]) == NULL)
            return wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, 0, "files",
                                             "no line for %s", NEEDED[i]);
    if (wm_sealed_manifest_find(manifest, manifest->document) == NULL ||
        strncmp(manifest->document, "anc/", 4) == 0)
        return wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, 3, "files",
                                         "no member beside anc/ is the document %s",
                                         manifest->document);
    return WM_OK;
}

wm_status wm_sealed_check_form(const wm_sealed *sealed, wm_sealed_manifest *manifest,
                               wm_audit_report *report, wm_error *err)
{
    wm_status status = read_manifest(sealed, manifest, report, err);
    if (status == WM_OK)
        status = check_extra(sealed, manifest, report);
    return status == WM_OK ? check_missing(sealed, manifest, report) : status;
}

wm_status wm_sealed_check_hashes(wm_sealed *sealed, const wm_sealed_manifest *manifest,
                                 wm_audit_report *report, wm_error *err)
{
    for (size_t i = 0; i < sealed->count; i++) {
        wm_sealed_member *member = &sealed->member[i];
        const wm_sealed_line *line = wm_sealed_manifest_find(manifest, member->path);
        char found[WM_SHA256_HEX_SIZE + 1], expected[WM_SHA256_HEX_SIZE + 1];
        wm_status status;
        if (line == NULL) /* the manifest itself */
            continue;
        status = wm_sealed_members_hash(sealed, member, err);
        if (status != WM_OK)
            return status;
        if (memcmp(member->sha256, line->sha256, sizeof line->sha256) == 0)
            continue;
        wm_sha256_to_hex(member->sha256, found);
        wm_sha256_to_hex(line->sha256, expected);
        return wm_sealed_manifest_refuse(report, member->path, 0, "manifest",
                                         "SHA-256: found %s, expected that of the manifest, %s",
                                         found, expected);
    }
    return WM_OK;
}

wm_status wm_sealed_check_root(const wm_sealed_manifest *manifest, wm_audit_report *report)
{
    char found[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(manifest->root, found);
    if (strcmp(found, report->root) == 0)
        return WM_OK;
    return wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, 1, "root",
                                     "root: found %s, that of the record is %s", found,
                                     report->root);
}

/* Reads and writes the manifest of a sealed document.
 *
 * It is a file for `sha256sum -c`, as the manifest of a record is. What a hash cannot say is in
 * comments at its head, which sha256sum passes over. Each line has one form, so that two manifests
 * of the same members are the same bytes. */
#include "archive/sealed_manifest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/lines.h"

static const char FORMAT[] = "# format witnessmark-document-", VERSION[] = "1";

enum { LINE_HEAD = 66 }; /* of a member: the digits and two spaces */

wm_status wm_sealed_manifest_refuse(wm_audit_report *report, const char *file, uint64_t line,
                                    const char *tag, const char *format, ...)
{
    va_list arguments;
    (void)snprintf(report->failure.file, sizeof report->failure.file, "%.255s", file);
    report->failure.line = line;
    (void)snprintf(report->failure.tag, sizeof report->failure.tag, "%s", tag);
    va_start(arguments, format);
    (void)vsnprintf(report->failure.words, sizeof report->failure.words, format, arguments);
    va_end(arguments);
    return WM_E_INVALID;
}

static wm_status refuse(wm_audit_report *report, uint64_t line, const char *words)
{
    return wm_sealed_manifest_refuse(report, WM_SEALED_MANIFEST, line, "manifest", "%s", words);
}

bool wm_sealed_manifest_is_path(const char *path, size_t size)
{
    size_t start = 0;
    for (size_t i = 0; i <= size; i++) {
        const char c = i < size ? path[i] : '/';
        const size_t length = i - start;
        if (c == '/') {
            if (length == 0 || (length == 1 && path[start] == '.') ||
                (length == 2 && memcmp(path + start, "..", 2) == 0))
                return false;
            start = i + 1;
        } else if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     (c != '\0' && strchr("._+-,=", c) != NULL))) {
            return false;
        }
    }
    return size > 0 && size <= WM_SEALED_PATH;
}

bool wm_sealed_manifest_is_license(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return size > 0 && size <= WM_SEALED_LICENSE && text[0] != ' ' && text[size - 1] != ' ';
}

/* ---- reading --------------------------------------------------------------------------------- */

/* What a line has behind a head; NULL: it begins with something else. */
static const char *behind(const char *line, size_t size, const char *head, size_t *left)
{
    const size_t skip = strlen(head);
    if (size < skip || memcmp(line, head, skip) != 0)
        return NULL;
    *left = size - skip;
    return line + skip;
}

static wm_status read_format(const char *line, size_t size, wm_audit_report *report)
{
    size_t left;
    const char *version = behind(line, size, FORMAT, &left);
    if (version == NULL || left == 0 || left > 9)
        return refuse(report, 2, "line 2 is not `# format witnessmark-document-1`");
    if (left == sizeof VERSION - 1 && memcmp(version, VERSION, left) == 0)
        return WM_OK;
    (void)refuse(report, 2, "another format than witnessmark-document-1");
    return WM_E_NEWER;
}

/* Reads one of the first four lines. *is_over: it is the line of a member. */
static wm_status read_head(const char *line, size_t size, uint64_t number,
                           wm_sealed_manifest *manifest, wm_audit_report *report, bool *is_over)
{
    size_t left;
    const char *value;
    if (number == 1) {
        value = behind(line, size, "# root ", &left);
        if (value == NULL || !wm_sha256_from_hex(value, left, manifest->root))
            return refuse(report, 1, "line 1 is not `# root ID`");
    } else if (number == 2) {
        return read_format(line, size, report);
    } else if (number == 3) {
        value = behind(line, size, "# document ", &left);
        if (value == NULL || !wm_sealed_manifest_is_path(value, left))
            return refuse(report, 3, "line 3 is not `# document PATH`");
        memcpy(manifest->document, value, left);
    } else if ((value = behind(line, size, "# license ", &left)) != NULL) {
        if (!wm_sealed_manifest_is_license(value, left))
            return refuse(report, 4, "the license is not 1 to 200 printable characters");
        memcpy(manifest->license, value, left);
    } else {
        *is_over = true;
    }
    return WM_OK;
}

static wm_status read_member(const char *line, size_t size, uint64_t number,
                             wm_sealed_manifest *manifest, wm_audit_report *report)
{
    char path[WM_SEALED_PATH + 1];
    uint8_t sha256[WM_SHA256_SIZE];
    const wm_sealed_line *last =
        manifest->count > 0 ? &manifest->member[manifest->count - 1] : NULL;
    if (size <= LINE_HEAD || memcmp(line + LINE_HEAD - 2, "  ", 2) != 0 ||
        !wm_sha256_from_hex(line, WM_SHA256_HEX_SIZE, sha256) ||
        !wm_sealed_manifest_is_path(line + LINE_HEAD, size - LINE_HEAD))
        return refuse(report, number, "the line is not a SHA-256, two spaces and a path");
    memcpy(path, line + LINE_HEAD, size - LINE_HEAD);
    path[size - LINE_HEAD] = '\0';
    if (last != NULL && strcmp(last->path, path) >= 0)
        return refuse(report, number, "paths are not in ascending order");
    if (manifest->count == WM_SEALED_MEMBERS)
        return refuse(report, number, "over 4096 members");
    const wm_status status = wm_sealed_manifest_add(manifest, path, sha256);
    if (status == WM_OK)
        manifest->member[manifest->count - 1].line = number;
    return status;
}

wm_status wm_sealed_manifest_read(const char *text, size_t size, wm_sealed_manifest *manifest,
                                  wm_audit_report *report)
{
    wm_status status = WM_OK;
    uint64_t number = 1;
    memset(manifest, 0, sizeof *manifest);
    for (; size > 0 && status == WM_OK; number++) {
        const size_t whole = wm_lines_first(text, size);
        bool is_member = number > 4;
        if (text[whole - 1] != '\n')
            return refuse(report, number, "the last line does not end with a newline");
        if (!is_member)
            status = read_head(text, whole - 1, number, manifest, report, &is_member);
        if (status == WM_OK && is_member)
            status = read_member(text, whole - 1, number, manifest, report);
        text += whole;
        size -= whole;
    }
    if (status == WM_OK && manifest->count == 0)
        status = refuse(report, 0, "the file ends before its first member");
    return status;
}

/* ---- the lines ------------------------------------------------------------------------------- */

wm_status wm_sealed_manifest_add(wm_sealed_manifest *manifest, const char *path,
                                 const uint8_t sha256[WM_SHA256_SIZE])
{
    wm_sealed_line *member =
        wm_array_grow(manifest->member, &manifest->capacity, manifest->count + 1, sizeof *member);
    if (member == NULL)
        return WM_E_NOMEM;
    manifest->member = member;
    member += manifest->count++;
    (void)snprintf(member->path, sizeof member->path, "%.255s", path);
    memcpy(member->sha256, sha256, WM_SHA256_SIZE);
    member->line = 0;
    return WM_OK;
}

static int compare_line(const void *path, const void *line)
{
    return strcmp(path, ((const wm_sealed_line *)line)->path);
}

const wm_sealed_line *wm_sealed_manifest_find(const wm_sealed_manifest *manifest, const char *path)
{
    if (manifest->count == 0)
        return NULL;
    return bsearch(path, manifest->member, manifest->count, sizeof *manifest->member, compare_line);
}

wm_status wm_sealed_manifest_write(const wm_sealed_manifest *manifest, wm_buffer *text)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_status status;
    wm_sha256_to_hex(manifest->root, hex);
    status = wm_buffer_printf(text, "# root %s\n%s%s\n# document %s\n", hex, FORMAT, VERSION,
                              manifest->document);
    if (status == WM_OK && manifest->license[0] != '\0')
        status = wm_buffer_printf(text, "# license %s\n", manifest->license);
    for (size_t i = 0; i < manifest->count && status == WM_OK; i++) {
        wm_sha256_to_hex(manifest->member[i].sha256, hex);
        status = wm_buffer_printf(text, "%s  %s\n", hex, manifest->member[i].path);
    }
    return status;
}

void wm_sealed_manifest_clear(wm_sealed_manifest *manifest)
{
    free(manifest->member);
    memset(manifest, 0, sizeof *manifest);
}

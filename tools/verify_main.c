/* The main function of code/verify.c: audits a record with nothing but a C99 library.
 *
 *     cc -std=c99 -O2 -ffp-contract=off verify.c -o verify -lm
 *     ./verify RECORD_FOLDER            the whole record
 *     ./verify RECORD/evidence.jsonl    its nodes only
 *     ./verify RECORD --root HEX        also compares the root, given by 8 or more digits
 *
 * Output and exit status: docs/formats/record.md, section 8. C99 cannot list a folder, so this
 * program finds neither extra files nor symbolic links, and it waits for a writer if a file is a
 * pipe. `witnessmark audit` and verify_graph.py find all of these. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/tables/exit_status.h"
#include "record/audit/outcome.h"
#include "record/audit/folder.h"
#include "record/tables/refusal.h"

static wm_status read_file(void *context, uint64_t offset, void *data, size_t size)
{
    FILE *file = context;
    const long at = (long)offset;
    if (size == 0)
        return WM_OK;
    if (ftell(file) != at && fseek(file, at, SEEK_SET) != 0)
        return WM_E_IO;
    return fread(data, 1, size, file) == size ? WM_OK : WM_E_IO;
}

/* Opens a file and finds its size. On some systems a folder opens too, but cannot be read. */
static wm_status open_path(const char *path, wm_source *source)
{
    FILE *file = fopen(path, "rb");
    long size;
    if (file == NULL)
        return errno == ENOENT ? WM_E_NOTFOUND : WM_E_OPEN;
    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
        fseek(file, 0, SEEK_SET) != 0 || (size > 0 && fgetc(file) == EOF)) {
        (void)fclose(file);
        return WM_E_OPEN;
    }
    rewind(file);
    source->context = file;
    source->size_bytes = (uint64_t)size;
    source->read = read_file;
    return WM_OK;
}

static void close_file(wm_source *source)
{
    (void)fclose(source->context);
}

/* Opens a file of the record's folder; context is the path of the folder. */
static wm_status open_in_folder(void *context, const char *path, wm_source *source)
{
    const char *folder = context;
    const size_t size = strlen(folder) + 1 + strlen(path) + 1;
    char *whole = malloc(size);
    wm_status status;
    if (whole == NULL)
        return WM_E_NOMEM;
    snprintf(whole, size, "%s/%s", folder, path);
    status = open_path(whole, source);
    free(whole);
    return status;
}

/* Whether a path is a folder with a record's file in it. */
static bool is_folder(char *path)
{
    static const char *const FILES[] = {"evidence.jsonl", "manifest.sha256"};
    for (size_t i = 0; i < 2; i++) {
        wm_source source;
        if (open_in_folder(path, FILES[i], &source) == WM_OK) {
            close_file(&source);
            return true;
        }
    }
    return false;
}

static void keep_finding(void *context, const wm_finding *finding)
{
    wm_buffer *findings = context;
    if (wm_outcome_finding(finding, findings) != WM_OK)
        exit(WM_EXIT_TROUBLE);
}

static wm_status audit(char *path, const wm_audit_options *options, wm_audit_report *report,
                       wm_error *err)
{
    wm_folder folder;
    wm_source source;
    wm_status status;
    folder.context = path;
    folder.open = open_in_folder;
    folder.close = close_file;
    folder.list = NULL;
    if (is_folder(path))
        return wm_folder_audit(&folder, options, report, err);
    status = open_path(path, &source);
    if (status != WM_OK) {
        snprintf(err->message, sizeof err->message,
                 "not a record: neither its folder nor a file that can be opened");
        return WM_E_OPEN;
    }
    status = wm_audit_source(&source, options, report, err);
    close_file(&source);
    return status;
}

int main(int argc, char **argv)
{
    wm_buffer findings = WM_BUFFER_EMPTY, answer = WM_BUFFER_EMPTY;
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    char *path = NULL, shown[4096];
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--root") == 0 && i + 1 < argc)
            options.root = argv[++i];
        else if (path == NULL && strncmp(argv[i], "--", 2) != 0)
            path = argv[i];
        else
            argc = 0;
    }
    if (argc < 2 || path == NULL) {
        fprintf(stderr, "usage: verify [--root HEX] RECORD_FOLDER|EVIDENCE_FILE\n");
        return WM_EXIT_TROUBLE;
    }
    options.finding = keep_finding;
    options.context = &findings;
    status = audit(path, &options, &report, &err);
    if (wm_outcome_exit(status) == WM_EXIT_TROUBLE) {
        wm_refusal_mask(path, shown, sizeof shown);
        fprintf(stderr, "verify: %s: %s\n", shown, err.message);
        return WM_EXIT_TROUBLE;
    }
    if (wm_outcome_write(status, &report, &answer) != WM_OK)
        return WM_EXIT_TROUBLE;
    fwrite(answer.data, 1, answer.size, stdout);
    if (findings.size > 0)
        fwrite(findings.data, 1, findings.size, stdout);
    wm_buffer_clear(&answer);
    wm_buffer_clear(&findings);
    return fflush(stdout) == 0 ? wm_outcome_exit(status) : WM_EXIT_TROUBLE;
}

/* Ends a record under construction: derived nodes, checkers, manifest, final name; or nothing. */
#include "base/code_point.h"
#include "archive/writer.h"
#include "archive/writer_state.h"

#include "base/dir.h"
#include "base/status.h"
#include "record/audit/audit_path.h"
#include "record/build/graph.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANIFEST_FILES = 8, DERIVED_PIECE = 65536 };

/* Writes the collected derived lines. */
static wm_status flush_derived(wm_writer *writer)
{
    wm_status status = wm_disk_write(writer->file, writer->derived.data, writer->derived.size);
    writer->derived.size = 0;
    return status;
}

/* Takes a derived line from the graph's seal. Lines are written in larger pieces and synced once,
 * at the end. */
static wm_status take_derived(void *context, const char *line, size_t size)
{
    wm_writer *writer = context;
    wm_status status = wm_buffer_append(&writer->derived, line, size);
    if (status != WM_OK)
        return status;
    wm_writer_state_count(writer, line, size);
    return writer->derived.size >= DERIVED_PIECE ? flush_derived(writer) : WM_OK;
}

static wm_status write_derivation(wm_writer *writer, char root[WM_ID_SIZE], wm_error *err)
{
    wm_graph_file files[MANIFEST_FILES];
    const char *priors[WM_TABLES_CONTINUES];
    wm_seal seal = {sizeof seal, files, 0, priors, writer->priors.count, take_derived, writer};
    const wm_checker *checker;
    size_t count = 0;
    wm_status status;
    while (count < MANIFEST_FILES && (checker = wm_checker_at(count)) != NULL) {
        files[count].path = checker->path;
        memcpy(files[count].sha256, checker->sha256, WM_ID_SIZE);
        count++;
    }
    seal.file_count = count;
    for (size_t i = 0; i < writer->priors.count; i++)
        priors[i] = writer->priors.path[i];
    errno = 0;
    status = wm_graph_seal(writer->graph, &seal, root, err);
    if (status == WM_OK)
        status = flush_derived(writer);
    if (status == WM_E_IO)
        return wm_writer_state_fail(writer, status, "cannot write the claims", err);
    if (status == WM_OK && wm_disk_sync_data(writer->file) != WM_OK)
        return wm_writer_state_fail(writer, WM_E_IO, "cannot write the claims", err);
    return status;
}

/* Whether the record names its checkers in place of having them. */
static bool is_light(const wm_writer *writer)
{
    return wm_graph_plan(writer->graph)->is_light;
}

/* Writes the checkers into code/, unless the record is light. */
static wm_status write_checkers(wm_writer *writer, wm_error *err)
{
    const wm_checker *checker;
    size_t i;
    if (is_light(writer))
        return WM_OK;
    if (mkdirat(writer->folder, "code", 0755) != 0 && errno != EEXIST)
        return wm_writer_state_fail(writer, WM_E_IO, "cannot create code/", err);
    for (i = 0; (checker = wm_checker_at(i)) != NULL; i++)
        if (wm_disk_put(writer->folder, checker->path, checker->data, checker->size_bytes) != WM_OK)
            return wm_writer_state_fail(writer, WM_E_IO, "cannot write a checker", err);
    if (wm_disk_sync_in(writer->folder, "code") != WM_OK)
        return wm_writer_state_fail(writer, WM_E_IO, "cannot sync code/", err);
    return WM_OK;
}

/* Writes the manifest. `code/...` sorts before `evidence.jsonl` and that before `prior/...`. The
 * checkers come in the order of their paths; a light record has none. */
static wm_status write_manifest(wm_writer *writer, const char *root, wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1];
    const wm_checker *checker;
    size_t i;
    wm_status status = wm_buffer_printf(&text, "# root %s\n", root);
    for (i = 0; status == WM_OK && !is_light(writer) && (checker = wm_checker_at(i)) != NULL; i++)
        status = wm_buffer_printf(&text, "%s  %s\n", checker->sha256, checker->path);
    wm_sha256_final(&writer->hash, digest);
    wm_sha256_to_hex(digest, hex);
    if (status == WM_OK)
        status = wm_buffer_printf(&text, "%s  %s\n", hex, WM_WRITER_STATE_EVIDENCE);
    for (i = 0; status == WM_OK && i < writer->priors.count; i++) {
        wm_sha256_to_hex(writer->priors.hash[i], hex);
        status = wm_buffer_printf(&text, "%s  %s\n", hex, wm_kind_root_prior(i));
    }
    if (status != WM_OK)
        status = wm_error_set(err, status, writer->path, "out of memory");
    else if (wm_disk_put(writer->folder, WM_WRITER_STATE_MANIFEST, text.data, text.size) != WM_OK)
        status = wm_writer_state_fail(writer, WM_E_IO, "cannot write the manifest", err);
    wm_buffer_clear(&text);
    return status;
}

/* Audits what is on the disk, before it gets its final name: a line may be another than the one
 * that was written. */
static wm_status audit(const wm_writer *writer, const char *root, wm_error *err)
{
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_dir folder = {writer->folder};
    wm_status status;
    options.root = root;
    errno = 0;
    status = wm_audit_path_folder(&folder, &options, &report, err);
    if (report.failure.tag[0] != '\0')
        return wm_error_set(err, WM_E_INVALID, writer->path,
                            "not sealed: what is on the disk does not audit: %s:%llu: [%s] %.*s",
                            report.failure.file, (unsigned long long)report.failure.line,
                            report.failure.tag, WM_FIT(report.failure.words, 200));
    return status == WM_OK ? WM_OK
                           : wm_writer_state_fail(writer, status, "cannot read it back", err);
}

static wm_status publish(wm_writer *writer, const char *root, wm_error *err)
{
    wm_status status = wm_writer_state_refuse_strays(writer, err);
    if (status != WM_OK)
        return status;
    if (wm_disk_sync(writer->folder) != WM_OK)
        return wm_writer_state_fail(writer, WM_E_IO, "cannot sync the record", err);
    status = audit(writer, root, err);
    if (status != WM_OK)
        return status;
    status = wm_disk_rename(writer->place.folder, writer->partial, writer->place.name);
    if (status == WM_E_EXISTS)
        return wm_error_set(err, status, writer->place.path,
                            "exists now; the finished record is in %s", writer->path);
    if (status != WM_OK)
        return wm_writer_state_fail(writer, status, "cannot rename it to its final name", err);
    writer->is_published = true;
    if (wm_disk_sync(writer->place.folder) == WM_OK)
        return WM_OK;
    return wm_error_set(err, WM_E_IO, writer->place.path,
                        "the whole record is there, but its folder cannot be synced: %s; after a "
                        "crash of the machine the record may be in %s",
                        strerror(errno), writer->path);
}

wm_status wm_writer_seal(wm_writer *writer, const char *const *continues, size_t continue_count,
                         char root[WM_ID_SIZE], wm_error *err)
{
    wm_status status;
    if (writer->is_broken)
        return wm_error_set(err, WM_E_ARG, writer->path,
                            "the record is sealed or a write failed: it takes no more lines");
    writer->is_broken = true;
    status = writer->priors.count > 0
                 ? wm_prior_copy_check(writer->folder, writer->path, &writer->priors, err)
                 : wm_prior_copy_all(writer->folder, writer->path, continues, continue_count,
                                     &writer->priors, err);
    if (status == WM_OK)
        status = write_derivation(writer, root, err);
    if (status == WM_OK)
        status = write_checkers(writer, err);
    if (status == WM_OK)
        status = write_manifest(writer, root, err);
    if (status == WM_OK)
        status = publish(writer, root, err);
    return status;
}

void wm_writer_discard(const wm_writer *writer)
{
    wm_disk_remove_record(writer->place.folder, writer->partial);
}

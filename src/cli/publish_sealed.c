/* Makes a sealed document.
 *
 * The archive is audited before it has its name, so that none is published that a reader's audit
 * refuses: a source may claim to be a product and be changed, and a file may change while it is
 * read. */
#include "cli/publish_sealed.h"

#include "archive/new_file.h"
#include "archive/new_folder.h"
#include "archive/sealed_make.h"
#include "archive/spool.h"
#include "archive/tar_stream.h"
#include "base/status.h"
#include "cli/interrupt.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"
#include "report/publish/crate.h"
#include "report/publish/sealed_audit.h"
#include "report/publish/products.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is written. A signal's handler reads both. */
static wm_new_file file = {.place = {.folder = -1}, .file = -1};
static wm_new_folder folder = {.place = {.folder = -1}, .folder = -1};

static void remove_all(void)
{
    wm_new_file_remove(&file);
    wm_new_folder_remove(&folder);
}

static bool is_one_file(const wm_publish_sealed *ask)
{
    const size_t size = strlen(ask->output), tail = strlen(".tar.gz");
    const char *end = ask->output + (size > tail ? size - tail : size);
    return strcmp(end, ".tar.gz") == 0 || strcmp(end, ".tar.xz") == 0;
}

/* ---- the members ----------------------------------------------------------------------------- */

/* Adds the statement, as `publish` prints it. */
static wm_status add_statement(wm_sealed_make *make, wm_model *model, wm_error *err)
{
    const wm_product *product = wm_products_named("statement.json");
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_status status = wm_products_write(product, model, &bytes, err);
    if (status == WM_OK)
        status = wm_sealed_make_bytes(make, WM_SEALED_STATEMENT, bytes.data, bytes.size, err);
    wm_buffer_clear(&bytes);
    return status;
}

/* Adds the metadata of the members so far, which are sorted. */
static wm_status add_crate(wm_sealed_make *make, const wm_model *model, wm_error *err)
{
    wm_crate_part *parts = calloc(make->count + 1, sizeof *parts);
    const wm_crate crate = {parts, make->count, make->manifest.license, make->manifest.document,
                            WM_SEALED_MANIFEST};
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_status status;
    if (parts == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    for (size_t i = 0; i < make->count; i++) {
        memcpy(parts[i].path, make->file[i].path, sizeof make->file[i].path);
        parts[i].size_bytes = make->file[i].size_bytes;
        memcpy(parts[i].sha256, make->file[i].sha256, sizeof parts[i].sha256);
    }
    status = wm_crate_write(model, &crate, &bytes, err);
    if (status == WM_OK && bytes.size > 0)
        status = wm_sealed_make_bytes(make, WM_SEALED_CRATE, bytes.data, bytes.size, err);
    wm_buffer_clear(&bytes);
    free(parts);
    return status;
}

static wm_status add_members(const wm_publish_sealed *ask, wm_model *model, wm_sealed_make *make,
                             wm_error *err)
{
    wm_status status = wm_sealed_make_document(make, ask->document, err);
    for (size_t i = 0; i < ask->source_count && status == WM_OK; i++)
        status = wm_sealed_make_source(make, ask->sources[i], err);
    if (status == WM_OK)
        status = wm_sealed_make_record(make, ask->record, err);
    if (status == WM_OK)
        status = add_statement(make, model, err);
    if (status == WM_OK)
        status = wm_sealed_make_sort(make, err);
    if (status == WM_OK)
        status = add_crate(make, model, err);
    return status == WM_OK ? wm_sealed_make_sort(make, err) : status;
}

/* Takes root and license into the manifest. */
static wm_status begin(const wm_publish_sealed *ask, const wm_model *model, wm_sealed_make *make,
                       wm_error *err)
{
    struct stat about;
    if (stat(ask->record, &about) != 0 || !S_ISDIR(about.st_mode))
        return wm_error_set(err, WM_E_ARG, ask->given,
                            "is not a folder or an archive; a sealed document holds the whole "
                            "record");
    if (!wm_sha256_from_hex(model->report.root, strlen(model->report.root), make->manifest.root))
        return wm_error_set(err, WM_E_INVALID, ask->given, "has no root");
    if (ask->license == NULL)
        return WM_OK;
    if (!wm_sealed_manifest_is_license(ask->license, strlen(ask->license)))
        return wm_error_set(err, WM_E_ARG, "--license",
                            "needs 1 to 200 printable characters of ASCII");
    memcpy(make->manifest.license, ask->license, strlen(ask->license) + 1);
    return WM_OK;
}

/* ---- the archive ----------------------------------------------------------------------------- */

static wm_status put_tar(void *context, const char *path, const void *data, size_t size,
                         wm_error *err)
{
    wm_tar_writer *writer = context;
    const wm_status status = wm_tar_stream_add(writer, path, size, err);
    return status == WM_OK && size > 0 ? wm_tar_stream_write(writer, data, size, path, err)
                                       : status;
}

static wm_status put_folder(void *context, const char *path, const void *data, size_t size,
                            wm_error *err)
{
    return wm_new_folder_put(context, path, data, size, err);
}

static wm_status write_archive(const wm_publish_sealed *ask, wm_sealed_make *make, wm_error *err)
{
    wm_tar_writer *writer;
    wm_status status;
    wm_record_argument_guard();
    wm_interrupt_clean(remove_all);
    if (!is_one_file(ask)) {
        status = wm_new_folder_open(ask->output, &folder, err);
        return status == WM_OK ? wm_sealed_make_put(make, put_folder, &folder, err) : status;
    }
    status = wm_new_file_open(ask->output, &file, err);
    if (status != WM_OK)
        return status;
    status =
        wm_tar_stream_begin(file.file, wm_tar_stream_packing_of_name(ask->output), &writer, err);
    if (status == WM_OK)
        status = wm_sealed_make_put(make, put_tar, writer, err);
    return wm_tar_stream_finish(writer, status, err);
}

/* Audits what was written. */
static wm_status check_archive(const wm_publish_sealed *ask, wm_model *model, wm_sealed_said *said,
                               wm_error *err)
{
    const wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    char path[64];
    wm_spool spool;
    wm_status status;
    if (!is_one_file(ask)) {
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d", folder.folder);
        return wm_sealed_audit_folder(path, &options, model, said, err);
    }
    if (lseek(file.file, 0, SEEK_SET) != 0)
        return wm_error_set(err, WM_E_IO, ask->output, "cannot read: %s", strerror(errno));
    status = wm_spool_open_file(wm_record_argument_base(), file.file, ask->output, &spool, err);
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, ask->output, "out of memory");
    if (status != WM_OK)
        return wm_error_set(err, WM_E_IO, ask->output, "cannot be read back: %.300s", err->message);
    status = wm_sealed_audit(&spool.sealed, &options, model, said, err);
    wm_spool_close(&spool);
    return status;
}

static wm_status finish(const wm_publish_sealed *ask, wm_error *err)
{
    return is_one_file(ask) ? wm_new_file_finish(&file, err) : wm_new_folder_finish(&folder, err);
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void add_files(const wm_sealed_make *make, wm_document *to)
{
    wm_data_list(to, "files");
    for (size_t i = 0; i < make->count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "path", make->file[i].path);
        wm_data_count(to, "bytes", make->file[i].size_bytes);
        wm_data_hex(to, "sha256", make->file[i].sha256);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

static int report(const wm_publish_sealed *ask, const wm_model *model, const wm_sealed_make *make,
                  const wm_sealed_said *said)
{
    wm_document to = {.status = WM_OK};
    char word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    int answer;
    wm_data_begin(&to, "publish", "published");
    wm_data_text(&to, "record", ask->given);
    wm_data_text(&to, is_one_file(ask) ? "archive" : "folder", ask->output);
    wm_data_text(&to, "root", model->report.root);
    wm_sealed_audit_data(said, &to);
    add_files(make, &to);
    line = wm_words_new(&to);
    wm_words_add(line, "published ");
    wm_words_root(line, model->report.root);
    wm_words_add(line, " in ");
    wm_words_data(line, ask->output);
    wm_sealed_audit_add(said, &to);
    answer = wm_trouble_answer(ask->call, &to, WM_EXIT_YES);
    if (!ask->call->as_json && answer == WM_EXIT_YES)
        fprintf(stderr, "next: witnessmark audit %s\n", wm_style_shell_word(ask->output, word));
    return answer;
}

int wm_publish_sealed_run(const wm_publish_sealed *ask, wm_model *model)
{
    wm_sealed_make make = {.count = 0};
    wm_sealed_said said = {.members = 0};
    wm_error err = {WM_OK, "", ""};
    wm_model read_back;
    bool is_audited = false;
    int answer;
    wm_status status = begin(ask, model, &make, &err);
    if (status == WM_OK)
        status = add_members(ask, model, &make, &err);
    if (status == WM_OK)
        status = write_archive(ask, &make, &err);
    memset(&read_back, 0, sizeof read_back);
    if (status == WM_OK) {
        status = check_archive(ask, &read_back, &said, &err);
        is_audited = status != WM_OK && wm_outcome_exit(status) != WM_EXIT_TROUBLE;
    }
    /* A paper may have numbers of two records. The archive holds one: the audit says what is open.
     */
    if (status == WM_E_INCOMPLETE && said.products.unclaimed[0] != '\0') {
        status = wm_error_set(&err, WM_E_ARG, said.products.unclaimed, "%s",
                              read_back.report.failure.words);
        is_audited = false;
    } else if (status == WM_E_INCOMPLETE) {
        fprintf(stderr, "witnessmark publish: not compared: %s: %s\n",
                read_back.report.failure.file, read_back.report.failure.words);
        status = WM_OK;
        is_audited = false;
    }
    if (status == WM_OK)
        status = finish(ask, &err);
    if (is_audited)
        answer = wm_trouble_record(ask->call, ask->output, status, &read_back.report, &err, stderr);
    else if (status != WM_OK)
        answer = wm_trouble_error(ask->call, status, &err);
    else
        answer = report(ask, model, &make, &said);
    wm_new_file_drop(&file);
    wm_new_folder_drop(&folder);
    wm_model_close(&read_back);
    wm_sealed_make_clear(&make);
    return answer;
}

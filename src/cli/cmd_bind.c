/* `witnessmark bind`: compares the numbers of a paper with records. */
#include "archive/sealed_manifest.h"
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/pdf_tools.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/binding/binding_links.h"
#include "report/binding/binding_view.h"

#include "base/status.h"
#include "standards/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXCEPTIONS_MIB = 4, MANIFEST_MIB = 4, PATH_SIZE = 4400, PDF_MIB = 1024, BATCH = 4096 };

static const char EXCEPTIONS[] = "witnessmark-bind.txt";

/* The command line, and the records. */
typedef struct request {
    const char *document, *exceptions;
    const char **paths;
    size_t count;
    wm_model *models; /* of the records */
    size_t opened;
    wm_buffer manifest; /* of the sealed document that the record is in; or empty */
} request;

static int read_arguments(wm_call *call, request *ask)
{
    const wm_argument table[] = {
        {.name = "--except", .value = &ask->exceptions},
        {.name = "DOCUMENT", .value = &ask->document, .is_needed = true},
        {.name = "RECORD",
         .value = ask->paths,
         .count = &ask->count,
         .most = (size_t)call->argc,
         .is_needed = true},
        {.name = NULL},
    };
    return wm_arguments_read(call, table);
}

/* The record of a sealed document's folder, and its manifest. A record that is given by its place
 * in one has a manifest beside it. Returns the path of the record. */
static const char *find_sealed(const char *given, char path[PATH_SIZE], wm_buffer *manifest)
{
    static const char *const MANIFESTS[] = {"/" WM_SEALED_MANIFEST, "/../manifest.sha256"};
    wm_error err;
    for (size_t i = 0; i < sizeof MANIFESTS / sizeof *MANIFESTS; i++) {
        const wm_input input = {.path = path, .most = (size_t)MANIFEST_MIB << 20};
        if (snprintf(path, PATH_SIZE, "%s%s", given, MANIFESTS[i]) >= PATH_SIZE ||
            wm_input_read(&input, manifest, &err) != WM_OK || manifest->size == 0)
            continue;
        (void)snprintf(path, PATH_SIZE, "%s%s", given, i == 0 ? "/anc/record" : "");
        return path;
    }
    return given;
}

/* Reads the manifest of a sealed document that was unpacked. */
static wm_status read_unpacked(const wm_record_argument *record, wm_buffer *manifest, wm_error *err)
{
    const wm_sealed_member *member =
        record->sealed != NULL ? wm_sealed_members_find(record->sealed, WM_SEALED_MANIFEST) : NULL;
    if (member == NULL || member->kind != WM_DIR_FILE || manifest->size > 0)
        return WM_OK;
    return wm_sealed_members_bytes(record->sealed, member, (size_t)MANIFEST_MIB << 20, manifest,
                                   err);
}

/* Audits and reads the records, with their findings. Returns the exit status. */
static int open_records(const wm_call *call, request *ask, wm_binding *binding)
{
    for (size_t i = 0; i < ask->count; i++) {
        wm_error err = {WM_OK, "", ""};
        wm_record_argument record;
        wm_status status;
        char path[PATH_SIZE];
        const char *given = ask->manifest.size == 0
                                ? find_sealed(ask->paths[i], path, &ask->manifest)
                                : ask->paths[i];
        const int answer = wm_record_argument_open(call, given, &record);
        if (answer != WM_EXIT_YES)
            return answer;
        status = read_unpacked(&record, &ask->manifest, &err);
        if (status != WM_OK)
            return wm_trouble_error(call, status, &err);
        status = wm_model_read(record.path, NULL, &ask->models[ask->opened++], &err);
        if (status != WM_OK)
            return wm_trouble_one_record(call, ask->paths[i], status,
                                         &ask->models[ask->opened - 1].report, &err);
        status = wm_binding_add_record(binding, &ask->models[i], ask->paths[i], &err);
        if (status != WM_OK)
            return wm_trouble_error(call, status, &err);
    }
    return WM_EXIT_YES;
}

/* The path of the exceptions: as given, or beside the document. */
static const char *exceptions_path(const request *ask, char path[WM_TEX_FILES_PATH + 32])
{
    const char *slash = strrchr(ask->document, '/');
    if (ask->exceptions != NULL)
        return ask->exceptions;
    (void)snprintf(path, WM_TEX_FILES_PATH + 32, "%.*s%s",
                   slash != NULL ? (int)(slash - ask->document) + 1 : 0, ask->document, EXCEPTIONS);
    return path;
}

/* Reads the exceptions. The file beside the document need not be there. */
static wm_status read_exceptions(const request *ask, wm_binding *binding, wm_error *err)
{
    char room[WM_TEX_FILES_PATH + 32];
    wm_buffer text = WM_BUFFER_EMPTY;
    const wm_input input = {.path = exceptions_path(ask, room),
                            .cannot_open = "cannot open: ",
                            .cannot_read = "cannot read: ",
                            .most = (size_t)EXCEPTIONS_MIB << 20,
                            .too_long = "exceptions over 4 MiB"};
    wm_status status = wm_input_read(&input, &text, err);
    if (status == WM_E_NOTFOUND && ask->exceptions == NULL)
        status = WM_OK;
    else if (status == WM_OK)
        status = wm_binding_read_exceptions(binding, input.path, text.data, text.size, err);
    wm_buffer_clear(&text);
    return status;
}

static int check(const wm_call *call, const request *ask, wm_binding *binding)
{
    wm_error err = {WM_OK, "", ""};
    wm_document to = {.status = WM_OK};
    size_t from = 0;
    int answer;
    wm_status status = read_exceptions(ask, binding, &err);
    if (status == WM_OK)
        status = wm_binding_check(binding, ask->document, &err);
    if (status != WM_OK)
        return wm_trouble_error(call, status, &err);
    if (call->form == NULL) /* a few at a time: a document may have very many */
        for (; binding->finding_count - from > BATCH && status == WM_OK; from += BATCH) {
            wm_binding_view_lines(binding, from, from + BATCH, &to);
            status = wm_terminal_print(call, &to);
        }
    if (status != WM_OK)
        return wm_trouble_error(call, status, &err);
    if (!call->as_json)
        wm_binding_view_lines(binding, from, binding->finding_count, &to);
    answer = wm_binding_view_end(binding, ask->document, call->form != NULL, &to);
    answer = wm_trouble_answer(call, &to, answer);
    wm_document_clear(&to);
    return answer;
}

/* Compares the PDF with the hash that was sealed, if there is one. */
static wm_status compare_bytes(const request *ask, wm_binding_bytes *bytes, wm_error *err)
{
    const wm_input input = {.path = ask->document,
                            .cannot_open = "cannot open: ",
                            .cannot_read = "cannot read: ",
                            .most = (size_t)PDF_MIB << 20,
                            .too_long = "a PDF over 1 GiB"};
    wm_buffer text = WM_BUFFER_EMPTY;
    uint8_t sha256[WM_SHA256_SIZE];
    wm_status status;
    if (ask->manifest.size == 0)
        return WM_OK;
    status = wm_input_read(&input, &text, err);
    if (status == WM_OK) {
        wm_sha256_hash(text.data, text.size, sha256);
        status = wm_binding_links_bytes(ask->manifest.data, ask->manifest.size, sha256, bytes);
    }
    wm_buffer_clear(&text);
    return status;
}

/* Compares the links of a PDF. */
static int check_pdf(const wm_call *call, const request *ask, const wm_binding *binding)
{
    wm_error err = {WM_OK, "", ""};
    wm_document to = {.status = WM_OK};
    wm_binding_bytes bytes = WM_BINDING_BYTES_UNKNOWN;
    wm_pdf_links shown, all;
    wm_status status;
    int answer;
    memset(&shown, 0, sizeof shown);
    memset(&all, 0, sizeof all);
    if (ask->exceptions != NULL)
        return wm_trouble_say(call, "--except", "cannot be given with a PDF");
    status = compare_bytes(ask, &bytes, &err);
    if (status == WM_OK)
        status = wm_pdf_tools_links(ask->document, &shown, &all, &err);
    if (status != WM_OK) {
        answer = wm_trouble_error(call, status, &err);
    } else {
        answer = wm_binding_links_add(binding, ask->document, bytes, &shown, &all, &to);
        answer = wm_trouble_answer(call, &to, answer);
        wm_document_clear(&to);
    }
    wm_pdf_links_clear(&shown);
    wm_pdf_links_clear(&all);
    return answer;
}

int wm_cmd_bind(wm_call *call)
{
    request ask = {.paths = calloc((size_t)call->argc + 1, sizeof *ask.paths),
                   .models = calloc((size_t)call->argc + 1, sizeof *ask.models)};
    wm_binding *binding = calloc(1, sizeof *binding);
    int answer;
    if (ask.paths == NULL || ask.models == NULL || binding == NULL)
        answer = wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    else
        answer = read_arguments(call, &ask);
    if (answer == WM_EXIT_YES)
        answer = open_records(call, &ask, binding);
    if (answer == WM_EXIT_YES)
        answer = wm_pdf_tools_is_pdf(ask.document) ? check_pdf(call, &ask, binding)
                                                   : check(call, &ask, binding);
    if (binding != NULL)
        wm_binding_clear(binding);
    for (size_t i = 0; i < ask.opened; i++)
        wm_model_close(&ask.models[i]);
    free(binding);
    free(ask.models);
    free(ask.paths);
    wm_buffer_clear(&ask.manifest);
    return answer;
}

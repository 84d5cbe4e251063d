/* Audits the folder of a record: manifest, files, and anything extra.
 *
 * The evidence is judged before the manifest: its root lists the files with their hashes, and
 * the refusal of a line says more than a hash that differs. A file that no rule asks for is
 * refused too, because a reader could take it for a part of the record. Where several files
 * offend, the first in byte order is named, so that every checker says the same. */
#include "record/audit/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/code_point.h"
#include "base/lines.h"
#include "base/status.h"
#include "record/audit/found.h"
#include "record/audit/intake.h"
#include "record/nodes/kind_root.h"

static const char EVIDENCE[] = "evidence.jsonl";
static const char MANIFEST[] = "manifest.sha256";

enum {
    MANIFEST_MAX = 1 << 20,
    NAMES_MAX = 64,
    PATH_MAX_BYTES = 255,
    /* The manifest cannot name so many with its own: of as many files, one is extra. */
    FILES_KEPT = NAMES_MAX + 2
};

/* A line of the manifest. */
typedef struct named {
    char path[PATH_MAX_BYTES + 1];
    uint8_t hash[WM_SHA256_SIZE];
    uint64_t line;
} named;

/* What a listing met. */
typedef struct listed {
    char path[PATH_MAX_BYTES + 1]; /* cut there */
    bool is_cut;
    wm_dir_kind kind;
} listed;

/* The audit of one folder. */
typedef struct audited {
    const wm_folder *folder;
    wm_audit_state *state;
    wm_status status; /* error other than a refusal */
    size_t count;
    named names[NAMES_MAX];
    bool has_evidence, has_manifest; /* entries of these names are there */
    bool is_evidence_plain;          /* that one is a plain file */
    listed strange;                  /* the first that is no plain file; or an empty path */
    listed files[FILES_KEPT];        /* the first plain files and folders that are too deep */
    listed *order[FILES_KEPT];       /* these in byte order */
    size_t file_count;
    bool is_no_record;               /* neither evidence nor manifest is there */
    char closed[PATH_MAX_BYTES + 1]; /* what a listing could not look at */
    int cause;                       /* errno of the error; 0: none */
} audited;

static bool refuse_named(audited *at, const char *file, uint64_t line, wm_rule rule,
                         const char *words, const char *path)
{
    wm_refusal *refusal = &at->state->refusal;
    refusal->file = file;
    refusal->line = line;
    return !wm_refusal_make(refusal, rule, "%s%s", words, path);
}

static bool refuse_at(audited *at, const char *file, uint64_t line, wm_rule rule, const char *words)
{
    return refuse_named(at, file, line, rule, words, "");
}

/* Stores an error about a path, with errno as its cause. Returns false. */
static bool fail_at(audited *at, const char *path, wm_status status)
{
    at->cause = errno;
    at->state->refusal.file = path;
    at->status = status;
    return false;
}

/* Opens a required file. *is_open is false if it cannot be opened and the rule is switched off. */
static bool open_file(audited *at, const char *path, wm_source *source, bool *is_open)
{
    wm_status status;
    errno = 0;
    status = at->folder->open(at->folder->context, path, source);
    *is_open = status == WM_OK;
    if (status == WM_OK)
        return true;
    if (status == WM_E_NOTFOUND)
        return refuse_at(at, path, 0, WM_RULE_MANIFEST_FILES, "the file is missing");
    if (status == WM_E_INVALID)
        return refuse_at(at, path, 0, WM_RULE_SYMLINK, "this is not a plain file");
    return fail_at(at, path, status);
}

/* ---- manifest -------------------------------------------------------------------------------- */

/* Whether a path is relative, of the allowed characters, without empty, `.` or `..` components. */
static bool is_path(const char *text, size_t size)
{
    size_t start = 0;
    for (size_t i = 0; i <= size; i++) {
        const char c = i < size ? text[i] : '/';
        if (c == '/') {
            const size_t length = i - start;
            if (length == 0 || (length == 1 && text[start] == '.') ||
                (length == 2 && text[start] == '.' && text[start + 1] == '.'))
                return false;
            start = i + 1;
        } else if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '.' || c == '_' || c == '-')) {
            return false;
        }
    }
    return size > 0 && size <= PATH_MAX_BYTES;
}

/* Checks line 1, which names the root. */
static bool check_first_line(audited *at, const char *line, size_t size)
{
    uint8_t root[WM_SHA256_SIZE];
    char found[WM_FOUND_SIZE], computed[WM_FOUND_SIZE];
    if (size != 7 + 64 || memcmp(line, "# root ", 7) != 0 ||
        !wm_sha256_from_hex(line + 7, 64, root))
        return refuse_at(at, MANIFEST, 1, WM_RULE_MANIFEST_FORM, "line 1 is not `# root ID`");
    if (memcmp(root, at->state->root, sizeof root) == 0)
        return true;
    at->state->refusal.file = MANIFEST;
    at->state->refusal.line = 1;
    return WM_REFUSE(at->state, WM_RULE_MANIFEST_ROOT, "root: found %s, recomputed %s",
                     wm_found_hex(root, found), wm_found_hex(at->state->root, computed));
}

static bool check_line(audited *at, uint64_t number, const char *line, size_t size)
{
    named *name = &at->names[at->count];
    if (size < 67 || memcmp(line + 64, "  ", 2) != 0 || !wm_sha256_from_hex(line, 64, name->hash) ||
        !is_path(line + 66, size - 66))
        return refuse_at(at, MANIFEST, number, WM_RULE_MANIFEST_FORM,
                         "the line is not a SHA-256, two spaces and a path");
    memcpy(name->path, line + 66, size - 66);
    name->path[size - 66] = '\0';
    name->line = number;
    if (at->count > 0 && strcmp(at->names[at->count - 1].path, name->path) >= 0 &&
        !refuse_at(at, MANIFEST, number, WM_RULE_MANIFEST_FORM, "paths are not in ascending order"))
        return false;
    at->count++;
    return true;
}

static bool check_lines(audited *at, const char *text, size_t size)
{
    uint64_t number = 1;
    if (size == 0)
        return refuse_at(at, MANIFEST, 0, WM_RULE_MANIFEST_FORM, "the file is empty");
    while (size > 0) {
        const size_t whole = wm_lines_first(text, size);
        const bool has_newline = text[whole - 1] == '\n';
        const size_t line = has_newline ? whole - 1 : whole;
        if (!has_newline && !refuse_at(at, MANIFEST, number, WM_RULE_MANIFEST_FORM,
                                       "the last line does not end with a newline"))
            return false;
        if (number == 1 ? !check_first_line(at, text, line) : !check_line(at, number, text, line))
            return false;
        if (at->count == NAMES_MAX)
            return refuse_at(at, MANIFEST, number, WM_RULE_MANIFEST_FILES, "too many files");
        text += whole;
        size -= whole;
        number++;
    }
    return true;
}

static bool read_manifest(audited *at)
{
    wm_source source;
    bool is_open, is_right = true;
    char *text;
    if (!open_file(at, MANIFEST, &source, &is_open))
        return false;
    if (!is_open)
        return true;
    if (source.size_bytes > MANIFEST_MAX) {
        at->folder->close(&source);
        return refuse_at(at, MANIFEST, 0, WM_RULE_MANIFEST_FORM, "the file is over 1 MiB");
    }
    text = malloc((size_t)source.size_bytes + 1);
    at->status =
        text == NULL ? WM_E_NOMEM : source.read(source.context, 0, text, (size_t)source.size_bytes);
    if (at->status != WM_OK)
        is_right = fail_at(at, MANIFEST, at->status);
    else
        is_right = check_lines(at, text, (size_t)source.size_bytes);
    free(text);
    at->folder->close(&source);
    return is_right && at->status == WM_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

static const named *find_name(const audited *at, const char *path)
{
    for (size_t i = 0; i < at->count; i++)
        if (strcmp(at->names[i].path, path) == 0)
            return &at->names[i];
    return NULL;
}

/* Path number index of the root's files; NULL past the last. */
static const char *root_path(const audited *at, size_t index)
{
    return wm_kind_root_path(index, at->state->plan.is_light, at->state->continue_count);
}

static bool is_of_record(const audited *at, const char *path)
{
    for (size_t i = 0; root_path(at, i) != NULL; i++)
        if (strcmp(root_path(at, i), path) == 0)
            return true;
    return strcmp(path, EVIDENCE) == 0;
}

/* The manifest names exactly the evidence and the files of the root. */
static bool check_names(audited *at)
{
    for (size_t i = 0; i < at->count; i++)
        if (!is_of_record(at, at->names[i].path) &&
            !refuse_named(at, MANIFEST, at->names[i].line, WM_RULE_MANIFEST_FILES,
                          "path not listed by the root: ", at->names[i].path))
            return false;
    for (size_t i = 0; root_path(at, i) != NULL; i++)
        if (find_name(at, root_path(at, i)) == NULL &&
            !refuse_named(at, MANIFEST, 0, WM_RULE_MANIFEST_FILES, "no line for ",
                          root_path(at, i)))
            return false;
    return find_name(at, EVIDENCE) != NULL ||
           refuse_named(at, MANIFEST, 0, WM_RULE_MANIFEST_FILES, "no line for ", EVIDENCE);
}

/* Refuses a hash that differs from the expected one. */
static bool refuse_hash(audited *at, const char *path, wm_rule rule, const uint8_t *hash,
                        const char *where, const uint8_t *there)
{
    char own[WM_SHA256_HEX_SIZE + 1], other[WM_SHA256_HEX_SIZE + 1], words[256];
    wm_sha256_to_hex(hash, own);
    wm_sha256_to_hex(there, other);
    snprintf(words, sizeof words, "SHA-256: found %s, expected that of the %s, %s", own, where,
             other);
    return refuse_at(at, path, 0, rule, words);
}

/* Compares one file with the manifest, and with the root if the root lists it. */
static bool check_file(audited *at, const char *path, const uint8_t *of_root)
{
    const named *name = find_name(at, path);
    uint8_t hash[WM_SHA256_SIZE];
    wm_source source;
    bool is_open;
    if (!open_file(at, path, &source, &is_open))
        return false;
    if (!is_open)
        return true;
    at->status = wm_sha256_source(&source, hash);
    if (at->status != WM_OK)
        (void)fail_at(at, path, at->status);
    at->folder->close(&source);
    if (at->status != WM_OK)
        return false;
    if (name != NULL && memcmp(hash, name->hash, sizeof hash) != 0 &&
        !refuse_hash(at, path, WM_RULE_MANIFEST_HASH, hash, "manifest", name->hash))
        return false;
    return of_root == NULL || memcmp(hash, of_root, sizeof hash) == 0 ||
           refuse_hash(at, path, WM_RULE_FILES_HASH, hash, "root", of_root);
}

/* ---- the listing, made once ------------------------------------------------------------------ */

/* Whether a path is an entry of the folder, or below it. */
static bool is_at(const char *path, const char *name)
{
    const size_t size = strlen(name);
    return strncmp(path, name, size) == 0 && (path[size] == '\0' || path[size] == '/');
}

static int compare_paths(const listed *one, const char *path)
{
    return strncmp(one->path, path, PATH_MAX_BYTES);
}

static void take_listed(listed *one, const char *path, wm_dir_kind kind)
{
    one->is_cut = strlen(path) > PATH_MAX_BYTES;
    one->kind = kind;
    (void)snprintf(one->path, sizeof one->path, "%.*s", WM_FIT(path, PATH_MAX_BYTES));
}

/* Keeps a path among the first in byte order. */
static void keep_file(audited *at, const char *path, wm_dir_kind kind)
{
    size_t place = at->file_count;
    listed *room;
    if (place < FILES_KEPT) {
        room = &at->files[at->file_count++];
    } else {
        room = at->order[--place];
        if (compare_paths(room, path) <= 0)
            return;
    }
    for (; place > 0 && compare_paths(at->order[place - 1], path) > 0; place--)
        at->order[place] = at->order[place - 1];
    at->order[place] = room;
    take_listed(room, path, kind);
}

static void visit(void *context, const char *path, wm_dir_kind kind)
{
    audited *at = context;
    if (is_at(path, MANIFEST))
        at->has_manifest = true;
    if (is_at(path, EVIDENCE))
        at->has_evidence = true;
    if (strcmp(path, EVIDENCE) == 0)
        at->is_evidence_plain = kind == WM_DIR_FILE;
    if (kind == WM_DIR_CLOSED)
        (void)snprintf(at->closed, sizeof at->closed, "%.*s", WM_FIT(path, PATH_MAX_BYTES));
    else if (kind == WM_DIR_FILE || kind == WM_DIR_DEEP)
        keep_file(at, path, kind);
    else if (at->strange.path[0] == '\0' || compare_paths(&at->strange, path) > 0)
        take_listed(&at->strange, path, kind);
}

/* Whether a file is there. Only opening shows it here, and that follows symbolic links. */
static bool can_open(const audited *at, const char *path, bool *is_plain)
{
    wm_source source;
    const wm_status status = at->folder->open(at->folder->context, path, &source);
    if (status == WM_OK)
        at->folder->close(&source);
    *is_plain = status == WM_OK;
    return status != WM_E_NOTFOUND;
}

/* Lists the folder. A listing does not follow symbolic links. */
static bool list_folder(audited *at)
{
    bool is_plain;
    if (at->folder->list == NULL) {
        at->has_evidence = can_open(at, EVIDENCE, &at->is_evidence_plain);
        at->has_manifest = can_open(at, MANIFEST, &is_plain);
        return true;
    }
    errno = 0;
    at->status = at->folder->list(at->folder->context, visit, at);
    return at->status == WM_OK || fail_at(at, at->closed, at->status);
}

/* The message for an offending path of a kind. */
static const char *offence(wm_dir_kind kind)
{
    switch (kind) {
    case WM_DIR_FILE:
        return "the manifest does not name this file";
    case WM_DIR_DEEP:
        return "this folder is nested too deep for a record's file";
    case WM_DIR_EMPTY:
        return "this folder is empty";
    case WM_DIR_CLOSED: /* an error, not an offence */
    case WM_DIR_OTHER:
        break;
    }
    return "this is a link, a device, a pipe or a socket, not a plain file";
}

/* Refuses what is not a plain file. */
static bool check_plain(audited *at)
{
    return at->strange.path[0] == '\0' ||
           refuse_at(at, at->strange.path, 0, WM_RULE_SYMLINK, offence(at->strange.kind));
}

/* Refuses the first file that the manifest does not name. */
static bool check_extra(audited *at)
{
    for (size_t i = 0; i < at->file_count; i++) {
        const listed *one = at->order[i];
        const bool is_named =
            one->kind == WM_DIR_FILE && !one->is_cut &&
            (strcmp(one->path, MANIFEST) == 0 || find_name(at, one->path) != NULL);
        if (!is_named)
            return refuse_at(at, one->path, 0, WM_RULE_EXTRA, offence(one->kind));
    }
    return true;
}

/* ---- priors, as the audit of the evidence reads them ----------------------------------------- */

static wm_status open_prior(void *context, size_t index, wm_source *source)
{
    const wm_folder *folder = context;
    return folder->open(folder->context, wm_kind_root_prior(index), source);
}

static bool check_evidence(audited *at, const wm_audit_options *options, wm_audit_report *report)
{
    wm_source source;
    bool is_open;
    if (!open_file(at, EVIDENCE, &source, &is_open))
        return false;
    if (!is_open)
        return true;
    at->state->refusal.file = EVIDENCE;
    at->status = wm_audit_ledger(at->state, &source, options, report);
    if (at->status == WM_E_IO)
        (void)fail_at(at, EVIDENCE, at->status);
    at->folder->close(&source);
    return at->status == WM_OK;
}

/* Whether the evidence begins with an environment and does not end with a root. */
static bool is_unfinished(audited *at, const wm_source *evidence)
{
    wm_buffer last = WM_BUFFER_EMPTY;
    bool is_begun = false, is_ended = true;
    at->status = wm_audit_begins(at->state, evidence, "observation", "environment", &is_begun);
    if (at->status == WM_OK)
        at->status = wm_lines_last(evidence, WM_INTAKE_LINE_MAX, &last);
    if (at->status == WM_OK)
        at->status = wm_intake_is(at->state->json, last.data, last.size, "root", NULL, &is_ended);
    if (at->status == WM_E_IO)
        (void)fail_at(at, EVIDENCE, at->status);
    wm_buffer_clear(&last);
    return is_begun && !is_ended;
}

/* Opens the evidence. False, without a status, if that cannot be: what it is instead is judged
 * later. */
static bool open_ahead(audited *at, wm_source *source)
{
    const wm_status status = at->folder->open(at->folder->context, EVIDENCE, source);
    if (status == WM_E_NOMEM)
        at->status = status;
    return status == WM_OK;
}

/* Refuses an interrupted run, and a folder that is not a record at all. */
static bool check_there(audited *at)
{
    wm_source source;
    bool is_begun;
    if (!list_folder(at))
        return false;
    if (!at->has_evidence) {
        if (at->has_manifest)
            return refuse_at(at, EVIDENCE, 0, WM_RULE_MANIFEST_FILES, "the file is missing");
        at->status = WM_E_OPEN;
        at->is_no_record = true;
        return false;
    }
    if (at->has_manifest || !at->is_evidence_plain || !open_ahead(at, &source))
        return at->status == WM_OK;
    is_begun = is_unfinished(at, &source);
    at->folder->close(&source);
    if (at->status != WM_OK)
        return false;
    if (!is_begun || refuse_at(at, EVIDENCE, 0, WM_RULE_UNFINISHED,
                               "the run was interrupted; witnessmark run --resume resumes one that "
                               "has its plan; a wrap begins anew"))
        return true;
    at->status = WM_E_UNFINISHED;
    return false;
}

/* Tells a record of another format before anything of its folder is judged. */
static bool check_format(audited *at)
{
    wm_source source;
    if (!at->is_evidence_plain || !open_ahead(at, &source))
        return at->status == WM_OK;
    at->status = wm_audit_look_ahead(at->state, &source);
    if (at->status == WM_E_IO)
        (void)fail_at(at, EVIDENCE, at->status);
    at->folder->close(&source);
    return at->status == WM_OK;
}

static bool check_all(audited *at, const wm_audit_options *options, wm_audit_report *report)
{
    if (!check_there(at) || !check_format(at) || !check_plain(at) ||
        !check_evidence(at, options, report) || !read_manifest(at) || !check_names(at))
        return false;
    for (size_t i = 0; root_path(at, i) != NULL; i++)
        if (!check_file(at, root_path(at, i), at->state->files[i]))
            return false;
    return check_file(at, EVIDENCE, NULL) && check_extra(at);
}

/* Names the file that cannot be opened or read, and the cause. */
static wm_status say_cause(const audited *at, wm_status status, wm_error *err)
{
    const char *file = at->state->refusal.file;
    const bool has_name = file != NULL && file[0] != '\0';
    return wm_error_set(err, status, NULL, "%s%s%s", has_name ? file : "", has_name ? ": " : "",
                        strerror(at->cause));
}

wm_status wm_folder_audit(const wm_folder *folder, const wm_audit_options *options,
                          wm_audit_report *report, wm_error *err)
{
    wm_prior_access access;
    wm_audit_state state;
    audited *at;
    wm_status status;
    memset(report, 0, sizeof *report);
    status = wm_audit_open(&state, options, err);
    if (status != WM_OK)
        return status;
    at = calloc(1, sizeof *at);
    if (at == NULL) {
        wm_audit_state_clear(&state);
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    }
    at->folder = folder;
    at->state = &state;
    access.context = (void *)folder;
    access.open = open_prior;
    access.close = folder->close;
    state.access = &access;
    if (!check_all(at, options, report))
        status = at->status != WM_OK ? at->status : WM_E_INVALID;
    if (at->is_no_record)
        status = wm_error_set(err, WM_E_OPEN, NULL,
                              "not a record: neither evidence.jsonl nor manifest.sha256 is there");
    else
        status = wm_audit_conclude(&state, status, options, report, err);
    if (at->cause != 0 && (status == WM_E_OPEN || status == WM_E_IO))
        (void)say_cause(at, status, err);
    wm_audit_state_clear(&state);
    free(at);
    return status;
}

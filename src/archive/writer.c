/* Writes a record: observations as they are made, then all derived nodes, then the final name.
 *
 * The graph judges an observation before a byte is written, so the file never holds a line that a
 * record cannot have. Each is synced before the next is measured: a crash loses one at most, as a
 * torn last line, which resuming cuts off. After a failed write or sync it is unknown what the disk
 * has. The writer then takes no more lines, and resuming reads back what is there. */
#include "archive/writer.h"

#include "archive/disk.h"
#include "archive/prior_copy.h"
#include "archive/writer_state.h"
#include "base/buffer.h"
#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "record/nodes/contents.h"
#include "record/build/graph.h"
#include "record/audit/intake.h"
#include "standards/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STRAY_SIZE = 256 };

wm_status wm_writer_state_fail(const wm_writer *writer, wm_status code, const char *what,
                               wm_error *err)
{
    return wm_error_set(err, code, writer->path, "%s: %s", what, strerror(errno));
}

/* Whether a folder is a sealed record. A sealed record must not get further files. */
static bool is_record(int folder)
{
    return faccessat(folder, WM_WRITER_STATE_EVIDENCE, F_OK, 0) == 0 &&
           faccessat(folder, WM_WRITER_STATE_MANIFEST, F_OK, 0) == 0;
}

/* The same of a folder and of all above it. */
static bool is_in_record(int folder)
{
    int at = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat now, above;
    bool is_inside = false, is_top = false;
    while (at >= 0 && !is_inside && !is_top) {
        const int up = openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        is_inside = is_record(at);
        is_top = up < 0 || fstat(at, &now) != 0 || fstat(up, &above) != 0 ||
                 (now.st_dev == above.st_dev && now.st_ino == above.st_ino);
        (void)close(at);
        at = up;
    }
    if (at >= 0)
        (void)close(at);
    return is_inside;
}

wm_status wm_writer_probe(const char *path, uint64_t bytes_needed, wm_error *err)
{
    wm_disk_place place;
    wm_status status;
    if (!wm_disk_has_standard())
        return wm_error_set(err, WM_E_OPEN, path,
                            "descriptor 0, 1 or 2 is closed, so messages could be written into the "
                            "record; open all three");
    status = wm_disk_open(path, &place, err);
    if (status != WM_OK)
        return status;
    if (wm_disk_exists(&place))
        status = wm_error_set(err, WM_E_EXISTS, path, "exists already; a record is never replaced");
    else if (is_in_record(place.folder))
        status =
            wm_error_set(err, WM_E_EXISTS, path, "is inside a record; choose a path outside it");
    else
        status = wm_disk_check_room(&place, bytes_needed, err);
    wm_disk_close(&place);
    return status;
}

/* Makes the partial's name and path from the final ones. */
static wm_status name_partial(wm_writer *writer, const char *path, wm_error *err)
{
    size_t stem;
    int size = snprintf(writer->partial, sizeof writer->partial, ".%s.partial", writer->place.name);
    if (size < 0 || (size_t)size >= sizeof writer->partial)
        return wm_error_set(err, WM_E_ARG, path, "the name is too long");
    stem = strlen(writer->place.path);
    while (stem > 0 && writer->place.path[stem - 1] == '/')
        stem--;
    while (stem > 0 && writer->place.path[stem - 1] != '/')
        stem--;
    (void)snprintf(writer->path, sizeof writer->path, "%.*s%s", (int)stem, writer->place.path,
                   writer->partial);
    return WM_OK;
}

/* Keeps the first path in the partial that is not part of a record. */
static void find_stray(void *context, const char *path, wm_dir_kind kind)
{
    char *stray = context;
    bool is_own = false;
    for (size_t i = 0; wm_kind_root_file_at(i) != NULL; i++)
        is_own = is_own || strcmp(path, wm_kind_root_file_at(i)) == 0;
    if (kind != WM_DIR_FILE)
        is_own = kind == WM_DIR_EMPTY && (strcmp(path, "code") == 0 || strcmp(path, "prior") == 0);
    if (!is_own && stray[0] == '\0')
        (void)snprintf(stray, STRAY_SIZE, "%s", path);
}

/* Refuses files that are not part of a record: the audit would refuse the record, but now it can
 * still be resumed. */
wm_status wm_writer_state_refuse_strays(const wm_writer *writer, wm_error *err)
{
    const wm_dir folder = {writer->folder};
    char stray[STRAY_SIZE] = "";
    const wm_status status = wm_dir_walk(&folder, find_stray, stray);
    if (status != WM_OK)
        return wm_writer_state_fail(writer, status, "cannot list its files", err);
    if (stray[0] != '\0')
        return wm_error_set(err, WM_E_INVALID, writer->path,
                            "contains %s, which is not part of a record: remove it and resume",
                            stray);
    return WM_OK;
}

/* A writer with its paths set and its final name unused; it has no open file yet. */
static wm_status begin(const char *path, uint64_t bytes_needed, wm_writer **out, wm_error *err)
{
    wm_writer *writer;
    wm_status status = wm_writer_probe(path, bytes_needed, err);
    if (status != WM_OK)
        return status;
    writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    writer->folder = writer->file = -1;
    wm_sha256_init(&writer->hash);
    status = wm_disk_open(path, &writer->place, err);
    if (status == WM_OK)
        status = name_partial(writer, path, err);
    writer->json = wm_json_new();
    writer->graph = wm_graph_new();
    if (status == WM_OK && (writer->json == NULL || writer->graph == NULL))
        status = wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    if (status != WM_OK) {
        wm_writer_close(writer);
        return status;
    }
    *out = writer;
    return WM_OK;
}

/* The status of a partial that is not there. A new one was made just now, so another process that
 * began at the same moment took it for an empty one, and uses the name. */
static wm_status absent(int flags)
{
    return (flags & O_EXCL) != 0 ? WM_E_EXISTS : WM_E_NOTFOUND;
}

/* Opens the partial's evidence and locks it, so that no second process writes it. */
static wm_status open_evidence(wm_writer *writer, int flags, wm_error *err)
{
    struct stat held, named;
    writer->folder = openat(writer->place.folder, writer->partial,
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (writer->folder < 0)
        return wm_writer_state_fail(writer, errno == ENOENT ? absent(flags) : WM_E_OPEN,
                                    "cannot open the partial record", err);
    writer->file = wm_disk_open_file(writer->folder, WM_WRITER_STATE_EVIDENCE,
                                     O_RDWR | O_CREAT | O_NONBLOCK | flags);
    if (writer->file < 0)
        return wm_writer_state_fail(writer,
                                    errno == EEXIST   ? WM_E_EXISTS
                                    : errno == ENOENT ? absent(flags)
                                                      : WM_E_OPEN,
                                    "cannot open its evidence.jsonl", err);
    if (flock(writer->file, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK
                   ? wm_error_set(err, WM_E_EXISTS, writer->path,
                                  "another process is writing this record")
                   : wm_writer_state_fail(writer, WM_E_OPEN, "cannot lock its evidence.jsonl", err);
    /* The former owner of the lock may have sealed the record and renamed the folder, or another
     * process may have removed the file. */
    if (fstat(writer->file, &held) != 0 || !S_ISREG(held.st_mode))
        return wm_error_set(err, WM_E_OPEN, writer->path,
                            "its evidence.jsonl is not a regular file");
    if (fstatat(writer->place.folder, writer->partial, &named, AT_SYMLINK_NOFOLLOW) != 0 ||
        wm_disk_exists(&writer->place) || held.st_nlink == 0)
        return wm_error_set(err, WM_E_EXISTS, writer->path,
                            "another process has sealed or removed this record meanwhile");
    return WM_OK;
}

/* Whether another process holds the partial. It must then not be resumed or removed. */
static bool is_being_written(const wm_writer *writer)
{
    const int folder = openat(writer->place.folder, writer->partial,
                              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int file = folder >= 0 ? openat(folder, WM_WRITER_STATE_EVIDENCE,
                                          O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                                 : -1;
    const bool is_held = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0)
        (void)close(file);
    if (folder >= 0)
        (void)close(folder);
    return is_held;
}

wm_status wm_writer_drop(const char *path, wm_error *err)
{
    wm_writer *writer = NULL;
    wm_status status = begin(path, 0, &writer, err);
    if (status != WM_OK)
        return status;
    if (is_being_written(writer))
        status =
            wm_error_set(err, WM_E_EXISTS, writer->path, "another process is writing this record");
    else
        wm_writer_discard(writer);
    wm_writer_close(writer);
    return status;
}

/* Whether a partial has its first two lines, the environment and the plan. Without them it holds
 * nothing that was measured, and does not say what to measure. */
static bool has_head(int file)
{
    char block[65536];
    ssize_t size;
    off_t offset = 0;
    unsigned lines = 0;
    while (lines < 2 && (size = pread(file, block, sizeof block, offset)) > 0) {
        for (ssize_t i = 0; i < size; i++)
            lines += block[i] == '\n';
        offset += size;
    }
    return lines >= 2;
}

/* Removes a partial without its first two lines, under the lock of its evidence. Where that is
 * absent, another process may be about to make it: then only a folder that is still empty goes, and
 * that process takes the next name. */
static void remove_empty(const wm_writer *writer)
{
    const int folder = openat(writer->place.folder, writer->partial,
                              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int file = folder >= 0 ? openat(folder, WM_WRITER_STATE_EVIDENCE,
                                          O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
                                 : -1;
    const bool is_absent = folder >= 0 && file < 0 && errno == ENOENT;
    if (is_absent)
        (void)unlinkat(writer->place.folder, writer->partial, AT_REMOVEDIR);
    else if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && !has_head(file))
        wm_writer_discard(writer);
    if (file >= 0)
        (void)close(file);
    if (folder >= 0)
        (void)close(folder);
}

static wm_status make_partial(wm_writer *writer, wm_error *err)
{
    bool is_made = mkdirat(writer->place.folder, writer->partial, 0755) == 0;
    if (!is_made && errno == EEXIST) {
        remove_empty(writer);
        is_made = mkdirat(writer->place.folder, writer->partial, 0755) == 0;
    }
    if (is_made)
        return WM_OK;
    if (errno != EEXIST)
        return wm_writer_state_fail(writer, WM_E_OPEN, "cannot create the partial record", err);
    if (is_being_written(writer))
        return wm_error_set(err, WM_E_EXISTS, writer->path,
                            "another process is writing this record");
    return wm_error_set(err, WM_E_EXISTS, writer->path,
                        "an unfinished record is here: resume it if a run made it, or remove it");
}

/* Names the copied priors to the graph, which judges them when the plan is added. */
static wm_status name_priors(wm_writer *writer, wm_error *err)
{
    const char *paths[WM_TABLES_CONTINUES];
    for (size_t i = 0; i < writer->priors.count; i++)
        paths[i] = writer->priors.path[i];
    return writer->priors.count == 0
               ? WM_OK
               : wm_graph_name_priors(writer->graph, paths, writer->priors.count, err);
}

/* Opens and locks a new partial, and copies the priors into it. After a failure nothing is left,
 * but what another process has under this name by now. */
static wm_status fill_partial(wm_writer *writer, const char *const *prior_paths, size_t prior_count,
                              wm_error *err)
{
    wm_status status = open_evidence(writer, O_EXCL, err);
    if (status == WM_E_EXISTS)
        return status;
    if (status == WM_OK)
        status = wm_prior_copy_all(writer->folder, writer->path, prior_paths, prior_count,
                                   &writer->priors, err);
    if (status == WM_OK)
        status = name_priors(writer, err);
    if (status == WM_OK && wm_disk_sync(writer->place.folder) != WM_OK)
        status = wm_writer_state_fail(writer, WM_E_IO, "cannot sync its folder", err);
    if (status == WM_OK)
        return WM_OK;
    if (writer->file >= 0)
        (void)close(writer->file); /* for its lock */
    writer->file = -1;
    remove_empty(writer);
    return status;
}

wm_status wm_writer_open(const char *path, uint64_t bytes_needed, const char *const *prior_paths,
                         size_t prior_count, wm_writer **out, wm_error *err)
{
    wm_writer *writer = NULL;
    wm_status status = begin(path, bytes_needed, &writer, err);
    if (status != WM_OK)
        return status;
    status = make_partial(writer, err);
    if (status == WM_OK)
        status = fill_partial(writer, prior_paths, prior_count, err);
    if (status != WM_OK) {
        wm_writer_close(writer);
        return status;
    }
    *out = writer;
    return WM_OK;
}

/* Updates the count, the size and the hash for a line in the file. */
void wm_writer_state_count(wm_writer *writer, const char *line, size_t size)
{
    writer->lines++;
    writer->size_bytes += size;
    wm_sha256_update(&writer->hash, line, size);
}

/* Truncates the file to its last whole line. If the disk refuses that, resuming truncates it. */
static void cut_torn(wm_writer *writer)
{
    writer->is_broken = true;
    if (ftruncate(writer->file, (off_t)writer->size_bytes) == 0)
        (void)lseek(writer->file, 0, SEEK_END);
}

wm_status wm_writer_append(wm_writer *writer, const char *json, size_t size, char id[WM_ID_SIZE],
                           wm_error *err)
{
    wm_line line;
    wm_status status;
    if (writer->is_broken)
        return wm_error_set(err, WM_E_ARG, writer->path,
                            "the record is sealed or a write failed: it takes no more lines");
    status = wm_graph_add(writer->graph, json, size, &line, err);
    if (status != WM_OK)
        return status;
    if (wm_disk_write(writer->file, line.text, line.size) != WM_OK ||
        wm_disk_sync_data(writer->file) != WM_OK) {
        status = wm_writer_state_fail(writer, WM_E_IO, "cannot write an observation", err);
        cut_torn(writer);
        return status;
    }
    wm_writer_state_count(writer, line.text, line.size);
    if (id != NULL)
        memcpy(id, line.id, WM_ID_SIZE);
    return WM_OK;
}

wm_status wm_writer_take(wm_writer *writer, wm_graph *graph, wm_error *err)
{
    const char *text = wm_graph_lines(graph), *end = text;
    size_t size;
    if (writer->is_broken || writer->lines > 0)
        return wm_error_set(err, WM_E_ARG, writer->path, "this writer has observations already");
    end += wm_graph_size(graph);
    if (wm_disk_write(writer->file, text, (size_t)(end - text)) != WM_OK) {
        const wm_status status =
            wm_writer_state_fail(writer, WM_E_IO, "cannot write the observations", err);
        cut_torn(writer);
        return status;
    }
    for (; text < end; text += size) {
        size = wm_lines_first(text, (size_t)(end - text));
        wm_writer_state_count(writer, text, size);
    }
    wm_graph_free(writer->graph);
    writer->graph = graph;
    writer->is_lent = true;
    return WM_OK;
}

/* The state of resuming while it reads the partial. */
typedef struct resume {
    wm_writer *writer;
    const char *expected[2]; /* JSON of the environment and the plan */
} resume;

/* Appends the expected line, with the `run` of a plan in the file in place of the caller's: it is
 * drawn anew for each record. */
static wm_status expect_line(const char *expected, const wm_content *node, wm_buffer *text)
{
    static const char KEY[] = "\"run\":\"";
    char *found;
    wm_status status = wm_buffer_puts(text, expected);
    if (status != WM_OK || !wm_contents_is(node, &wm_kind_plan_form) || !node->of.plan.run.is_there)
        return status;
    if (wm_buffer_text(text) == NULL)
        return WM_E_NOMEM;
    found = strstr(text->data, KEY);
    if (found != NULL && strlen(found) > sizeof KEY + WM_SHA256_HEX_SIZE) {
        char hex[WM_SHA256_HEX_SIZE + 1];
        wm_sha256_to_hex(node->of.plan.run.bytes, hex);
        memcpy(found + sizeof KEY - 1, hex, WM_SHA256_HEX_SIZE);
    }
    return WM_OK;
}

/* Adds line 1 or 2 to the graph from the caller's text, and compares it with the one in the file.
 */
static wm_status compare_head(resume *state, const wm_content *node, const wm_line *line,
                              wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    static const char *const names[] = {"environment (machine, program or settings)", "plan"};
    wm_writer *writer = state->writer;
    wm_line own;
    wm_status status = expect_line(state->expected[writer->lines], node, &text);
    if (status == WM_OK)
        status = wm_graph_add(writer->graph, text.data, text.size, &own, err);
    wm_buffer_clear(&text);
    if (status != WM_OK)
        return status;
    if (own.size != line->size || memcmp(own.text, line->text, own.size) != 0)
        return wm_error_set(err, WM_E_MISMATCH, writer->path,
                            "it was started with another %s; start a new run under another name",
                            names[writer->lines]);
    return WM_OK;
}

/* Adds a later line to the graph. */
static wm_status keep_line(const resume *state, const wm_line *line, wm_error *err)
{
    wm_line own;
    wm_status status = wm_graph_add(state->writer->graph, line->text, line->size - 1, &own, err);
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, state->writer->path, "%s", wm_status_text(status));
    if (status != WM_OK || own.size != line->size || memcmp(own.text, line->text, own.size) != 0)
        return wm_error_set(err, WM_E_INVALID, state->writer->path,
                            "line %llu is damaged; it cannot be resumed",
                            (unsigned long long)state->writer->lines + 1);
    return WM_OK;
}

/* Reads one line of the partial; sets *is_end at the end of the observations. */
static wm_status take_line(resume *state, const wm_line *line, bool *is_end, wm_error *err)
{
    wm_writer *writer = state->writer;
    wm_content node;
    wm_status status;
    *is_end = line->size == 0 || line->text[line->size - 1] != '\n';
    if (*is_end)
        return WM_OK;
    status = wm_contents_read(writer->json, line->text, line->size, &node);
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, writer->path, "%s", wm_status_text(status));
    if (status != WM_OK)
        return wm_error_set(err, WM_E_INVALID, writer->path, "line %llu is damaged",
                            (unsigned long long)writer->lines + 1);
    *is_end = writer->lines >= 2 && node.kind->name == NULL; /* not an observation */
    if (*is_end)
        return WM_OK;
    status =
        writer->lines < 2 ? compare_head(state, &node, line, err) : keep_line(state, line, err);
    if (status == WM_OK)
        wm_writer_state_count(writer, line->text, line->size);
    return status;
}

/* Reads the partial's observations and truncates the file behind them. */
static wm_status read_back(resume *state, wm_error *err)
{
    wm_writer *writer = state->writer;
    wm_source source;
    wm_lines lines;
    wm_line line = {NULL, 0, ""};
    bool is_end = false;
    wm_status status = wm_dir_source(&writer->file, &source);
    if (status != WM_OK)
        return wm_writer_state_fail(writer, status, "cannot read its evidence.jsonl", err);
    status = wm_lines_open(&source, WM_INTAKE_LINE_MAX, &lines);
    if (status != WM_OK)
        return wm_error_set(err, status, writer->path, "out of memory");
    while (status == WM_OK && !is_end) {
        status = wm_lines_next(&lines, &line.text, &line.size);
        if (status != WM_OK)
            status = wm_writer_state_fail(writer, status, "cannot read its evidence.jsonl", err);
        else if (line.size > WM_INTAKE_LINE_MAX)
            status = wm_error_set(err, WM_E_LIMIT, writer->path, "line %llu is over 1 MiB",
                                  (unsigned long long)writer->lines + 1);
        else
            status = take_line(state, &line, &is_end, err);
    }
    wm_lines_close(&lines);
    if (status == WM_OK && (ftruncate(writer->file, (off_t)writer->size_bytes) != 0 ||
                            lseek(writer->file, 0, SEEK_END) < 0))
        status = wm_writer_state_fail(writer, WM_E_IO, "cannot truncate its evidence.jsonl", err);
    return status;
}

/* Writes both lines of a partial that lacks one, as if it were new. After a failure nothing is
 * left. */
static wm_status write_head(resume *state, wm_error *err)
{
    wm_writer *writer = state->writer;
    wm_status status = WM_OK;
    if (ftruncate(writer->file, 0) != 0 || lseek(writer->file, 0, SEEK_SET) < 0)
        return wm_writer_state_fail(writer, WM_E_IO, "cannot truncate its evidence.jsonl", err);
    for (size_t i = 0; status == WM_OK && i < 2; i++)
        status =
            wm_writer_append(writer, state->expected[i], strlen(state->expected[i]), NULL, err);
    if (status != WM_OK)
        wm_writer_discard(writer);
    return status;
}

/* Finds the priors that the interrupted run has copied, or copies them again. */
static wm_status resume_priors(wm_writer *writer, const wm_writer_head *head, wm_error *err)
{
    wm_status status;
    if (head->prior_count == 0)
        return WM_OK;
    status = has_head(writer->file)
                 ? wm_prior_copy_find(writer->folder, writer->path, head->prior_paths,
                                      head->prior_count, &writer->priors, err)
                 : wm_prior_copy_all(writer->folder, writer->path, head->prior_paths,
                                     head->prior_count, &writer->priors, err);
    return status == WM_OK ? name_priors(writer, err) : status;
}

wm_status wm_writer_resume(const char *path, uint64_t bytes_needed, const wm_writer_head *head,
                           wm_writer **out, wm_error *err)
{
    resume state = {NULL, {head->environment, head->plan}};
    wm_status status = begin(path, bytes_needed, &state.writer, err);
    if (status != WM_OK)
        return status;
    status = open_evidence(state.writer, 0, err);
    if (status == WM_OK)
        status = wm_writer_state_refuse_strays(state.writer, err);
    if (status == WM_OK)
        status = resume_priors(state.writer, head, err);
    if (status == WM_OK)
        status = has_head(state.writer->file) ? read_back(&state, err) : write_head(&state, err);
    if (status != WM_OK) {
        wm_writer_close(state.writer);
        return status;
    }
    *out = state.writer;
    return WM_OK;
}

wm_graph *wm_writer_graph(wm_writer *writer)
{
    return writer->graph;
}

bool wm_writer_has_plan(const wm_writer *writer)
{
    return writer->lines >= 2;
}

const char *wm_writer_partial(const wm_writer *writer)
{
    return writer->is_published ? NULL : writer->path;
}

void wm_writer_close(wm_writer *writer)
{
    if (writer == NULL)
        return;
    if (writer->file >= 0)
        (void)close(writer->file);
    if (writer->folder >= 0)
        (void)close(writer->folder);
    wm_disk_close(&writer->place);
    wm_json_free(writer->json);
    wm_buffer_clear(&writer->derived);
    if (!writer->is_lent)
        wm_graph_free(writer->graph);
    free(writer);
}

/* Writes a file of a record that is being unpacked.
 *
 * An archive of 1 MB can have a file of 1 GiB. A line that no audit accepts ends what is written of
 * evidence: the audit stops there too. It looks at the last line first, so that one is kept; of a
 * record of another format it also counts the lines. A line is refused here by its length, its
 * first and its last characters; of the first line the type and the kind are read too. */
#include "archive/spool_file.h"

#include "archive/disk.h"
#include "base/lines.h"
#include "base/status.h"
#include "record/audit/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PADDING_MOST = 1 << 24, BLOCK = 4096 };

/* ---- the room of the process ----------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t used_bytes; /* of all records */

wm_status wm_spool_share_take(wm_spool_share *share, uint64_t bytes, wm_error *err)
{
    bool fits;
    (void)pthread_mutex_lock(&lock);
    fits = bytes <= WM_SPOOL_BYTES - used_bytes;
    if (fits) {
        used_bytes += bytes;
        share->bytes += bytes;
    }
    share->is_crowded = !fits && bytes <= WM_SPOOL_BYTES - share->bytes;
    (void)pthread_mutex_unlock(&lock);
    if (fits)
        return WM_OK;
    return wm_error_set(err, WM_E_LIMIT, NULL,
                        share->is_crowded
                            ? "refused: the records of this command unpack to over 2 GiB together; "
                              "unpack some with tar"
                            : "refused: the archive unpacks to over 2 GiB");
}

void wm_spool_share_give(wm_spool_share *share)
{
    (void)pthread_mutex_lock(&lock);
    used_bytes -= share->bytes;
    share->bytes = 0;
    (void)pthread_mutex_unlock(&lock);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Refuses the line so far if no audit may accept it. Errors: NOMEM. */
static wm_status judge(wm_spool_file *of)
{
    const wm_buffer *line = &of->line;
    bool is_right = line->size <= WM_INTAKE_LINE_MAX;
    wm_status status = WM_OK;
    if (is_right && of->is_whole)
        is_right = line->size >= 3 && line->data[0] == '{' && line->data[line->size - 2] == '}';
    if (is_right && of->is_whole && of->line_number == 1)
        status =
            wm_intake_is(of->json, line->data, line->size, "observation", "environment", &is_right);
    of->is_refused = !is_right;
    return status;
}

/* Adds a part of the current line, of which no more is kept than shows that it is too long. */
static wm_status add_part(wm_spool_file *of, const char *part, size_t size)
{
    size_t room;
    if (of->is_whole || of->line_number == 0) {
        of->line.size = 0;
        of->line_number += !of->is_refused;
    }
    of->is_whole = part[size - 1] == '\n';
    room = WM_INTAKE_LINE_MAX + 1 - of->line.size;
    return wm_buffer_append(&of->line, part, size < room ? size : room);
}

/* Looks at the next bytes of evidence. *kept is how many of them are to be written. */
static wm_status look_at(wm_spool_file *of, const char *data, size_t size, size_t *kept)
{
    wm_status status = WM_OK;
    *kept = 0;
    while (status == WM_OK && size > 0) {
        const size_t part = wm_lines_first(data, size);
        status = add_part(of, data, part);
        if (of->is_refused) {
            of->has_more = true;
            of->more_lines += of->is_whole;
        } else {
            *kept += part;
            if (status == WM_OK)
                status = judge(of);
            of->ends_with_newline = of->is_whole;
        }
        data += part;
        size -= part;
    }
    return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static wm_status say_write(const wm_spool_file *of, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, NULL,
                        "cannot write %s into the temporary folder: %s; set TMPDIR", of->name,
                        strerror(errno));
}

static wm_status say_memory(wm_status status, wm_error *err)
{
    return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
}

static int make_file(int folder, const char *name)
{
    const char *slash = strchr(name, '/');
    char inner[16] = "";
    if (slash != NULL && (size_t)(slash - name) < sizeof inner) {
        memcpy(inner, name, (size_t)(slash - name));
        if (mkdirat(folder, inner, 0700) != 0 && errno != EEXIST)
            return -1;
    }
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

wm_status wm_spool_file_open(int folder, const char *name, wm_spool_share *share, wm_spool_file *of,
                             wm_error *err)
{
    static const char END[] = ".jsonl";
    const size_t size = strlen(name), end = strlen(END);
    memset(of, 0, sizeof *of);
    of->share = share;
    of->name = name;
    of->is_evidence = size > end && strcmp(name + size - end, END) == 0;
    of->file = make_file(folder, name);
    if (of->file < 0)
        return say_write(of, err);
    of->json = of->is_evidence ? wm_json_new() : NULL;
    return of->is_evidence && of->json == NULL ? say_memory(WM_E_NOMEM, err) : WM_OK;
}

static wm_status write_bytes(wm_spool_file *of, const char *data, size_t size, wm_error *err)
{
    const wm_status status = wm_spool_share_take(of->share, size, err);
    if (status != WM_OK || size == 0)
        return status;
    return wm_disk_write(of->file, data, size) == WM_OK ? WM_OK : say_write(of, err);
}

wm_status wm_spool_file_take(wm_spool_file *of, const char *data, size_t size, wm_error *err)
{
    size_t kept = size;
    wm_status status = WM_OK;
    of->size_bytes += size;
    if (of->size_bytes > WM_SPOOL_FILE_BYTES)
        return wm_error_set(err, WM_E_LIMIT, NULL, "refused: %s is too large: over 1 GiB",
                            of->name);
    if (of->is_evidence)
        status = look_at(of, data, size, &kept);
    return status != WM_OK ? say_memory(status, err) : write_bytes(of, data, kept, err);
}

/* Writes empty lines. */
static wm_status write_newlines(wm_spool_file *of, uint64_t count, wm_error *err)
{
    char block[BLOCK];
    wm_status status = WM_OK;
    memset(block, '\n', sizeof block);
    while (status == WM_OK && count > 0) {
        const size_t size = count < BLOCK ? (size_t)count : BLOCK;
        status = write_bytes(of, block, size, err);
        count -= size;
    }
    return status;
}

/* Writes the last line behind a refused one. */
static wm_status end_evidence(wm_spool_file *of, wm_error *err)
{
    char format[64];
    uint64_t padding = !of->ends_with_newline;
    wm_status status;
    if (!of->has_more || of->line.size > WM_INTAKE_LINE_MAX)
        return WM_OK;
    status = wm_intake_other_format(of->json, of->line.data, of->line.size, format);
    if (status == WM_E_NOMEM)
        return say_memory(status, err);
    if (status != WM_OK)
        padding = of->more_lines - 1;
    if (padding > PADDING_MOST)
        return wm_error_set(err, WM_E_INVALID, NULL,
                            "refused: line %llu of %s is no line of a record",
                            (unsigned long long)of->line_number, of->name);
    status = write_newlines(of, padding, err);
    return status == WM_OK ? write_bytes(of, of->line.data, of->line.size, err) : status;
}

wm_status wm_spool_file_close(wm_spool_file *of, wm_status status, wm_error *err)
{
    if (status == WM_OK && of->is_evidence)
        status = end_evidence(of, err);
    if (of->file >= 0 && close(of->file) != 0 && status == WM_OK)
        status = say_write(of, err);
    wm_json_free(of->json);
    wm_buffer_clear(&of->line);
    return status;
}

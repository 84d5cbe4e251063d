/* The values of hidden facts with their salts: the lines of RECORD.facts.
 *
 * A serial number has few possible values, so its bare hash could be guessed. The salt has 128
 * random bits. It is not in the record: who has the line can show the value, and nobody else can
 * find it. A file that is there is never replaced, because its salts are nowhere else. */
#include "measure/facts/commitments.h"

#include "archive/disk.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/random.h"
#include "base/status.h"
#include "standards/jcs.h"
#include "standards/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SALT = 32 };

/* ---- lines ----------------------------------------------------------------------------------- */

static char *copy(const char *text, size_t size)
{
    char *out = malloc(size + 1);
    if (out == NULL)
        return NULL;
    memcpy(out, text, size);
    out[size] = '\0';
    return out;
}

/* Keeps a line; value has no NUL byte. */
static wm_status keep(wm_commitments *all, const char *line, size_t line_size, const char *name,
                      const char *value, size_t value_size, bool is_new)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_commitment *grown = wm_array_grow(all->of, &all->capacity, all->count + 1, sizeof *grown);
    wm_commitment *made;
    if (grown == NULL)
        return WM_E_NOMEM;
    all->of = grown;
    made = &grown[all->count];
    memset(made, 0, sizeof *made);
    made->line = copy(line, line_size);
    made->value = copy(value, value_size);
    all->count++;
    if (made->line == NULL || made->value == NULL)
        return WM_E_NOMEM;
    (void)snprintf(made->name, sizeof made->name, "%s", name);
    wm_sha256_hash(line, line_size, digest);
    wm_sha256_to_hex(digest, made->hash);
    made->is_new = is_new;
    return WM_OK;
}

/* Makes the canonical line of a fact. */
static wm_status write_line(wm_buffer *line, const char *name, const char *salt, const char *value)
{
    wm_status status = wm_buffer_puts(line, "{\"fact\":");
    if (status == WM_OK)
        status = wm_jcs_append_string(line, name, strlen(name));
    if (status == WM_OK)
        status = wm_buffer_puts(line, ",\"salt\":");
    if (status == WM_OK)
        status = wm_jcs_append_string(line, salt, strlen(salt));
    if (status == WM_OK)
        status = wm_buffer_puts(line, ",\"value\":");
    if (status == WM_OK)
        status = wm_jcs_append_string(line, value, strlen(value));
    return status == WM_OK ? wm_buffer_putc(line, '}') : status;
}

wm_status wm_commitments_make(wm_commitments *all, const char *name, const char *value,
                              char hash[WM_ID_SIZE])
{
    wm_buffer line = WM_BUFFER_EMPTY;
    char salt[WM_ID_SIZE];
    wm_status status;
    size_t i = 0;
    while (i < all->count &&
           (strcmp(all->of[i].name, name) != 0 || strcmp(all->of[i].value, value) != 0))
        i++;
    if (i == all->count) {
        status = wm_random_digits(salt);
        salt[SALT] = '\0';
        if (status == WM_OK)
            status = write_line(&line, name, salt, value);
        if (status == WM_OK)
            status = keep(all, line.data, line.size, name, value, strlen(value), true);
        wm_buffer_clear(&line);
        if (status != WM_OK)
            return status;
    }
    memcpy(hash, all->of[i].hash, WM_ID_SIZE);
    return WM_OK;
}

bool wm_commitments_are_new(const wm_commitments *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->of[i].is_new)
            return true;
    return false;
}

void wm_commitments_clear(wm_commitments *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->of[i].line);
        free(all->of[i].value);
    }
    free(all->of);
    *all = (wm_commitments){NULL, 0, 0};
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is_salt(const wm_json_value *value)
{
    if (value == NULL || value->kind != WM_JSON_STRING || value->text_size != SALT)
        return false;
    for (size_t i = 0; i < SALT; i++)
        if (strchr("0123456789abcdef", value->text[i]) == NULL || value->text[i] == '\0')
            return false;
    return true;
}

static bool is_text(const wm_json_value *value, size_t most)
{
    return value != NULL && value->kind == WM_JSON_STRING && value->text_size <= most &&
           memchr(value->text, 0, value->text_size) == NULL;
}

/* Reads one line, without its newline. INVALID: it is not of the form. */
static wm_status read_line(wm_commitments *all, wm_json *json, const char *line, size_t size)
{
    const wm_json_options options = {.depth_max = 1};
    const wm_json_value *root, *name, *value;
    char named[65];
    const wm_status status = wm_jcs_parse(json, line, size, &options, &root, NULL);
    if (status != WM_OK)
        return status == WM_E_NOMEM ? status : WM_E_INVALID;
    name = wm_json_member(root, "fact");
    value = wm_json_member(root, "value");
    if (root->kind != WM_JSON_OBJECT || root->count != 3 || !is_text(name, 64) ||
        !is_salt(wm_json_member(root, "salt")) || !is_text(value, 4096))
        return WM_E_INVALID;
    (void)snprintf(named, sizeof named, "%.*s", (int)name->text_size, name->text);
    return keep(all, line, size, named, value->text, value->text_size, false);
}

wm_status wm_commitments_read(wm_commitments *all, const char *text, size_t size, const char *place,
                              wm_error *err)
{
    wm_json *json = wm_json_new();
    wm_status status = json == NULL ? WM_E_NOMEM : WM_OK;
    unsigned long number = 0;
    for (size_t at = 0; at < size && status == WM_OK;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - text) - at : size - at;
        number++;
        status = read_line(all, json, text + at, length);
        at += length + 1;
    }
    wm_json_free(json);
    if (status == WM_E_INVALID)
        return wm_error_set(err, status, place,
                            "line %lu is not a line of facts: "
                            "{\"fact\":NAME,\"salt\":32 hex digits,\"value\":TEXT}",
                            number);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "out of memory");
}

/* ---- the file -------------------------------------------------------------------------------- */

bool wm_commitments_path(const char *record, char path[WM_COMMITMENTS_PATH])
{
    size_t end = strlen(record);
    int size;
    while (end > 1 && record[end - 1] == '/')
        end--;
    size = snprintf(path, WM_COMMITMENTS_PATH, "%.*s.facts", (int)end, record);
    return size > 0 && size < WM_COMMITMENTS_PATH;
}

static wm_status write_lines(const wm_commitments *all, int file)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < all->count && status == WM_OK; i++) {
        status = wm_disk_write(file, all->of[i].line, strlen(all->of[i].line));
        if (status == WM_OK)
            status = wm_disk_write(file, "\n", 1);
    }
    return status == WM_OK ? wm_disk_sync_file(file) : status;
}

wm_status wm_commitments_write(const wm_commitments *all, const char *record, wm_error *err)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    char path[WM_COMMITMENTS_PATH];
    wm_disk_place place;
    wm_status status;
    int file;
    if (all->count == 0)
        return WM_OK;
    if (!wm_commitments_path(record, path))
        return wm_error_set(err, WM_E_ARG, record, "the path is too long");
    status = wm_disk_open(path, &place, err);
    if (status != WM_OK)
        return status;
    file = openat(place.folder, place.name, flags, 0600);
    if (file < 0) {
        status = errno == EEXIST
                     ? wm_error_set(err, WM_E_EXISTS, path,
                                    "exists already, perhaps with the facts of another record; "
                                    "move it or choose another path with -o")
                     : wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    } else {
        status = write_lines(all, file);
        if (status == WM_OK)
            status = wm_disk_sync(place.folder);
        if (status != WM_OK) {
            status = wm_error_set(err, WM_E_IO, path, "%s", strerror(errno));
            (void)unlinkat(place.folder, place.name, 0);
        }
        (void)close(file);
    }
    wm_disk_close(&place);
    return status;
}

void wm_commitments_remove(const wm_commitments *all, const char *record)
{
    char path[WM_COMMITMENTS_PATH];
    if (all->count > 0 && wm_commitments_path(record, path))
        (void)unlink(path);
}

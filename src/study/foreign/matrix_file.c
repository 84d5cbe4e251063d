/* A matrix in a file: raw numbers, or an array of NumPy (.npy).
 *
 * Source of .npy: numpy.lib.format, versions 1.0 to 3.0: a magic number, a version, the length of a
 * header, the header (a Python dictionary with three keys), the numbers. */
#include "study/foreign/matrix_file.h"

#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC = 6, HEADER_MOST = 1 << 16, DESCRIPTION = 16 };

static wm_status invalid(const wm_matrix_file *file, wm_error *err, const char *words)
{
    return wm_error_set(err, WM_E_INVALID, file->path, "%s", words);
}

/* ---- the header of .npy ---- */

/* A dictionary of three keys, each once, in any order. NumPy takes the last of two equal keys, and
 * other readers the first: such a header is refused. */
typedef struct npy_header {
    char description[DESCRIPTION];
    bool has_description, has_order, has_shape;
} npy_header;

static const char *past_spaces(const char *at)
{
    return at + strspn(at, " \n");
}

/* A quoted text. NULL: there is none, or no room for it. */
static const char *read_text(const char *at, char *text, size_t room)
{
    const char quote = *at;
    size_t size;
    if (quote != '\'' && quote != '"')
        return NULL;
    size = strcspn(++at, "'\"\\");
    if (at[size] != quote || size >= room)
        return NULL;
    memcpy(text, at, size);
    text[size] = '\0';
    return at + size + 1;
}

/* Whether a description of numbers means a format. */
static bool is_of(wm_format format, const char *description)
{
    static const struct {
        wm_format format;
        const char *name;
    } names[] = {
        {WM_FORMAT_F16, "<f2"},  {WM_FORMAT_F32, "<f4"},  {WM_FORMAT_F64, "<f8"},
        {WM_FORMAT_I8, "|i1"},   {WM_FORMAT_I32, "<i4"},  {WM_FORMAT_BF16, "<u2"},
        {WM_FORMAT_BF16, "|V2"}, {WM_FORMAT_BF16, "<V2"}, {WM_FORMAT_E4M3, "|u1"},
        {WM_FORMAT_E4M3, "|V1"}, {WM_FORMAT_E4M3, "<V1"}, {WM_FORMAT_E4M3, "<f1"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].format == format && strcmp(names[i].name, description) == 0)
            return true;
    return false;
}

static wm_status check_description(const wm_matrix_file *file, const char *description,
                                   wm_format format, wm_error *err)
{
    if (description[0] == '>')
        return wm_error_set(err, WM_E_INVALID, file->path,
                            "big-endian numbers (%s): save them little-endian", description);
    if (!is_of(format, description))
        return wm_error_set(err, WM_E_INVALID, file->path, "numbers of type %s, expected %s",
                            description, wm_format_name(format));
    return WM_OK;
}

/* `(2, 3)`, `(2,)`. NULL: it is no shape of 1 to 3 dimensions. */
static const char *read_shape(wm_matrix_file *file, const char *at)
{
    if (*at++ != '(')
        return NULL;
    for (at = past_spaces(at); *at != ')'; at = past_spaces(at)) {
        char *end;
        errno = 0;
        if (*at < '0' || *at > '9' || file->rank == WM_MATRIX_FILE_RANK)
            return NULL;
        file->extent[file->rank++] = strtoull(at, &end, 10);
        at = past_spaces(end);
        if (errno != 0 || (*at != ',' && (*at != ')' || file->rank == 1)))
            return NULL;
        at += *at == ',' ? 1 : 0;
    }
    file->has_shape = true;
    return file->rank > 0 ? at + 1 : NULL;
}

/* The value of a key. NULL: `words` say what is wrong. */
static const char *read_value(wm_matrix_file *file, npy_header *header, const char *key,
                              const char *at, const char **words)
{
    if (strcmp(key, "descr") == 0 && !header->has_description) {
        *words = "a .npy file without one type of numbers ('descr')";
        header->has_description = true;
        return read_text(at, header->description, sizeof header->description);
    }
    if (strcmp(key, "fortran_order") == 0 && !header->has_order) {
        *words = "a .npy file whose fortran_order is not True or False";
        header->has_order = true;
        file->is_fortran = strncmp(at, "True", 4) == 0;
        return file->is_fortran ? at + 4 : strncmp(at, "False", 5) == 0 ? at + 5 : NULL;
    }
    if (strcmp(key, "shape") == 0 && !header->has_shape) {
        *words = "a .npy file needs a shape of 1 to 3 dimensions";
        header->has_shape = true;
        return read_shape(file, at);
    }
    return NULL;
}

static wm_status read_header(wm_matrix_file *file, const char *at, wm_format format, wm_error *err)
{
    static const char other[] = "a .npy file whose header is not descr, fortran_order and shape, "
                                "each once";
    npy_header header = {.has_order = false};
    const char *words = other;
    char key[16];
    at = past_spaces(at);
    for (at = *at == '{' ? past_spaces(at + 1) : NULL; at != NULL && *at != '}';) {
        words = other;
        at = read_text(at, key, sizeof key);
        at = at != NULL ? past_spaces(at) : NULL;
        at = at != NULL && *at == ':' ? past_spaces(at + 1) : NULL;
        at = at != NULL ? read_value(file, &header, key, at, &words) : NULL;
        at = at != NULL ? past_spaces(at) : NULL;
        if (at != NULL && *at != '}') {
            words = other;
            at = *at == ',' ? past_spaces(at + 1) : NULL;
        }
    }
    if (at == NULL)
        return invalid(file, err, words);
    if (*past_spaces(at + 1) != '\0' || !header.has_description || !header.has_order ||
        !header.has_shape)
        return invalid(file, err, other);
    return check_description(file, header.description, format, err);
}

/* Bytes of the numbers of a shape; SIZE_MAX: more than there can be. */
static size_t bytes_of(const wm_matrix_file *file, wm_format format)
{
    size_t size = wm_format_size(format);
    for (size_t i = 0; i < file->rank; i++) {
        if (file->extent[i] != 0 && size > SIZE_MAX / 2 / file->extent[i])
            return SIZE_MAX;
        size *= file->extent[i];
    }
    return size;
}

static wm_status read_npy(wm_matrix_file *file, wm_format format, wm_error *err)
{
    const uint8_t *at = file->memory + MAGIC;
    const bool is_known = file->size >= MAGIC + 4 && at[0] >= 1 && at[0] <= 3;
    const size_t first = is_known && at[0] == 1 ? MAGIC + 4 : MAGIC + 6;
    size_t length;
    char *header;
    wm_status status;
    if (!is_known || file->size < first)
        return invalid(file, err, "a .npy file of a version that is not known, or cut off");
    length = at[2] | (size_t)at[3] << 8;
    if (at[0] > 1)
        length |= (size_t)at[4] << 16 | (size_t)at[5] << 24;
    if (length > HEADER_MOST || file->size - first < length)
        return invalid(file, err, "a .npy file whose header is too long, or cut off");
    header = strndup((const char *)file->memory + first, length);
    if (header == NULL)
        return WM_E_NOMEM;
    status = strlen(header) == length ? read_header(file, header, format, err)
                                      : invalid(file, err,
                                                "a .npy file with a zero byte in its "
                                                "header");
    free(header);
    file->data += first + length;
    file->size -= first + length;
    if (status == WM_OK && file->size != bytes_of(file, format))
        status = invalid(file, err, "a .npy file whose size does not fit its shape");
    return status;
}

/* ---- the file ---- */

static wm_status read_all(int from, wm_matrix_file *file, wm_error *err)
{
    size_t done = 0;
    while (done < file->size) {
        const ssize_t got = read(from, file->memory + done, file->size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return wm_error_set(err, WM_E_IO, file->path, "cannot read: %s", strerror(errno));
        if (got == 0)
            return wm_error_set(err, WM_E_IO, file->path, "became shorter while it was read");
        done += (size_t)got;
    }
    return WM_OK;
}

static wm_status read_file(int from, wm_matrix_file *file, wm_error *err)
{
    struct stat about;
    if (fstat(from, &about) != 0)
        return wm_error_set(err, WM_E_IO, file->path, "cannot read: %s", strerror(errno));
    if (!S_ISREG(about.st_mode))
        return invalid(file, err, "not a regular file");
    file->size = (size_t)about.st_size;
    file->memory = malloc(file->size + MAGIC + 8);
    if (file->memory == NULL)
        return WM_E_NOMEM;
    file->data = file->memory;
    return read_all(from, file, err);
}

wm_status wm_matrix_file_open(const char *path, wm_format format, wm_matrix_file *file,
                              wm_error *err)
{
    static const uint8_t magic[MAGIC] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
    const int from = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    wm_status status;
    *file = (wm_matrix_file){.path = path};
    if (from < 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot open: %s", strerror(errno));
    status = read_file(from, file, err);
    (void)close(from);
    if (status == WM_OK && file->size >= MAGIC && memcmp(file->memory, magic, MAGIC) == 0)
        status = read_npy(file, format, err);
    if (status != WM_OK)
        wm_matrix_file_close(file);
    return status;
}

void wm_matrix_file_close(wm_matrix_file *file)
{
    free(file->memory);
    *file = (wm_matrix_file){.path = NULL};
}

/* ---- its matrices ---- */

/* The shape of the file as batch, rows and columns; a missing batch is 1. */
static void shape_of(const wm_matrix_file *file, uint64_t shape[WM_MATRIX_FILE_RANK])
{
    shape[0] = shape[1] = 1;
    for (size_t i = 0; i < file->rank; i++)
        shape[WM_MATRIX_FILE_RANK - file->rank + i] = file->extent[i];
}

static wm_status check_npy(const wm_matrix_file *file, uint64_t batch, uint64_t rows,
                           uint64_t columns, wm_error *err)
{
    uint64_t shape[WM_MATRIX_FILE_RANK];
    shape_of(file, shape);
    if (shape[1] == rows && shape[2] == columns && (shape[0] == batch || shape[0] == 1))
        return WM_OK;
    return wm_error_set(err, WM_E_INVALID, file->path,
                        "shape %" PRIu64 "x%" PRIu64 "x%" PRIu64 ", expected %" PRIu64 "x%" PRIu64
                        "x%" PRIu64 " (batch, rows, columns)",
                        shape[0], shape[1], shape[2], batch, rows, columns);
}

wm_status wm_matrix_file_view(const wm_matrix_file *file, wm_format format, uint64_t batch,
                              uint64_t rows, uint64_t columns, bool is_transposed,
                              wm_matrix *matrix, wm_error *err)
{
    const uint64_t stored_rows = is_transposed ? columns : rows;
    const uint64_t stored_columns = is_transposed ? rows : columns;
    const uint64_t one = rows * columns * wm_format_size(format);
    const uint64_t held = file->size == one ? 1 : batch;
    int64_t row = (int64_t)stored_columns, column = 1, step = (int64_t)(rows * columns);
    if (columns > INT64_MAX / 8 / rows / batch)
        return invalid(file, err, "the shape has more bytes than a file can hold");
    if (file->has_shape) {
        const wm_status status = check_npy(file, batch, stored_rows, stored_columns, err);
        if (status != WM_OK)
            return status;
    } else if (file->size != one &&
               (batch == 1 || file->size / batch != one || file->size % batch != 0)) {
        return wm_error_set(
            err, WM_E_INVALID, file->path,
            "%zu bytes, expected %" PRIu64 " for %" PRIu64 " x %" PRIu64 " numbers of %s",
            file->size, one * batch, stored_rows, stored_columns, wm_format_name(format));
    }
    if (file->is_fortran) {
        step = 1;
        row = (int64_t)held;
        column = (int64_t)(held * stored_rows);
    }
    *matrix = (wm_matrix){file->data, is_transposed ? column : row, is_transposed ? row : column,
                          held > 1 ? step : 0};
    return WM_OK;
}

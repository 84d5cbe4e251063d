/* A matrix in a file: raw numbers, or an array of NumPy (.npy). */
#ifndef WM_STUDY_MATRIX_FILE_H
#define WM_STUDY_MATRIX_FILE_H

#include "standards/format.h"

#include <stdbool.h>
#include <witnessmark.h>

enum { WM_MATRIX_FILE_RANK = 3 };

/* A file's numbers. A raw file has no shape of its own. */
typedef struct wm_matrix_file {
    const char *path;
    uint8_t *memory;
    const uint8_t *data;
    size_t size; /* bytes of data */
    bool has_shape, is_fortran;
    size_t rank;
    uint64_t extent[WM_MATRIX_FILE_RANK];
} wm_matrix_file;

/* Reads a regular file. One that begins as a .npy file must hold numbers of `format`,
 * little-endian, in at most 3 dimensions. bfloat16 may be `<u2` or `V2`, e4m3 `|u1` or `V1`: NumPy
 * has no types of these. Errors: OPEN, IO, NOMEM; INVALID (no regular file, a .npy file of another
 * type or byte order, or one whose size does not fit its shape). Ownership: wm_matrix_file_close.
 */
WM_MUST_CHECK wm_status wm_matrix_file_open(const char *path, wm_format format,
                                            wm_matrix_file *file, wm_error *err);

void wm_matrix_file_close(wm_matrix_file *file);

/* `batch` matrices of rows x columns in the file, or of columns x rows if is_transposed: their data
 * and strides. One matrix is shared by the whole batch. Errors: INVALID (the file has another
 * size or shape; the message has both). */
WM_MUST_CHECK wm_status wm_matrix_file_view(const wm_matrix_file *file, wm_format format,
                                            uint64_t batch, uint64_t rows, uint64_t columns,
                                            bool is_transposed, wm_matrix *matrix, wm_error *err);

#endif

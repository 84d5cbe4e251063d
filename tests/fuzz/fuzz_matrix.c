/* Fuzzes files of matrices, raw and .npy: a matrix that is viewed lies inside the file, and a
 * refusal has words that a terminal can show. The first four bytes choose the format, transposition
 * and batch, rows, and columns; the others are the file. */
#include "fuzz.h"

#include "study/foreign/matrix_file.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHOICES = 4 };

static const wm_format FORMATS[] = {WM_FORMAT_F16, WM_FORMAT_BF16, WM_FORMAT_F32, WM_FORMAT_F64,
                                    WM_FORMAT_I8,  WM_FORMAT_I32,  WM_FORMAT_E4M3};

static void check_words(const wm_error *err)
{
    FUZZ_CHECK(err->message[0] != 0);
    for (const char *at = err->message; *at != 0; at++)
        FUZZ_CHECK((unsigned char)*at >= ' ' && *at != 0x7f);
}

/* The bytes of a file that was read are those that its shape says. */
static void check_file(const wm_matrix_file *file, wm_format format)
{
    uint64_t bytes = wm_format_size(format);
    FUZZ_CHECK(file->has_shape == (file->rank > 0));
    for (size_t i = 0; i < file->rank; i++)
        FUZZ_CHECK(file->extent[i] == 0 || !__builtin_mul_overflow(bytes, file->extent[i], &bytes));
    for (size_t i = 0; i < file->rank; i++)
        bytes = file->extent[i] == 0 ? 0 : bytes;
    FUZZ_CHECK(!file->has_shape || file->size == bytes);
}

/* Each element of the view is in the file, and is read. */
static void check_view(const wm_matrix_file *file, wm_format format, const wm_matrix *matrix,
                       uint64_t batch, uint64_t rows, uint64_t columns)
{
    const uint8_t *first = matrix->data;
    const size_t size = wm_format_size(format);
    unsigned sum = 0; /* so that bytes are read */
    FUZZ_CHECK(matrix->row_stride >= 0 && matrix->column_stride >= 0 && matrix->batch_stride >= 0);
    for (uint64_t t = 0; t < batch; t++)
        for (uint64_t i = 0; i < rows; i++)
            for (uint64_t j = 0; j < columns; j++) {
                const uint64_t at =
                    (t * (uint64_t)matrix->batch_stride + i * (uint64_t)matrix->row_stride +
                     j * (uint64_t)matrix->column_stride) *
                    size;
                FUZZ_CHECK(first == file->data && at + size <= file->size);
                sum += first[at] + first[at + size - 1];
            }
    FUZZ_CHECK(sum <= batch * rows * columns * 2 * UINT8_MAX);
}

static int file_of(const uint8_t *data, size_t size)
{
    const int file = memfd_create("matrix", MFD_CLOEXEC);
    FUZZ_CHECK(file >= 0 && write(file, data, size) == (ssize_t)size);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_matrix_file file;
    wm_matrix matrix;
    wm_error err = {WM_OK, "", ""};
    char path[48];
    if (size < CHOICES)
        return 0;
    const wm_format format = FORMATS[data[0] % (sizeof FORMATS / sizeof *FORMATS)];
    const bool is_transposed = (data[1] & 1) != 0;
    const uint64_t batch = 1 + data[1] / 2 % 4, rows = 1 + data[2] % 32, columns = 1 + data[3] % 32;
    const int from = file_of(data + CHOICES, size - CHOICES);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", from);
    wm_status status = wm_matrix_file_open(path, format, &file, &err);
    if (status == WM_OK) {
        check_file(&file, format);
        status =
            wm_matrix_file_view(&file, format, batch, rows, columns, is_transposed, &matrix, &err);
        if (status == WM_OK)
            check_view(&file, format, &matrix, batch, rows, columns);
        wm_matrix_file_close(&file);
    } else {
        FUZZ_CHECK(file.memory == NULL);
    }
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID);
    if (status != WM_OK)
        check_words(&err);
    (void)close(from);
    return 0;
}

/* A matrix of a caller with its type: single elements, and blocks of rows for the inner loops. */
#ifndef WM_VERIFY_OPERAND_H
#define WM_VERIFY_OPERAND_H

#include "backend/cpu/cpu_kernels.h"

#include <stdbool.h>

/* Element (i, j) is number i * row_stride + j * column_stride at data. */
typedef struct wm_operand {
    wm_format format;
    const uint8_t *data;
    size_t rows, columns;
    size_t row_stride, column_stride;
} wm_operand;

wm_operand wm_operand_transposed(const wm_operand *of);

/* Element (i, j), exactly. */
double wm_operand_element(const wm_operand *of, size_t i, size_t j);

/* Bytes of room that wm_operand_rows needs for `count` rows. */
size_t wm_operand_room(const wm_operand *of, size_t count);

/* Rows [first, first + count) for the inner loops: in place where their elements follow each other,
 * else a copy in `room`. With `kernels` the copy is binary32, for formats of 16 bits or fewer. */
wm_cpu_rows wm_operand_rows(const wm_operand *of, const wm_cpu_kernels *kernels, size_t first,
                            size_t count, uint8_t *room);

/* The first element by rows that is a NaN or an infinity; false: there is none. */
bool wm_operand_find_bad(const wm_operand *of, size_t *row, size_t *column);

#endif

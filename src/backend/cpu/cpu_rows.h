/* Rows of a matrix that are multiplied by probes. */
#ifndef WM_BACKEND_CPU_CPU_ROWS_H
#define WM_BACKEND_CPU_CPU_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "standards/format.h"

/* One row of dot products: inputs of rows_dot_f32 and rows_dot_f64. */
typedef struct {
    wm_format format;
    const uint8_t *rows; /* row_count rows of `length` elements, row_bytes apart */
    size_t row_bytes;
    size_t row_count;
    size_t length;
} wm_cpu_rows;

#endif

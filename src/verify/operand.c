/* A matrix of a caller with its type. */
#include "verify/operand.h"

#include <math.h>
#include <string.h>

wm_operand wm_operand_transposed(const wm_operand *of)
{
    return (wm_operand){of->format, of->data,          of->columns,
                        of->rows,   of->column_stride, of->row_stride};
}

double wm_operand_element(const wm_operand *of, size_t i, size_t j)
{
    return wm_format_load(of->format, of->data, i * of->row_stride + j * of->column_stride);
}

size_t wm_operand_room(const wm_operand *of, size_t count)
{
    const size_t size = wm_format_size(of->format), widened = sizeof(float);
    return count * of->columns * (size > widened ? size : widened) + of->columns * size;
}

/* Copies one row, whose elements do not follow each other. */
static void gather(const wm_operand *of, size_t row, uint8_t *to)
{
    const size_t size = wm_format_size(of->format), step = of->column_stride * size;
    const uint8_t *at = of->data + row * of->row_stride * size;
    for (size_t j = 0; j < of->columns; j++, at += step, to += size) {
        if (size == 1)
            *to = *at;
        else if (size == 2)
            memcpy(to, at, 2);
        else if (size == 4)
            memcpy(to, at, 4);
        else
            memcpy(to, at, 8);
    }
}

wm_cpu_rows wm_operand_rows(const wm_operand *of, const wm_cpu_kernels *kernels, size_t first,
                            size_t count, uint8_t *room)
{
    const size_t size = wm_format_size(of->format);
    const bool is_dense = of->column_stride == 1 || of->columns == 1;
    const uint8_t *from = of->data + first * of->row_stride * size;
    uint8_t *spare = room + count * of->columns * sizeof(float);
    if (is_dense && kernels == NULL)
        return (wm_cpu_rows){of->format, from, of->row_stride * size, count, of->columns};
    for (size_t r = 0; r < count; r++) {
        if (kernels == NULL) {
            gather(of, first + r, room + r * of->columns * size);
            continue;
        }
        if (!is_dense)
            gather(of, first + r, spare);
        kernels->to_f32(of->format, is_dense ? from + r * of->row_stride * size : spare,
                        (float *)(void *)room + r * of->columns, of->columns);
    }
    if (kernels != NULL)
        return (wm_cpu_rows){WM_FORMAT_F32, room, of->columns * sizeof(float), count, of->columns};
    return (wm_cpu_rows){of->format, room, of->columns * size, count, of->columns};
}

bool wm_operand_find_bad(const wm_operand *of, size_t *row, size_t *column)
{
    for (*row = 0; *row < of->rows; ++*row)
        for (*column = 0; *column < of->columns; ++*column)
            if (!isfinite(wm_operand_element(of, *row, *column)))
                return true;
    return false;
}

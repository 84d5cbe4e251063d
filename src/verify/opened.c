/* Reads opened chunks, and compares their elements with recomputed ones. */
#include "verify/opened.h"

#include "record/laws/derive.h"
#include "standards/normal.h"

#include <math.h>
#include <string.h>

static size_t element_size(const wm_opened *opened)
{
    return wm_format_size(opened->format);
}

/* Whether every chunk is in the output and has all of its bytes. */
static bool are_inside(const wm_opened *opened)
{
    for (unsigned t = 0; t < opened->count; t++) {
        const wm_opened_chunk *one = &opened->chunks[t];
        if (one->row >= opened->shape.rows ||
            one->chunk >= wm_opening_row_chunks(&opened->shape, one->row) ||
            one->size != wm_opening_size(&opened->shape, one->row, one->chunk))
            return false;
    }
    return true;
}

wm_status wm_opened_begin(wm_opened *opened, const wm_item *item, const char *nonce,
                          const wm_opened_chunk *chunks, unsigned count)
{
    wm_status status;
    *opened = (wm_opened){.item = item, .nonce = nonce, .chunks = chunks, .count = count};
    wm_plan_output(item, &opened->shape);
    opened->format = wm_format_named(item->variant->output_format);
    if (!are_inside(opened))
        return WM_E_ARG;
    status = wm_normal_table(&opened->normal);
    for (unsigned i = 0; i < item->variant->operand_count && status == WM_OK; i++) {
        uint8_t seed[WM_SHA256_SIZE];
        status = wm_derive_seed(item, nonce, i, seed);
        if (status == WM_OK)
            opened->operand[i] = wm_philox_from_seed(seed);
    }
    return status;
}

size_t wm_opened_elements(const wm_opened *opened, unsigned t)
{
    return opened->chunks[t].size / element_size(opened);
}

uint64_t wm_opened_column(const wm_opened *opened, unsigned t)
{
    return opened->chunks[t].chunk * (WM_TABLES_CHUNK_BYTES / element_size(opened));
}

uint64_t wm_opened_first(const wm_opened *opened, unsigned t)
{
    return opened->chunks[t].row * opened->shape.columns + wm_opened_column(opened, t);
}

double wm_opened_value(const wm_opened *opened, unsigned t, size_t j)
{
    const size_t size = element_size(opened);
    double element = 0; /* aligned for every format */
    memcpy(&element, opened->chunks[t].data + j * size, size);
    return wm_format_load(opened->format, &element, 0);
}

void wm_opened_compare(const wm_opened *opened, unsigned t, size_t j, double exact,
                       double allowance, wm_recompute_result *result)
{
    const wm_recompute_element element = wm_recompute_range(opened->format, exact, allowance);
    wm_recompute_compare(&element, wm_opened_value(opened, t, j), opened->chunks[t].row,
                         wm_opened_column(opened, t) + j, result);
}

double wm_opened_sum_allowance(double k, double S)
{
    const double device = k > 2 ? 0x1p-24 * 8 * sqrt(k - 2) * S : 0;
    return device + k * sqrt(k) * 0x1p-53 * S;
}

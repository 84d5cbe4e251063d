/* Derives a product's operands and tabulates the values of their elements. */
#include "verify/regenerate.h"

#include "record/laws/derive.h"
#include "standards/normal.h"

#include <stdlib.h>
#include <string.h>

/* Twice the distance from a binary32 to its tf32 if it lies halfway between two of them, else 0.
 * docs/formats/inputs.md section 4 asks for the nearest value, and every tf32 unit gives it. At a
 * tie the units differ. */
static double tie_of(double stored, double rounded)
{
    uint32_t bits;
    const float narrow = (float)stored;
    memcpy(&bits, &narrow, sizeof bits);
    if ((bits & 0x1fff) != 0x1000)
        return 0;
    return 2 * (stored > rounded ? stored - rounded : rounded - stored);
}

/* Integers in [-r, r], which every operand format has exactly. */
static void fill_integers(wm_regenerate *operands, unsigned r)
{
    for (uint32_t i = 0; i < WM_NORMAL_ENTRIES; i++)
        operands->stored[i] = (double)(i * (2 * r + 1) / WM_NORMAL_ENTRIES) - r;
}

static wm_status fill_tables(wm_regenerate *operands, wm_format format, bool is_tf32)
{
    const double *normal = NULL;
    const wm_status status = wm_normal_table(&normal);
    if (status != WM_OK)
        return status;
    for (unsigned i = 0; i < WM_NORMAL_ENTRIES; i++) {
        double element = 0; /* holds one element of any format */
        wm_format_store(format, &element, 0, normal[i]);
        operands->stored[i] = format == WM_FORMAT_I8 ? (double)(int8_t)(uint8_t)(i >> 8)
                                                     : wm_format_load(format, &element, 0);
        if (!is_tf32)
            continue;
        operands->value[i] = (double)wm_format_tf32_round((float)operands->stored[i]);
        operands->tie[i] = tie_of(operands->stored[i], operands->value[i]);
    }
    return WM_OK;
}

static double *new_table(void)
{
    return malloc(WM_NORMAL_ENTRIES * sizeof(double));
}

static wm_status open_tables(wm_regenerate *operands)
{
    const unsigned integers = wm_plan_integers(operands->item);
    const bool is_tf32 = operands->product->arithmetic == WM_ARITHMETIC_TF32 && integers == 0;
    operands->stored = new_table();
    operands->value = is_tf32 ? new_table() : operands->stored;
    operands->tie = is_tf32 ? new_table() : NULL;
    if (operands->stored == NULL || operands->value == NULL || (is_tf32 && operands->tie == NULL))
        return WM_E_NOMEM;
    if (integers > 0) {
        fill_integers(operands, integers);
        return WM_OK;
    }
    return fill_tables(operands, operands->product->operand, is_tf32);
}

wm_status wm_regenerate_open(wm_regenerate *operands, const wm_item *item, const char *nonce)
{
    uint8_t seed[2][WM_SHA256_SIZE];
    wm_status status;
    *operands = (wm_regenerate){.item = item};
    operands->product = wm_product_of(item->variant);
    if (operands->product == NULL)
        return WM_E_ARG;
    operands->m = item->dimension[0];
    operands->n = item->dimension[1];
    operands->k = item->dimension[2];
    operands->is_transposed = operands->product->layout == WM_LAYOUT_TN;
    operands->output_format = operands->product->output;
    status = wm_derive_seed(item, nonce, 0, seed[0]);
    if (status == WM_OK)
        status = wm_derive_seed(item, nonce, 1, seed[1]);
    if (status != WM_OK)
        return status;
    operands->A = wm_philox_from_seed(seed[0]);
    operands->B = wm_philox_from_seed(seed[1]);
    return open_tables(operands);
}

void wm_regenerate_close(wm_regenerate *operands)
{
    if (operands->value != operands->stored)
        free(operands->value);
    free(operands->stored);
    free(operands->tie);
    *operands = (wm_regenerate){.item = NULL};
}

void wm_regenerate_indices(const wm_philox *operand, uint64_t first, size_t count,
                           uint16_t *indices)
{
    size_t done = 0;
    while (done < count) {
        uint32_t words[4];
        const uint64_t element = first + done;
        wm_philox_block(operand, element / 8, words);
        for (unsigned at = (unsigned)(element % 8); at < 8 && done < count; at++)
            indices[done++] = (uint16_t)(words[at / 2] >> (at % 2 * 16));
    }
}

/* Where the opened chunks of an output are.
 *
 * The places follow from the digest of the output, so a producer knows them only after the output
 * is fixed. They are drawn without a repetition, and in an order that every checker gets. */
#include "record/laws/opening.h"

#include <string.h>

#include "standards/philox.h"

/* The bytes of a row. */
static uint64_t row_bytes(const wm_output *output, uint64_t row)
{
    const uint64_t element = output->row_bytes / output->columns;
    return row + 1 == output->rows ? output->last_columns * element : output->row_bytes;
}

uint64_t wm_opening_row_chunks(const wm_output *output, uint64_t row)
{
    return (row_bytes(output, row) + WM_TABLES_CHUNK_BYTES - 1) / WM_TABLES_CHUNK_BYTES;
}

uint64_t wm_opening_chunks(const wm_output *output)
{
    return (output->rows - 1) * output->chunks + wm_opening_row_chunks(output, output->rows - 1);
}

size_t wm_opening_size(const wm_output *output, uint64_t row, uint64_t chunk)
{
    const uint64_t left = row_bytes(output, row) - chunk * WM_TABLES_CHUNK_BYTES;
    return left < WM_TABLES_CHUNK_BYTES ? (size_t)left : WM_TABLES_CHUNK_BYTES;
}

/* The number of drawn chunks. */
static unsigned drawn_count(const wm_output *output)
{
    const uint64_t others = wm_opening_chunks(output) - output->tail;
    return others < WM_TABLES_OPENINGS ? (unsigned)others : WM_TABLES_OPENINGS;
}

unsigned wm_opening_count(const wm_output *output)
{
    return drawn_count(output) + (unsigned)output->tail;
}

/* Inserts the d-th, from 0, of the numbers that an ascending list does not have. Returns it. */
static uint64_t insert_other(uint64_t *list, unsigned count, uint64_t d)
{
    unsigned at = 0;
    while (at < count && list[at] <= d) {
        d++;
        at++;
    }
    memmove(list + at + 1, list + at, (count - at) * sizeof *list);
    list[at] = d;
    return d;
}

unsigned wm_opening_draw(const wm_output *output, const uint8_t seed[WM_SHA256_SIZE],
                         wm_opening_place places[WM_OPENING_MOST])
{
    const wm_philox stream = wm_philox_from_seed(seed);
    const uint64_t others = wm_opening_chunks(output) - output->tail;
    const unsigned drawn = drawn_count(output), count = wm_opening_count(output);
    uint64_t taken[WM_TABLES_OPENINGS];
    for (unsigned t = 0; t < count; t++) {
        const uint64_t number =
            t < drawn ? insert_other(taken, t, wm_philox_bounded(&stream, t, others - t))
                      : others + t - drawn;
        places[t].row = number / output->chunks;
        places[t].chunk = number % output->chunks;
    }
    return count;
}

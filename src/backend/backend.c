/* What all backends share: the values of a sample, the size of a digest tree. */
#include "backend/backend.h"

#include <stdlib.h>

bool wm_backend_is_below(const char *value, double limit)
{
    char *end;
    const double number = strtod(value, &end);
    return end != value && number < limit;
}

wm_covariate_value wm_backend_present(double value)
{
    return (wm_covariate_value){.value = value};
}

wm_covariate_value wm_backend_absent(const char *reason)
{
    return (wm_covariate_value){.reason = reason};
}

void wm_backend_clear_sample(wm_device_sample *sample, const char *reason)
{
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        sample->values[i] = wm_backend_absent(reason);
    sample->memory_peak = wm_backend_absent(reason);
}

unsigned wm_backend_tree_levels(size_t rows)
{
    unsigned levels = 0;
    for (; rows > 1; rows = rows / 2 + rows % 2)
        levels++;
    return levels;
}

bool wm_backend_overlaps(size_t one, size_t other, size_t size)
{
    return (one < other ? other - one : one - other) < size;
}

size_t wm_backend_tree_bytes(size_t size_bytes, size_t row_bytes)
{
    const size_t row = row_bytes < size_bytes ? row_bytes : size_bytes;
    size_t rows = (size_bytes - 1) / row + 1;
    size_t nodes = rows * ((row - 1) / WM_TABLES_CHUNK_BYTES + 1) + rows;
    for (; rows > 1; nodes += rows)
        rows = rows / 2 + rows % 2;
    return nodes * WM_SHA256_SIZE;
}

/* The keys that a query of attention sees, for kernels. */
#ifndef WM_BACKEND_CUDA_CUDA_KEYS_H
#define WM_BACKEND_CUDA_CUDA_KEYS_H

#include <stddef.h>

/* The queries and keys of a head. */
typedef struct {
    size_t sequence;
    bool causal;
} attention_mask;

/* How many keys query number `query` of a head sees: the first ones. A query past the end, which
 * fills a block, sees all. */
static __device__ __forceinline__ size_t keys_of(const attention_mask *mask, size_t query)
{
    return mask->causal && query < mask->sequence ? query + 1 : mask->sequence;
}

/* How many keys of a tile it sees, of the `size` keys from `first` on. */
static __device__ __forceinline__ int keys_in_tile(const attention_mask *mask, size_t query,
                                                   size_t first, int size)
{
    const size_t keys = keys_of(mask, query);
    if (keys <= first)
        return 0;
    return keys - first < (size_t)size ? (int)(keys - first) : size;
}

#endif

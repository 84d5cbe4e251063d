/* The comparison of two outputs bit for bit. */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_block.h"

enum { WORD = 4, QUAD = 4 /* words that a thread reads at once */ };

/* The tally: three counts for the caller; words that differed at the end of the last call; blocks
 * of this call that are done. */
enum { CALLS, DIFFERENT, WORDS, WORDS_BEFORE, DONE };

/* A shorter last word, the missing bytes 0. */
static __device__ uint32_t last_word(const uint8_t *bytes, size_t from, size_t size)
{
    uint32_t word = 0;
    for (size_t i = from; i < size; i++)
        word |= (uint32_t)bytes[i] << (8 * (i - from));
    return word;
}

/* Up to three whole words and a shorter one behind the last quad. One thread. */
static __device__ unsigned compare_tail(uint8_t *output, const uint8_t *wanted, size_t first_word,
                                        size_t size, unsigned spoil)
{
    unsigned words = 0;
    for (size_t w = first_word; w * WORD < size; w++) {
        const size_t at = w * WORD, end = size - at < WORD ? size : at + WORD;
        words += last_word(output, at, end) != last_word(wanted, at, end);
        if (w % WM_BACKEND_SPOIL_WORDS == spoil)
            for (size_t i = at; i < end; i++)
                output[i] = (uint8_t)~wanted[i];
    }
    return words;
}

/* One quad; the quad with a spoiled word writes that word. */
static __device__ __forceinline__ unsigned compare_quad(uint32_t *output, const uint4 &a,
                                                        const uint4 &b, size_t quad, unsigned spoil)
{
    enum { QUADS = WM_BACKEND_SPOIL_WORDS / QUAD };
    if (quad % QUADS == spoil / QUAD) {
        const unsigned which = spoil % QUAD;
        const uint32_t word = which == 0 ? b.x : which == 1 ? b.y : which == 2 ? b.z : b.w;
        output[quad * QUAD + which] = ~word;
    }
    return (unsigned)(a.x != b.x) + (a.y != b.y) + (a.z != b.z) + (a.w != b.w);
}

/* The last block to finish closes the call, so that a call needs one kernel. */
static __device__ void close_call(unsigned long long *tally)
{
    __threadfence();
    if (atomicAdd(&tally[DONE], 1ULL) != gridDim.x - 1)
        return;
    __threadfence();
    const unsigned long long words = *(volatile unsigned long long *)&tally[WORDS];
    tally[CALLS]++;
    tally[DIFFERENT] += words != tally[WORDS_BEFORE];
    tally[WORDS_BEFORE] = words;
    tally[DONE] = 0;
}

static __global__ void __launch_bounds__(BLOCK_SIZE)
    compare_bits(uint8_t *output, const uint8_t *wanted, size_t size, unsigned spoil,
                 unsigned long long *tally)
{
    const size_t quads = size / (QUAD * WORD), stride = (size_t)gridDim.x * BLOCK_SIZE;
    const size_t thread = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    unsigned long long words = 0;
#pragma unroll 4
    for (size_t i = thread; i < quads; i += stride)
        words += compare_quad((uint32_t *)output, __ldcs((const uint4 *)output + i),
                              __ldcs((const uint4 *)wanted + i), i, spoil);
    if (thread == 0)
        words += compare_tail(output, wanted, quads * QUAD, size, spoil);
    words = block_sum(words);
    if (threadIdx.x != 0)
        return;
    if (words != 0)
        atomicAdd(&tally[WORDS], words);
    close_call(tally);
}

wm_status wm_cuda_bits_compare(wm_device *device, const wm_bits *bits)
{
    wm_cuda *cuda;
    const wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status != WM_OK)
        return status;
    if (bits == NULL || bits->spoil > WM_BACKEND_NO_SPOIL || bits->output == bits->wanted ||
        !wm_cuda_memory_holds(bits->output, bits->size_bytes, 1) ||
        !wm_cuda_memory_holds(bits->wanted, bits->size_bytes, 1) ||
        !wm_cuda_memory_holds(bits->tally, WM_BACKEND_TALLY_BYTES, 1))
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "compare bits: bytes outside a buffer");
    compare_bits<<<CHECK_BLOCKS, BLOCK_SIZE, 0, cuda->stream>>>(
        (uint8_t *)bits->output->bytes, (const uint8_t *)bits->wanted->bytes, bits->size_bytes,
        bits->spoil, (unsigned long long *)bits->tally->bytes);
    return wm_cuda_device_launched(cuda, "compare bits");
}

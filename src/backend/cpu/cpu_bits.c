/* The comparison of two outputs bit for bit. */
#include "backend/cpu/cpu_device.h"

#include <string.h>

enum { WORD = 4, PART = 1 << 16 /* bytes; a multiple of the distance of spoiled words */ };

/* Counts the words that differ. */
static size_t count_words(const uint8_t *output, const uint8_t *wanted, size_t size)
{
    size_t count = 0, at = 0;
    if (memcmp(output, wanted, size) == 0)
        return 0;
    for (; at + WORD <= size; at += WORD) {
        uint32_t a, b;
        memcpy(&a, output + at, WORD);
        memcpy(&b, wanted + at, WORD);
        count += a != b;
    }
    return count + (at < size && memcmp(output + at, wanted + at, size - at) != 0);
}

/* Writes the complement of each word that is spoiled. */
static void spoil_words(uint8_t *output, const uint8_t *wanted, size_t size, unsigned spoil)
{
    for (size_t at = (size_t)spoil * WORD; at < size; at += (size_t)WM_BACKEND_SPOIL_WORDS * WORD)
        for (size_t i = at; i < at + WORD && i < size; i++)
            output[i] = (uint8_t)~wanted[i];
}

wm_status wm_cpu_bits_compare(wm_device *device, const wm_bits *bits)
{
    if (device == NULL || bits == NULL || bits->size_bytes == 0 || bits->output == bits->wanted ||
        bits->spoil > WM_BACKEND_NO_SPOIL || bits->tally == NULL ||
        bits->tally->size_bytes < WM_BACKEND_TALLY_BYTES ||
        !wm_cpu_device_holds(bits->output, WM_FORMAT_I8, bits->size_bytes) ||
        !wm_cpu_device_holds(bits->wanted, WM_FORMAT_I8, bits->size_bytes))
        return WM_E_ARG;
    const wm_cpu_device *cpu = wm_cpu_device_of(device);
    const size_t size = bits->size_bytes, parts = (size + PART - 1) / PART;
    size_t words = 0;
#pragma omp parallel for schedule(static) num_threads(wm_cpu_device_threads(cpu, size / WORD)) \
    reduction(+ : words)
    for (size_t i = 0; i < parts; i++) {
        uint8_t *output = bits->output->bytes + i * PART;
        const uint8_t *wanted = bits->wanted->bytes + i * PART;
        const size_t part = wm_cpu_smaller(PART, size - i * PART);
        words += count_words(output, wanted, part);
        if (bits->spoil < WM_BACKEND_NO_SPOIL)
            spoil_words(output, wanted, part, bits->spoil);
    }
    uint64_t *tally = (uint64_t *)(void *)bits->tally->bytes;
    tally[0]++;
    tally[1] += words != 0;
    tally[2] += words;
    return WM_OK;
}

/* Overwrites an output with wrong values before the operation that must write it. */
#include "workload/spoil.h"

#include "standards/philox.h"

#include <string.h>
#include <unistd.h>

enum { NAN_BYTE = 0xff, SEEN = 16 /* elements that are read back */ };

static const uint64_t WORDS = (uint64_t)1 << 32;

static bool is_integer(const wm_workload *workload)
{
    return workload->output_format == WM_FORMAT_I32 || workload->output_format == WM_FORMAT_U32;
}

static wm_status overwrite(const wm_workload *workload, const uint8_t seed[32])
{
    wm_device *device = workload->device;
    if (is_integer(workload))
        return device->ops->fill_index(device, workload->output, workload->output_count, 1, WORDS,
                                       seed);
    return device->ops->fill_bytes(device, workload->output, workload->output_bytes, NAN_BYTE);
}

/* Reads an element back. */
static wm_status see(const wm_workload *workload, const wm_philox *stream, uint64_t element)
{
    const size_t size = wm_format_size(workload->output_format);
    const uint32_t word = (uint32_t)wm_philox_bounded(stream, element, WORDS);
    uint8_t wanted[8], found[8] = {0};
    wm_status status;
    memset(wanted, NAN_BYTE, sizeof wanted);
    if (is_integer(workload))
        wm_format_store(WM_FORMAT_U32, wanted, 0, (double)word);
    status = workload->device->ops->download(workload->device, workload->output,
                                             (size_t)element * size, found, size);
    return status == WM_OK && memcmp(found, wanted, size) != 0 ? WM_E_DEVICE : status;
}

wm_status wm_spoil_output(const wm_workload *workload)
{
    uint8_t seed[WM_SHA256_SIZE], places[WM_SHA256_SIZE];
    if (getentropy(seed, sizeof seed) != 0 || getentropy(places, sizeof places) != 0)
        return WM_E_IO;
    const wm_philox stream = wm_philox_from_seed(seed), drawn = wm_philox_from_seed(places);
    wm_status status = overwrite(workload, seed);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    for (uint64_t i = 0; i < SEEN && status == WM_OK; i++) {
        const uint64_t block = wm_philox_word(&drawn, 2 * i),
                       in = wm_philox_word(&drawn, 2 * i + 1);
        status = see(workload, &stream, (block << 32 | in) % workload->output_count);
    }
    return status;
}

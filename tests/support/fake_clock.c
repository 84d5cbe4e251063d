/* A device whose clock moves only by the set cost of its operations. */
#include "support/fake_clock.h"

#include "standards/sha256.h"

#include <stdlib.h>
#include <string.h>

struct wm_device_buffer {
    size_t size_bytes;
    uint8_t *bytes;
};

static fake_clock *fake_of(wm_device *device)
{
    return (fake_clock *)device;
}

static const char *last_error(wm_device *device)
{
    (void)device;
    return "the fake failed";
}

static wm_status sync_now(wm_device *device)
{
    (void)device;
    return WM_OK;
}

static uint64_t time_ns(wm_device *device)
{
    return fake_of(device)->now_ns;
}

static wm_status clock_hz(wm_device *device, double *hz, wm_device_timer *timer)
{
    fake_clock *fake = fake_of(device);
    if (timer != NULL)
        *timer = (wm_device_timer){.reason = "the fake has none"};
    if (!(fake->clock_hz > 0))
        return WM_E_UNSUPPORTED;
    *hz = fake->clock_hz + 1e6 * fake->clock_reads++;
    return WM_OK;
}

static wm_status covariates(wm_device *device, wm_device_sample *sample)
{
    wm_backend_clear_sample(sample, "the fake has none");
    sample->values[WM_COVARIATE_MEMORY] =
        (wm_covariate_value){.value = 4096, .time_ns = fake_of(device)->now_ns};
    if (sample->is_full)
        sample->memory_peak =
            (wm_covariate_value){.value = 5000, .time_ns = fake_of(device)->now_ns};
    return WM_OK;
}

static wm_status allocate(wm_device *device, size_t size_bytes, wm_device_buffer **buffer)
{
    (void)device;
    *buffer = malloc(sizeof **buffer);
    if (*buffer == NULL)
        return WM_E_NOMEM;
    (*buffer)->size_bytes = size_bytes;
    (*buffer)->bytes = calloc(1, size_bytes);
    return (*buffer)->bytes != NULL ? WM_OK : WM_E_NOMEM;
}

static void release(wm_device *device, wm_device_buffer *buffer)
{
    (void)device;
    if (buffer != NULL)
        free(buffer->bytes);
    free(buffer);
}

static size_t size_bytes_of(const wm_device_buffer *buffer)
{
    return buffer->size_bytes;
}

static wm_status upload(wm_device *device, wm_device_buffer *buffer, size_t offset,
                        const void *bytes, size_t size)
{
    (void)device;
    memcpy(buffer->bytes + offset, bytes, size);
    return WM_OK;
}

static wm_status download(wm_device *device, const wm_device_buffer *buffer, size_t offset,
                          void *bytes, size_t size)
{
    (void)device;
    memcpy(bytes, buffer->bytes + offset, size);
    return WM_OK;
}

static wm_status copy(wm_device *device, wm_device_buffer *to, size_t to_offset,
                      const wm_device_buffer *from, size_t from_offset, size_t size)
{
    if (!fake_of(device)->ignores_writes)
        memmove(to->bytes + to_offset, from->bytes + from_offset, size);
    return WM_OK;
}

static wm_status fill_bytes(wm_device *device, wm_device_buffer *buffer, size_t size, uint8_t byte)
{
    if (!fake_of(device)->ignores_writes)
        memset(buffer->bytes, byte, size);
    return WM_OK;
}

static wm_status flip_bits(wm_device *device, wm_device_buffer *buffer, size_t offset,
                           uint64_t mask, size_t size)
{
    (void)device;
    for (size_t i = 0; i < size; i++)
        buffer->bytes[offset + i] ^= (uint8_t)(mask >> (8 * i));
    return WM_OK;
}

/* The first bytes of an operand are those of the seed, so that outputs depend on the fill. */
static wm_status fill_normal(wm_device *device, wm_device_buffer *buffer, wm_format format,
                             size_t count, const uint8_t seed[32])
{
    const size_t size = count * wm_format_size(format);
    (void)device;
    for (size_t i = 0; i < size; i++)
        buffer->bytes[i] = seed[i % 32];
    return WM_OK;
}

static wm_status triad(wm_device *device, wm_device_buffer *a, const wm_device_buffer *b,
                       const wm_device_buffer *c, size_t count)
{
    fake_clock *fake = fake_of(device);
    float *out = (float *)(void *)a->bytes;
    fake->runs++;
    if (fake->stop_at != 0 && fake->runs >= fake->stop_at)
        *fake->stop = SIGINT;
    if (fake->fail_at != 0 && fake->runs >= fake->fail_at)
        return WM_E_DEVICE;
    if (fake->back_at != 0 && fake->runs == fake->back_at)
        fake->now_ns = 0;
    fake->now_ns += fake->speedup_after != 0 && fake->runs > fake->speedup_after ? fake->cost_ns / 2
                                                                                 : fake->cost_ns;
    for (size_t i = 0; i < count && !fake->is_idle; i++)
        out[i] = (float)b->bytes[4 * i] + 3.0f * (float)c->bytes[4 * i];
    if (fake->change_at != 0 && fake->runs >= fake->change_at)
        out[0] += 1.0f;
    return WM_OK;
}

static wm_status compare(wm_device *device, const wm_device_buffer *a, const wm_device_buffer *b,
                         wm_format format, size_t count, wm_difference *result)
{
    (void)device;
    *result = (wm_difference){0, 0};
    for (size_t i = 0; i < count; i++) {
        const double x = wm_format_load(format, a->bytes, i);
        const double y = wm_format_load(format, b->bytes, i);
        const double d = x > y ? x - y : y - x;
        if (!(d <= result->difference_max))
            result->difference_max = d;
        if (!((y < 0 ? -y : y) <= result->reference_max))
            result->reference_max = y < 0 ? -y : y;
    }
    return WM_OK;
}

/* Not the digest of the format, but one that depends on every byte. */
static wm_status digest(wm_device *device, const wm_device_buffer *buffer, size_t size_bytes,
                        size_t row_bytes, uint8_t result[32], wm_device_buffer *tree)
{
    (void)device;
    (void)row_bytes;
    (void)tree;
    wm_sha256_hash(buffer->bytes, size_bytes, result);
    return WM_OK;
}

static const wm_backend FAKE = {.name = "fake",
                                .last_error = last_error,
                                .sync = sync_now,
                                .time_ns = time_ns,
                                .clock_hz = clock_hz,
                                .covariates = covariates,
                                .alloc = allocate,
                                .free = release,
                                .size_bytes = size_bytes_of,
                                .upload = upload,
                                .download = download,
                                .copy = copy,
                                .fill_bytes = fill_bytes,
                                .flip_bits = flip_bits,
                                .fill_normal = fill_normal,
                                .triad = triad,
                                .compare = compare,
                                .digest = digest};

void fake_clock_init(fake_clock *fake)
{
    *fake =
        (fake_clock){.base = {&FAKE}, .now_ns = 1000000000u, .cost_ns = 1000000u, .clock_hz = 2e9};
}

uint8_t *fake_clock_bytes(wm_device_buffer *buffer)
{
    return buffer->bytes;
}

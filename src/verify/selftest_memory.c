/* Tests a device's properties, its memory, and its inputs from seeds. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "backend/cpu/reference.h"
#include "backend/job.h"
#include "base/clock.h"
#include "verify/selftest_case.h"

static void one_description(wm_selftest_case *test, int reading)
{
    wm_device_properties properties;
    wm_selftest_begin(test, "properties", "name, units, memory, facts, reading %d", reading);
    memset(&properties, 0, sizeof properties);
    if (WM_SELFTEST_OK(test, properties, &properties)) {
        wm_selftest_expect(test, properties.name[0] != '\0' && properties.kind[0] != '\0',
                           "no name");
        wm_selftest_expect(test, properties.units >= 1 && properties.memory_bytes > 1 << 20,
                           "%u units and %llu bytes", properties.units,
                           (unsigned long long)properties.memory_bytes);
        for (size_t i = 0; i < properties.fact_count; i++)
            wm_selftest_expect(test,
                               properties.facts[i].name != NULL &&
                                   (properties.facts[i].value != NULL) ==
                                       (properties.facts[i].reason == NULL),
                               "fact %zu has no name, or not either a value or a reason", i);
    }
    wm_selftest_end(test);
}

static void answers(wm_selftest_case *test)
{
    wm_device_entry entry;
    size_t count = 0;
    char reason[256];
    wm_selftest_begin(test, "list", "devices");
    if (wm_selftest_ok(test, test->ops->list(&entry, 1, &count, reason)))
        wm_selftest_expect(test, count >= 1 && entry.name[0] != '\0',
                           "an open device is not listed");
    wm_selftest_end(test);

    for (int reading = 1; reading <= 2; reading++)
        one_description(test, reading);

    wm_selftest_begin(test, "last_error", "after a call that was refused");
    wm_selftest_expect(test, test->ops->alloc(test->device, 0, NULL) == WM_E_ARG,
                       "alloc without a place for the buffer was not refused");
    wm_selftest_expect(test, test->ops->last_error(test->device) != NULL, "null");
    wm_selftest_end(test);

    wm_selftest_begin(test, "sync", "nothing queued");
    (void)wm_selftest_ok(test, test->ops->sync(test->device));
    wm_selftest_end(test);
}

/* Reads the device's timer again after 20 ms, and compares it with the host's clock. */
static void expect_timer(wm_selftest_case *test, const wm_device_timer *first)
{
    wm_device_timer last;
    double hz = 0;
    if (first->reason != NULL)
        return;
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    if (!WM_SELFTEST_OK(test, clock_hz, &hz, &last))
        return;
    const double ratio =
        (double)(last.device_ns - first->device_ns) / (double)(last.host_ns - first->host_ns);
    wm_selftest_expect(test, ratio > 0.99 && ratio < 1.01, "its timer runs at %g of the host's",
                       ratio);
}

/* 20 ms of sleep on both clocks. The factors 1/2 and 2 allow for any scheduler. */
static void clocks(wm_selftest_case *test)
{
    wm_selftest_begin(test, "time_ns", "against the host's clock over 20 ms");
    const uint64_t host_start = wm_clock_ns(), start = test->ops->time_ns(test->device);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
    const uint64_t host_end = wm_clock_ns(), end = test->ops->time_ns(test->device);
    const double ratio = (double)(end - start) / (double)(host_end - host_start);
    wm_selftest_expect(test, ratio > 0.8 && ratio < 1.25, "runs at %g of the host's", ratio);
    wm_selftest_end(test);

    for (int reading = 1; reading <= 2; reading++) {
        double hz = 0;
        wm_device_timer timer = {.reason = NULL};
        wm_selftest_begin(test, "clock_hz", "0.1 to 10 GHz, reading %d", reading);
        if (WM_SELFTEST_OK(test, clock_hz, &hz, &timer))
            wm_selftest_expect(test, hz > 1e8 && hz < 1e10, "%g Hz", hz);
        expect_timer(test, &timer);
        wm_selftest_end(test);
    }
}

/* Each unit has a latency of 0.1 to 1e6, in a known unit. */
static void expect_profile(wm_selftest_case *test, const wm_profile_result *result)
{
    size_t wrong = 0;
    while (wrong < result->count && result->latency[wrong] > 0.1 && result->latency[wrong] < 1e6)
        wrong++;
    wm_selftest_expect(test, result->count > 0 && wrong == result->count,
                       "%zu latencies, wrong from number %zu", result->count, wrong);
    wm_selftest_expect(test,
                       result->unit != NULL &&
                           (strcmp(result->unit, "ns") == 0 || strcmp(result->unit, "cycles") == 0),
                       "no known unit");
}

static void profiles(wm_selftest_case *test)
{
    for (int reading = 1; reading <= 2; reading++) {
        wm_selftest_begin(test, "profile", "each unit, reading %d", reading);
        wm_profile_result *result = wm_selftest_host(test, sizeof *result);
        const wm_profile profile = {.steps = 1024,
                                    .table = wm_selftest_output(test, WM_BACKEND_PROFILE_BYTES)};
        wm_selftest_expect(test,
                           test->ops->profile(test->device, &(wm_profile){.table = profile.table},
                                              result) == WM_E_ARG,
                           "a profile of no steps was not refused");
        if (WM_SELFTEST_OK(test, profile, &profile, result))
            expect_profile(test, result);
        wm_selftest_end(test);
    }
}

/* Nothing in use would be all of it: the program itself uses some. */
static void free_memory(wm_selftest_case *test)
{
    for (int reading = 1; reading <= 2; reading++) {
        wm_device_properties properties;
        uint64_t bytes = 0;
        wm_selftest_begin(test, "memory_free", "less than all, reading %d", reading);
        if (WM_SELFTEST_OK(test, memory_free, &bytes) &&
            WM_SELFTEST_OK(test, properties, &properties))
            wm_selftest_expect(test, bytes > 0 && bytes < properties.memory_bytes,
                               "%llu of %llu bytes", (unsigned long long)bytes,
                               (unsigned long long)properties.memory_bytes);
        wm_selftest_end(test);
    }
}

static void load(wm_selftest_case *test)
{
    for (int reading = 1; reading <= 2; reading++) {
        wm_device_load load = {.utilization = -1, .since_ns = test->ops->time_ns(test->device)};
        wm_selftest_begin(test, "load", "a utilization of 0 to 1, or none, reading %d", reading);
        if (WM_SELFTEST_OK(test, load, &load)) {
            wm_selftest_expect(
                test, isnan(load.utilization) || (load.utilization >= 0 && load.utilization <= 1),
                "utilization %g", load.utilization);
            wm_selftest_expect(test,
                               load.others.reason != NULL ||
                                   (load.others.value >= 0 && load.others.value <= 1),
                               "others %g", load.others.value);
        }
        wm_selftest_end(test);
    }
}

static void expect_reading(wm_selftest_case *test, const char *name,
                           const wm_covariate_value *value, uint64_t begin_ns, uint64_t end_ns)
{
    wm_selftest_expect(test,
                       value->reason != NULL ? value->reason[0] != '\0' : isfinite(value->value),
                       "%s has neither a value nor a reason", name);
    wm_selftest_expect(
        test, value->reason != NULL || (value->time_ns >= begin_ns && value->time_ns <= end_ns),
        "the time of %s is not when it was read", name);
}

static void one_sample(wm_selftest_case *test, int reading)
{
    wm_device_sample sample;
    memset(&sample, 0, sizeof sample);
    sample.is_full = true;
    wm_selftest_begin(test, "covariates",
                      "each finite and read now, or absent with a reason, reading %d", reading);
    const uint64_t begin_ns = test->ops->time_ns(test->device);
    if (WM_SELFTEST_OK(test, covariates, &sample)) {
        const uint64_t end_ns = test->ops->time_ns(test->device);
        for (unsigned i = 0; i < WM_COVARIATES; i++)
            expect_reading(test, wm_tables_covariate((wm_covariate_name)i), &sample.values[i],
                           begin_ns, end_ns);
        expect_reading(test, "memory_peak", &sample.memory_peak, begin_ns, end_ns);
    }
    wm_selftest_end(test);
}

static void covariates(wm_selftest_case *test)
{
    one_sample(test, 1);
    one_sample(test, 2);
}

/* A minimal job, to be described. */
static wm_job small_job(wm_selftest_case *test, int operation)
{
    uint16_t *one = wm_selftest_host(test, 2);
    wm_device_buffer *A = wm_selftest_put(test, one, 2);
    wm_device_buffer *C = wm_selftest_output(test, 2);
    wm_job job = {.operation = (wm_operation)operation};
    if (operation == WM_OPERATION_GEMM || operation == WM_OPERATION_GEMM_CAREFUL)
        job.as.gemm = (wm_gemm){
            WM_FORMAT_F16, WM_FORMAT_F16, WM_ARITHMETIC_F32, WM_LAYOUT_NN, 1, 1, 1, A, A, C};
    if (operation == WM_OPERATION_ATTENTION || operation == WM_OPERATION_ATTENTION_CAREFUL)
        job.as.attention = (wm_attention){false, 1, 1, 1, 1, A, A, A, C};
    return job;
}

static void descriptions(wm_selftest_case *test)
{
    for (int operation = 0; operation < WM_OPERATION_COUNT; operation++) {
        char text[256] = "";
        wm_selftest_begin(test, "describe", "operation %d", operation);
        const wm_job job = small_job(test, operation);
        if (WM_SELFTEST_OK(test, describe, &job, text))
            wm_selftest_expect(test, text[0] != '\0' && strlen(text) < sizeof text, "no text");
        wm_selftest_end(test);
    }
}

/* Descriptions of a triad are accepted for it, descriptions of no operation for none. (A device
 * that chooses among algorithms can describe them only after it has run: the tests of resumed runs
 * cover that.) */
static void choices(wm_selftest_case *test)
{
    for (int operation = 0; operation < WM_OPERATION_COUNT; operation++) {
        char text[256] = "";
        wm_selftest_begin(test, "choose", "operation %d", operation);
        const wm_job job = small_job(test, operation);
        if (operation != WM_OPERATION_GEMM && operation != WM_OPERATION_ATTENTION &&
            WM_SELFTEST_OK(test, describe, &job, text))
            (void)WM_SELFTEST_OK(test, choose, &job, text);
        wm_selftest_expect(test,
                           test->ops->choose(test->device, &job, "by hand") == WM_E_UNSUPPORTED,
                           "a method that no device has was taken");
        wm_selftest_end(test);
    }
}

static void sizes(wm_selftest_case *test)
{
    static const size_t SIZES[] = {1, 63, 4097, 3 << 20};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        wm_device_buffer *buffer = NULL;
        uint8_t bytes[2] = {1, 2}, back[2] = {0, 0};
        const size_t size = SIZES[i], last = size - 1;
        wm_selftest_begin(test, "alloc", "%zu bytes, the last one used", size);
        if (WM_SELFTEST_OK(test, alloc, size, &buffer)) {
            (void)WM_SELFTEST_OK(test, upload, buffer, last, bytes, 1);
            (void)WM_SELFTEST_OK(test, download, buffer, last, back, 1);
            wm_selftest_expect(test, back[0] == 1, "the last byte does not hold");
            wm_selftest_expect(test,
                               test->ops->upload(test->device, buffer, last, bytes, 2) == WM_E_ARG,
                               "a write past the end was not refused");
        }
        wm_selftest_end(test);
        wm_selftest_begin(test, "size_bytes", "%zu", size);
        wm_selftest_expect(test, test->ops->size_bytes(buffer) == size, "another size");
        wm_selftest_end(test);
        test->ops->free(test->device, buffer);
    }
}

enum { SPAN = 5000 };

/* Checks that `at` holds bytes [from, from + size) of `wanted`, and that nothing else changed. */
static void expect_bytes(wm_selftest_case *test, const wm_device_buffer *buffer,
                         const uint8_t *wanted)
{
    uint8_t got[SPAN];
    if (wm_selftest_fetch(test, buffer, got, SPAN))
        wm_selftest_expect(test, memcmp(got, wanted, SPAN) == 0, "wrong bytes");
}

static void transfers(wm_selftest_case *test)
{
    static const struct {
        size_t to, from, size;
    } RANGES[] = {{0, 0, SPAN}, {1, 0, 1}, {13, 7, 1023}, {SPAN - 1, 0, 1}, {64, 128, 2048}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        const size_t to = RANGES[i].to, from = RANGES[i].from, size = RANGES[i].size;
        uint8_t wanted[SPAN], back[SPAN];
        wm_selftest_begin(test, "upload", "%zu bytes to %zu", size, to);
        uint8_t *bytes = wm_selftest_draw(test, WM_FORMAT_I8, SPAN, 1);
        const uint8_t *others = wm_selftest_draw(test, WM_FORMAT_I8, SPAN, 2);
        wm_device_buffer *target = wm_selftest_output(test, SPAN);
        memcpy(wanted, bytes, SPAN);
        memcpy(wanted + to, others + from, size);
        (void)WM_SELFTEST_OK(test, upload, target, 0, bytes, SPAN);
        (void)WM_SELFTEST_OK(test, upload, target, to, others + from, size);
        expect_bytes(test, target, wanted);
        wm_selftest_end(test);

        wm_selftest_begin(test, "download", "%zu bytes from %zu", size, from);
        wm_device_buffer *source = wm_selftest_put(test, others, SPAN);
        if (WM_SELFTEST_OK(test, download, source, from, back, size))
            wm_selftest_expect(test, memcmp(back, others + from, size) == 0, "wrong bytes");
        wm_selftest_end(test);

        wm_selftest_begin(test, "copy", "%zu bytes from %zu to %zu", size, from, to);
        source = wm_selftest_put(test, others, SPAN);
        target = wm_selftest_output(test, SPAN);
        (void)WM_SELFTEST_OK(test, upload, target, 0, bytes, SPAN);
        (void)WM_SELFTEST_OK(test, copy, target, to, source, from, size);
        expect_bytes(test, target, wanted);
        wm_selftest_end(test);
    }
}

/* Neighbours of one buffer, of sizes and places that are aligned and not. */
static void inner_copies(wm_selftest_case *test)
{
    static const struct {
        size_t to, from, size;
    } RANGES[] = {{0, 1, 1}, {0, 2048, 2048}, {2051, 1024, 1023}, {13, 2500, 2487}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        const size_t to = RANGES[i].to, from = RANGES[i].from, size = RANGES[i].size;
        uint8_t wanted[SPAN];
        wm_selftest_begin(test, "copy", "%zu bytes from %zu to %zu of one buffer", size, from, to);
        const uint8_t *bytes = wm_selftest_draw(test, WM_FORMAT_I8, SPAN, 1);
        wm_device_buffer *target = wm_selftest_output(test, SPAN);
        memcpy(wanted, bytes, SPAN);
        memcpy(wanted + to, bytes + from, size);
        (void)WM_SELFTEST_OK(test, upload, target, 0, bytes, SPAN);
        (void)WM_SELFTEST_OK(test, copy, target, to, target, from, size);
        wm_selftest_expect(test,
                           test->ops->copy(test->device, target, to, target, to + size - 1, size) ==
                               WM_E_ARG,
                           "a copy onto itself was not refused");
        expect_bytes(test, target, wanted);
        wm_selftest_end(test);
    }
}

static void flips(wm_selftest_case *test)
{
    static const struct {
        size_t offset;
        uint64_t mask;
        size_t size;
    } FLIPS[] = {{0, 1, 1}, {17, 0x4000, 2}, {SPAN - 8, 0x8000000000000001u, 8}, {9, 0x800000, 4}};
    for (size_t i = 0; i < sizeof FLIPS / sizeof *FLIPS; i++) {
        uint8_t wanted[SPAN];
        wm_selftest_begin(test, "flip_bits", "mask %llx at %zu", (unsigned long long)FLIPS[i].mask,
                          FLIPS[i].offset);
        const uint8_t *bytes = wm_selftest_draw(test, WM_FORMAT_I8, SPAN, 3);
        wm_device_buffer *target = wm_selftest_output(test, SPAN);
        memcpy(wanted, bytes, SPAN);
        for (size_t b = 0; b < FLIPS[i].size; b++)
            wanted[FLIPS[i].offset + b] ^= (uint8_t)(FLIPS[i].mask >> (8 * b));
        (void)WM_SELFTEST_OK(test, upload, target, 0, bytes, SPAN);
        (void)WM_SELFTEST_OK(test, flip_bits, target, FLIPS[i].offset, FLIPS[i].mask,
                             FLIPS[i].size);
        expect_bytes(test, target, wanted);
        wm_selftest_end(test);
    }
}

/* Only the first bytes of the buffer change; refusals change nothing. */
static void byte_fills(wm_selftest_case *test)
{
    static const size_t SIZES[] = {1, 63, 4097, SPAN};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (int byte = 0; byte < 256; byte += 255) {
            uint8_t wanted[SPAN];
            wm_selftest_begin(test, "fill_bytes", "%zu bytes %d", SIZES[i], byte);
            const uint8_t *bytes = wm_selftest_draw(test, WM_FORMAT_I8, SPAN, 4);
            wm_device_buffer *target = wm_selftest_output(test, SPAN);
            memcpy(wanted, bytes, SPAN);
            memset(wanted, byte, SIZES[i]);
            (void)WM_SELFTEST_OK(test, upload, target, 0, bytes, SPAN);
            wm_selftest_expect(test, test->ops->fill_bytes(test->device, target, 0, 1) == WM_E_ARG,
                               "a fill of no bytes was not refused");
            (void)WM_SELFTEST_OK(test, fill_bytes, target, SIZES[i], (uint8_t)byte);
            expect_bytes(test, target, wanted);
            wm_selftest_end(test);
        }
}

static const size_t COUNTS[] = {1, 8, 1000, 4099, 70001};
enum { COUNT_KINDS = sizeof COUNTS / sizeof *COUNTS };

static void expect_fill(wm_selftest_case *test, wm_status status, const wm_device_buffer *buffer,
                        const void *wanted, size_t size_bytes)
{
    uint8_t *got = wm_selftest_host(test, size_bytes);
    if (wm_selftest_ok(test, status) && wm_selftest_fetch(test, buffer, got, size_bytes)) {
        size_t at = 0;
        while (at < size_bytes && got[at] == ((const uint8_t *)wanted)[at])
            at++;
        wm_selftest_expect(test, at == size_bytes, "byte %zu differs", at);
    }
    wm_selftest_end(test);
}

static void normal_fills(wm_selftest_case *test)
{
    for (int format = WM_FORMAT_F16; format <= WM_FORMAT_F64; format++)
        for (size_t i = 0; i < COUNT_KINDS; i++) {
            uint8_t seed[32];
            const wm_format kind = (wm_format)format;
            const size_t size = COUNTS[i] * wm_format_size(kind);
            wm_selftest_begin(test, "fill_normal", "%s, %zu elements", wm_format_name(kind),
                              COUNTS[i]);
            wm_selftest_seed((uint32_t)i, seed);
            wm_device_buffer *buffer = wm_selftest_output(test, size);
            const void *wanted = wm_selftest_draw(test, kind, COUNTS[i], (uint32_t)i);
            expect_fill(test, test->ops->fill_normal(test->device, buffer, kind, COUNTS[i], seed),
                        buffer, wanted, size);
        }
}

/* Elements every `stride` words; the fill must leave the words between as they were. */
static void index_fill(wm_selftest_case *test, size_t count, size_t stride, uint64_t bound,
                       const uint8_t seed[32])
{
    wm_selftest_begin(test, "fill_index", "%zu elements below %llu, stride %zu", count,
                      (unsigned long long)bound, stride);
    const size_t size = count * stride * 4;
    uint32_t *words = wm_selftest_host(test, count * 4);
    uint32_t *wanted = wm_selftest_host(test, size);
    memset(wanted, 0xA5, size);
    wm_device_buffer *buffer = wm_selftest_put(test, wanted, size);
    wm_reference_fill_index(count, bound, seed, words);
    for (size_t e = 0; e < count; e++)
        wanted[e * stride] = words[e];
    expect_fill(test, test->ops->fill_index(test->device, buffer, count, stride, bound, seed),
                buffer, wanted, size);
}

static void integer_fills(wm_selftest_case *test)
{
    static const uint64_t BOUNDS[] = {1, 3, 65536, 1000003, 1ull << 32};
    static const size_t STRIDES[] = {1, 3, 32};
    for (size_t i = 0; i < COUNT_KINDS; i++) {
        uint8_t seed[32];
        wm_selftest_begin(test, "fill_int8", "%zu elements", COUNTS[i]);
        wm_selftest_seed(7, seed);
        wm_device_buffer *buffer = wm_selftest_output(test, COUNTS[i]);
        int8_t *bytes = wm_selftest_host(test, COUNTS[i]);
        wm_reference_fill_int8(COUNTS[i], seed, bytes);
        expect_fill(test, test->ops->fill_int8(test->device, buffer, COUNTS[i], seed), buffer,
                    bytes, COUNTS[i]);

        for (size_t s = 0; s < sizeof STRIDES / sizeof *STRIDES; s++)
            index_fill(test, COUNTS[i], STRIDES[s], BOUNDS[i], seed);
    }
}

void wm_selftest_memory_run(wm_selftest_case *test)
{
    static const wm_selftest_group GROUPS[] = {
        {{"list", "properties", "last_error", "sync"}, answers},
        {{"time_ns", "clock_hz"}, clocks},
        {{"load"}, load},
        {{"memory_free"}, free_memory},
        {{"covariates"}, covariates},
        {{"profile"}, profiles},
        {{"describe"}, descriptions},
        {{"choose"}, choices},
        {{"alloc", "size_bytes"}, sizes},
        {{"upload", "download", "copy"}, transfers},
        {{"copy"}, inner_copies},
        {{"fill_bytes"}, byte_fills},
        {{"flip_bits"}, flips},
        {{"fill_normal"}, normal_fills},
        {{"fill_int8", "fill_index"}, integer_fills},
    };
    wm_selftest_groups(test, GROUPS, sizeof GROUPS / sizeof *GROUPS);
}

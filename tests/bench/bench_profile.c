/* Measures a device's profile and prints it as one JSON object, for tools/signature.
 *
 * usage: bench_profile [BACKEND [SECONDS [DEVICE]]]
 *
 * BACKEND is cpu (the default) or cuda. SECONDS (6) is the time of each of the two products. DEVICE
 * is a number or a UUID. The object has:
 *
 *     latencies  of two tables at different places, two passes each; earlier passes are dropped
 *     analog     numbers, null where the device has none: for tf32 and fp16 products, sustained,
 *                rate (FLOP/s), power (W) and, at the end, clock (Hz, as reported), kernel_clock
 *                (Hz, measured right after) and temperature (degC); triad (B/s); latency_BYTES of
 *                one dependent lane over three tables (s)
 *     absent     the reason for each null
 *
 * Exit status: 0, or 2 with the reason on standard error. */
#include "backend/job.h"
#include "backend/registry.h"
#include "measure/facts/machine.h"
#include "record/nodes/node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TABLES = 2, PASSES = 2, ANALOG = 24, RUNS = 5, NAME = 32 };

typedef struct {
    wm_device *device;
    const wm_backend *ops;
    bool is_gpu;
    double seconds;
    wm_profile_result profiles[TABLES][PASSES];
    struct {
        char name[NAME];
        double value; /* NaN: absent */
        const char *reason;
    } analog[ANALOG];
    size_t analog_count;
    char methods[2][256];
} bench;

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "bench_profile: %s: %s\n", what, why);
    exit(2);
}

static void must(const bench *b, wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    const char *words = b->device != NULL ? b->ops->last_error(b->device) : "";
    stop(what, words[0] != '\0' ? words : wm_status_text(status));
}

static wm_device_buffer *alloc(const bench *b, size_t size_bytes)
{
    wm_device_buffer *buffer = NULL;
    must(b, b->ops->alloc(b->device, size_bytes, &buffer), "alloc");
    return buffer;
}

static wm_device_buffer *filled(const bench *b, wm_format format, size_t count, uint8_t number)
{
    const uint8_t seed[32] = {number};
    wm_device_buffer *buffer = alloc(b, count * wm_format_size(format));
    must(b, b->ops->fill_normal(b->device, buffer, format, count, seed), "fill");
    return buffer;
}

static double now_s(const bench *b)
{
    must(b, b->ops->sync(b->device), "sync");
    return (double)b->ops->time_ns(b->device) * 1e-9;
}

static void note(bench *b, const char *name, const char *of, double value, const char *reason)
{
    if (b->analog_count == ANALOG)
        stop(name, "too many numbers");
    (void)snprintf(b->analog[b->analog_count].name, NAME, "%s%s", name, of);
    b->analog[b->analog_count].value = value;
    b->analog[b->analog_count].reason = isnan(value) && reason == NULL ? "not measured" : reason;
    b->analog_count++;
}

static void note_reading(bench *b, const char *name, const char *of,
                         const wm_covariate_value *value)
{
    note(b, name, of, value->reason == NULL ? value->value : (double)NAN, value->reason);
}

/* ---- latencies ---- */

/* The first table stays until the end, so that the second has other memory. A pad of another size
 * lies between them. */
static void measure_profiles(bench *b)
{
    wm_device_buffer *pads[TABLES], *tables[TABLES];
    for (size_t t = 0; t < TABLES; t++) {
        pads[t] = alloc(b, (size_t)(1 + 3 * t) << 26);
        tables[t] = alloc(b, WM_BACKEND_PROFILE_BYTES);
        const wm_profile profile = {
            b->is_gpu ? WM_BACKEND_PROFILE_STEPS : WM_BACKEND_PROFILE_STEPS / 4, tables[t]};
        must(b, b->ops->profile(b->device, &profile, &b->profiles[t][0]), "profile"); /* dropped */
        for (size_t pass = 0; pass < PASSES; pass++)
            must(b, b->ops->profile(b->device, &profile, &b->profiles[t][pass]), "profile");
    }
    for (size_t t = 0; t < TABLES; t++) {
        b->ops->free(b->device, pads[t]);
        b->ops->free(b->device, tables[t]);
    }
}

/* ---- analog ---- */

/* Runs products for some seconds and returns their number a second. samples (may be null) gets a
 * first and a last sample, both taken while products run. */
static double run_for(const bench *b, const wm_gemm *gemm, double seconds,
                      wm_device_sample samples[2])
{
    const double begin = now_s(b);
    double at = begin, products = 0;
    unsigned batch = 1;
    while (at < begin + seconds) {
        const double start = at;
        for (unsigned i = 0; i < batch; i++)
            must(b, b->ops->gemm(b->device, gemm), "product");
        if (samples != NULL)
            must(b, b->ops->covariates(b->device, &samples[products > 0]), "sample");
        at = now_s(b);
        products += batch;
        if (at - start < 0.1)
            batch *= 2;
    }
    return products / (at - begin);
}

/* The mean power between two readings of the energy, or the last reading of the power. */
static wm_covariate_value power_of(const wm_device_sample samples[2])
{
    const wm_covariate_value *first = &samples[0].values[WM_COVARIATE_ENERGY],
                             *last = &samples[1].values[WM_COVARIATE_ENERGY];
    if (first->reason != NULL || last->reason != NULL || last->time_ns <= first->time_ns)
        return samples[1].values[WM_COVARIATE_POWER];
    return wm_backend_present((last->value - first->value) /
                              ((double)(last->time_ns - first->time_ns) * 1e-9));
}

/* The first quarter of the time brings the device to its power limit; the rest counts. */
static void measure_products(bench *b, const char *of, wm_format format, wm_arithmetic arithmetic,
                             char method[256])
{
    const size_t n = b->is_gpu ? 8192 : 1024;
    const wm_covariate_value none = {.reason = "one batch only"};
    wm_device_sample samples[2] = {{.is_full = true}, {.is_full = true}};
    wm_device_buffer *A = filled(b, format, n * n, 1), *B = filled(b, format, n * n, 2),
                     *C = alloc(b, n * n * wm_format_size(format));
    const wm_gemm gemm = {format, format, arithmetic, WM_LAYOUT_NN, n, n, n, A, B, C};
    const wm_job job = {.operation = WM_OPERATION_GEMM, .as.gemm = gemm};
    double hz = 0;
    wm_backend_clear_sample(&samples[1], none.reason);
    must(b, b->ops->gemm(b->device, &gemm), "product"); /* it may choose an algorithm */
    must(b, b->ops->describe(b->device, &job, method), "describe");
    (void)run_for(b, &gemm, b->seconds / 4, NULL);
    const double rate = run_for(b, &gemm, b->seconds * 3 / 4, samples);
    must(b, b->ops->clock_hz(b->device, &hz, NULL), "clock");
    const wm_covariate_value power = power_of(samples);
    note(b, "rate_", of, rate * 2.0 * (double)n * (double)n * (double)n, NULL);
    note_reading(b, "power_", of, &power);
    note_reading(b, "clock_", of, &samples[1].values[WM_COVARIATE_CLOCK]);
    note(b, "kernel_clock_", of, hz, NULL);
    note_reading(b, "temperature_", of, &samples[1].values[WM_COVARIATE_TEMPERATURE]);
    b->ops->free(b->device, A);
    b->ops->free(b->device, B);
    b->ops->free(b->device, C);
}

/* The best of some runs. */
static void measure_triad(bench *b)
{
    const size_t count = (size_t)1 << (b->is_gpu ? 28 : 24);
    const int turns = b->is_gpu ? 50 : 5;
    wm_device_buffer *a = alloc(b, count * 4), *x = filled(b, WM_FORMAT_F32, count, 3),
                     *y = filled(b, WM_FORMAT_F32, count, 4);
    double best = (double)INFINITY;
    for (int run = 0; run <= RUNS; run++) {
        const double begin = now_s(b);
        for (int i = 0; i < turns; i++)
            must(b, b->ops->triad(b->device, a, x, y, count), "triad");
        best = fmin(best, now_s(b) - begin);
    }
    note(b, "triad", "", 12.0 * (double)count * turns / best, NULL);
    b->ops->free(b->device, a);
    b->ops->free(b->device, x);
    b->ops->free(b->device, y);
}

/* The best of some runs of one dependent lane. */
static void measure_latency(bench *b, size_t bytes)
{
    const uint8_t seed[32] = {5};
    wm_device_buffer *table = alloc(b, bytes), *out = alloc(b, 64);
    const wm_random_access access = {true, bytes / 4, 1, 1, 100000, table, out};
    double best = (double)INFINITY;
    char name[NAME];
    must(b, b->ops->fill_index(b->device, table, bytes / 4, 1, (uint64_t)1 << 32, seed), "fill");
    for (int run = 0; run <= RUNS; run++) {
        const double begin = now_s(b);
        must(b, b->ops->random_access(b->device, &access), "random access");
        best = fmin(best, now_s(b) - begin);
    }
    (void)snprintf(name, sizeof name, "%zu", bytes);
    note(b, "latency_", name, best / (double)access.steps, NULL);
    b->ops->free(b->device, table);
    b->ops->free(b->device, out);
}

static void measure_analog(bench *b)
{
    static const unsigned sets[2][3] = {{18, 23, 28}, {20, 25, 32}}; /* powers of two, bytes */
    measure_products(b, "tf32", WM_FORMAT_F32, WM_ARITHMETIC_TF32, b->methods[0]);
    measure_products(b, "fp16", WM_FORMAT_F16, WM_ARITHMETIC_F32, b->methods[1]);
    measure_triad(b);
    for (int i = 0; i < 3; i++)
        measure_latency(b, (size_t)1 << sets[b->is_gpu][i]);
}

/* ---- printing ---- */

static void write_latencies(const bench *b, wm_node *node)
{
    wm_node_open_array(node, "latencies");
    for (size_t t = 0; t < TABLES; t++)
        for (size_t pass = 0; pass < PASSES; pass++) {
            const wm_profile_result *profile = &b->profiles[t][pass];
            wm_node_open_object(node, NULL);
            wm_node_count(node, "allocation", t);
            wm_node_count(node, "pass", pass);
            wm_node_open_array(node, "values");
            for (size_t i = 0; i < profile->count; i++)
                wm_node_number(node, NULL, profile->latency[i]);
            wm_node_close_array(node);
            wm_node_close_object(node);
        }
    wm_node_close_array(node);
}

static void write_analog(const bench *b, wm_node *node)
{
    wm_node_open_object(node, "analog");
    for (size_t i = 0; i < b->analog_count; i++)
        wm_node_number(node, b->analog[i].name, b->analog[i].value);
    wm_node_close_object(node);
    wm_node_open_object(node, "absent");
    for (size_t i = 0; i < b->analog_count; i++)
        if (isnan(b->analog[i].value))
            wm_node_text(node, b->analog[i].name, b->analog[i].reason);
    wm_node_close_object(node);
}

static void print(const bench *b, const char *uuid, const char *date)
{
    wm_node node = WM_NODE_EMPTY;
    wm_buffer environment = WM_BUFFER_EMPTY;
    wm_device_properties properties;
    must(b, b->ops->properties(b->device, &properties), "properties");
    must(b, wm_machine_write(b->device, NULL, NULL, &environment), "environment");
    wm_node_begin_object(&node);
    wm_node_text(&node, "format", "profile 0");
    wm_node_text(&node, "backend", b->ops->name);
    wm_node_text(&node, "device", properties.name);
    wm_node_text(&node, "part", uuid[0] != '\0' ? uuid : properties.name);
    wm_node_text(&node, "date", date);
    wm_node_text(&node, "unit", b->profiles[0][0].unit);
    wm_node_number(&node, "seconds", b->seconds);
    write_latencies(b, &node);
    write_analog(b, &node);
    wm_node_open_array(&node, "methods");
    for (int i = 0; i < 2; i++)
        wm_node_text(&node, NULL, b->methods[i]);
    wm_node_close_array(&node);
    wm_node_json(&node, "environment", environment.data, environment.size);
    must(b, wm_node_finish(&node), "output");
    printf("%.*s\n", (int)node.text.size, node.text.data);
    wm_node_clear(&node);
    wm_buffer_clear(&environment);
}

/* Opens the device that the words name, and returns its UUID, "" if it has none. */
static void open_device(bench *b, const char *backend, const char *word, char uuid[64])
{
    wm_error err = {WM_OK, "", ""};
    wm_device_options options = {.index = 0};
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    size_t count = 0;
    if (wm_registry_open(backend, word, &options, &b->device, &err) != WM_OK)
        stop(err.place, err.message);
    b->ops = b->device->ops;
    b->is_gpu = strcmp(b->ops->name, "cpu") != 0;
    must(b, b->ops->list(entries, WM_REGISTRY_DEVICES, &count, NULL), "list");
    if (options.index < count)
        (void)snprintf(uuid, 64, "%s", entries[options.index].uuid);
}

int main(int argc, char **argv)
{
    static bench b; /* large */
    char uuid[64] = "", date[32], *end = "";
    const time_t now = time(NULL);
    b.seconds = argc > 2 ? strtod(argv[2], &end) : 6;
    if (argc > 4 || *end != '\0' || !(b.seconds > 0 && b.seconds <= 600))
        stop("usage", "bench_profile [BACKEND [SECONDS [DEVICE]]], SECONDS at most 600");
    (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    open_device(&b, argc > 1 ? argv[1] : "cpu", argc > 3 ? argv[3] : NULL, uuid);
    measure_profiles(&b);
    measure_analog(&b);
    print(&b, uuid, date);
    b.ops->close(b.device);
    return 0;
}

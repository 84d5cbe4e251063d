/* The rate of hashing, parsing and checking canonical lines on one thread: the lower bound of an
 * audit's time. */
#include "backend/cpu/cpu_sha256.h"
#include "standards/jcs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINES = 2000, NUMBERS = 12, ROUNDS = 40, LINE_SIZE = 2048 };

static char lines[LINES][LINE_SIZE];
static size_t sizes[LINES], total;
static wm_json *json;

static double random_number(void)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0 * 1e3;
}

/* A line of the shape of a workload observation: twelve numbers of 16 or 17 digits among ids and
 * words. */
static void make_line(int i)
{
    const wm_json_options options = {WM_JSON_STRICT, 16, 0};
    const wm_json_value *root;
    wm_buffer text = WM_BUFFER_EMPTY, image = WM_BUFFER_EMPTY;
    wm_status status = wm_buffer_printf(
        &text,
        "{\"type\":\"observation\",\"kind\":\"workload\",\"environment\":\"%064d\",\"plan\":\"%"
        "064d\","
        "\"output_digest\":\"%064d\",\"item\":3,\"repeat\":%d,\"iterations\":1234,\"status\":"
        "\"ok\","
        "\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"m\":4096,\"n\":4096,\"k\":4096},"
        "\"started_at\":\"1700000000000000000\",\"flags\":[],\"peak_resident_bytes\":104857600,"
        "\"power\":{\"reason\":\"no sensor of power is here\"},\"series\":{",
        i, i + 1, i + 2, i % 24);
    for (int k = 0; k < NUMBERS && status == WM_OK; k++)
        status = wm_buffer_printf(&text, "%s\"number_%c\":%.17g", k > 0 ? "," : "", 'a' + k,
                                  random_number());
    if (status == WM_OK)
        status = wm_buffer_puts(&text, "}}");
    if (status == WM_OK)
        status = wm_json_parse(json, text.data, text.size, &options, &root, NULL);
    if (status == WM_OK)
        status = wm_jcs_append(&image, root, NULL);
    if (status != WM_OK || image.size > LINE_SIZE)
        abort();
    memcpy(lines[i], image.data, image.size);
    sizes[i] = image.size;
    total += image.size;
    wm_buffer_clear(&text);
    wm_buffer_clear(&image);
}

static double measure(bool with_hash, bool with_check)
{
    const wm_json_options options = {0, 16, 1 << 20};
    const wm_json_value *root;
    uint8_t digest[WM_SHA256_SIZE];
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        clock_t start = clock();
        double seconds;
        for (int i = 0; i < LINES; i++) {
            if (with_hash)
                wm_sha256_hash(lines[i], sizes[i], digest);
            if (with_check &&
                wm_jcs_parse(json, lines[i], sizes[i], &options, &root, NULL) != WM_OK)
                abort();
        }
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (best <= 0 || seconds < best)
            best = seconds;
    }
    return (double)total / best / 1e6;
}

static void report(const char *name)
{
    double hash = measure(true, false), both = measure(true, true);
    printf("%-12s hash %5.0f MB/s; hash, parse and check %5.0f MB/s: %.2f of the hash alone\n",
           name, hash, both, both / hash);
}

int main(void)
{
    json = wm_json_new();
    if (json == NULL)
        abort();
    for (int i = 0; i < LINES; i++)
        make_line(i);
    printf("lines of %d bytes with %d numbers; parse and check %.0f MB/s\n", (int)(total / LINES),
           NUMBERS, measure(false, true));
    report("portable");
    if (wm_cpu_sha256_find() != NULL) {
        wm_sha256_plug(wm_cpu_sha256_find());
        report("instructions");
    }
    wm_json_free(json);
    return 0;
}

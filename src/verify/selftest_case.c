/* Begins and ends a case of the self-test, and what cases share. */
#include "verify/selftest_case.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "backend/cpu/reference.h"
#include "standards/philox.h"

enum { MARGIN = 64, MARGIN_BYTE = 0xA5, NAN_BYTE = 0xFF };

bool wm_selftest_wanted(const wm_selftest_case *test, const char *operation)
{
    return test->only == NULL || strcmp(test->only, operation) == 0;
}

void wm_selftest_groups(wm_selftest_case *test, const wm_selftest_group *groups, size_t count)
{
    for (size_t g = 0; g < count; g++) {
        bool is_wanted = false;
        for (const char *const *one = groups[g].operations; *one != NULL; one++)
            is_wanted = is_wanted || wm_selftest_wanted(test, *one);
        if (is_wanted)
            groups[g].run(test);
    }
}

void wm_selftest_begin(wm_selftest_case *test, const char *operation, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test->name, sizeof test->name, format, arguments);
    va_end(arguments);
    test->operation = operation;
    test->detail[0] = '\0';
    test->verdict = WM_SELFTEST_NONE;
    test->room_used = 0;
    test->buffer_count = 0;
}

bool wm_selftest_expect(wm_selftest_case *test, bool condition, const char *format, ...)
{
    if (condition || test->verdict == WM_SELFTEST_FAIL)
        return condition;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test->detail, sizeof test->detail, format, arguments);
    va_end(arguments);
    test->verdict = WM_SELFTEST_FAIL;
    return false;
}

bool wm_selftest_ok(wm_selftest_case *test, wm_status status)
{
    if (status == WM_E_UNSUPPORTED && test->verdict == WM_SELFTEST_NONE) {
        test->verdict = WM_SELFTEST_UNSUPPORTED;
        return false;
    }
    const char *words = test->ops->last_error(test->device);
    return wm_selftest_expect(test, status == WM_OK, "%s: %s", wm_status_text(status),
                              words != NULL ? words : "");
}

void *wm_selftest_host(wm_selftest_case *test, size_t size_bytes)
{
    const size_t size = (size_bytes + 63) / 64 * 64;
    assert(size <= WM_SELFTEST_CASE_ROOM - test->room_used); /* our own sizes are all smaller */
    void *memory = test->room + test->room_used;
    test->room_used += size;
    return memset(memory, 0, size);
}

static wm_device_buffer *add_buffer(wm_selftest_case *test, const void *input, size_t size_bytes)
{
    wm_device_buffer *buffer = NULL;
    assert(test->buffer_count < WM_SELFTEST_CASE_BUFFERS);
    if (!WM_SELFTEST_OK(test, alloc, size_bytes + MARGIN, &buffer))
        return NULL;
    const size_t at = test->buffer_count++;
    test->buffers[at].buffer = buffer;
    test->buffers[at].input = input;
    test->buffers[at].size_bytes = size_bytes;
    uint8_t margin[MARGIN];
    memset(margin, MARGIN_BYTE, sizeof margin);
    /* A device may give the memory of an earlier case again, with that case's correct output. */
    (void)WM_SELFTEST_OK(test, fill_bytes, buffer, size_bytes, NAN_BYTE);
    (void)WM_SELFTEST_OK(test, upload, buffer, size_bytes, margin, sizeof margin);
    return buffer;
}

wm_device_buffer *wm_selftest_put(wm_selftest_case *test, const void *bytes, size_t size_bytes)
{
    wm_device_buffer *buffer = add_buffer(test, bytes, size_bytes);
    if (buffer != NULL)
        (void)WM_SELFTEST_OK(test, upload, buffer, 0, bytes, size_bytes);
    return buffer;
}

wm_device_buffer *wm_selftest_output(wm_selftest_case *test, size_t size_bytes)
{
    return add_buffer(test, NULL, size_bytes);
}

bool wm_selftest_fetch(wm_selftest_case *test, const wm_device_buffer *buffer, void *bytes,
                       size_t size_bytes)
{
    uint8_t margin[MARGIN], untouched[MARGIN];
    if (buffer == NULL || !WM_SELFTEST_OK(test, download, buffer, 0, bytes, size_bytes))
        return false;
    size_t whole = size_bytes;
    for (size_t i = 0; i < test->buffer_count; i++)
        whole = test->buffers[i].buffer == buffer ? test->buffers[i].size_bytes : whole;
    memset(untouched, MARGIN_BYTE, sizeof untouched);
    return WM_SELFTEST_OK(test, download, buffer, whole, margin, sizeof margin) &&
           wm_selftest_expect(test, memcmp(margin, untouched, MARGIN) == 0,
                              "bytes after the output were written");
}

static void check_input(wm_selftest_case *test, const wm_device_buffer *buffer, const void *input,
                        size_t size_bytes)
{
    uint8_t part[4096];
    for (size_t at = 0; at < size_bytes; at += sizeof part) {
        const size_t size = size_bytes - at < sizeof part ? size_bytes - at : sizeof part;
        if (!WM_SELFTEST_OK(test, download, buffer, at, part, size) ||
            !wm_selftest_expect(test, memcmp(part, (const uint8_t *)input + at, size) == 0,
                                "an input was changed"))
            return;
    }
}

void wm_selftest_end(wm_selftest_case *test)
{
    for (size_t i = 0; i < test->buffer_count; i++) {
        if (test->buffers[i].input != NULL && test->verdict == WM_SELFTEST_NONE)
            check_input(test, test->buffers[i].buffer, test->buffers[i].input,
                        test->buffers[i].size_bytes);
        test->ops->free(test->device, test->buffers[i].buffer);
    }
    if (!wm_selftest_wanted(test, test->operation))
        return; /* ran only because it is between selected cases */
    if (test->verdict == WM_SELFTEST_NONE)
        test->verdict = WM_SELFTEST_PASS;
    test->summary->passed += test->verdict == WM_SELFTEST_PASS;
    test->summary->failed += test->verdict == WM_SELFTEST_FAIL;
    test->summary->unsupported += test->verdict == WM_SELFTEST_UNSUPPORTED;
    const wm_selftest_result result = {test->operation, test->name, test->verdict, test->detail};
    if (test->report != NULL)
        test->report(test->context, &result);
}

void wm_selftest_seed(uint32_t number, uint8_t seed[32])
{
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)(number * 37 + i * i * 11 + 5);
}

void *wm_selftest_draw(wm_selftest_case *test, wm_format format, size_t count, uint32_t number)
{
    uint8_t seed[32];
    void *elements = wm_selftest_host(test, count * wm_format_size(format));
    wm_selftest_seed(number, seed);
    if (format <= WM_FORMAT_F64) {
        (void)wm_selftest_ok(test, wm_reference_fill_normal(format, count, seed, elements));
        return elements;
    }
    const wm_philox stream = wm_philox_from_seed(seed);
    for (size_t e = 0; e < count; e++)
        wm_format_store(format, elements, e, (double)wm_philox_bounded(&stream, e, 16) - 8);
    return elements;
}

bool wm_selftest_near(double got, double wanted, double bound)
{
    if (isnan(wanted) || isnan(got))
        return isnan(wanted) && isnan(got);
    return got == wanted || fabs(got - wanted) <= bound;
}

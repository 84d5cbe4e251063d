/* The states of a screen: what decides, the first line, exit statuses, metrics, OCP lines. */
#include "model/screened.h"

#include "base/status.h"
#include "report/views/screen_report.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A device with one item of which so many outputs were right and wrong. */
static wm_screened_device device_of(uint64_t right, uint64_t wrong)
{
    wm_screened_device device = {.item_count = 1, .success_at = (double)NAN};
    (void)snprintf(device.name, sizeof device.name, "GPU-1a2b3c4d");
    (void)snprintf(device.uuid, sizeof device.uuid, "GPU-1a2b3c4d-aa");
    (void)snprintf(device.element, sizeof device.element, "row 812 column 77");
    device.item[0] = (wm_screened_item){.right = right,
                                        .wrong = wrong,
                                        .is_complete = true,
                                        .rate = 10,
                                        .ratio = (double)NAN,
                                        .ratio_low = (double)NAN,
                                        .ratio_high = (double)NAN};
    (void)snprintf(device.item[0].label, sizeof device.item[0].label, "gemm.fp16_exact.n8192");
    device.rejected = wrong > 0 ? 0 : 1;
    return device;
}

static void expect(wm_screened_device *device, wm_screened_state state, const char *line)
{
    wm_screened screened = {.device = device, .count = 1};
    char found[81];
    wm_screened_decide(device);
    assert_int_equal(device->state, state);
    screened.state = wm_screened_worst(&screened);
    wm_screened_line(&screened, found);
    assert_string_equal(found, line);
}

static void test_ok(void **state)
{
    wm_screened_device device = device_of(480, 0);
    (void)state;
    expect(&device, WM_SCREENED_OK, "OK GPU-1a2b3c4d 480 outputs right, 1 of 1 items");
}

/* What did not run must not look as if it had passed. */
static void test_nothing(void **state)
{
    wm_screened_device device = device_of(0, 0);
    (void)state;
    device.item[0].is_complete = false;
    device.item[0].is_over_budget = true;
    (void)snprintf(device.item[0].reason, sizeof device.item[0].reason, "over the budget: 3 s");
    expect(&device, WM_SCREENED_INCONCLUSIVE,
           "INCONCLUSIVE GPU-1a2b3c4d no output was compared: over the budget: 3 s");
    device = device_of(10, 0);
    device.item[0].is_complete = false;
    (void)snprintf(device.item[0].reason, sizeof device.item[0].reason, "allocation failed");
    expect(&device, WM_SCREENED_INCONCLUSIVE,
           "INCONCLUSIVE GPU-1a2b3c4d gemm.fp16_exact.n8192: allocation failed");
    device.item[0].is_over_budget = true;
    (void)snprintf(device.item[0].reason, sizeof device.item[0].reason, "over the budget: 3 s");
    expect(&device, WM_SCREENED_INCONCLUSIVE,
           "INCONCLUSIVE GPU-1a2b3c4d 10 outputs right, but no item was whole");
    device.item_count = device.rejected = 0;
    expect(&device, WM_SCREENED_INCONCLUSIVE,
           "INCONCLUSIVE GPU-1a2b3c4d no output was compared: there is no item");
}

static void test_rejected(void **state)
{
    wm_screened_device device = device_of(7, 1);
    (void)state;
    expect(&device, WM_SCREENED_SUSPECT,
           "SUSPECT GPU-1a2b3c4d gemm.fp16_exact.n8192 row 812 column 77, not tried again");
    device.try_count = 3;
    device.again[0].has_answer = device.again[2].has_answer = true;
    expect(&device, WM_SCREENED_SUSPECT,
           "SUSPECT GPU-1a2b3c4d gemm.fp16_exact.n8192 row 812 column 77, confirmed 0 of 2");
    (void)snprintf(device.item[0].label, sizeof device.item[0].label,
                   "gemm.fp8_fast_exact.n8192.soak");
    expect(&device, WM_SCREENED_SUSPECT,
           "SUSPECT GPU-1a2b3c4d gemm.fp8_fast_exact.n8192 row 812 column 77, confirmed 0 of");
    (void)snprintf(device.item[0].label, sizeof device.item[0].label, "gemm.fp16_exact.n8192");
    device.again[2].is_rejected = true;
    expect(&device, WM_SCREENED_WRONG,
           "WRONG GPU-1a2b3c4d gemm.fp16_exact.n8192 row 812 column 77, confirmed 1 of 2");
}

static void test_slow(void **state)
{
    wm_screened_device device = device_of(480, 0);
    (void)state;
    device.item[0].ratio = 0.9;
    device.item[0].ratio_high = 0.91;
    expect(&device, WM_SCREENED_OK, "OK GPU-1a2b3c4d 480 outputs right, 1 of 1 items");
    device.item[0].is_below = true;
    expect(&device, WM_SCREENED_SLOW,
           "SLOW GPU-1a2b3c4d gemm.fp16_exact.n8192 at 0.900 of the baseline, at most 0.910");
}

/* The most serious of several decides, and a long finding is cut at 80 columns. */
static void test_several(void **state)
{
    wm_screened_device devices[3] = {device_of(1, 0), device_of(1, 0), device_of(1, 0)};
    wm_screened screened = {.device = devices, .count = 3};
    char line[81];
    (void)state;
    assert_int_equal(wm_screened_worst(&screened), WM_SCREENED_OK);
    wm_screened_line(&screened, line);
    assert_string_equal(line, "OK 3 devices");
    devices[1].state = WM_SCREENED_SUSPECT;
    devices[2].state = WM_SCREENED_TROUBLE;
    memset(devices[2].words, 'x', sizeof devices[2].words - 1);
    screened.state = wm_screened_worst(&screened);
    assert_int_equal(screened.state, WM_SCREENED_TROUBLE);
    wm_screened_line(&screened, line);
    assert_true(strncmp(line, "TROUBLE GPU-1a2b3c4d xxx", 24) == 0);
    assert_true(strlen(line) <= 80);
    screened.count = 0;
    assert_int_equal(wm_screened_worst(&screened), WM_SCREENED_INCONCLUSIVE);
}

/* The table of the issue: 0 ok or slow, 1 wrong, 2 trouble, 3 all else; nagios as plugins do. */
static void test_exits(void **state)
{
    static const struct {
        wm_screened_state state;
        int own, nagios;
    } rows[] = {{WM_SCREENED_OK, 0, 0},           {WM_SCREENED_SLOW, 0, 1},
                {WM_SCREENED_WRONG, 1, 2},        {WM_SCREENED_TROUBLE, 2, 3},
                {WM_SCREENED_SUSPECT, 3, 1},      {WM_SCREENED_BUSY, 3, 3},
                {WM_SCREENED_INCONCLUSIVE, 3, 3}, {WM_SCREENED_NOT_APPLICABLE, 3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(wm_screened_exit(rows[i].state), rows[i].own);
        assert_int_equal(wm_screened_nagios(rows[i].state), rows[i].nagios);
    }
}

static void test_metrics(void **state)
{
    wm_screened_device device = device_of(479, 1);
    wm_screened screened = {.device = &device, .count = 1, .begin_at = 1700000000, .seconds = 12.5};
    wm_buffer text = WM_BUFFER_EMPTY;
    const char *all;
    (void)state;
    (void)snprintf(device.uuid, sizeof device.uuid, "a\"b\\c");
    device.state = WM_SCREENED_WRONG;
    assert_int_equal(wm_screen_metrics(&screened, &text), WM_OK);
    all = wm_buffer_text(&text);
    assert_non_null(strstr(all, "witnessmark_screen_state{device=\"GPU-1a2b3c4d\","
                                "uuid=\"a\\\"b\\\\c\",state=\"wrong\"} 1\n"));
    assert_non_null(strstr(all, "state=\"ok\"} 0\n"));
    assert_non_null(strstr(all, ",result=\"right\"} 479\n"));
    assert_non_null(strstr(all, ",result=\"wrong\"} 1\n"));
    assert_non_null(strstr(all, "\"} 12.5\n"));
    assert_non_null(strstr(all, "last_run_timestamp_seconds{"));
    assert_null(strstr(all, "last_success_timestamp_seconds{")); /* never */
    assert_null(strstr(all, "rate_ratio"));                      /* no baseline */
    screened.has_baseline = true;
    device.item[0].ratio = 0.5;
    device.success_at = 1699999999;
    text.size = 0;
    assert_int_equal(wm_screen_metrics(&screened, &text), WM_OK);
    all = wm_buffer_text(&text);
    assert_non_null(strstr(all, ",item=\"gemm.fp16_exact.n8192\"} 0.5\n"));
    assert_non_null(strstr(all, "last_success_timestamp_seconds{"));
    wm_buffer_clear(&text);
}

static void test_ocp(void **state)
{
    wm_screened_device device = device_of(479, 1);
    wm_screened screened = {.device = &device, .count = 1, .begin_at = 1700000000, .seconds = 1};
    wm_buffer text = WM_BUFFER_EMPTY;
    const char *all;
    (void)state;
    device.state = screened.state = WM_SCREENED_SUSPECT;
    assert_int_equal(wm_screen_ocp(&screened, "1.0", "witnessmark \"screen\"", &text), WM_OK);
    all = wm_buffer_text(&text);
    assert_non_null(strstr(all, "{\"sequenceNumber\":0,\"timestamp\":\"2023-11-14T22:13:21Z\","));
    assert_non_null(strstr(all, "\"commandLine\":\"witnessmark \\\"screen\\\"\""));
    assert_non_null(strstr(all, "\"verdict\":\"suspect\",\"type\":\"UNKNOWN\""));
    assert_non_null(strstr(all, "\"result\":\"NOT_APPLICABLE\""));
    assert_null(strstr(all, "PASS"));
    (void)snprintf(device.words, sizeof device.words, "\xff");
    assert_int_equal(wm_screen_ocp(&screened, "1.0", "x", &text), WM_E_CANON);
    wm_buffer_clear(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ok),       cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_rejected), cmocka_unit_test(test_slow),
        cmocka_unit_test(test_several),  cmocka_unit_test(test_exits),
        cmocka_unit_test(test_metrics),  cmocka_unit_test(test_ocp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

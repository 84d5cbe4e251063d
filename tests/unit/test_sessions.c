/* Tests of model/sessions and model/line_scan: warnings of starts, found among other lines. */
#include "model/line_scan.h"

#include "support/cmocka.h"

#include <string.h>

/* A session's line; the ids are no edges here. */
#define SESSION(INDEX, WARNINGS)                                                          \
    "{\"environment\":\"" ID "\",\"index\":" INDEX ",\"kind\":\"session\",\"plan\":\"" ID \
    "\",\"started_at\":\"7\",\"type\":\"observation\"" WARNINGS "}\n"
#define ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const char LINES[] = SESSION(
    "0",
    ",\"warnings\":[\"slow \\u001b[2J\",\"busy\"]") "{\"note\":\"it is no "
                                                    "\\\"kind\\\":\\\"session\\\"\"}\n" SESSION("1",
                                                                                                "")
                                                        SESSION("2", ",\"warnings\":[]") SESSION(
                                                            "3", ",\"warnings\":[\"busy again\"]");

static wm_status read_text(void *context, uint64_t offset, void *data, size_t size)
{
    memcpy(data, (const char *)context + offset, size);
    return WM_OK;
}

static void warnings_are_found_among_the_lines(void **state)
{
    char text[sizeof LINES];
    const wm_source source = {text, sizeof LINES - 1, read_text};
    static wm_model model;
    wm_sessions *sessions = &model.sessions;
    wm_lines lines;
    (void)state;
    memcpy(text, LINES, sizeof LINES);
    assert_int_equal(wm_lines_open(&source, 4096, &lines), WM_OK);
    assert_int_equal(wm_line_scan(&lines, &model), WM_OK);
    wm_lines_close(&lines);
    assert_int_equal(sessions->count, 4);
    assert_int_equal(sessions->unwatched, 1);
    assert_int_equal(sessions->warning_count, 3);
    assert_string_equal(sessions->warning[0].text, "slow ?[2J"); /* masked */
    assert_string_equal(sessions->warning[1].text, "busy");
    assert_int_equal(sessions->warning[1].session, 0);
    assert_string_equal(sessions->warning[2].text, "busy again");
    assert_int_equal(sessions->warning[2].session, 3);
    wm_sessions_clear(sessions);
    assert_int_equal(sessions->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warnings_are_found_among_the_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

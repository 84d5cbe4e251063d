/* Tests of measure/facts/named: which names and values are taken, what is hidden and kept. */
#include "measure/facts/named.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

static wm_error err;

static void a_name_is_a_lower_case_word(void **state)
{
    static const char *const wrong[] = {"=x",    "Node=x", "1a=x", "_a=x",       "a.b=x", "a-b=x",
                                        "a b=x", "node",   "",     "\xc3\xa9=x", "n\n=x"};
    char longest[80];
    wm_named named = {.count = 0};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(wm_named_read(wrong[i], &named, &err), WM_E_ARG);
    assert_int_equal(named.count, 0);
    assert_int_equal(wm_named_read("lot_2=7=8", &named, &err), WM_OK);
    assert_string_equal(named.fact[0].name, "named.lot_2");
    assert_string_equal(named.fact[0].value, "7=8");
    memset(longest, 'a', sizeof longest); /* 58 bytes behind `named.` make 64 */
    strcpy(longest + 58, "=x");
    assert_int_equal(wm_named_read(longest, &named, &err), WM_OK);
    assert_int_equal(strlen(named.fact[1].name), 64);
    strcpy(longest + 58, "a=x");
    assert_int_equal(wm_named_read(longest, &named, &err), WM_E_ARG);
    assert_int_equal(wm_named_read("lot_2=9", &named, &err), WM_E_ARG);
    assert_non_null(strstr(err.message, "twice"));
    assert_int_equal(named.count, 2);
}

static void a_value_is_text_that_is_shown(void **state)
{
    static const char *const wrong[] = {"a=",          "a=\t",           "a=x\x1b[0m", "a=\x7f",
                                        "a=x\xff\xfe", "a=\xe2\x80\xae", "a=\xc2\x85"};
    char longest[300];
    wm_named named = {.count = 0};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(wm_named_read(wrong[i], &named, &err), WM_E_ARG);
    memset(longest, 'v', sizeof longest);
    memcpy(longest, "a=", 2);
    longest[2 + 257] = '\0';
    assert_int_equal(wm_named_read(longest, &named, &err), WM_E_ARG);
    longest[2 + 256] = '\0';
    assert_int_equal(wm_named_read(longest, &named, &err), WM_OK);
    assert_int_equal(wm_named_read("b=\xc3\xa9 \"\\", &named, &err), WM_OK);
    assert_string_equal(named.fact[1].value, "\xc3\xa9 \"\\");
}

static void sixteen_are_the_most(void **state)
{
    char word[16];
    wm_named named = {.count = 0};
    (void)state;
    for (int i = 0; i < WM_NAMED_MOST; i++) {
        (void)snprintf(word, sizeof word, "a%d=x", i);
        assert_int_equal(wm_named_read(word, &named, &err), WM_OK);
    }
    assert_int_equal(wm_named_read("b=x", &named, &err), WM_E_ARG);
    wm_named_keep(&named, "named.b", "x");
    assert_int_equal(named.count, WM_NAMED_MOST);
}

static void a_resumed_run_has_the_same_facts(void **state)
{
    wm_named has = {.count = 0}, asked = {.count = 0};
    (void)state;
    wm_named_keep(&has, "uuid", "x");
    wm_named_keep(&has, "named.", "x");
    wm_named_keep(&has, "named.A", "x");
    assert_int_equal(has.count, 0);
    wm_named_keep(&has, "named.node", "n17");
    wm_named_keep(&has, "named.rack", NULL);
    assert_true(wm_named_has(&has, &asked));
    assert_int_equal(wm_named_read("node=n17", &asked, &err), WM_OK);
    assert_true(wm_named_has(&has, &asked));
    assert_false(wm_named_hide(&asked, "nod", 3));
    assert_false(wm_named_hide(&asked, "nodes", 5));
    assert_true(wm_named_hide(&asked, "node", 4));
    assert_false(wm_named_has(&has, &asked)); /* the record shows it */
    asked.fact[0].is_hidden = false;
    strcpy(asked.fact[0].value, "n18");
    assert_false(wm_named_has(&has, &asked));
    strcpy(asked.fact[0].name, "named.rack"); /* its value is not known here */
    assert_true(wm_named_has(&has, &asked));
    strcpy(asked.fact[0].name, "named.lot");
    assert_false(wm_named_has(&has, &asked));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_a_lower_case_word),
        cmocka_unit_test(a_value_is_text_that_is_shown),
        cmocka_unit_test(sixteen_are_the_most),
        cmocka_unit_test(a_resumed_run_has_the_same_facts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

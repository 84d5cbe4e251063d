/* Tests of report/print_json: texts that are not UTF-8, and characters that control a terminal. */
#include "report/document/data.h"
#include "report/document/table.h"
#include "report/print/printers.h"

#include <stdio.h>
#include <string.h>

#include "support/cmocka.h"

/* The printed object of one text. */
static void expect_object(const char *text, const char *wanted)
{
    char printed[512] = "";
    const wm_paper paper = {.width = 80};
    wm_document document = {.status = WM_OK};
    FILE *out = fmemopen(printed, sizeof printed, "w");
    assert_non_null(out);
    wm_data_text(&document, "path", text);
    assert_int_equal(wm_print_json(&document, &paper, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    wm_document_clear(&document);
    assert_string_equal(printed, wanted);
}

static void utf8_is_kept(void **state)
{
    (void)state;
    expect_object("a\"\xc3\xa9", "{\"path\":\"a\\\"\xc3\xa9\"}\n");
    expect_object("", "{\"path\":\"\"}\n");
}

static void wrong_bytes_are_replaced_and_kept_in_hexadecimal(void **state)
{
    (void)state;
    expect_object("a\xff"
                  "b\xc3",
                  "{\"path\":\"a\xef\xbf\xbd"
                  "b\xef\xbf\xbd\",\"path_bytes\":\"61ff62c3\"}\n");
}

static void characters_for_terminals_are_escaped(void **state)
{
    (void)state;
    expect_object("\033\n\x7f", "{\"path\":\"\\u001b\\n\\u007f\"}\n");
    expect_object("\xc2\x9b\xe2\x80\xae", "{\"path\":\"\\u009b\\u202e\"}\n");
}

/* A table that is shown is a list of objects; what has no key is for people alone. */
static void a_table_is_a_list_of_objects(void **state)
{
    char printed[512] = "";
    const wm_paper paper = {.width = 80};
    wm_document document = {.status = WM_OK};
    wm_table *table = wm_table_new(&document, NULL);
    FILE *out = fmemopen(printed, sizeof printed, "w");
    (void)state;
    assert_non_null(out);
    wm_table_columns(table, "item", "shown", ">rate", NULL);
    table->column[0].key = "item";
    table->column[2].key = "rate";
    wm_table_add(table, "one", NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, "words", NULL, WM_EMPHASIS_NONE);
    wm_table_value(table, 1.25, "%.0f s", 1.25);
    wm_table_add(table, NULL, "absent", WM_EMPHASIS_NONE);
    wm_table_add(table, NULL, NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, NULL, NULL, WM_EMPHASIS_NONE);
    wm_data_table(&document, "rows", table);
    assert_int_equal(wm_print_json(&document, &paper, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, "{\"rows\":[{\"item\":\"one\",\"rate\":1.25},"
                                 "{\"item\":null,\"rate\":null}]}\n");
    wm_document_clear(&document);
}

static void a_failed_document_prints_nothing(void **state)
{
    char printed[64] = "";
    const wm_paper paper = {.width = 80};
    wm_document document = {.status = WM_OK};
    FILE *out = fmemopen(printed, sizeof printed, "w");
    (void)state;
    assert_non_null(out);
    wm_data_text(&document, "path", "x");
    wm_document_fail(&document, WM_E_LIMIT);
    wm_document_fail(&document, WM_E_NOMEM);
    assert_int_equal(wm_print_json(&document, &paper, out), WM_E_LIMIT);
    assert_int_equal(wm_print_terminal(&document, &paper, out), WM_E_LIMIT);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, "");
    wm_document_clear(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_kept),
        cmocka_unit_test(wrong_bytes_are_replaced_and_kept_in_hexadecimal),
        cmocka_unit_test(characters_for_terminals_are_escaped),
        cmocka_unit_test(a_table_is_a_list_of_objects),
        cmocka_unit_test(a_failed_document_prints_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

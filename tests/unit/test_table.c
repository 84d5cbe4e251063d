/* Tests of tables of a document in aligned columns, in narrow lines. */
#include "report/document/table.h"

#include "report/print/printers.h"
#include "report/print/prose.h"

#include <stdlib.h>
#include <string.h>

#include "support/cmocka.h"

/* A document that is being made, and its table. */
static wm_document document;
static wm_table *table;

static void begin(const char *title)
{
    document = (wm_document){.status = WM_OK};
    table = wm_table_new(&document, title);
}

/* Prints the document, clears it, and compares. */
static void expect(unsigned width, const char *wanted)
{
    const wm_paper paper = {.width = width};
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    assert_int_equal(wm_print_terminal(&document, &paper, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    for (char *line = printed; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(wm_prose_columns(line, strcspn(line, "\n")) <= width);
    assert_string_equal(printed, wanted);
    free(printed);
    wm_document_clear(&document);
}

static void add_row(const char *const *cells)
{
    for (; *cells != NULL; cells++)
        wm_table_add(table, *cells, NULL, WM_EMPHASIS_NONE);
}

static void fill(const char *first)
{
    const char *const row[] = {first, "12 GB/s", "11 .. 13", "S1", NULL};
    wm_table_columns(table, "item", ">rate", "interval", NULL);
    wm_table_rank_column(table, 1);
    wm_table_columns(table, "class", NULL);
    add_row(row);
}

static void columns_that_do_not_fit_become_blocks(void **state)
{
    (void)state;
    begin(NULL);
    fill("one.item");
    expect(40, "item         rate  interval  class\n"
               "one.item  12 GB/s  11 .. 13  S1\n");
    begin(NULL);
    fill("one.item");
    expect(30, "item         rate  interval\n"
               "one.item  12 GB/s  11 .. 13\n"
               "\n"
               "item      class\n"
               "one.item  S1\n");
}

static void one_block_leaves_columns_out(void **state)
{
    (void)state;
    begin(NULL);
    table->is_one_block = true;
    fill("one.item");
    expect(30, "item         rate  class\n"
               "one.item  12 GB/s  S1\n");
    begin(NULL);
    table->is_one_block = true;
    fill("a.much.longer.item");
    expect(40, "item               rate  interval  class\n"
               "a.much.longer.item\n"
               "                12 GB/s  11 .. 13  S1\n");
    begin(NULL);
    table->is_one_block = true;
    fill("a.much.longer.item");
    expect(37, "item                   rate  class\n"
               "a.much.longer.item  12 GB/s  S1\n");
}

static void a_long_first_cell_has_its_own_line(void **state)
{
    (void)state;
    begin(NULL);
    table->is_one_block = true;
    fill("a.very.much.longer.item");
    expect(36, "item                     rate  class\n"
               "a.very.much.longer.item\n"
               "                      12 GB/s  S1\n");
}

static void a_long_first_cell_takes_free_room(void **state)
{
    const char *const rows[][5] = {{"a.long.item.label", "9 GB/s", "", "S2", NULL},
                                   {"a.longer.item.label", "-", "", "S2", NULL}};
    (void)state;
    begin(NULL);
    table->is_one_block = true;
    fill("one.item");
    add_row((const char *const[]){"two.item", "12345678 GB/s", "", "S1", NULL});
    add_row(rows[0]);
    add_row(rows[1]);
    expect(36, "item                     rate  class\n"
               "one.item              12 GB/s  S1\n"
               "two.item        12345678 GB/s  S1\n"
               "a.long.item.label      9 GB/s  S2\n"
               "a.longer.item.label         -  S2\n");
}

static void a_wide_cell_goes_on_below(void **state)
{
    const char *const row[] = {"x.one", "a text that no line of this width holds", NULL};
    (void)state;
    begin("A title that is longer");
    wm_table_columns(table, "claim", "text", NULL);
    add_row(row);
    expect(20, "A title that is\n"
               "longer\n"
               "\n"
               "claim  text\n"
               "x.one  a text that\n"
               "       no line of\n"
               "       this width\n"
               "       holds\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_that_do_not_fit_become_blocks),
        cmocka_unit_test(one_block_leaves_columns_out),
        cmocka_unit_test(a_long_first_cell_has_its_own_line),
        cmocka_unit_test(a_long_first_cell_takes_free_room),
        cmocka_unit_test(a_wide_cell_goes_on_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The aligned form of a table in narrow lines. */
#include "report/print/table.h"

#include "report/print/prose.h"

#include <stdlib.h>
#include <string.h>

#include "support/cmocka.h"

/* Prints a table, clears it, and compares. */
static void expect(wm_table *table, unsigned width, const char *wanted)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    table->width = width;
    assert_int_equal(wm_table_print(table, WM_TABLE_PLAIN, false, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    for (char *line = printed; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(wm_prose_columns(line, strcspn(line, "\n")) <= width);
    assert_string_equal(printed, wanted);
    free(printed);
    wm_table_clear(table);
}

static void add_row(wm_table *table, const char *const *cells)
{
    for (; *cells != NULL; cells++)
        wm_table_add(table, *cells, NULL, WM_EMPHASIS_NONE);
}

static void fill(wm_table *table, const char *first)
{
    const char *const row[] = {first, "12 GB/s", "11 .. 13", "S1", NULL};
    wm_table_add_column(table, "item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "rate", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "interval", WM_TABLE_LEFT, false);
    wm_table_rank_column(table, 1);
    wm_table_add_column(table, "class", WM_TABLE_LEFT, false);
    add_row(table, row);
}

static void columns_that_do_not_fit_become_blocks(void **state)
{
    wm_table table = {.title = NULL};
    (void)state;
    fill(&table, "one.item");
    expect(&table, 40,
           "item         rate  interval  class\n"
           "one.item  12 GB/s  11 .. 13  S1\n");
    fill(&table, "one.item");
    expect(&table, 30,
           "item         rate  interval\n"
           "one.item  12 GB/s  11 .. 13\n"
           "\n"
           "item      class\n"
           "one.item  S1\n");
}

static void one_block_leaves_columns_out(void **state)
{
    wm_table table = {.is_one_block = true};
    (void)state;
    fill(&table, "one.item");
    expect(&table, 30,
           "item         rate  class\n"
           "one.item  12 GB/s  S1\n");
    table.is_one_block = true;
    fill(&table, "a.much.longer.item");
    expect(&table, 40,
           "item                   rate  class\n"
           "a.much.longer.item  12 GB/s  S1\n");
}

static void a_long_first_cell_has_its_own_line(void **state)
{
    wm_table table = {.is_one_block = true};
    (void)state;
    fill(&table, "a.very.much.longer.item");
    expect(&table, 36,
           "item                     rate  class\n"
           "a.very.much.longer.item\n"
           "                      12 GB/s  S1\n");
}

static void a_long_first_cell_takes_free_room(void **state)
{
    const char *const rows[][5] = {{"a.long.item.label", "9 GB/s", "", "S2", NULL},
                                   {"a.longer.item.label", "-", "", "S2", NULL}};
    wm_table table = {.is_one_block = true};
    (void)state;
    fill(&table, "one.item");
    add_row(&table, (const char *const[]){"two.item", "12345678 GB/s", "", "S1", NULL});
    add_row(&table, rows[0]);
    add_row(&table, rows[1]);
    expect(&table, 36,
           "item                     rate  class\n"
           "one.item              12 GB/s  S1\n"
           "two.item        12345678 GB/s  S1\n"
           "a.long.item.label      9 GB/s  S2\n"
           "a.longer.item.label         -  S2\n");
}

static void a_wide_cell_goes_on_below(void **state)
{
    const char *const row[] = {"x.one", "a text that no line of this width holds", NULL};
    wm_table table = {.title = "A title that is longer"};
    (void)state;
    wm_table_add_column(&table, "claim", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "text", WM_TABLE_LEFT, false);
    add_row(&table, row);
    expect(&table, 20,
           "A title that is\n"
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

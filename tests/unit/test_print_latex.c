/* Tests of report/print_latex, print_bibtex and latex_text: no text becomes a command. */
#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/print/latex_text.h"
#include "report/print/printers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cmocka.h"

static void expect_text(void (*print)(const char *text, FILE *out), const char *text,
                        const char *wanted)
{
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    print(text, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, wanted);
    free(printed);
}

/* Prints the document, clears it, and compares. */
static void expect_document(wm_printer *printer, wm_document *document, const char *wanted)
{
    const wm_paper paper = {.width = 80};
    char *printed = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    assert_int_equal(printer(document, &paper, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    wm_document_clear(document);
    assert_string_equal(printed, wanted);
    free(printed);
}

static void characters_of_tex_are_set(void **state)
{
    (void)state;
    expect_text(wm_latex_text_print, "\\input{a}",
                "\\textbackslash{}input\\textbraceleft{}a"
                "\\textbraceright{}");
    expect_text(wm_latex_text_print, "#$%&_", "\\#\\$\\%\\&\\_");
    expect_text(wm_latex_text_print, "~^<>|",
                "\\textasciitilde{}\\textasciicircum{}"
                "\\textless{}\\textgreater{}\\textbar{}");
    expect_text(wm_latex_text_print, "\"`'", "{\\char34}{\\char96}{'}");
    expect_text(wm_latex_text_print, "}}{",
                "\\textbraceright{}\\textbraceright{}"
                "\\textbraceleft{}");
    expect_text(wm_latex_text_print, "^^5cinput", "\\textasciicircum{}\\textasciicircum{}5cinput");
}

static void ligatures_are_broken(void **state)
{
    (void)state;
    expect_text(wm_latex_text_print, "a--b---c,,d", "a-{}-b-{}-{}-c,{},d");
    expect_text(wm_latex_text_print, "a-b, c", "a-b, c");
}

static void characters_beyond_ascii_are_commands_or_codes(void **state)
{
    (void)state;
    expect_text(wm_latex_text_print, "\xc2\xb5s \xce\xbcs", "$\\mu$s $\\mu$s");
    expect_text(wm_latex_text_print, "\xc2\xb0", "$^{\\circ}$");
    expect_text(wm_latex_text_print, "\xe4\xb8\x80", "(U+4E00)");
    expect_text(wm_latex_text_print, "\xf0\x9f\x98\x80x", "(U+1F600)x");
    expect_text(wm_latex_text_print, "a\xff\nb", "a(U+FFFD)?b");
}

static void a_unit_has_a_thin_space(void **state)
{
    (void)state;
    expect_text(wm_latex_text_quantity, "774.3 kFLOP/s", "774.3\\,kFLOP/s");
    expect_text(wm_latex_text_quantity, "771.0 .. 780.5 MB/s", "771.0 .. 780.5\\,MB/s");
    expect_text(wm_latex_text_quantity, "-0.45", "$-$0.45");
    expect_text(wm_latex_text_quantity, "2.08e-04", "2.08e-04");
    expect_text(wm_latex_text_quantity, "1 ", "1 ");
    expect_text(wm_latex_text_print, "a 95 % interval", "a 95\\,\\% interval");
    expect_text(wm_latex_text_print, "8 repeats", "8 repeats");
}

static void a_table_is_a_tabular(void **state)
{
    wm_document document = {.status = WM_OK};
    wm_table *table = wm_table_new(&document, "A & B");
    (void)state;
    wm_table_columns(table, "Item", ">Rate_1", NULL);
    wm_table_text(table, "[x]");
    wm_table_text(table, "5 %");
    wm_table_text(table, "*");
    wm_table_add(table, NULL, "not {finite}", WM_EMPHASIS_NONE);
    expect_document(wm_print_latex, &document,
                    "\n\\textbf{A \\& B}\n\n\\begin{tabular}{lr}\n\\hline\nItem & Rate\\_1 \\\\\n"
                    "\\hline\n{}[x] & 5\\,\\% \\\\\n{}* & -[1] \\\\\n\\hline\n\\end{tabular}\n\n"
                    "[1] not \\textbraceleft{}finite\\textbraceright{}\n\n");
}

static void lines_are_paragraphs(void **state)
{
    wm_document document = {.status = WM_OK};
    wm_words *line;
    (void)state;
    wm_words_remark(&document, "a@b\n\\end");
    line = wm_words_new(&document);
    wm_words_word(line, WM_EMPHASIS_BAD, "WRONG");
    wm_words_add(line, " ");
    wm_words_quantity(line, "1 s");
    wm_words_say(&document, "root ");
    wm_words_root(wm_words_new(&document), "0123456789abcdef0123456789abcdef");
    expect_document(wm_print_latex, &document,
                    "% a?b?\\end\n\\textbf{WRONG} 1\\,s\n\nroot \n\n\\texttt{0123456789abcdef}\n");
}

static void an_entry_has_balanced_braces(void **state)
{
    wm_document document = {.status = WM_OK};
    wm_words *line;
    (void)state;
    wm_words_remark(&document, "@misc{x,");
    wm_data_text(&document, "key", "k-1");
    wm_data_text(&document, "title", "}, author = {@");
    wm_data_null(&document, "year");
    wm_data_count(&document, "volume", 7);
    line = wm_words_new(&document);
    wm_words_data(line, "50 % {");
    expect_document(wm_print_bibtex, &document,
                    "% ?misc{x,\n@misc{k-1,\n"
                    "  title = {{\\textbraceright{}, author = \\textbraceleft{}@}},\n"
                    "  volume = {7},\n  annote = {{50\\,\\% \\textbraceleft{}}}\n}\n");
}

static void nothing_is_an_entry_without_a_key(void **state)
{
    wm_document document = {.status = WM_OK};
    (void)state;
    wm_data_text(&document, "title", "x");
    wm_words_say(&document, "line");
    expect_document(wm_print_bibtex, &document, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_tex_are_set),
        cmocka_unit_test(ligatures_are_broken),
        cmocka_unit_test(characters_beyond_ascii_are_commands_or_codes),
        cmocka_unit_test(a_unit_has_a_thin_space),
        cmocka_unit_test(a_table_is_a_tabular),
        cmocka_unit_test(lines_are_paragraphs),
        cmocka_unit_test(an_entry_has_balanced_braces),
        cmocka_unit_test(nothing_is_an_entry_without_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The tables of the LaTeX reader are sorted: each row is found by its name. */
#include "support/cmocka.h"

#include "manuscript/tex_commands.h"
#include "manuscript/tex_words.h"

#include <string.h>

/* A name in nine, from the first row to the last. */
static void test_commands_are_found(void **state)
{
    static const char *const NAMES[] = {"!",
                                        ";",
                                        "DeclareMathOperator",
                                        "NewDocumentCommand",
                                        "SIlist",
                                        "acmBadgeR",
                                        "acmSubmissionID",
                                        "affil",
                                        "authorrunning",
                                        "bottomrule",
                                        "circ",
                                        "citet",
                                        "colorbox",
                                        "cref",
                                        "documentclass",
                                        "enspace",
                                        "footcite",
                                        "gdef",
                                        "hphantom",
                                        "iffalse",
                                        "index",
                                        "issue",
                                        "leq",
                                        "lstinline",
                                        "medskip",
                                        "multicolumn",
                                        "newif",
                                        "nocite",
                                        "orcid",
                                        "parencite",
                                        "pm",
                                        "qtylist",
                                        "renewenvironment",
                                        "scalebox",
                                        "setmainfont",
                                        "shortcite",
                                        "specialrule",
                                        "subfloat",
                                        "tablenum",
                                        "textcite",
                                        "textpm",
                                        "thicksim",
                                        "todo",
                                        "varepsilon",
                                        "wmclaim",
                                        "wmlinkbase",
                                        "wmvalue",
                                        "}"};
    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        assert_non_null(wm_tex_commands_find(NAMES[i], strlen(NAMES[i])));
    assert_null(wm_tex_commands_find("wmclai", 6));
    assert_null(wm_tex_commands_find("wmclaimx", 8));
}

static void test_environments_are_found(void **state)
{
    (void)state;
    assert_int_equal(wm_tex_words_environment("tabular*", 8)->setting, WM_TEX_TABLE);
    assert_int_equal(wm_tex_words_environment("equation*", 9)->setting, WM_TEX_SKIPPED);
    assert_null(wm_tex_words_environment("document", 8));
    assert_string_equal(wm_tex_words_unit("tera", 4), "T");
    assert_null(wm_tex_words_unit("ter", 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands_are_found),
        cmocka_unit_test(test_environments_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

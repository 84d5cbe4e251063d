/* Tests of model/node_list: lists are expanded as Slurm and clush do, and folded again. */
#include "model/node_list.h"

#include "support/cmocka.h"

#include <string.h>

static wm_status expand(const char *text, char out[2000])
{
    wm_node_list list = {NULL, 0, 0};
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_node_list_expand(text, &list, &err);
    out[0] = '\0';
    for (size_t i = 0; status == WM_OK && i < list.count; i++) {
        strcat(out, i > 0 ? " " : "");
        strcat(out, list.name[i]);
    }
    if (status != WM_OK)
        strcpy(out, err.message);
    wm_node_list_clear(&list);
    return status;
}

static void a_list_is_expanded(void **state)
{
    static const char *const cases[][2] = {
        {"n1", "n1"},
        {"n[1-3]", "n1 n2 n3"},
        {"n[08-11]", "n08 n09 n10 n11"},
        {"n[8-11]", "n8 n9 n10 n11"},
        {"n[098-101]", "n098 n099 n100 n101"},
        {"rack[01-02]n[1-2]", "rack01n1 rack01n2 rack02n1 rack02n2"},
        {"a,b,c[2,5-7]", "a b c2 c5 c6 c7"},
        {"a\nb\n\nc[1-2]-ib,d", "a b c1-ib c2-ib d"},
        {"", ""},
        {"n[3,1]", "n3 n1"},
    };
    char out[2000];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(expand(cases[i][0], out), WM_OK);
        assert_string_equal(out, cases[i][1]);
    }
}

static void a_name_cannot_leave_the_folder(void **state)
{
    static const struct {
        const char *text;
        wm_status status;
    } cases[] = {
        {"../etc", WM_E_INVALID},       {"a/b", WM_E_INVALID},
        {"..", WM_E_INVALID},           {".hidden", WM_E_INVALID},
        {"-o", WM_E_INVALID},           {"a\033[2J", WM_E_SYNTAX},
        {"a\001", WM_E_INVALID},        {"n[1-", WM_E_SYNTAX},
        {"n[]", WM_E_SYNTAX},           {"n[3-1]", WM_E_SYNTAX},
        {"n[1-3", WM_E_SYNTAX},         {"n[a]", WM_E_SYNTAX},
        {"n[1-2-3]", WM_E_SYNTAX},      {"n[1-9999999999]", WM_E_SYNTAX},
        {"n[1-999999999]", WM_E_LIMIT}, {"a$b", WM_E_INVALID},
        {"n]", WM_E_INVALID},
    };
    char out[2000];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(expand(cases[i].text, out), cases[i].status);
}

static void names_are_sorted_by_their_numbers(void **state)
{
    wm_node_list list = {NULL, 0, 0};
    (void)state;
    assert_int_equal(wm_node_list_expand("n10,n2,n1,n2,a,n01,n1x", &list, NULL), WM_OK);
    wm_node_list_sort(&list);
    assert_int_equal(list.count, 6);
    assert_string_equal(list.name[0], "a");
    assert_string_equal(list.name[1], "n01");
    assert_string_equal(list.name[2], "n1");
    assert_string_equal(list.name[3], "n1x");
    assert_string_equal(list.name[4], "n2");
    assert_string_equal(list.name[5], "n10");
    wm_node_list_clear(&list);
}

static void names_are_folded(void **state)
{
    static const char *const cases[][2] = {
        {"n3,n1,n2", "n[1-3]"},
        {"n1", "n1"},
        {"n08,n09,n10", "n[08-10]"},
        {"n8,n9,n10", "n[8-10]"},
        {"n[1-3],n[5-6],n9", "n[1-3,5-6,9]"},
        {"rack[01-02]n[1-4]", "rack01n[1-4],rack02n[1-4]"},
        {"c[1-2]-ib,login", "c1-ib,c2-ib,login"}, /* Slurm takes no text behind a bracket */
        {"r1n[1-2].site,r1n3", "r1n3,r1n1.site,r1n2.site"},
        {"n01,n1", "n1,n01"},
        {"n[099-101]", "n[099-101]"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wm_node_list list = {NULL, 0, 0};
        wm_buffer out = WM_BUFFER_EMPTY;
        assert_int_equal(wm_node_list_expand(cases[i][0], &list, NULL), WM_OK);
        assert_int_equal(wm_node_list_fold((const char *const *)list.name, list.count, &out),
                         WM_OK);
        assert_string_equal(wm_buffer_text(&out), cases[i][1]);
        wm_buffer_clear(&out);
        wm_node_list_clear(&list);
    }
}

/* What is folded expands to the same names. */
static void folding_is_undone_by_expanding(void **state)
{
    wm_node_list list = {NULL, 0, 0}, again = {NULL, 0, 0};
    wm_buffer out = WM_BUFFER_EMPTY;
    (void)state;
    assert_int_equal(
        wm_node_list_expand("r[1-3]n[01-12],n[1-120],x,y[7,9]z,n[0005-0007]", &list, NULL), WM_OK);
    assert_int_equal(wm_node_list_fold((const char *const *)list.name, list.count, &out), WM_OK);
    assert_int_equal(wm_node_list_expand(wm_buffer_text(&out), &again, NULL), WM_OK);
    wm_node_list_sort(&list);
    wm_node_list_sort(&again);
    assert_int_equal(list.count, again.count);
    for (size_t i = 0; i < list.count; i++)
        assert_string_equal(list.name[i], again.name[i]);
    wm_buffer_clear(&out);
    wm_node_list_clear(&list);
    wm_node_list_clear(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_expanded),
        cmocka_unit_test(a_name_cannot_leave_the_folder),
        cmocka_unit_test(names_are_sorted_by_their_numbers),
        cmocka_unit_test(names_are_folded),
        cmocka_unit_test(folding_is_undone_by_expanding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

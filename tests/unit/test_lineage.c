/* Links between records: held, absent, with other bytes. */
#include "support/cmocka.h"

#include "record/tables/exit_status.h"
#include "report/print/printers.h"
#include "report/views/lineage.h"

#include <stdlib.h>
#include <string.h>

enum { RECORDS = 3 };

/* Three records, the last one first; each continues the one before. */
static wm_lineage make_chain(void)
{
    static wm_lineage_record records[RECORDS];
    wm_lineage lineage = {.records = records, .count = RECORDS};
    memset(records, 0, sizeof records);
    for (unsigned i = 0; i < RECORDS; i++) {
        wm_lineage_record *record = &lineage.records[RECORDS - 1 - i];
        memset(record->root, (int)i + 1, WM_SHA256_SIZE);
        memset(record->file, (int)i + 101, WM_SHA256_SIZE);
        record->started_at_ns = 1000 + i;
        memset(record->links[0].root, (int)i, WM_SHA256_SIZE);
        memset(record->links[0].file, (int)i + 100, WM_SHA256_SIZE);
        record->link_count = i > 0;
    }
    return lineage;
}

static void links_hold(void **state)
{
    wm_lineage lineage = make_chain();
    (void)state;
    wm_lineage_check(&lineage);
    assert_int_equal(wm_lineage_count(&lineage, WM_LINEAGE_HOLDS), 2);
    assert_int_equal(lineage.records[2].links[0].prior, 1); /* sorted by date */
}

static void a_prior_is_absent(void **state)
{
    wm_lineage lineage = make_chain();
    (void)state;
    lineage.records[1].root[31] ^= 1;
    wm_lineage_check(&lineage);
    assert_int_equal(wm_lineage_count(&lineage, WM_LINEAGE_HOLDS), 1);
    assert_int_equal(wm_lineage_count(&lineage, WM_LINEAGE_ABSENT), 1);
    assert_int_equal(lineage.records[2].links[0].prior, RECORDS);
}

static void a_prior_has_other_bytes(void **state)
{
    wm_lineage lineage = make_chain();
    (void)state;
    lineage.records[1].file[0] ^= 1;
    wm_lineage_check(&lineage);
    assert_int_equal(wm_lineage_count(&lineage, WM_LINEAGE_OTHER), 1);
    assert_int_equal(lineage.records[2].links[0].state, WM_LINEAGE_OTHER);
}

/* Two given records have one root; the link holds with the one whose bytes are stored. */
static void one_of_two_has_the_bytes(void **state)
{
    wm_lineage lineage = make_chain();
    (void)state;
    memcpy(lineage.records[2].root, lineage.records[1].root, WM_SHA256_SIZE);
    wm_lineage_check(&lineage);
    assert_int_equal(lineage.records[2].links[0].state, WM_LINEAGE_HOLDS);
    assert_int_equal(lineage.records[2].links[0].prior, 1);
}

static void a_record_without_a_session_is_last(void **state)
{
    wm_lineage lineage = make_chain();
    (void)state;
    lineage.records[2].started_at_ns = 0;
    wm_lineage_check(&lineage);
    assert_int_equal(lineage.records[2].root[0], 1);
}

static void the_tree_names_what_does_not_hold(void **state)
{
    const wm_paper paper = {.width = 1000};
    wm_document document = {.status = WM_OK};
    wm_lineage lineage = make_chain();
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    (void)state;
    assert_non_null(out);
    lineage.records[1].file[0] ^= 1;
    wm_lineage_check(&lineage);
    lineage.to = &document;
    assert_int_equal(wm_lineage_show(&lineage), WM_EXIT_NO);
    assert_int_equal(wm_print_terminal(&document, &paper, out), WM_OK);
    assert_int_equal(fclose(out), 0);
    wm_document_clear(&document);
    assert_non_null(strstr(text, "`-- 020202020202  "));
    assert_non_null(strstr(text, "    `-- 030303030303  "));
    assert_non_null(strstr(text, "rebuilt: prior/1.jsonl of 030303030303 has other bytes than "));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_hold),
        cmocka_unit_test(a_prior_is_absent),
        cmocka_unit_test(a_prior_has_other_bytes),
        cmocka_unit_test(one_of_two_has_the_bytes),
        cmocka_unit_test(a_record_without_a_session_is_last),
        cmocka_unit_test(the_tree_names_what_does_not_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

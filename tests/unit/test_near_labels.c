/* The labels that are nearest to a mistyped one. */
#include "support/cmocka.h"

#include "study/near_labels.h"

static const char *const LABELS[] = {"gemm.fp16.n1024", "gemm.bf16.n1024", "hbm_triad.f32.n4096",
                                     "gemm.fp16.n2048"};

static void nearest_labels_come_first(void **state)
{
    char words[256];
    (void)state;
    wm_near_labels_write("gemm.fp16.n1023", LABELS, 4, words, sizeof words);
    assert_string_equal(words, "gemm.fp16.n1024, gemm.bf16.n1024, gemm.fp16.n2048");
    wm_near_labels_write("hbm_triad.n4096", LABELS, 4, words, sizeof words);
    assert_memory_equal(words, "hbm_triad.f32.n4096, ", 21);
}

static void equal_distances_keep_their_order(void **state)
{
    static const char *const equal[] = {"b", "c", "d", "e"};
    char words[256];
    (void)state;
    wm_near_labels_write("a", equal, 4, words, sizeof words);
    assert_string_equal(words, "b, c, d");
}

static void few_labels_and_little_room(void **state)
{
    char words[8];
    (void)state;
    wm_near_labels_write("x", LABELS, 0, words, sizeof words);
    assert_string_equal(words, "");
    wm_near_labels_write("", LABELS, 1, words, sizeof words);
    assert_string_equal(words, "gemm.fp");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_labels_come_first),
        cmocka_unit_test(equal_distances_keep_their_order),
        cmocka_unit_test(few_labels_and_little_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

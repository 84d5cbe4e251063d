/* Tests of base/near_words. */
#include "support/cmocka.h"

#include "base/near_words.h"

#include <stdlib.h>
#include <string.h>

static const char *const LABELS[] = {"gemm.fp16.n1024", "gemm.bf16.n1024", "hbm_triad.f32.n4096",
                                     "gemm.fp16.n2048"};

static void nearest_labels_come_first(void **state)
{
    char words[256];
    (void)state;
    wm_near_words_write("gemm.fp16.n1023", LABELS, 4, words, sizeof words);
    assert_string_equal(words, "gemm.fp16.n1024, gemm.bf16.n1024, gemm.fp16.n2048");
    wm_near_words_write("hbm_triad.n4096", LABELS, 4, words, sizeof words);
    assert_memory_equal(words, "hbm_triad.f32.n4096, ", 21);
}

static void equal_distances_keep_their_order(void **state)
{
    static const char *const equal[] = {"b", "c", "d", "e"};
    char words[256];
    (void)state;
    wm_near_words_write("a", equal, 4, words, sizeof words);
    assert_string_equal(words, "b, c, d");
}

static void few_labels_and_little_room(void **state)
{
    char words[8];
    (void)state;
    wm_near_words_write("x", LABELS, 0, words, sizeof words);
    assert_string_equal(words, "");
    wm_near_words_write("", LABELS, 1, words, sizeof words);
    assert_string_equal(words, "gemm.fp");
}

static void a_near_word_is_meant_and_a_far_one_is_not(void **state)
{
    static const char *const plans[] = {"default", "quick", "paper", "stress"};
    static const char *const claims[] = {"gemm.fp8.n128.rate", "gemm.fp16.n128.rate"};
    char hint[64];
    (void)state;
    assert_string_equal(wm_near_words_best("qick", plans, 4), "quick");
    assert_string_equal(wm_near_words_best("defualt", plans, 4), "default");
    assert_string_equal(wm_near_words_best("def", plans, 4), "default");
    assert_string_equal(wm_near_words_best("gemm.fp16.n128.rat", claims, 2), "gemm.fp16.n128.rate");
    assert_null(wm_near_words_best("nightly", plans, 4));
    assert_null(wm_near_words_best("qu", plans, 4));
    assert_null(wm_near_words_best("", plans, 4));
    wm_near_words_hint("papers", plans, 4, hint, sizeof hint);
    assert_string_equal(hint, " (did you mean 'paper'?)");
    wm_near_words_hint("mine.json", plans, 4, hint, sizeof hint);
    assert_string_equal(hint, "");
}

static void two_neighbours_in_the_wrong_order_are_one_change(void **state)
{
    static const char *const commands[] = {"audit", "run", "reverify"};
    (void)state;
    assert_string_equal(wm_near_words_best("audti", commands, 3), "audit");
    assert_string_equal(wm_near_words_best("rnu", commands, 3), "run");
    assert_null(wm_near_words_best("diuta", commands, 3));
}

/* A sanitizer sees a look behind the end, because nothing follows the word. */
static void a_shorter_word_is_read_to_its_end_only(void **state)
{
    char *begin = strdup("ru");
    const char *words[] = {begin};
    (void)state;
    assert_non_null(begin);
    assert_string_equal(wm_near_words_best("run", words, 1), "ru");
    assert_null(wm_near_words_best("runn", words, 1));
    assert_null(wm_near_words_best("runner", words, 1));
    free(begin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_neighbours_in_the_wrong_order_are_one_change),
        cmocka_unit_test(a_shorter_word_is_read_to_its_end_only),
        cmocka_unit_test(nearest_labels_come_first),
        cmocka_unit_test(equal_distances_keep_their_order),
        cmocka_unit_test(few_labels_and_little_room),
        cmocka_unit_test(a_near_word_is_meant_and_a_far_one_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

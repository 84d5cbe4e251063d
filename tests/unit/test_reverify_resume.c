/* Tests of study/reverify_resume: a re-verification that is interrupted and resumed. */
#include "support/cmocka.h"
#include "support/producer.h"

#include <string.h>

static const char ROOT[] = "aa";

static void read_again(producer *p, const wm_item *items, size_t count)
{
    const deceit none = {0};
    producer_begin(p, items, count, "77");
    p->options = (wm_reverify_options){.compute = true, .threads = 2};
    for (size_t i = 0; i < count; i++)
        producer_run(p, i, &none);
    assert_int_equal(wm_reverify_ready(p->reverify, NULL), WM_OK);
}

static void finished_outputs_are_resumed(void **state)
{
    const wm_item items[] = {producer_item("gemm", "fp16", 100, 90, 64, 1),
                             producer_item("scatter_add", "atomic", 5000, 100, 0, 1),
                             producer_item("hbm_triad", "f32", 3000, 0, 0, 1)};
    wm_buffer text = WM_BUFFER_EMPTY, again = WM_BUFFER_EMPTY;
    producer p, resumed;
    wm_error err;
    (void)state;
    read_again(&p, items, 3);
    (void)producer_verify(&p, true);
    for (size_t i = 0; i < 2; i++)
        wm_reverify_at(p.reverify, i)->is_finished = true;
    assert_int_equal(wm_reverify_save(p.reverify, ROOT, &text), WM_OK);
    read_again(&resumed, items, 3);
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_OK);
    for (size_t i = 0; i < 2; i++) {
        const wm_reverify_output *o = wm_reverify_at(resumed.reverify, i);
        assert_true(o->is_finished && o->is_opened && o->own.is_done);
        assert_int_equal(producer_judge(&resumed, i).verdict, producer_judge(&p, i).verdict);
        assert_string_equal(producer_judge(&resumed, i).reason, producer_judge(&p, i).reason);
    }
    assert_false(wm_reverify_at(resumed.reverify, 2)->is_finished);
    assert_int_equal(wm_reverify_save(resumed.reverify, ROOT, &again), WM_OK);
    assert_int_equal(again.size, text.size);
    assert_memory_equal(again.data, text.data, text.size);
    assert_int_equal(wm_reverify_resume(resumed.reverify, "ab", &text, &err), WM_E_INVALID);
    resumed.options.compute = false;
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_E_INVALID);
    resumed.options.compute = true;
    text.size--;
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_E_INVALID);
    text.size -= 5; /* no end */
    assert_true(wm_reverify_resume(resumed.reverify, ROOT, &text, &err) != WM_OK);
    wm_buffer_clear(&text);
    wm_buffer_clear(&again);
    producer_end(&p);
    producer_end(&resumed);
}

/* Replaces the digit after a key by another. */
static void change(wm_buffer *text, const char *key, char digit)
{
    char *at = strstr(text->data, key);
    assert_non_null(at);
    assert_true(at[strlen(key)] != digit);
    at[strlen(key)] = digit;
}

/* What follows from the record is not taken from the file. */
static void what_follows_is_derived_again(void **state)
{
    const wm_item item = producer_item("gemm", "fp16", 256, 256, 256, 1);
    wm_buffer text = WM_BUFFER_EMPTY;
    producer p, resumed;
    wm_error err;
    (void)state;
    read_again(&p, &item, 1);
    (void)producer_verify(&p, true);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    wm_reverify_at(p.reverify, 0)->is_finished = true;
    assert_int_equal(wm_reverify_save(p.reverify, ROOT, &text), WM_OK);
    assert_int_equal(wm_buffer_putc(&text, '\0'), WM_OK);
    text.size--;
    assert_null(strstr(text.data, "decision"));
    assert_null(strstr(text.data, "tolerance"));
    assert_null(strstr(text.data, "differing_expected"));
    read_again(&resumed, &item, 1);
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_OK);
    assert_true(wm_reverify_at(resumed.reverify, 0)->is_taken);
    assert_int_equal(wm_reverify_conclude(resumed.reverify).taken, 1);
    assert_int_equal(wm_reverify_conclude(p.reverify).taken, 0);
    producer_end(&resumed);

    change(&text, "\"own_digest\":\"", 'x'); /* no digit */
    read_again(&resumed, &item, 1);
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_E_INVALID);
    producer_end(&resumed);
    change(&text, "\"own_digest\":\"", '0');
    producer_end(&p);

    /* another digest than the record's is not the same */
    read_again(&resumed, &item, 1);
    if (wm_reverify_at(resumed.reverify, 0)->digest[0] >> 4 == 0)
        change(&text, "\"own_digest\":\"", '1');
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_E_INVALID);
    producer_end(&resumed);
    change(&text, "\"is_same\":", '0'); /* now the file agrees with itself */
    read_again(&resumed, &item, 1);
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_OK);
    assert_int_not_equal(producer_judge(&resumed, 0).verdict, WM_REVERIFY_REPRODUCED);
    producer_end(&resumed);

    /* a residual that fails the check is rejected, whatever was saved */
    change(&text, "\"own_difference_max\":\"", '7');
    read_again(&resumed, &item, 1);
    assert_int_equal(wm_reverify_resume(resumed.reverify, ROOT, &text, &err), WM_OK);
    assert_int_equal(wm_reverify_at(resumed.reverify, 0)->own.decision, WM_DECISION_REJECT);
    producer_end(&resumed);
    wm_buffer_clear(&text);
}

static void a_signal_stops_the_work(void **state)
{
    const wm_item item = producer_item("gemm", "fp16", 100, 90, 64, 1);
    volatile sig_atomic_t stop = 1;
    producer p;
    (void)state;
    read_again(&p, &item, 1);
    p.options.stop = &stop;
    assert_int_equal(wm_reverify_openings(p.reverify, 0, NULL, NULL), WM_E_INTERRUPTED);
    assert_false(wm_reverify_at(p.reverify, 0)->is_opened);
    assert_int_equal(wm_reverify_compute(p.reverify, 0, &producer_device, &producer_options),
                     WM_E_INTERRUPTED);
    assert_false(wm_reverify_at(p.reverify, 0)->own.is_done);
    stop = 0;
    (void)producer_verify(&p, true);
    assert_int_equal(producer_judge(&p, 0).verdict, WM_REVERIFY_REPRODUCED);
    producer_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finished_outputs_are_resumed),
        cmocka_unit_test(what_follows_is_derived_again),
        cmocka_unit_test(a_signal_stops_the_work),
    };
    return cmocka_run_group_tests(tests, producer_open_device, producer_close_device);
}

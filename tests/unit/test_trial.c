/* Tests of study/procedure/trial: a machine where each run first waits for a processor. */
#include "backend/backend.h"
#include "study/run/predictor.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

/* A device whose clock moves by `wait` a reading: each run takes that long, whatever its work. */
static struct {
    wm_backend ops;
    uint64_t now_ns, wait_ns;
    unsigned reads;
} waiting;

static uint64_t waiting_time_ns(wm_device *device)
{
    (void)device;
    waiting.reads++;
    return waiting.now_ns += waiting.wait_ns;
}

static double predict(const char *workload, size_t size, uint32_t shape, unsigned dimensions)
{
    wm_item item = {.variant = wm_tables_variant(workload, size, "f32", 3), .repeats = 8};
    const wm_plan plan = {.nonce = ""};
    const wm_predictor predictor = {.plan = &plan, .repeat_seconds = 0.02};
    wm_device *device = open_cpu(1);
    double seconds;
    assert_non_null(device);
    for (unsigned i = 0; i < dimensions; i++)
        item.dimension[i] = shape;
    waiting.ops = *device->ops;
    const wm_backend *own = device->ops;
    waiting.ops.time_ns = waiting_time_ns;
    device->ops = &waiting.ops;
    seconds = wm_predictor_try(&predictor, device, &item, true);
    device->ops = own;
    device->ops->close(device);
    return seconds;
}

/* 20 ms are waiting and no work: 8 repeats of 20 ms, and the warm-up. */
static void a_wait_is_not_taken_for_work(void **state)
{
    (void)state;
    waiting.wait_ns = 20 * 1000 * 1000;
    assert_true(predict("gemm", 4, 512, 3) < 0.5);
    assert_true(predict("hbm_triad", 9, 1 << 20, 1) < 0.5);
}

/* A run of 0.1 s or more is not repeated with a larger size. */
static void a_slow_device_is_believed(void **state)
{
    (void)state;
    waiting.wait_ns = 200 * 1000 * 1000;
    waiting.reads = 0;
    assert_true(predict("gemm", 4, 512, 3) > 60);
    assert_int_equal(waiting.reads, 9); /* the first run is not timed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wait_is_not_taken_for_work),
        cmocka_unit_test(a_slow_device_is_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

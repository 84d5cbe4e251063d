/* Tests of measure/facts/machine: an environment names the checking device if it is not the
 * computing one. */
#include "measure/facts/machine.h"

#include "backend/registry.h"
#include "record/build/graph.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <math.h>
#include <string.h>

static wm_device *device, *other;

static int set_up(void **state)
{
    (void)state;
    device = open_cpu(2);
    other = open_cpu(1);
    return device != NULL && other != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    device->ops->close(device);
    other->ops->close(other);
    return 0;
}

/* Writes an environment that the format accepts, and returns how many devices it names. */
static unsigned devices_of(wm_device *witness, wm_buffer *text)
{
    wm_graph *graph = wm_graph_new();
    const char *key = "\"device\":\"";
    wm_line line;
    unsigned count = 0;
    assert_non_null(graph);
    text->size = 0;
    assert_int_equal(wm_machine_write(device, witness, NULL, text), WM_OK);
    assert_int_equal(wm_graph_add(graph, text->data, text->size, &line, NULL), WM_OK);
    for (const char *at = line.text, *end = at + line.size;
         (at = memmem(at, (size_t)(end - at), key, strlen(key))) != NULL; at++)
        count++;
    wm_graph_free(graph);
    return count;
}

static void another_device_is_named_as_the_witness(void **state)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    const char *witness;
    (void)state;
    assert_int_equal(devices_of(other, &line), 2);
    witness = strstr(wm_buffer_text(&line), "\"witness\":{");
    assert_non_null(witness);
    assert_non_null(strstr(witness, "{\"name\":\"threads\",\"value\":1}"));
    assert_null(strstr(witness, "\"name\":\"kernel\""));
    wm_buffer_clear(&line);
}

static void a_device_is_its_own_witness(void **state)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    (void)state;
    assert_int_equal(devices_of(NULL, &line), 1);
    assert_null(strstr(wm_buffer_text(&line), "witness\":"));
    assert_int_equal(devices_of(device, &line), 1);
    wm_buffer_clear(&line);
}

/* The CPU as a device with one reported fact and one refused fact. */
static wm_status tell_and_refuse(wm_device *self, wm_device_properties *properties)
{
    static const wm_device_fact facts[] = {{"serial", NULL, "no permission to read it"},
                                           {"vbios", "96.00", NULL}};
    const wm_status status = wm_registry_find("cpu")->properties(self, properties);
    properties->facts = facts;
    properties->fact_count = 2;
    return status;
}

static void a_fact_without_a_value_has_its_reason(void **state)
{
    const wm_backend *own = device->ops;
    wm_backend other_ops = *own;
    wm_buffer line = WM_BUFFER_EMPTY;
    const char *text;
    (void)state;
    other_ops.properties = tell_and_refuse;
    device->ops = &other_ops;
    assert_int_equal(devices_of(NULL, &line), 1); /* and the format takes it */
    device->ops = own;
    text = wm_buffer_text(&line);
    assert_non_null(strstr(text, "\"vbios\",\"value\":\"96.00\"}"));
    assert_non_null(
        strstr(text, "\"serial\",\"reason\":\"no permission to read it\",\"value\":null}"));
    wm_buffer_clear(&line);
}

/* A time service adjusts the clock between two starts; the environment must stay the same. */
static void a_resumed_run_keeps_the_clock_of_its_start(void **state)
{
    const wm_clock_adjustment clock = {9000, (double)NAN};
    const wm_machine_about about = {.clock = &clock};
    wm_buffer line = WM_BUFFER_EMPTY;
    const char *text;
    (void)state;
    assert_int_equal(wm_machine_write(device, NULL, &about, &line), WM_OK);
    text = wm_buffer_text(&line);
    assert_non_null(strstr(text, "\"clock.tick\",\"value\":9000}"));
    assert_non_null(strstr(text, "\"clock.frequency\",\"reason\":\"adjtimex does not say it\""));
    assert_non_null(strstr(text, "\"cpu.quota\""));
    wm_buffer_clear(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(another_device_is_named_as_the_witness, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_device_is_its_own_witness, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fact_without_a_value_has_its_reason, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_resumed_run_keeps_the_clock_of_its_start, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

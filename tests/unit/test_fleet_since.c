/* Tests of model/fleet_since: devices that came and went. */
#include "model/fleet_since.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives a node g1 the devices of a text, as `NAME=UUID NAME=UUID`; either may be empty. */
static void make(wm_fleet *fleet, const char *devices)
{
    char g1[] = "g1", text[200], *rest = text, *device;
    char *names[] = {g1};
    const wm_node_list expected = {names, 1, 1}, none = {NULL, 0, 0};
    wm_fleet_node *node;
    assert_int_equal(wm_fleet_begin(fleet, &expected, &none), WM_OK);
    node = &fleet->node[0];
    node->record = calloc(strlen(devices) + 1, sizeof *node->record);
    (void)snprintf(text, sizeof text, "%s", devices);
    while ((device = strsep(&rest, " ")) != NULL && device[0] != '\0') {
        char *uuid = strchr(device, '=');
        *uuid++ = '\0';
        node->record[node->record_count++] = (wm_fleet_record){.name = wm_fleet_text(fleet, device),
                                                               .uuid = wm_fleet_text(fleet, uuid),
                                                               .device = "H200",
                                                               .driver = "",
                                                               .program = ""};
    }
}

/* Compares two sweeps of g1. changes: `WHAT NAME FROM>TO`, each behind a newline. */
static void expect(const char *before, const char *now, const char *changes)
{
    wm_fleet one, two;
    wm_fleet_changes found = {NULL, 0, 0, 0};
    char text[1000] = "";
    make(&one, before);
    make(&two, now);
    assert_int_equal(wm_fleet_since_find(&one, &two, &found), WM_OK);
    for (size_t i = 0; i < found.count; i++) {
        const wm_fleet_change *at = &found.at[i];
        assert_string_equal(at->node, "g1");
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "\n%s %s %s>%s", at->what,
                       at->name, at->from, at->to);
    }
    assert_string_equal(text, changes);
    wm_fleet_since_clear(&found);
    wm_fleet_clear(&one);
    wm_fleet_clear(&two);
}

static void a_device_is_known_by_its_uuid(void **state)
{
    (void)state;
    expect("GPU-aa1=GPU-aa1 GPU-aa2=GPU-aa2", "GPU-aa1=GPU-aa1 GPU-aa2=GPU-aa2", "");
    expect("GPU-aa1=GPU-aa1 GPU-aa2=GPU-aa2", "GPU-aa1=GPU-aa1 GPU-cc3=GPU-cc3",
           "\ndevice came GPU-cc3 >H200\ndevice went GPU-aa2 H200>");
    expect("GPU-aa1=GPU-aa1 GPU-cc3=GPU-cc3", "=GPU-aa1", "\ndevice went GPU-cc3 H200>");
    expect("=GPU-aa1", "GPU-aa1=GPU-aa1 GPU-aa2=GPU-aa2", "\ndevice came GPU-aa2 >H200");
    expect("gpu0=GPU-aa1 gpu1=GPU-aa2", "gpu0=GPU-aa2 gpu1=GPU-aa1", "");
    expect("gpu0=GPU-aa1 gpu1=GPU-aa2", "gpu0=GPU-aa2",
           "\ndevice went gpu0 H200>"); /* the name that is left is that of another one */
}

static void a_device_without_a_uuid_is_known_by_its_name(void **state)
{
    (void)state;
    expect("=", "=", "");
    expect("=", "=GPU-aa1", "");
    expect("=GPU-aa1", "=GPU-cc3", "\nuuid  GPU-aa1>GPU-cc3");
    expect("gpu0= gpu1=", "gpu0= gpu2=", "\ndevice came gpu2 >H200\ndevice went gpu1 H200>");
    expect("gpu0= gpu1=", "=",
           "\ndevice came  >H200\ndevice went gpu0 H200>\ndevice went gpu1 H200>");
    expect("=GPU-aa1", "gpu0=GPU-cc3",
           "\ndevice came gpu0 >H200\ndevice went GPU-aa1 H200>"); /* no name: its UUID */
}

/* Of a node without a record the state says it. */
static void without_a_record_no_device_came_or_went(void **state)
{
    (void)state;
    expect("", "gpu0=GPU-aa1", "");
    expect("gpu0=GPU-aa1", "", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_is_known_by_its_uuid),
        cmocka_unit_test(a_device_without_a_uuid_is_known_by_its_name),
        cmocka_unit_test(without_a_record_no_device_came_or_went),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

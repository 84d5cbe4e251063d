/* Tests of backend/registry: the device that a word selects. */
#include "backend/registry.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

static const char *const UUIDS[] = {
    "GPU-1111aaaa-0000-0000-0000-000000000001", "GPU-1111aabb-0000-0000-0000-000000000002",
    "GPU-2222aaaa-0000-0000-0000-000000000003", "MIG-1111aaaa-0000-0000-0000-000000000004"};

static wm_status four(wm_device_entry *entries, size_t capacity, size_t *count, char reason[256])
{
    (void)reason;
    *count = 4;
    for (size_t i = 0; i < 4 && i < capacity; i++) {
        entries[i] = (wm_device_entry){.name = "a device"};
        (void)snprintf(entries[i].uuid, sizeof entries[i].uuid, "%s", UUIDS[i]);
    }
    return WM_OK;
}

static wm_status none(wm_device_entry *entries, size_t capacity, size_t *count, char reason[256])
{
    (void)entries;
    (void)capacity;
    *count = 0;
    (void)snprintf(reason, 256, "the driver is too old");
    return WM_OK;
}

static const wm_backend with_four = {.name = "four", .list = four};
static const wm_backend with_none = {.name = "none", .list = none};

static void expect(const char *word, unsigned expected)
{
    wm_error err = {WM_OK, "", ""};
    unsigned index = 99;
    if (wm_registry_choose(&with_four, word, &index, &err) != WM_OK)
        fail_msg("%s: %s", word != NULL ? word : "(null)", err.message);
    assert_int_equal(index, expected);
}

static void refuse(const wm_backend *backend, const char *word, const char *words)
{
    wm_error err = {WM_OK, "", ""};
    unsigned index;
    assert_int_equal(wm_registry_choose(backend, word, &index, &err), WM_E_NOTFOUND);
    assert_string_equal(err.place, backend->name);
    assert_string_equal(err.message, words);
}

static void a_number_is_an_index(void **state)
{
    (void)state;
    expect(NULL, 0);
    expect("0", 0);
    expect("3", 3);
    expect("17", 17); /* open reports that it does not exist */
}

static void a_uuid_or_its_prefix_finds_the_device(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        expect(UUIDS[i], i);
    expect("GPU-2", 2);
    expect("gpu-2222AAAA", 2);
    expect("GPU-1111aab", 1);
    expect("MIG-", 3);
}

static void an_unknown_or_ambiguous_name_is_refused(void **state)
{
    (void)state;
    refuse(&with_four, "GPU-1111aa", "the UUIDs of several devices begin with 'GPU-1111aa'");
    refuse(&with_four, "GPU-", "the UUIDs of several devices begin with 'GPU-'");
    refuse(&with_four, "GPU-3", "no device has the number or UUID 'GPU-3'");
    refuse(&with_four, "1111aaaa", "no device has the number or UUID '1111aaaa'");
    refuse(&with_four, "GPU-1111aaaa-0000-0000-0000-0000000000011",
           "no device has the number or UUID 'GPU-1111aaaa-0000-0000-0000-0000000000011'");
    refuse(&with_four, "", "no device has the number or UUID ''");
    refuse(&with_four, "1x", "no device has the number or UUID '1x'");
    refuse(&with_four, "-1", "no device has the number or UUID '-1'");
    refuse(&with_four, "99999999999999999999",
           "no device has the number or UUID '99999999999999999999'");
    refuse(&with_none, "GPU-1", "the driver is too old");
}

static void opening_says_what_is_wrong(void **state)
{
    wm_device_options options = {.threads = 1};
    wm_device *device = NULL;
    wm_error err = {WM_OK, "", ""};
    (void)state;
    assert_int_equal(wm_registry_open("abacus", NULL, &options, &device, &err), WM_E_NOTFOUND);
    assert_string_equal(err.message,
                        "this program was built without a backend called 'abacus'; `witnessmark "
                        "list` lists what it has");
    if (wm_registry_find("cuda") == NULL) {
        assert_int_equal(wm_registry_open("cuda", NULL, &options, &device, &err), WM_E_NOTFOUND);
        assert_non_null(strstr(err.message, "`make CUDA=1`"));
    }
    assert_int_equal(wm_registry_open("cpu", "7", &options, &device, &err), WM_E_NOTFOUND);
    assert_string_equal(err.place, "cpu");
    assert_string_equal(err.message, "cannot open device 7: backend cpu has device 0 only");
    assert_null(device);
    assert_int_equal(wm_registry_open("cpu", "GPU-1", &options, &device, &err), WM_E_NOTFOUND);
    assert_int_equal(wm_registry_open("cpu", "0", &options, &device, &err), WM_OK);
    assert_int_equal(options.index, 0);
    device->ops->close(device);
}

static const wm_device_fact *fact_of_uuid;

static wm_status properties(wm_device *device, wm_device_properties *to)
{
    (void)device;
    *to = (wm_device_properties){
        .name = "a device", .fact_count = fact_of_uuid != NULL, .facts = fact_of_uuid};
    return WM_OK;
}

/* Between a listing and the opening the numbers of devices can change. */
static void an_open_device_has_the_named_uuid(void **state)
{
    const wm_device_fact right = {"uuid", UUIDS[2], NULL}, absent = {"uuid", NULL, "not read"};
    const wm_backend ops = {.name = "four", .properties = properties};
    wm_device device = {.ops = &ops};
    wm_error err = {WM_OK, "", ""};
    (void)state;
    fact_of_uuid = &right;
    assert_int_equal(wm_registry_check(&device, UUIDS[2], &err), WM_OK);
    assert_int_equal(wm_registry_check(&device, "gpu-2222", &err), WM_OK);
    assert_int_equal(wm_registry_check(&device, "1", &err), WM_OK);
    assert_int_equal(wm_registry_check(&device, NULL, &err), WM_OK);
    assert_int_equal(wm_registry_check(&device, UUIDS[0], &err), WM_E_MISMATCH);
    assert_string_equal(err.message,
                        "opened another device than 'GPU-1111aaaa-0000-0000-0000-000000000001': "
                        "its UUID is 'GPU-2222aaaa-0000-0000-0000-000000000003'");
    fact_of_uuid = &absent;
    assert_int_equal(wm_registry_check(&device, UUIDS[2], &err), WM_E_MISMATCH);
    fact_of_uuid = NULL;
    assert_int_equal(wm_registry_check(&device, UUIDS[2], &err), WM_E_MISMATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_an_index),
        cmocka_unit_test(a_uuid_or_its_prefix_finds_the_device),
        cmocka_unit_test(an_unknown_or_ambiguous_name_is_refused),
        cmocka_unit_test(opening_says_what_is_wrong),
        cmocka_unit_test(an_open_device_has_the_named_uuid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

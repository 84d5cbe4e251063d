/* Tests of measure/facts/redact: no byte of a record has a hidden serial number or UUID. The facts
 * are those of a fake NVML of tests/fakes. */
#include "measure/facts/redact.h"

#include "backend/cuda/cuda_nvml.h"
#include "backend/registry.h"
#include "measure/schedule_file.h"
#include "study/run/run_record.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define UUID "GPU-00112233-4455-6677-8899-aabbccddeeff"

enum { FACTS = 16 };

static char folder[64];
static wm_schedule schedule;
static wm_device *device;
static wm_backend ops;
static wm_device_fact facts[FACTS];
static char values[FACTS][96];
static size_t fact_count;

static void note(void *context, const char *name, const char *value, const char *reason)
{
    (void)context;
    assert_true(fact_count < FACTS);
    (void)snprintf(values[fact_count], sizeof values[0], "%s", value != NULL ? value : "");
    facts[fact_count] = (wm_device_fact){name, value != NULL ? values[fact_count] : NULL, reason};
    fact_count++;
}

/* The CPU under the name of a device with the facts of the fake NVML. */
static wm_status tell(wm_device *self, wm_device_properties *properties)
{
    const wm_status status = wm_registry_find("cpu")->properties(self, properties);
    (void)snprintf(properties->name, sizeof properties->name, "a card (%s)", UUID);
    properties->facts = facts;
    properties->fact_count = fact_count;
    return status;
}

/* Fails as a driver does that names its device. */
static wm_status fail_with_uuid(wm_device *self, wm_device_buffer *a, const wm_device_buffer *b,
                                const wm_device_buffer *c, size_t count)
{
    (void)self;
    (void)a;
    (void)b;
    (void)c;
    (void)count;
    return WM_E_UNSUPPORTED;
}

static const char *say_uuid(wm_device *self)
{
    (void)self;
    return "no such operation on " UUID;
}

/* Takes the facts of the fake, as cuda_device does. */
static void take_facts(void)
{
    char path[1024];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 64);
    void *library;
    wm_cuda_nvml *nvml;
    assert_true(size > 0);
    path[size] = '\0';
    *strrchr(path, '/') = '\0';
    *strrchr(path, '/') = '\0';
    strcat(path, "/fakes/libnvidia-ml.so.1");
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    note(NULL, "uuid", UUID, NULL);
    nvml = wm_cuda_nvml_open(UUID, note, NULL);
    assert_non_null(nvml);
    wm_cuda_nvml_close(nvml);
    (void)dlclose(library);
}

static int set_up(void **state)
{
    static const char PLAN[] =
        "{\"name\":\"test\",\"repeats\":2,\"repeat_seconds\":0.001,\"items\":["
        "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}},"
        "{\"workload\":\"reduction\",\"variant\":\"deterministic\",\"shape\":{\"n\":1000}}]}";
    (void)state;
    strcpy(folder, "/tmp/witnessmark-redact-XXXXXX");
    device = open_cpu(1);
    if (mkdtemp(folder) == NULL || device == NULL ||
        wm_schedule_file_parse(PLAN, strlen(PLAN), "plan", &schedule, NULL) != WM_OK)
        return -1;
    take_facts();
    ops = *device->ops;
    ops.properties = tell;
    ops.triad = fail_with_uuid;
    ops.last_error = say_uuid;
    return 0;
}

static int tear_down(void **state)
{
    char command[128];
    (void)state;
    wm_schedule_clear(&schedule);
    device->ops->close(device);
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Runs and seals, and reads the evidence. */
static void record_with(const char *name, unsigned hidden, wm_buffer *text)
{
    const wm_backend *own = device->ops;
    char path[128], root[WM_ID_SIZE];
    static volatile sig_atomic_t stop;
    const wm_settings settings = {.device = &device,
                                  .device_options = {.threads = 1},
                                  .memory_bytes = (double)NAN,
                                  .witness_memory_bytes = (double)NAN,
                                  .stop = &stop};
    const wm_run_record_options options = {
        .path = path, .schedule = &schedule, .hidden = hidden, .settings = &settings};
    wm_run_record *record;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    FILE *file;
    int byte;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    device->ops = &ops;
    assert_int_equal(wm_run_record_open(&options, &record, NULL), WM_OK);
    assert_int_equal(wm_run_record_run(record, NULL), WM_OK);
    assert_int_equal(wm_run_record_seal(record, root, NULL), WM_OK);
    wm_run_record_close(record);
    device->ops = own;
    assert_int_equal(wm_audit_path(path, NULL, &report, NULL), WM_OK);
    strcat(path, "/evidence.jsonl");
    file = fopen(path, "r");
    assert_non_null(file);
    while ((byte = fgetc(file)) != EOF)
        assert_int_equal(wm_buffer_putc(text, (char)byte), WM_OK);
    assert_int_equal(fclose(file), 0);
    assert_non_null(wm_buffer_text(text));
}

static const char *serial(void)
{
    for (size_t i = 0; i < fact_count; i++)
        if (strcmp(facts[i].name, "serial") == 0)
            return facts[i].value;
    return NULL;
}

static void a_record_has_them_unless_they_are_hidden(void **state)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    (void)state;
    record_with("open", 0, &text);
    assert_non_null(serial());
    assert_non_null(strstr(text.data, serial()));
    assert_non_null(strstr(text.data, "no such operation on " UUID));
    wm_buffer_clear(&text);

    record_with("hidden", WM_REDACT_SERIAL | WM_REDACT_UUID, &text);
    assert_null(strcasestr(text.data, &UUID[4]));
    assert_null(strcasestr(text.data, "GPU-0011"));
    assert_null(strstr(text.data, serial()));
    assert_non_null(
        strstr(text.data, "{\"name\":\"uuid\",\"reason\":\"redacted\",\"value\":null}"));
    assert_non_null(
        strstr(text.data, "{\"name\":\"serial\",\"reason\":\"redacted\",\"value\":null}"));
    assert_non_null(strstr(text.data, "{\"name\":\"env.cuda_visible_devices\",\"reason\":"
                                      "\"redacted\",\"value\":null}"));
    assert_non_null(strstr(text.data, "\"device\":\"a card (GPU-xxxxxxxx-xxxx-"));
    wm_buffer_clear(&text);

    record_with("serial", WM_REDACT_SERIAL, &text);
    assert_null(strstr(text.data, serial()));
    assert_non_null(strstr(text.data, UUID));
    wm_buffer_clear(&text);
}

static void words_are_read(void **state)
{
    wm_error err = {WM_OK, "", ""};
    unsigned hidden;
    wm_named named = {.count = 0};
    (void)state;
    assert_int_equal(wm_redact_read("serial", NULL, &hidden, &err), WM_OK);
    assert_int_equal(hidden, WM_REDACT_SERIAL);
    assert_int_equal(wm_redact_read("uuid,serial", NULL, &hidden, &err), WM_OK);
    assert_int_equal(hidden, WM_REDACT_SERIAL | WM_REDACT_UUID);
    assert_int_equal(wm_redact_read("", NULL, &hidden, &err), WM_E_ARG);
    assert_int_equal(wm_redact_read("uuid,", NULL, &hidden, &err), WM_E_ARG);
    assert_int_equal(wm_redact_read("UUID", NULL, &hidden, &err), WM_E_ARG);
    assert_int_equal(wm_named_read("node=a", &named, &err), WM_OK);
    assert_int_equal(wm_named_read("uuid=b", &named, &err), WM_OK);
    assert_int_equal(wm_redact_read("rack", &named, &hidden, &err), WM_E_ARG);
    assert_int_equal(wm_redact_read("named.node", &named, &hidden, &err), WM_E_ARG);
    assert_false(named.fact[0].is_hidden || named.fact[1].is_hidden);
    assert_int_equal(wm_redact_read("node,serial", &named, &hidden, &err), WM_OK);
    assert_int_equal(hidden, WM_REDACT_SERIAL);
    assert_true(named.fact[0].is_hidden && !named.fact[1].is_hidden);
    assert_int_equal(wm_redact_read("uuid", &named, &hidden, &err), WM_OK); /* both */
    assert_int_equal(hidden, WM_REDACT_UUID);
    assert_true(named.fact[1].is_hidden);
    assert_non_null(strstr(err.message, "serial, uuid"));
}

static void a_uuid_is_found_in_any_text(void **state)
{
    char text[] = "on gpu-0011AABB-4455, then MIG-00112233; --gpu-architecture=sm_90";
    (void)state;
    wm_redact_uuids(text);
    assert_string_equal(text, "on gpu-xxxxxxxx-xxxx, then MIG-xxxxxxxx; --gpu-architecture=sm_90");
    assert_false(wm_redact_hides(WM_REDACT_UUID, "nvcc.flags", "--gpu-architecture=sm_90"));
    assert_true(wm_redact_hides(WM_REDACT_UUID, "env.cuda_visible_devices", "0,GPU-ab"));
    assert_false(wm_redact_hides(WM_REDACT_SERIAL, "env.cuda_visible_devices", "0,GPU-ab"));
    assert_false(wm_redact_hides(0, "uuid", UUID));
    assert_true(wm_redact_hides(WM_REDACT_SERIAL, "serial", NULL));
}

/* A record has the variables as the program began with them. */
int main(int argc, char **argv)
{
    if (argc > 0 && getenv("CUDA_VISIBLE_DEVICES") == NULL) {
        (void)setenv("CUDA_VISIBLE_DEVICES", "GPU-0011", 1);
        (void)execv("/proc/self/exe", argv);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_has_them_unless_they_are_hidden),
        cmocka_unit_test(words_are_read),
        cmocka_unit_test(a_uuid_is_found_in_any_text),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

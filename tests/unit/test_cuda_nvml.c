/* Tests of cuda_nvml against a fake NVML of tests/fakes.
 *
 * A refused query has a reason. A library that is missing, mismatched or old has one too. Needs
 * neither a GPU nor the CUDA toolkit. */
#include "backend/cuda/cuda_nvml.h"
#include "backend/cuda/cuda_permissions.h"
#include "backend/cuda/cuda_power.h"
#include "backend/host.h"

#include "base/clock.h"
#include "support/cmocka.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char GPU[] = "GPU-00112233-4455-6677-8899-aabbccddeeff";
static const char INSTANCE[] = "MIG-00112233-4455-6677-8899-aabbccddeeff";

enum { FACTS = 16 };

/* The facts that were reported. */
typedef struct {
    size_t count;
    struct {
        const char *name;
        char value[96];
        const char *reason;
    } fact[FACTS];
} notes;

static void note(void *context, const char *name, const char *value, const char *reason)
{
    notes *all = context;
    assert_true(all->count < FACTS);
    assert_true((value == NULL) == (reason != NULL && reason[0] != '\0'));
    all->fact[all->count].name = name;
    all->fact[all->count].reason = reason;
    (void)snprintf(all->fact[all->count].value, 96, "%s", value != NULL ? value : "");
    all->count++;
}

/* Each of the seven facts was reported once; this one with this value or reason. */
static void check_fact(const notes *all, const char *name, const char *value, const char *reason)
{
    static const char *const names[] = {"driver",          "serial",     "vbios", "power_limit_mw",
                                        "pcie_generation", "pcie_width", "mig"};
    size_t found = 0;
    assert_int_equal(all->count, sizeof names / sizeof *names);
    for (size_t i = 0; i < all->count; i++) {
        assert_string_equal(all->fact[i].name, names[i]);
        if (strcmp(all->fact[i].name, name) != 0)
            continue;
        found++;
        assert_string_equal(all->fact[i].value, value != NULL ? value : "");
        if (value == NULL)
            assert_string_equal(all->fact[i].reason, reason);
    }
    assert_int_equal(found, 1);
}

static void *library; /* the fake, which the loader takes for libnvidia-ml.so.1 */

static void load(const char *folder)
{
    char path[1024];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 64);
    assert_true(size > 0);
    path[size] = '\0';
    *strrchr(path, '/') = '\0'; /* build/tests/unit */
    *strrchr(path, '/') = '\0';
    strcat(path, folder);
    strcat(path, "/libnvidia-ml.so.1");
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail_msg("%s", dlerror());
}

static int load_fake(void **state)
{
    (void)state;
    load("/fakes");
    return unsetenv("WM_FAKE_NVML");
}

static int load_old(void **state)
{
    (void)state;
    load("/fakes/old");
    return unsetenv("WM_FAKE_NVML");
}

/* Every start had a shutdown. */
static int unload(void **state)
{
    int (*started)(void);
    void *symbol = dlsym(library, "fake_nvml_started");
    (void)state;
    memcpy(&started, &symbol, sizeof started);
    if (started == NULL || started() != 0)
        return -1;
    return dlclose(library);
}

static wm_cuda_nvml *open_as(const char *words, const char *uuid, notes *all)
{
    wm_cuda_nvml *nvml;
    assert_int_equal(setenv("WM_FAKE_NVML", words, 1), 0);
    memset(all, 0, sizeof *all);
    nvml = wm_cuda_nvml_open(uuid, note, all);
    assert_non_null(nvml);
    return nvml;
}

static void read_all(const wm_cuda_nvml *nvml, bool is_full, wm_covariate_value *values)
{
    uint64_t last_ns = wm_clock_ns();
    wm_device_sample sample = {.is_full = is_full};
    wm_cuda_nvml_read(nvml, &last_ns, &sample);
    memcpy(values, sample.values, sizeof sample.values);
}

static void check_value(const wm_covariate_value *values, wm_covariate_name which, double value)
{
    assert_null(values[which].reason);
    assert_true(values[which].value == value);
}

static void check_reason(const wm_covariate_value *values, wm_covariate_name which,
                         const char *reason)
{
    assert_non_null(values[which].reason);
    assert_string_equal(values[which].reason, reason);
}

static void facts_and_covariates_come_with_their_units(void **state)
{
    wm_covariate_value values[WM_COVARIATES];
    notes all;
    wm_cuda_nvml *nvml = open_as("", GPU, &all);
    (void)state;
    check_fact(&all, "driver", "580.65.06", NULL);
    check_fact(&all, "serial", "1650123456789", NULL);
    check_fact(&all, "vbios", "96.00.74.00.01", NULL);
    check_fact(&all, "power_limit_mw", "700000", NULL);
    check_fact(&all, "pcie_generation", "5", NULL);
    check_fact(&all, "pcie_width", "16", NULL);
    check_fact(&all, "mig", "off", NULL);
    read_all(nvml, true, values);
    check_value(values, WM_COVARIATE_CLOCK, 1980e6);
    check_value(values, WM_COVARIATE_MEMORY_CLOCK, 3201e6);
    check_value(values, WM_COVARIATE_TEMPERATURE, 41);
    check_value(values, WM_COVARIATE_POWER, 123.4);
    check_value(values, WM_COVARIATE_POWER_READING, 456.7);
    check_reason(values, WM_COVARIATE_POWER_WINDOW, "the driver does not state it");
    check_value(values, WM_COVARIATE_ENERGY, 123.456);
    check_value(values, WM_COVARIATE_MEMORY, 3000);
    check_value(values, WM_COVARIATE_THROTTLE_REASONS, 4);
    check_value(values, WM_COVARIATE_ECC_UNCORRECTED, 0);
    check_value(values, WM_COVARIATE_PCIE_GENERATION, 4);
    check_value(values, WM_COVARIATE_PCIE_WIDTH, 8);
    check_value(values, WM_COVARIATE_PCIE_REPLAYS, 2);
    read_all(nvml, false, values);
    check_value(values, WM_COVARIATE_CLOCK, 1980e6);
    check_reason(values, WM_COVARIATE_PCIE_WIDTH, "not asked for");
    wm_cuda_nvml_close(nvml);
}

/* The power takes 30 ms to read: earlier readings have an earlier time, later ones a later time. */
static void each_value_has_the_time_of_its_own_reading(void **state)
{
    enum { SLOW_NS = 30000000 };
    wm_device_sample sample = {.is_full = true};
    const wm_covariate_value *values = sample.values;
    notes all;
    wm_cuda_nvml *nvml = open_as("slow", GPU, &all);
    const uint64_t begin_ns = wm_clock_ns();
    uint64_t last_ns = begin_ns;
    (void)state;
    wm_cuda_nvml_read(nvml, &last_ns, &sample);
    const uint64_t power_ns = values[WM_COVARIATE_POWER].time_ns;
    assert_true(values[WM_COVARIATE_CLOCK].time_ns >= begin_ns);
    assert_true(power_ns >= values[WM_COVARIATE_CLOCK].time_ns + SLOW_NS / 2);
    assert_true(values[WM_COVARIATE_ENERGY].time_ns >= power_ns + SLOW_NS / 2);
    assert_true(values[WM_COVARIATE_PCIE_REPLAYS].time_ns >= values[WM_COVARIATE_ENERGY].time_ns);
    assert_true(last_ns >= values[WM_COVARIATE_PCIE_REPLAYS].time_ns);
    assert_true(last_ns <= wm_clock_ns());
    wm_cuda_nvml_close(nvml);
}

static void a_query_without_permission_has_a_reason(void **state)
{
    notes all;
    wm_cuda_nvml *nvml = open_as("denied", GPU, &all);
    (void)state;
    check_fact(&all, "driver", "580.65.06", NULL);
    check_fact(&all, "serial", NULL, "no permission to read it");
    check_fact(&all, "vbios", NULL, "no permission to read it");
    check_fact(&all, "power_limit_mw", NULL, "no permission to read it");
    check_fact(&all, "pcie_width", "16", NULL);
    wm_cuda_nvml_close(nvml);
}

static void an_unsupported_query_has_a_reason(void **state)
{
    static const wm_covariate_name absent[] = {
        WM_COVARIATE_POWER, WM_COVARIATE_ENERGY, WM_COVARIATE_THROTTLE_REASONS,
        WM_COVARIATE_ECC_CORRECTED, WM_COVARIATE_ECC_UNCORRECTED};
    wm_covariate_value values[WM_COVARIATES];
    notes all;
    wm_cuda_nvml *nvml = open_as("unsupported", GPU, &all);
    (void)state;
    check_fact(&all, "mig", NULL, "not supported by this device");
    read_all(nvml, true, values);
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        check_reason(values, absent[i], "not supported by this device");
    check_reason(values, WM_COVARIATE_POWER_READING, "the driver reports means of the power alone");
    check_value(values, WM_COVARIATE_CLOCK, 1980e6);
    wm_cuda_nvml_close(nvml);
}

static void others_on_the_device_are_seen(void **state)
{
    wm_device_load load;
    notes all;
    wm_cuda_nvml *nvml = open_as("", GPU, &all);
    (void)state;
    wm_cuda_nvml_load(nvml, &load);
    assert_true(load.utilization == 0);
    assert_int_equal(load.processes, 0);
    assert_true(wm_cuda_nvml_clock_limit_hz(nvml) == 2010e6);
    wm_cuda_nvml_close(nvml);
    nvml = open_as("shared", GPU, &all);
    wm_cuda_nvml_load(nvml, &load);
    assert_true(load.utilization == 0.37);
    assert_int_equal(load.processes, 2);
    wm_cuda_nvml_close(nvml);
    nvml = open_as("mig", INSTANCE, &all);
    wm_cuda_nvml_load(nvml, &load);
    assert_true(isnan(load.utilization));
    assert_int_equal(load.processes, 0);
    assert_true(wm_cuda_nvml_clock_limit_hz(nvml) == 0);
    wm_cuda_nvml_close(nvml);
}

static void a_mig_instance_gives_reasons_for_absent_facts(void **state)
{
    wm_covariate_value values[WM_COVARIATES];
    notes all;
    wm_cuda_nvml *nvml = open_as("mig", INSTANCE, &all);
    (void)state;
    check_fact(&all, "mig", "on", NULL);
    check_fact(&all, "driver", "580.65.06", NULL);
    check_fact(&all, "serial", NULL, "not reported for a MIG instance");
    check_fact(&all, "power_limit_mw", NULL, "not reported for a MIG instance");
    read_all(nvml, true, values);
    check_value(values, WM_COVARIATE_MEMORY, 3000);
    check_reason(values, WM_COVARIATE_CLOCK, "not reported for a MIG instance");
    check_reason(values, WM_COVARIATE_POWER, "not reported for a MIG instance");
    check_reason(values, WM_COVARIATE_ECC_UNCORRECTED, "not reported for a MIG instance");
    wm_cuda_nvml_close(nvml);
    assert_true(wm_cuda_nvml_is_mig(GPU));
    assert_int_equal(setenv("WM_FAKE_NVML", "", 1), 0);
    assert_false(wm_cuda_nvml_is_mig(GPU));
    assert_int_equal(setenv("WM_FAKE_NVML", "unknown", 1), 0);
    assert_false(wm_cuda_nvml_is_mig(GPU));
    assert_false(wm_cuda_nvml_is_mig("GPU"));
}

static void a_device_lost_between_samples_is_reported(void **state)
{
    static const wm_covariate_name lost[] = {WM_COVARIATE_CLOCK,       WM_COVARIATE_MEMORY_CLOCK,
                                             WM_COVARIATE_TEMPERATURE, WM_COVARIATE_POWER,
                                             WM_COVARIATE_ENERGY,      WM_COVARIATE_MEMORY};
    wm_covariate_value values[WM_COVARIATES];
    char words[96];
    notes all;
    wm_cuda_nvml *nvml = open_as("", GPU, &all);
    (void)state;
    read_all(nvml, true, values);
    check_value(values, WM_COVARIATE_TEMPERATURE, 41);
    wm_cuda_nvml_faults(nvml, words);
    assert_string_equal(words, "");
    assert_int_equal(setenv("WM_FAKE_NVML", "lost,xid", 1), 0);
    read_all(nvml, true, values);
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        check_reason(values, lost[i], "the device is lost");
    check_reason(values, WM_COVARIATE_ECC_UNCORRECTED, "the device is lost");
    check_reason(values, WM_COVARIATE_PCIE_REPLAYS, "the device is lost");
    wm_cuda_nvml_faults(nvml, words);
    assert_string_equal(words, "; Xid 79; device lost");
    wm_cuda_nvml_close(nvml);
}

static void facts_of_a_lost_device_give_that_reason(void **state)
{
    notes all;
    (void)state;
    wm_cuda_nvml_close(open_as("lost", GPU, &all));
    check_fact(&all, "serial", NULL, "the device is lost");
    check_fact(&all, "mig", NULL, "the device is lost");
}

static void new_memory_errors_are_faults(void **state)
{
    char words[96];
    notes all;
    wm_cuda_nvml *nvml = open_as("", GPU, &all);
    (void)state;
    assert_int_equal(setenv("WM_FAKE_NVML", "ecc", 1), 0);
    wm_cuda_nvml_faults(nvml, words);
    assert_string_equal(words, "; 3 new uncorrected memory errors");
    wm_cuda_nvml_close(nvml);
    nvml = open_as("ecc", GPU, &all); /* earlier errors do not count */
    wm_cuda_nvml_faults(nvml, words);
    assert_string_equal(words, "");
    wm_cuda_nvml_close(nvml);
}

static void a_failed_library_is_the_reason_of_all_values(void **state)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"mismatch", "the NVIDIA driver and its libraries are of different versions"},
        {"unloaded", "the NVIDIA driver is not loaded"},
        {"unknown", "NVML does not know this device's UUID"},
    };
    wm_covariate_value values[WM_COVARIATES];
    char words[96];
    notes all;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wm_cuda_nvml *nvml = open_as(cases[i].words, GPU, &all);
        check_fact(&all, "driver", NULL, cases[i].reason);
        check_fact(&all, "serial", NULL, cases[i].reason);
        check_fact(&all, "mig", NULL, cases[i].reason);
        read_all(nvml, true, values);
        check_reason(values, WM_COVARIATE_CLOCK, cases[i].reason);
        check_reason(values, WM_COVARIATE_PCIE_WIDTH, cases[i].reason);
        wm_cuda_nvml_faults(nvml, words);
        assert_string_equal(words, "");
        wm_cuda_nvml_close(nvml);
    }
}

static void odd_texts_are_masked_or_absent(void **state)
{
    notes all;
    (void)state;
    wm_cuda_nvml_close(open_as("odd", GPU, &all));
    check_fact(&all, "serial", "16??[31m?", NULL);
    check_fact(&all, "vbios", NULL, "NVML returned an empty text");
}

static void the_drivers_version_needs_no_device(void **state)
{
    char text[96];
    (void)state;
    assert_int_equal(setenv("WM_FAKE_NVML", "driver=535.54.03,unknown", 1), 0);
    wm_cuda_nvml_driver(text);
    assert_string_equal(text, "535.54.03");
    assert_int_equal(setenv("WM_FAKE_NVML", "unloaded", 1), 0);
    wm_cuda_nvml_driver(text);
    assert_string_equal(text, "");
}

static void an_old_library_is_read_by_its_old_names(void **state)
{
    wm_covariate_value values[WM_COVARIATES];
    notes all;
    wm_cuda_nvml *nvml = open_as("", GPU, &all);
    (void)state;
    check_fact(&all, "mig", NULL, "this NVML has no function for it");
    read_all(nvml, true, values);
    check_value(values, WM_COVARIATE_THROTTLE_REASONS, 8); /* by its name before driver 535 */
    check_reason(values, WM_COVARIATE_ENERGY, "this NVML has no function for it");
    wm_cuda_nvml_close(nvml);
}

/* Without the fake, the NVML of the machine would be used, if any. */
static void an_absent_library_is_the_reason_of_all_values(void **state)
{
    wm_covariate_value values[WM_COVARIATES];
    void *own = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    notes all = {.count = 0};
    wm_cuda_nvml *nvml;
    (void)state;
    if (own != NULL) {
        (void)dlclose(own);
        print_message("skipped: no NVML: this machine has libnvidia-ml.so.1\n");
        skip();
    }
    nvml = wm_cuda_nvml_open(GPU, note, &all);
    assert_non_null(nvml);
    check_fact(&all, "driver", NULL, "libnvidia-ml.so.1 not found");
    check_fact(&all, "mig", NULL, "libnvidia-ml.so.1 not found");
    read_all(nvml, true, values);
    check_reason(values, WM_COVARIATE_POWER, "libnvidia-ml.so.1 not found");
    assert_false(wm_cuda_nvml_is_mig(GPU));
    wm_cuda_nvml_close(nvml);
}

#define WITH_FAKE(test) cmocka_unit_test_setup_teardown(test, load_fake, unload)

/* ---- permissions ---- */

/* The facts of a user, after a library of these words was opened. */
static void ask_as(const char *words, bool is_root, bool tries, notes *all)
{
    const wm_cuda_permissions_user user = {is_root, tries};
    notes others;
    void *open, *device;
    wm_cuda_nvml *nvml = open_as(words, GPU, &others);
    wm_cuda_nvml_handles(nvml, &open, &device);
    *all = (notes){.count = 0};
    wm_cuda_permissions_tell(open, device, &user, note, all);
    wm_cuda_nvml_close(nvml);
}

static void expect_permission(const notes *all, size_t index, const char *name, const char *value)
{
    assert_string_equal(all->fact[index].name, name);
    assert_string_equal(all->fact[index].value, value);
}

/* What the fake was last asked to set. */
static unsigned was_set(unsigned which)
{
    unsigned (*get)(unsigned);
    void *found = dlsym(library, "fake_nvml_set");
    assert_non_null(found);
    memcpy(&get, &found, sizeof get);
    return get(which);
}

static void permissions_are_asked_and_not_tried(void **state)
{
    notes all;
    (void)state;
    ask_as("", false, false, &all);
    assert_int_equal(all.count, 6);
    expect_permission(&all, 0, "permission.user", "user");
    expect_permission(&all, 1, "permission.clocks", "root only");
    expect_permission(&all, 2, "permission.power_limit", "root only");
    expect_permission(&all, 3, "permission.power_range_mw", "200000..700000");
    expect_permission(&all, 4, "permission.clocks_trial", "");
    assert_string_equal(all.fact[4].reason, "not tried: it needs --try-permissions");
    assert_int_equal(was_set(0) + was_set(1) + was_set(2), 0);
}

static void root_tries_nothing(void **state)
{
    notes all;
    (void)state;
    ask_as("open", true, true, &all);
    expect_permission(&all, 0, "permission.user", "root");
    expect_permission(&all, 1, "permission.clocks", "any user");
    assert_string_equal(all.fact[4].reason, "not tried: root may change everything");
    assert_string_equal(all.fact[5].reason, "not tried: root may change everything");
    assert_int_equal(was_set(0) + was_set(1) + was_set(2), 0);
}

static void without_the_device_nothing_is_known(void **state)
{
    notes all;
    (void)state;
    ask_as("unknown", false, true, &all);
    assert_int_equal(all.count, 6);
    for (size_t i = 1; i < all.count; i++)
        assert_string_equal(all.fact[i].value, "");
    assert_int_equal(was_set(0) + was_set(1) + was_set(2), 0);
}

/* The values that are in force are set, and no others. */
static void a_trial_sets_what_is_in_force(void **state)
{
    notes all;
    (void)state;
    ask_as("open", false, true, &all);
    expect_permission(&all, 4, "permission.clocks_trial", "allowed");
    expect_permission(&all, 5, "permission.power_limit_trial", "refused");
    assert_int_equal(was_set(0), 650000);
    assert_int_equal(was_set(1), 3201);
    assert_int_equal(was_set(2), 1830);
    ask_as("", false, true, &all);
    expect_permission(&all, 4, "permission.clocks_trial", "refused");
}

/* ---- the power limit ------------------------------------------------------------------------- */

static const char UUID_OF_FAKE[] = "GPU-00112233-4455-6677-8899-aabbccddeeff";

static wm_status open_limit(const char *words, wm_power_limit **limit, wm_power_range *range,
                            char reason[WM_BACKEND_POWER_REASON])
{
    assert_int_equal(setenv("WM_FAKE_NVML", words, 1), 0);
    reason[0] = '\0';
    return wm_cuda_power.open(UUID_OF_FAKE, limit, range, reason);
}

/* Opening sets the limit in force, and nothing else. */
static void a_power_limit_can_be_set_by_root(void **state)
{
    wm_power_limit *limit;
    wm_power_range range;
    char reason[WM_BACKEND_POWER_REASON];
    (void)state;
    assert_int_equal(open_limit("root", &limit, &range, reason), WM_OK);
    assert_int_equal(was_set(0), 650000);
    assert_int_equal(range.least_mw, 200000);
    assert_int_equal(range.former_mw, 650000);
    assert_int_equal(wm_cuda_power.set(limit, 425000, reason), WM_OK);
    assert_int_equal(was_set(0), 425000);
    wm_cuda_power.close(limit);
    wm_cuda_power.close(NULL);
}

static void a_power_limit_without_permission_is_refused(void **state)
{
    static const struct {
        const char *words, *reason;
    } CASES[] = {{"", "no permission"},
                 {"unknown", "does not know this device's UUID"},
                 {"mig,root", "UUID"},
                 {"lost,root", "lost"},
                 {"mismatch", "different versions"}};
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        wm_power_limit *limit;
        wm_power_range range;
        char reason[WM_BACKEND_POWER_REASON];
        assert_int_equal(open_limit(CASES[i].words, &limit, &range, reason), WM_E_UNSUPPORTED);
        assert_null(limit);
        if (strstr(reason, CASES[i].reason) == NULL)
            fail_msg("'%s': %s", CASES[i].words, reason);
        assert_true(reason[0] != '\0');
    }
}

static void a_refused_limit_has_a_reason(void **state)
{
    wm_power_limit *limit;
    wm_power_range range;
    char reason[WM_BACKEND_POWER_REASON];
    (void)state;
    assert_int_equal(open_limit("root", &limit, &range, reason), WM_OK);
    assert_int_equal(setenv("WM_FAKE_NVML", "root,failat=0", 1), 0);
    assert_int_equal(wm_cuda_power.set(limit, 300000, reason), WM_E_DEVICE);
    assert_string_equal(reason, "NVML error 999 at a limit of 300000 mW");
    assert_int_equal(setenv("WM_FAKE_NVML", "", 1), 0);
    assert_int_equal(wm_cuda_power.set(limit, 300000, reason), WM_E_UNSUPPORTED);
    wm_cuda_power.close(limit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_absent_library_is_the_reason_of_all_values),
        WITH_FAKE(facts_and_covariates_come_with_their_units),
        WITH_FAKE(each_value_has_the_time_of_its_own_reading),
        WITH_FAKE(a_query_without_permission_has_a_reason),
        WITH_FAKE(an_unsupported_query_has_a_reason),
        WITH_FAKE(others_on_the_device_are_seen),
        WITH_FAKE(a_mig_instance_gives_reasons_for_absent_facts),
        WITH_FAKE(a_device_lost_between_samples_is_reported),
        WITH_FAKE(facts_of_a_lost_device_give_that_reason),
        WITH_FAKE(new_memory_errors_are_faults),
        WITH_FAKE(a_failed_library_is_the_reason_of_all_values),
        WITH_FAKE(odd_texts_are_masked_or_absent),
        WITH_FAKE(the_drivers_version_needs_no_device),
        WITH_FAKE(a_power_limit_can_be_set_by_root),
        WITH_FAKE(a_power_limit_without_permission_is_refused),
        WITH_FAKE(a_refused_limit_has_a_reason),
        WITH_FAKE(permissions_are_asked_and_not_tried),
        WITH_FAKE(root_tries_nothing),
        WITH_FAKE(without_the_device_nothing_is_known),
        WITH_FAKE(a_trial_sets_what_is_in_force),
        cmocka_unit_test_setup_teardown(an_old_library_is_read_by_its_old_names, load_old, unload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

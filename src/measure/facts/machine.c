/* Collects the facts of the machine and the program.
 *
 * A fact that cannot be read is absent with its reason, never left out: a record must not look as
 * if nobody asked. The facts of a machine replace those that a device tells under the same name. */
#include "measure/facts/machine.h"

#include "base/file_line.h"
#include "base/status.h"
#include "measure/facts/cpu_quota.h"
#include "measure/facts/redact.h"
#include "measure/facts/variables.h"
#include "record/build/environment.h"
#include "record/build/given.h"

#include <build_info.h>

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

enum { VALUE_SIZE = 512 };

/* Facts that are being collected, with the first error. */
typedef struct {
    wm_environment *environment;
    wm_error *err;
    wm_status status;
    unsigned hidden;             /* as in wm_machine_about */
    wm_commitments *commitments; /* as in wm_machine_about */
} facts;

static void add_absent(facts *all, const char *name, const char *reason)
{
    if (all->status == WM_OK)
        all->status = wm_environment_absent(all->environment, name, reason, all->err);
}

/* Says the status of a reading, which has no words of its own. */
static wm_status out_of_memory(facts *all, wm_status status)
{
    return status == WM_OK ? WM_OK
                           : wm_error_set(all->err, status, NULL, "%s", wm_status_text(status));
}

/* Adds a hidden fact, with the commitment to its value. */
static void add_hidden(facts *all, const char *name, const char *text)
{
    char commitment[WM_ID_SIZE];
    if (all->commitments == NULL) {
        add_absent(all, name, WM_REDACT_REASON);
        return;
    }
    if (all->status == WM_OK)
        all->status =
            out_of_memory(all, wm_commitments_make(all->commitments, name, text, commitment));
    if (all->status == WM_OK)
        all->status =
            wm_environment_withheld(all->environment, name, WM_REDACT_REASON, commitment, all->err);
}

/* Adds a text fact, or an absent one if text is empty or hidden. */
static void add_text(facts *all, const char *name, const char *text)
{
    if (wm_redact_hides(all->hidden, name, text))
        add_hidden(all, name, text);
    else if (text[0] == '\0')
        add_absent(all, name, "not reported by the system");
    else if (all->status == WM_OK)
        all->status = wm_environment_text(all->environment, name, text, all->err);
}

static void add_number(facts *all, const char *name, double number)
{
    if (!isfinite(number))
        add_absent(all, name, "not finite");
    else if (all->status == WM_OK)
        all->status = wm_environment_number(all->environment, name, number, all->err);
}

static void add_line(facts *all, const char *name, const char *path, const char *key)
{
    char value[VALUE_SIZE];
    (void)wm_file_line_read(path, key, value, sizeof value);
    add_text(all, name, value);
}

static void add_system(facts *all)
{
    struct utsname system;
    char kernel[VALUE_SIZE] = "";
    if (uname(&system) == 0)
        (void)snprintf(kernel, sizeof kernel, "%s %s %s", system.sysname, system.release,
                       system.machine);
    add_text(all, "kernel", kernel);
    add_line(all, "os", "/etc/os-release", "PRETTY_NAME");
#if defined(__GLIBC__)
    (void)snprintf(kernel, sizeof kernel, "glibc %s", gnu_get_libc_version());
    add_text(all, "libc", kernel);
#endif
    add_line(all, "machine.product", "/sys/class/dmi/id/product_name", NULL);
    add_line(all, "memory.huge_pages", "/sys/kernel/mm/transparent_hugepage/enabled", NULL);
}

/* Processors that this process may run on. */
static unsigned allowed_processors(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 0;
}

/* Adds a number, or why there is none. */
static void add_number_or(facts *all, const char *name, double number, const char *reason)
{
    if (isfinite(number))
        add_number(all, name, number);
    else
        add_absent(all, name, reason);
}

static void add_clock(facts *all, const wm_clock_adjustment *clock)
{
    const char *reason = "adjtimex does not say it";
    add_number_or(all, "clock.tick", clock->tick_us, reason);
    add_number_or(all, "clock.frequency", clock->frequency_ppm, reason);
}

static void add_quota(facts *all)
{
    const char *reason;
    const double quota = wm_cpu_quota_read("/proc", "/sys/fs/cgroup", &reason);
    add_number_or(all, "cpu.quota", quota, reason);
}

static void add_processor(facts *all)
{
    char model[VALUE_SIZE];
    (void)wm_file_line_read("/proc/cpuinfo", "model name", model, sizeof model);
    if (model[0] == '\0')
        (void)wm_file_line_read("/proc/cpuinfo", "CPU part", model, sizeof model);
    add_text(all, "cpu.model", model);
    add_line(all, "cpu.microcode", "/proc/cpuinfo", "microcode");
    add_line(all, "cpu.smt", "/sys/devices/system/cpu/smt/active", NULL);
    add_line(all, "cpu.governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", NULL);
    add_number(all, "cpu.online", wm_machine_processors());
    add_number(all, "cpu.allowed", allowed_processors());
    add_quota(all);
    add_number(all, "memory.bytes",
               (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE));
}

/* The variables of the closed list that are set, and the libraries loaded into every program. */
static void add_variables(facts *all)
{
    wm_variables variables;
    wm_variable variable;
    char preload[WM_VARIABLES_SIZE];
    if (all->status == WM_OK)
        all->status = out_of_memory(all, wm_variables_open(WM_VARIABLES_START, &variables));
    if (all->status != WM_OK)
        return;
    while (wm_variables_next(&variables, &variable))
        if (variable.value[0] != '\0')
            add_text(all, variable.fact, variable.value);
        else
            add_absent(all, variable.fact, "set, but empty");
    wm_variables_close(&variables);
    if (all->status == WM_OK)
        all->status = out_of_memory(all, wm_variables_preload(WM_VARIABLES_PRELOAD, preload));
    if (all->status == WM_OK && preload[0] != '\0')
        add_text(all, "preload.file", preload);
}

/* Adds the device's own facts, then those of every device, which replace facts of the same name. */
static void add_device(facts *all, const wm_device_properties *properties, bool is_host)
{
    for (size_t i = 0; i < properties->fact_count; i++) {
        const wm_device_fact *told = &properties->facts[i];
        if (told->value != NULL || wm_redact_hides(all->hidden, told->name, NULL))
            add_text(all, told->name, told->value != NULL ? told->value : "");
        else
            add_absent(all, told->name, told->reason);
    }
    add_number(all, "threads", is_host ? properties->units : wm_machine_processors());
    add_number(all, "device.units", properties->units);
    add_number(all, "device.memory_bytes", (double)properties->memory_bytes);
    if (properties->clock_limit_hz > 0)
        add_number(all, "clock.limit", properties->clock_limit_hz);
}

static wm_status describe_machine(wm_environment *environment, unsigned hidden,
                                  wm_commitments *commitments, wm_error *err)
{
    facts all = {environment, err, WM_OK, hidden, commitments};
    const wm_clock_adjustment clock = wm_clock_adjustment_read();
    add_system(&all);
    add_processor(&all);
    add_clock(&all, &clock);
    add_variables(&all);
    return all.status;
}

wm_status wm_environment_here(wm_environment *environment, wm_error *err)
{
    const wm_status status = wm_given_is_there("environment", environment != NULL, err);
    return status == WM_OK ? describe_machine(environment, 0, NULL, err) : status;
}

/* Names a device and adds its facts. */
static wm_status describe_device(wm_environment *environment, wm_device *device, unsigned hidden,
                                 wm_commitments *commitments)
{
    facts all = {environment, NULL, WM_OK, hidden, commitments};
    wm_device_properties properties;
    all.status = device->ops->properties(device, &properties);
    if (all.status != WM_OK)
        return all.status;
    if ((hidden & WM_REDACT_UUID) != 0)
        wm_redact_uuids(properties.name);
    all.status = wm_environment_device(environment, properties.kind, properties.name, NULL);
    add_device(&all, &properties, device->ops->is_host);
    return all.status;
}

wm_status wm_machine_producer(wm_environment *environment, wm_error *err)
{
    facts all = {environment, err, WM_OK, 0, NULL};
    all.status =
        wm_environment_producer(environment, "witnessmark", wm_version(), WM_BUILD_REVISION, err);
    add_text(&all, "compiler", WM_BUILD_COMPILER);
    add_text(&all, "compiler.flags", WM_BUILD_FLAGS);
    return all.status;
}

wm_status wm_machine_program_facts(wm_environment *environment, unsigned hidden, wm_error *err)
{
    const wm_status status = wm_machine_producer(environment, err);
    return status == WM_OK ? describe_machine(environment, hidden, NULL, err) : status;
}

wm_status wm_machine_write_program(wm_buffer *line, wm_error *err)
{
    wm_environment *environment = wm_environment_new();
    wm_status status = WM_OK;
    if (environment == NULL)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (status == WM_OK)
        status = wm_machine_program_facts(environment, 0, err);
    if (status == WM_OK)
        status = wm_environment_write(environment, NULL, line, err);
    wm_environment_free(environment);
    return status;
}

/* Adds how the device runs beside others. */
static wm_status describe_cards(wm_environment *environment, const wm_machine_cards *cards)
{
    facts all = {environment, NULL, WM_OK, 0, NULL};
    add_text(&all, "cards.mode", cards->mode);
    add_number(&all, "cards.count", cards->count);
    add_number(&all, "cards.pass", cards->pass);
    return all.status;
}

/* Replaces the adjustment of the clocks by that at the start of the run. */
static wm_status describe_clock(wm_environment *environment, const wm_clock_adjustment *clock)
{
    facts all = {environment, NULL, WM_OK, 0, NULL};
    add_clock(&all, clock);
    return all.status;
}

wm_status wm_machine_add_named(wm_environment *environment, const wm_named *named,
                               wm_commitments *commitments, wm_error *err)
{
    facts all = {environment, err, WM_OK, 0, commitments};
    for (size_t i = 0; named != NULL && i < named->count; i++)
        if (named->fact[i].is_hidden)
            add_hidden(&all, named->fact[i].name, named->fact[i].value);
        else
            add_text(&all, named->fact[i].name, named->fact[i].value);
    return all.status;
}

/* Adds the power limits that were set across the repeats. */
static wm_status describe_steps(wm_environment *environment, const char *power_steps)
{
    facts all = {environment, NULL, WM_OK, 0, NULL};
    add_text(&all, "power_steps", power_steps);
    return all.status;
}

wm_status wm_machine_write(wm_device *device, wm_device *witness, const wm_machine_about *about,
                           wm_buffer *line)
{
    const bool has_witness = witness != NULL && witness != device;
    const unsigned hidden = about != NULL ? about->hidden : 0;
    wm_commitments *commitments = about != NULL ? about->commitments : NULL;
    wm_environment *environment = wm_environment_new();
    wm_environment *of_witness = wm_environment_new_witness();
    wm_status status = environment == NULL || of_witness == NULL
                           ? WM_E_NOMEM
                           : describe_device(environment, device, hidden, commitments);
    if (status == WM_OK) /* the machine's facts replace the device's */
        status = wm_machine_producer(environment, NULL);
    if (status == WM_OK)
        status = describe_machine(environment, hidden, commitments, NULL);
    if (status == WM_OK && about != NULL && about->cards != NULL)
        status = describe_cards(environment, about->cards);
    if (status == WM_OK && about != NULL)
        status = wm_machine_add_named(environment, about->named, commitments, NULL);
    if (status == WM_OK && about != NULL && about->power_steps != NULL)
        status = describe_steps(environment, about->power_steps);
    if (status == WM_OK && about != NULL && about->clock != NULL)
        status = describe_clock(environment, about->clock);
    if (status == WM_OK && has_witness)
        status = describe_device(of_witness, witness, hidden, commitments);
    if (status == WM_OK)
        status = wm_environment_write(environment, has_witness ? of_witness : NULL, line, NULL);
    wm_environment_free(environment);
    wm_environment_free(of_witness);
    return status;
}

unsigned wm_machine_processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

double wm_machine_memory_bytes(wm_device *device)
{
    wm_device_properties properties;
    uint64_t bytes;
    if (device->ops->properties(device, &properties) != WM_OK)
        return (double)NAN;
    if (!device->ops->is_host)
        return (double)properties.memory_bytes;
    if (device->ops->memory_free(device, &bytes) != WM_OK)
        return (double)NAN;
    return (double)bytes * 0.95;
}

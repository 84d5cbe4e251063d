/* Collects the facts of the machine and the program. */
#include "measure/environment.h"

#include "record/kind_environment.h"

#include <build_info.h>

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

enum { FACTS_MAX = 64, NAME_SIZE = 65, VALUE_SIZE = 512 };

/* A fact: a text, a number, or nothing with the reason. */
typedef struct {
    char name[NAME_SIZE];
    char text[VALUE_SIZE];
    double number;
    enum { IS_TEXT, IS_NUMBER, IS_ABSENT } kind;
} fact;

typedef struct {
    fact fact[FACTS_MAX];
    size_t count;
} facts;

/* The next fact, or null: names are unique, and fit the format or are left out. */
static fact *new_fact(facts *all, const char *name)
{
    const size_t size = strlen(name);
    if (all->count == FACTS_MAX || size == 0 || size >= NAME_SIZE ||
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_.") != size)
        return NULL;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->fact[i].name, name) == 0)
            return NULL;
    memcpy(all->fact[all->count].name, name, size + 1);
    return &all->fact[all->count++];
}

static void add_absent(facts *all, const char *name, const char *reason)
{
    fact *f = new_fact(all, name);
    if (f == NULL)
        return;
    f->kind = IS_ABSENT;
    (void)snprintf(f->text, sizeof f->text, "%s", reason);
}

/* A text fact, or, where text is empty, an absent one. */
static void add_text(facts *all, const char *name, const char *text)
{
    fact *f;
    if (text[0] == '\0') {
        add_absent(all, name, "the system does not tell");
        return;
    }
    f = new_fact(all, name);
    if (f == NULL)
        return;
    f->kind = IS_TEXT;
    (void)snprintf(f->text, sizeof f->text, "%s", text);
}

static void add_number(facts *all, const char *name, double number)
{
    fact *f = new_fact(all, name);
    if (f == NULL)
        return;
    f->kind = IS_NUMBER;
    f->number = number;
}

static void trim(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == ' ' || text[size - 1] == '"'))
        text[--size] = '\0';
}

/* What follows `key` and a separator on the first line that begins with it; "" if there is none. A
 * null key takes the first line. */
static void read_line(const char *path, const char *key, char value[VALUE_SIZE])
{
    char line[VALUE_SIZE];
    FILE *file = fopen(path, "r");
    value[0] = '\0';
    if (file == NULL)
        return;
    while (value[0] == '\0' && fgets(line, sizeof line, file) != NULL) {
        const char *from = line;
        if (key != NULL && strncmp(line, key, strlen(key)) != 0)
            continue;
        if (key != NULL)
            from = line + strlen(key) + strspn(line + strlen(key), " \t:=\"");
        memmove(value, from, strlen(from) + 1);
        trim(value);
        if (key == NULL)
            break;
    }
    fclose(file);
}

static void add_line(facts *all, const char *name, const char *path, const char *key)
{
    char value[VALUE_SIZE];
    read_line(path, key, value);
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

static void add_processor(facts *all)
{
    char model[VALUE_SIZE];
    read_line("/proc/cpuinfo", "model name", model);
    if (model[0] == '\0')
        read_line("/proc/cpuinfo", "CPU part", model);
    add_text(all, "cpu.model", model);
    add_line(all, "cpu.microcode", "/proc/cpuinfo", "microcode");
    add_line(all, "cpu.smt", "/sys/devices/system/cpu/smt/active", NULL);
    add_line(all, "cpu.governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", NULL);
    add_number(all, "cpu.online", wm_environment_processors());
    add_number(all, "cpu.allowed", allowed_processors());
    add_number(all, "memory.bytes",
               (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE));
}

static void add_program(facts *all)
{
    add_text(all, "compiler", WM_BUILD_COMPILER);
    add_text(all, "compiler.flags", WM_BUILD_FLAGS);
}

static void add_device(facts *all, const wm_device_properties *properties)
{
    const bool is_cpu = strcmp(properties->kind, "cpu") == 0;
    add_number(all, "threads", is_cpu ? properties->units : wm_environment_processors());
    add_number(all, "device.units", properties->units);
    add_number(all, "device.memory_bytes", (double)properties->memory_bytes);
    for (size_t i = 0; i < properties->fact_count; i++) {
        const wm_device_fact *told = &properties->facts[i];
        if (told->value != NULL)
            add_text(all, told->name, told->value);
        else
            add_absent(all, told->name, told->reason);
    }
}

static int compare_facts(const void *a, const void *b)
{
    return strcmp(((const fact *)a)->name, ((const fact *)b)->name);
}

/* The nodes of facts in order, which point into the facts. */
typedef struct {
    facts facts;
    wm_fact_node nodes[FACTS_MAX];
} device_facts;

static wm_fact_node node_of(const fact *f)
{
    wm_fact_node node = {.is_there = true, .name = wm_member_text(f->name)};
    if (f->kind == IS_TEXT)
        node.value = wm_member_word(f->text);
    else if (f->kind == IS_NUMBER)
        node.value = wm_member_number(f->number);
    else
        node.value.kind = WM_VALUE_NULL;
    if (f->kind == IS_ABSENT || (f->kind == IS_NUMBER && !isfinite(f->number)))
        node.reason = wm_member_text(f->kind == IS_ABSENT ? f->text : "not finite");
    return node;
}

/* The facts of a device, behind those that are there, as a list in order. */
static wm_list list_facts(device_facts *all, const wm_device_properties *properties)
{
    add_device(&all->facts, properties);
    qsort(all->facts.fact, all->facts.count, sizeof *all->facts.fact, compare_facts);
    for (size_t i = 0; i < all->facts.count; i++)
        all->nodes[i] = node_of(&all->facts.fact[i]);
    return wm_member_list(all->nodes, all->facts.count);
}

/* Writes the environment of devices whose properties are known; properties[1] is the witness's. */
static wm_status write_environment(const wm_device_properties *properties, bool has_witness,
                                   device_facts all[2], wm_buffer *line)
{
    wm_environment_node node = {
        .backend = wm_member_text(properties[0].kind),
        .device = wm_member_text(properties[0].name),
        .producer = {true, wm_member_text("witnessmark"), wm_member_text(WM_BUILD_REVISION),
                     wm_member_text(wm_version())},
    };
    add_program(&all[0].facts);
    add_system(&all[0].facts);
    add_processor(&all[0].facts);
    node.facts = list_facts(&all[0], &properties[0]);
    if (has_witness)
        node.witness = (wm_witness_node){.is_there = true,
                                         .backend = wm_member_text(properties[1].kind),
                                         .device = wm_member_text(properties[1].name),
                                         .facts = list_facts(&all[1], &properties[1])};
    return wm_kind_write(&wm_kind_environment_form, &node, line);
}

wm_status wm_environment_write(wm_device *device, wm_device *witness, wm_buffer *line)
{
    const bool has_witness = witness != NULL && witness != device;
    wm_device_properties properties[2];
    wm_status status = device->ops->properties(device, &properties[0]);
    device_facts *all;
    if (status == WM_OK && has_witness)
        status = witness->ops->properties(witness, &properties[1]);
    if (status != WM_OK)
        return status;
    all = calloc(2, sizeof *all);
    if (all == NULL)
        return WM_E_NOMEM;
    status = write_environment(properties, has_witness, all, line);
    free(all);
    return status;
}

unsigned wm_environment_processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* A number of bytes from a file of the kernel; NaN if there is none, or it is `max`. */
static double read_bytes(const char *path, const char *key, double scale)
{
    char value[VALUE_SIZE];
    char *end = value;
    double bytes;
    read_line(path, key, value);
    bytes = strtod(value, &end) * scale;
    return end != value && isfinite(bytes) ? bytes : (double)NAN;
}

double wm_environment_memory_bytes(wm_device *device)
{
    wm_device_properties properties;
    double bytes, limit, used;
    if (device->ops->properties(device, &properties) != WM_OK)
        return (double)NAN;
    if (strcmp(properties.kind, "cpu") != 0)
        return (double)properties.memory_bytes;
    bytes = read_bytes("/proc/meminfo", "MemAvailable", 1024);
    limit = read_bytes("/sys/fs/cgroup/memory.max", NULL, 1);
    used = read_bytes("/sys/fs/cgroup/memory.current", NULL, 1);
    if (isfinite(limit) && isfinite(used) && !(bytes <= limit - used))
        bytes = limit - used;
    return bytes * 0.95;
}

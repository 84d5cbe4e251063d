/* Compares the recorded environment with the current one. */
#include "study/reverify/provenance.h"

#include "backend/registry.h"

#include <build_info.h>

#include <stdio.h>
#include <string.h>

/* In the order of comparison. The first two are not in the device's list of facts. The last
 * describes the program. */
static const char *const NAMES[WM_PROVENANCE_FACTS] = {
    "backend", "device",       "cpu.kernels",        "blas.core", "blas.config",    "cublaslt",
    "cudnn",   "cuda_runtime", "compute_capability", "threads",   "source revision"};
enum { BACKEND, DEVICE, FIRST_FACT, THREADS = WM_PROVENANCE_THREADS, REVISION };

/* A record's text may hold any character; only printable ASCII is kept. */
static void copy(char to[WM_PROVENANCE_WORDS], const char *from, size_t size)
{
    const size_t most = size < WM_PROVENANCE_WORDS ? size : WM_PROVENANCE_WORDS - 1;
    for (size_t i = 0; i < most; i++)
        to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
    to[most] = '\0';
}

static void copy_text(char to[WM_PROVENANCE_WORDS], wm_text from)
{
    if (from.bytes != NULL)
        copy(to, from.bytes, from.size);
}

/* The facts of one device of an environment: the device itself, or its witness. */
static void read_device(const wm_environment_node *environment, wm_text backend, wm_text device,
                        wm_list facts, wm_provenance *provenance)
{
    wm_fact_node fact;
    *provenance = (wm_provenance){{{0}}};
    copy_text(provenance->fact[BACKEND], backend);
    copy_text(provenance->fact[DEVICE], device);
    copy_text(provenance->fact[REVISION], environment->producer.source_revision);
    while (wm_kind_environment_next(&facts, &fact))
        for (int i = FIRST_FACT; i < REVISION; i++)
            if (wm_member_is(fact.name, NAMES[i]))
                copy_text(provenance->fact[i], fact.value.text);
    if (!wm_registry_is_host(provenance->fact[BACKEND])) /* the host's, which computed nothing */
        provenance->fact[THREADS][0] = '\0';
}

void wm_provenance_read(const wm_environment_node *environment, wm_provenance *outputs,
                        wm_provenance *residuals)
{
    const wm_witness_node *witness = &environment->witness;
    read_device(environment, environment->backend, environment->device, environment->facts,
                outputs);
    *residuals = *outputs;
    if (witness->is_there)
        read_device(environment, witness->backend, witness->device, witness->facts, residuals);
}

wm_status wm_provenance_here(wm_device *device, wm_provenance *provenance)
{
    wm_device_properties properties;
    const wm_status status = device->ops->properties(device, &properties);
    *provenance = (wm_provenance){{{0}}};
    if (status != WM_OK)
        return status;
    copy(provenance->fact[BACKEND], properties.kind, strlen(properties.kind));
    copy(provenance->fact[DEVICE], properties.name, strlen(properties.name));
    copy(provenance->fact[REVISION], WM_BUILD_REVISION, strlen(WM_BUILD_REVISION));
    for (size_t f = 0; f < properties.fact_count; f++)
        for (int i = FIRST_FACT; i < REVISION; i++)
            if (strcmp(properties.facts[f].name, NAMES[i]) == 0 &&
                properties.facts[f].value != NULL)
                copy(provenance->fact[i], properties.facts[f].value,
                     strlen(properties.facts[f].value));
    return WM_OK;
}

static const char *or_none(const char *words)
{
    return words[0] != '\0' ? words : "none";
}

void wm_provenance_device(const wm_provenance *provenance, char name[2 * WM_PROVENANCE_WORDS + 4])
{
    (void)snprintf(name, 2 * WM_PROVENANCE_WORDS + 4, "%s, %s", or_none(provenance->fact[BACKEND]),
                   or_none(provenance->fact[DEVICE]));
}

const wm_backend *wm_provenance_backend(const wm_provenance *provenance)
{
    return wm_registry_find(provenance->fact[BACKEND]);
}

bool wm_provenance_is_backend(const wm_provenance *provenance, const char *name)
{
    return strcmp(provenance->fact[BACKEND], name) == 0;
}

bool wm_provenance_is_device(const wm_provenance *provenance, const char *name)
{
    return strcmp(provenance->fact[DEVICE], name) == 0;
}

bool wm_provenance_same_backend(const wm_provenance *a, const wm_provenance *b)
{
    return strcmp(a->fact[BACKEND], b->fact[BACKEND]) == 0;
}

bool wm_provenance_same_device(const wm_provenance *a, const wm_provenance *b)
{
    return strcmp(a->fact[DEVICE], b->fact[DEVICE]) == 0;
}

unsigned wm_provenance_threads(const wm_provenance *provenance)
{
    unsigned threads;
    int end = 0;
    const char *text = provenance->fact[THREADS];
    const bool is_number = sscanf(text, "%9u%n", &threads, &end) == 1 && text[end] == '\0';
    return is_number ? threads : 0;
}

static void write_line(const wm_provenance *recorded, const wm_provenance *here, int index,
                       char line[WM_PROVENANCE_LINE])
{
    (void)snprintf(line, WM_PROVENANCE_LINE, "%s: recorded %s, here %s", NAMES[index],
                   or_none(recorded->fact[index]), or_none(here->fact[index]));
}

bool wm_provenance_decides(const wm_provenance *recorded, const wm_provenance *here, int index,
                           char line[WM_PROVENANCE_LINE])
{
    line[0] = '\0';
    if (index < FIRST_FACT || index >= REVISION ||
        strcmp(recorded->fact[index], here->fact[index]) == 0)
        return false;
    write_line(recorded, here, index, line);
    return true;
}

void wm_provenance_compare(const wm_provenance *recorded, const wm_provenance *here,
                           char line[WM_PROVENANCE_LINE])
{
    int i = 0;
    while (i < WM_PROVENANCE_FACTS && strcmp(recorded->fact[i], here->fact[i]) == 0)
        i++;
    if (i == WM_PROVENANCE_FACTS)
        (void)snprintf(line, WM_PROVENANCE_LINE, "the recorded environment matches this one");
    else
        write_line(recorded, here, i, line);
}

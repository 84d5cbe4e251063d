/* Compares what made a record's residuals with what makes them here. */
#include "study/provenance.h"

#include <build_info.h>

#include <stdio.h>
#include <string.h>

/* In the order in which they are told. The first two are no facts of the device's list, the last is
 * the program's. */
static const char *const NAMES[WM_PROVENANCE_FACTS] = {
    "backend", "device", "cpu.kernels", "blas.core", "blas.config", "threads", "source revision"};
enum { BACKEND, DEVICE, FIRST_FACT, THREADS = WM_PROVENANCE_FACTS - 2, REVISION };

/* A record's text may hold anything; what is printed of it here is plain ASCII. */
static void copy(char to[WM_PROVENANCE_WORDS], const char *from, size_t size)
{
    const size_t most = size < WM_PROVENANCE_WORDS ? size : WM_PROVENANCE_WORDS - 1;
    for (size_t i = 0; i < most; i++)
        to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
    to[most] = '\0';
}

static void copy_member(char to[WM_PROVENANCE_WORDS], const wm_json_value *object, const char *name)
{
    const wm_json_value *value = wm_json_member(object, name);
    if (value != NULL && (value->kind == WM_JSON_STRING || value->kind == WM_JSON_NUMBER))
        copy(to, value->text, value->text_size);
}

/* Of one object that names a device, which the environment is, or its witness. */
static void read_device(const wm_json_value *environment, const wm_json_value *of,
                        wm_provenance *origin)
{
    const wm_json_value *facts = wm_json_member(of, "facts");
    *origin = (wm_provenance){{{0}}};
    copy_member(origin->fact[BACKEND], of, "backend");
    copy_member(origin->fact[DEVICE], of, "device");
    copy_member(origin->fact[REVISION], wm_json_member(environment, "producer"), "source_revision");
    for (const wm_json_value *fact = facts != NULL ? facts->first : NULL; fact != NULL;
         fact = fact->next)
        for (int i = FIRST_FACT; i < REVISION; i++)
            if (wm_json_is_text(wm_json_member(fact, "name"), NAMES[i]))
                copy_member(origin->fact[i], fact, "value");
    if (strcmp(origin->fact[BACKEND], "cpu") != 0) /* the host's, which computed nothing */
        origin->fact[THREADS][0] = '\0';
}

void wm_provenance_read(const wm_json_value *environment, wm_provenance *outputs,
                        wm_provenance *residuals)
{
    const wm_json_value *witness = wm_json_member(environment, "witness");
    read_device(environment, environment, outputs);
    read_device(environment, witness != NULL ? witness : environment, residuals);
}

wm_status wm_provenance_here(wm_device *device, wm_provenance *origin)
{
    wm_device_properties properties;
    const wm_status status = device->ops->properties(device, &properties);
    *origin = (wm_provenance){{{0}}};
    if (status != WM_OK)
        return status;
    copy(origin->fact[BACKEND], properties.kind, strlen(properties.kind));
    copy(origin->fact[DEVICE], properties.name, strlen(properties.name));
    copy(origin->fact[REVISION], WM_BUILD_REVISION, strlen(WM_BUILD_REVISION));
    for (size_t f = 0; f < properties.fact_count; f++)
        for (int i = FIRST_FACT; i < REVISION; i++)
            if (strcmp(properties.facts[f].name, NAMES[i]) == 0 &&
                properties.facts[f].value != NULL)
                copy(origin->fact[i], properties.facts[f].value, strlen(properties.facts[f].value));
    return WM_OK;
}

static const char *or_none(const char *words)
{
    return words[0] != '\0' ? words : "none";
}

void wm_provenance_tell(const wm_provenance *recorded, const wm_provenance *here,
                        char line[WM_PROVENANCE_LINE])
{
    int i = 0;
    while (i < WM_PROVENANCE_FACTS && strcmp(recorded->fact[i], here->fact[i]) == 0)
        i++;
    if (i == WM_PROVENANCE_FACTS)
        (void)snprintf(line, WM_PROVENANCE_LINE, "the record names what computes here");
    else
        (void)snprintf(line, WM_PROVENANCE_LINE, "the record names %s %s, here it is %s", NAMES[i],
                       or_none(recorded->fact[i]), or_none(here->fact[i]));
}

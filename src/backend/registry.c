/* Finds a device kind by its name, and one of its devices by number or UUID. */
#include "backend/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "backend/cpu/cpu.h"
#include "base/near_words.h"
#include "base/status.h"
#ifdef WM_CUDA
#include "backend/cuda/cuda_backend.h"
#endif

static const wm_backend *const KINDS[] = {
    &wm_cpu_backend,
#ifdef WM_CUDA
    &wm_cuda_backend,
#endif
};

const wm_backend *wm_registry_get(size_t index)
{
    return index < sizeof KINDS / sizeof *KINDS ? KINDS[index] : NULL;
}

const wm_backend *wm_registry_find(const char *name)
{
    for (size_t i = 0; name != NULL && wm_registry_get(i) != NULL; i++)
        if (strcmp(wm_registry_get(i)->name, name) == 0)
            return wm_registry_get(i);
    return NULL;
}

const wm_backend *wm_registry_host(void)
{
    return &wm_cpu_backend;
}

bool wm_registry_is_host(const char *name)
{
    return strcmp(name, wm_registry_host()->name) == 0;
}

const char *wm_registry_absent(void)
{
    return wm_registry_find("cuda") == NULL ? "cuda" : NULL;
}

wm_status wm_registry_refuse(const char *name, wm_error *err)
{
    const char *names[sizeof KINDS / sizeof *KINDS + 1];
    char hint[64];
    size_t count = 0;
    for (; wm_registry_get(count) != NULL; count++)
        names[count] = wm_registry_get(count)->name;
    if (wm_registry_absent() != NULL && strcmp(name, wm_registry_absent()) == 0)
        return wm_error_set(err, WM_E_NOTFOUND, "backend",
                            "this program was built without cuda; `make CUDA=1` in its source "
                            "folder builds build/cuda/witnessmark (README.md, Install)");
    wm_near_words_hint(name, names, count, hint, sizeof hint);
    return wm_error_set(err, WM_E_NOTFOUND, "backend",
                        "this program was built without a backend called '%.40s'%s", name,
                        hint[0] != '\0' ? hint : "; `witnessmark list` lists what it has");
}

/* A decimal number and nothing else. */
static bool read_index(const char *word, unsigned *index)
{
    char *end;
    unsigned long value;
    if (word[0] < '0' || word[0] > '9')
        return false;
    errno = 0;
    value = strtoul(word, &end, 10);
    if (*end != '\0' || errno != 0 || value > 1023)
        return false;
    *index = (unsigned)value;
    return true;
}

wm_status wm_registry_list(const wm_backend *backend, wm_device_entry entries[WM_REGISTRY_DEVICES],
                           size_t *count, wm_error *err)
{
    char reason[256] = "";
    *count = 0;
    if (backend->list(entries, WM_REGISTRY_DEVICES, count, reason) != WM_OK || *count == 0)
        return wm_error_set(err, WM_E_NOTFOUND, backend->name, "%s",
                            reason[0] != '\0' ? reason : "no device is listed");
    if (*count > WM_REGISTRY_DEVICES)
        *count = WM_REGISTRY_DEVICES;
    return WM_OK;
}

wm_status wm_registry_choose(const wm_backend *backend, const char *word, unsigned *index,
                             wm_error *err)
{
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    size_t count = 0, found = 0;
    wm_status status;
    *index = 0;
    if (word == NULL || read_index(word, index))
        return WM_OK;
    status = wm_registry_list(backend, entries, &count, err);
    if (status != WM_OK)
        return status;
    for (size_t i = 0; i < count; i++) {
        if (word[0] == '\0' || strncasecmp(entries[i].uuid, word, strlen(word)) != 0)
            continue;
        found++;
        *index = (unsigned)i;
    }
    if (found == 1)
        return WM_OK;
    return wm_error_set(err, WM_E_NOTFOUND, backend->name,
                        found == 0 ? "no device has the number or UUID '%.80s'"
                                   : "the UUIDs of several devices begin with '%.80s'",
                        word);
}

/* The UUID of an open device; "" if it has none. */
static const char *uuid_of(const wm_device_properties *properties)
{
    for (size_t i = 0; i < properties->fact_count; i++)
        if (strcmp(properties->facts[i].name, "uuid") == 0 && properties->facts[i].value != NULL)
            return properties->facts[i].value;
    return "";
}

wm_status wm_registry_check(wm_device *device, const char *word, wm_error *err)
{
    wm_device_properties properties;
    unsigned index;
    wm_status status;
    if (word == NULL || read_index(word, &index))
        return WM_OK;
    status = device->ops->properties(device, &properties);
    if (status != WM_OK)
        return wm_error_set(err, status, device->ops->name, "the device's UUID cannot be read");
    if (strncasecmp(uuid_of(&properties), word, strlen(word)) == 0)
        return WM_OK;
    return wm_error_set(err, WM_E_MISMATCH, device->ops->name,
                        "opened another device than '%.80s': its UUID is '%.80s'", word,
                        uuid_of(&properties));
}

wm_status wm_registry_open(const char *name, const char *word, wm_device_options *options,
                           wm_device **device, wm_error *err)
{
    const wm_backend *backend = wm_registry_find(name);
    char reason[256] = "";
    wm_status status;
    if (backend == NULL)
        return wm_registry_refuse(name, err);
    status = wm_registry_choose(backend, word, &options->index, err);
    if (status != WM_OK)
        return status;
    status = backend->open(options, device, reason);
    if (status == WM_OK) {
        status = wm_registry_check(*device, word, err);
        if (status != WM_OK) {
            backend->close(*device);
            *device = NULL;
        }
        return status;
    }
    return wm_error_set(err, status, backend->name, "cannot open device %u: %s", options->index,
                        reason[0] != '\0' ? reason : wm_status_text(status));
}

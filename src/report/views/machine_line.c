/* The machine of a record on one line. */
#include "report/views/machine_line.h"

#include "backend/registry.h"
#include "model/mask.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { FACT_SIZE = 128 };

/* Copies a fact's text, or the digits of a number; empty if it is absent. */
static void copy_fact(wm_list facts, const char *name, char text[FACT_SIZE])
{
    wm_fact_node fact;
    text[0] = '\0';
    while (wm_kind_environment_next(&facts, &fact))
        if (wm_member_is(fact.name, name) && fact.value.text.bytes != NULL)
            wm_mask_text(fact.value.text, text, FACT_SIZE);
}

/* Appends `, ` and a part that is not empty. */
static void add(char text[WM_MACHINE_LINE_SIZE], const char *part)
{
    const size_t used = strlen(text);
    if (part[0] != '\0')
        (void)snprintf(text + used, WM_MACHINE_LINE_SIZE - used, "%s%s", used > 0 ? ", " : "",
                       part);
}

static void add_bytes(char text[WM_MACHINE_LINE_SIZE], wm_list facts, const char *name)
{
    char fact[FACT_SIZE], part[FACT_SIZE];
    double bytes;
    copy_fact(facts, name, fact);
    bytes = strtod(fact, NULL);
    (void)snprintf(part, sizeof part, "%.*f GB", bytes < 99.95e9 ? 1 : 0, bytes * 1e-9);
    add(text, bytes > 0 ? part : "");
}

static void add_cores(char text[WM_MACHINE_LINE_SIZE], wm_list facts)
{
    char fact[FACT_SIZE], part[FACT_SIZE + 8];
    copy_fact(facts, "cpu.allowed", fact);
    if (fact[0] == '\0')
        copy_fact(facts, "cpu.online", fact);
    (void)snprintf(part, sizeof part, "%s core%s", fact, strcmp(fact, "1") == 0 ? "" : "s");
    add(text, fact[0] != '\0' ? part : "");
}

/* Name and version of OpenBLAS, and the core that it chose. */
static void add_blas(char text[WM_MACHINE_LINE_SIZE], wm_list facts)
{
    char fact[FACT_SIZE], core[FACT_SIZE], part[2 * FACT_SIZE];
    size_t name, version;
    copy_fact(facts, "blas.config", fact);
    copy_fact(facts, "blas.core", core);
    name = strcspn(fact, " ");
    version = strcspn(fact + name + (fact[name] == ' '), " ");
    if (strcmp(core, "none") == 0 || core[0] == '\0')
        return;
    (void)snprintf(part, sizeof part, "%.*s (%s)", (int)(name + (fact[name] == ' ') + version),
                   fact, core);
    add(text, part);
}

/* A library's fact behind its name. */
static void add_named(char text[WM_MACHINE_LINE_SIZE], wm_list facts, const char *fact,
                      const char *name)
{
    char value[FACT_SIZE], part[2 * FACT_SIZE];
    copy_fact(facts, fact, value);
    (void)snprintf(part, sizeof part, "%.32s %s", name, value);
    add(text, value[0] != '\0' ? part : "");
}

static void add_gpu(char text[WM_MACHINE_LINE_SIZE], const wm_model *model, wm_list facts)
{
    add(text, model->uuid);
    add_bytes(text, facts, "device.memory_bytes");
    add_named(text, facts, "driver", "driver");
    add_named(text, facts, "cublaslt", "cuBLASLt");
}

void wm_machine_line_write(const wm_model *model, char text[WM_MACHINE_LINE_SIZE])
{
    const wm_environment_node *node = wm_model_environment(model);
    const wm_list facts = node->facts;
    char part[FACT_SIZE], witness[300];
    const bool is_gpu = strcmp(model->backend, "none") != 0 && !wm_registry_is_host(model->backend);
    text[0] = '\0';
    wm_mask_text(node->device, part, sizeof part);
    if (part[0] == '\0') /* no device was used: the machine alone */
        copy_fact(facts, "cpu.model", part);
    add(text, part);
    if (is_gpu) {
        add_gpu(text, model, facts);
    } else {
        add(text, model->uuid);
        add_cores(text, facts);
        add_bytes(text, facts, "memory.bytes");
    }
    copy_fact(facts, "os", part);
    part[strcspn(part, "(")] = '\0'; /* without its release's nickname */
    while (part[0] != '\0' && part[strlen(part) - 1] == ' ')
        part[strlen(part) - 1] = '\0';
    add(text, part);
    if (!is_gpu)
        add_blas(text, facts);
    (void)snprintf(witness, sizeof witness, "checked by %s", model->witness);
    add(text, strcmp(model->witness, model->device) == 0 ? "" : witness);
}

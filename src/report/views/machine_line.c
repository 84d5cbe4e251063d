/* The machine of a record on one line. */
#include "report/views/summary.h"

#include "report/views/named_facts.h"

#include "backend/registry.h"
#include "model/mask.h"

#include <stdlib.h>
#include <string.h>

enum { FACT_SIZE = 128 };

/* The line that is made. */
typedef struct {
    wm_document *to;
    wm_words *line; /* NULL: it has no part */
} machine;

/* Appends a part, with `, ` between two. It is text of the record: a form with markup escapes it.
 */
static void add(machine *of, const char *format, ...) WM_PRINTF(2, 3);
static void add(machine *of, const char *format, ...)
{
    va_list arguments;
    if (of->line != NULL)
        wm_words_add(of->line, ", ");
    else
        of->line = wm_words_item(of->to);
    va_start(arguments, format);
    wm_words_data(of->line, wm_document_vtext(of->to, format, arguments));
    va_end(arguments);
}

/* Appends a fact behind the name of what it is; nothing if it is absent. */
static void add_fact(machine *of, wm_list facts, const char *lead, const char *name)
{
    char fact[FACT_SIZE];
    wm_model_fact(facts, name, fact, sizeof fact);
    if (fact[0] != '\0')
        add(of, "%s%s", lead, fact);
}

static void add_bytes(machine *of, wm_list facts, const char *name)
{
    char fact[FACT_SIZE];
    double bytes;
    wm_model_fact(facts, name, fact, sizeof fact);
    bytes = strtod(fact, NULL);
    if (bytes > 0)
        add(of, "%.*f GB", bytes < 99.95e9 ? 1 : 0, bytes * 1e-9);
}

static void add_cores(machine *of, wm_list facts)
{
    char fact[FACT_SIZE];
    wm_model_fact(facts, "cpu.allowed", fact, sizeof fact);
    if (fact[0] == '\0')
        wm_model_fact(facts, "cpu.online", fact, sizeof fact);
    if (fact[0] != '\0')
        add(of, "%s core%s", fact, strcmp(fact, "1") == 0 ? "" : "s");
}

/* Adds the system without its release's nickname. */
static void add_system(machine *of, wm_list facts)
{
    char fact[FACT_SIZE];
    size_t size;
    wm_model_fact(facts, "os", fact, sizeof fact);
    size = strcspn(fact, "(");
    while (size > 0 && fact[size - 1] == ' ')
        size--;
    if (size > 0)
        add(of, "%.*s", (int)size, fact);
}

/* Name and version of OpenBLAS, and the core that it chose. */
static void add_blas(machine *of, wm_list facts)
{
    char fact[FACT_SIZE], core[FACT_SIZE];
    size_t size;
    wm_model_fact(facts, "blas.config", fact, sizeof fact);
    wm_model_fact(facts, "blas.core", core, sizeof core);
    size = strcspn(fact, " ");
    size += fact[size] == ' ';
    size += strcspn(fact + size, " ");
    if (strcmp(core, "none") != 0 && core[0] != '\0')
        add(of, "%.*s (%s)", (int)size, fact, core);
}

/* Appends the names of the machine. */
static void add_named(machine *of, wm_list facts)
{
    wm_named_facts named;
    const char *line;
    wm_named_facts_take(facts, of->to, &named);
    line = wm_named_facts_line(&named, of->to);
    if (line != NULL)
        add(of, "%s", line);
}

void wm_machine_line_add(const wm_model *model, wm_document *to)
{
    const wm_environment_node *node = wm_model_environment(model);
    const bool is_gpu = strcmp(model->backend, "none") != 0 && !wm_registry_is_host(model->backend);
    const wm_list facts = node->facts;
    machine of = {to, NULL};
    char device[FACT_SIZE];
    wm_mask_text(node->device, device, sizeof device);
    if (device[0] != '\0')
        add(&of, "%s", device);
    else /* no device was used: the machine alone */
        add_fact(&of, facts, "", "cpu.model");
    if (model->uuid[0] != '\0')
        add(&of, "%s", model->uuid);
    add_named(&of, facts);
    if (!is_gpu)
        add_cores(&of, facts);
    add_bytes(&of, facts, is_gpu ? "device.memory_bytes" : "memory.bytes");
    if (is_gpu) {
        add_fact(&of, facts, "driver ", "driver");
        add_fact(&of, facts, "cuBLASLt ", "cublaslt");
    }
    add_system(&of, facts);
    if (!is_gpu)
        add_blas(&of, facts);
    if (strcmp(model->witness, model->device) != 0)
        add(&of, "checked by %s", model->witness);
}

/* `witnessmark list`: devices, workloads, plans, faults. */
#include "base/code_point.h"
#include "cli/arguments.h"
#include "cli/run_options.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/document/data.h"
#include "report/document/words.h"

#include "backend/registry.h"
#include "base/status.h"
#include "record/tables/tables.h"
#include "measure/schedule.h"
#include "measure/schedule_file.h"
#include "study/output/fault.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The devices of one backend. */
typedef struct {
    const wm_backend *backend;
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    size_t count;
    char reason[256]; /* why it has no devices */
} kind;

static void list_kind(const wm_backend *backend, kind *k)
{
    wm_status status;
    k->backend = backend;
    k->count = 0;
    k->reason[0] = '\0';
    status = backend->list(k->entries, WM_REGISTRY_DEVICES, &k->count, k->reason);
    if (status != WM_OK)
        k->count = 0;
    if (k->count > WM_REGISTRY_DEVICES)
        k->count = WM_REGISTRY_DEVICES;
    if (k->count == 0 && k->reason[0] == '\0')
        (void)snprintf(k->reason, sizeof k->reason, "%s", wm_status_text(status));
}

/* Adds `  WORDS   TEXT` with all texts in one column; a long text continues there. */
static void add_row(wm_document *to, const char *words, int words_width, const char *text)
{
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "  %-*.80s  ", words_width, words);
    wm_words_lead(line, WM_BREAKS_WIDTH, wm_document_text(to, "%*s", words_width + 4, ""));
    wm_words_data(line, text);
}

/* The width of `--backend NAME --device N`; device numbers have at most two digits. */
static int device_width(void)
{
    const wm_backend *backend;
    size_t width = 0;
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++)
        if (strlen(backend->name) > width)
            width = strlen(backend->name);
    return (int)(width + strlen("--backend  --device 10"));
}

static void add_device(wm_document *to, const wm_backend *backend, size_t index,
                       const wm_device_entry *entry)
{
    add_row(to, wm_document_text(to, "--backend %s --device %zu", backend->name, index),
            device_width(),
            wm_document_text(to, "%.*s%s%.*s%s%.*s", WM_FIT(entry->name, 200),
                             entry->uuid[0] != '\0' ? "  " : "", WM_FIT(entry->uuid, 100),
                             entry->reason[0] != '\0' ? "  not usable: " : "",
                             WM_FIT(entry->reason, 250)));
    wm_data_object(to, NULL);
    wm_data_count(to, "index", index);
    wm_data_text(to, "name", entry->name);
    wm_data_text(to, "uuid", entry->uuid);
    if (entry->reason[0] != '\0')
        wm_data_text(to, "reason", entry->reason);
    wm_data_end_object(to);
}

static void add_devices(wm_document *to)
{
    static kind k;
    const wm_backend *backend;
    wm_words_add(wm_words_new(to), "devices");
    wm_data_list(to, "backends");
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++) {
        list_kind(backend, &k);
        wm_data_object(to, NULL);
        wm_data_text(to, "name", backend->name);
        if (k.count == 0) {
            wm_data_text(to, "reason", k.reason);
            add_row(to, wm_document_text(to, "--backend %s", backend->name), device_width(),
                    wm_document_text(to, "none: %s", k.reason));
        }
        wm_data_list(to, "devices");
        for (size_t j = 0; j < k.count; j++)
            add_device(to, backend, j, &k.entries[j]);
        wm_data_end_list(to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

/* The longer of two widths. */
static int widest(int width, const char *word)
{
    const int own = (int)strlen(word);
    return own > width ? own : width;
}

static void add_workload(wm_document *to, const wm_variant *variant, int workloads, int variants)
{
    char shape[160] = "";
    wm_data_object(to, NULL);
    wm_data_text(to, "workload", variant->workload);
    wm_data_text(to, "variant", variant->variant);
    wm_data_list(to, "dimensions");
    for (unsigned d = 0; d < variant->dimension_count; d++) {
        wm_data_text(to, NULL, variant->dimension[d].name);
        (void)snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s%s",
                       d == 0 ? "" : ", ", variant->dimension[d].name);
    }
    wm_data_end_list(to);
    wm_data_text(to, "unit", variant->unit);
    wm_data_end_object(to);
    add_row(to, wm_document_text(to, "%-*s  %s", workloads, variant->workload, variant->variant),
            workloads + 2 + variants, shape);
}

/* Begins a part of the list. */
static void begin(wm_document *to, const char *title, const char *key)
{
    wm_words_gap(to, WM_GAP_PART);
    wm_words_add(wm_words_new(to), "%s", title);
    wm_data_list(to, key);
}

static void add_workloads(wm_document *to)
{
    int workloads = 0, variants = 0;
    begin(to, "workloads (in a plan file: workload, variant, shape)", "workloads");
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        workloads = widest(workloads, wm_tables_variant_at(i)->workload);
        variants = widest(variants, wm_tables_variant_at(i)->variant);
    }
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        add_workload(to, wm_tables_variant_at(i), workloads, variants);
    wm_data_end_list(to);
}

/* Adds what an option takes: its name and a summary. */
static void add_named(wm_document *to, const char *option, const char *name, int width,
                      const char *text)
{
    add_row(to, wm_document_text(to, "%s %s", option, name), width + (int)strlen(option) + 1, text);
    wm_data_object(to, NULL);
    wm_data_text(to, "name", name);
    wm_data_text(to, "summary", text);
    wm_data_end_object(to);
}

static void add_plans(wm_document *to)
{
    const wm_schedule_entry *entry;
    int width = 0;
    begin(to, "plans", "plans");
    for (size_t i = 0; (entry = wm_schedule_builtin_at(i)) != NULL; i++)
        width = widest(width, entry->name);
    for (size_t i = 0; (entry = wm_schedule_builtin_at(i)) != NULL; i++)
        add_named(to, "--plan", entry->name, width, entry->summary);
    wm_data_end_list(to);
}

static void add_faults(wm_document *to)
{
    int width = 0;
    begin(to, "faults", "faults");
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        width = widest(width, wm_tables_fault((wm_fault_kind)i));
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        add_named(to, "--inject", wm_tables_fault((wm_fault_kind)i), width,
                  wm_fault_text((wm_fault_kind)i));
    wm_data_end_list(to);
}

static int print_all(const wm_call *call)
{
    wm_document to = {.status = WM_OK};
    wm_data_begin(&to, "list", "ok");
    add_devices(&to);
    add_workloads(&to);
    add_plans(&to);
    add_faults(&to);
    return wm_trouble_answer(call, &to, WM_EXIT_YES);
}

/* What is asked for. */
typedef struct {
    const char *plan, *backend, *device; /* NULL: not given */
} request;

/* Makes a built-in plan for a device: an item may be as large as its memory. */
static wm_status make_plan(const wm_call *call, const request *ask, wm_schedule *schedule,
                           wm_error *err)
{
    const char *backend = ask->backend != NULL ? ask->backend : wm_registry_host()->name;
    char hint[64];
    double memory_bytes = 0;
    wm_status status;
    status = wm_schedule_builtin(ask->plan, backend, (double)INFINITY, schedule);
    wm_schedule_clear(schedule);
    if (status == WM_E_NOTFOUND) {
        wm_run_options_hint(ask->plan, hint);
        return wm_error_set(err, status, "--plan", "no built-in plan '%.*s'%s",
                            WM_FIT(ask->plan, 100), hint);
    }
    status = wm_run_options_memory(call, backend, ask->device, &memory_bytes, err);
    if (status != WM_OK)
        return status;
    status = wm_schedule_builtin(ask->plan, backend, memory_bytes, schedule);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "%s", wm_status_text(status));
}

/* Prints a built-in plan as the file that `run --plan` reads. */
static int print_plan(const wm_call *call, const request *ask)
{
    wm_schedule schedule = {.items = NULL};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    wm_status status = make_plan(call, ask, &schedule, &err);
    if (status == WM_OK) {
        status = wm_schedule_file_write(&schedule, &text);
        (void)wm_error_set(&err, status, NULL, "%s", wm_status_text(status));
    }
    if (status == WM_OK)
        (void)fwrite(text.data, 1, text.size, stdout);
    wm_buffer_clear(&text);
    wm_schedule_clear(&schedule);
    if (status != WM_OK)
        return wm_trouble_error(call, status, &err);
    return wm_terminal_finish(stdout, "list") ? WM_EXIT_YES : WM_EXIT_TROUBLE;
}

int wm_cmd_list(wm_call *call)
{
    request ask = {.plan = NULL};
    const wm_argument table[] = {{.name = "--plan", .value = &ask.plan},
                                 {.name = "--backend", .value = &ask.backend},
                                 {.name = "--device", .value = &ask.device},
                                 {.name = NULL}};
    const int answer = wm_arguments_read(call, table);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask.plan == NULL && (ask.backend != NULL || ask.device != NULL))
        return wm_trouble_say(call, ask.backend != NULL ? "--backend" : "--device",
                              "needs --plan NAME");
    return ask.plan != NULL ? print_plan(call, &ask) : print_all(call);
}

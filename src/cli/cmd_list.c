/* `witnessmark list`: devices, workloads, plans, faults. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/run_options.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/print/json_output.h"
#include "report/print/prose.h"
#include "report/print/style.h"

#include "backend/registry.h"
#include "base/near_words.h"
#include "base/status.h"
#include "record/tables/tables.h"
#include "measure/schedule.h"
#include "measure/schedule_text.h"
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

/* Prints `  WORDS   TEXT` with all texts in one column; a long text continues there. */
static void print_row(const char *words, int words_width, const char *text)
{
    char masked[WM_STYLE_MASKED], lead[96], hang[96];
    (void)snprintf(lead, sizeof lead, "  %-*.80s  ", words_width, words);
    (void)snprintf(hang, sizeof hang, "%*s", words_width + 4, "");
    wm_prose_print(wm_style_masked(text, masked), lead, hang, wm_terminal_width(stdout), stdout);
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

static void print_device(const wm_backend *backend, size_t index, const wm_device_entry *entry)
{
    char words[80], text[640];
    (void)snprintf(words, sizeof words, "--backend %s --device %zu", backend->name, index);
    (void)snprintf(text, sizeof text, "%.200s%s%.100s%s%.250s", entry->name,
                   entry->uuid[0] != '\0' ? "  " : "", entry->uuid,
                   entry->reason[0] != '\0' ? "  not usable: " : "", entry->reason);
    print_row(words, device_width(), text);
}

static void print_devices(void)
{
    char words[80], text[sizeof(((kind *)NULL)->reason) + 8];
    static kind k;
    const wm_backend *backend;
    puts("devices");
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++) {
        list_kind(backend, &k);
        for (size_t j = 0; j < k.count; j++)
            print_device(backend, j, &k.entries[j]);
        if (k.count > 0)
            continue;
        (void)snprintf(words, sizeof words, "--backend %s", backend->name);
        (void)snprintf(text, sizeof text, "none: %s", k.reason);
        print_row(words, device_width(), text);
    }
}

/* The longer of two widths. */
static int widest(int width, const char *word)
{
    const int own = (int)strlen(word);
    return own > width ? own : width;
}

static void print_workloads(void)
{
    int workloads = 0, variants = 0;
    puts("\nworkloads (in a plan file: workload, variant, shape)");
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        workloads = widest(workloads, wm_tables_variant_at(i)->workload);
        variants = widest(variants, wm_tables_variant_at(i)->variant);
    }
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_variant *variant = wm_tables_variant_at(i);
        char words[80], shape[160] = "";
        (void)snprintf(words, sizeof words, "%-*s  %s", workloads, variant->workload,
                       variant->variant);
        for (unsigned d = 0; d < variant->dimension_count; d++)
            (void)snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s%s",
                           d == 0 ? "" : ", ", variant->dimension[d].name);
        print_row(words, workloads + 2 + variants, shape);
    }
}

static void print_plans(void)
{
    const wm_schedule_entry *entry;
    char words[80];
    int width = 0;
    puts("\nplans");
    for (size_t i = 0; (entry = wm_schedule_builtin_at(i)) != NULL; i++)
        width = widest(width, entry->name);
    for (size_t i = 0; (entry = wm_schedule_builtin_at(i)) != NULL; i++) {
        (void)snprintf(words, sizeof words, "--plan %s", entry->name);
        print_row(words, width + (int)strlen("--plan "), entry->summary);
    }
}

static void print_faults(void)
{
    char words[80];
    int width = 0;
    puts("\nfaults");
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        width = widest(width, wm_tables_fault((wm_fault_kind)i));
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++) {
        (void)snprintf(words, sizeof words, "--inject %s", wm_tables_fault((wm_fault_kind)i));
        print_row(words, width + (int)strlen("--inject "), wm_fault_text((wm_fault_kind)i));
    }
}

static void write_devices(wm_node *node)
{
    static kind k;
    const wm_backend *backend;
    wm_node_open_array(node, "backends");
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++) {
        list_kind(backend, &k);
        wm_node_open_object(node, NULL);
        wm_node_text(node, "name", backend->name);
        if (k.count == 0)
            wm_json_output_text(node, "reason", k.reason);
        wm_node_open_array(node, "devices");
        for (size_t j = 0; j < k.count; j++) {
            wm_node_open_object(node, NULL);
            wm_node_count(node, "index", j);
            wm_json_output_text(node, "name", k.entries[j].name);
            wm_node_text(node, "uuid", k.entries[j].uuid);
            if (k.entries[j].reason[0] != '\0')
                wm_json_output_text(node, "reason", k.entries[j].reason);
            wm_node_close_object(node);
        }
        wm_node_close_array(node);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
}

static void write_workloads(wm_node *node)
{
    wm_node_open_array(node, "workloads");
    for (size_t i = 0; i < wm_tables_variant_count(); i++) {
        const wm_variant *variant = wm_tables_variant_at(i);
        wm_node_open_object(node, NULL);
        wm_node_text(node, "workload", variant->workload);
        wm_node_text(node, "variant", variant->variant);
        wm_node_open_array(node, "dimensions");
        for (unsigned d = 0; d < variant->dimension_count; d++)
            wm_node_text(node, NULL, variant->dimension[d].name);
        wm_node_close_array(node);
        wm_node_text(node, "unit", variant->unit);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
}

/* Adds an object with a name and a text. */
static void write_named(wm_node *node, const char *name, const char *text)
{
    wm_node_open_object(node, NULL);
    wm_node_text(node, "name", name);
    wm_node_text(node, "summary", text);
    wm_node_close_object(node);
}

static int print_json(void)
{
    const wm_schedule_entry *entry;
    wm_node node = WM_NODE_EMPTY;
    wm_status status;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-list/1");
    wm_node_text(&node, "status", "ok");
    write_devices(&node);
    write_workloads(&node);
    wm_node_open_array(&node, "plans");
    for (size_t i = 0; (entry = wm_schedule_builtin_at(i)) != NULL; i++)
        write_named(&node, entry->name, entry->summary);
    wm_node_close_array(&node);
    wm_node_open_array(&node, "faults");
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        write_named(&node, wm_tables_fault((wm_fault_kind)i), wm_fault_text((wm_fault_kind)i));
    wm_node_close_array(&node);
    status = wm_json_output_print(&node, stdout);
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_say("list", true, "", wm_status_text(status));
}

/* What is asked for. */
typedef struct {
    bool as_json;
    const char *plan, *backend, *device; /* NULL: not given */
} request;

/* Makes a built-in plan for a device: an item may be as large as its memory. */
static wm_status make_plan(const request *ask, wm_schedule *schedule, wm_error *err)
{
    const char *backend = ask->backend != NULL ? ask->backend : wm_registry_host()->name;
    const char *names[16];
    char hint[64];
    size_t count = 0;
    double memory_bytes = 0;
    wm_status status;
    for (; count < 16 && wm_schedule_builtin_at(count) != NULL; count++)
        names[count] = wm_schedule_builtin_at(count)->name;
    status = wm_schedule_builtin(ask->plan, backend, (double)INFINITY, schedule);
    wm_schedule_clear(schedule);
    if (status == WM_E_NOTFOUND) {
        wm_near_words_hint(ask->plan, names, count, hint, sizeof hint);
        return wm_error_set(err, status, "--plan", "no built-in plan '%.100s'%s", ask->plan, hint);
    }
    status = wm_run_options_memory(backend, ask->device, &memory_bytes, err);
    if (status != WM_OK)
        return status;
    status = wm_schedule_builtin(ask->plan, backend, memory_bytes, schedule);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "%s", wm_status_text(status));
}

/* Prints a built-in plan as the file that `run --plan` reads. */
static int print_plan(const request *ask)
{
    wm_schedule schedule = {.items = NULL};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    wm_status status = make_plan(ask, &schedule, &err);
    if (status == WM_OK) {
        status = wm_schedule_text_write(&schedule, &text);
        (void)wm_error_set(&err, status, NULL, "%s", wm_status_text(status));
    }
    if (status == WM_OK)
        (void)fwrite(text.data, 1, text.size, stdout);
    wm_buffer_clear(&text);
    wm_schedule_clear(&schedule);
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_error("list", ask->as_json, status, &err);
}

/* Refuses options that only a plan has. */
static int check(const request *ask)
{
    const bool has_device = ask->backend != NULL || ask->device != NULL;
    if (ask->plan == NULL && has_device)
        return wm_trouble_say("list", ask->as_json, ask->backend != NULL ? "--backend" : "--device",
                              "needs --plan NAME");
    return WM_EXIT_YES;
}

static int run(int argc, char **argv)
{
    request ask = {.as_json = false};
    const wm_argument table[] = {{.name = "--json", .flag = &ask.as_json},
                                 {.name = "--plan", .value = &ask.plan},
                                 {.name = "--backend", .value = &ask.backend},
                                 {.name = "--device", .value = &ask.device},
                                 {.name = NULL}};
    int answer = wm_arguments_read("list", table, argc, argv);
    if (answer == WM_EXIT_YES)
        answer = check(&ask);
    if (answer != WM_EXIT_YES)
        return answer;
    if (ask.plan != NULL) {
        answer = print_plan(&ask);
    } else if (ask.as_json) {
        answer = print_json();
    } else {
        print_devices();
        print_workloads();
        print_plans();
        print_faults();
    }
    return wm_terminal_finish(stdout, "list") ? answer : WM_EXIT_TROUBLE;
}

const wm_command wm_cmd_list = {
    "list",
    "list devices, workloads, plans and faults",
    "usage: witnessmark list [--json]\n"
    "       witnessmark list --plan NAME [--backend NAME] [--device WHICH]\n\n"
    "Lists the devices of each backend in this program, or why there is none. Also\n"
    "lists the workloads for a plan, the built-in plans, and the faults for `run\n"
    "--inject`. Nothing is measured. With --plan, prints that plan as the JSON file\n"
    "that `run --plan FILE` reads, to be edited.\n\n"
    "  --plan NAME      print this built-in plan\n"
    "  --backend NAME   for this kind of device: cpu (the default), or cuda\n"
    "  --device WHICH   for the memory of this device: its number, its UUID, or the\n"
    "                   beginning of one\n"
    "  --json           one JSON object; a plan is JSON in any case\n"
    "  --help           this text\n\n"
    "exit status:\n"
    "  0  listed\n"
    "  2  wrong usage, or the output could not be written\n"
    "\n"
    "example: witnessmark list --plan quick > my-plan.json\n",
    run,
};

/* `witnessmark selftest`: compares every operation of a device with the reference loops. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/json_output.h"
#include "report/style.h"

#include "backend/registry.h"
#include "verify/selftest.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS_MAX = 64, FAILURES_SHOWN = 20 };

typedef struct {
    const char *backend;
    const char *device; /* NULL: the first */
    const char *operation;
    bool verbose, json;
} arguments;

/* Counts of cases by operation, and the first failures as text. */
typedef struct {
    const arguments *asked;
    size_t operation_count;
    struct {
        const char *name;
        wm_selftest_summary summary;
    } operations[OPERATIONS_MAX];
    size_t failure_count;
    char failures[FAILURES_SHOWN][384];
} tally;

static wm_selftest_summary *counts_of(tally *seen, const char *operation)
{
    size_t at = 0;
    while (at < seen->operation_count && strcmp(seen->operations[at].name, operation) != 0)
        at++;
    if (at == seen->operation_count && at + 1 < OPERATIONS_MAX)
        seen->operations[seen->operation_count++].name = operation;
    return &seen->operations[at].summary;
}

static void take_case(void *context, const wm_selftest_result *result)
{
    static const char *const WORDS[] = {"none", "pass", "FAIL", "unsupported"};
    tally *seen = context;
    wm_selftest_summary *counts = counts_of(seen, result->operation);
    counts->passed += result->verdict == WM_SELFTEST_PASS;
    counts->failed += result->verdict == WM_SELFTEST_FAIL;
    counts->unsupported += result->verdict == WM_SELFTEST_UNSUPPORTED;
    if (result->verdict == WM_SELFTEST_FAIL && seen->failure_count < FAILURES_SHOWN)
        snprintf(seen->failures[seen->failure_count++], sizeof seen->failures[0], "%s, %s: %s",
                 result->operation, result->name, result->detail);
    if (seen->asked->verbose)
        fprintf(stderr, "%-11s %s, %s%s%s\n", WORDS[result->verdict], result->operation,
                result->name, result->detail[0] != '\0' ? ": " : "", result->detail);
}

/* Inconclusive: all cases are unsupported. */
static int exit_of(const wm_selftest_summary *all)
{
    if (all->failed > 0)
        return WM_EXIT_NO;
    return all->passed > 0 ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
}

static void print_text(const tally *seen, const wm_device_properties *device,
                       const wm_selftest_summary *all)
{
    static const char *const verdicts[] = {
        [WM_EXIT_YES] = "PASS", [WM_EXIT_NO] = "FAIL", [WM_EXIT_INCONCLUSIVE] = "INCONCLUSIVE"};
    printf("%s %s (%s): %u cases passed, %u failed, %u unsupported\n", verdicts[exit_of(all)],
           device->kind, device->name, all->passed, all->failed, all->unsupported);
    printf("\n%-24s %8s %8s %12s\n", "operation", "passed", "failed", "unsupported");
    for (size_t i = 0; i < seen->operation_count; i++)
        printf("%-24s %8u %8u %12u\n", seen->operations[i].name, seen->operations[i].summary.passed,
               seen->operations[i].summary.failed, seen->operations[i].summary.unsupported);
    if (all->failed > 0)
        printf("\n%s%s\n", all->failed > FAILURES_SHOWN ? "the first failures" : "failures", ":");
    for (size_t i = 0; i < seen->failure_count; i++)
        printf("  %s\n", seen->failures[i]);
    if (all->failed > 0)
        printf("\nDo not measure on this device before `witnessmark selftest` passes.\n");
}

/* The three counts. */
static void add_summary(wm_node *node, const wm_selftest_summary *summary)
{
    wm_node_count(node, "passed", summary->passed);
    wm_node_count(node, "failed", summary->failed);
    wm_node_count(node, "unsupported", summary->unsupported);
}

static void write_json(wm_node *node, const tally *seen, const wm_device_properties *device,
                       const wm_selftest_summary *all)
{
    static const char *const verdicts[] = {
        [WM_EXIT_YES] = "pass", [WM_EXIT_NO] = "fail", [WM_EXIT_INCONCLUSIVE] = "inconclusive"};
    wm_node_begin_object(node);
    wm_node_text(node, "schema", "witnessmark-selftest/1");
    wm_node_text(node, "status", verdicts[exit_of(all)]);
    wm_node_text(node, "backend", device->kind);
    wm_json_output_text(node, "device", device->name);
    add_summary(node, all);
    wm_node_open_array(node, "operations");
    for (size_t i = 0; i < seen->operation_count; i++) {
        wm_node_open_object(node, NULL);
        wm_node_text(node, "operation", seen->operations[i].name);
        add_summary(node, &seen->operations[i].summary);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
    wm_node_open_array(node, "failures");
    for (size_t i = 0; i < seen->failure_count; i++)
        wm_node_text(node, NULL, seen->failures[i]);
    wm_node_close_array(node);
}

static int trouble(const arguments *asked, const char *place, const char *words)
{
    return wm_trouble_say("selftest", asked->json, place, words);
}

static bool print_json(const tally *seen, const wm_device_properties *device,
                       const wm_selftest_summary *all)
{
    wm_node node = WM_NODE_EMPTY;
    wm_status status;
    write_json(&node, seen, device, all);
    status = wm_json_output_print(&node, stdout);
    if (status != WM_OK)
        (void)trouble(seen->asked, "", wm_status_text(status));
    return status == WM_OK;
}

/* Prints the result. A failed device keeps the exit status NO even if the result cannot be
 * written. */
static int answer(const tally *seen, const wm_device_properties *device,
                  const wm_selftest_summary *all)
{
    const int result = exit_of(all);
    bool is_said = true;
    if (seen->asked->json)
        is_said = print_json(seen, device, all);
    else
        print_text(seen, device, all);
    is_said = wm_terminal_finish(stdout, "selftest") && is_said;
    return is_said || result == WM_EXIT_NO ? result : WM_EXIT_TROUBLE;
}

static int test_device(const arguments *asked, wm_device *device)
{
    wm_device_properties properties;
    wm_selftest_summary all;
    tally *seen = calloc(1, sizeof *seen);
    if (seen == NULL)
        return trouble(asked, "", "out of memory");
    seen->asked = asked;
    wm_status status = device->ops->properties(device, &properties);
    if (status == WM_OK)
        status = wm_selftest_run(device, asked->operation, take_case, seen, &all);
    int result = WM_EXIT_TROUBLE;
    if (status == WM_E_NOTFOUND)
        result = trouble(asked, "--operation", "unknown operation");
    else if (status != WM_OK)
        result = trouble(asked, "", wm_status_text(status));
    else
        result = answer(seen, &properties, &all);
    free(seen);
    return result;
}

static int open_and_test(const arguments *asked)
{
    wm_device *device = NULL;
    wm_device_options options = {.index = 0};
    wm_error err = {WM_OK, "", ""};
    if (wm_registry_open(asked->backend, asked->device, &options, &device, &err) != WM_OK)
        return trouble(asked, err.place, err.message);
    const int result = test_device(asked, device);
    device->ops->close(device);
    return result;
}

static int run(int argc, char **argv)
{
    arguments asked = {.backend = "cpu"};
    const wm_argument table[] = {
        {.name = "--backend", .value = &asked.backend},
        {.name = "--device", .value = &asked.device},
        {.name = "--operation", .value = &asked.operation},
        {.name = "--verbose", .flag = &asked.verbose},
        {.name = "--json", .flag = &asked.json},
        {.name = NULL},
    };
    const int result = wm_arguments_read("selftest", table, argc, argv);
    return result == WM_EXIT_YES ? open_and_test(&asked) : result;
}

const wm_command wm_cmd_selftest = {
    "selftest",
    "test every operation of a device against the reference loops",
    "usage: witnessmark selftest [--backend NAME] [--device WHICH] [--operation NAME]\n"
    "                            [--verbose] [--json]\n\n"
    "Runs every operation of a device over small, odd and non-square shapes, all\n"
    "formats and edge values (subnormals, infinities, NaN, saturation, every code of\n"
    "the 8- and 16-bit formats) and compares with slow, plain reference loops. Prints what\n"
    "passed, what failed and what the device does not support.\n\n"
    "    --backend NAME    the kind of device (cpu)\n"
    "    --device WHICH    which device of its kind: its number (0), its UUID, or the beginning\n"
    "                      of it\n"
    "    --operation NAME  only that operation, for instance gemm\n"
    "    --verbose         print every case on standard error\n"
    "    --json            one JSON object\n\n"
    "exit status: 0 all cases passed; 1 a case failed; 2 no such device or operation;\n"
    "3 the device supports none of the cases\n\n"
    "example: witnessmark selftest\n",
    run,
};

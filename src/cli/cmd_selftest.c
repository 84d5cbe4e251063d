/* `witnessmark selftest`: compares every operation of a device with the reference loops. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/print/json_output.h"
#include "report/print/prose.h"
#include "report/print/style.h"
#include "report/print/table.h"

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
    bool verbose, quiet, json;
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

/* The verdict: one line. */
static void print_verdict(const wm_device_properties *device, const wm_selftest_summary *all)
{
    static const char *const verdicts[] = {
        [WM_EXIT_YES] = "PASS", [WM_EXIT_NO] = "FAIL", [WM_EXIT_INCONCLUSIVE] = "INCONCLUSIVE"};
    const unsigned run = all->passed + all->failed;
    char text[512], unsupported[48] = "", name[WM_STYLE_MASKED], lead[24];
    if (all->unsupported > 0)
        (void)snprintf(unsupported, sizeof unsupported, "; %u not supported", all->unsupported);
    (void)snprintf(text, sizeof text, "%u of %u cases right on %s (%.300s)%s", all->passed, run,
                   device->kind, wm_style_masked(device->name, name), unsupported);
    (void)snprintf(lead, sizeof lead, "%s  ", verdicts[exit_of(all)]);
    wm_prose_print(text, lead, "      ", wm_terminal_width(stdout), stdout);
}

/* A row for each operation; without -v only for those with a failed case. */
static wm_status print_operations(const tally *seen)
{
    wm_table table = {.title = NULL};
    wm_status status;
    wm_table_add_column(&table, "Operation", WM_TABLE_LEFT, false);
    wm_table_add_column(&table, "Passed", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Failed", WM_TABLE_RIGHT, false);
    wm_table_add_column(&table, "Unsupported", WM_TABLE_RIGHT, false);
    for (size_t i = 0; i < seen->operation_count; i++) {
        const wm_selftest_summary *counts = &seen->operations[i].summary;
        const unsigned numbers[] = {counts->passed, counts->failed, counts->unsupported};
        if (counts->failed == 0 && !seen->asked->verbose)
            continue;
        wm_table_add(&table, seen->operations[i].name, NULL, WM_EMPHASIS_NONE);
        for (size_t j = 0; j < 3; j++) {
            char text[16];
            (void)snprintf(text, sizeof text, "%u", numbers[j]);
            wm_table_add(&table, text, NULL, WM_EMPHASIS_NONE);
        }
    }
    if (wm_table_rows(&table) > 0)
        putchar('\n');
    status = wm_table_print(&table, WM_TABLE_PLAIN, false, stdout);
    wm_table_clear(&table);
    return status;
}

static wm_status print_text(const tally *seen, const wm_device_properties *device,
                            const wm_selftest_summary *all)
{
    char masked[WM_STYLE_MASKED];
    wm_status status;
    print_verdict(device, all);
    if (seen->asked->quiet)
        return WM_OK;
    status = print_operations(seen);
    if (all->failed > 0)
        printf("\n%s:\n", all->failed > FAILURES_SHOWN ? "the first failures" : "failures");
    for (size_t i = 0; i < seen->failure_count; i++)
        wm_prose_print(wm_style_masked(seen->failures[i], masked), "  ", "    ",
                       wm_terminal_width(stdout), stdout);
    if (all->failed > 0)
        wm_prose_print("Do not measure on this device before `witnessmark selftest` passes.", "\n",
                       "", wm_terminal_width(stdout), stdout);
    return status;
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
    if (seen->asked->json) {
        is_said = print_json(seen, device, all);
    } else {
        const wm_status status = print_text(seen, device, all);
        if (status != WM_OK)
            (void)trouble(seen->asked, "", wm_status_text(status));
        is_said = status == WM_OK;
    }
    is_said = wm_terminal_finish(stdout, "selftest") && is_said;
    return is_said || result == WM_EXIT_NO ? result : WM_EXIT_TROUBLE;
}

static int unknown_operation(const arguments *asked)
{
    char words[160];
    (void)snprintf(words, sizeof words,
                   "unknown operation '%.60s'; `witnessmark selftest -v` lists all",
                   asked->operation);
    return trouble(asked, "--operation", words);
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
        result = unknown_operation(asked);
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
    arguments asked = {.backend = wm_registry_host()->name};
    const wm_argument table[] = {
        {.name = "--backend", .value = &asked.backend},
        {.name = "--device", .value = &asked.device},
        {.name = "--operation", .value = &asked.operation},
        {.name = "-v", .flag = &asked.verbose},
        {.name = "--verbose", .flag = &asked.verbose},
        {.name = "-q", .flag = &asked.quiet},
        {.name = "--quiet", .flag = &asked.quiet},
        {.name = "--json", .flag = &asked.json},
        {.name = NULL},
    };
    const int result = wm_arguments_read("selftest", table, argc, argv);
    if (result == WM_EXIT_YES && asked.verbose && asked.quiet)
        return trouble(&asked, "", "choose one of -v and -q");
    return result == WM_EXIT_YES ? open_and_test(&asked) : result;
}

const wm_command wm_cmd_selftest = {
    "selftest",
    "test every operation of a device against the reference loops",
    "usage: witnessmark selftest [--backend NAME] [--device WHICH] [--operation NAME]\n"
    "                            [-v | -q] [--json]\n\n"
    "Runs every operation of a device and compares with slow, plain reference loops.\n"
    "Shapes are small, odd and non-square. Values are those of all formats, with\n"
    "subnormals, infinities, NaN, saturation, and every code of the 8- and 16-bit\n"
    "formats. Without a failure the answer is one line; else it lists what failed.\n\n"
    "  --backend NAME    the kind of device (cpu)\n"
    "  --device WHICH    which device of its kind: its number (0), its UUID, or the\n"
    "                    beginning of it\n"
    "  --operation NAME  only that operation, for instance gemm\n"
    "  -v, --verbose     a row for each operation, and every case on standard error\n"
    "  -q, --quiet       the verdict's line alone\n"
    "  --json            one JSON object\n\n"
    "exit status:\n"
    "  0  all cases passed\n"
    "  1  a case failed\n"
    "  2  no such device or operation\n"
    "  3  the device supports none of the cases\n"
    "\n"
    "example: witnessmark selftest\n",
    run,
};

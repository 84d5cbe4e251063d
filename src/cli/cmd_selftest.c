/* `witnessmark selftest`: every operation of a device against the reference loops. */
#include "cli/command.h"

#include "cli/style.h"
#include "cli/trouble.h"

#include "backend/registry.h"
#include "verify/selftest.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS_MAX = 64, FAILURES_SHOWN = 20 };

typedef struct {
    const char *backend;
    const char *device; /* null: the first */
    const char *operation;
    bool verbose, json;
} arguments;

/* What is kept of the cases: counts by operation, and the words of the first failures. */
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

static int complain(const char *words, const char *what)
{
    fprintf(stderr, "witnessmark selftest: %s%s\n", words, what);
    return WM_EXIT_TROUBLE;
}

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

static void print_text(const tally *seen, const wm_device_properties *device,
                       const wm_selftest_summary *all)
{
    printf("%s %s (%s): %u cases passed, %u failed, %u unsupported\n",
           all->failed == 0 ? "PASS" : "FAIL", device->kind, device->name, all->passed, all->failed,
           all->unsupported);
    printf("\n%-24s %8s %8s %12s\n", "operation", "passed", "failed", "unsupported");
    for (size_t i = 0; i < seen->operation_count; i++)
        printf("%-24s %8u %8u %12u\n", seen->operations[i].name, seen->operations[i].summary.passed,
               seen->operations[i].summary.failed, seen->operations[i].summary.unsupported);
    if (all->failed > 0)
        printf("\n%s%s\n", all->failed > FAILURES_SHOWN ? "the first failures" : "failures", ":");
    for (size_t i = 0; i < seen->failure_count; i++)
        printf("  %s\n", seen->failures[i]);
    if (all->failed > 0)
        printf(
            "\nmeasure nothing on this device before `witnessmark selftest --verbose` is clean\n");
}

/* A JSON string; what is not printable ASCII becomes '?', since device names come from outside. */
static void print_string(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text >= ' ' && *text <= '~' ? *text : '?');
    }
    putchar('"');
}

static void print_json(const tally *seen, const wm_device_properties *device,
                       const wm_selftest_summary *all)
{
    printf("{\"schema\":\"witnessmark-selftest/1\",\"status\":\"%s\",\"backend\":",
           all->failed == 0 ? "pass" : "fail");
    print_string(device->kind);
    printf(",\"device\":");
    print_string(device->name);
    printf(",\"passed\":%u,\"failed\":%u,\"unsupported\":%u,\"operations\":[", all->passed,
           all->failed, all->unsupported);
    for (size_t i = 0; i < seen->operation_count; i++)
        printf("%s{\"operation\":\"%s\",\"passed\":%u,\"failed\":%u,\"unsupported\":%u}",
               i > 0 ? "," : "", seen->operations[i].name, seen->operations[i].summary.passed,
               seen->operations[i].summary.failed, seen->operations[i].summary.unsupported);
    printf("],\"failures\":[");
    for (size_t i = 0; i < seen->failure_count; i++) {
        fputs(i > 0 ? "," : "", stdout);
        print_string(seen->failures[i]);
    }
    printf("]}\n");
}

/* Why there is no answer. */
static int trouble(const arguments *asked, const char *place, const char *words)
{
    if (asked->json)
        wm_trouble_json("witnessmark-selftest/1", "trouble", place, words);
    fprintf(stderr, "witnessmark selftest: %s%s%s\n", place, place[0] != '\0' ? ": " : "", words);
    return WM_EXIT_TROUBLE;
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
        result = trouble(asked, "--operation", "there is no such operation");
    else if (status != WM_OK)
        result = trouble(asked, "", wm_status_text(status));
    else {
        (asked->json ? print_json : print_text)(seen, &properties, &all);
        /* Nothing but unsupported cases: the question was not answered. */
        result = all.failed > 0 ? WM_EXIT_NO : all.passed > 0 ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
        if (!wm_style_finish(stdout, "selftest") && result != WM_EXIT_NO)
            result = WM_EXIT_TROUBLE; /* a wrong device is not hidden */
    }
    free(seen);
    return result;
}

static int open_and_test(const arguments *asked)
{
    wm_device *device = NULL;
    wm_device_options options = {0, 0};
    wm_error err = {WM_OK, "", ""};
    if (wm_registry_open(asked->backend, asked->device, &options, &device, &err) != WM_OK)
        return trouble(asked, err.place, err.message);
    const int result = test_device(asked, device);
    device->ops->close(device);
    return result;
}

/* The value behind an option, or null. */
static const char *value_of(int argc, char **argv, int *i)
{
    return *i + 1 < argc ? argv[++*i] : NULL;
}

static int run(int argc, char **argv)
{
    arguments asked = {.backend = "cpu"};
    for (int i = 1; i < argc; i++) {
        bool good = true;
        if (strcmp(argv[i], "--backend") == 0)
            good = (asked.backend = value_of(argc, argv, &i)) != NULL;
        else if (strcmp(argv[i], "--device") == 0)
            good = (asked.device = value_of(argc, argv, &i)) != NULL;
        else if (strcmp(argv[i], "--operation") == 0)
            good = (asked.operation = value_of(argc, argv, &i)) != NULL;
        else if (strcmp(argv[i], "--verbose") == 0)
            asked.verbose = true;
        else if (strcmp(argv[i], "--json") == 0)
            asked.json = true;
        else
            return complain("no such argument; see `witnessmark selftest --help`: ", argv[i]);
        if (!good)
            return complain("an option lacks its value: ", argv[i < argc ? i : argc - 1]);
    }
    return open_and_test(&asked);
}

const wm_command wm_cmd_selftest = {
    "selftest",
    "test every operation of a device against the reference loops",
    "usage: witnessmark selftest [--backend NAME] [--device WHICH] [--operation NAME]\n"
    "                            [--verbose] [--json]\n\n"
    "Runs every operation of a device over small, odd and non-square shapes, all\n"
    "formats and edge values (subnormals, infinities, NaN, saturation, every code of\n"
    "the 8- and 16-bit formats) and compares with slow and plain reference loops. Says\n"
    "what ran, what failed and what the device does not support.\n\n"
    "    --backend NAME    the kind of device (cpu)\n"
    "    --device WHICH    which device of its kind: its number (0), its UUID, or the beginning\n"
    "                      of one\n"
    "    --operation NAME  only that operation, for instance gemm\n"
    "    --verbose         every case, on standard error\n"
    "    --json            one JSON object\n\n"
    "exit status: 0 all that ran passed; 1 something failed; 2 no such device or\n"
    "operation; 3 the device supports nothing of what was asked for\n\n"
    "example: is this machine's arithmetic right?\n"
    "    witnessmark selftest\n",
    run,
};

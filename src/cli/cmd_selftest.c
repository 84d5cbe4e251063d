/* `witnessmark selftest`: compares every operation of a device with the reference loops. */
#include "base/code_point.h"
#include "cli/arguments.h"
#include "cli/trouble.h"
#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"

#include "backend/registry.h"
#include "verify/selftest.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPERATIONS_MAX = 64, FAILURES_SHOWN = 20 };

/* Counts of cases by operation, and the first failures as text. */
typedef struct {
    const wm_call *call;
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
    if (seen->call->is_verbose)
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
static void add_verdict(wm_document *to, const wm_device_properties *device,
                        const wm_selftest_summary *all)
{
    static const char *const verdicts[] = {
        [WM_EXIT_YES] = "PASS", [WM_EXIT_NO] = "FAIL", [WM_EXIT_INCONCLUSIVE] = "INCONCLUSIVE"};
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "%s  ", verdicts[exit_of(all)]);
    wm_words_lead(line, WM_BREAKS_WIDTH, "      ");
    wm_words_add(line, "%u of %u cases right on %s (", all->passed, all->passed + all->failed,
                 device->kind);
    wm_words_data(line, wm_document_text(to, "%.*s", WM_FIT(device->name, 300)));
    wm_words_add(line, ")");
    if (all->unsupported > 0)
        wm_words_add(line, "; %u not supported", all->unsupported);
}

/* Adds the three counts of a row. */
static void add_counts(wm_table *table, const wm_selftest_summary *counts)
{
    wm_table_value(table, counts->passed, "%u", counts->passed);
    wm_table_value(table, counts->failed, "%u", counts->failed);
    wm_table_value(table, counts->unsupported, "%u", counts->unsupported);
}

/* A row for each operation; for people without -v only for those with a failed case. */
static const wm_table *add_operations(wm_document *to, const tally *seen)
{
    static const char *const keys[] = {"operation", "passed", "failed", "unsupported"};
    static const char *const titles[] = {"Operation", "Passed", "Failed", "Unsupported"};
    wm_table *table = wm_table_apart(to, NULL);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        wm_table_add_column(table, titles[i], i == 0 ? WM_SIDE_LEFT : WM_SIDE_RIGHT, false);
        wm_table_key_column(table, keys[i]);
    }
    for (size_t i = 0; i < seen->operation_count; i++) {
        const wm_selftest_summary *counts = &seen->operations[i].summary;
        if (counts->failed == 0 && !seen->call->is_verbose && !seen->call->as_json)
            continue;
        wm_table_text(table, seen->operations[i].name);
        add_counts(table, counts);
    }
    return table;
}

static void add_failures(wm_document *to, const tally *seen, const wm_selftest_summary *all)
{
    wm_data_list(to, "failures");
    if (all->failed > 0) {
        wm_words_gap(to, WM_GAP_PART);
        wm_words_add(wm_words_new(to),
                     "%s:", all->failed > FAILURES_SHOWN ? "the first failures" : "failures");
    }
    for (size_t i = 0; i < seen->failure_count; i++) {
        wm_words *line = wm_words_item(to);
        wm_words_add(line, "  ");
        wm_words_data(line, seen->failures[i]);
        wm_data_text(to, NULL, seen->failures[i]);
    }
    wm_data_end_list(to);
    if (all->failed > 0) {
        wm_words_gap(to, WM_GAP_PART);
        wm_words_add(wm_words_item(to),
                     "Do not measure on this device before `witnessmark selftest` passes.");
    }
}

static void add_all(wm_document *to, const tally *seen, const wm_device_properties *device,
                    const wm_selftest_summary *all)
{
    static const char *const verdicts[] = {
        [WM_EXIT_YES] = "pass", [WM_EXIT_NO] = "fail", [WM_EXIT_INCONCLUSIVE] = "inconclusive"};
    add_verdict(to, device, all);
    if (seen->call->is_quiet)
        return;
    wm_data_begin(to, "selftest", verdicts[exit_of(all)]);
    wm_data_text(to, "backend", device->kind);
    wm_data_text(to, "device", device->name);
    wm_data_count(to, "passed", all->passed);
    wm_data_count(to, "failed", all->failed);
    wm_data_count(to, "unsupported", all->unsupported);
    wm_data_table(to, "operations", add_operations(to, seen));
    add_failures(to, seen, all);
}

/* Prints the result. A failed device keeps the exit status NO even if the result cannot be
 * written. */
static int answer(const tally *seen, const wm_device_properties *device,
                  const wm_selftest_summary *all)
{
    const int result = exit_of(all);
    wm_document to = {.status = WM_OK};
    int said;
    add_all(&to, seen, device, all);
    said = wm_trouble_answer(seen->call, &to, result);
    return result == WM_EXIT_NO ? result : said;
}

static int unknown_operation(const wm_call *call, const char *operation)
{
    char words[160];
    (void)snprintf(words, sizeof words,
                   "unknown operation '%.*s'; `witnessmark selftest -v` lists all",
                   WM_FIT(operation, 60));
    return wm_trouble_say(call, "--operation", words);
}

static int test_device(const wm_call *call, wm_device *device, const char *operation)
{
    wm_device_properties properties;
    wm_selftest_summary all;
    tally *seen = calloc(1, sizeof *seen);
    wm_status status;
    int result;
    if (seen == NULL)
        return wm_trouble_say(call, "", "out of memory");
    seen->call = call;
    status = device->ops->properties(device, &properties);
    if (status == WM_OK)
        status = wm_selftest_run(device, operation, take_case, seen, &all);
    if (status == WM_E_NOTFOUND)
        result = unknown_operation(call, operation);
    else if (status != WM_OK)
        result = wm_trouble_say(call, "", wm_status_text(status));
    else
        result = answer(seen, &properties, &all);
    free(seen);
    return result;
}

int wm_cmd_selftest(wm_call *call)
{
    const char *backend = wm_registry_host()->name, *word = NULL, *operation = NULL;
    const wm_argument table[] = {
        {.name = "--backend", .value = &backend},
        {.name = "--device", .value = &word},
        {.name = "--operation", .value = &operation},
        {.name = NULL},
    };
    wm_device *device = NULL;
    wm_device_options options = {.index = 0};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int result = wm_arguments_read(call, table);
    if (result != WM_EXIT_YES)
        return result;
    status = wm_registry_open(backend, word, &options, &device, &err);
    if (wm_trouble_option(call, status, &err) != WM_OK)
        return wm_trouble_error(call, status, &err);
    result = test_device(call, device, operation);
    device->ops->close(device);
    return result;
}

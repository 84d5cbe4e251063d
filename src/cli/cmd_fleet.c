/* `witnessmark fleet`: reads the records of many nodes, and names the odd ones. */
#include "archive/new_file.h"
#include "archive/new_folder.h"
#include "base/status.h"
#include "cli/arguments.h"
#include "cli/fleet_folder.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "model/fleet_audit.h"
#include "model/fleet_lines.h"
#include "model/fleet_since.h"
#include "report/document/words.h"
#include "report/views/fleet_view.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* What is written. A signal's handler reads both. */
static wm_new_file file = {.place = {.folder = -1}, .file = -1};
static wm_new_folder folder = {.place = {.folder = -1}, .folder = -1};

/* The command line, and what was read. */
typedef struct {
    const wm_call *call;
    const char *dir, *expected, *baseline_path, *output, *make_baseline, *since;
    unsigned jobs;
    wm_fleet fleet;
    wm_baseline baseline;
    wm_fleet earlier; /* of --since */
    wm_audit_report earlier_report;
    wm_fleet_changes changes;
    wm_buffer lines;
    char root[WM_SHA256_HEX_SIZE + 1];
} request;

static void remove_all(void)
{
    wm_new_file_remove(&file);
    wm_new_folder_remove(&folder);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Reads the nodes of a file, or of a folded list where no file has that name. */
static wm_status read_expected(const char *text, wm_node_list *list, wm_error *err)
{
    const wm_input input = {.path = text,
                            .cannot_open = "cannot be opened: ",
                            .cannot_read = "cannot be read: ",
                            .most = (size_t)64 << 20,
                            .too_long = "larger than 64 MiB, the limit for a list of nodes"};
    struct stat about;
    wm_buffer names = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    if (stat(text, &about) == 0 && S_ISREG(about.st_mode)) {
        const char *found = NULL;
        status = wm_input_read(&input, &names, err);
        if (status == WM_OK && (found = wm_buffer_text(&names)) == NULL)
            status = wm_error_set(err, WM_E_NOMEM, text, "out of memory");
        if (status == WM_OK && strlen(found) != names.size)
            status = wm_error_set(err, WM_E_INVALID, text, "has a NUL byte");
        text = found;
    }
    if (status == WM_OK) {
        status = wm_node_list_expand(text, list, err);
        if (status != WM_OK)
            status = wm_error_place(err, status, "--expected");
    }
    wm_node_list_sort(list);
    wm_buffer_clear(&names);
    if (status == WM_OK && list->count == 0)
        return wm_error_set(err, WM_E_INVALID, "--expected", "names no node");
    return status;
}

/* Keeps of `present` what is not expected. Both are sorted. */
static void subtract(wm_node_list *present, const wm_node_list *expected)
{
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < present->count; i++) {
        while (at < expected->count && wm_node_list_order(expected->name[at], present->name[i]) < 0)
            at++;
        if (at < expected->count && strcmp(expected->name[at], present->name[i]) == 0)
            free(present->name[i]);
        else
            present->name[kept++] = present->name[i];
    }
    present->count = kept;
}

static wm_status begin(request *ask, wm_error *err)
{
    wm_node_list expected = {NULL, 0, 0}, present = {NULL, 0, 0};
    wm_status status = read_expected(ask->expected, &expected, err);
    if (status == WM_OK)
        status = wm_fleet_folder_names(ask->dir, &present, err);
    if (status == WM_OK) {
        subtract(&present, &expected);
        status = wm_fleet_begin(&ask->fleet, &expected, &present);
    }
    wm_node_list_clear(&expected);
    wm_node_list_clear(&present);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static wm_status put_nodes(const request *ask, const char *name, unsigned states, wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = wm_fleet_view_nodes(&ask->fleet, states, &text);
    if (status == WM_OK)
        status = wm_new_folder_put(&folder, name, text.data, text.size, err);
    wm_buffer_clear(&text);
    return status;
}

static wm_status put_metrics(const request *ask, wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = wm_fleet_view_metrics(&ask->fleet, (uint64_t)time(NULL), &text);
    if (status == WM_OK)
        status = wm_new_folder_put(&folder, "fleet.prom", text.data, text.size, err);
    wm_buffer_clear(&text);
    return status;
}

/* Begins REPORT and FILE, before anything is read that takes long. */
static wm_status open_all(const request *ask, wm_error *err)
{
    wm_status status = WM_OK;
    if (ask->output != NULL || ask->make_baseline != NULL)
        wm_interrupt_clean(remove_all);
    if (ask->output != NULL)
        status = wm_new_folder_open(ask->output, &folder, err);
    if (status == WM_OK && ask->make_baseline != NULL)
        status = wm_new_file_open(ask->make_baseline, &file, err);
    return status;
}

/* Writes REPORT. */
static wm_status write_report(const request *ask, wm_error *err)
{
    static const struct {
        const char *name;
        unsigned states;
    } lists[] = {{"wrong.nodes", 1u << WM_FLEET_WRONG},
                 {"invalid.nodes", 1u << WM_FLEET_INVALID},
                 {"slow.nodes", 1u << WM_FLEET_SLOW},
                 {"missing.nodes", 1u << WM_FLEET_MISSING | 1u << WM_FLEET_UNFINISHED}};
    wm_status status =
        wm_new_folder_put(&folder, "fleet.jsonl", ask->lines.data, ask->lines.size, err);
    if (status == WM_OK)
        status = put_metrics(ask, err);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && status == WM_OK; i++)
        status = put_nodes(ask, lists[i].name, lists[i].states, err);
    return status == WM_OK ? wm_new_folder_finish(&folder, err) : status;
}

/* Why a sweep gives no baseline; NULL: it does. */
static const char *what_ails(const request *ask, const wm_baseline *made)
{
    const wm_fleet *fleet = &ask->fleet;
    const size_t well = fleet->counts[WM_FLEET_OK];
    if (well + fleet->counts[WM_FLEET_UNEXPECTED] < fleet->count)
        return "the sweep is not healthy: a baseline needs every node ok";
    return made->count == 0 ? "no baseline: no rate has 8 nodes that can be judged" : NULL;
}

/* Writes the baseline. *ails: why not; then nothing is written. */
static wm_status write_baseline(const request *ask, const char **ails, wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_baseline made;
    wm_status status = wm_fleet_lines_baseline(&ask->fleet, ask->root, &made);
    if (status == WM_OK)
        *ails = what_ails(ask, &made);
    if (status == WM_OK && *ails == NULL)
        status = wm_baseline_append(&made, &text);
    if (status == WM_OK && *ails == NULL) {
        if (wm_disk_write(file.file, text.data, text.size) != WM_OK)
            status = wm_error_set(err, WM_E_IO, ask->make_baseline, "cannot be written");
        if (status == WM_OK)
            status = wm_new_file_finish(&file, err);
    }
    wm_buffer_clear(&text);
    wm_baseline_clear(&made);
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Reads the earlier sweep, from its folder or its file. */
static wm_status read_earlier(request *ask, wm_error *err)
{
    char path[4600];
    const int size = snprintf(path, sizeof path, "%s/fleet.jsonl", ask->since);
    struct stat about;
    const bool is_folder = stat(ask->since, &about) == 0 && S_ISDIR(about.st_mode);
    wm_status status;
    if (size >= (int)sizeof path)
        return wm_error_set(err, WM_E_ARG, "--since", "the path is too long");
    status = wm_fleet_audit_read(is_folder ? path : ask->since, &ask->earlier, &ask->earlier_report,
                                 err);
    if (status == WM_E_INVALID)
        return wm_error_set(err, status, is_folder ? path : ask->since, "line %llu: [%s] %s",
                            (unsigned long long)ask->earlier_report.failure.line,
                            ask->earlier_report.failure.tag, ask->earlier_report.failure.words);
    return status;
}

/* Reads and judges all. */
static wm_status judge(request *ask, wm_error *err)
{
    wm_ticker ticker;
    wm_status status = WM_OK;
    if (ask->baseline_path != NULL)
        status = wm_baseline_read(ask->baseline_path, &ask->baseline, err);
    if (status == WM_OK && ask->since != NULL)
        status = read_earlier(ask, err);
    if (status == WM_OK)
        status = begin(ask, err);
    if (status == WM_OK)
        status = open_all(ask, err);
    if (status != WM_OK)
        return status;
    wm_record_argument_guard();
    wm_ticker_open(&ticker, ask->call->as_json);
    status = wm_fleet_folder_read(ask->dir, ask->jobs, &ticker, &ask->fleet);
    wm_ticker_close(&ticker);
    if (status == WM_OK)
        status = wm_fleet_judge(&ask->fleet, ask->baseline_path != NULL ? &ask->baseline : NULL);
    if (status == WM_OK && ask->since != NULL)
        status = wm_fleet_since_find(&ask->earlier, &ask->fleet, &ask->changes);
    return status == WM_OK ? wm_fleet_lines_append(&ask->fleet, &ask->lines, ask->root) : status;
}

/* Writes what was asked for. A REPORT that is not there is forgotten. */
static wm_status write_all(request *ask, const char **ails, wm_error *err)
{
    wm_status status = WM_OK;
    if (ask->output != NULL)
        status = write_report(ask, err);
    if (status != WM_OK)
        ask->output = NULL;
    else if (ask->make_baseline != NULL)
        status = write_baseline(ask, ails, err);
    return status;
}

static void add_answer(const request *ask, wm_document *to)
{
    const char *since = ask->since != NULL ? ask->earlier_report.root : NULL;
    if (ask->call->as_json) {
        wm_fleet_view_export(&ask->fleet, ask->root, ask->output, to);
        wm_fleet_view_export_since(&ask->changes, since, to);
        return;
    }
    wm_fleet_view_add(&ask->fleet, ask->root, ask->call->is_quiet, to);
    if (since != NULL && !ask->call->is_quiet)
        wm_fleet_view_since(&ask->changes, since, to);
}

/* Says on stderr alone what could not be written: stdout has the answer. */
static int say_unwritten(const request *ask, wm_status status, const wm_error *err)
{
    wm_call call = *ask->call;
    call.as_json = false;
    return wm_trouble_error(&call, status, err);
}

static int run(request *ask)
{
    wm_error err = {WM_OK, "", ""};
    wm_document to = {.status = WM_OK};
    const char *ails = NULL;
    int answer;
    wm_status status = judge(ask, &err);
    if (status != WM_OK)
        return wm_trouble_error(ask->call, status, &err);
    status = write_all(ask, &ails, &err);
    answer = wm_fleet_answer(&ask->fleet);
    if (ails != NULL && answer == WM_EXIT_YES)
        answer = WM_EXIT_INCONCLUSIVE;
    add_answer(ask, &to);
    answer = wm_trouble_answer(ask->call, &to, answer);
    if (ails != NULL)
        fprintf(stderr, "witnessmark fleet: --make-baseline: %s\n", ails);
    return status == WM_OK ? answer : say_unwritten(ask, status, &err);
}

int wm_cmd_fleet(wm_call *call)
{
    request ask = {.call = call};
    const wm_argument table[] = {
        {.name = "--expected", .value = &ask.expected},
        {.name = "--baseline", .value = &ask.baseline_path},
        {.name = "--output", .value = &ask.output},
        {.name = "--make-baseline", .value = &ask.make_baseline},
        {.name = "--since", .value = &ask.since},
        {.name = "--jobs", .number = &ask.jobs},
        {.name = "DIR", .value = &ask.dir, .is_needed = true},
        {.name = NULL},
    };
    int answer = wm_arguments_read(call, table);
    if (answer == WM_EXIT_YES)
        answer = ask.expected == NULL ? wm_trouble_say(call, "--expected",
                                                       "name the nodes, as n[01-50], or their file")
                                      : run(&ask);
    wm_new_file_drop(&file);
    wm_new_folder_drop(&folder);
    wm_fleet_since_clear(&ask.changes);
    wm_fleet_clear(&ask.fleet);
    wm_fleet_clear(&ask.earlier);
    wm_baseline_clear(&ask.baseline);
    wm_buffer_clear(&ask.lines);
    return answer;
}

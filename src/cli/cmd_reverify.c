/* `witnessmark reverify`: recomputes the outputs of a record. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "report/audit_text.h"
#include "report/reverify_export.h"
#include "report/reverify_text.h"
#include "report/tally.h"

#include "archive/writer.h"
#include "backend/registry.h"
#include "base/status.h"
#include "record/outcome.h"
#include "measure/machine.h"
#include "study/reverify_seal.h"
#include "workload/workload.h"

#include <string.h>

enum { PREFIXES = 16 };

/* The command line. */
typedef struct {
    const char *path;
    const char *root;    /* --root */
    const char *backend; /* NULL: not given */
    const char *sealed;  /* -o */
    const char *only[PREFIXES];
    size_t only_count;
    uint64_t size_max;  /* 0: no limit */
    const char *device; /* NULL: the first */
    unsigned threads;   /* 0: one for each processor */
    bool compute;
    bool as_json;
    const char *color;
    bool is_coloured;
} request;

/* The state of one call. */
typedef struct {
    request ask;
    wm_results results;
    size_t failed, undecided; /* the items of the record, for wm_reverify_report */
    wm_reverify *reverify;
    wm_device_options options;
    wm_device *device;     /* NULL if none is needed, or after it was lost */
    wm_buffer environment; /* of the record to seal; empty if none is sealed */
    char sealed_root[WM_ID_SIZE];
    wm_ticker ticker;
} session;

static int complain_error(const session *s, wm_status status, const wm_error *err)
{
    return wm_trouble_error("reverify", s->ask.as_json, status, err);
}

static int complain_status(const session *s, wm_status status)
{
    return wm_trouble_say("reverify", s->ask.as_json, "", wm_status_text(status));
}

/* ---- arguments ---- */

static int read_arguments(int argc, char **argv, request *ask)
{
    const char *size_max = NULL, *threads = NULL;
    const wm_argument table[] = {
        {.name = "--product", .flag = &ask->compute},
        {.name = "--only", .value = ask->only, .count = &ask->only_count, .most = PREFIXES},
        {.name = "--max-size", .value = &size_max},
        {.name = "--backend", .value = &ask->backend},
        {.name = "--device", .value = &ask->device},
        {.name = "--threads", .value = &threads},
        {.name = "--root", .value = &ask->root},
        {.name = "-o", .value = &ask->sealed},
        {.name = "--output", .value = &ask->sealed},
        {.name = "--json", .flag = &ask->as_json},
        {.name = "--color", .value = &ask->color},
        {.name = "RECORD", .value = &ask->path, .is_needed = true},
        {.name = NULL},
    };
    int answer = wm_arguments_read("reverify", table, argc, argv);
    if (answer == WM_EXIT_YES)
        answer = wm_arguments_threads("reverify", ask->as_json, threads, &ask->threads);
    if (answer != WM_EXIT_YES)
        return answer;
    if (size_max != NULL && !wm_arguments_number(size_max, 1, UINT64_MAX, &ask->size_max))
        return wm_trouble_value("reverify", ask->as_json, "--max-size", "a number from 1",
                                size_max);
    if (!wm_terminal_colour(ask->color, stdout, &ask->is_coloured))
        return wm_trouble_value("reverify", ask->as_json, "--color", "auto, always or never",
                                ask->color);
    return WM_EXIT_YES;
}

/* ---- reading the record ---- */

/* Prints the result for a record that the audit refuses. */
static int refuse(const session *s, wm_status status, const wm_error *err)
{
    const bool is_unsaid = status == WM_E_INVALID && s->results.report.failure.tag[0] == '\0';
    if (wm_outcome_exit(status) == WM_EXIT_TROUBLE || is_unsaid)
        return complain_error(s, status, err);
    if (s->ask.as_json)
        wm_trouble_json("reverify", wm_outcome_words(status), s->results.report.failure.file,
                        s->results.report.failure.words);
    if (wm_audit_text_print(status, &s->results.report, s->ask.as_json ? stderr : stdout) != WM_OK)
        return complain_status(s, WM_E_NOMEM);
    return wm_outcome_exit(status);
}

static wm_status take_record(session *s, wm_error *err)
{
    wm_reader *reader = s->results.reader;
    wm_status status = WM_OK;
    for (uint32_t line = 1; status == WM_OK && line <= wm_reader_lines(reader); line++) {
        wm_content content;
        if (wm_reader_at(reader, line)->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_read(reader, line, &content, err);
        if (status == WM_OK)
            status = wm_reverify_take(s->reverify, &content, err);
    }
    return status == WM_OK ? wm_reverify_ready(s->reverify, err) : status;
}

/* ---- re-verifying ---- */

static bool is_selected(const session *s, const char *label)
{
    return wm_reverify_report_selects(s->ask.only, s->ask.only_count, label);
}

/* Counts the selected items with a failed check or a missed fault in the record, and the other
 * items that could not be judged. */
static void count_items(session *s)
{
    for (size_t i = 0; i < s->results.item_count; i++) {
        const wm_results_item *item = &s->results.item[i];
        const wm_tally_item found = wm_tally_judge(&s->results, item);
        const bool has_failed = found.is_wrong || found.fault == WM_TALLY_MISSED;
        if (!is_selected(s, item->label))
            continue;
        s->failed += has_failed;
        s->undecided += !has_failed && found.is_unknown;
    }
}

/* Whether an item is larger than --max-size N. A product is larger if a dimension is above N.
 * Another item, which only --product computes, is larger if an operand has more than N * N
 * elements. */
static bool is_too_large(const request *ask, const wm_item *item)
{
    if (ask->size_max == 0 || !(ask->compute || wm_tables_has(item->variant, WM_TRAIT_CALIBRATION)))
        return false;
    return wm_workload_is_larger(item, ask->size_max);
}

/* Applies --only and --max-size. */
static void choose(session *s)
{
    for (size_t i = 0; i < wm_reverify_count(s->reverify); i++) {
        wm_reverify_output *o = wm_reverify_at(s->reverify, i);
        o->is_left_out = o->is_left_out || !is_selected(s, o->label);
        if (is_too_large(&s->ask, o->item))
            (void)snprintf(o->skipped, sizeof o->skipped, "larger than --max-size %llu",
                           (unsigned long long)s->ask.size_max);
    }
}

/* Checks that each prefix of --only selects an item. */
static wm_status check_only(const session *s, wm_error *err)
{
    for (size_t i = 0; i < s->ask.only_count; i++) {
        bool is_used = false;
        for (size_t j = 0; j < s->results.item_count && !is_used; j++)
            is_used = wm_reverify_report_selects(&s->ask.only[i], 1, s->results.item[j].label);
        if (!is_used)
            return wm_error_set(err, WM_E_NOTFOUND, "--only",
                                "no item's label begins with '%.200s'", s->ask.only[i]);
    }
    return WM_OK;
}

static void tell(session *s, const char *label, const char *what, unsigned done, unsigned total)
{
    if (total != 0)
        wm_ticker_tell(&s->ticker, "%s: %s %u of %u", label, what, done, total);
    else
        wm_ticker_tell(&s->ticker, "%s: %s", label, what);
}

static bool show_progress(void *context, const wm_reverify_output *output, unsigned done,
                          unsigned total)
{
    tell(context, output->label, "opening", done, total);
    return true;
}

static wm_status verify(session *s, wm_error *err)
{
    wm_status status = WM_OK;
    wm_ticker_open(&s->ticker, s->ask.as_json);
    for (size_t i = 0; i < wm_reverify_count(s->reverify) && status == WM_OK; i++) {
        status = wm_reverify_openings(s->reverify, i, show_progress, s);
        if (status == WM_OK && s->ask.compute) {
            tell(s, wm_reverify_at(s->reverify, i)->label, "computing", 0, 0);
            status = wm_reverify_compute(s->reverify, i, &s->device, &s->options);
        }
    }
    wm_ticker_close(&s->ticker);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot recompute: %s", wm_status_text(status));
    return WM_OK;
}

static const char *backend_of(const request *ask)
{
    return ask->backend != NULL ? ask->backend : "cpu";
}

/* Openings need no device, but a named device must exist. */
static bool needs_device(const request *ask)
{
    return ask->compute || ask->sealed != NULL || ask->backend != NULL || ask->device != NULL;
}

/* Opens everything that the work needs, so that errors come first. */
static wm_status prepare(session *s, wm_error *err)
{
    const char *backend = backend_of(&s->ask);
    wm_status status = WM_OK;
    s->reverify = wm_reverify_new();
    if (s->reverify == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (wm_registry_find(backend) == NULL) /* before anything is read */
        return wm_error_set(err, WM_E_NOTFOUND, "--backend",
                            "no backend '%.40s' in this program; `witnessmark list` lists them",
                            backend);
    if (s->ask.sealed != NULL)
        status = wm_writer_probe(s->ask.sealed, WM_REVERIFY_SEAL_BYTES, err);
    if (status != WM_OK || !needs_device(&s->ask))
        return status;
    s->options.threads = s->ask.threads;
    status = wm_registry_open(backend, s->ask.device, &s->options, &s->device, err);
    if (status == WM_OK && s->ask.sealed != NULL)
        status = wm_machine_write(s->device, NULL, &s->environment);
    return status;
}

static wm_reverify_report report_of(session *s)
{
    return (wm_reverify_report){.reverify = s->reverify,
                                .results = &s->results,
                                .failed = s->failed,
                                .undecided = s->undecided,
                                .path = s->ask.path,
                                .sealed = s->ask.sealed,
                                .sealed_root = s->sealed_root,
                                .backend = backend_of(&s->ask),
                                .device = s->ask.device,
                                .threads = s->ask.threads,
                                .only = s->ask.only,
                                .only_count = s->ask.only_count,
                                .size_max = s->ask.size_max,
                                .has_root = s->ask.root != NULL,
                                .is_coloured = s->ask.is_coloured,
                                .has_computed = s->ask.compute};
}

static wm_status seal(session *s, wm_error *err)
{
    const wm_reverify_report report = report_of(s);
    const wm_reverify_seal seal = {.path = s->ask.sealed,
                                   .checked_root = s->results.report.root,
                                   .has_root = s->ask.root != NULL,
                                   .has_computed = s->ask.compute,
                                   .only = s->ask.only,
                                   .only_count = s->ask.only_count,
                                   .size_max = s->ask.size_max,
                                   .answer = wm_reverify_report_status(&report),
                                   .exit_status = wm_reverify_report_exit(&report)};
    if (s->ask.sealed == NULL)
        return WM_OK;
    return wm_reverify_seal_write(&seal, s->reverify, &s->environment, s->sealed_root, err);
}

static int answer(session *s)
{
    const wm_reverify_report report = report_of(s);
    wm_status status = WM_OK;
    if (s->ask.as_json)
        status = wm_reverify_export_print(&report, stdout);
    else
        status = wm_reverify_text_print(&report, stdout);
    if (status != WM_OK)
        return complain_status(s, status);
    if (!wm_terminal_finish(stdout, "reverify"))
        return WM_EXIT_TROUBLE;
    return wm_reverify_report_exit(&report);
}

static int reverify(session *s)
{
    wm_error err = {WM_OK, "", ""};
    wm_status status = wm_results_open(s->ask.path, s->ask.root, &s->results, &err);
    if (status != WM_OK)
        return refuse(s, status, &err);
    status = check_only(s, &err);
    if (status == WM_OK)
        status = prepare(s, &err);
    if (status == WM_OK)
        status = take_record(s, &err);
    if (status == WM_OK)
        count_items(s);
    if (status == WM_OK)
        choose(s);
    if (status == WM_OK)
        status = verify(s, &err);
    if (status == WM_OK)
        status = seal(s, &err);
    return status == WM_OK ? answer(s) : complain_error(s, status, &err);
}

static int run(int argc, char **argv)
{
    session s = {.device = NULL};
    int status = read_arguments(argc, argv, &s.ask);
    if (status == WM_EXIT_YES)
        status = reverify(&s);
    wm_buffer_clear(&s.environment);
    wm_reverify_free(s.reverify);
    wm_results_close(&s.results);
    if (s.device != NULL)
        s.device->ops->close(s.device);
    return status;
}

const wm_command wm_cmd_reverify = {
    "reverify",
    "recompute the outputs of a record",
    "usage: witnessmark reverify [OPTIONS] RECORD\n\n"
    "Audits RECORD, then recomputes on this machine what its device computed. Without\n"
    "--product only the opened chunks of products are recomputed, element by element from\n"
    "their seeds. Only --product checks residuals, floors and the rest of each output, so\n"
    "only --product can end in a yes. Times are not checked. No network is used.\n\n"
    "  --product        also recompute every output, injected faults and repairs too, with\n"
    "                   the recorded method if the device offers it; check it here, and\n"
    "                   compare digests and residuals\n"
    "  --only PREFIX    judge only the items whose label begins with PREFIX (gemm. or\n"
    "                   gemm.fp16.); can be given several times\n"
    "  --max-size N     skip products with a dimension above N, and with --product other\n"
    "                   items with an operand of more than N*N elements\n"
    "  --backend NAME   recompute on this kind of device: cpu (the default), or cuda; it must\n"
    "                   exist, but the processors recompute the openings\n"
    "  --device WHICH   which device of its kind: its number, its UUID, or the beginning of it\n"
    "  --threads N      host threads of a CPU device; else one for each processor. The bits of\n"
    "                   some outputs depend on it: take the number that the record names\n"
    "  --root HEX       the root that you hold from elsewhere, or 8 or more of its digits\n"
    "  -o, --output PATH\n"
    "                   also seal a record of the re-verification\n"
    "  --json           one JSON object\n"
    "  --color WHEN     auto (the default), always or never\n"
    "  --help           this text\n\n"
    "Verdicts: reproduced (the same digest here), spot-checked (all opened elements are what\n"
    "the seeds give), differs, not checked (a line below the table says why).\n\n"
    "exit status: 0 every output was reproduced, with all its residuals; 1 invalid, or an\n"
    "output differs, or the record has a failed check; 2 trouble; 3 an output was not\n"
    "reproduced: only spot-checked, skipped, or atomic sums; or another format\n\n"
    "example: witnessmark reverify --product my-record\n",
    run,
};

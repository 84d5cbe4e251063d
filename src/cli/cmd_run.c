/* `witnessmark run`: measure a device, verify what it computed, seal the record. */
#include "cli/command.h"

#include "cli/run_report.h"
#include "cli/progress.h"
#include "cli/relaunch.h"
#include "cli/run_options.h"
#include "cli/ticker.h"

#include "archive/writer.h"
#include "backend/registry.h"
#include "base/clock.h"
#include "base/status.h"
#include "measure/environment.h"
#include "standards/jcs.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A driver that was not in use may take half a minute for its first device on a large machine; one
 * that takes this long hangs. */
static const double PROBE_SECONDS = 120;

/* Set by the first signal: the run ends between two iterations, with all observations kept. */
static volatile sig_atomic_t stopped_by;

static void stop(int number)
{
    stopped_by = number;
}

/* A second signal of the kind ends the program at once. A hangup that was ignored, as by nohup,
 * stays so. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND}, former;
    (void)sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i] != SIGHUP ||
            (sigaction(SIGHUP, NULL, &former) == 0 && former.sa_handler != SIG_IGN))
            (void)sigaction(numbers[i], &action, NULL);
}

/* Everything of one run. */
typedef struct {
    wm_run_options ask;
    wm_device *device;
    wm_device *witness; /* null: the device itself */
    wm_schedule schedule;
    wm_buffer environment, plan; /* canonical, with their newlines */
    char environment_id[WM_ID_SIZE], plan_id[WM_ID_SIZE];
    wm_writer *writer;
    wm_progress progress;
    size_t appended;        /* observations by this process */
    bool goes_on_elsewhere; /* the device is to be used by a new process, not by this one */
    char device_name[64];   /* the device's UUID, or its number */
    char root[WM_ID_SIZE];
} session;

/* Ends a line that was written, and gives its id. */
static wm_status end_line(wm_status status, wm_buffer *line, char id[WM_ID_SIZE], wm_error *err)
{
    uint8_t digest[WM_SHA256_SIZE];
    if (status == WM_OK)
        status = wm_buffer_putc(line, '\n');
    if (status == WM_OK && wm_buffer_text(line) == NULL)
        status = WM_E_NOMEM;
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot describe the machine: %s",
                            wm_status_text(status));
    wm_sha256_hash(line->data, line->size, digest);
    wm_sha256_to_hex(digest, id);
    return WM_OK;
}

/* The record's first two lines, from the device and the plan. */
static wm_status make_head(session *s, wm_error *err)
{
    wm_status status = wm_environment_write(s->device, s->witness, &s->environment);
    status = end_line(status, &s->environment, s->environment_id, err);
    if (status == WM_OK) {
        status = wm_schedule_write(&s->schedule, s->environment_id, &s->plan);
        status = end_line(status, &s->plan, s->plan_id, err);
    }
    return status;
}

static wm_status open_writer(session *s, wm_error *err)
{
    const uint64_t bytes = wm_schedule_evidence_bytes(&s->schedule);
    wm_status status;
    if (s->ask.resume)
        return wm_writer_resume(s->ask.path, bytes, s->environment.data, s->plan.data, NULL, NULL,
                                &s->writer, err);
    status = wm_writer_open(s->ask.path, bytes, &s->writer, err);
    if (status == WM_OK)
        status = wm_writer_append(s->writer, s->environment.data, s->environment.size, NULL, err);
    if (status == WM_OK)
        status = wm_writer_append(s->writer, s->plan.data, s->plan.size, NULL, err);
    return status;
}

static wm_status append(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                        wm_error *err)
{
    session *s = context;
    const wm_status status = wm_writer_append(s->writer, json, size, id, err);
    s->appended += status == WM_OK;
    return status;
}

static void show_progress(void *context, const wm_run_plan_event *event)
{
    session *s = context;
    wm_progress_show(&s->progress, event, wm_clock_s());
}

static void begin_progress(session *s)
{
    struct winsize size = {.ws_col = 0};
    s->progress = (wm_progress){.form = WM_PROGRESS_LINES,
                                .out = stderr,
                                .pace = {.plan = wm_graph_plan(wm_writer_graph(s->writer)),
                                         .repeat_seconds = s->schedule.repeat_seconds,
                                         .memory_bytes = wm_environment_memory_bytes(s->device)},
                                .columns = 80,
                                .last_line_s = wm_clock_s()};
    if (s->ask.as_json)
        s->progress.form = WM_PROGRESS_NONE;
    else if (wm_ticker_can_redraw())
        s->progress.form = WM_PROGRESS_BAR;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
        s->progress.columns = size.ws_col;
}

/* Whether a new process can use the device that this one has lost: what a fault does to a CUDA
 * context lasts as long as the process. The self-test of one operation tells. A process that got
 * nothing done does not go on for ever. A signal, which ends the self-test too, is no answer: the
 * run is to be resumed, and nothing of it recorded as not run. */
static bool can_go_on_elsewhere(void *context)
{
    session *s = context;
    s->goes_on_elsewhere =
        s->appended > 0 &&
        (wm_relaunch_probe(s->ask.backend, s->device_name, PROBE_SECONDS) || stopped_by != 0);
    return s->goes_on_elsewhere;
}

/* The plan, run as far as it goes. */
static wm_status run_plan(session *s, wm_error *err)
{
    wm_sampler *sampler = wm_sampler_new();
    wm_run_plan grid = {
        .device = &s->device,
        .witness = s->witness,
        .options = s->ask.device,
        .sink = {s, append, wm_writer_graph(s->writer), s->environment_id, s->plan_id},
        .repeat = {s->schedule.repeat_seconds, wm_environment_processors(), sampler, &stopped_by},
        .memory_bytes = wm_environment_memory_bytes(s->device),
        .witness_memory_bytes =
            s->witness != NULL ? wm_environment_memory_bytes(s->witness) : (double)NAN,
        .on_fault = s->ask.on_fault,
        .stops_at_planned = s->ask.fault.kind != WM_FAULT_NONE,
        .progress = show_progress,
        .can_go_on_elsewhere = can_go_on_elsewhere,
        .context = s};
    wm_status status;
    if (sampler == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    begin_progress(s);
    status = wm_run_plan_run(&grid, err);
    wm_progress_clear(&s->progress);
    wm_sampler_free(sampler);
    return status;
}

/* Names the items that --inject leaves as they are: they cannot have the fault, or not at its
 * place, or stand in the plan with it too. */
static void tell_left_out(const session *s)
{
    const char *lead = "--inject makes no fault in: ";
    char label[WM_PLAN_LABEL_SIZE];
    if (s->ask.fault.kind == WM_FAULT_NONE || s->ask.fault.label[0] != '\0')
        return;
    for (size_t i = 0; i < s->schedule.item_count; i++) {
        if (s->schedule.items[i].fault.kind != WM_FAULT_NONE)
            continue;
        wm_plan_label(&s->schedule.items[i], label);
        fprintf(stderr, "%s%s", lead, label);
        lead = ", ";
    }
    if (lead[0] == ',')
        fputc('\n', stderr);
}

/* A number can come to mean another device once one is lost; a UUID cannot. */
static void name_device(session *s)
{
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    const unsigned index = s->ask.device.index;
    size_t count = 0;
    (void)snprintf(s->device_name, sizeof s->device_name, "%u", index);
    if (s->device->ops->list(entries, WM_REGISTRY_DEVICES, &count, NULL) == WM_OK &&
        index < count && index < WM_REGISTRY_DEVICES && entries[index].uuid[0] != '\0')
        memcpy(s->device_name, entries[index].uuid, sizeof entries[index].uuid);
}

/* Device, plan and head: all that can be wrong before anything is run. */
static wm_status prepare(session *s, wm_error *err)
{
    wm_status status = wm_run_options_open_device(&s->ask, &s->device, err);
    if (status == WM_OK)
        name_device(s);
    if (status == WM_OK)
        status = wm_run_options_open_witness(&s->ask, &s->witness, err);
    if (status == WM_OK)
        status = wm_run_options_read_plan(&s->ask, s->device, &s->schedule, err);
    if (status == WM_OK)
        status = wm_fault_plan(&s->ask.fault, s->schedule.items, s->schedule.item_count, err);
    if (status == WM_OK) {
        tell_left_out(s);
        status = make_head(s, err);
    }
    return status == WM_OK ? open_writer(s, err) : status;
}

static void release(session *s)
{
    wm_writer_close(s->writer);
    wm_buffer_clear(&s->environment);
    wm_buffer_clear(&s->plan);
    wm_schedule_clear(&s->schedule);
    if (s->device != NULL)
        s->device->ops->close(s->device);
    if (s->witness != NULL)
        s->witness->ops->close(s->witness);
}

static int finish(session *s, wm_status status, const wm_error *err)
{
    const char *partial = s->writer != NULL ? wm_writer_partial(s->writer) : NULL;
    if (status == WM_E_INTERRUPTED)
        return wm_run_report_interrupted(&s->ask, partial, stopped_by);
    if (status != WM_OK)
        return wm_run_report_trouble(&s->ask, status, err, partial);
    return wm_run_report_record(&s->ask, s->root);
}

static int run(int argc, char **argv)
{
    session s = {.device = NULL};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int answer = wm_run_options_parse(argc, argv, &s.ask);
    if (answer != WM_EXIT_YES)
        return answer;
    catch_signals();
    status = prepare(&s, &err);
    if (status == WM_OK)
        status = run_plan(&s, &err);
    if (s.goes_on_elsewhere && status == WM_E_DEVICE && stopped_by != 0)
        status = WM_E_INTERRUPTED;
    else if (s.goes_on_elsewhere && status == WM_E_DEVICE)
        status = wm_relaunch_resume(argc, argv, s.ask.path, s.device_name, &err);
    if (status == WM_OK)
        status = wm_writer_seal(s.writer, NULL, s.root, &err);
    answer = finish(&s, status, &err);
    release(&s);
    return answer;
}

const wm_command wm_cmd_run = {
    "run",
    "measure this machine, verify what it computed, seal a record",
    "usage: witnessmark run [OPTIONS]\n\n"
    "Runs a plan on a device, checks every output against its inputs, and seals all of\n"
    "it into a record. Without options: the default plan on the CPU, about a minute.\n"
    "A record is never overwritten. No network is used.\n\n"
    "  -o, --output PATH  the record's folder; else witnessmark-DATE-TIME here\n"
    "  --plan NAME|FILE   a built-in plan (see `witnessmark list`) or a JSON file\n"
    "  --backend NAME     the kind of device: cpu (the default), or cuda\n"
    "  --device WHICH     which device of its kind: its number in `witnessmark list`, its\n"
    "                     UUID, or the beginning of one\n"
    "  --witness WHO      who checks the outputs: device (the default), which computed them, or\n"
    "                     cpu, which gets nothing from the device but the outputs\n"
    "  --threads N        host threads of a CPU device; else one a processor\n"
    "  --nonce HEX        0 to 64 lower-case hex digits that all inputs and challenges depend on\n"
    "  --resume           go on with an interrupted run of the same plan (-o names it,\n"
    "                     unless there is only one here)\n"
    "  --inject KIND[:ROW[,COLUMN]][@LABEL]\n"
    "                     make a fault in the outputs that are witnessed, or in that of\n"
    "                     the item LABEL: bit, bits, element, row, tile, nan, stale,\n"
    "                     operand or precision; the record says so\n"
    "  --on-fault WHAT    of a rejected output: repair (the default), continue or stop\n"
    "  --json             one JSON object in place of the table\n"
    "  --color WHEN       auto (the default), always or never\n"
    "  --help             this text\n\n"
    "exit status: 0 sealed, every check passed, and the faults that the plan itself has\n"
    "were caught; 1 sealed, and a check failed, even if it was repaired, or --inject made\n"
    "a fault; 2 nothing sealed, or sealed and the answer could not be written; 3 sealed,\n"
    "but something could not be run or checked; 128+n interrupted by signal n, and saved\n"
    "for --resume\n\n"
    "example: witnessmark run --plan quick -o my-record\n",
    run,
};

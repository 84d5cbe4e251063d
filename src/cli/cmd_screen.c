/* `witnessmark screen`: a verdict on this node within a budget of time.
 *
 * It reports and never acts: a site drains its nodes itself. Every device is opened and asked by
 * other processes, so that this one answers in time also where a driver hangs. */
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/new_path.h"
#include "cli/replace_file.h"
#include "cli/screen_devices.h"
#include "cli/screen_state.h"
#include "cli/terminal.h"
#include "cli/trouble.h"

#include "archive/disk.h"
#include "backend/registry.h"
#include "base/clock.h"
#include "base/code_point.h"
#include "base/status.h"
#include "model/baseline.h"
#include "report/document/style.h"
#include "report/views/screen_report.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const double BUDGET_S = 45, BUDGET_LEAST_S = 5, BUDGET_MOST_S = 86400;

enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_OCP };
enum { EXIT_OWN, EXIT_NAGIOS };
enum { NAGIOS_UNKNOWN = 3 };

static const uint64_t RECORD_BYTES = 1 << 20; /* a light record, and whole ones of its tries */

/* A screen under way. */
typedef struct {
    wm_call *call;
    const char *output, *budget, *state_folder, *baseline_path, *prom, *nonce;
    unsigned format, exit, reason_fd, threads;
    char threads_word[16], path[WM_NEW_PATH_SIZE];
    double begin_s;
    wm_screen_state state;
    wm_baseline *baseline; /* NULL: none */
    wm_screened screened;
    wm_screen_devices devices;
} session;

/* ---- the command line ------------------------------------------------------------------------ */

static int read_words(session *s)
{
    const wm_argument table[] = {{.name = "--budget", .value = &s->budget},
                                 {.name = "--backend", .value = &s->devices.backend},
                                 {.name = "--device", .value = &s->devices.list},
                                 {.name = "--threads", .number = &s->threads},
                                 {.name = "--nonce", .value = &s->nonce},
                                 {.name = "--state", .value = &s->state_folder},
                                 {.name = "--baseline", .value = &s->baseline_path},
                                 {.name = "--format", .number = &s->format},
                                 {.name = "--prom", .value = &s->prom},
                                 {.name = "--reason-fd", .number = &s->reason_fd},
                                 {.name = "--exit", .number = &s->exit},
                                 {.name = "--output", .value = &s->output},
                                 {.name = NULL}};
    return wm_arguments_read(s->call, table);
}

static int check_words(session *s)
{
    const size_t nonce = s->nonce != NULL ? strlen(s->nonce) : 0;
    s->screened.budget_seconds = BUDGET_S;
    if (s->budget != NULL &&
        (!wm_arguments_time(s->budget, BUDGET_MOST_S, &s->screened.budget_seconds) ||
         s->screened.budget_seconds < BUDGET_LEAST_S))
        return wm_trouble_value(s->call, "--budget",
                                "a time with its unit, from 5s to 24h, as 45s, 2m or 1h",
                                s->budget);
    if (s->call->as_json)
        s->format = FORMAT_JSON;
    if (s->format == FORMAT_JSON && !s->call->as_json) {
        s->call->form = wm_command_option(s->call->command, "--json", strlen("--json"));
        s->call->as_json = true;
    }
    if (s->devices.backend != NULL && wm_registry_find(s->devices.backend) == NULL) {
        wm_error err = {WM_OK, "", ""};
        return wm_trouble_error(s->call, wm_registry_refuse(s->devices.backend, &err), &err);
    }
    if (nonce > 64 || (nonce > 0 && strspn(s->nonce, "0123456789abcdef") != nonce))
        return wm_trouble_value(s->call, "--nonce", "0 to 64 lower-case hex digits", s->nonce);
    if (!wm_screen_devices_split(&s->devices))
        return wm_trouble_value(s->call, "--device", "`all`, or at most 64 devices",
                                s->devices.list);
    if (s->reason_fd > 0 && fcntl((int)s->reason_fd, F_GETFL) < 0)
        return wm_trouble_say(s->call, "--reason-fd", "that descriptor is not open");
    if (s->reason_fd > 0) /* no process that hangs keeps it open */
        (void)fcntl((int)s->reason_fd, F_SETFD, FD_CLOEXEC);
    if (s->threads > 0)
        (void)snprintf(s->threads_word, sizeof s->threads_word, "%u", s->threads);
    return WM_EXIT_YES;
}

/* Opens the state folder and the baseline. The default folder may be missing: a screen needs none,
 * but then it begins with the same items each time. */
static int open_files(session *s)
{
    wm_error err = {WM_OK, "", ""};
    char folder[WM_SCREENED_PATH];
    wm_status status = WM_OK;
    wm_screen_state_default(folder);
    if (s->state_folder != NULL || folder[0] != '\0')
        status = wm_screen_state_open(&s->state, s->state_folder != NULL ? s->state_folder : folder,
                                      &err);
    if (status != WM_OK && status != WM_E_EXISTS && s->state_folder == NULL) {
        fprintf(stderr, "witnessmark screen: warning: no state is kept: %s: %s\n", err.place,
                err.message);
        status = WM_OK;
    }
    if (status == WM_OK && s->baseline_path != NULL) {
        s->baseline = calloc(1, sizeof *s->baseline);
        status = s->baseline != NULL ? wm_baseline_read(s->baseline_path, s->baseline, &err)
                                     : WM_E_NOMEM;
        s->screened.has_baseline = status == WM_OK;
    }
    s->devices.is_locked = status == WM_E_EXISTS;
    return status == WM_OK || s->devices.is_locked ? WM_EXIT_YES
                                                   : wm_trouble_error(s->call, status, &err);
}

/* A record that lies at a path from before would be read as this screen's, or as its try. A full
 * disk is the host's trouble: found late, it would be told as the device's. */
static int check_path(const session *s)
{
    char path[WM_NEW_PATH_SIZE + 32];
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_OK;
    for (size_t i = 0; i <= WM_SCREENED_TRIES && status == WM_OK; i++) {
        wm_disk_place place = {.folder = -1};
        (void)snprintf(path, sizeof path, "%s%s", s->path,
                       i == 0 ? "" : wm_screened_tries[i - 1].suffix);
        status = wm_disk_open(path, &place, &err);
        if (status == WM_OK && wm_disk_exists(&place))
            status =
                wm_error_set(&err, WM_E_EXISTS, path, "exists already; a record is never replaced");
        if (status == WM_OK && i == 0)
            status = wm_disk_check_room(&place, RECORD_BYTES, &err);
        wm_disk_close(&place);
    }
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_error(s->call, status, &err);
}

/* Where the records go: -o, or a new name in the state folder, or here. */
static int choose_path(session *s)
{
    char stem[WM_SCREENED_PATH + 32];
    if (s->output != NULL || s->state.folder[0] == '\0')
        return wm_new_path_choose(s->call, s->output, "witnessmark-screen", s->path);
    (void)snprintf(stem, sizeof stem, "%s/records", s->state.folder);
    if (mkdir(stem, 0755) != 0 && errno != EEXIST)
        return wm_trouble_say(s->call, stem, strerror(errno));
    (void)snprintf(stem, sizeof stem, "%s/records/screen", s->state.folder);
    return wm_new_path_choose(s->call, NULL, stem, s->path);
}

/* ---- the screen ------------------------------------------------------------------------------ */

/* Gives each device its record's path: that of the screen, or one in its folder. */
static bool make_paths(session *s)
{
    const bool is_single = s->devices.asked_count == 1;
    if (s->devices.asked_count > 1 && mkdir(s->path, 0755) != 0)
        return false;
    for (size_t i = 0; i < s->devices.asked_count; i++) {
        wm_screened_device *found = s->devices.asked[i].found;
        (void)snprintf(found->record, sizeof found->record, "%.*s%s%s",
                       WM_FIT(s->path, sizeof found->record - 40), is_single ? "" : "/",
                       is_single ? "" : found->name);
    }
    return true;
}

/* Compares the rates of a device with the baseline, where nothing disturbed them. */
static void compare(const session *s, wm_screened_device *device)
{
    for (size_t i = 0; s->baseline != NULL && i < device->item_count; i++) {
        wm_screened_item *item = &device->item[i];
        const wm_baseline_entry *rate = wm_baseline_find(
            s->baseline, device->backend, device->model, device->threads, item->label);
        if (rate == NULL || strcmp(rate->unit, item->unit) != 0 || item->is_disturbed ||
            !item->is_complete || isnan(item->rate))
            continue;
        item->ratio = item->rate / rate->median;
        item->ratio_low = item->low / rate->median;
        item->ratio_high = item->high / rate->median;
        item->is_below = item->high < rate->low;
    }
}

static bool has_ratio(const wm_screened_device *device)
{
    for (size_t i = 0; i < device->item_count; i++)
        if (!isnan(device->item[i].ratio))
            return true;
    return false;
}

static void settle(session *s)
{
    wm_error err = {WM_OK, "", ""};
    for (size_t i = 0; i < s->devices.asked_count; i++) {
        wm_screened_device *found = s->devices.asked[i].found;
        compare(s, found);
        if (found->root[0] != '\0')
            wm_screened_decide(found);
        if (found->state == WM_SCREENED_OK && s->baseline != NULL && !has_ratio(found))
            (void)strncat(found->words, ", no rate compared",
                          sizeof found->words - strlen(found->words) - 1);
        if (wm_screened_exit(found->state) == WM_EXIT_YES)
            found->success_at = s->screened.begin_at;
        if (s->state.folder[0] != '\0' &&
            wm_screen_state_write(&s->state, found, s->devices.asked[i].item,
                                  s->devices.asked[i].item_count, &err) != WM_OK)
            fprintf(stderr, "witnessmark screen: warning: %s: %s\n", err.place, err.message);
    }
    s->screened.state = wm_screened_worst(&s->screened);
    s->screened.seconds = wm_clock_s() - s->begin_s;
}

static int screen(session *s)
{
    wm_screen_stage stage = {.device = s->devices.asked,
                             .count = s->devices.asked_count,
                             .begin_s = s->begin_s,
                             .budget_s = s->screened.budget_seconds,
                             .nonce = s->nonce,
                             .threads = s->threads > 0 ? s->threads_word : NULL,
                             .stop = &wm_interrupt_number,
                             .out = s->call->is_verbose ? stderr : NULL};
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_OK;
    if (s->devices.asked_count > 0 && !make_paths(s))
        return wm_trouble_say(s->call, s->path, strerror(errno));
    if (s->devices.asked_count > 0)
        status = wm_screen_stage_run(&stage, &err);
    if (status == WM_OK)
        status = wm_screen_stage_again(&stage, &err);
    return status == WM_OK ? WM_EXIT_YES : wm_trouble_error(s->call, status, &err);
}

/* ---- the answer ------------------------------------------------------------------------------ */

/* Writes the first line to the descriptor of --reason-fd. A closed reader is no trouble. */
static void write_reason(const session *s)
{
    char line[82];
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    if (s->reason_fd == 0)
        return;
    wm_screened_line(&s->screened, line);
    (void)strcat(line, "\n");
    (void)sigaction(SIGPIPE, &ignored, &before);
    if (write((int)s->reason_fd, line, strlen(line)) < 0)
        fprintf(stderr, "witnessmark screen: warning: --reason-fd: %s\n", strerror(errno));
    (void)sigaction(SIGPIPE, &before, NULL);
}

static bool write_metrics(const session *s)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    if (s->prom == NULL || s->devices.is_locked) /* the other screen writes them */
        return true;
    status = wm_screen_metrics(&s->screened, &text);
    if (status == WM_OK)
        status = wm_replace_file(s->prom, text.data, text.size, &err);
    wm_buffer_clear(&text);
    if (status != WM_OK)
        (void)wm_trouble_error(s->call, status, &err);
    return status == WM_OK;
}

static int print_ocp(const session *s)
{
    wm_buffer text = WM_BUFFER_EMPTY, command = WM_BUFFER_EMPTY;
    char masked[WM_STYLE_MASKED];
    wm_status status = wm_buffer_puts(&command, "witnessmark");
    int printed = WM_EXIT_TROUBLE;
    for (int i = 0; i < s->call->argc && status == WM_OK; i++)
        status = wm_buffer_printf(&command, " %s", wm_style_masked(s->call->argv[i], masked));
    if (status == WM_OK)
        status = wm_screen_ocp(&s->screened, WM_VERSION, wm_buffer_text(&command), &text);
    if (status == WM_OK)
        printed = wm_trouble_text(s->call, &text);
    else
        (void)wm_trouble_say(s->call, "--format", wm_status_text(status));
    wm_buffer_clear(&text);
    wm_buffer_clear(&command);
    return printed;
}

/* Prints the answer, and writes the metrics. Returns whether both succeeded. */
static int report(session *s)
{
    const bool has_metrics = write_metrics(s);
    wm_document to = {.status = WM_OK};
    int printed;
    write_reason(s);
    if (s->format == FORMAT_OCP) {
        printed = print_ocp(s);
    } else {
        wm_screen_report_add(&s->screened, s->call->is_quiet, &to);
        printed = wm_trouble_answer(s->call, &to, WM_EXIT_YES);
    }
    return has_metrics ? printed : WM_EXIT_TROUBLE;
}

/* Returns how the screen itself ended, whatever it found. */
static int run(session *s)
{
    int answer = read_words(s);
    if (answer == WM_EXIT_YES)
        answer = check_words(s);
    if (answer == WM_EXIT_YES)
        answer = open_files(s);
    if (answer == WM_EXIT_YES && !s->devices.is_locked)
        answer = choose_path(s);
    if (answer == WM_EXIT_YES && !s->devices.is_locked)
        answer = check_path(s);
    if (answer != WM_EXIT_YES)
        return answer;
    wm_interrupt_catch();
    wm_screen_devices_find(&s->devices);
    answer = screen(s);
    if (answer != WM_EXIT_YES)
        return answer;
    settle(s);
    answer = report(s);
    return wm_interrupt_number != 0 ? WM_EXIT_SIGNAL + (int)wm_interrupt_number : answer;
}

/* Whether a command line asks for the statuses of a plugin. It may be one that cannot be read, and
 * a plugin says 3 there: its 2 would page somebody for a bad option. */
static bool asks_nagios(const wm_call *call)
{
    for (int i = 0; i < call->argc; i++)
        if (strcmp(call->argv[i], "--exit=nagios") == 0 ||
            (i > 0 && strcmp(call->argv[i], "nagios") == 0 &&
             strcmp(call->argv[i - 1], "--exit") == 0))
            return true;
    return false;
}

/* The status of the worst device, unless the screen itself failed. That never hides a wrong one. */
static int exit_of(const session *s, int own)
{
    const wm_screened_state state = s->screened.state;
    const bool is_nagios = s->exit == EXIT_NAGIOS || asks_nagios(s->call);
    if (own != WM_EXIT_YES && state != WM_SCREENED_WRONG)
        return is_nagios ? NAGIOS_UNKNOWN : own;
    return is_nagios ? wm_screened_nagios(state) : wm_screened_exit(state);
}

int wm_cmd_screen(wm_call *call)
{
    session s = {.call = call, .begin_s = wm_clock_s(), .state = {.lock = -1}};
    int answer = WM_EXIT_TROUBLE;
    s.devices.screened = &s.screened;
    s.devices.state = &s.state;
    s.devices.asked = calloc(WM_SCREENED_DEVICES, sizeof *s.devices.asked);
    s.screened.device = calloc(WM_SCREENED_DEVICES, sizeof *s.screened.device);
    s.screened.begin_at = (double)time(NULL);
    if (s.screened.device != NULL && s.devices.asked != NULL)
        answer = run(&s);
    else
        (void)wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    answer = exit_of(&s, answer);
    wm_screen_state_close(&s.state);
    if (s.baseline != NULL)
        wm_baseline_clear(s.baseline);
    free(s.baseline);
    free(s.screened.device);
    free(s.devices.asked);
    return answer;
}

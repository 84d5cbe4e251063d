/* `witnessmark reverify`: recomputes the outputs of a record. */
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/ticker.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/document/data.h"
#include "report/views/reverify_report.h"
#include "report/document/style.h"

#include "archive/disk.h"
#include "base/clock.h"
#include "base/status.h"
#include "study/reverify/reverify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PREFIXES = 16, SAVED_MOST = 256 << 20 };

/* The command line, and the state of the call. */
typedef struct {
    const wm_call *call;
    const char *path;
    const char *root; /* --root */
    const char *only[PREFIXES];
    wm_reverify_options options;
    bool resumes; /* --resume */
    wm_model model;
    wm_reverify *reverify;
    wm_reverify_report report;
    wm_document to; /* the answer */
    char sealed_root[WM_ID_SIZE];
    wm_ticker ticker;
    const wm_reverify_output *at; /* the output that is being recomputed; NULL: none */
    double began_s;               /* when that began */
    char saved[40];               /* the file of an interrupted re-verification, here */
} state;

static int read_arguments(wm_call *call, state *s)
{
    wm_reverify_options *options = &s->options;
    const wm_argument table[] = {
        {.name = "--product", .flag = &options->compute},
        {.name = "--reproducible", .flag = &options->reproducible},
        {.name = "--exact", .flag = &options->exact},
        {.name = "--only", .value = s->only, .count = &options->only_count, .most = PREFIXES},
        {.name = "--max-size", .large = &options->size_max},
        {.name = "--backend", .value = &options->backend},
        {.name = "--device", .value = &options->device},
        {.name = "--threads", .number = &options->threads},
        {.name = "--root", .value = &s->root},
        {.name = "--resume", .flag = &s->resumes},
        {.name = "--output", .value = &options->sealed},
        {.name = "RECORD", .value = &s->path, .is_needed = true},
        {.name = NULL},
    };
    const int answer = wm_arguments_read(call, table);
    options->only = s->only;
    options->needs_device = options->backend != NULL || options->device != NULL;
    options->has_root = s->root != NULL;
    options->stop = &wm_interrupt_number;
    if (answer == WM_EXIT_YES && options->exact && !options->compute)
        return wm_trouble_say(call, "--exact",
                              "needs --product: an opening is a part of an output");
    return answer;
}

/* ---- re-verifying ---- */

/* With -v, and without a terminal, each finished output is a line. */
static void show_done(state *s)
{
    char time[WM_STYLE_DURATION];
    if (s->at == NULL || !s->call->is_verbose)
        return;
    wm_style_duration(wm_reverify_left(s->reverify, s->at, 1), time);
    wm_ticker_line(&s->ticker, "%s: done in %.1f s, about %s left", s->at->label,
                   wm_clock_s() - s->began_s, time);
}

static bool show_progress(void *context, const wm_reverify_output *output, unsigned done,
                          unsigned total)
{
    state *s = context;
    const double part = total != 0 ? (double)done / total : 0;
    char time[WM_STYLE_DURATION];
    if (s->at != output) {
        show_done(s);
        s->at = output;
        s->began_s = wm_clock_s();
    }
    wm_style_duration(wm_reverify_left(s->reverify, output, part), time);
    if (total != 0)
        wm_ticker_tell(&s->ticker, "%s: opening %.0f %%, about %s left", output->label, 100 * part,
                       time);
    else
        wm_ticker_tell(&s->ticker, "%s: computing, about %s left", output->label, time);
    return wm_interrupt_number == 0;
}

/* Says before the work that another kind of device computes than the recorded one. */
static void say_device(const state *s)
{
    const wm_reverify_origin *origin = wm_reverify_origin_of(s->reverify);
    char line[sizeof origin->why + sizeof origin->recorded + sizeof origin->here + 128];
    if (origin->why[0] == '\0' || s->call->is_quiet || s->call->as_json)
        return;
    (void)snprintf(line, sizeof line,
                   "witnessmark reverify: recorded by %s; it is not here (%s), so this computes on "
                   "%s",
                   origin->recorded, origin->why, origin->here);
    wm_terminal_say(stderr, line);
}

static wm_status recompute(state *s, wm_error *err)
{
    wm_status status;
    say_device(s);
    wm_ticker_open(&s->ticker, s->call->as_json);
    status = wm_reverify_run(s->reverify, show_progress, s, err);
    if (status == WM_OK)
        show_done(s);
    wm_ticker_close(&s->ticker);
    return status;
}

/* ---- the file of an interrupted re-verification ---------------------------------------------- */

/* A record must not get further files. */
static bool is_record(int folder)
{
    return faccessat(folder, "evidence.jsonl", F_OK, 0) == 0 &&
           faccessat(folder, "manifest.sha256", F_OK, 0) == 0;
}

/* Creates or replaces the file. */
static wm_status put_saved(const char *name, const wm_buffer *text, wm_error *err)
{
    wm_disk_place place;
    wm_status status = wm_disk_open(name, &place, err);
    if (status != WM_OK)
        return status;
    if (is_record(place.folder))
        status =
            wm_error_set(err, WM_E_EXISTS, name, "cannot be saved: the current folder is a record");
    else if (wm_disk_put(place.folder, place.name, text->data, text->size) != WM_OK)
        status = wm_error_set(err, WM_E_IO, name, "cannot be saved: %s", strerror(errno));
    wm_disk_close(&place);
    return status;
}

/* Saves the finished outputs. */
static wm_status write_saved(const state *s, wm_error *err)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = wm_reverify_save(s->reverify, s->model.report.root, &text);
    status = status == WM_OK ? put_saved(s->saved, &text, err)
                             : wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    wm_buffer_clear(&text);
    return status;
}

/* Reads the finished outputs. */
static wm_status read_saved(state *s, wm_error *err)
{
    const wm_input input = {s->saved, true, "", "", SAVED_MOST, ""};
    const char *root = s->model.report.root;
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status;
    (void)snprintf(s->saved, sizeof s->saved, "reverify-%.16s.jsonl", root);
    if (!s->resumes)
        return WM_OK;
    status = wm_input_read(&input, &text, err);
    if (status == WM_E_NOTFOUND)
        status =
            wm_error_set(err, WM_E_NOTFOUND, "--resume",
                         "no interrupted re-verification here: %s is not in this folder", s->saved);
    else if (status != WM_OK && status != WM_E_OPEN)
        status = wm_error_set(err, status, s->saved, "%s", wm_status_text(status));
    if (status == WM_OK) {
        status = wm_reverify_resume(s->reverify, root, &text, err);
        (void)wm_error_place(err, status, "%s", s->saved);
    }
    wm_buffer_clear(&text);
    return status;
}

/* The answer of an interrupted re-verification. */
static int interrupted(const state *s)
{
    wm_error err = {WM_OK, "", ""};
    const wm_status status = write_saved(s, &err);
    char word[WM_STYLE_SHELL_WORD], line[256];
    if (status != WM_OK)
        return wm_trouble_error(s->call, status, &err);
    if (s->call->as_json) {
        wm_document to = {.status = WM_OK};
        wm_data_text(&to, "saved", s->saved);
        wm_data_begin(&to, "reverify", "interrupted");
        if (wm_terminal_print(s->call, &to) != WM_OK)
            (void)wm_trouble_say(s->call, "", wm_status_text(WM_E_NOMEM));
    }
    (void)snprintf(line, sizeof line, "witnessmark reverify: interrupted by signal %d; saved in %s",
                   (int)wm_interrupt_number, s->saved);
    wm_terminal_say(stderr, line);
    fputs("Resume with: witnessmark reverify --resume", stderr);
    for (int i = 1; i < s->call->argc; i++)
        if (strcmp(s->call->argv[i], "--resume") != 0)
            fprintf(stderr, " %s", wm_style_shell_argument(s->call->argv[i], word));
    fprintf(stderr, "\n");
    (void)wm_terminal_finish(stdout, "reverify");
    return WM_EXIT_SIGNAL + (int)wm_interrupt_number;
}

/* Concludes, and seals the re-verification if that is asked. */
static wm_status conclude(state *s, wm_error *err)
{
    wm_reverify_report *report = &s->report;
    *report = (wm_reverify_report){.reverify = s->reverify,
                                   .model = &s->model,
                                   .path = s->path,
                                   .saved = s->saved,
                                   .sealed_root = s->sealed_root,
                                   .options = &s->options};
    wm_reverify_report_make(report, &s->to);
    return wm_reverify_seal(s->reverify, s->model.report.root, wm_reverify_report_status(report),
                            wm_reverify_report_exit(report), s->sealed_root, err);
}

static int answer(state *s)
{
    const wm_paper paper = wm_terminal_paper(stdout, s->call->is_coloured);
    wm_status status;
    if (s->call->as_json)
        wm_reverify_export_add(&s->report, &s->to);
    else if (s->call->is_quiet)
        wm_reverify_text_verdict(&s->report, &s->to);
    else if (s->call->is_verbose)
        wm_reverify_text_add(&s->report, &s->to);
    else
        wm_reverify_text_answer(&s->report, &s->to);
    status = s->call->as_json ? wm_print_json(&s->to, &paper, stdout)
                              : wm_print_terminal(&s->to, &paper, stdout);
    if (status != WM_OK)
        return wm_trouble_say(s->call, "", wm_status_text(status));
    return wm_terminal_finish(stdout, "reverify") ? wm_reverify_report_exit(&s->report)
                                                  : WM_EXIT_TROUBLE;
}

static int reverify(state *s)
{
    wm_error err = {WM_OK, "", ""};
    wm_record_argument record;
    wm_status status;
    if (wm_record_argument_open(s->call, s->path, &record) != WM_EXIT_YES)
        return WM_EXIT_TROUBLE;
    status = wm_model_read(record.path, s->root, &s->model, &err);
    if (status != WM_OK)
        return wm_trouble_record(s->call, s->path, status, &s->model.report, &err,
                                 s->call->as_json ? stderr : stdout);
    status = wm_reverify_open(&s->options, &s->model, &s->reverify, &err);
    status = wm_trouble_option(s->call, status, &err);
    if (status == WM_OK)
        status = read_saved(s, &err);
    if (status == WM_OK)
        status = recompute(s, &err);
    if (status == WM_E_INTERRUPTED)
        return interrupted(s);
    if (status == WM_OK)
        status = conclude(s, &err);
    if (status == WM_OK && s->resumes)
        (void)unlink(s->saved);
    return status == WM_OK ? answer(s) : wm_trouble_error(s->call, status, &err);
}

int wm_cmd_reverify(wm_call *call)
{
    state s = {.call = call};
    int answer = read_arguments(call, &s);
    if (answer == WM_EXIT_YES) {
        wm_interrupt_catch();
        answer = reverify(&s);
    }
    wm_document_clear(&s.to);
    wm_reverify_free(s.reverify);
    wm_model_close(&s.model);
    return answer;
}

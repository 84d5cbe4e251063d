/* Prints the result of `run`, or the command that resumes it. */
#include "cli/run_report.h"

#include "cli/run_resume.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/document/data.h"
#include "report/views/run_verdict.h"
#include "report/document/style.h"
#include "report/views/summary.h"

#include "base/status.h"

#include <stdio.h>

/* Reports that the sealed record could not be audited or read. */
static int report_unread(const wm_run_options *ask, const wm_model *model, wm_status status)
{
    const bool is_refused = model->report.failure.tag[0] != '\0';
    wm_error err;
    (void)wm_error_set(&err, status, ask->path, "sealed, but %s: %.200s",
                       is_refused ? "the audit refuses it" : "it cannot be read",
                       is_refused ? model->report.failure.words : wm_status_text(status));
    return wm_run_report_trouble(ask, status, &err, NULL);
}

static int report_results(const wm_run_options *ask, wm_model *model)
{
    const wm_view view = {.is_verbose = ask->call->is_verbose, .is_quiet = ask->call->is_quiet};
    const wm_run_verdict_fault injected = {ask->fault.kind, ask->fault.label};
    const wm_run_verdict verdict = wm_run_verdict_make(model, ask->path, injected);
    const int answer = wm_run_verdict_exit(&verdict);
    wm_document to = {.status = WM_OK};
    wm_status status;
    if (ask->call->as_json)
        wm_run_verdict_export(&verdict, &to);
    else
        wm_summary_add(&verdict, false, &view, &to);
    status = wm_terminal_print(ask->call, &to);
    if (status == WM_OK)
        return answer;
    (void)wm_trouble_say(ask->call, "", wm_status_text(status));
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE;
}

int wm_run_report_record(const wm_run_options *ask)
{
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    char path[WM_STYLE_MASKED];
    const wm_status status = wm_model_read(ask->path, NULL, &model, &err);
    const int answer =
        status == WM_OK ? report_results(ask, &model) : report_unread(ask, &model, status);
    wm_model_close(&model);
    if (wm_terminal_finish(stdout, "run"))
        return answer;
    fprintf(stderr, "the record is sealed and complete: %s\n", wm_style_masked(ask->path, path));
    /* a wrong output keeps the exit status NO */
    return answer == WM_EXIT_NO ? answer : WM_EXIT_TROUBLE;
}

/* Prints, behind `lead`, the path of the saved run, and the command that resumes it: -o, and the
 * options that the partial record does not have. */
static void print_resume(const wm_run_options *ask, const char *lead, const char *partial)
{
    char word[WM_STYLE_SHELL_WORD], path[WM_STYLE_MASKED], line[WM_STYLE_MASKED + 128];
    const size_t count = wm_run_options_words(ask, wm_run_resume_has(ask), ask->words);
    (void)snprintf(line, sizeof line, "%ssaved in %s", lead, wm_style_masked(partial, path));
    wm_terminal_say(stderr, line);
    fprintf(stderr, "Resume with: witnessmark %s", ask->call->command->name);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %s", wm_style_shell_argument(ask->words[i], word));
    fprintf(stderr, " --resume -o %s\n", wm_style_shell_word(ask->path, word));
}

int wm_run_report_interrupted(const wm_run_options *ask, const char *partial, int signal_number)
{
    char lead[96];
    if (ask->call->as_json) {
        wm_document to = {.status = WM_OK};
        wm_data_begin(&to, "run", "interrupted");
        if (partial != NULL)
            wm_data_text(&to, "partial", partial);
        if (wm_terminal_print(ask->call, &to) != WM_OK)
            (void)wm_trouble_say(ask->call, "", wm_status_text(WM_E_NOMEM));
    }
    (void)snprintf(lead, sizeof lead, "witnessmark %s: interrupted by signal %d%s",
                   ask->call->command->name, signal_number,
                   partial != NULL ? "; " : " before the first observation");
    if (partial != NULL)
        print_resume(ask, lead, partial);
    else
        wm_terminal_say(stderr, lead);
    (void)wm_terminal_finish(stdout, "run");
    return WM_EXIT_SIGNAL + signal_number;
}

int wm_run_report_trouble(const wm_run_options *ask, wm_status status, const wm_error *err,
                          const char *partial)
{
    (void)wm_trouble_error(ask->call, status, err);
    if (partial != NULL)
        print_resume(ask, "", partial);
    return WM_EXIT_TROUBLE;
}

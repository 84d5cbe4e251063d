/* Decides the result of a re-verification: status, exit status, next command. */
#include "report/views/reverify_report.h"

#include "record/tables/exit_status.h"
#include "report/document/style.h"
#include "model/tally.h"

#include <stdio.h>
#include <string.h>

void wm_reverify_report_make(wm_reverify_report *report, wm_document *to)
{
    const size_t count = wm_reverify_count(report->reverify);
    report->sum = wm_reverify_conclude(report->reverify);
    report->row = wm_document_alloc(to, (count + 1) * sizeof *report->row);
    for (size_t i = 0; i < count && report->row != NULL; i++) {
        const wm_reverify_output *o = wm_reverify_at(report->reverify, i);
        if (!o->is_left_out)
            report->row[report->row_count++] = (wm_reverify_row){o, wm_reverify_judge(o)};
    }
    for (size_t i = 0; i < report->model->item_count; i++) {
        const wm_model_item *item = &report->model->item[i];
        const wm_model_verdict found = item->verdict;
        const bool has_failed = found.is_wrong || found.fault == WM_PLANNED_FAULTS_MISSED;
        if (!wm_reverify_selects(report->options, item->label))
            continue;
        report->failed += has_failed;
        report->undecided +=
            !has_failed && found.is_unknown &&
            (!report->options->exact || wm_tables_has(item->item->variant, WM_TRAIT_EXACT));
    }
}

bool wm_reverify_report_selects_finding(const wm_reverify_report *report,
                                        const wm_model_finding *finding)
{
    const wm_model_item *item = wm_model_item_of(report->model, finding->claim);
    if (item == NULL)
        return report->options->only_count == 0;
    return wm_reverify_selects(report->options, item->label);
}

int wm_reverify_report_exit(const wm_reverify_report *report)
{
    if (!report->sum.is_right || report->failed != 0)
        return WM_EXIT_NO;
    return report->sum.is_conclusive && report->undecided == 0 ? WM_EXIT_YES : WM_EXIT_INCONCLUSIVE;
}

const char *wm_reverify_report_status(const wm_reverify_report *report)
{
    switch (wm_reverify_report_exit(report)) {
    case WM_EXIT_YES:
        return "agrees";
    case WM_EXIT_NO:
        if (report->sum.is_right)
            return "failed";
        return report->sum.differing != 0 ? "differs" : "wrong origin";
    default:
        return report->sum.spot_checked != 0 && report->sum.is_enough &&
                       report->sum.not_checked == 0
                   ? "spot-checked"
                   : "inconclusive";
    }
}

/* ---- the next command ---- */

/* Whether all outputs with this prefix were fully reproduced; false if there are none. */
static bool is_sure(const wm_reverify_report *report, const char *prefix)
{
    bool is_any = false;
    for (size_t i = 0; i < report->row_count; i++) {
        const wm_reverify_row *row = &report->row[i];
        if (strncmp(row->output->label, prefix, strlen(prefix)) != 0)
            continue;
        if (row->finding.verdict != WM_REVERIFY_REPRODUCED || wm_reverify_is_partly(row->output) ||
            !row->output->own.is_recorded_method)
            return false;
        is_any = true;
    }
    return is_any;
}

/* Appends `--only PREFIX` unless the command has it. */
static wm_status add_only(wm_buffer *command, const char *prefix)
{
    char option[WM_PLAN_LABEL_SIZE + 16];
    const char *text = wm_buffer_text(command);
    (void)snprintf(option, sizeof option, " --only %s", prefix);
    if (text == NULL)
        return WM_E_NOMEM;
    return strstr(text, option) != NULL ? WM_OK : wm_buffer_puts(command, option);
}

/* Appends the selections that can be fully reproduced: whole workloads, then variants. */
static wm_status select_sure(const wm_reverify_report *report, wm_buffer *selection)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < wm_reverify_count(report->reverify) && status == WM_OK; i++) {
        const wm_variant *variant = wm_reverify_at(report->reverify, i)->item->variant;
        char prefix[WM_PLAN_LABEL_SIZE];
        (void)snprintf(prefix, sizeof prefix, "%s.", variant->workload);
        if (!is_sure(report, prefix))
            (void)snprintf(prefix, sizeof prefix, "%s.%s.", variant->workload, variant->variant);
        if (is_sure(report, prefix))
            status = add_only(selection, prefix);
    }
    return status;
}

/* Appends the selection of this command line. */
static wm_status select_asked(const wm_reverify_report *report, wm_buffer *selection)
{
    char word[WM_STYLE_SHELL_WORD];
    wm_status status = WM_OK;
    for (size_t i = 0; i < report->options->only_count && status == WM_OK; i++)
        status = wm_buffer_printf(selection, " --only %s",
                                  wm_style_shell_argument(report->options->only[i], word));
    return status;
}

/* Whether the only outputs that are in doubt are atomic sums. */
static bool is_atomic_alone(const wm_reverify_report *report)
{
    size_t doubtful = 0, atomic = 0;
    for (size_t i = 0; i < report->row_count; i++) {
        const wm_reverify_row *row = &report->row[i];
        const bool is_in_doubt =
            row->finding.verdict != WM_REVERIFY_REPRODUCED || wm_reverify_is_partly(row->output);
        doubtful += is_in_doubt;
        atomic += is_in_doubt && wm_reverify_is_atomic(row->output);
    }
    return doubtful != 0 && atomic == doubtful;
}

/* What the next command does otherwise than this one. */
typedef struct {
    bool reproducible; /* it leaves out atomic sums */
    bool selects;      /* it selects what came out here */
    unsigned threads;  /* it takes so many; 0: it does not say */
} next_command;

/* The next command after openings: whole outputs. After --product: with the recorded number of
 * threads, or without the outputs that cannot be reproduced. False: nothing else helps. */
static bool choose_next(const wm_reverify_report *report, next_command *next)
{
    const wm_reverify_origin *origin = wm_reverify_origin_of(report->reverify);
    *next = (next_command){report->options->reproducible, false, report->options->threads};
    if (!report->options->compute)
        return report->sum.unsettled != 0;
    if (origin->threads != 0) {
        next->threads = origin->threads;
        return true;
    }
    if (report->options->exact || origin->differing_count != 0 || origin->is_other)
        return false;
    if (is_atomic_alone(report))
        next->reproducible = true;
    else
        next->selects = true;
    return true;
}

/* Appends the options of the next command before its selection. */
static wm_status add_options(const wm_reverify_report *report, const next_command *next,
                             wm_buffer *command)
{
    const wm_reverify_options *options = report->options;
    char word[WM_STYLE_SHELL_WORD];
    wm_status status = wm_buffer_puts(command, "witnessmark reverify --product");
    if (status == WM_OK && next->reproducible)
        status = wm_buffer_puts(command, " --reproducible");
    if (status == WM_OK && options->exact)
        status = wm_buffer_puts(command, " --exact");
    if (status == WM_OK && options->backend != NULL)
        status = wm_buffer_printf(command, " --backend %s",
                                  wm_style_shell_argument(options->backend, word));
    if (status == WM_OK && options->device != NULL)
        status = wm_buffer_printf(command, " --device %s",
                                  wm_style_shell_argument(options->device, word));
    if (status == WM_OK && next->threads != 0)
        status = wm_buffer_printf(command, " --threads %u", next->threads);
    return status;
}

static wm_status add_next(const wm_reverify_report *report, wm_buffer *command)
{
    wm_buffer selection = WM_BUFFER_EMPTY;
    char path[WM_STYLE_SHELL_WORD];
    next_command next;
    wm_status status;
    if (!choose_next(report, &next))
        return WM_OK;
    status = next.selects ? select_sure(report, &selection) : select_asked(report, &selection);
    if (status == WM_OK && (!next.selects || selection.size != 0)) {
        status = add_options(report, &next, command);
        if (status == WM_OK)
            status = wm_buffer_printf(command, "%.*s %s", (int)selection.size,
                                      selection.size != 0 ? selection.data : "",
                                      wm_style_shell_record(report->path, path));
    }
    wm_buffer_clear(&selection);
    return status;
}

const char *wm_reverify_report_next(const wm_reverify_report *report, wm_document *to)
{
    wm_buffer command = WM_BUFFER_EMPTY;
    if (!report->sum.is_right) /* the record or this machine is wrong */
        return wm_document_text(to, "witnessmark selftest --backend %s",
                                wm_reverify_origin_of(report->reverify)->backend);
    if (wm_reverify_report_exit(report) == WM_EXIT_INCONCLUSIVE)
        wm_document_fail(to, add_next(report, &command));
    return wm_document_take(to, &command);
}

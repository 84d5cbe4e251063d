/* Audits the lines of a sweep for `witnessmark audit`. */
#include "cli/audit_fleet.h"

#include "cli/trouble.h"
#include "model/fleet_audit.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <stdio.h>
#include <string.h>

/* The object has the members of a record's where they mean the same. */
static void add_data(const char *path, const wm_audit_report *report, const wm_fleet *fleet,
                     const char *status, wm_document *to)
{
    wm_data_begin(to, "audit-fleet", status);
    wm_data_text(to, "fleet", path);
    wm_data_word(to, "root", report->root);
    wm_data_count(to, "nodes", fleet->count);
    wm_data_count(to, "bytes", report->size_bytes);
    wm_data_word(to, "file", report->failure.file);
    wm_data_count(to, "line", report->failure.line);
    wm_data_word(to, "rule", report->failure.tag);
    wm_data_word(to, "words", report->failure.words);
}

static void add_words(const wm_audit_report *report, const wm_fleet *fleet, wm_status status,
                      wm_document *to)
{
    wm_words *line = wm_words_new(to);
    if (status == WM_OK) {
        wm_words_word(line, WM_EMPHASIS_GOOD, "valid");
        wm_words_add(line, " ");
        wm_words_root(line, report->root);
        wm_words_add(line, "  sweep of %zu node%s", fleet->count, wm_style_plural(fleet->count));
        return;
    }
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_word(line, WM_EMPHASIS_BAD, status == WM_E_MISMATCH ? "other root" : "invalid");
    wm_words_add(line, " ");
    wm_words_data(line, report->failure.file);
    wm_words_add(line, ":%llu: [%s] ", (unsigned long long)report->failure.line,
                 report->failure.tag);
    wm_words_data(line, report->failure.words);
}

/* Compares the root with one that the reader holds. */
static wm_status compare(const char *path, const char *root, wm_audit_report *report)
{
    const char *name = strrchr(path, '/');
    if (root == NULL || strncmp(root, report->root, strlen(root)) == 0)
        return WM_OK;
    (void)snprintf(report->failure.file, sizeof report->failure.file, "%.255s",
                   name != NULL ? name + 1 : path);
    (void)snprintf(report->failure.tag, sizeof report->failure.tag, "root");
    (void)snprintf(report->failure.words, sizeof report->failure.words,
                   "the root is %.12s, not the one that is held", report->root);
    return WM_E_MISMATCH;
}

int wm_audit_fleet_run(const wm_call *call, const char *path, const char *root)
{
    wm_error err = {WM_OK, "", ""};
    wm_document to = {.status = WM_OK};
    wm_audit_report report;
    wm_fleet fleet;
    wm_status status;
    int answer;
    if (root != NULL && (strlen(root) < 8 || strlen(root) > 64))
        return wm_trouble_value(call, "--root", "8 to 64 hexadecimal digits", root);
    status = wm_fleet_audit_read(path, &fleet, &report, &err);
    if (status == WM_OK)
        status = compare(path, root, &report);
    if (status != WM_OK && status != WM_E_INVALID && status != WM_E_MISMATCH) {
        answer = wm_trouble_error(call, status, &err);
    } else {
        if (call->as_json)
            add_data(path, &report, &fleet, status == WM_OK ? "valid" : "invalid", &to);
        else
            add_words(&report, &fleet, status, &to);
        answer = wm_trouble_answer(call, &to, status == WM_OK ? WM_EXIT_YES : WM_EXIT_NO);
    }
    wm_fleet_clear(&fleet);
    return answer;
}

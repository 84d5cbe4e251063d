/* What an audit found, in words. */
#include "report/views/audit_text.h"

#include "model/mask.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"
#include "report/document/style.h"

#include <stdio.h>
#include <string.h>

void wm_audit_text_verdict(wm_status status, const wm_audit_report *report, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_buffer text = WM_BUFFER_EMPTY;
    if (status == WM_OK) {
        wm_words_add(line, "valid ");
        wm_words_root(line, report->root);
        return;
    }
    wm_document_fail(to, wm_outcome_write(status, report, &text));
    text.size -= text.size > 0; /* its newline */
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_data(line, wm_document_take(to, &text));
}

void wm_audit_text_failure(const wm_audit_report *report, wm_document *to)
{
    if (report->failure.tag[0] == '\0') {
        wm_data_null(to, "failure");
        return;
    }
    wm_data_object(to, "failure");
    wm_data_text(to, "file", report->failure.file);
    if (report->failure.line > 0)
        wm_data_count(to, "line", report->failure.line);
    else
        wm_data_null(to, "line");
    wm_data_text(to, "tag", report->failure.tag);
    wm_data_text(to, "words", report->failure.words);
    wm_data_end_object(to);
}

/* Whether a record may have this path: removing it would damage the record. */
static bool is_of_record(const char *path, size_t size)
{
    static const char *const names[] = {"evidence.jsonl", "manifest.sha256", "code", "prior"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == size && memcmp(names[i], path, size) == 0)
            return true;
    for (size_t i = 0; wm_checker_at(i) != NULL; i++)
        if (strlen(wm_checker_at(i)->path) == size &&
            memcmp(wm_checker_at(i)->path, path, size) == 0)
            return true;
    return size == strlen("prior/1.jsonl") && memcmp(path, "prior/", 6) == 0 &&
           memcmp(path + 7, ".jsonl", 6) == 0;
}

void wm_audit_text_remedy(const wm_audit_report *report, const char *path, wm_document *to)
{
    const char *file = report->failure.file;
    const bool is_folder = strcmp(report->failure.words, "this folder is empty") == 0;
    char place[4400], word[WM_STYLE_SHELL_WORD];
    size_t size = strcspn(file, "/");
    if (strcmp(report->failure.tag, "extra") != 0 && strcmp(report->failure.tag, "symlink") != 0)
        return;
    if (file[size] == '/' && is_of_record(file, size))
        size += 1 + strcspn(file + size + 1, "/"); /* in code/ or prior/ */
    /* the verdict's line writes an odd character as an escape, and cuts a long path */
    if (is_of_record(file, size) || strchr(file, '\\') != NULL ||
        strlen(file) + 1 >= sizeof report->failure.file)
        return;
    (void)snprintf(place, sizeof place, "%.4000s%s%.*s", path,
                   path[strlen(path) - 1] == '/' ? "" : "/", (int)size, file);
    wm_words_add(wm_words_new(to), "next: remove what is not of the record: rm %s%s",
                 file[size] == '/' || is_folder ? "-r " : "", wm_style_shell_word(place, word));
}

/* Where checkers come from, for people and for programs. */
static const char *const CHECKERS[][2] = {
    [WM_CHECKERS_OWN] = {"from this release", "own release"},
    [WM_CHECKERS_EARLIER] = {"from an earlier release", "earlier release"},
    [WM_CHECKERS_DIFFER] = {"not from a release that this program knows", "differ"},
    [WM_CHECKERS_NOT_CHECKED] = {NULL, "not checked"},
};

const char *wm_audit_text_checkers(wm_checker_state checkers)
{
    return CHECKERS[checkers][0];
}

const char *wm_audit_text_checkers_word(wm_checker_state checkers)
{
    return CHECKERS[checkers][1];
}

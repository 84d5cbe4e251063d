/* Prints the result of an audit, masked for a terminal. */
#include "report/views/audit_text.h"

#include "model/mask.h"
#include "record/audit/outcome.h"
#include "report/print/json_output.h"
#include "report/print/prose.h"
#include "report/print/style.h"

#include <stdbool.h>
#include <string.h>

wm_status wm_audit_text_print(wm_status status, const wm_audit_report *report, int width, FILE *out)
{
    wm_audit_report masked = *report;
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status written;
    wm_mask_bytes(masked.failure.file, strlen(masked.failure.file));
    wm_mask_bytes(masked.failure.words, strlen(masked.failure.words));
    written = wm_outcome_write(status, &masked, &text);
    if (written == WM_OK)
        text.size--; /* its newline */
    if (written == WM_OK && wm_buffer_text(&text) == NULL)
        written = WM_E_NOMEM;
    if (written == WM_OK)
        wm_prose_print(text.data, "", "  ", width, out);
    wm_buffer_clear(&text);
    return written;
}

void wm_audit_text_add_failure(wm_node *node, const wm_audit_report *report)
{
    if (report->failure.tag[0] == '\0') {
        wm_node_null(node, "failure");
        return;
    }
    wm_node_open_object(node, "failure");
    wm_json_output_text(node, "file", report->failure.file);
    if (report->failure.line > 0)
        wm_node_count(node, "line", report->failure.line);
    else
        wm_node_null(node, "line");
    wm_node_text(node, "tag", report->failure.tag);
    wm_json_output_text(node, "words", report->failure.words);
    wm_node_close_object(node);
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

void wm_audit_text_remedy(const wm_audit_report *report, const char *path, FILE *out)
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
    fprintf(out, "next: remove what is not of the record: rm %s%s\n",
            file[size] == '/' || is_folder ? "-r " : "", wm_style_shell_word(place, word));
}

const char *wm_audit_text_checkers(wm_checker_state checkers)
{
    switch (checkers) {
    case WM_CHECKERS_OWN:
        return "from this release";
    case WM_CHECKERS_EARLIER:
        return "from an earlier release";
    case WM_CHECKERS_DIFFER:
        return "not from a release that this program knows";
    case WM_CHECKERS_NOT_CHECKED:
        break;
    }
    return NULL;
}

const char *wm_audit_text_checkers_word(wm_checker_state checkers)
{
    switch (checkers) {
    case WM_CHECKERS_OWN:
        return "own release";
    case WM_CHECKERS_EARLIER:
        return "earlier release";
    case WM_CHECKERS_DIFFER:
        return "differ";
    case WM_CHECKERS_NOT_CHECKED:
        break;
    }
    return "not checked";
}

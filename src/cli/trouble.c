/* Error reporting. */
#include "cli/trouble.h"

#include "cli/command.h"
#include "cli/terminal.h"
#include "base/status.h"
#include "record/audit/outcome.h"
#include "report/views/audit_text.h"
#include "report/document/data.h"
#include "report/document/style.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Prints only the object. place may be empty. */
static void print_json(const char *command, const char *status, const char *place,
                       const char *words)
{
    wm_document to = {.status = WM_OK};
    wm_data_begin(&to, command, status);
    if (place[0] != '\0')
        wm_data_text(&to, "place", place);
    wm_data_text(&to, "error", words);
    /* Without memory the object is omitted; the message on stderr follows in each case. */
    (void)!wm_terminal_print(&to, true, false);
}

int wm_trouble_say(const char *command, bool as_json, const char *place, const char *words)
{
    char place_room[WM_STYLE_MASKED], words_room[WM_STYLE_MASKED], line[2 * WM_STYLE_MASKED + 64];
    if (as_json) {
        print_json(command, "trouble", place, words);
        (void)wm_terminal_finish(stdout, command);
    }
    (void)snprintf(line, sizeof line, "witnessmark %.32s: %s%s%s", command,
                   wm_style_masked(place, place_room), place[0] != '\0' ? ": " : "",
                   wm_style_masked(words, words_room));
    wm_terminal_say(stderr, line);
    return WM_EXIT_TROUBLE;
}

int wm_trouble_error(const char *command, bool as_json, wm_status status, const wm_error *err)
{
    return wm_trouble_say(command, as_json, err->place,
                          err->message[0] != '\0' ? err->message : wm_status_text(status));
}

wm_status wm_trouble_option(const char *command, wm_status status, wm_error *err)
{
    char word[64];
    const int size = snprintf(word, sizeof word, "--%.40s", err->place);
    const wm_option *option = wm_command_option(wm_command_find(command), word, (size_t)size);
    return status == WM_OK || option == NULL ? status
                                             : wm_error_place(err, status, "%s", option->name);
}

int wm_trouble_record(const char *command, bool as_json, const char *path, wm_status status,
                      const wm_audit_report *report, const wm_error *err, FILE *out)
{
    const int answer = wm_outcome_exit(status);
    const wm_paper paper = wm_terminal_paper(out, false);
    wm_document verdict = {.status = WM_OK}, next = {.status = WM_OK};
    struct stat about;
    char place[320];
    if (answer == WM_EXIT_TROUBLE || report->failure.tag[0] == '\0')
        return wm_trouble_say(command, as_json, path,
                              err->message[0] != '\0' ? err->message : wm_status_text(status));
    if (report->failure.line != 0)
        (void)snprintf(place, sizeof place, "%s:%llu", report->failure.file,
                       (unsigned long long)report->failure.line);
    else
        (void)snprintf(place, sizeof place, "%s", report->failure.file);
    if (as_json)
        print_json(command, wm_outcome_words(status), place, report->failure.words);
    wm_audit_text_verdict(status, report, &verdict);
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        wm_audit_text_remedy(report, path, &next);
    status = wm_print_terminal(&verdict, &paper, out);
    (void)fflush(out); /* the verdict comes first, even if both streams are one file */
    if (status == WM_OK)
        status = wm_print_terminal(&next, &paper, stderr);
    wm_document_clear(&verdict);
    wm_document_clear(&next);
    return status == WM_OK ? answer : wm_trouble_say(command, false, path, wm_status_text(status));
}

int wm_trouble_value(const char *command, bool as_json, const char *option, const char *wanted,
                     const char *value)
{
    char words[512];
    (void)snprintf(words, sizeof words, "needs %s, not '%.200s'", wanted, value);
    return wm_trouble_say(command, as_json, option, words);
}

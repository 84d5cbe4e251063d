/* Error reporting, and the answers that may fail. */
#include "cli/trouble.h"

#include "base/code_point.h"

#include "cli/terminal.h"
#include "base/status.h"
#include "record/audit/outcome.h"
#include "report/views/audit_text.h"
#include "report/document/data.h"
#include "report/document/style.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Prints only the object. place may be empty. */
static void print_json(const wm_call *call, const char *status, const char *place,
                       const char *words)
{
    const wm_paper paper = {.width = 0};
    wm_document to = {.status = WM_OK};
    wm_data_begin(&to, call->command->name, status);
    if (place[0] != '\0')
        wm_data_text(&to, "place", place);
    wm_data_text(&to, "error", words);
    /* Without memory the object is omitted; the message on stderr follows in each case. */
    (void)!wm_print_json(&to, &paper, stdout);
    wm_document_clear(&to);
}

static void say(const wm_call *call, const char *status, const char *place, const char *words)
{
    char place_room[WM_STYLE_MASKED], words_room[WM_STYLE_MASKED], line[2 * WM_STYLE_MASKED + 64];
    if (call->as_json) {
        print_json(call, status, place, words);
        (void)wm_terminal_finish(stdout, call->command->name);
    }
    (void)snprintf(line, sizeof line, "witnessmark %.32s: %s%s%s", call->command->name,
                   wm_style_masked(place, place_room), place[0] != '\0' ? ": " : "",
                   wm_style_masked(words, words_room));
    wm_terminal_say(stderr, line);
}

int wm_trouble_say(const wm_call *call, const char *place, const char *words)
{
    say(call, "trouble", place, words);
    return WM_EXIT_TROUBLE;
}

int wm_trouble_inconclusive(const wm_call *call, const char *place, const char *words)
{
    say(call, "inconclusive", place, words);
    return WM_EXIT_INCONCLUSIVE;
}

int wm_trouble_error(const wm_call *call, wm_status status, const wm_error *err)
{
    return wm_trouble_say(call, err->place,
                          err->message[0] != '\0' ? err->message : wm_status_text(status));
}

int wm_trouble_value(const wm_call *call, const char *option, const char *wanted, const char *value)
{
    char words[512];
    (void)snprintf(words, sizeof words, "needs %s, not '%.*s'", wanted, WM_FIT(value, 200));
    return wm_trouble_say(call, option, words);
}

wm_status wm_trouble_option(const wm_call *call, wm_status status, wm_error *err)
{
    char word[64];
    const int size = snprintf(word, sizeof word, "--%.*s", WM_FIT(err->place, 40));
    const wm_option *option = wm_command_option(call->command, word, (size_t)size);
    return status == WM_OK || option == NULL ? status
                                             : wm_error_place(err, status, "%s", option->name);
}

int wm_trouble_record(const wm_call *call, const char *path, wm_status status,
                      const wm_audit_report *report, const wm_error *err, FILE *out)
{
    const int answer = wm_outcome_exit(status);
    const wm_paper paper = wm_terminal_paper(out, false);
    wm_document verdict = {.status = WM_OK}, next = {.status = WM_OK};
    struct stat about;
    char place[320];
    if (answer == WM_EXIT_TROUBLE || report->failure.tag[0] == '\0')
        return wm_trouble_say(call, path,
                              err->message[0] != '\0' ? err->message : wm_status_text(status));
    if (report->failure.line != 0)
        (void)snprintf(place, sizeof place, "%s:%llu", report->failure.file,
                       (unsigned long long)report->failure.line);
    else
        (void)snprintf(place, sizeof place, "%s", report->failure.file);
    if (call->as_json)
        print_json(call, wm_outcome_words(status), place, report->failure.words);
    wm_audit_text_verdict(status, report, &verdict);
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        wm_audit_text_remedy(report, path, &next);
    status = wm_print_terminal(&verdict, &paper, out);
    (void)fflush(out); /* the verdict comes first, even if both streams are one file */
    if (status == WM_OK)
        status = wm_print_terminal(&next, &paper, stderr);
    wm_document_clear(&verdict);
    wm_document_clear(&next);
    return status == WM_OK ? answer : wm_trouble_say(call, path, wm_status_text(status));
}

int wm_trouble_one_record(const wm_call *call, const char *path, wm_status status,
                          const wm_audit_report *report, const wm_error *err)
{
    char masked[WM_STYLE_MASKED];
    if (wm_outcome_exit(status) != WM_EXIT_TROUBLE && report->failure.tag[0] != '\0')
        fprintf(stderr, "witnessmark %s: %s: ", call->command->name, wm_style_masked(path, masked));
    return wm_trouble_record(call, path, status, report, err, stderr);
}

int wm_trouble_answer(const wm_call *call, wm_document *document, int answer)
{
    const wm_status status = wm_terminal_print(call, document);
    if (status != WM_OK)
        return wm_trouble_say(call, "", wm_status_text(status));
    return wm_terminal_finish(stdout, call->command->name) ? answer : WM_EXIT_TROUBLE;
}

int wm_trouble_text(const wm_call *call, const wm_buffer *text)
{
    if (fwrite(text->data, 1, text->size, stdout) == text->size && fflush(stdout) == 0)
        return WM_EXIT_YES;
    return wm_trouble_say(call, "standard output", strerror(errno));
}

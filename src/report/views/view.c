/* Prints lines of a view: in its width, or as items of a Markdown list. */
#include "report/views/view.h"

#include "base/buffer.h"
#include "report/print/prose.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_USUAL = 80, LINE_SIZE = 4096, INDENT_MOST = 8 };

int wm_view_width(const wm_view *view)
{
    if (view->form != WM_TABLE_PLAIN)
        return INT_MAX;
    return view->columns > 0 ? (int)view->columns : COLUMNS_USUAL;
}

void wm_view_say(const wm_view *view, FILE *out, const char *format, ...)
{
    char line[LINE_SIZE], lead[INDENT_MOST + 1], hang[INDENT_MOST + 3];
    size_t indent;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (view->form == WM_TABLE_MARKDOWN) {
        fprintf(out, "- %s\n", line);
        return;
    }
    indent = strspn(line, " ");
    indent = indent < INDENT_MOST ? indent : INDENT_MOST;
    (void)snprintf(lead, sizeof lead, "%*s", (int)indent, "");
    (void)snprintf(hang, sizeof hang, "%s  ", lead);
    wm_prose_print(line + indent, lead, hang, wm_view_width(view), out);
}

/* The length of the shell's word at text, up to a space outside of quotes. */
static size_t shell_word(const char *text)
{
    bool is_quoted = false;
    size_t at = 0;
    for (; text[at] != '\0' && (is_quoted || text[at] != ' '); at++) {
        if (text[at] == '\'')
            is_quoted = !is_quoted;
        else if (text[at] == '\\' && text[at + 1] != '\0' && !is_quoted)
            at++;
    }
    return at;
}

void wm_view_command(const wm_view *view, FILE *out, const char *lead, const char *command)
{
    const size_t width = (size_t)wm_view_width(view);
    size_t used = wm_prose_width(lead);
    bool is_first = true;
    fputs(lead, out);
    while (*command != '\0') {
        const size_t size = shell_word(command);
        const size_t columns = size; /* wm_style_shell_word writes ASCII or short UTF-8 */
        /* two columns for the mark of a line that continues */
        if (view->is_terminal && !is_first && used + 1 + columns + 2 > width) {
            fputs(" \\\n   ", out);
            used = 3;
        }
        fprintf(out, "%s%.*s", is_first ? "" : " ", (int)size, command);
        used += columns + (is_first ? 0 : 1);
        is_first = false;
        command += size;
        while (*command == ' ')
            command++;
    }
    fputc('\n', out);
}

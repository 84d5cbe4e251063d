/* Prints lines of words in a width. */
#include "report/print/terminal_line.h"

#include "base/buffer.h"
#include "report/print/prose.h"

#include <limits.h>
#include <string.h>

enum { INDENT_MOST = 8, ROOT_SHOWN = 32 };

/* Appends the end of a path that fits beside the rest of its line, behind "...". */
static wm_status add_path(const wm_span *span, size_t columns, wm_buffer *to)
{
    const char *text = span->text;
    const size_t most = columns > span->beside ? columns - span->beside : 0;
    size_t width = wm_prose_width(text);
    if (most < 8 || width <= most)
        return wm_buffer_puts(to, text);
    for (; width + 3 > most; width--) {
        text++;
        while (((unsigned char)*text & 0xc0) == 0x80)
            text++;
    }
    return wm_buffer_printf(to, "...%s", text);
}

static bool is_narrow(const wm_words *line, const wm_paper *paper)
{
    size_t columns = 0;
    for (size_t i = 0; i < line->count; i++)
        columns += wm_prose_width(line->span[i].text);
    return paper->is_terminal && columns > wm_paper_width(paper);
}

static wm_status add_root(const wm_words *line, const char *root, const wm_paper *paper,
                          wm_buffer *to)
{
    if (is_narrow(line, paper))
        return wm_buffer_printf(to, "%.*s (%d of 64 digits)", ROOT_SHOWN, root, ROOT_SHOWN);
    return wm_buffer_puts(to, root);
}

/* Appends the pieces of [first, end). */
static wm_status add_spans(const wm_words *line, size_t first, size_t end, const wm_paper *paper,
                           wm_buffer *to)
{
    wm_status status = WM_OK;
    for (size_t i = first; i < end && status == WM_OK; i++) {
        const wm_span *span = &line->span[i];
        status = wm_buffer_puts(to, wm_paper_on(paper, span->emphasis));
        if (status == WM_OK && span->role == WM_SPAN_PATH)
            status = add_path(span, wm_paper_width(paper), to);
        else if (status == WM_OK && span->role == WM_SPAN_ROOT)
            status = add_root(line, span->text, paper, to);
        else if (status == WM_OK)
            status = wm_buffer_puts(to, span->text);
        if (status == WM_OK)
            status = wm_buffer_puts(to, wm_paper_off(paper, span->emphasis));
    }
    return status;
}

/* Appends the branches of a tree: to the line itself, or to lines below it. */
static wm_status add_branch(const char *branch, bool is_below, bool has_lines, wm_buffer *to)
{
    static const char *const forms[][4] = {{"|-- ", "`-- ", "|   ", "    "},
                                           {"├── ", "└── ", "│   ", "    "}};
    wm_status status = WM_OK;
    for (; *branch != '\0' && status == WM_OK; branch++) {
        const bool is_own = branch[1] == '\0' && !is_below;
        status = wm_buffer_puts(to, forms[has_lines][(is_own ? 0 : 2) + (*branch == ' ')]);
    }
    return status;
}

/* What comes before the text of a line, its text, and what comes before the lines below it. */
typedef struct {
    wm_buffer lead, text, hang;
} parts;

static wm_status add_indent(parts *of)
{
    const char *text = wm_buffer_text(&of->text);
    size_t indent = text != NULL ? strspn(text, " ") : 0;
    indent = indent < INDENT_MOST ? indent : INDENT_MOST;
    if (text == NULL)
        return WM_E_NOMEM;
    memmove(of->text.data, of->text.data + indent, of->text.size - indent);
    of->text.size -= indent;
    if (wm_buffer_printf(&of->lead, "%*s", (int)indent, "") != WM_OK)
        return WM_E_NOMEM;
    return wm_buffer_printf(&of->hang, "%*s", (int)indent + 2, "");
}

static wm_status compose(const wm_words *line, const wm_paper *paper, parts *of)
{
    wm_status status = add_spans(line, 0, line->lead, paper, &of->lead);
    if (status == WM_OK)
        status = add_spans(line, line->lead, line->count, paper, &of->text);
    if (status == WM_OK && line->branch != NULL) {
        status = add_branch(line->branch, false, paper->has_blocks, &of->lead);
        if (status == WM_OK)
            status = add_branch(line->branch, true, paper->has_blocks, &of->hang);
    } else if (status == WM_OK && line->hang != NULL) {
        status = wm_buffer_puts(&of->hang, line->hang);
    } else if (status == WM_OK) {
        status = add_indent(of);
    }
    if (status == WM_OK && (wm_buffer_text(&of->lead) == NULL || wm_buffer_text(&of->hang) == NULL))
        status = WM_E_NOMEM;
    return status == WM_OK && wm_buffer_text(&of->text) == NULL ? WM_E_NOMEM : status;
}

/* Puts the right end of a line into its room, or behind the text. True: the line is printed. */
static bool print_right(const wm_words *line, size_t width, parts *of, wm_status *status, FILE *out)
{
    const size_t used = wm_prose_width(of->lead.data) + wm_prose_width(of->text.data);
    if (used + 2 + strlen(line->right) <= width) {
        fprintf(out, "%s%s%*s\n", of->lead.data, of->text.data, (int)(width - used), line->right);
        return true;
    }
    *status = wm_buffer_printf(&of->text, "; %s", line->right);
    if (*status == WM_OK && wm_buffer_text(&of->text) == NULL)
        *status = WM_E_NOMEM;
    return *status != WM_OK;
}

static void print_parts(const wm_words *line, const wm_paper *paper, const parts *of, FILE *out)
{
    const char *lead = of->lead.data, *text = of->text.data, *hang = of->hang.data;
    const size_t width = wm_paper_width(paper), used = wm_prose_width(lead);
    const bool is_whole = line->breaks == WM_BREAKS_NEVER ||
                          (line->breaks == WM_BREAKS_TERMINAL && !paper->is_terminal);
    if (is_whole || (line->breaks == WM_BREAKS_NARROW && width <= used)) {
        fprintf(out, "%s%s\n", lead, text);
    } else if (line->breaks == WM_BREAKS_NARROW) {
        fputs(lead, out);
        wm_prose_print(text, "", hang, (int)(width - used), out);
    } else {
        wm_prose_print(text, lead, hang, (int)width, out);
    }
}

wm_status wm_terminal_line_print(const wm_words *line, const wm_paper *paper, FILE *out)
{
    parts of = {WM_BUFFER_EMPTY, WM_BUFFER_EMPTY, WM_BUFFER_EMPTY};
    wm_status status = compose(line, paper, &of);
    if (status == WM_OK &&
        (line->right == NULL || !print_right(line, wm_paper_width(paper), &of, &status, out)))
        print_parts(line, paper, &of, out);
    wm_buffer_clear(&of.lead);
    wm_buffer_clear(&of.text);
    wm_buffer_clear(&of.hang);
    return status;
}

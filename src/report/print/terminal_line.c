/* Prints lines of words in a width. */
#include "report/print/terminal_parts.h"

#include "report/print/prose.h"

#include <string.h>

enum { INDENT_MOST = 8, ROOT_SHOWN = 32 };

/* What comes before the text of a line, its text, and what comes before the lines below it. */
typedef struct {
    wm_document memory; /* of the texts; it notes a failure */
    const char *lead, *text, *hang;
} parts;

/* The end of a path that fits beside the rest of its line, behind "...". */
static const char *path_text(const wm_span *span, size_t columns, wm_document *memory)
{
    const char *text = span->text;
    const size_t most = columns > span->beside ? columns - span->beside : 0;
    size_t width = wm_prose_width(text);
    if (most < 8 || width <= most)
        return text;
    for (; width + 3 > most; width--) {
        text++;
        while (((unsigned char)*text & 0xc0) == 0x80)
            text++;
    }
    return wm_document_text(memory, "...%s", text);
}

static bool is_narrow(const wm_words *line, const wm_paper *paper)
{
    size_t columns = 0;
    for (size_t i = 0; i < line->count; i++)
        columns += wm_prose_width(line->span[i].text);
    return paper->is_terminal && columns > wm_paper_width(paper);
}

/* The pieces of [first, end). */
static const char *spans_text(const wm_words *line, size_t first, size_t end, const wm_paper *paper,
                              wm_document *memory)
{
    const char *text = "";
    for (size_t i = first; i < end; i++) {
        const wm_span *span = &line->span[i];
        const char *piece = span->text;
        if (span->role == WM_SPAN_PATH)
            piece = path_text(span, wm_paper_width(paper), memory);
        else if (span->role == WM_SPAN_ROOT && is_narrow(line, paper))
            piece = wm_document_text(memory, "%.*s (%d of 64 digits)", ROOT_SHOWN, span->text,
                                     ROOT_SHOWN);
        text = wm_document_text(memory, "%s%s%s%s", text, wm_paper_on(paper, span->emphasis), piece,
                                wm_paper_off(paper, span->emphasis));
    }
    return text;
}

/* The branches of a tree before the line itself, or before lines below it. */
static const char *branch_text(const char *branch, bool is_below, bool has_lines,
                               wm_document *memory)
{
    static const char *const forms[][4] = {{"|-- ", "`-- ", "|   ", "    "},
                                           {"├── ", "└── ", "│   ", "    "}};
    const char *text = "";
    for (; *branch != '\0'; branch++) {
        const bool is_own = branch[1] == '\0' && !is_below;
        text = wm_document_text(memory, "%s%s", text,
                                forms[has_lines][(is_own ? 0 : 2) + (*branch == ' ')]);
    }
    return text;
}

static void compose(const wm_words *line, const wm_paper *paper, parts *of)
{
    wm_document *memory = &of->memory;
    of->lead = spans_text(line, 0, line->lead, paper, memory);
    of->text = spans_text(line, line->lead, line->count, paper, memory);
    if (line->branch != NULL) {
        of->lead = wm_document_text(memory, "%s%s", of->lead,
                                    branch_text(line->branch, false, paper->has_blocks, memory));
        of->hang = branch_text(line->branch, true, paper->has_blocks, memory);
    } else if (line->hang != NULL) {
        of->hang = line->hang;
    } else {
        const size_t spaces = strspn(of->text, " ");
        const size_t indent = spaces < INDENT_MOST ? spaces : INDENT_MOST;
        of->lead = wm_document_text(memory, "%s%*s", of->lead, (int)indent, "");
        of->hang = wm_document_text(memory, "%*s", (int)indent + 2, "");
        of->text += indent;
    }
}

/* Puts the right end of a line into its room, or behind the text. True: the line is printed. */
static bool print_right(const wm_words *line, size_t width, parts *of, FILE *out)
{
    const size_t used = wm_prose_width(of->lead) + wm_prose_width(of->text);
    if (used + 2 + strlen(line->right) <= width) {
        fprintf(out, "%s%s%*s\n", of->lead, of->text, (int)(width - used), line->right);
        return true;
    }
    of->text = wm_document_text(&of->memory, "%s; %s", of->text, line->right);
    return false;
}

static void print_parts(const wm_words *line, const wm_paper *paper, const parts *of, FILE *out)
{
    const char *lead = of->lead, *text = of->text, *hang = of->hang;
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
    parts of = {.lead = NULL};
    wm_status status;
    bool is_printed = false;
    compose(line, paper, &of);
    if (of.memory.status == WM_OK && line->right != NULL)
        is_printed = print_right(line, wm_paper_width(paper), &of, out);
    if (of.memory.status == WM_OK && !is_printed) /* a line is whole, or there is none */
        print_parts(line, paper, &of, out);
    status = of.memory.status;
    wm_document_clear(&of.memory);
    return status;
}

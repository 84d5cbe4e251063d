/* Text as LaTeX sets it.
 *
 * A record's texts may be hostile, and the reader compiles what is printed. So every ASCII
 * character that TeX reads as more than itself is printed as a command that sets it, also those
 * that ligatures join (`--`, `''`). Other characters depend on engine and fonts: the few that units
 * and names of products need are commands, the rest are codes. */
#include "report/print/latex_text.h"

#include "base/code_point.h"

#include <stdbool.h>
#include <string.h>

enum { ROOT_DIGITS = 16 };

/* The command for a character of ASCII; NULL: it is itself. `\{` would be a brace to BibTeX. */
static const char *command_of(char character)
{
    switch (character) {
    case '\\':
        return "\\textbackslash{}";
    case '{':
        return "\\textbraceleft{}";
    case '}':
        return "\\textbraceright{}";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '"':
        return "{\\char34}"; /* not the shorthand of a language */
    case '`':
        return "{\\char96}";
    case '\'':
        return "{'}";
    case '#':
        return "\\#";
    case '$':
        return "\\$";
    case '%':
        return "\\%";
    case '&':
        return "\\&";
    case '_':
        return "\\_";
    default:
        return NULL;
    }
}

/* Prints a character beyond ASCII. */
static void print_wide(unsigned long code, FILE *out)
{
    static const struct {
        unsigned long code;
        const char *command;
    } KNOWN[] = {
        {0xa9, "\\copyright{}"}, {0xae, "\\textregistered{}"},
        {0xb0, "$^{\\circ}$"},   {0xb1, "$\\pm$"},
        {0xb2, "$^{2}$"},        {0xb3, "$^{3}$"},
        {0xb5, "$\\mu$"},        {0xb7, "$\\cdot$"},
        {0xd7, "$\\times$"},     {0x3bc, "$\\mu$"},
        {0x2013, "--"},          {0x2014, "---"},
        {0x2026, "\\ldots{}"},   {0x2122, "\\texttrademark{}"},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (KNOWN[i].code == code) {
            fputs(KNOWN[i].command, out);
            return;
        }
    fprintf(out, "(U+%04lX)", code);
}

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* Whether the space at `at` is between a number and its unit; else only one before `%` is. */
static bool is_thin(const char *text, size_t at, bool is_quantity)
{
    const char next = text[at + 1];
    const bool is_unit =
        next == '%' || (is_quantity && next != '\0' && strchr(" .-[(", next) == NULL);
    return at > 0 && is_digit(text[at - 1]) && is_unit;
}

static void print(const char *text, bool is_quantity, FILE *out)
{
    size_t size = 1;
    if (is_quantity && text[0] == '-' && is_digit(text[1])) {
        fputs("$-$", out);
        text++;
    }
    for (size_t i = 0; text[i] != '\0'; i += size) {
        const char *command = command_of(text[i]);
        size = 1;
        if (command != NULL) {
            fputs(command, out);
        } else if (text[i] == ' ' && is_thin(text, i, is_quantity)) {
            fputs("\\,", out);
        } else if ((text[i] == '-' || text[i] == ',') && text[i + 1] == text[i]) {
            fprintf(out, "%c{}", text[i]);
        } else if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f) {
            fputc('?', out); /* no view lets one pass */
        } else if ((unsigned char)text[i] < 0x80) {
            fputc(text[i], out);
        } else {
            const unsigned long code = wm_code_point_read(text + i, &size);
            print_wide(size != 0 ? code : 0xfffd, out);
            size = size != 0 ? size : 1;
        }
    }
}

void wm_latex_text_print(const char *text, FILE *out)
{
    print(text, false, out);
}

void wm_latex_text_quantity(const char *text, FILE *out)
{
    print(text, true, out);
}

/* A root is a word that no line breaks, so it is cut; a remark has all of it. */
static void print_root(const char *root, FILE *out)
{
    fprintf(out, "\\texttt{%.*s}", ROOT_DIGITS, root);
}

void wm_latex_text_line(const wm_words *line, FILE *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const wm_span *span = &line->span[i];
        const bool is_strong =
            span->emphasis == WM_EMPHASIS_HEAD || span->emphasis == WM_EMPHASIS_BAD;
        fputs(is_strong ? "\\textbf{" : "", out);
        if (span->role == WM_SPAN_ROOT)
            print_root(span->text, out);
        else if (span->role == WM_SPAN_QUANTITY)
            wm_latex_text_quantity(span->text, out);
        else
            wm_latex_text_print(span->text, out);
        fputs(is_strong ? "}" : "", out);
    }
    if (line->right != NULL) {
        fputs("; ", out);
        wm_latex_text_print(line->right, out);
    }
}

void wm_latex_text_comment(const char *text, FILE *out)
{
    fputs("% ", out);
    for (; *text != '\0'; text++)
        fputc(*text == '@' || (unsigned char)*text < 0x20 ? '?' : *text, out);
    fputc('\n', out);
}

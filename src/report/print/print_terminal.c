/* Prints a document for people, in lines of a width. */
#include "base/code_point.h"
#include "report/print/printers.h"

#include "model/mask.h"
#include "report/print/prose.h"
#include "report/document/figure.h"
#include "report/print/terminal_parts.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 512 };

/* ---- changes --------------------------------------------------------------------------------- */

/* Where to begin to show two long texts: shortly before they differ. */
static size_t begin_of(const char *a, const char *b)
{
    enum { BEFORE = 16 };
    size_t same = 0;
    while (a[same] != '\0' && a[same] == b[same])
        same++;
    if (same <= 2 * BEFORE)
        return 0;
    for (same -= BEFORE; ((unsigned char)a[same] & 0xc0) == 0x80;)
        same++;
    return same;
}

/* Prints a text from a place on, cut to size bytes between two characters. */
static void print_cut(const char *text, size_t begin, size_t size, FILE *out)
{
    const char *rest = text + begin, *lead = begin > 0 ? "..." : "";
    char room[WORDS];
    if (strlen(lead) + strlen(rest) > size && size < sizeof room) {
        wm_mask_copy(rest, strlen(rest), room, size - strlen(lead) - 2);
        fprintf(out, "%s%s...\n", lead, room);
        return;
    }
    fprintf(out, "%s%s\n", lead, rest);
}

static void print_change(const wm_change *change, size_t width, FILE *out)
{
    const char *from = change->from, *to = change->to;
    size_t begin;
    if (strlen(change->name) + strlen(from) + strlen(to) + 8 <= width) {
        fprintf(out, "  %s: %s -> %s\n", change->name, from, to);
        return;
    }
    begin = strlen(from) > width - 7 || strlen(to) > width - 7 ? begin_of(from, to) : 0;
    fprintf(out, "  %s:\n    A  ", change->name);
    print_cut(from, begin, width - 7, out);
    fputs("    B  ", out);
    print_cut(to, begin, width - 7, out);
}

/* ---- commands -------------------------------------------------------------------------------- */

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

/* Prints a command behind `lead`. On a terminal a long one continues on the next line behind a
 * backslash, as a shell reads it. */
static void print_words(const char *lead, const char *command, const wm_paper *paper, FILE *out)
{
    const size_t width = wm_paper_width(paper);
    size_t used = wm_prose_width(lead);
    bool is_first = true;
    fputs(lead, out);
    while (*command != '\0') {
        const size_t size = shell_word(command);
        const size_t columns = size; /* wm_style_shell_word writes ASCII or short UTF-8 */
        /* two columns for the mark of a line that continues */
        if (paper->is_terminal && !is_first && used + 1 + columns + 2 > width) {
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

/* Prints a command with its answer; on a terminal below it, if the line would be too long. */
static void print_answered(const wm_shell *command, const wm_paper *paper, FILE *out)
{
    const size_t width = wm_paper_width(paper);
    const size_t one_line = wm_prose_width(command->lead) + wm_prose_width(command->command) +
                            strlen("   # ") + strlen(command->answer);
    if (!paper->is_terminal || one_line <= width) {
        fprintf(out, "%s%s   # %s\n", command->lead, command->command, command->answer);
        return;
    }
    print_words(command->lead, command->command, paper, out);
    if (strlen("  # ") + strlen(command->answer) <= width)
        fprintf(out, "  # %s\n", command->answer);
    else
        fprintf(out, "  # %.*s...\n", WM_FIT(command->answer, width - strlen("  # ...")));
}

static void print_command(const wm_shell *command, const wm_paper *paper, FILE *out)
{
    const size_t width = wm_paper_width(paper);
    size_t used = wm_prose_width(command->lead) + wm_prose_width(command->command);
    if (command->answer != NULL) {
        print_answered(command, paper, out);
        return;
    }
    if (command->beside != NULL) {
        used += wm_prose_width(command->beside);
        if (used + 2 <= width) {
            fprintf(out, "%s%*s%s%s\n", command->beside, (int)(width - used), "", command->lead,
                    command->command);
            return;
        }
        wm_prose_print(command->beside, "", "  ", (int)width, out);
    }
    print_words(command->lead, command->command, paper, out);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Prints a line of the evidence: byte for byte, but masked on a terminal. */
static wm_status print_evidence(const char *text, size_t size, const wm_paper *paper, FILE *out)
{
    char *copy = paper->is_terminal ? malloc(size + 1) : NULL;
    if (copy == NULL && paper->is_terminal)
        return WM_E_NOMEM;
    if (copy != NULL) {
        memcpy(copy, text, size);
        wm_mask_bytes(copy, size);
    }
    (void)fwrite(copy != NULL ? copy : text, 1, size, out);
    fputc('\n', out);
    free(copy);
    return WM_OK;
}

static void print_section(const wm_section *section, const wm_paper *paper, FILE *out)
{
    fprintf(out, "\n%s%s%s\n\n", wm_paper_on(paper, WM_EMPHASIS_HEAD), section->title,
            wm_paper_off(paper, WM_EMPHASIS_HEAD));
}

static wm_status print_block(const wm_block *block, const wm_paper *paper, FILE *out)
{
    switch (block->kind) {
    case WM_BLOCK_LINE:
        return wm_terminal_line_print(block->of.line, paper, out);
    case WM_BLOCK_GAP:
        fputs(block->of.gap != WM_GAP_LIST ? "\n" : "", out);
        break;
    case WM_BLOCK_TABLE:
        return wm_terminal_table_print(block->of.table, paper, out);
    case WM_BLOCK_CHANGE:
        print_change(&block->of.change, wm_paper_width(paper), out);
        break;
    case WM_BLOCK_COMMAND:
        print_command(&block->of.command, paper, out);
        break;
    case WM_BLOCK_SERIES:
        fputs(block->of.series.form == WM_SERIES_BARS ? "\n" : "", out);
        wm_drawing_print(&block->of.series, paper, "  ", out);
        break;
    case WM_BLOCK_EVIDENCE:
        return print_evidence(block->of.evidence.text, block->of.evidence.size, paper, out);
    case WM_BLOCK_SECTION:
        print_section(&block->of.section, paper, out);
        break;
    case WM_BLOCK_FIGURE:
        fprintf(out, "figure %s: %s\n", block->of.figure->name, block->of.figure->title);
        break;
    case WM_BLOCK_REMARK:
    case WM_BLOCK_CARRIED:
        break;
    }
    return WM_OK;
}

wm_status wm_print_terminal(const wm_document *document, const wm_paper *paper, FILE *out)
{
    wm_status status = document->status;
    for (size_t i = 0; i < document->block_count && status == WM_OK; i++)
        status = print_block(&document->block[i], paper, out);
    return status;
}

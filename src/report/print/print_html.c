/* Prints a document as one HTML file that needs no other.
 *
 * It is complete without scripts. Parts have headings in their order, the second level a table of
 * contents. Items of a list become one list. What is carried comes last. */
#include "report/print/buffer_file.h"
#include "report/print/html_parts.h"
#include "report/print/html_text.h"
#include "report/print/print_svg.h"
#include "report/print/printers.h"
#include "report/print/terminal_parts.h"

#include "base/code_point.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 6, CONTENTS_LEAST = 3, INDENTS = 4, TITLE_SIZE = 128 };

/* A document on its way. */
typedef struct {
    const wm_document *document;
    wm_html_places places;
    const char *about; /* the title of the part */
    unsigned depth;    /* parts that are open */
    wm_section open[LEVELS];
    bool has_list;
    unsigned figures; /* printed so far */
    FILE *out;
} page;

/* ---- parts ----------------------------------------------------------------------------------- */

static void end_list(page *at)
{
    fputs(at->has_list ? "</ul>\n" : "", at->out);
    at->has_list = false;
}

static void end_parts(page *at, unsigned level)
{
    end_list(at);
    while (at->depth > 0 && at->open[at->depth - 1].level >= level)
        fputs(at->open[--at->depth].is_folded ? "</details>\n" : "</section>\n", at->out);
}

static void print_heading(const page *at, const wm_section *part)
{
    fprintf(at->out, "<h%u>", part->level);
    wm_html_text_print(part->title, at->out);
    fprintf(at->out, "</h%u>", part->level);
}

static void print_id(const page *at, const wm_section *part)
{
    if (part->id == NULL)
        return;
    fputs(" id=\"", at->out);
    wm_html_text_print(part->id, at->out);
    fputc('"', at->out);
}

/* A part of the second level is a landmark with a name. */
static void begin_part(page *at, const wm_section *part)
{
    end_parts(at, part->level);
    if (at->depth == LEVELS)
        return;
    fputs(part->is_folded ? "<details" : "<section", at->out);
    print_id(at, part);
    if (!part->is_folded && part->level == 2) {
        fputs(" aria-label=\"", at->out);
        wm_html_text_print(part->title, at->out);
        fputc('"', at->out);
    }
    fputs(part->is_folded ? "><summary>" : ">", at->out);
    print_heading(at, part);
    fputs(part->is_folded ? "</summary>\n" : "\n", at->out);
    at->open[at->depth++] = *part;
    at->about = part->title;
}

/* The parts of the second level, as links. */
static void print_contents(const page *at)
{
    size_t count = 0;
    for (size_t i = 0; i < at->document->block_count; i++) {
        const wm_block *block = &at->document->block[i];
        count += block->kind == WM_BLOCK_SECTION && block->of.section.level == 2 &&
                 block->of.section.id != NULL;
    }
    if (count < CONTENTS_LEAST)
        return;
    fputs("<nav aria-label=\"Contents\"><ul>\n", at->out);
    for (size_t i = 0; i < at->document->block_count; i++) {
        const wm_section *part = &at->document->block[i].of.section;
        if (at->document->block[i].kind != WM_BLOCK_SECTION || part->level != 2 || part->id == NULL)
            continue;
        fputs("<li><a href=\"", at->out);
        wm_html_text_place(part->id, at->out);
        fputs("\">", at->out);
        wm_html_text_print(part->title, at->out);
        fputs("</a></li>\n", at->out);
    }
    fputs("</ul></nav>\n", at->out);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* A line's leading spaces say how deep it is, two for each level. */
static void print_line(page *at, const wm_words *line)
{
    const size_t spaces = line->count > 0 ? strspn(line->span[0].text, " ") : 0;
    const size_t indent = spaces / 2 < INDENTS ? spaces / 2 : INDENTS;
    const char *tag = line->is_item ? "li" : "p";
    if (line->is_item && !at->has_list)
        fputs("<ul>\n", at->out);
    else if (!line->is_item)
        end_list(at);
    at->has_list = line->is_item;
    fprintf(at->out, "<%s", tag);
    if (indent > 0)
        fprintf(at->out, " class=\"i%zu\"", indent);
    fputc('>', at->out);
    wm_html_text_line(line, at->out);
    fprintf(at->out, "</%s>\n", tag);
}

static void print_change(const page *at, const wm_change *change)
{
    fputs("<p class=\"i1\">", at->out);
    wm_html_text_print(change->name, at->out);
    fputs(": <bdi>", at->out);
    wm_html_text_print(change->from, at->out);
    fputs("</bdi> \xe2\x86\x92 <bdi>", at->out);
    wm_html_text_print(change->to, at->out);
    fputs("</bdi></p>\n", at->out);
}

static void print_command(const page *at, const wm_shell *command)
{
    if (command->beside != NULL) {
        fputs("<p>", at->out);
        wm_html_text_print(command->beside, at->out);
        fputs("</p>\n", at->out);
    }
    fputs("<pre class=\"command\" tabindex=\"0\">", at->out);
    wm_html_text_print(command->lead + strspn(command->lead, " "), at->out);
    fputs("<code>", at->out);
    wm_html_text_print(command->command, at->out);
    fputs("</code>", at->out);
    if (command->answer != NULL) {
        fputs("   # ", at->out);
        wm_html_text_print(command->answer, at->out);
    }
    fputs("</pre>\n", at->out);
}

/* Its texts are numbers and units, so none is markup. */
static void print_series(const page *at, const wm_series_block *series)
{
    const wm_paper usual = {.has_blocks = true};
    fputs("<pre class=\"series\" tabindex=\"0\">", at->out);
    wm_drawing_print(series, &usual, "", at->out);
    fputs("</pre>\n", at->out);
}

static void print_evidence(const page *at, const char *text, size_t size)
{
    fputs("<pre class=\"evidence\" tabindex=\"0\">", at->out);
    wm_html_text_bytes(text, size, at->out);
    fputs("</pre>\n", at->out);
}

/* A figure that is wider than the page scrolls in a region of its own. */
static wm_status print_figure(page *at, const wm_figure *figure)
{
    char prefix[32];
    wm_status status;
    (void)snprintf(prefix, sizeof prefix, "figure-%u-", ++at->figures);
    fputs("<div class=\"figure\" role=\"region\" tabindex=\"0\" aria-label=\"", at->out);
    wm_html_text_print(figure->title, at->out);
    fputs("\">\n", at->out);
    status = wm_print_svg_figure(figure, prefix, false, at->out);
    fputs("</div>\n", at->out);
    return status;
}

static wm_status print_block(page *at, const wm_block *block)
{
    if (block->kind != WM_BLOCK_LINE && block->kind != WM_BLOCK_GAP)
        end_list(at);
    switch (block->kind) {
    case WM_BLOCK_LINE:
        print_line(at, block->of.line);
        break;
    case WM_BLOCK_TABLE:
        wm_html_table_print(block->of.table, at->about, &at->places, at->out);
        break;
    case WM_BLOCK_CHANGE:
        print_change(at, &block->of.change);
        break;
    case WM_BLOCK_COMMAND:
        print_command(at, &block->of.command);
        break;
    case WM_BLOCK_SERIES:
        print_series(at, &block->of.series);
        break;
    case WM_BLOCK_EVIDENCE:
        print_evidence(at, block->of.evidence.text, block->of.evidence.size);
        break;
    case WM_BLOCK_SECTION:
        begin_part(at, &block->of.section);
        break;
    case WM_BLOCK_GAP:
        if (block->of.gap == WM_GAP_PART)
            end_list(at);
        break;
    case WM_BLOCK_REMARK:
    case WM_BLOCK_CARRIED:
        break;
    case WM_BLOCK_FIGURE:
        return print_figure(at, block->of.figure);
    }
    return WM_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* The title of the first part, else the words of the first line. True if it is of a part. */
static bool find_title(const wm_document *document, char title[TITLE_SIZE])
{
    const wm_words *line = NULL;
    (void)snprintf(title, TITLE_SIZE, "Witnessmark");
    for (size_t i = 0; i < document->block_count && line == NULL; i++) {
        const wm_block *block = &document->block[i];
        if (block->kind == WM_BLOCK_SECTION) {
            (void)snprintf(title, TITLE_SIZE, "%.*s", WM_FIT(block->of.section.title, 120));
            return true;
        }
        line = block->kind == WM_BLOCK_LINE ? block->of.line : NULL;
    }
    for (size_t i = 0, used = 0; line != NULL && i < line->count && used < 80; i++) {
        const char *text = line->span[i].text;
        used += (size_t)snprintf(title + used, TITLE_SIZE - used, "%.*s", WM_FIT(text, 80 - used));
    }
    return false;
}

static wm_status print_carried(const page *at)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < at->document->block_count && status == WM_OK; i++)
        if (at->document->block[i].kind == WM_BLOCK_CARRIED)
            status = wm_html_carried_print(&at->document->block[i].of.carried, at->out);
    return status;
}

static bool has_block(const wm_document *document, wm_block_kind kind)
{
    for (size_t i = 0; i < document->block_count; i++)
        if (document->block[i].kind == kind)
            return true;
    return false;
}

static wm_status print_blocks(page *at, const char *title)
{
    wm_status status = WM_OK;
    if (title != NULL) {
        fputs("<h1 class=\"hidden\">", at->out);
        wm_html_text_print(title, at->out);
        fputs("</h1>\n", at->out);
    }
    for (size_t i = 0; i < at->document->block_count && status == WM_OK; i++)
        status = print_block(at, &at->document->block[i]);
    end_parts(at, 0);
    return status;
}

/* Prints what the page shows, and, of a page with a script, its digest. title is NULL where a part
 * has it. */
static wm_status print_main(page *at, const char *title)
{
    FILE *out = at->out;
    wm_buffer html = WM_BUFFER_EMPTY;
    wm_buffer_file file;
    wm_status status = wm_buffer_file_open(&file, &html), closed;
    if (status != WM_OK)
        return status;
    at->out = file.out;
    fputc('\n', at->out);
    status = print_blocks(at, title);
    closed = wm_buffer_file_close(&file);
    at->out = out;
    if (status == WM_OK)
        status = closed;
    if (status == WM_OK) {
        fputs("<main>", out);
        (void)fwrite(html.data, 1, html.size, out);
        fputs("</main>\n", out);
    }
    if (status == WM_OK && has_block(at->document, WM_BLOCK_CARRIED))
        status = wm_html_digest_print(html.data, html.size, out);
    wm_buffer_clear(&html);
    return status;
}

wm_status wm_print_html(const wm_document *document, const wm_paper *paper, FILE *out)
{
    page at = {.document = document, .about = "Table", .out = out};
    char title[TITLE_SIZE];
    bool has_heading = false;
    wm_status status = document->status;
    (void)paper;
    if (status == WM_OK)
        status = wm_html_places_find(document, &at.places);
    if (status == WM_OK) {
        has_heading = find_title(document, title);
        status = wm_html_head_print(&(wm_html_head){title, has_block(document, WM_BLOCK_CARRIED),
                                                    has_block(document, WM_BLOCK_FIGURE)},
                                    out);
    }
    if (status == WM_OK) {
        fputs("<body>\n", out);
        print_contents(&at);
        status = print_main(&at, has_heading ? NULL : title);
        if (status == WM_OK)
            status = print_carried(&at);
        fputs("</body>\n</html>\n", out);
    }
    free(at.places.place);
    return status;
}

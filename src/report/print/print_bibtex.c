/* Prints a document as an entry of BibTeX.
 *
 * Text between entries is a comment, so remarks come first. Texts are in two pairs of braces: a
 * style then leaves their letters as they are. */
#include "report/print/latex_text.h"
#include "report/print/printers.h"

#include "report/document/data.h"

#include <inttypes.h>
#include <string.h>

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
enum { LONG_WORD = 32, PART = 8 };

/* The key of the entry, or NULL. */
static const char *key_of(const wm_document *document)
{
    for (size_t i = 0; i < document->member_count; i++) {
        const wm_member *member = &document->member[i];
        if (member->kind == WM_MEMBER_TEXT && member->key != NULL &&
            strcmp(member->key, "key") == 0)
            return member->of.text.data;
    }
    return NULL;
}

/* Prints a text. A long word of letters and digits, as a root, may break after each part of it. */
static void print_breakable(const char *text, wm_document *memory, FILE *out)
{
    while (*text != '\0') {
        const size_t word = strspn(text, LETTERS), size = word > 0 ? word : strcspn(text, LETTERS);
        const size_t part = word >= LONG_WORD ? PART : size;
        for (size_t at = 0; at < size; at += part) {
            const size_t left = size - at < part ? size - at : part;
            fputs(at > 0 ? "\\allowbreak{}" : "", out);
            wm_latex_text_print(wm_document_text(memory, "%.*s", (int)left, text + at), out);
        }
        text += size;
    }
}

static void print_field(const wm_member *member, wm_document *memory, FILE *out)
{
    if (member->key == NULL || strcmp(member->key, "key") == 0)
        return;
    if (member->kind == WM_MEMBER_TEXT) {
        fprintf(out, ",\n  %s = {{", member->key);
        print_breakable(member->of.text.data, memory, out);
        fputs("}}", out);
    } else if (member->kind == WM_MEMBER_COUNT) {
        fprintf(out, ",\n  %s = {%" PRIu64 "}", member->key, member->of.count);
    }
}

static void print_lines(const wm_document *document, FILE *out)
{
    const char *lead = ",\n  annote = {{";
    bool is_open = false;
    for (size_t i = 0; i < document->block_count; i++) {
        if (document->block[i].kind != WM_BLOCK_LINE)
            continue;
        fputs(is_open ? " " : lead, out);
        wm_latex_text_line(document->block[i].of.line, out);
        is_open = true;
    }
    fputs(is_open ? "}}" : "", out);
}

wm_status wm_print_bibtex(const wm_document *document, const wm_paper *paper, FILE *out)
{
    const char *key = key_of(document);
    wm_document memory = {.status = WM_OK};
    wm_status status;
    (void)paper;
    if (document->status != WM_OK || key == NULL)
        return document->status;
    for (size_t i = 0; i < document->block_count; i++)
        if (document->block[i].kind == WM_BLOCK_REMARK)
            wm_latex_text_comment(document->block[i].of.remark, out);
    fprintf(out, "@misc{%s", key);
    for (size_t i = 0; i < document->member_count; i++)
        print_field(&document->member[i], &memory, out);
    print_lines(document, out);
    fputs("\n}\n", out);
    status = memory.status;
    wm_document_clear(&memory); /* forgets its status */
    return status;
}

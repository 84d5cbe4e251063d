/* Prints a document as an entry of BibTeX.
 *
 * Text between entries is a comment, so remarks come first. Texts are in two pairs of braces: a
 * style then leaves their letters as they are. */
#include "report/print/latex_text.h"
#include "report/print/printers.h"

#include "report/document/data.h"

#include <inttypes.h>
#include <string.h>

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

static void print_field(const wm_member *member, FILE *out)
{
    if (member->key == NULL || strcmp(member->key, "key") == 0)
        return;
    if (member->kind == WM_MEMBER_TEXT) {
        fprintf(out, ",\n  %s = {{", member->key);
        wm_latex_text_print(member->of.text.data, out);
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
    (void)paper;
    if (document->status != WM_OK || key == NULL)
        return document->status;
    for (size_t i = 0; i < document->block_count; i++)
        if (document->block[i].kind == WM_BLOCK_REMARK)
            wm_latex_text_comment(document->block[i].of.remark, out);
    fprintf(out, "@misc{%s", key);
    for (size_t i = 0; i < document->member_count; i++)
        print_field(&document->member[i], out);
    print_lines(document, out);
    fputs("\n}\n", out);
    return WM_OK;
}

/* Text as HTML shows it: no character of a text is markup. */
#include "report/print/html_text.h"

#include <string.h>

void wm_html_text_bytes(const char *text, size_t size, FILE *out)
{
    for (const char *end = text + size; text < end; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

void wm_html_text_print(const char *text, FILE *out)
{
    wm_html_text_bytes(text, strlen(text), out);
}

/* Source: RFC 3986, section 2.3: every other byte than an unreserved one is percent-encoded. */
void wm_html_text_place(const char *name, FILE *out)
{
    static const char unreserved[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    fputc('#', out);
    for (; *name != '\0'; name++)
        if (strchr(unreserved, *name) != NULL)
            fputc(*name, out);
        else
            fprintf(out, "%%%02X", (unsigned char)*name);
}

void wm_html_text_emphasis(const char *text, wm_emphasis emphasis, FILE *out)
{
    static const char *const names[WM_EMPHASIS_COUNT] = {NULL, "head", "good", "bad", "odd"};
    if (names[emphasis] != NULL)
        fprintf(out, "<strong class=\"%s\">", names[emphasis]);
    wm_html_text_print(text, out);
    fputs(names[emphasis] != NULL ? "</strong>" : "", out);
}

/* Prints words, in which backticks enclose what a reader types. */
static void print_words(const char *text, FILE *out)
{
    const char *tick, *end;
    while ((tick = strchr(text, '`')) != NULL && (end = strchr(tick + 1, '`')) != NULL) {
        wm_html_text_bytes(text, (size_t)(tick - text), out);
        fputs("<code>", out);
        wm_html_text_bytes(tick + 1, (size_t)(end - tick - 1), out);
        fputs("</code>", out);
        text = end + 1;
    }
    wm_html_text_print(text, out);
}

/* Data is set apart, so that its direction does not change that of the words beside it. */
static void print_span(const wm_span *span, const char *text, FILE *out)
{
    if (span->role == WM_SPAN_WORDS && span->emphasis == WM_EMPHASIS_NONE)
        print_words(text, out);
    else if (span->role == WM_SPAN_WORDS)
        wm_html_text_emphasis(text, span->emphasis, out);
    if (span->role == WM_SPAN_WORDS || span->role == WM_SPAN_HINT)
        return;
    fputs(span->role == WM_SPAN_ROOT ? "<code>" : "<bdi>", out);
    wm_html_text_print(text, out);
    fputs(span->role == WM_SPAN_ROOT ? "</code>" : "</bdi>", out);
}

void wm_html_text_line(const wm_words *line, FILE *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const char *text = line->span[i].text;
        print_span(&line->span[i], i == 0 ? text + strspn(text, " ") : text, out);
    }
    if (line->right != NULL) {
        fputs("<span class=\"right\">", out);
        wm_html_text_print(line->right, out);
        fputs("</span>", out);
    }
}

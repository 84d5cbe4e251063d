/* Prints the head of a page: its policy, its style, its script.
 *
 * The policy allows the style and the script by their hashes, and nothing else: no other script,
 * no picture, no network. */
#include "report/print/html_parts.h"

#include "report/print/buffer_file.h"
#include "report/print/html_text.h"
#include "report/print/page_parts.h"
#include "report/print/print_svg.h"
#include "standards/base64.h"
#include "standards/sha256.h"

#include <stdlib.h>

/* Prints the source of a text for the policy. Source: CSP level 3, section 2.3.1, hash-source. */
static wm_status print_hash(const void *data, size_t size, FILE *out)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status;
    wm_sha256_hash(data, size, digest);
    status = wm_base64_encode(&text, digest, sizeof digest);
    if (status == WM_OK)
        fprintf(out, "'sha256-%.*s'", (int)text.size, text.data);
    wm_buffer_clear(&text);
    return status;
}

static wm_status print_policy(const wm_buffer *style, const wm_page_part *script, FILE *out)
{
    wm_status status;
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ",
          out);
    status = print_hash(style->data, style->size, out);
    if (status == WM_OK && script != NULL) {
        fputs("; script-src 'wasm-unsafe-eval' ", out);
        status = print_hash(script->data, script->size, out);
    }
    fputs("; base-uri 'none'; form-action 'none'\">\n", out);
    return status;
}

static void print_part(const void *data, size_t size, const char *tag, const char *attributes,
                       FILE *out)
{
    fprintf(out, "<%s%s>", tag, attributes);
    (void)fwrite(data, 1, size, out);
    fprintf(out, "</%s>\n", tag);
}

/* The style of pages, and that of figures. */
static wm_status make_style(bool has_figures, wm_buffer *style)
{
    const wm_page_part *part = wm_page_parts_find("page.css");
    wm_buffer_file file;
    wm_status status = wm_buffer_append(style, part->data, part->size);
    if (status == WM_OK && has_figures)
        status = wm_buffer_file_open(&file, style);
    if (status != WM_OK || !has_figures)
        return status;
    wm_print_svg_style(file.out);
    return wm_buffer_file_close(&file);
}

wm_status wm_html_head_print(const wm_html_head *head, FILE *out)
{
    const wm_page_part *script = head->has_script ? wm_page_parts_find("page.js") : NULL;
    wm_buffer style = WM_BUFFER_EMPTY;
    wm_status status = make_style(head->has_figures, &style);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    if (status == WM_OK)
        status = print_policy(&style, script, out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
          out);
    wm_html_text_print(head->title, out);
    fputs("</title>\n", out);
    print_part(style.data, style.size, "style", "", out);
    if (script != NULL)
        print_part(script->data, script->size, "script", " type=\"module\"", out);
    fputs("</head>\n", out);
    wm_buffer_clear(&style);
    return status;
}

/* Prints the figures of a document as SVG.
 *
 * Texts are texts. Colours are classes, with dark ones behind prefers-color-scheme, and all classes
 * begin with `wmf`, so that a figure can be put into a page. Coordinates have two decimals. No text
 * of a record is markup: see print_text. */
#include "report/print/print_svg.h"

#include "base/code_point.h"
#include "report/print/figure_layout.h"
#include "report/print/printers.h"

#include "standards/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const INKS[WM_INK_COUNT] = {
#define INK_NAME(id, name, light, dark) name,
    WM_INK_LIST(INK_NAME)
#undef INK_NAME
};

/* Prints text of XML: markup is escaped; what XML 1.0 forbids, controls and bytes that are not
 * UTF-8 become U+FFFD. */
static void print_text(const char *text, FILE *out)
{
    for (size_t length = 1; *text != '\0'; text += length) {
        const unsigned long code = wm_code_point_read(text, &length);
        const bool is_bad =
            length == 0 || wm_code_point_is_hidden(code) || code == 0xfffe || code == 0xffff;
        length = length != 0 ? length : 1;
        if (is_bad)
            fputs("\xef\xbf\xbd", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (*text == '\'')
            fputs("&#39;", out);
        else
            (void)fwrite(text, 1, length, out);
    }
}

static void print_number(const char *name, double value, FILE *out)
{
    char text[WM_FIGURE_COORDINATE];
    fprintf(out, " %s=\"%s\"", name, wm_figure_picture_number(value, text));
}

/* ---- style ----------------------------------------------------------------------------------- */

static void print_inks(bool is_dark, const char *lead, FILE *out)
{
    static const char *const COLOURS[WM_INK_COUNT][2] = {
#define INK_COLOURS(id, name, light, dark) {light, dark},
        WM_INK_LIST(INK_COLOURS)
#undef INK_COLOURS
    };
    for (unsigned i = WM_INK_PAPER; i < WM_INK_COUNT; i++)
        fprintf(out, "%s.wmf .f-%s{fill:#%s}.wmf .k-%s{stroke:#%s}\n", lead, INKS[i],
                COLOURS[i][is_dark], INKS[i], COLOURS[i][is_dark]);
}

void wm_print_svg_style(FILE *out)
{
    fputs(".wmf text{font-family:Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif}\n"
          ".wmf .none{fill:none}.wmf .bold{font-weight:bold}\n"
          ".wmf .middle{text-anchor:middle}.wmf .end{text-anchor:end}\n",
          out);
    print_inks(false, "", out);
    fputs("@media(prefers-color-scheme:dark){\n", out);
    print_inks(true, "", out);
    fputs("}\n", out);
}

/* ---- primitives ------------------------------------------------------------------------------ */

/* Prints the classes of its colours. */
static void print_class(const wm_primitive *one, FILE *out)
{
    const char *lead = "";
    fputs(" class=\"", out);
    if (one->fill != WM_INK_NONE)
        fprintf(out, "f-%s", INKS[one->fill]);
    else
        fputs("none", out);
    lead = " ";
    if (one->stroke != WM_INK_NONE)
        fprintf(out, "%sk-%s", lead, INKS[one->stroke]);
    if (one->is_bold)
        fputs(" bold", out);
    if (one->kind == WM_PRIMITIVE_TEXT && one->anchor != WM_ANCHOR_START)
        fputs(one->anchor == WM_ANCHOR_END ? " end" : " middle", out);
    fputc('"', out);
}

/* Prints what a program reads back: the point, or the tick and its value. */
static void print_key(const wm_primitive *one, FILE *out)
{
    char number[WM_NUMBER_TEXT_SIZE];
    if (one->key == NULL)
        return;
    fputs(" data-at=\"", out);
    print_text(one->key, out);
    fputc('"', out);
    if (strchr("xy", one->key[strlen(one->key) - 1]) != NULL) {
        (void)wm_number_format(one->value, number);
        fprintf(out, " data-value=\"%s\"", number);
    }
}

static void print_stroke(const wm_primitive *one, FILE *out)
{
    if (one->stroke != WM_INK_NONE && one->kind != WM_PRIMITIVE_TEXT)
        print_number("stroke-width", one->width, out);
    if (one->is_dashed)
        fputs(" stroke-dasharray=\"3 2\"", out);
    if (one->opacity > 0)
        print_number("fill-opacity", one->opacity, out);
}

static void print_path(const wm_primitive *one, FILE *out)
{
    char x[WM_FIGURE_COORDINATE], y[WM_FIGURE_COORDINATE];
    fputs(" d=\"", out);
    for (size_t i = 0; i < one->count; i++)
        fprintf(out, "%c%s %s", i == 0 ? 'M' : 'L', wm_figure_picture_number(one->at[i].x, x),
                wm_figure_picture_number(one->at[i].y, y));
    fputs(one->is_closed ? "Z\"" : "\"", out);
}

static const char *print_place(const wm_primitive *one, FILE *out)
{
    switch (one->kind) {
    case WM_PRIMITIVE_LINE:
        print_number("x1", one->a.x, out);
        print_number("y1", one->a.y, out);
        print_number("x2", one->b.x, out);
        print_number("y2", one->b.y, out);
        return "line";
    case WM_PRIMITIVE_RECT:
        print_number("x", one->a.x, out);
        print_number("y", one->a.y, out);
        print_number("width", fmax(one->b.x - one->a.x, 0), out);
        print_number("height", fmax(one->b.y - one->a.y, 0), out);
        if (one->radius > 0)
            print_number("rx", one->radius, out);
        return "rect";
    case WM_PRIMITIVE_CIRCLE:
        print_number("cx", one->a.x, out);
        print_number("cy", one->a.y, out);
        print_number("r", one->radius, out);
        return "circle";
    case WM_PRIMITIVE_PATH:
        print_path(one, out);
        return "path";
    case WM_PRIMITIVE_TEXT:
        print_number("x", one->a.x, out);
        print_number("y", one->a.y, out);
        print_number("font-size", one->size, out);
        return "text";
    }
    return "g";
}

/* A path that draws a point says where the point is; the other kinds say it themselves. */
static void print_primitive(const wm_primitive *one, FILE *out)
{
    static const char *const NAMES[] = {"line", "rect", "circle", "path", "text"};
    const char *name = NAMES[one->kind];
    fprintf(out, "<%s", name);
    print_class(one, out);
    (void)print_place(one, out);
    print_stroke(one, out);
    print_key(one, out);
    if (one->kind == WM_PRIMITIVE_PATH && one->key != NULL) {
        print_number("data-x", one->a.x, out);
        print_number("data-y", one->a.y, out);
    }
    if (one->text == NULL && one->hint == NULL) {
        fputs("/>\n", out);
        return;
    }
    fputc('>', out);
    if (one->hint != NULL) {
        fputs("<title>", out);
        print_text(one->hint, out);
        fputs("</title>", out);
    }
    if (one->text != NULL)
        print_text(one->text, out);
    fprintf(out, "</%s>\n", name);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void print_head(const wm_figure *figure, const wm_picture *picture, const char *prefix,
                       bool has_style, FILE *out)
{
    char width[WM_FIGURE_COORDINATE], height[WM_FIGURE_COORDINATE];
    wm_figure_picture_number(picture->width, width);
    wm_figure_picture_number(picture->height, height);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wmf\" role=\"img\" "
            "viewBox=\"0 0 %s %s\"",
            width, height);
    print_number("width", 1.6 * picture->width, out);
    print_number("height", 1.6 * picture->height, out);
    fputs(" aria-labelledby=\"", out);
    print_text(prefix, out);
    fputs("title ", out);
    print_text(prefix, out);
    fputs("desc\">\n<title id=\"", out);
    print_text(prefix, out);
    fputs("title\">", out);
    print_text(figure->title, out);
    fputs("</title>\n<desc id=\"", out);
    print_text(prefix, out);
    fputs("desc\">", out);
    for (size_t i = 0; i < figure->note_count; i++) {
        fputs(i > 0 ? " " : "", out);
        print_text(figure->note[i], out);
    }
    fputs("</desc>\n", out);
    if (has_style) {
        fputs("<style>\n", out);
        wm_print_svg_style(out);
        fputs("</style>\n", out);
    }
}

wm_status wm_print_svg_figure(const wm_figure *figure, const char *prefix, bool has_style,
                              FILE *out)
{
    wm_picture picture = {.primitive = NULL};
    const wm_status status = wm_figure_layout_make(figure, &picture);
    if (status == WM_OK) {
        print_head(figure, &picture, prefix, has_style, out);
        for (size_t i = 0; i < picture.count; i++)
            print_primitive(&picture.primitive[i], out);
        fputs("</svg>\n", out);
    }
    wm_figure_picture_clear(&picture);
    return status;
}

wm_status wm_print_svg(const wm_document *document, const wm_paper *paper, FILE *out)
{
    wm_status status = document->status;
    (void)paper;
    for (size_t i = 0; i < document->block_count && status == WM_OK; i++)
        if (document->block[i].kind == WM_BLOCK_FIGURE)
            status = wm_print_svg_figure(document->block[i].of.figure, "wmf-", true, out);
    return status;
}

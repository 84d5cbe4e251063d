/* A figure as a TikZ picture.
 *
 * It has the primitives of the SVG form, in points, and is scaled to the width of its line. Colours
 * are defined inside the picture. It needs the package tikz, which arXiv and Overleaf have, and no
 * library of it.
 *
 * A figure that is too tall for a page is several pictures, one below the other, which end between
 * rows of panels. TeX breaks the page or the column between them. */
#include "report/print/latex_figure.h"

#include "report/print/figure_layout.h"
#include "report/print/latex_text.h"

#include <math.h>
#include <stdio.h>

static const struct {
    const char *name, *light;
} INKS[WM_INK_COUNT] = {
#define INK_ROW(id, name, light, dark) {name, light},
    WM_INK_LIST(INK_ROW)
#undef INK_ROW
};

static void print_place(wm_place at, FILE *out)
{
    char x[WM_FIGURE_COORDINATE], y[WM_FIGURE_COORDINATE];
    fprintf(out, "(%s,%s)", wm_figure_picture_number(at.x, x), wm_figure_picture_number(at.y, y));
}

static void print_options(const wm_primitive *one, FILE *out)
{
    char number[WM_FIGURE_COORDINATE];
    const char *lead = "[";
    if (one->stroke != WM_INK_NONE) {
        fprintf(out, "%sdraw=wmf%s,line width=%spt", lead, INKS[one->stroke].name,
                wm_figure_picture_number(one->width, number));
        lead = ",";
    }
    if (one->fill != WM_INK_NONE) {
        fprintf(out, "%sfill=wmf%s", lead, INKS[one->fill].name);
        lead = ",";
    }
    if (one->opacity > 0)
        fprintf(out, ",fill opacity=%s", wm_figure_picture_number(one->opacity, number));
    if (one->is_dashed)
        fputs(",dash pattern=on 3pt off 2pt", out);
    if (one->kind == WM_PRIMITIVE_RECT && one->radius > 0)
        fputs(",rounded corners=2pt", out);
    fputs(lead[0] == '[' ? "[]" : "]", out);
}

/* The base line of a node is its anchor, as in SVG. */
static void print_text(const wm_primitive *one, FILE *out)
{
    static const char *const ANCHORS[] = {"base west", "base", "base east"};
    char size[WM_FIGURE_COORDINATE];
    fprintf(out, "\\node[anchor=%s,inner sep=0pt,text=wmf%s] at ", ANCHORS[one->anchor],
            INKS[one->fill].name);
    print_place(one->a, out);
    fprintf(out, " {\\fontsize{%s}{%s}\\selectfont%s ", wm_figure_picture_number(one->size, size),
            size, one->is_bold ? "\\bfseries" : "");
    wm_latex_text_print(one->text, out);
    fputs("};\n", out);
}

static void print_primitive(const wm_primitive *one, FILE *out)
{
    char radius[WM_FIGURE_COORDINATE];
    if (one->kind == WM_PRIMITIVE_TEXT) {
        print_text(one, out);
        return;
    }
    fputs("\\path", out);
    print_options(one, out);
    fputc(' ', out);
    switch (one->kind) {
    case WM_PRIMITIVE_LINE:
        print_place(one->a, out);
        fputs(" -- ", out);
        print_place(one->b, out);
        break;
    case WM_PRIMITIVE_RECT:
        print_place(one->a, out);
        fputs(" rectangle ", out);
        print_place(one->b, out);
        break;
    case WM_PRIMITIVE_CIRCLE:
        print_place(one->a, out);
        fprintf(out, " circle[radius=%spt]", wm_figure_picture_number(one->radius, radius));
        break;
    case WM_PRIMITIVE_PATH:
        for (size_t i = 0; i < one->count; i++) {
            fputs(i > 0 ? " -- " : "", out);
            print_place(one->at[i], out);
        }
        fputs(one->is_closed ? " -- cycle" : "", out);
        break;
    case WM_PRIMITIVE_TEXT:
        break;
    }
    fputs(";\n", out);
}

/* A picture of at most so many times its width fits a page of article and of acmart. */
#define MOST_TALL 1.4

/* Where a picture that begins at `top`, with primitive `first`, ends: after the last row of panels
 * that fits, but at least one. `next` is the first primitive of the next picture. */
static double find_end(const wm_picture *picture, double top, size_t first, size_t *next)
{
    double end = picture->height;
    *next = picture->count;
    for (size_t i = picture->count; i-- > first + 1;) {
        const double row = picture->primitive[i].begins;
        if (!(row > top) || end - top <= MOST_TALL * picture->width)
            continue;
        end = row;
        *next = i;
    }
    return end;
}

/* Prints primitives [first, next) on paper from `top` to `end`. The first primitive of all is the
 * paper of the whole. The lengths of a group end with it: nothing outside is changed. */
static void print_picture(const wm_picture *picture, size_t first, size_t next, double top,
                          double end, FILE *out)
{
    wm_primitive paper = picture->primitive[0];
    paper.a.y = top;
    paper.b.y = end;
    fputs("\\resizebox{\\linewidth}{!}{%\n\\begin{tikzpicture}[x=1pt,y=-1pt]\n", out);
    for (unsigned i = WM_INK_PAPER; i < WM_INK_COUNT; i++)
        fprintf(out, "\\definecolor{wmf%s}{HTML}{%s}\n", INKS[i].name, INKS[i].light);
    print_primitive(&paper, out);
    for (size_t i = first; i < next; i++)
        print_primitive(&picture->primitive[i], out);
    fputs("\\end{tikzpicture}%\n}\n", out);
}

wm_status wm_latex_figure_print(const wm_figure *figure, FILE *out)
{
    wm_picture picture = {.primitive = NULL};
    const wm_status status = wm_figure_layout_make(figure, &picture);
    if (status == WM_OK) {
        double top = 0;
        fprintf(out, "%% figure %s of ", figure->name);
        if (figure->root != NULL)
            fprintf(out, "the record with root %s", figure->root);
        else
            fputs("several records", out);
        fputs("; needs the package tikz\n", out);
        for (size_t first = 1, next; first < picture.count; first = next) {
            const double end = find_end(&picture, top, first, &next);
            fputs(first > 1 ? "\\par\\noindent\n" : "", out);
            print_picture(&picture, first, next, top, end, out);
            top = end;
        }
    }
    wm_figure_picture_clear(&picture);
    return status;
}

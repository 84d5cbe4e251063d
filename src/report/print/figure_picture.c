/* Primitives of a picture, the width of texts, and coordinates as text.
 *
 * A reader's program chooses the font, so a text's width is that of DejaVu Sans, which is wider
 * than Helvetica, Arial and the fonts of LaTeX: nothing is cut or collides there either. */
#include "report/print/figure_picture.h"

#include "base/code_point.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static wm_primitive *add(wm_picture *to, wm_primitive_kind kind)
{
    wm_primitive *grown =
        wm_document_grow(&to->memory, to->primitive, &to->capacity, to->count + 1, sizeof *grown);
    wm_primitive *one = &to->spare;
    if (grown != NULL) {
        to->primitive = grown;
        one = &grown[to->count++];
    }
    *one = (wm_primitive){.kind = kind, .width = 0.7};
    return one;
}

wm_primitive *wm_figure_picture_line(wm_picture *to, wm_ink ink, wm_place a, wm_place b)
{
    wm_primitive *one = add(to, WM_PRIMITIVE_LINE);
    one->stroke = ink;
    one->a = a;
    one->b = b;
    return one;
}

wm_primitive *wm_figure_picture_rect(wm_picture *to, wm_ink stroke, wm_ink fill, wm_place a,
                                     wm_place b)
{
    wm_primitive *one = add(to, WM_PRIMITIVE_RECT);
    one->stroke = stroke;
    one->fill = fill;
    one->a = a;
    one->b = b;
    return one;
}

wm_primitive *wm_figure_picture_circle(wm_picture *to, wm_ink stroke, wm_ink fill, wm_place centre,
                                       double radius)
{
    wm_primitive *one = add(to, WM_PRIMITIVE_CIRCLE);
    one->stroke = stroke;
    one->fill = fill;
    one->a = centre;
    one->radius = radius;
    return one;
}

wm_primitive *wm_figure_picture_path(wm_picture *to, wm_ink stroke, wm_ink fill, const wm_place *at,
                                     size_t count)
{
    wm_primitive *one = add(to, WM_PRIMITIVE_PATH);
    wm_place *copy = wm_document_alloc(&to->memory, (count + 1) * sizeof *copy);
    one->stroke = stroke;
    one->fill = fill;
    if (copy == NULL)
        return one;
    memcpy(copy, at, count * sizeof *copy);
    one->at = copy;
    one->count = count;
    return one;
}

wm_primitive *wm_figure_picture_text(wm_picture *to, wm_ink ink, wm_place at, wm_anchor anchor,
                                     double size, const char *text)
{
    wm_primitive *one = add(to, WM_PRIMITIVE_TEXT);
    one->fill = ink;
    one->a = at;
    one->anchor = anchor;
    one->size = size;
    one->text = wm_document_copy(&to->memory, text);
    if (one->text == NULL)
        one->text = "";
    return one;
}

void wm_figure_picture_clear(wm_picture *picture)
{
    wm_document_clear(&picture->memory);
    *picture = (wm_picture){.primitive = NULL};
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* The advance of a character in thousandths of the size. Source: DejaVu Sans 2.37. */
static unsigned advance_of(unsigned long code)
{
    static const unsigned short ASCII[] = {
        318,  401, 460, 838, 636, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, /* blank */
        637,  637, 637, 637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531, /* 0 */
        1000, 685, 687, 699, 771, 632, 576, 775, 752, 295, 295, 656, 558, 863, 749, 788, /* @ */
        604,  788, 695, 635, 611, 732, 685, 989, 686, 611, 686, 391, 337, 391, 838, 500, /* P */
        500,  613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612, /* ` */
        635,  635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,      /* p */
    };
    if (code >= 0x20 && code < 0x20 + sizeof ASCII / sizeof ASCII[0])
        return ASCII[code - 0x20];
    return code == 0xb7 ? 318 : 1000;
}

double wm_figure_picture_width(const char *text, double size)
{
    unsigned long sum = 0;
    for (size_t length = 1; *text != '\0'; text += length) {
        const unsigned long code = wm_code_point_read(text, &length);
        sum += advance_of(length != 0 ? code : 0xfffd);
        length = length != 0 ? length : 1;
    }
    return (double)sum * size / 1000;
}

const char *wm_figure_picture_fit(wm_picture *picture, const char *text, double size, double width)
{
    size_t kept = strlen(text);
    const char *cut = text;
    while (wm_figure_picture_width(cut, size) > width && kept > 0) {
        kept = wm_code_point_fit(text, strlen(text), kept - 1);
        cut = wm_document_text(&picture->memory, "%.*s\xe2\x80\xa6", (int)kept, text);
    }
    return cut;
}

const char *wm_figure_picture_number(double value, char text[WM_FIGURE_COORDINATE])
{
    const long long hundredths = fabs(value) < 1e12 ? llround(value * 100) : 0;
    const long long size = hundredths < 0 ? -hundredths : hundredths;
    const char *sign = hundredths < 0 ? "-" : "";
    if (size % 100 == 0)
        (void)snprintf(text, WM_FIGURE_COORDINATE, "%s%lld", sign, size / 100);
    else if (size % 10 == 0)
        (void)snprintf(text, WM_FIGURE_COORDINATE, "%s%lld.%lld", sign, size / 100, size / 10 % 10);
    else
        (void)snprintf(text, WM_FIGURE_COORDINATE, "%s%lld.%02lld", sign, size / 100, size % 100);
    return text;
}

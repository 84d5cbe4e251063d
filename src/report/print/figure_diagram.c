/* Draws the boxes and arrows of a diagram.
 *
 * Columns are as wide as their texts; what is left of the width is between them. The boxes of a
 * column are centred on the tallest one. */
#include "report/print/figure_layout.h"

#include <math.h>

enum { COLUMNS = 8, PAD = 5, BETWEEN = 5, LEAST_GAP = 22, ONE_LINE = 13, TWO_LINES = 21 };

typedef struct column {
    double left, width, height;
    double next; /* where its next box begins */
    size_t count;
} column;

typedef struct diagram {
    const wm_figure *figure;
    wm_picture *to;
    double width; /* of all columns */
    column at[COLUMNS];
    size_t columns;
    wm_place *corner; /* of each box: two */
} diagram;

static wm_place place(double x, double y)
{
    return (wm_place){x, y};
}

static double height_of(const wm_figure_box *box)
{
    return box->is_dots ? 9 : box->detail != NULL ? TWO_LINES : ONE_LINE;
}

static double width_of(const wm_figure_box *box)
{
    const double title = wm_figure_picture_width(box->title, WM_LAYOUT_SMALL);
    const double detail =
        box->detail != NULL ? wm_figure_picture_width(box->detail, WM_LAYOUT_SMALL - 1) : 0;
    const double right =
        box->right != NULL ? 12 + wm_figure_picture_width(box->right, WM_LAYOUT_SMALL - 1) : 0;
    return fmax(title + right, detail) + 2 * PAD;
}

static void measure(diagram *of)
{
    for (size_t i = 0; i < of->figure->box_count; i++) {
        const wm_figure_box *box = &of->figure->box[i];
        column *at = &of->at[box->column < COLUMNS ? box->column : COLUMNS - 1];
        at->width = fmax(at->width, width_of(box));
        at->height += height_of(box) + (at->count > 0 ? BETWEEN : 0);
        at->count++;
        of->columns = fmax((double)of->columns, box->column + 1.0) > COLUMNS
                          ? COLUMNS
                          : (size_t)fmax((double)of->columns, box->column + 1.0);
    }
    for (size_t i = 0; i < of->columns && i < of->figure->heading_count; i++)
        of->at[i].width =
            fmax(of->at[i].width,
                 1.13 * wm_figure_picture_width(of->figure->heading[i], WM_LAYOUT_SMALL));
}

/* Gives the columns their places; returns the height of the tallest. */
static double arrange(diagram *of, double top)
{
    double sum = 0, tallest = 0, gap, left = WM_LAYOUT_EDGE;
    for (size_t i = 0; i < of->columns; i++) {
        sum += of->at[i].width;
        tallest = fmax(tallest, of->at[i].height);
    }
    gap = of->columns > 1 ? (of->width - sum) / (double)(of->columns - 1) : 0;
    if (of->columns == 1)
        of->at[0].width = of->width;
    for (size_t i = 0; i < of->columns && gap < LEAST_GAP && of->columns > 1; i++)
        of->at[i].width *= (of->width - LEAST_GAP * (double)(of->columns - 1)) / sum;
    gap = fmax(gap, of->columns > 1 ? LEAST_GAP : 0);
    for (size_t i = 0; i < of->columns; i++) {
        of->at[i].left = left;
        of->at[i].next = top + (tallest - of->at[i].height) / 2;
        left += of->at[i].width + gap;
    }
    return tallest;
}

static wm_ink ink_of(const wm_figure_box *box)
{
    if (box->state == WM_FIGURE_WRONG || box->state == WM_FIGURE_FAILED)
        return WM_INK_BAD;
    return box->colour == 0 || box->colour > WM_FIGURE_COLOURS
               ? WM_INK_AXIS
               : (wm_ink)(WM_INK_SERIES1 + box->colour - 1);
}

static const char *key_of(wm_picture *to, size_t index)
{
    return wm_document_text(&to->memory, "box.%zu", index);
}

static void draw_frame(const diagram *of, size_t index, wm_place a, wm_place b)
{
    const wm_figure_box *box = &of->figure->box[index];
    wm_primitive *frame = wm_figure_picture_rect(of->to, ink_of(box), ink_of(box), a, b);
    frame->radius = 2;
    frame->opacity = 0.1;
    frame->width = box->state == WM_FIGURE_WRONG ? 1.4 : 0.7;
    frame->is_dashed = box->state == WM_FIGURE_UNJUDGED;
    frame->key = key_of(of->to, index);
    frame->hint = box->name;
}

/* Draws a box; its texts are in the middle, or at both ends where there is one for the right. */
static void draw_box(diagram *of, size_t index)
{
    const wm_figure_box *box = &of->figure->box[index];
    column *at = &of->at[box->column < COLUMNS ? box->column : COLUMNS - 1];
    const wm_place a = {at->left, at->next}, b = {at->left + at->width, at->next + height_of(box)};
    const bool is_wide = box->right != NULL || of->columns == 1;
    const wm_anchor anchor = is_wide ? WM_ANCHOR_START : WM_ANCHOR_MIDDLE;
    const double x = is_wide ? a.x + PAD : (a.x + b.x) / 2, room = at->width - 2 * PAD + 1;
    const double taken =
        box->right != NULL ? 12 + wm_figure_picture_width(box->right, WM_LAYOUT_SMALL - 1) : 0;
    of->corner[2 * index] = a;
    of->corner[2 * index + 1] = b;
    at->next = b.y + BETWEEN;
    if (!box->is_dots)
        draw_frame(of, index, a, b);
    wm_figure_picture_text(
        of->to, box->is_dots ? WM_INK_SOFT : WM_INK_TEXT,
        place(x, box->is_dots ? b.y - 2 : a.y + 9), anchor, WM_LAYOUT_SMALL,
        wm_figure_picture_fit(of->to, box->title, WM_LAYOUT_SMALL, room - taken));
    if (box->right != NULL)
        wm_figure_picture_text(of->to, WM_INK_SOFT, place(b.x - PAD, a.y + 9), WM_ANCHOR_END,
                               WM_LAYOUT_SMALL - 1, box->right);
    if (box->detail != NULL)
        wm_figure_picture_text(
            of->to, WM_INK_SOFT, place(x, a.y + 17), anchor, WM_LAYOUT_SMALL - 1,
            wm_figure_picture_fit(of->to, box->detail, WM_LAYOUT_SMALL - 1, room));
}

/* An arrow from the right side of a box to the left side of another. */
static void draw_arrow(const diagram *of, const wm_figure_arrow *arrow)
{
    const wm_place *from = &of->corner[2 * arrow->from], *to = &of->corner[2 * arrow->to];
    const wm_place a = {from[1].x + 1, (from[0].y + from[1].y) / 2};
    const wm_place b = {to[0].x - 1, (to[0].y + to[1].y) / 2};
    const double dx = b.x - a.x, dy = b.y - a.y, size = sqrt(dx * dx + dy * dy);
    const double ux = size > 0 ? dx / size : 1, uy = size > 0 ? dy / size : 0;
    const wm_place neck = {b.x - 4 * ux, b.y - 4 * uy};
    const wm_place head[] = {
        b, {neck.x - 1.7 * uy, neck.y + 1.7 * ux}, {neck.x + 1.7 * uy, neck.y - 1.7 * ux}};
    const wm_ink ink = arrow->is_soft ? WM_INK_AXIS : WM_INK_SOFT;
    wm_primitive *line = wm_figure_picture_line(of->to, ink, a, neck);
    line->width = 0.6;
    line->is_dashed = arrow->is_soft;
    wm_figure_picture_path(of->to, WM_INK_NONE, ink, head, 3)->is_closed = true;
}

double wm_figure_diagram_draw(const wm_figure *figure, wm_picture *to, double top)
{
    diagram of = {
        .figure = figure,
        .to = to,
        .width = (figure->is_wide ? WM_LAYOUT_PAGE : WM_LAYOUT_COLUMN) - 2.0 * WM_LAYOUT_EDGE,
        .corner = wm_document_alloc(&to->memory, 2 * figure->box_count * sizeof *of.corner)};
    double tallest;
    if (of.corner == NULL)
        return top;
    measure(&of);
    top += figure->heading_count > 0 ? 15 : 4;
    tallest = arrange(&of, top);
    for (size_t i = 0; i < of.columns && i < figure->heading_count; i++)
        wm_figure_picture_text(to, WM_INK_SOFT, place(of.at[i].left + of.at[i].width / 2, top - 5),
                               WM_ANCHOR_MIDDLE, WM_LAYOUT_SMALL, figure->heading[i])
            ->is_bold = true;
    for (size_t i = 0; i < figure->box_count; i++)
        draw_box(&of, i);
    for (size_t i = 0; i < figure->arrow_count; i++)
        draw_arrow(&of, &figure->arrow[i]);
    return top + tallest + 6;
}

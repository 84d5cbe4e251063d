/* Axes, and the layout of figures: ticks and their texts, and no text upon another. */
#include "report/print/figure_layout.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The texts of an axis from low to high, with blanks between them. */
static const char *ticks(wm_figure_scale scale, const char *unit, double low, double high,
                         unsigned most)
{
    static char text[1024];
    wm_figure_axis axis = {.scale = scale, .title = "T", .unit = unit};
    wm_figure_ruler ruler;
    size_t used = 0;
    axis.low = low;
    axis.high = high;
    wm_figure_axis_begin(&ruler, &axis, low, high);
    wm_figure_axis_tick(&ruler, most);
    text[0] = '\0';
    for (size_t i = 0; i < ruler.count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? " " : "",
                                 ruler.tick[i].text);
    return text;
}

static void a_linear_axis_has_round_ticks(void **state)
{
    (void)state;
    assert_string_equal(ticks(WM_FIGURE_LINEAR, NULL, 0, 1, 5), "0 0.2 0.4 0.6 0.8 1");
    assert_string_equal(ticks(WM_FIGURE_LINEAR, NULL, -20, 20, 4), "-20 -10 0 10 20");
    assert_string_equal(ticks(WM_FIGURE_LINEAR, NULL, 0, 6e-4, 3), "0 2e-4 4e-4 6e-4");
    assert_string_equal(ticks(WM_FIGURE_LINEAR, "FLOP/s", 6.6e14, 6.9e14, 3), "660 670 680 690");
    assert_string_equal(ticks(WM_FIGURE_LINEAR, "%", 0, 1, 2), "0 50 100");
    assert_string_equal(ticks(WM_FIGURE_LINEAR, NULL, 0, 3e7, 3), "0 1e7 2e7 3e7");
}

static void a_log_axis_has_decades(void **state)
{
    (void)state;
    assert_string_equal(ticks(WM_FIGURE_LOG, NULL, 1e-3, 1e2, 8), "0.001 0.01 0.1 1 10 100");
    assert_string_equal(ticks(WM_FIGURE_LOG, NULL, 1, 10, 8), "1 2 5 10");
    assert_string_equal(ticks(WM_FIGURE_LOG, NULL, 1e-12, 1, 4), "1e-12 1e-8 1e-4 1");
    assert_string_equal(ticks(WM_FIGURE_BYTES, NULL, 1024, 1048576, 6),
                        "1 KiB 4 KiB 16 KiB 64 KiB 256 KiB 1 MiB");
}

static void a_date_axis_has_days_or_months(void **state)
{
    (void)state;
    /* 2026-01-01 to 2026-07-01 */
    assert_string_equal(ticks(WM_FIGURE_DATE, NULL, 1767225600, 1782864000, 3),
                        "2026-01 2026-04 2026-07");
    /* across the leap day of 2028 */
    assert_string_equal(ticks(WM_FIGURE_DATE, NULL, 1835308800, 1835654400, 6),
                        "2028-02-28 2028-02-29 2028-03-01 2028-03-02 2028-03-03");
}

static void the_logarithm_is_exact_enough(void **state)
{
    (void)state;
    for (int i = -1000; i < 1000; i += 7)
        assert_true(wm_figure_axis_log2(ldexp(1, i)) == i);
    for (double value = 1e-300; value < 1e300; value *= 7.3)
        assert_true(fabs(wm_figure_axis_log2(value) - log2(value)) <=
                    1e-13 * fmax(1, fabs(log2(value))));
}

static void a_coordinate_has_two_decimals(void **state)
{
    char text[WM_FIGURE_COORDINATE];
    (void)state;
    assert_string_equal(wm_figure_picture_number(1.005, text), "1"); /* it is below 1.005 */
    assert_string_equal(wm_figure_picture_number(-0.25, text), "-0.25");
    assert_string_equal(wm_figure_picture_number(12.5, text), "12.5");
    assert_string_equal(wm_figure_picture_number(-0.001, text), "0");
}

/* ---- layout ---------------------------------------------------------------------------------- */

static void corners(const wm_primitive *one, double box[4])
{
    const double width = wm_figure_picture_width(one->text, one->size);
    const double share = one->anchor == WM_ANCHOR_START    ? 0
                         : one->anchor == WM_ANCHOR_MIDDLE ? 0.5
                                                           : 1;
    box[0] = one->a.x - share * width;
    box[2] = box[0] + width;
    box[1] = one->a.y - 0.7 * one->size;
    box[3] = one->a.y + 0.15 * one->size;
}

/* Asserts that no text is upon another, and that all are inside of the picture. */
static void assert_apart(const wm_figure *figure)
{
    wm_picture picture = {.primitive = NULL};
    assert_int_equal(wm_figure_layout_make(figure, &picture), WM_OK);
    for (size_t i = 0; i < picture.count; i++) {
        double a[4], b[4];
        if (picture.primitive[i].kind != WM_PRIMITIVE_TEXT)
            continue;
        corners(&picture.primitive[i], a);
        if (a[0] < 0 || a[2] > picture.width || a[1] < 0 || a[3] > picture.height)
            fail_msg("cut: %s", picture.primitive[i].text);
        for (size_t j = 0; j < i; j++) {
            if (picture.primitive[j].kind != WM_PRIMITIVE_TEXT)
                continue;
            corners(&picture.primitive[j], b);
            if (a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1])
                fail_msg("'%s' is upon '%s'", picture.primitive[i].text, picture.primitive[j].text);
        }
    }
    wm_figure_picture_clear(&picture);
}

/* A curve that was not measured has a line and no points, in the panel and in the key. */
static void a_bare_line_has_no_points(void **state)
{
    (void)state;
    for (int is_bare = 0; is_bare <= 1; is_bare++) {
        wm_document document = {.status = WM_OK};
        wm_picture picture = {.primitive = NULL};
        wm_figure *figure = wm_figure_new(&document, "f", "A title", "root");
        wm_figure_panel *panel = wm_figure_add_panel(figure, NULL);
        wm_figure_series *series = wm_figure_add_series(panel, WM_FIGURE_LINE, "formula", 0);
        size_t circles = 0, paths = 0;
        series->is_bare = is_bare;
        wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, "k", NULL);
        wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR, "Rejected", "%");
        for (int k = 1; k <= 4; k++) {
            wm_figure_point *point = wm_figure_add_point(series, WM_FIGURE_SOUND, NULL);
            point->at[WM_FIGURE_X] = k;
            point->at[WM_FIGURE_Y] = 1 - ldexp(1, -k);
        }
        assert_int_equal(wm_figure_layout_make(figure, &picture), WM_OK);
        for (size_t i = 0; i < picture.count; i++) {
            circles += picture.primitive[i].kind == WM_PRIMITIVE_CIRCLE;
            paths += picture.primitive[i].kind == WM_PRIMITIVE_PATH;
        }
        assert_int_equal(paths, 1);
        assert_int_equal(circles, is_bare ? 0 : 5); /* four, and that of the key */
        wm_figure_picture_clear(&picture);
        wm_document_clear(&document);
    }
}

static void no_text_is_upon_another(void **state)
{
    static const double HIGHS[] = {1e-9, 0.3, 7, 99, 12345, 3e8, 6.7e14};
    (void)state;
    for (size_t h = 0; h < sizeof HIGHS / sizeof HIGHS[0]; h++)
        for (unsigned columns = 1; columns <= 3; columns++) {
            wm_document document = {.status = WM_OK};
            wm_figure *figure = wm_figure_new(&document, "f", "A title", "root");
            assert_non_null(figure);
            figure->columns = columns;
            for (unsigned p = 0; p < 3; p++) {
                wm_figure_panel *panel = wm_figure_add_panel(figure, "a panel with a long title");
                wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, "Time", "s");
                wm_figure_axis_is(&panel->y, p == 2 ? WM_FIGURE_LOG : WM_FIGURE_LINEAR, "Rate",
                                  "FLOP/s");
                for (unsigned s = 0; s < 4; s++) {
                    wm_figure_series *series = wm_figure_add_series(
                        panel, WM_FIGURE_LINE, s == 0 ? "first" : "another", s + 1);
                    series->is_direct = true;
                    for (unsigned i = 0; i < 5; i++) {
                        wm_figure_point *point = wm_figure_add_point(series, WM_FIGURE_SOUND, "p");
                        wm_figure_set(series, point, WM_FIGURE_X, i, wm_figure_on(1, "x"));
                        wm_figure_set(series, point, WM_FIGURE_Y, HIGHS[h] * (1 + i + 0.01 * s),
                                      wm_figure_on(1, "y"));
                    }
                }
            }
            wm_figure_say(figure, "A sentence %s with a word of 200 bytes: %0200d.", "that is long",
                          1);
            assert_int_equal(document.status, WM_OK);
            assert_apart(figure);
            wm_document_clear(&document);
        }
}

/* Panels above each other share the axis that the last one has: a mark at 1 is above one at 1. */
static void stacked_panels_share_their_axis(void **state)
{
    wm_document document = {.status = WM_OK};
    wm_figure *figure = wm_figure_new(&document, "f", "A title", "root");
    wm_picture picture = {.primitive = NULL};
    double x[2] = {0, -1};
    (void)state;
    assert_non_null(figure);
    for (unsigned p = 0; p < 2; p++) {
        wm_figure_panel *panel = wm_figure_add_panel(figure, NULL);
        wm_figure_series *series = wm_figure_add_series(panel, WM_FIGURE_POINTS, "one", 1);
        wm_figure_axis_is(&panel->x, WM_FIGURE_LINEAR, p == 1 ? "Time" : NULL, "s");
        for (unsigned i = 1; i <= 3 + 20 * p; i++) {
            wm_figure_point *point = wm_figure_add_point(series, WM_FIGURE_SOUND, "p");
            wm_figure_set(series, point, WM_FIGURE_X, i, wm_figure_on(1, "x"));
            wm_figure_set(series, point, WM_FIGURE_Y, i, wm_figure_on(1, "y"));
        }
    }
    assert_int_equal(wm_figure_layout_make(figure, &picture), WM_OK);
    for (size_t i = 0; i < picture.count; i++)
        if (picture.primitive[i].key != NULL && strcmp(picture.primitive[i].key + 1, ".0.0") == 0)
            x[picture.primitive[i].key[0] - '0'] = picture.primitive[i].a.x;
    assert_true(x[0] == x[1]);
    wm_figure_picture_clear(&picture);
    wm_document_clear(&document);
}

/* A figure without a point, and names that are too long, are laid out as well. */
static void odd_figures_are_laid_out(void **state)
{
    wm_document document = {.status = WM_OK};
    wm_figure *figure = wm_figure_new(&document, "f", "A title", "root");
    wm_figure_panel *panel;
    (void)state;
    assert_non_null(figure);
    panel = wm_figure_add_panel(figure, NULL);
    wm_figure_axis_is(&panel->y, WM_FIGURE_CATEGORY, NULL, NULL);
    (void)wm_figure_add_category(panel, &panel->y,
                                 "a.name.that.is.longer.than.half.of.the.width.of.a.figure.is");
    wm_figure_axis_is(&panel->x, WM_FIGURE_LOG, "Ratio", NULL);
    (void)wm_figure_add_series(panel, WM_FIGURE_POINTS, "none", 1);
    assert_apart(figure);
    wm_document_clear(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_axis_has_round_ticks),
        cmocka_unit_test(a_log_axis_has_decades),
        cmocka_unit_test(a_date_axis_has_days_or_months),
        cmocka_unit_test(the_logarithm_is_exact_enough),
        cmocka_unit_test(a_coordinate_has_two_decimals),
        cmocka_unit_test(no_text_is_upon_another),
        cmocka_unit_test(a_bare_line_has_no_points),
        cmocka_unit_test(odd_figures_are_laid_out),
        cmocka_unit_test(stacked_panels_share_their_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

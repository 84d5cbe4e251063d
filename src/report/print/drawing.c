/* Draws series as lines of characters. */
#include "report/print/terminal_parts.h"

#include <math.h>
#include <string.h>

enum {
    COLUMNS_MOST = 160,
    BAR_LEAST = 10,
    PLACE_COLUMNS = 10, /* of the texts beside a bar */
    VALUE_COLUMNS = 12,
    DIGITS_LINE = 66
};

static void find_range(const wm_series_block *series, double *least, double *most)
{
    *least = (double)INFINITY;
    *most = 0;
    for (size_t i = 0; i < series->count; i++) {
        *least = fmin(*least, series->point[i].number);
        *most = fmax(*most, series->point[i].number);
    }
}

/* The length of a bar on the log axis from the least to the largest number: 1 to `width`. */
static unsigned bar_length(double number, double least, double most, unsigned width)
{
    const double share = most > least ? log(number / least) / log(most / least) : 1;
    return number > 0 && isfinite(number) ? 1 + (unsigned)lround(share * (width - 1)) : 0;
}

static void print_bars(const wm_series_block *series, const wm_paper *paper, FILE *out)
{
    const size_t asked = wm_paper_width(paper);
    const unsigned columns = (unsigned)(asked < COLUMNS_MOST ? asked : COLUMNS_MOST);
    const unsigned used = PLACE_COLUMNS + VALUE_COLUMNS + 3;
    const unsigned width = columns > used + BAR_LEAST ? columns - used : BAR_LEAST;
    double least, most;
    find_range(series, &least, &most);
    for (size_t i = 0; i < series->count; i++) {
        const wm_series_point *point = &series->point[i];
        const unsigned length = bar_length(point->number, least, most, width);
        fprintf(out, "%*s %*s%s", PLACE_COLUMNS, point->place, VALUE_COLUMNS, point->value,
                length > 0 ? " " : "");
        for (unsigned b = 0; b < length; b++)
            fputs(paper->has_blocks ? "\xe2\x96\x88" : "#", out);
        fputc('\n', out);
    }
    if (most > 0)
        fprintf(out, "bars: a log axis, %.4g to %.4g %s\n", least, most, series->unit);
}

static void print_digits(const wm_series_block *series, const wm_paper *paper, const char *lead,
                         FILE *out)
{
    const size_t room = wm_paper_width(paper) - strlen(lead);
    const size_t digits = room < DIGITS_LINE ? room : DIGITS_LINE;
    double low, high;
    find_range(series, &low, &high);
    for (size_t i = 0; i < series->count; i++) {
        const double share = high > low ? (series->point[i].number - low) / (high - low) : 0;
        if (i % digits == 0)
            fprintf(out, "%s%s", i > 0 ? "\n" : "", lead);
        fputc('0' + (int)(share * 9.999), out);
    }
    fputc('\n', out);
}

void wm_drawing_print(const wm_series_block *series, const wm_paper *paper, const char *lead,
                      FILE *out)
{
    if (series->form == WM_SERIES_BARS)
        print_bars(series, paper, out);
    else
        print_digits(series, paper, lead, out);
}

/* Axes: ranges, ticks with their texts, and the place of a value.
 *
 * A tick is a whole number times a power of ten, and its text is written from these two, so no
 * rounding of a product is seen. */
#include "report/print/figure_axis.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG2_10 3.321928094887362

double wm_figure_axis_log2(double value)
{
    int exponent;
    const double m = frexp(value, &exponent), s = (m - 1) / (m + 1), square = s * s;
    double sum = 0;
    /* ln m = 2 (s + s^3/3 + ...), |s| <= 1/3: 20 terms have all bits */
    for (int i = 20; i >= 0; i--)
        sum = sum * square + 1.0 / (2 * i + 1);
    if (m == 0.5)
        return exponent - 1;
    return exponent + 2 * s * sum * 1.4426950408889634;
}

static bool is_log(const wm_figure_axis *axis)
{
    return axis->scale == WM_FIGURE_LOG || axis->scale == WM_FIGURE_BYTES;
}

double wm_figure_axis_place(const wm_figure_ruler *ruler, double value)
{
    double share = (value - ruler->low) / (ruler->high - ruler->low);
    if (is_log(ruler->axis))
        share = (wm_figure_axis_log2(value) - wm_figure_axis_log2(ruler->low)) /
                (wm_figure_axis_log2(ruler->high) - wm_figure_axis_log2(ruler->low));
    return ruler->begin + share * (ruler->end - ruler->begin);
}

/* ---- range ----------------------------------------------------------------------------------- */

static void widen_linear(wm_figure_ruler *ruler)
{
    const double span = ruler->high - ruler->low;
    double room = 0.06 * span;
    if (!(span > 0))
        room = ruler->high != 0 ? 0.02 * fabs(ruler->high) : 1;
    if (!ruler->axis->has_zero || ruler->low < 0)
        ruler->low -= room;
    ruler->high += room;
}

/* 10^exponent, exact up to 22. */
static double power_of_ten(int exponent)
{
    double power = 1;
    for (int i = abs(exponent); i > 0; i--)
        power *= 10;
    return exponent < 0 ? 1 / power : power;
}

/* The exponent of the largest power of ten that is not above a positive value. */
static int decade_of(double value)
{
    int exponent = (int)floor(wm_figure_axis_log2(value) / LOG2_10);
    while (power_of_ten(exponent + 1) <= value)
        exponent++;
    while (power_of_ten(exponent) > value)
        exponent--;
    return exponent;
}

/* Units that take prefixes; a plain number has none. */
static int prefix_of(const wm_figure_axis *axis, double largest)
{
    int exponent;
    if (axis->unit != NULL && strcmp(axis->unit, "%") == 0)
        return -2;
    if (axis->unit == NULL || axis->scale == WM_FIGURE_BYTES || axis->scale == WM_FIGURE_DATE ||
        strncmp(axis->unit, "\xc2\xb0", 2) == 0 || !(largest > 0))
        return 0;
    exponent = decade_of(largest);
    exponent = exponent < 0 ? -((2 - exponent) / 3) * 3 : exponent / 3 * 3;
    return exponent < -12 ? -12 : exponent > 15 ? 15 : exponent;
}

void wm_figure_axis_begin(wm_figure_ruler *ruler, const wm_figure_axis *axis, double low,
                          double high)
{
    const bool is_set = wm_figure_is_number(axis->low) && wm_figure_is_number(axis->high);
    *ruler = (wm_figure_ruler){.axis = axis, .low = low, .high = high};
    if (axis->scale == WM_FIGURE_CATEGORY) {
        ruler->low = -0.5;
        ruler->high = (double)axis->category_count - 0.5;
        return;
    }
    if (is_set) {
        ruler->low = low < axis->low ? low : axis->low;
        ruler->high = high > axis->high ? high : axis->high;
    }
    if (!(ruler->low <= ruler->high) || (is_log(axis) && !(ruler->low > 0))) {
        ruler->low = is_log(axis) ? 1 : 0;
        ruler->high = is_log(axis) ? 10 : 1;
    }
    ruler->low = axis->has_zero && ruler->low > 0 ? 0 : ruler->low;
    ruler->prefix = prefix_of(axis, fmax(fabs(ruler->low), fabs(ruler->high)));
    if (is_log(axis)) {
        const double factor = ruler->high > 100 * ruler->low ? 1.3 : 1.08;
        ruler->low /= factor;
        ruler->high *= factor;
    } else if (!is_set) {
        widen_linear(ruler);
    }
}

/* ---- ticks ----------------------------------------------------------------------------------- */

/* Writes whole * 10^exponent, short: 250, 0.05, 2e-4. */
static void write_decimal(long long whole, int exponent, char text[WM_FIGURE_TICK_TEXT])
{
    char digits[24];
    const char *sign = whole < 0 ? "-" : "";
    int size, point;
    while (whole != 0 && whole % 10 == 0) {
        whole /= 10;
        exponent++;
    }
    size = snprintf(digits, sizeof digits, "%lld", llabs(whole));
    point = size + exponent; /* digits before the point */
    if (whole == 0)
        (void)snprintf(text, WM_FIGURE_TICK_TEXT, "0");
    else if (point > 6 || point < -2)
        (void)snprintf(text, WM_FIGURE_TICK_TEXT, "%s%c%s%.*se%d", sign, digits[0],
                       size > 1 ? "." : "", size - 1, digits + 1, point - 1);
    else if (point <= 0)
        (void)snprintf(text, WM_FIGURE_TICK_TEXT, "%s0.%.*s%s", sign, -point, "00", digits);
    else if (point >= size)
        (void)snprintf(text, WM_FIGURE_TICK_TEXT, "%s%s%.*s", sign, digits, point - size, "000000");
    else
        (void)snprintf(text, WM_FIGURE_TICK_TEXT, "%s%.*s.%s", sign, point, digits, digits + point);
}

static void add_tick(wm_figure_ruler *ruler, double value, const char *text)
{
    wm_tick *tick = &ruler->tick[ruler->count];
    if (ruler->count == WM_FIGURE_TICKS || !(value >= ruler->low) || !(value <= ruler->high))
        return;
    tick->value = value;
    (void)snprintf(tick->text, sizeof tick->text, "%s", text);
    ruler->count++;
}

static void add_decimal(wm_figure_ruler *ruler, long long whole, int exponent)
{
    char text[WM_FIGURE_TICK_TEXT];
    const double power = power_of_ten(exponent);
    write_decimal(whole, exponent - ruler->prefix, text);
    add_tick(ruler, exponent < 0 ? (double)whole / power_of_ten(-exponent) : (double)whole * power,
             text);
}

static void tick_linear(wm_figure_ruler *ruler, unsigned most)
{
    static const int STEPS[] = {1, 2, 5, 10};
    const double least = (ruler->high - ruler->low) / (most > 0 ? most : 1);
    const int exponent = decade_of(least);
    const double power = power_of_ten(exponent);
    double step = 10;
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++)
        if (STEPS[i] * power >= least * (1 - 1e-9)) {
            step = STEPS[i];
            break;
        }
    for (double i = ceil(ruler->low / (step * power));
         i * step * power <= ruler->high + 1e-9 * step * power; i++)
        add_decimal(ruler, (long long)(i * step), exponent);
}

static void tick_log(wm_figure_ruler *ruler, unsigned most)
{
    const int first = decade_of(ruler->low), last = decade_of(ruler->high);
    const int stride = (last - first) / (int)(most > 0 ? most : 1) + 1;
    if (ruler->high < 2 * ruler->low) {
        tick_linear(ruler, most);
        return;
    }
    for (int exponent = first; exponent <= last; exponent++) {
        const bool is_shown = exponent % stride == 0;
        if (is_shown)
            add_decimal(ruler, 1, exponent);
        if (last - first < 3) {
            add_decimal(ruler, 2, exponent);
            add_decimal(ruler, 5, exponent);
        }
    }
}

static void tick_bytes(wm_figure_ruler *ruler, unsigned most)
{
    static const char *const UNITS[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    const int first = (int)ceil(wm_figure_axis_log2(ruler->low));
    const int last = (int)floor(wm_figure_axis_log2(ruler->high));
    const int stride = (last - first) / (int)(most > 0 ? most : 1) + 1;
    for (int exponent = first; exponent <= last; exponent++) {
        char text[WM_FIGURE_TICK_TEXT];
        if (exponent % stride != 0 || exponent < 0 || exponent > 59)
            continue;
        (void)snprintf(text, sizeof text, "%d %s", 1 << exponent % 10, UNITS[exponent / 10]);
        add_tick(ruler, ldexp(1, exponent), text);
    }
}

/* ---- dates ----------------------------------------------------------------------------------- */

/* The days from 1970-01-01 to the first of a month; months count from year 0. */
static long long days_to_month(long long months)
{
    const long long year = months / 12, month = months % 12; /* of a year that begins in March */
    const long long from = month >= 2 ? month - 2 : month + 10;
    const long long years = month >= 2 ? year : year - 1;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * from + 2) / 5 - 719468;
}

/* The month that a day is in, and its day from 0. */
static long long month_of(long long days, long long *day)
{
    long long months = days / 31 + 1970 * 12 - 1;
    while (days_to_month(months + 1) <= days)
        months++;
    *day = days - days_to_month(months);
    return months;
}

static void tick_days(wm_figure_ruler *ruler, unsigned most)
{
    static const int STEPS[] = {1, 2, 7, 14};
    const double days = (ruler->high - ruler->low) / 86400;
    int step = 14;
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++)
        if (days / STEPS[i] <= most) {
            step = STEPS[i];
            break;
        }
    for (double at = ceil(ruler->low / (step * 86400.0)); at * step * 86400 <= ruler->high; at++) {
        char text[WM_FIGURE_TICK_TEXT];
        long long day;
        const long long months = month_of((long long)at * step, &day);
        (void)snprintf(text, sizeof text, "%04lld-%02lld-%02lld", months / 12, months % 12 + 1,
                       day + 1);
        add_tick(ruler, at * step * 86400, text);
    }
}

/* Less than three days: minutes and hours of a day. */
static void tick_hours(wm_figure_ruler *ruler, unsigned most)
{
    static const int STEPS[] = {60, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400};
    int step = 86400;
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++)
        if ((ruler->high - ruler->low) / STEPS[i] <= most) {
            step = STEPS[i];
            break;
        }
    for (double at = ceil(ruler->low / step); at * step <= ruler->high; at++) {
        char text[WM_FIGURE_TICK_TEXT];
        long long day;
        const long long seconds = (long long)at * step;
        const long long months = month_of(seconds / 86400, &day);
        (void)snprintf(text, sizeof text, "%02lld-%02lld %02lld:%02lld", months % 12 + 1, day + 1,
                       seconds / 3600 % 24, seconds / 60 % 60);
        add_tick(ruler, (double)seconds, text);
    }
}

static void tick_dates(wm_figure_ruler *ruler, unsigned most)
{
    static const int STEPS[] = {1, 3, 6, 12, 24, 60, 120};
    const double months = (ruler->high - ruler->low) / (86400 * 30.44);
    long long day, first = month_of((long long)(ruler->low / 86400), &day);
    int step = 120;
    if (months < 0.1)
        tick_hours(ruler, most);
    else if (months < 2)
        tick_days(ruler, most);
    if (months < 2)
        return;
    for (size_t i = 0; i < sizeof STEPS / sizeof STEPS[0]; i++)
        if (months / STEPS[i] <= most) {
            step = STEPS[i];
            break;
        }
    for (first = first / step * step; ruler->count < WM_FIGURE_TICKS; first += step) {
        char text[WM_FIGURE_TICK_TEXT];
        const double at = (double)days_to_month(first) * 86400;
        (void)snprintf(text, sizeof text, "%04lld-%02lld", first / 12, first % 12 + 1);
        if (at > ruler->high)
            return;
        add_tick(ruler, at, text);
    }
}

void wm_figure_axis_tick(wm_figure_ruler *ruler, unsigned most)
{
    ruler->count = 0;
    switch (ruler->axis->scale) {
    case WM_FIGURE_LINEAR:
        tick_linear(ruler, most);
        break;
    case WM_FIGURE_LOG:
        tick_log(ruler, most);
        break;
    case WM_FIGURE_BYTES:
        tick_bytes(ruler, most);
        break;
    case WM_FIGURE_DATE:
        tick_dates(ruler, most);
        break;
    case WM_FIGURE_CATEGORY: /* names are drawn from the axis: there may be many */
        break;
    }
}

void wm_figure_axis_title(const wm_figure_ruler *ruler, char *text, size_t size)
{
    static const char *const PREFIXES[] = {"p", "n", "\xc2\xb5", "m", "", "k", "M", "G", "T", "P"};
    const wm_figure_axis *axis = ruler->axis;
    text[0] = '\0';
    if (axis->title == NULL)
        return;
    if (axis->unit == NULL || axis->scale == WM_FIGURE_BYTES || axis->scale == WM_FIGURE_DATE)
        (void)snprintf(text, size, "%s", axis->title);
    else if (strcmp(axis->unit, "%") == 0)
        (void)snprintf(text, size, "%s, %%", axis->title);
    else
        (void)snprintf(text, size, "%s, %s%s", axis->title, PREFIXES[ruler->prefix / 3 + 4],
                       axis->unit);
}

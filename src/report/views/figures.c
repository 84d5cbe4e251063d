/* The digits of a rate that its interval supports. */
#include "report/views/figures.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { DIGITS_LEAST = 2, DIGITS_MOST = 4, DIGITS_UNKNOWN = 3, DECIMALS_MOST = 6 };

/* The power of ten of a number's first digit. */
static int exponent_of(double value)
{
    return (int)floor(log10(fabs(value)));
}

wm_figures wm_figures_choose(double value, double low, double high, double spread)
{
    static const char PREFIXES[] = {'n', 'u', 'm', '\0', 'k', 'M', 'G', 'T', 'P', 'E'};
    const bool has_interval = isfinite(low) && isfinite(high) && high > low;
    const double largest = has_interval ? fmax(fabs(value), fabs(high)) : fabs(value);
    double width = has_interval ? high - low : 4 * spread * fabs(value);
    wm_figures figures = {1, "", 0};
    int group, first, digits;
    if (!isfinite(largest) || !(largest > 0) || !(fabs(value) > 0))
        return figures;
    group = (int)floor(exponent_of(largest) / 3.0);
    group = group < -3 ? -3 : group > 6 ? 6 : group;
    figures.scale = pow(10, 3 * group);
    figures.prefix[0] = PREFIXES[group + 3];
    first = exponent_of(value / figures.scale);
    digits = DIGITS_UNKNOWN;
    if (width > 0 && isfinite(width))
        digits = first + 1 - (exponent_of(width / figures.scale) - 1);
    else if (!(width > 0) && isfinite(width))
        digits = DIGITS_MOST;
    digits = digits < DIGITS_LEAST ? DIGITS_LEAST : digits > DIGITS_MOST ? DIGITS_MOST : digits;
    figures.decimals = digits - first - 1;
    return figures;
}

void wm_figures_write(const wm_figures *figures, double value, char text[WM_FIGURES_TEXT])
{
    const double scaled = value / figures->scale;
    double step = pow(10, -figures->decimals);
    int decimals = figures->decimals;
    if (isfinite(value) && fabs(scaled) > 0 && fabs(scaled) <= step / 2) { /* not 0: one digit */
        decimals = -exponent_of(scaled);
        step = pow(10, -decimals);
    }
    if (!isfinite(value))
        (void)snprintf(text, WM_FIGURES_TEXT, "-");
    else if (decimals > DECIMALS_MOST)
        (void)snprintf(text, WM_FIGURES_TEXT, "%.0e", scaled);
    else if (decimals < 0)
        (void)snprintf(text, WM_FIGURES_TEXT, "%.0f", nearbyint(scaled / step) * step);
    else
        (void)snprintf(text, WM_FIGURES_TEXT, "%.*f", decimals, scaled);
}

void wm_figures_percent(double share, char text[WM_FIGURES_TEXT])
{
    const double percent = 100 * share;
    if (!isfinite(percent))
        (void)snprintf(text, WM_FIGURES_TEXT, "-");
    else if (percent > 0 && percent < 0.01)
        (void)snprintf(text, WM_FIGURES_TEXT, "<0.01 %%");
    else
        (void)snprintf(text, WM_FIGURES_TEXT, "%.*f %%",
                       percent >= 9.95    ? 0
                       : percent >= 0.995 ? 1
                                          : 2,
                       percent);
}

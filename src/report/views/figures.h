/* The digits of a rate that its interval supports. */
#ifndef WM_REPORT_FIGURES_H
#define WM_REPORT_FIGURES_H

/* How the numbers of one row are written: one prefix, one number of decimals. */
typedef struct wm_figures {
    double scale;   /* a number is divided by it */
    char prefix[2]; /* its SI prefix, or empty */
    int decimals;   /* below 0: whole tens, hundreds */
} wm_figures;

enum { WM_FIGURES_TEXT = 32 };

/* Chooses the prefix by the largest of the numbers, and the decimals by the width of the interval:
 * its first two digits are shown. `value` has 2 to 4 digits. low and high: NaN if there is no
 * interval; then the width is four times `spread`, the relative spread of the repeats, or NaN. */
wm_figures wm_figures_choose(double value, double low, double high, double spread);

/* Writes a number without prefix and unit; `-` if it is not finite. A number that is not zero but
 * would be written as 0 has one digit that is not 0. */
void wm_figures_write(const wm_figures *figures, double value, char text[WM_FIGURES_TEXT]);

/* Writes a share as percent with two digits: `2.4 %`, `13 %`, `<0.01 %`. */
void wm_figures_percent(double share, char text[WM_FIGURES_TEXT]);

#endif

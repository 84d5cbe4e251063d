/* How the kernel's clocks are adjusted. */
#ifndef WM_MEASURE_CLOCK_ADJUSTMENT_H
#define WM_MEASURE_CLOCK_ADJUSTMENT_H

/* What adjtimex says. NaN: not known. */
typedef struct wm_clock_adjustment {
    double tick_us;       /* length of a hundredth of a second on the clock; 10000: none */
    double frequency_ppm; /* further correction, rounded to 10 */
} wm_clock_adjustment;

/* Reads the adjustment. Source: adjtimex(2). */
wm_clock_adjustment wm_clock_adjustment_read(void);

#endif

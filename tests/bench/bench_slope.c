/* How often the interval of the slope of the rate on the clock is right, in simulated items.
 *
 * Each model gives the rates and clocks of R repeats, and the slope that is true of them. The
 * format's own function judges 10,000 items of each. Beside it is a plain regression that takes
 * repeats for independent. Prints shares in percent, which SOUNDNESS.md section 7 quotes. */
#include "record/laws/slope.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 240, ITEMS = 10000 };

/* splitmix64 (Steele, Lea, Flood 2014), from a fixed seed. */
static uint64_t state = 47;

static double uniform(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return ((double)((z ^ z >> 31) >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

/* A series of standard normal values, each correlated with the one before; phi = 1: their sums,
 * which end about 2 from where they began. */
static void correlated(double phi, size_t count, double *values)
{
    const double step = phi < 1 ? sqrt(1 - phi * phi) : 2 / sqrt((double)count);
    for (size_t i = 0; i < count; i++)
        values[i] = i == 0 ? (phi < 1 ? normal() : 0) : phi * values[i - 1] + step * normal();
}

/* What moves the clock beside noise. */
typedef enum shape { NOISE, LINE, SETTLES, LEVELS, DIPS, COARSE, CAUSE, TWICE } shape;

typedef struct model {
    const char *name;
    shape shape;
    double slope; /* that is true */
    double phi;   /* correlation of neighbours, of the clock's noise and the rate's own */
    double clock; /* standard deviation of the clock's noise */
    double read;  /* of TWICE: that of a reading; the mean of two is used, as of a CPU's repeat */
} model;

static const model MODELS[] = {
    {"rate and clock independent", NOISE, 0, 0, 0.01, 0},
    {"the same, neighbours correlated by 0.5", NOISE, 0, 0.5, 0.01, 0},
    {"the same, by 0.8", NOISE, 0, 0.8, 0.02, 0},
    {"the same, by 0.95", NOISE, 0, 0.95, 0.03, 0},
    {"two independent random walks", NOISE, 0, 1, 0.08, 0},
    {"clock falls by 3 %, rate by 1 %, in a line", LINE, 0, 0, 0.008, 0},
    {"both settle from 3 % and 1 % in the first tenth", SETTLES, 0, 0, 0.008, 0},
    {"clock in 5 levels of 8 repeats, rate does not follow", LEVELS, 0, 0.8, 0.005, 0},
    {"clock falls by 10 % in 1 of 20 repeats, rate does not follow", DIPS, 0, 0, 0.005, 0},
    {"rate follows in proportion", NOISE, 1, 0, 0.01, 0},
    {"the same, neighbours correlated by 0.8", NOISE, 1, 0.8, 0.01, 0},
    {"the same, random walks", NOISE, 1, 1, 0.08, 0},
    {"clock in 5 levels of 8 repeats, rate follows", LEVELS, 1, 0.8, 0.005, 0},
    {"rate follows by a half", NOISE, 0.5, 0, 0.01, 0},
    {"clock varies by 0.3 %", NOISE, 1, 0, 0.003, 0},
    {"clock read in steps of 15 MHz, varies by 0.7 % of 1.5 GHz", COARSE, 1, 0.8, 0.007, 0},
    {"the same, by 1.4 %", COARSE, 1, 0.8, 0.014, 0},
    {"the same, by 3 %", COARSE, 1, 0.8, 0.03, 0},
    {"a third cause moves clock and rate by the same", CAUSE, 0, 0.8, 0.01, 0},
};

/* Behind the others: the random numbers of those stay what they were. */
static const model READ_TWICE[] = {
    {"clock read twice, each time off by half its variation", TWICE, 1, 0, 0.02, 0.01},
    {"the same, by as much as it varies", TWICE, 1, 0, 0.02, 0.02},
    {"the same, by twice as much", TWICE, 1, 0, 0.02, 0.04},
};

/* The clock without noise, at a share of the item's time. */
static double planned_clock(const model *of, size_t i, size_t count)
{
    const double t = (double)i / (double)count;
    switch (of->shape) {
    case LINE:
        return 1 - 0.03 * t;
    case SETTLES:
        return 1 + 0.03 * exp(-t * 20);
    case LEVELS:
        return 1 - 0.05 * (double)(i / 8 % 5);
    case DIPS:
        return uniform() < 0.05 ? 0.9 : 1;
    default:
        return 1;
    }
}

/* Makes the rates and clocks of one item. Noise of the rate is 0.5 %. */
static void make(const model *of, size_t count, double *rates, double *clocks)
{
    double own[MOST], noise[MOST];
    correlated(of->phi, count, own);
    correlated(of->phi, count, noise);
    for (size_t i = 0; i < count; i++) {
        const double planned = planned_clock(of, i, count);
        clocks[i] = planned + of->clock * own[i];
        rates[i] = 1 + of->slope * (clocks[i] - 1) + 0.005 * noise[i];
        if (of->shape == LINE || of->shape == SETTLES)
            rates[i] += (planned - 1) / 3;
        if (of->shape == CAUSE)
            rates[i] += of->clock * own[i];
        if (of->shape == COARSE)
            clocks[i] = floor(clocks[i] * 100 + 0.5) / 100;
        if (of->shape == TWICE)
            clocks[i] += of->read * (normal() + normal()) / 2;
    }
}

/* Whether the interval of a plain regression holds a slope; 1.98 is about Student's quantile. */
static int plain_holds(const double *rates, const double *clocks, size_t count, double slope)
{
    const double n = (double)count;
    double c = 0, r = 0, cc = 0, cr = 0, rest = 0, b, relative;
    for (size_t i = 0; i < count; i++) {
        c += clocks[i] / n;
        r += rates[i] / n;
    }
    for (size_t i = 0; i < count; i++) {
        cc += (clocks[i] - c) * (clocks[i] - c);
        cr += (clocks[i] - c) * (rates[i] - r);
    }
    b = cr / cc;
    for (size_t i = 0; i < count; i++)
        rest += pow(rates[i] - r - b * (clocks[i] - c), 2);
    relative = c / r;
    return fabs(b * relative - slope) <= 1.98 * sqrt(rest / (n - 2) / cc) * relative;
}

typedef struct tally {
    unsigned null, holds, not_zero, plain;
    double slope, half;
} tally;

static void judge(const model *of, const double *rates, const double *clocks, size_t count,
                  tally *to)
{
    const wm_result b = wm_slope_reduce(WM_FUNCTION_CLOCK_SLOPE, rates, clocks, count);
    const wm_result low = wm_slope_reduce(WM_FUNCTION_CLOCK_SLOPE_LOW, rates, clocks, count);
    const wm_result high = wm_slope_reduce(WM_FUNCTION_CLOCK_SLOPE_HIGH, rates, clocks, count);
    /* The slope is relative to the means, which a planned clock moves. */
    double c = 0, r = 0, slope;
    for (size_t i = 0; i < count; i++) {
        c += clocks[i];
        r += rates[i];
    }
    slope = of->slope * c / r;
    to->plain += (unsigned)plain_holds(rates, clocks, count, slope);
    if (b.kind != WM_RESULT_NUMBER) {
        to->null++;
        return;
    }
    to->holds += low.number <= slope && slope <= high.number;
    to->not_zero += low.number > 0 || high.number < 0;
    to->slope += b.number;
    to->half += (high.number - low.number) / 2;
}

static void print(const model *of, size_t count, const tally *found)
{
    const double judged = ITEMS - found->null;
    printf("| %s | %g | %zu | %.1f |", of->name, of->slope, count, 100.0 * found->null / ITEMS);
    if (judged > 0)
        printf(" %.1f | %.1f | %.2f | %.2f |", 100 * found->holds / judged,
               100 * found->not_zero / judged, found->slope / judged, found->half / judged);
    else
        printf(" - | - | - | - |");
    printf(" %.1f |\n", 100.0 * found->plain / ITEMS);
}

static void run(const model *models, size_t model_count)
{
    for (size_t count = 64; count <= MOST; count = count < MOST ? MOST : MOST + 1)
        for (size_t m = 0; m < model_count; m++) {
            tally found = {0, 0, 0, 0, 0, 0};
            for (unsigned i = 0; i < ITEMS; i++) {
                double rates[MOST], clocks[MOST];
                make(&models[m], count, rates, clocks);
                judge(&models[m], rates, clocks, count, &found);
            }
            print(&models[m], count, &found);
        }
}

int main(void)
{
    printf(
        "| model | true slope | R | null | interval holds it | interval without 0 | mean slope | "
        "mean half width | a plain regression holds it |\n");
    printf("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    run(MODELS, sizeof MODELS / sizeof *MODELS);
    run(READ_TWICE, sizeof READ_TWICE / sizeof *READ_TWICE);
    return EXIT_SUCCESS;
}

/* Error rates of the performance class and of the lag finding, in simulated items.
 *
 * Each model gives the rates and clocks of R repeats. The format's own functions then judge 40,000
 * items of each model. Prints the shares in percent, which SOUNDNESS.md section 7 quotes. */
#include "record/laws/reduction.h"
#include "record/laws/statistic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 24, ITEMS = 40000 };

/* splitmix64 (Steele, Lea, Flood 2014), from a fixed seed. */
static uint64_t state = 43;

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

/* A series of standard normal values, each correlated with the one before. */
static void correlated(double phi, size_t count, double *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = i == 0 ? normal() : phi * values[i - 1] + sqrt(1 - phi * phi) * normal();
}

typedef enum kind { NORMAL, SKEWED, MODES, STARVED, FAST, DRIFT, AR, FOLLOWS, BOTH_DRIFT } kind;

typedef struct model {
    const char *name;
    kind kind;
    double a, b;
} model;

static const model MODELS[] = {
    {"normal, sd 0.5 %", NORMAL, 0.005, 0},
    {"normal, sd 2 %", NORMAL, 0.02, 0},
    {"normal, sd 3 %", NORMAL, 0.03, 0},
    {"normal, sd 5 %", NORMAL, 0.05, 0},
    {"normal, sd 8 %", NORMAL, 0.08, 0},
    {"normal, sd 15 %", NORMAL, 0.15, 0},
    {"skewed: time 1 + exponential of mean 1 %", SKEWED, 0.01, 0},
    {"skewed: time 1 + exponential of mean 3 %", SKEWED, 0.03, 0},
    {"skewed: time 1 + exponential of mean 6 %", SKEWED, 0.06, 0},
    {"two modes: share 0.05 slower by 15 %", MODES, 0.05, 0.15},
    {"two modes: share 0.125 slower by 50 %", MODES, 0.125, 0.5},
    {"two modes: share 0.25 slower by 50 %", MODES, 0.25, 0.5},
    {"two modes: share 0.5 slower by 15 %", MODES, 0.5, 0.15},
    {"two modes: share 0.5 slower by 30 %", MODES, 0.5, 0.3},
    {"two modes: share 0.5 slower by 5 %", MODES, 0.5, 0.05},
    {"starved: 1 in 8 at 30 times the rate, sd 5 %", STARVED, 0, 0},
    {"exactly one fast repeat (30 times), sd 2 %", FAST, 0, 0},
    {"drift 1 % over the run, sd 0.5 %", DRIFT, 0.01, 0},
    {"drift 5 % over the run, sd 0.5 %", DRIFT, 0.05, 0},
    {"drift 10 % over the run, sd 0.5 %", DRIFT, 0.1, 0},
    {"drift 20 % over the run, sd 0.5 %", DRIFT, 0.2, 0},
    {"AR(1) 0.5, sd 1 %, independent clock AR(1) 0.5", AR, 0.5, 0},
    {"AR(1) 0.8, sd 1 %, independent clock AR(1) 0.8", AR, 0.8, 0},
    {"AR(1) 0.95, sd 1 %, independent clock AR(1) 0.95", AR, 0.95, 0},
    {"follows the clock, r = 0.5", FOLLOWS, 0, 0.5},
    {"follows the clock, r = 0.7", FOLLOWS, 0, 0.7},
    {"follows the clock, r = 0.9", FOLLOWS, 0, 0.9},
    {"follows the clock, r = 0.9, both AR(1) 0.8", FOLLOWS, 0.8, 0.9},
    {"rate and clock drift 5 % together", BOTH_DRIFT, 0.05, 0},
};

static double rate_of(const model *of, size_t i, size_t count, double noise)
{
    const double t = (double)i / ((double)count - 1) - 0.5;
    switch (of->kind) {
    case NORMAL:
        return 1 + of->a * normal();
    case SKEWED:
        return 1 / (1 - of->a * log(uniform()));
    case MODES:
        return (uniform() < of->a ? 1 - of->b : 1) * (1 + 0.005 * normal());
    case STARVED:
        return (uniform() < 0.125 ? 1 : 0.03) * (1 + 0.05 * normal());
    case FAST:
        return (i + 1 == count ? 1 : 0.03) * (1 + 0.02 * normal());
    case DRIFT:
    case BOTH_DRIFT:
        return 1 + of->a * t + 0.005 * normal();
    case AR:
    case FOLLOWS:
        break;
    }
    return 1 + 0.01 * noise;
}

/* Makes the rates and clocks of one item. */
static void make(const model *of, size_t count, double *rates, double *clocks)
{
    double noise[MOST], own[MOST];
    correlated(of->a, count, own);
    correlated(of->a, count, noise);
    for (size_t i = 0; i < count; i++) {
        clocks[i] = 1 + 0.01 * own[i];
        if (of->kind == FOLLOWS)
            noise[i] = of->b * own[i] + sqrt(1 - of->b * of->b) * noise[i];
        rates[i] = rate_of(of, i, count, noise[i]);
        if (of->kind == BOTH_DRIFT)
            clocks[i] = rate_of(of, i, count, 0);
    }
}

/* How many items of a model got each class, and how many the finding. */
typedef struct tally {
    unsigned s1, s2, correlated, other, finding;
} tally;

static void judge(const double *rates, const double *clocks, uint32_t count, tally *to)
{
    const wm_item item = {
        .variant = wm_tables_variant("hbm_triad", 9, "f32", 3), .dimension = {1}, .repeats = count};
    wm_observed_repeat repeats[MOST] = {{0}};
    const wm_observed_item observed = {
        .item = &item, .count[WM_PROCEDURE_REPEATS] = count, .repeats = repeats};
    const char *word;
    for (uint32_t i = 0; i < count; i++) {
        repeats[i].ok = true;
        repeats[i].seconds = 1;
        repeats[i].iterations = rates[i];
        repeats[i].clock = clocks[i];
    }
    word = wm_reduction_of_item(WM_FUNCTION_PERFORMANCE_CLASS, &observed).text;
    to->s1 += strcmp(word, "S1") == 0;
    to->s2 += strcmp(word, "S2") == 0;
    to->correlated += strcmp(word, "undetermined: repeats correlated") == 0;
    to->other += strncmp(word, "undetermined", 12) == 0;
    word = wm_reduction_of_item(WM_FUNCTION_INDEPENDENCE, &observed).text;
    to->finding += strcmp(word, "independent") != 0;
}

int main(void)
{
    printf("| model | R | S1 | S2 | repeats correlated | otherwise undetermined | finding |\n");
    printf("|---|---:|---:|---:|---:|---:|---:|\n");
    for (uint32_t count = 8; count <= MOST; count *= 3)
        for (size_t m = 0; m < sizeof MODELS / sizeof *MODELS; m++) {
            tally of = {0, 0, 0, 0, 0};
            for (unsigned i = 0; i < ITEMS; i++) {
                double rates[MOST], clocks[MOST];
                make(&MODELS[m], count, rates, clocks);
                judge(rates, clocks, count, &of);
            }
            printf("| %s | %u | %.2f | %.2f | %.2f | %.2f | %.2f |\n", MODELS[m].name, count,
                   100.0 * of.s1 / ITEMS, 100.0 * of.s2 / ITEMS, 100.0 * of.correlated / ITEMS,
                   100.0 * (of.other - of.correlated) / ITEMS, 100.0 * of.finding / ITEMS);
        }
    return EXIT_SUCCESS;
}

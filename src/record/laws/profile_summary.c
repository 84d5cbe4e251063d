/* Computes profiles, their spread, their distance and their keys.
 *
 * A latency depends on clock and temperature, which move all units alike. So the mean of each
 * observation is subtracted, and what is left is the place of each unit on the chip. A key is
 * the profile on a coarse grid. A recall takes the grid of the earlier profile, so that a value
 * near the edge of a cell does not change the key. */
#include "record/laws/profile_summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/laws/statistic.h"

static const char FEW_REPEATS[] = "fewer than 2 repeats", OPEN[] = "not discriminating";

/* The root mean square of a list, or of the difference of two. */
static double root_mean_square(const double *a, const double *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t u = 0; u < count; u++) {
        const double term = b == NULL ? a[u] : a[u] - b[u];
        sum = sum + term * term;
    }
    return sqrt(sum / (double)count);
}

/* ---- the key --------------------------------------------------------------------------------- */

/* The key of the cells of p + offset, of the grid with a pitch. offset is that of `grid`; NULL:
 * none. */
static void make_key(const double *p, const double *grid, double pitch, uint32_t units,
                     char key[WM_PROFILE_SUMMARY_KEY])
{
    static const char HEAD[] = "witnessmark/1 profile\n";
    uint8_t digest[WM_SHA256_SIZE];
    wm_sha256 hash;
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, HEAD, sizeof HEAD - 1);
    for (uint32_t u = 0; u < units; u++) {
        char text[400]; /* a binary64 has at most 309 digits before its point */
        double offset = 0, cell;
        int size;
        if (grid != NULL)
            offset = (pitch / 2) - (grid[u] - (pitch * floor(grid[u] / pitch)));
        cell = floor((grid == NULL ? p[u] : p[u] + offset) / pitch);
        size = snprintf(text, sizeof text, "%.0f\n", cell == 0 ? 0 : cell); /* no -0 */
        wm_sha256_update(&hash, text, (size_t)size);
    }
    wm_sha256_final(&hash, digest);
    wm_sha256_to_hex(digest, key);
}

void wm_profile_summary_recall(const wm_profile_summary *here, const wm_profile_summary *there,
                               char key[WM_PROFILE_SUMMARY_KEY])
{
    make_key(here->p, there->p, there->spread.number, there->units, key);
}

wm_result wm_profile_summary_distance(const wm_profile_summary *here,
                                      const wm_profile_summary *there)
{
    return wm_result_number(root_mean_square(here->p, there->p, there->units));
}

/* ---- the summary ----------------------------------------------------------------------------- */

/* The observations, each without its mean: c[r * units + u]. */
typedef struct centred {
    uint32_t count, units;
    double *c, *means, *column;
} centred;

static void centre(const wm_observed_profile *profiles, centred *of)
{
    for (uint32_t r = 0; r < of->count; r++) {
        const double *x = profiles[r].latencies;
        double sum = x[0];
        for (uint32_t u = 1; u < profiles[r].count; u++)
            sum = sum + x[u];
        of->means[r] = sum / (double)profiles[r].count;
        for (uint32_t u = 0; u < of->units; u++)
            of->c[(size_t)r * of->units + u] = x[u] - of->means[r];
    }
}

static void take_medians(const centred *of, double *p)
{
    for (uint32_t u = 0; u < of->units; u++) {
        for (uint32_t r = 0; r < of->count; r++)
            of->column[r] = of->c[(size_t)r * of->units + u];
        p[u] = wm_statistic_median(of->column, of->count);
    }
}

/* The largest distance of two observations. */
static wm_result within(const centred *of)
{
    double largest = 0;
    if (of->count < 2)
        return wm_result_null(FEW_REPEATS);
    for (uint32_t r = 0; r < of->count; r++)
        for (uint32_t s = r + 1; s < of->count; s++) {
            const double distance = root_mean_square(&of->c[(size_t)r * of->units],
                                                     &of->c[(size_t)s * of->units], of->units);
            if (distance > largest)
                largest = distance;
        }
    return wm_result_number(largest);
}

static wm_result discriminates(const wm_profile_summary *summary)
{
    if (summary->within.kind != WM_RESULT_NUMBER)
        return summary->within;
    return wm_result_word(summary->spread.number > 0 &&
                                  WM_THRESHOLD_RECALL * summary->within.number <=
                                      summary->spread.number
                              ? "yes"
                              : OPEN);
}

static void fill(wm_profile_summary *summary, const wm_observed_profile *profiles, centred *of)
{
    centre(profiles, of);
    take_medians(of, summary->p);
    summary->units = of->units;
    summary->within = within(of);
    summary->spread = wm_result_number(root_mean_square(summary->p, NULL, of->units));
    summary->latency = wm_result_number(wm_statistic_median(of->means, of->count));
    summary->discriminating = discriminates(summary);
    if (summary->discriminating.kind == WM_RESULT_WORD && summary->discriminating.text != OPEN)
        make_key(summary->p, NULL, summary->spread.number, of->units, summary->key);
}

wm_status wm_profile_summary_make(const wm_observed_profile *profiles, uint32_t count,
                                  wm_profile_summary **summary)
{
    wm_profile_summary *made = calloc(1, sizeof *made);
    wm_status status = WM_E_NOMEM;
    centred of;
    of.count = count;
    of.units = profiles[0].count;
    for (uint32_t r = 1; r < count; r++) /* they are equal, or a rule is switched off */
        if (profiles[r].count < of.units)
            of.units = profiles[r].count;
    of.c = calloc((size_t)count * of.units, sizeof *of.c);
    of.means = calloc(count, sizeof *of.means);
    of.column = calloc(count, sizeof *of.column);
    if (made != NULL)
        made->p = calloc(of.units, sizeof *made->p);
    if (made != NULL && made->p != NULL && of.c != NULL && of.means != NULL && of.column != NULL &&
        of.units > 0) {
        fill(made, profiles, &of);
        status = WM_OK;
    }
    free(of.c);
    free(of.means);
    free(of.column);
    if (status != WM_OK)
        wm_profile_summary_free(made);
    *summary = status == WM_OK ? made : NULL;
    return status;
}

void wm_profile_summary_free(wm_profile_summary *summary)
{
    if (summary != NULL)
        free(summary->p);
    free(summary);
}

wm_result wm_profile_summary_reduce(const wm_profile_summary *summary, wm_function function)
{
    switch (function) {
    case WM_FUNCTION_UNITS:
        return wm_result_number(summary->units);
    case WM_FUNCTION_LATENCY:
        return summary->latency;
    case WM_FUNCTION_SPREAD:
        return summary->spread;
    case WM_FUNCTION_WITHIN:
        return summary->within;
    case WM_FUNCTION_DISCRIMINATING:
        return summary->discriminating;
    case WM_FUNCTION_KEY:
        if (summary->discriminating.kind == WM_RESULT_NULL)
            return summary->discriminating;
        return summary->key[0] == '\0' ? wm_result_null(OPEN) : wm_result_word(summary->key);
    default:
        return wm_result_null("not there");
    }
}

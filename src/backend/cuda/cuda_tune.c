/* Chooses the fastest of several ways to compute the same, by timing them.
 *
 * Under a power limit the earlier load decides the clock. The first candidate after a rest is 3 to
 * 5 % faster, which is more than the usual difference of candidates. So nothing counts before power
 * has settled, rounds alternate their direction, and a difference counts only if it exceeds the
 * spread of the rounds' own differences. */
#include "backend/cuda/cuda_tune.h"

#include "base/status.h"

#include <math.h>
#include <stdbool.h>

enum {
    FINALISTS = 3,  /* candidates that remain after one round there and back */
    ROUNDS = 8,     /* rounds of the finalists; even, because every other one runs backwards */
    WARM_ROUNDS = 3 /* of the first candidate, beforehand */
};

/* Long runs are timed until power settles, short ones until the timer does. */
static const float LONG_RUN_MS = 0.2f;
static const float LONG_ROUND_MS = 100.0f;
static const float SHORT_ROUND_MS = 2.0f;
static const double STANDARD_ERRORS = 2; /* a difference within this many is none */

typedef struct {
    wm_cuda_tune_timer *timer;
    void *context;
    int runs; /* runs in a round */
    size_t count;
    size_t candidates[WM_CUDA_TUNE_CANDIDATES]; /* the remaining ones, in the caller's order */
    float ms[ROUNDS][FINALISTS];
} contest;

/* Times a candidate and adds the mean to *sum. */
static wm_status add_time(const contest *c, size_t candidate, int runs, float *sum)
{
    float ms = 0;
    const wm_status status = c->timer(c->context, candidate, runs, &ms);
    *sum += ms;
    return status;
}

/* Keeps the FINALISTS fastest of one round there and back, each direction half as long as a
 * round. */
static wm_status screen(contest *c)
{
    float ms[WM_CUDA_TUNE_CANDIDATES] = {0};
    wm_status status = WM_OK;
    for (size_t i = 0; i < c->count && status == WM_OK; i++)
        status = add_time(c, i, (c->runs + 1) / 2, &ms[i]);
    for (size_t i = c->count; i-- > 0 && status == WM_OK;)
        status = add_time(c, i, (c->runs + 1) / 2, &ms[i]);
    if (status != WM_OK)
        return status;
    while (c->count > FINALISTS) {
        size_t slowest = 0;
        for (size_t i = 1; i < c->count; i++)
            slowest = ms[i] > ms[slowest] ? i : slowest;
        c->count--;
        for (size_t i = slowest; i < c->count; i++) {
            c->candidates[i] = c->candidates[i + 1];
            ms[i] = ms[i + 1];
        }
    }
    return WM_OK;
}

/* Times the finalists in all rounds. */
static wm_status compete(contest *c)
{
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < c->count; i++) {
            const size_t which = round % 2 == 0 ? i : c->count - 1 - i;
            const wm_status status =
                add_time(c, c->candidates[which], c->runs, &c->ms[round][which]);
            if (status != WM_OK)
                return status;
        }
    return WM_OK;
}

/* Whether `fast` beats `slow` by more than the spread. */
static bool beats(const contest *c, size_t fast, size_t slow)
{
    double sum = 0;
    double squares = 0;
    for (int round = 0; round < ROUNDS; round++)
        sum += (double)c->ms[round][slow] - c->ms[round][fast];
    const double mean = sum / ROUNDS;
    for (int round = 0; round < ROUNDS; round++) {
        const double off = (double)c->ms[round][slow] - c->ms[round][fast] - mean;
        squares += off * off;
    }
    return mean > STANDARD_ERRORS * sqrt(squares / (ROUNDS - 1) / ROUNDS);
}

/* The first finalist that no other beats. The one with the smallest sum qualifies, so there is
 * one. */
static size_t first_unbeaten(const contest *c)
{
    for (size_t i = 0; i + 1 < c->count; i++) {
        bool is_beaten = false;
        for (size_t j = 0; j < c->count; j++)
            is_beaten = is_beaten || beats(c, j, i);
        if (!is_beaten)
            return i;
    }
    return c->count - 1;
}

wm_status wm_cuda_tune(wm_cuda_tune_timer *timer, void *context, size_t count, float fastest_ms,
                       size_t *chosen)
{
    contest c = {.timer = timer, .context = context, .count = count};
    const float round_ms = fastest_ms >= LONG_RUN_MS ? LONG_ROUND_MS : SHORT_ROUND_MS;
    float warm_ms = 0;
    if (timer == NULL || chosen == NULL || count == 0 || count > WM_CUDA_TUNE_CANDIDATES)
        return WM_E_ARG;
    if (count == 1) {
        *chosen = 0;
        return WM_OK;
    }
    c.runs = 2 + (int)(round_ms / (fastest_ms + 0.001f));
    for (size_t i = 0; i < count; i++)
        c.candidates[i] = i;
    wm_status status = add_time(&c, 0, WARM_ROUNDS * c.runs, &warm_ms);
    if (status == WM_OK)
        status = screen(&c);
    if (status == WM_OK)
        status = compete(&c);
    if (status == WM_OK)
        *chosen = c.candidates[first_unbeaten(&c)];
    return status;
}

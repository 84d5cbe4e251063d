/* Computes shares of trials, their intervals, and the numbers of attacks.
 *
 * A share without its interval would say more than so many trials can: none of 200 seen is at most
 * 1.9 %, and not never. Wilson's interval needs no table and no iteration, so that every checker
 * gets the same bits, and it holds where a share is near 0 or 1. */
#include "record/laws/trials.h"

#include <math.h>
#include <string.h>

#include "standards/sha256.h"

static const double Z = 1.959963984540054; /* 97.5 % quantile of the normal distribution */

/* The part that both ends have; `sign` says which end. */
static double end_of(double seen, double count, double sign)
{
    const double p = seen / count, q = (Z * Z) / count;
    const double m = p + q / 2, h = sqrt((p * (1 - p)) / count + (q / 4) / count) * Z;
    return (m + sign * h) / (1 + q);
}

double wm_trials_low(double seen, double count)
{
    return seen == 0 ? 0 : end_of(seen, count, -1);
}

double wm_trials_high(double seen, double count)
{
    return seen == count ? 1 : end_of(seen, count, 1);
}

static wm_result attack_number(double number)
{
    return number == number ? wm_result_number(number) : wm_result_null("not measured");
}

/* The functions of a check, three each, in the order of the checks. */
static wm_result seen_of(const wm_observed_trials *trials, unsigned which, double count)
{
    const unsigned check = which / 3;
    const double seen = trials->seen[check];
    if (!trials->has_seen[check])
        return wm_result_null("not checked");
    switch (which % 3) {
    case 0:
        return wm_result_number(seen / count);
    case 1:
        return wm_result_number(wm_trials_low(seen, count));
    default:
        return wm_result_number(wm_trials_high(seen, count));
    }
}

wm_result wm_trials_reduce(const wm_item *item, const wm_observed_trials *trials,
                           wm_function function)
{
    const unsigned first = WM_FUNCTION_SEEN_PAPER_1;
    const unsigned which = (unsigned)function - first;
    switch (function) {
    case WM_FUNCTION_TRIALS:
        return wm_result_number(item->repeats);
    case WM_FUNCTION_ATTACK_ERROR:
        return attack_number(trials->error);
    case WM_FUNCTION_ATTACK_COST:
        return attack_number(trials->cost);
    case WM_FUNCTION_ATTACK_COMMITTED:
        return attack_number(trials->committed);
    case WM_FUNCTION_ATTACK_DERIVED:
        return attack_number(trials->derived);
    case WM_FUNCTION_PAIR_DIVERGENCE_LEAST:
        return attack_number(trials->divergence_least);
    case WM_FUNCTION_PAIR_DIVERGENCE_MOST:
        return attack_number(trials->divergence_most);
    case WM_FUNCTION_PAIR_FAULTY_RESIDUAL:
        return attack_number(trials->faulty_residual);
    case WM_FUNCTION_PAIR_HONEST_DERIVED:
        return attack_number(trials->honest_derived);
    case WM_FUNCTION_PAIR_HONEST_RESIDUAL:
        return attack_number(trials->honest_residual);
    default:
        return (unsigned)function >= first && which < 3 * WM_CHECKS
                   ? seen_of(trials, which, item->repeats)
                   : wm_result_null("not there");
    }
}

void wm_trials_seed(const wm_item *item, const char *nonce, uint8_t seed[WM_SHA256_SIZE])
{
    char label[WM_PLAN_LABEL_SIZE];
    wm_sha256 hash;
    wm_plan_label(item, label);
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, "witnessmark/1 trials\n", 21);
    wm_sha256_update(&hash, label, strlen(label));
    wm_sha256_update(&hash, "\n", 1);
    wm_sha256_update(&hash, nonce, strlen(nonce));
    wm_sha256_final(&hash, seed);
}

/* The functions over the trials of an item. */
#ifndef WM_RECORD_TRIALS_H
#define WM_RECORD_TRIALS_H

#include "record/laws/observed.h"
#include "record/laws/result.h"

/* Computes a function over ok trials. Source: record.md section 4. */
wm_result wm_trials_reduce(const wm_item *item, const wm_observed_trials *trials,
                           wm_function function);

/* The ends of the 95 % Wilson interval of `seen` of `count` >= 1 trials. Source: E. B. Wilson,
 * "Probable inference, the law of succession, and statistical inference", JASA 22 (1927). */
double wm_trials_low(double seen, double count);
double wm_trials_high(double seen, double count);

/* The seed of an item's trials. Source: record.md section 3, trials. */
void wm_trials_seed(const wm_item *item, const char *nonce, uint8_t seed[WM_SHA256_SIZE]);

#endif

/* Converts a device's result into a residual of the format. */
#include "verify/check.h"

#include <math.h>

wm_observed_residual wm_check_difference(double difference_max, double reference_max)
{
    return (wm_observed_residual){
        .difference_max = isfinite(difference_max) ? difference_max : (double)NAN,
        .reference_max = isfinite(reference_max) ? reference_max : (double)NAN,
        .row_statistic = (double)NAN,
        .residual_squares = (double)NAN,
        .rounding_squares = (double)NAN};
}

double wm_check_slack(double terms, double reference_max)
{
    return 8 * sqrt(terms) * 0x1p-53 * reference_max;
}

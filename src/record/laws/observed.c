/* Numbers that follow from one observation. */
#include "record/laws/observed.h"

double wm_observed_rate(const wm_item *item, const wm_observed_repeat *repeat)
{
    return wm_plan_work(item) * repeat->iterations / repeat->seconds;
}

double wm_observed_ratio(double difference_max, double reference_max)
{
    return difference_max / (reference_max + WM_THRESHOLD_EPSILON);
}

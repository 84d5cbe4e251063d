/* The form of calibrations, and the numbers that they hold. */
#include "record/nodes/kind_calibration.h"

#include <math.h>

const wm_form wm_kind_calibration_ok =
    WM_KIND_FORM("the calibration", CALIBRATION_OK, wm_calibration_node);
const wm_form wm_kind_calibration_failed =
    WM_KIND_FORM("the calibration", CALIBRATION_FAILED, wm_calibration_node);

/* Reads a number for each probe set; missing ones are NaN. */
static void read_probes(wm_list list, double values[WM_TABLES_PROBES])
{
    for (unsigned i = 0; i < WM_TABLES_PROBES; i++)
        if (!wm_member_next_number(&list, &values[i]))
            values[i] = (double)NAN;
}

void wm_kind_calibration_read(const wm_calibration_node *node, bool is_ok,
                              wm_observed_calibration *calibration)
{
    calibration->ok = is_ok;
    read_probes(node->difference_max, calibration->difference_max);
    read_probes(node->reference_max, calibration->reference_max);
    read_probes(node->residual_squares, calibration->residual_squares);
    read_probes(node->rounding_squares, calibration->rounding_squares);
}

const wm_kind wm_kind_calibration =
    WM_KIND_OBSERVATION("calibration", CALIBRATION, "status", true, &wm_kind_calibration_ok,
                        &wm_kind_calibration_failed);

/* The parameters of a plan, by names: what was set, beside the claims, which were measured. */
#ifndef WM_REPORT_PLAN_PARAMETERS_H
#define WM_REPORT_PLAN_PARAMETERS_H

#include "model/model.h"
#include "report/document/table.h"

/* Adds a table with a row for each parameter: its name, the value as text, the unit (absent: none).
 * Names are `plan.ITEM.n`, `plan.repeat_seconds`; they match [a-z0-9_.]+, and no claim has one. */
wm_table *wm_plan_parameters_add(const wm_model *model, wm_document *to);

#endif

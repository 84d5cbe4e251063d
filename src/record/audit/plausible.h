/* Rules on covariates and residuals that every honest repeat obeys.
 *
 * Source: docs/formats/record.md section 3, workload. */
#ifndef WM_RECORD_PLAUSIBLE_H
#define WM_RECORD_PLAUSIBLE_H

#include "record/audit/audit_state.h"
#include "record/nodes/objects.h"

/* Checks covariates: throttle follows from its reasons, the samples cover the repeat, and all
 * values are in their domain. Rules: covariates.throttle, .coverage, .domain, .whole, .alike. False
 * if something was refused. */
bool wm_plausible_covariates(wm_audit_state *state, const wm_covariates_node *node, double seconds);

/* Checks the place and the numbers of a residual. Rules: schema.value, residual.access, .reduction,
 * .reference. False if something was refused. */
bool wm_plausible_residual(wm_audit_state *state, const wm_item *item,
                           const wm_residual_node *node);

/* Checks one `reference_max` of a product; NaN passes. Rule: residual.reference. */
bool wm_plausible_check_reference(wm_audit_state *state, const wm_item *item, double reference_max);

#endif

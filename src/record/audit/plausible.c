/* Checks that covariates and residuals are in the range that measurements have.
 *
 * A made-up number is often impossible: a clock above any device's, samples that do not cover the
 * repeat, a reference of a product that is too small for its operands. What no honest producer can
 * write is refused, with some slack for rounding. */
#include "record/audit/plausible.h"

#include <math.h>

/* The domain of a covariate. */
typedef struct domain {
    double least, most;
    bool is_whole; /* minimum and maximum are ints */
    bool is_alike; /* minimum, median and maximum are equal */
} domain;

static const domain DOMAINS[WM_COVARIATES] = {
#define DOMAIN_ROW(id, least, most, whole, alike) [WM_COVARIATE_##id] = {least, most, whole, alike},
    WM_DOMAIN_LIST(DOMAIN_ROW)
#undef DOMAIN_ROW
};

/* ---- covariates ------------------------------------------------------------------------------ */

static bool is_present(const wm_covariate_node *node)
{
    return node->is_there && node->reason.bytes == NULL;
}

/* Whether a number is an int of the format. */
static bool is_int(double value)
{
    return value >= -9007199254740991.0 && value <= 9007199254740991.0 && floor(value) == value;
}

static bool check_domain(wm_audit_state *state, const char *name, const domain *in,
                         const wm_covariate_node *of)
{
    if (!WM_DEMAND(state, WM_RULE_COVARIATES_DOMAIN,
                   of->minimum >= in->least && of->maximum <= WM_THRESHOLD_SLACK * in->most,
                   "`%s` is out of its domain: found %.17g to %.17g", name, of->minimum,
                   of->maximum))
        return false;
    return WM_DEMAND(state, WM_RULE_COVARIATES_WHOLE,
                     !in->is_whole || (is_int(of->minimum) && is_int(of->maximum)),
                     "`%s` has no whole numbers: found %.17g to %.17g", name, of->minimum,
                     of->maximum) &&
           WM_DEMAND(state, WM_RULE_COVARIATES_ALIKE,
                     !in->is_alike || (of->minimum == of->median && of->median == of->maximum),
                     "minimum, median and maximum of `%s` are not equal: found %.17g, %.17g, %.17g",
                     name, of->minimum, of->median, of->maximum);
}

static bool check_coverage(wm_audit_state *state, const char *name, const wm_covariate_node *of,
                           double seconds)
{
    const double covered = (of->samples + WM_THRESHOLD_COVERAGE_SAMPLES) * of->longest_gap_s;
    return WM_DEMAND(
        state, WM_RULE_COVARIATES_COVERAGE, covered >= WM_THRESHOLD_COVERAGE * seconds,
        "`%s` does not cover the repeat: found %.0f samples, longest gap %.17g s, in %.17g s", name,
        of->samples, of->longest_gap_s, seconds);
}

static bool check_throttle(wm_audit_state *state, const wm_covariates_node *node)
{
    const wm_covariate_node *throttle = &node->each[WM_COVARIATE_THROTTLE];
    const wm_covariate_node *reasons = &node->each[WM_COVARIATE_THROTTLE_REASONS];
    double expected;
    if (!is_present(throttle) || !is_present(reasons) || !is_int(reasons->maximum) ||
        reasons->maximum < 0)
        return true;
    expected = ((uint64_t)reasons->maximum & ~(uint64_t)WM_THROTTLE_HARMLESS) != 0 ? 1 : 0;
    return WM_DEMAND(state, WM_RULE_COVARIATES_THROTTLE, throttle->maximum == expected,
                     "maximum of `throttle`: found %.17g, expected %.0f, by the reasons %.0f",
                     throttle->maximum, expected, reasons->maximum);
}

bool wm_plausible_covariates(wm_audit_state *state, const wm_covariates_node *node, double seconds)
{
    for (unsigned i = 0; i < WM_COVARIATES; i++) {
        const wm_covariate_node *of = &node->each[i];
        const char *name = wm_tables_covariate((wm_covariate_name)i);
        if (!is_present(of))
            continue;
        if (!check_domain(state, name, &DOMAINS[i], of) ||
            (wm_tables_is_throughout((wm_covariate_name)i) &&
             !check_coverage(state, name, of, seconds)))
            return false;
    }
    return check_throttle(state, node);
}

/* ---- residuals ------------------------------------------------------------------------------- */

/* The mean square of a product of two elements. */
static double mean_square(const wm_item *item)
{
    return item->variant->output_format[0] == 'i' ? 29826902.25 : 1;
}

/* The least `reference_max` that a product can have, with the auditor's slack. */
static double least_reference(const wm_item *item)
{
    const double columns = floor(((double)item->dimension[1] + 23) / 24);
    return WM_THRESHOLD_REFERENCE_SHARE * sqrt(((double)item->dimension[2] * mean_square(item)) *
                                               (WM_THRESHOLD_REFERENCE_SQUARE * columns));
}

bool wm_plausible_check_reference(wm_audit_state *state, const wm_item *item, double reference_max)
{
    return WM_DEMAND(state, WM_RULE_RESIDUAL_REFERENCE,
                     item->variant->work != WM_WORK_GEMM ||
                         !(reference_max < least_reference(item)),
                     "`reference_max`: found %.17g, expected at least %.17g", reference_max,
                     least_reference(item));
}

/* Checks that a place is below its limit. */
static bool check_below(wm_audit_state *state, const char *name, double place, uint64_t limit)
{
    return WM_DEMAND(state, WM_RULE_SCHEMA_VALUE, !(place >= (double)limit),
                     "`%s` of the residual: found %.0f, expected below %llu", name, place,
                     (unsigned long long)limit);
}

static bool check_place(wm_audit_state *state, const wm_item *item, const wm_residual_node *node)
{
    const uint64_t n = item->dimension[1];
    return !wm_tables_has(item->variant, WM_TRAIT_ROWS) ||
           (check_below(state, "row", node->row, item->dimension[0]) &&
            check_below(state, "probe", node->probe,
                        n < WM_TABLES_PROBE_COLUMNS ? n : WM_TABLES_PROBE_COLUMNS));
}

/* An item has row sums, unless its output was not finite. */
static bool check_row_sums(wm_audit_state *state, const wm_item *item, const wm_residual_node *node)
{
    const bool has_row_sums = wm_tables_has(item->variant, WM_TRAIT_ROW_SUMS);
    const bool is_there = !wm_observed_lacks(node->row_sum_error);
    return WM_DEMAND(state, WM_RULE_RESIDUAL_ROW_SUMS,
                     is_there ? has_row_sums
                              : !has_row_sums || wm_observed_lacks(node->difference_max),
                     "`row_sum_error` of the residual of %s: expected %s", item->variant->variant,
                     has_row_sums ? "a number" : "none");
}

bool wm_plausible_residual(wm_audit_state *state, const wm_item *item, const wm_residual_node *node)
{
    const double lanes = (double)item->dimension[1];
    const double elements = (double)item->dimension[0] * (double)item->dimension[1];
    if (!check_place(state, item, node) || !check_row_sums(state, item, node))
        return false;
    if (wm_tables_has(item->variant, WM_TRAIT_INTEGERS))
        return WM_DEMAND(state, WM_RULE_RESIDUAL_INTEGERS,
                         node->reference_max == elements && is_int(node->difference_max) &&
                             node->difference_max <= elements,
                         "residual: found %.17g of %.17g elements, expected an int up to %.0f",
                         node->difference_max, node->reference_max, elements);
    switch (item->variant->work) {
    case WM_WORK_ACCESS:
        return WM_DEMAND(state, WM_RULE_RESIDUAL_ACCESS,
                         node->reference_max == lanes && is_int(node->difference_max) &&
                             node->difference_max <= lanes,
                         "residual: found %.17g of %.17g lanes, expected an int up to %.0f",
                         node->difference_max, node->reference_max, lanes);
    case WM_WORK_REDUCTION:
        return WM_DEMAND(state, WM_RULE_RESIDUAL_REDUCTION, node->reference_max == 1,
                         "`reference_max`: found %.17g, expected 1", node->reference_max);
    default:
        return wm_plausible_check_reference(state, item, node->reference_max);
    }
}

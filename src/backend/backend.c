/* The names and units of covariates. */
#include "backend/backend.h"

static const struct {
    const char *name;
    const char *unit;
} COVARIATES[WM_COVARIATE_COUNT] = {
    [WM_COVARIATE_CLOCK] = {"clock", "Hz"},
    [WM_COVARIATE_MEMORY_CLOCK] = {"memory_clock", "Hz"},
    [WM_COVARIATE_TEMPERATURE] = {"temperature", "degC"},
    [WM_COVARIATE_POWER] = {"power", "W"},
    [WM_COVARIATE_ENERGY] = {"energy", "J"},
    [WM_COVARIATE_MEMORY] = {"memory", "B"},
    [WM_COVARIATE_MEMORY_PEAK] = {"memory_peak", "B"},
    [WM_COVARIATE_STEAL] = {"steal", "s"},
    [WM_COVARIATE_PRESSURE] = {"pressure", "s"},
    [WM_COVARIATE_CONTEXT_SWITCHES] = {"context_switches", "1"},
    [WM_COVARIATE_THROTTLE] = {"throttle", "1"},
    [WM_COVARIATE_ECC_CORRECTED] = {"ecc_corrected", "1"},
    [WM_COVARIATE_ECC_UNCORRECTED] = {"ecc_uncorrected", "1"},
    [WM_COVARIATE_PCIE_GENERATION] = {"pcie_generation", "1"},
    [WM_COVARIATE_PCIE_WIDTH] = {"pcie_width", "1"},
    [WM_COVARIATE_PCIE_REPLAYS] = {"pcie_replays", "1"},
    [WM_COVARIATE_READ_TIME] = {"read_time", "s"},
};

const char *wm_backend_covariate_name(wm_covariate covariate)
{
    return (unsigned)covariate < WM_COVARIATE_COUNT ? COVARIATES[covariate].name : NULL;
}

const char *wm_backend_covariate_unit(wm_covariate covariate)
{
    return (unsigned)covariate < WM_COVARIATE_COUNT ? COVARIATES[covariate].unit : NULL;
}

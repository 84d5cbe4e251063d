/* The names, units and values of covariates, and the size of a digest's tree. */
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

wm_covariate_value wm_backend_present(double value)
{
    return (wm_covariate_value){.value = value};
}

wm_covariate_value wm_backend_absent(const char *reason)
{
    return (wm_covariate_value){.reason = reason};
}

unsigned wm_backend_tree_levels(size_t rows)
{
    unsigned levels = 0;
    for (; rows > 1; rows = rows / 2 + rows % 2)
        levels++;
    return levels;
}

size_t wm_backend_tree_bytes(size_t size_bytes, size_t row_bytes)
{
    const size_t row = row_bytes < size_bytes ? row_bytes : size_bytes;
    size_t rows = (size_bytes - 1) / row + 1;
    size_t nodes = rows * ((row - 1) / WM_BACKEND_CHUNK_BYTES + 1) + rows;
    for (; rows > 1; nodes += rows)
        rows = rows / 2 + rows % 2;
    return nodes * WM_BACKEND_DIGEST_BYTES;
}

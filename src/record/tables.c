/* The data of the format's closed tables. */
#include "record/tables.h"

#include <string.h>

#define GEMM_SHAPE                          \
    {                                       \
        {"m", 'm'}, {"n", 'n'}, {"k", 'k'}, \
        {                                   \
            NULL, 0                         \
        }                                   \
    }
#define GEMM(variant, bound, operand_format, output_format, layout, size, floor, traits)    \
    {                                                                                       \
        "gemm", variant, true, 3, GEMM_SHAPE, WM_WORK_GEMM, "FLOP/s", bound, 2, {"A", "B"}, \
            operand_format, output_format, layout, size, floor, PRODUCT | (traits)          \
    }
enum { PRODUCT = WM_TRAIT_CALIBRATION | WM_TRAIT_ROWS | WM_TRAIT_OPENINGS | WM_TRAIT_SQUARE };

#define RANDOM_ACCESS(variant)                                                                   \
    {                                                                                            \
        "random_access", variant, false, 3, {{"n", 'n'}, {"lanes", 'l'}, {"steps", 's'}},        \
            WM_WORK_ACCESS, "read/s", WM_BOUND_ZERO, 1, {"table"}, "uint32", "uint32", "vector", \
            4, 0, WM_TRAIT_EXACT                                                                 \
    }

/* binary32 vectors, the same for all workloads but gemm, attention and random_access. */
#define F32_VECTOR "binary32", "binary32", "vector", 4, 0

static const wm_variant VARIANTS[] = {
    GEMM("fp16", WM_BOUND_NONE, "binary16", "binary16", "nn", 2, 2.07e-4, WM_TRAIT_WITNESS_F32),
    GEMM("bf16", WM_BOUND_NONE, "bfloat16", "bfloat16", "nn", 2, 1.66e-3, WM_TRAIT_WITNESS_F32),
    GEMM("tf32", WM_BOUND_NONE, "binary32", "binary32", "nn", 4, 2.94e-4, WM_TRAIT_WITNESS_F32),
    GEMM("fp8", WM_BOUND_NONE, "e4m3", "bfloat16", "tn", 2, 1.66e-3, WM_TRAIT_WITNESS_F32),
    GEMM("fp8_fast", WM_BOUND_FAST, "e4m3", "bfloat16", "tn", 2, 0, WM_TRAIT_WITNESS_F32),
    GEMM("f32", WM_BOUND_TERMS_F32, "binary32", "binary32", "nn", 4, 0, 0),
    GEMM("f64", WM_BOUND_TERMS_F64, "binary64", "binary64", "nn", 8, 0, 0),
    GEMM("int8", WM_BOUND_TERMS_F64, "int8", "int32", "tn", 4, 0, WM_TRAIT_EXACT),
    {"hbm_triad",
     "f32",
     false,
     1,
     {{"n", 'n'}},
     WM_WORK_TRIAD,
     "B/s",
     WM_BOUND_ZERO,
     2,
     {"b", "c"},
     F32_VECTOR,
     WM_TRAIT_EXACT},
    {"attention",
     "bf16",
     false,
     4,
     {{"b", 'b'}, {"h", 'h'}, {"s", 's'}, {"d", 'd'}},
     WM_WORK_ATTENTION,
     "FLOP/s",
     WM_BOUND_CONSTANT,
     3,
     {"Q", "K", "V"},
     "bfloat16",
     "bfloat16",
     "vector",
     2,
     0,
     0},
    {"reduction",
     "default",
     false,
     1,
     {{"n", 'n'}},
     WM_WORK_REDUCTION,
     "B/s",
     WM_BOUND_TERMS_F32,
     1,
     {"x"},
     F32_VECTOR,
     0},
    {"reduction",
     "deterministic",
     false,
     1,
     {{"n", 'n'}},
     WM_WORK_REDUCTION,
     "B/s",
     WM_BOUND_TERMS_F32,
     1,
     {"x"},
     F32_VECTOR,
     0},
    {"scatter_add",
     "atomic",
     false,
     2,
     {{"n", 'n'}, {"buckets", 'b'}},
     WM_WORK_SCATTER,
     "element/s",
     WM_BOUND_TERMS_F32,
     2,
     {"src", "index"},
     F32_VECTOR,
     WM_TRAIT_CHANCE},
    {"scatter_add",
     "fixed",
     false,
     2,
     {{"n", 'n'}, {"buckets", 'b'}},
     WM_WORK_SCATTER,
     "element/s",
     WM_BOUND_TERMS_F32,
     2,
     {"src", "index"},
     F32_VECTOR,
     WM_TRAIT_EXACT},
    {"index_add",
     "atomic",
     false,
     3,
     {{"rows", 'r'}, {"columns", 'c'}, {"buckets", 'b'}},
     WM_WORK_INDEX,
     "element/s",
     WM_BOUND_TERMS_F32,
     2,
     {"src", "index"},
     F32_VECTOR,
     WM_TRAIT_CHANCE},
    RANDOM_ACCESS("latency"),
    RANDOM_ACCESS("bandwidth"),
};

enum { VARIANT_COUNT = sizeof VARIANTS / sizeof VARIANTS[0] };

size_t wm_tables_variant_count(void)
{
    return VARIANT_COUNT;
}

const wm_variant *wm_tables_variant_at(size_t index)
{
    return index < VARIANT_COUNT ? &VARIANTS[index] : NULL;
}

/* Whether a slice is exactly a constant. */
static bool is_name(const char *text, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(text, name, size) == 0;
}

const wm_variant *wm_tables_variant(const char *workload, size_t workload_size, const char *variant,
                                    size_t variant_size)
{
    for (size_t i = 0; i < VARIANT_COUNT; i++)
        if (is_name(workload, workload_size, VARIANTS[i].workload) &&
            is_name(variant, variant_size, VARIANTS[i].variant))
            return &VARIANTS[i];
    return NULL;
}

bool wm_tables_has(const wm_variant *variant, wm_trait trait)
{
    return (variant->traits & (unsigned)trait) != 0;
}

bool wm_tables_is_witnessed_in_f32(const wm_variant *variant)
{
    return variant->predicted_floor > 0 || variant->bound == WM_BOUND_FAST;
}

static const struct {
    const char *name;
    wm_inputs inputs;
} FUNCTIONS[] = {
#define FUNCTION_ROW(id, name, inputs) {name, inputs},
    WM_FUNCTION_LIST(FUNCTION_ROW)
#undef FUNCTION_ROW
};

const char *wm_tables_function_name(wm_function function)
{
    return (size_t)function < WM_FUNCTION_COUNT ? FUNCTIONS[function].name : "";
}

wm_inputs wm_tables_function_inputs(wm_function function)
{
    return (size_t)function < WM_FUNCTION_COUNT ? FUNCTIONS[function].inputs : WM_INPUTS_REPEATS;
}

wm_function wm_tables_function(const char *name, size_t size)
{
    for (size_t i = 0; i < WM_FUNCTION_COUNT; i++)
        if (is_name(name, size, FUNCTIONS[i].name))
            return (wm_function)i;
    return WM_FUNCTION_NONE;
}

static const char *const TEXTS[] = {
#define TEXT_ROW(id, name) name,
    WM_TEXT_LIST(TEXT_ROW)
#undef TEXT_ROW
};

const char *wm_tables_text_name(wm_text_format format)
{
    return (size_t)format < WM_TEXT_COUNT ? TEXTS[format] : "";
}

wm_text_format wm_tables_text(const char *name, size_t size)
{
    for (size_t i = 0; i < WM_TEXT_COUNT; i++)
        if (is_name(name, size, TEXTS[i]))
            return (wm_text_format)i;
    return WM_TEXT_COUNT;
}

static const wm_quantity QUANTITIES[] = {
#define QUANTITY_ROW(name, gemm_only, function, unit, text, class_function, tolerance_function) \
    {name,                                                                                      \
     gemm_only,                                                                                 \
     WM_FUNCTION_##function,                                                                    \
     unit,                                                                                      \
     WM_TEXT_##text,                                                                            \
     WM_FUNCTION_##class_function,                                                              \
     WM_FUNCTION_##tolerance_function},
    WM_QUANTITY_LIST(QUANTITY_ROW)
#undef QUANTITY_ROW
};

size_t wm_tables_count(void)
{
    return sizeof QUANTITIES / sizeof QUANTITIES[0];
}

const wm_quantity *wm_tables_at(size_t index)
{
    return index < wm_tables_count() ? &QUANTITIES[index] : NULL;
}

static const struct {
    const char *name;
    bool throughout;
} COVARIATES[] = {
#define COVARIATE_ROW(id, name, may_miss, throughout) {name, throughout},
    WM_OBSERVED_COVARIATE_LIST(COVARIATE_ROW)
#undef COVARIATE_ROW
};

const char *wm_tables_covariate(wm_observed_covariate_name name)
{
    return (size_t)name < WM_OBSERVED_COVARIATES ? COVARIATES[name].name : "";
}

bool wm_tables_is_throughout(wm_observed_covariate_name name)
{
    return (size_t)name < WM_OBSERVED_COVARIATES && COVARIATES[name].throughout;
}

/* The chi-square quantile with 8 degrees of freedom over 8 at 1 - 1e-6 / rows, for rows = 1, 2, 4,
 * ... 65536. */
static const double ROW_QUANTILES[] = {5.34, 5.54, 5.74, 5.93, 6.13, 6.33, 6.52, 6.72, 6.91,
                                       7.1,  7.3,  7.49, 7.68, 7.87, 8.06, 8.25, 8.44};

double wm_tables_row_quantile(double rows)
{
    double listed = 1;
    for (size_t i = 0; i < sizeof ROW_QUANTILES / sizeof ROW_QUANTILES[0]; i++, listed *= 2)
        if (rows <= listed)
            return ROW_QUANTILES[i];
    return 9.95;
}

static const struct {
    const char *word;
    bool has_place;
} FAULTS[WM_FAULT_COUNT] = {{"", false},
#define WM_FAULT_ROW(id, word, has_place, text) {word, has_place},
                            WM_FAULT_LIST(WM_FAULT_ROW)
#undef WM_FAULT_ROW
};

const char *wm_tables_fault(wm_fault_kind kind)
{
    return FAULTS[kind].word;
}

wm_fault_kind wm_tables_fault_named(const char *word, size_t size)
{
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        if (strlen(FAULTS[i].word) == size && memcmp(FAULTS[i].word, word, size) == 0)
            return (wm_fault_kind)i;
    return WM_FAULT_NONE;
}

bool wm_tables_fault_has_place(wm_fault_kind kind)
{
    return FAULTS[kind].has_place;
}

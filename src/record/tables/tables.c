/* The data of the format's closed tables. */
#include "record/tables/tables.h"

#include <string.h>

static const wm_variant VARIANTS[] = {WM_VARIANT_ROWS};

enum { VARIANT_COUNT = sizeof VARIANTS / sizeof VARIANTS[0] };

size_t wm_tables_variant_count(void)
{
    return VARIANT_COUNT;
}

const wm_variant *wm_tables_variant_at(size_t index)
{
    return index < VARIANT_COUNT ? &VARIANTS[index] : NULL;
}

/* Whether a slice equals a constant. */
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

uint64_t wm_tables_dimension_max(const wm_variant *variant)
{
    return wm_tables_has(variant, WM_TRAIT_LONG) ? WM_TABLES_LENGTH : WM_TABLES_DIMENSION;
}

const wm_procedure_row *wm_tables_procedure(wm_procedure_name procedure)
{
    static const wm_procedure_row ROWS[] = {
#define PROCEDURE_ROW(id, ...) {__VA_ARGS__},
        WM_PROCEDURE_LIST(PROCEDURE_ROW)
#undef PROCEDURE_ROW
    };
    return &ROWS[procedure];
}

static const struct {
    const char *name;
    wm_inputs inputs;
    unsigned needs;
    wm_procedure_name procedure;
} FUNCTIONS[] = {
#define FUNCTION_ROW(id, name, inputs, needs, by) {name, inputs, needs, WM_PROCEDURE_##by},
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

unsigned wm_tables_function_needs(wm_function function)
{
    return (size_t)function < WM_FUNCTION_COUNT ? FUNCTIONS[function].needs : 0;
}

wm_procedure_name wm_tables_function_procedure(wm_function function)
{
    return (size_t)function < WM_FUNCTION_COUNT ? FUNCTIONS[function].procedure : WM_PROCEDURE_NONE;
}

wm_function wm_tables_function(const char *name, size_t size)
{
    for (size_t i = 0; i < WM_FUNCTION_COUNT; i++)
        if (is_name(name, size, FUNCTIONS[i].name))
            return (wm_function)i;
    return WM_FUNCTION_NONE;
}

static const char *const TEXTS[] = {
#define TEXT_ROW(id, name, own) name,
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
#define QUANTITY_ROW(subject, name, needs, function, unit, text, class_of, tolerance_of, ...) \
    {WM_SUBJECT_##subject,                                                                    \
     name,                                                                                    \
     needs,                                                                                   \
     WM_FUNCTION_##function,                                                                  \
     unit,                                                                                    \
     WM_TEXT_##text,                                                                          \
     WM_FUNCTION_##class_of,                                                                  \
     WM_FUNCTION_##tolerance_of,                                                              \
     __VA_ARGS__},
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
    WM_COVARIATE_LIST(COVARIATE_ROW)
#undef COVARIATE_ROW
};

const char *wm_tables_covariate(wm_covariate_name name)
{
    return (size_t)name < WM_COVARIATES ? COVARIATES[name].name : "";
}

bool wm_tables_is_throughout(wm_covariate_name name)
{
    return (size_t)name < WM_COVARIATES && COVARIATES[name].throughout;
}

double wm_tables_quantile(double cells)
{
    static const double QUANTILES[] = {
#define QUANTILE(step, q) q,
        WM_QUANTILE_LIST(QUANTILE)
#undef QUANTILE
    };
    size_t step = 0;
    for (double covered = 1; covered < cells && step + 1 < sizeof QUANTILES / sizeof *QUANTILES;
         covered *= 2)
        step++;
    return QUANTILES[step];
}

static const char *const POINTS[WM_POINT_COUNT] = {"",
#define POINT_ROW(id, word) word,
                                                   WM_WORDS_POINTS(POINT_ROW)
#undef POINT_ROW
};

const char *wm_tables_point(wm_point point)
{
    return POINTS[point];
}

wm_point wm_tables_point_named(const char *word, size_t size)
{
    for (unsigned i = 1; i < WM_POINT_COUNT; i++)
        if (is_name(word, size, POINTS[i]))
            return (wm_point)i;
    return WM_POINT_NONE;
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

const wm_trial_row *wm_tables_trial(wm_trial_word trial)
{
    static const wm_trial_row ROWS[WM_TRIAL_COUNT] = {{"", false, false, false, 0, 0},
#define TRIAL_ROW(id, word, is_attack, is_rate, is_pair, least, most) \
    {word, is_attack, is_rate, is_pair, least, most},
                                                      WM_TRIAL_LIST(TRIAL_ROW)
#undef TRIAL_ROW
    };
    return &ROWS[trial];
}

wm_trial_word wm_tables_trial_named(const char *word, size_t size)
{
    for (unsigned i = 1; i < WM_TRIAL_COUNT; i++)
        if (is_name(word, size, wm_tables_trial((wm_trial_word)i)->word))
            return (wm_trial_word)i;
    return WM_TRIAL_NOT;
}

const char *wm_tables_check(wm_check_word check)
{
    static const char *const WORDS[WM_CHECKS] = {
#define CHECK_ROW(id, word) word,
        WM_WORDS_CHECKS(CHECK_ROW)
#undef CHECK_ROW
    };
    return WORDS[check];
}

/* ---- own numbers ---- */

/* Units without a prefix, to which one can be added; also before a slash. `1` has none: with a
 * prefix it would read as another unit. */
static const char *const PLAIN[] = {
    "s",   "B",    "Hz", "W",    "J",   "V",     "A",    "m",     "g",       "bit",  "op",
    "ops", "FLOP", "OP", "IOPS", "OPS", "FLOPS", "item", "items", "element", "read", "call",
};

static bool is_plain(const char *unit, size_t size)
{
    for (size_t i = 0; i < sizeof PLAIN / sizeof PLAIN[0]; i++)
        if (strlen(PLAIN[i]) == size && memcmp(PLAIN[i], unit, size) == 0)
            return true;
    return false;
}

const char *wm_tables_own_format(const char *unit, double magnitude)
{
    if (is_plain(unit, strcspn(unit, "/")))
        return "si4";
    if (!(magnitude > 0.01 && magnitude < 1e9))
        return magnitude > 0 ? "sci3" : "fixed2";
    return magnitude >= 1000 ? "fixed0" : magnitude >= 10 ? "fixed2" : "fixed4";
}

const char *wm_tables_exact(const wm_variant *variant, const uint64_t *dimension)
{
    static const struct {
        const char *variant;
        uint64_t dimension[3];
        const char *digest;
    } ROWS[] = {
#define EXACT_ROW(variant, m, n, k, digest) {variant, {m, n, k}, digest},
        WM_EXACT_LIST(EXACT_ROW)
#undef EXACT_ROW
    };
    if (!wm_tables_has(variant, WM_TRAIT_INTEGERS))
        return NULL;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (strcmp(variant->variant, ROWS[i].variant) == 0 &&
            memcmp(dimension, ROWS[i].dimension, sizeof ROWS[i].dimension) == 0)
            return ROWS[i].digest;
    return NULL;
}

/* Prints the rows of the format's tables as the C code has them, for tables.py to compare. */
#include <stdio.h>

#include "record/tables/tables.h"

static const char *const INPUTS[] = {
    [WM_INPUTS_REPEATS] = "W",    [WM_INPUTS_CALIBRATION] = "K", [WM_INPUTS_TOLERANCE] = "K|W",
    [WM_INPUTS_VERDICT] = "WK|W", [WM_INPUTS_DECISION] = "D",    [WM_INPUTS_SEGMENTS] = "T",
    [WM_INPUTS_OBSERVED] = "F",   [WM_INPUTS_PLAN] = "P",        [WM_INPUTS_CHANGE] = "C",
    [WM_INPUTS_JUDGED] = "J",     [WM_INPUTS_LINK] = "L",        [WM_INPUTS_PRIOR] = "R",
    [WM_INPUTS_SERIES] = "S"};

static const struct {
    wm_trait trait;
    const char *name;
} TRAITS[] = {{WM_TRAIT_CALIBRATION, "calibration"},
              {WM_TRAIT_ROWS, "rows"},
              {WM_TRAIT_WITNESS_F32, "witness_f32"},
              {WM_TRAIT_EXACT, "exact"},
              {WM_TRAIT_CHANCE, "chance"},
              {WM_TRAIT_SQUARE, "square"},
              {WM_TRAIT_GROWING, "growing"},
              {WM_TRAIT_DEPENDENT, "dependent"},
              {WM_TRAIT_FIXED, "fixed"},
              {WM_TRAIT_DETERMINISTIC, "deterministic"},
              {WM_TRAIT_SWEPT, "swept"},
              {WM_TRAIT_LINES, "lines"},
              {WM_TRAIT_LONG, "long"},
              {WM_TRAIT_CAUSAL, "causal"},
              {WM_TRAIT_INTEGERS, "integers"},
              {WM_TRAIT_ROW_SUMS, "row_sums"}};

static const char *const BOUNDS[] = {
    [WM_BOUND_NONE] = "none",          [WM_BOUND_ZERO] = "zero",
    [WM_BOUND_CONSTANT] = "constant",  [WM_BOUND_FAST] = "fast",
    [WM_BOUND_LEVELS] = "levels",      [WM_BOUND_TERMS_F32] = "terms_f32",
    [WM_BOUND_TERMS_F64] = "terms_f64"};

static const char *const WORKS[] = {
#define WORK_NAME(id) #id,
    WM_WORK_LIST(WORK_NAME)
#undef WORK_NAME
};

static const char *const TERMS[] = {
#define TERMS_NAME(id) #id,
    WM_TERMS_LIST(TERMS_NAME)
#undef TERMS_NAME
};

static const char *const LINKS[] = {
#define LINK_NAME(id) #id,
    WM_LINK_LIST(LINK_NAME)
#undef LINK_NAME
};

static void put(const char *table, const char *row, const char *column, const char *value)
{
    printf("%s\t%s\t%s\t%s\n", table, row, column, value == NULL ? "-" : value);
}

static void put_number(const char *table, const char *row, const char *column, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    put(table, row, column, text);
}

static void put_bool(const char *table, const char *row, const char *column, bool value)
{
    put(table, row, column, value ? "yes" : "no");
}

/* The names of some traits, in the order of TRAITS. */
static void put_traits(const char *table, const char *row, const char *column, unsigned traits)
{
    char text[120] = "";
    size_t used = 0;
    for (size_t i = 0; i < sizeof TRAITS / sizeof TRAITS[0]; i++)
        if ((traits & (unsigned)TRAITS[i].trait) != 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? "," : "",
                                     TRAITS[i].name);
    put(table, row, column, used > 0 ? text : NULL);
}

static void put_lower(const char *table, const char *row, const char *column, const char *word)
{
    char text[40];
    size_t i = 0;
    for (; word[i] != '\0' && i + 1 < sizeof text; i++)
        text[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] - 'A' + 'a' : word[i]);
    text[i] = '\0';
    put(table, row, column, text);
}

static void put_variant(const wm_variant *v)
{
    char row[80], text[120] = "";
    size_t used = 0;
    snprintf(row, sizeof row, "%s %s", v->workload, v->variant);
    for (unsigned i = 0; i < v->dimension_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s:%c", i > 0 ? "," : "",
                                 v->dimension[i].name, v->dimension[i].letter);
    put("workloads", row, "dimensions", text);
    put_lower("workloads", row, "work", WORKS[v->work]);
    put("workloads", row, "unit", v->unit);
    put("workloads", row, "bound", BOUNDS[v->bound]);
    put_lower("workloads", row, "terms", TERMS[v->terms]);
    put_lower("workloads", row, "link", LINKS[v->link]);
    used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < v->operand_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? "," : "",
                                 v->operand[i]);
    put("workloads", row, "operands", text);
    put("workloads", row, "operand_format", v->operand_format);
    put("workloads", row, "output_format", v->output_format);
    put("workloads", row, "layout", v->layout);
    put_number("workloads", row, "element_bytes", v->output_size_bytes);
    if (v->predicted_floor > 0)
        put_number("workloads", row, "predicted_floor", v->predicted_floor);
    else
        put("workloads", row, "predicted_floor", NULL);
    put("workloads", row, "procedure", wm_tables_procedure(v->procedure)->name);
    put_traits("workloads", row, "traits", v->traits);
}

static void put_rounding(const wm_variant *v)
{
    static const char *const OF[] = {"none", "output", "operands"};
    put("roundings", v->variant, "rounding", OF[v->rounding.of]);
    put_bool("roundings", v->variant, "verdict", v->rounding.has_verdict);
    put_number("roundings", v->variant, "centre", v->rounding.centre);
    put_number("roundings", v->variant, "excess", v->rounding.excess);
    put_number("roundings", v->variant, "excess_terms", v->rounding.excess_terms);
    put_number("roundings", v->variant, "excess_square", v->rounding.excess_square);
    put_number("roundings", v->variant, "row_terms", v->rounding.row_terms);
}

static void put_integers(const wm_variant *v)
{
    put_number("integers", v->variant, "sum_bits", v->integers.sum_bits);
    put_number("integers", v->variant, "most", v->integers.most);
    put_number("integers", v->variant, "finite", v->integers.finite);
}

static const char *function_name(wm_function function)
{
    return function == WM_FUNCTION_NONE ? NULL : wm_tables_function_name(function);
}

/* Two subjects may have a quantity of one name, but not of one function. */
static void put_quantity(const wm_quantity *q, size_t place)
{
    const char *row = function_name(q->function);
    put_number("quantities", row, "place", (double)place);
    put_traits("quantities", row, "needs", q->needs);
    put("quantities", row, "name", q->name);
    put("quantities", row, "unit", q->unit == NULL ? "rate" : q->unit);
    put("quantities", row, "text", wm_tables_text_name(q->text));
    put("quantities", row, "class", function_name(q->class_function));
    put("quantities", row, "tolerance", function_name(q->tolerance_function));
    put("quantities", row, "quiet", q->quiet);
    put("quantities", row, "alarm", q->alarm);
}

static void put_rows(void)
{
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        put_variant(wm_tables_variant_at(i));
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        if (wm_tables_has(wm_tables_variant_at(i), WM_TRAIT_ROWS))
            put_rounding(wm_tables_variant_at(i));
    for (size_t i = 0; i < wm_tables_variant_count(); i++)
        if (wm_tables_has(wm_tables_variant_at(i), WM_TRAIT_INTEGERS))
            put_integers(wm_tables_variant_at(i));
#define EXACT(variant, m, n, k, digest) \
    put("exact", variant " " #m " " #n " " #k, "digest", digest);
    WM_EXACT_LIST(EXACT)
    for (size_t i = 0; i < wm_tables_count(); i++)
        put_quantity(wm_tables_at(i), i);
    for (unsigned i = 0; i < WM_FUNCTION_COUNT; i++) {
        const char *name = wm_tables_function_name((wm_function)i);
        put("functions", name, "inputs", INPUTS[wm_tables_function_inputs((wm_function)i)]);
        if (wm_tables_function_procedure((wm_function)i) != WM_PROCEDURE_NONE)
            put("functions", name, "needs",
                wm_tables_procedure(wm_tables_function_procedure((wm_function)i))->name);
        else
            put_traits("functions", name, "needs", wm_tables_function_needs((wm_function)i));
    }
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        put_bool("faults", wm_tables_fault((wm_fault_kind)i), "place",
                 wm_tables_fault_has_place((wm_fault_kind)i));
    for (unsigned i = 0; i <= 36; i++) {
        char row[20];
        snprintf(row, sizeof row, "%u", i);
        put_number("quantiles", row, "q", wm_tables_quantile((double)(1ULL << i)));
    }
}

/* A row whose name is an identifier. */
static void put_value(const char *table, const char *id, double value)
{
    char row[40], text[40];
    size_t i = 0;
    for (; id[i] != '\0' && i + 1 < sizeof row; i++)
        row[i] = (char)(id[i] >= 'A' && id[i] <= 'Z' ? id[i] - 'A' + 'a' : id[i]);
    row[i] = '\0';
    snprintf(text, sizeof text, "%.17g", value);
    put(table, row, "value", text);
}

static void put_lists(void)
{
#define COVARIATE(id, name, may_miss, throughout)                                            \
    put_bool("covariates", wm_tables_covariate(WM_COVARIATE_##id), "required", !(may_miss)); \
    put_bool("covariates", name, "throughout", wm_tables_is_throughout(WM_COVARIATE_##id));
    WM_COVARIATE_LIST(COVARIATE)
#define TEXT_FORMAT(id, name, own) put_bool("texts", wm_tables_text_name(WM_TEXT_##id), "own", own);
    WM_TEXT_LIST(TEXT_FORMAT)
#define STAGE(id, name, after) put_number("stages", name, "after", after);
    WM_STAGE_LIST(STAGE)
#define THROTTLE(id, bit, words, counts)                    \
    put_number("throttle", words, "bit", WM_THROTTLE_##id); \
    put_bool("throttle", words, "limit", counts);
    WM_THROTTLE_LIST(THROTTLE)
#define LIMIT(id, value) put_value("limits", #id, WM_TABLES_##id);
    WM_LIMIT_LIST(LIMIT)
    LIMIT(LENGTH, )
#define THRESHOLD(id, value) put_value("thresholds", #id, WM_THRESHOLD_##id);
    WM_THRESHOLD_LIST(THRESHOLD)
#define BACKEND(id, word) put("words", "backends", word, "yes");
    WM_WORDS_BACKENDS(BACKEND)
#define WHEN(id, word) put("words", "when", word, "yes");
    WM_WORDS_WHEN(WHEN)
#define POINT(id, word) put("words", "points", word, "yes");
    WM_WORDS_POINTS(POINT)
#define DECISION(id, word) put("words", "decisions", word, "yes");
    WM_WORDS_DECISIONS(DECISION)
#define FLAG(id, word) put("words", "flags", word, "yes");
    WM_WORDS_FLAGS(FLAG)
#define EXTENT(id, word) put("words", "extents", word, "yes");
    WM_WORDS_EXTENTS(EXTENT)
#define FACT(id, word) put("words", "required_facts", word, "yes");
    WM_WORDS_REQUIRED_FACTS(FACT)
    for (unsigned i = 0; i < WM_CHECKS; i++)
        put("words", "checks", wm_tables_check((wm_check_word)i), "yes");
    for (unsigned i = 1; i < WM_TRIAL_COUNT; i++) {
        const wm_trial_row *row = wm_tables_trial((wm_trial_word)i);
        put_bool("trials", row->word, "attack", row->is_attack);
        put_bool("trials", row->word, "rate", row->is_rate);
        put_bool("trials", row->word, "pair", row->is_pair);
        put_number("trials", row->word, "least", row->least);
        put_number("trials", row->word, "most", row->most);
    }
}

int main(void)
{
    put_rows();
    put_lists();
    return 0;
}

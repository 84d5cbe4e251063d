/* Says a node in a few words. */
#include "report/node_summary.h"

#include "report/style.h"
#include "record/tables.h"

#include <string.h>

const char *wm_node_summary_field(const wm_json_value *node, const char *name, char room[128])
{
    const wm_json_value *value = wm_json_member(node, name);
    size_t size = value != NULL && value->text != NULL ? value->text_size : 0;
    if (value != NULL && value->kind == WM_JSON_NULL)
        return "null";
    if (size > 127)
        size = 127;
    if (size > 0)
        memcpy(room, value->text, size);
    room[size] = '\0';
    wm_style_mask(room, size);
    return room;
}

/* What a function takes from a repeat: the object, or the covariate, and its fields. Those that are
 * not here take the rate. */
static const struct {
    const char *function;
    bool has_rate;
    const char *object; /* NULL: the observation itself */
    const char *field[2];
} TAKES[] = {
    {"median_clock", false, "clock", {"median", NULL}},
    {"clock_correlation", true, "clock", {"median", NULL}},
    {"performance_class", true, "clock", {"median", NULL}},
    {"divergence", false, NULL, {"divergence", NULL}},
    {"numerical_class", false, NULL, {"output_digest", NULL}},
    {"tolerance", false, NULL, {"status", NULL}},
    {"residual", false, "residual", {"difference_max", "reference_max"}},
    {"verified", false, "residual", {"difference_max", "reference_max"}},
    {"row_statistic", false, "residual", {"row_statistic", "row"}},
    {"median_power", false, "power", {"median", NULL}},
    {"median_temperature", false, "temperature", {"median", NULL}},
    {"peak_memory", false, NULL, {"peak_resident_bytes", NULL}},
};

/* The residual, or a covariate. */
static const wm_json_value *object_of(const wm_json_value *node, const char *name)
{
    const wm_json_value *own = wm_json_member(node, name);
    return own != NULL ? own : wm_json_member(wm_json_member(node, "covariates"), name);
}

static void print_rate(const wm_json_value *node, FILE *out)
{
    char a[128], b[128];
    fprintf(out, "%s iterations in %s s", wm_node_summary_field(node, "iterations", a),
            wm_node_summary_field(node, "seconds", b));
}

/* A covariate that is absent has its reason in place of its fields. */
static void print_taken(const wm_json_value *node, size_t row, FILE *out)
{
    const char *name = TAKES[row].object;
    const wm_json_value *object = name != NULL ? object_of(node, name) : node;
    const bool is_absent = name != NULL && wm_json_member(object, TAKES[row].field[0]) == NULL;
    char text[128];
    if (TAKES[row].has_rate) {
        print_rate(node, out);
        fputs(", ", out);
    }
    if (is_absent) {
        fprintf(out, "%s absent: %s", name, wm_node_summary_field(object, "reason", text));
        return;
    }
    for (size_t i = 0; i < 2 && TAKES[row].field[i] != NULL; i++)
        fprintf(out, "%s%s%s%s %s", i > 0 ? ", " : "",
                name != NULL && strcmp(name, "residual") != 0 ? name : "",
                name != NULL && strcmp(name, "residual") != 0 ? " " : "", TAKES[row].field[i],
                wm_node_summary_field(object, TAKES[row].field[i], text));
}

/* The reasons that kept a repeat's clock down, where the record has them. */
static void print_throttle(const wm_json_value *node, FILE *out)
{
    static const struct {
        unsigned bit;
        const char *words;
        bool counts;
    } REASONS[] = {
#define REASON_ROW(id, bit, words, counts) {WM_THROTTLE_##id, words, counts},
        WM_THROTTLE_LIST(REASON_ROW)
#undef REASON_ROW
    };
    const wm_json_value *value = wm_json_member(object_of(node, "throttle_reasons"), "maximum");
    const char *before = " (";
    if (value == NULL || !(value->number >= 0 && value->number <= UINT32_MAX))
        return;
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++)
        if (REASONS[i].counts && ((unsigned)value->number & REASONS[i].bit) != 0) {
            fprintf(out, "%s%s", before, REASONS[i].words);
            before = ", ";
        }
    if (before[0] == ',')
        fputc(')', out);
}

static void print_flags(const wm_json_value *node, FILE *out)
{
    const wm_json_value *flags = wm_json_member(node, "flags"), *flag;
    for (flag = flags != NULL ? flags->first : NULL; flag != NULL; flag = flag->next) {
        char text[64];
        size_t size = flag->text_size < sizeof text ? flag->text_size : sizeof text;
        memcpy(text, flag->text, size);
        wm_style_mask(text, size);
        fprintf(out, "%s%.*s", flag == flags->first ? "; disturbed: " : ", ", (int)size, text);
        if (wm_json_is_text(flag, "throttled"))
            print_throttle(node, out);
    }
}

static void print_repeat(const wm_json_value *node, const char *function, FILE *out)
{
    char text[128];
    size_t row = 0;
    fprintf(out, "repeat %s: ", wm_node_summary_field(node, "repeat", text));
    if (!wm_json_is_text(wm_json_member(node, "status"), "ok")) {
        fprintf(out, "failed: %s", wm_node_summary_field(node, "reason", text));
        return;
    }
    while (row < sizeof TAKES / sizeof *TAKES && strcmp(TAKES[row].function, function) != 0)
        row++;
    if (row < sizeof TAKES / sizeof *TAKES)
        print_taken(node, row, out);
    else
        print_rate(node, out);
    print_flags(node, out);
}

static void print_calibration(const wm_json_value *node, FILE *out)
{
    const wm_json_value *probes = wm_json_member(node, "difference_max");
    char text[128];
    if (probes != NULL)
        fprintf(out, "calibration: difference_max and reference_max of %lu probes",
                (unsigned long)probes->count);
    else
        fprintf(out, "calibration failed: %s", wm_node_summary_field(node, "reason", text));
}

static void print_observation(const wm_json_value *node, const char *function, FILE *out)
{
    const wm_json_value *kind = wm_json_member(node, "kind");
    char a[128], b[128];
    if (wm_json_is_text(kind, "workload"))
        print_repeat(node, function, out);
    else if (wm_json_is_text(kind, "calibration"))
        print_calibration(node, out);
    else if (wm_json_is_text(kind, "external"))
        fprintf(out, "series %s, number %s", wm_node_summary_field(node, "series", a),
                wm_node_summary_field(node, "index", b));
    else if (wm_json_is_text(kind, "stage"))
        fprintf(out, "stage %s %s", wm_node_summary_field(node, "stage", a),
                wm_node_summary_field(node, "decision", b));
    else
        fputs(wm_node_summary_field(node, "kind", a), out);
}

void wm_node_summary_print(const wm_json_value *node, wm_reader_type type, const char *function,
                           FILE *out)
{
    char a[128], b[128], c[128];
    if (type == WM_READER_CLAIM) {
        fprintf(out, "claim: text %s, value %s, unit %s", wm_node_summary_field(node, "text", a),
                wm_node_summary_field(node, "value", b), wm_node_summary_field(node, "unit", c));
    } else if (type == WM_READER_REDUCTION) {
        fprintf(out, "reduction %s", wm_node_summary_field(node, "function", a));
        if (wm_json_member(node, "field") != NULL)
            fprintf(out, " of %s", wm_node_summary_field(node, "field", c));
        fprintf(out, ": %s", wm_node_summary_field(node, "value", b));
    } else {
        print_observation(node, function, out);
    }
    if (type != WM_READER_OBSERVATION && wm_json_member(node, "reason") != NULL)
        fprintf(out, " (%s)", wm_node_summary_field(node, "reason", a));
}

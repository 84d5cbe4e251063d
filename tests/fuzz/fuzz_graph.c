/* Fuzzes the building of a graph: the audit must accept what it seals, with the same root. */
#include "fuzz.h"
#include "memory.h"
#include "template.h"

/* A claim about each of these is added; if the series is absent, the graph must refuse it. */
static const struct {
    const char *name, *unit, *format, *series, *field, *function;
} wanted[] = {
    {"x.a", "ns", "si4", "latency", "ns", "median_of"},
    {"x.b", "1", "percent3", "latency", "ns", "relative_mad_of"},
    {"x.c", "%", "signed2", "latency", "drift", "standard_deviation_of"},
    {"x.d", "B", "sci3", "latency", "misses", "mean_of"},
};

static wm_status keep(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

static void check_sealed(wm_buffer *evidence, const char *root)
{
    const wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    wm_source source = memory_source(evidence);
    wm_status status = wm_audit_source(&source, &options, &report, &err);
    if (status != WM_OK)
        fprintf(stderr, "line %llu: [%s] %s\n", (unsigned long long)report.failure.line,
                report.failure.tag, report.failure.words);
    FUZZ_CHECK(status == WM_OK && strcmp(report.root, root) == 0);
}

static void seal(wm_graph *graph, wm_buffer *evidence)
{
    wm_graph_file files[2];
    char root[WM_ID_SIZE];
    wm_error err;
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        const wm_own_value value = {wanted[i].series, wanted[i].field, wanted[i].function};
        const wm_own_claim claim = {
            sizeof claim, wanted[i].name, wanted[i].unit, wanted[i].format, value, &value, 1};
        (void)!wm_graph_claim(graph, &claim, &err);
    }
    for (size_t i = 0; i < 2; i++) {
        files[i].path = wm_checker_at(i)->path;
        strcpy(files[i].sha256, wm_checker_at(i)->sha256);
    }
    const wm_seal how = {sizeof how, files, 2, NULL, 0, keep, evidence};
    if (wm_graph_seal(graph, &how, root, &err) == WM_OK)
        check_sealed(evidence, root);
}

/* Adds the lines of the input, except those that the graph refuses. */
static void add_lines(wm_graph *graph, const char *text, size_t size, wm_buffer *evidence)
{
    template_ids *known = calloc(1, sizeof(*known));
    wm_buffer line = WM_BUFFER_EMPTY;
    FUZZ_CHECK(known != NULL);
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - (text + at)) + 1;
        wm_line added;
        wm_error err;
        line.size = 0;
        template_expand(text + at, length, known, &line);
        if (wm_graph_add(graph, line.data, line.size, &added, &err) == WM_OK) {
            FUZZ_CHECK(added.size > 0 && added.text[added.size - 1] == '\n');
            FUZZ_CHECK(wm_buffer_append(evidence, added.text, added.size) == WM_OK);
            if (known->count < TEMPLATE_LINES_MAX)
                strcpy(known->ids[known->count++], added.id);
        }
        at += length;
    }
    wm_buffer_clear(&line);
    free(known);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_graph *graph = wm_graph_new();
    wm_buffer evidence = WM_BUFFER_EMPTY;
    FUZZ_CHECK(graph != NULL);
    add_lines(graph, (const char *)data, size, &evidence);
    seal(graph, &evidence);
    wm_buffer_clear(&evidence);
    wm_graph_free(graph);
    return 0;
}

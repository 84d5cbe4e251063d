/* Seals what a template observes, for the targets that read valid records. */
#include "sealed.h"

#include "fuzz.h"
#include "record/build/graph.h"
#include "template.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A claim about each of these is added; if the series is absent, the graph must refuse it. */
static const struct {
    const char *name, *unit, *format, *series, *field, *function;
} wanted[] = {
    {"x.a", "ns", "si4", "latency", "ns", "median_of"},
    {"x.b", "1", "percent3", "latency", "ns", "relative_mad_of"},
    {"x.c", "%", "signed2", "latency", "drift", "standard_deviation_of"},
    {"x.d", "B", "sci3", "latency", "misses", "mean_of"},
    {"x.e", "1", "si4", "holes", "v", "minimum_of"},
    {"x.wrap.failed_share", "1", "percent3", "wrap", "failed", "mean_of"},
    {"x.wrap.median_wall", "s", "si4", "wrap", "wall_seconds", "median_of"},
    {"x.wrap.relative_mad_wall", "1", "percent3", "wrap", "wall_seconds", "relative_mad_of"},
    {"x.wrap.maximum_rss", "B", "si4", "wrap", "max_rss_bytes", "maximum_of"},
};

static wm_status keep(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

static void add_claims(wm_graph *graph)
{
    wm_error err;
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        const wm_own_value value = {wanted[i].series, wanted[i].field, wanted[i].function};
        const wm_own_claim claim = {
            sizeof claim, wanted[i].name, wanted[i].unit, wanted[i].format, value, &value, 1};
        (void)!wm_graph_claim(graph, &claim, &err);
    }
}

static void seal(wm_graph *graph, wm_buffer *evidence, char root[WM_ID_SIZE])
{
    wm_graph_file files[2];
    wm_error err;
    for (size_t i = 0; i < 2; i++) {
        files[i].path = wm_checker_at(i)->path;
        strcpy(files[i].sha256, wm_checker_at(i)->sha256);
    }
    const wm_seal how = {sizeof how, files, 2, NULL, 0, keep, evidence};
    if (wm_graph_seal(graph, &how, root, &err) != WM_OK)
        root[0] = '\0';
}

/* Adds the lines of the input, except those that the graph refuses. */
static void add_lines(wm_graph *graph, const char *text, size_t size, const char *prior,
                      wm_buffer *evidence)
{
    static template_ids known;
    wm_buffer line = WM_BUFFER_EMPTY;
    known.count = 0;
    known.prior = prior;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - (text + at)) + 1;
        wm_line added;
        wm_error err;
        line.size = 0;
        template_expand(text + at, length, &known, &line);
        if (wm_graph_add(graph, line.data, line.size, &added, &err) == WM_OK) {
            FUZZ_CHECK(added.size > 0 && added.text[added.size - 1] == '\n');
            FUZZ_CHECK(wm_buffer_append(evidence, added.text, added.size) == WM_OK);
            if (known.count < TEMPLATE_LINES_MAX)
                strcpy(known.ids[known.count++], added.id);
        }
        at += length;
    }
    wm_buffer_clear(&line);
}

wm_graph *sealed_graph(const char *text, size_t size, const char *prior, const char *root,
                       wm_buffer *lines)
{
    wm_graph *graph = wm_graph_new();
    wm_error err;
    FUZZ_CHECK(graph != NULL);
    FUZZ_CHECK(prior == NULL || wm_graph_name_priors(graph, &prior, 1, &err) == WM_OK);
    add_lines(graph, text, size, root, lines);
    add_claims(graph);
    return graph;
}

void sealed_make(const char *text, size_t size, wm_buffer *evidence, char root[WM_ID_SIZE])
{
    wm_graph *graph = sealed_graph(text, size, NULL, NULL, evidence);
    seal(graph, evidence, root);
    wm_graph_free(graph);
}

int sealed_file(const wm_buffer *bytes, char path[SEALED_PATH])
{
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    FUZZ_CHECK(file >= 0);
    FUZZ_CHECK(write(file, bytes->data, bytes->size) == (ssize_t)bytes->size);
    (void)snprintf(path, SEALED_PATH, "/proc/self/fd/%d", file);
    return file;
}

bool sealed_part(const char *text, size_t size, size_t index, const char **part, size_t *part_size)
{
    for (;; index--) {
        const char *end =
            size >= 2 && memcmp(text, "%\n", 2) == 0 ? text : memmem(text, size, "\n%\n", 3);
        const size_t length = end == NULL ? size : (size_t)(end - text) + (end != text);
        *part = text;
        *part_size = length;
        if (index == 0)
            return true;
        if (end == NULL)
            return false;
        text += length + 2;
        size -= length + 2;
    }
}

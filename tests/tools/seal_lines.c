/* Seals a record from lines of observations: seal_lines RECORD LINES [PRIOR...]. */
#include <stdio.h>
#include <stdlib.h>

#include "record/build/graph.h"

static int fail(const char *what, const wm_error *err)
{
    fprintf(stderr, "seal_lines: %s: %s: %s\n", what, err->place, err->message);
    return 1;
}

/* Adds every line of a file. */
static wm_status add_lines(wm_graph *graph, FILE *file, wm_error *err)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    wm_status status = WM_OK;
    while (status == WM_OK && (size = getline(&line, &room, file)) > 0)
        status = wm_graph_add(graph, line, (size_t)size, NULL, err);
    free(line);
    return status;
}

int main(int argc, char **argv)
{
    const size_t count = argc > 3 ? (size_t)argc - 3 : 0;
    const char *const *priors = (const char *const *)argv + 3;
    wm_error err = {WM_OK, "", ""};
    wm_graph *graph = wm_graph_new();
    char root[WM_ID_SIZE];
    int answer = 0;
    FILE *file = argc < 3 ? NULL : fopen(argv[2], "r");
    if (file == NULL || graph == NULL) {
        fprintf(stderr, "usage: seal_lines RECORD LINES [PRIOR...]\n");
        answer = 2;
    } else if (count > 0 && wm_graph_name_priors(graph, priors, count, &err) != WM_OK) {
        answer = fail("priors", &err);
    } else if (add_lines(graph, file, &err) != WM_OK) {
        answer = fail(argv[2], &err);
    } else if (wm_record_write(argv[1], graph, priors, count, root, &err) != WM_OK) {
        answer = fail(argv[1], &err);
    } else {
        printf("%s\n", root);
    }
    if (file != NULL)
        (void)fclose(file);
    wm_graph_free(graph);
    return answer;
}

/* Fuzzes a record that continues another: what is sealed must audit with its prior, and be shown.
 */
#include "mutate.h"
#include "sealed.h"
#include "views.h"

#include "model/model_read.h"
#include "report/views/export.h"
#include "report/views/summary.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

FUZZ_MUTATES_TEMPLATES

static char folder[64], record[80];

static void clean_up(void)
{
    (void)rmdir(folder);
}

static void set_up(void)
{
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    (void)snprintf(folder, sizeof folder, "%s/fuzz-prior-XXXXXX", base);
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    (void)snprintf(record, sizeof record, "%s/r", folder);
    (void)atexit(clean_up);
}

/* Removes the files that a record may have, and its folders. */
static void remove_record(void)
{
    static const char *const files[] = {"evidence.jsonl", "manifest.sha256", "code/verify.c",
                                        "code/verify_graph.py", "prior/1.jsonl"};
    const int inside = open(record, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    FUZZ_CHECK(inside >= 0);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        (void)unlinkat(inside, files[i], 0);
    (void)unlinkat(inside, "code", AT_REMOVEDIR);
    (void)unlinkat(inside, "prior", AT_REMOVEDIR);
    (void)close(inside);
    FUZZ_CHECK(rmdir(record) == 0);
}

static void show(const char *root)
{
    const wm_view view = {.is_verbose = true};
    const wm_run_verdict_fault not_known = {WM_FAULT_NONE, NULL};
    wm_document to = {.status = WM_OK};
    wm_model model;
    wm_error err;
    FUZZ_CHECK(wm_model_read(record, root, &model, &err) == WM_OK);
    const wm_run_verdict verdict = wm_run_verdict_make(&model, record, not_known);
    wm_export_record(&model, NULL, &to);
    wm_summary_add(&verdict, true, &view, &to);
    print_all(&to);
    wm_model_close(&model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer prior = WM_BUFFER_EMPTY, lines = WM_BUFFER_EMPTY;
    char prior_root[WM_ID_SIZE] = "", root[WM_ID_SIZE], path[SEALED_PATH];
    const char *part;
    size_t length;
    wm_error err;
    if (folder[0] == '\0')
        set_up();
    if (sealed_part((const char *)data, size, 0, &part, &length))
        sealed_make(part, length, &prior, prior_root);
    if (prior_root[0] != '\0' && sealed_part((const char *)data, size, 1, &part, &length)) {
        const int file = sealed_file(&prior, path);
        const char *const priors[] = {path};
        wm_graph *graph = sealed_graph(part, length, path, prior_root, &lines);
        if (wm_record_write(record, graph, priors, 1, root, &err) == WM_OK) {
            show(root);
            remove_record();
        }
        wm_graph_free(graph);
        (void)close(file);
    }
    wm_buffer_clear(&prior);
    wm_buffer_clear(&lines);
    return 0;
}

/* Prints the version with how the program was built, and what it can use here. */
#include "cli/version.h"

#include "backend/cpu/cpu_blas.h"
#include "backend/registry.h"
#include "record/tables/tables.h"
#include "report/print/prose.h"
#include "report/document/style.h"

#include <build_info.h>

#include <string.h>

/* Prints one line, `NAME  TEXT`. */
static void print_row(const char *name, const char *text, int width, FILE *out)
{
    char lead[32], masked[WM_STYLE_MASKED];
    (void)snprintf(lead, sizeof lead, "%-14s", name);
    wm_prose_print(wm_style_masked(text, masked), lead, "              ", width, out);
}

/* The revision of the source; `+changes` is a word of its own, so that the line can break. */
static void print_revision(int width, FILE *out)
{
    const char *plus = strchr(WM_BUILD_REVISION, '+');
    char text[128];
    if (plus == NULL)
        (void)snprintf(text, sizeof text, "%s",
                       WM_BUILD_REVISION[0] != '\0' ? WM_BUILD_REVISION : "unknown");
    else
        (void)snprintf(text, sizeof text, "%.*s %s", (int)(plus - WM_BUILD_REVISION),
                       WM_BUILD_REVISION, plus);
    print_row("revision", text, width, out);
}

/* A backend with its devices, or why it has none. */
static void print_backend(const wm_backend *backend, int width, FILE *out)
{
    static wm_device_entry entries[WM_REGISTRY_DEVICES];
    char name[32], text[512], reason[256] = "";
    size_t count = 0;
    const wm_status status = backend->list(entries, WM_REGISTRY_DEVICES, &count, reason);
    (void)snprintf(name, sizeof name, "backend %s", backend->name);
    if (status != WM_OK || count == 0)
        (void)snprintf(text, sizeof text, "no device: %s",
                       reason[0] != '\0' ? reason : wm_status_text(status));
    else
        (void)snprintf(text, sizeof text, "%zu device%s: %s%s", count, wm_style_plural(count),
                       entries[0].name, count > 1 ? ", ..." : "");
    print_row(name, text, width, out);
}

void wm_version_print(int width, FILE *out)
{
    const wm_backend *backend;
    wm_cpu_blas blas;
    char name[32], text[sizeof blas.config + sizeof blas.core + 32];
    fprintf(out, "witnessmark %s\n", wm_version());
    print_row("format", WM_TABLES_FORMAT, width, out);
    print_revision(width, out);
    print_row("compiler", WM_BUILD_COMPILER, width, out);
    for (size_t i = 0; (backend = wm_registry_get(i)) != NULL; i++)
        print_backend(backend, width, out);
    if (wm_registry_absent() != NULL) {
        (void)snprintf(name, sizeof name, "backend %s", wm_registry_absent());
        print_row(name, "not in this program; `make CUDA=1` builds one with it", width, out);
    }
    if (wm_cpu_blas_load(&blas, 1) == WM_OK && blas.there)
        (void)snprintf(text, sizeof text, "%s, kernels %s", blas.config, blas.core);
    else
        (void)snprintf(text, sizeof text, "%s", blas.config);
    print_row("BLAS", text, width, out);
    if (blas.there)
        fprintf(out, "  from %s\n", blas.file);
}

/* Fuzzes the building of a graph: the audit must accept what it seals, with the same root. */
#include "fuzz.h"
#include "memory.h"
#include "mutate.h"
#include "sealed.h"

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

FUZZ_MUTATES_TEMPLATES

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer evidence = WM_BUFFER_EMPTY;
    char root[WM_ID_SIZE];
    sealed_make((const char *)data, size, &evidence, root);
    if (root[0] != '\0')
        check_sealed(&evidence, root);
    wm_buffer_clear(&evidence);
    return 0;
}

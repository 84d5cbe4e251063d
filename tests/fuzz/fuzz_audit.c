/* Fuzzes the audit of evidence: any bytes must give one of its verdicts, in full. */
#include "fuzz.h"
#include "memory.h"
#include "mutate.h"
#include "template.h"

static void check_words(const char *text)
{
    for (; *text != 0; text++)
        FUZZ_CHECK((unsigned char)*text >= ' ' && *text != 0x7f);
}

static void check_report(wm_status status, const wm_audit_report *report)
{
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID || status == WM_E_NEWER ||
               status == WM_E_OLDER || status == WM_E_OPEN);
    check_words(report->failure.words);
    check_words(report->format);
    if (status == WM_OK) {
        FUZZ_CHECK(strlen(report->root) == WM_SHA256_HEX_SIZE && report->failure.tag[0] == 0);
        FUZZ_CHECK(report->claims < report->nodes);
    } else if (status == WM_E_OPEN) { /* not a record */
        FUZZ_CHECK(report->root[0] == 0 && report->failure.tag[0] == 0);
    } else {
        FUZZ_CHECK(report->root[0] == 0 && report->failure.tag[0] != 0);
        FUZZ_CHECK(strcmp(report->failure.file, "evidence.jsonl") == 0);
    }
}

static void audit(wm_buffer *evidence, const char *last)
{
    const wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err;
    wm_source source = memory_source(evidence);
    wm_status status = wm_audit_source(&source, &options, &report, &err);
    check_report(status, &report);
    FUZZ_CHECK(status != WM_OK || strcmp(report.root, last) == 0);
}

FUZZ_MUTATES_TEMPLATES

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static template_ids known; /* 260 KB: clearing it would take longer than many an audit */
    wm_buffer evidence = WM_BUFFER_EMPTY;
    template_evidence((const char *)data, size, &known, &evidence);
    audit(&evidence, known.count > 0 ? known.ids[known.count - 1] : "");
    wm_buffer_clear(&evidence);
    return 0;
}

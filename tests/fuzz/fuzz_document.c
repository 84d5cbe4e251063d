/* Fuzzes the manifest of a sealed document and the first line of a product: what is read, and
 * written again, is the same bytes. */
#include "fuzz.h"

#include "archive/sealed_manifest.h"
#include "report/publish/product_head.h"

#include <string.h>

/* Bytes that a mutation seldom finds: the lines before the first member. */
static const char HEAD[] = "# root "
                           "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
                           "# format witnessmark-document-1\n";

/* Checks a text as a manifest. */
static void check(const char *text, size_t size)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_sealed_manifest manifest;
    wm_buffer again = WM_BUFFER_EMPTY;
    const wm_status status = wm_sealed_manifest_read(text, size, &manifest, &report);
    if (status == WM_OK) {
        FUZZ_CHECK(wm_sealed_manifest_write(&manifest, &again) == WM_OK);
        FUZZ_CHECK(again.size == size && memcmp(again.data, text, size) == 0);
        for (size_t i = 0; i < manifest.count; i++)
            FUZZ_CHECK(wm_sealed_manifest_find(&manifest, manifest.member[i].path) ==
                       &manifest.member[i]);
    } else {
        FUZZ_CHECK(status == WM_E_INVALID || status == WM_E_NEWER);
        FUZZ_CHECK(report.failure.words[0] != '\0' && report.failure.tag[0] != '\0');
    }
    wm_buffer_clear(&again);
    wm_sealed_manifest_clear(&manifest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_product_head head;
    FUZZ_CHECK(wm_buffer_append(&text, data, size) == WM_OK);
    check(text.data, text.size);
    if (size > 0 && wm_product_head_read(text.data, text.size, &head))
        FUZZ_CHECK(head.version[0] != '\0' && head.path[0] != '\0' && strlen(head.root) == 64);
    text.size = 0;
    FUZZ_CHECK(wm_buffer_puts(&text, HEAD) == WM_OK);
    FUZZ_CHECK(wm_buffer_append(&text, data, size) == WM_OK);
    check(text.data, text.size);
    wm_buffer_clear(&text);
    return 0;
}

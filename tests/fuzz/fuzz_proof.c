/* Fuzzes proofs: a proof may only hold if its third line is the given root. */
#include "fuzz.h"
#include "template.h"

#include <string.h>

static const char *line_end(const char *at, const char *end)
{
    const char *found = at == end ? NULL : memchr(at, '\n', (size_t)(end - at));
    return found == NULL ? end : found + 1;
}

static void check_proof(const char *text, size_t size)
{
    wm_proof proof = WM_PROOF_INIT;
    wm_error err;
    wm_status status = wm_proof_check(text, size, &proof, &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID || status == WM_E_MISMATCH ||
               status == WM_E_NEWER || status == WM_E_OLDER);
    if (status != WM_OK)
        return;
    const char *end = text + size, *third = line_end(line_end(text, end), end);
    uint8_t hash[WM_SHA256_SIZE];
    char root[WM_ID_SIZE];
    wm_sha256_hash(third, (size_t)(end - third), hash);
    wm_sha256_to_hex(hash, root);
    FUZZ_CHECK(strcmp(root, proof.root) == 0 && proof.index < proof.claim_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    template_ids *known = calloc(1, sizeof(*known));
    wm_buffer text = WM_BUFFER_EMPTY;
    FUZZ_CHECK(known != NULL);
    check_proof((const char *)data, size);
    template_evidence((const char *)data, size, known, &text);
    check_proof(text.size > 0 ? text.data : "", text.size);
    wm_buffer_clear(&text);
    free(known);
    return 0;
}

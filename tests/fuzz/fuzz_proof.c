/* Fuzzes proofs: a proof may only hold if its second line is the given root. */
#include "fuzz.h"
#include "template.h"

#include <stdio.h>
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
    const wm_status status = wm_proof_check(text, size, &proof, &err);
    const char *end = text + size, *second = line_end(text, end);
    uint8_t hash[WM_SHA256_SIZE];
    char root[WM_ID_SIZE];
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID || status == WM_E_MISMATCH ||
               status == WM_E_NEWER || status == WM_E_OLDER);
    if (status != WM_OK)
        return;
    wm_sha256_hash(second, (size_t)(line_end(second, end) - second), hash);
    wm_sha256_to_hex(hash, root);
    FUZZ_CHECK(strcmp(root, proof.root) == 0 && proof.index < proof.claim_count);
    FUZZ_CHECK(proof.item_count <= 2 && (proof.item_count > 0 || proof.output == 0));
    for (uint64_t i = 0; i < proof.item_count; i++)
        FUZZ_CHECK(proof.item[i].flagged <= proof.item[i].repeats &&
                   (proof.item[i].output == WM_PROOF_NO_OUTPUT ||
                    (proof.item[i].output == WM_PROOF_CORRECT) == (proof.item[i].why[0] == '\0')));
}

/* Whether a line has these words. */
static bool has(const char *line, size_t size, const char *words)
{
    const size_t length = strlen(words);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(line + i, words, length) == 0)
            return true;
    return false;
}

/* The place in a proof of a line of the evidence: root, plan, claims, reductions, others. */
static unsigned place_of(const char *line, size_t size)
{
    static const char *const WORDS[] = {"\"type\":\"root\"", "\"kind\":\"plan\"",
                                        "\"type\":\"claim\"", "\"type\":\"reduction\""};
    unsigned place = 0;
    while (place < 4 && !has(line, size, WORDS[place]))
        place++;
    return place;
}

/* Makes a proof of all claims of an evidence, the first of which is proven, and checks it. */
static void check_evidence(const wm_buffer *evidence, size_t claims)
{
    char head[128];
    wm_buffer proof = WM_BUFFER_EMPTY;
    const char *end = evidence->data + evidence->size;
    (void)snprintf(head, sizeof head,
                   "{\"format\":\"witnessmark-proof/2\",\"index\":0,\"path\":[],"
                   "\"ranges\":[[0,%zu]]}\n",
                   claims);
    FUZZ_CHECK(wm_buffer_puts(&proof, head) == WM_OK);
    for (unsigned place = 0; place < 5; place++)
        for (const char *line = evidence->data, *next; line != end; line = next) {
            next = line_end(line, end);
            if (place_of(line, (size_t)(next - line)) == place)
                FUZZ_CHECK(wm_buffer_append(&proof, line, (size_t)(next - line)) == WM_OK);
        }
    check_proof(proof.data, proof.size);
    wm_buffer_clear(&proof);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    template_ids *known = calloc(1, sizeof(*known));
    wm_buffer text = WM_BUFFER_EMPTY;
    FUZZ_CHECK(known != NULL);
    check_proof((const char *)data, size);
    template_evidence((const char *)data, size, known, &text);
    if (text.size > 0)
        check_evidence(&text, known->claims);
    wm_buffer_clear(&text);
    free(known);
    return 0;
}

/* Facts whose texts come from outside, for environments of own numbers. */
#include "study/foreign/own_facts.h"

#include "standards/sha256.h"

#include <stdio.h>
#include <string.h>

wm_status wm_own_facts_text(wm_environment *environment, const char *name, const char *text,
                            wm_error *err)
{
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1], reason[160];
    const wm_status status = wm_environment_text(environment, name, text, err);
    if (status != WM_E_CANON && status != WM_E_LIMIT)
        return status;
    wm_sha256_hash(text, strlen(text), digest);
    wm_sha256_to_hex(digest, hex);
    (void)snprintf(reason, sizeof reason, "%s: %zu bytes, SHA-256 %s",
                   status == WM_E_CANON ? "not UTF-8" : "longer than 4,096 bytes", strlen(text),
                   hex);
    return wm_environment_absent(environment, name, reason, err);
}

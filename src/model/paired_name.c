/* Names of items in a record of `run --against`. */
#include "model/paired_name.h"

#include "standards/sha256.h"

#include <stdio.h>
#include <string.h>

void wm_paired_name(const char *label, char name[WM_PAIRED_NAME])
{
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1];
    if (strlen(label) < WM_PAIRED_NAME) {
        (void)snprintf(name, WM_PAIRED_NAME, "%s", label);
        return;
    }
    wm_sha256_hash(label, strlen(label), digest);
    wm_sha256_to_hex(digest, hex);
    (void)snprintf(name, WM_PAIRED_NAME, "%.41s.%.8s", label, hex);
}

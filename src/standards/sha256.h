/* SHA-256 as in FIPS 180-4. */
#ifndef WM_STANDARDS_SHA256_H
#define WM_STANDARDS_SHA256_H

#include <witnessmark.h>

#include <stdbool.h>

enum { WM_SHA256_SIZE = 32, WM_SHA256_HEX_SIZE = 64, WM_SHA256_BLOCK = 64 };

/* A hash in progress, in the caller's memory. */
typedef struct wm_sha256 {
    uint32_t state[8];
    uint64_t size_bytes;
    uint8_t block[WM_SHA256_BLOCK];
} wm_sha256;

/* Begins a message. Source: FIPS 180-4, section 5.3.3. */
void wm_sha256_init(wm_sha256 *hash);

/* Adds bytes to the message; data may be NULL if size is 0. */
void wm_sha256_update(wm_sha256 *hash, const void *data, size_t size);

/* Ends the message and gives its digest; begin again with wm_sha256_init. */
void wm_sha256_final(wm_sha256 *hash, uint8_t digest[WM_SHA256_SIZE]);

/* The digest of one message. */
void wm_sha256_hash(const void *data, size_t size, uint8_t digest[WM_SHA256_SIZE]);

/* The digest of all bytes of a source. Errors: those of its reads; then the digest is untouched. */
WM_MUST_CHECK wm_status wm_sha256_source(const wm_source *source, uint8_t digest[WM_SHA256_SIZE]);

/* Writes a digest as 64 lower-case hex digits and a NUL. */
void wm_sha256_to_hex(const uint8_t digest[WM_SHA256_SIZE], char hex[WM_SHA256_HEX_SIZE + 1]);

/* Reads exactly 64 lower-case hex digits; false, with digest untouched, for anything else. */
WM_MUST_CHECK bool wm_sha256_from_hex(const char *hex, size_t size, uint8_t digest[WM_SHA256_SIZE]);

/* The constants K of the 64 rounds. Source: FIPS 180-4, section 4.2.2. */
extern const uint32_t wm_sha256_rounds[64];

/* Takes count blocks of 64 bytes into the state. Source: FIPS 180-4, section 6.2.2. */
typedef void wm_sha256_compress(uint32_t state[8], const uint8_t *blocks, size_t count);

/* Replaces the portable compression function; NULL restores it. Call it before threads start: the
 * choice holds for the process. */
void wm_sha256_plug(wm_sha256_compress *compress);

#endif

/* Facts whose texts come from outside, for environments of own numbers. */
#include "study/foreign/own_facts.h"

#include "base/dir.h"
#include "standards/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 65536 };

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

static wm_status hash_source(const wm_source *source, char hex[WM_SHA256_HEX_SIZE + 1])
{
    uint8_t block[BLOCK], digest[WM_SHA256_SIZE];
    wm_sha256 hash;
    wm_status status = WM_OK;
    wm_sha256_init(&hash);
    for (uint64_t at = 0; at < source->size_bytes && status == WM_OK; at += BLOCK) {
        const uint64_t left = source->size_bytes - at;
        const size_t size = left < BLOCK ? (size_t)left : BLOCK;
        status = source->read(source->context, at, block, size);
        if (status == WM_OK)
            wm_sha256_update(&hash, block, size);
    }
    wm_sha256_final(&hash, digest);
    wm_sha256_to_hex(digest, hex);
    return status;
}

/* Hashes the file again; the earlier digest and reason are lost. */
static void hash_file(wm_own_facts_file *file)
{
    wm_source source;
    wm_status status = wm_dir_open_file(file->path, &source);
    if (status == WM_OK) {
        status = hash_source(&source, file->hex);
        wm_dir_close_file(&source);
    }
    if (status == WM_OK)
        return;
    file->hex[0] = '\0';
    (void)snprintf(file->reason, sizeof file->reason, "the file cannot be read: %s",
                   strerror(errno));
}

void wm_own_facts_open(wm_own_facts_file *file, const char *path)
{
    *file = (wm_own_facts_file){.path = path};
    (void)stat(path, &file->seen); /* on failure the first look hashes again */
    hash_file(file);
}

static bool is_same_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           is_same_time(&a->st_mtim, &b->st_mtim) && is_same_time(&a->st_ctim, &b->st_ctim);
}

bool wm_own_facts_is_replaced(wm_own_facts_file *file)
{
    wm_own_facts_file now = {.path = file->path};
    if (stat(file->path, &now.seen) != 0 || is_same_file(&now.seen, &file->seen))
        return false;
    hash_file(&now);
    if (now.hex[0] == '\0' || strcmp(now.hex, file->hex) != 0)
        return true;
    file->seen = now.seen;
    return false;
}

wm_status wm_own_facts_add_digest(wm_environment *environment, const char *name,
                                  const wm_own_facts_file *file, wm_error *err)
{
    if (file->hex[0] != '\0')
        return wm_environment_text(environment, name, file->hex, err);
    return wm_environment_absent(environment, name, file->reason, err);
}

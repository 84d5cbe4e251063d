/* Copies the evidence of priors into a record. */
#include "archive/prior_copy.h"

#include "archive/disk.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wm_status fail(const char *where, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, where, "%s: %s", what, strerror(errno));
}

/* Hashes an open file, and copies it to another; out < 0: to none. */
static bool copy_bytes(int in, int out, uint8_t digest[WM_SHA256_SIZE])
{
    char block[65536];
    ssize_t size;
    wm_sha256 hash;
    wm_sha256_init(&hash);
    while ((size = read(in, block, sizeof block)) > 0 || (size < 0 && errno == EINTR)) {
        if (size < 0)
            continue;
        wm_sha256_update(&hash, block, (size_t)size);
        if (out >= 0 && wm_disk_write(out, block, (size_t)size) != WM_OK)
            return false;
    }
    wm_sha256_final(&hash, digest);
    return size == 0 && (out < 0 || wm_disk_sync_data(out) == WM_OK);
}

static wm_status copy_one(int folder, const char *where, const char *from, size_t index,
                          wm_prior_copy *copies, wm_error *err)
{
    const char *to = wm_kind_root_prior(index);
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    wm_status status = WM_OK;
    int out;
    if (in < 0)
        return wm_error_set(err, WM_E_OPEN, from, "%s", strerror(errno));
    out = wm_disk_open_file(folder, to, O_WRONLY | O_CREAT | O_TRUNC);
    if (out < 0 || !copy_bytes(in, out, copies->hash[index]))
        status = fail(where, "cannot copy a prior", err);
    (void)close(in);
    if (out >= 0)
        (void)close(out);
    (void)snprintf(copies->path[index], sizeof copies->path[index], "%s/%s", where, to);
    return status;
}

wm_status wm_prior_copy_all(int folder, const char *where, const char *const *paths, size_t count,
                            wm_prior_copy *copies, wm_error *err)
{
    wm_status status = WM_OK;
    if (count > WM_TABLES_CONTINUES)
        return wm_error_set(err, WM_E_LIMIT, "continues", "found %lu priors, expected at most 8",
                            (unsigned long)count);
    copies->count = count;
    if (count == 0)
        return WM_OK;
    if (mkdirat(folder, "prior", 0755) != 0 && errno != EEXIST)
        return fail(where, "cannot create prior/", err);
    for (size_t i = 0; status == WM_OK && i < count; i++)
        status = copy_one(folder, where, paths[i], i, copies, err);
    if (status == WM_OK && wm_disk_sync_in(folder, "prior") != WM_OK)
        status = fail(where, "cannot sync prior/", err);
    return status;
}

/* Hashes a file, by its path in a folder. Errors: OPEN, IO. */
static wm_status hash_file(int folder, const char *path, uint8_t digest[WM_SHA256_SIZE])
{
    const int in = openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    wm_status status = WM_OK;
    if (in < 0)
        return WM_E_OPEN;
    if (!copy_bytes(in, -1, digest))
        status = WM_E_IO;
    (void)close(in);
    return status;
}

wm_status wm_prior_copy_find(int folder, const char *where, const char *const *paths, size_t count,
                             wm_prior_copy *copies, wm_error *err)
{
    uint8_t given[WM_SHA256_SIZE];
    if (count > WM_TABLES_CONTINUES)
        return wm_error_set(err, WM_E_LIMIT, "continues", "found %lu priors, expected at most 8",
                            (unsigned long)count);
    copies->count = count;
    for (size_t i = 0; i < count; i++) {
        const char *own = wm_kind_root_prior(i);
        wm_status status = hash_file(AT_FDCWD, paths[i], given);
        if (status != WM_OK)
            return wm_error_set(err, status, paths[i], "%s", strerror(errno));
        status = hash_file(folder, own, copies->hash[i]);
        if (status == WM_E_IO)
            return fail(where, "cannot read a prior", err);
        if (status != WM_OK || memcmp(given, copies->hash[i], sizeof given) != 0)
            return wm_error_set(err, WM_E_MISMATCH, where, "its %s is %s", own,
                                status != WM_OK ? "absent" : "not the given record's evidence");
        (void)snprintf(copies->path[i], sizeof copies->path[i], "%s/%s", where, own);
    }
    return WM_OK;
}

wm_status wm_prior_copy_check(int folder, const char *where, const wm_prior_copy *copies,
                              wm_error *err)
{
    uint8_t now[WM_SHA256_SIZE];
    for (size_t i = 0; i < copies->count; i++) {
        const char *own = wm_kind_root_prior(i);
        if (hash_file(folder, own, now) != WM_OK)
            return fail(where, "cannot read a prior", err);
        if (memcmp(now, copies->hash[i], sizeof now) != 0)
            return wm_error_set(err, WM_E_MISMATCH, where, "its %s was changed", own);
    }
    return WM_OK;
}

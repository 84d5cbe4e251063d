/* The members that a sealed document has, in its folder or unpacked. */
#ifndef WM_ARCHIVE_SEALED_MEMBERS_H
#define WM_ARCHIVE_SEALED_MEMBERS_H

#include "archive/sealed_manifest.h"
#include "base/dir_kind.h"

/* What the archive has at a path. */
typedef struct wm_sealed_member {
    char *path; /* from the archive's top */
    wm_dir_kind kind;
    uint64_t size_bytes;
    bool is_hashed;
    uint8_t sha256[WM_SHA256_SIZE];
    unsigned number; /* in an unpacked archive the name of its file */
} wm_sealed_member;

typedef struct wm_sealed {
    char top[4400];    /* its folder, or the folder with the unpacked members */
    char record[4400]; /* the record's folder */
    bool is_unpacked;  /* members have numbers as names, but for those of the record */
    wm_sealed_member *member;
    size_t count, capacity;
} wm_sealed;

/* Whether a folder is a sealed document: it has `anc/record` or `anc/manifest.sha256`, and is no
 * record itself. */
bool wm_sealed_members_are_in(const char *path);

/* Lists a folder. Errors: OPEN, IO, LIMIT (over 8192 files), NOMEM. Ownership:
 * wm_sealed_members_close, in every case. */
WM_MUST_CHECK wm_status wm_sealed_members_open(const char *path, wm_sealed *sealed, wm_error *err);

/* Adds a member. *added lives until the next call. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_members_add(wm_sealed *sealed, const char *path, wm_dir_kind kind,
                                              wm_sealed_member **added);

/* Sorts the members by the bytes of their paths. */
void wm_sealed_members_sort(wm_sealed *sealed);

/* The member of a path, of sorted ones; or NULL. */
const wm_sealed_member *wm_sealed_members_find(const wm_sealed *sealed, const char *path);

/* Hashes a plain file, if that was not done yet. Errors: OPEN, IO, NOMEM. */
WM_MUST_CHECK wm_status wm_sealed_members_hash(const wm_sealed *sealed, wm_sealed_member *member,
                                               wm_error *err);

/* Reads a plain file of at most `most` bytes; more of it is not read. Errors: as
 * wm_sealed_members_hash. */
WM_MUST_CHECK wm_status wm_sealed_members_bytes(const wm_sealed *sealed,
                                                const wm_sealed_member *member, size_t most,
                                                wm_buffer *bytes, wm_error *err);

/* Whether a plain file contains a text, which is shorter than 64 bytes. Errors: as
 * wm_sealed_members_hash. */
WM_MUST_CHECK wm_status wm_sealed_members_contain(const wm_sealed *sealed,
                                                  const wm_sealed_member *member, const char *text,
                                                  bool *does, wm_error *err);

void wm_sealed_members_close(wm_sealed *sealed);

#endif

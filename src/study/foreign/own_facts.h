/* Facts whose texts come from outside, for environments of own numbers. */
#ifndef WM_STUDY_OWN_FACTS_H
#define WM_STUDY_OWN_FACTS_H

#include <witnessmark.h>

#include <stdbool.h>
#include <sys/stat.h>

/* Sets a fact to a text of any bytes. A text that is not UTF-8 or longer than 4,096 bytes is
 * absent; the reason has its size and its SHA-256. Errors: ARG (no such name), NOMEM. */
WM_MUST_CHECK wm_status wm_own_facts_text(wm_environment *environment, const char *name,
                                          const char *text, wm_error *err);

/* A plain file as it was when it was hashed. */
typedef struct wm_own_facts_file {
    const char *path;
    struct stat seen;
    char hex[WM_ID_SIZE]; /* its SHA-256; empty: the file cannot be read */
    char reason[160];     /* why */
} wm_own_facts_file;

/* Hashes the file at path, which must outlive it. */
void wm_own_facts_open(wm_own_facts_file *file, const char *path);

/* Whether the path now leads to other bytes. They are hashed again only if the file's number, size
 * or times changed. A file that is gone is not replaced: it cannot be executed. */
WM_MUST_CHECK bool wm_own_facts_is_replaced(wm_own_facts_file *file);

/* Sets a fact to the digest, or says why it is absent. Errors: NOMEM, ARG (no such name). */
WM_MUST_CHECK wm_status wm_own_facts_add_digest(wm_environment *environment, const char *name,
                                                const wm_own_facts_file *file, wm_error *err);

#endif

/* Facts whose texts come from outside, for environments of own numbers. */
#ifndef WM_STUDY_OWN_FACTS_H
#define WM_STUDY_OWN_FACTS_H

#include <witnessmark.h>

#include <stdint.h>

/* Sets a fact to a text of any bytes. A text that is not UTF-8 or longer than 4,096 bytes is
 * absent; the reason has its size and its SHA-256. Errors: ARG (no such name), NOMEM. */
WM_MUST_CHECK wm_status wm_own_facts_text(wm_environment *environment, const char *name,
                                          const char *text, wm_error *err);

/* The SHA-256 of a file, or the reason why there is none. */
typedef struct wm_own_facts_digest {
    char hex[WM_ID_SIZE]; /* empty: the file cannot be read */
    char reason[160];
} wm_own_facts_digest;

/* Hashes a plain file. */
void wm_own_facts_hash(const char *path, wm_own_facts_digest *digest);

/* Sets a fact to a digest, or says why it is absent. Errors: NOMEM, ARG (no such name). */
WM_MUST_CHECK wm_status wm_own_facts_add_digest(wm_environment *environment, const char *name,
                                                const wm_own_facts_digest *digest, wm_error *err);

#endif

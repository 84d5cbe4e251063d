/* The signature of a record's root, made by `ssh-keygen -Y sign` and checked by ssh-keygen. */
#ifndef WM_CLI_SIGNATURE_H
#define WM_CLI_SIGNATURE_H

#include "report/document/document.h"

typedef enum wm_signature_state {
    WM_SIGNATURE_NOT_CHECKED,
    WM_SIGNATURE_GOOD,
    WM_SIGNATURE_BAD,    /* of other bytes, by nobody who is allowed, or no signature at all */
    WM_SIGNATURE_ABSENT, /* the file is not there */
    WM_SIGNATURE_TROUBLE /* it could not be checked */
} wm_signature_state;

/* A signature and who made it. Texts have control characters masked. */
typedef struct wm_signature {
    wm_signature_state state;
    char file[4300];
    char signer[256]; /* GOOD: the name in the file of allowed signers */
    char words[512];  /* GOOD: the key; else why not. TROUBLE: with the file that is meant */
} wm_signature;

/* Checks the signature of the line `# root ROOT`, the first of manifest.sha256, in the namespace
 * `witnessmark`. signers is a file of allowed signers (ssh-keygen(1)). file NULL means the file
 * beside the record: its path without `.tar.gz` or the like, and `.root.sig`. */
void wm_signature_check(const char *signers, const char *file, const char *record, const char *root,
                        wm_signature *signature);

/* The exit status: 0 good or not checked, 1 bad, 2 trouble, 3 absent. */
int wm_signature_exit(const wm_signature *signature);

/* The word for the audit of a record and of its signature: that of the audit if it is not valid,
 * else `valid`, `bad signature`, `no signature` or `trouble`. */
const char *wm_signature_outcome(const wm_signature *signature, wm_status audit);

/* A word for the state: `good`, `bad`, `absent`, `trouble`, `not checked`. */
const char *wm_signature_word(const wm_signature *signature);

/* Adds the object `signature` to an answer. */
void wm_signature_add(wm_document *to, const wm_signature *signature);

#endif

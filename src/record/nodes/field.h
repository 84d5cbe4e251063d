/* The types of the fields of nodes. Source: docs/formats/record.md, section 2. */
#ifndef WM_RECORD_FIELD_H
#define WM_RECORD_FIELD_H

#include <stdbool.h>

#include "standards/json.h"
#include "standards/sha256.h"

/* What a field holds; INT to DURATION are numbers. Source: docs/formats/tables/kinds.tsv. */
typedef enum wm_field_type {
    WM_FIELD_WORD,     /* a string; may have a table of words */
    WM_FIELD_TEXT,     /* a string of 0 to 4096 bytes */
    WM_FIELD_FULL,     /* text, not empty */
    WM_FIELD_NAME,     /* [a-z0-9_.]{1,64} */
    WM_FIELD_DECIMAL,  /* a string, 0 or [1-9][0-9]{0,19} */
    WM_FIELD_NONCE,    /* [0-9a-f]{0,64} */
    WM_FIELD_HEX,      /* 64 lower-case hex digits */
    WM_FIELD_ID,       /* as HEX: an edge */
    WM_FIELD_INT,      /* within +-(2^53-1), neither fraction nor exponent */
    WM_FIELD_COUNT,    /* int >= 0 */
    WM_FIELD_POSITIVE, /* int >= 1 */
    WM_FIELD_NUMBER,
    WM_FIELD_SIZE,       /* number >= 0 */
    WM_FIELD_DURATION,   /* number > 0 */
    WM_FIELD_VALUE,      /* number or string */
    WM_FIELD_OBJECT,     /* an object with its own form */
    WM_FIELD_COVARIATES, /* as OBJECT: the covariates of a repeat */
    WM_FIELD_ARRAY,
    WM_FIELD_SHAPE,  /* an object: the dimensions of a workload */
    WM_FIELD_VALUES, /* an object: the numbers of an external observation */
    WM_FIELD_REASON, /* text, not empty; present if and only if a nullable field is null */
    WM_FIELD_CONST   /* a word fixed by the form */
} wm_field_type;

/* Whether a value has a type. */
bool wm_field_is(const wm_json_value *value, wm_field_type type);

/* The number of a value, or NaN; its count, or 0. value may be NULL. */
double wm_field_number(const wm_json_value *value);
uint64_t wm_field_count(const wm_json_value *value);

/* Reads a hex value; false for any other value. value may be NULL. */
bool wm_field_hex(const wm_json_value *value, uint8_t digest[WM_SHA256_SIZE]);

/* Copies a string with a NUL, cut to fit; "" for any other value. value may be NULL. */
const char *wm_field_text(const wm_json_value *value, char *out, size_t size);

/* Whether a key is [a-z0-9_]+, as every key must be. */
bool wm_field_is_key(const char *key, size_t size);

#endif

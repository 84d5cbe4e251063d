/* The fields of an object: which, of what type, null or not. */
#ifndef WM_RECORD_SCHEMA_H
#define WM_RECORD_SCHEMA_H

#include "record/refusal.h"
#include "standards/json.h"
#include "standards/sha256.h"

/* The types of record.md section 2, and those that their own rules look into. */
typedef enum wm_field_type {
    WM_FIELD_WORD,     /* a string whose words have a table of their own */
    WM_FIELD_TEXT,     /* 0 to 4096 bytes */
    WM_FIELD_FULL,     /* text, not empty */
    WM_FIELD_NAME,     /* [a-z0-9_.]{1,64} */
    WM_FIELD_DECIMAL,  /* a string, 0 or [1-9][0-9]{0,19} */
    WM_FIELD_NONCE,    /* [0-9a-f]{0,64} */
    WM_FIELD_HEX,      /* 64 lower-case hex digits */
    WM_FIELD_INT,      /* within +-(2^53-1), neither fraction nor exponent */
    WM_FIELD_COUNT,    /* int >= 0 */
    WM_FIELD_POSITIVE, /* int >= 1 */
    WM_FIELD_NUMBER,
    WM_FIELD_SIZE,     /* number >= 0 */
    WM_FIELD_DURATION, /* number > 0 */
    WM_FIELD_VALUE,    /* number or string */
    WM_FIELD_OBJECT,
    WM_FIELD_ARRAY,
    WM_FIELD_REASON /* text, not empty: there if and only if a field that may be null is */
} wm_field_type;

enum { WM_FIELD_NULLABLE = 1, WM_FIELD_OPTIONAL = 2 };

/* One field of an object. Tables of them are in ascending order of keys. */
typedef struct wm_field {
    const char *key;
    size_t key_size;
    wm_field_type type;
    unsigned flags;
} wm_field;

#define WM_FIELD(key, type, flags)                  \
    {                                               \
        key, sizeof key - 1, WM_FIELD_##type, flags \
    }
#define WM_FIELD_TABLE_SIZE(table) (sizeof(table) / sizeof(table)[0])

enum { WM_SCHEMA_FIELDS = 24 }; /* most fields of any object */

/* Matches an object, whose keys ascend, against a table: exactly these fields, of these types.
 * values[i] is the value of field i, or NULL if it is absent (or, where a rule is switched off,
 * unfit). Rules: schema.missing, schema.unknown, schema.value, null.missing, null.extra,
 * null.reason. what names the object in words. Returns false if something was refused. */
bool wm_schema_match(wm_refusal *refusal, const char *what, const wm_json_value *object,
                     const wm_field *fields, size_t count, const wm_json_value **values);

/* An object that was matched: its table, and its values as wm_schema_match leaves them. */
typedef struct wm_matched {
    const wm_field *fields;
    size_t count;
    const wm_json_value *values[WM_SCHEMA_FIELDS];
} wm_matched;

/* wm_schema_match, with table and values kept together. */
bool wm_schema_take(wm_refusal *refusal, const char *what, const wm_json_value *object,
                    const wm_field *fields, size_t count, wm_matched *matched);

/* The value of a field of a matched object; NULL where it is absent, or its table has no such
 * field. */
const wm_json_value *wm_schema_of(const wm_matched *matched, const char *key);

/* Whether a value is of a type. */
bool wm_schema_is(const wm_json_value *value, wm_field_type type);

/* Demands a reason if and only if there is a null. Rules: null.missing, null.extra. */
bool wm_schema_reason(wm_refusal *refusal, const char *what, bool has_null, bool has_reason);

/* Values with a stand-in where there is none: NaN, 0. */
double wm_schema_number(const wm_json_value *value);
uint64_t wm_schema_count(const wm_json_value *value);

/* Whether a value is null, as opposed to absent. */
bool wm_schema_is_null(const wm_json_value *value);

/* Reads a hex value; false for anything else. */
bool wm_schema_hex(const wm_json_value *value, uint8_t digest[WM_SHA256_SIZE]);

/* Whether two values are equal, all the way down. Either may be NULL. */
bool wm_schema_equal(const wm_json_value *a, const wm_json_value *b);

/* A string's bytes with a NUL, cut to fit, for words; "" if it is no string. */
const char *wm_schema_text(const wm_json_value *value, char *out, size_t size);

#endif

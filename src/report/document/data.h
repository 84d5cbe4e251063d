/* The members of a document: values with keys, for other programs.
 *
 * They are the fields of one object, in their order. A NULL key is for elements of a list. A text
 * may hold any bytes; a printer says what becomes of those that are not UTF-8. */
#ifndef WM_REPORT_DATA_H
#define WM_REPORT_DATA_H

#include "report/document/document.h"

typedef enum wm_member_kind {
    WM_MEMBER_NULL,
    WM_MEMBER_TEXT,
    WM_MEMBER_NUMBER,
    WM_MEMBER_COUNT,
    WM_MEMBER_JSON,   /* a canonical value */
    WM_MEMBER_OBJECT, /* opens one */
    WM_MEMBER_LIST,
    WM_MEMBER_END_OBJECT,
    WM_MEMBER_END_LIST,
    WM_MEMBER_TABLE /* a list with an object for each row */
} wm_member_kind;

typedef struct wm_member {
    wm_member_kind kind;
    const char *key;
    union {
        struct {
            const char *data;
            size_t size;
        } text; /* also JSON */
        double number;
        uint64_t count;
        const wm_table *table;
    } of;
} wm_member;

/* Begins the object: its schema, `witnessmark-NAME/VERSION`, and the status in a word. */
void wm_data_begin(wm_document *document, const char *name, const char *status);

void wm_data_object(wm_document *document, const char *key);
void wm_data_list(wm_document *document, const char *key);
void wm_data_end_object(wm_document *document);
void wm_data_end_list(wm_document *document);

void wm_data_text(wm_document *document, const char *key, const char *value); /* NULL: null */
/* The same; an empty text is null too. */
void wm_data_word(wm_document *document, const char *key, const char *value);
void wm_data_number(wm_document *document, const char *key, double value); /* not finite: null */
void wm_data_count(wm_document *document, const char *key, uint64_t value);
void wm_data_flag(wm_document *document, const char *key, bool value);
void wm_data_hex(wm_document *document, const char *key, const uint8_t digest[32]);
void wm_data_null(wm_document *document, const char *key);
/* A value that is already canonical JSON; NULL: null. */
void wm_data_json(wm_document *document, const char *key, const char *json, size_t size);
/* The rows of a table, which may be shown as well. */
void wm_data_table(wm_document *document, const char *key, const wm_table *table);

#endif

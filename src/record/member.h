/* The members of a node's struct, and how they are made, read and walked through. */
#ifndef WM_RECORD_MEMBER_H
#define WM_RECORD_MEMBER_H

#include "record/field.h"
#include "record/plan.h"

/* A string, not NUL-terminated. bytes is NULL where it is absent or null. */
typedef struct wm_text {
    const char *bytes;
    size_t size;
} wm_text;

/* A digest. */
typedef struct wm_hex {
    uint8_t bytes[WM_SHA256_SIZE];
    bool is_there;
} wm_hex;

/* An id of an earlier node. */
typedef struct wm_edge {
    uint8_t id[WM_SHA256_SIZE];
    bool is_there;
    uint32_t entry; /* audit: the node that it names, or WM_AUDIT_STATE_NONE */
} wm_edge;

typedef enum wm_value_kind {
    WM_VALUE_ABSENT,
    WM_VALUE_NULL,
    WM_VALUE_NUMBER,
    WM_VALUE_WORD
} wm_value_kind;

/* A number, a word, or null. */
typedef struct wm_value {
    wm_value_kind kind;
    double number; /* NUMBER; written as null where it is not finite */
    wm_text text;  /* WORD: the word; NUMBER, read: as the line has it */
} wm_value;

/* A workload's dimensions. Written from an item. Read with wm_member_shape. */
typedef struct wm_shape {
    const wm_item *item;       /* to write */
    const wm_json_value *read; /* read; NULL: absent */
} wm_shape;

/* An array, of which elements are taken one by one: of the caller's memory, to write, or of the
 * line that was read. A copy is a cursor of its own. */
typedef struct wm_list {
    bool is_there;
    uint32_t count;            /* elements that are left */
    const void *elements;      /* to write: the next of count elements */
    const wm_json_value *next; /* read: the next one, or NULL */
} wm_list;

/* A named number of an external observation. */
typedef struct wm_named_number {
    wm_text name;
    double number; /* NaN: null */
} wm_named_number;

/* The numbers of an external observation, and the reason for those that are null. */
typedef struct wm_values {
    wm_list
        numbers; /* of wm_named_number, in any order, each name once; read: wm_member_next_value */
    wm_text reason;
} wm_values;

/* ---- making and reading ---------------------------------------------------------------------- */

/* A NUL-terminated string; NULL stays NULL. */
wm_text wm_member_text(const char *text);

/* Whether a text is exactly this; a text that is absent is not. */
bool wm_member_is(wm_text text, const char *word);

/* Copies a text with a NUL, cut to fit between two characters; "" where there is none. */
const char *wm_member_copy(wm_text text, char *out, size_t size);

/* A digest, an edge by its id (64 hex digits, or the bytes of them), a list of elements to write.
 */
wm_hex wm_member_hex(const uint8_t digest[WM_SHA256_SIZE]);
wm_edge wm_member_edge(const char *id);
wm_edge wm_member_edge_to(const uint8_t id[WM_SHA256_SIZE]);
wm_list wm_member_list(const void *elements, size_t count);

/* A value to write. */
wm_value wm_member_number(double number);
wm_value wm_member_word(const char *word);

/* A count that was read, as an integer; limit where it is absent or not below it. */
uint32_t wm_member_index(double count, uint32_t limit);

/* ---- lists ----------------------------------------------------------------------------------- */

/* Whether a list has another element. */
bool wm_member_has_next(const wm_list *list);

/* Takes the next element of a list, read or of the caller's: a number (NaN: null), a string, a
 * digest or id. False at the end, and for an element of another type. */
bool wm_member_next_number(wm_list *list, double *number);
bool wm_member_next_text(wm_list *list, wm_text *text);
bool wm_member_next_hex(wm_list *list, uint8_t digest[WM_SHA256_SIZE]);

/* Takes the next number of an external observation; false at the end. */
bool wm_member_next_value(wm_list *numbers, wm_named_number *number);

/* Whether a shape that was read is one of the variant, and then its dimensions. */
bool wm_member_shape(const wm_shape *shape, const wm_variant *variant,
                     uint32_t dimension[WM_TABLES_DIMENSIONS]);

/* The next element of a list that was read, taken; NULL at the end. */
const wm_json_value *wm_member_take(wm_list *list);

/* Copies the next element of a list to write, of a size; false where it is at its end, or was
 * read. */
bool wm_member_copy_next(wm_list *list, void *element, size_t size);

/* Members of a value that was read; NULL: absent. */
wm_text wm_member_text_of(const wm_json_value *value);
wm_value wm_member_value_of(const wm_json_value *value);
wm_list wm_member_list_of(const wm_json_value *value);

#endif

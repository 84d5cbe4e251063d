/* Kinds of nodes: each binds a struct to its rows of kinds.tsv.
 *
 * Nodes are checked, read and written from these tables. Code above record/ handles the structs and
 * never the JSON of a node. Source: docs/formats/tables/kinds.tsv. */
#ifndef WM_RECORD_KIND_H
#define WM_RECORD_KIND_H

#include <stddef.h>

#include "record/nodes/kinds_rows.h"
#include "record/nodes/member.h"
#include "record/tables/refusal.h"

/* ---- forms ----------------------------------------------------------------------------------- */

enum { WM_FIELD_NULLABLE = 1, WM_FIELD_OPTIONAL = 2 };

struct wm_form;
struct wm_matching;

/* One field: a row of a form. */
typedef struct wm_field {
    const char *key;
    const char *constant; /* CONST: the word */
    /* OBJECT, COVARIATES: form of the object; ARRAY: form of its elements, NULL if not objects */
    const struct wm_form *of;
    const char *const *words; /* WORD: those of its table, ends with NULL; NULL: any */
    uint8_t element;          /* ARRAY without objects: type of its elements, a wm_field_type */
    uint8_t key_size;
    uint16_t offset;  /* of the member in the struct */
    uint16_t classes; /* ID: the classes that the node may have */
    uint8_t type;     /* a wm_field_type */
    uint8_t flags;
} wm_field;

/* The fields of one form of a node, or of an object in it, in ascending order of keys. */
typedef struct wm_form {
    const char *what; /* name in messages; NULL: the key of the object */
    const wm_field *fields;
    size_t count;
    size_t size; /* of the struct */
    /* The form that replaces this one: for an item with a trait, or, if no item is known, for an
     * object with a key. */
    const struct wm_form *other;
    wm_trait trait; /* 0: the key selects it */
    const char *key;
    bool (*is_other)(const void *node); /* the same for a struct to write */
} wm_form;

enum {
    WM_KIND_FIELDS = 24,       /* maximum fields of a form */
    WM_KIND_ELEMENT_SIZE = 256 /* capacity for the struct of an array's element */
};

/* The C type of a member, by the type of its field. */
#define WM_MEMBER_WORD(OF) wm_text
#define WM_MEMBER_TEXT(OF) wm_text
#define WM_MEMBER_FULL(OF) wm_text
#define WM_MEMBER_NAME(OF) wm_text
#define WM_MEMBER_DECIMAL(OF) wm_text
#define WM_MEMBER_NONCE(OF) wm_text
#define WM_MEMBER_REASON(OF) wm_text
#define WM_MEMBER_HEX(OF) wm_hex
#define WM_MEMBER_ID(OF) wm_edge
#define WM_MEMBER_INT(OF) double
#define WM_MEMBER_COUNT(OF) double
#define WM_MEMBER_POSITIVE(OF) double
#define WM_MEMBER_NUMBER(OF) double
#define WM_MEMBER_SIZE(OF) double
#define WM_MEMBER_DURATION(OF) double
#define WM_MEMBER_VALUE(OF) wm_value
#define WM_MEMBER_OBJECT(OF) WM_STRUCT_##OF
#define WM_MEMBER_COVARIATES(OF) WM_STRUCT_##OF
#define WM_MEMBER_ARRAY(OF) wm_list
#define WM_MEMBER_SHAPE(OF) wm_shape
#define WM_MEMBER_VALUES(OF) wm_values

/* Tables of words; each ends with NULL. */
extern const char *const wm_kind_backends[];
extern const char *const wm_kind_decisions[];
extern const char *const wm_kind_extents[];
extern const char *const wm_kind_faults[];
extern const char *const wm_kind_formats[];
extern const char *const wm_kind_points[];
extern const char *const wm_kind_when[];
extern const char *const wm_kind_trial_words[];
extern const char *const wm_kind_checks[];

/* Whether a text is a word of a table. */
bool wm_kind_is_word(wm_text text, const char *const *words);

/* The column `of` of a row: a form or a table of words. The file of the kind defines its forms. */
#define WM_OF_NONE NULL, NULL, WM_FIELD_WORD
#define WM_OF_ID NULL, NULL, WM_FIELD_ID
#define WM_OF_HEX NULL, NULL, WM_FIELD_HEX
#define WM_OF_SIZE NULL, NULL, WM_FIELD_SIZE
#define WM_OF_FULL NULL, NULL, WM_FIELD_FULL
#define WM_OF_WORD NULL, NULL, WM_FIELD_WORD
#define WM_OF_BACKENDS NULL, wm_kind_backends, WM_FIELD_WORD
#define WM_OF_DECISIONS NULL, wm_kind_decisions, WM_FIELD_WORD
#define WM_OF_EXTENTS NULL, wm_kind_extents, WM_FIELD_WORD
#define WM_OF_FAULTS NULL, wm_kind_faults, WM_FIELD_WORD
#define WM_OF_FORMATS NULL, wm_kind_formats, WM_FIELD_WORD
#define WM_OF_FUNCTIONS NULL, NULL, WM_FIELD_WORD /* its form follows from it */
#define WM_OF_POINTS NULL, wm_kind_points, WM_FIELD_WORD
#define WM_OF_WHEN NULL, wm_kind_when, WM_FIELD_WORD
#define WM_OF_TRIAL_WORDS NULL, wm_kind_trial_words, WM_FIELD_WORD
#define WM_OF_CHECKS NULL, wm_kind_checks, WM_FIELD_WORD

/* The offset of a member. Does not compile if its type is not the type of the field. */
#define WM_KIND_OFFSET(S, member, type) \
    ((uint16_t)(offsetof(S, member) +   \
                0 * sizeof(char[sizeof(((S *)NULL)->member) == sizeof(type) ? 1 : -1])))

/* A row of kinds_rows.h as a field of struct S. */
#define WM_KIND_FIELD(S, member, TYPE, flags, classes, OF) \
    {#member,                                              \
     NULL,                                                 \
     WM_OF_##OF,                                           \
     sizeof #member - 1,                                   \
     WM_KIND_OFFSET(S, member, WM_MEMBER_##TYPE(OF)),      \
     classes,                                              \
     WM_FIELD_##TYPE,                                      \
     flags},
#define WM_KIND_CONST(member, word) \
    {#member, word, NULL, NULL, WM_FIELD_CONST, sizeof #member - 1, 0, 0, WM_FIELD_CONST, 0},

/* The fields of struct S from rows of kinds_rows.h: WM_KIND_FIELDS_OF(PLAN, wm_plan_node). */
#define WM_KIND_FIELDS_OF(FORM, S) WM_ROWS_##FORM(S, WM_KIND_FIELD, WM_KIND_CONST)

/* A form of rows of kinds_rows.h and a struct. */
#define WM_KIND_FORM(what, ROWS, S) WM_KIND_FORM_OR(what, ROWS, S, NULL, (wm_trait)0, NULL, NULL)
#define WM_KIND_FORM_OR(what, ROWS, S, other, trait, key, is_other)                               \
    {                                                                                             \
        what, (const wm_field[]){WM_KIND_FIELDS_OF(ROWS, S)},                                     \
            sizeof((const wm_field[]){WM_KIND_FIELDS_OF(ROWS, S)}) / sizeof(wm_field), sizeof(S), \
            other, trait, key, is_other                                                           \
    }

/* ---- kinds ----------------------------------------------------------------------------------- */

/* A kind of node: its form. What its rows cannot say is checked by record/audit. */
typedef struct wm_kind {
    const char *type;
    const char *name; /* the field `kind` of an observation; NULL for others */
    wm_kind_number number;
    /* The field whose constant selects the form; NULL: the first form, or the result of choose. */
    const char *selector;
    const wm_form *const *forms; /* ends with NULL */
    /* The form of a node. NULL if it has none: refused, or the rule is switched off. */
    const wm_form *(*choose)(const struct wm_matching *matching, const wm_json_value *node);
    bool is_of_item;      /* it has a field `item`, an index into the plan */
    bool is_matched_late; /* its fields depend on earlier lines, so its check matches it */
} wm_kind;

/* The forms of a kind, as its member `forms`. */
#define WM_KIND_FORMS(...) ((const wm_form *const[]){__VA_ARGS__, NULL})

/* A kind of observation that one match checks: its name, identifier, selector, whether it is of an
 * item, and its forms. Those of the selector `status` are of `ok` first, then of `failed`. */
#define WM_KIND_OBSERVATION(name, ID, selector, is_of_item, ...)                                   \
    {                                                                                              \
        "observation", name, WM_KIND_##ID, selector, WM_KIND_FORMS(__VA_ARGS__), NULL, is_of_item, \
            false                                                                                  \
    }

/* ---- checking and reading -------------------------------------------------------------------- */

/* How objects are matched. With a refusal: against all rules of fields. Without: as part of an
 * audited record; a value that does not fit is absent. */
typedef struct wm_matching {
    wm_refusal *refusal;       /* NULL: of an audited record */
    const wm_variant *variant; /* variant of the item that the node names; NULL: none */
    const char *what;          /* the object's name in messages; NULL: the name of its form */
} wm_matching;

/* The form of an object: `form`, or the form that replaces it. */
const wm_form *wm_kind_form(const wm_matching *matching, const wm_form *form,
                            const wm_json_value *object);

/* Matches an object, whose keys ascend, against a form and fills the form's struct. Null and absent
 * fields become NaN, NULL or false. Objects inside are matched too; elements of arrays are not. The
 * struct is valid as long as the object. Rules: schema.missing, schema.unknown, schema.value,
 * schema.word, null.missing, null.extra, null.reason. Returns false if something was refused. */
bool wm_kind_match(const wm_matching *matching, const wm_form *form, const wm_json_value *object,
                   void *node);

/* Takes and matches the next element of a list, an object. The list must not be at its end. Returns
 * false if something was refused. */
bool wm_kind_match_next(const wm_matching *matching, wm_list *list, const wm_form *form,
                        void *element);

/* Demands a reason if and only if something is null. Rules: null.missing, null.extra. */
bool wm_kind_reason(wm_refusal *refusal, const char *what, bool has_null, bool has_reason);

/* Takes the next object of a list. The list is of an audited record or of the caller. False at the
 * end, and if the element is not an object. */
bool wm_kind_next(wm_list *list, const wm_form *form, void *element);

/* ---- writing --------------------------------------------------------------------------------- */

/* Appends the canonical JSON of a struct, without a newline. A number that is not finite becomes
 * null. Errors: NOMEM, CANON (a string that is not UTF-8), ARG (a required field is absent). */
WM_MUST_CHECK wm_status wm_kind_write(const wm_form *form, const void *node, wm_buffer *out);

#endif

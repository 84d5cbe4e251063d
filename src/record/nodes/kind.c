/* Matches objects against forms and fills their structs; writes structs.
 *
 * Keys of an object and fields of a form both ascend, so one pass over both finds what is missing
 * and what is unknown. A struct is written by the same rows that it is read by. */
#include "record/nodes/kind.h"

#include "base/code_point.h"

#include <assert.h>
#include <string.h>

#include "standards/jcs.h"
#include "standards/number.h"

/* Refuses. An audited record is not checked again: every rule counts as switched off. */
#define REFUSE(matching, ...) \
    ((matching)->refusal != NULL && wm_refusal_make((matching)->refusal, __VA_ARGS__))

/* ---- decoding -------------------------------------------------------------------------------- */

/* Whether a member is a double. */
static bool is_number(const wm_field *field)
{
    return field->type >= WM_FIELD_INT && field->type <= WM_FIELD_DURATION;
}

/* Matches an object inside a node and fills its struct, whose first member is `is_there`. */
static bool decode_object(const wm_matching *matching, const wm_field *field,
                          const wm_json_value *value, void *member)
{
    wm_matching inner = *matching;
    *(bool *)member = value != NULL;
    inner.what = field->of->what == NULL ? field->key : NULL;
    return value == NULL ||
           wm_kind_match(&inner, wm_kind_form(&inner, field->of, value), value, member);
}

/* Fills a member from a value that fits its field; NULL: absent or null. */
static bool decode(const wm_matching *matching, const wm_field *field, const wm_json_value *value,
                   void *node)
{
    char *member = (char *)node + field->offset;
    if (is_number(field)) {
        *(double *)(void *)member = wm_field_number(value);
        return true;
    }
    switch ((wm_field_type)field->type) {
    case WM_FIELD_CONST:
        return true;
    case WM_FIELD_HEX:
        ((wm_hex *)(void *)member)->is_there =
            wm_field_hex(value, ((wm_hex *)(void *)member)->bytes);
        return true;
    case WM_FIELD_ID:
        ((wm_edge *)(void *)member)->is_there =
            wm_field_hex(value, ((wm_edge *)(void *)member)->id);
        return true;
    case WM_FIELD_VALUE:
        *(wm_value *)(void *)member = wm_member_value_of(value);
        return true;
    case WM_FIELD_ARRAY:
        *(wm_list *)(void *)member = wm_member_list_of(value);
        return true;
    case WM_FIELD_SHAPE:
        ((wm_shape *)(void *)member)->read = value;
        return true;
    case WM_FIELD_VALUES:
        ((wm_values *)(void *)member)->numbers = wm_member_list_of(value);
        ((wm_values *)(void *)member)->reason = wm_member_text(NULL);
        return true;
    case WM_FIELD_OBJECT:
    case WM_FIELD_COVARIATES:
        return decode_object(matching, field, value, member);
    default:
        *(wm_text *)(void *)member = wm_member_text_of(value);
        return true;
    }
}

/* ---- words ----------------------------------------------------------------------------------- */

#define WORD(id, word) word,
const char *const wm_kind_backends[] = {WM_WORDS_BACKENDS(WORD) NULL};
const char *const wm_kind_decisions[] = {WM_WORDS_DECISIONS(WORD) NULL};
const char *const wm_kind_extents[] = {WM_WORDS_EXTENTS(WORD) NULL};
const char *const wm_kind_faults[] = {WM_WORDS_FAULTS(WORD) NULL};
const char *const wm_kind_formats[] = {WM_WORDS_FORMATS(WORD) NULL};
const char *const wm_kind_points[] = {WM_WORDS_POINTS(WORD) NULL};
const char *const wm_kind_when[] = {WM_WORDS_WHEN(WORD) NULL};
const char *const wm_kind_trial_words[] = {WM_WORDS_TRIAL_WORDS(WORD) NULL};
const char *const wm_kind_checks[] = {WM_WORDS_CHECKS(WORD) NULL};
#undef WORD

bool wm_kind_is_word(wm_text text, const char *const *words)
{
    while (*words != NULL && !wm_member_is(text, *words))
        words++;
    return *words != NULL;
}

/* ---- matching -------------------------------------------------------------------------------- */

const wm_form *wm_kind_form(const wm_matching *matching, const wm_form *form,
                            const wm_json_value *object)
{
    bool is_other;
    if (form->other == NULL)
        return form;
    is_other = form->trait != 0 && matching->variant != NULL
                   ? wm_tables_has(matching->variant, form->trait)
                   : wm_json_member(object, form->key) != NULL;
    return is_other ? form->other : form;
}

bool wm_kind_reason(wm_refusal *refusal, const char *what, bool has_null, bool has_reason)
{
    if (has_null && !has_reason)
        return !wm_refusal_make(refusal, WM_RULE_NULL_MISSING, "%s has a null but no reason", what);
    if (!has_null && has_reason)
        return !wm_refusal_make(refusal, WM_RULE_NULL_EXTRA, "%s has a reason but no null", what);
    return true;
}

/* Whether one key is before another. */
static bool is_before(wm_text a, wm_text b)
{
    const size_t size = a.size < b.size ? a.size : b.size;
    const int order = memcmp(a.bytes, b.bytes, size);
    return order != 0 ? order < 0 : a.size < b.size;
}

/* Skips unknown members up to the first that is not below the field. */
static bool skip_unknown(const wm_matching *matching, const char *what,
                         const wm_json_value **member, const wm_field *field)
{
    while (*member != NULL) {
        const wm_json_value *found = *member;
        if (field != NULL && !is_before((wm_text){found->key, found->key_size},
                                        (wm_text){field->key, field->key_size}))
            return true;
        if (!wm_field_is_key(found->key, found->key_size) &&
            REFUSE(matching, WM_RULE_LINE_KEY, "a key of %s is not made of a-z, 0-9 and _", what))
            return false;
        if (REFUSE(matching, WM_RULE_SCHEMA_UNKNOWN, "%s has an unknown field `%.*s`", what,
                   WM_FIT_IN(found->key, found->key_size, 64)))
            return false;
        *member = found->next;
    }
    return true;
}

/* Whether a field says why another one is null: not the reason of a failure, which is required. */
static bool is_reason(const wm_field *field)
{
    return field->type == WM_FIELD_REASON ||
           ((field->flags & WM_FIELD_OPTIONAL) != 0 && strcmp(field->key, "reason") == 0);
}

/* Refuses a value that does not fit. Returns true only if the rule is switched off. */
static bool refuse_value(const wm_matching *matching, const char *what, const wm_field *field)
{
    if (is_reason(field))
        return !REFUSE(matching, WM_RULE_NULL_REASON, "the reason of %s is not a text, or is empty",
                       what);
    return !REFUSE(matching, WM_RULE_SCHEMA_VALUE,
                   "the field `%s` of %s is not of its type or range", field->key, what);
}

/* Checks the value of a present field. *value becomes NULL if it is null, or if it does not fit and
 * the rule is switched off. */
static bool check_value(const wm_matching *matching, const char *what, const wm_field *field,
                        const wm_json_value **value, bool *has_null)
{
    if ((*value)->kind == WM_JSON_NULL && (field->flags & WM_FIELD_NULLABLE) != 0) {
        *has_null = true;
        if (field->type != WM_FIELD_VALUE) /* is_null stays set */
            *value = NULL;
        return true;
    }
    if (!wm_field_is(*value, (wm_field_type)field->type)) {
        *value = NULL;
        return refuse_value(matching, what, field);
    }
    return field->words == NULL || wm_kind_is_word(wm_member_text_of(*value), field->words) ||
           !REFUSE(matching, WM_RULE_SCHEMA_WORD,
                   "`%s` of %s: found %.*s, expected a word of its table", field->key, what,
                   WM_FIT_IN((*value)->text, (*value)->text_size, 40));
}

bool wm_kind_match(const wm_matching *matching, const wm_form *form, const wm_json_value *object,
                   void *node)
{
    const char *what = matching->what != NULL ? matching->what : form->what;
    const wm_json_value *member =
        object != NULL && object->kind == WM_JSON_OBJECT ? object->first : NULL;
    bool has_null = false, wants_reason = false, has_reason = false;
    for (size_t i = 0; i < form->count; i++) {
        const wm_field *field = &form->fields[i];
        const wm_json_value *value = NULL;
        if (!skip_unknown(matching, what, &member, field))
            return false;
        wants_reason = wants_reason || field->type == WM_FIELD_REASON;
        if (member != NULL && member->key_size == field->key_size &&
            memcmp(member->key, field->key, member->key_size) == 0) {
            value = member;
            member = member->next;
            has_reason = has_reason || field->type == WM_FIELD_REASON;
            if (!check_value(matching, what, field, &value, &has_null))
                return false;
        } else if ((field->flags & WM_FIELD_OPTIONAL) == 0 && field->type != WM_FIELD_REASON &&
                   REFUSE(matching, WM_RULE_SCHEMA_MISSING, "%s has no field `%s`", what,
                          field->key)) {
            return false;
        }
        if (!decode(matching, field, value, node))
            return false;
    }
    return skip_unknown(matching, what, &member, NULL) &&
           (!wants_reason || matching->refusal == NULL ||
            wm_kind_reason(matching->refusal, what, has_null, has_reason));
}

/* ---- lists ----------------------------------------------------------------------------------- */

bool wm_kind_match_next(const wm_matching *matching, wm_list *list, const wm_form *form,
                        void *element)
{
    const wm_json_value *object = wm_member_take(list);
    if (object->kind != WM_JSON_OBJECT &&
        REFUSE(matching, WM_RULE_SCHEMA_VALUE, "%s is not an object", form->what))
        return false;
    memset(element, 0, form->size);
    *(bool *)element = true;
    return wm_kind_match(matching, wm_kind_form(matching, form, object), object, element);
}

bool wm_kind_next(wm_list *list, const wm_form *form, void *element)
{
    const wm_matching audited = {NULL, NULL, NULL};
    if (list->elements != NULL)
        return wm_member_copy_next(list, element, form->size);
    if (!wm_member_has_next(list) || list->next->kind != WM_JSON_OBJECT)
        return false;
    return wm_kind_match_next(&audited, list, form, element);
}

/* ---- writing --------------------------------------------------------------------------------- */

static wm_status put_text(wm_text text, wm_buffer *out)
{
    return wm_jcs_append_string(out, text.bytes, text.size);
}

static wm_status put_number(double number, wm_buffer *out)
{
    char text[WM_NUMBER_TEXT_SIZE];
    const size_t size = wm_number_format(number, text);
    return size == 0 ? wm_buffer_puts(out, "null") : wm_buffer_append(out, text, size);
}

static wm_status put_hex(const uint8_t digest[WM_SHA256_SIZE], wm_buffer *out)
{
    char text[WM_SHA256_HEX_SIZE + 3];
    text[0] = '"';
    wm_sha256_to_hex(digest, text + 1);
    text[WM_SHA256_HEX_SIZE + 1] = '"';
    return wm_buffer_append(out, text, WM_SHA256_HEX_SIZE + 2);
}

static wm_status put_value(const wm_value *value, wm_buffer *out)
{
    if (value->kind == WM_VALUE_NUMBER)
        return put_number(value->number, out);
    return value->kind == WM_VALUE_WORD ? put_text(value->text, out) : wm_buffer_puts(out, "null");
}

/* Writes one element of a list by its type. */
static wm_status put_element(wm_list *list, const wm_field *field, void *room, wm_buffer *out)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_text text;
    double number;
    if (field->of != NULL)
        return wm_kind_next(list, field->of, room) ? wm_kind_write(field->of, room, out) : WM_E_ARG;
    switch ((wm_field_type)field->element) {
    case WM_FIELD_SIZE:
        return wm_member_next_number(list, &number) ? put_number(number, out) : WM_E_ARG;
    case WM_FIELD_FULL:
    case WM_FIELD_WORD:
        return wm_member_next_text(list, &text) ? put_text(text, out) : WM_E_ARG;
    default:
        return wm_member_next_hex(list, digest) ? put_hex(digest, out) : WM_E_ARG;
    }
}

static wm_status put_list(wm_list list, const wm_field *field, wm_buffer *out)
{
    union {
        double aligned;
        char bytes[WM_KIND_ELEMENT_SIZE];
    } room;
    wm_status status = wm_buffer_putc(out, '[');
    const uint32_t count = list.count;
    assert(field->of == NULL || field->of->size <= sizeof room);
    for (uint32_t i = 0; status == WM_OK && i < count; i++) {
        if (i > 0)
            status = wm_buffer_putc(out, ',');
        if (status == WM_OK)
            status = put_element(&list, field, &room, out);
    }
    return status == WM_OK ? wm_buffer_putc(out, ']') : status;
}

/* The numbers in ascending order of their names, with the reason at its place. Each step searches
 * the least name above the previous one. */
static wm_status put_values(const wm_values *values, wm_buffer *out)
{
    wm_text last = {"", 0};
    wm_status status = wm_buffer_putc(out, '{');
    for (uint32_t i = 0; status == WM_OK; i++) {
        wm_list numbers = values->numbers;
        wm_named_number number, next = {{NULL, 0}, 0};
        while (wm_member_next_value(&numbers, &number))
            if (is_before(last, number.name) &&
                (next.name.bytes == NULL || is_before(number.name, next.name)))
                next = number;
        if (values->reason.bytes != NULL && is_before(last, wm_member_text("reason")) &&
            (next.name.bytes == NULL || is_before(wm_member_text("reason"), next.name)))
            next.name = wm_member_text("reason");
        if (next.name.bytes == NULL)
            break;
        if (i > 0)
            status = wm_buffer_putc(out, ',');
        if (status == WM_OK)
            status = put_text(next.name, out);
        if (status == WM_OK)
            status = wm_buffer_putc(out, ':');
        if (status == WM_OK)
            status = wm_member_is(next.name, "reason") ? put_text(values->reason, out)
                                                       : put_number(next.number, out);
        last = next.name;
    }
    return status == WM_OK ? wm_buffer_putc(out, '}') : status;
}

/* Whether a member has no value to write. A number that is not finite is null, or left out if it is
 * optional. */
static bool is_absent(const wm_field *field, const void *member)
{
    if (is_number(field))
        return (field->flags & WM_FIELD_OPTIONAL) != 0 &&
               !(*(const double *)member - *(const double *)member == 0);
    switch ((wm_field_type)field->type) {
    case WM_FIELD_CONST:
        return false;
    case WM_FIELD_HEX:
        return !((const wm_hex *)member)->is_there;
    case WM_FIELD_ID:
        return !((const wm_edge *)member)->is_there;
    case WM_FIELD_VALUE:
        return ((const wm_value *)member)->kind == WM_VALUE_ABSENT;
    case WM_FIELD_ARRAY:
        return !((const wm_list *)member)->is_there;
    case WM_FIELD_VALUES:
        return !((const wm_values *)member)->numbers.is_there;
    case WM_FIELD_SHAPE:
        return ((const wm_shape *)member)->item == NULL;
    case WM_FIELD_OBJECT:
    case WM_FIELD_COVARIATES:
        return !*(const bool *)member;
    default:
        return ((const wm_text *)member)->bytes == NULL;
    }
}

static wm_status put_member(const wm_field *field, const void *member, wm_buffer *out)
{
    if (is_number(field))
        return put_number(*(const double *)member, out);
    switch ((wm_field_type)field->type) {
    case WM_FIELD_CONST:
        return put_text(wm_member_text(field->constant), out);
    case WM_FIELD_HEX:
        return put_hex(((const wm_hex *)member)->bytes, out);
    case WM_FIELD_ID:
        return put_hex(((const wm_edge *)member)->id, out);
    case WM_FIELD_VALUE:
        return put_value(member, out);
    case WM_FIELD_ARRAY:
        return put_list(*(const wm_list *)member, field, out);
    case WM_FIELD_VALUES:
        return put_values(member, out);
    case WM_FIELD_SHAPE:
        return wm_plan_shape_json(((const wm_shape *)member)->item, out);
    case WM_FIELD_OBJECT:
    case WM_FIELD_COVARIATES:
        return wm_kind_write(field->of, member, out);
    default:
        return put_text(*(const wm_text *)member, out);
    }
}

/* Writes a field with its key; adds 1 to *count if the field is present. */
static wm_status put_field(const wm_field *field, const void *node, size_t *count, wm_buffer *out)
{
    const void *member = (const char *)node + field->offset;
    const bool has_nothing = is_absent(field, member);
    wm_status status = WM_OK;
    if (has_nothing && (field->type == WM_FIELD_REASON || (field->flags & WM_FIELD_OPTIONAL) != 0))
        return WM_OK;
    if (has_nothing && (field->flags & WM_FIELD_NULLABLE) == 0)
        return WM_E_ARG;
    if ((*count)++ > 0)
        status = wm_buffer_putc(out, ',');
    if (status == WM_OK)
        status = wm_buffer_printf(out, "\"%s\":", field->key);
    if (status != WM_OK)
        return status;
    return has_nothing ? wm_buffer_puts(out, "null") : put_member(field, member, out);
}

/* The form of a struct to write; its members tell whether it is the other form. */
static const wm_form *form_to_write(const wm_form *form, const void *node)
{
    return form->is_other != NULL && form->is_other(node) ? form->other : form;
}

wm_status wm_kind_write(const wm_form *asked, const void *node, wm_buffer *out)
{
    const wm_form *form = form_to_write(asked, node);
    const size_t before = out->size;
    size_t count = 0;
    wm_status status = wm_buffer_putc(out, '{');
    for (size_t i = 0; status == WM_OK && i < form->count; i++)
        status = put_field(&form->fields[i], node, &count, out);
    if (status == WM_OK)
        status = wm_buffer_putc(out, '}');
    if (status != WM_OK)
        out->size = before;
    return status;
}

/* Matching objects against tables of fields. */
#include "record/schema.h"

#include <math.h>
#include <string.h>

static bool is_string(const wm_json_value *value)
{
    return value->kind == WM_JSON_STRING;
}

static bool is_name(const wm_json_value *value)
{
    if (!is_string(value) || value->text_size < 1 || value->text_size > 64)
        return false;
    for (size_t i = 0; i < value->text_size; i++) {
        const char c = value->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'))
            return false;
    }
    return true;
}

static bool is_decimal(const wm_json_value *value)
{
    if (!is_string(value) || value->text_size < 1 || value->text_size > 20)
        return false;
    for (size_t i = 0; i < value->text_size; i++)
        if (value->text[i] < '0' || value->text[i] > '9')
            return false;
    return value->text[0] != '0' || value->text_size == 1;
}

static bool is_hex(const wm_json_value *value, size_t low, size_t high)
{
    if (!is_string(value) || value->text_size < low || value->text_size > high)
        return false;
    for (size_t i = 0; i < value->text_size; i++) {
        const char c = value->text[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
    }
    return true;
}

static bool is_int(const wm_json_value *value, double low)
{
    return value->kind == WM_JSON_NUMBER && value->is_integer && value->number >= low &&
           value->number <= 9007199254740991.0;
}

bool wm_schema_is(const wm_json_value *value, wm_field_type type)
{
    switch (type) {
    case WM_FIELD_WORD:
        return is_string(value);
    case WM_FIELD_TEXT:
        return is_string(value) && value->text_size <= 4096;
    case WM_FIELD_FULL:
    case WM_FIELD_REASON:
        return is_string(value) && value->text_size >= 1 && value->text_size <= 4096;
    case WM_FIELD_NAME:
        return is_name(value);
    case WM_FIELD_DECIMAL:
        return is_decimal(value);
    case WM_FIELD_NONCE:
        return is_hex(value, 0, 64);
    case WM_FIELD_HEX:
        return is_hex(value, 64, 64);
    case WM_FIELD_INT:
        return is_int(value, -9007199254740991.0);
    case WM_FIELD_COUNT:
        return is_int(value, 0);
    case WM_FIELD_POSITIVE:
        return is_int(value, 1);
    case WM_FIELD_NUMBER:
        return value->kind == WM_JSON_NUMBER;
    case WM_FIELD_SIZE:
        return value->kind == WM_JSON_NUMBER && value->number >= 0;
    case WM_FIELD_DURATION:
        return value->kind == WM_JSON_NUMBER && value->number > 0;
    case WM_FIELD_VALUE:
        return value->kind == WM_JSON_NUMBER || is_string(value);
    case WM_FIELD_OBJECT:
        return value->kind == WM_JSON_OBJECT;
    case WM_FIELD_ARRAY:
        return value->kind == WM_JSON_ARRAY;
    }
    return false;
}

bool wm_schema_is_null(const wm_json_value *value)
{
    return value != NULL && value->kind == WM_JSON_NULL;
}

bool wm_schema_reason(wm_refusal *refusal, const char *what, bool has_null, bool has_reason)
{
    if (has_null && !has_reason)
        return !wm_refusal_make(refusal, WM_RULE_NULL_MISSING, "%s has a null and no reason", what);
    if (!has_null && has_reason)
        return !wm_refusal_make(refusal, WM_RULE_NULL_EXTRA, "%s has a reason and no null", what);
    return true;
}

/* Skips members that the table does not have, until one that is not below the field. */
static bool skip_unknown(wm_refusal *refusal, const char *what, const wm_json_value **member,
                         const wm_field *field)
{
    while (*member != NULL) {
        const wm_json_value *found = *member;
        int order = 1;
        if (field != NULL) {
            const size_t size =
                found->key_size < field->key_size ? found->key_size : field->key_size;
            order = memcmp(field->key, found->key, size);
            if (order == 0)
                order = (field->key_size > found->key_size) - (field->key_size < found->key_size);
        }
        if (order <= 0)
            return true;
        if (wm_refusal_make(refusal, WM_RULE_SCHEMA_UNKNOWN, "%s has an unknown field `%.*s`", what,
                            found->key_size < 64 ? (int)found->key_size : 64, found->key))
            return false;
        *member = found->next;
    }
    return true;
}

/* Checks the value of a field that is there; *value becomes NULL if it is unfit and that rule is
 * off. */
static bool check_value(wm_refusal *refusal, const char *what, const wm_field *field,
                        const wm_json_value **value, bool *has_null)
{
    if ((*value)->kind == WM_JSON_NULL && (field->flags & WM_FIELD_NULLABLE) != 0) {
        *has_null = true;
        return true;
    }
    if (wm_schema_is(*value, field->type))
        return true;
    *value = NULL;
    if (field->type == WM_FIELD_REASON)
        return !wm_refusal_make(refusal, WM_RULE_NULL_REASON, "the reason of %s is no text", what);
    return !wm_refusal_make(refusal, WM_RULE_SCHEMA_VALUE,
                            "the field `%s` of %s is not of its type or range", field->key, what);
}

bool wm_schema_match(wm_refusal *refusal, const char *what, const wm_json_value *object,
                     const wm_field *fields, size_t count, const wm_json_value **values)
{
    const wm_json_value *member =
        object != NULL && object->kind == WM_JSON_OBJECT ? object->first : NULL;
    bool has_null = false, wants_reason = false, has_reason = false;
    for (size_t i = 0; i < count; i++) {
        values[i] = NULL;
        if (!skip_unknown(refusal, what, &member, &fields[i]))
            return false;
        wants_reason = wants_reason || fields[i].type == WM_FIELD_REASON;
        if (member == NULL || member->key_size != fields[i].key_size ||
            memcmp(member->key, fields[i].key, member->key_size) != 0) {
            if ((fields[i].flags & WM_FIELD_OPTIONAL) == 0 && fields[i].type != WM_FIELD_REASON &&
                wm_refusal_make(refusal, WM_RULE_SCHEMA_MISSING, "%s has no field `%s`", what,
                                fields[i].key))
                return false;
            continue;
        }
        values[i] = member;
        has_reason = has_reason || fields[i].type == WM_FIELD_REASON;
        if (!check_value(refusal, what, &fields[i], &values[i], &has_null))
            return false;
        member = member->next;
    }
    if (!skip_unknown(refusal, what, &member, NULL))
        return false;
    return !wants_reason || wm_schema_reason(refusal, what, has_null, has_reason);
}

bool wm_schema_take(wm_refusal *refusal, const char *what, const wm_json_value *object,
                    const wm_field *fields, size_t count, wm_matched *matched)
{
    matched->fields = fields;
    matched->count = count;
    return wm_schema_match(refusal, what, object, fields, count, matched->values);
}

const wm_json_value *wm_schema_of(const wm_matched *matched, const char *key)
{
    for (size_t i = 0; i < matched->count; i++)
        if (strcmp(matched->fields[i].key, key) == 0)
            return matched->values[i];
    return NULL;
}

double wm_schema_number(const wm_json_value *value)
{
    return value != NULL && value->kind == WM_JSON_NUMBER ? value->number : (double)NAN;
}

uint64_t wm_schema_count(const wm_json_value *value)
{
    return value != NULL && is_int(value, 0) ? (uint64_t)value->number : 0;
}

bool wm_schema_hex(const wm_json_value *value, uint8_t digest[WM_SHA256_SIZE])
{
    return value != NULL && is_string(value) &&
           wm_sha256_from_hex(value->text, value->text_size, digest);
}

/* Whether two values are equal without their children. */
static bool is_same(const wm_json_value *a, const wm_json_value *b)
{
    if (a->kind != b->kind || a->count != b->count || (a->key == NULL) != (b->key == NULL))
        return false;
    if (a->key != NULL && (a->key_size != b->key_size || memcmp(a->key, b->key, a->key_size) != 0))
        return false;
    if (a->kind == WM_JSON_NUMBER)
        return a->number == b->number;
    if (a->kind == WM_JSON_STRING)
        return a->text_size == b->text_size && memcmp(a->text, b->text, a->text_size) == 0;
    return true;
}

/* Depth is bounded by that of a line. */
bool wm_schema_equal(const wm_json_value *a, const wm_json_value *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (!is_same(a, b))
        return false;
    if (a->kind != WM_JSON_ARRAY && a->kind != WM_JSON_OBJECT)
        return true;
    for (a = a->first, b = b->first; a != NULL && b != NULL; a = a->next, b = b->next)
        if (!wm_schema_equal(a, b))
            return false;
    return a == b;
}

const char *wm_schema_text(const wm_json_value *value, char *out, size_t size)
{
    size_t used = 0;
    if (value != NULL && is_string(value))
        used = value->text_size < size - 1 ? value->text_size : size - 1;
    if (used > 0)
        memcpy(out, value->text, used);
    out[used] = '\0';
    return out;
}

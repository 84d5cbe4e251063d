/* Checks single values against the types of fields. */
#include "record/nodes/field.h"

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

bool wm_field_is(const wm_json_value *value, wm_field_type type)
{
    switch (type) {
    case WM_FIELD_WORD:
    case WM_FIELD_CONST:
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
    case WM_FIELD_ID:
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
    case WM_FIELD_COVARIATES:
    case WM_FIELD_SHAPE:
    case WM_FIELD_VALUES:
        return value->kind == WM_JSON_OBJECT;
    case WM_FIELD_ARRAY:
        return value->kind == WM_JSON_ARRAY;
    }
    return false;
}

double wm_field_number(const wm_json_value *value)
{
    return value != NULL && value->kind == WM_JSON_NUMBER ? value->number : (double)NAN;
}

uint64_t wm_field_count(const wm_json_value *value)
{
    return value != NULL && is_int(value, 0) ? (uint64_t)value->number : 0;
}

bool wm_field_hex(const wm_json_value *value, uint8_t digest[WM_SHA256_SIZE])
{
    return value != NULL && is_string(value) &&
           wm_sha256_from_hex(value->text, value->text_size, digest);
}

const char *wm_field_text(const wm_json_value *value, char *out, size_t size)
{
    size_t used = 0;
    if (value != NULL && is_string(value))
        used = value->text_size < size - 1 ? value->text_size : size - 1;
    if (used > 0)
        memcpy(out, value->text, used);
    out[used] = '\0';
    return out;
}

bool wm_field_is_key(const char *key, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char c = key[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return size > 0;
}

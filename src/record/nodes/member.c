/* Makes members of structs, and iterates over lists. */
#include "record/nodes/member.h"

#include <string.h>

wm_text wm_member_text(const char *text)
{
    wm_text made = {NULL, 0};
    made.bytes = text;
    made.size = text == NULL ? 0 : strlen(text);
    return made;
}

bool wm_member_is(wm_text text, const char *word)
{
    return text.bytes != NULL && strlen(word) == text.size &&
           memcmp(text.bytes, word, text.size) == 0;
}

const char *wm_member_copy(wm_text text, char *out, size_t size)
{
    size_t used = text.bytes == NULL ? 0 : text.size;
    if (used > size - 1)
        for (used = size - 1; used > 0 && ((unsigned char)text.bytes[used] & 0xc0) == 0x80;)
            used--;
    if (used > 0)
        memcpy(out, text.bytes, used);
    out[used] = '\0';
    return out;
}

wm_hex wm_member_hex(const uint8_t digest[WM_SHA256_SIZE])
{
    wm_hex hex;
    memcpy(hex.bytes, digest, sizeof hex.bytes);
    hex.is_there = true;
    return hex;
}

wm_edge wm_member_edge(const char *id)
{
    wm_edge edge;
    memset(&edge, 0, sizeof edge);
    edge.is_there = wm_sha256_from_hex(id, strlen(id), edge.id);
    return edge;
}

wm_edge wm_member_edge_to(const uint8_t id[WM_SHA256_SIZE])
{
    wm_edge edge;
    memset(&edge, 0, sizeof edge);
    memcpy(edge.id, id, sizeof edge.id);
    edge.is_there = true;
    return edge;
}

wm_list wm_member_list(const void *elements, size_t count)
{
    wm_list list = {true, 0, NULL, NULL};
    list.count = (uint32_t)count;
    list.elements = elements;
    return list;
}

wm_value wm_member_number(double number)
{
    wm_value value = {WM_VALUE_NUMBER, 0, {NULL, 0}};
    value.number = number;
    return value;
}

wm_value wm_member_word(const char *word)
{
    wm_value value = {WM_VALUE_WORD, 0, {NULL, 0}};
    value.text = wm_member_text(word);
    return value;
}

uint32_t wm_member_index(double count, uint32_t limit)
{
    return count >= 0 && count < (double)limit ? (uint32_t)count : limit;
}

bool wm_member_shape(const wm_shape *shape, const wm_variant *variant,
                     uint64_t dimension[WM_TABLES_DIMENSIONS])
{
    if (shape->item == NULL)
        return wm_plan_shape_read(shape->read, variant, dimension);
    memcpy(dimension, shape->item->dimension, WM_TABLES_DIMENSIONS * sizeof *dimension);
    return shape->item->variant == variant;
}

wm_text wm_member_text_of(const wm_json_value *value)
{
    wm_text text = {NULL, 0};
    if (value != NULL && value->kind == WM_JSON_STRING) {
        text.bytes = value->text_size == 0 ? "" : value->text;
        text.size = value->text_size;
    }
    return text;
}

wm_value wm_member_value_of(const wm_json_value *found)
{
    wm_value value = {WM_VALUE_ABSENT, 0, {NULL, 0}};
    value.number = wm_field_number(found);
    if (found == NULL)
        return value;
    value.text = wm_member_text_of(found);
    if (found->kind == WM_JSON_STRING) {
        value.kind = WM_VALUE_WORD;
    } else if (found->kind == WM_JSON_NUMBER) {
        value.kind = WM_VALUE_NUMBER;
        value.text.bytes = found->text;
        value.text.size = found->text_size;
    } else {
        value.kind = WM_VALUE_NULL;
    }
    return value;
}

wm_list wm_member_list_of(const wm_json_value *array)
{
    wm_list list = {false, 0, NULL, NULL};
    if (array != NULL && (array->kind == WM_JSON_ARRAY || array->kind == WM_JSON_OBJECT)) {
        list.is_there = true;
        list.count = array->count;
        list.next = array->first;
    }
    return list;
}

static bool is_reason(const wm_json_value *member)
{
    return member->key_size == 6 && memcmp(member->key, "reason", 6) == 0;
}

/* ---- lists ----------------------------------------------------------------------------------- */

bool wm_member_has_next(const wm_list *list)
{
    return list->count > 0 && (list->elements != NULL || list->next != NULL);
}

/* The next element of a list that was read; NULL at the end. */
const wm_json_value *wm_member_take(wm_list *list)
{
    const wm_json_value *element = list->count == 0 ? NULL : list->next;
    if (element != NULL) {
        list->next = element->next;
        list->count--;
    }
    return element;
}

/* Copies the next element of a list to write. False at the end, and if the list was read. */
bool wm_member_copy_next(wm_list *list, void *element, size_t size)
{
    if (list->elements == NULL || list->count == 0)
        return false;
    memcpy(element, list->elements, size);
    list->elements = (const char *)list->elements + size;
    list->count--;
    return true;
}

bool wm_member_next_number(wm_list *list, double *number)
{
    const wm_json_value *value;
    if (list->elements != NULL)
        return wm_member_copy_next(list, number, sizeof *number);
    value = wm_member_take(list);
    *number = wm_field_number(value);
    return value != NULL && (value->kind == WM_JSON_NUMBER || value->kind == WM_JSON_NULL);
}

bool wm_member_next_text(wm_list *list, wm_text *text)
{
    if (list->elements != NULL)
        return wm_member_copy_next(list, text, sizeof *text);
    *text = wm_member_text_of(wm_member_take(list));
    return text->bytes != NULL;
}

bool wm_member_next_hex(wm_list *list, uint8_t digest[WM_SHA256_SIZE])
{
    if (list->elements != NULL)
        return wm_member_copy_next(list, digest, WM_SHA256_SIZE);
    return wm_field_hex(wm_member_take(list), digest);
}

wm_text wm_member_reason(wm_list numbers)
{
    const wm_json_value *member;
    while ((member = wm_member_take(&numbers)) != NULL && !is_reason(member))
        continue;
    return wm_member_text_of(member);
}

bool wm_member_next_value(wm_list *numbers, wm_named_number *number)
{
    const wm_json_value *member;
    if (numbers->elements != NULL)
        return wm_member_copy_next(numbers, number, sizeof *number);
    while ((member = wm_member_take(numbers)) != NULL && is_reason(member))
        continue;
    if (member == NULL)
        return false;
    number->name.bytes = member->key;
    number->name.size = member->key_size;
    number->number = wm_field_number(member);
    return true;
}

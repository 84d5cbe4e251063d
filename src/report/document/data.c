/* Adds members to a document. */
#include "report/document/data.h"

#include "standards/sha256.h"

#include <string.h>

/* Adds a member; its key is copied. */
static wm_member *add(wm_document *document, wm_member_kind kind, const char *key)
{
    wm_member *member = wm_document_grow(document, document->member, &document->member_capacity,
                                         document->member_count + 1, sizeof *member);
    if (member == NULL)
        return NULL;
    document->member = member;
    member = &member[document->member_count++];
    *member = (wm_member){.kind = kind, .key = wm_document_copy(document, key)};
    return member;
}

static void add_text(wm_document *document, wm_member_kind kind, const char *key, const char *value,
                     size_t size)
{
    wm_member *member = add(document, value != NULL ? kind : WM_MEMBER_NULL, key);
    char *copy = value != NULL ? wm_document_alloc(document, size + 1) : NULL;
    if (member == NULL || copy == NULL)
        return;
    memcpy(copy, value, size);
    member->of.text.data = copy;
    member->of.text.size = size;
}

void wm_data_begin(wm_document *document, const char *name, const char *status)
{
    /* the others have their first version */
    const int version = strcmp(name, "audit") == 0 ? 2 : 1;
    wm_data_text(document, "schema",
                 wm_document_text(document, "witnessmark-%s/%d", name, version));
    wm_data_text(document, "status", status);
}

void wm_data_object(wm_document *document, const char *key)
{
    (void)add(document, WM_MEMBER_OBJECT, key);
}

void wm_data_list(wm_document *document, const char *key)
{
    (void)add(document, WM_MEMBER_LIST, key);
}

void wm_data_end_object(wm_document *document)
{
    (void)add(document, WM_MEMBER_END_OBJECT, NULL);
}

void wm_data_end_list(wm_document *document)
{
    (void)add(document, WM_MEMBER_END_LIST, NULL);
}

void wm_data_text(wm_document *document, const char *key, const char *value)
{
    add_text(document, WM_MEMBER_TEXT, key, value, value != NULL ? strlen(value) : 0);
}

void wm_data_word(wm_document *document, const char *key, const char *value)
{
    wm_data_text(document, key, value != NULL && value[0] != '\0' ? value : NULL);
}

void wm_data_number(wm_document *document, const char *key, double value)
{
    wm_member *member = add(document, WM_MEMBER_NUMBER, key);
    if (member != NULL)
        member->of.number = value;
}

void wm_data_count(wm_document *document, const char *key, uint64_t value)
{
    wm_member *member = add(document, WM_MEMBER_COUNT, key);
    if (member != NULL)
        member->of.count = value;
}

void wm_data_flag(wm_document *document, const char *key, bool value)
{
    wm_data_json(document, key, value ? "true" : "false", value ? 4 : 5);
}

void wm_data_hex(wm_document *document, const char *key, const uint8_t digest[32])
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(digest, hex);
    wm_data_text(document, key, hex);
}

void wm_data_null(wm_document *document, const char *key)
{
    (void)add(document, WM_MEMBER_NULL, key);
}

void wm_data_json(wm_document *document, const char *key, const char *json, size_t size)
{
    add_text(document, WM_MEMBER_JSON, key, json, size);
}

void wm_data_table(wm_document *document, const char *key, const wm_table *table)
{
    wm_member *member = add(document, WM_MEMBER_TABLE, key);
    if (member != NULL)
        member->of.table = table;
}

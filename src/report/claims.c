/* A record's claims in memory, for showing them. */
#include "report/claims.h"

#include "base/status.h"
#include "report/style.h"

#include <stdlib.h>
#include <string.h>

/* A copy of a string's or number's text, or NULL for a null or absent value; false when out of
 * memory. */
static bool copy_field(const wm_json_value *node, const char *name, char **copy)
{
    const wm_json_value *value = wm_json_member(node, name);
    *copy = NULL;
    if (value == NULL || (value->kind != WM_JSON_STRING && value->kind != WM_JSON_NUMBER))
        return true;
    *copy = malloc(value->text_size + 1);
    if (*copy == NULL)
        return false;
    memcpy(*copy, value->text, value->text_size);
    (*copy)[value->text_size] = '\0';
    wm_style_mask(*copy, value->text_size);
    return true;
}

static bool copy_claim(const wm_reader *reader, const wm_json_value *node, wm_claim *claim)
{
    const wm_json_value *value = wm_json_member(node, "value");
    claim->is_word = value != NULL && value->kind == WM_JSON_STRING;
    claim->asserts = wm_reader_find_value(reader, wm_json_member(node, "asserts"));
    return copy_field(node, "name", &claim->name) && copy_field(node, "text", &claim->text) &&
           copy_field(node, "unit", &claim->unit) && copy_field(node, "value", &claim->value) &&
           copy_field(node, "class", &claim->class) &&
           copy_field(node, "tolerance", &claim->tolerance) &&
           copy_field(node, "reason", &claim->reason);
}

wm_status wm_claims_load(wm_reader *reader, wm_claims *claims, wm_error *err)
{
    uint32_t line, first, end;
    const char *evidence = wm_reader_evidence(reader);
    wm_reader_claims(reader, &first, &end);
    claims->count = claims->cursor = 0;
    claims->claim = calloc((size_t)(end - first) + 1, sizeof *claims->claim);
    if (claims->claim == NULL)
        return wm_error_set(err, WM_E_NOMEM, evidence, "out of memory");
    for (line = first; line < end; line++) {
        const wm_json_value *node;
        wm_claim *claim = &claims->claim[claims->count++];
        wm_status status = wm_reader_parse(reader, line, &node, NULL, err);
        if (status != WM_OK)
            return status;
        claim->line = line;
        if (!copy_claim(reader, node, claim))
            return wm_error_set(err, WM_E_NOMEM, evidence, "out of memory");
        if (claim->name == NULL || claim->text == NULL || claim->asserts == 0)
            return wm_error_set(err, WM_E_INVALID, evidence, "line %u is no whole claim", line);
    }
    return WM_OK;
}

const wm_claim *wm_claims_find(wm_claims *claims, const char *label, const char *quantity)
{
    size_t size = strlen(label);
    size_t i;
    for (i = 0; i < claims->count; i++) {
        size_t at = (claims->cursor + i) % claims->count;
        const char *name = claims->claim[at].name;
        if (strncmp(name, label, size) == 0 && name[size] == '.' &&
            strcmp(name + size + 1, quantity) == 0) {
            claims->cursor = at;
            return &claims->claim[at];
        }
    }
    return NULL;
}

void wm_claims_clear(wm_claims *claims)
{
    size_t i;
    for (i = 0; i < claims->count; i++) {
        wm_claim *claim = &claims->claim[i];
        free(claim->name);
        free(claim->text);
        free(claim->unit);
        free(claim->value);
        free(claim->class);
        free(claim->tolerance);
        free(claim->reason);
    }
    free(claims->claim);
    claims->claim = NULL;
    claims->count = 0;
}

/* Checks lines of evidence one by one.
 *
 * The order of the checks is the order of what they rely on: bytes, JSON, id, kind, place among
 * the lines, fields, content. A line is its own canonical image, so that equal nodes have equal
 * ids and nothing can be hidden in white space or in the order of keys. */
#include "record/audit/intake.h"

#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/linked.h"
#include "record/nodes/contents.h"
#include "standards/jcs.h"

/* ---- form ------------------------------------------------------------------------------------ */

/* Checks length and newline. *is_skipped: nothing to read, and the rule is switched off. */
static bool check_bytes(wm_audit_state *state, const char *text, size_t size, bool *is_skipped)
{
    const bool has_newline = size > 0 && text[size - 1] == '\n';
    *is_skipped = size == 0 || (size == 1 && has_newline);
    if (*is_skipped)
        return WM_REFUSE(state, WM_RULE_LINE_EMPTY, "the line is empty");
    return WM_DEMAND(state, WM_RULE_LINE_LENGTH, size <= WM_INTAKE_LINE_MAX,
                     "the line has more than 1,048,576 bytes") &&
           WM_DEMAND(state, WM_RULE_LINE_NEWLINE, has_newline,
                     "unfinished record: the last line does not end with a newline");
}

bool wm_intake_has_keys(const wm_json_value *value)
{
    if (value->kind != WM_JSON_OBJECT && value->kind != WM_JSON_ARRAY)
        return true;
    for (const wm_json_value *child = value->first; child != NULL; child = child->next)
        if ((child->key != NULL && !wm_field_is_key(child->key, child->key_size)) ||
            !wm_intake_has_keys(child))
            return false;
    return true;
}

/* Parses the line. *node is NULL if it cannot be read and the rule is switched off. */
static bool parse(wm_audit_state *state, const char *text, size_t size, const wm_json_value **node)
{
    static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};
    wm_error err;
    wm_status status;
    *node = NULL;
    err.message[0] = '\0';
    status = wm_jcs_parse(state->json, text, size, &OPTIONS, node, &err);
    switch (status) {
    case WM_OK:
        break;
    case WM_E_CANON: /* if both rules are broken, the rule on keys is more precise */
        if (!WM_DEMAND(state, WM_RULE_LINE_KEY, *node == NULL || wm_intake_has_keys(*node),
                       "a key is not of [a-z0-9_]+"))
            return false;
        if (wm_refusal_make(&state->refusal, WM_RULE_CANONICAL,
                            "the line is not its own canonical image: %s", err.message))
            return false;
        break;
    case WM_E_SYNTAX:
    case WM_E_LIMIT:
        *node = NULL;
        return WM_REFUSE(state, WM_RULE_LINE_JSON, "the line is not JSON: %s", err.message);
    default:
        return wm_audit_state_fail(state, status);
    }
    if (*node != NULL && (*node)->kind == WM_JSON_OBJECT)
        return true;
    *node = NULL;
    return WM_REFUSE(state, WM_RULE_LINE_JSON, "the line is not a JSON object");
}

/* Computes the id of a line and demands that it is new. *is_skipped: it is not, and the rule is
 * switched off. */
static bool identify(wm_audit_state *state, const char *text, size_t size, wm_entry *entry,
                     bool *is_skipped)
{
    uint32_t earlier;
    if (text[size - 1] == '\n') {
        wm_sha256_hash(text, size, entry->id);
    } else {
        wm_sha256 hash;
        wm_sha256_init(&hash);
        wm_sha256_update(&hash, text, size);
        wm_sha256_update(&hash, "\n", 1);
        wm_sha256_final(&hash, entry->id);
    }
    earlier = wm_audit_state_find(state, entry->id);
    *is_skipped = earlier != WM_AUDIT_STATE_NONE;
    return WM_DEMAND(state, WM_RULE_DUPLICATE, !*is_skipped, "the line is equal to line %lu",
                     (unsigned long)state->entries[earlier].line);
}

/* ---- order ----------------------------------------------------------------------------------- */

static bool refuse_order(wm_audit_state *state, wm_rule rule, const char *words)
{
    return WM_REFUSE(state, rule, "%s", words);
}

/* Checks that everything required before the first claim, or before the root, is present. */
static bool begin_claims(wm_audit_state *state)
{
    if (state->phase >= WM_PHASE_CLAIMS)
        return true;
    state->phase = WM_PHASE_CLAIMS;
    return wm_linked_complete(state);
}

/* Checks the first two lines. *is_skipped: a second plan, and the rule is switched off. */
static bool check_head(wm_audit_state *state, wm_kind_number kind, bool *is_skipped)
{
    if (state->phase == WM_PHASE_ENVIRONMENT) {
        state->phase = kind == WM_KIND_PLAN ? WM_PHASE_BODY : WM_PHASE_PLAN;
        return kind == WM_KIND_ENVIRONMENT ||
               refuse_order(state, WM_RULE_ORDER_HEAD, "line 1 is not an environment");
    }
    if (kind == WM_KIND_PLAN) {
        *is_skipped = state->plan_entry != WM_AUDIT_STATE_NONE;
        state->phase = *is_skipped ? state->phase : WM_PHASE_BODY;
        return (!*is_skipped && state->line == 2) ||
               refuse_order(state, WM_RULE_ORDER_HEAD,
                            "the plan must be on line 2 and on no other line");
    }
    return state->phase != WM_PHASE_PLAN ||
           refuse_order(state, WM_RULE_ORDER_HEAD, "line 2 is not the plan");
}

/* Refuses an observation that a link or change on an earlier line ought to have seen. */
static bool check_complete(wm_audit_state *state, const wm_kind *kind)
{
    const bool is_late =
        kind->is_of_item || (kind->number == WM_KIND_EXTERNAL && state->plan.item_count == 0);
    return !state->is_complete || !is_late ||
           refuse_order(state, WM_RULE_ORDER_LINKED,
                        "a link or a change was reduced on an earlier line");
}

static bool check_order(wm_audit_state *state, const wm_kind *kind, bool *is_skipped)
{
    *is_skipped = state->phase == WM_PHASE_END;
    if (*is_skipped)
        return refuse_order(state, WM_RULE_ORDER_ROOT, "there is a line after the root");
    if (!check_head(state, kind->number, is_skipped) || !check_complete(state, kind))
        return false;
    if (kind->number != WM_KIND_CLAIM && kind->number != WM_KIND_ROOT)
        return state->phase != WM_PHASE_CLAIMS ||
               refuse_order(state, WM_RULE_ORDER_CLAIMS,
                            "an observation or reduction is among the claims");
    return begin_claims(state);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Finds the kind of a node. *kind is NULL if it is unknown and the rule is switched off. */
static bool classify(wm_audit_state *state, const wm_json_value *node, const wm_kind **kind)
{
    char text[64];
    wm_rule rule;
    *kind = wm_contents_kind_of(node, &rule);
    if (*kind != NULL)
        return true;
    if (rule == WM_RULE_SCHEMA_TYPE)
        return WM_REFUSE(state, rule, "there is no type `%s`",
                         wm_field_text(wm_json_member(node, "type"), text, sizeof text));
    return WM_REFUSE(state, rule, "there is no observation of kind `%s`",
                     wm_field_text(wm_json_member(node, "kind"), text, sizeof text));
}

bool wm_intake_line(wm_audit_state *state, const char *text, size_t size, uint64_t offset)
{
    const size_t bare = size > 0 && text[size - 1] == '\n' ? size - 1 : size;
    const wm_json_value *node;
    const wm_kind *kind;
    bool is_skipped;
    wm_entry entry;
    wm_taken taken;
    state->refusal.line = ++state->line;
    memset(&entry, 0, sizeof entry);
    entry.offset = offset;
    entry.size = (uint32_t)size;
    entry.line = state->line < UINT32_MAX ? (uint32_t)state->line : UINT32_MAX;
    entry.owner = WM_AUDIT_STATE_NONE;
    if (size > UINT32_MAX)
        return wm_audit_state_fail(state, WM_E_LIMIT);
    if (!check_bytes(state, text, size, &is_skipped) || is_skipped ||
        !parse(state, text, bare, &node) || node == NULL ||
        !identify(state, text, size, &entry, &is_skipped) || is_skipped ||
        !classify(state, node, &kind) || kind == NULL || !check_order(state, kind, &is_skipped) ||
        is_skipped)
        return wm_audit_state_is_well(state); /* refused, or the rule is switched off */
    memset(&taken, 0, sizeof taken);
    taken.kind = kind;
    taken.json = node;
    taken.entry = &entry;
    taken.image = text;
    taken.size = size;
    state->named = WM_AUDIT_STATE_NONE;
    if (!wm_checks_take(state, &taken))
        return false;
    if (state->named != WM_AUDIT_STATE_NONE)
        state->entries[state->named].is_used = true;
    return true;
}

bool wm_intake_end(wm_audit_state *state)
{
    state->refusal.line = state->line;
    if (state->phase != WM_PHASE_END) {
        if (state->line == 0)
            state->refusal.line = 0;
        if (wm_refusal_make(&state->refusal, WM_RULE_ORDER_ROOT,
                            state->line == 0 ? "the file is empty"
                                             : "unfinished record: the last line is not a root"))
            return false;
    }
    return wm_check_root_reach(state);
}

/* ---- other formats --------------------------------------------------------------------------- */

/* Compares two numbers of digits without leading zeros: their lengths, then their digits. */
static int compare_digits(const char *a, size_t a_size, const char *b, size_t b_size)
{
    if (a_size != b_size)
        return a_size < b_size ? -1 : 1;
    return memcmp(a, b, a_size);
}

/* The digits of a number without leading zeros; 0 if none is there. */
static size_t digits_of(const char *text)
{
    const size_t size = strspn(text, "0123456789");
    return size > 1 && text[0] == '0' ? 0 : size;
}

/* Whether a text is `witnessmark/NUMBER.NUMBER`, and how it compares with the format of this
 * release. */
static wm_status compare_format(const char *format)
{
    static const char PREFIX[] = "witnessmark/", OWN[] = WM_TABLES_FORMAT;
    const char *major = format + sizeof PREFIX - 1, *minor;
    const char *own_major = OWN + sizeof PREFIX - 1, *own_minor;
    size_t major_size, minor_size;
    int order;
    if (strncmp(format, PREFIX, sizeof PREFIX - 1) != 0)
        return WM_OK;
    major_size = digits_of(major);
    if (major_size == 0 || major[major_size] != '.')
        return WM_OK;
    minor = major + major_size + 1;
    minor_size = digits_of(minor);
    if (minor_size == 0 || minor[minor_size] != '\0')
        return WM_OK;
    own_minor = own_major + digits_of(own_major) + 1;
    order = compare_digits(major, major_size, own_major, digits_of(own_major));
    if (order == 0)
        order = compare_digits(minor, minor_size, own_minor, digits_of(own_minor));
    return order == 0 ? WM_OK : order < 0 ? WM_E_OLDER : WM_E_NEWER;
}

/* The node of a line that obeys the rules of lines; NULL: it does not. Errors: NOMEM. */
static wm_status read_line(wm_json *json, const char *text, size_t size, const wm_json_value **node)
{
    static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};
    wm_status status;
    *node = NULL;
    if (size < 2 || size > WM_INTAKE_LINE_MAX || text[size - 1] != '\n')
        return WM_OK;
    status = wm_json_parse(json, text, size - 1, &OPTIONS, node, NULL);
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK || (*node)->kind != WM_JSON_OBJECT || !wm_intake_has_keys(*node))
        *node = NULL;
    return WM_OK;
}

wm_status wm_intake_other_format(wm_json *json, const char *text, size_t size, char format[64])
{
    const wm_json_value *node, *value;
    const wm_status status = read_line(json, text, size, &node);
    format[0] = '\0';
    if (status != WM_OK)
        return status;
    if (node == NULL || !wm_json_is_text(wm_json_member(node, "type"), "root"))
        return WM_OK;
    value = wm_json_member(node, "format");
    if (value == NULL || value->kind != WM_JSON_STRING || value->text_size >= 64 ||
        memchr(value->text, '\0', value->text_size) != NULL)
        return WM_OK;
    return compare_format(wm_field_text(value, format, 64));
}

wm_status wm_intake_is(wm_json *json, const char *text, size_t size, const char *type,
                       const char *kind, bool *is)
{
    const wm_json_value *node;
    const wm_status status = read_line(json, text, size, &node);
    *is = node != NULL && (type == NULL || wm_json_is_text(wm_json_member(node, "type"), type)) &&
          (kind == NULL || wm_json_is_text(wm_json_member(node, "kind"), kind));
    return status;
}

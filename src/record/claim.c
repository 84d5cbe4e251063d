/* Claims and the root. */
#include "record/claim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/reduced.h"
#include "record/text.h"

/* ---- what is compared with the tables
 * -------------------------------------------------------------------------------- */

static bool check_result(wm_audit_state *state, wm_rule rule, const char *field,
                         const wm_json_value *value, const wm_result *result, const char *name)
{
    char expected[160], found[80];
    if (value == NULL || wm_reduced_is(value, result))
        return true;
    return !wm_refusal_make(&state->refusal, rule, "the %s of %s is %s and not %s", field, name,
                            wm_reduced_words(result, expected, sizeof expected),
                            wm_reduced_found(value, found, sizeof found));
}

/* A field that has to have a text. */
static bool check_words(wm_audit_state *state, wm_rule rule, const char *field,
                        const wm_json_value *value, const char *expected, const char *name)
{
    char found[80];
    return value == NULL || wm_json_is_text(value, expected) ||
           !wm_refusal_make(&state->refusal, rule, "the %s of %s is `%s` and not %s", field, name,
                            expected, wm_reduced_found(value, found, sizeof found));
}

static bool check_text(wm_audit_state *state, const wm_json_value *text, const wm_result *result,
                       wm_text_format format, const char *unit, const char *name)
{
    char expected[WM_TEXT_SIZE];
    wm_text_write(result, format, unit, expected);
    return check_words(state, WM_RULE_TEXT, "text", text, expected, name);
}

/* The reason is that of the first of these results that is null. */
static bool check_reason(wm_audit_state *state, const wm_json_value *reason,
                         const wm_result *results, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].kind == WM_RESULT_NULL)
            return check_words(state, WM_RULE_NULL_CLAIM, "reason", reason, results[i].text, name);
    return true;
}

/* ---- claims of the expansion
 * ----------------------------------------------------------------------------------------- */

bool wm_claim_next(wm_audit_state *state, const wm_quantity **quantity)
{
    while (state->next_item < state->plan.item_count) {
        *quantity = wm_tables_at(state->next_quantity);
        if (*quantity != NULL &&
            (!(*quantity)->gemm_only || state->items[state->next_item].item.variant->is_gemm))
            return true;
        state->next_quantity++;
        if (*quantity == NULL) {
            state->next_quantity = 0;
            state->next_item++;
        }
    }
    *quantity = NULL;
    return false;
}

/* Writes the name of the next claim. */
static void next_name(const wm_audit_state *state, const wm_quantity *quantity, char *name,
                      size_t size)
{
    snprintf(name, size, "%s.%s", state->items[state->next_item].label, quantity->name);
}

static bool refuse_missing(wm_audit_state *state, const char *name)
{
    return !wm_refusal_make(&state->refusal, WM_RULE_CLAIM_MISSING, "the claim %s is missing here",
                            name);
}

/* Moves to the claim of the expansion that has the name of the one found; *quantity is NULL if it
 * is ignored, a rule being off. */
static bool find_in_expansion(wm_audit_state *state, const wm_json_value *found,
                              const wm_quantity **quantity)
{
    const uint32_t item = state->next_item, number = state->next_quantity;
    char name[WM_PLAN_LABEL_SIZE + 32], first[WM_PLAN_LABEL_SIZE + 32] = "", text[96];
    while (wm_claim_next(state, quantity)) {
        next_name(state, *quantity, name, sizeof name);
        if (wm_json_is_text(found, name))
            return first[0] == '\0' || refuse_missing(state, first);
        if (first[0] == '\0')
            memcpy(first, name, sizeof first);
        state->next_quantity++;
    }
    state->next_item = item;
    state->next_quantity = number;
    *quantity = NULL;
    return !wm_refusal_make(&state->refusal, WM_RULE_CLAIM_NAME,
                            "%s is not a claim of the plan's expansion at this place%s%s",
                            wm_schema_text(found, text, sizeof text),
                            first[0] == '\0' ? "" : "; here stands ", first);
}

/* The fields of a claim of one quantity. */
typedef struct claim_values {
    const wm_json_value *asserts, *class, *reason, *text, *tolerance, *unit, *value;
} claim_values;

static bool match_claim(wm_audit_state *state, const wm_json_value *node,
                        const wm_quantity *quantity, const char *name, claim_values *claim)
{
    static const wm_field ALL[] = {
        WM_FIELD("asserts", HEX, 0),
        WM_FIELD("class", WORD, WM_FIELD_NULLABLE),
        WM_FIELD("name", WORD, 0),
        WM_FIELD("reason", REASON, 0),
        WM_FIELD("text", TEXT, 0),
        WM_FIELD("tolerance", NUMBER, WM_FIELD_NULLABLE),
        WM_FIELD("type", WORD, 0),
        WM_FIELD("unit", TEXT, 0),
        WM_FIELD("value", VALUE, WM_FIELD_NULLABLE),
    };
    enum { CLASS = 1, TOLERANCE = 5, FIELDS = 9 };
    const wm_json_value *values[FIELDS], *all[FIELDS] = {NULL};
    wm_field fields[FIELDS];
    size_t place[FIELDS], count = 0;
    for (size_t i = 0; i < FIELDS; i++)
        if ((i != CLASS || quantity->class_function != WM_FUNCTION_NONE) &&
            (i != TOLERANCE || quantity->tolerance_function != WM_FUNCTION_NONE)) {
            place[count] = i;
            fields[count++] = ALL[i];
        }
    if (!wm_schema_match(&state->refusal, name, node, fields, count, values))
        return false;
    for (size_t i = 0; i < count; i++)
        all[place[i]] = values[i];
    claim->asserts = all[0];
    claim->class = all[CLASS];
    claim->reason = all[3];
    claim->text = all[4];
    claim->tolerance = all[TOLERANCE];
    claim->unit = all[7];
    claim->value = all[8];
    return true;
}

/* A claim rests on the reduction of its own item and function. */
static bool check_asserts(wm_audit_state *state, const wm_quantity *quantity, const char *name,
                          const wm_json_value *asserts)
{
    const wm_entry *reduction;
    uint32_t entry;
    if (!wm_audit_state_edge(state, "asserts", asserts, WM_CLASS_REDUCTION, &entry))
        return false;
    if (entry == WM_AUDIT_STATE_NONE)
        return true; /* a rule is off */
    reduction = &state->entries[entry];
    if (!reduction->is_of_series && reduction->function == (uint8_t)quantity->function &&
        reduction->owner == state->next_item)
        return true;
    return !wm_refusal_make(&state->refusal, WM_RULE_CLAIM_ASSERTS,
                            "%s asserts the reduction on line %lu, which is not %s of %s", name,
                            (unsigned long)reduction->line,
                            wm_tables_function_name(quantity->function),
                            state->items[state->next_item].label);
}

/* A verdict that is not the good one is a finding: shown, but no reason to refuse. */
static bool note_finding(wm_audit_state *state, const wm_quantity *quantity, const char *name,
                         const wm_result *result)
{
    char text[WM_TEXT_SIZE];
    const char *good = quantity->function == WM_FUNCTION_VERIFIED ? "PASS" : "accept";
    wm_status status;
    if (quantity->function != WM_FUNCTION_VERIFIED && quantity->function != WM_FUNCTION_TRANSCRIPT)
        return true;
    wm_text_write(result, quantity->text, "class", text);
    if (strcmp(text, good) == 0)
        return true;
    state->finding_count++;
    status = wm_buffer_append(&state->findings, name, strlen(name) + 1);
    if (status == WM_OK)
        status = wm_buffer_append(&state->findings, text, strlen(text) + 1);
    return status == WM_OK || wm_audit_state_fail(state, status);
}

static bool take_expanded(wm_audit_state *state, const wm_json_value *node,
                          const wm_quantity *quantity)
{
    const wm_audit_state_item *item = &state->items[state->next_item];
    const wm_function functions[3] = {quantity->function, quantity->class_function,
                                      quantity->tolerance_function};
    const char *unit = quantity->unit == NULL ? item->item.variant->unit : quantity->unit;
    char name[WM_PLAN_LABEL_SIZE + 32];
    wm_result results[3] = {
        {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}};
    claim_values claim;
    next_name(state, quantity, name, sizeof name);
    for (unsigned i = 0; i < 3; i++)
        if (functions[i] != WM_FUNCTION_NONE)
            results[i] = wm_reduction_of_item(functions[i], &item->observed);
    if (!match_claim(state, node, quantity, name, &claim) ||
        !check_asserts(state, quantity, name, claim.asserts) ||
        !check_result(state, WM_RULE_VALUE, "value", claim.value, &results[0], name) ||
        !check_result(state, WM_RULE_CLASS, "class", claim.class, &results[1], name) ||
        !check_result(state, WM_RULE_TOLERANCE, "tolerance", claim.tolerance, &results[2], name) ||
        !check_reason(state, claim.reason, results, 3, name) ||
        !check_words(state, WM_RULE_UNIT, "unit", claim.unit, unit, name) ||
        !check_text(state, claim.text, &results[0], quantity->text, unit, name))
        return false;
    return note_finding(state, quantity, name, &results[0]);
}

/* ---- x. claims ------------------------------------------------------------------------------- */

static bool is_own(const wm_json_value *name)
{
    return name != NULL && name->kind == WM_JSON_STRING && name->text_size >= 2 &&
           memcmp(name->text, "x.", 2) == 0;
}

static bool is_own_unit(const wm_json_value *unit)
{
    if (unit->text_size < 1 || unit->text_size > 16)
        return false;
    for (size_t i = 0; i < unit->text_size; i++) {
        const char c = unit->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '/' || c == '%'))
            return false;
    }
    return true;
}

/* The rest of the name is a name, and no two are equal. */
static bool check_own_name(wm_audit_state *state, const wm_json_value *name, const char *text)
{
    wm_json_value rest = *name;
    uint8_t hash[WM_SHA256_SIZE];
    void *hashes = state->own_name_hashes;
    rest.text += 2;
    rest.text_size -= 2;
    if (!wm_schema_is(&rest, WM_FIELD_NAME) &&
        wm_refusal_make(&state->refusal, WM_RULE_CLAIM_OWN_NAME,
                        "%s is not `x.` and 1 to 64 of [a-z0-9_.]", text))
        return false;
    wm_sha256_hash(name->text, name->text_size, hash);
    if (wm_audit_state_set_find(&state->own_names, hashes, sizeof hash, hash) !=
        WM_AUDIT_STATE_NONE)
        return !wm_refusal_make(&state->refusal, WM_RULE_CLAIM_TWICE, "there is a claim %s already",
                                text);
    if (!wm_audit_state_grow(state, &hashes, sizeof hash, state->own_names.count,
                             &state->own_name_capacity))
        return false;
    state->own_name_hashes = hashes;
    memcpy(state->own_name_hashes[state->own_names.count], hash, sizeof hash);
    return wm_audit_state_set_add(&state->own_names, hashes, sizeof hash,
                                  (uint32_t)state->own_names.count) ||
           wm_audit_state_fail(state, WM_E_NOMEM);
}

/* Resolves a reduction over external observations. */
static bool check_own_source(wm_audit_state *state, const char *field, const wm_json_value *id,
                             uint32_t *entry)
{
    if (!wm_audit_state_edge(state, field, id, WM_CLASS_REDUCTION, entry))
        return false;
    if (*entry == WM_AUDIT_STATE_NONE || state->entries[*entry].is_of_series)
        return true;
    *entry = WM_AUDIT_STATE_NONE;
    return !wm_refusal_make(&state->refusal, WM_RULE_CLAIM_SOURCE,
                            "`%s` names a reduction that is not over external observations", field);
}

static bool check_beside(wm_audit_state *state, const wm_json_value *beside)
{
    uint32_t entry;
    if (beside == NULL)
        return true;
    if ((beside->count < 1 || beside->count > WM_TABLES_BESIDE) &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_LENGTH, "`beside` has not 1 to 16 ids"))
        return false;
    for (const wm_json_value *id = beside->first; id != NULL; id = id->next)
        if (!check_own_source(state, "beside", id, &entry))
            return false;
    return true;
}

/* Value, reason and text follow from the reduction and the format. */
static bool check_own_value(wm_audit_state *state, const wm_result *result,
                            const wm_json_value *const values[9], const char *name)
{
    const wm_json_value *format = values[2], *unit = values[7];
    wm_text_format text_format = WM_TEXT_WORD;
    char unit_text[20];
    if (format != NULL)
        text_format = wm_tables_text(format->text, format->text_size);
    if (text_format == WM_TEXT_WORD || text_format == WM_TEXT_COUNT)
        return !wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_WORD,
                                "`format` of %s is none of its table", name);
    if (unit != NULL && !is_own_unit(unit) &&
        wm_refusal_make(&state->refusal, WM_RULE_UNIT_OWN,
                        "the unit of %s is not 1 to 16 of [A-Za-z0-9/%%]", name))
        return false;
    return check_result(state, WM_RULE_VALUE, "value", values[8], result, name) &&
           check_reason(state, values[4], result, 1, name) &&
           check_text(state, values[5], result, text_format,
                      wm_schema_text(unit, unit_text, sizeof unit_text), name);
}

static bool take_own(wm_audit_state *state, const wm_json_value *node)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("asserts", HEX, 0),
        WM_FIELD("beside", ARRAY, WM_FIELD_OPTIONAL),
        WM_FIELD("format", WORD, 0),
        WM_FIELD("name", WORD, 0),
        WM_FIELD("reason", REASON, 0),
        WM_FIELD("text", TEXT, 0),
        WM_FIELD("type", WORD, 0),
        WM_FIELD("unit", TEXT, 0),
        WM_FIELD("value", VALUE, WM_FIELD_NULLABLE),
    };
    const wm_json_value *values[9];
    char name[72];
    uint32_t entry;
    (void)wm_schema_text(wm_json_member(node, "name"), name, sizeof name);
    if (!wm_schema_match(&state->refusal, name, node, FIELDS, 9, values) ||
        !check_own_name(state, wm_json_member(node, "name"), name) ||
        !check_own_source(state, "asserts", values[0], &entry) || !check_beside(state, values[1]))
        return false;
    return entry == WM_AUDIT_STATE_NONE ||
           check_own_value(state, &state->results[state->entries[entry].part], values, name);
}

/* ---- any claim ------------------------------------------------------------------------------- */

bool wm_claim_take(wm_audit_state *state, const wm_json_value *node, const char *image, size_t size,
                   wm_entry *entry)
{
    const wm_json_value *name = wm_json_member(node, "name");
    const wm_quantity *quantity;
    char first[WM_PLAN_LABEL_SIZE + 32];
    uint32_t index;
    if (is_own(name)) {
        if (wm_claim_next(state, &quantity)) {
            next_name(state, quantity, first, sizeof first);
            if (!refuse_missing(state, first))
                return false;
        }
        if (!take_own(state, node))
            return false;
    } else {
        if (!find_in_expansion(state, name, &quantity) ||
            (quantity != NULL && !take_expanded(state, node, quantity)))
            return false;
        state->next_quantity += quantity != NULL;
    }
    entry->class = WM_CLASS_CLAIM;
    if (!wm_audit_state_add(state, entry, &index))
        return false;
    wm_merkle_add(&state->claims, image, size);
    return true;
}

/* ---- root ------------------------------------------------------------------------------------ */

const char *wm_claim_file(size_t index)
{
    static const char *const PATHS[] = {"code/verify.c", "code/verify_graph.py"};
    return index < sizeof PATHS / sizeof PATHS[0] ? PATHS[index] : NULL;
}

/* Whether `files` is exactly the checkers, in order; their hashes are kept. */
static bool read_files(wm_audit_state *state, const wm_json_value *files, bool *is_right)
{
    static const wm_field FIELDS[] = {WM_FIELD("path", TEXT, 0), WM_FIELD("sha256", HEX, 0)};
    const wm_json_value *values[2];
    size_t i = 0;
    *is_right = true;
    for (const wm_json_value *file = files == NULL ? NULL : files->first; file != NULL;
         file = file->next, i++) {
        if (file->kind != WM_JSON_OBJECT &&
            wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_VALUE, "a file is not an object"))
            return false;
        if (!wm_schema_match(&state->refusal, "a file", file, FIELDS, 2, values))
            return false;
        *is_right = *is_right && wm_claim_file(i) != NULL &&
                    wm_json_is_text(values[0], wm_claim_file(i)) &&
                    wm_schema_hex(values[1], state->files[i]);
    }
    *is_right = *is_right && wm_claim_file(i) == NULL;
    return true;
}

static bool check_root(wm_audit_state *state, const wm_json_value *count,
                       const wm_json_value *merkle, const wm_json_value *files)
{
    uint8_t expected[WM_SHA256_SIZE], found[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1], words[80];
    bool is_right;
    if (count != NULL && wm_schema_count(count) != state->claims.count &&
        wm_refusal_make(&state->refusal, WM_RULE_CLAIM_COUNT, "`claim_count` is %lu and not %.0f",
                        (unsigned long)state->claims.count, wm_schema_number(count)))
        return false;
    wm_merkle_root(&state->claims, expected);
    wm_sha256_to_hex(expected, hex);
    if (wm_schema_hex(merkle, found) && memcmp(found, expected, sizeof found) != 0 &&
        wm_refusal_make(&state->refusal, WM_RULE_MERKLE, "`merkle_root` is `%s` and not %s", hex,
                        wm_reduced_found(merkle, words, sizeof words)))
        return false;
    return read_files(state, files, &is_right) &&
           (is_right || !wm_refusal_make(&state->refusal, WM_RULE_FILES_LIST,
                                         "`files` is not code/verify.c, code/verify_graph.py"));
}

bool wm_claim_root(wm_audit_state *state, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("claim_count", COUNT, 0), WM_FIELD("continues", HEX, WM_FIELD_NULLABLE),
        WM_FIELD("files", ARRAY, 0),       WM_FIELD("format", WORD, 0),
        WM_FIELD("merkle_root", HEX, 0),   WM_FIELD("plan", HEX, 0),
        WM_FIELD("type", WORD, 0),
    };
    const wm_json_value *values[7];
    const wm_quantity *quantity;
    char first[WM_PLAN_LABEL_SIZE + 32];
    uint32_t index, plan;
    if (wm_claim_next(state, &quantity)) {
        next_name(state, quantity, first, sizeof first);
        if (!refuse_missing(state, first))
            return false;
    }
    if (!wm_schema_match(&state->refusal, "the root", node, FIELDS, 7, values) ||
        !wm_audit_state_edge(state, "plan", values[5], WM_CLASS_PLAN, &plan))
        return false;
    if (values[3] != NULL && !wm_json_is_text(values[3], WM_TABLES_FORMAT) &&
        wm_refusal_make(&state->refusal, WM_RULE_SCHEMA_WORD, "`format` is not `%s`",
                        WM_TABLES_FORMAT))
        return false;
    if (!check_root(state, values[0], values[4], values[2]))
        return false;
    entry->class = WM_CLASS_ROOT;
    if (!wm_audit_state_add(state, entry, &index))
        return false;
    memcpy(state->root, entry->id, sizeof state->root);
    return true;
}

/* ---- reachability ---------------------------------------------------------------------------- */

static bool refuse_unreached(wm_audit_state *state, const wm_entry *node, wm_rule rule,
                             const char *words)
{
    const uint64_t line = state->refusal.line;
    bool is_refused;
    state->refusal.line = node->line;
    is_refused = wm_refusal_make(&state->refusal, rule, "%s", words);
    if (!is_refused)
        state->refusal.line = line;
    return !is_refused;
}

static bool reach(wm_audit_state *state, const wm_entry *node)
{
    if (node->class == WM_CLASS_ENVIRONMENT && !node->is_used)
        return refuse_unreached(state, node, WM_RULE_REACHABLE_ENVIRONMENT,
                                "no node names this environment");
    if (node->class == WM_CLASS_REDUCTION && !node->is_used)
        return refuse_unreached(state, node, WM_RULE_REACHABLE_REDUCTION,
                                "no claim names this reduction");
    if (node->class == WM_CLASS_EXTERNAL && !state->series[node->owner].is_reduced)
        return refuse_unreached(state, node, WM_RULE_REACHABLE_EXTERNAL,
                                "no reduction names this observation");
    return true;
}

bool wm_claim_reach(wm_audit_state *state)
{
    for (uint32_t i = 0; i < state->entry_count; i++)
        if (!reach(state, &state->entries[i]))
            return false;
    return true;
}

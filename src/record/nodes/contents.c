/* Reading nodes of audited records into their structs.
 *
 * The kinds whose form is fields of tables, and nothing else, are here too. */
#include "record/nodes/contents.h"

#include <string.h>

#include "base/status.h"

static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_TABLES_DEPTH, 0};

/* ---- kinds that are fields alone ---- */

const wm_form wm_kind_workload_ok = WM_KIND_FORM("the repeat", WORKLOAD_OK, wm_workload_node);
const wm_form wm_kind_workload_failed =
    WM_KIND_FORM("the failed repeat", WORKLOAD_FAILED, wm_workload_node);

const wm_kind wm_kind_workload = WM_KIND_OBSERVATION(
    "workload", WORKLOAD, "status", true, &wm_kind_workload_ok, &wm_kind_workload_failed);

const wm_form wm_kind_stress_ok = WM_KIND_FORM("the segment", STRESS_OK, wm_stress_node);
const wm_form wm_kind_stress_failed =
    WM_KIND_FORM("the failed segment", STRESS_FAILED, wm_stress_node);

const wm_kind wm_kind_stress = WM_KIND_OBSERVATION("stress", STRESS, "status", true,
                                                   &wm_kind_stress_ok, &wm_kind_stress_failed);

const wm_form wm_kind_profile_ok = WM_KIND_FORM("the profile", PROFILE_OK, wm_profile_node);
const wm_form wm_kind_profile_failed =
    WM_KIND_FORM("the failed profile", PROFILE_FAILED, wm_profile_node);

const wm_kind wm_kind_profile = WM_KIND_OBSERVATION("profile", PROFILE, "status", true,
                                                    &wm_kind_profile_ok, &wm_kind_profile_failed);

#define WM_STRUCT_ATTACK wm_attack_node
#define WM_OF_ATTACK &ATTACK_FORM, NULL, WM_FIELD_OBJECT
#define WM_STRUCT_PAIR wm_pair_node
#define WM_OF_PAIR &PAIR_FORM, NULL, WM_FIELD_OBJECT
#define WM_OF_SEEN &wm_kind_seen, NULL, WM_FIELD_OBJECT

static const wm_form ATTACK_FORM = WM_KIND_FORM("an attack", ATTACK, wm_attack_node);
static const wm_form PAIR_FORM = WM_KIND_FORM("a pair", PAIR, wm_pair_node);
const wm_form wm_kind_seen = WM_KIND_FORM("a check", SEEN, wm_seen_node);
const wm_form wm_kind_trials_ok = WM_KIND_FORM("the trials", TRIALS_OK, wm_trials_node);
const wm_form wm_kind_trials_failed =
    WM_KIND_FORM("the failed trials", TRIALS_FAILED, wm_trials_node);

const wm_kind wm_kind_trials = WM_KIND_OBSERVATION("trials", TRIALS, "status", true,
                                                   &wm_kind_trials_ok, &wm_kind_trials_failed);

const wm_form wm_kind_revisit_form = WM_KIND_FORM("the revisit", REVISIT, wm_revisit_node);

const wm_kind wm_kind_revisit =
    WM_KIND_OBSERVATION("revisit", REVISIT, NULL, true, &wm_kind_revisit_form);

const wm_form wm_kind_session_form = WM_KIND_FORM("the session", SESSION, wm_session_node);

const wm_kind wm_kind_session =
    WM_KIND_OBSERVATION("session", SESSION, NULL, false, &wm_kind_session_form);

const wm_form wm_kind_external_form = WM_KIND_FORM("the observation", EXTERNAL, wm_external_node);

const wm_kind wm_kind_external =
    WM_KIND_OBSERVATION("external", EXTERNAL, NULL, false, &wm_kind_external_form);

/* ---- all kinds ---- */

/* By their numbers. */
static const wm_kind *const KINDS[WM_KINDS] = {
#define KIND_ROW(name, id) &wm_kind_##name,
    WM_KIND_LIST(KIND_ROW)
#undef KIND_ROW
};

const wm_kind *wm_contents_kind_of(const wm_json_value *node, wm_rule *rule)
{
    const wm_json_value *type = wm_json_member(node, "type"), *kind = wm_json_member(node, "kind");
    *rule = WM_RULE_SCHEMA_TYPE;
    for (size_t i = 0; i < WM_KINDS; i++) {
        if (!wm_json_is_text(type, KINDS[i]->type))
            continue;
        if (KINDS[i]->name == NULL || wm_json_is_text(kind, KINDS[i]->name))
            return KINDS[i];
        *rule = WM_RULE_SCHEMA_KIND;
    }
    return NULL;
}

/* The word that a form fixes for a field; NULL: none. */
static const char *constant_of(const wm_form *form, const char *key)
{
    for (size_t i = 0; i < form->count; i++)
        if (strcmp(form->fields[i].key, key) == 0)
            return form->fields[i].constant;
    return NULL;
}

const wm_form *wm_contents_form_of(const wm_matching *matching, const wm_kind *kind,
                                   const wm_json_value *node)
{
    const wm_json_value *word;
    char found[40];
    if (kind->choose != NULL)
        return kind->choose(matching, node);
    word = kind->selector == NULL ? NULL : wm_json_member(node, kind->selector);
    if (word == NULL) /* matching refuses the missing field */
        return wm_kind_form(matching, kind->forms[0], node);
    for (size_t i = 0; kind->forms[i] != NULL; i++)
        if (wm_json_is_text(word, constant_of(kind->forms[i], kind->selector)))
            return wm_kind_form(matching, kind->forms[i], node);
    if (matching->refusal != NULL)
        (void)wm_refusal_make(matching->refusal, WM_RULE_SCHEMA_WORD,
                              "`%s`: found %s, expected a word of its table", kind->selector,
                              wm_field_text(word, found, sizeof found));
    return NULL;
}

wm_status wm_contents_of(const wm_json_value *node, wm_content *content)
{
    const wm_matching audited = {NULL, NULL, NULL};
    wm_rule rule;
    memset(content, 0, sizeof *content);
    content->kind = wm_contents_kind_of(node, &rule);
    if (content->kind != NULL)
        content->form = wm_contents_form_of(&audited, content->kind, node);
    if (content->form == NULL)
        return WM_E_INVALID;
    return wm_kind_match(&audited, content->form, node, &content->of) ? WM_OK : WM_E_INVALID;
}

wm_status wm_contents_read(wm_json *json, const char *line, size_t size, wm_content *content)
{
    const wm_json_value *node;
    const wm_status status = wm_json_parse(json, line, size, &OPTIONS, &node, NULL);
    return status == WM_OK ? wm_contents_of(node, content) : status;
}

wm_status wm_contents_kind(wm_json *json, const char *line, size_t size, const wm_kind **kind,
                           wm_error *err)
{
    const wm_json_value *node;
    wm_rule rule;
    const wm_status status = wm_json_parse(json, line, size, &OPTIONS, &node, err);
    if (status != WM_OK)
        return status;
    *kind = wm_contents_kind_of(node, &rule);
    return *kind != NULL ? WM_OK
                         : wm_error_set(err, WM_E_SYNTAX, NULL, "not a node of a known type");
}

bool wm_contents_is(const wm_content *content, const wm_form *form)
{
    return content->form == form;
}

bool wm_contents_is_of(const wm_content *content, const wm_kind *kind)
{
    return content->kind == kind;
}

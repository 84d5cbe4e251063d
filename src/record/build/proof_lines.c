/* Hands out the lines of a proof as nodes that obey the rules of lines and fields. */
#include "record/build/proof_lines.h"

#include <string.h>

#include "base/lines.h"
#include "base/status.h"
#include "record/audit/intake.h"
#include "standards/jcs.h"

static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};

#define REFUSE(at, ...) wm_error_set((at)->err, WM_E_INVALID, NULL, __VA_ARGS__)

wm_status wm_proof_lines_parse(wm_proof_lines *at, const wm_proof_line *line, unsigned number,
                               const wm_json_value **node)
{
    const wm_status status =
        wm_jcs_parse(at->json, line->text, line->size - 1, &OPTIONS, node, NULL);
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK || (*node)->kind != WM_JSON_OBJECT)
        return REFUSE(at, "line %u is not a canonical JSON object", number);
    if (!wm_intake_has_keys(*node))
        return REFUSE(at, "a key of line %u is not of [a-z0-9_]+", number);
    return WM_OK;
}

wm_status wm_proof_lines_take(wm_proof_lines *at, const char *what, const wm_json_value **node)
{
    at->line = (wm_proof_line){at->text, wm_lines_first(at->text, at->left)};
    if (at->line.size == 0 || at->text[at->line.size - 1] != '\n')
        return REFUSE(at, "the proof ends before its line %u, %s", at->number + 1, what);
    at->number++;
    at->text += at->line.size;
    at->left -= at->line.size;
    if (at->line.size > WM_INTAKE_LINE_MAX)
        return REFUSE(at, "line %u has more than 1,048,576 bytes", at->number);
    wm_sha256_hash(at->line.text, at->line.size, at->id);
    return node == NULL ? WM_OK : wm_proof_lines_parse(at, &at->line, at->number, node);
}

wm_status wm_proof_lines_match(wm_proof_lines *at, const wm_form *form, const wm_variant *variant,
                               const wm_json_value *node, const char *what, void *into)
{
    wm_refusal refusal;
    const wm_matching matching = {&refusal, variant, what};
    memset(&refusal, 0, sizeof refusal);
    if (wm_kind_match(&matching, form, node, into))
        return WM_OK;
    return REFUSE(at, "%.300s", refusal.words);
}

wm_status wm_proof_lines_read(wm_proof_lines *at, const wm_json_value *node, const wm_kind *kind,
                              const wm_variant *variant, wm_content *content)
{
    const wm_matching matching = {NULL, variant, NULL};
    wm_rule rule;
    memset(content, 0, sizeof *content);
    content->kind = wm_contents_kind_of(node, &rule);
    if (content->kind == kind)
        content->form = wm_contents_form_of(&matching, kind, node);
    if (content->form == NULL)
        return REFUSE(at, "line %u is not a %s", at->number,
                      kind->name != NULL ? kind->name : kind->type);
    return wm_proof_lines_match(at, content->form, variant, node, NULL, &content->of);
}

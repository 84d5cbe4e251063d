/* Checks the root: claim count, Merkle root, files, and that every node is reached.
 *
 * A node that no claim leads to is refused. It could hide from a reader who follows the claims, and
 * a producer could try many until the record's id suits it. */
#include <string.h>

#include "record/audit/checks.h"
#include "record/audit/finding.h"
#include "record/audit/found.h"
#include "record/nodes/kind_root.h"

/* Which paths an array of the root must have. */
typedef struct expected_paths {
    bool is_light; /* as wm_kind_root_path takes it */
    size_t priors;
    uint8_t (*hashes)[WM_SHA256_SIZE]; /* receives those of the files */
} expected_paths;

/* Whether an array lists exactly the expected paths, in order. Keeps the hashes. */
static bool read_files(wm_audit_state *state, wm_list files, const expected_paths *of,
                       bool *is_right)
{
    const wm_matching matching = {&state->refusal, NULL, NULL};
    const char *path;
    size_t i = 0;
    *is_right = true;
    for (; wm_member_has_next(&files); i++) {
        wm_file_node file;
        if (!wm_kind_match_next(&matching, &files, &wm_kind_root_file, &file))
            return false;
        path = wm_kind_root_path(i, of->is_light, of->priors);
        *is_right =
            *is_right && path != NULL && wm_member_is(file.path, path) && file.sha256.is_there;
        if (*is_right)
            memcpy(of->hashes[i], file.sha256.bytes, WM_SHA256_SIZE);
    }
    *is_right = *is_right && wm_kind_root_path(i, of->is_light, of->priors) == NULL;
    return true;
}

/* Demands the files of the record, and the checkers that a light one names. */
static bool check_files(wm_audit_state *state, const wm_root_node *node)
{
    const bool is_light = state->plan.is_light;
    const expected_paths files = {is_light, state->continue_count, state->files},
                         named = {false, 0, state->checkers};
    bool is_right;
    if (!read_files(state, node->files, &files, &is_right) ||
        !WM_DEMAND(state, WM_RULE_FILES_LIST, is_right, "`files`: expected %s and %lu of prior/",
                   is_light ? "no checkers" : "code/verify.c, code/verify_graph.py",
                   (unsigned long)state->continue_count))
        return false;
    is_right = !node->checkers.is_there;
    if (is_light && !read_files(state, node->checkers, &named, &is_right))
        return false;
    return WM_DEMAND(state, WM_RULE_FILES_CHECKERS, is_right, "`checkers`: expected %s",
                     is_light ? "code/verify.c, code/verify_graph.py"
                              : "none, as the record is not light");
}

static bool check_claims(wm_audit_state *state, const wm_root_node *node)
{
    char found[WM_FOUND_SIZE], recomputed[WM_FOUND_SIZE];
    uint8_t expected[WM_SHA256_SIZE];
    if (!WM_DEMAND(state, WM_RULE_CLAIM_COUNT,
                   !(node->claim_count >= 0 && node->claim_count != (double)state->claims.count),
                   "`claim_count`: found %.0f, recomputed %lu", node->claim_count,
                   (unsigned long)state->claims.count))
        return false;
    wm_merkle_root(&state->claims, expected);
    return WM_DEMAND(state, WM_RULE_MERKLE,
                     !node->merkle_root.is_there ||
                         memcmp(node->merkle_root.bytes, expected, sizeof expected) == 0,
                     "`merkle_root`: found %s, recomputed %s",
                     wm_found_hex(node->merkle_root.bytes, found),
                     wm_found_hex(expected, recomputed));
}

/* Demands the roots of the plan. */
static bool check_continues(wm_audit_state *state, wm_list continues)
{
    bool is_same = continues.count == state->continue_count;
    uint8_t root[WM_SHA256_SIZE];
    if (!continues.is_there)
        return true; /* a rule is switched off */
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_LENGTH, continues.count <= WM_TABLES_CONTINUES,
                   "continues: found %lu, expected at most 8", (unsigned long)continues.count))
        return false;
    for (uint32_t i = 0; wm_member_has_next(&continues); i++) {
        if (!WM_DEMAND(state, WM_RULE_SCHEMA_VALUE, wm_member_next_hex(&continues, root),
                       "an element of `continues` is not 64 lower-case hex digits"))
            return false;
        is_same = is_same && memcmp(root, state->continues[i], sizeof root) == 0;
    }
    return WM_DEMAND(state, WM_RULE_ROOT_CONTINUES, is_same, "`continues` is not that of the plan");
}

bool wm_check_root(wm_audit_state *state, wm_taken *taken)
{
    const wm_root_node *node = taken->node;
    char found[WM_FOUND_SIZE];
    state->phase = WM_PHASE_END;
    if (!wm_check_claim_end(state) || !wm_finding_conclude(state))
        return false;
    if (!WM_DEMAND(state, WM_RULE_SCHEMA_WORD,
                   node->format.bytes == NULL || wm_member_is(node->format, WM_TABLES_FORMAT),
                   "`format`: found %s, expected %s", wm_found_text(node->format, found),
                   WM_TABLES_FORMAT))
        return false;
    if (!check_claims(state, node) || !check_continues(state, node->continues) ||
        !check_files(state, node))
        return false;
    if (!wm_audit_state_add(state, taken->entry))
        return false;
    memcpy(state->root, taken->entry->id, sizeof state->root);
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

bool wm_check_root_reach(wm_audit_state *state)
{
    for (uint32_t i = 0; i < state->entry_count; i++)
        if (!reach(state, &state->entries[i]))
            return false;
    return true;
}

/* `witnessmark check`: checks the proof of a claim without the record. */
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/trouble.h"
#include "record/audit/outcome.h"
#include "record/build/proof_scope.h"
#include "report/document/data.h"
#include "report/document/words.h"
#include "report/views/audit_text.h"
#include "report/views/proof_text.h"

#include <string.h>

/* One byte more than a proof may have detects one that is too long. */
enum { SIZE_MAX_PROOF = WM_PROOF_SCOPE_BYTES + 1, ROOT_MIN = 8 };

/* The exit status for a proof that holds. */
static int exit_of(const wm_proof *proof)
{
    if (proof->output == WM_PROOF_WRONG)
        return WM_EXIT_NO;
    return proof->output == WM_PROOF_NOT_JUDGED ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
}

/* The verdict on a proof that holds: the output's, if that is not right. */
static const char *verdict_of(const wm_proof *proof)
{
    return exit_of(proof) == WM_EXIT_YES ? "holds" : wm_proof_text_word(proof->output);
}

static void add_data(const wm_proof *proof, const char *verdict, const char *words,
                     bool is_compared, wm_document *to)
{
    wm_data_begin(to, "check", verdict);
    if (words[0] != '\0')
        wm_data_text(to, "reason", words);
    if (proof->root[0] == '\0')
        return;
    wm_data_text(to, "root", proof->root);
    wm_data_flag(to, "root_compared", is_compared);
    wm_proof_text_data(proof, to);
}

/* Adds why a proof does not hold. */
static void add_refusal(const char *verdict, const char *words, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "%s: ", verdict);
    wm_words_data(line, words);
}

/* Adds what a proof that holds says. */
static void add_words(const wm_proof *proof, bool is_compared, wm_document *to)
{
    wm_words *line;
    wm_proof_text_outputs(proof, to);
    line = wm_words_new(to);
    wm_words_add(line, "holds ");
    wm_words_root(line, proof->root);
    wm_words_add(wm_words_new(to), "root: %s", wm_audit_text_root(is_compared));
    wm_proof_text_claim(proof, to);
    wm_words_add(wm_words_new(to), "claim %llu of %llu is in the record with this root",
                 (unsigned long long)proof->index + 1, (unsigned long long)proof->claim_count);
    wm_words_add(wm_words_new(to), "`witnessmark audit` checks the record itself");
}

static int check(const wm_call *call, const wm_buffer *text, const char *root)
{
    wm_proof proof = WM_PROOF_INIT;
    wm_document to = {.status = WM_OK};
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_proof_check(text->data, text->size, &proof, &err);
    const char *words = err.message, *verdict = "does not hold";
    bool is_held = status == WM_OK;
    int result = WM_EXIT_NO;
    if (status == WM_E_NOMEM)
        return wm_trouble_say(call, "", wm_status_text(status));
    if (is_held && root != NULL && strncmp(root, proof.root, strlen(root)) != 0) {
        words = "the proof is for another root";
        is_held = false;
    } else if (is_held) {
        verdict = verdict_of(&proof);
        result = exit_of(&proof);
    } else if (status == WM_E_NEWER || status == WM_E_OLDER) {
        verdict = wm_outcome_words(status);
        result = WM_EXIT_INCONCLUSIVE;
    }
    add_data(&proof, verdict, words, root != NULL, &to);
    if (is_held)
        add_words(&proof, root != NULL, &to);
    else
        add_refusal(verdict, words, &to);
    return wm_trouble_answer(call, &to, result);
}

/* Whether a root is 8 to 64 lower-case hex digits. */
static bool is_prefix(const char *root)
{
    const size_t size = strlen(root);
    return size >= ROOT_MIN && size < WM_ID_SIZE && strspn(root, "0123456789abcdef") == size;
}

int wm_cmd_check(wm_call *call)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_input input = {.cannot_open = "", .cannot_read = "", .most = SIZE_MAX_PROOF};
    const char *root = NULL;
    const wm_argument table[] = {
        {.name = "--root", .value = &root},
        {.name = "PROOF", .value = &input.path},
        {.name = NULL},
    };
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int result = wm_arguments_read(call, table);
    if (result != WM_EXIT_YES)
        return result;
    if (root != NULL && !is_prefix(root))
        return wm_trouble_say(call, root, "a root needs 8 to 64 lower-case hex digits");
    status = wm_input_read(&input, &text, &err);
    result = status == WM_OK ? check(call, &text, root) : wm_trouble_error(call, status, &err);
    wm_buffer_clear(&text);
    return result;
}

/* `witnessmark check`: checks the proof of a claim without the record. */
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/trouble.h"
#include "record/audit/outcome.h"
#include "report/document/data.h"
#include "report/document/words.h"
#include "report/views/audit_text.h"

#include <string.h>

/* Three lines of at most 1 MiB. One more byte detects a proof that is too long. */
enum { SIZE_MAX_PROOF = 3 * 1048576 + 1, ROOT_MIN = 8 };

/* The verdict for an exit status; another format has its own word. */
static const char *verdict_of(wm_status status, int result)
{
    if (result == WM_EXIT_INCONCLUSIVE)
        return wm_outcome_words(status);
    return result == WM_EXIT_YES ? "holds" : "does not hold";
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
    wm_data_text(to, "claim", proof->name);
    wm_data_text(to, "text", proof->text);
    wm_data_count(to, "index", proof->index);
    wm_data_count(to, "claim_count", proof->claim_count);
}

static void add_words(const wm_proof *proof, const char *verdict, const char *words, int result,
                      bool is_compared, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    if (result != WM_EXIT_YES) {
        wm_words_add(line, "%s: ", verdict);
        wm_words_data(line, words);
        return;
    }
    wm_words_add(line, "holds ");
    wm_words_root(line, proof->root);
    wm_words_add(wm_words_new(to), "root: %s", wm_audit_text_root(is_compared));
    line = wm_words_new(to);
    wm_words_data(line, proof->name);
    wm_words_add(line, " is ");
    wm_words_data(line, proof->text);
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
    const char *words = err.message, *verdict;
    int result = status == WM_OK ? WM_EXIT_YES : WM_EXIT_NO;
    if (status == WM_E_NOMEM)
        return wm_trouble_say(call, "", wm_status_text(status));
    if (status == WM_E_NEWER || status == WM_E_OLDER)
        result = WM_EXIT_INCONCLUSIVE;
    if (status == WM_OK && root != NULL && strncmp(root, proof.root, strlen(root)) != 0) {
        words = "the proof is for another root";
        result = WM_EXIT_NO;
    }
    verdict = verdict_of(status, result);
    add_data(&proof, verdict, words, root != NULL, &to);
    add_words(&proof, verdict, words, result, root != NULL, &to);
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

/* Says what a proof proves: the output first, then the number with its interval, class and flags.
 *
 * Who gets a proof has nothing else. So a wrong output comes before the number, and what the record
 * does not know is said too. */
#include "report/views/proof_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/document/data.h"
#include "report/document/words.h"

static bool is_null(const char *text)
{
    return strcmp(text, "n/a") == 0;
}

const char *wm_proof_text_word(int output)
{
    static const char *const WORDS[] = {[WM_PROOF_NO_OUTPUT] = NULL,
                                        [WM_PROOF_CORRECT] = "correct",
                                        [WM_PROOF_WRONG] = "wrong",
                                        [WM_PROOF_NOT_JUDGED] = "not judged"};
    return WORDS[output];
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_outputs(const wm_proof *proof, wm_proof_output output, wm_emphasis emphasis,
                        const char *word, const char *failed, wm_document *to)
{
    for (uint64_t i = 0; i < proof->item_count; i++) {
        const wm_proof_item *item = &proof->item[i];
        wm_words *line;
        if (item->output != (int)output)
            continue;
        line = wm_words_new(to);
        wm_words_word(line, emphasis, word);
        wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
        wm_words_add(line, "  the output of %s %s: %s", item->label, failed, item->why);
    }
}

void wm_proof_text_outputs(const wm_proof *proof, wm_document *to)
{
    add_outputs(proof, WM_PROOF_WRONG, WM_EMPHASIS_BAD, "WRONG", "failed its check", to);
    add_outputs(proof, WM_PROOF_NOT_JUDGED, WM_EMPHASIS_ODD, "NOT JUDGED",
                "is neither right nor wrong", to);
}

/* Adds an interval, if there is one. */
static void add_interval(const char *low, const char *high, wm_words *line)
{
    if (low[0] == '\0' || high[0] == '\0')
        return;
    if (is_null(low) || is_null(high))
        wm_words_add(line, ", no interval");
    else
        wm_words_add(line, ", %s .. %s", low, high);
}

static void add_class(const char *word, wm_words *line)
{
    if (is_null(word))
        wm_words_add(line, ", no class");
    else if (word[0] != '\0')
        wm_words_add(line, ", class %s", word);
}

/* Adds what is to be said of the repeats of an item. */
static void add_repeats(const wm_proof_item *item, wm_words *line)
{
    const uint64_t measured = item->repeats - item->failed;
    if (item->failed > 0)
        wm_words_add(line, ", %" PRIu64 " of %" PRIu64 " repeats failed", item->failed,
                     item->repeats);
    if (item->flagged > 0)
        wm_words_add(line, ", %" PRIu64 " of %" PRIu64 " repeats with flags: %s", item->flagged,
                     item->repeats, item->flags);
    else if (measured > item->unknown)
        wm_words_add(line, ", no flags on %" PRIu64 " repeat%s", measured - item->unknown,
                     measured - item->unknown == 1 ? "" : "s");
    if (item->unknown > 0)
        wm_words_add(line, ", flags unknown on %" PRIu64, item->unknown);
    if (item->errors[0] != '\0') /* it has a point of operation */
        wm_words_add(line, "; the flags of its load are not in the proof");
}

/* Whether the claim is the rate of an item. */
static bool is_rate(const wm_proof *proof, const wm_proof_item *item)
{
    const size_t size = strlen(item->label);
    return strncmp(proof->name, item->label, size) == 0 && strcmp(proof->name + size, ".rate") == 0;
}

static void add_item(const wm_proof *proof, const wm_proof_item *item, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_add(line, "%s: ", item->label);
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    if (item->output == WM_PROOF_NO_OUTPUT)
        wm_words_add(line, "no output");
    else
        wm_words_add(line, "verified %s, transcript %s", item->verified, item->transcript);
    if (item->errors[0] != '\0')
        wm_words_add(line, ", errors under load %s", item->errors);
    if (item->rate[0] != '\0' && !is_rate(proof, item)) {
        wm_words_add(line, ", rate %s", item->rate);
        add_interval(item->rate_low, item->rate_high, line);
        add_class(item->performance_class, line);
    }
    if (strncmp(item->independence, "correlated", strlen("correlated")) == 0)
        wm_words_add(line, ", the repeats are %s", item->independence);
    add_repeats(item, line);
}

static bool is_own(const wm_proof *proof)
{
    return strncmp(proof->name, "x.", 2) == 0;
}

/* Says what stands behind the claim and is not in the proof. */
static void add_beyond(const wm_proof *proof, wm_document *to)
{
    const char *rest = strchr(proof->name, '.');
    if (is_own(proof))
        wm_words_say(to, "  the producer's own number: the proof has neither its interval nor the "
                         "flags of its repeats, and no output");
    else if (rest != NULL &&
             (strncmp(proof->name, "link.", 5) == 0 || strncmp(proof->name, "prior.", 6) == 0))
        wm_words_say(to, "  the proof says nothing of the outputs in prior %.*s",
                     (int)strcspn(rest + 1, "."), rest + 1);
}

void wm_proof_text_claim(const wm_proof *proof, wm_document *to)
{
    wm_words *line = wm_words_new(to);
    wm_words_data(line, proof->name);
    wm_words_add(line, " is ");
    wm_words_lead(line, WM_BREAKS_TERMINAL, "  ");
    wm_words_data(line, proof->text);
    add_interval(proof->low, proof->high, line);
    add_class(proof->class_word, line);
    add_beyond(proof, to);
    for (uint64_t i = 0; i < proof->item_count; i++)
        add_item(proof, &proof->item[i], to);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_item_data(const wm_proof_item *item, wm_document *to)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "label", item->label);
    wm_data_text(to, "output", wm_proof_text_word(item->output));
    wm_data_word(to, "why", item->why);
    wm_data_word(to, "verified", item->verified);
    wm_data_word(to, "transcript", item->transcript);
    wm_data_word(to, "errors", item->errors);
    wm_data_word(to, "rate", item->rate);
    wm_data_word(to, "rate_low", item->rate_low);
    wm_data_word(to, "rate_high", item->rate_high);
    wm_data_word(to, "independence", item->independence);
    wm_data_word(to, "performance_class", item->performance_class);
    wm_data_word(to, "numerical_class", item->numerical_class);
    wm_data_count(to, "repeats", item->repeats);
    wm_data_count(to, "failed", item->failed);
    wm_data_count(to, "flagged", item->flagged);
    wm_data_word(to, "flags", item->flags);
    wm_data_count(to, "flags_unknown", item->unknown);
    wm_data_end_object(to);
}

void wm_proof_text_data(const wm_proof *proof, wm_document *to)
{
    wm_data_text(to, "claim", proof->name);
    wm_data_text(to, "text", proof->text);
    wm_data_word(to, "low", proof->low);
    wm_data_word(to, "high", proof->high);
    wm_data_word(to, "class", proof->class_word);
    wm_data_flag(to, "own", is_own(proof));
    wm_data_count(to, "index", proof->index);
    wm_data_count(to, "claim_count", proof->claim_count);
    wm_data_text(to, "output", wm_proof_text_word(proof->output));
    wm_data_list(to, "items");
    for (uint64_t i = 0; i < proof->item_count; i++)
        add_item_data(&proof->item[i], to);
    wm_data_end_list(to);
}

/* Several devices of one host: which they are, in what order they run, how their rates compare.
 *
 * A host that warms up makes later runs slower, whichever device they are on. So a second pass has
 * the reverse order, and a direction counts if both passes have it. */
#include "study/run/cards.h"

#include "backend/registry.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "record/tables/exit_status.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS_LEAST = 8, WORD_SIZE = 80 };

bool wm_cards_are_several(const char *words)
{
    return words != NULL && (strchr(words, ',') != NULL || strcmp(words, "all") == 0);
}

const char *wm_cards_mode(const wm_cards *cards)
{
    return cards->in_turn ? "in turn" : "at once";
}

/* ---- which ----------------------------------------------------------------------------------- */

/* The devices of a backend. */
typedef struct {
    const wm_backend *backend;
    wm_device_entry entries[WM_REGISTRY_DEVICES];
    size_t count;
} devices;

static wm_status list(const wm_backend *backend, devices *all, wm_error *err)
{
    const wm_status status = wm_registry_list(backend, all->entries, &all->count, err);
    all->backend = backend;
    if (status == WM_OK && all->count == 1)
        return wm_error_set(err, WM_E_ARG, "device",
                            "needs two devices or more; backend %s has device 0 only",
                            backend->name);
    return status;
}

/* Adds device number index. */
static wm_status add(const devices *all, size_t index, wm_cards *cards, wm_error *err)
{
    const wm_device_entry *entry = &all->entries[index];
    if (entry->reason[0] != '\0')
        return wm_error_set(err, WM_E_ARG, "device", "device %zu cannot be used: %s", index,
                            entry->reason);
    if (entry->uuid[0] == '\0')
        return wm_error_set(err, WM_E_ARG, "device", "device %zu has no UUID", index);
    for (size_t i = 0; i < cards->count; i++)
        if (strcmp(cards->card[i].uuid, entry->uuid) == 0)
            return wm_error_set(err, WM_E_ARG, "device", "device %zu (%s) is named twice", index,
                                cards->hides_uuids ? WM_REDACT_REASON : entry->uuid);
    if (cards->count == WM_CARDS_MOST)
        return wm_error_set(err, WM_E_ARG, "device", "accepts at most %d devices", WM_CARDS_MOST);
    cards->card[cards->count].index = (unsigned)index;
    memcpy(cards->card[cards->count++].uuid, entry->uuid, sizeof entry->uuid);
    return WM_OK;
}

/* Whether a word is a number, or has enough digits of a UUID. */
static bool is_long_enough(const char *word)
{
    const char *digits = strchr(word, '-');
    size_t count = 0;
    if (word[strspn(word, "0123456789")] == '\0')
        return true;
    for (const char *at = digits != NULL ? digits + 1 : word; *at != '\0'; at++)
        count += isxdigit((unsigned char)*at) != 0;
    return count >= DIGITS_LEAST;
}

/* Adds the device that one word of the list names. */
static wm_status add_word(const devices *all, const char *word, size_t size, wm_cards *cards,
                          wm_error *err)
{
    char text[WORD_SIZE];
    unsigned index;
    wm_status status;
    if (size == 0)
        return wm_error_set(err, WM_E_ARG, "device", "has an empty name in its list");
    (void)snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text), word);
    if (strcmp(text, "all") == 0)
        return wm_error_set(err, WM_E_ARG, "device", "'all' names every device; give it alone");
    status = wm_registry_choose(all->backend, text, &index, err);
    if (status != WM_OK)
        return status;
    if (index >= all->count)
        return wm_error_set(err, WM_E_NOTFOUND, all->backend->name, "no device %u; it has %zu",
                            index, all->count);
    if (!is_long_enough(text))
        return wm_error_set(err, WM_E_ARG, "device", "'%s': needs at least %d digits of a UUID",
                            text, DIGITS_LEAST);
    return add(all, index, cards, err);
}

/* Whether the first size bytes of two different UUIDs are equal. */
static bool is_ambiguous(const wm_cards *cards, size_t size)
{
    for (size_t i = 0; i < cards->count; i++)
        for (size_t j = 0; j < i; j++)
            if (strncmp(cards->card[i].uuid, cards->card[j].uuid, size) == 0)
                return true;
    return false;
}

/* Names the cards by the first digits of their UUIDs, at least 8, as many as tell them apart; or by
 * their numbers. */
static void name_all(wm_cards *cards)
{
    size_t size = strlen("GPU-") + DIGITS_LEAST;
    for (size_t i = 0; i < cards->count && cards->hides_uuids; i++)
        (void)snprintf(cards->card[i].name, WM_CARDS_NAME, "device%u", cards->card[i].index);
    if (cards->hides_uuids)
        return;
    while (size < WM_CARDS_NAME - 1 && is_ambiguous(cards, size))
        size++;
    for (size_t i = 0; i < cards->count; i++) {
        (void)snprintf(cards->card[i].name, WM_CARDS_NAME, "%.*s", (int)size, cards->card[i].uuid);
        for (char *at = cards->card[i].name; *at != '\0'; at++)
            *at = isalnum((unsigned char)*at) ? *at : '-'; /* it becomes a file's name */
    }
}

wm_status wm_cards_choose(const wm_backend *backend, const char *words, wm_cards *cards,
                          wm_error *err)
{
    devices all;
    wm_status status = list(backend, &all, err);
    cards->count = 0;
    if (status == WM_OK && strcmp(words, "all") == 0) {
        for (size_t i = 0; i < all.count && status == WM_OK; i++)
            if (all.entries[i].reason[0] == '\0')
                status = add(&all, i, cards, err);
    } else if (status == WM_OK) {
        for (const char *at = words; at != NULL && status == WM_OK;) {
            const size_t size = strcspn(at, ",");
            status = add_word(&all, at, size, cards, err);
            at = at[size] == ',' ? at + size + 1 : NULL;
        }
    }
    if (status == WM_OK && cards->count < 2)
        status = wm_error_set(err, WM_E_ARG, "device", "needs two devices or more; %zu can be used",
                              cards->count);
    if (status == WM_OK)
        name_all(cards);
    return status;
}

wm_status wm_cards_path(const char *folder, unsigned pass, const char *name,
                        char path[WM_CARDS_PATH], wm_error *err)
{
    const int size = snprintf(path, WM_CARDS_PATH, "%s/pass%u/%s", folder, pass, name);
    return size > 0 && size < WM_CARDS_PATH
               ? WM_OK
               : wm_error_set(err, WM_E_ARG, folder, "the path is too long");
}

/* ---- in what order --------------------------------------------------------------------------- */

static bool is_stopped(const wm_cards_runner *runner)
{
    return *runner->stop != 0;
}

/* Runs those cards of a pass that have no record yet. */
static void run_pass(const wm_cards *cards, const wm_cards_runner *runner, unsigned pass,
                     int exits[WM_CARDS_MOST])
{
    size_t left[WM_CARDS_MOST], count = 0;
    int ended[WM_CARDS_MOST];
    for (size_t i = 0; i < cards->count; i++) {
        const size_t card = cards->in_turn && pass == 2 ? cards->count - 1 - i : i;
        if (runner->has_record(runner->context, pass, card))
            exits[card] = runner->judge(runner->context, pass, card);
        else
            left[count++] = card;
    }
    for (size_t i = 0; cards->in_turn && i < count && !is_stopped(runner); i++)
        runner->run(runner->context, pass, &left[i], 1, &exits[left[i]]);
    if (cards->in_turn || count == 0 || is_stopped(runner))
        return;
    runner->run(runner->context, pass, left, count, ended);
    for (size_t i = 0; i < count; i++)
        exits[left[i]] = ended[i];
}

static size_t count_records(const wm_cards *cards, const wm_cards_runner *runner, unsigned pass)
{
    size_t count = 0;
    for (size_t i = 0; i < cards->count; i++)
        count += runner->has_record(runner->context, pass, i);
    return count;
}

void wm_cards_run(const wm_cards *cards, const wm_cards_runner *runner, wm_cards_outcome *outcome)
{
    for (unsigned i = 0; i < WM_CARDS_PASSES; i++) {
        outcome->differential[i] = WM_CARDS_ABSENT;
        for (size_t card = 0; card < WM_CARDS_MOST; card++)
            outcome->exits[i][card] = WM_CARDS_ABSENT;
    }
    for (unsigned pass = 1; pass <= WM_CARDS_PASSES && !is_stopped(runner); pass++) {
        size_t records;
        run_pass(cards, runner, pass, outcome->exits[pass - 1]);
        records = count_records(cards, runner, pass);
        if (records == cards->count && !is_stopped(runner))
            outcome->differential[pass - 1] = runner->compare(runner->context, pass);
        if (records == 0)
            return;
    }
}

/* The one of two exit statuses that decides. */
static int worse(int one, int other)
{
    static const int ranks[] = {
        [WM_EXIT_YES] = 0, [WM_EXIT_INCONCLUSIVE] = 1, [WM_EXIT_TROUBLE] = 2, [WM_EXIT_NO] = 3};
    if (other < 0 || other > WM_EXIT_INCONCLUSIVE)
        other = WM_EXIT_TROUBLE;
    return ranks[other] > ranks[one] ? other : one;
}

int wm_cards_exit(const wm_cards *cards, const wm_cards_outcome *outcome)
{
    int answer = WM_EXIT_YES;
    for (unsigned i = 0; i < WM_CARDS_PASSES; i++) {
        for (size_t card = 0; card < cards->count; card++)
            answer = worse(answer, outcome->exits[i][card]);
        answer = worse(answer, outcome->differential[i]);
    }
    return answer;
}

/* ---- how they compare ------------------------------------------------------------------------ */

/* 1: this card is faster than the first, -1: slower, 0: no difference, 2: no interval. */
static int sign_of(double low, double high)
{
    if (low > 1 && high >= low)
        return -1;
    if (high < 1 && low <= high)
        return 1;
    return low <= 1 && high >= 1 ? 0 : 2;
}

wm_cards_sign wm_cards_compare(const double low[WM_CARDS_PASSES],
                               const double high[WM_CARDS_PASSES])
{
    const int first = sign_of(low[0], high[0]), second = sign_of(low[1], high[1]);
    if (first == 2 || second == 2)
        return WM_CARDS_UNKNOWN;
    if (first == second)
        return first == 0 ? WM_CARDS_SAME : first > 0 ? WM_CARDS_FASTER : WM_CARDS_SLOWER;
    return first == -second ? WM_CARDS_CHANGES : WM_CARDS_ONCE;
}

const char *wm_cards_words(wm_cards_sign sign)
{
    static const char *const words[WM_CARDS_SIGNS] = {
        [WM_CARDS_UNKNOWN] = "no interval",   [WM_CARDS_SAME] = "no difference",
        [WM_CARDS_FASTER] = "faster in both", [WM_CARDS_SLOWER] = "slower in both",
        [WM_CARDS_CHANGES] = "changes sign",  [WM_CARDS_ONCE] = "in one pass only"};
    return words[sign];
}

/* Keeps the nodes of a sweep, their texts and their states. */
#include "model/fleet.h"

#include "base/array.h"
#include "model/mask.h"
#include "record/audit/digest_set.h"
#include "record/tables/exit_status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REASON_SIZE = 400 };

/* A text that is kept. */
typedef struct {
    uint8_t hash[WM_SHA256_SIZE];
    char *text;
} kept;

/* Texts that many records have: labels, devices, programs. */
typedef struct wm_fleet_texts {
    wm_digest_set set;
    kept *text;
    size_t count, capacity;
} wm_fleet_texts;

static const char *const STATES[WM_FLEET_STATES] = {
#define WM_FLEET_STATE_WORD(name, word) [WM_FLEET_##name] = (word),
    WM_FLEET_STATE_LIST(WM_FLEET_STATE_WORD)
#undef WM_FLEET_STATE_WORD
};

const char *wm_fleet_state_word(wm_fleet_state state)
{
    return STATES[state];
}

const char *wm_fleet_vote_word(wm_fleet_vote vote)
{
    static const char *const words[WM_FLEET_VOTE_WORDS] = {
        [WM_FLEET_VOTE_NONE] = "none",           [WM_FLEET_VOTE_AGREES] = "agrees",
        [WM_FLEET_VOTE_ALONE] = "alone",         [WM_FLEET_VOTE_UNSTEADY] = "unsteady",
        [WM_FLEET_VOTE_UNDECIDED] = "undecided", [WM_FLEET_VOTE_DIFFERS] = "differs",
    };
    return words[vote];
}

const char *wm_fleet_speed_word(wm_fleet_speed speed)
{
    static const char *const words[WM_FLEET_SPEED_WORDS] = {
        [WM_FLEET_SPEED_NOT_JUDGED] = "not judged",
        [WM_FLEET_SPEED_SAME] = "same",
        [WM_FLEET_SPEED_SLOW] = "slow",
        [WM_FLEET_SPEED_FAST] = "fast",
    };
    return words[speed];
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Keeps a text; NULL when out of memory. */
static const char *keep(wm_fleet_texts *texts, const char *text)
{
    const size_t size = strlen(text);
    kept *grown, one;
    uint32_t at;
    wm_sha256_hash(text, size, one.hash);
    at = wm_digest_set_find(&texts->set, texts->text, sizeof *texts->text, one.hash);
    if (at != WM_DIGEST_SET_NONE)
        return texts->text[at].text;
    one.text = strdup(text);
    grown = wm_array_grow(texts->text, &texts->capacity, texts->count + 1, sizeof *grown);
    if (grown != NULL)
        texts->text = grown;
    if (grown == NULL || one.text == NULL) {
        free(one.text);
        return NULL;
    }
    wm_mask_bytes(one.text, size);
    grown[texts->count] = one;
    if (!wm_digest_set_add(&texts->set, grown, sizeof *grown, (uint32_t)texts->count)) {
        free(one.text);
        return NULL;
    }
    texts->count++;
    return one.text;
}

const char *wm_fleet_text(wm_fleet *fleet, const char *text)
{
    const char *found;
    (void)pthread_mutex_lock(&fleet->lock);
    found = keep(fleet->texts, text);
    if (found == NULL)
        fleet->is_short = true;
    (void)pthread_mutex_unlock(&fleet->lock);
    return found != NULL ? found : "";
}

/* ---- nodes ----------------------------------------------------------------------------------- */

static int order_nodes(const void *a, const void *b)
{
    return wm_node_list_order(((const wm_fleet_node *)a)->name, ((const wm_fleet_node *)b)->name);
}

static void take_names(wm_fleet *fleet, const wm_node_list *list, bool is_expected)
{
    for (size_t i = 0; i < list->count; i++)
        fleet->node[fleet->count++] =
            (wm_fleet_node){.name = wm_fleet_text(fleet, list->name[i]),
                            .is_expected = is_expected,
                            .exit_status = -1,
                            .state = is_expected ? WM_FLEET_OK : WM_FLEET_UNEXPECTED};
}

wm_status wm_fleet_begin(wm_fleet *fleet, const wm_node_list *expected,
                         const wm_node_list *unexpected)
{
    memset(fleet, 0, sizeof *fleet);
    if (pthread_mutex_init(&fleet->lock, NULL) != 0)
        return WM_E_NOMEM;
    fleet->texts = calloc(1, sizeof *fleet->texts);
    fleet->node = calloc(expected->count + unexpected->count + 1, sizeof *fleet->node);
    if (fleet->texts == NULL || fleet->node == NULL)
        return WM_E_NOMEM;
    take_names(fleet, expected, true);
    take_names(fleet, unexpected, false);
    qsort(fleet->node, fleet->count, sizeof *fleet->node, order_nodes);
    return fleet->is_short ? WM_E_NOMEM : WM_OK;
}

/* Puts a reason behind those that are as bad or worse. */
static void take_reason(wm_fleet *fleet, wm_fleet_node *node, wm_fleet_state state,
                        const char *text)
{
    size_t at = node->reason_count;
    if (state < node->state)
        node->state = state;
    while (at > 0 && node->reason[at - 1].state > state)
        at--;
    if (at == WM_FLEET_REASONS)
        return;
    if (node->reason_count < WM_FLEET_REASONS)
        node->reason_count++;
    memmove(&node->reason[at + 1], &node->reason[at],
            (node->reason_count - 1 - at) * sizeof node->reason[0]);
    node->reason[at] = (wm_fleet_reason){wm_fleet_text(fleet, text), state};
}

void wm_fleet_say(wm_fleet *fleet, wm_fleet_node *node, wm_fleet_state state, const char *format,
                  ...)
{
    char text[REASON_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    take_reason(fleet, node, state, text);
}

void wm_fleet_say_of(wm_fleet *fleet, wm_fleet_node *node, const char *device, wm_fleet_state state,
                     const char *format, ...)
{
    char text[REASON_SIZE], whole[REASON_SIZE + WM_NODE_LIST_NAME + 16];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)snprintf(whole, sizeof whole, "%s%s%.*s", text, device[0] != '\0' ? ", device " : "",
                   WM_NODE_LIST_NAME, device);
    take_reason(fleet, node, state, whole);
}

/* ---- exit statuses --------------------------------------------------------------------------- */

/* What the status of a run without a record says: it is its word alone. */
static void take_alone(wm_fleet *fleet, wm_fleet_node *node, int status)
{
    static const wm_fleet_state states[] = {WM_FLEET_MISSING, WM_FLEET_WRONG, WM_FLEET_TROUBLE,
                                            WM_FLEET_INCONCLUSIVE};
    if (status < 0)
        wm_fleet_say(fleet, node, WM_FLEET_MISSING, "no record and no exit status");
    else
        wm_fleet_say(fleet, node, status <= 3 ? states[status] : WM_FLEET_TROUBLE,
                     "exit status %d without a record", status);
}

void wm_fleet_exit(wm_fleet *fleet, wm_fleet_node *node)
{
    const int status = node->exit_status;
    if (node->record_count == 0 && node->reason_count == 0)
        take_alone(fleet, node, status);
    else if (status < 0)
        wm_fleet_say(fleet, node, WM_FLEET_UNFINISHED, "no exit status");
    else if (status == WM_EXIT_YES && node->state == WM_FLEET_WRONG)
        wm_fleet_say(fleet, node, WM_FLEET_WRONG, "exit status 0, although a check failed");
    else if (status == WM_EXIT_NO && node->state != WM_FLEET_WRONG)
        wm_fleet_say(fleet, node, WM_FLEET_WRONG,
                     "exit status 1, without a failed check in the record");
    else if (status == WM_EXIT_INCONCLUSIVE)
        wm_fleet_say(fleet, node, WM_FLEET_INCONCLUSIVE, "exit status 3");
    else if (status != WM_EXIT_YES && status != WM_EXIT_NO)
        wm_fleet_say(fleet, node, WM_FLEET_TROUBLE, "exit status %d", status);
}

/* ---- the sweep ------------------------------------------------------------------------------- */

/* A record and its node. */
typedef struct {
    wm_fleet_record *record;
    wm_fleet_node *node;
} owner;

static int order_roots(const void *a, const void *b)
{
    const owner *left = a, *right = b;
    const int order = strcmp(left->record->root, right->record->root);
    return order != 0 ? order : wm_node_list_order(left->node->name, right->node->name);
}

/* Says that nodes have one record, which has no vote and no rate then. */
static void say_copies(wm_fleet *fleet, const owner *all, size_t count)
{
    for (size_t i = 0; i < count && count > 1; i++) {
        const wm_fleet_record *record = all[i].record;
        wm_fleet_say(fleet, all[i].node, WM_FLEET_UNDECIDED, "the same record as %s: root %.12s",
                     all[i == 0 ? 1 : 0].node->name, record->root);
        for (size_t j = 0; j < record->item_count; j++) {
            record->item[j].may_vote = false;
            record->item[j].bar = "record is there twice";
        }
    }
}

/* One record cannot be that of two nodes, and nothing says whose it is. */
static wm_status find_copies(wm_fleet *fleet)
{
    owner *all = malloc((fleet->records + 1) * sizeof *all);
    size_t count = 0;
    if (all == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < fleet->count; i++)
        for (size_t j = 0; j < fleet->node[i].record_count; j++)
            all[count++] = (owner){&fleet->node[i].record[j], &fleet->node[i]};
    qsort(all, count, sizeof *all, order_roots);
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && strcmp(all[i].record->root, all[end].record->root) == 0)
            end++;
        say_copies(fleet, &all[i], end - i);
        i = end;
    }
    free(all);
    return WM_OK;
}

wm_status wm_fleet_judge(wm_fleet *fleet, const wm_baseline *baseline)
{
    wm_status status;
    fleet->records = 0;
    for (size_t i = 0; i < fleet->count; i++)
        fleet->records += fleet->node[i].record_count;
    status = find_copies(fleet);
    if (status == WM_OK)
        status = wm_fleet_votes_count(fleet);
    if (status == WM_OK)
        status = wm_fleet_rates_judge(fleet, baseline);
    memset(fleet->counts, 0, sizeof fleet->counts);
    for (size_t i = 0; i < fleet->count; i++)
        fleet->counts[fleet->node[i].state]++;
    return status == WM_OK && fleet->is_short ? WM_E_NOMEM : status;
}

int wm_fleet_answer(const wm_fleet *fleet)
{
    size_t open = 0;
    for (int state = WM_FLEET_TROUBLE; state <= WM_FLEET_INCONCLUSIVE; state++)
        open += fleet->counts[state];
    if (fleet->counts[WM_FLEET_WRONG] + fleet->counts[WM_FLEET_INVALID] > 0)
        return WM_EXIT_NO;
    return open > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
}

void wm_fleet_clear(wm_fleet *fleet)
{
    for (size_t i = 0; i < fleet->count; i++) {
        for (size_t j = 0; j < fleet->node[i].record_count; j++)
            free(fleet->node[i].record[j].item);
        free(fleet->node[i].record);
    }
    for (size_t i = 0; fleet->texts != NULL && i < fleet->texts->count; i++)
        free(fleet->texts->text[i].text);
    if (fleet->texts != NULL) {
        free(fleet->texts->text);
        free(fleet->texts->set.slots);
        (void)pthread_mutex_destroy(&fleet->lock);
    }
    free(fleet->texts);
    free(fleet->node);
    free(fleet->rates);
    memset(fleet, 0, sizeof *fleet);
}

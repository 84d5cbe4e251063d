/* Compares digests by vote.
 *
 * Items with one ballot must have one digest. A strict majority of at least 3 votes decides, and
 * the others are wrong. Without it nobody is accused. */
#include "model/fleet.h"

#include <stdlib.h>
#include <string.h>

/* A vote, with who cast it. */
typedef struct {
    wm_fleet_node *node;
    const wm_fleet_record *record;
    wm_fleet_item *item;
} vote;

static int order_votes(const void *a, const void *b)
{
    const wm_fleet_item *left = ((const vote *)a)->item, *right = ((const vote *)b)->item;
    int order = memcmp(left->ballot, right->ballot, WM_SHA256_SIZE);
    if (order == 0)
        order = left->is_unsteady - right->is_unsteady; /* these cast no vote */
    return order != 0 ? order : memcmp(left->digest, right->digest, WM_SHA256_SIZE);
}

/* Collects the votes of the nodes that were expected. */
static vote *collect(wm_fleet *fleet, size_t *count)
{
    size_t most = 0;
    vote *all;
    for (size_t i = 0; i < fleet->count; i++)
        for (size_t j = 0; j < fleet->node[i].record_count; j++)
            most += fleet->node[i].record[j].item_count;
    all = malloc((most + 1) * sizeof *all);
    *count = 0;
    for (size_t i = 0; all != NULL && i < fleet->count; i++)
        for (size_t j = 0; j < fleet->node[i].record_count; j++)
            for (size_t k = 0; k < fleet->node[i].record[j].item_count; k++) {
                const wm_fleet_record *record = &fleet->node[i].record[j];
                if (record->item[k].may_vote)
                    all[(*count)++] = (vote){&fleet->node[i], record, &record->item[k]};
            }
    return all;
}

/* Names the node that disagrees. */
static void accuse(wm_fleet *fleet, const vote *of, wm_fleet_state state, const char *words)
{
    wm_fleet_say_of(fleet, of->node, of->record->name, state, "%s: %s", of->item->label, words);
}

/* The largest run of equal digests among the first `count` votes, which are sorted. */
static size_t find_most(const vote *votes, size_t count, size_t *first)
{
    size_t most = 0;
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count &&
               memcmp(votes[i].item->digest, votes[end].item->digest, WM_SHA256_SIZE) == 0)
            end++;
        if (end - i > most) {
            most = end - i;
            *first = i;
        }
        i = end;
    }
    return most;
}

/* Decides a ballot. The first `steady` votes count; the others come from records whose own repeats
 * differ. */
static void decide(wm_fleet *fleet, const vote *votes, size_t count, size_t steady)
{
    size_t first = 0;
    const size_t most = find_most(votes, steady, &first);
    const bool is_decided = steady >= WM_FLEET_VOTES && 2 * most > steady;
    for (size_t i = 0; i < steady; i++) {
        wm_fleet_item *item = votes[i].item;
        if (most == steady)
            item->vote = steady >= WM_FLEET_VOTES ? WM_FLEET_VOTE_AGREES : WM_FLEET_VOTE_ALONE;
        else if (!is_decided)
            item->vote = WM_FLEET_VOTE_UNDECIDED;
        else if (i >= first && i < first + most)
            item->vote = WM_FLEET_VOTE_AGREES;
        else
            item->vote = WM_FLEET_VOTE_DIFFERS;
        if (item->vote == WM_FLEET_VOTE_DIFFERS)
            accuse(fleet, &votes[i], WM_FLEET_WRONG, "digest differs from that of most nodes");
        else if (item->vote == WM_FLEET_VOTE_UNDECIDED)
            accuse(fleet, &votes[i], WM_FLEET_UNDECIDED, "digests differ without a majority");
    }
    for (size_t i = steady; i < count; i++)
        if (is_decided) {
            votes[i].item->vote = WM_FLEET_VOTE_UNSTEADY;
            accuse(fleet, &votes[i], WM_FLEET_UNDECIDED,
                   "digests of its repeats differ, those of most nodes do not");
        }
}

wm_status wm_fleet_votes_count(wm_fleet *fleet)
{
    size_t count;
    vote *all = collect(fleet, &count);
    if (all == NULL)
        return WM_E_NOMEM;
    qsort(all, count, sizeof *all, order_votes);
    for (size_t i = 0; i < count;) {
        size_t end = i, steady = 0;
        while (end < count &&
               memcmp(all[i].item->ballot, all[end].item->ballot, WM_SHA256_SIZE) == 0)
            steady += !all[end++].item->is_unsteady;
        decide(fleet, &all[i], end - i, steady);
        i = end;
    }
    free(all);
    return WM_OK;
}

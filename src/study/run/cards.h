/* Several devices of one host: which they are, in what order they run, how their rates compare. */
#ifndef WM_STUDY_CARDS_H
#define WM_STUDY_CARDS_H

#include "backend/backend.h"

#include <signal.h>

enum {
    WM_CARDS_MOST = WM_TABLES_CONTINUES, /* a differential has no more priors */
    WM_CARDS_PASSES = 2,
    WM_CARDS_NAME = 64,
    WM_CARDS_PATH = 4096,
    WM_CARDS_ABSENT = -1 /* the exit status of what was not run */
};

/* A device. */
typedef struct wm_card {
    unsigned index; /* as `list` numbers it */
    char uuid[64];
    char name[WM_CARDS_NAME]; /* of its record: the first digits of its UUID, or its number */
} wm_card;

/* The devices of a run, in the order in which they were named. The others are compared with the
 * first one. */
typedef struct wm_cards {
    wm_card card[WM_CARDS_MOST];
    size_t count;
    bool in_turn;     /* one device runs at a time; else all at once */
    bool hides_uuids; /* no name has a UUID */
} wm_cards;

/* How the cards run, as a record says it: `at once` or `in turn`. */
const char *wm_cards_mode(const wm_cards *cards);

/* Whether the value of --device names several devices: it has a comma, or is `all`. */
bool wm_cards_are_several(const char *words);

/* Finds the devices that a list names: numbers or beginnings of UUIDs, separated by commas, or
 * `all`, which leaves out what cannot be used. The beginning of a UUID has at least 8 digits.
 * Leaves cards->in_turn and hides_uuids. Errors: NOTFOUND (no device with this name, or several),
 * ARG (a device named twice, an empty name, too few digits, a device that cannot be used or has no
 * UUID, fewer than two devices, more than eight). */
WM_MUST_CHECK wm_status wm_cards_choose(const wm_backend *backend, const char *words,
                                        wm_cards *cards, wm_error *err);

/* Writes the path of a record of a pass, from 1: FOLDER/passN/NAME. Errors: ARG (too long). */
WM_MUST_CHECK wm_status wm_cards_path(const char *folder, unsigned pass, const char *name,
                                      char path[WM_CARDS_PATH], wm_error *err);

/* What runs a device; context is passed to each call. */
typedef struct wm_cards_runner {
    void *context;
    /* Whether the record of a card and a pass (from 1) is there. */
    bool (*has_record)(void *context, unsigned pass, size_t card);
    /* Audits a record that an earlier process completed; gives the exit status of its run. */
    int (*judge)(void *context, unsigned pass, size_t card);
    /* Runs these cards at once and waits for all; exits receives one status for each. */
    void (*run)(void *context, unsigned pass, const size_t *cards, size_t count, int *exits);
    /* Seals the differential of a pass, or keeps it if it is there; gives its exit status. */
    int (*compare)(void *context, unsigned pass);
    const volatile sig_atomic_t *stop; /* not 0: start nothing more */
} wm_cards_runner;

/* Exit statuses; WM_CARDS_ABSENT for what was not run. */
typedef struct wm_cards_outcome {
    int exits[WM_CARDS_PASSES][WM_CARDS_MOST];
    int differential[WM_CARDS_PASSES];
} wm_cards_outcome;

/* Runs both passes. In turn, the second pass has the reverse order. A card that fails leaves the
 * others. A complete record is kept. A pass is compared when every card has its record. The second
 * pass is left out if the first one made no record. */
void wm_cards_run(const wm_cards *cards, const wm_cards_runner *runner, wm_cards_outcome *outcome);

/* The exit status of all: NO if any is, else TROUBLE, else INCONCLUSIVE, else YES. What is absent,
 * or ended by a signal, counts as TROUBLE. */
int wm_cards_exit(const wm_cards *cards, const wm_cards_outcome *outcome);

/* How the rate of a card differs from that of the first one. */
typedef enum wm_cards_sign {
    WM_CARDS_UNKNOWN, /* a pass has no interval */
    WM_CARDS_SAME,    /* both intervals contain 1 */
    WM_CARDS_FASTER,  /* in both passes */
    WM_CARDS_SLOWER,
    WM_CARDS_CHANGES, /* faster in one, slower in the other */
    WM_CARDS_ONCE,    /* different in one pass only */
    WM_CARDS_SIGNS
} wm_cards_sign;

/* Compares the intervals of the ratio `rate of the first card / rate of this card` of both passes.
 * NaN: no interval. */
wm_cards_sign wm_cards_compare(const double low[WM_CARDS_PASSES],
                               const double high[WM_CARDS_PASSES]);

/* Its words, such as `faster in both`. */
const char *wm_cards_words(wm_cards_sign sign);

#endif

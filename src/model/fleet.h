/* A sweep: what the records of many nodes say together.
 *
 * Nodes are expected by name. Each record is audited and reduced to a few numbers. Then digests are
 * compared by vote and rates with the fleet's median, and each node gets a state. Source: ours,
 * docs/formats/fleet.md. */
#ifndef WM_MODEL_FLEET_H
#define WM_MODEL_FLEET_H

#include "model/baseline.h"
#include "model/node_list.h"
#include "standards/sha256.h"

#include <pthread.h>

/* Fewest rates of which one can be slow, and fewest votes that decide. */
enum { WM_FLEET_RATES = 8, WM_FLEET_VOTES = 3, WM_FLEET_REASONS = 8 };

/* The states of a node; the first is the worst. Source: fleet.md, states. */
#define WM_FLEET_STATE_LIST(X)                                          \
    X(WRONG, "wrong")               /* an output is wrong */            \
    X(INVALID, "invalid")           /* its record is refused */         \
    X(TROUBLE, "trouble")           /* it could not be read */          \
    X(MISSING, "missing")           /* no record */                     \
    X(UNFINISHED, "unfinished")     /* not sealed, or no exit status */ \
    X(UNDECIDED, "undecided")       /* no majority */                   \
    X(INCONCLUSIVE, "inconclusive") /* says neither yes nor no */       \
    X(SLOW, "slow")                                                     \
    X(OK, "ok")                                                         \
    X(UNEXPECTED, "unexpected") /* has a record and no place among NODES */

typedef enum wm_fleet_state {
#define WM_FLEET_STATE_ENUM(name, word) WM_FLEET_##name,
    WM_FLEET_STATE_LIST(WM_FLEET_STATE_ENUM)
#undef WM_FLEET_STATE_ENUM
        WM_FLEET_STATES
} wm_fleet_state;

/* What a vote said of a digest. */
typedef enum wm_fleet_vote {
    WM_FLEET_VOTE_NONE,      /* no digest, or one that nothing is compared with */
    WM_FLEET_VOTE_AGREES,    /* with the majority, or with all */
    WM_FLEET_VOTE_ALONE,     /* fewer than WM_FLEET_VOTES votes, and no other digest */
    WM_FLEET_VOTE_UNSTEADY,  /* the record's own repeats differ where most are steady */
    WM_FLEET_VOTE_UNDECIDED, /* digests differ without a majority */
    WM_FLEET_VOTE_DIFFERS,   /* from the majority */
    WM_FLEET_VOTE_WORDS
} wm_fleet_vote;

/* What the comparison of rates said. */
typedef enum wm_fleet_speed {
    WM_FLEET_SPEED_NOT_JUDGED,
    WM_FLEET_SPEED_SAME,
    WM_FLEET_SPEED_SLOW,
    WM_FLEET_SPEED_FAST,
    WM_FLEET_SPEED_WORDS
} wm_fleet_speed;

/* An item of a record. Texts are the fleet's. */
typedef struct wm_fleet_item {
    const char *label, *unit;
    bool has_digest, is_unsteady; /* unsteady: repeats have several digests, and this is one */
    bool may_vote;                /* it has a digest that others must have too */
    uint8_t digest[WM_SHA256_SIZE];
    uint8_t ballot[WM_SHA256_SIZE]; /* equal for items that must have one digest */
    double rate, low, high;         /* NaN: none */
    const char *bar;                /* why the rate is not judged; NULL: it may be */
    wm_fleet_vote vote;
    wm_fleet_speed speed;
    double ratio; /* to the median; NaN: not judged */
} wm_fleet_item;

/* A record of a node: that of one device. */
typedef struct wm_fleet_record {
    const char *name; /* of the device's folder; empty: the node has one record */
    char root[WM_SHA256_HEX_SIZE + 1];
    const char *backend, *device, *uuid, *program, *driver, *nonce; /* empty: not known */
    unsigned threads; /* of a device that is the host; else 0 */
    wm_fleet_item *item;
    size_t item_count;
} wm_fleet_record;

/* Why a node has a state, or could have it. */
typedef struct wm_fleet_reason {
    const char *text;
    wm_fleet_state state;
} wm_fleet_reason;

typedef struct wm_fleet_node {
    const char *name;
    bool is_expected;
    int exit_status; /* of `screen` or `run`; -1: none */
    wm_fleet_state state;
    wm_fleet_reason reason[WM_FLEET_REASONS]; /* the worst ones, and first the worst */
    size_t reason_count;
    wm_fleet_record *record;
    size_t record_count, record_capacity;
} wm_fleet_node;

/* The rates of one item on one device model, of the nodes that are judged. */
typedef struct wm_fleet_rates {
    const wm_fleet_record *of; /* backend, device, threads */
    const wm_fleet_item *item; /* label, unit */
    size_t nodes;
    double median;
    double low, high;      /* beyond them a node is odd; NaN: none is */
    double least, largest; /* of those judged */
    double spread;         /* of the logarithms, as a standard deviation; NaN: none */
} wm_fleet_rates;

/* Zero-initialised but for wm_fleet_begin. Ownership: wm_fleet_clear. */
typedef struct wm_fleet {
    wm_fleet_node *node; /* in the order of their names */
    size_t count;
    size_t counts[WM_FLEET_STATES];
    wm_fleet_rates *rates; /* in the order of baselines */
    size_t rates_count;
    size_t records, judged, not_judged; /* rates */
    const char *baseline;               /* root of its sweep; NULL: judged by the fleet's median */
    pthread_mutex_t lock;               /* of the texts */
    struct wm_fleet_texts *texts;
    bool is_short; /* out of memory at any time */
} wm_fleet;

/* Takes the nodes, sorted, and those that were not expected. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_begin(wm_fleet *fleet, const wm_node_list *expected,
                                       const wm_node_list *unexpected);

/* Audits and reads one record of a node. Its own findings set the node's state; they need the
 * node's exit_status. path is its folder or its evidence.jsonl; name that of its device, or "".
 * Threads: any, for different nodes. Errors: NOMEM; all else is said in the node's state. */
WM_MUST_CHECK wm_status wm_fleet_read(wm_fleet *fleet, wm_fleet_node *node, const char *path,
                                      const char *name);

/* Judges the exit_status of a node whose records are read. Threads: as wm_fleet_read. */
void wm_fleet_exit(wm_fleet *fleet, wm_fleet_node *node);

/* Compares all records, and gives each node its state. baseline: NULL, or what rates are judged
 * against. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_judge(wm_fleet *fleet, const wm_baseline *baseline);

/* The parts of it, one file each. */
WM_MUST_CHECK wm_status wm_fleet_votes_count(wm_fleet *fleet);
WM_MUST_CHECK wm_status wm_fleet_rates_judge(wm_fleet *fleet, const wm_baseline *baseline);

/* Makes a state worse, or keeps the worse one that it has, and adds a reason. If there are too
 * many, the mildest one is left out. Threads: any, for different nodes. */
void wm_fleet_say(wm_fleet *fleet, wm_fleet_node *node, wm_fleet_state state, const char *format,
                  ...) WM_PRINTF(4, 5);

/* The same, with the device that it is about behind the reason; `device` may be empty. */
void wm_fleet_say_of(wm_fleet *fleet, wm_fleet_node *node, const char *device, wm_fleet_state state,
                     const char *format, ...) WM_PRINTF(5, 6);

/* Keeps a text, once, masked; empty when out of memory. Threads: any. */
const char *wm_fleet_text(wm_fleet *fleet, const char *text);

/* The words of the enums. */
const char *wm_fleet_state_word(wm_fleet_state state);
const char *wm_fleet_vote_word(wm_fleet_vote vote);
const char *wm_fleet_speed_word(wm_fleet_speed speed);

/* The exit status: 1 a node is wrong or invalid; else 3 a node has no answer (trouble, missing,
 * unfinished, undecided, inconclusive); else 0. */
int wm_fleet_answer(const wm_fleet *fleet);

/* Frees the memory. */
void wm_fleet_clear(wm_fleet *fleet);

#endif

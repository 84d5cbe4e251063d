/* What a screen found on each device. */
#ifndef WM_MODEL_SCREENED_H
#define WM_MODEL_SCREENED_H

#include "model/model.h"

/* From the least to the most serious: of several devices the most serious one decides. */
typedef enum wm_screened_state {
    WM_SCREENED_OK,
    WM_SCREENED_SLOW,           /* below the baseline, on a device that nobody shared */
    WM_SCREENED_NOT_APPLICABLE, /* there is nothing that this device can be asked */
    WM_SCREENED_BUSY,           /* others use it: nothing was run */
    WM_SCREENED_INCONCLUSIVE,   /* nothing wrong was seen, and too little was compared */
    WM_SCREENED_SUSPECT,        /* an output was wrong, and no try again was */
    WM_SCREENED_TROUBLE,        /* the device or its driver failed or hangs */
    WM_SCREENED_WRONG,          /* an output was wrong, and another one when it was tried again */
    WM_SCREENED_STATES
} wm_screened_state;

enum {
    WM_SCREENED_ITEMS = WM_TABLES_LIGHT_ITEMS,
    WM_SCREENED_DEVICES = 64,
    WM_SCREENED_TRIES = 3,
    WM_SCREENED_NAME = 24,
    WM_SCREENED_WORDS = 256,
    WM_SCREENED_PATH = 4096
};

/* An item that was asked of a device. */
typedef struct wm_screened_item {
    char label[WM_PLAN_LABEL_SIZE];
    uint64_t right, wrong; /* outputs that were compared */
    bool is_complete;      /* nothing of it is missing */
    bool is_over_budget;   /* it is missing because the time ended */
    char reason[128];      /* why something is missing; empty: nothing is */
    double seconds;        /* that its observations took */
    bool is_disturbed;     /* a repeat has a flag, or could not be judged: no rate to compare */
    char unit[16];
    double rate, low, high; /* with its interval, in the workload's unit; NaN: none */
    bool is_below; /* its whole interval is below that of a healthy device in the baseline */
    double ratio, ratio_low, ratio_high; /* to the baseline's median; NaN: not compared */
} wm_screened_item;

/* How a wrong output is tried again. */
typedef struct wm_screened_kind {
    const char *name, *suffix; /* of the record of the try, behind that of the screen */
    bool has_new_inputs;
    bool by_host; /* the CPU checks; a CPU's own check is by the CPU in every try */
} wm_screened_kind;
extern const wm_screened_kind wm_screened_tries[WM_SCREENED_TRIES];

/* A try of what was rejected. */
typedef struct wm_screened_try {
    const char *name; /* "same inputs" */
    char record[WM_SCREENED_PATH];
    char root[WM_ID_SIZE];          /* empty: it sealed no record */
    bool has_answer;                /* an output was compared */
    bool is_rejected;               /* one was wrong */
    char reason[WM_SCREENED_WORDS]; /* why there is no answer */
} wm_screened_try;

/* A device. Texts are masked. */
typedef struct wm_screened_device {
    char name[WM_SCREENED_NAME]; /* `cpu`, or the beginning of its UUID */
    char backend[16], uuid[64], model[128];
    wm_screened_state state;
    char words[WM_SCREENED_WORDS]; /* what was found: behind the state and the name */
    wm_screened_item item[WM_SCREENED_ITEMS];
    size_t item_count;
    size_t rejected;  /* index of the first item with a wrong output; item_count: none */
    char element[64]; /* of it: the element, or how many outputs; empty: it is not known */
    wm_screened_try again[WM_SCREENED_TRIES];
    size_t try_count;
    char record[WM_SCREENED_PATH];
    char root[WM_ID_SIZE]; /* empty: it sealed no record */
    char nonce[65];
    unsigned threads;  /* of the host that compute; 0: another device */
    double success_at; /* Unix time of the last state ok or slow, s; NaN: never */
} wm_screened_device;

/* A screen of a node. */
typedef struct wm_screened {
    wm_screened_device *device;
    size_t count;
    wm_screened_state state;
    double begin_at, seconds, budget_seconds; /* begin_at: Unix time, s */
    bool has_baseline;
} wm_screened;

/* The state as a word, and in capitals, as the first line begins. */
const char *wm_screened_word(wm_screened_state state);
const char *wm_screened_title(wm_screened_state state);

/* The exit status of a state: YES for ok and slow, NO for wrong, TROUBLE, else INCONCLUSIVE; and as
 * monitoring plugins have it: 0 ok, 1 warning (slow, suspect), 2 critical (wrong), 3 unknown. */
int wm_screened_exit(wm_screened_state state);
int wm_screened_nagios(wm_screened_state state);

/* The most serious state of all devices; INCONCLUSIVE where there is none. */
wm_screened_state wm_screened_worst(const wm_screened *screened);

/* Takes what the light record of a device says: its items with what was compared. Errors: those of
 * wm_reader_read. */
WM_MUST_CHECK wm_status wm_screened_take(wm_screened_device *device, wm_model *model,
                                         wm_error *err);

/* Takes what the record of a try says. */
WM_MUST_CHECK wm_status wm_screened_take_try(wm_screened_try *again, wm_model *model,
                                             wm_error *err);

/* The outputs of a device that were right, wrong; and how many items lack something. */
typedef struct wm_screened_counts {
    uint64_t right, wrong;
    size_t incomplete;
} wm_screened_counts;
wm_screened_counts wm_screened_count(const wm_screened_device *device);

/* Decides the state of a device whose record was taken and whose rejected item was tried again, and
 * writes its words. */
void wm_screened_decide(wm_screened_device *device);

/* The first line, of 80 columns at most: the state, the device, what was found. */
void wm_screened_line(const wm_screened *screened, char line[81]);

#endif

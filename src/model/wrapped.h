/* What a record of `wrap` says: its command, and each of its repeats. */
#ifndef WM_MODEL_WRAPPED_H
#define WM_MODEL_WRAPPED_H

#include "model/model.h"
#include "model/paired.h"
#include "model/wrapped_name.h"

/* The values of a repeat that are read. */
typedef enum wm_wrapped_value {
    WM_WRAPPED_WALL,
    WM_WRAPPED_USER,
    WM_WRAPPED_SYSTEM,
    WM_WRAPPED_METRIC,
    WM_WRAPPED_RSS,
    WM_WRAPPED_RSS_FLOOR,
    WM_WRAPPED_ELAPSED,
#define WM_WRAPPED_CLOCK_ID(id, name) WM_WRAPPED_CLOCK_##id,
    WM_WRAPPED_CLOCK_LIST(WM_WRAPPED_CLOCK_ID)
#undef WM_WRAPPED_CLOCK_ID
        WM_WRAPPED_STOPS,
    WM_WRAPPED_VALUES
} wm_wrapped_value;

enum { WM_WRAPPED_WORDS = 512 };

/* Texts have control characters masked. */
typedef struct wm_wrapped {
    size_t command;   /* which of the commands; 0: the first */
    bool is_among;    /* there are several */
    size_t repeats;   /* 0: the record is neither of `wrap` nor of `run --against` */
    size_t planned;   /* that were asked for */
    size_t failed;    /* without a wall time */
    size_t timed_out; /* of these: the limit of time ended it */
    size_t unread;    /* of those that did not fail: without a metric */
    bool counts_failures;
    char failure[WM_WRAPPED_WORDS];    /* of the first that failed: `repeat 3: exit 1` */
    char absence[WM_WRAPPED_WORDS];    /* why the first metric is absent */
    double *values[WM_WRAPPED_VALUES]; /* of each repeat; NaN: absent */
    double *memory;                    /* of all values */
    bool *bars;                        /* of each repeat: it says nothing about a direction */
    wm_wrapped_flags flags;
    double least_s; /* for which the repeats had to last together; 0: any time */
    double *ratio;  /* of its time to the first command's, in each pair */
    size_t pairs;
    size_t barred;            /* pairs of which one repeat bars a direction */
    size_t contradicted; /* pairs whose ratio is not that of their two times, and is left out */
    double *room;             /* to sort the values of all repeats in */
    struct wm_wrapped *other; /* of the first command: the others */
    size_t others;
    bool is_paired;   /* a record of `run --against`: its runs left records of their own */
    wm_paired paired; /* of the first command: the items of these */
} wm_wrapped;

/* Whether the repeats of a command were ended before the last. */
bool wm_wrapped_is_cut(const wm_wrapped *wrapped);

/* Reads the repeats of all commands. Ownership: wm_wrapped_clear, also after a failure. Errors:
 * those of wm_reader_read; NOMEM. */
WM_MUST_CHECK wm_status wm_wrapped_read(const wm_model *model, wm_wrapped *wrapped, wm_error *err);

void wm_wrapped_clear(wm_wrapped *wrapped);

/* A fact of the first environment: its text or number as text, or its reason. Both are absent (NULL
 * bytes) if there is no such fact. They are those of the model, not masked. */
typedef struct wm_wrapped_fact {
    wm_text text, reason;
} wm_wrapped_fact;
wm_wrapped_fact wm_wrapped_fact_of(const wm_model *model, const char *name);

/* The same for a fact of a command: `.kind`; and for one of its arguments; 0 is the program. */
wm_wrapped_fact wm_wrapped_fact_in(const wm_model *model, size_t command, const char *rest);
wm_wrapped_fact wm_wrapped_argument(const wm_model *model, size_t command, size_t index);

#endif

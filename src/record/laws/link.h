/* The functions of links: an item here compared with the same item of a prior.
 *
 * They are pure. Source: ours, docs/formats/record.md section 4, links. */
#ifndef WM_RECORD_LINK_H
#define WM_RECORD_LINK_H

#include "record/laws/profile_summary.h"

/* What the checks say of an item's output. Source: record.md section 9, answer. */
typedef enum wm_link_output { WM_LINK_NOT_JUDGED, WM_LINK_WRONG, WM_LINK_CORRECT } wm_link_output;

/* What is kept of an item for its links. */
typedef struct wm_link_side {
    wm_item item;
    double repeat_seconds;               /* of its plan */
    bool has_failed;                     /* a repeat failed */
    bool has_first;                      /* repeat 0 is ok */
    uint8_t digest[WM_SHA256_SIZE];      /* of repeat 0's output */
    bool has_acquired;                   /* there is an acquire stage */
    uint8_t acquired[WM_SHA256_SIZE];    /* digest of its output */
    uint8_t method[WM_SHA256_SIZE];      /* hash of repeat 0's method */
    bool has_device;                     /* false: a device that is equal to none */
    uint8_t device[WM_SHA256_SIZE];      /* hash of what tells the devices of repeats 0 apart */
    wm_result rate, rate_low, rate_high; /* median_rate, rate_low, rate_high */
    wm_result floor;                     /* null for a variant without a calibration */
    wm_result performance_class, numerical_class;
    wm_link_output output;             /* of an item that has one */
    const wm_profile_summary *summary; /* of a variant of the procedure `profile`; NULL: none */
} wm_link_side;

/* The largest difference at the places that both sides opened. */
typedef struct wm_link_difference {
    bool is_there;      /* there is a revisit */
    bool is_finite;     /* all elements are */
    double largest;     /* d */
    double largest_all; /* M */
} wm_link_difference;

/* A link. */
typedef struct wm_link {
    const wm_link_side *here; /* NULL: no item here */
    const wm_link_side *there;
    bool is_other_nonce;
    wm_link_difference difference;
    char recalled_key[WM_PROFILE_SUMMARY_KEY]; /* of a recall; "": none */
} wm_link;

/* The side of an item whose observations are complete, but for `method`, the device and
 * `repeat_seconds`, and the acquired output. */
wm_link_side wm_link_side_of(const wm_observed_item *observed);

/* Widens a difference by two arrays of `size` bytes of a variant's output: elements at the same
 * places. */
void wm_link_compare(wm_link_difference *difference, const wm_variant *variant, const void *here,
                     const void *there, size_t size);

/* Fills the key of a recall, once both sides are set. */
void wm_link_recall(wm_link *link);

/* A function of a link or a recall. The word of recalled_key is valid as long as the link. */
wm_result wm_link_reduce(const wm_link *link, wm_function function);

/* A function of a prior: over all its links but the recalls. */
wm_result wm_link_reduce_all(const wm_link *links, size_t count, wm_function function);

#endif

/* The rows of a run on several devices: an item on one device, compared with the first device. */
#ifndef WM_REPORT_CARDS_ROW_H
#define WM_REPORT_CARDS_ROW_H

#include "model/model.h"
#include "study/run/cards.h"

/* The records of a run on several devices. Zero-initialise; set cards, folder and outcome. */
typedef struct wm_cards_report {
    const wm_cards *cards;
    const char *folder;
    wm_cards_outcome outcome;
    wm_model *record[WM_CARDS_PASSES][WM_CARDS_MOST]; /* NULL: there is none */
    wm_model *differential[WM_CARDS_PASSES];
} wm_cards_report;

/* An item on one device. A claim is NULL if there is none. */
typedef struct wm_cards_row {
    const char *label; /* of the item */
    size_t card;
    /* by pass: the rate in the card's own record, and claims of its link to the first card */
    const wm_claim *rate[WM_CARDS_PASSES];
    const wm_claim *ratio[WM_CARDS_PASSES];
    const wm_claim *low[WM_CARDS_PASSES];
    const wm_claim *high[WM_CARDS_PASSES];
    const wm_claim *agreement[WM_CARDS_PASSES];
    const wm_claim *methods[WM_CARDS_PASSES];
    wm_cards_sign sign;
} wm_cards_row;

/* An iteration over the rows: the items in the order of the first record that has them. */
typedef struct wm_cards_rows {
    const wm_cards_report *report;
    size_t owner, item, card; /* the next row */
} wm_cards_rows;

/* Gives the next row; false at the end. */
bool wm_cards_row_next(wm_cards_rows *rows, wm_cards_row *row);

#endif

/* The result of a run on several devices: what each record claims, side by side. */
#ifndef WM_REPORT_CARDS_REPORT_H
#define WM_REPORT_CARDS_REPORT_H

#include "model/model.h"
#include "report/document/document.h"
#include "study/run/cards.h"

/* The records of a run on several devices. Zero-initialise; set cards, folder and outcome. */
typedef struct wm_cards_report {
    const wm_cards *cards;
    const char *folder;
    wm_cards_outcome outcome;
    wm_model *record[WM_CARDS_PASSES][WM_CARDS_MOST]; /* NULL: there is none */
    wm_model *differential[WM_CARDS_PASSES];
} wm_cards_report;

/* Audits and loads every record that is there and valid. Errors: ARG (a path is too long), NOMEM.
 * Ownership: wm_cards_report_close, in every case. */
WM_MUST_CHECK wm_status wm_cards_report_open(wm_cards_report *report, wm_error *err);

/* Adds the verdict, each record with its exit status, the links of each pass, and the rates of both
 * passes; members: schema `witnessmark-cards/1`. All numbers are texts of claims. */
void wm_cards_report_add(const wm_cards_report *report, wm_document *to);

/* Frees everything. */
void wm_cards_report_close(wm_cards_report *report);

#endif

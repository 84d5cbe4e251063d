/* A number with its context, to paste into a text, and its record as an entry of a bibliography. */
#ifndef WM_REPORT_QUOTATION_H
#define WM_REPORT_QUOTATION_H

#include "model/model.h"
#include "model/wrapped.h"
#include "report/document/words.h"

/* Adds a claim as one line: WRONG first if an output behind it was, then text, interval, verdict,
 * class, flagged repeats or segments, findings about them, device, root; before it a remark with
 * its name and the whole root. NULL: no line and no remark. Errors: those of wm_model_read_prior.
 */
WM_MUST_CHECK wm_status wm_quotation_add(wm_model *model, const wm_claim *claim, wm_document *to,
                                         wm_error *err);

/* Adds to a line what speaks against an item, with its place behind the word, as in `WRONG in prior
 * 1 (its output failed the check): `: a fault on purpose, a wrong output, one that was not judged.
 * Nothing: there is none. */
void wm_quotation_add_objection(const wm_model *model, const wm_model_item *item, const char *place,
                                wm_words *line);

/* Adds to a line what speaks against the items behind a claim: its own, and those that it compares.
 * Nothing: there is none. Errors: those of wm_model_read_prior. */
WM_MUST_CHECK wm_status wm_quotation_add_objections(const wm_model *model, const wm_claim *claim,
                                                    wm_words *line, wm_error *err);

/* Adds a line for each item that a claim compares with, if something speaks against it: the base of
 * a change, the item of a prior. To the open list of members it adds an object for each. Errors:
 * those of wm_model_read_prior. */
WM_MUST_CHECK wm_status wm_quotation_add_sides(const wm_model *model, const wm_claim *claim,
                                               wm_document *to, wm_error *err);

/* Adds what the claims about one subject share: to one line what speaks against the items behind
 * them, to the other what was checked, repeats, flags, findings, the other sides and priors. Both
 * stay empty where there is nothing. wrapped: the record's. Errors: those of wm_model_read_prior.
 */
WM_MUST_CHECK wm_status wm_quotation_add_group(const wm_model *model, const wm_wrapped *wrapped,
                                               const wm_claims_group *group, wm_words *objections,
                                               wm_words *context, wm_error *err);

/* Adds the interval of a claim, and the claim that it is an end of; nothing if there is none. Of
 * an own number: that of its repeats or pairs, with what it shows. wrapped: the record's. */
void wm_quotation_add_interval(const wm_model *model, const wm_wrapped *wrapped,
                               const wm_claim *claim, wm_words *line);

/* Adds how many segments of its point an item has, and those that failed or have flags. */
void wm_quotation_add_segments(const wm_model_item *item, wm_words *line);

/* Adds the entry: a remark about its author, and the members `key`, `title`, `howpublished`, `year`
 * and `note`. Its key has the name of the claim, so that two of a record are two entries; claim is
 * NULL for the record alone. */
void wm_quotation_add_entry(const wm_model *model, const wm_claim *claim, wm_document *to);

#endif

/* A number with its context.
 *
 * A number is quoted without its record beside it, so what speaks against it comes first, and what
 * is not known is said: no interval, a check that could not be decided, no class. All texts are
 * those of claims, so that a document can be compared with the record. */
#include "report/views/wrapped_view.h"
#include "report/views/quotation.h"

#include "model/model_read.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/views/claim_sides.h"
#include "report/views/plan_origin.h"
#include "report/views/reasons.h"
#include "report/views/summary.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_flag_words.h"
#include "study/foreign/import.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { REPEATS_NAMED = 12 };

/* ---- what comes first ------------------------------------------------------------------------ */

/* Why an item was not judged. */
static const char *unjudged_reason(const wm_model *model, const wm_model_item *item,
                                   char room[WM_REASONS_SIZE])
{
    const wm_claim *verified = wm_claims_on(&item->claims, "verified");
    const char *reason = verified != NULL ? wm_reasons_find(model, verified, room) : NULL;
    if (reason == NULL)
        reason = item->failure[0] != '\0' ? item->failure : "the check could not be decided";
    return reason;
}

void wm_quotation_add_objection(const wm_model *model, const wm_model_item *item, const char *place,
                                wm_words *line)
{
    const wm_planned_fault *fault = &item->item->fault;
    const char *outcome = wm_planned_faults_word(item->verdict.fault);
    char room[WM_REASONS_SIZE];
    if (fault->kind != WM_FAULT_NONE) {
        wm_words_word(line, WM_EMPHASIS_ODD, "FAULT ON PURPOSE");
        wm_words_add(line, "%s (%s in %s%s%s): ", place, wm_tables_fault(fault->kind),
                     fault->in_repeats ? "every repeat" : "the transcript",
                     outcome != NULL ? ", " : "", outcome != NULL ? outcome : "");
    }
    if (item->verdict.is_wrong) {
        wm_words_word(line, WM_EMPHASIS_BAD, "WRONG");
        wm_words_add(line, "%s (%s): ", place, wm_reasons_wrong(item));
    } else if (item->verdict.is_unknown) {
        wm_words_word(line, WM_EMPHASIS_ODD, "NOT JUDGED");
        wm_words_add(line, "%s (", place);
        wm_words_data(line, unjudged_reason(model, item, room));
        wm_words_add(line, "): ");
    }
}

/* Whether something speaks against an item. */
static bool is_objectionable(const wm_model_item *item)
{
    return item->item->fault.kind != WM_FAULT_NONE || item->verdict.is_wrong ||
           item->verdict.is_unknown;
}

wm_status wm_quotation_add_sides(const wm_model *model, const wm_claim *claim, wm_document *to,
                                 wm_error *err)
{
    wm_claim_sides all;
    const wm_status status = wm_claim_sides_find(model, claim, &all, err);
    for (size_t i = 0; i < all.count && status == WM_OK; i++) {
        const wm_claim_side *one = &all.at[i];
        wm_words *line;
        if (one->item == NULL || !is_objectionable(one->item))
            continue;
        line = wm_words_item(to);
        wm_quotation_add_objection(wm_claim_sides_model(one, model), one->item, one->place, line);
        wm_words_data(line, claim->label);
        wm_data_object(to, NULL);
        wm_data_text(to, "subject", claim->label);
        wm_data_text(to, "place", one->place + strlen(" in "));
        wm_data_text(to, "item", one->item->label);
        wm_data_text(to, "verdict", wm_summary_verdict(one->item));
        wm_data_end_object(to);
    }
    return status;
}

/* ---- the context ----------------------------------------------------------------------------- */

/* The claim of the same subject whose quantity is named like this one's with another ending. */
static const wm_claim *sibling(const wm_model *model, const wm_claim *claim, size_t size,
                               const char *ending)
{
    char name[2 * WM_SUBJECT_NAME_SIZE];
    (void)snprintf(name, sizeof name, "%.*s%s", (int)size, claim->name, ending);
    return wm_claims_named(&model->claims, name);
}

/* Adds both ends, with their unit once if it is the same. */
static void add_ends(const wm_claim *low, const wm_claim *high, wm_words *line)
{
    const char *low_unit = strchr(low->text, ' '), *high_unit = strchr(high->text, ' ');
    const bool is_one_unit =
        low_unit != NULL && high_unit != NULL && strcmp(low_unit, high_unit) == 0;
    const int size = is_one_unit ? (int)(low_unit - low->text) : (int)strlen(low->text);
    const bool is_95 = low->subject == WM_SUBJECT_ITEM || low->subject == WM_SUBJECT_SLOPE;
    wm_words_add(line, ", %sinterval ", is_95 ? "95 % " : "");
    wm_words_quantity(line,
                      wm_document_text(line->document, "%.*s .. %s", size, low->text, high->text));
}

static void add_interval(const wm_model *model, const wm_claim *claim, wm_words *line)
{
    const size_t size = strlen(claim->name);
    const wm_claim *low = sibling(model, claim, size, "_low");
    const wm_claim *high = sibling(model, claim, size, "_high");
    char room[WM_REASONS_SIZE];
    if (claim->quantity == NULL) /* own claims may have any names: none is an end of another */
        return;
    if (low == NULL || high == NULL || claim->value == NULL)
        return;
    if (low->value != NULL && high->value != NULL) {
        const wm_model_item *item = wm_model_item_of(model, claim);
        const char *narrow = item != NULL ? wm_reasons_narrow(item) : NULL;
        add_ends(low, high, line);
        if (narrow != NULL)
            wm_words_add(line, " (%s)", narrow);
    } else {
        const char *reason = wm_reasons_find(model, low->value == NULL ? low : high, room);
        wm_words_add(line, ", no interval (%s)", reason != NULL ? reason : "an end is absent");
    }
}

/* Adds the claim that this one is an end of. */
static void add_middle(const wm_model *model, const wm_claim *claim, wm_words *line)
{
    static const char *const ENDINGS[] = {"_low", "_high"};
    const size_t size = strlen(claim->name);
    for (size_t i = 0; i < sizeof ENDINGS / sizeof ENDINGS[0]; i++) {
        const size_t ending = strlen(ENDINGS[i]);
        const wm_claim *middle = NULL;
        if (size > ending && strcmp(claim->name + size - ending, ENDINGS[i]) == 0)
            middle = sibling(model, claim, size - ending, "");
        if (middle == NULL || middle->quantity == NULL)
            continue;
        wm_words_add(line, ", an end of the interval of %s ", middle->quantity->name);
        wm_words_quantity(line, middle->text);
        if (middle->class != NULL) {
            wm_words_add(line, ", class ");
            wm_words_data(line, middle->class);
        }
    }
}

/* Adds what was checked of an item, but the claim itself; NULL: of all its claims. */
static void add_check(const wm_model_item *item, const wm_claim *claim, wm_words *line)
{
    const wm_claim *verified = wm_claims_on(&item->claims, "verified");
    const wm_claim *transcript = wm_claims_on(&item->claims, "transcript");
    const wm_claim *tolerance = wm_claims_on(&item->claims, "tolerance");
    if (verified == NULL)
        wm_words_add(line, ", no output to check");
    else if (verified != claim)
        wm_words_add(line, ", verified %s", verified->text);
    if (wm_claims_has_value(transcript) && transcript != claim &&
        strcmp(transcript->value, "accept") != 0)
        wm_words_add(line, ", transcript %s", transcript->text);
    if (tolerance != NULL && claim != NULL &&
        claim->quantity->tolerance_function == WM_FUNCTION_TOLERANCE)
        wm_words_add(line, ", tolerance %s", tolerance->text);
}

/* Adds the flags of an observation. */
static void add_flags(const wm_observation *one, wm_words *line)
{
    const char *lead = " (";
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++) {
        if ((one->flags >> flag & 1u) == 0)
            continue;
        wm_words_add(line, "%s%s", lead, wm_rule_flag_word((wm_flag)flag));
        lead = ", ";
    }
    wm_words_add(line, ")");
}

/* Whether all of a series have flags, the same ones. */
static bool is_flagged_alike(const wm_observations *series)
{
    for (size_t i = 0; i < series->count; i++)
        if (series->at[i].flags == 0 || series->at[i].flags != series->at[0].flags)
            return false;
    return series->count > 1;
}

/* Adds those with flags by their numbers, the first ones of many. */
static void add_flagged(const wm_observations *series, const char *noun, size_t flagged,
                        wm_words *line)
{
    size_t named = 0;
    if (is_flagged_alike(series)) {
        wm_words_add(line, ", all flagged");
        add_flags(&series->at[0], line);
        return;
    }
    wm_words_add(line, ", %zu flagged: ", flagged);
    for (size_t i = 0; i < series->count && named < REPEATS_NAMED; i++) {
        if (series->at[i].flags == 0)
            continue;
        wm_words_add(line, "%s%s %" PRIu32, named++ > 0 ? ", " : "", noun, series->at[i].number);
        add_flags(&series->at[i], line);
    }
    if (flagged > named)
        wm_words_add(line, ", %zu more", flagged - named);
}

/* Adds of how many the flags are not known. */
static void add_unknown(const wm_observations_tally *tally, wm_words *line)
{
    if (tally->unknown > 0 && tally->unknown == tally->measured)
        wm_words_add(line, ", flags unknown");
    else if (tally->unknown > 0)
        wm_words_add(line, ", flags of %zu unknown", tally->unknown);
}

/* Adds the number of a series, of those that were planned, those that failed, and those with
 * flags. */
static void add_series(const wm_observations *series, const char *noun, size_t planned,
                       wm_words *line)
{
    const wm_observations_tally tally = wm_observations_count(series);
    wm_words_add(line, "%zu %s%s", series->count, noun, wm_style_plural(series->count));
    if (series->count < planned)
        wm_words_add(line, " of %zu", planned);
    if (tally.failed > 0)
        wm_words_add(line, ", %zu failed", tally.failed);
    add_unknown(&tally, line);
    if (tally.flagged > 0)
        add_flagged(series, noun, tally.flagged, line);
    else if (tally.unknown == 0)
        wm_words_add(line, ", none flagged");
    else if (tally.unknown < tally.measured)
        wm_words_add(line, ", none of the others flagged");
}

static void add_repeats(const wm_model_item *item, wm_words *line)
{
    if (wm_plan_procedure(item->item) == WM_PROCEDURE_TRIALS)
        wm_words_add(line, "%" PRIu32 " trial%s", item->item->repeats,
                     wm_style_plural(item->item->repeats));
    else
        add_series(wm_model_repeats(item), "repeat", item->item->repeats, line);
}

void wm_quotation_add_segments(const wm_model_item *item, wm_words *line)
{
    add_series(&item->series[WM_OBSERVATIONS_SEGMENTS], "segment", 0, line);
}

/* What a finding of no claim says of the repeats that it names. */
static const char *predicate_of(const wm_model_finding *finding)
{
    const char *has = strstr(finding->text, " has "); /* labels have no spaces */
    return has != NULL ? has : strstr(finding->text, " have ");
}

/* Whether two findings say the same of their repeats. */
static bool is_said_alike(const wm_model_finding *one, const wm_model_finding *other)
{
    const char *says = predicate_of(one), *other_says = predicate_of(other);
    return says != NULL && other_says != NULL && strcmp(says, other_says) == 0;
}

/* Adds the findings about an item's repeats: the first of each sort, and the number of the others.
 * They come by sort. */
static void add_findings(const wm_model *model, const wm_model_item *item, wm_words *line)
{
    const wm_model_finding *told = NULL;
    size_t more = 0;
    for (size_t i = 0; i < model->finding_count; i++) {
        const wm_model_finding *finding = &model->finding[i];
        if (!wm_model_names_repeats(finding, item))
            continue;
        if (told != NULL && is_said_alike(told, finding)) {
            more++;
            continue;
        }
        if (more > 0)
            wm_words_add(line, ", %zu more", more);
        wm_words_add(line, ", finding: ");
        wm_words_data(line, finding->text);
        told = finding;
        more = 0;
    }
    if (more > 0)
        wm_words_add(line, ", %zu more", more);
}

static void add_busy(const wm_model *model, wm_words *line)
{
    char busy[WM_WARNINGS_SIZE];
    wm_warnings_pressure(model->pressure.mean, busy);
    if (busy[0] != '\0')
        wm_words_add(line, ", %s", busy);
}

/* Adds what an item says about its numbers. is_load: about those under load. */
static void add_item(const wm_model *model, const wm_model_item *item, bool is_load, wm_words *line)
{
    wm_words_add(line, ", ");
    if (is_load)
        wm_quotation_add_segments(item, line);
    else
        add_repeats(item, line);
    add_findings(model, item, line);
    for (int is_faster = 0; is_faster <= 1; is_faster++) {
        const char *far = wm_summary_rates_far(item, is_faster, line->document);
        if (far != NULL)
            wm_words_add(line, ", %s", far);
    }
    add_busy(model, line);
}

/* Adds what failed of one command. */
static void add_wrapped(const wm_wrapped *of, bool is_alone, wm_words *line)
{
    char whose[16] = "";
    if (!is_alone)
        (void)snprintf(whose, sizeof whose, " of %c", wm_wrapped_letter(of->command));
    wm_words_add(line, ", %zu of %zu repeats%s failed", of->failed, of->repeats, whose);
    if (of->failed > 0) {
        wm_words_add(line, " (");
        wm_words_data(line, of->failure);
        wm_words_add(line, ")");
    }
    wm_wrapped_flag_words_quote(of, whose, line);
    if (wm_wrapped_is_cut(of))
        wm_words_add(line, ", interrupted after %zu of %zu", of->repeats, of->planned);
}

/* Adds whose word a number from outside is, and what failed of the commands of `wrap`. */
static void add_own(const wm_model *model, const wm_wrapped *wrapped, wm_words *line)
{
    const bool is_imported = wm_plan_origin_is_imported(&model->plan, model->plan_name);
    wm_words_add(line, ", %s", is_imported ? WM_IMPORT_MARK : "the producer's claim");
    if (wrapped->repeats == 0)
        return;
    for (size_t i = 0; i <= wrapped->others; i++)
        add_wrapped(i == 0 ? wrapped : &wrapped->other[i - 1], wrapped->others == 0, line);
    add_busy(model, line);
}

/* Adds the repeats of an item that the claim compares with, and the findings about them. */
static void add_side(const wm_model *model, const wm_claim_side *one, wm_words *line)
{
    if (one->item == NULL)
        return;
    wm_words_add(line, ",%s: ", one->place);
    add_repeats(one->item, line);
    add_findings(wm_claim_sides_model(one, model), one->item, line);
}

/* Adds the device and the root of a prior. */
static void add_prior(const wm_model *model, unsigned prior, wm_words *line)
{
    if (prior < 1 || prior > model->prior_count)
        return;
    wm_words_add(line, "; prior %u: ", prior);
    wm_words_data(line, model->prior[prior - 1].device);
    wm_words_add(line, ", root ");
    wm_words_root(line, model->prior[prior - 1].root);
}

/* Adds the priors that a claim compares. */
static void add_priors(const wm_model *model, unsigned prior, wm_words *line)
{
    if (prior > 1 && wm_model_is_differential(model))
        add_prior(model, 1, line);
    add_prior(model, prior, line);
}

/* Adds where it was measured, and the record. */
static void add_origin(const wm_model *model, unsigned prior, wm_words *line)
{
    wm_words_add(line, "; ");
    wm_words_data(line, model->device);
    add_priors(model, prior, line);
    wm_words_add(line, "; root ");
    wm_words_root(line, model->report.root);
}

void wm_quotation_add_interval(const wm_model *model, const wm_wrapped *wrapped,
                               const wm_claim *claim, wm_words *line)
{
    add_interval(model, claim, line);
    add_middle(model, claim, line);
    if (claim->subject == WM_SUBJECT_OWN && wrapped->repeats > 0)
        wm_wrapped_view_add_interval(model, wrapped, claim, line);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Adds name and text, and why there is no value. */
static void add_text(const wm_model *model, const wm_claim *claim, wm_words *line)
{
    char room[WM_REASONS_SIZE];
    const char *reason = wm_reasons_find(model, claim, room);
    wm_words_data(line, claim->name);
    wm_words_add(line, " = ");
    if (claim->is_word || claim->value == NULL)
        wm_words_data(line, claim->text);
    else
        wm_words_quantity(line, claim->text);
    if (reason != NULL) {
        wm_words_add(line, " (");
        wm_words_data(line, reason);
        wm_words_add(line, ")");
    }
}

/* Adds what speaks against the items behind a claim. */
static void add_objections(const wm_model *model, const wm_model_item *item,
                           const wm_claim_sides *all, wm_words *line)
{
    if (item != NULL)
        wm_quotation_add_objection(model, item, "", line);
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].item != NULL)
            wm_quotation_add_objection(wm_claim_sides_model(&all->at[i], model), all->at[i].item,
                                       all->at[i].place, line);
}

wm_status wm_quotation_add_objections(const wm_model *model, const wm_claim *claim, wm_words *line,
                                      wm_error *err)
{
    wm_claim_sides all;
    const wm_status status = wm_claim_sides_find(model, claim, &all, err);
    if (status == WM_OK)
        add_objections(model, wm_model_item_behind(model, claim), &all, line);
    return status;
}

/* Adds what the claims of a group share: repeats, findings, the other sides, whose word it is. */
static void add_shared(const wm_model *model, const wm_wrapped *wrapped, const wm_claim *claim,
                       const wm_claim_sides *all, wm_words *line)
{
    const wm_model_item *item = wm_model_item_behind(model, claim);
    if (item != NULL)
        add_item(model, item, claim->subject == WM_SUBJECT_POINT, line);
    for (size_t i = 0; i < all->count; i++)
        add_side(model, &all->at[i], line);
    if (claim->subject == WM_SUBJECT_OWN)
        add_own(model, wrapped, line);
}

wm_status wm_quotation_add_group(const wm_model *model, const wm_wrapped *wrapped,
                                 const wm_claims_group *group, wm_words *objections,
                                 wm_words *context, wm_error *err)
{
    const wm_claim *claim = group->claim;
    const wm_model_item *item = wm_model_item_behind(model, claim);
    wm_claim_sides all;
    const wm_status status = wm_claim_sides_find(model, claim, &all, err);
    if (status == WM_OK) {
        add_objections(model, item, &all, objections);
        if (item != NULL)
            add_check(item, NULL, context);
        add_shared(model, wrapped, claim, &all, context);
        add_priors(model, wm_claim_sides_prior(claim), context);
    }
    return status;
}

wm_status wm_quotation_add(wm_model *model, const wm_claim *claim, wm_document *to, wm_error *err)
{
    const unsigned prior = claim != NULL ? wm_claim_sides_prior(claim) : 0;
    const wm_model_item *item = claim != NULL ? wm_model_item_behind(model, claim) : NULL;
    wm_status status;
    wm_words *line;
    wm_claim_sides all;
    wm_wrapped wrapped = {.repeats = 0};
    if (claim == NULL)
        return WM_OK;
    status = wm_claim_sides_find(model, claim, &all, err);
    if (status == WM_OK && claim->subject == WM_SUBJECT_OWN)
        status = wm_wrapped_read(model, &wrapped, err);
    wm_words_remark(to, "%s, root %s", claim->name, model->report.root);
    line = wm_words_new(to);
    if (status == WM_OK)
        add_objections(model, item, &all, line);
    add_text(model, claim, line);
    if (status == WM_OK)
        wm_quotation_add_interval(model, &wrapped, claim, line);
    if (claim->class != NULL) {
        wm_words_add(line, ", class ");
        wm_words_data(line, claim->class);
    }
    if (item != NULL)
        add_check(item, claim, line);
    if (status == WM_OK)
        add_shared(model, &wrapped, claim, &all, line);
    add_origin(model, prior, line);
    wm_wrapped_clear(&wrapped);
    return status;
}

void wm_quotation_add_entry(const wm_model *model, const wm_claim *claim, wm_document *to)
{
    const time_t start = (time_t)(model->started_at_ns / 1000000000);
    struct tm date;
    wm_words_remark(to, "author: the record does not name one; add it");
    wm_data_text(to, "key",
                 wm_document_text(to, "witnessmark-%.16s%s%s", model->report.root,
                                  claim != NULL ? "-" : "", claim != NULL ? claim->name : ""));
    wm_data_text(to, "title",
                 wm_document_mask(to, wm_document_text(to, "Benchmark record: %s, plan %s",
                                                       model->device, model->plan_name)));
    wm_data_text(to, "howpublished",
                 wm_document_text(to, "Witnessmark record, made by %s", model->producer));
    if (model->started_at_ns == 0 || gmtime_r(&start, &date) == NULL) {
        wm_data_text(to, "note", wm_document_text(to, "Root %s", model->report.root));
        return;
    }
    wm_data_count(to, "year", (uint64_t)date.tm_year + 1900);
    wm_data_text(to, "note",
                 wm_document_text(to,
                                  "First session %04d-%02d-%02d UTC, by the producer's clock. "
                                  "Root %s",
                                  date.tm_year + 1900, date.tm_mon + 1, date.tm_mday,
                                  model->report.root));
}

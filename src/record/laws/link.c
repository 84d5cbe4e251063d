/* Computes the functions of links and of priors.
 *
 * Equal digests show that two outputs are equal to the bit. Unequal ones show nothing: an honest
 * device may add in another order. So the places that both sides opened are compared, and the link
 * tolerance says how far two correct outputs can be apart. What one side lacks gives a null with a
 * reason, not a difference: a link accuses nobody for what was not measured. Evidence counts as
 * preserved only where nothing is missing: two devices can share a fault, and agree. */
#include "record/laws/link.h"

#include <string.h>

#include "record/laws/reduction.h"
#include "record/laws/statistic.h"
#include "record/laws/verdict.h"
#include "standards/format.h"

static const char NOT_HERE[] = "not comparable: not here",
                  OTHER_NONCE[] = "not comparable: other nonce",
                  FAILED[] = "not comparable: repeat failed",
                  NO_PLACES[] = "not comparable: no common places", IDENTICAL[] = "identical",
                  DIFFERENT[] = "different", WITHIN[] = "within rounding", KEPT[] = "kept",
                  CHANGED[] = "changed", UNDETERMINED[] = "undetermined";

static const char *word_or_null(const wm_result *result)
{
    return result->kind == WM_RESULT_WORD ? result->text : NULL;
}

/* A count of the item's point, as a word that the verdict reads. */
static const char *count_or_null(const wm_result *result)
{
    if (result->kind != WM_RESULT_NUMBER)
        return NULL;
    return result->number == 0 ? "0" : "some";
}

/* A planned fault in every repeat says nothing about the device: that it was caught is right. */
static wm_link_output output_of(const wm_observed_item *observed)
{
    const wm_item *item = observed->item;
    const bool has_point = item->point != WM_POINT_NONE;
    const wm_result verified = wm_reduction_of_item(WM_FUNCTION_VERIFIED, observed),
                    transcript = wm_reduction_of_item(WM_FUNCTION_TRANSCRIPT, observed),
                    none = wm_result_null("no point");
    const wm_result errors = has_point ? wm_reduction_of_item(WM_FUNCTION_ERRORS, observed) : none;
    const wm_result failed =
        has_point ? wm_reduction_of_item(WM_FUNCTION_FAILED_SEGMENTS, observed) : none;
    const wm_verdict_claims claims = {word_or_null(&verified), word_or_null(&transcript),
                                      count_or_null(&errors), count_or_null(&failed)};
    const wm_verdict found = wm_verdict_of(item, &claims);
    if (item->fault.in_repeats)
        return claims.verified != NULL && strcmp(claims.verified, "FAIL") == 0 ? WM_LINK_CORRECT
                                                                               : WM_LINK_NOT_JUDGED;
    if (found.is_wrong)
        return WM_LINK_WRONG;
    if (found.is_unknown || strcmp(claims.transcript, "injected accept") == 0)
        return WM_LINK_NOT_JUDGED;
    return WM_LINK_CORRECT;
}

wm_link_side wm_link_side_of(const wm_observed_item *observed)
{
    wm_link_side side;
    memset(&side, 0, sizeof side);
    side.item = *observed->item;
    side.has_failed = observed->has_failed;
    side.has_first = observed->count[WM_PROCEDURE_REPEATS] > 0 && observed->repeats[0].ok;
    if (side.has_first)
        memcpy(side.digest, observed->repeats[0].output_digest, sizeof side.digest);
    side.rate = wm_reduction_of_item(WM_FUNCTION_MEDIAN_RATE, observed);
    side.rate_low = wm_reduction_of_item(WM_FUNCTION_RATE_LOW, observed);
    side.rate_high = wm_reduction_of_item(WM_FUNCTION_RATE_HIGH, observed);
    side.floor = wm_tables_has(side.item.variant, WM_TRAIT_CALIBRATION)
                     ? wm_reduction_of_item(WM_FUNCTION_FLOOR, observed)
                     : wm_result_null("no floor");
    side.performance_class = wm_reduction_of_item(WM_FUNCTION_PERFORMANCE_CLASS, observed);
    side.numerical_class = wm_reduction_of_item(WM_FUNCTION_NUMERICAL_CLASS, observed);
    side.output = wm_plan_has_output(&side.item) ? output_of(observed) : WM_LINK_NOT_JUDGED;
    side.summary = observed->summary;
    return side;
}

void wm_link_compare(wm_link_difference *difference, const wm_variant *variant, const void *here,
                     const void *there, size_t size)
{
    const wm_format format = wm_format_named(variant->output_format);
    const size_t count = size / variant->output_size_bytes;
    for (size_t i = 0; i < count; i++) {
        const double x = wm_format_load(format, here, i), y = wm_format_load(format, there, i);
        const double d = wm_statistic_absolute(x - y);
        if (!(x - x == 0 && y - y == 0))
            difference->is_finite = false;
        if (d > difference->largest)
            difference->largest = d;
        if (wm_statistic_absolute(x) > difference->largest_all)
            difference->largest_all = wm_statistic_absolute(x);
        if (wm_statistic_absolute(y) > difference->largest_all)
            difference->largest_all = wm_statistic_absolute(y);
    }
}

/* ---- of a link ------------------------------------------------------------------------------- */

static bool is_identical(const wm_link *link)
{
    return link->here->has_first && link->there->has_first &&
           memcmp(link->here->digest, link->there->digest, WM_SHA256_SIZE) == 0;
}

/* Equal outputs were opened, though those of repeat 0 differ: an order of sums left to chance. */
static bool has_acquired_equal(const wm_link *link)
{
    return link->here->has_acquired && link->there->has_acquired &&
           memcmp(link->here->acquired, link->there->acquired, WM_SHA256_SIZE) == 0;
}

/* Why a function of numbers has no value; NULL: it may have one. */
static const char *what_lacks(const wm_link *link)
{
    if (link->here == NULL)
        return "not here";
    return link->here->has_failed || link->there->has_failed ? "repeat failed" : NULL;
}

static wm_result difference(const wm_link *link)
{
    if (link->here == NULL)
        return wm_result_null("not here");
    if (link->is_other_nonce)
        return wm_result_null("other nonce");
    if (what_lacks(link) != NULL)
        return wm_result_null(what_lacks(link));
    if (is_identical(link) || has_acquired_equal(link))
        return wm_result_number(0);
    if (!link->difference.is_there)
        return wm_result_null("no common places");
    if (!link->difference.is_finite)
        return wm_result_null("not finite");
    return wm_result_number(link->difference.largest /
                            (link->difference.largest_all + WM_THRESHOLD_EPSILON));
}

/* Long repeats warm a device more than short ones, and many more than few. */
static bool has_like_repeats(const wm_link *link)
{
    return link->here->item.repeats == link->there->item.repeats &&
           link->here->repeat_seconds == link->there->repeat_seconds;
}

static wm_result rate_ratio(const wm_link *link, wm_function function)
{
    const wm_link_side *here = link->here, *there = link->there;
    if (!has_like_repeats(link))
        return wm_result_null("unlike repeats");
    if (function == WM_FUNCTION_RATE_RATIO)
        return wm_result_ratio(&here->rate, &there->rate, "not finite", "not finite");
    if (function == WM_FUNCTION_RATE_RATIO_LOW)
        return wm_result_ratio(&here->rate_low, &there->rate_high, "no interval here",
                               "no interval there");
    return wm_result_ratio(&here->rate_high, &there->rate_low, "no interval here",
                           "no interval there");
}

static bool has_same_method(const wm_link *link)
{
    return memcmp(link->here->method, link->there->method, WM_SHA256_SIZE) == 0;
}

/* Whether both sides ought to give the same output: one device, one method, no chance. */
static bool is_same_machine(const wm_link *link)
{
    const wm_link_side *here = link->here, *there = link->there;
    return has_same_method(link) && here->has_device && there->has_device &&
           memcmp(here->device, there->device, WM_SHA256_SIZE) == 0 &&
           !wm_tables_has(there->item.variant, WM_TRAIT_CHANCE);
}

static const char *agreement_of(const wm_link *link)
{
    wm_result distance;
    if (link->here == NULL)
        return NOT_HERE;
    if (link->is_other_nonce)
        return OTHER_NONCE;
    if (!link->here->has_first || !link->there->has_first)
        return FAILED;
    if (is_identical(link))
        return IDENTICAL;
    if (wm_tables_has(link->there->item.variant, WM_TRAIT_EXACT) || is_same_machine(link))
        return DIFFERENT;
    if (!link->difference.is_there && !has_acquired_equal(link))
        return NO_PLACES;
    distance = difference(link);
    return distance.kind == WM_RESULT_NUMBER &&
                   distance.number <= wm_plan_link_tolerance(&link->there->item)
               ? WITHIN
               : DIFFERENT;
}

static bool is_undetermined(const wm_result *class)
{
    return class->kind == WM_RESULT_WORD &&
           strncmp(class->text, UNDETERMINED, sizeof UNDETERMINED - 1) == 0;
}

static wm_result class_kept(const wm_link *link)
{
    const wm_result *here = &link->here->performance_class,
                    *there = &link->there->performance_class;
    if (is_undetermined(here) || is_undetermined(there))
        return wm_result_word(UNDETERMINED);
    return wm_result_word(strcmp(here->text, there->text) == 0 ? KEPT : CHANGED);
}

static wm_result numerical_class_kept(const wm_link *link)
{
    const wm_result *here = &link->here->numerical_class, *there = &link->there->numerical_class;
    if (here->kind != WM_RESULT_WORD)
        return wm_result_null("no class here");
    if (there->kind != WM_RESULT_WORD)
        return wm_result_null("no class there");
    if (strcmp(here->text, there->text) == 0)
        return wm_result_word(KEPT);
    return wm_result_word(
        wm_tables_has(link->there->item.variant, WM_TRAIT_CHANCE) ? "left to chance" : CHANGED);
}

/* ---- of a recall ----------------------------------------------------------------------------- */

/* Whether both sides have profiles, of equally many units. */
static bool is_comparable(const wm_link *link)
{
    return what_lacks(link) == NULL && link->here->summary != NULL &&
           link->there->summary != NULL &&
           link->here->summary->units == link->there->summary->units;
}

void wm_link_recall(wm_link *link)
{
    if (is_comparable(link) && link->there->summary->key[0] != '\0')
        wm_profile_summary_recall(link->here->summary, link->there->summary, link->recalled_key);
}

static wm_result recall(const wm_link *link, wm_function function)
{
    const wm_profile_summary *there = link->there->summary;
    wm_result distance;
    if (!is_comparable(link))
        return wm_result_null("other units");
    distance = wm_profile_summary_distance(link->here->summary, there);
    if (function == WM_FUNCTION_DISTANCE)
        return distance;
    if (there->key[0] == '\0')
        return wm_result_null("no key there");
    if (function == WM_FUNCTION_RECALLED_KEY)
        return wm_result_word(link->recalled_key);
    return wm_result_word(WM_THRESHOLD_RECALL * distance.number <= there->spread.number ? "yes"
                                                                                        : "no");
}

wm_result wm_link_reduce(const wm_link *link, wm_function function)
{
    const wm_link_side *here = link->here, *there = link->there;
    const char *lacking = what_lacks(link);
    switch (function) {
    case WM_FUNCTION_AGREEMENT:
        return wm_result_word(agreement_of(link));
    case WM_FUNCTION_DIFFERENCE:
        return difference(link);
    case WM_FUNCTION_DIFFERENCE_LIMIT:
        return wm_result_number(wm_plan_link_tolerance(&there->item));
    default:
        break;
    }
    if (lacking != NULL)
        return wm_result_null(lacking);
    switch (function) {
    case WM_FUNCTION_DISTANCE:
    case WM_FUNCTION_RECALLED_KEY:
    case WM_FUNCTION_RECALLED:
        return recall(link, function);
    case WM_FUNCTION_METHODS:
        return wm_result_word(has_same_method(link) ? "same" : "other");
    case WM_FUNCTION_RATE_RATIO:
    case WM_FUNCTION_RATE_RATIO_LOW:
    case WM_FUNCTION_RATE_RATIO_HIGH:
        return rate_ratio(link, function);
    case WM_FUNCTION_FLOOR_RATIO:
        return wm_result_floor_ratio(&here->floor, &there->floor, "no floor here",
                                     "no floor there");
    case WM_FUNCTION_CLASS_KEPT:
        return class_kept(link);
    case WM_FUNCTION_NUMERICAL_CLASS_KEPT:
        return numerical_class_kept(link);
    default:
        return wm_result_null("not there");
    }
}

/* ---- of a prior ------------------------------------------------------------------------------ */

/* What a prior's functions count. */
typedef struct tally {
    size_t of[WM_FUNCTION_COUNT]; /* the counts, each under its function */
    bool has_ratio;
    double ratio_low, ratio_high;
    size_t measured;                   /* floors and classes of both sides */
    bool is_broken;                    /* evidence is not preserved */
    bool lacks_judgement, lacks_class; /* a side's output; a class */
} tally;

static void count_floor(tally *sums, const wm_link *link)
{
    const bool has_floor = wm_tables_has(link->there->item.variant, WM_TRAIT_CALIBRATION);
    const wm_result found = wm_link_reduce(link, WM_FUNCTION_FLOOR_RATIO);
    bool is_recovered;
    sums->of[WM_FUNCTION_FLOORS] += has_floor && link->there->floor.kind == WM_RESULT_NUMBER;
    if (!has_floor || found.kind != WM_RESULT_NUMBER)
        return;
    is_recovered =
        WM_THRESHOLD_FLOOR_LEAST <= found.number && found.number <= WM_THRESHOLD_FLOOR_MOST;
    sums->of[WM_FUNCTION_FLOORS_RECOVERED] += is_recovered;
    sums->measured++;
    sums->is_broken = sums->is_broken || !is_recovered;
    if (!sums->has_ratio || found.number < sums->ratio_low)
        sums->ratio_low = found.number;
    if (!sums->has_ratio || found.number > sums->ratio_high)
        sums->ratio_high = found.number;
    sums->has_ratio = true;
}

/* Whether the output of a side of the link is in a state. */
static bool has_output(const wm_link *link, wm_link_output output)
{
    return link->there->output == output || (link->here != NULL && link->here->output == output);
}

static void count_link(tally *sums, const wm_link *link)
{
    const char *agrees = agreement_of(link);
    const wm_result kept = wm_link_reduce(link, WM_FUNCTION_NUMERICAL_CLASS_KEPT),
                    class = wm_link_reduce(link, WM_FUNCTION_CLASS_KEPT);
    sums->of[WM_FUNCTION_LINKS]++;
    sums->of[WM_FUNCTION_IDENTICAL] += agrees == IDENTICAL;
    sums->of[WM_FUNCTION_WITHIN_ROUNDING] += agrees == WITHIN;
    sums->of[WM_FUNCTION_DIFFERENT] += agrees == DIFFERENT;
    sums->of[WM_FUNCTION_NOT_COMPARABLE] +=
        agrees != IDENTICAL && agrees != WITHIN && agrees != DIFFERENT;
    count_floor(sums, link);
    sums->of[WM_FUNCTION_CLASSES] += link->there->numerical_class.kind == WM_RESULT_WORD;
    sums->of[WM_FUNCTION_CLASSES_RECOVERED] += kept.kind == WM_RESULT_WORD && kept.text == KEPT;
    sums->measured += kept.kind == WM_RESULT_WORD;
    sums->of[WM_FUNCTION_RATES_LOST] += link->there->rate.kind == WM_RESULT_NUMBER;
    sums->is_broken = sums->is_broken || agrees == DIFFERENT ||
                      (kept.kind == WM_RESULT_WORD && kept.text == CHANGED) ||
                      has_output(link, WM_LINK_WRONG);
    sums->lacks_judgement = sums->lacks_judgement || has_output(link, WM_LINK_NOT_JUDGED);
    sums->lacks_class = sums->lacks_class || kept.kind != WM_RESULT_WORD ||
                        class.kind != WM_RESULT_WORD || class.text == UNDETERMINED;
}

/* The first word that holds: what is known to be lost comes before what is missing. */
static wm_result preservation(const tally *sums)
{
    const size_t missing = sums->of[WM_FUNCTION_NOT_COMPARABLE];
    if (missing == sums->of[WM_FUNCTION_LINKS])
        return wm_result_null("nothing comparable");
    if (sums->is_broken)
        return wm_result_word("no");
    if (missing > 0)
        return wm_result_word("partial: not compared");
    if (sums->lacks_judgement)
        return wm_result_word("partial: not judged");
    return wm_result_word(sums->lacks_class ? "partial: class undetermined" : "yes");
}

/* Floors and classes that came again, of all or of those that both sides have. */
static wm_result fraction(const tally *sums, double all, const char *none)
{
    const size_t *of = sums->of;
    if (all == 0)
        return wm_result_null(none);
    return wm_result_number(
        ((double)of[WM_FUNCTION_FLOORS_RECOVERED] + (double)of[WM_FUNCTION_CLASSES_RECOVERED]) /
        all);
}

static wm_result ratio_or_none(const tally *sums, double value)
{
    return sums->has_ratio ? wm_result_number(value) : wm_result_null("no floors");
}

wm_result wm_link_reduce_all(const wm_link *links, size_t count, wm_function function)
{
    tally sums;
    memset(&sums, 0, sizeof sums);
    for (size_t i = 0; i < count; i++)
        if (wm_plan_has_output(&links[i].there->item))
            count_link(&sums, &links[i]);
    switch (function) {
    case WM_FUNCTION_FLOOR_RATIO_LOW:
        return ratio_or_none(&sums, sums.ratio_low);
    case WM_FUNCTION_FLOOR_RATIO_HIGH:
        return ratio_or_none(&sums, sums.ratio_high);
    case WM_FUNCTION_RECOVERABLE_FRACTION:
        return fraction(&sums,
                        (double)sums.of[WM_FUNCTION_FLOORS] + (double)sums.of[WM_FUNCTION_CLASSES],
                        "nothing to recover");
    case WM_FUNCTION_RECOVERED_OF_MEASURED:
        return fraction(&sums, (double)sums.measured, "nothing on both sides");
    case WM_FUNCTION_EVIDENCE_PRESERVING:
        return preservation(&sums);
    case WM_FUNCTION_LINKS:
    case WM_FUNCTION_IDENTICAL:
    case WM_FUNCTION_WITHIN_ROUNDING:
    case WM_FUNCTION_DIFFERENT:
    case WM_FUNCTION_NOT_COMPARABLE:
    case WM_FUNCTION_FLOORS:
    case WM_FUNCTION_FLOORS_RECOVERED:
    case WM_FUNCTION_CLASSES:
    case WM_FUNCTION_CLASSES_RECOVERED:
    case WM_FUNCTION_RATES_LOST:
        return wm_result_number((double)sums.of[function]);
    default: /* a function that nobody counts is unknown, not 0 */
        return wm_result_null("not there");
    }
}

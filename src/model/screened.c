/* What a screen found on each device.
 *
 * Only outputs that were compared count as right. An item of which something is missing is named
 * with its reason: what did not run must not look as if it had passed. One wrong output that no try
 * repeats is `suspect`, because an operator who drains a node needs more than one event. */
#include "model/screened.h"

#include "base/code_point.h"
#include "base/status.h"
#include "model/mask.h"
#include "model/tally.h"
#include "record/nodes/contents.h"
#include "record/tables/exit_status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 80 }; /* columns of the first line */

static const struct {
    const char *word, *title;
    int exit, nagios;
} STATES[WM_SCREENED_STATES] = {
    [WM_SCREENED_OK] = {"ok", "OK", WM_EXIT_YES, 0},
    [WM_SCREENED_SLOW] = {"slow", "SLOW", WM_EXIT_YES, 1},
    [WM_SCREENED_NOT_APPLICABLE] = {"not applicable", "NOT APPLICABLE", WM_EXIT_INCONCLUSIVE, 3},
    [WM_SCREENED_BUSY] = {"busy", "BUSY", WM_EXIT_INCONCLUSIVE, 3},
    [WM_SCREENED_INCONCLUSIVE] = {"inconclusive", "INCONCLUSIVE", WM_EXIT_INCONCLUSIVE, 3},
    [WM_SCREENED_SUSPECT] = {"suspect", "SUSPECT", WM_EXIT_INCONCLUSIVE, 1},
    [WM_SCREENED_TROUBLE] = {"trouble", "TROUBLE", WM_EXIT_TROUBLE, 3},
    [WM_SCREENED_WRONG] = {"wrong", "WRONG", WM_EXIT_NO, 2},
};

const wm_screened_kind wm_screened_tries[WM_SCREENED_TRIES] = {
    {"same inputs", ".same-inputs", false, false},
    {"new inputs", ".new-inputs", true, false},
    {"checked by the CPU", ".checked-by-cpu", false, true}};

const char *wm_screened_word(wm_screened_state state)
{
    return STATES[state].word;
}

const char *wm_screened_title(wm_screened_state state)
{
    return STATES[state].title;
}

int wm_screened_exit(wm_screened_state state)
{
    return STATES[state].exit;
}

int wm_screened_nagios(wm_screened_state state)
{
    return STATES[state].nagios;
}

wm_screened_state wm_screened_worst(const wm_screened *screened)
{
    wm_screened_state worst = WM_SCREENED_OK;
    for (size_t i = 0; i < screened->count; i++)
        if (screened->device[i].state > worst)
            worst = screened->device[i].state;
    return screened->count > 0 ? worst : WM_SCREENED_INCONCLUSIVE;
}

/* ---- what a record says ---------------------------------------------------------------------- */

/* Counts an output by its residual. Without all repeats an item has no tolerance. Then only an
 * output without any residual is right; one with a residual is wrong where the item's residual
 * counts wrong elements, and else neither: a screen must not accuse a device of a repeat that did
 * not run. */
static void count_output(wm_screened_item *to, const wm_item *item,
                         const wm_residual_node *residual, double tolerance)
{
    const double ratio = residual->difference_max / residual->reference_max;
    const bool counts_elements = wm_tables_has(item->variant, WM_TRAIT_INTEGERS);
    if (residual->is_there && (residual->difference_max == 0 || ratio <= tolerance))
        to->right++;
    else if (!isnan(tolerance) || counts_elements)
        to->wrong++;
}

static wm_status take_repeats(wm_screened_item *to, wm_model *model, const wm_model_item *item,
                              wm_error *err)
{
    const double tolerance = wm_claims_number(wm_claims_on(&item->claims, "tolerance"));
    const wm_observations *repeats = wm_model_repeats(item);
    wm_content content;
    wm_status status = WM_OK;
    for (size_t i = 0; i < repeats->count && status == WM_OK; i++) {
        const wm_observation *one = &repeats->at[i];
        to->is_disturbed = to->is_disturbed || one->has_failed || one->lacks_flags || one->flags;
        if (one->has_failed)
            continue;
        status = wm_reader_read(model->reader, one->line, &content, err);
        if (status != WM_OK)
            break;
        to->seconds += content.of.workload.seconds;
        count_output(to, item->item, &content.of.workload.residual, tolerance);
    }
    return status;
}

static wm_status take_segments(wm_screened_item *to, wm_model *model, const wm_model_item *item,
                               wm_error *err)
{
    const wm_observations *segments = &item->series[WM_OBSERVATIONS_SEGMENTS];
    wm_content content;
    wm_status status = WM_OK;
    for (size_t i = 0; i < segments->count && status == WM_OK; i++) {
        if (segments->at[i].has_failed)
            continue;
        status = wm_reader_read(model->reader, segments->at[i].line, &content, err);
        if (status != WM_OK)
            break;
        to->seconds += content.of.stress.seconds;
        to->wrong += (uint64_t)content.of.stress.errors;
        to->right += (uint64_t)(content.of.stress.products - content.of.stress.errors);
    }
    return status;
}

/* Whether all its repeats and segments were measured. */
static bool is_complete(const wm_model_item *item)
{
    const wm_observations_tally repeats = wm_observations_count(wm_model_repeats(item));
    const wm_observations_tally segments =
        wm_observations_count(&item->series[WM_OBSERVATIONS_SEGMENTS]);
    return repeats.failed == 0 && repeats.measured == item->item->repeats && segments.failed == 0 &&
           !item->verdict.is_unknown;
}

static wm_status take_item(wm_screened_item *to, wm_model *model, const wm_model_item *item,
                           wm_error *err)
{
    const wm_claim *rate = wm_claims_on(&item->claims, "rate");
    wm_status status;
    *to = (wm_screened_item){
        .ratio = (double)NAN, .ratio_low = (double)NAN, .ratio_high = (double)NAN};
    memcpy(to->label, item->label, sizeof to->label);
    (void)snprintf(to->unit, sizeof to->unit, "%.15s",
                   rate != NULL && rate->unit != NULL ? rate->unit : "");
    to->rate = wm_claims_number(rate);
    to->low = wm_claims_number(wm_claims_on(&item->claims, "rate_low"));
    to->high = wm_claims_number(wm_claims_on(&item->claims, "rate_high"));
    status = take_repeats(to, model, item, err);
    if (status == WM_OK)
        status = take_segments(to, model, item, err);
    to->is_complete = is_complete(item);
    to->is_over_budget = wm_model_is_over_budget(item);
    if (!to->is_complete)
        (void)snprintf(
            to->reason, sizeof to->reason, "%.*s",
            WM_FIT(item->failure[0] != '\0' ? item->failure : "part of it did not run", 120));
    /* The check computes a product on the device, too, and has judged that one. */
    if (strstr(item->failure, "the check's own product of integers is wrong") != NULL)
        to->wrong++;
    /* A check that failed without an output that is off: two repeats differ, for example. */
    if (item->verdict.is_wrong && to->wrong == 0)
        to->wrong = 1;
    return status;
}

/* Where the output of a wrong item is wrong, as far as the record says. */
static void note_element(wm_screened_device *device, const wm_model *model,
                         const wm_screened_item *item, size_t index)
{
    for (size_t i = 0; i < model->transcripts.count; i++) {
        const wm_transcripts_row *row = &model->transcripts.row[i];
        if (row->item == index && row->wrong.is_there) {
            (void)snprintf(device->element, sizeof device->element, "row %llu column %llu",
                           (unsigned long long)row->wrong.row,
                           (unsigned long long)row->wrong.column);
            return;
        }
    }
    (void)snprintf(device->element, sizeof device->element, "%llu of %llu outputs",
                   (unsigned long long)item->wrong,
                   (unsigned long long)(item->right + item->wrong));
}

/* Counts outputs with another digest than every correct one as wrong. The finding begins with the
 * item's label. */
static void take_digests(wm_screened_device *device, const wm_model *model)
{
    for (size_t i = 0; i < model->finding_count; i++)
        for (size_t k = 0; k < device->item_count; k++) {
            const char *text = model->finding[i].text;
            const size_t size = strlen(device->item[k].label);
            if (!wm_tally_is_other_digest(&model->finding[i]) ||
                strncmp(text, device->item[k].label, size) != 0 || text[size] != ' ')
                continue;
            device->item[k].wrong++;
            device->item[k].right -= device->item[k].right > 0;
        }
}

/* What a baseline is looked up by. */
static void note_machine(wm_screened_device *device, const wm_model *model)
{
    const wm_environment_node *environment = wm_model_environment(model);
    char threads[16];
    wm_mask_text(environment->device, device->model, sizeof device->model);
    wm_model_fact(environment->facts, "threads", threads, sizeof threads);
    device->threads = strcmp(model->backend, "cpu") == 0 ? (unsigned)strtoul(threads, NULL, 10) : 0;
}

wm_status wm_screened_take(wm_screened_device *device, wm_model *model, wm_error *err)
{
    wm_status status = WM_OK;
    device->item_count = 0;
    memcpy(device->root, model->report.root, sizeof device->root);
    (void)snprintf(device->nonce, sizeof device->nonce, "%s", model->plan.nonce);
    note_machine(device, model);
    for (size_t i = 0; i < model->item_count && i < WM_SCREENED_ITEMS && status == WM_OK; i++) {
        status = take_item(&device->item[i], model, &model->item[i], err);
        device->item_count++;
    }
    take_digests(device, model);
    device->rejected = device->item_count;
    for (size_t i = device->item_count; i-- > 0;)
        if (device->item[i].wrong > 0)
            device->rejected = i;
    if (status == WM_OK && device->rejected < device->item_count)
        note_element(device, model, &device->item[device->rejected], device->rejected);
    return status;
}

wm_status wm_screened_take_try(wm_screened_try *again, wm_model *model, wm_error *err)
{
    wm_screened_item item;
    wm_status status = WM_OK;
    memcpy(again->root, model->report.root, sizeof again->root);
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        status = take_item(&item, model, &model->item[i], err);
        again->has_answer = again->has_answer || item.right + item.wrong > 0;
        again->is_rejected = again->is_rejected || item.wrong > 0;
        if (item.right + item.wrong == 0)
            (void)snprintf(again->reason, sizeof again->reason, "%s", item.reason);
    }
    return status;
}

wm_screened_counts wm_screened_count(const wm_screened_device *device)
{
    wm_screened_counts all = {0, 0, 0};
    for (size_t i = 0; i < device->item_count; i++) {
        all.right += device->item[i].right;
        all.wrong += device->item[i].wrong;
        all.incomplete += !device->item[i].is_complete;
    }
    return all;
}

/* ---- the state ------------------------------------------------------------------------------- */

/* The label of the rejected item. Its `.soak` goes where the first line would be too long. */
static int label_size(const wm_screened_device *device, size_t beside)
{
    static const char soak[] = ".soak";
    const char *label = device->item[device->rejected].label;
    const size_t size = strlen(label), tail = sizeof soak - 1;
    const bool is_soak = size > tail && strcmp(label + size - tail, soak) == 0;
    return (int)(is_soak && size + beside > LINE ? size - tail : size);
}

/* A rejected output: confirmed if a try was rejected too. */
static void decide_rejected(wm_screened_device *device)
{
    char tail[128];
    size_t answers = 0, confirmed = 0;
    for (size_t i = 0; i < device->try_count; i++) {
        answers += device->again[i].has_answer;
        confirmed += device->again[i].is_rejected;
    }
    device->state = confirmed > 0 ? WM_SCREENED_WRONG : WM_SCREENED_SUSPECT;
    if (answers == 0)
        (void)snprintf(tail, sizeof tail, " %s, not tried again", device->element);
    else
        (void)snprintf(tail, sizeof tail, " %s, confirmed %zu of %zu", device->element, confirmed,
                       answers);
    (void)snprintf(device->words, sizeof device->words, "%.*s%s",
                   label_size(device, strlen(tail) + strlen(device->name) + 2 +
                                          strlen(wm_screened_title(device->state))),
                   device->item[device->rejected].label, tail);
}

/* The slowest item, relative to the baseline; item_count: none is below it. */
static size_t find_slow(const wm_screened_device *device)
{
    size_t slow = device->item_count;
    for (size_t i = 0; i < device->item_count; i++)
        if (device->item[i].is_below &&
            (slow == device->item_count || device->item[i].ratio < device->item[slow].ratio))
            slow = i;
    return slow;
}

/* The first item that lacks something for another reason than the budget; item_count: none. */
static size_t find_failed(const wm_screened_device *device)
{
    for (size_t i = 0; i < device->item_count; i++)
        if (!device->item[i].is_complete && !device->item[i].is_over_budget)
            return i;
    return device->item_count;
}

void wm_screened_decide(wm_screened_device *device)
{
    const wm_screened_counts all = wm_screened_count(device);
    const size_t slow = find_slow(device), failed = find_failed(device);
    if (device->rejected < device->item_count) {
        decide_rejected(device);
    } else if (all.right == 0) {
        device->state = WM_SCREENED_INCONCLUSIVE;
        (void)snprintf(device->words, sizeof device->words, "no output was compared: %s",
                       device->item_count > 0 ? device->item[0].reason : "there is no item");
    } else if (failed < device->item_count) {
        device->state = WM_SCREENED_INCONCLUSIVE;
        (void)snprintf(device->words, sizeof device->words, "%s: %s", device->item[failed].label,
                       device->item[failed].reason);
    } else if (all.incomplete == device->item_count) {
        device->state = WM_SCREENED_INCONCLUSIVE;
        (void)snprintf(device->words, sizeof device->words,
                       "%llu outputs right, but no item was whole", (unsigned long long)all.right);
    } else if (slow < device->item_count) {
        device->state = WM_SCREENED_SLOW;
        (void)snprintf(device->words, sizeof device->words,
                       "%s at %.3f of the baseline, at most %.3f", device->item[slow].label,
                       device->item[slow].ratio, device->item[slow].ratio_high);
    } else {
        device->state = WM_SCREENED_OK;
        (void)snprintf(device->words, sizeof device->words, "%llu outputs right, %zu of %zu items",
                       (unsigned long long)all.right, device->item_count - all.incomplete,
                       device->item_count);
    }
}

/* The device that decides, the first one. */
static const wm_screened_device *decider(const wm_screened *screened)
{
    for (size_t i = 0; i < screened->count; i++)
        if (screened->device[i].state == screened->state)
            return &screened->device[i];
    return NULL;
}

void wm_screened_line(const wm_screened *screened, char line[81])
{
    const wm_screened_device *device = decider(screened);
    const char *title = wm_screened_title(screened->state);
    if (device == NULL)
        (void)snprintf(line, LINE + 1, "%s no device", title);
    else if (screened->state == WM_SCREENED_OK && screened->count > 1)
        (void)snprintf(line, LINE + 1, "%s %zu devices", title, screened->count);
    else
        (void)snprintf(line, LINE + 1, "%s %s %.*s", title, device->name,
                       WM_FIT(device->words, LINE - 1 - strlen(title) - strlen(device->name)));
}

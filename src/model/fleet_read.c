/* Reads what one record says to a sweep: its digests, its rates, and what it says of itself.
 *
 * Which digests must be equal: those of an exact item depend on the nonce and the shape alone.
 * Others also depend on the plan, the program, the device model, the method and the libraries.
 * Where additions have no fixed order, no digest must be. */
#include "model/fleet.h"

#include "backend/registry.h"
#include "base/array.h"
#include "model/mask.h"
#include "model/outline.h"
#include "model/tally.h"
#include "record/audit/outcome.h"
#include "record/tables/exit_status.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The digest of an item. */
typedef struct {
    bool is_there, is_unsteady; /* unsteady: its repeats have several */
    uint8_t bytes[WM_SHA256_SIZE], method[WM_SHA256_SIZE];
} digest;

/* The digests of all items. */
typedef struct {
    digest *at;
    size_t count, capacity;
    bool is_short; /* out of memory */
} digests;

/* A record that is being read. */
typedef struct {
    wm_fleet *fleet;
    wm_fleet_node *node;
    wm_fleet_record *to;
    wm_model *model;
    const digests *digests;
} reading;

/* ---- the environment ------------------------------------------------------------------------- */

static const char *keep_fact(const reading *of, const char *name)
{
    char text[256];
    wm_model_fact(wm_model_environment(of->model)->facts, name, text, sizeof text);
    return wm_fleet_text(of->fleet, text);
}

static const char *keep_text(const reading *of, wm_text text)
{
    char masked[256];
    wm_mask_text(text, masked, sizeof masked);
    return wm_fleet_text(of->fleet, masked);
}

static void take_environment(const reading *of)
{
    const wm_environment_node *node = wm_model_environment(of->model);
    wm_fleet_record *to = of->to;
    to->backend = keep_text(of, node->backend);
    to->device = keep_text(of, node->device);
    to->uuid = wm_fleet_text(of->fleet, of->model->uuid);
    to->program = wm_fleet_text(of->fleet, of->model->producer);
    to->driver = keep_fact(of, "driver");
    to->nonce = wm_fleet_text(of->fleet, of->model->plan.nonce);
    if (wm_registry_is_host(to->backend)) {
        char threads[32];
        wm_model_fact(node->facts, "threads", threads, sizeof threads);
        to->threads = (unsigned)strtoul(threads, NULL, 10);
    }
}

/* ---- ballots --------------------------------------------------------------------------------- */

static void hash_text(wm_sha256 *state, const char *text)
{
    wm_sha256_update(state, text, strlen(text) + 1);
}

/* The part of the plan's line that says what is measured: from its items to before its run. */
static void hash_plan(wm_sha256 *state, const wm_model_line *plan)
{
    static const char first[] = "\"items\":", last[] = ",\"run\":";
    const char *text = plan->text.data, *begin = memmem(text, plan->text.size, first, 8),
               *end = NULL;
    for (const char *at = begin; at != NULL;
         at = memmem(at + 1, (size_t)(text + plan->text.size - at - 1), last, 7))
        end = at;
    if (begin != NULL)
        wm_sha256_update(state, begin, (size_t)(end - begin));
}

/* What any digest of the record may depend on, but the nonce and what the item says. False if the
 * device model is not known: then no digest must equal another one. */
static bool hash_record(const reading *of, uint8_t hash[WM_SHA256_SIZE])
{
    /* As those of `reverify`, with the driver, which compiles kernels. */
    static const char *const FACTS[] = {
        "cpu.kernels", "blas.core",    "blas.config",        "cublaslt", "cudnn",
        "driver",      "cuda_runtime", "compute_capability", NULL};
    uint8_t device[WM_SHA256_SIZE];
    char threads[32];
    wm_sha256 state;
    if (!wm_kind_environment_device(wm_model_environment(of->model), device))
        return false;
    wm_sha256_init(&state);
    wm_sha256_update(&state, device, sizeof device);
    hash_text(&state, of->to->program);
    for (size_t i = 0; FACTS[i] != NULL; i++)
        hash_text(&state, keep_fact(of, FACTS[i]));
    (void)snprintf(threads, sizeof threads, "%u", of->to->threads);
    hash_text(&state, threads);
    hash_plan(&state, &of->model->head.plan);
    wm_sha256_final(&state, hash);
    return true;
}

/* ---- items ----------------------------------------------------------------------------------- */

/* Takes the digest of a repeat; the method is that of the first. */
static void take_repeat(void *context, const wm_outline_repeat *repeat)
{
    digests *all = context;
    digest *of;
    if (repeat->item >= all->count) {
        digest *grown = wm_array_grow(all->at, &all->capacity, repeat->item + 1, sizeof *grown);
        all->is_short = all->is_short || grown == NULL;
        if (grown == NULL)
            return;
        memset(grown + all->count, 0, (repeat->item + 1 - all->count) * sizeof *grown);
        all->at = grown;
        all->count = repeat->item + 1;
    }
    of = &all->at[repeat->item];
    if (of->is_there) {
        of->is_unsteady = of->is_unsteady || memcmp(of->bytes, repeat->digest, WM_SHA256_SIZE) != 0;
        return;
    }
    memcpy(of->bytes, repeat->digest, WM_SHA256_SIZE);
    wm_sha256_hash(repeat->method, repeat->method_size, of->method);
    of->is_there = true;
}

/* Whether nothing of the item's output was planned to be wrong, found wrong or left open. */
static bool is_right(const wm_model_item *item)
{
    return !item->verdict.is_wrong && !item->verdict.is_unknown &&
           item->verdict.fault == WM_PLANNED_FAULTS_NONE;
}

/* Takes the digest, and the ballot that it is cast in. record: what any digest of it depends on;
 * NULL: its device is not known. */
static void take_digest(const reading *of, const wm_model_item *item, wm_fleet_item *to,
                        const uint8_t *record)
{
    const wm_variant *variant = item->item->variant;
    const bool is_exact = wm_tables_has(variant, WM_TRAIT_EXACT);
    const digest *from = item->index < of->digests->count ? &of->digests->at[item->index] : NULL;
    wm_sha256 state;
    if (from == NULL || !from->is_there)
        return;
    to->has_digest = true;
    to->is_unsteady = from->is_unsteady;
    memcpy(to->digest, from->bytes, sizeof to->digest);
    to->may_vote = is_right(item) &&
                   (is_exact || (record != NULL && !wm_tables_has(variant, WM_TRAIT_CHANCE)));
    wm_sha256_init(&state);
    hash_text(&state, is_exact ? "exact" : "own");
    hash_text(&state, of->model->plan.nonce);
    hash_text(&state, item->label);
    if (!is_exact && record != NULL) {
        wm_sha256_update(&state, from->method, sizeof from->method);
        wm_sha256_update(&state, record, WM_SHA256_SIZE);
    }
    wm_sha256_final(&state, to->ballot);
}

/* Why a rate is not judged; NULL: it may be. A class that only says that the rates of one record
 * spread is no reason: the fleet shows how much they do. */
static const char *bar_of(const wm_model_item *item, const wm_fleet_item *to)
{
    static const char *const FLAGS[] = {"shared", "sharing unknown", "starved", "stopped",
                                        "not known"};
    static const char LEAD[] = "undetermined: ";
    const wm_claim *class = wm_claims_on(&item->claims, "performance_class");
    if (!(to->rate > 0))
        return "no rate";
    if (!is_right(item))
        return "output not right";
    if (class == NULL || class->value == NULL)
        return "no class";
    for (size_t i = 0; i < sizeof FLAGS / sizeof FLAGS[0]; i++)
        if (strncmp(class->value, LEAD, sizeof LEAD - 1) == 0 &&
            strcmp(class->value + sizeof LEAD - 1, FLAGS[i]) == 0)
            return FLAGS[i];
    return to->low > 0 && to->high >= to->low ? NULL : "no interval";
}

static void take_rate(const reading *of, const wm_model_item *item, wm_fleet_item *to)
{
    const wm_claim *rate = wm_claims_on(&item->claims, "rate");
    to->unit = wm_fleet_text(of->fleet, rate != NULL && rate->unit != NULL ? rate->unit : "");
    to->rate = wm_claims_number(rate);
    to->low = wm_claims_number(wm_claims_on(&item->claims, "rate_low"));
    to->high = wm_claims_number(wm_claims_on(&item->claims, "rate_high"));
    to->ratio = (double)NAN;
    to->bar = bar_of(item, to);
}

static wm_status take_items(const reading *of)
{
    uint8_t hash[WM_SHA256_SIZE];
    const uint8_t *record = hash_record(of, hash) ? hash : NULL;
    wm_fleet_record *to = of->to;
    to->item = calloc(of->model->item_count + 1, sizeof *to->item);
    if (to->item == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < of->model->item_count; i++) {
        const wm_model_item *item = &of->model->item[i];
        wm_fleet_item *one = &to->item[to->item_count++];
        one->label = wm_fleet_text(of->fleet, item->label);
        take_rate(of, item, one);
        take_digest(of, item, one, record);
    }
    return WM_OK;
}

/* ---- what the record says of itself ---------------------------------------------------------- */

/* Says which checks failed. A screen tries a wrong output again, and ends in 1 if a try confirms
 * it. With a greater exit status none did, or the tries did not end: one event is a suspicion. */
static wm_status say_failed(const reading *of)
{
    const bool is_suspect = of->node->exit_status > WM_EXIT_NO;
    const wm_fleet_state state = is_suspect ? WM_FLEET_UNDECIDED : WM_FLEET_WRONG;
    wm_buffer labels = WM_BUFFER_EMPTY;
    const wm_status status = wm_tally_failed_checks(of->model, &labels);
    if (status == WM_OK && labels.size > 0)
        wm_fleet_say_of(of->fleet, of->node, of->to->name, state, "%sfailed checks: %.*s",
                        is_suspect ? "suspect: no try confirmed the " : "",
                        (int)(labels.size < 300 ? labels.size : 300), labels.data);
    wm_buffer_clear(&labels);
    for (size_t i = 0; i < of->model->finding_count; i++)
        if (wm_tally_is_other_digest(&of->model->finding[i]))
            wm_fleet_say_of(of->fleet, of->node, of->to->name, state, "%.300s",
                            of->model->finding[i].text);
    return status;
}

/* Says what was not judged, and which faults were planned. A screen leaves items out where its time
 * ends, and begins with them the next time: that is said of a record without a judged item alone.
 */
static void say_open(const reading *of)
{
    const wm_model *model = of->model;
    const wm_model_item *first = NULL;
    size_t open = 0;
    char more[40] = "";
    bool has_judged = false;
    for (size_t i = 0; i < model->item_count; i++)
        has_judged = has_judged || !model->item[i].verdict.is_unknown;
    for (size_t i = 0; i < model->faults.count; i++)
        wm_fleet_say_of(of->fleet, of->node, of->to->name, WM_FLEET_INCONCLUSIVE,
                        "planned fault in %s: %s", model->faults.item[i].label,
                        wm_planned_faults_word(model->faults.item[i].outcome));
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].verdict.is_unknown &&
            !(has_judged && wm_model_is_over_budget(&model->item[i])) && open++ == 0)
            first = &model->item[i];
    if (open > 1)
        (void)snprintf(more, sizeof more, ", and %zu more", open - 1);
    if (first != NULL)
        wm_fleet_say_of(of->fleet, of->node, of->to->name, WM_FLEET_INCONCLUSIVE,
                        "not judged: %s%s%.200s%s", first->label,
                        first->failure[0] != '\0' ? ": " : "", first->failure, more);
    if (model->item_count == 0)
        wm_fleet_say_of(of->fleet, of->node, of->to->name, WM_FLEET_INCONCLUSIVE,
                        "the record has no items");
}

/* Says why a record was not taken. */
static void say_refused(const reading *of, wm_status status, const wm_error *err)
{
    const wm_audit_report *report = &of->model->report;
    wm_fleet_state state = WM_FLEET_TROUBLE;
    char place[32] = "";
    switch (wm_outcome_exit(status)) {
    case 1:
        state = WM_FLEET_INVALID;
        break;
    case 3:
        state = status == WM_E_UNFINISHED ? WM_FLEET_UNFINISHED : WM_FLEET_INCONCLUSIVE;
        break;
    default:
        break;
    }
    if (report->failure.line > 0)
        (void)snprintf(place, sizeof place, ":%llu", (unsigned long long)report->failure.line);
    if (report->failure.tag[0] != '\0')
        wm_fleet_say_of(of->fleet, of->node, of->to->name, state, "%.60s%s: [%s] %.200s",
                        report->failure.file, place, report->failure.tag, report->failure.words);
    else
        wm_fleet_say_of(of->fleet, of->node, of->to->name, state, "%.300s",
                        err->message[0] != '\0' ? err->message : wm_status_text(status));
}

static wm_status take_record(const reading *of)
{
    wm_status status;
    memcpy(of->to->root, of->model->report.root, sizeof of->to->root);
    take_environment(of);
    status = take_items(of);
    if (status == WM_OK)
        status = say_failed(of);
    if (status == WM_OK)
        say_open(of);
    return status;
}

wm_status wm_fleet_read(wm_fleet *fleet, wm_fleet_node *node, const char *path, const char *name)
{
    wm_error err = {WM_OK, "", ""};
    wm_fleet_record record = {.name = wm_fleet_text(fleet, name)}, *grown;
    wm_model *model = calloc(1, sizeof *model);
    digests found = {NULL, 0, 0, false};
    const reading of = {fleet, node, &record, model, &found};
    wm_status status;
    if (model == NULL)
        return WM_E_NOMEM;
    grown =
        wm_array_grow(node->record, &node->record_capacity, node->record_count + 1, sizeof *grown);
    if (grown != NULL)
        node->record = grown;
    status = wm_outline_read(path, take_repeat, &found, model, &err);
    if (status == WM_OK)
        status = found.is_short ? WM_E_NOMEM : take_record(&of);
    if (status == WM_OK && grown != NULL)
        grown[node->record_count++] = record;
    else
        free(record.item);
    if (status != WM_OK && status != WM_E_NOMEM)
        say_refused(&of, status, &err);
    wm_model_close(model);
    free(model);
    free(found.at);
    return status == WM_E_NOMEM || grown == NULL ? WM_E_NOMEM : WM_OK;
}

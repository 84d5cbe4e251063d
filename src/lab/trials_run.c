/* The procedure `trials`.
 *
 * One observation has all trials of an item, so that a curve of hundreds of points stays small. A
 * trial draws from its number alone. What a check was not asked is left out of the observation: no
 * answer is not an acceptance. */
#include "lab/trials_run.h"

#include "base/clock.h"
#include "lab/attacks.h"
#include "lab/faults.h"
#include "lab/rate_attacks.h"
#include "lab/witnesses.h"
#include "backend/registry.h"
#include "measure/schedule.h"
#include "record/laws/trials.h"
#include "record/nodes/kinds_plain.h"
#include "study/procedure/item_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The trials that are being made. */
typedef struct wm_trials_state {
    wm_target target;
    char method[256];
    bool is_asked[WM_CHECKS];
    char bits[WM_CHECKS][WM_TABLES_REPEATS / 4 + 2];
    wm_attack_result sum;            /* largest committed, smallest derived, sums of the others */
    uint32_t summed;                 /* attacks in it */
    wm_pair_node pairs;              /* extremes over the pairs so far */
    uint32_t flagged[WM_FLAG_WORDS]; /* trials of an attack on a rate with the flag */
} wm_trials_state;

/* ---- trials ---------------------------------------------------------------------------------- */

/* A nonce of a trial's own, for another correct output. */
static void nonce_of(const wm_target *t, uint32_t number, char nonce[65])
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_draw_seed(t->seed, number, "nonce", seed);
    wm_sha256_to_hex(seed, nonce);
    nonce[64] = '\0';
}

/* Whether the trials of a word draw nothing but challenges. Of one output they would all be the
 * same, and their interval would say nothing: each has operands of its own. */
static bool has_own_operands(wm_trial_word word)
{
    switch (word) {
    case WM_TRIAL_NONE:
    case WM_TRIAL_PARTS:
    case WM_TRIAL_SWAP:
    case WM_TRIAL_NARROWER:
    case WM_TRIAL_OPENED_ONLY:
    case WM_TRIAL_IDLE:
        return true;
    default:
        return wm_tables_trial(word)->is_rate;
    }
}

/* Sets the bit of a trial for each check that rejected it. */
static void keep_bits(wm_trials_state *s, uint32_t number, const wm_verdicts *verdicts)
{
    static const char DIGITS[] = "0123456789abcdef";
    for (unsigned c = 0; c < WM_CHECKS; c++) {
        char *digit = &s->bits[c][number / 4];
        const unsigned before = (unsigned)(strchr(DIGITS, *digit) - DIGITS);
        if (verdicts->is_rejected[c])
            *digit = DIGITS[before | 8U >> number % 4];
        s->is_asked[c] = s->is_asked[c] && verdicts->is_asked[c];
    }
}

/* Adds what one attack took and hid. A number that one trial lacks, all lack. */
static void keep_attack(wm_trials_state *s, const wm_attack_result *one)
{
    wm_attack_result *sum = &s->sum;
    if (s->summed++ == 0) {
        *sum = *one;
        return;
    }
    sum->committed =
        one->committed > sum->committed || isnan(one->committed) ? one->committed : sum->committed;
    sum->derived = one->derived < sum->derived || isnan(one->derived) ? one->derived : sum->derived;
    sum->error += one->error;
    sum->cost += one->cost;
}

/* The smaller one, or the larger one; NaN if one is. */
static double least_of(double a, double b)
{
    return isnan(a) || a < b ? a : b;
}

static double most_of(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}

/* Takes what both outputs of a pair are apart. A number that one pair lacks, all lack. */
static void keep_pair(wm_trials_state *s, const wm_witness_answer answers[2], double divergence)
{
    wm_pair_node *of = &s->pairs;
    const wm_pair_node one = {.is_there = true,
                              .divergence_least = divergence,
                              .divergence_most = divergence,
                              .faulty_residual = answers[1].verdicts.residual,
                              .honest_derived = answers[0].result.derived,
                              .honest_residual = answers[0].verdicts.residual};
    if (!of->is_there) {
        *of = one;
        return;
    }
    of->divergence_least = least_of(one.divergence_least, of->divergence_least);
    of->divergence_most = most_of(one.divergence_most, of->divergence_most);
    of->faulty_residual = least_of(one.faulty_residual, of->faulty_residual);
    of->honest_derived = most_of(one.honest_derived, of->honest_derived);
    of->honest_residual = most_of(one.honest_residual, of->honest_residual);
}

static wm_status make_fault(wm_trials_state *s, const wm_item *item, uint32_t number,
                            wm_verdicts *verdicts, char reason[128])
{
    wm_draw_stream draw;
    uint8_t probes[WM_SHA256_SIZE];
    wm_status status;
    wm_target_probes(&s->target, number, probes);
    wm_draw_begin(&draw, s->target.seed, number, "fault");
    status = item->trial.word == WM_TRIAL_NONE /* the digests of one output would always agree */
                 ? wm_target_repeat(&s->target)
                 : wm_faults_make(&s->target, item->trial, &draw, reason);
    return status == WM_OK ? wm_target_judge(&s->target, probes, verdicts) : status;
}

/* Attacks the rate of the target, with repeats as those of a run. */
static wm_status attack_rate(const wm_item_run *run, wm_verdicts *verdicts,
                             wm_attack_result *result, char reason[128])
{
    const wm_rate_attacks bench = {.target = &run->trials->target,
                                   .options = run->options->repeat,
                                   .clock_limit_hz =
                                       wm_graph_clock_limit(run->options->sink->graph),
                                   .device = run->options->settings->device_options.index};
    unsigned flags = 0;
    const wm_status status =
        wm_rate_attacks_run(&bench, run->item->trial, verdicts, result, &flags, reason);
    for (unsigned f = 0; status == WM_OK && f < WM_FLAG_WORDS; f++)
        run->trials->flagged[f] += (flags & 1U << f) != 0;
    return status;
}

static wm_status make_trial(const wm_item_run *run, uint32_t number, char reason[128])
{
    wm_trials_state *s = run->trials;
    const wm_item *item = run->item;
    const bool is_attack = wm_tables_trial(item->trial.word)->is_attack;
    wm_verdicts verdicts;
    wm_attack_result result;
    wm_status status = WM_OK;
    wm_target_restore(&s->target);
    if (has_own_operands(item->trial.word)) {
        char nonce[65];
        nonce_of(&s->target, number, nonce);
        status = wm_target_renew(&s->target, nonce);
    }
    if (status != WM_OK)
        return status;
    if (wm_tables_trial(item->trial.word)->is_rate)
        status = attack_rate(run, &verdicts, &result, reason);
    else if (is_attack)
        status = wm_attacks_run(&s->target, item->trial, number, &verdicts, &result, reason);
    else
        status = make_fault(s, item, number, &verdicts, reason);
    if (status != WM_OK)
        return status;
    keep_bits(s, number, &verdicts);
    if (is_attack)
        keep_attack(s, &result);
    return WM_OK;
}

/* Adds to the method which flags there were, and in how many trials. */
static void name_flags(wm_trials_state *s)
{
    const char *before = "; flags: ";
    for (unsigned f = 0; f < WM_FLAG_WORDS; f++) {
        const size_t used = strlen(s->method);
        if (s->flagged[f] == 0)
            continue;
        (void)snprintf(s->method + used, sizeof s->method - used, "%s%s in %u", before,
                       wm_rule_flag_word((wm_flag)f), (unsigned)s->flagged[f]);
        before = ", ";
    }
}

static void begin_bits(wm_trials_state *s, uint32_t trials)
{
    for (unsigned c = 0; c < WM_CHECKS; c++) {
        memset(s->bits[c], '0', (trials + 3) / 4);
        s->bits[c][(trials + 3) / 4] = '\0';
        s->is_asked[c] = true;
    }
}

/* ---- witnesses ------------------------------------------------------------------------------- */

static bool is_of_witnesses(wm_trial trial)
{
    return trial.word == WM_TRIAL_QUORUM || trial.word == WM_TRIAL_TWO;
}

/* A witness of this nonce; `number` says which device of the kind it takes, in turn. */
static wm_witness_ask ask_of(const wm_item_run *run, const char *nonce, uint32_t number,
                             size_t devices)
{
    wm_witness_ask ask;
    memset(&ask, 0, sizeof ask);
    ask.item = run->trials->target.item;
    memcpy(ask.nonce, nonce, sizeof ask.nonce);
    memcpy(ask.seed, run->trials->target.seed, sizeof ask.seed);
    ask.backend = run->device->ops;
    ask.device = (unsigned)(number % devices);
    return ask;
}

static wm_status count_devices(wm_item_run *run, size_t *devices)
{
    static wm_device_entry entries[WM_REGISTRY_DEVICES];
    wm_error err;
    const wm_status status = wm_registry_list(run->device->ops, entries, devices, &err);
    return status == WM_OK && *devices == 0 ? WM_E_DEVICE : status;
}

/* What each witness is asked: of `two`, the first of a pair is honest. */
static void ask_witnesses(const wm_item_run *run, wm_witness_ask *asks, size_t devices)
{
    for (uint32_t i = 0; i < run->item->repeats; i++) {
        asks[i] = ask_of(run, run->trials->target.nonce, i, devices);
        if (run->item->trial.word == WM_TRIAL_QUORUM || i % 2 == 1)
            asks[i].trial.word = WM_TRIAL_NULL_SPACE;
    }
}

/* Whether the output of a witness differs from the first one's, or from that of its pair. */
static bool differs(const wm_witness_answer *answers, uint32_t i, bool by_pair)
{
    const uint32_t other = by_pair ? i ^ 1U : 0;
    return memcmp(answers[i].digest, answers[other].digest, WM_SHA256_SIZE) != 0;
}

/* Notes why a witness has no answer. */
static wm_status note_answer(wm_item_run *run, const wm_witness_answer *answer)
{
    if (answer->status == WM_OK || answer->reason[0] == '\0')
        return wm_item_run_note(run, "asking a witness", answer->status);
    (void)snprintf(run->reason, sizeof run->reason, "%s", answer->reason);
    return answer->status;
}

static wm_status keep_answers(wm_item_run *run, wm_witness_answer *answers)
{
    const bool by_pair = run->item->trial.word == WM_TRIAL_TWO;
    for (uint32_t i = 0; i < run->item->repeats; i++) {
        wm_witness_answer *answer = &answers[i];
        const wm_status status = note_answer(run, answer);
        if (status != WM_OK)
            return status;
        answer->verdicts.is_rejected[WM_CHECK_DIGEST] = differs(answers, i, by_pair);
        keep_bits(run->trials, i, &answer->verdicts);
        if (!by_pair || i % 2 == 1)
            keep_attack(run->trials, &answer->result);
    }
    return WM_OK;
}

static void name_witnesses(wm_trials_state *s, uint32_t processes, size_t devices)
{
    const size_t used = strlen(s->method);
    devices = devices < processes ? devices : processes;
    (void)snprintf(s->method + used, sizeof s->method - used, "; witnesses: %u processes, %zu %s",
                   (unsigned)processes, devices, devices == 1 ? "device" : "devices");
}

static wm_status make_at_once(wm_item_run *run)
{
    static wm_witness_ask asks[WM_WITNESSES];
    static wm_witness_answer answers[WM_WITNESSES];
    const uint32_t count = run->item->repeats;
    size_t devices = 0;
    wm_status status;
    if (count > WM_WITNESSES || (run->item->trial.word == WM_TRIAL_TWO && count % 2 != 0)) {
        (void)snprintf(run->reason, sizeof run->reason,
                       "so many witnesses cannot be asked: at most %d, and of pairs an even number",
                       WM_WITNESSES);
        return WM_E_UNSUPPORTED;
    }
    status = count_devices(run, &devices);
    if (status == WM_OK) {
        ask_witnesses(run, asks, devices);
        status = wm_witnesses_ask(asks, count, answers);
    }
    if (status != WM_OK)
        return wm_item_run_note(run, "asking the witnesses", status);
    name_witnesses(run->trials, count, devices);
    return keep_answers(run, answers);
}

/* What the checks say of a pair: of the second output what they say of any, and the last three of
 * the first. */
static void judge_pair(const wm_witness_answer answers[2], wm_verdicts *verdicts)
{
    const wm_witness_answer *honest = &answers[0], *faulty = &answers[1];
    *verdicts = faulty->verdicts;
    verdicts->is_rejected[WM_CHECK_DIGEST] = differs(answers, 1, true);
    verdicts->is_asked[WM_CHECK_BEFORE] = true;
    verdicts->is_rejected[WM_CHECK_BEFORE] =
        memcmp(faulty->correct, honest->digest, WM_SHA256_SIZE) != 0;
    verdicts->is_asked[WM_CHECK_HONEST] = honest->verdicts.is_asked[WM_CHECK_ANY];
    verdicts->is_rejected[WM_CHECK_HONEST] = honest->verdicts.is_rejected[WM_CHECK_ANY];
    verdicts->is_asked[WM_CHECK_HONEST_PAPER] = honest->verdicts.is_asked[WM_CHECK_PAPER_8];
    verdicts->is_rejected[WM_CHECK_HONEST_PAPER] = !(honest->result.derived <= 1);
}

static wm_status make_pair(wm_item_run *run, uint32_t number, size_t devices)
{
    wm_trials_state *s = run->trials;
    const wm_workload *workload = &s->target.workload;
    const wm_witness_output output = {workload->output_bytes, workload->output_count,
                                      workload->output_format};
    static wm_witness_answer answers[2];
    wm_witness_ask asks[2];
    wm_verdicts verdicts;
    char nonce[65];
    double divergence;
    wm_status status;
    nonce_of(&s->target, number, nonce);
    for (uint32_t i = 0; i < 2; i++)
        asks[i] = ask_of(run, nonce, i, devices);
    asks[1].trial = (wm_trial){WM_TRIAL_BIT, run->item->trial.size};
    asks[1].number = number;
    status = wm_witnesses_ask_pair(asks, &output, answers, &divergence);
    if (status != WM_OK)
        return wm_item_run_note(run, "asking the witnesses", status);
    for (unsigned i = 0; status == WM_OK && i < 2; i++)
        status = note_answer(run, &answers[i]);
    if (status != WM_OK)
        return status;
    judge_pair(answers, &verdicts);
    keep_bits(s, number, &verdicts);
    keep_attack(s, &answers[1].result);
    keep_pair(s, answers, divergence);
    return WM_OK;
}

/* Makes one pair after the other: a pair needs two devices, and two of its outputs are kept. */
static wm_status make_pairs(wm_item_run *run)
{
    const volatile sig_atomic_t *stop = run->options->repeat.stop;
    size_t devices = 0;
    wm_status status = count_devices(run, &devices);
    if (status != WM_OK)
        return wm_item_run_note(run, "asking the witnesses", status);
    for (uint32_t i = 0; status == WM_OK && i < run->item->repeats; i++)
        status = stop != NULL && *stop != 0 ? WM_E_INTERRUPTED : make_pair(run, i, devices);
    name_witnesses(run->trials, 2, devices);
    return status;
}

/* ---- all trials ------------------------------------------------------------------------------ */

/* Makes all trials; notes a failure. */
static wm_status make_all(wm_item_run *run)
{
    wm_trials_state *s = run->trials;
    const volatile sig_atomic_t *stop = run->options->repeat.stop;
    begin_bits(s, run->item->repeats);
    if (is_of_witnesses(run->item->trial))
        return make_at_once(run);
    if (wm_tables_trial(run->item->trial.word)->is_pair)
        return make_pairs(run);
    for (uint32_t i = 0; i < run->item->repeats; i++) {
        char reason[128] = "";
        wm_status status;
        if (stop != NULL && *stop != 0)
            return WM_E_INTERRUPTED;
        status = make_trial(run, i, reason);
        if (status != WM_OK && reason[0] != '\0') {
            (void)snprintf(run->reason, sizeof run->reason, "%s", reason);
            return status;
        }
        if (status != WM_OK)
            return wm_item_run_note(run, "trying the checks", status);
    }
    name_flags(s);
    return WM_OK;
}

/* ---- the observation ------------------------------------------------------------------------- */

static wm_trials_node node_of(const wm_observe_place *place)
{
    return (wm_trials_node){.environment = wm_member_edge(place->sink->environment),
                            .plan = wm_member_edge(place->sink->plan),
                            .item = (double)place->item_index};
}

static wm_attack_node attack_of(const wm_trials_state *s)
{
    const wm_attack_result *sum = &s->sum;
    const double trials = s->summed;
    wm_attack_node node = {.is_there = true,
                           .committed = sum->committed,
                           .cost = sum->cost / trials,
                           .derived = sum->derived,
                           .error = sum->error / trials};
    if (!isfinite(node.committed) || !isfinite(node.cost) || !isfinite(node.derived) ||
        !isfinite(node.error))
        node.reason = wm_member_text("not finite, or not measured");
    return node;
}

static wm_pair_node pair_of(const wm_trials_state *s)
{
    wm_pair_node node = s->pairs;
    if (!isfinite(node.divergence_most) || !isfinite(node.faulty_residual) ||
        !isfinite(node.honest_derived) || !isfinite(node.honest_residual))
        node.reason = wm_member_text("not finite, or not measured");
    return node;
}

static wm_status observe(const wm_observe_place *place, const wm_trials_state *s,
                         uint64_t started_at_ns, double seconds, wm_error *err)
{
    wm_trials_node node = node_of(place);
    wm_seen_node seen[WM_CHECKS];
    char digits[24];
    size_t count = 0;
    for (unsigned c = 0; c < WM_CHECKS; c++)
        if (s->is_asked[c])
            seen[count++] =
                (wm_seen_node){.is_there = true,
                               .check = wm_member_text(wm_tables_check((wm_check_word)c)),
                               .trials = wm_member_text(s->bits[c])};
    (void)snprintf(digits, sizeof digits, "%llu", (unsigned long long)started_at_ns);
    if (wm_tables_trial(place->item->trial.word)->is_attack)
        node.attack = attack_of(s);
    if (wm_tables_trial(place->item->trial.word)->is_pair)
        node.pair = pair_of(s);
    node.method = wm_member_text(s->method);
    node.seconds = seconds;
    node.seed = wm_member_hex(s->target.seed);
    node.seen = wm_member_list(seen, count);
    node.started_at = wm_member_text(digits);
    return wm_sink_write(place->sink, &wm_kind_trials_ok, &node, NULL, err);
}

static wm_status fail_next(const wm_observe_place *place, const char *reason, wm_error *err)
{
    wm_trials_node node = node_of(place);
    node.reason = wm_member_text(reason);
    return wm_sink_write(place->sink, &wm_kind_trials_failed, &node, NULL, err);
}

/* ---- the procedure --------------------------------------------------------------------------- */

/* Operands and output, and for products the matrices of the paper's check in binary32. */
static double bytes_of(const wm_item *item)
{
    const double m = (double)item->dimension[0], n = (double)item->dimension[1],
                 k = (double)item->dimension[2];
    const double paper =
        wm_paper_check_knows(wm_product_of(item->variant)) ? 4 * (m * k + k * n + m * n) : 0;
    const double neighbours = item->trial.word == WM_TRIAL_NEIGHBOUR ? item->trial.size : 0;
    const double witnesses = wm_tables_trial(item->trial.word)->is_pair ? 2 : 0;
    return (1 + witnesses) * (2 * wm_workload_bytes(item) + paper) +
           neighbours * wm_workload_bytes(item);
}

/* Bytes of operands and output that a trial passes over, a second. */
static const wm_workload_cost *nominal_of(const wm_item *item)
{
    static const wm_workload_cost TRIAL = {.rate = 5e8, .rate_gpu = 1e10};
    (void)item;
    return &TRIAL;
}

static double seconds_of(const wm_item *item, const wm_machine_speed *machine, wm_phase phase)
{
    const double rate = wm_procedure_nominal_rate(item, machine->is_gpu) * machine->speed;
    const double timed = wm_tables_trial(item->trial.word)->is_rate
                             ? wm_rate_attacks_repeats(item->trial) * machine->repeat_seconds
                             : 0;
    return phase == WM_PHASE_REPEATS
               ? item->repeats * (1e-3 + timed + wm_workload_bytes(item) / rate)
               : 0;
}

static wm_status begin(wm_item_run *run)
{
    run->trials = calloc(1, sizeof *run->trials);
    return run->trials == NULL ? wm_item_run_note(run, "allocating", WM_E_NOMEM) : WM_OK;
}

static wm_status prepare(wm_item_run *run)
{
    wm_trials_state *s = run->trials;
    uint8_t seed[WM_SHA256_SIZE];
    wm_status status;
    wm_trials_seed(run->item, run->nonce, seed);
    status = wm_target_open(&s->target, run->device, run->item, run->nonce, seed);
    if (status == WM_OK)
        status = run->device->ops->describe(run->device, &s->target.workload.job, s->method);
    return wm_item_run_note(run, "making the correct output", status);
}

static wm_status next(wm_item_run *run, bool *is_measured, wm_error *err)
{
    const wm_observe_place place = {run->options->sink, run->item, run->index, 0};
    const uint64_t started_at = wm_clock_since(&run->options->repeat.start);
    const double begin_s = wm_clock_s();
    wm_status status;
    wm_item_run_enter(run, WM_PHASE_REPEATS);
    status = prepare(run);
    if (status == WM_OK)
        status = make_all(run);
    if (status != WM_OK)
        return status;
    *is_measured = true;
    return observe(&place, run->trials, started_at, wm_clock_s() - begin_s, err);
}

static void close_trials(wm_item_run *run)
{
    if (run->trials == NULL)
        return;
    wm_target_close(&run->trials->target);
    free(run->trials);
    run->trials = NULL;
}

const wm_procedure wm_trials_run = {
    .row = WM_PROCEDURE_TRIALS,
    .phase = WM_PHASE_REPEATS,
    .bytes = bytes_of,
    .nominal = nominal_of,
    .seconds = seconds_of,
    .begin = begin,
    .next = next,
    .fail_next = fail_next,
    .close = close_trials,
};

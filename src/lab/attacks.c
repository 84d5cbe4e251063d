/* Attacks on the checks of an output.
 *
 * Each gives the checks an output as a dishonest producer would, and measures what it cost and how
 * much it hid. The committed probes of the paper exist here alone, to be broken: they are drawn
 * from the seed of the trials, which an attacker knows before the product is made. */
#include "lab/attacks.h"

#include "lab/faults.h"
#include "record/laws/derive.h"
#include "record/laws/opening.h"
#include "standards/normal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 1000, HALVINGS = 20, EVERY = 20 };

static const double HALF = 0.5, WRONG_CHUNKS = 0.1;

static wm_status refuse(char reason[128], const char *words)
{
    (void)snprintf(reason, 128, "%s", words);
    return WM_E_UNSUPPORTED;
}

static wm_format format_of(const wm_target *t)
{
    return t->workload.output_format;
}

double wm_attacks_error(const wm_target *t)
{
    double errors = 0, squares = 0;
    for (size_t i = 0; i < t->workload.output_count; i++) {
        const double right = wm_format_load(format_of(t), t->correct, i);
        const double off = wm_format_load(format_of(t), t->broken, i) - right;
        errors += off * off;
        squares += right * right;
    }
    return sqrt(errors / squares);
}

/* The seed that the paper's verifier draws from a claimed output (Fiat-Shamir). */
static wm_status derived_seed(const wm_target *t, uint8_t seed[WM_SHA256_SIZE])
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_buffer context = WM_BUFFER_EMPTY;
    wm_status status = wm_workload_digest(&t->workload, digest);
    if (status == WM_OK)
        status = wm_derive_context(&t->item, t->nonce, digest, &context);
    if (status == WM_OK)
        wm_derive_probe(&context, 0, seed);
    wm_buffer_clear(&context);
    return status;
}

wm_status wm_attacks_judge(wm_target *t, wm_verdicts *verdicts, wm_attack_result *result)
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_status status;
    wm_draw_seed(t->seed, 0, "committed probes", seed);
    status = wm_target_judge(t, seed, verdicts);
    if (status == WM_OK)
        status = wm_target_residual(t, seed, &result->committed);
    if (status == WM_OK)
        status = derived_seed(t, seed);
    if (status == WM_OK)
        status = wm_target_residual(t, seed, &result->derived);
    return status;
}

/* ---- the null space -------------------------------------------------------------------------- */

/* The committed probes, n x 8, as the paper's check has them. */
static wm_status committed_probes(const wm_target *t, size_t n, double *X)
{
    const double *table;
    uint8_t seed[WM_SHA256_SIZE];
    float *stored = malloc(n * WM_PAPER_PROBES * sizeof *stored);
    wm_philox stream;
    wm_status status = stored == NULL ? WM_E_NOMEM : wm_normal_table(&table);
    wm_draw_seed(t->seed, 0, "committed probes", seed);
    stream = wm_philox_from_seed(seed);
    if (status == WM_OK)
        wm_normal_fill(table, &stream, 0, n * WM_PAPER_PROBES, WM_FORMAT_F32, stored);
    for (size_t i = 0; status == WM_OK && i < n * WM_PAPER_PROBES; i++)
        X[i] = stored[i];
    free(stored);
    return status;
}

/* Makes the columns of X, n x 8, orthonormal (modified Gram and Schmidt). */
static void orthonormalize(double *X, size_t n)
{
    for (size_t p = 0; p < WM_PAPER_PROBES; p++) {
        double square = 0;
        for (size_t q = 0; q < p; q++) {
            double dot = 0;
            for (size_t i = 0; i < n; i++)
                dot += X[i * WM_PAPER_PROBES + p] * X[i * WM_PAPER_PROBES + q];
            for (size_t i = 0; i < n; i++)
                X[i * WM_PAPER_PROBES + p] -= dot * X[i * WM_PAPER_PROBES + q];
        }
        for (size_t i = 0; i < n; i++)
            square += X[i * WM_PAPER_PROBES + p] * X[i * WM_PAPER_PROBES + p];
        for (size_t i = 0; i < n; i++)
            X[i * WM_PAPER_PROBES + p] /= sqrt(square);
    }
}

/* Takes from a row what the probes see of it. */
static void project(const double *X, size_t n, double *row)
{
    for (size_t p = 0; p < WM_PAPER_PROBES; p++) {
        double dot = 0;
        for (size_t j = 0; j < n; j++)
            dot += row[j] * X[j * WM_PAPER_PROBES + p];
        for (size_t j = 0; j < n; j++)
            row[j] -= dot * X[j * WM_PAPER_PROBES + p];
    }
}

/* Adds to a row an error of this norm that the committed probes, orthonormal in X, do not see. */
static void hide_in_row(wm_target *t, const double *X, const double *table, size_t i, double norm,
                        wm_draw_stream *draw, double *row)
{
    const size_t n = (size_t)t->workload.shape.columns;
    double errors = 0;
    for (size_t j = 0; j < n; j++)
        row[j] = table[wm_draw_below(draw, WM_NORMAL_ENTRIES)];
    project(X, n, row);
    for (size_t j = 0; j < n; j++)
        errors += row[j] * row[j];
    for (size_t j = 0; j < n; j++)
        wm_format_store(format_of(t), t->broken, i * n + j,
                        wm_format_load(format_of(t), t->correct, i * n + j) +
                            norm / sqrt(errors) * row[j]);
}

/* Adds an error of half the output's norm that the committed probes do not see, in one row of
 * EVERY: there it is 2.2 times as large as the output. The ratio under fresh probes is then 0.9,
 * near its most of 1, while the rounding of these rows stays below the tolerance. Spread over all
 * rows the ratio is at most 0.45, 60 tolerances of bf16. */
static wm_status hide_in_null_space(wm_target *t, uint32_t number)
{
    const size_t n = (size_t)t->workload.shape.columns, m = (size_t)t->workload.shape.rows;
    const size_t rows = (m + EVERY - 1) / EVERY;
    double *X = malloc(n * WM_PAPER_PROBES * sizeof *X), *row = malloc(n * sizeof *row);
    const double *table;
    double squares = 0;
    wm_draw_stream draw;
    wm_status status = X == NULL || row == NULL ? WM_E_NOMEM : committed_probes(t, n, X);
    if (status == WM_OK)
        status = wm_normal_table(&table);
    if (status == WM_OK)
        orthonormalize(X, n);
    for (size_t i = 0; status == WM_OK && i < m * n; i++) {
        const double value = wm_format_load(format_of(t), t->correct, i);
        squares += value * value;
    }
    wm_draw_begin(&draw, t->seed, number, "null space");
    for (size_t i = 0; status == WM_OK && i < m; i += EVERY)
        hide_in_row(t, X, table, i, HALF * sqrt(squares / (double)rows), &draw, row);
    free(X);
    free(row);
    if (status == WM_OK)
        wm_target_touch(t, 0, t->workload.output_bytes);
    return status;
}

static wm_status null_space(wm_target *t, uint32_t number, wm_verdicts *verdicts,
                            wm_attack_result *result, char reason[128])
{
    wm_status status;
    if (!t->has_paper)
        return refuse(reason, "the paper's check does not know this output");
    if (t->workload.shape.columns <= WM_PAPER_PROBES)
        return refuse(reason, "the probes see all that so few columns can hold");
    status = hide_in_null_space(t, number);
    result->error = wm_attacks_error(t);
    result->cost = 1;
    return status == WM_OK ? wm_attacks_judge(t, verdicts, result) : status;
}

/* ---- under the tolerance --------------------------------------------------------------------- */

/* Adds a dense random error of a size relative to the output. */
static void add_error(wm_target *t, const float *error, double scale)
{
    for (size_t i = 0; i < t->workload.output_count; i++)
        wm_format_store(format_of(t), t->broken, i,
                        wm_format_load(format_of(t), t->correct, i) + scale * (double)error[i]);
    wm_target_touch(t, 0, t->workload.output_bytes);
}

/* Halves an interval of sizes until the largest is known that the paper's check accepts. Its probes
 * are not known to the attacker: they are drawn for each trial. */
static wm_status find_window(wm_target *t, const float *error, double rms, uint32_t number,
                             wm_verdicts *verdicts, wm_attack_result *result)
{
    double low = 0, high = rms;
    uint8_t seed[WM_SHA256_SIZE];
    wm_status status = WM_OK;
    wm_target_probes(t, number, seed);
    for (unsigned i = 0; status == WM_OK && i < HALVINGS; i++) {
        const double middle = (low + high) / 2;
        double residual;
        add_error(t, error, middle);
        status = wm_target_residual(t, seed, &residual);
        if (residual <= 1)
            low = middle;
        else
            high = middle;
    }
    add_error(t, error, low);
    result->error = wm_attacks_error(t);
    if (status == WM_OK)
        status = wm_target_residual(t, seed, &result->derived);
    return status == WM_OK ? wm_target_judge(t, seed, verdicts) : status;
}

static wm_status window(wm_target *t, uint32_t number, wm_verdicts *verdicts,
                        wm_attack_result *result, char reason[128])
{
    const size_t count = t->workload.output_count;
    const double *table;
    double squares = 0;
    float *error;
    wm_draw_stream draw;
    wm_status status = wm_normal_table(&table);
    if (!t->has_paper)
        return refuse(reason, "the paper's check does not know this output");
    error = malloc(count * sizeof *error);
    if (status != WM_OK || error == NULL) {
        free(error);
        return status != WM_OK ? status : WM_E_NOMEM;
    }
    wm_draw_begin(&draw, t->seed, number, "window");
    for (size_t i = 0; i < count; i++) {
        const double value = wm_format_load(format_of(t), t->correct, i);
        error[i] = (float)table[wm_draw_below(&draw, WM_NORMAL_ENTRIES)];
        squares += value * value;
    }
    result->cost = 1;
    status = find_window(t, error, sqrt(squares / (double)count), number, verdicts, result);
    free(error);
    return status;
}

/* ---- a floor that is too high ---------------------------------------------------------------- */

/* Adds a dense random error of `size` ten-thousandths of the output's rms, drawn for this use. */
static wm_status round_worse(wm_target *t, uint32_t size, uint32_t number, const char *word)
{
    const size_t count = t->workload.output_count;
    const double *table;
    double squares = 0;
    float *error;
    wm_draw_stream draw;
    wm_status status = wm_normal_table(&table);
    if (status != WM_OK)
        return status;
    error = malloc(count * sizeof *error);
    if (error == NULL)
        return WM_E_NOMEM;
    wm_draw_begin(&draw, t->seed, number, word);
    for (size_t i = 0; i < count; i++) {
        const double value = wm_format_load(format_of(t), t->correct, i);
        error[i] = (float)table[wm_draw_below(&draw, WM_NORMAL_ENTRIES)];
        squares += value * value;
    }
    add_error(t, error, size * 1e-4 * sqrt(squares / (double)count));
    free(error);
    return WM_OK;
}

/* A device that is this wrong in every product also calibrates with one: the paper's tolerance is a
 * multiple of what the device's own products leave. */
static wm_status raise_floor(wm_target *t, uint32_t size, uint32_t number, wm_verdicts *verdicts,
                             wm_attack_result *result, char reason[128])
{
    wm_status status;
    if (!t->has_paper)
        return refuse(reason, "the paper's check does not know this output");
    status = round_worse(t, size, number, "floor of the calibration");
    if (status == WM_OK)
        status = wm_target_calibrate(t);
    if (status == WM_OK)
        status = round_worse(t, size, number, "floor");
    result->error = wm_attacks_error(t);
    result->cost = 1;
    return status == WM_OK ? wm_attacks_judge(t, verdicts, result) : status;
}

/* ---- searches -------------------------------------------------------------------------------- */

/* Flips the lowest bit of one element of bytes [first, end), so that all challenges are drawn anew,
 * and undoes the flip before it, at *at: many such errors are one that G sees. */
static void vary(wm_target *t, wm_draw_stream *draw, size_t first, size_t end, size_t *at)
{
    const size_t size = wm_format_size(format_of(t));
    if (*at < end)
        t->broken[*at] ^= 1;
    *at = first + size * (size_t)wm_draw_below(draw, (end - first) / size);
    t->broken[*at] ^= 1;
    wm_target_touch(t, *at, size);
}

/* Varies `broken` until the statistics of the residual miss the error in it. The cost is the number
 * of outputs that were tried: each is digested and checked, and none is computed again. */
static wm_status search_until_accepted(wm_target *t, uint32_t number, wm_verdicts *verdicts,
                                       wm_attack_result *result)
{
    const size_t end = t->workload.output_bytes;
    size_t at = end;
    wm_draw_stream draw;
    uint8_t probes[WM_SHA256_SIZE];
    wm_status status = WM_OK;
    wm_target_probes(t, number, probes);
    wm_draw_begin(&draw, t->seed, number, "search");
    for (result->cost = 1;; result->cost++) {
        status = wm_target_statistics(t, verdicts);
        if (status != WM_OK || !verdicts->is_rejected[WM_CHECK_ANY] || result->cost == TRIES)
            break;
        vary(t, &draw, 0, end, &at);
    }
    result->error = wm_attacks_error(t);
    return status == WM_OK ? wm_target_judge(t, probes, verdicts) : status;
}

static wm_status search_probes(wm_target *t, uint32_t bit, uint32_t number, wm_verdicts *verdicts,
                               wm_attack_result *result, char reason[128])
{
    wm_draw_stream draw;
    wm_status status;
    wm_draw_begin(&draw, t->seed, number, "fault");
    status = wm_faults_make(t, (wm_trial){WM_TRIAL_BIT, bit}, &draw, reason);
    return status == WM_OK ? search_until_accepted(t, number, verdicts, result) : status;
}

/* The chunks of an output in their order: the next one, false after the last. */
static bool next_chunk(const wm_target *t, wm_opening_place *at, size_t *first, size_t *size)
{
    const wm_output *shape = &t->workload.shape;
    if (at->chunk == wm_opening_row_chunks(shape, at->row)) {
        at->chunk = 0;
        at->row++;
    }
    if (at->row == shape->rows)
        return false;
    *first = (size_t)(at->row * shape->row_bytes) + (size_t)at->chunk * WM_TABLES_CHUNK_BYTES;
    *size = wm_opening_size(shape, at->row, at->chunk);
    at->chunk++;
    return true;
}

/* Varies `broken` in its chunk [first, end), which is wrong, until no opened chunk is wrong. An
 * attacker knows which are: only the digest is computed for each try. */
static wm_status search_until_unopened(wm_target *t, size_t first, size_t end, uint32_t number,
                                       wm_attack_result *result)
{
    size_t at = end;
    wm_draw_stream draw;
    bool is_seen = true;
    wm_status status = WM_OK;
    wm_draw_begin(&draw, t->seed, number, "search");
    for (result->cost = 1;; result->cost++) {
        status = wm_target_would_open(t, &is_seen);
        if (status != WM_OK || !is_seen || result->cost == TRIES)
            return status;
        vary(t, &draw, first, end, &at);
    }
}

/* Sets a tenth of the chunks to 0. */
static wm_status search_openings(wm_target *t, uint32_t number, wm_verdicts *verdicts,
                                 wm_attack_result *result)
{
    wm_opening_place at = {0, 0};
    wm_draw_stream draw;
    uint8_t probes[WM_SHA256_SIZE];
    size_t first, size, wrong = 0, wrong_end = 0;
    wm_status status;
    wm_target_probes(t, number, probes);
    wm_draw_begin(&draw, t->seed, number, "chunks");
    while (next_chunk(t, &at, &first, &size))
        if ((double)wm_draw_below(&draw, 1 << 20) < WRONG_CHUNKS * (1 << 20)) {
            memset(t->broken + first, 0, size);
            wm_target_touch(t, first, size);
            wrong = first;
            wrong_end = first + size;
        }
    result->cost = 1;
    status = wrong_end == 0 ? WM_OK : search_until_unopened(t, wrong, wrong_end, number, result);
    result->error = wm_attacks_error(t);
    return status == WM_OK ? wm_target_judge(t, probes, verdicts) : status;
}

/* ---- outputs of less work -------------------------------------------------------------------- */

/* Leaves zeros but for the chunks that the correct output would open. */
static wm_status compute_opened_only(wm_target *t, wm_verdicts *verdicts, wm_attack_result *result)
{
    const wm_output *shape = &t->workload.shape;
    wm_opening_place places[WM_OPENING_MOST];
    wm_buffer context = WM_BUFFER_EMPTY;
    uint8_t seed[WM_SHA256_SIZE];
    unsigned count;
    wm_status status = wm_derive_context(&t->item, t->nonce, t->digest, &context);
    if (status != WM_OK) {
        wm_buffer_clear(&context);
        return status;
    }
    wm_derive_opening(&context, NULL, seed);
    wm_buffer_clear(&context);
    count = wm_opening_draw(shape, seed, places);
    memset(t->broken, 0, t->workload.output_bytes);
    for (unsigned i = 0; i < count; i++) {
        const size_t at = (size_t)(places[i].row * shape->row_bytes) +
                          (size_t)places[i].chunk * WM_TABLES_CHUNK_BYTES;
        memcpy(t->broken + at, t->correct + at,
               wm_opening_size(shape, places[i].row, places[i].chunk));
    }
    wm_target_touch(t, 0, t->workload.output_bytes);
    result->error = wm_attacks_error(t);
    result->cost = (double)count / (double)wm_opening_chunks(shape);
    return wm_attacks_judge(t, verdicts, result);
}

/* Leaves what the output was overwritten with. */
static wm_status stay_idle(wm_target *t, wm_verdicts *verdicts, wm_attack_result *result)
{
    wm_status status = wm_workload_spoil(&t->workload);
    if (status == WM_OK)
        status = wm_target_take(t);
    result->cost = 0;
    return status == WM_OK ? wm_attacks_judge(t, verdicts, result) : status;
}

/* ---- outputs of other work ------------------------------------------------------------------- */

/* Computes with other contents of the operands, and takes that output. The operands are filled
 * again. */
static wm_status compute_other(wm_target *t, const char *nonce, const unsigned *source)
{
    wm_status status = source == NULL ? wm_workload_fill(&t->workload, nonce)
                                      : wm_workload_fill_from(&t->workload, nonce, source);
    if (status == WM_OK)
        status = wm_job_run(t->workload.device, &t->workload.job);
    if (status == WM_OK)
        status = wm_target_take(t);
    if (status == WM_OK)
        status = wm_workload_fill(&t->workload, t->nonce);
    return status;
}

static void draw_nonce(const wm_target *t, uint32_t number, const char *word, char nonce[65])
{
    uint8_t seed[WM_SHA256_SIZE];
    wm_draw_seed(t->seed, number, word, seed);
    wm_sha256_to_hex(seed, nonce);
    nonce[64] = '\0';
}

static wm_status replay(wm_target *t, uint32_t number, wm_verdicts *verdicts,
                        wm_attack_result *result)
{
    char nonce[65];
    wm_status status;
    draw_nonce(t, number, "other nonce", nonce);
    status = compute_other(t, nonce, NULL);
    result->error = wm_attacks_error(t);
    result->cost = 0;
    return status == WM_OK ? wm_attacks_judge(t, verdicts, result) : status;
}

/* Makes a run, and gives its output again as that of a second one, which has the same nonce, or one
 * that the reader chose. Nothing is computed for the second but what checks it. */
static wm_status give_again(wm_target *t, uint32_t nonces, uint32_t number, wm_verdicts *verdicts,
                            wm_attack_result *result)
{
    const size_t bytes = t->workload.output_bytes;
    uint8_t *earlier = malloc(bytes);
    char nonce[65];
    wm_status status = WM_E_NOMEM;
    draw_nonce(t, number, "earlier nonce", nonce);
    if (earlier != NULL)
        status = wm_target_renew(t, nonce);
    if (status == WM_OK) {
        memcpy(earlier, t->correct, bytes);
        if (nonces > 0)
            draw_nonce(t, number, "nonce of the reader", nonce);
        status = wm_target_renew(t, nonce);
    }
    if (status == WM_OK) {
        memcpy(t->broken, earlier, bytes);
        wm_target_touch(t, 0, bytes);
        t->is_correct = nonces == 0; /* all its opened chunks are computed again */
        result->error = wm_attacks_error(t);
        result->cost = 0;
        status = wm_attacks_judge(t, verdicts, result);
    }
    free(earlier);
    return status;
}

static wm_status swap(wm_target *t, wm_verdicts *verdicts, wm_attack_result *result,
                      char reason[128])
{
    unsigned source[WM_TABLES_OPERANDS] = {0, 1, 2};
    const unsigned *pair = t->workload.kind->exchanged;
    wm_status status;
    if (pair[0] == pair[1])
        return refuse(reason, "the workload has no two operands that can be exchanged");
    source[pair[0]] = pair[1];
    source[pair[1]] = pair[0];
    status = compute_other(t, t->nonce, source);
    result->error = wm_attacks_error(t);
    result->cost = 1;
    return status == WM_OK ? wm_attacks_judge(t, verdicts, result) : status;
}

/* Rounds the operands of a product to the narrower format, multiplies, and fills the operands
 * again. */
static wm_status multiply_narrower(wm_target *t, wm_verdicts *verdicts, wm_attack_result *result,
                                   char reason[128])
{
    const wm_format format = t->workload.job.as.gemm.operand_format;
    wm_device *device = t->workload.device;
    wm_status status = WM_OK;
    if (!wm_faults_can_narrow(&t->item))
        return refuse(reason, "the operands have no narrower format");
    for (unsigned o = 0; status == WM_OK && o < t->item.variant->operand_count; o++) {
        const size_t bytes = device->ops->size_bytes(t->workload.operand[o]);
        uint8_t *elements = malloc(bytes);
        status = elements == NULL
                     ? WM_E_NOMEM
                     : device->ops->download(device, t->workload.operand[o], 0, elements, bytes);
        for (size_t i = 0; status == WM_OK && i < bytes / wm_format_size(format); i++)
            wm_format_store(format, elements, i,
                            wm_faults_narrow(&t->item, wm_format_load(format, elements, i)));
        if (status == WM_OK)
            status = device->ops->upload(device, t->workload.operand[o], 0, elements, bytes);
        free(elements);
    }
    if (status == WM_OK)
        status = wm_job_run(device, &t->workload.job);
    if (status == WM_OK)
        status = wm_target_take(t);
    if (status == WM_OK)
        status = wm_workload_fill(&t->workload, t->nonce);
    result->error = wm_attacks_error(t);
    result->cost = 1;
    return status == WM_OK ? wm_attacks_judge(t, verdicts, result) : status;
}

/* ---- words ----------------------------------------------------------------------------------- */

wm_status wm_attacks_run(wm_target *target, wm_trial trial, uint32_t number, wm_verdicts *verdicts,
                         wm_attack_result *result, char reason[128])
{
    *result = (wm_attack_result){(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    switch (trial.word) {
    case WM_TRIAL_WINDOW:
        return window(target, number, verdicts, result, reason);
    case WM_TRIAL_NULL_SPACE:
        return null_space(target, number, verdicts, result, reason);
    case WM_TRIAL_FLOOR:
        return raise_floor(target, trial.size, number, verdicts, result, reason);
    case WM_TRIAL_PROBE_SEARCH:
        return search_probes(target, trial.size, number, verdicts, result, reason);
    case WM_TRIAL_OPENING_SEARCH:
        return search_openings(target, number, verdicts, result);
    case WM_TRIAL_OPENED_ONLY:
        return compute_opened_only(target, verdicts, result);
    case WM_TRIAL_IDLE:
        return stay_idle(target, verdicts, result);
    case WM_TRIAL_REPLAY:
        return replay(target, number, verdicts, result);
    case WM_TRIAL_STALE:
        return give_again(target, trial.size, number, verdicts, result);
    case WM_TRIAL_SWAP:
        return swap(target, verdicts, result, reason);
    case WM_TRIAL_NARROWER:
        return multiply_narrower(target, verdicts, result, reason);
    default:
        return refuse(reason, "the laboratory cannot run this attack");
    }
}

/* A run as a whole: opens or resumes a record, runs its plan, seals it.
 *
 * A resumed run makes the environment and the plan anew. Both must have the same bytes as the first
 * two lines of the record. So a run that is resumed elsewhere, or with another plan, is
 * refused before anything is measured. */
#include "study/run/run_record.h"

#include "archive/writer.h"
#include "base/random.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "measure/facts/redact.h"
#include "standards/sha256.h"

#include <stdlib.h>

struct wm_run_record {
    wm_run_record_options options;
    wm_buffer environment, plan; /* canonical, with their newlines */
    char environment_id[WM_ID_SIZE], plan_id[WM_ID_SIZE];
    char run[WM_ID_SIZE]; /* random; of the whole record */
    wm_writer *writer;    /* null before it is open */
    size_t appended;      /* observations of this process, without its session */
    uint32_t sessions;    /* so far, so that a session is told from the others */
};

/* ---- opening --------------------------------------------------------------------------------- */

/* Ends a line and computes its id. */
static wm_status end_line(wm_status status, wm_buffer *line, char id[WM_ID_SIZE], wm_error *err)
{
    uint8_t digest[WM_SHA256_SIZE];
    if (status == WM_OK)
        status = wm_buffer_putc(line, '\n');
    if (status == WM_OK && wm_buffer_text(line) == NULL)
        status = WM_E_NOMEM;
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "cannot describe the machine: %s",
                            wm_status_text(status));
    wm_sha256_hash(line->data, line->size, digest);
    wm_sha256_to_hex(digest, id);
    return WM_OK;
}

/* Draws the digits that tell this run from others. A resumed record keeps its own. */
static wm_status take_run(wm_run_record *record, wm_error *err)
{
    const wm_status status = wm_random_digits(record->run);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "cannot read /dev/urandom");
}

/* Makes the first two lines of the record, the environment and the plan. */
static wm_status make_head(wm_run_record *record, wm_error *err)
{
    const wm_run_record_options *options = &record->options;
    const wm_machine_about about = {.cards = options->cards,
                                    .power_steps = options->power_steps,
                                    .clock = options->clock,
                                    .named = options->named,
                                    .hidden = options->hidden,
                                    .commitments = options->commitments};
    wm_status status = wm_machine_write(*options->settings->device, options->settings->witness,
                                        &about, &record->environment);
    status = end_line(status, &record->environment, record->environment_id, err);
    if (status == WM_OK) {
        status = wm_schedule_write(options->schedule, record->environment_id, record->run,
                                   &record->plan);
        status = end_line(status, &record->plan, record->plan_id, err);
    }
    return status;
}

/* The plan's id: a resumed record has a plan of its own, by its `run`. */
static wm_status take_plan_id(wm_run_record *record, wm_error *err)
{
    return wm_graph_plan_id(wm_writer_graph(record->writer), record->plan_id)
               ? WM_OK
               : wm_error_set(err, WM_E_INVALID, NULL, "the record has no plan");
}

/* Writes the values of hidden facts, before a line commits to them: the salts are nowhere else. */
static wm_status write_commitments(const wm_run_record_options *options, wm_error *err)
{
    const wm_commitments *all = options->commitments;
    if (all == NULL || !wm_commitments_are_new(all))
        return WM_OK;
    for (size_t i = 0; i < all->count; i++)
        if (!all->of[i].is_new) /* the file is there, and another one than the record's */
            return wm_error_set(err, WM_E_MISMATCH, options->path,
                                "its .facts file has other facts than this run");
    return wm_commitments_write(all, options->path, err);
}

static wm_status open_writer(wm_run_record *record, wm_error *err)
{
    const wm_run_record_options *options = &record->options;
    const wm_buffer *environment = &record->environment, *plan = &record->plan;
    const uint64_t bytes = wm_schedule_evidence_bytes(options->schedule);
    wm_status status;
    bool has_file = false;
    const wm_continuation *continuation = options->settings->continuation;
    const char *prior =
        continuation != NULL ? wm_reader_evidence(continuation->model.reader) : NULL;
    const wm_writer_head head = {environment->data, plan->data, &prior, prior != NULL};
    if (options->resume) {
        status = write_commitments(options, err);
        return status == WM_OK ? wm_writer_resume(options->path, bytes, &head, &record->writer, err)
                               : status;
    }
    status = wm_writer_open(options->path, bytes, head.prior_paths, head.prior_count,
                            &record->writer, err);
    if (status == WM_OK) {
        status = write_commitments(options, err);
        has_file = status == WM_OK && options->commitments != NULL;
    }
    if (status == WM_OK)
        status = wm_writer_append(record->writer, environment->data, environment->size, NULL, err);
    if (status == WM_OK)
        status = wm_writer_append(record->writer, plan->data, plan->size, NULL, err);
    if (status != WM_OK && record->writer != NULL) { /* nothing that could be resumed */
        wm_writer_discard(record->writer);
        if (has_file)
            wm_commitments_remove(options->commitments, options->path);
        wm_writer_close(record->writer);
        record->writer = NULL;
    }
    return status;
}

wm_status wm_run_record_open(const wm_run_record_options *options, wm_run_record **out,
                             wm_error *err)
{
    wm_run_record *record = calloc(1, sizeof *record);
    wm_status status;
    *out = record;
    if (record == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    record->options = *options;
    status = take_run(record, err);
    if (status == WM_OK)
        status = make_head(record, err);
    if (status == WM_OK)
        status = open_writer(record, err);
    if (status == WM_OK)
        record->sessions = wm_graph_sessions(wm_writer_graph(record->writer));
    return status == WM_OK ? take_plan_id(record, err) : status;
}

void wm_run_record_close(wm_run_record *record)
{
    if (record == NULL)
        return;
    wm_writer_close(record->writer);
    wm_buffer_clear(&record->environment);
    wm_buffer_clear(&record->plan);
    free(record);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Appends a line. If UUIDs are hidden, the line has none: a driver's message may name one. */
static wm_status append_line(wm_run_record *record, const char *json, size_t size,
                             char id[WM_ID_SIZE], wm_error *err)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_status status;
    if ((record->options.hidden & WM_REDACT_UUID) == 0)
        return wm_writer_append(record->writer, json, size, id, err);
    status = wm_buffer_append(&line, json, size);
    if (status == WM_OK && wm_buffer_text(&line) == NULL)
        status = WM_E_NOMEM;
    if (status == WM_OK) {
        wm_redact_uuids(line.data);
        status = wm_writer_append(record->writer, line.data, size, id, err);
    } else {
        (void)wm_error_set(err, status, NULL, "out of memory");
    }
    wm_buffer_clear(&line);
    return status;
}

static wm_status append(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                        wm_error *err)
{
    wm_run_record *record = context;
    const wm_status status = append_line(record, json, size, id, err);
    record->appended +=
        status == WM_OK && wm_graph_sessions(wm_writer_graph(record->writer)) == record->sessions;
    record->sessions = wm_graph_sessions(wm_writer_graph(record->writer));
    return status;
}

wm_status wm_run_record_run(wm_run_record *record, wm_error *err)
{
    const wm_run_record_options *options = &record->options;
    wm_sampler *sampler = wm_sampler_new();
    wm_clock_check_tsc tsc;
    const wm_run_plan plan = {.settings = options->settings,
                              .sink = {record, append, wm_writer_graph(record->writer),
                                       record->environment_id, record->plan_id},
                              .repeat = {.repeat_seconds = options->schedule->repeat_seconds,
                                         .processors = wm_machine_processors(),
                                         .sampler = sampler,
                                         .tsc = &tsc}};
    wm_status status;
    if (sampler == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    wm_clock_check_calibrate(&tsc);
    status = wm_run_plan_run(&plan, err);
    wm_sampler_free(sampler);
    return status;
}

wm_status wm_run_record_seal(wm_run_record *record, char root[WM_ID_SIZE], wm_error *err)
{
    return wm_writer_seal(record->writer, NULL, 0, root, err);
}

/* ---- asking ---------------------------------------------------------------------------------- */

const wm_plan *wm_run_record_plan(const wm_run_record *record)
{
    return wm_graph_plan(wm_writer_graph(record->writer));
}

size_t wm_run_record_appended(const wm_run_record *record)
{
    return record->appended;
}

const char *wm_run_record_partial(const wm_run_record *record)
{
    return record != NULL && record->writer != NULL ? wm_writer_partial(record->writer) : NULL;
}

/* Seals a record that compares existing records.
 *
 * Each record is copied before it is judged. So what the differential holds is what was judged,
 * even if the original is replaced meanwhile. */
#include "study/life/differential.h"

#include "base/code_point.h"

#include "archive/writer.h"
#include "base/buffer.h"
#include "base/random.h"
#include "base/status.h"
#include "measure/facts/machine.h"
#include "measure/schedule.h"
#include "record/audit/prior.h"
#include "record/audit/prior_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Disk space for the derived nodes, in addition to the priors. */
enum { ROOM_BYTES = 16 << 20 };

/* The state of one call. */
typedef struct {
    const wm_differential *ask;
    char evidence[WM_TABLES_CONTINUES][4200];
    const char *paths[WM_TABLES_CONTINUES];
    wm_schedule schedule; /* without items */
    wm_writer *writer;
} state;

/* Reads the root of a record, and its size. */
static wm_status take_record(state *s, size_t index, wm_error *err)
{
    const char *folder = s->ask->records[index], *name = s->ask->names[index];
    struct stat about;
    const int size =
        snprintf(s->evidence[index], sizeof s->evidence[index], "%s/evidence.jsonl", folder);
    uint8_t(*roots)[WM_SHA256_SIZE] = s->schedule.continues;
    wm_status status;
    if (size < 0 || (size_t)size >= sizeof s->evidence[index])
        return wm_error_set(err, WM_E_ARG, name, "the path is too long");
    s->paths[index] = s->evidence[index];
    status = wm_prior_file_read(s->evidence[index], roots[index], NULL, err);
    if (status != WM_OK)
        return status;
    if (stat(s->evidence[index], &about) == 0)
        s->schedule.prior_bytes += (uint64_t)about.st_size;
    for (size_t i = 0; i < index; i++)
        if (memcmp(roots[i], roots[index], WM_SHA256_SIZE) == 0)
            return wm_error_set(err, WM_E_INVALID, name, "is the same record as %.*s",
                                WM_FIT(s->ask->names[i], 300));
    s->schedule.continue_count = index + 1;
    return WM_OK;
}

/* Appends this machine, as the program that compares, and the plan. */
static wm_status append_head(state *s, wm_error *err)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    char environment[WM_ID_SIZE], run[WM_ID_SIZE];
    wm_status status = wm_machine_write_program(&line, err);
    if (status == WM_OK)
        status = wm_writer_append(s->writer, line.data, line.size, environment, err);
    line.size = 0;
    if (status == WM_OK && wm_random_digits(run) != WM_OK)
        status = wm_error_set(err, WM_E_IO, NULL, "cannot read /dev/urandom");
    if (status == WM_OK) {
        status = wm_schedule_write(&s->schedule, environment, run, &line);
        if (status != WM_OK)
            status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    }
    if (status == WM_OK)
        status = wm_writer_append(s->writer, line.data, line.size, NULL, err);
    wm_buffer_clear(&line);
    return status;
}

wm_status wm_differential_seal(const wm_differential *differential, char root[WM_ID_SIZE],
                               wm_error *err)
{
    state s = {.ask = differential,
               .schedule = {.name = "differential", .repeat_seconds = 1}}; /* of no item */
    wm_status status = WM_OK;
    if (differential->record_count < 2 || differential->record_count > WM_TABLES_CONTINUES)
        return wm_error_set(err, WM_E_ARG, NULL, "needs 2 to %d records", WM_TABLES_CONTINUES);
    for (size_t i = 0; i < differential->record_count && status == WM_OK; i++)
        status = take_record(&s, i, err);
    if (status == WM_OK)
        status = wm_writer_open(differential->path, s.schedule.prior_bytes + ROOM_BYTES, s.paths,
                                differential->record_count, &s.writer, err);
    if (status != WM_OK)
        return status;
    status = append_head(&s, err);
    if (status == WM_OK)
        status = wm_writer_seal(s.writer, NULL, 0, root, err);
    if (status != WM_OK)
        wm_writer_discard(s.writer);
    wm_writer_close(s.writer);
    return status;
}

/* Witnesses of one output, each in a process of its own.
 *
 * Neither a CUDA context nor a team of OpenMP threads survives a fork. So a process without either
 * is forked when the command begins, and forks the witnesses when they are asked for. A question
 * and an answer are less than PIPE_BUF bytes, so that answers of several processes do not mix. */
#include "lab/witnesses.h"

#include "base/status.h"
#include "lab/faults.h"
#include "measure/side_process.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(sizeof(wm_witness_answer) <= 512, "an answer is written at once");

static wm_side_process server; /* the process that forks */
static bool is_accompanied;    /* its processes compute until they are told to end */

/* What begins a question. Then the asks follow; to neighbours, one. */
typedef struct question {
    unsigned count;
    bool is_neighbours;
    wm_witness_output compared; /* of a pair; without bytes: nothing is compared */
} question;

/* ---- a witness ------------------------------------------------------------------------------- */

static wm_status flip(wm_target *target, const wm_witness_ask *ask, wm_witness_answer *answer)
{
    wm_draw_stream draw;
    wm_status status;
    wm_draw_begin(&draw, ask->seed, ask->number, "fault");
    status = wm_faults_make(target, ask->trial, &draw, answer->reason);
    answer->result.error = wm_attacks_error(target);
    answer->result.cost = 1;
    return status == WM_OK ? wm_attacks_judge(target, &answer->verdicts, &answer->result) : status;
}

/* `output`: room for the bytes of the output, or NULL. */
static wm_status testify_on(wm_device *device, const wm_witness_ask *ask, uint8_t *output,
                            wm_witness_answer *answer)
{
    wm_target target;
    wm_status status = wm_target_open(&target, device, &ask->item, ask->nonce, ask->seed);
    memcpy(answer->correct, target.digest, sizeof answer->correct);
    if (status == WM_OK && ask->trial.word == WM_TRIAL_BIT)
        status = flip(&target, ask, answer);
    else if (status == WM_OK && ask->trial.word == WM_TRIAL_NULL_SPACE)
        status = wm_attacks_run(&target, ask->trial, 0, &answer->verdicts, &answer->result,
                                answer->reason);
    else if (status == WM_OK)
        status = wm_attacks_judge(&target, &answer->verdicts, &answer->result);
    if (status == WM_OK)
        status = wm_workload_digest(&target.workload, answer->digest);
    if (status == WM_OK && output != NULL)
        status = device->ops->download(device, target.workload.output, 0, output,
                                       target.workload.output_bytes);
    wm_target_close(&target);
    return status;
}

static void testify(const wm_witness_ask *ask, uint8_t *output, wm_witness_answer *answer)
{
    char reason[256] = "";
    wm_device *device = NULL;
    answer->status =
        ask->backend->open(&(wm_device_options){.index = ask->device}, &device, reason);
    if (answer->status != WM_OK) {
        (void)snprintf(answer->reason, sizeof answer->reason, "a witness has no device: %.90s",
                       reason);
        return;
    }
    answer->status = testify_on(device, ask, output, answer);
    device->ops->close(device);
}

/* ---- a neighbour ----------------------------------------------------------------------------- */

enum { NEIGHBOUR_BATCH = 8 };

/* Computes on a device until the process `parent` is gone, or ends this one; says once that it
 * does. */
static wm_status compute_beside(wm_device *device, const wm_witness_ask *ask, int to, pid_t parent,
                                wm_witness_answer *answer)
{
    wm_workload workload;
    wm_status status = wm_workload_open(&workload, device, &ask->item);
    if (status == WM_OK)
        status = wm_workload_fill(&workload, ask->nonce);
    while (status == WM_OK && getppid() == parent) {
        for (unsigned i = 0; i < NEIGHBOUR_BATCH && status == WM_OK; i++)
            status = wm_job_run(device, &workload.job);
        if (status == WM_OK)
            status = device->ops->sync(device);
        if (status == WM_OK && answer->status != WM_OK) {
            answer->status = WM_OK;
            status = wm_side_process_write(to, answer, sizeof *answer) ? WM_OK : WM_E_IO;
            (void)close(to);
        }
    }
    wm_workload_close(&workload);
    return status;
}

static void accompany(const wm_witness_ask *ask, unsigned number, int to, pid_t parent)
{
    char reason[256] = "";
    wm_device *device = NULL;
    wm_witness_answer answer = {.number = number, .status = WM_E_DEVICE};
    wm_status status =
        ask->backend->open(&(wm_device_options){.index = ask->device}, &device, reason);
    if (status == WM_OK)
        status = compute_beside(device, ask, to, parent, &answer);
    if (answer.status == WM_OK)
        return;
    answer.status = status;
    (void)snprintf(answer.reason, sizeof answer.reason, "a neighbour does not compute: %s%s%.70s",
                   wm_status_text(status), reason[0] != '\0' ? ": " : "", reason);
    (void)wm_side_process_write(to, &answer, sizeof answer);
}

/* ---- the process that forks ------------------------------------------------------------------ */

static wm_witness_answer lost(unsigned number)
{
    wm_witness_answer answer;
    memset(&answer, 0, sizeof answer);
    answer.number = number;
    answer.status = WM_E_DEVICE;
    (void)snprintf(answer.reason, sizeof answer.reason, "the process of witness %u ended", number);
    return answer;
}

static pid_t fork_witness(const wm_witness_ask *ask, unsigned number, uint8_t *output, int to)
{
    const pid_t process = fork();
    if (process == 0) {
        wm_witness_answer answer = lost(number);
        answer.reason[0] = '\0';
        testify(ask, output, &answer);
        _exit(wm_side_process_write(to, &answer, sizeof answer) ? 0 : 1);
    }
    return process;
}

/* Forks the witnesses of one question, and answers for those that cannot. `outputs` has room for
 * the output of each, of so many bytes, or is NULL. */
static bool serve(const wm_witness_ask *asks, unsigned count, uint8_t *outputs, size_t bytes,
                  int to)
{
    pid_t witnesses[WM_WITNESSES];
    bool is_well = true;
    for (unsigned i = 0; i < count; i++)
        witnesses[i] = fork_witness(&asks[i], i, outputs == NULL ? NULL : outputs + i * bytes, to);
    for (unsigned i = 0; i < count; i++) {
        const wm_witness_answer answer = lost(i);
        int state = 1;
        while (witnesses[i] > 0 && waitpid(witnesses[i], &state, 0) < 0 && errno == EINTR)
            ;
        if (state != 0)
            is_well = wm_side_process_write(to, &answer, sizeof answer) && is_well;
    }
    return is_well;
}

/* Serves two witnesses, which leave their outputs in memory that this process shares with them, and
 * then answers what these are apart. Without that memory it compares nothing. */
static bool serve_pair(const wm_witness_ask *asks, const wm_witness_output *compared, int to)
{
    const size_t bytes = compared->bytes;
    void *shared = mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint8_t *outputs = shared == MAP_FAILED ? NULL : shared;
    double divergence = (double)NAN;
    bool is_well = serve(asks, 2, outputs, bytes, to);
    if (outputs != NULL) {
        divergence = wm_witnesses_divergence(compared, outputs, outputs + bytes);
        (void)munmap(outputs, 2 * bytes);
    }
    return wm_side_process_write(to, &divergence, sizeof divergence) && is_well;
}

/* Forks neighbours, whose answers come through a pipe of their own: it ends when each has answered
 * or has ended. Fills the answers of those that ended. */
static bool fork_neighbours(const wm_witness_ask *ask, unsigned count, pid_t *neighbours,
                            wm_witness_answer *answers)
{
    const pid_t self = getpid();
    wm_witness_answer answer;
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (unsigned i = 0; i < count; i++) {
        answers[i] = lost(i);
        neighbours[i] = fork();
        if (neighbours[i] != 0)
            continue;
        (void)close(ends[0]);
        accompany(ask, i, ends[1], self);
        _exit(0);
    }
    (void)close(ends[1]);
    while (wm_side_process_read(ends[0], &answer, sizeof answer) && answer.number < count)
        answers[answer.number] = answer;
    (void)close(ends[0]);
    return true;
}

/* Has neighbours compute until the next question, which is empty, or until there is none any more.
 */
static bool serve_neighbours(const wm_witness_ask *ask, unsigned count, int from, int to)
{
    static wm_witness_answer answers[WM_WITNESSES];
    pid_t neighbours[WM_WITNESSES];
    const wm_witness_answer end = lost(0);
    question next;
    bool is_well = fork_neighbours(ask, count, neighbours, answers) &&
                   wm_side_process_write(to, answers, count * sizeof *answers) &&
                   wm_side_process_read(from, &next, sizeof next) && next.count == 0;
    for (unsigned i = 0; i < count; i++)
        if (neighbours[i] > 0)
            (void)kill(neighbours[i], SIGKILL);
    for (unsigned i = 0; i < count; i++)
        while (neighbours[i] > 0 && waitpid(neighbours[i], NULL, 0) < 0 && errno == EINTR)
            ;
    return is_well && wm_side_process_write(to, &end, sizeof end);
}

static int serve_all(const void *context, int from, int to)
{
    static wm_witness_ask asks[WM_WITNESSES];
    question next;
    bool is_well = true;
    (void)context;
    (void)signal(SIGINT, SIG_IGN); /* the command ends by itself, and closes the pipe */
    while (is_well && wm_side_process_read(from, &next, sizeof next) &&
           next.count <= WM_WITNESSES) {
        const unsigned asked = next.is_neighbours ? 1 : next.count;
        if (!wm_side_process_read(from, asks, asked * sizeof *asks))
            break;
        is_well = next.is_neighbours        ? serve_neighbours(asks, next.count, from, to)
                  : next.compared.bytes > 0 ? serve_pair(asks, &next.compared, to)
                                            : serve(asks, next.count, NULL, 0, to);
    }
    return 0;
}

/* ---- the command's side ---------------------------------------------------------------------- */

wm_status wm_witnesses_begin(void)
{
    return wm_side_process_begin(&server, serve_all, NULL);
}

static bool send_asks(const question *first, const wm_witness_ask *asks, unsigned count)
{
    return wm_side_process_write(server.to, first, sizeof *first) &&
           wm_side_process_write(server.to, asks, count * sizeof *asks);
}

static wm_status ask_all(const question *first, const wm_witness_ask *asks,
                         wm_witness_answer *answers)
{
    const unsigned count = first->count;
    if (server.process <= 0)
        return WM_E_UNSUPPORTED;
    if (count < 1 || count > WM_WITNESSES || !send_asks(first, asks, count))
        return WM_E_IO;
    for (unsigned i = 0; i < count; i++) {
        wm_witness_answer answer;
        if (!wm_side_process_read(server.from, &answer, sizeof answer) || answer.number >= count)
            return WM_E_IO;
        answers[answer.number] = answer;
    }
    return WM_OK;
}

wm_status wm_witnesses_ask(const wm_witness_ask *asks, unsigned count, wm_witness_answer *answers)
{
    return ask_all(&(question){.count = count}, asks, answers);
}

double wm_witnesses_divergence(const wm_witness_output *output, const uint8_t *first,
                               const uint8_t *second)
{
    double difference = 0, reference = 0;
    if (memcmp(first, second, output->bytes) == 0)
        return 0;
    for (size_t i = 0; i < output->count; i++) {
        const double a = wm_format_load(output->format, first, i);
        const double b = wm_format_load(output->format, second, i);
        if (!isfinite(a) || !isfinite(b))
            return (double)NAN;
        difference = fmax(difference, fabs(b - a));
        reference = fmax(reference, fabs(a));
    }
    return difference / (reference + WM_THRESHOLD_EPSILON);
}

wm_status wm_witnesses_ask_pair(const wm_witness_ask asks[2], const wm_witness_output *output,
                                wm_witness_answer answers[2], double *divergence)
{
    const wm_status status = ask_all(&(question){.count = 2, .compared = *output}, asks, answers);
    if (status != WM_OK)
        return status;
    return wm_side_process_read(server.from, divergence, sizeof *divergence) ? WM_OK : WM_E_IO;
}

wm_status wm_witnesses_accompany(const wm_witness_ask *ask, unsigned count, char reason[128])
{
    const question first = {.count = count, .is_neighbours = true};
    wm_status status = WM_OK;
    if (server.process <= 0)
        return WM_E_UNSUPPORTED;
    if (count < 1 || count > WM_WITNESSES || !send_asks(&first, ask, 1))
        return WM_E_IO;
    is_accompanied = true;
    for (unsigned i = 0; i < count; i++) {
        wm_witness_answer answer;
        if (!wm_side_process_read(server.from, &answer, sizeof answer))
            return WM_E_IO;
        if (answer.status == WM_OK || status != WM_OK)
            continue;
        status = answer.status;
        (void)snprintf(reason, 128, "%s", answer.reason);
    }
    return status;
}

void wm_witnesses_leave(void)
{
    const question none = {.is_neighbours = true};
    wm_witness_answer answer;
    if (!is_accompanied)
        return;
    is_accompanied = false;
    if (send_asks(&none, NULL, 0))
        (void)wm_side_process_read(server.from, &answer, sizeof answer);
}

void wm_witnesses_end(void)
{
    (void)wm_side_process_end(&server);
    is_accompanied = false;
}

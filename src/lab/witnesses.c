/* Witnesses of one output, each in a process of its own.
 *
 * Neither a CUDA context nor a team of OpenMP threads survives a fork. So a process without either
 * is forked when the command begins, and forks the witnesses when they are asked for. A question
 * and an answer are less than PIPE_BUF bytes, so that answers of several processes do not mix. */
#include "lab/witnesses.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

_Static_assert(sizeof(wm_witness_answer) <= 512, "an answer is written at once");

/* The process that forks, and the ends of the pipes to and from it; no process: 0. */
static struct {
    pid_t process;
    int to, from;
} server;

static bool read_all(int file, void *bytes, size_t count)
{
    uint8_t *at = bytes;
    while (count > 0) {
        const ssize_t got = read(file, at, count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        count -= (size_t)got;
    }
    return true;
}

static bool write_all(int file, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    while (count > 0) {
        const ssize_t put = write(file, at, count);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        count -= (size_t)put;
    }
    return true;
}

/* ---- a witness ------------------------------------------------------------------------------- */

static wm_status testify_on(wm_device *device, const wm_witness_ask *ask, wm_witness_answer *answer)
{
    wm_target target;
    wm_status status = wm_target_open(&target, device, &ask->item, ask->nonce, ask->seed);
    if (status == WM_OK && ask->is_dishonest)
        status = wm_attacks_run(&target, (wm_trial){WM_TRIAL_NULL_SPACE, 0}, 0, &answer->verdicts,
                                &answer->result, answer->reason);
    else if (status == WM_OK)
        status = wm_attacks_judge(&target, &answer->verdicts, &answer->result);
    if (status == WM_OK)
        status = wm_workload_digest(&target.workload, answer->digest);
    wm_target_close(&target);
    return status;
}

static void testify(const wm_witness_ask *ask, wm_witness_answer *answer)
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
    answer->status = testify_on(device, ask, answer);
    device->ops->close(device);
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

static pid_t fork_witness(const wm_witness_ask *ask, unsigned number, int to)
{
    const pid_t process = fork();
    if (process == 0) {
        wm_witness_answer answer = lost(number);
        answer.reason[0] = '\0';
        testify(ask, &answer);
        _exit(write_all(to, &answer, sizeof answer) ? 0 : 1);
    }
    return process;
}

/* Forks the witnesses of one question, and answers for those that cannot. */
static bool serve(const wm_witness_ask *asks, unsigned count, int to)
{
    pid_t witnesses[WM_WITNESSES];
    bool is_well = true;
    for (unsigned i = 0; i < count; i++)
        witnesses[i] = fork_witness(&asks[i], i, to);
    for (unsigned i = 0; i < count; i++) {
        const wm_witness_answer answer = lost(i);
        int state = 1;
        while (witnesses[i] > 0 && waitpid(witnesses[i], &state, 0) < 0 && errno == EINTR)
            ;
        if (state != 0)
            is_well = write_all(to, &answer, sizeof answer) && is_well;
    }
    return is_well;
}

static void serve_all(int from, int to)
{
    static wm_witness_ask asks[WM_WITNESSES];
    unsigned count;
    (void)signal(SIGINT, SIG_IGN); /* the command ends by itself, and closes the pipe */
    while (read_all(from, &count, sizeof count) && count <= WM_WITNESSES &&
           read_all(from, asks, count * sizeof *asks) && serve(asks, count, to))
        ;
    _exit(0);
}

/* ---- the command's side ---------------------------------------------------------------------- */

wm_status wm_witnesses_begin(void)
{
    int asks[2], answers[2];
    if (pipe(asks) != 0)
        return WM_E_IO;
    if (pipe(answers) != 0) {
        (void)close(asks[0]);
        (void)close(asks[1]);
        return WM_E_IO;
    }
    server.process = fork();
    if (server.process == 0) {
        (void)close(asks[1]);
        (void)close(answers[0]);
        serve_all(asks[0], answers[1]);
    }
    (void)close(asks[0]);
    (void)close(answers[1]);
    server.to = asks[1];
    server.from = answers[0];
    if (server.process > 0)
        return WM_OK;
    wm_witnesses_end();
    return WM_E_IO;
}

/* Sends a question. If the process has ended, that is an error and no signal. */
static bool send_asks(const wm_witness_ask *asks, unsigned count)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN}, before;
    bool is_well = sigaction(SIGPIPE, &ignored, &before) == 0;
    if (!is_well)
        return false;
    is_well = write_all(server.to, &count, sizeof count) &&
              write_all(server.to, asks, count * sizeof *asks);
    return sigaction(SIGPIPE, &before, NULL) == 0 && is_well;
}

wm_status wm_witnesses_ask(const wm_witness_ask *asks, unsigned count, wm_witness_answer *answers)
{
    if (server.process <= 0)
        return WM_E_UNSUPPORTED;
    if (count < 1 || count > WM_WITNESSES || !send_asks(asks, count))
        return WM_E_IO;
    for (unsigned i = 0; i < count; i++) {
        wm_witness_answer answer;
        if (!read_all(server.from, &answer, sizeof answer) || answer.number >= count)
            return WM_E_IO;
        answers[answer.number] = answer;
    }
    return WM_OK;
}

void wm_witnesses_end(void)
{
    if (server.to > 0)
        (void)close(server.to);
    if (server.from > 0)
        (void)close(server.from);
    while (server.process > 0 && waitpid(server.process, NULL, 0) < 0 && errno == EINTR)
        ;
    memset(&server, 0, sizeof server);
}

/* Looks at the devices of a kind from other processes, which may hang where this one must not.
 *
 * A driver that hangs blocks a process in the kernel, where no signal ends it. So each question is
 * asked by a process of its own, whose answer comes through a pipe, or does not. */
#include "cli/screen_probe.h"

#include "base/clock.h"
#include "base/status.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of the last second, what another's kernels may take of a device that nobody else uses. */
static const double USED = 0.05;

enum { DESCRIPTORS = 1024 };

/* The devices of a kind, as a process lists them. */
typedef struct {
    wm_status status;
    char reason[256];
    size_t count;
    wm_device_entry entry[WM_REGISTRY_DEVICES];
} listing;

/* A question that a process answers with `size` bytes. */
typedef struct {
    pid_t process;
    int from;
    char *answer;
    size_t size, got;
} question;

/* ---- asking ---------------------------------------------------------------------------------- */

typedef void answer_to(const wm_backend *backend, unsigned index, void *answer);

static bool ask(question *q, answer_to *find, const wm_backend *backend, unsigned index)
{
    int ends[2];
    q->process = -1;
    q->from = -1;
    q->got = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(NULL);
    q->process = fork();
    if (q->process == 0) {
        const int nothing = open("/dev/null", O_RDWR);
        size_t put = 0;
        ssize_t one = 1;
        if (nothing >= 0) /* what a driver's library prints is no answer */
            (void)(dup2(nothing, STDOUT_FILENO) + dup2(nothing, STDERR_FILENO));
        (void)setpgid(0, 0);
        for (int other = 3; other < DESCRIPTORS; other++) /* the lock, which a hung process keeps */
            if (other != ends[1])
                (void)close(other);
        find(backend, index, q->answer);
        for (; put < q->size && one > 0; put += one > 0 ? (size_t)one : 0)
            one = write(ends[1], q->answer + put, q->size - put);
        _Exit(put == q->size ? 0 : 1);
    }
    (void)close(ends[1]);
    q->from = ends[0];
    return q->process > 0;
}

/* Takes the answer, until end_s of wm_clock_s. Whether it is whole. */
static bool take(question *q, double end_s)
{
    const struct timespec pause = {0, 10 * 1000 * 1000};
    while (q->from >= 0 && q->got < q->size) {
        const double left_s = end_s - wm_clock_s();
        struct pollfd file = {.fd = q->from, .events = POLLIN};
        ssize_t one;
        if (left_s <= 0 || (poll(&file, 1, (int)(left_s * 1000) + 1) < 0 && errno != EINTR))
            break;
        if (file.revents == 0)
            continue;
        one = read(q->from, q->answer + q->got, q->size - q->got);
        if (one == 0 || (one < 0 && errno != EINTR))
            break;
        q->got += one > 0 ? (size_t)one : 0;
    }
    if (q->from >= 0)
        (void)close(q->from);
    if (q->process > 0 && q->got < q->size)
        (void)kill(-q->process, SIGKILL);
    for (int i = 0; q->process > 0 && i < 50; i++) { /* it may hang in the driver at its end */
        if (waitpid(q->process, NULL, WNOHANG) != 0)
            break;
        (void)nanosleep(&pause, NULL);
    }
    return q->got == q->size;
}

/* ---- what the processes do ------------------------------------------------------------------- */

static void find_list(const wm_backend *backend, unsigned index, void *answer)
{
    listing *to = answer;
    (void)index;
    to->status = backend->list(to->entry, WM_REGISTRY_DEVICES, &to->count, to->reason);
    if (to->status != WM_OK)
        to->count = 0;
    if (to->count > WM_REGISTRY_DEVICES)
        to->count = WM_REGISTRY_DEVICES;
}

/* Whether others compute on the device. The host's processors always have others: what they take
 * is seen in the flags of each repeat. */
static void find_users(wm_device *device, wm_screen_probe *to)
{
    wm_device_load load = {.utilization = (double)NAN};
    if (wm_registry_is_host(device->ops->name) || device->ops->load(device, &load) != WM_OK)
        return;
    to->is_used = load.processes > 0 || load.utilization > USED;
    if (load.processes > 0)
        (void)snprintf(to->users, sizeof to->users, "%u other process%s there", load.processes,
                       load.processes == 1 ? " computes" : "es compute");
    else if (to->is_used)
        (void)snprintf(to->users, sizeof to->users, "others used %.0f %% of the last second",
                       100 * load.utilization);
}

static void find_device(const wm_backend *backend, unsigned index, void *answer)
{
    wm_screen_probe *to = answer;
    const wm_device_options options = {.index = index};
    wm_device *device = NULL;
    to->status = backend->open(&options, &device, to->reason);
    if (to->status != WM_OK && to->reason[0] == '\0')
        (void)snprintf(to->reason, sizeof to->reason, "%s", wm_status_text(to->status));
    if (to->status != WM_OK)
        return;
    if (device->ops->memory_free(device, &to->memory_bytes) != WM_OK)
        to->memory_bytes = 0;
    find_users(device, to);
    to->is_usable = true;
}

/* ---- all of a kind --------------------------------------------------------------------------- */

static wm_status list_all(const wm_backend *backend, double end_s, listing *all, wm_error *err)
{
    question q = {.answer = (char *)all, .size = sizeof *all};
    memset(all, 0, sizeof *all);
    (void)signal(SIGCHLD, SIG_DFL); /* an ignored one, which is inherited, cannot be waited for */
    if (!ask(&q, find_list, backend, 0))
        return wm_error_set(err, WM_E_IO, backend->name, "cannot start a process: %s",
                            strerror(errno));
    if (!take(&q, end_s))
        return wm_error_set(err, WM_E_IO, backend->name,
                            "the driver did not answer when it was asked for its devices");
    if (all->count > 0)
        return WM_OK;
    return wm_error_set(err, WM_E_NOTFOUND, backend->name, "%s",
                        all->reason[0] != '\0' ? all->reason : "no device");
}

/* Opens every device at the same time. */
static void look(const wm_backend *backend, wm_screen_probe *probes, size_t count, double end_s)
{
    question q[WM_REGISTRY_DEVICES] = {{0}};
    wm_screen_probe *answers = calloc(count, sizeof *answers);
    for (size_t i = 0; i < count && answers != NULL; i++) {
        answers[i] = probes[i];
        q[i] = (question){.answer = (char *)&answers[i], .size = sizeof answers[i], .from = -1};
        (void)ask(&q[i], find_device, backend, probes[i].index);
    }
    for (size_t i = 0; i < count && answers != NULL; i++) {
        if (take(&q[i], end_s))
            probes[i] = answers[i];
        else
            (void)snprintf(probes[i].reason, sizeof probes[i].reason,
                           "the device did not answer when it was opened");
    }
    free(answers);
}

wm_status wm_screen_probe_all(const wm_backend *backend, double seconds, wm_screen_probe **probes,
                              size_t *count, wm_error *err)
{
    const double end_s = wm_clock_s() + seconds;
    listing *all = calloc(1, sizeof *all);
    wm_status status = all != NULL ? list_all(backend, end_s, all, err) : WM_E_NOMEM;
    *count = 0;
    *probes = NULL;
    if (status == WM_OK)
        *probes = calloc(all->count, sizeof **probes);
    if (status == WM_OK && *probes == NULL)
        status = WM_E_NOMEM;
    for (size_t i = 0; status == WM_OK && i < all->count; i++) {
        (*probes)[i].index = (unsigned)i;
        (*probes)[i].entry = all->entry[i];
        *count = i + 1;
    }
    if (status == WM_OK)
        look(backend, *probes, *count, end_s);
    free(all);
    return status;
}

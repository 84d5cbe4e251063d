/* How `fleet` grows with the number of nodes: time and memory for 1,000, 10,000 and more records.
 *
 * usage: bench_fleet LINES [MOST [JOBS]]: LINES of tests/support/healthy_lines.py; MOST nodes
 * (100,000) and JOBS threads (2). Each record is made in memory when it is its turn, read by
 * wm_fleet_read as the command does, and dropped. Making is not counted: the time of a thread's own
 * processor is. Prints the time a record, all times as ratios to those of 1,000 nodes, and the
 * largest memory. */
#include "model/fleet_lines.h"
#include "support/vary_fleet.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { JOBS_MOST = 64 };

static wm_buffer lines = WM_BUFFER_EMPTY;

/* What the threads share, under the lock. */
typedef struct {
    wm_fleet fleet;
    pthread_mutex_t lock;
    size_t next;
    double read_s; /* processor time of reading, of all threads */
} sweep;

static void must(wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_fleet: %s: %s\n", what, wm_status_text(status));
    exit(2);
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Reads one record from a file that is in memory alone. */
static double read_one(sweep *of, size_t index, wm_buffer *evidence)
{
    const vary_fleet_node node = {(unsigned)index, 1, -1};
    char path[64];
    wm_error err;
    double begin;
    const int file = memfd_create("evidence", 0);
    must(vary_fleet_evidence(&lines, &node, evidence, &err), "making a record");
    if (file < 0 || write(file, evidence->data, evidence->size) != (ssize_t)evidence->size)
        must(WM_E_IO, "memory");
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    must(wm_fleet_read(&of->fleet, &of->fleet.node[index], path, ""), "reading a record");
    of->fleet.node[index].exit_status = 0;
    wm_fleet_exit(&of->fleet, &of->fleet.node[index]);
    begin = seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    (void)close(file);
    return begin;
}

static void *work(void *context)
{
    sweep *of = context;
    wm_buffer evidence = WM_BUFFER_EMPTY;
    double all = 0;
    (void)pthread_mutex_lock(&of->lock);
    while (of->next < of->fleet.count) {
        const size_t index = of->next++;
        (void)pthread_mutex_unlock(&of->lock);
        all += read_one(of, index, &evidence);
        (void)pthread_mutex_lock(&of->lock);
    }
    of->read_s += all;
    (void)pthread_mutex_unlock(&of->lock);
    wm_buffer_clear(&evidence);
    return NULL;
}

/* Runs a sweep. *judge_s: the time for comparing all records and writing their lines. */
static double run(unsigned nodes, unsigned jobs, double *judge_s)
{
    static sweep of;
    wm_node_list expected = {NULL, 0, 0}, none = {NULL, 0, 0};
    wm_buffer out = WM_BUFFER_EMPTY;
    pthread_t threads[JOBS_MOST];
    char text[64], root[WM_SHA256_HEX_SIZE + 1];
    memset(&of, 0, sizeof of);
    (void)pthread_mutex_init(&of.lock, NULL);
    (void)snprintf(text, sizeof text, "n[1-%u]", nodes);
    must(wm_node_list_expand(text, &expected, NULL), "names");
    must(wm_fleet_begin(&of.fleet, &expected, &none), "nodes");
    for (unsigned i = 0; i < jobs; i++)
        (void)pthread_create(&threads[i], NULL, work, &of);
    for (unsigned i = 0; i < jobs; i++)
        (void)pthread_join(threads[i], NULL);
    *judge_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    must(wm_fleet_judge(&of.fleet, NULL), "judging");
    must(wm_fleet_lines_append(&of.fleet, &out, root), "lines");
    *judge_s = seconds_of(CLOCK_THREAD_CPUTIME_ID) - *judge_s;
    if (of.fleet.counts[WM_FLEET_OK] != nodes)
        printf("%zu of %u nodes are ok\n", of.fleet.counts[WM_FLEET_OK], nodes);
    wm_buffer_clear(&out);
    wm_fleet_clear(&of.fleet);
    wm_node_list_clear(&expected);
    return of.read_s;
}

int main(int argc, char **argv)
{
    const unsigned most = argc > 2 ? (unsigned)atoi(argv[2]) : 100000;
    const unsigned jobs = argc > 3 && atoi(argv[3]) <= JOBS_MOST ? (unsigned)atoi(argv[3]) : 2;
    double first = 0;
    if (argc < 2 || vary_fleet_read(argv[1], &lines) != WM_OK) {
        fprintf(stderr, "usage: bench_fleet LINES [MOST [JOBS]]\n");
        return 2;
    }
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 20); /* as cli/jobs.c */
    (void)mallopt(M_TRIM_THRESHOLD, 256 << 20);
    printf("    nodes  ms a record  judging, s  time / that of 1,000  memory, MB\n");
    for (unsigned nodes = 1000; nodes <= most; nodes *= 10) {
        struct rusage usage;
        double judge_s;
        const double read_s = run(nodes, jobs, &judge_s);
        if (nodes == 1000)
            first = read_s + judge_s;
        (void)getrusage(RUSAGE_SELF, &usage);
        printf("%9u  %11.2f  %10.2f  %20.2f  %10.0f\n", nodes, 1e3 * read_s / nodes, judge_s,
               (read_s + judge_s) / first, (double)usage.ru_maxrss / 1000);
        (void)fflush(stdout);
    }
    wm_buffer_clear(&lines);
    return 0;
}

/* Times the audit of the pinned x. record beside its lower bounds, each in a process of its own.
 *
 * The record: per group 24 external observations of about 840 bytes with at least 12 numbers of 16
 * or 17 digits, 6 reductions over the 24, 1 claim (tests/support/make_record.py --bench).
 * Baselines: the same file through this program's SHA-256, line by line as the audit hashes it, and
 * through `openssl dgst -sha256`. Processor time decides, because neighbours disturb the wall
 * clock. BENCH_MIB sets the size. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/cpu/cpu_sha256.h"
#include "base/clock.h"
#include "standards/sha256.h"

enum { RUNS = 3 };

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Hashes every line of a file, as an audit does. */
static int hash_lines(const char *path)
{
    uint8_t digest[WM_SHA256_SIZE];
    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 2;
    while ((size = getline(&line, &capacity, file)) > 0)
        wm_sha256_hash(line, (size_t)size, digest);
    free(line);
    return fclose(file) == 0 ? 0 : 2;
}

/* Runs a command, or the line hash if it has no name, and gives processor and wall time. */
static int run_once(char *const argv[], const char *path, double *cpu, double *wall)
{
    const double start = wm_clock_s();
    struct rusage usage;
    int status;
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_WRONLY);
        if (argv[0] == NULL)
            _exit(hash_lines(path));
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
        execvp(argv[0], argv);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return 1;
    *wall = wm_clock_s() - start;
    *cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Prints the best of some runs in MB/s, and its ratio to a baseline in MB/s (0 for none). */
static double measure(const char *name, char *const argv[], const char *path, double size_bytes,
                      double baseline)
{
    double best_cpu = 1e9, best_wall = 1e9, rate;
    for (int i = 0; i < RUNS; i++) {
        double cpu, wall;
        if (run_once(argv, path, &cpu, &wall) != 0) {
            printf("%-34s not run\n", name);
            return 0;
        }
        best_cpu = cpu < best_cpu ? cpu : best_cpu;
        best_wall = wall < best_wall ? wall : best_wall;
    }
    rate = size_bytes / best_cpu / 1e6;
    printf("%-34s %8.1f MB/s of processor time, %8.1f MB/s of wall time", name, rate,
           size_bytes / best_wall / 1e6);
    if (baseline > 0)
        printf(", %.3f of the line hash", rate / baseline);
    printf("\n");
    fflush(stdout);
    return rate;
}

int main(void)
{
    const char *mib = getenv("BENCH_MIB") == NULL ? "200" : getenv("BENCH_MIB");
    const char *build = getenv("BUILD") == NULL ? "build" : getenv("BUILD");
    char folder[] = "/tmp/bench_audit.XXXXXX", command[256], path[64], program[256], verify[256];
    char *hash[] = {NULL}, *audit[] = {program, "audit", path, NULL};
    char *standalone[] = {verify, path, NULL};
    char *python[] = {"python3", "code/verify_graph.py", path, NULL};
    char *openssl[] = {"openssl", "dgst", "-sha256", path, NULL};
    struct stat status;
    double size, baseline;
    wm_sha256_plug(wm_cpu_sha256_find());
    if (mkdtemp(folder) == NULL)
        return 2;
    snprintf(path, sizeof path, "%s/record/evidence.jsonl", folder);
    snprintf(program, sizeof program, "%s/witnessmark", build);
    snprintf(verify, sizeof verify, "%s/code/verify", build);
    snprintf(command, sizeof command,
             "python3 tests/support/make_record.py --bench %s %s/record >/dev/null", mib, folder);
    if (system(command) != 0 || stat(path, &status) != 0)
        return 2;
    size = (double)status.st_size;
    printf("%.1f MB of evidence, best of %d runs\n", size / 1e6, (int)RUNS);
    baseline = measure("this program's SHA-256, by line", hash, path, size, 0);
    (void)measure("openssl dgst -sha256", openssl, path, size, baseline);
    (void)measure("witnessmark audit", audit, path, size, baseline);
    (void)measure("code/verify.c (portable SHA-256)", standalone, path, size, baseline);
    (void)measure("code/verify_graph.py", python, path, size, baseline);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? 0 : 2;
}

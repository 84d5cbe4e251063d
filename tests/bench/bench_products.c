/* The binary32 product beside those of every installed library, each in its own process, in
 * alternating rounds.
 *
 * With --peer FILE CORE it is one of these processes: it loads the library, with OPENBLAS_CORETYPE
 * and BLIS_ARCH_TYPE as its parent left or set them, and prints GFLOP/s at each size. FILE "ours"
 * is the CPU backend. */
#include "backend/registry.h"
#include "base/clock.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 3, SIZES = 2, PEERS = 7 };

static const size_t SIZE[SIZES] = {2048, 4096};

static const struct {
    const char *name, *file, *core;
} PEER[PEERS] = {
    {"ours", "ours", ""},
    {"OpenBLAS, its own choice", "/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0", ""},
    {"OpenBLAS SkylakeX", "/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0", "SkylakeX"},
    {"OpenBLAS Haswell", "/usr/lib/x86_64-linux-gnu/openblas-openmp/libopenblas.so.0", "Haswell"},
    {"OpenBLAS pthread", "/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0", ""},
    {"BLIS", "/usr/lib/x86_64-linux-gnu/blis-openmp/libblis.so.4", ""},
    {"oneDNN", "libdnnl.so", ""},
};

typedef void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                         const float *A, int lda, const float *B, int ldb, float beta, float *C,
                         int ldc);
typedef int onednn_sgemm(char trans_a, char trans_b, int64_t m, int64_t n, int64_t k, float alpha,
                         const float *A, int64_t lda, const float *B, int64_t ldb, float beta,
                         float *C, int64_t ldc);

/* One product of the library or backend that the process measures. */
typedef struct {
    wm_device *device;
    wm_gemm gemm;
    cblas_sgemm *cblas;
    onednn_sgemm *onednn;
    float *A, *B, *C;
    int n;
} product;

static void multiply(const product *job)
{
    const int n = job->n;
    if (job->onednn != NULL) {
        (void)job->onednn('N', 'N', n, n, n, 1, job->A, n, job->B, n, 0, job->C, n);
        return;
    }
    if (job->cblas != NULL) {
        job->cblas(101, 111, 111, n, n, n, 1, job->A, n, job->B, n, 0, job->C, n);
        return;
    }
    if (job->device->ops->gemm(job->device, &job->gemm) != WM_OK)
        abort();
}

/* The best of a few runs, after a warm-up that does not count: the library without interruptions by
 * neighbours. */
static double best_rate(const product *job)
{
    const double flops = 2.0 * job->n * (double)job->n * job->n;
    double best = 1e30;
    multiply(job);
    for (int i = 0; i < (job->n > 3000 ? 2 : 5); i++) {
        const double start = wm_clock_s();
        multiply(job);
        const double elapsed = wm_clock_s() - start;
        best = elapsed < best ? elapsed : best;
    }
    return flops / best * 1e-9;
}

static bool load(product *job, const char *file)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL), *address;
    if (library == NULL)
        return false;
    address = dlsym(library, "dnnl_sgemm");
    memcpy(&job->onednn, &address, sizeof address);
    address = dlsym(library, "cblas_sgemm");
    memcpy(&job->cblas, &address, sizeof address);
    return job->onednn != NULL || job->cblas != NULL;
}

static int run_peer(const char *file)
{
    static const uint8_t SEED[2][32] = {{1}, {2}};
    const wm_backend *cpu = wm_registry_find("cpu");
    product job = {0};
    const bool ours = strcmp(file, "ours") == 0;
    if ((!ours && !load(&job, file)) ||
        cpu->open(&(wm_device_options){.index = 0}, &job.device, NULL) != WM_OK)
        return 1;
    for (int s = 0; s < SIZES; s++) {
        const size_t n = SIZE[s], bytes = n * n * sizeof(float);
        wm_device_buffer *buffers[3];
        job.n = (int)n;
        for (int i = 0; i < 3; i++)
            if (cpu->alloc(job.device, bytes, &buffers[i]) != WM_OK ||
                cpu->fill_normal(job.device, buffers[i], WM_FORMAT_F32, n * n, SEED[i % 2]) !=
                    WM_OK)
                return 1;
        job.gemm = (wm_gemm){WM_FORMAT_F32, WM_FORMAT_F32, WM_ARITHMETIC_F32, WM_LAYOUT_NN, n, n, n,
                             buffers[0],    buffers[1],    buffers[2]};
        float **const places[3] = {&job.A, &job.B, &job.C};
        for (int i = 0; i < 3 && !ours; i++) {
            if (posix_memalign((void **)places[i], 2 << 20, bytes) != 0 ||
                cpu->download(job.device, buffers[i], 0, *places[i], bytes) != WM_OK)
                return 1;
        }
        printf("%.2f ", best_rate(&job));
    }
    putchar('\n');
    return 0;
}

/* The rates of a peer, zero if it is not installed. */
static void ask_peer(const char *self, int peer, double rates[SIZES])
{
    char command[512];
    const char *core = PEER[peer].core;
    /* BLIS runs on one thread by default. */
    snprintf(command, sizeof command, "%s%s BLIS_NUM_THREADS=%ld '%s' --peer '%s' 2>/dev/null",
             core[0] != '\0' ? "OPENBLAS_CORETYPE=" : "", core, sysconf(_SC_NPROCESSORS_ONLN), self,
             PEER[peer].file);
    FILE *pipe = popen(command, "r");
    for (int s = 0; s < SIZES; s++)
        rates[s] = 0;
    if (pipe == NULL)
        return;
    for (int s = 0; s < SIZES; s++)
        if (fscanf(pipe, "%lf", &rates[s]) != 1)
            break;
    pclose(pipe);
}

static double median(double *values, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
            const double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
        }
    return values[count / 2];
}

int main(int argc, char **argv)
{
    static double rates[PEERS][SIZES][ROUNDS];
    if (argc == 3 && strcmp(argv[1], "--peer") == 0)
        return run_peer(argv[2]);
    for (int round = 0; round < ROUNDS; round++)
        for (int peer = 0; peer < PEERS; peer++) {
            double got[SIZES];
            ask_peer(argv[0], peer, got);
            for (int s = 0; s < SIZES; s++)
                rates[peer][s][round] = got[s];
        }
    for (int s = 0; s < SIZES; s++) {
        double best = 0, ours = median(rates[0][s], ROUNDS);
        for (int peer = 0; peer < PEERS; peer++) {
            const double rate = median(rates[peer][s], ROUNDS);
            if (rate > 0)
                printf("f32 product n=%zu %-25s %7.1f GFLOP/s (%.1f to %.1f)\n", SIZE[s],
                       PEER[peer].name, rate, rates[peer][s][0], rates[peer][s][ROUNDS - 1]);
            else
                printf("f32 product n=%zu %-25s not here\n", SIZE[s], PEER[peer].name);
            best = peer > 0 && rate > best ? rate : best;
        }
        if (best > 0)
            printf("f32 product n=%zu ours over the best peer: %.3f\n", SIZE[s], ours / best);
    }
    return 0;
}

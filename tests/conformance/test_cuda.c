/* Runs every operation of the CUDA backend against the CPU's on the same inputs, at small, odd and
 * large shapes. */
#include "backend/registry.h"
#include "conformance/cuda_attention.h"
#include "conformance/cuda_digests.h"
#include "conformance/cuda_exact.h"
#include "conformance/cuda_pair.h"
#include "conformance/cuda_products.h"
#include "conformance/cuda_vectors.h"
#include "verify/selftest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Tests the comparison itself: a NaN among the numbers must stay, at any position. */
static void test_comparison(void)
{
    static const float right[4] = {1, 1, -2, 1};
    static const struct {
        float got[4];
        double wanted;
    } cases[] = {{{1, 1, -2, 1}, 0},
                 {{1, 1, 2, 3}, 2},
                 {{NAN, 1, -2, 5}, (double)NAN},
                 {{5, NAN, -2, 1}, (double)NAN},
                 {{5, 1, -2, NAN}, (double)NAN}};
    pair p = pair_of(sizeof right);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cpu->ops->upload(cpu, p.cpu, 0, right, sizeof right) != WM_OK ||
            gpu->ops->upload(gpu, p.gpu, 0, cases[i].got, sizeof right) != WM_OK)
            exit(2);
        const double wanted = cases[i].wanted, differ = halves_differ(&p, WM_FORMAT_F32, 4);
        report(isnan(wanted) ? isnan(differ) : differ == wanted, "comparison %zu: %g, wanted %g", i,
               differ, wanted);
    }
    drop(&p);
}

/* A wrong argument is refused with a message. */
static void test_refusal(const char *what, wm_status status)
{
    const char *words = gpu->ops->last_error(gpu);
    report(status == WM_E_ARG && words[0] != '\0', "%s: %s (%s)", what, wm_status_text(status),
           words);
}

static void test_refusals(void)
{
    wm_device_buffer *buffer = NULL;
    uint8_t seed[32] = {0}, digest[32];
    uint64_t refused;
    report(gpu->ops->alloc(gpu, (size_t)1 << 50, &buffer) == WM_E_NOMEM && buffer == NULL,
           "2^50 bytes: %s", gpu->ops->last_error(gpu));
    test_refusal("no bytes", gpu->ops->alloc(gpu, 0, &buffer));
    buffer = buffer_of(gpu, 64);
    test_refusal("a fill too long", gpu->ops->fill_normal(gpu, buffer, WM_FORMAT_F32, 17, seed));
    test_refusal("normal int8", gpu->ops->fill_normal(gpu, buffer, WM_FORMAT_I8, 4, seed));
    test_refusal("a digest too long", gpu->ops->digest(gpu, buffer, 65, 8, digest, NULL));
    test_refusal("an upload past the end", gpu->ops->upload(gpu, buffer, 60, seed, 5));
    test_refusal("a flip past the end", gpu->ops->flip_bits(gpu, buffer, 63, 1, 2));
    test_refusal("a triad onto itself", gpu->ops->triad(gpu, buffer, buffer, buffer, 4));
    test_refusal("no product", gpu->ops->gemm(gpu, NULL));
    test_refusal("no careful product", gpu->ops->gemm_careful(gpu, NULL));
    test_refusal("a fill past the end",
                 gpu->ops->fill_bytes(gpu, buffer, gpu->ops->size_bytes(buffer) + 1, 0));
    test_refusal("no reduction", gpu->ops->reduce(gpu, NULL));
    test_refusal("no scatter", gpu->ops->scatter_add(gpu, NULL));
    test_refusal("no index add", gpu->ops->index_add(gpu, NULL));
    test_refusal("no random access", gpu->ops->random_access(gpu, NULL));
    test_refusal("no profile", gpu->ops->profile(gpu, NULL, NULL));
    test_refusal("no attention", gpu->ops->attention(gpu, NULL));
    test_refusal("no residual", gpu->ops->residual(gpu, NULL, NULL));
    test_refusal("no indices", gpu->ops->fill_index(gpu, buffer, 4, 1, 0, seed));
    test_refusal("a copy onto itself", gpu->ops->copy(gpu, buffer, 0, buffer, 3, 4));
    test_refusal("a download past the end", gpu->ops->download(gpu, buffer, 60, digest, 5));
    test_refusal("a digest's tree with no room",
                 gpu->ops->digest(gpu, buffer, 64, 8, digest, buffer));
    test_refusal("no integers", gpu->ops->fill_integers(gpu, buffer, NULL, seed));
    test_refusal("no rows", gpu->ops->exact_rows(gpu, NULL, seed, NULL));
    test_refusal("no exact comparison",
                 gpu->ops->compare_exact(gpu, buffer, WM_FORMAT_F64, buffer, 4, NULL));
    test_refusal("integers onto themselves",
                 gpu->ops->take_integers(gpu, buffer, 4, 1, buffer, &refused));
    test_refusal("no openings", gpu->ops->open_chunks(gpu, NULL));
    report(gpu->ops->fill_normal(gpu, buffer, WM_FORMAT_F32, 16, seed) == WM_OK &&
               gpu->ops->sync(gpu) == WM_OK,
           "the device works on");
    gpu->ops->free(gpu, buffer);
}

static void print_reading(const char *name, const wm_covariate_value *value, uint64_t begin_ns)
{
    if (value->reason != NULL)
        printf("     %s absent: %s\n", name, value->reason);
    else
        printf("     %s = %.6g, read after %.3f ms\n", name, value->value,
               (double)(value->time_ns - begin_ns) * 1e-6);
}

/* The device's timer against the host's clock over 0.2 s. */
static void check_timer(void)
{
    const struct timespec pause = {0, 200000000};
    wm_device_timer timer[2] = {{.reason = "not read"}, {.reason = "not read"}};
    double hz = 0;
    bool is_read = gpu->ops->clock_hz(gpu, &hz, &timer[0]) == WM_OK;
    (void)nanosleep(&pause, NULL);
    is_read = gpu->ops->clock_hz(gpu, &hz, &timer[1]) == WM_OK && is_read;
    if (!is_read || timer[0].reason != NULL || timer[1].reason != NULL) {
        report(false, "timer: %s", timer[0].reason != NULL ? timer[0].reason : "not read");
        return;
    }
    const double host_ns = (double)(timer[1].host_ns - timer[0].host_ns);
    const double difference =
        ((double)(timer[1].device_ns - timer[0].device_ns) - host_ns) / host_ns;
    const double uncertainty_ns = (double)(timer[0].uncertainty_ns + timer[1].uncertainty_ns);
    report(fabs(difference) < 1e-3 && uncertainty_ns < 1e-4 * host_ns,
           "timer: differs by %.3g over %.3g s, at most %.3g of it uncertain", difference,
           1e-9 * host_ns, uncertainty_ns / host_ns);
}

static void test_surroundings(void)
{
    wm_device_properties properties;
    wm_device_sample sample = {.is_full = true};
    double hz = 0;
    report(gpu->ops->properties(gpu, &properties) == WM_OK && properties.units > 0,
           "properties: %s", properties.name);
    for (size_t i = 0; i < properties.fact_count; i++)
        printf("     %s %s %s\n", properties.facts[i].name,
               properties.facts[i].value != NULL ? "=" : "absent:",
               properties.facts[i].value != NULL ? properties.facts[i].value
                                                 : properties.facts[i].reason);
    report(gpu->ops->clock_hz(gpu, &hz, NULL) == WM_OK && hz > 1e8 && hz < 1e10, "clock %.4g Hz",
           hz);
    check_timer();
    const uint64_t begin_ns = gpu->ops->time_ns(gpu);
    report(gpu->ops->covariates(gpu, &sample) == WM_OK, "covariates");
    for (unsigned i = 0; i < WM_COVARIATES; i++)
        print_reading(wm_tables_covariate((wm_covariate_name)i), &sample.values[i], begin_ns);
    print_reading("memory_peak", &sample.memory_peak, begin_ns);
}

/* Why a product of the self-test may be refused, by its name. Those named here are columns, and one
 * outer product of 16. */
static const char *selftest_refusal(const wm_selftest_result *result)
{
    size_t m = 0, n = 1, k = 1;
    const char *nn = strstr(result->name, " nn m"), *tn = strstr(result->name, " tn m");
    const char *shape = nn != NULL ? nn : tn;
    if (strcmp(result->operation, "gemm") != 0)
        return NULL;
    if (shape != NULL && sscanf(shape + 4, "m%zu n%zu k%zu", &m, &n, &k) != 3)
        return NULL;
    return product_refusal(result->name, nn == NULL, n, k);
}

/* Counts a case; *unlisted counts refusals that no rule allows. */
static void note_case(void *context, const wm_selftest_result *result)
{
    unsigned *unlisted = context;
    const char *rule = selftest_refusal(result);
    if (result->verdict == WM_SELFTEST_FAIL)
        printf("FAIL selftest %s %s: %s\n", result->operation, result->name, result->detail);
    if (result->verdict != WM_SELFTEST_UNSUPPORTED)
        return;
    printf("%s selftest %s %s (%s)\n", rule != NULL ? "skip" : "FAIL", result->operation,
           result->name, rule != NULL ? rule : "refused, and by no rule");
    *unlisted += rule == NULL;
}

/* Compares with the reference loops at edge values. */
static void test_self(void)
{
    static const char *const operations[] = {"fill_normal",
                                             "fill_int8",
                                             "fill_index",
                                             "fill_integers",
                                             "triad",
                                             "reduce",
                                             "scatter_add",
                                             "index_add",
                                             "random_access",
                                             "profile",
                                             "gemm_careful",
                                             "residual",
                                             "triad_residual",
                                             "compare",
                                             "compare_bits",
                                             "exact_rows",
                                             "compare_exact",
                                             "take_integers",
                                             "memory_free",
                                             "reduction_residual",
                                             "scatter_residual",
                                             "random_access_residual",
                                             "attention_residual",
                                             "digest",
                                             "open_chunks",
                                             "copy",
                                             "flip_bits",
                                             "upload",
                                             "download",
                                             "clock_hz",
                                             "covariates",
                                             "attention_careful",
                                             "describe",
                                             "choose",
                                             "gemm",
                                             "attention"};
    const size_t count = sizeof operations / sizeof *operations - (libraries ? 0 : 2);
    for (size_t i = 0; i < count; i++) {
        unsigned unlisted = 0;
        wm_selftest_summary summary = {0, 0, 0};
        const wm_status status =
            wm_selftest_run(gpu, operations[i], note_case, &unlisted, &summary);
        report(status == WM_OK && summary.failed == 0 && unlisted == 0 && summary.passed > 0,
               "selftest %s: %u passed, %u failed, %u refused, %s", operations[i], summary.passed,
               summary.failed, summary.unsupported, wm_status_text(status));
        skipped += summary.unsupported;
    }
}

/* The first members of the backend's buffers, enough to forge one. */
struct wm_device_buffer {
    void *bytes;
    size_t size;
    void *previous, *next;
};

/* Takes all memory in blocks, more than half of it in the first ones. Returns the number of
 * blocks. */
static size_t fill_memory(wm_device_buffer **blocks, size_t most)
{
    size_t count = 0;
    for (size_t size = (size_t)4 << 30; size >= (size_t)1 << 24; size /= 4)
        while (count < most && gpu->ops->alloc(gpu, size, &blocks[count]) == WM_OK)
            count++;
    return count;
}

/* Out of memory is an error and breaks nothing. */
static void test_full_memory(void)
{
    enum { MOST = 512 };
    wm_device_buffer *blocks[MOST], *none = NULL;
    const size_t count = fill_memory(blocks, MOST);
    report(count > 0 && gpu->ops->alloc(gpu, (size_t)1 << 28, &none) == WM_E_NOMEM && none == NULL,
           "memory full after %zu blocks: %s", count, gpu->ops->last_error(gpu));
    for (size_t i = 0; i < count; i++)
        gpu->ops->free(gpu, blocks[i]);
    test_product(&wm_product_variants[0], 64, 48, 80);
}

/* Runs this program in a new process and returns its exit status. */
static int run_again(const char *word)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL)
            execl("/proc/self/exe", "test_cuda", "small", word, (char *)NULL);
        _exit(2);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

/* A kernel that reads unmapped memory. Afterwards everything is refused, in this process perhaps
 * for ever; another process can use the device. */
static void test_broken_context(void)
{
    const wm_device_options options = {.index = 0};
    const wm_backend *cuda = gpu->ops;
    wm_device_buffer nowhere = {(void *)4096, 1 << 20, NULL, NULL};
    wm_device_buffer *a = buffer_of(gpu, 4096), *other = NULL;
    char reason[256] = "";
    wm_status status = gpu->ops->triad(gpu, a, &nowhere, &nowhere, 1024);
    if (status == WM_OK)
        status = gpu->ops->sync(gpu);
    report(status == WM_E_DEVICE && strstr(gpu->ops->last_error(gpu), "illegal") != NULL,
           "a read of nowhere: %s", gpu->ops->last_error(gpu));
    report(gpu->ops->alloc(gpu, 64, &other) == WM_E_DEVICE && gpu->ops->sync(gpu) == WM_E_DEVICE &&
               gpu->ops->last_error(gpu)[0] != '\0',
           "the device refuses what follows");
    cuda->close(gpu);
    gpu = NULL;
    status = cuda->open(&options, &gpu, reason);
    report((status == WM_OK) == (gpu != NULL) && (status == WM_OK || reason[0] != '\0'),
           "opened again in this process: %s", status == WM_OK ? "yes" : reason);
    if (gpu != NULL) {
        test_product(&wm_product_variants[0], 64, 48, 80);
        test_vectors(1003);
    }
    report(run_again("part=vectors") == 0, "another process uses the device");
}

/* Faults, and the backend's recovery from them. */
static void test_faults(void)
{
    test_full_memory();
    test_broken_context();
}

/* Whether the device notes that it searches for no method. */
static bool notes_no_search(wm_device *device)
{
    wm_device_properties properties;
    if (device->ops->properties(device, &properties) != WM_OK)
        return false;
    for (size_t i = 0; i < properties.fact_count; i++)
        if (strcmp(properties.facts[i].name, "method_search") == 0)
            return true;
    return false;
}

/* A device that takes the first method computes the same, and its method is found again by name. */
static void test_first_method(void)
{
    const wm_device_options options = {.takes_first = true};
    wm_device *usual = gpu, *first = NULL;
    const wm_status status = usual->ops->open(&options, &first, NULL);
    report(status == WM_OK && notes_no_search(first) && !notes_no_search(usual),
           "a device that takes the first method notes it");
    if (status != WM_OK)
        return;
    gpu = first;
    test_product(&wm_product_variants[0], 256, 512, 1024);
    gpu->ops->close(gpu);
    gpu = usual;
}

/* The parts, by their names on the command line. */
static const struct {
    const char *name;
    void (*run)(void);
} parts[] = {{"comparison", test_comparison},
             {"self", test_self},
             {"surroundings", test_surroundings},
             {"refusals", test_refusals},
             {"fills", test_fills},
             {"digests", test_digests},
             {"exact", exact_products},
             {"vectors", vectors},
             {"scatters", test_scatters},
             {"accesses", accesses},
             {"attention", attentions},
             {"sets", test_many_sets},
             {"products", test_products},
             {"first", test_first_method},
             {"faults", test_faults}};

/* Whether a part was requested. Sanitizers would report the faults. */
static bool is_wanted(const char *name)
{
    if (part != NULL && strncmp(part, "products", 8) == 0 && strcmp(name, "products") == 0)
        return true;
    return part != NULL ? strcmp(part, name) == 0 : libraries || strcmp(name, "faults") != 0;
}

static void run_all(void)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (gpu != NULL && is_wanted(parts[i].name))
            parts[i].run();
}

/* Holds all memory for a while, to test another program without memory. */
static int hold_memory(unsigned seconds)
{
    wm_device_buffer *blocks[512];
    printf("holding %zu blocks\n", fill_memory(blocks, 512));
    sleep(seconds);
    return 0;
}

int main(int argc, char **argv)
{
    char reason[256] = "built without CUDA=1";
    size_t count = 0;
    const wm_backend *cuda = wm_registry_find("cuda");
    for (int i = 1; i < argc; i++) {
        large = large && strcmp(argv[i], "small") != 0;
        if (strncmp(argv[i], "part=", 5) == 0)
            part = argv[i] + 5;
        libraries = libraries &&
                    /* sanitizers do not follow the libraries' stores */
                    strcmp(argv[i], "own") != 0;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (cuda != NULL && cuda->list(NULL, 0, &count, reason) != WM_OK)
        return 1;
    if (count == 0) {
        printf("skip every operation of the CUDA backend: %s\n", reason);
        printf("0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    const wm_device_options options = {.index = 0};
    if (wm_registry_find("cpu")->open(&options, &cpu, NULL) != WM_OK ||
        cuda->open(&options, &gpu, NULL) != WM_OK) {
        printf("cannot open the devices\n");
        return 1;
    }
    if (argc == 3 && strcmp(argv[1], "hold") == 0)
        return hold_memory((unsigned)strtoul(argv[2], NULL, 10));
    run_all();
    if (gpu != NULL)
        cuda->close(gpu);
    cpu->ops->close(cpu);
    if (passed + failed == 0)
        printf("no part '%s'\n", part);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed != 0 || passed == 0;
}

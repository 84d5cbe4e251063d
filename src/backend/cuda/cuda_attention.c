/* Attention through cuDNN.
 *
 * cuDNN is loaded when a device is opened, first from the dynamic loader's paths, then from the
 * folder of cuBLASLt. The plans that it offers for a shape are timed in turns on the data, and the
 * fastest is kept. A device that takes the first keeps the first plan that runs. Without cuDNN, or
 * without a plan for a shape, the device has no attention: the benchmark must not report another
 * kernel's rate. The plain kernel serves the careful path only.
 */
#include "backend/cuda/cuda.h"
#include "backend/cuda/cuda_graph.h"
#include "backend/cuda/cuda_library.h"

#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4, RUNS_MAX = 200 };

static const float ROUND_MS = 100.0f;

struct wm_cuda_attention {
    void *file; /* from dlopen; null if cuDNN was not found */
    cudnn_library library;
    cudnn_handle handle;
    char reason[WM_CUDA_LIBRARY_REASON];  /* why cuDNN is not used; empty if it is used */
    bool causal;                          /* of `graph` */
    size_t batch, heads, sequence, depth; /* the shape of `graph`; batch 0: none yet */
    wm_cuda_graph graph;
    size_t chosen;
    char how[40];          /* how it was chosen, here or for the record that names the plan */
    char name[112];        /* of the chosen plan */
    cudnn_descriptor pack; /* of the last run, made for `packed`; null: none yet */
    struct {
        size_t which;
        const void *Q, *K, *V, *O;
    } packed;
    float scale, masked; /* the factor of all scores; the score of a key that is not seen */
    void *workspace;     /* starts with the statistics */
    /* bytes of the statistics, and of the whole workspace */
    size_t statistics_bytes, workspace_bytes;
};

/* libcudnn.so.9 in the folder of the library that holds cuBLASLt. */
static void *open_beside_blas(const wm_cuda *cuda)
{
    const void *known = wm_cuda_gemm_library(cuda);
    Dl_info where;
    char path[1024];
    if (known == NULL || dladdr(known, &where) == 0 || where.dli_fname == NULL)
        return NULL;
    const char *slash = strrchr(where.dli_fname, '/');
    if (slash == NULL || (size_t)(slash - where.dli_fname) > sizeof path - 32)
        return NULL;
    snprintf(path, sizeof path, "%.*s/libcudnn.so.9", (int)(slash - where.dli_fname),
             where.dli_fname);
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

static bool find_all(void *file, cudnn_library *l)
{
    return wm_cuda_library_find(file, "cudnnCreate", &l->create) &&
           wm_cuda_library_find(file, "cudnnDestroy", &l->destroy) &&
           wm_cuda_library_find(file, "cudnnSetStream", &l->set_stream) &&
           wm_cuda_library_find(file, "cudnnGetVersion", &l->version) &&
           wm_cuda_library_find(file, "cudnnGetCudartVersion", &l->runtime) &&
           wm_cuda_library_find(file, "cudnnGetErrorString", &l->error_string) &&
           wm_cuda_library_find(file, "cudnnBackendCreateDescriptor", &l->create_descriptor) &&
           wm_cuda_library_find(file, "cudnnBackendDestroyDescriptor", &l->destroy_descriptor) &&
           wm_cuda_library_find(file, "cudnnBackendSetAttribute", &l->set_attribute) &&
           wm_cuda_library_find(file, "cudnnBackendGetAttribute", &l->get_attribute) &&
           wm_cuda_library_find(file, "cudnnBackendFinalize", &l->finalize) &&
           wm_cuda_library_find(file, "cudnnBackendExecute", &l->execute);
}

/* Finds another major version than the supported one, for the message only. */
static int find_other(void)
{
    static const int others[] = {10, 8, 7};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char name[32];
        snprintf(name, sizeof name, "libcudnn.so.%d", others[i]);
        void *file = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
        if (file == NULL)
            continue;
        (void)dlclose(file);
        return others[i];
    }
    return 0;
}

/* Whether the library's versions suit this program; if not, sets the reason. */
static bool versions_fit(wm_cuda_attention *state)
{
    const size_t version = state->library.version(), runtime = state->library.runtime();
    if (version / 10000 == 9 && runtime / 1000 == CUDART_VERSION / 1000)
        return true;
    snprintf(state->reason, sizeof state->reason,
             "libcudnn.so.9 is cuDNN %zu.%zu for CUDA %zu; this program needs 9 for CUDA %d",
             version / 10000, version / 100 % 100, runtime / 1000, CUDART_VERSION / 1000);
    return false;
}

/* Loads the library and makes a handle; on a failure sets the reason. */
static void load_library(wm_cuda *cuda, wm_cuda_attention *state)
{
    state->file = wm_cuda_library_open("libcudnn.so.9", state->reason);
    if (state->file == NULL)
        state->file = open_beside_blas(cuda);
    if (state->file == NULL) {
        const int other = find_other();
        const size_t used = strlen(state->reason);
        if (other != 0)
            snprintf(state->reason + used, sizeof state->reason - used,
                     ", libcudnn.so.%d is no replacement", other);
        return;
    }
    state->reason[0] = '\0';
    if (!find_all(state->file, &state->library)) {
        snprintf(state->reason, sizeof state->reason, "libcudnn.so.9 lacks a function");
        return;
    }
    if (!versions_fit(state))
        return;
    int status = state->library.create(&state->handle);
    if (status == 0)
        status = state->library.set_stream(state->handle, cuda->stream);
    if (status != 0) {
        snprintf(state->reason, sizeof state->reason, "cudnnCreate: %.100s",
                 state->library.error_string(status));
        return;
    }
    state->graph.library = &state->library;
    state->graph.handle = state->handle;
}

void wm_cuda_attention_facts(wm_cuda *cuda)
{
    wm_cuda_attention *state = calloc(1, sizeof *state);
    if (state == NULL) {
        wm_cuda_device_absent(cuda, "cudnn", "no memory when the device was opened");
        return;
    }
    load_library(cuda, state);
    cuda->attention = state;
    if (state->reason[0] != '\0') {
        wm_cuda_device_absent(cuda, "cudnn", state->reason);
        return;
    }
    const size_t version = state->library.version();
    wm_cuda_device_fact(cuda, "cudnn", "%zu.%zu.%zu", version / 10000, version / 100 % 100,
                        version % 100);
}

static void drop_pack(wm_cuda_attention *state)
{
    if (state->pack != NULL)
        state->library.destroy_descriptor(state->pack);
    state->pack = NULL;
}

void wm_cuda_attention_free(wm_cuda_attention *attention)
{
    if (attention == NULL)
        return;
    drop_pack(attention);
    if (attention->graph.library != NULL)
        wm_cuda_graph_clear(&attention->graph);
    if (attention->handle != NULL)
        attention->library.destroy(attention->handle);
    (void)cudaFree(attention->workspace);
    free(attention); /* the library stays loaded: unloading it is not safe while it has threads */
}

wm_status wm_cuda_attention_check(wm_cuda *cuda, const wm_attention *a)
{
    if (a == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "attention: no attention");
    if (a->depth > 256)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "attention supports depths up to 256");
    const uint64_t rows =
        wm_cuda_memory_times(wm_cuda_memory_times(a->batch, a->heads), a->sequence);
    const uint64_t count = wm_cuda_memory_times(rows, a->depth);
    if (!wm_cuda_memory_holds(a->Q, count, 2) || !wm_cuda_memory_holds(a->K, count, 2) ||
        !wm_cuda_memory_holds(a->V, count, 2) || !wm_cuda_memory_holds(a->O, count, 2) ||
        a->O == a->Q || a->O == a->K || a->O == a->V)
        return wm_cuda_device_refuse(cuda, WM_E_ARG, "attention: a matrix outside its buffer");
    return WM_OK;
}

static wm_status cudnn_check(wm_cuda *cuda, int status, const char *what)
{
    if (status == 0)
        return WM_OK;
    const wm_status fault = wm_cuda_device_launched(cuda, what);
    const bool cannot = status / 1000 == CUDNN_NOT_SUPPORTED / 1000;
    return fault != WM_OK ? fault
                          : wm_cuda_device_refuse(cuda, cannot ? WM_E_UNSUPPORTED : WM_E_DEVICE,
                                                  "%s: cuDNN says %s", what,
                                                  cuda->attention->library.error_string(status));
}

/* Makes the pack that binds plan number `which` to attention's buffers, or keeps the last pack if
 * it fits. */
static wm_status bind(wm_cuda *cuda, const wm_attention *a, size_t which)
{
    wm_cuda_attention *state = cuda->attention;
    const wm_cuda_graph_room room = {&state->scale, &state->masked, state->workspace,
                                     (char *)state->workspace + state->statistics_bytes};
    if (state->pack != NULL && state->packed.which == which && state->packed.Q == a->Q->bytes &&
        state->packed.K == a->K->bytes && state->packed.V == a->V->bytes &&
        state->packed.O == a->O->bytes)
        return WM_OK;
    drop_pack(state);
    state->pack = wm_cuda_graph_bind(&state->graph, which, a, &room);
    if (state->pack == NULL)
        return cudnn_check(cuda, state->graph.status, "attention");
    state->packed.which = which;
    state->packed.Q = a->Q->bytes;
    state->packed.K = a->K->bytes;
    state->packed.V = a->V->bytes;
    state->packed.O = a->O->bytes;
    return WM_OK;
}

/* Queues plan number `which` `runs` times. */
static wm_status queue_plan(wm_cuda *cuda, const wm_attention *a, size_t which, int runs)
{
    wm_cuda_attention *state = cuda->attention;
    const wm_status bound = bind(cuda, a, which);
    int status = 0;
    if (bound != WM_OK)
        return bound;
    for (int i = 0; i < runs && status == 0; i++)
        status = state->library.execute(state->handle, state->graph.plans[which], state->pack);
    return cudnn_check(cuda, status, "attention");
}

/* The mean time of `runs` consecutive runs of a plan. */
static wm_status time_plan(wm_cuda *cuda, const wm_attention *a, size_t which, int runs, float *ms)
{
    wm_status status = wm_cuda_device_start(cuda);
    if (status == WM_OK)
        status = queue_plan(cuda, a, which, runs);
    return status == WM_OK ? wm_cuda_device_lap(cuda, runs, ms) : status;
}

/* Allocates one workspace for every plan, after the composite graph's statistics. */
static wm_status make_workspace(wm_cuda *cuda, const wm_attention *a)
{
    wm_cuda_attention *state = cuda->attention;
    int64_t most = 16;
    for (size_t i = 0; i < state->graph.plan_count; i++)
        most = state->graph.workspace[i] > most ? state->graph.workspace[i] : most;
    wm_cuda_memory_give(cuda, state->workspace, state->workspace_bytes);
    state->workspace = NULL;
    state->statistics_bytes = (a->batch * a->heads * a->sequence * sizeof(float) + 255) / 256 * 256;
    state->workspace_bytes = state->statistics_bytes + (size_t)most;
    return wm_cuda_memory_take(cuda, state->workspace_bytes, &state->workspace,
                               "cuDNN's workspace");
}

/* Runs each plan twice, and counts those that run. runs[i] is its number of runs in a round, 0 if
 * cuDNN refuses to run it. If none runs, the last refusal's words remain. A device that takes the
 * first runs no plan behind it. */
static wm_status try_plans(wm_cuda *cuda, const wm_attention *a, int runs[WM_CUDA_GRAPH_PLANS],
                           size_t *ran)
{
    wm_cuda_attention *state = cuda->attention;
    char last[WM_CUDA_ERROR_TEXT];
    *ran = 0;
    for (size_t i = 0; i < state->graph.plan_count && !(cuda->takes_first && *ran > 0); i++) {
        float ms = 0;
        wm_status status =
            time_plan(cuda, a, i, 1, &ms); /* the first run loads, or compiles, the kernel */
        if (status == WM_OK && !cuda->takes_first)
            status = time_plan(cuda, a, i, 1, &ms);
        if (cuda->lost || status == WM_E_NOMEM)
            return status;
        runs[i] = status != WM_OK ? 0 : 1 + (int)fminf(ROUND_MS / (ms + 0.001f), RUNS_MAX);
        *ran += status == WM_OK;
    }
    if (*ran > 0)
        return WM_OK;
    snprintf(last, sizeof last, "%s", cuda->error);
    return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "none of cuDNN's %zu plans runs: %.180s",
                                 state->graph.plan_count, last);
}

/* Times the plans in turns and chooses the fastest, or takes the first. */
static wm_status tune(wm_cuda *cuda, const wm_attention *a)
{
    wm_cuda_attention *state = cuda->attention;
    float sums[WM_CUDA_GRAPH_PLANS] = {0};
    int runs[WM_CUDA_GRAPH_PLANS] = {0};
    size_t ran;
    const wm_status tried = try_plans(cuda, a, runs, &ran);
    if (tried != WM_OK)
        return tried;
    for (int round = 0; round < ROUNDS && !cuda->takes_first; round++)
        for (size_t i = 0; i < state->graph.plan_count; i++) {
            float ms = 0;
            const wm_status status = runs[i] == 0 ? WM_OK : time_plan(cuda, a, i, runs[i], &ms);
            if (status != WM_OK)
                return status;
            sums[i] += ms;
        }
    state->chosen = state->graph.plan_count;
    for (size_t i = 0; i < state->graph.plan_count; i++)
        if (runs[i] > 0 &&
            (state->chosen == state->graph.plan_count || sums[i] < sums[state->chosen]))
            state->chosen = i;
    if (cuda->takes_first)
        snprintf(state->how, sizeof state->how, "the first of %u plans that runs",
                 (unsigned)state->graph.plan_count);
    else
        snprintf(state->how, sizeof state->how, "best of %u plans sustained", (unsigned)ran);
    wm_cuda_graph_name(&state->graph, state->chosen, state->name, sizeof state->name);
    return WM_OK;
}

/* Why there is no plan. */
static wm_status refuse_shape(wm_cuda *cuda)
{
    const wm_cuda_attention *state = cuda->attention;
    if (state->graph.status != 0)
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "cuDNN has no plan for it: %s",
                                     state->library.error_string(state->graph.status));
    return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                 "cuDNN has no plan for it: no engine (%zu whose results vary from "
                                 "run to run left out)",
                                 state->graph.nondeterministic);
}

static bool is_for(const wm_cuda_attention *state, const wm_attention *a)
{
    return state->batch != 0 && state->causal == a->causal && state->batch == a->batch &&
           state->heads == a->heads && state->sequence == a->sequence && state->depth == a->depth;
}

/* Makes plans and memory for the shape; does not choose. */
static wm_status make_plans(wm_cuda *cuda, const wm_attention *a)
{
    wm_cuda_attention *state = cuda->attention;
    state->batch = 0;
    drop_pack(state);
    wm_cuda_graph_clear(&state->graph);
    state->graph.status = 0;
    state->scale = 1.0f / sqrtf((float)a->depth);
    state->masked = -FLT_MAX;
    wm_cuda_graph_plans(&state->graph, a);
    return state->graph.plan_count == 0 ? refuse_shape(cuda) : make_workspace(cuda, a);
}

static void fit_shape(wm_cuda_attention *state, const wm_attention *a)
{
    state->causal = a->causal;
    state->batch = a->batch;
    state->heads = a->heads;
    state->sequence = a->sequence;
    state->depth = a->depth;
}

/* Makes plans, workspace and choice for the shape. */
static wm_status prepare(wm_cuda *cuda, const wm_attention *a)
{
    if (is_for(cuda->attention, a))
        return WM_OK;
    wm_status status = make_plans(cuda, a);
    if (status == WM_OK)
        status = tune(cuda, a);
    if (status == WM_OK)
        fit_shape(cuda->attention, a);
    return status;
}

/* Whether the library is usable. */
static wm_status have_library(wm_cuda *cuda)
{
    if (cuda->attention == NULL)
        return wm_cuda_device_refuse(cuda, WM_E_NOMEM, "no memory when the device was opened");
    if (cuda->attention->reason[0] != '\0')
        return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED, "no cuDNN: %s",
                                     cuda->attention->reason);
    return WM_OK;
}

wm_status wm_cuda_attention_run(wm_device *device, const wm_attention *attention)
{
    wm_cuda *cuda;
    wm_status status = wm_cuda_device_begin(device, &cuda);
    if (status == WM_OK)
        status = wm_cuda_attention_check(cuda, attention);
    if (status == WM_OK)
        status = have_library(cuda);
    if (status == WM_OK)
        status = prepare(cuda, attention);
    return status == WM_OK ? queue_plan(cuda, attention, cuda->attention->chosen, 1) : status;
}

/* The method of the chosen plan. */
static void write_method(const wm_cuda_attention *state, char text[256])
{
    const size_t version = state->library.version();
    snprintf(text, 256, "cuDNN %zu.%zu.%zu, %s%s, bfloat16 probabilities; %s; %s", version / 10000,
             version / 100 % 100, version % 100,
             state->graph.is_composite[state->chosen] ? "graph of single operations"
                                                      : "sdpa operation",
             state->graph.is_masked ? " with a causal mask" : "", state->how, state->name);
}

/* Whether two methods are equal except for the text between their semicolons, which says how the
 * plan was chosen. */
static bool is_same_method(const char *one, const char *other)
{
    const size_t head = strcspn(one, ";");
    const char *tail = strrchr(one, ';');
    const char *other_tail = strrchr(other, ';');
    return tail != NULL && other_tail != NULL && strcspn(other, ";") == head &&
           strncmp(one, other, head) == 0 && strcmp(tail, other_tail) == 0;
}

/* Takes over how a recorded method was chosen, so that both methods have one text. Other words than
 * those of `tune` are not repeated. */
static void keep_how(wm_cuda_attention *state, const char *method)
{
    static const char *const WORDS[] = {"; best of %u plans sustained%n",
                                        "; the first of %u plans that runs%n"};
    const char *how = method + strcspn(method, ";");
    snprintf(state->how, sizeof state->how, "as recorded before");
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        unsigned count;
        int end = 0;
        if (sscanf(how, WORDS[i], &count, &end) == 1 && end > 0 && how[end] == ';')
            snprintf(state->how, sizeof state->how, "%.*s", end - 2, how + 2);
    }
}

wm_status wm_cuda_attention_choose(wm_cuda *cuda, const wm_attention *attention, const char *method)
{
    wm_cuda_attention *state = cuda->attention;
    char own[256];
    wm_status status = have_library(cuda);
    if (status == WM_OK)
        status = make_plans(cuda, attention);
    if (status != WM_OK)
        return status;
    for (size_t i = 0; i < state->graph.plan_count; i++) {
        state->chosen = i;
        wm_cuda_graph_name(&state->graph, i, state->name, sizeof state->name);
        write_method(state, own);
        if (is_same_method(own, method)) {
            keep_how(state, method);
            fit_shape(state, attention);
            return WM_OK;
        }
    }
    return wm_cuda_device_refuse(cuda, WM_E_UNSUPPORTED,
                                 "cuDNN does not offer the recorded plan now: %.160s", method);
}

void wm_cuda_attention_describe(const wm_cuda *cuda, const wm_attention *attention, char text[256])
{
    const wm_cuda_attention *state = cuda->attention;
    if (state == NULL) {
        snprintf(text, 256, "nothing: no memory when the device was opened");
        return;
    }
    if (state->reason[0] != '\0') {
        snprintf(text, 256, "nothing: no cuDNN: %s", state->reason);
        return;
    }
    const size_t version = state->library.version();
    if (is_for(state, attention))
        write_method(state, text);
    else
        snprintf(text, 256, "cuDNN %zu.%zu.%zu, plan chosen at the first run", version / 10000,
                 version / 100 % 100, version % 100);
}

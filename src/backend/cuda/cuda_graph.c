/* cuDNN's graphs of attention and the execution plans that it offers for them. */
#include "backend/cuda/cuda_graph.h"
#include "backend/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

/* A new descriptor, kept for clearing; null after a failure. */
static cudnn_descriptor new_descriptor(wm_cuda_graph *g, int type)
{
    cudnn_descriptor made = NULL;
    if (g->status != 0)
        return NULL;
    if (g->count == WM_CUDA_GRAPH_DESCRIPTORS) {
        g->status = -1;
        return NULL;
    }
    g->status = g->library->create_descriptor(type, &made);
    if (g->status == 0)
        g->made[g->count++] = made;
    return made;
}

static void set(wm_cuda_graph *g, cudnn_descriptor d, int name, int type, int64_t count,
                const void *value)
{
    if (g->status == 0)
        g->status = g->library->set_attribute(d, name, type, count, value);
}

static void set_number(wm_cuda_graph *g, cudnn_descriptor d, int name, int type, int value)
{
    set(g, d, name, type, 1, &value);
}

static void set_descriptor(wm_cuda_graph *g, cudnn_descriptor d, int name, cudnn_descriptor value)
{
    set(g, d, name, CUDNN_IS_DESCRIPTOR, 1, &value);
}

static cudnn_descriptor finish(wm_cuda_graph *g, cudnn_descriptor d)
{
    if (g->status == 0)
        g->status = g->library->finalize(d);
    return d;
}

typedef struct {
    int64_t id;
    int type;
    bool is_virtual, by_value;
    int64_t size[4], stride[4];
} tensor;

static cudnn_descriptor make_tensor(wm_cuda_graph *g, const tensor *t)
{
    const int64_t alignment = 16;
    cudnn_descriptor d = new_descriptor(g, CUDNN_TENSOR);
    set_number(g, d, CUDNN_TENSOR_TYPE, CUDNN_IS_DATA_TYPE, t->type);
    set(g, d, CUDNN_TENSOR_DIMENSIONS, CUDNN_IS_INT64, 4, t->size);
    set(g, d, CUDNN_TENSOR_STRIDES, CUDNN_IS_INT64, 4, t->stride);
    set(g, d, CUDNN_TENSOR_UNIQUE_ID, CUDNN_IS_INT64, 1, &t->id);
    set(g, d, CUDNN_TENSOR_ALIGNMENT, CUDNN_IS_INT64, 1, &alignment);
    set(g, d, CUDNN_TENSOR_IS_VIRTUAL, CUDNN_IS_BOOLEAN, 1, &t->is_virtual);
    set(g, d, CUDNN_TENSOR_IS_BY_VALUE, CUDNN_IS_BOOLEAN, 1, &t->by_value);
    return finish(g, d);
}

/* batch x heads x rows x columns, row-major. */
static cudnn_descriptor make_matrix(wm_cuda_graph *g, const wm_attention *a, int64_t id, int type,
                                    bool is_virtual, int64_t rows, int64_t columns)
{
    const int64_t heads = (int64_t)a->heads;
    const tensor t = {id,
                      type,
                      is_virtual,
                      false,
                      {(int64_t)a->batch, heads, rows, columns},
                      {heads * rows * columns, rows * columns, columns, 1}};
    return make_tensor(g, &t);
}

/* K as its transpose: the same bytes, with the last two dimensions exchanged. */
static cudnn_descriptor make_transposed(wm_cuda_graph *g, const wm_attention *a, int64_t id)
{
    const int64_t heads = (int64_t)a->heads;
    const int64_t rows = (int64_t)a->sequence;
    const int64_t columns = (int64_t)a->depth;
    const tensor t = {id,
                      CUDNN_BFLOAT16,
                      false,
                      false,
                      {(int64_t)a->batch, heads, columns, rows},
                      {heads * rows * columns, rows * columns, 1, columns}};
    return make_tensor(g, &t);
}

static cudnn_descriptor make_number(wm_cuda_graph *g, int64_t id)
{
    const tensor t = {id, CUDNN_FLOAT, false, true, {1, 1, 1, 1}, {1, 1, 1, 1}};
    return make_tensor(g, &t);
}

static cudnn_descriptor multiply(wm_cuda_graph *g, cudnn_descriptor A, cudnn_descriptor B,
                                 cudnn_descriptor C)
{
    cudnn_descriptor how = new_descriptor(g, CUDNN_MATMUL);
    set_number(g, how, CUDNN_MATMUL_PRECISION, CUDNN_IS_DATA_TYPE, CUDNN_FLOAT);
    finish(g, how);
    cudnn_descriptor d = new_descriptor(g, CUDNN_OPERATION_MATMUL);
    set_descriptor(g, d, CUDNN_MATMUL_A, A);
    set_descriptor(g, d, CUDNN_MATMUL_B, B);
    set_descriptor(g, d, CUDNN_MATMUL_C, C);
    set_descriptor(g, d, CUDNN_MATMUL_DESCRIPTOR, how);
    return finish(g, d);
}

/* An operation on elements. b and t are null where it has fewer operands. */
typedef struct {
    int mode, precision;
    int64_t axis; /* of CUDNN_INDEX */
    cudnn_descriptor x, b, t, y;
} elementwise;

static cudnn_descriptor make_elementwise(wm_cuda_graph *g, const elementwise *o)
{
    cudnn_descriptor how = new_descriptor(g, CUDNN_POINTWISE);
    set_number(g, how, CUDNN_POINTWISE_MODE, CUDNN_IS_POINTWISE_MODE, o->mode);
    set_number(g, how, CUDNN_POINTWISE_PRECISION, CUDNN_IS_DATA_TYPE, o->precision);
    if (o->mode == CUDNN_INDEX)
        set(g, how, CUDNN_POINTWISE_AXIS, CUDNN_IS_INT64, 1, &o->axis);
    finish(g, how);
    cudnn_descriptor d = new_descriptor(g, CUDNN_OPERATION_POINTWISE);
    set_descriptor(g, d, CUDNN_POINTWISE_DESCRIPTOR, how);
    set_descriptor(g, d, CUDNN_POINTWISE_X, o->x);
    if (o->b != NULL)
        set_descriptor(g, d, CUDNN_POINTWISE_B, o->b);
    if (o->t != NULL)
        set_descriptor(g, d, CUDNN_POINTWISE_T, o->t);
    set_descriptor(g, d, CUDNN_POINTWISE_Y, o->y);
    return finish(g, d);
}

/* y = x op b in binary32; b is null for an operation with one operand. */
static cudnn_descriptor pointwise(wm_cuda_graph *g, int mode, cudnn_descriptor x,
                                  cudnn_descriptor b, cudnn_descriptor y)
{
    return make_elementwise(g, &(elementwise){mode, CUDNN_FLOAT, 0, x, b, NULL, y});
}

enum { MASK_OPERATIONS = 4, QUERY_AXIS = 2, KEY_AXIS = 3 };

/* The operations of a causal mask: masked = scores where the query is not before the key, else a
 * number that no score is below. */
static void add_mask(wm_cuda_graph *g, const wm_attention *a, cudnn_descriptor scores,
                     cudnn_descriptor masked, cudnn_descriptor operations[MASK_OPERATIONS])
{
    const int64_t s = (int64_t)a->sequence;
    cudnn_descriptor query = make_matrix(g, a, 20, CUDNN_INT32, true, s, s);
    cudnn_descriptor key = make_matrix(g, a, 21, CUDNN_INT32, true, s, s);
    cudnn_descriptor is_seen = make_matrix(g, a, 22, CUDNN_BOOLEAN, true, s, s);
    cudnn_descriptor least = make_number(g, WM_CUDA_GRAPH_MASKED);
    const elementwise mask[MASK_OPERATIONS] = {
        {CUDNN_INDEX, CUDNN_FLOAT, QUERY_AXIS, scores, NULL, NULL, query},
        {CUDNN_INDEX, CUDNN_FLOAT, KEY_AXIS, scores, NULL, NULL, key},
        {CUDNN_NOT_BELOW, CUDNN_BOOLEAN, 0, query, key, NULL, is_seen},
        {CUDNN_SELECT, CUDNN_FLOAT, 0, scores, least, is_seen, masked}};
    for (int i = 0; i < MASK_OPERATIONS; i++)
        operations[i] = make_elementwise(g, &mask[i]);
}

static cudnn_descriptor reduce(wm_cuda_graph *g, int operator, cudnn_descriptor x,
                               cudnn_descriptor y)
{
    cudnn_descriptor how = new_descriptor(g, CUDNN_REDUCTION);
    set_number(g, how, CUDNN_REDUCTION_OPERATOR, CUDNN_IS_REDUCTION_OPERATOR, operator);
    set_number(g, how, CUDNN_REDUCTION_PRECISION, CUDNN_IS_DATA_TYPE, CUDNN_FLOAT);
    finish(g, how);
    cudnn_descriptor d = new_descriptor(g, CUDNN_OPERATION_REDUCTION);
    set_descriptor(g, d, CUDNN_REDUCTION_X, x);
    set_descriptor(g, d, CUDNN_REDUCTION_Y, y);
    set_descriptor(g, d, CUDNN_REDUCTION_DESCRIPTOR, how);
    return finish(g, d);
}

/* The engine of a configuration, -1 if cuDNN does not say, and whether it notes that its results
 * vary between runs. */
static int64_t read_engine(wm_cuda_graph *g, cudnn_descriptor config, bool *varies)
{
    enum { NOTES = 32 };
    int notes[NOTES];
    int64_t index = -1;
    int64_t count = 0;
    cudnn_descriptor engine = new_descriptor(g, CUDNN_ENGINE);
    *varies = false;
    if (g->status != 0 || g->library->get_attribute(config, CUDNN_CONFIG_ENGINE,
                                                    CUDNN_IS_DESCRIPTOR, 1, &count, &engine) != 0)
        return -1;
    if (g->library->get_attribute(engine, CUDNN_ENGINE_INDEX, CUDNN_IS_INT64, 1, &count, &index) !=
        0)
        index = -1;
    if (g->library->get_attribute(engine, CUDNN_ENGINE_NOTES, CUDNN_IS_NUMERICAL_NOTE, NOTES,
                                  &count, notes) != 0)
        return index;
    for (int64_t i = 0; i < count && i < NOTES; i++)
        *varies = *varies || notes[i] == CUDNN_NOTE_NONDETERMINISTIC;
    return index;
}

/* Asks the heuristic for engines that run a graph. Keeps the plans of those whose results do not
 * vary, as far as they can be made. */
static void add_plans(wm_cuda_graph *g, const cudnn_descriptor *operations, int64_t count,
                      bool is_composite, bool has_statistics)
{
    cudnn_descriptor configs[WM_CUDA_GRAPH_PLANS];
    int64_t found = 0;
    cudnn_descriptor graph = new_descriptor(g, CUDNN_OPERATION_GRAPH);
    set(g, graph, CUDNN_GRAPH_HANDLE, CUDNN_IS_HANDLE, 1, &g->handle);
    set(g, graph, CUDNN_GRAPH_OPERATIONS, CUDNN_IS_DESCRIPTOR, count, operations);
    finish(g, graph);
    cudnn_descriptor heuristic = new_descriptor(g, CUDNN_ENGINE_HEURISTIC);
    set_descriptor(g, heuristic, CUDNN_HEURISTIC_GRAPH, graph);
    set_number(g, heuristic, CUDNN_HEURISTIC_MODE, CUDNN_IS_HEURISTIC_MODE, CUDNN_HEURISTIC_A);
    finish(g, heuristic);
    const int64_t room = WM_CUDA_GRAPH_PLANS / 2;
    for (int64_t i = 0; i < room; i++)
        configs[i] = new_descriptor(g, CUDNN_ENGINE_CONFIG);
    if (g->status == 0)
        g->status = g->library->get_attribute(heuristic, CUDNN_HEURISTIC_RESULTS,
                                              CUDNN_IS_DESCRIPTOR, room, &found, configs);
    for (int64_t i = 0; g->status == 0 && i < found && i < room; i++) {
        int64_t got = 0;
        bool varies = false;
        const int64_t engine = read_engine(g, configs[i], &varies);
        if (varies) {
            g->nondeterministic++;
            continue;
        }
        cudnn_descriptor plan = new_descriptor(g, CUDNN_EXECUTION_PLAN);
        set(g, plan, CUDNN_PLAN_HANDLE, CUDNN_IS_HANDLE, 1, &g->handle);
        set_descriptor(g, plan, CUDNN_PLAN_CONFIG, configs[i]);
        if (g->status != 0 || g->library->finalize(plan) != 0)
            continue; /* this engine cannot; the next one may */
        g->plans[g->plan_count] = plan;
        g->configs[g->plan_count] = configs[i];
        g->engine[g->plan_count] = engine;
        g->is_composite[g->plan_count] = is_composite;
        g->has_statistics[g->plan_count] = has_statistics;
        g->status = g->library->get_attribute(plan, CUDNN_PLAN_WORKSPACE_SIZE, CUDNN_IS_INT64, 1,
                                              &got, &g->workspace[g->plan_count]);
        if (g->status == 0)
            g->plan_count++;
    }
}

/* The graph of single operations: S = scale Q K^T, masked if causal, P = exp(S - max S) / sum, O =
 * P V. P is bfloat16, all else float32. cuDNN's graph includes the log of each row's sum, which
 * training needs. It is kept inside the graph, or written. */
static void add_composite(wm_cuda_graph *g, const wm_attention *a, bool has_statistics)
{
    const int64_t s = (int64_t)a->sequence;
    const int64_t d = (int64_t)a->depth;
    cudnn_descriptor Q = make_matrix(g, a, WM_CUDA_GRAPH_Q, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor K = make_transposed(g, a, WM_CUDA_GRAPH_K);
    cudnn_descriptor V = make_matrix(g, a, WM_CUDA_GRAPH_V, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor O = make_matrix(g, a, WM_CUDA_GRAPH_O, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor scale = make_number(g, WM_CUDA_GRAPH_SCALE);
    cudnn_descriptor raw = make_matrix(g, a, 11, CUDNN_FLOAT, true, s, s);
    cudnn_descriptor scores = make_matrix(g, a, 12, CUDNN_FLOAT, true, s, s);
    cudnn_descriptor maxima = make_matrix(g, a, 13, CUDNN_FLOAT, true, s, 1);
    cudnn_descriptor shifted = make_matrix(g, a, 14, CUDNN_FLOAT, true, s, s);
    cudnn_descriptor powers = make_matrix(g, a, 15, CUDNN_FLOAT, true, s, s);
    cudnn_descriptor sums = make_matrix(g, a, 16, CUDNN_FLOAT, true, s, 1);
    cudnn_descriptor logs = make_matrix(g, a, 18, CUDNN_FLOAT, true, s, 1);
    cudnn_descriptor statistics =
        make_matrix(g, a, WM_CUDA_GRAPH_STATISTICS, CUDNN_FLOAT, !has_statistics, s, 1);
    cudnn_descriptor P = make_matrix(g, a, 17, CUDNN_BFLOAT16, true, s, s);
    cudnn_descriptor operations[10 + MASK_OPERATIONS];
    int64_t count = 0;
    operations[count++] = multiply(g, Q, K, raw);
    operations[count++] = pointwise(g, CUDNN_MULTIPLY, raw, scale, scores);
    if (a->causal) {
        cudnn_descriptor masked = make_matrix(g, a, 19, CUDNN_FLOAT, true, s, s);
        add_mask(g, a, scores, masked, operations + count);
        count += MASK_OPERATIONS;
        scores = masked;
    }
    operations[count++] = reduce(g, CUDNN_REDUCE_MAX, scores, maxima);
    operations[count++] = pointwise(g, CUDNN_SUBTRACT, scores, maxima, shifted);
    operations[count++] = pointwise(g, CUDNN_EXPONENTIAL, shifted, NULL, powers);
    operations[count++] = reduce(g, CUDNN_REDUCE_ADD, powers, sums);
    operations[count++] = pointwise(g, CUDNN_LOGARITHM, sums, NULL, logs);
    operations[count++] = pointwise(g, CUDNN_ADD, maxima, logs, statistics);
    operations[count++] = pointwise(g, CUDNN_DIVIDE, powers, sums, P);
    operations[count++] = multiply(g, P, V, O);
    add_plans(g, operations, count, true, has_statistics);
}

/* The single attention operation of newer releases. */
static void add_sdpa(wm_cuda_graph *g, const wm_attention *a)
{
    const int64_t s = (int64_t)a->sequence;
    const int64_t d = (int64_t)a->depth;
    cudnn_descriptor Q = make_matrix(g, a, WM_CUDA_GRAPH_Q, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor K = make_matrix(g, a, WM_CUDA_GRAPH_K, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor V = make_matrix(g, a, WM_CUDA_GRAPH_V, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor O = make_matrix(g, a, WM_CUDA_GRAPH_O, CUDNN_BFLOAT16, false, s, d);
    cudnn_descriptor scale = make_number(g, WM_CUDA_GRAPH_SCALE);
    cudnn_descriptor operation = new_descriptor(g, CUDNN_OPERATION_SDPA_FORWARD);
    set_descriptor(g, operation, CUDNN_SDPA_Q, Q);
    set_descriptor(g, operation, CUDNN_SDPA_K, K);
    set_descriptor(g, operation, CUDNN_SDPA_V, V);
    set_descriptor(g, operation, CUDNN_SDPA_O, O);
    set_descriptor(g, operation, CUDNN_SDPA_SCALE, scale);
    finish(g, operation);
    add_plans(g, &operation, 1, false, false);
}

void wm_cuda_graph_plans(wm_cuda_graph *graph, const wm_attention *attention)
{
    graph->is_masked = attention->causal;
    add_composite(graph, attention, false);
    if (graph->plan_count == 0) {
        graph->status = 0;
        add_composite(graph, attention, true);
    }
    if (attention->causal || graph->library->version() < 91301)
        return;
    const int failed = graph->status; /* the second kind may work where the first did not */
    graph->status = 0;
    add_sdpa(graph, attention);
    if (graph->plan_count > 0)
        graph->status = 0;
    else if (failed != 0)
        graph->status = failed;
}

cudnn_descriptor wm_cuda_graph_bind(wm_cuda_graph *graph, size_t which,
                                    const wm_attention *attention, const wm_cuda_graph_room *room)
{
    int64_t ids[WM_CUDA_GRAPH_BOUND] = {WM_CUDA_GRAPH_Q, WM_CUDA_GRAPH_K, WM_CUDA_GRAPH_V,
                                        WM_CUDA_GRAPH_O, WM_CUDA_GRAPH_SCALE};
    const void *pointers[WM_CUDA_GRAPH_BOUND] = {attention->Q->bytes, attention->K->bytes,
                                                 attention->V->bytes, attention->O->bytes,
                                                 room->scale};
    int64_t count = WM_CUDA_GRAPH_SCALE;
    cudnn_descriptor pack = NULL;
    if (graph->has_statistics[which]) {
        ids[count] = WM_CUDA_GRAPH_STATISTICS;
        pointers[count++] = room->statistics;
    }
    if (graph->is_masked) {
        ids[count] = WM_CUDA_GRAPH_MASKED;
        pointers[count++] = room->masked;
    }
    graph->status = graph->library->create_descriptor(CUDNN_VARIANT_PACK, &pack);
    set(graph, pack, CUDNN_PACK_UNIQUE_IDS, CUDNN_IS_INT64, count, ids);
    set(graph, pack, CUDNN_PACK_POINTERS, CUDNN_IS_POINTER, count, pointers);
    set(graph, pack, CUDNN_PACK_WORKSPACE, CUDNN_IS_POINTER, 1, &room->workspace);
    finish(graph, pack);
    if (graph->status == 0)
        return pack;
    if (pack != NULL)
        graph->library->destroy_descriptor(pack);
    return NULL;
}

/* Adds a word like " 5=1" if it fits. */
static void add_knob(const wm_cuda_graph *graph, cudnn_descriptor knob, char *text, size_t size)
{
    const size_t used = strlen(text);
    char words[40];
    int type = 0;
    int64_t value = 0;
    int64_t count = 0;
    if (graph->library->get_attribute(knob, CUDNN_KNOB_TYPE, CUDNN_IS_KNOB_TYPE, 1, &count,
                                      &type) != 0 ||
        graph->library->get_attribute(knob, CUDNN_KNOB_VALUE, CUDNN_IS_INT64, 1, &count, &value) !=
            0)
        return;
    const int length = snprintf(words, sizeof words, " %d=%lld", type, (long long)value);
    if (length > 0 && used + (size_t)length < size)
        memcpy(text + used, words, (size_t)length + 1);
}

void wm_cuda_graph_name(const wm_cuda_graph *graph, size_t which, char *text, size_t size)
{
    enum { KNOBS = 24 };
    cudnn_descriptor knobs[KNOBS];
    int64_t made = 0;
    int64_t found = 0;
    if (graph->engine[which] < 0)
        snprintf(text, size, "engine not told");
    else
        snprintf(text, size, "engine %lld", (long long)graph->engine[which]);
    while (made < KNOBS && graph->library->create_descriptor(CUDNN_KNOB_CHOICE, &knobs[made]) == 0)
        made++;
    if (made > 0 &&
        graph->library->get_attribute(graph->configs[which], CUDNN_CONFIG_KNOBS,
                                      CUDNN_IS_DESCRIPTOR, made, &found, knobs) == 0 &&
        found > 0 && strlen(text) + sizeof ", knobs" <= size) {
        strcat(text, ", knobs");
        for (int64_t i = 0; i < found && i < made; i++)
            add_knob(graph, knobs[i], text, size);
    }
    while (made > 0)
        graph->library->destroy_descriptor(knobs[--made]);
}

void wm_cuda_graph_clear(wm_cuda_graph *graph)
{
    while (graph->count > 0)
        graph->library->destroy_descriptor(graph->made[--graph->count]);
    graph->plan_count = 0;
    graph->nondeterministic = 0;
}

/* cuDNN's graphs of attention and the execution plans that it offers for them. */
#ifndef WM_BACKEND_CUDA_CUDA_GRAPH_H
#define WM_BACKEND_CUDA_CUDA_GRAPH_H

#include "backend/backend.h"
#include "backend/cuda/cuda_cudnn.h"

enum { WM_CUDA_GRAPH_PLANS = 16, WM_CUDA_GRAPH_DESCRIPTORS = 192 };

/* Unique ids of the tensors that a caller binds. */
enum {
    WM_CUDA_GRAPH_Q = 1,
    WM_CUDA_GRAPH_K,
    WM_CUDA_GRAPH_V,
    WM_CUDA_GRAPH_O,
    WM_CUDA_GRAPH_SCALE,      /* passed by value: a float32 on the host */
    WM_CUDA_GRAPH_STATISTICS, /* log of each row's sum, if a plan writes it */
    WM_CUDA_GRAPH_MASKED,     /* the score of a key that is not seen, by value; if causal */
    WM_CUDA_GRAPH_BOUND = WM_CUDA_GRAPH_MASKED
};

/* All descriptors that were made for a shape, in order of creation, and the plans among them. */
typedef struct {
    const cudnn_library *library;
    cudnn_handle handle;
    int status; /* the first status that was not success */
    size_t count;
    cudnn_descriptor made[WM_CUDA_GRAPH_DESCRIPTORS];
    bool is_masked; /* the graph of causal attention */
    size_t plan_count;
    cudnn_descriptor plans[WM_CUDA_GRAPH_PLANS];
    int64_t workspace[WM_CUDA_GRAPH_PLANS];
    cudnn_descriptor configs[WM_CUDA_GRAPH_PLANS];
    int64_t engine[WM_CUDA_GRAPH_PLANS]; /* cuDNN's number of the engine; -1: unknown */
    bool is_composite[WM_CUDA_GRAPH_PLANS];
    bool has_statistics[WM_CUDA_GRAPH_PLANS];
    size_t nondeterministic; /* engines whose results vary: they get no plan */
} wm_cuda_graph;

/* The arguments of a plan besides attention's own buffers. */
typedef struct {
    const float *scale, *masked;
    void *statistics; /* batch x heads x sequence float32, on the device */
    void *workspace;
} wm_cuda_graph_room;

/* Adds the plans for a shape. First those of the graph of single operations (products, mask,
 * softmax; with the rows' statistics inside, or written where cuDNN wants that), then those of the
 * one attention operation, which has no mask. What this cuDNN cannot do adds none; graph->status
 * has the last reason. */
void wm_cuda_graph_plans(wm_cuda_graph *graph, const wm_attention *attention);

/* A finished variant pack for plan number `which`; null on failure. Ownership: the caller destroys
 * it. */
cudnn_descriptor wm_cuda_graph_bind(wm_cuda_graph *graph, size_t which,
                                    const wm_attention *attention, const wm_cuda_graph_room *room);

/* Writes a plan's engine and settings: "engine 8, knobs 5=1 30=2", as far as cuDNN reports them and
 * whole knobs fit. */
void wm_cuda_graph_name(const wm_cuda_graph *graph, size_t which, char *text, size_t size);

/* Destroys every descriptor. */
void wm_cuda_graph_clear(wm_cuda_graph *graph);

#endif

/* The part of cuDNN's C interface that attention needs, declared here so that the program builds
 * without cuDNN.
 *
 * Source: cuDNN 9, cudnn_graph.h. The numbers are its binary interface and do not change within a
 * major version. */
#ifndef WM_BACKEND_CUDA_CUDA_CUDNN_H
#define WM_BACKEND_CUDA_CUDA_CUDNN_H

#include <stddef.h>
#include <stdint.h>

typedef void *cudnn_handle;
typedef void *cudnn_descriptor;

/* cudnnBackendDescriptorType_t */
enum {
    CUDNN_POINTWISE = 0,
    CUDNN_ENGINE = 2,
    CUDNN_ENGINE_CONFIG = 3,
    CUDNN_ENGINE_HEURISTIC = 4,
    CUDNN_EXECUTION_PLAN = 5,
    CUDNN_KNOB_CHOICE = 7,
    CUDNN_OPERATION_POINTWISE = 13,
    CUDNN_OPERATION_GRAPH = 15,
    CUDNN_VARIANT_PACK = 16,
    CUDNN_TENSOR = 17,
    CUDNN_MATMUL = 18,
    CUDNN_OPERATION_MATMUL = 19,
    CUDNN_REDUCTION = 21,
    CUDNN_OPERATION_REDUCTION = 22,
    CUDNN_OPERATION_SDPA_FORWARD = 41 /* since 9.13.1 */
};

/* cudnnBackendAttributeName_t */
enum {
    CUDNN_POINTWISE_MODE = 0,
    CUDNN_POINTWISE_PRECISION = 1,
    CUDNN_POINTWISE_AXIS = 9,
    CUDNN_HEURISTIC_MODE = 200,
    CUDNN_HEURISTIC_GRAPH = 201,
    CUDNN_HEURISTIC_RESULTS = 202,
    CUDNN_CONFIG_ENGINE = 300,
    CUDNN_CONFIG_KNOBS = 302,
    CUDNN_PLAN_HANDLE = 400,
    CUDNN_PLAN_CONFIG = 401,
    CUDNN_PLAN_WORKSPACE_SIZE = 402,
    CUDNN_KNOB_TYPE = 600,
    CUDNN_KNOB_VALUE = 601,
    CUDNN_POINTWISE_DESCRIPTOR = 750,
    CUDNN_POINTWISE_X = 751,
    CUDNN_POINTWISE_B = 752,
    CUDNN_POINTWISE_Y = 753,
    CUDNN_POINTWISE_T = 758,
    CUDNN_GRAPH_HANDLE = 800,
    CUDNN_GRAPH_OPERATIONS = 801,
    CUDNN_TENSOR_ALIGNMENT = 900,
    CUDNN_TENSOR_TYPE = 901,
    CUDNN_TENSOR_DIMENSIONS = 902,
    CUDNN_TENSOR_STRIDES = 903,
    CUDNN_TENSOR_UNIQUE_ID = 906,
    CUDNN_TENSOR_IS_VIRTUAL = 907,
    CUDNN_TENSOR_IS_BY_VALUE = 908,
    CUDNN_PACK_UNIQUE_IDS = 1000,
    CUDNN_PACK_POINTERS = 1001,
    CUDNN_PACK_WORKSPACE = 1003,
    CUDNN_ENGINE_INDEX = 1301,
    CUDNN_ENGINE_NOTES = 1303,
    CUDNN_MATMUL_PRECISION = 1500,
    CUDNN_MATMUL_A = 1520,
    CUDNN_MATMUL_B = 1521,
    CUDNN_MATMUL_C = 1522,
    CUDNN_MATMUL_DESCRIPTOR = 1523,
    CUDNN_REDUCTION_OPERATOR = 1600,
    CUDNN_REDUCTION_PRECISION = 1601,
    CUDNN_REDUCTION_X = 1610,
    CUDNN_REDUCTION_Y = 1611,
    CUDNN_REDUCTION_DESCRIPTOR = 1612,
    CUDNN_SDPA_Q = 2800,
    CUDNN_SDPA_K = 2801,
    CUDNN_SDPA_V = 2802,
    CUDNN_SDPA_O = 2803,
    CUDNN_SDPA_SCALE = 2805
};

/* cudnnBackendAttributeType_t */
enum {
    CUDNN_IS_HANDLE = 0,
    CUDNN_IS_DATA_TYPE = 1,
    CUDNN_IS_BOOLEAN = 2,
    CUDNN_IS_INT64 = 3,
    CUDNN_IS_POINTER = 6,
    CUDNN_IS_HEURISTIC_MODE = 8,
    CUDNN_IS_KNOB_TYPE = 9,
    CUDNN_IS_NUMERICAL_NOTE = 11,
    CUDNN_IS_POINTWISE_MODE = 14,
    CUDNN_IS_DESCRIPTOR = 15,
    CUDNN_IS_REDUCTION_OPERATOR = 18
};

/* cudnnDataType_t, cudnnPointwiseMode_t, cudnnReduceTensorOp_t, cudnnBackendHeurMode_t,
 * cudnnBackendNumericalNote_t */
enum { CUDNN_FLOAT = 0, CUDNN_INT32 = 4, CUDNN_BFLOAT16 = 9, CUDNN_BOOLEAN = 11 };
enum {
    CUDNN_ADD = 0,
    CUDNN_MULTIPLY = 1,
    CUDNN_DIVIDE = 6,
    CUDNN_SUBTRACT = 9,
    CUDNN_EXPONENTIAL = 13,
    CUDNN_LOGARITHM = 15,
    CUDNN_NOT_BELOW = 303,
    CUDNN_INDEX = 501, /* of the axis */
    CUDNN_SELECT = 601 /* x where t is true, else b */
};
enum { CUDNN_REDUCE_ADD = 0, CUDNN_REDUCE_MAX = 3 };
enum { CUDNN_HEURISTIC_A = 3 };
enum { CUDNN_NOTE_NONDETERMINISTIC = 4 };
enum { CUDNN_NOT_SUPPORTED = 3000 }; /* cudnnStatus_t: this value and the next 999 */

/* The functions, found by name in libcudnn.so.9. */
typedef struct {
    int (*create)(cudnn_handle *handle);
    int (*destroy)(cudnn_handle handle);
    int (*set_stream)(cudnn_handle handle, void *stream);
    size_t (*version)(void);
    size_t (*runtime)(void); /* the CUDA runtime that cuDNN was built with */
    const char *(*error_string)(int status);
    int (*create_descriptor)(int type, cudnn_descriptor *descriptor);
    int (*destroy_descriptor)(cudnn_descriptor descriptor);
    int (*set_attribute)(cudnn_descriptor descriptor, int name, int type, int64_t count,
                         const void *elements);
    int (*get_attribute)(cudnn_descriptor descriptor, int name, int type, int64_t room,
                         int64_t *count, void *elements);
    int (*finalize)(cudnn_descriptor descriptor);
    int (*execute)(cudnn_handle handle, cudnn_descriptor plan, cudnn_descriptor pack);
} cudnn_library;

#endif

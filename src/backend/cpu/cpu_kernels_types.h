/* The vector types of one set of inner loops, made from LANES. Each cpu_kernels_SET.c includes this
 * file once. */
typedef float vf __attribute__((vector_size(LANES * 4)));
typedef int32_t vi __attribute__((vector_size(LANES * 4)));
typedef uint32_t vu __attribute__((vector_size(LANES * 4)));
typedef double vd __attribute__((vector_size(LANES * 4)));
typedef uint64_t vq __attribute__((vector_size(LANES * 4)));
typedef float vhf __attribute__((vector_size(LANES * 2)));
typedef int32_t vhi __attribute__((vector_size(LANES * 2)));

/* Vectors that begin and end at a multiple of 24 numbers. */
enum { PERIOD_F32 = LANES > 4 ? 3 : 6, PERIOD_F64 = LANES > 8 ? 3 : LANES > 4 ? 6 : 12 };

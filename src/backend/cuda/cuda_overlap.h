/* Kernels that start beside the last one, and loads of data that is read once. */
#ifndef WM_BACKEND_CUDA_CUDA_OVERLAP_H
#define WM_BACKEND_CUDA_CUDA_OVERLAP_H

#include "backend/cuda/cuda.h"

/* Waits until the kernels queued before have finished, if this kernel was allowed to start beside
 * them. */
static __device__ __forceinline__ void wait_for_earlier(void)
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

/* Lets the kernel queued next start on the units that this one leaves, once all blocks have called
 * this. */
static __device__ __forceinline__ void admit_next(void)
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

static __device__ __forceinline__ uint4 load_once(const void *from)
{
    uint4 v;
    asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(from));
    return v;
}

#endif

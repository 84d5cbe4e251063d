/* Kernels that start beside the last one, and loads of data that is read once.
 *
 * Below compute capability 9.0 a kernel starts when the last one has ended, so there is nothing to
 * wait for; the launch does not ask for more (wm_cuda_stripe_launch). */
#ifndef WM_BACKEND_CUDA_CUDA_OVERLAP_H
#define WM_BACKEND_CUDA_CUDA_OVERLAP_H

#include "backend/cuda/cuda.h"

/* Waits until the kernels queued before have finished, if this kernel was allowed to start beside
 * them. */
static __device__ __forceinline__ void wait_for_earlier(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Lets the kernel queued next start on the units that this one leaves, once all blocks have called
 * this. */
static __device__ __forceinline__ void admit_next(void)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
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

/* Chooses among the sets of inner loops. */
#include "backend/cpu/cpu_kernels.h"
#include "backend/cpu/cpu_tiles.h"

#if WM_CPU_TILES_BUILT

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Source: Linux, Documentation/arch/x86/xstate.rst; Intel SDM volume 1 section 13.2 (state
 * components 17 and 18), volume 2 CPUID. */
enum {
    REQUEST_PERMISSION = 0x1023, /* ARCH_REQ_XCOMP_PERM */
    TILE_DATA = 18,
    LEAF_FEATURES = 7,
    TILES = 1u << 24,  /* edx: AMX-TILE */
    BFLOAT = 1u << 22, /* edx: AMX-BF16 */
    BYTES = 1u << 1,   /* ecx: AVX512-VBMI */
};

/* Whether the processor has the matrix tiles and the kernel grants this process their state. Asks
 * the kernel for it. */
static bool are_tiles_granted(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid_count(LEAF_FEATURES, 0, &a, &b, &c, &d))
        return false;
    if ((d & TILES) == 0 || (d & BFLOAT) == 0 || (c & BYTES) == 0)
        return false;
    return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}

#endif

const wm_cpu_kernels *wm_cpu_kernels_get(size_t index)
{
    const wm_cpu_kernels *sets[4] = {&wm_cpu_kernels_generic, NULL, NULL, NULL};
    size_t count = 1;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        sets[count++] = &wm_cpu_kernels_avx2;
    if (count == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        sets[count++] = &wm_cpu_kernels_avx512;
#if WM_CPU_TILES_BUILT
    if (count == 3 && are_tiles_granted())
        sets[count++] = &wm_cpu_kernels_amx;
#endif
#endif
    return index < count ? sets[index] : NULL;
}

const wm_cpu_kernels *wm_cpu_kernels_vectors(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
                   ? &wm_cpu_kernels_avx512
                   : &wm_cpu_kernels_avx2;
#endif
    return &wm_cpu_kernels_generic;
}

const wm_cpu_kernels *wm_cpu_kernels_best(void)
{
    const wm_cpu_kernels *best = wm_cpu_kernels_get(0);
    for (size_t i = 1; wm_cpu_kernels_get(i) != NULL; i++)
        best = wm_cpu_kernels_get(i);
    return best;
}

wm_cpu_range wm_cpu_kernels_rounding_range(wm_format format, bool wide)
{
    const wm_cpu_gap gap = wm_cpu_kernels_gap(format);
    const double factor = gap.unit * gap.unit / 12;
    return wide ? (wm_cpu_range){1e-280 * factor, 1e300 * factor}
                : (wm_cpu_range){1e-25 * factor, 1e37 * factor};
}

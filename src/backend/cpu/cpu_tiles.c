/* Checks whether matrix tiles may be used. */
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

bool wm_cpu_tiles_granted(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid_count(LEAF_FEATURES, 0, &a, &b, &c, &d))
        return false;
    if ((d & TILES) == 0 || (d & BFLOAT) == 0 || (c & BYTES) == 0)
        return false;
    return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
}

#else

bool wm_cpu_tiles_granted(void)
{
    return false;
}

#endif

/* Which of the program's codes a GPU runs.
 *
 * The runtime chooses too, but tells only when a kernel fails to start. This choice needs no
 * context, so a list of devices can say which of them cannot be used. */
#include "backend/cuda/cuda_code.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One word of `built`: 80, 90a or 120+ptx. */
typedef struct {
    int capability;
    bool is_exact, has_ptx;
} code;

/* Reads the next word, and moves on; false at the end. */
static bool next_code(const char **at, code *c)
{
    char *end;
    c->capability = (int)strtol(*at, &end, 10);
    if (end == *at)
        return false;
    c->is_exact = *end == 'a';
    end += c->is_exact;
    c->has_ptx = strncmp(end, "+ptx", 4) == 0;
    *at = end + (c->has_ptx ? 4 : 0);
    return true;
}

int wm_cuda_code_for(const char *built, int capability, char flag[WM_CUDA_CODE_TEXT])
{
    code c, best = {0, false, false}, ptx = {0, false, false};
    while (next_code(&built, &c)) {
        const bool runs = c.is_exact
                              ? c.capability == capability
                              : c.capability / 10 == capability / 10 && c.capability <= capability;
        if (runs && c.capability >= best.capability)
            best = c;
        if (c.has_ptx && c.capability <= capability && c.capability >= ptx.capability)
            ptx = c;
    }
    flag[0] = '\0';
    if (best.capability > 0)
        snprintf(flag, WM_CUDA_CODE_TEXT, "-gencode=arch=compute_%d%s,code=sm_%d%s",
                 best.capability, best.is_exact ? "a" : "", best.capability,
                 best.is_exact ? "a" : "");
    else if (ptx.capability > 0)
        snprintf(flag, WM_CUDA_CODE_TEXT, "-gencode=arch=compute_%d,code=compute_%d",
                 ptx.capability, ptx.capability);
    return best.capability > 0 ? best.capability : ptx.capability;
}

void wm_cuda_code_refuse(const char *built, int capability, char reason[WM_CUDA_CODE_REASON])
{
    const char *before = " ";
    size_t used = (size_t)snprintf(reason, WM_CUDA_CODE_REASON,
                                   "compute capability %d.%d: this program is built for",
                                   capability / 10, capability % 10);
    for (code c; used + 32 < WM_CUDA_CODE_REASON && next_code(&built, &c); before = ", ")
        used +=
            (size_t)snprintf(reason + used, WM_CUDA_CODE_REASON - used, "%s%d.%d%s", before,
                             c.capability / 10, c.capability % 10, c.has_ptx ? " or later" : "");
}

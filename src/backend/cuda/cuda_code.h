/* Which of the program's codes a GPU runs. Compiles without the CUDA toolkit. */
#ifndef WM_BACKEND_CUDA_CUDA_CODE_H
#define WM_BACKEND_CUDA_CUDA_CODE_H

enum { WM_CUDA_CODE_TEXT = 64, WM_CUDA_CODE_REASON = 128 };

/* The compute capability (times 10) that a device of this one runs the code of, and the compiler's
 * flag for it; 0 and an empty text: there is none. `built` is CUDA_ARCHS of tools/cuda.mk. Source:
 * CUDA C++ Programming Guide 13.0, sections 3.1.2 to 3.1.4: code runs on its own and later minor
 * versions, code with an `a` on its own version alone; PTX is compiled for any later device. */
int wm_cuda_code_for(const char *built, int capability, char flag[WM_CUDA_CODE_TEXT]);

/* Writes why a device without code cannot be used, with what the program was built for. */
void wm_cuda_code_refuse(const char *built, int capability, char reason[WM_CUDA_CODE_REASON]);

#endif

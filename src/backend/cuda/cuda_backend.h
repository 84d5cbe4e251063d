/* The GPU as a device: every operation of the contract on an NVIDIA GPU whose architecture is among
 * CUDA_ARCHS (tools/cuda.mk). */
#ifndef WM_BACKEND_CUDA_CUDA_BACKEND_H
#define WM_BACKEND_CUDA_CUDA_BACKEND_H

#include "backend/backend.h"

/* The table of the kind "cuda"; only in programs built with `make CUDA=1`. */
extern const wm_backend wm_cuda_backend;

#endif

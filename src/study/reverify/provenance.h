/* Facts that can change the last bits of an output or a residual: device, kernels, library, threads
 * and program version.
 *
 * The facts of a record are its producer's claim. They are for diagnosis only: they show where to
 * look if an output or a residual differs. */
#ifndef WM_STUDY_PROVENANCE_H
#define WM_STUDY_PROVENANCE_H

#include "backend/backend.h"
#include "record/nodes/kind_environment.h"

enum { WM_PROVENANCE_FACTS = 7, WM_PROVENANCE_WORDS = 80, WM_PROVENANCE_LINE = 256 };

/* One line for each fact; empty if the device does not report it. All empty: unknown. */
typedef struct wm_provenance {
    char fact[WM_PROVENANCE_FACTS][WM_PROVENANCE_WORDS];
} wm_provenance;

/* The facts of an audited environment. Its device made the outputs. Its witness made the residuals,
 * or the device if there is no witness. */
void wm_provenance_read(const wm_environment_node *environment, wm_provenance *outputs,
                        wm_provenance *residuals);

/* The facts of this program on a device. Errors: the device's. */
WM_MUST_CHECK wm_status wm_provenance_here(wm_device *device, wm_provenance *provenance);

/* Writes "BACKEND, DEVICE", for example "cuda, NVIDIA H200". */
void wm_provenance_device(const wm_provenance *provenance, char name[2 * WM_PROVENANCE_WORDS + 4]);

/* Whether both name the same kind of device. */
bool wm_provenance_same_backend(const wm_provenance *a, const wm_provenance *b);

/* Whether both name the same device. */
bool wm_provenance_same_device(const wm_provenance *a, const wm_provenance *b);

/* Writes the first fact that differs, for example "cpu.kernels: recorded amx, here avx512". Writes
 * "the recorded environment matches this one" if none does. */
void wm_provenance_compare(const wm_provenance *recorded, const wm_provenance *here,
                           char line[WM_PROVENANCE_LINE]);

#endif

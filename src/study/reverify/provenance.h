/* Facts that can change the last bits of an output or a residual: device, kernels, library, threads
 * and program version.
 *
 * The facts of a record are its producer's claim. They show where to look if an output or a
 * residual differs. Kernels, libraries and threads also decide: where they are not those of this
 * machine, the outputs were not made here in the recorded way. */
#ifndef WM_STUDY_PROVENANCE_H
#define WM_STUDY_PROVENANCE_H

#include "backend/backend.h"
#include "record/nodes/kind_environment.h"

enum {
    WM_PROVENANCE_FACTS = 11,
    WM_PROVENANCE_THREADS = WM_PROVENANCE_FACTS - 2, /* the index of the fact `threads` */
    WM_PROVENANCE_WORDS = 80,
    WM_PROVENANCE_LINE = 256
};

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

/* The kind of device that they name, if this program has it; else NULL. */
const wm_backend *wm_provenance_backend(const wm_provenance *provenance);

/* Whether they name this kind of device, and this device. */
bool wm_provenance_is_backend(const wm_provenance *provenance, const char *name);
bool wm_provenance_is_device(const wm_provenance *provenance, const char *name);

/* Whether both name the same kind of device. */
bool wm_provenance_same_backend(const wm_provenance *a, const wm_provenance *b);

/* Whether both name the same device. */
bool wm_provenance_same_device(const wm_provenance *a, const wm_provenance *b);

/* The number that the fact `threads` gives; 0: it gives none. */
unsigned wm_provenance_threads(const wm_provenance *provenance);

/* Whether fact `index` is one that must be equal where outputs are made in the recorded way (its
 * kernels, its libraries or its threads), and is not: a line as below. A fact that one side alone
 * has differs. */
bool wm_provenance_decides(const wm_provenance *recorded, const wm_provenance *here, int index,
                           char line[WM_PROVENANCE_LINE]);

/* Writes the first fact that differs, for example "cpu.kernels: recorded amx, here avx512". Writes
 * "the recorded environment matches this one" if none does. */
void wm_provenance_compare(const wm_provenance *recorded, const wm_provenance *here,
                           char line[WM_PROVENANCE_LINE]);

#endif

/* What computed a record's outputs or its residuals, as far as their last bits go by it: the
 * device, kernels, library and threads, and the program.
 *
 * A record's words on it are its producer's. They accuse nobody and acquit nobody: they tell a
 * reader where to look for the reason of an output or a residual that came out otherwise. */
#ifndef WM_STUDY_PROVENANCE_H
#define WM_STUDY_PROVENANCE_H

#include "backend/backend.h"
#include "record/kind_environment.h"

enum { WM_PROVENANCE_FACTS = 7, WM_PROVENANCE_WORDS = 80, WM_PROVENANCE_LINE = 256 };

/* Words of one line each, empty where the device has no such fact; all empty: not known. */
typedef struct wm_provenance {
    char fact[WM_PROVENANCE_FACTS][WM_PROVENANCE_WORDS];
} wm_provenance;

/* Those of an audited environment: its device made the outputs, its witness the residuals, or the
 * device where that witnessed itself. */
void wm_provenance_read(const wm_environment_node *environment, wm_provenance *outputs,
                        wm_provenance *residuals);

/* That of this program on a device. Errors: the device's. */
WM_MUST_CHECK wm_status wm_provenance_here(wm_device *device, wm_provenance *origin);

/* Writes the first thing in which they differ, "the record names cpu.kernels amx, here it is
 * avx512", or that they do not. */
void wm_provenance_tell(const wm_provenance *recorded, const wm_provenance *here,
                        char line[WM_PROVENANCE_LINE]);

#endif

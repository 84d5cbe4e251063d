/* What computed a record's outputs or its residuals, as far as their last bits go by it: the device, kernels, library and threads,
 * and the program.
 *
 * A record's words on it are its producer's. They accuse nobody and acquit nobody: they tell a reader where to look for the reason
 * of an output or a residual that came out otherwise. */
#ifndef WM_STUDY_ORIGIN_H
#define WM_STUDY_ORIGIN_H

#include "backend/backend.h"
#include "standards/json.h"

enum { WM_ORIGIN_FACTS = 7, WM_ORIGIN_WORDS = 80, WM_ORIGIN_LINE = 256 };

/* Words of one line each, empty where the device has no such fact; all empty: not known. */
typedef struct wm_origin {
    char fact[WM_ORIGIN_FACTS][WM_ORIGIN_WORDS];
} wm_origin;

/* Those of an audited environment: its device made the outputs, its witness the residuals, or the device where that witnessed itself. */
void wm_origin_read(const wm_json_value *environment, wm_origin *outputs, wm_origin *residuals);

/* That of this program on a device. Errors: the device's. */
WM_MUST_CHECK wm_status wm_origin_here(wm_device *device, wm_origin *origin);

/* Writes the first thing in which they differ, "the record names cpu.kernels amx, here it is avx512", or that they do not. */
void wm_origin_tell(const wm_origin *recorded, const wm_origin *here, char line[WM_ORIGIN_LINE]);

#endif

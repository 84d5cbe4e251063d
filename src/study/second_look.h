/* Lets a witness look again at an output that it judged otherwise before. */
#ifndef WM_STUDY_SECOND_LOOK_H
#define WM_STUDY_SECOND_LOOK_H

#include "record/reduction.h"
#include "verify/check.h"

/* Compares the residual of an output with those of the item's earlier repeats with this digest. If
 * one differs, the witness looks once more, and `residual` gets that answer. The format demands
 * equal residuals of equal outputs; a record with two answers would be invalid. Errors: MISMATCH
 * (two answers remain), those of wm_workload_check. */
WM_MUST_CHECK wm_status wm_second_look(wm_check *check, const wm_observed_item *item,
                                       const uint8_t digest[WM_SHA256_SIZE],
                                       wm_observed_residual *residual);

#endif

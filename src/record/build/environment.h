/* Environments under construction: the producer, the device and the facts, in the order of names.
 */
#ifndef WM_RECORD_ENVIRONMENT_H
#define WM_RECORD_ENVIRONMENT_H

#include "base/buffer.h"
#include "record/nodes/kind_environment.h"

/* A new set of facts about a device that checks: no fact is required of it. NULL when out of
 * memory. */
wm_environment *wm_environment_new_witness(void);

/* Sets a fact whose value is withheld: null with this reason, and the commitment to the value, 64
 * hex digits. Errors: those of wm_environment_absent. */
WM_MUST_CHECK wm_status wm_environment_withheld(wm_environment *environment, const char *name,
                                                const char *reason, const char *commitment,
                                                wm_error *err);

/* Appends the observation, without a newline; witness may be NULL. Errors: ARG (no producer),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_environment_write(const wm_environment *environment,
                                             const wm_environment *witness, wm_buffer *line,
                                             wm_error *err);

#endif

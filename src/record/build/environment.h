/* Environments under construction: the producer, the device and the facts, in the order of names.
 */
#ifndef WM_RECORD_ENVIRONMENT_H
#define WM_RECORD_ENVIRONMENT_H

#include "base/buffer.h"
#include "record/nodes/kind_environment.h"

/* A new set of facts about a device that checks: no fact is required of it. NULL when out of
 * memory. */
wm_environment *wm_environment_new_witness(void);

/* Appends the observation, without a newline; witness may be NULL. Errors: ARG (no producer),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_environment_write(const wm_environment *environment,
                                             const wm_environment *witness, wm_buffer *line,
                                             wm_error *err);

#endif

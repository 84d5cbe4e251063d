/* The machine, the program and the libraries that a record is made with. */
#ifndef WM_MEASURE_MACHINE_H
#define WM_MEASURE_MACHINE_H

#include "backend/backend.h"
#include "base/buffer.h"

/* Appends the environment's observation, without a newline; `witness` is the device that checks
 * what the first one computes, NULL or the same where that is the device itself. Nothing in it
 * changes from run to run on one machine with one program, so that an interrupted run finds an
 * equal one. Source: docs/formats/record.md section 3. Errors: the device's, NOMEM, CANON (a fact
 * that is not UTF-8). */
WM_MUST_CHECK wm_status wm_machine_write(wm_device *device, wm_device *witness, wm_buffer *line);

/* Sets the facts of the machine, without those of a program or a device. Errors: CANON (a fact that
 * is not UTF-8), NOMEM. */
WM_MUST_CHECK wm_status wm_machine_facts(wm_environment *environment, wm_error *err);

/* Memory that may be used now: for a CPU device what the kernel calls available, within the limits
 * of the control group; for others what the device has. NaN if that cannot be told. Units:
 * bytes. */
double wm_machine_memory_bytes(wm_device *device);

/* Processors of the machine that are online: what stolen time is shared among. */
unsigned wm_machine_processors(void);

#endif

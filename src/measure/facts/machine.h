/* The machine, the program and the libraries that make a record. */
#ifndef WM_MEASURE_MACHINE_H
#define WM_MEASURE_MACHINE_H

#include "backend/backend.h"
#include "base/buffer.h"
#include "measure/facts/clock_adjustment.h"
#include "measure/facts/commitments.h"
#include "measure/facts/named.h"

/* How a device runs beside other devices of the host. */
typedef struct wm_machine_cards {
    const char *mode; /* `at once` or `in turn` */
    unsigned count;   /* devices that are compared */
    unsigned pass;    /* from 1 */
} wm_machine_cards;

/* What an environment says besides, and what it hides. */
typedef struct wm_machine_about {
    const wm_machine_cards *cards; /* adds cards.mode, cards.count and cards.pass; NULL: without */
    const char *power_steps;       /* adds power_steps; NULL: without */
    /* of a resumed run, that at its first start; NULL: it is read now */
    const wm_clock_adjustment *clock;
    const wm_named *named;       /* facts that the user named; NULL: none */
    unsigned hidden;             /* bits of measure/facts/redact.h: these facts are absent */
    wm_commitments *commitments; /* to the values of hidden facts; NULL: none are made */
} wm_machine_about;

/* Appends the environment's observation, without a newline. `witness` is the device that checks the
 * first one's outputs; NULL or the same device if there is none. `about` may be NULL. The text is
 * the same in every run on one machine with one program, so that a run can be resumed. Source:
 * docs/formats/record.md section 3. Errors: the device's, NOMEM, CANON (a fact that is not UTF-8).
 */
WM_MUST_CHECK wm_status wm_machine_write(wm_device *device, wm_device *witness,
                                         const wm_machine_about *about, wm_buffer *line);

/* Appends the observation of this program and this machine, without a device: its backend is
 * `none`. Errors: NOMEM, CANON (a fact that is not UTF-8). */
WM_MUST_CHECK wm_status wm_machine_write_program(wm_buffer *line, wm_error *err);

/* Sets the producer and the facts of this program. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_machine_producer(wm_environment *environment, wm_error *err);

/* Sets the producer, the facts of this program, and those of the machine without the hidden ones.
 * Errors: CANON (a fact that is not UTF-8), NOMEM. */
WM_MUST_CHECK wm_status wm_machine_program_facts(wm_environment *environment, unsigned hidden,
                                                 wm_error *err);

/* Available memory. For a CPU device this is the kernel's available memory, within the limits of
 * the control group; for others the device's memory. NaN if unknown. Units: bytes. */
double wm_machine_memory_bytes(wm_device *device);

/* Adds the facts that the user named; named may be NULL. Commits to the hidden ones. Errors: IO (no
 * random numbers), NOMEM. */
WM_MUST_CHECK wm_status wm_machine_add_named(wm_environment *environment, const wm_named *named,
                                             wm_commitments *commitments, wm_error *err);

/* Number of online processors of the machine; `steal` is divided by it. */
unsigned wm_machine_processors(void);

#endif

/* Repair: a rejected output is computed again, by the workload's more careful form if it has one.
 */
#ifndef WM_STUDY_CAREFUL_H
#define WM_STUDY_CAREFUL_H

#include "workload/workload.h"

/* Fills the operands again and computes the output by the workload's more careful form. Writes the
 * method to `words`, one line for the record. Source: paper section 3; docs/formats/record.md
 * section 3 (repair). Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_careful_run(wm_workload *workload, const char *nonce, char words[256]);

#endif

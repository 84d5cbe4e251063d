/* The procedure `trials`: outputs with a fault, or of an attack, are given to the checks. */
#ifndef WM_LAB_TRIALS_RUN_H
#define WM_LAB_TRIALS_RUN_H

#include "study/procedure/procedure.h"

/* For wm_procedure_link_trials. */
extern const wm_procedure wm_trials_run;

#endif

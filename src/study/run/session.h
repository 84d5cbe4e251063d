/* Begins a session of a run: writes its observation, and starts its clock. */
#ifndef WM_STUDY_SESSION_H
#define WM_STUDY_SESSION_H

#include "base/clock.h"
#include "study/procedure/sink.h"

/* Reads the real time once and writes the session. `clock` then gives the real time of everything
 * in the session. Source: docs/formats/record.md section 3, session. Errors: those of append. */
WM_MUST_CHECK wm_status wm_session_begin(const wm_sink *sink, wm_clock_start *clock, wm_error *err);

#endif

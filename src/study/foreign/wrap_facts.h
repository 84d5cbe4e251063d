/* The environment of a wrapped command. */
#ifndef WM_STUDY_WRAP_FACTS_H
#define WM_STUDY_WRAP_FACTS_H

#include "study/foreign/wrap_executable.h"
#include "study/foreign/wrap_settings.h"

/* A new environment: the machine, this program, and the facts wrap.*: executable, arguments,
 * variables, options. A text that a fact cannot hold is absent, and the reason has its SHA-256.
 * Errors: LIMIT (more arguments than a record can hold), those of wm_machine_program_facts.
 * Ownership: wm_environment_free. */
WM_MUST_CHECK wm_status wm_wrap_facts_new(const wm_wrap *wrap, const wm_wrap_executable *executable,
                                          wm_environment **environment, wm_error *err);

#endif

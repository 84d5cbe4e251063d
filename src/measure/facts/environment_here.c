/* The facts of this machine, for the library's callers. */
#include <witnessmark.h>

#include "measure/facts/machine.h"
#include "record/build/given.h"

wm_status wm_environment_here(wm_environment *environment, wm_error *err)
{
    const wm_status status = wm_given_is_there("environment", environment != NULL, err);
    return status == WM_OK ? wm_machine_facts(environment, err) : status;
}

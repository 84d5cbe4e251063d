/* `witnessmark attack`: tries the checks with faults and attacks, and seals how often each saw
 * them.
 *
 * It is a run of plans whose items have trials. Only this command links the laboratory. */
#include "cli/attack_again.h"
#include "cli/run_options.h"
#include "cli/trouble.h"

#include "lab/plans.h"
#include "lab/trials_run.h"
#include "lab/witnesses.h"

int wm_cmd_attack(wm_call *call)
{
    static const wm_run_plans PLANS = {"quick", wm_lab_plans_at, wm_lab_plans_make, true,
                                       wm_attack_again_report};
    int answer;
    if (wm_witnesses_begin() != WM_OK) {
        (void)wm_trouble_say(call, "the process of the witnesses", "cannot be started");
        return WM_EXIT_TROUBLE;
    }
    wm_procedure_link_trials(&wm_trials_run);
    answer = wm_cmd_run_plans(call, &PLANS);
    wm_witnesses_end();
    return answer;
}

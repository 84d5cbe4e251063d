/* Estimates the time of a re-verification from the work of its outputs. */
#include "study/reverify/reverify_eta.h"

#include "study/procedure/repeats_cost.h"

static const double SECONDS_AN_ELEMENT = 2e-8; /* of one processor of the nominal machine */

static bool is_due(const wm_reverify_output *o)
{
    return !o->is_finished && !o->is_left_out && o->skipped[0] == '\0' && !o->has_failed;
}

static double opening_work(const wm_reverify_output *o)
{
    if (!is_due(o) || o->is_faulty || o->opening_count == 0)
        return 0;
    return wm_workload_kind_of(o->item)->opened->work(o->item, o->opening_count + o->revisit_count);
}

/* The operation and its calibration. */
static double computing_work(const wm_reverify_output *o)
{
    return is_due(o) && o->part == WM_REVERIFY_PRODUCT ? wm_repeats_cost_operation(o->item) : 0;
}

void wm_reverify_eta_begin(wm_reverify_eta *eta, wm_reverify *reverify, bool has_computing)
{
    *eta = (wm_reverify_eta){.openings = {0, 0, 0}};
    for (size_t i = 0; i < wm_reverify_count(reverify); i++) {
        const wm_reverify_output *o = wm_reverify_at(reverify, i);
        eta->openings.left += opening_work(o);
        eta->computing.left += has_computing ? computing_work(o) : 0;
    }
}

static void note(wm_reverify_eta_work *work, double amount, double seconds)
{
    work->left -= amount < work->left ? amount : work->left;
    work->done += amount;
    work->seconds += seconds;
}

void wm_reverify_eta_opened(wm_reverify_eta *eta, const wm_reverify_output *output, double seconds)
{
    note(&eta->openings, opening_work(output), seconds);
}

void wm_reverify_eta_computed(wm_reverify_eta *eta, const wm_reverify_output *output,
                              double seconds)
{
    note(&eta->computing, computing_work(output), seconds);
}

static double left_of(const wm_reverify_eta_work *work, double amount_done, double nominal)
{
    const double speed = work->done > 0 ? work->seconds / work->done : nominal;
    return work->left > amount_done ? (work->left - amount_done) * speed : 0;
}

double wm_reverify_eta_left(const wm_reverify_eta *eta, const wm_reverify_output *output,
                            double part)
{
    return left_of(&eta->openings, part * opening_work(output), SECONDS_AN_ELEMENT) +
           left_of(&eta->computing, 0, 1);
}

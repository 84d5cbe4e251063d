/* Predicts times from nominal costs, and from what the run took so far.
 *
 * Speeds differ between machines by two orders, but the speeds of one machine's operations, and the
 * phases around them, mostly by one common factor. So an operation that was not measured gets the
 * mean speed of the others, and a phase the correction of the same phase in other items. */
#include "study/run/predictor.h"

#include "measure/screen_items.h"
#include "study/procedure/trial.h"

#include <math.h>

#define LEFT_MAX_S 360000.0

/* A ratio of measured to nominal time counts its prior as if it were measured for so long, or for
 * this share of what was measured. */
#define PRIOR_S 0.05
#define PRIOR_SHARE 0.1

/* The largest correction of a nominal time: by items of the same cost, and by others. The choice of
 * a method can make one product's warm-up 40 times as long, and says nothing about a copy. */
#define RATIO_MAX 1e4
#define OTHERS_MAX 4.0

/* A phase that lasts longer than expected is expected to last this share of it more. */
#define LONGER_SHARE 0.1

static double clamp(double seconds, double most)
{
    return seconds >= 0 ? fmin(seconds, most) : 0;
}

wm_predictor wm_predictor_for(const wm_settings *settings, double repeat_seconds)
{
    return (wm_predictor){.repeat_seconds = repeat_seconds,
                          .is_gpu = !(*settings->device)->ops->is_host,
                          .takes_first = settings->device_options.takes_first,
                          .start_s = wm_screen_items_start((*settings->device)->ops->is_host),
                          .item_seconds = settings->item_seconds,
                          .memory_bytes = settings->memory_bytes};
}

/* ---- what was measured ----------------------------------------------------------------------- */

static const wm_predictor_class *find(const wm_predictor *predictor, const wm_item *item)
{
    const wm_workload_cost *cost = wm_procedure_nominal(item);
    for (size_t i = 0; i < predictor->class_count; i++)
        if (predictor->classes[i].cost == cost)
            return &predictor->classes[i];
    return NULL;
}

/* The class of an item, made if it is missing; null if there are too many. */
static wm_predictor_class *class_of(wm_predictor *predictor, const wm_item *item)
{
    const wm_predictor_class *found = find(predictor, item);
    if (found != NULL)
        return &predictor->classes[found - predictor->classes];
    if (predictor->class_count == WM_PREDICTOR_CLASSES)
        return NULL;
    predictor->classes[predictor->class_count] =
        (wm_predictor_class){.cost = wm_procedure_nominal(item)};
    return &predictor->classes[predictor->class_count++];
}

bool wm_predictor_knows(const wm_predictor *predictor, const wm_item *item)
{
    const wm_predictor_class *one = find(predictor, item);
    return one != NULL && one->speed > 0;
}

/* Which speed of a class: of all its repeats, or of the fastest. */
typedef enum speed_kind { SPEED_MEAN, SPEED_FASTEST } speed_kind;

static double class_speed(const wm_predictor_class *one, speed_kind kind)
{
    return kind == SPEED_MEAN ? one->speed : one->fastest;
}

/* The share of what was measured that holds for operations that were not: 1/2 after one item, 4/5
 * after two, 9/10 after three. A single item says little of the others: the first one of a plan is
 * small, so on a busy machine its repeats mostly wait for a processor. */
static double share_of_others(const wm_predictor *predictor)
{
    const double done = predictor->done > 1 ? (double)predictor->done : 1;
    return done * done / (done * done + 1);
}

/* The geometric mean of the measured speeds, drawn to the nominal one after few items. A
 * latency does not count. */
static double usual(const wm_predictor *predictor, speed_kind kind)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < predictor->class_count; i++) {
        const wm_predictor_class *one = &predictor->classes[i];
        if (!(one->speed > 0) || one->cost->is_latency)
            continue;
        sum += log(class_speed(one, kind));
        count++;
    }
    return count > 0 ? exp(share_of_others(predictor) * sum / count) : 1;
}

/* The speed of an item's operation here. A latency that is not measured is that of its kind of
 * device, or longer on a slow machine. */
static double speed_of(const wm_predictor *predictor, const wm_item *item, speed_kind kind)
{
    const wm_predictor_class *one = find(predictor, item);
    if (one != NULL && one->speed > 0)
        return class_speed(one, kind);
    return wm_procedure_nominal(item)->is_latency ? fmin(1, usual(predictor, kind))
                                                  : usual(predictor, kind);
}

static double nominal_at(const wm_predictor *predictor, const wm_item *item, wm_phase phase,
                         speed_kind kind)
{
    const wm_machine_speed speed_here = {predictor->is_gpu, predictor->repeat_seconds,
                                         speed_of(predictor, item, kind), predictor->takes_first};
    return clamp(wm_procedure_seconds(item, &speed_here, phase), LEFT_MAX_S);
}

static double nominal(const wm_predictor *predictor, const wm_item *item, wm_phase phase)
{
    return nominal_at(predictor, item, phase, SPEED_MEAN);
}

/* A whole item at the fastest speeds. */
static double fastest_seconds(const wm_predictor *predictor, const wm_item *item)
{
    double seconds = 0;
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++)
        seconds +=
            wm_procedure_times(item, phase) * nominal_at(predictor, item, phase, SPEED_FASTEST);
    return seconds;
}

/* Measured over nominal time, at most `most` and at least its inverse. The prior counts like
 * `weight_s` of nominal time. */
static double ratio(double measured_s, double nominal_s, double prior, double weight_s, double most)
{
    const double found = (measured_s + weight_s * prior) / (nominal_s + weight_s);
    return fmax(1 / most, fmin(found, most));
}

/* The correction of a phase: that of the item's class, drawn to that of all classes. These are
 * drawn to 1 as speeds are to the nominal one. */
static double correction(const wm_predictor *predictor, const wm_item *item, wm_phase phase)
{
    const wm_predictor_class *one = find(predictor, item);
    double measured_s = 0, nominal_s = 0, all, weight_s;
    for (size_t i = 0; i < predictor->class_count; i++) {
        measured_s += predictor->classes[i].measured_s[phase];
        nominal_s += predictor->classes[i].nominal_s[phase];
    }
    all = pow(ratio(measured_s, nominal_s, 1, PRIOR_S, OTHERS_MAX), share_of_others(predictor));
    if (one == NULL || !(one->nominal_s[phase] > 0))
        return all;
    /* an item with a fault repeats an earlier one, whose method is chosen */
    if (phase == WM_PHASE_WARM_UP && item->fault.kind != WM_FAULT_NONE)
        return fmin(all, 1);
    weight_s = fmin(PRIOR_S, PRIOR_SHARE * one->nominal_s[phase]);
    return ratio(one->measured_s[phase], one->nominal_s[phase], all, weight_s, RATIO_MAX);
}

/* The estimate of a phase: of one observation or its witness, or of the whole phase. */
static double expected(const wm_predictor *predictor, const wm_item *item, wm_phase phase)
{
    if (phase == WM_PHASE_SEGMENTS) /* they take what they are given */
        return nominal(predictor, item, phase);
    return nominal(predictor, item, phase) * correction(predictor, item, phase);
}

/* Notes the speed of `count` repeats. */
static void note_speed(wm_predictor *predictor, const wm_run_event *event, double count)
{
    wm_predictor_class *one = class_of(predictor, &predictor->plan->items[event->item]);
    double slowness;
    if (one == NULL)
        return;
    slowness = (predictor->is_gpu ? one->cost->rate_gpu : one->cost->rate) / event->rate;
    if (!(slowness > 0 && isfinite(slowness)))
        return;
    one->repeats += count;
    one->nominal_repeats += count * slowness;
    one->speed = one->repeats / one->nominal_repeats;
    one->fastest = fmax(one->fastest, 1 / slowness);
}

/* ---- the current item ------------------------------------------------------------------------ */

static bool is_repeated(wm_phase phase)
{
    return phase == WM_PHASE_REPEATS || phase == WM_PHASE_WITNESS;
}

/* Moves the time of a phase into the item's class. */
static void commit(wm_predictor *predictor, const wm_item *item, wm_phase phase, double times)
{
    wm_predictor_class *one = class_of(predictor, item);
    if (one != NULL && times > 0) {
        one->measured_s[phase] += predictor->item.pending_s[phase];
        one->nominal_s[phase] += times * nominal(predictor, item, phase);
    }
    predictor->item.pending_s[phase] = 0;
}

/* After a repeat, or at the end of the item: its speed is known. */
static void commit_all(wm_predictor *predictor, const wm_item *item, uint32_t made)
{
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++) {
        const bool is_once = !is_repeated(phase);
        if (phase == WM_PHASE_SEGMENTS || (is_once && !predictor->item.is_over[phase]))
            continue;
        commit(predictor, item, phase, is_once ? !predictor->item.is_noted[phase] : made);
        predictor->item.is_noted[phase] = true;
    }
}

/* A resumed item did not have all phases here. */
static void note_repeats(wm_predictor *predictor, const wm_item *item, uint32_t made)
{
    if (predictor->item.resumed == 0)
        commit_all(predictor, item, made);
    predictor->item.pending_s[WM_PHASE_REPEATS] = predictor->item.pending_s[WM_PHASE_WITNESS] = 0;
}

static void begin(wm_predictor *predictor, const wm_run_event *event)
{
    predictor->item = (wm_predictor_current){.phase = event->phase,
                                             .resumed = event->made[WM_PHASE_REPEATS],
                                             .repeats = event->made[WM_PHASE_REPEATS],
                                             .segments = event->made[WM_PHASE_SEGMENTS]};
}

/* The part of a phase's time in which the device loads libraries and kernels: what is above the
 * nominal time, until the start is used up. The timed loops have none. */
static double starting(wm_predictor *predictor, const wm_run_event *event, double elapsed)
{
    const wm_phase phase = predictor->item.phase;
    double seconds;
    if (phase == WM_PHASE_REPEATS || phase == WM_PHASE_SEGMENTS || !(predictor->start_s > 0))
        return 0;
    seconds = clamp(elapsed - nominal(predictor, &predictor->plan->items[event->item], phase),
                    predictor->start_s);
    predictor->start_s -= seconds;
    predictor->item.start_s += seconds;
    return seconds;
}

/* Gives the time since the last event to the phase that was under way. */
static void take_time(wm_predictor *predictor, const wm_run_event *event)
{
    wm_predictor_current *now = &predictor->item;
    double elapsed = clamp(event->seconds - now->event_s, LEFT_MAX_S);
    elapsed -= starting(predictor, event, elapsed);
    now->pending_s[now->phase] += elapsed;
    now->repeats_s += is_repeated(now->phase) ? elapsed : 0;
    now->event_s = event->seconds;
    if (event->phase != now->phase)
        now->is_over[now->phase] = true;
    if (event->phase == WM_PHASE_FILL && now->phase != WM_PHASE_FILL) /* it begins again */
        now->is_over[WM_PHASE_FILL] = now->is_over[WM_PHASE_WARM_UP] = false;
    now->phase = event->phase;
}

static void finish(wm_predictor *predictor, const wm_run_event *event)
{
    const wm_item *item = &predictor->plan->items[event->item];
    predictor->done++;
    if (!event->was_there && !event->is_lost && predictor->item.resumed == 0) {
        for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++)
            predictor->item.is_over[phase] =
                predictor->item.is_over[phase] || predictor->item.pending_s[phase] > 0;
        commit_all(predictor, item, 0);
        predictor->took_s += event->seconds - predictor->item.start_s;
        predictor->fastest_s += fastest_seconds(predictor, item);
    }
}

/* The time of the repeats that an item has left: as long as those made here, else as expected. */
static double repeats_left(const wm_predictor *predictor, const wm_item *item)
{
    const wm_predictor_current *now = &predictor->item;
    const uint32_t made = now->repeats - now->resumed;
    const double begun_s = now->pending_s[WM_PHASE_REPEATS] + now->pending_s[WM_PHASE_WITNESS];
    const double one = made > 0 ? (now->repeats_s - begun_s) / made
                                : expected(predictor, item, WM_PHASE_REPEATS) +
                                      expected(predictor, item, WM_PHASE_WITNESS);
    const uint32_t left = item->repeats > now->repeats ? item->repeats - now->repeats : 0;
    return left > 0 ? one * (left - 1) + fmax(one - begun_s, LONGER_SHARE * one) : 0;
}

static double segments_left(const wm_predictor *predictor, const wm_item *item)
{
    const double one = nominal(predictor, item, WM_PHASE_SEGMENTS);
    const double all = wm_procedure_times(item, WM_PHASE_SEGMENTS) * one;
    return clamp(
        all - predictor->item.segments * one - predictor->item.pending_s[WM_PHASE_SEGMENTS], all);
}

/* It is not run. */
static bool is_too_large(const wm_predictor *predictor, const wm_item *item)
{
    return predictor->memory_bytes > 0 && wm_procedure_bytes(item) > predictor->memory_bytes;
}

static double item_left(const wm_predictor *predictor, const wm_item *item)
{
    const wm_predictor_current *now = &predictor->item;
    double left = repeats_left(predictor, item) + segments_left(predictor, item);
    if (is_too_large(predictor, item))
        return 0;
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++) {
        double whole;
        if (is_repeated(phase) || phase == WM_PHASE_SEGMENTS || now->is_over[phase] ||
            (phase == WM_PHASE_CALIBRATION && now->repeats > 0 && now->phase != phase))
            continue;
        whole = expected(predictor, item, phase);
        left += fmax(whole - now->pending_s[phase], LONGER_SHARE * whole);
    }
    return left;
}

/* ---- the whole run --------------------------------------------------------------------------- */

double wm_predictor_item(const wm_predictor *predictor, const wm_item *item)
{
    double seconds = 0;
    if (is_too_large(predictor, item))
        return 0;
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++)
        seconds += wm_procedure_times(item, phase) * expected(predictor, item, phase);
    return predictor->item_seconds > 0 ? fmin(seconds, predictor->item_seconds) : seconds;
}

double wm_predictor_least(const wm_predictor *predictor, const wm_item *item)
{
    const double slowness = (predictor->took_s + PRIOR_S) / (predictor->fastest_s + PRIOR_S);
    return fmin(wm_predictor_item(predictor, item),
                fmax(1, slowness) * fastest_seconds(predictor, item));
}

double wm_predictor_phase(const wm_predictor *predictor, const wm_item *item)
{
    return expected(predictor, item, predictor->item.phase);
}

double wm_predictor_seal(size_t item_count)
{
    return 0.1 + 0.005 * (double)item_count;
}

/* The phases that run the operation. */
static bool runs_operation(wm_phase phase)
{
    return phase == WM_PHASE_WARM_UP || phase == WM_PHASE_REPEATS ||
           phase == WM_PHASE_CALIBRATION || phase == WM_PHASE_SEGMENTS;
}

static double sum_phases(const wm_predictor *predictor, const wm_item *item, double speed,
                         bool is_whole)
{
    const wm_machine_speed machine = {predictor->is_gpu, predictor->repeat_seconds, speed,
                                      predictor->takes_first};
    double seconds = 0;
    for (wm_phase phase = 0; phase < WM_PHASE_COUNT; phase++)
        if (is_whole || runs_operation(phase))
            seconds +=
                wm_procedure_times(item, phase) * wm_procedure_seconds(item, &machine, phase);
    return seconds;
}

double wm_predictor_at_speed(const wm_predictor *predictor, const wm_item *item, double speed)
{
    return sum_phases(predictor, item, speed, true);
}

double wm_predictor_try(const wm_predictor *predictor, wm_device *device, const wm_item *item,
                        bool is_whole)
{
    const double nominal_rate = wm_procedure_nominal_rate(item, predictor->is_gpu);
    const double rate = wm_plan_has_output(item)
                            ? wm_trial_rate(device, item, predictor->plan->nonce)
                            : nominal_rate;
    return sum_phases(predictor, item, rate / nominal_rate, is_whole);
}

static double all_left(const wm_predictor *predictor, const wm_run_event *event)
{
    const wm_plan *plan = predictor->plan;
    double left = wm_predictor_seal(plan->item_count);
    if (!event->is_done)
        left += item_left(predictor, &plan->items[event->item]);
    for (size_t i = event->item + 1; i < plan->item_count; i++)
        left += wm_predictor_item(predictor, &plan->items[i]);
    return left;
}

double wm_predictor_note(wm_predictor *predictor, const wm_run_event *event)
{
    const wm_item *item = &predictor->plan->items[event->item];
    double left;
    if (event->seconds <= 0 || event->was_there)
        begin(predictor, event);
    if (event->was_there)
        note_speed(predictor, event, event->made[WM_PHASE_REPEATS]);
    else if (event->made[WM_PHASE_REPEATS] > predictor->item.repeats)
        note_speed(predictor, event, event->made[WM_PHASE_REPEATS] - predictor->item.repeats);
    take_time(predictor, event);
    if (event->made[WM_PHASE_REPEATS] > predictor->item.repeats && !event->is_lost)
        note_repeats(predictor, item, event->made[WM_PHASE_REPEATS] - predictor->item.repeats);
    if (event->made[WM_PHASE_SEGMENTS] > predictor->item.segments)
        predictor->item.pending_s[WM_PHASE_SEGMENTS] = 0;
    predictor->item.repeats = event->made[WM_PHASE_REPEATS];
    predictor->item.segments = event->made[WM_PHASE_SEGMENTS];
    if (event->is_done)
        finish(predictor, event);
    left = all_left(predictor, event);
    return left >= 0 && left <= LEFT_MAX_S ? left : LEFT_MAX_S;
}

/* Writes the metrics of a sweep in the text format of Prometheus. No label holds a root: each sweep
 * would be a new series. Names of nodes have no character that needs an escape. */
#include "report/views/fleet_view.h"

#include "standards/number.h"

#include <math.h>

static wm_status append_head(wm_buffer *out, const char *name, const char *help)
{
    return wm_buffer_printf(out,
                            "# HELP witnessmark_fleet_%s %s\n# TYPE witnessmark_fleet_%s gauge\n",
                            name, help, name);
}

/* The least ratio of a node's judged rates to their medians; infinite: none is judged. */
static double least_ratio(const wm_fleet_node *node)
{
    double least = (double)INFINITY;
    for (size_t i = 0; i < node->record_count; i++)
        for (size_t j = 0; j < node->record[i].item_count; j++) {
            const wm_fleet_item *item = &node->record[i].item[j];
            if (item->speed != WM_FLEET_SPEED_NOT_JUDGED && item->ratio < least)
                least = item->ratio;
        }
    return least;
}

static wm_status append_ratios(const wm_fleet *fleet, wm_buffer *out)
{
    wm_status status = append_head(out, "node_rate_ratio_least",
                                   "Least ratio of a node's rates to the median of its model.");
    for (size_t i = 0; i < fleet->count && status == WM_OK; i++) {
        const double least = least_ratio(&fleet->node[i]);
        char text[WM_NUMBER_TEXT_SIZE];
        if (!isfinite(least))
            continue;
        (void)wm_number_format(least, text);
        status = wm_buffer_printf(out, "witnessmark_fleet_node_rate_ratio_least{node=\"%s\"} %s\n",
                                  fleet->node[i].name, text);
    }
    return status;
}

static wm_status append_states(const wm_fleet *fleet, wm_buffer *out)
{
    wm_status status = append_head(out, "node_state", "1 for the state in which a node was found.");
    for (size_t i = 0; i < fleet->count && status == WM_OK; i++)
        status = wm_buffer_printf(out, "witnessmark_fleet_node_state{node=\"%s\",state=\"%s\"} 1\n",
                                  fleet->node[i].name, wm_fleet_state_word(fleet->node[i].state));
    return status;
}

wm_status wm_fleet_view_metrics(const wm_fleet *fleet, uint64_t now, wm_buffer *out)
{
    wm_status status = append_head(out, "nodes", "Nodes of the last sweep by their state.");
    for (int state = 0; state < WM_FLEET_STATES && status == WM_OK; state++)
        status = wm_buffer_printf(out, "witnessmark_fleet_nodes{state=\"%s\"} %zu\n",
                                  wm_fleet_state_word((wm_fleet_state)state), fleet->counts[state]);
    if (status == WM_OK)
        status = append_states(fleet, out);
    if (status == WM_OK)
        status = append_ratios(fleet, out);
    if (status == WM_OK)
        status = append_head(out, "last_run_timestamp_seconds", "Unix time of the last sweep.");
    return status == WM_OK
               ? wm_buffer_printf(out, "witnessmark_fleet_last_run_timestamp_seconds %llu\n",
                                  (unsigned long long)now)
               : status;
}

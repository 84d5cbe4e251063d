/* Writes the observation of a session. */
#include "study/run/session.h"

#include <inttypes.h>
#include <stdio.h>

#include "record/nodes/kinds_plain.h"

wm_status wm_session_begin(const wm_sink *sink, wm_clock_start *clock, wm_error *err)
{
    wm_session_node node = {.environment = wm_member_edge(sink->environment),
                            .index = (double)wm_graph_sessions(sink->graph),
                            .plan = wm_member_edge(sink->plan)};
    char started_at[24];
    *clock = wm_clock_begin();
    (void)snprintf(started_at, sizeof started_at, "%" PRIu64, clock->real_ns);
    node.started_at = wm_member_text(started_at);
    return wm_sink_write(sink, &wm_kind_session_form, &node, NULL, err);
}

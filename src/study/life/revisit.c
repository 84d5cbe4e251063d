/* Tells which item lacks a revisit. */
#include "study/life/revisit.h"

#include "record/laws/rule.h"

bool wm_revisit_is_missing(const wm_graph *graph, size_t index, const wm_continuation_item *there)
{
    const wm_observed_item *item = wm_graph_item(graph, index);
    wm_limits limits;
    uint32_t product;
    if (there == NULL || item->has_failed ||
        item->count[WM_PROCEDURE_REPEATS] < item->item->repeats ||
        wm_graph_revisited(graph, index) > 0)
        return false;
    limits = wm_rule_limits(item);
    product = wm_rule_first_rejected(&limits, item);
    if (product >= item->count[WM_PROCEDURE_REPEATS])
        product = item->count[WM_PROCEDURE_REPEATS] - 1;
    return wm_continuation_wants(there, item->item, item->repeats[product].output_digest);
}

/* Shows a sweep: the verdict first, then the nodes of each state, folded where they have one
 * reason. */
#include "report/views/fleet_view.h"

#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_SHOWN = 20 };

const char *wm_fleet_view_status(const wm_fleet *fleet)
{
    const int answer = wm_fleet_answer(fleet);
    return answer == WM_EXIT_YES ? "ok" : answer == WM_EXIT_NO ? "wrong" : "inconclusive";
}

wm_status wm_fleet_view_nodes(const wm_fleet *fleet, unsigned states, wm_buffer *out)
{
    const char **names = calloc(fleet->count + 1, sizeof *names);
    size_t count = 0;
    wm_status status;
    if (names == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < fleet->count; i++)
        if (states >> fleet->node[i].state & 1u)
            names[count++] = fleet->node[i].name;
    status = wm_node_list_fold(names, count, out);
    if (status == WM_OK && count > 0)
        status = wm_buffer_putc(out, '\n');
    free(names);
    return status;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Adds the counts of the states that occur, as `2 wrong, 1 missing`. */
static void add_counts(const wm_fleet *fleet, wm_words *line)
{
    bool is_first = true;
    for (int state = 0; state < WM_FLEET_STATES; state++)
        if (fleet->counts[state] > 0) {
            wm_words_add(line, "%s%zu %s", is_first ? "" : ", ", fleet->counts[state],
                         wm_fleet_state_word((wm_fleet_state)state));
            is_first = false;
        }
    if (is_first)
        wm_words_add(line, "no nodes");
}

static void add_verdict(const wm_fleet *fleet, wm_document *to)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } verdicts[] = {[WM_EXIT_YES] = {"OK", WM_EMPHASIS_GOOD},
                    [WM_EXIT_NO] = {"WRONG", WM_EMPHASIS_BAD},
                    [WM_EXIT_INCONCLUSIVE] = {"INCONCLUSIVE", WM_EMPHASIS_ODD}};
    const int answer = wm_fleet_answer(fleet);
    const size_t expected = fleet->count - fleet->counts[WM_FLEET_UNEXPECTED];
    const bool is_slow = answer == WM_EXIT_YES && fleet->counts[WM_FLEET_SLOW] > 0;
    wm_words *line = wm_words_new(to);
    wm_words_lead(line, WM_BREAKS_WIDTH, "  ");
    wm_words_word(line, is_slow ? WM_EMPHASIS_ODD : verdicts[answer].emphasis,
                  is_slow ? "SLOW" : verdicts[answer].word);
    wm_words_add(line, "  %zu node%s: ", expected, wm_style_plural(expected));
    add_counts(fleet, line);
}

/* Nodes of one state, in the order of their first reason. */
static int order_reasons(const void *a, const void *b)
{
    const wm_fleet_node *left = *(const wm_fleet_node *const *)a;
    const wm_fleet_node *right = *(const wm_fleet_node *const *)b;
    const int order = strcmp(left->reason_count > 0 ? left->reason[0].text : "",
                             right->reason_count > 0 ? right->reason[0].text : "");
    return order != 0 ? order : wm_node_list_order(left->name, right->name);
}

static bool has_same_reasons(const wm_fleet_node *a, const wm_fleet_node *b)
{
    if (a->reason_count != b->reason_count)
        return false;
    for (size_t i = 0; i < a->reason_count; i++)
        if (strcmp(a->reason[i].text, b->reason[i].text) != 0)
            return false;
    return true;
}

const char *wm_fleet_view_folded(const char **names, size_t count, wm_document *to)
{
    wm_buffer folded = WM_BUFFER_EMPTY;
    wm_document_fail(to, wm_node_list_fold(names, count, &folded));
    return wm_document_take(to, &folded);
}

/* Adds a line for nodes with equal reasons. */
static void add_nodes(const wm_fleet_node *const *nodes, size_t count, wm_document *to)
{
    const wm_fleet_node *of = nodes[0];
    const char **names = wm_document_alloc(to, count * sizeof *names);
    wm_words *line = wm_words_new(to);
    for (size_t i = 0; names != NULL && i < count; i++)
        names[i] = nodes[i]->name;
    wm_words_lead(line, WM_BREAKS_WIDTH, "    ");
    wm_words_word(line, of->state <= WM_FLEET_INVALID ? WM_EMPHASIS_BAD : WM_EMPHASIS_ODD,
                  wm_fleet_state_word(of->state));
    wm_words_add(line, "  ");
    wm_words_data(line, names != NULL ? wm_fleet_view_folded(names, count, to) : "");
    for (size_t i = 0; i < of->reason_count; i++) {
        wm_words_add(line, i == 0 ? ": " : "; ");
        wm_words_data(line, of->reason[i].text);
    }
}

/* Adds the nodes of a state. */
static void add_state(const wm_fleet *fleet, wm_fleet_state state, wm_document *to)
{
    const wm_fleet_node **nodes = wm_document_alloc(to, (fleet->counts[state] + 1) * sizeof *nodes);
    size_t count = 0, lines = 0;
    for (size_t i = 0; nodes != NULL && i < fleet->count; i++)
        if (fleet->node[i].state == state)
            nodes[count++] = &fleet->node[i];
    if (count > 1)
        qsort(nodes, count, sizeof *nodes, order_reasons);
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (end < count && has_same_reasons(nodes[i], nodes[end]))
            end++;
        if (lines++ == LINES_SHOWN) {
            wm_words_say(to, "  and %zu more %s nodes, which --json and REPORT list", count - i,
                         wm_fleet_state_word(state));
            return;
        }
        add_nodes(&nodes[i], end - i, to);
        i = end;
    }
}

/* Adds what is too fast; it changes no state. */
static void add_fast(const wm_fleet *fleet, wm_document *to)
{
    size_t lines = 0;
    for (size_t i = 0; i < fleet->count; i++)
        for (size_t j = 0; j < fleet->node[i].record_count; j++)
            for (size_t k = 0; k < fleet->node[i].record[j].item_count; k++) {
                const wm_fleet_item *item = &fleet->node[i].record[j].item[k];
                if (item->speed == WM_FLEET_SPEED_FAST && lines++ < LINES_SHOWN)
                    wm_words_tell(to, "fast  %s: %s: %.3f of the median", fleet->node[i].name,
                                  item->label, item->ratio);
            }
    if (lines > LINES_SHOWN)
        wm_words_say(to, "  and %zu more fast rates", lines - LINES_SHOWN);
}

void wm_fleet_view_add(const wm_fleet *fleet, const char *root, bool is_quiet, wm_document *to)
{
    wm_words *line;
    add_verdict(fleet, to);
    if (is_quiet)
        return;
    for (int state = 0; state < WM_FLEET_STATES; state++)
        if (state != WM_FLEET_OK && fleet->counts[state] > 0)
            add_state(fleet, (wm_fleet_state)state, to);
    add_fast(fleet, to);
    wm_words_say(to, "%zu record%s; %zu rate%s judged by %s, %zu not judged", fleet->records,
                 wm_style_plural(fleet->records), fleet->judged, wm_style_plural(fleet->judged),
                 fleet->baseline != NULL ? "the baseline" : "the fleet's median",
                 fleet->not_judged);
    line = wm_words_new(to);
    wm_words_add(line, "root ");
    wm_words_root(line, root);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void export_item(const wm_fleet_item *item, wm_document *to)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "item", item->label);
    wm_data_text(to, "vote", wm_fleet_vote_word(item->vote));
    wm_data_text(to, "speed", wm_fleet_speed_word(item->speed));
    wm_data_number(to, "rate", item->rate);
    wm_data_number(to, "low", item->low);
    wm_data_number(to, "high", item->high);
    wm_data_number(to, "ratio", item->ratio);
    wm_data_word(to, "unit", item->unit);
    wm_data_text(to, "why", item->bar);
    wm_data_end_object(to);
}

static void export_node(const wm_fleet_node *node, wm_document *to)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "node", node->name);
    wm_data_text(to, "state", wm_fleet_state_word(node->state));
    if (node->exit_status < 0)
        wm_data_null(to, "exit");
    else
        wm_data_count(to, "exit", (uint64_t)node->exit_status);
    wm_data_list(to, "reasons");
    for (size_t i = 0; i < node->reason_count; i++)
        wm_data_text(to, NULL, node->reason[i].text);
    wm_data_end_list(to);
    wm_data_list(to, "records");
    for (size_t i = 0; i < node->record_count; i++) {
        const wm_fleet_record *record = &node->record[i];
        wm_data_object(to, NULL);
        wm_data_word(to, "name", record->name);
        wm_data_text(to, "root", record->root);
        wm_data_word(to, "backend", record->backend);
        wm_data_word(to, "device", record->device);
        wm_data_word(to, "uuid", record->uuid);
        wm_data_list(to, "items");
        for (size_t j = 0; j < record->item_count; j++)
            export_item(&record->item[j], to);
        wm_data_end_list(to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    wm_data_end_object(to);
}

void wm_fleet_view_export(const wm_fleet *fleet, const char *root, const char *report,
                          wm_document *to)
{
    wm_data_begin(to, "fleet", wm_fleet_view_status(fleet));
    wm_data_text(to, "root", root);
    wm_data_text(to, "report", report);
    wm_data_text(to, "baseline", fleet->baseline);
    wm_data_object(to, "counts");
    for (int state = 0; state < WM_FLEET_STATES; state++)
        wm_data_count(to, wm_fleet_state_word((wm_fleet_state)state), fleet->counts[state]);
    wm_data_end_object(to);
    wm_data_count(to, "records", fleet->records);
    wm_data_count(to, "rates_judged", fleet->judged);
    wm_data_count(to, "rates_not_judged", fleet->not_judged);
    wm_data_list(to, "nodes");
    for (size_t i = 0; i < fleet->count; i++)
        export_node(&fleet->node[i], to);
    wm_data_end_list(to);
}

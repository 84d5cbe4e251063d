/* The rules of fleet.jsonl beyond its form, with a switch for each.
 *
 * WM_MUTATE can switch off one rule. A test then shows that a forgery passes without it. A line
 * that is no JSON, or of no known type, has no switch: none is written again as it was. Source:
 * ours, docs/formats/fleet.md, section 5. */
#ifndef WM_MODEL_FLEET_RULES_H
#define WM_MODEL_FLEET_RULES_H

/* identifier, name, tag, what is said of a line that breaks it */
#define WM_FLEET_RULE_LIST(X)                                                                  \
    X(FORM, "form", "form", "not the canonical form of the members of its type")               \
    X(FORM_ROOT, "form.root", "form", "the root of a record is not 64 hexadecimal digits")     \
    X(NODE, "node", "node", "not a node's name")                                               \
    X(ORDER_NODES, "order.nodes", "order", "nodes are not in the order of their names")        \
    X(ORDER_RATES, "order.rates", "order", "a node behind rates")                              \
    X(ORDER_ROOT, "order.root", "order", "a line behind the root")                             \
    X(ROOT, "root", "root", "counts, lines or merkle_root are not those of the lines")         \
    X(ROOT_MISSING, "root.missing", "root", "the file ends early: no last line of type fleet") \
    X(STATE_UNEXPECTED, "state.unexpected", "state",                                           \
      "`unexpected` is the state of nodes that were not expected, and of no other")            \
    X(STATE_UNREAD, "state.unread", "state",                                                   \
      "a node that was not expected has neither a record nor an exit status")                  \
    X(STATE_RECORD, "state.record", "state", "a node that is ok or slow has a record")         \
    X(STATE_EXIT, "state.exit", "state", "a node that is ok or slow has the exit status 0")    \
    X(STATE_WRONG, "state.wrong", "state", "a node with the exit status 1 is wrong")           \
    X(STATE_UNFINISHED, "state.unfinished", "state",                                           \
      "a node without an exit status is unfinished, or worse")                                 \
    X(STATE, "state", "state", "not what follows from all lines")                              \
    X(VOTE, "vote", "vote", "not what follows from all lines")                                 \
    X(RATES, "rates", "rates", "not what follows from all lines")                              \
    X(RATES_GROUP, "rates.group", "rates", "not the device and item of these rates")           \
    X(RATES_NUMBERS, "rates.numbers", "rates", "not what the rates of the nodes give")         \
    X(RATES_COUNT, "rates.count", "rates", "lines of rates are missing, or there are more")

typedef enum wm_fleet_rule {
#define WM_FLEET_RULE_ENUM(id, name, tag, words) WM_FLEET_RULE_##id,
    WM_FLEET_RULE_LIST(WM_FLEET_RULE_ENUM)
#undef WM_FLEET_RULE_ENUM
        WM_FLEET_RULES
} wm_fleet_rule;

#ifdef WM_MUTATE
/* The rule that is off; WM_FLEET_RULES: none. */
extern wm_fleet_rule wm_fleet_rules_off;
#endif

#endif

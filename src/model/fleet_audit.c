/* Audits the lines of a sweep.
 *
 * A line is read into the struct that it was written from, and written again. Equal bytes show that
 * it is canonical and has the members of its form, once and in order. Then votes and rates are
 * judged again, as in `fleet`, and must be those of the lines. A state may be worse than they say,
 * since its record was at hand, and never better. */
#include "model/fleet_audit.h"

#include "base/array.h"
#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "model/fleet_lines.h"
#include "model/fleet_rules.h"
#include "standards/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 64 << 20 };

/* What a line of rates says of itself. Texts are the fleet's. */
typedef struct {
    const char *backend, *device, *item, *unit;
    unsigned threads;
} group;

/* An audit. */
typedef struct {
    wm_fleet *fleet;
    wm_audit_report *report;
    wm_json *json;
    wm_merkle tree;
    wm_buffer again; /* the line, written from what was read */
    size_t node_capacity, rates_capacity, group_capacity;
    group *group; /* of each line of rates */
    uint64_t line;
    bool has_root;
} auditing;

static wm_status refuse(auditing *of, uint64_t line, const char *tag, const char *words)
{
    of->report->failure.line = line;
    (void)snprintf(of->report->failure.tag, sizeof of->report->failure.tag, "%s", tag);
    (void)snprintf(of->report->failure.words, sizeof of->report->failure.words, "%s", words);
    return WM_E_INVALID;
}

#ifdef WM_MUTATE
wm_fleet_rule wm_fleet_rules_off = WM_FLEET_RULES;

static bool is_off(wm_fleet_rule rule)
{
    return rule == wm_fleet_rules_off;
}
#else
static bool is_off(wm_fleet_rule rule)
{
    (void)rule;
    return false;
}
#endif

/* Refuses a line where a rule does not hold. */
static wm_status demand(auditing *of, bool holds, uint64_t line, wm_fleet_rule rule)
{
    static const struct {
        const char *tag, *words;
    } rules[] = {
#define RULE_ROW(id, name, tag, words) {tag, words},
        WM_FLEET_RULE_LIST(RULE_ROW)
#undef RULE_ROW
    };
    return holds || is_off(rule) ? WM_OK : refuse(of, line, rules[rule].tag, rules[rule].words);
}

/* ---- members: what is absent or of another type is read as nothing, and written otherwise -------
 */

static const char *read_text(auditing *of, const wm_json_value *object, const char *name)
{
    const wm_json_value *value = wm_json_member(object, name);
    char text[1024];
    if (value == NULL || value->kind != WM_JSON_STRING || value->text_size >= sizeof text)
        return NULL;
    memcpy(text, value->text, value->text_size);
    text[value->text_size] = '\0';
    return wm_fleet_text(of->fleet, text);
}

/* The same; an absent one is empty. */
static const char *read_word(auditing *of, const wm_json_value *object, const char *name)
{
    const char *text = read_text(of, object, name);
    return text != NULL ? text : "";
}

static double read_number(const wm_json_value *object, const char *name)
{
    const wm_json_value *value = wm_json_member(object, name);
    return value != NULL && value->kind == WM_JSON_NUMBER ? value->number : (double)NAN;
}

/* A whole number from 0 to `most`; `none` for anything else. */
static long read_count(const wm_json_value *object, const char *name, long most, long none)
{
    const double number = read_number(object, name);
    return number >= 0 && number <= (double)most && floor(number) == number ? (long)number : none;
}

static bool read_hex(const wm_json_value *object, const char *name, uint8_t digest[WM_SHA256_SIZE])
{
    const wm_json_value *value = wm_json_member(object, name);
    return value != NULL && value->kind == WM_JSON_STRING &&
           wm_sha256_from_hex(value->text, value->text_size, digest);
}

static bool read_flag(const wm_json_value *object, const char *name)
{
    const wm_json_value *value = wm_json_member(object, name);
    return value != NULL && value->kind == WM_JSON_TRUE;
}

/* The number of the word among `count`; 0 for another one. */
static unsigned read_enum(const wm_json_value *object, const char *name,
                          const char *(*word)(unsigned), unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (wm_json_is_text(wm_json_member(object, name), word(i)))
            return i;
    return 0;
}

static const char *state_word(unsigned state)
{
    return wm_fleet_state_word((wm_fleet_state)state);
}

static const char *vote_word(unsigned vote)
{
    return wm_fleet_vote_word((wm_fleet_vote)vote);
}

static const char *speed_word(unsigned speed)
{
    return wm_fleet_speed_word((wm_fleet_speed)speed);
}

static const wm_json_value *read_list(const wm_json_value *object, const char *name, size_t *count)
{
    const wm_json_value *value = wm_json_member(object, name);
    *count = value != NULL && value->kind == WM_JSON_ARRAY ? value->count : 0;
    return *count > 0 ? value->first : NULL;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void read_item(auditing *of, const wm_json_value *from, wm_fleet_item *to)
{
    to->may_vote = read_hex(from, "ballot", to->ballot);
    to->has_digest = read_hex(from, "digest", to->digest);
    to->is_unsteady = !read_flag(from, "steady");
    to->label = read_word(of, from, "item");
    to->unit = read_word(of, from, "unit");
    to->rate = read_number(from, "rate");
    to->low = read_number(from, "low");
    to->high = read_number(from, "high");
    to->ratio = read_number(from, "ratio");
    to->bar = read_text(of, from, "why");
    to->vote = (wm_fleet_vote)read_enum(from, "vote", vote_word, WM_FLEET_VOTE_WORDS);
    to->speed = (wm_fleet_speed)read_enum(from, "speed", speed_word, WM_FLEET_SPEED_WORDS);
}

static wm_status read_record(auditing *of, const wm_json_value *from, wm_fleet_record *to)
{
    size_t count;
    const wm_json_value *item = read_list(from, "items", &count);
    const char *root = read_word(of, from, "root");
    const size_t digits = strspn(root, "0123456789abcdef");
    wm_status status;
    *to = (wm_fleet_record){.name = read_word(of, from, "name"),
                            .backend = read_word(of, from, "backend"),
                            .device = read_word(of, from, "device"),
                            .uuid = read_word(of, from, "uuid"),
                            .program = read_word(of, from, "program"),
                            .driver = read_word(of, from, "driver"),
                            .nonce = read_word(of, from, "nonce"),
                            .threads = (unsigned)read_count(from, "threads", 1000000000, 0)};
    status = demand(of, digits == WM_SHA256_HEX_SIZE && root[digits] == '\0', of->line,
                    WM_FLEET_RULE_FORM_ROOT);
    (void)snprintf(to->root, sizeof to->root, "%s", root);
    to->item = calloc(count + 1, sizeof *to->item);
    if (status != WM_OK || to->item == NULL)
        return status != WM_OK ? status : WM_E_NOMEM;
    for (; item != NULL; item = item->next)
        read_item(of, item, &to->item[to->item_count++]);
    return WM_OK;
}

static wm_status read_records(auditing *of, const wm_json_value *from, wm_fleet_node *to)
{
    size_t count;
    const wm_json_value *record = read_list(from, "records", &count);
    wm_status status = WM_OK;
    to->record = calloc(count + 1, sizeof *to->record);
    if (to->record == NULL)
        return WM_E_NOMEM;
    for (; record != NULL && status == WM_OK; record = record->next)
        status = read_record(of, record, &to->record[to->record_count++]);
    return status;
}

static wm_status read_node(auditing *of, const wm_json_value *from)
{
    wm_fleet *fleet = of->fleet;
    size_t count;
    const wm_json_value *reason = read_list(from, "reasons", &count);
    wm_fleet_node *grown = wm_array_grow(fleet->node, &of->node_capacity, fleet->count + 1,
                                         sizeof *grown),
                  *to;
    wm_status status;
    if (grown == NULL)
        return WM_E_NOMEM;
    fleet->node = grown;
    to = &grown[fleet->count++];
    *to = (wm_fleet_node){.name = read_word(of, from, "node"),
                          .is_expected = read_flag(from, "expected"),
                          .exit_status = (int)read_count(from, "exit", 255, -1)};
    to->state = (wm_fleet_state)read_enum(from, "state", state_word, WM_FLEET_STATES);
    for (; reason != NULL && to->reason_count < WM_FLEET_REASONS; reason = reason->next) {
        char text[1024] = "";
        if (reason->kind == WM_JSON_STRING && reason->text_size < sizeof text)
            memcpy(text, reason->text, reason->text_size);
        to->reason[to->reason_count++] = (wm_fleet_reason){wm_fleet_text(fleet, text), to->state};
    }
    fleet->counts[to->state]++;
    status = read_records(of, from, to);
    if (status == WM_OK)
        status = demand(of, wm_node_list_is_name(to->name, strlen(to->name)), of->line,
                        WM_FLEET_RULE_NODE);
    if (status == WM_OK && fleet->count > 1)
        status = demand(of, wm_node_list_order(grown[fleet->count - 2].name, to->name) < 0,
                        of->line, WM_FLEET_RULE_ORDER_NODES);
    if (status == WM_OK)
        status = demand(of, fleet->rates_count == 0, of->line, WM_FLEET_RULE_ORDER_RATES);
    return status == WM_OK ? wm_fleet_lines_node(to, &of->again) : status;
}

static wm_status read_rates(auditing *of, const wm_json_value *from)
{
    wm_fleet *fleet = of->fleet;
    wm_fleet_rates *grown =
        wm_array_grow(fleet->rates, &of->rates_capacity, fleet->rates_count + 1, sizeof *grown);
    group *groups =
        wm_array_grow(of->group, &of->group_capacity, fleet->rates_count + 1, sizeof *groups);
    wm_fleet_record record;
    wm_fleet_item item;
    wm_status status;
    if (grown != NULL)
        fleet->rates = grown;
    if (groups != NULL)
        of->group = groups;
    if (grown == NULL || groups == NULL)
        return WM_E_NOMEM;
    record = (wm_fleet_record){.backend = read_word(of, from, "backend"),
                               .device = read_word(of, from, "device"),
                               .threads = (unsigned)read_count(from, "threads", 1000000000, 0)};
    item =
        (wm_fleet_item){.label = read_word(of, from, "item"), .unit = read_word(of, from, "unit")};
    groups[fleet->rates_count] =
        (group){record.backend, record.device, item.label, item.unit, record.threads};
    grown += fleet->rates_count++;
    *grown = (wm_fleet_rates){.of = &record,
                              .item = &item,
                              .nodes = (size_t)read_count(from, "nodes", 1000000000, 0),
                              .median = read_number(from, "median"),
                              .low = read_number(from, "low"),
                              .high = read_number(from, "high"),
                              .least = read_number(from, "least"),
                              .largest = read_number(from, "largest")};
    status = wm_fleet_lines_rates(grown, &of->again);
    grown->of = NULL; /* the group and the numbers are kept, and compared */
    grown->item = NULL;
    return status;
}

static wm_status read_root(auditing *of, const wm_json_value *from)
{
    of->has_root = true;
    of->fleet->baseline = read_text(of, from, "baseline");
    return wm_fleet_lines_root(of->fleet, &of->tree, &of->again);
}

/* Takes a line, and compares it with what is written from it. */
static wm_status take_line(auditing *of, const char *text, size_t size)
{
    static const wm_json_options OPTIONS = {.flags = WM_JSON_STRICT, .depth_max = 16};
    const wm_json_value *root = NULL, *type;
    wm_error ignored;
    wm_status status = wm_json_parse(of->json, text, size, &OPTIONS, &root, &ignored);
    of->line++;
    of->again.size = 0;
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK || text[size - 1] != '\n')
        return refuse(of, of->line, "json", "not a whole line of JSON");
    status = demand(of, !of->has_root, of->line, WM_FLEET_RULE_ORDER_ROOT);
    if (status != WM_OK)
        return status;
    type = wm_json_member(root, "type");
    if (wm_json_is_text(type, "node"))
        status = read_node(of, root);
    else if (wm_json_is_text(type, "rates"))
        status = read_rates(of, root);
    else if (wm_json_is_text(type, "fleet"))
        status = read_root(of, root);
    else
        return refuse(of, of->line, "form", "neither a node, nor rates, nor the root");
    if (status == WM_OK)
        status = demand(of, of->again.size == size && memcmp(of->again.data, text, size) == 0,
                        of->line, of->has_root ? WM_FLEET_RULE_ROOT : WM_FLEET_RULE_FORM);
    if (status != WM_OK)
        return status;
    if (!of->has_root)
        wm_merkle_add(&of->tree, text, size);
    else {
        uint8_t hash[WM_SHA256_SIZE];
        wm_sha256_hash(text, size, hash);
        wm_sha256_to_hex(hash, of->report->root);
    }
    return WM_OK;
}

/* ---- what follows from all lines ------------------------------------------------------------- */

/* What a node's own members demand of its state. */
static wm_status demand_state(auditing *of, const wm_fleet_node *node, uint64_t line)
{
    const bool is_well = node->state == WM_FLEET_OK || node->state == WM_FLEET_SLOW;
    const bool is_expected = node->is_expected, has_exit = node->exit_status >= 0;
    const struct {
        wm_fleet_rule rule;
        bool holds;
    } demands[] = {
        {WM_FLEET_RULE_STATE_UNEXPECTED, is_expected == (node->state != WM_FLEET_UNEXPECTED)},
        {WM_FLEET_RULE_STATE_UNREAD, is_expected || (node->record_count == 0 && !has_exit)},
        {WM_FLEET_RULE_STATE_RECORD, !is_well || node->record_count > 0},
        {WM_FLEET_RULE_STATE_EXIT, !is_well || node->exit_status == 0},
        {WM_FLEET_RULE_STATE_WRONG, node->exit_status != 1 || node->state == WM_FLEET_WRONG},
        {WM_FLEET_RULE_STATE_UNFINISHED,
         !is_expected || has_exit || node->state <= WM_FLEET_UNFINISHED},
    };
    wm_status status = WM_OK;
    for (size_t i = 0; i < sizeof demands / sizeof demands[0] && status == WM_OK; i++)
        status = demand(of, demands[i].holds, line, demands[i].rule);
    return status;
}

/* What a node said before it was judged again. */
typedef struct {
    wm_fleet_state state;
    wm_fleet_item *item; /* a copy of the items of all records */
} before;

static size_t count_items(const wm_fleet_node *node)
{
    size_t count = 0;
    for (size_t i = 0; i < node->record_count; i++)
        count += node->record[i].item_count;
    return count;
}

/* Keeps what a node said, and takes back what judging adds. */
static wm_status keep(wm_fleet_node *node, bool has_baseline, before *kept)
{
    static const char *const GROUPS[] = {"fewer than 8 rates", "more than half are equal"};
    size_t at = 0;
    kept->state = node->state;
    kept->item = malloc((count_items(node) + 1) * sizeof *kept->item);
    if (kept->item == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < node->record_count; i++)
        for (size_t j = 0; j < node->record[i].item_count; j++) {
            wm_fleet_item *item = &node->record[i].item[j];
            kept->item[at++] = *item;
            item->vote = WM_FLEET_VOTE_NONE;
            if (has_baseline)
                continue;
            item->speed = WM_FLEET_SPEED_NOT_JUDGED;
            item->ratio = (double)NAN;
            for (size_t k = 0; item->bar != NULL && k < 2; k++)
                if (strcmp(item->bar, GROUPS[k]) == 0) {
                    item->bar = NULL;
                    break;
                }
        }
    return WM_OK;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Compares a node's line with what follows from all lines. */
static wm_status compare_node(auditing *of, const wm_fleet_node *node, const before *kept,
                              uint64_t line)
{
    wm_status status = WM_OK;
    size_t at = 0;
    for (size_t i = 0; i < node->record_count; i++)
        for (size_t j = 0; j < node->record[i].item_count && status == WM_OK; j++, at++) {
            const wm_fleet_item *now = &node->record[i].item[j], *then = &kept->item[at];
            status = demand(of, now->vote == then->vote, line, WM_FLEET_RULE_VOTE);
            if (status == WM_OK)
                status = demand(
                    of,
                    now->speed == then->speed && is_same_text(now->bar, then->bar) &&
                        (now->ratio == then->ratio || (isnan(now->ratio) && isnan(then->ratio))),
                    line, WM_FLEET_RULE_RATES);
        }
    return status == WM_OK ? demand(of, node->state == kept->state, line, WM_FLEET_RULE_STATE)
                           : status;
}

/* Whether two limits are equal but for the logarithms of two machines. */
static bool is_near(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * fabs(a);
}

static bool is_of_group(const wm_fleet_rates *rates, const group *said)
{
    return strcmp(rates->of->backend, said->backend) == 0 &&
           strcmp(rates->of->device, said->device) == 0 && rates->of->threads == said->threads &&
           strcmp(rates->item->label, said->item) == 0 &&
           strcmp(rates->item->unit, said->unit) == 0;
}

/* Compares the rates' lines with what was judged again. */
static wm_status compare_rates(auditing *of, const wm_fleet_rates *then, size_t count)
{
    const wm_fleet *fleet = of->fleet;
    wm_status status = WM_OK;
    for (size_t i = 0; i < count && i < fleet->rates_count && status == WM_OK; i++) {
        const wm_fleet_rates *now = &fleet->rates[i];
        const uint64_t line = fleet->count + i + 1;
        status = demand(of, is_of_group(now, &of->group[i]), line, WM_FLEET_RULE_RATES_GROUP);
        if (status == WM_OK)
            status =
                demand(of,
                       now->nodes == then[i].nodes && is_near(now->median, then[i].median) &&
                           is_near(now->low, then[i].low) && is_near(now->high, then[i].high) &&
                           now->least == then[i].least && now->largest == then[i].largest,
                       line, WM_FLEET_RULE_RATES_NUMBERS);
    }
    return status == WM_OK
               ? demand(of, fleet->rates_count == count, of->line, WM_FLEET_RULE_RATES_COUNT)
               : status;
}

/* Judges the nodes again, and compares. */
static wm_status judge_again(auditing *of, before *kept)
{
    wm_fleet *fleet = of->fleet;
    wm_fleet_rates *then = fleet->rates;
    const size_t rates = fleet->rates_count;
    const bool has_baseline = fleet->baseline != NULL;
    wm_status status = WM_OK;
    for (size_t i = 0; i < fleet->count && status == WM_OK; i++) {
        status = demand_state(of, &fleet->node[i], i + 1);
        if (status == WM_OK)
            status = keep(&fleet->node[i], has_baseline, &kept[i]);
    }
    if (status == WM_OK)
        status = wm_fleet_votes_count(fleet);
    if (status == WM_OK && !has_baseline) {
        fleet->rates = NULL;
        fleet->rates_count = 0;
        status = wm_fleet_rates_judge(fleet, NULL);
        if (status == WM_OK)
            status = compare_rates(of, then, rates);
        free(then);
    }
    for (size_t i = 0; i < fleet->count && status == WM_OK; i++)
        status = compare_node(of, &fleet->node[i], &kept[i], i + 1);
    return status;
}

static wm_status judge(auditing *of)
{
    before *kept;
    wm_status status = demand(of, of->has_root, of->line, WM_FLEET_RULE_ROOT_MISSING);
    if (status != WM_OK)
        return status;
    kept = calloc(of->fleet->count + 1, sizeof *kept);
    if (kept == NULL)
        return WM_E_NOMEM;
    status = judge_again(of, kept);
    for (size_t i = 0; i < of->fleet->count; i++)
        free(kept[i].item);
    free(kept);
    return status;
}

/* ---- the file -------------------------------------------------------------------------------- */

static wm_status read_lines(auditing *of, const wm_source *source)
{
    wm_lines lines;
    const char *text;
    size_t size = 1;
    wm_status status = wm_lines_open(source, LINE_MAX_BYTES, &lines);
    if (status != WM_OK)
        return status;
    while (status == WM_OK) {
        status = wm_lines_next(&lines, &text, &size);
        if (status != WM_OK || size == 0)
            break;
        status = take_line(of, text, size);
    }
    wm_lines_close(&lines);
    return status;
}

bool wm_fleet_audit_takes(const char *path)
{
    static const char BEGIN[] = "{\"exit\":";
    const char *name = strrchr(path, '/');
    char text[sizeof BEGIN - 1];
    wm_source source;
    bool takes = strcmp(name != NULL ? name + 1 : path, "fleet.jsonl") == 0;
    if (wm_dir_open_file(path, &source) != WM_OK)
        return false;
    if (!takes && source.size_bytes >= sizeof text)
        takes = source.read(source.context, 0, text, sizeof text) == WM_OK &&
                memcmp(text, BEGIN, sizeof text) == 0;
    wm_dir_close_file(&source);
    return takes;
}

wm_status wm_fleet_audit_read(const char *path, wm_fleet *fleet, wm_audit_report *report,
                              wm_error *err)
{
    static const wm_node_list NONE = {NULL, 0, 0};
    const char *name = strrchr(path, '/');
    auditing of = {.fleet = fleet, .report = report};
    wm_source source;
    wm_status status = wm_fleet_begin(fleet, &NONE, &NONE);
    *report = (wm_audit_report)WM_AUDIT_REPORT_INIT;
    (void)snprintf(report->failure.file, sizeof report->failure.file, "%.255s",
                   name != NULL ? name + 1 : path);
    if (status != WM_OK)
        return wm_error_set(err, status, path, "out of memory");
    if (wm_dir_open_file(path, &source) != WM_OK)
        return wm_error_set(err, WM_E_OPEN, path, "%s", strerror(errno));
    of.json = wm_json_new();
    of.node_capacity = 1; /* that of wm_fleet_begin */
    wm_merkle_init(&of.tree);
    status = of.json != NULL ? read_lines(&of, &source) : WM_E_NOMEM;
    if (status == WM_OK)
        status = judge(&of);
    if (status == WM_OK && fleet->is_short)
        status = WM_E_NOMEM;
    report->nodes = fleet->count;
    report->size_bytes = source.size_bytes;
    wm_json_free(of.json);
    wm_buffer_clear(&of.again);
    free(of.group);
    wm_dir_close_file(&source);
    if (status != WM_OK) {
        report->root[0] = '\0';
        return status == WM_E_INVALID
                   ? wm_error_set(err, status, path, "%s", report->failure.words)
                   : wm_error_set(err, status, path, "%s", wm_status_text(status));
    }
    report->failure.file[0] = '\0';
    return WM_OK;
}

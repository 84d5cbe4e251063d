/* Compares the nodes of two sweeps, which are in the order of their names. */
#include "model/fleet_since.h"

#include "base/array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A comparison. */
typedef struct {
    const wm_fleet *before;
    wm_fleet *now;
    wm_fleet_changes *changes;
    wm_status status;
} comparing;

static void add(comparing *of, wm_fleet_change change)
{
    wm_fleet_changes *changes = of->changes;
    wm_fleet_change *grown =
        wm_array_grow(changes->at, &changes->capacity, changes->count + 1, sizeof *grown);
    if (grown == NULL) {
        of->status = WM_E_NOMEM;
        return;
    }
    changes->at = grown;
    grown[changes->count++] = change;
}

/* Adds a fact of a record that changed. One that a sweep does not know is no change. */
static void compare_fact(comparing *of, const wm_fleet_node *node, const wm_fleet_record *record,
                         const char *what, const char *from, const char *to)
{
    if (from[0] != '\0' && to[0] != '\0' && strcmp(from, to) != 0)
        add(of, (wm_fleet_change){what, node->name, record->name, "", from, to});
}

static const char *keep_hex(comparing *of, const uint8_t digest[WM_SHA256_SIZE])
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(digest, hex);
    return wm_fleet_text(of->now, hex);
}

static const char *keep_rate(comparing *of, const wm_fleet_item *item)
{
    char text[160];
    (void)snprintf(text, sizeof text, "%.4g %s (%.4g .. %.4g)", item->rate, item->unit, item->low,
                   item->high);
    return wm_fleet_text(of->now, text);
}

static void compare_items(comparing *of, const wm_fleet_node *node, const wm_fleet_record *record,
                          const wm_fleet_item *then, const wm_fleet_item *now)
{
    if (then->may_vote && now->may_vote && memcmp(then->ballot, now->ballot, WM_SHA256_SIZE) == 0 &&
        memcmp(then->digest, now->digest, WM_SHA256_SIZE) != 0)
        add(of, (wm_fleet_change){"digest", node->name, record->name, now->label,
                                  keep_hex(of, then->digest), keep_hex(of, now->digest)});
    if (strcmp(then->unit, now->unit) == 0 && (now->low > then->high || now->high < then->low)) {
        add(of, (wm_fleet_change){"rate", node->name, record->name, now->label, keep_rate(of, then),
                                  keep_rate(of, now)});
        of->changes->rates++;
    }
}

static void compare_records(comparing *of, const wm_fleet_node *node, const wm_fleet_record *then,
                            const wm_fleet_record *now)
{
    compare_fact(of, node, now, "device", then->device, now->device);
    compare_fact(of, node, now, "uuid", then->uuid, now->uuid);
    compare_fact(of, node, now, "driver", then->driver, now->driver);
    compare_fact(of, node, now, "program", then->program, now->program);
    for (size_t i = 0; i < now->item_count; i++)
        for (size_t j = 0; j < then->item_count; j++)
            if (strcmp(now->item[i].label, then->item[j].label) == 0) {
                compare_items(of, node, now, &then->item[j], &now->item[i]);
                break;
            }
}

/* The name of a device; its UUID if it has none. */
static const char *name_of(const wm_fleet_record *record)
{
    return record->name[0] != '\0' ? record->name : record->uuid;
}

static const wm_fleet_record *find_uuid(const wm_fleet_node *node, const char *uuid)
{
    for (size_t i = 0; uuid[0] != '\0' && i < node->record_count; i++)
        if (strcmp(node->record[i].uuid, uuid) == 0)
            return &node->record[i];
    return NULL;
}

/* Finds a device of `own` in the other sweep: by its UUID, else by its name, unless that is the
 * name of another device of `own` there. */
static const wm_fleet_record *find_device(const wm_fleet_record *record, const wm_fleet_node *own,
                                          const wm_fleet_node *other)
{
    const wm_fleet_record *found = find_uuid(other, record->uuid);
    for (size_t i = 0; found == NULL && i < other->record_count; i++)
        if (strcmp(other->record[i].name, record->name) == 0 &&
            find_uuid(own, other->record[i].uuid) == NULL)
            found = &other->record[i];
    return found;
}

static void compare_devices(comparing *of, const wm_fleet_node *then, const wm_fleet_node *now)
{
    for (size_t i = 0; i < now->record_count; i++) {
        const wm_fleet_record *record = &now->record[i], *old = find_device(record, now, then);
        if (old != NULL)
            compare_records(of, now, old, record);
        else
            add(of, (wm_fleet_change){"device came", now->name, name_of(record), "", "",
                                      record->device});
    }
    for (size_t i = 0; i < then->record_count; i++) {
        const wm_fleet_record *record = &then->record[i];
        if (find_device(record, then, now) == NULL)
            add(of, (wm_fleet_change){"device went", then->name, name_of(record), "",
                                      record->device, ""});
    }
}

static void compare_nodes(comparing *of, const wm_fleet_node *then, const wm_fleet_node *now)
{
    if (then->state != now->state)
        add(of, (wm_fleet_change){"state", now->name, "", "", wm_fleet_state_word(then->state),
                                  wm_fleet_state_word(now->state)});
    if (then->record_count > 0 && now->record_count > 0) /* else the state says it */
        compare_devices(of, then, now);
}

/* Adds a node that one sweep alone has. One that is missing was named in NODES, and gave nothing.
 */
static void add_node(comparing *of, const wm_fleet_node *node, const char *moved, const char *named)
{
    const char *what = node->state == WM_FLEET_MISSING ? named : moved;
    add(of, (wm_fleet_change){what, node->name, "", "", "", ""});
}

wm_status wm_fleet_since_find(const wm_fleet *before, wm_fleet *now, wm_fleet_changes *changes)
{
    comparing of = {before, now, changes, WM_OK};
    size_t i = 0, j = 0;
    while (i < before->count || j < now->count) {
        const int order = i == before->count ? 1
                          : j == now->count
                              ? -1
                              : wm_node_list_order(before->node[i].name, now->node[j].name);
        if (order == 0)
            compare_nodes(&of, &before->node[i++], &now->node[j++]);
        else if (order < 0)
            add_node(&of, &before->node[i++], "went", "unlisted");
        else
            add_node(&of, &now->node[j++], "came", "listed");
    }
    return of.status == WM_OK && now->is_short ? WM_E_NOMEM : of.status;
}

void wm_fleet_since_clear(wm_fleet_changes *changes)
{
    free(changes->at);
    memset(changes, 0, sizeof *changes);
}

/* Writes the lines of a sweep, in canonical JSON: the members of each object are in order. */
#include "model/fleet_lines.h"

#include "standards/jcs.h"
#include "standards/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is written, and the first failure, so that the calls between need no check. */
typedef struct {
    wm_buffer *out;
    wm_status status;
} writer;

static void put(writer *to, const char *text)
{
    if (to->status == WM_OK)
        to->status = wm_buffer_puts(to->out, text);
}

static void put_text(writer *to, const char *lead, const char *text)
{
    put(to, lead);
    if (to->status == WM_OK)
        to->status = wm_jcs_append_string(to->out, text, strlen(text));
}

/* A number; null if it is not finite. */
static void put_number(writer *to, const char *lead, double number)
{
    put(to, lead);
    if (!isfinite(number))
        put(to, "null");
    else if (to->status == WM_OK)
        to->status = wm_jcs_append_number(to->out, number);
}

static void put_hex(writer *to, const char *lead, const uint8_t digest[WM_SHA256_SIZE])
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(digest, hex);
    put_text(to, lead, hex);
}

static void put_item(writer *to, const wm_fleet_item *item)
{
    if (item->may_vote)
        put_hex(to, "{\"ballot\":", item->ballot);
    else
        put(to, "{\"ballot\":null");
    if (item->has_digest)
        put_hex(to, ",\"digest\":", item->digest);
    else
        put(to, ",\"digest\":null");
    put_number(to, ",\"high\":", item->high);
    put_text(to, ",\"item\":", item->label);
    put_number(to, ",\"low\":", item->low);
    put_number(to, ",\"rate\":", item->rate);
    put_number(to, ",\"ratio\":", item->ratio);
    put_text(to, ",\"speed\":", wm_fleet_speed_word(item->speed));
    put(to, item->is_unsteady ? ",\"steady\":false" : ",\"steady\":true");
    put_text(to, ",\"unit\":", item->unit);
    put_text(to, ",\"vote\":", wm_fleet_vote_word(item->vote));
    if (item->bar != NULL)
        put_text(to, ",\"why\":", item->bar);
    else
        put(to, ",\"why\":null");
    put(to, "}");
}

static void put_record(writer *to, const wm_fleet_record *record)
{
    put_text(to, "{\"backend\":", record->backend);
    put_text(to, ",\"device\":", record->device);
    put_text(to, ",\"driver\":", record->driver);
    put(to, ",\"items\":[");
    for (size_t i = 0; i < record->item_count; i++) {
        put(to, i > 0 ? "," : "");
        put_item(to, &record->item[i]);
    }
    put_text(to, "],\"name\":", record->name);
    put_text(to, ",\"nonce\":", record->nonce);
    put_text(to, ",\"program\":", record->program);
    put_text(to, ",\"root\":", record->root);
    put_number(to, ",\"threads\":", record->threads);
    put_text(to, ",\"uuid\":", record->uuid);
    put(to, "}");
}

static void put_node(writer *to, const wm_fleet_node *node)
{
    put_number(to, "{\"exit\":", node->exit_status < 0 ? (double)NAN : node->exit_status);
    put(to, node->is_expected ? ",\"expected\":true" : ",\"expected\":false");
    put_text(to, ",\"node\":", node->name);
    put(to, ",\"reasons\":[");
    for (size_t i = 0; i < node->reason_count; i++)
        put_text(to, i > 0 ? "," : "", node->reason[i].text);
    put(to, "],\"records\":[");
    for (size_t i = 0; i < node->record_count; i++) {
        put(to, i > 0 ? "," : "");
        put_record(to, &node->record[i]);
    }
    put_text(to, "],\"state\":", wm_fleet_state_word(node->state));
    put(to, ",\"type\":\"node\"}\n");
}

static void put_rates(writer *to, const wm_fleet_rates *rates)
{
    put_text(to, "{\"backend\":", rates->of->backend);
    put_text(to, ",\"device\":", rates->of->device);
    put_number(to, ",\"high\":", rates->high);
    put_text(to, ",\"item\":", rates->item->label);
    put_number(to, ",\"largest\":", rates->largest);
    put_number(to, ",\"least\":", rates->least);
    put_number(to, ",\"low\":", rates->low);
    put_number(to, ",\"median\":", rates->median);
    put_number(to, ",\"nodes\":", (double)rates->nodes);
    put_number(to, ",\"threads\":", rates->of->threads);
    put(to, ",\"type\":\"rates\"");
    put_text(to, ",\"unit\":", rates->item->unit);
    put(to, "}\n");
}

/* The names of the states in ascending order, as an object needs them. */
static int order_words(const void *a, const void *b)
{
    return strcmp(wm_fleet_state_word(*(const wm_fleet_state *)a),
                  wm_fleet_state_word(*(const wm_fleet_state *)b));
}

static void put_root(writer *to, const wm_fleet *fleet, const wm_merkle *tree)
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_fleet_state order[WM_FLEET_STATES];
    for (int i = 0; i < WM_FLEET_STATES; i++)
        order[i] = (wm_fleet_state)i;
    qsort(order, WM_FLEET_STATES, sizeof *order, order_words);
    if (fleet->baseline != NULL)
        put_text(to, "{\"baseline\":", fleet->baseline);
    else
        put(to, "{\"baseline\":null");
    put(to, ",\"counts\":{");
    for (int i = 0; i < WM_FLEET_STATES; i++) {
        put_text(to, i > 0 ? "," : "", wm_fleet_state_word(order[i]));
        put_number(to, ":", (double)fleet->counts[order[i]]);
    }
    wm_merkle_root(tree, hash);
    put(to, "},\"format\":\"witnessmark-fleet/1\"");
    put_number(to, ",\"lines\":", (double)tree->count);
    put_hex(to, ",\"merkle_root\":", hash);
    put(to, ",\"type\":\"fleet\"}\n");
}

wm_status wm_fleet_lines_node(const wm_fleet_node *node, wm_buffer *out)
{
    writer to = {out, WM_OK};
    put_node(&to, node);
    return to.status;
}

wm_status wm_fleet_lines_rates(const wm_fleet_rates *rates, wm_buffer *out)
{
    writer to = {out, WM_OK};
    put_rates(&to, rates);
    return to.status;
}

wm_status wm_fleet_lines_root(const wm_fleet *fleet, const wm_merkle *tree, wm_buffer *out)
{
    writer to = {out, WM_OK};
    put_root(&to, fleet, tree);
    return to.status;
}

wm_status wm_fleet_lines_append(const wm_fleet *fleet, wm_buffer *out,
                                char root[WM_SHA256_HEX_SIZE + 1])
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_status status = WM_OK;
    wm_merkle tree;
    size_t from = out->size;
    wm_merkle_init(&tree);
    for (size_t i = 0; i < fleet->count + fleet->rates_count && status == WM_OK; i++) {
        from = out->size;
        status = i < fleet->count ? wm_fleet_lines_node(&fleet->node[i], out)
                                  : wm_fleet_lines_rates(&fleet->rates[i - fleet->count], out);
        if (status == WM_OK)
            wm_merkle_add(&tree, out->data + from, out->size - from);
    }
    from = out->size;
    if (status == WM_OK)
        status = wm_fleet_lines_root(fleet, &tree, out);
    if (status != WM_OK)
        return status;
    wm_sha256_hash(out->data + from, out->size - from, hash);
    wm_sha256_to_hex(hash, root);
    return WM_OK;
}

wm_status wm_fleet_lines_baseline(const wm_fleet *fleet, const char *root, wm_baseline *baseline)
{
    memset(baseline, 0, sizeof *baseline);
    memcpy(baseline->sweep, root, sizeof baseline->sweep);
    baseline->entry = calloc(fleet->rates_count + 1, sizeof *baseline->entry);
    if (baseline->entry == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < fleet->rates_count; i++) {
        const wm_fleet_rates *from = &fleet->rates[i];
        const double count = (double)from->nodes;
        const double half = from->spread * sqrt(1 + 1.5708 / count) *
                            wm_student_quantile(5e-6, fmax(1, 0.37 * (count - 1)));
        if (from->nodes < WM_FLEET_RATES || !(half > 0) || !isfinite(exp(half)))
            continue;
        baseline->entry[baseline->count++] = (wm_baseline_entry){.backend = from->of->backend,
                                                                 .device = from->of->device,
                                                                 .item = from->item->label,
                                                                 .threads = from->of->threads,
                                                                 .nodes = (unsigned)from->nodes,
                                                                 .unit = from->item->unit,
                                                                 .median = from->median,
                                                                 .low = from->median * exp(-half),
                                                                 .high = from->median * exp(half)};
    }
    return WM_OK;
}

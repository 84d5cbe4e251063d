/* Opens valid records for reading: claims, findings and nodes as views.
 *
 * The audit keeps no lines, so the file is read again after it and may have changed in between. The
 * lines read now must give the root that the audit saw; otherwise a view could show what nobody
 * audited. All claims are read at once, to be found by name. A node is read when it is first asked
 * for. Views point into memory of the record, so that they are valid until it is closed. */
#include <witnessmark.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/code_point.h"
#include "archive/reader.h"
#include "base/array.h"
#include "base/sized.h"
#include "base/status.h"
#include "record/build/given.h"
#include "standards/merkle.h"

/* A claim, and the memory of its strings. */
typedef struct claim {
    wm_claim_view view;
    char id[WM_ID_SIZE], reduction[WM_ID_SIZE];
    char *strings;
} claim;

/* A node that the caller has read. */
typedef struct node {
    wm_node_view view;
    char id[WM_ID_SIZE];
    char *text;    /* of the line */
    char *strings; /* function, field and series */
    wm_node_edge *edges;
} node;

/* A finding, and the memory of its strings. */
typedef struct finding {
    wm_finding view;
    char *claim, *text;
} finding;

struct wm_record {
    wm_audit_report report;
    wm_audit_options options; /* the caller's; its callbacks are called too */
    wm_status status;         /* of storing findings */
    wm_reader *reader;
    claim *claims;
    uint32_t claim_count;
    uint32_t *by_name; /* claims, sorted by name */
    finding *findings;
    size_t finding_count, finding_capacity;
    node **nodes; /* by line - 1; NULL: not read yet */
};

static const wm_sized FINDING = {"wm_finding", sizeof(wm_finding), sizeof(wm_finding)};
static const wm_sized CLAIM = {"wm_claim_view", sizeof(wm_claim_view), sizeof(wm_claim_view)};
static const wm_sized NODE = {"wm_node_view", sizeof(wm_node_view), sizeof(wm_node_view)};

static wm_status no_memory(wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
}

static char *copy_string(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

/* Copies a text to *at and advances *at; NULL stays NULL. */
static const char *put(wm_text text, char **at)
{
    char *to = *at;
    if (text.bytes == NULL)
        return NULL;
    memcpy(to, text.bytes, text.size);
    to[text.size] = '\0';
    *at = to + text.size + 1;
    return to;
}

/* ---- findings -------------------------------------------------------------------------------- */

static void keep_finding(void *context, const wm_finding *found)
{
    wm_record *record = context;
    finding kept = {*found, found->claim == NULL ? NULL : copy_string(found->claim),
                    copy_string(found->text)};
    finding *findings = wm_array_grow(record->findings, &record->finding_capacity,
                                      record->finding_count + 1, sizeof *findings);
    if (findings != NULL)
        record->findings = findings;
    if (findings == NULL || (kept.claim == NULL && found->claim != NULL) || kept.text == NULL) {
        free(kept.claim);
        free(kept.text);
        record->status = WM_E_NOMEM;
    } else {
        kept.view.claim = kept.claim;
        kept.view.text = kept.text;
        findings[record->finding_count++] = kept;
    }
    if (record->options.finding != NULL)
        record->options.finding(record->options.context, found);
}

static void pass_progress(void *context, uint64_t done, uint64_t size)
{
    const wm_record *record = context;
    if (record->options.progress != NULL)
        record->options.progress(record->options.context, done, size);
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Copies the strings of a claim's node. */
static wm_status copy_claim(claim *to, const wm_claim_node *from)
{
    const wm_text none = {NULL, 0};
    const bool is_word = from->value.kind == WM_VALUE_WORD;
    const wm_text word = is_word ? from->value.text : none;
    const size_t size = from->name.size + from->unit.size + from->text.size + from->class.size +
                        from->reason.size + from->format.size + word.size + 7;
    char *at = malloc(size);
    wm_claim_view *view = &to->view;
    if (at == NULL)
        return WM_E_NOMEM;
    to->strings = at;
    view->size = sizeof *view;
    view->name = put(from->name, &at);
    view->unit = put(from->unit, &at);
    view->text = put(from->text, &at);
    view->class_word = put(from->class, &at);
    view->reason = put(from->reason, &at);
    view->format = put(from->format, &at);
    view->word = put(word, &at);
    view->kind = from->value.kind == WM_VALUE_NUMBER ? WM_CLAIM_NUMBER
                 : is_word                           ? WM_CLAIM_WORD
                                                     : WM_CLAIM_NULL;
    view->number = from->value.kind == WM_VALUE_NUMBER ? from->value.number : (double)NAN;
    view->tolerance = from->format.bytes == NULL ? from->tolerance : (double)NAN; /* own */
    return WM_OK;
}

/* Reads the claim on a line and adds its leaf to the tree. */
static wm_status read_claim(wm_record *record, uint32_t line, wm_merkle *tree, wm_error *err)
{
    claim *to = &record->claims[record->claim_count];
    const wm_reader_node *place = wm_reader_at(record->reader, line);
    wm_content content;
    const char *text;
    wm_status status = wm_reader_read_line(record->reader, line, &content, &text, err);
    if (status != WM_OK)
        return status;
    if (!wm_contents_is_of(&content, &wm_kind_claim) || !content.of.claim.asserts.is_there)
        return wm_error_set(err, WM_E_IO, NULL, "the evidence changed while it was read");
    wm_merkle_add(tree, text, place->size);
    status = copy_claim(to, &content.of.claim);
    if (status != WM_OK)
        return no_memory(err);
    record->claim_count++;
    wm_sha256_to_hex(place->id, to->id);
    wm_sha256_to_hex(content.of.claim.asserts.id, to->reduction);
    to->view.id = to->id;
    to->view.line = line;
    to->view.reduction = to->reduction;
    to->view.reduction_line = wm_reader_find(record->reader, content.of.claim.asserts.id);
    return WM_OK;
}

/* A claim's index under its name. */
typedef struct named {
    const char *name;
    uint32_t index;
} named;

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static wm_status sort_names(wm_record *record, wm_error *err)
{
    const size_t count = record->claim_count;
    named *names = calloc(count + 1, sizeof *names);
    record->by_name = calloc(count + 1, sizeof *record->by_name);
    if (names == NULL || record->by_name == NULL) {
        free(names);
        return no_memory(err);
    }
    for (uint32_t i = 0; i < count; i++)
        names[i] = (named){record->claims[i].view.name, i};
    qsort(names, count, sizeof *names, compare_names);
    for (size_t i = 0; i < count; i++)
        record->by_name[i] = names[i].index;
    free(names);
    return WM_OK;
}

/* Checks that the lines read are those that the audit saw. The root's id covers the tree over the
 * claims; their ids cover all nodes below them. */
static wm_status check_root(wm_record *record, const wm_merkle *tree, wm_error *err)
{
    const uint32_t last = wm_reader_lines(record->reader);
    uint8_t expected[WM_SHA256_SIZE];
    char id[WM_ID_SIZE] = "";
    wm_content content;
    wm_status status = wm_reader_read(record->reader, last, &content, err);
    if (status != WM_OK)
        return status;
    wm_sha256_to_hex(wm_reader_at(record->reader, last)->id, id);
    wm_merkle_root(tree, expected);
    if (last != record->report.nodes || strcmp(id, record->report.root) != 0 ||
        !wm_contents_is_of(&content, &wm_kind_root) ||
        memcmp(content.of.root.merkle_root.bytes, expected, sizeof expected) != 0)
        return wm_error_set(err, WM_E_IO, NULL, "the evidence changed while it was read");
    return WM_OK;
}

static wm_status read_claims(wm_record *record, wm_error *err)
{
    wm_merkle tree;
    uint32_t first, end;
    wm_status status = WM_OK;
    wm_reader_claims(record->reader, &first, &end);
    record->claims = calloc((size_t)(end - first) + 1, sizeof *record->claims);
    record->nodes = calloc(wm_reader_lines(record->reader), sizeof *record->nodes);
    if (record->claims == NULL || record->nodes == NULL)
        return no_memory(err);
    wm_merkle_init(&tree);
    for (uint32_t line = first; status == WM_OK && line < end; line++)
        status = read_claim(record, line, &tree, err);
    if (status == WM_OK)
        status = check_root(record, &tree, err);
    return status == WM_OK ? sort_names(record, err) : status;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Audits the record with the caller's options. */
static wm_status audit(wm_record *record, const char *path, const wm_audit_options *options,
                       wm_error *err)
{
    static const wm_sized OPTIONS = {"wm_audit_options", sizeof(wm_audit_options),
                                     sizeof(wm_audit_options)};
    wm_audit_options own = WM_AUDIT_OPTIONS_INIT;
    wm_status status =
        options == NULL ? WM_OK : wm_sized_take(&OPTIONS, options, &record->options, err);
    if (status != WM_OK)
        return status;
    own.root = record->options.root;
    own.finding = keep_finding;
    own.progress = pass_progress;
    own.context = record;
    record->report.size = sizeof record->report;
    status = wm_audit_path(path, &own, &record->report, err);
    if (status == WM_OK && record->status != WM_OK)
        status = no_memory(err);
    return status;
}

wm_status wm_record_open(const char *path, const wm_audit_options *options, wm_record **out,
                         wm_error *err)
{
    wm_record *record;
    wm_status status = wm_given_is_there("record", out != NULL, err);
    if (status != WM_OK)
        return status;
    *out = NULL;
    status = wm_given_is_there("path", path != NULL, err);
    if (status != WM_OK)
        return status;
    record = calloc(1, sizeof *record);
    if (record == NULL)
        return no_memory(err);
    status = audit(record, path, options, err);
    if (status == WM_OK)
        status = wm_reader_open(path, &record->reader, err);
    if (status == WM_OK)
        status = read_claims(record, err);
    if (status == WM_OK)
        *out = record;
    else
        wm_record_close(record);
    return status;
}

static void free_node(node *of)
{
    if (of == NULL)
        return;
    free(of->text);
    free(of->strings);
    free(of->edges);
    free(of);
}

void wm_record_close(wm_record *record)
{
    if (record == NULL)
        return;
    for (uint32_t i = 0; i < record->claim_count; i++)
        free(record->claims[i].strings);
    for (size_t i = 0; i < record->finding_count; i++) {
        free(record->findings[i].claim);
        free(record->findings[i].text);
    }
    for (uint32_t i = 0; record->nodes != NULL && i < wm_reader_lines(record->reader); i++)
        free_node(record->nodes[i]);
    free(record->claims);
    free(record->by_name);
    free(record->findings);
    free(record->nodes);
    wm_reader_close(record->reader);
    free(record);
}

const wm_audit_report *wm_record_report(const wm_record *record)
{
    return record == NULL ? NULL : &record->report;
}

/* ---- views ----------------------------------------------------------------------------------- */

wm_status wm_record_finding(const wm_record *record, size_t index, wm_finding *view, wm_error *err)
{
    wm_status status = wm_given_is_there("record", record != NULL, err);
    if (status == WM_OK)
        status = wm_sized_check(&FINDING, view, err);
    if (status == WM_OK && index >= record->finding_count)
        status = wm_error_set(err, WM_E_ARG, NULL, "no finding %lu: there are %lu",
                              (unsigned long)index, (unsigned long)record->finding_count);
    if (status == WM_OK)
        wm_sized_give(&FINDING, &record->findings[index].view, view);
    return status;
}

wm_status wm_record_claim_at(const wm_record *record, size_t index, wm_claim_view *view,
                             wm_error *err)
{
    wm_status status = wm_given_is_there("record", record != NULL, err);
    if (status == WM_OK)
        status = wm_sized_check(&CLAIM, view, err);
    if (status == WM_OK && index >= record->claim_count)
        status = wm_error_set(err, WM_E_ARG, NULL, "no claim %lu: there are %lu",
                              (unsigned long)index, (unsigned long)record->claim_count);
    if (status == WM_OK)
        wm_sized_give(&CLAIM, &record->claims[index].view, view);
    return status;
}

wm_status wm_record_claim_named(const wm_record *record, const char *name, wm_claim_view *view,
                                wm_error *err)
{
    size_t low = 0, high = record == NULL ? 0 : record->claim_count;
    wm_status status = wm_given_is_there("record", record != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("name", name != NULL, err);
    if (status == WM_OK)
        status = wm_sized_check(&CLAIM, view, err);
    if (status != WM_OK)
        return status;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(record->claims[record->by_name[middle]].view.name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == record->claim_count ||
        strcmp(record->claims[record->by_name[low]].view.name, name) != 0)
        return wm_error_set(err, WM_E_NOTFOUND, NULL, "no claim is called `%.*s`",
                            WM_FIT(name, 100));
    return wm_record_claim_at(record, record->by_name[low], view, err);
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Adds the edge to an id. */
static wm_status add_edge(const wm_record *record, node *to, size_t *capacity, const char *field,
                          const uint8_t id[WM_SHA256_SIZE])
{
    wm_node_edge *edges =
        wm_array_grow(to->edges, capacity, to->view.edge_count + 1, sizeof *edges);
    if (edges == NULL)
        return WM_E_NOMEM;
    to->edges = edges;
    edges[to->view.edge_count++] = (wm_node_edge){field, wm_reader_find(record->reader, id)};
    return WM_OK;
}

/* Lists the edges of a node by its form: fields that hold an id, and arrays of ids. */
static wm_status list_edges(const wm_record *record, const wm_content *content, node *to)
{
    wm_status status = WM_OK;
    size_t capacity = 0;
    for (size_t i = 0; status == WM_OK && i < content->form->count; i++) {
        const wm_field *field = &content->form->fields[i];
        const void *member = (const char *)&content->of + field->offset;
        uint8_t id[WM_SHA256_SIZE];
        if (field->type == WM_FIELD_ID && ((const wm_edge *)member)->is_there)
            status = add_edge(record, to, &capacity, field->key, ((const wm_edge *)member)->id);
        if (field->type == WM_FIELD_ARRAY && field->of == NULL && field->element == WM_FIELD_ID) {
            wm_list list = *(const wm_list *)member;
            while (status == WM_OK && wm_member_next_hex(&list, id))
                status = add_edge(record, to, &capacity, field->key, id);
        }
    }
    to->view.edges = to->edges;
    return status;
}

/* Copies the strings of reductions and external observations. */
static wm_status copy_strings(const wm_content *content, node *to)
{
    const bool is_reduction = wm_contents_is_of(content, &wm_kind_reduction);
    const bool is_external = wm_contents_is_of(content, &wm_kind_external);
    const wm_text none = {NULL, 0};
    const wm_text function = is_reduction ? content->of.reduction.function : none;
    const wm_text field = is_reduction ? content->of.reduction.field : none;
    const wm_text series = is_external ? content->of.external.series : none;
    char *at = malloc(function.size + field.size + series.size + 3);
    if (at == NULL)
        return WM_E_NOMEM;
    to->strings = at;
    to->view.function = put(function, &at);
    to->view.field = put(field, &at);
    to->view.series = put(series, &at);
    to->view.index = is_external ? (uint64_t)content->of.external.index : 0;
    return WM_OK;
}

static wm_status fill_node(const wm_record *record, uint32_t line, const wm_content *content,
                           const char *text, node *to)
{
    const wm_reader_node *place = wm_reader_at(record->reader, line);
    wm_status status;
    to->text = malloc((size_t)place->size + 1);
    if (to->text == NULL)
        return WM_E_NOMEM;
    memcpy(to->text, text, place->size);
    to->text[place->size] = '\0';
    wm_sha256_to_hex(place->id, to->id);
    to->view.size = sizeof to->view;
    to->view.text = to->text;
    to->view.text_size = place->size;
    to->view.id = to->id;
    to->view.line = line;
    to->view.type = content->kind->type;
    to->view.kind = content->kind->name;
    status = copy_strings(content, to);
    return status == WM_OK ? list_edges(record, content, to) : status;
}

/* Reads a node for the first time. */
static wm_status read_node(wm_record *record, uint32_t line, wm_error *err)
{
    wm_content content;
    const char *text;
    wm_status status = wm_reader_read_line(record->reader, line, &content, &text, err);
    node *made = status == WM_OK ? calloc(1, sizeof *made) : NULL;
    if (status != WM_OK)
        return status;
    status = made == NULL ? WM_E_NOMEM : fill_node(record, line, &content, text, made);
    if (status != WM_OK) {
        free_node(made);
        return no_memory(err);
    }
    record->nodes[line - 1] = made;
    return WM_OK;
}

static wm_status check_line(const wm_record *record, uint64_t line, wm_error *err)
{
    const wm_status status = wm_given_is_there("record", record != NULL, err);
    if (status == WM_OK && (line < 1 || line > record->report.nodes))
        return wm_error_set(err, WM_E_ARG, NULL, "no line %llu: there are %llu",
                            (unsigned long long)line, (unsigned long long)record->report.nodes);
    return status;
}

wm_status wm_record_node_at(wm_record *record, uint64_t line, wm_node_view *view, wm_error *err)
{
    wm_status status = check_line(record, line, err);
    if (status == WM_OK)
        status = wm_sized_check(&NODE, view, err);
    if (status == WM_OK && record->nodes[line - 1] == NULL)
        status = read_node(record, (uint32_t)line, err);
    if (status == WM_OK)
        wm_sized_give(&NODE, &record->nodes[line - 1]->view, view);
    return status;
}

wm_status wm_record_node_with_id(wm_record *record, const char *id, wm_node_view *view,
                                 wm_error *err)
{
    uint8_t digest[WM_SHA256_SIZE];
    uint32_t line;
    wm_status status = wm_given_is_there("record", record != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("id", id != NULL, err);
    if (status == WM_OK)
        status = wm_sized_check(&NODE, view, err);
    if (status == WM_OK && !wm_sha256_from_hex(id, strlen(id), digest))
        status = wm_error_set(err, WM_E_ARG, NULL, "an id has 64 lower-case hex digits");
    if (status != WM_OK)
        return status;
    line = wm_reader_find(record->reader, digest);
    if (line == 0)
        return wm_error_set(err, WM_E_NOTFOUND, NULL, "no node has the id %.64s", id);
    return wm_record_node_at(record, line, view, err);
}

wm_status wm_record_value(wm_record *record, uint64_t line, const char *name, double *value,
                          wm_error *err)
{
    wm_named_number number;
    wm_content content;
    wm_status status = check_line(record, line, err);
    if (status == WM_OK)
        status = wm_given_is_there("name", name != NULL, err);
    if (status == WM_OK)
        status = wm_given_is_there("value", value != NULL, err);
    if (status == WM_OK)
        status = wm_reader_read(record->reader, (uint32_t)line, &content, err);
    if (status == WM_OK && !wm_contents_is_of(&content, &wm_kind_external))
        status = wm_error_set(err, WM_E_ARG, NULL, "line %llu is no external observation",
                              (unsigned long long)line);
    if (status != WM_OK)
        return status;
    while (wm_member_next_value(&content.of.external.values.numbers, &number))
        if (wm_member_is(number.name, name)) {
            *value = number.number;
            return WM_OK;
        }
    return wm_error_set(err, WM_E_NOTFOUND, NULL, "line %llu has no value `%.*s`",
                        (unsigned long long)line, WM_FIT(name, 64));
}

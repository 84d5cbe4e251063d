/* Prints a lineage: as a tree, and as one object. */
#include "report/views/lineage.h"

#include "base/buffer.h"
#include "report/print/json_output.h"
#include "report/print/prose.h"
#include "report/print/style.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DIGITS = 12, DATE_SIZE = 32, INDENT_SIZE = 512 };

/* The state of printing a tree. */
typedef struct {
    const wm_lineage *lineage;
    bool *is_shown; /* of each record: it was printed with what continues it */
    bool is_utf8;
    int width;
    FILE *out;
    char indent[INDENT_SIZE];
    wm_status status; /* the first error */
} drawing;

/* The date of a record in UTC, by a format of strftime. */
static const char *date_of(const wm_lineage_record *record, const char *format,
                           char text[DATE_SIZE])
{
    const time_t seconds = (time_t)(record->started_at_ns / 1000000000u);
    struct tm utc;
    if (record->started_at_ns == 0 || gmtime_r(&seconds, &utc) == NULL ||
        strftime(text, DATE_SIZE, format, &utc) == 0)
        (void)snprintf(text, DATE_SIZE, "no session");
    return text;
}

static const char *root_of(const uint8_t root[WM_SHA256_SIZE], char hex[WM_SHA256_HEX_SIZE + 1])
{
    wm_sha256_to_hex(root, hex);
    hex[DIGITS] = '\0';
    return hex;
}

/* The text of a quantity of a link. */
static const char *kept(const wm_lineage_link *link, const char *quantity)
{
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++)
        if (strcmp(wm_lineage_quantities[i], quantity) == 0)
            return link->kept[i];
    return "";
}

/* What was kept of a prior, in words. */
static wm_status add_kept(const wm_lineage_link *link, wm_buffer *line)
{
    static const char *const counts[] = {"identical", "within_rounding", "different",
                                         "not_comparable"};
    static const char *const words[] = {"identical", "within rounding", "different",
                                        "not comparable"};
    const char *lead = ": ";
    wm_status status;
    if (kept(link, "links")[0] == '\0')
        return wm_buffer_puts(line, "  holds its evidence");
    status = wm_buffer_printf(line, "  of %s output%s", kept(link, "links"),
                              strcmp(kept(link, "links"), "1") == 0 ? "" : "s");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0] && status == WM_OK; i++) {
        if (strcmp(kept(link, counts[i]), "0") == 0)
            continue;
        status = wm_buffer_printf(line, "%s%s %s", lead, kept(link, counts[i]), words[i]);
        lead = ", ";
    }
    if (status == WM_OK)
        status = wm_buffer_printf(
            line, "; floors %s of %s, classes %s of %s; evidence preserved: %s",
            kept(link, "floors_recovered"), kept(link, "floors"), kept(link, "classes_recovered"),
            kept(link, "classes"), kept(link, "evidence_preserving"));
    return status;
}

/* The line of a record; link is the one under which it hangs, or NULL. */
static wm_status add_record_line(const wm_lineage_record *record, const wm_lineage_link *link,
                                 wm_buffer *line)
{
    char hex[WM_SHA256_HEX_SIZE + 1], date[DATE_SIZE], path[WM_STYLE_MASKED];
    wm_status status = wm_buffer_printf(
        line, "%s  %s%s%s  %s  %s", root_of(record->root, hex),
        record->backend[0] == '\0' || strcmp(record->backend, "none") == 0 ? "no device"
                                                                           : record->backend,
        record->device[0] != '\0' ? " " : "", record->device,
        date_of(record, "%Y-%m-%d %H:%M", date), wm_style_masked(record->path, path));
    if (status == WM_OK && link != NULL)
        status = add_kept(link, line);
    if (status == WM_OK && link != NULL && link->state == WM_LINEAGE_OTHER)
        status = wm_buffer_puts(line, "  (its stored prior has other bytes)");
    return status;
}

/* Prints the line of a record behind `lead`. Lines below it begin with `hang`. */
static void print_record(drawing *d, const wm_lineage_record *record, const wm_lineage_link *link,
                         const char *lead, const char *hang, const char *more)
{
    wm_buffer line = WM_BUFFER_EMPTY;
    const char *text = NULL;
    wm_status status = add_record_line(record, link, &line);
    if (status == WM_OK)
        status = wm_buffer_puts(&line, more);
    if (status == WM_OK)
        text = wm_buffer_text(&line);
    if (text != NULL)
        wm_prose_print(text, lead, hang, d->width, d->out);
    else
        d->status = WM_E_NOMEM;
    wm_buffer_clear(&line);
}

/* The link of a record to a prior, or NULL. */
static const wm_lineage_link *link_to(const wm_lineage_record *record, size_t prior)
{
    for (size_t i = 0; i < record->link_count; i++)
        if (record->links[i].state != WM_LINEAGE_ABSENT && record->links[i].prior == prior)
            return &record->links[i];
    return NULL;
}

static void draw(drawing *d, size_t index);

/* Prints a record that continues another, with its own continuations. */
static void draw_child(drawing *d, size_t child, const wm_lineage_link *link, bool is_last)
{
    static const char *const branch[] = {"|-- ", "`-- ", "├── ", "└── "};
    static const char *const below[] = {"|   ", "    ", "│   ", "    "};
    const unsigned form = (d->is_utf8 ? 2u : 0u) + (is_last ? 1u : 0u);
    const size_t used = strlen(d->indent);
    const bool is_again = d->is_shown[child];
    char lead[INDENT_SIZE + 8];
    (void)snprintf(lead, sizeof lead, "%s%s", d->indent, branch[form]);
    if (used + 8 < INDENT_SIZE)
        memcpy(d->indent + used, below[form], strlen(below[form]) + 1);
    print_record(d, &d->lineage->records[child], link, lead, d->indent,
                 is_again ? "  (shown above)" : "");
    if (!is_again)
        draw(d, child);
    d->indent[used] = '\0';
}

/* Prints what continues a record. */
static void draw(drawing *d, size_t index)
{
    size_t last = d->lineage->count;
    d->is_shown[index] = true;
    for (size_t i = 0; i < d->lineage->count; i++)
        if (link_to(&d->lineage->records[i], index) != NULL)
            last = i;
    for (size_t i = 0; i < d->lineage->count; i++) {
        const wm_lineage_link *link = link_to(&d->lineage->records[i], index);
        if (link != NULL)
            draw_child(d, i, link, i == last);
    }
}

/* Whether a record continues a given one. */
static bool is_child(const wm_lineage *lineage, const wm_lineage_record *record)
{
    for (size_t i = 0; i < record->link_count; i++)
        if (record->links[i].prior < lineage->count)
            return true;
    return false;
}

/* Prints a link that does not hold, or whose prior is absent. */
static void print_broken(const drawing *d, const wm_lineage_record *record, size_t number)
{
    const wm_lineage_link *link = &record->links[number];
    char own[WM_SHA256_HEX_SIZE + 1], other[WM_SHA256_HEX_SIZE + 1];
    char path[WM_STYLE_MASKED], line[WM_STYLE_MASKED + 256];
    (void)root_of(record->root, own);
    (void)root_of(link->root, other);
    if (link->state == WM_LINEAGE_ABSENT)
        (void)snprintf(line, sizeof line,
                       "absent: %s continues %s, which is not given; its history may have been "
                       "built again",
                       own, other);
    else if (link->state == WM_LINEAGE_OTHER)
        (void)snprintf(line, sizeof line,
                       "rebuilt: prior/%zu.jsonl of %s has other bytes than %s, with the same root",
                       number + 1, own,
                       wm_style_masked(d->lineage->records[link->prior].path, path));
    else
        return;
    wm_prose_print(line, "", "  ", d->width, d->out);
}

wm_status wm_lineage_print(const wm_lineage *lineage, bool is_utf8, int width, FILE *out)
{
    drawing d = {.lineage = lineage, .is_utf8 = is_utf8, .width = width, .out = out};
    d.is_shown = calloc(lineage->count + 1, sizeof *d.is_shown);
    if (d.is_shown == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < lineage->count; i++) {
        if (is_child(lineage, &lineage->records[i]))
            continue;
        print_record(&d, &lineage->records[i], NULL, "", "    ", "");
        draw(&d, i);
    }
    free(d.is_shown);
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].link_count; j++)
            print_broken(&d, &lineage->records[i], j);
    return d.status;
}

/* ---- one object ---- */

/* Adds a quantity: a word, a number or null. */
static void add_quantity(wm_node *node, const wm_lineage_link *link, size_t index)
{
    const char *name = wm_lineage_quantities[index];
    if (link->kept[index][0] == '\0')
        return;
    if (link->is_word[index])
        wm_node_text(node, name, link->kept[index]);
    else if (isfinite(link->number[index]))
        wm_node_number(node, name, link->number[index]);
    else
        wm_node_null(node, name);
}

static void add_link(wm_node *node, const wm_lineage_link *link)
{
    static const char *const states[] = {[WM_LINEAGE_HOLDS] = "holds",
                                         [WM_LINEAGE_ABSENT] = "absent",
                                         [WM_LINEAGE_OTHER] = "other bytes"};
    wm_node_open_object(node, NULL);
    wm_node_hex(node, "root", link->root);
    wm_node_text(node, "state", states[link->state]);
    wm_node_open_object(node, "kept");
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++)
        add_quantity(node, link, i);
    wm_node_close_object(node);
    wm_node_close_object(node);
}

static void add_record(wm_node *node, const wm_lineage_record *record)
{
    char date[DATE_SIZE];
    wm_node_open_object(node, NULL);
    wm_node_hex(node, "root", record->root);
    wm_json_output_text(node, "path", record->path);
    wm_node_text(node, "backend", record->backend);
    wm_node_text(node, "device", record->device);
    if (record->started_at_ns == 0)
        wm_node_null(node, "date");
    else
        wm_node_text(node, "date", date_of(record, "%Y-%m-%dT%H:%M:%SZ", date));
    wm_node_open_array(node, "continues");
    for (size_t i = 0; i < record->link_count; i++)
        add_link(node, &record->links[i]);
    wm_node_close_array(node);
    wm_node_close_object(node);
}

wm_status wm_lineage_export(const wm_lineage *lineage, FILE *out)
{
    wm_node node = WM_NODE_EMPTY;
    const bool is_broken = wm_lineage_count(lineage, WM_LINEAGE_OTHER) > 0;
    const bool is_absent = wm_lineage_count(lineage, WM_LINEAGE_ABSENT) > 0;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-lineage/1");
    wm_node_text(&node, "status", is_broken ? "rebuilt" : is_absent ? "absent" : "holds");
    wm_node_open_array(&node, "records");
    for (size_t i = 0; i < lineage->count; i++)
        add_record(&node, &lineage->records[i]);
    wm_node_close_array(&node);
    return wm_json_output_print(&node, out);
}

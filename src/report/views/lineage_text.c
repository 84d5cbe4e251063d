/* A lineage as a tree, and as members. */
#include "report/views/lineage.h"

#include "report/document/data.h"
#include "report/document/words.h"
#include "report/document/style.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DIGITS = 12, DATE_SIZE = 32, INDENT_SIZE = 128 };

/* The state of drawing a tree. */
typedef struct {
    const wm_lineage *lineage;
    bool *is_shown; /* of each record: it was added with what continues it */
    wm_document *to;
    char branch[INDENT_SIZE]; /* of the levels above: `|` if more comes there, else a space */
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
static void add_kept(const wm_lineage_link *link, wm_words *line)
{
    static const char *const counts[] = {"identical", "within_rounding", "different",
                                         "not_comparable"};
    static const char *const words[] = {"identical", "within rounding", "different",
                                        "not comparable"};
    const char *lead = ": ";
    if (kept(link, "links")[0] == '\0') {
        wm_words_add(line, "  holds its evidence");
        return;
    }
    wm_words_add(line, "  of %s output%s", kept(link, "links"),
                 strcmp(kept(link, "links"), "1") == 0 ? "" : "s");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (strcmp(kept(link, counts[i]), "0") == 0)
            continue;
        wm_words_add(line, "%s%s %s", lead, kept(link, counts[i]), words[i]);
        lead = ", ";
    }
    wm_words_add(line, "; floors %s of %s, classes %s of %s; evidence preserved: %s",
                 kept(link, "floors_recovered"), kept(link, "floors"),
                 kept(link, "classes_recovered"), kept(link, "classes"),
                 kept(link, "evidence_preserving"));
}

/* Adds the line of a record; link is the one under which it hangs, or NULL. */
static void add_record_line(drawing *d, const wm_lineage_record *record,
                            const wm_lineage_link *link, const char *more)
{
    char hex[WM_SHA256_HEX_SIZE + 1], date[DATE_SIZE];
    wm_words *line = wm_words_new(d->to);
    wm_words_lead(line, WM_BREAKS_WIDTH, "    ");
    if (link != NULL)
        line->branch = wm_document_copy(d->to, d->branch);
    wm_words_add(line, "%s  %s%s", root_of(record->root, hex),
                 record->backend[0] == '\0' || strcmp(record->backend, "none") == 0
                     ? "no device"
                     : record->backend,
                 record->device[0] != '\0' ? " " : "");
    wm_words_data(line, record->device);
    wm_words_add(line, "  %s  ", date_of(record, "%Y-%m-%d %H:%M", date));
    wm_words_data(line, record->path);
    if (link != NULL)
        add_kept(link, line);
    if (link != NULL && link->state == WM_LINEAGE_OTHER)
        wm_words_add(line, "  (its stored prior has other bytes)");
    wm_words_add(line, "%s", more);
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

/* Adds a record that continues another, with its own continuations. */
static void draw_child(drawing *d, size_t child, const wm_lineage_link *link, bool is_last)
{
    const size_t used = strlen(d->branch);
    const bool is_again = d->is_shown[child];
    if (used + 1 < INDENT_SIZE)
        d->branch[used] = is_last ? ' ' : '|';
    add_record_line(d, &d->lineage->records[child], link, is_again ? "  (shown above)" : "");
    if (!is_again)
        draw(d, child);
    d->branch[used] = '\0';
}

/* Adds what continues a record. */
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

/* Adds a link that does not hold, or whose prior is absent. */
static void add_broken(const drawing *d, const wm_lineage_record *record, size_t number)
{
    const wm_lineage_link *link = &record->links[number];
    char own[WM_SHA256_HEX_SIZE + 1], other[WM_SHA256_HEX_SIZE + 1], path[WM_STYLE_MASKED];
    (void)root_of(record->root, own);
    (void)root_of(link->root, other);
    if (link->state == WM_LINEAGE_ABSENT)
        wm_words_say(d->to,
                     "absent: %s continues %s, which is not given; its history may have been "
                     "built again",
                     own, other);
    else if (link->state == WM_LINEAGE_OTHER)
        wm_words_say(d->to,
                     "rebuilt: prior/%zu.jsonl of %s has other bytes than %s, with the same root",
                     number + 1, own, wm_style_masked(d->lineage->records[link->prior].path, path));
}

void wm_lineage_add_words(const wm_lineage *lineage, wm_document *to)
{
    drawing d = {.lineage = lineage, .to = to};
    d.is_shown = wm_document_alloc(to, (lineage->count + 1) * sizeof *d.is_shown);
    if (d.is_shown == NULL)
        return;
    for (size_t i = 0; i < lineage->count; i++) {
        if (is_child(lineage, &lineage->records[i]))
            continue;
        add_record_line(&d, &lineage->records[i], NULL, "");
        draw(&d, i);
    }
    for (size_t i = 0; i < lineage->count; i++)
        for (size_t j = 0; j < lineage->records[i].link_count; j++)
            add_broken(&d, &lineage->records[i], j);
}

/* ---- one object ---- */

/* Adds a quantity: a word, a number or null. */
static void add_quantity(wm_document *to, const wm_lineage_link *link, size_t index)
{
    const char *name = wm_lineage_quantities[index];
    if (link->kept[index][0] == '\0')
        return;
    if (link->is_word[index])
        wm_data_text(to, name, link->kept[index]);
    else
        wm_data_number(to, name, link->number[index]);
}

static void add_link(wm_document *to, const wm_lineage_link *link)
{
    static const char *const states[] = {[WM_LINEAGE_HOLDS] = "holds",
                                         [WM_LINEAGE_ABSENT] = "absent",
                                         [WM_LINEAGE_OTHER] = "other bytes"};
    wm_data_object(to, NULL);
    wm_data_hex(to, "root", link->root);
    wm_data_text(to, "state", states[link->state]);
    wm_data_object(to, "kept");
    for (size_t i = 0; i < WM_LINEAGE_KEPT; i++)
        add_quantity(to, link, i);
    wm_data_end_object(to);
    wm_data_end_object(to);
}

static void add_record(wm_document *to, const wm_lineage_record *record)
{
    char date[DATE_SIZE];
    wm_data_object(to, NULL);
    wm_data_hex(to, "root", record->root);
    wm_data_text(to, "path", record->path);
    wm_data_text(to, "backend", record->backend);
    wm_data_text(to, "device", record->device);
    if (record->started_at_ns == 0)
        wm_data_null(to, "date");
    else
        wm_data_text(to, "date", date_of(record, "%Y-%m-%dT%H:%M:%SZ", date));
    wm_data_list(to, "continues");
    for (size_t i = 0; i < record->link_count; i++)
        add_link(to, &record->links[i]);
    wm_data_end_list(to);
    wm_data_end_object(to);
}

void wm_lineage_add_data(const wm_lineage *lineage, wm_document *to)
{
    const bool is_broken = wm_lineage_count(lineage, WM_LINEAGE_OTHER) > 0;
    const bool is_absent = wm_lineage_count(lineage, WM_LINEAGE_ABSENT) > 0;
    wm_data_begin(to, "lineage", is_broken ? "rebuilt" : is_absent ? "absent" : "holds");
    wm_data_list(to, "records");
    for (size_t i = 0; i < lineage->count; i++)
        add_record(to, &lineage->records[i]);
    wm_data_end_list(to);
}

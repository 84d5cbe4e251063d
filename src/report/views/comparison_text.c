/* Prints comparisons as text and Markdown. */
#include "report/views/comparison_text.h"

#include "model/mask.h"
#include "record/tables/exit_status.h"
#include "report/views/cells.h"
#include "report/views/plan_origin.h"
#include "report/print/prose.h"
#include "report/print/style.h"
#include "model/tally.h"
#include "report/views/warnings.h"
#include "study/foreign/import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOT_SHOWN = 12, WORDS = 512 };

/* The width of a line; 0: any. */
static size_t width_of(const wm_view *view)
{
    return view->form == WM_TABLE_PLAIN ? view->columns : 0;
}

/* Prints a text in lines of the width, behind `used` columns of the first line. */
static void print_prose(const char *text, size_t used, const wm_view *view, FILE *out)
{
    if (width_of(view) > used) {
        wm_prose_print(text, "", "    ", (int)(width_of(view) - used), out);
        return;
    }
    wm_table_print_words(text, view->form, out);
    fputc('\n', out);
}

/* The end of a path that fits into `most` columns, behind "..."; 0: all of it. */
static const char *end_of(const char *path, size_t most, char room[WM_STYLE_MASKED])
{
    char masked[WM_STYLE_MASKED];
    const char *text = wm_style_masked(path, masked);
    size_t width = wm_prose_width(text);
    if (most < 8 || width <= most)
        return wm_style_masked(path, room);
    for (; width + 3 > most; width--) {
        text++;
        while (((unsigned char)*text & 0xc0) == 0x80)
            text++;
    }
    (void)snprintf(room, WM_STYLE_MASKED, "...%s", text);
    return room;
}

static const char *lead_of(const wm_view *view)
{
    return view->form == WM_TABLE_MARKDOWN ? "- " : "";
}

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Appends `N word`, if N is not 0. */
static void add_count(char words[WORDS], size_t count, const char *word)
{
    const size_t used = strlen(words);
    if (count == 0)
        return;
    (void)snprintf(words + used, WORDS - used, "%s%zu %s",
                   used == 0 || words[used - 1] == ' ' ? "" : ", ", count, word);
}

/* Counts the directions and the outputs. */
static void count_rows(const wm_comparison *comparison, char words[WORDS])
{
    const size_t *outputs = comparison->outputs;
    size_t used;
    words[0] = '\0';
    for (unsigned i = WM_COMPARISON_FASTER; i < WM_COMPARISON_CHANGES; i++)
        add_count(words, comparison->changes[i],
                  wm_comparison_change_word((wm_comparison_change)i));
    add_count(words, comparison->changes[WM_COMPARISON_NOT_SHOWN],
              wm_comparison_change_word(WM_COMPARISON_NOT_SHOWN));
    add_count(words, comparison->changes[WM_COMPARISON_UNKNOWN], "without an interval");
    used = strlen(words);
    if (outputs[WM_COMPARISON_NONE] < comparison->row_count)
        (void)snprintf(words + used, WORDS - used, "; outputs: ");
    for (unsigned i = WM_COMPARISON_IDENTICAL; i < WM_COMPARISON_OUTPUTS; i++)
        add_count(words, outputs[i], wm_comparison_output_word((wm_comparison_output)i));
}

void wm_comparison_text_verdict(const wm_comparison *comparison, const char *name,
                                const wm_view *view, FILE *out)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } VERDICTS[] = {
        [WM_EXIT_YES] = {"COMPARED", WM_EMPHASIS_GOOD},
        [WM_EXIT_NO] = {"DIFFERENT", WM_EMPHASIS_BAD},
        [WM_EXIT_INCONCLUSIVE] = {"NOT COMPARABLE", WM_EMPHASIS_ODD},
    };
    const int verdict = wm_comparison_exit(comparison);
    const wm_emphasis emphasis = VERDICTS[verdict].emphasis;
    const size_t word = strlen(VERDICTS[verdict].word) + 2;
    char words[WORDS], text[WORDS + WM_STYLE_MASKED], room[WM_STYLE_MASKED];
    count_rows(comparison, words);
    (void)snprintf(
        text, sizeof text, "%s%s%s",
        name == NULL ? "" : end_of(name, width_of(view) > 0 ? width_of(view) - word - 5 : 0, room),
        name == NULL ? "" : ": ",
        comparison->row_count == 0 ? "the records have no item and no own number in common"
                                   : words);
    fprintf(out, "%s%s%s%s  ", lead_of(view), wm_style_on(emphasis, view->is_coloured),
            VERDICTS[verdict].word, wm_style_off(emphasis, view->is_coloured));
    print_prose(text, word, view, out);
}

/* ---- the records ----------------------------------------------------------------------------- */

/* Prints `A  root  path`; the path is cut at its left to fit. */
static void print_record(const char *letter, const wm_comparison_record *record,
                         const wm_view *view, FILE *out)
{
    const wm_model *model = record->model;
    const size_t width = width_of(view), notable = wm_tally_notable(record->model);
    char room[WM_STYLE_MASKED], note[48] = "";
    size_t used = strlen("A  ") + ROOT_SHOWN + 2;
    if (notable > 0)
        (void)snprintf(note, sizeof note, "  (%zu finding%s)", notable, wm_style_plural(notable));
    else if (wm_plan_origin_is_imported(&model->plan, model->plan_name))
        (void)snprintf(note, sizeof note, "  (" WM_IMPORT_MARK ")");
    used += strlen(note);
    fprintf(out, "%s%s  %.*s  ", lead_of(view), letter, ROOT_SHOWN, model->report.root);
    wm_table_print_words(end_of(model->path, width > used ? width - used : 0, room), view->form,
                         out);
    fprintf(out, "%s\n", note);
    if (record->model->environments.count > 1)
        fprintf(out, "%s%s  has %zu environments; facts are those of the first\n", lead_of(view),
                letter, record->model->environments.count);
}

/* Warns of repeats that were disturbed, and of a busy machine. */
static void print_warning(const char *letter, const wm_comparison_record *record,
                          const wm_view *view, FILE *out)
{
    char words[WM_WARNINGS_SIZE], line[WM_WARNINGS_SIZE + 16];
    wm_warnings_all(record->model, record->model->pressure.mean, words);
    if (words[0] == '\0')
        return;
    (void)snprintf(line, sizeof line, "%s: %s", letter, words);
    if (view->form == WM_TABLE_PLAIN) {
        wm_warnings_print(line, view, out);
        return;
    }
    fprintf(out, "%sWARNING  ", lead_of(view));
    wm_table_print_words(line, view->form, out);
    fputc('\n', out);
}

static void print_records(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    const wm_model *base = comparison->base->model, *other = comparison->other->model;
    print_record("A", comparison->base, view, out);
    print_record("B", comparison->other, view, out);
    if (strcmp(base->report.root, other->report.root) == 0)
        fprintf(out, "%sA and B are the same record\n", lead_of(view));
    if (strcmp(base->device, other->device) == 0 && strcmp(base->device, "none") != 0) {
        fprintf(out, "%sboth on ", lead_of(view));
        print_prose(base->device, strlen("both on "), view, out);
    }
    print_warning("A", comparison->base, view, out);
    print_warning("B", comparison->other, view, out);
}

/* ---- outputs that must be identical ---------------------------------------------------------- */

static void print_different(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    char a[WM_SHA256_HEX_SIZE + 1], b[WM_SHA256_HEX_SIZE + 1], word[WM_STYLE_SHELL_WORD];
    char command[WM_STYLE_SHELL_WORD + 64];
    if (comparison->outputs[WM_COMPARISON_DIFFERENT] == 0)
        return;
    fputc('\n', out);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        if (row->output != WM_COMPARISON_DIFFERENT)
            continue;
        wm_sha256_to_hex(row->base_side->digest, a);
        wm_sha256_to_hex(row->other_side->digest, b);
        fprintf(out, "%s%sdifferent%s  ", lead_of(view),
                wm_style_on(WM_EMPHASIS_BAD, view->is_coloured),
                wm_style_off(WM_EMPHASIS_BAD, view->is_coloured));
        wm_table_print_words(row->label, view->form, out);
        fputs("\n  must be identical: ", out);
        print_prose(row->output_why, strlen("  must be identical: "), view, out);
        fprintf(out, "  A %.*s, B %.*s\n", ROOT_SHOWN, a, ROOT_SHOWN, b);
    }
    (void)snprintf(command, sizeof command, "witnessmark reverify --product %s",
                   wm_style_shell_word(comparison->other->model->path, word));
    if (view->form == WM_TABLE_PLAIN)
        wm_view_command(view, out, "next: ", command);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A value in words. Returns room or the text. */
static const char *words_of(const wm_comparison_value *value, char room[WORDS])
{
    if (value->text != NULL)
        return value->text[0] != '\0' ? value->text : "(empty)";
    (void)snprintf(room, WORDS, value->reason != NULL ? "n/a (%.400s)" : "none%s",
                   value->reason != NULL ? value->reason : "");
    return room;
}

/* Where to begin to show two long texts: shortly before they differ. */
static size_t begin_of(const char *a, const char *b)
{
    enum { BEFORE = 16 };
    size_t same = 0;
    while (a[same] != '\0' && a[same] == b[same])
        same++;
    if (same <= 2 * BEFORE)
        return 0;
    for (same -= BEFORE; ((unsigned char)a[same] & 0xc0) == 0x80;)
        same++;
    return same;
}

/* Prints a text from a place on, cut to size bytes between two characters. */
static void print_cut(const char *text, size_t begin, size_t size, FILE *out)
{
    const char *rest = text + begin, *lead = begin > 0 ? "..." : "";
    char room[WORDS];
    if (strlen(lead) + strlen(rest) > size && size < sizeof room) {
        wm_mask_copy(rest, strlen(rest), room, size - strlen(lead) - 2);
        fprintf(out, "%s%s...\n", lead, room);
        return;
    }
    fprintf(out, "%s%s\n", lead, rest);
}

static void print_fact(const wm_comparison_fact *fact, const wm_view *view, FILE *out)
{
    const size_t width = width_of(view);
    char base_room[WORDS], other_room[WORDS];
    size_t begin;
    const char *base = words_of(&fact->base, base_room),
               *other = words_of(&fact->other, other_room);
    if (width == 0 || strlen(fact->name) + strlen(base) + strlen(other) + 8 <= width) {
        fputs(view->form == WM_TABLE_MARKDOWN ? "  - " : "  ", out);
        wm_table_print_words(fact->name, view->form, out);
        fputs(": ", out);
        wm_table_print_words(base, view->form, out);
        fputs(" -> ", out);
        wm_table_print_words(other, view->form, out);
        fputc('\n', out);
        return;
    }
    begin = strlen(base) > width - 7 || strlen(other) > width - 7 ? begin_of(base, other) : 0;
    fprintf(out, "  %s:\n    A  ", fact->name);
    print_cut(base, begin, width - 7, out);
    fputs("    B  ", out);
    print_cut(other, begin, width - 7, out);
}

static void print_facts(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    const size_t count = comparison->fact_count, all = count + comparison->same_facts;
    if (view->form == WM_TABLE_PLAIN)
        fputc('\n', out);
    fprintf(out, "%s%zu of %zu facts changed%s\n", lead_of(view), count, all,
            count > 0 ? ", A -> B:" : "");
    for (size_t i = 0; i < count; i++)
        print_fact(&comparison->fact[i], view, out);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void add_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "B / A", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "its interval", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "B is", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Output", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "A", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "B", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Floor ratio", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Class", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Numerical", WM_TABLE_LEFT, true);
}

/* Writes a ratio with the digits that a reader compares. */
static void write_ratio(double ratio, char *text, size_t size)
{
    (void)snprintf(text, size, ratio >= 0.01 && ratio < 1000 ? "%.4f" : "%.3g", ratio);
}

static void add_ratio(wm_table *table, const wm_comparison_row *row)
{
    const char *word = wm_comparison_change_word(row->change);
    const wm_emphasis emphasis = row->change == WM_COMPARISON_FASTER   ? WM_EMPHASIS_GOOD
                                 : row->change == WM_COMPARISON_SLOWER ? WM_EMPHASIS_ODD
                                                                       : WM_EMPHASIS_NONE;
    char low[32], high[32], text[80];
    if (row->ratio.median.kind == WM_RESULT_NUMBER) {
        write_ratio(row->ratio.median.number, low, sizeof low);
        wm_table_add(table, low, NULL, WM_EMPHASIS_NONE);
    } else {
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
    }
    if (row->change == WM_COMPARISON_UNKNOWN) {
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        return;
    }
    write_ratio(row->ratio.low.number, low, sizeof low);
    write_ratio(row->ratio.high.number, high, sizeof high);
    (void)snprintf(text, sizeof text, "%s .. %s", low, high);
    wm_table_add(table, text, row->remark[0] != '\0' ? row->remark : NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, word, NULL, emphasis);
}

/* Adds a class, `S1`, or `S1 -> undetermined` with the reasons as a note. */
static void add_class(wm_table *table, const wm_result *base, const wm_result *other)
{
    const wm_result *sides[] = {base, other};
    char word[2][32], note[2][96] = {"", ""}, text[80], both[224];
    for (size_t i = 0; i < 2; i++) {
        const char *of = sides[i]->text, *colon = strstr(of, ": ");
        const bool is_word = sides[i]->kind == WM_RESULT_WORD;
        (void)snprintf(word[i], sizeof word[i], "%.*s",
                       is_word ? colon == NULL ? 31 : (int)(colon - of) : 3, is_word ? of : "n/a");
        if (!is_word || colon != NULL)
            (void)snprintf(note[i], sizeof note[i], "%.90s", is_word ? colon + 2 : of);
    }
    (void)snprintf(text, sizeof text, strcmp(word[0], word[1]) == 0 ? "%s" : "%s -> %s", word[0],
                   word[1]);
    if (strcmp(note[0], note[1]) == 0)
        (void)snprintf(both, sizeof both, "%s", note[0]);
    else
        (void)snprintf(both, sizeof both, "%s%s%s%s%s", note[0][0] != '\0' ? "A: " : "", note[0],
                       note[0][0] != '\0' && note[1][0] != '\0' ? "; " : "",
                       note[1][0] != '\0' ? "B: " : "", note[1]);
    if (strcmp(text, "n/a") == 0)
        wm_table_add(table, NULL, both, WM_EMPHASIS_ODD);
    else
        wm_table_add(table, text, both[0] != '\0' ? both : NULL,
                     strcmp(word[0], word[1]) == 0 ? WM_EMPHASIS_NONE : WM_EMPHASIS_ODD);
}

static const char OWN[] = "own numbers have none";

static void add_output(wm_table *table, const wm_comparison_row *row)
{
    wm_table_add(table, wm_comparison_output_word(row->output),
                 row->output == WM_COMPARISON_NONE ? OWN : row->output_why,
                 row->output == WM_COMPARISON_DIFFERENT      ? WM_EMPHASIS_BAD
                 : row->output == WM_COMPARISON_NOT_COMPARED ? WM_EMPHASIS_ODD
                                                             : WM_EMPHASIS_GOOD);
}

/* Adds the floors and classes of an item. */
static void add_classes(wm_table *table, const wm_comparison_row *row)
{
    const bool has_floors = row->floor_ratio.kind == WM_RESULT_NUMBER;
    if (row->base_side == NULL) {
        for (unsigned i = 0; i < 3; i++)
            wm_table_add(table, NULL, OWN, WM_EMPHASIS_NONE);
        return;
    }
    wm_cells_number(table, has_floors ? row->floor_ratio.number : (double)NAN, WM_TEXT_FIXED4,
                    has_floors ? NULL : row->floor_ratio.text);
    add_class(table, &row->base_side->performance_class, &row->other_side->performance_class);
    add_class(table, &row->base_side->numerical_class, &row->other_side->numerical_class);
}

static wm_status print_table(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    wm_table table = {0};
    add_columns(&table);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        wm_table_add(&table, row->label, NULL, WM_EMPHASIS_NONE);
        add_ratio(&table, row);
        add_output(&table, row);
        wm_cells_claim(&table, comparison->base->model, row->base);
        wm_cells_claim(&table, comparison->other->model, row->other);
        add_classes(&table, row);
    }
    return wm_cells_print(&table, view, out);
}

static void print_mean(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    char ratio[32];
    if (comparison->ratio_count < 2 || comparison->geometric_mean.kind != WM_RESULT_NUMBER)
        return;
    write_ratio(comparison->geometric_mean.number, ratio, sizeof ratio);
    fprintf(out, "%sgeometric mean of B / A, %zu items: %s\n",
            view->form == WM_TABLE_MARKDOWN ? "\n- " : "", comparison->ratio_count, ratio);
}

/* Says what an interval does not cover, if one shows a difference. */
static void print_caution(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    static const char TEXT[] = "an interval covers one run's repeats; two runs of a machine can "
                               "differ by more";
    const size_t *changes = comparison->changes;
    if (changes[WM_COMPARISON_FASTER] + changes[WM_COMPARISON_SLOWER] +
            changes[WM_COMPARISON_HIGHER] + changes[WM_COMPARISON_LOWER] ==
        0)
        return;
    fputs(view->form == WM_TABLE_MARKDOWN ? "\n- " : "", out);
    print_prose(TEXT, 0, view, out);
}

/* ---- what one record alone has --------------------------------------------------------------- */

enum { NAMES_SHOWN = 16 }; /* --json and --csv list all */

/* Prints the first names, and how many more there are. */
static void print_names(const char *title, const wm_comparison_names *names, const wm_view *view,
                        FILE *out)
{
    const size_t shown = names->count < NAMES_SHOWN ? names->count : NAMES_SHOWN;
    char text[NAMES_SHOWN * 128 + 96];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", title);
    if (names->count == 0)
        return;
    for (size_t i = 0; i < shown; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %.120s", i > 0 ? "," : "",
                                 names->name[i]);
    if (names->count > shown)
        (void)snprintf(text + used, sizeof text - used, ", and %zu more; --json lists all",
                       names->count - shown);
    fprintf(out, "\n%s", lead_of(view));
    print_prose(text, 0, view, out);
}

wm_status wm_comparison_text_print(const wm_comparison *comparison, const wm_view *view, FILE *out)
{
    wm_status status;
    print_records(comparison, view, out);
    print_different(comparison, view, out);
    print_facts(comparison, view, out);
    status = print_table(comparison, view, out);
    print_mean(comparison, view, out);
    print_caution(comparison, view, out);
    print_names("only in A:", &comparison->only_base, view, out);
    print_names("only in B:", &comparison->only_other, view, out);
    return status;
}

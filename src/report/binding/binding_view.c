/* Shows what binds a document to records: a line for each finding, as a compiler does. */
#include "report/binding/binding_view.h"

#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

static const char *const KINDS[] = {"differs",      "unknown", "no value", "wrong output",
                                    "other record", "unbound", "note"};
static const char *const ABSENCES[] = {"not there", "outside of the document's folder",
                                       "cannot be read", "too long a text; it may never end"};

/* The place of a finding: file, line and column, and what is before its kind. */
static const char *place_of(const wm_binding *binding, const wm_binding_finding *finding,
                            wm_document *to)
{
    char name[2 * WM_TEX_FILES_PATH];
    size_t line, column;
    wm_tex_files_name(&binding->files, finding->place.file, name);
    wm_tex_files_locate(&binding->files, finding->place, &line, &column);
    return wm_document_text(to, "%s:%zu:%zu: ", name, line, column);
}

static void add_line(const wm_binding *binding, const wm_binding_finding *finding, wm_document *to)
{
    const bool has_text = finding->text[0] != '\0';
    wm_words *line = wm_words_item(to);
    wm_words_data(line, place_of(binding, finding, to));
    wm_words_word(line, finding->kind == WM_BINDING_PAIR ? WM_EMPHASIS_ODD : WM_EMPHASIS_BAD,
                  KINDS[finding->kind]);
    wm_words_data(line, wm_document_text(to, ": %s%s%s", finding->text, has_text ? ": " : "",
                                         finding->words));
    wm_words_lead(line, WM_BREAKS_TERMINAL, NULL);
}

static void add_finding(const wm_binding *binding, const wm_binding_finding *finding,
                        wm_document *to)
{
    size_t line, column;
    wm_tex_files_locate(&binding->files, finding->place, &line, &column);
    wm_data_object(to, NULL);
    wm_data_text(to, "file", binding->files.file[finding->place.file].path);
    wm_data_count(to, "line", line);
    wm_data_count(to, "column", column);
    wm_data_text(to, "kind", KINDS[finding->kind]);
    wm_data_text(to, "text", finding->text);
    wm_data_text(to, "words", finding->words);
    wm_data_list(to, "macros");
    for (size_t i = 0; i < WM_BINDING_CLAIMS && finding->claim[i] != NULL; i++)
        wm_data_text(to, NULL, finding->claim[i]);
    wm_data_end_list(to);
    wm_data_text(to, "exception", finding->reason);
    wm_data_end_object(to);
}

static size_t count_kind(const wm_binding *binding, bool is_bound)
{
    size_t count = 0;
    for (size_t i = 0; i < binding->finding_count; i++)
        count += binding->finding[i].reason == NULL &&
                 (is_bound ? binding->finding[i].kind < WM_BINDING_UNBOUND
                           : binding->finding[i].kind == WM_BINDING_UNBOUND);
    return count;
}

static size_t excepted(const wm_binding *binding)
{
    size_t count = 0;
    for (size_t i = 0; i < binding->finding_count; i++)
        count += binding->finding[i].reason != NULL;
    return count;
}

/* Exceptions that excuse nothing, and parts that were not read. */
static void add_remarks(const wm_binding *binding, wm_document *to)
{
    for (size_t i = 0; i < binding->exception_count; i++) {
        const wm_binding_exception *one = &binding->exception[i];
        if (one->uses == 0)
            wm_words_say(to, "exception %zu matches nothing: %s: %s; remove it", one->line,
                         one->file, one->text);
    }
    for (size_t i = 0; i < binding->files.absent_count; i++)
        wm_words_tell(to, "not read: %s: %s", binding->files.absent[i].path,
                      ABSENCES[binding->files.absent[i].why]);
    if (binding->other_releases > 0)
        wm_words_say(to,
                     "%zu file%s of another release of `publish`: only the numbers that the "
                     "text uses were compared",
                     binding->other_releases, wm_style_plural(binding->other_releases));
}

static void add_sum(const wm_binding *binding, wm_document *to)
{
    const size_t bound = count_kind(binding, true), unbound = count_kind(binding, false);
    const size_t excuses = excepted(binding);
    wm_words *line = wm_words_item(to);
    wm_words_word(
        line, bound + unbound > 0 ? WM_EMPHASIS_BAD : WM_EMPHASIS_GOOD,
        wm_document_text(to, "%zu bound number%s", binding->uses, wm_style_plural(binding->uses)));
    wm_words_add(line, ", %zu agree%s; %zu finding%s about bound numbers, %zu number%s not bound",
                 binding->agreeing, binding->agreeing == 1 ? "s" : "", bound,
                 wm_style_plural(bound), unbound, wm_style_plural(unbound));
    if (excuses > 0)
        wm_words_add(line, ", %zu excepted", excuses);
}

static void add_members(const wm_binding *binding, const char *document, int exit, wm_document *to)
{
    wm_data_begin(to, "bind",
                  exit == 0            ? "bound"
                  : exit == WM_EXIT_NO ? "findings"
                                       : "inconclusive");
    wm_data_text(to, "document", document);
    wm_data_list(to, "roots");
    for (size_t i = 0; i < binding->record_count; i++)
        wm_data_text(to, NULL, binding->record[i].model->report.root);
    wm_data_end_list(to);
    wm_data_count(to, "bound", binding->uses);
    wm_data_count(to, "agreeing", binding->agreeing);
    wm_data_list(to, "findings");
    for (size_t i = 0; i < binding->finding_count; i++)
        add_finding(binding, &binding->finding[i], to);
    wm_data_end_list(to);
    wm_data_list(to, "exceptions");
    for (size_t i = 0; i < binding->exception_count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "file", binding->exception[i].file);
        wm_data_text(to, "text", binding->exception[i].text);
        wm_data_text(to, "reason", binding->exception[i].reason);
        wm_data_count(to, "uses", binding->exception[i].uses);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    wm_data_list(to, "not_read");
    for (size_t i = 0; i < binding->files.absent_count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "file", binding->files.absent[i].path);
        wm_data_text(to, "reason", ABSENCES[binding->files.absent[i].why]);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

void wm_binding_view_lines(const wm_binding *binding, size_t from, size_t end, wm_document *to)
{
    for (size_t i = from; i < end; i++)
        if (binding->finding[i].reason == NULL)
            add_line(binding, &binding->finding[i], to);
}

int wm_binding_view_end(const wm_binding *binding, const char *document, bool has_members,
                        wm_document *to)
{
    const int exit = wm_binding_findings(binding) > 0 ? WM_EXIT_NO
                     : wm_binding_is_partial(binding) ? WM_EXIT_INCONCLUSIVE
                                                      : WM_EXIT_YES;
    add_remarks(binding, to);
    add_sum(binding, to);
    if (has_members)
        add_members(binding, document, exit, to);
    return exit;
}

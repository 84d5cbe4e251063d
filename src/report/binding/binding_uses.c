/* Compares each use of a macro of witnessmark.sty with the record that it means. */
#include "report/binding/binding_parts.h"

#include "manuscript/tex_context.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 256 };

/* The folder of a prefix, or NULL. */
static const wm_binding_folder *folder_of(const wm_binding *binding, const char *prefix)
{
    for (size_t i = 0; i < binding->folder_count; i++)
        if (strcmp(binding->folder[i].prefix, prefix != NULL ? prefix : "") == 0)
            return &binding->folder[i];
    return NULL;
}

/* The record that a use means; NULL: none, or it is not given. Without \wmrecord in the files that
 * were read, the only record. */
static const wm_binding_record *record_of(const wm_binding *binding, const wm_tex_use *use)
{
    const wm_binding_folder *folder = folder_of(binding, use->prefix);
    if (folder != NULL && folder->of != NULL)
        return folder->of;
    return binding->record_count == 1 ? &binding->record[0] : NULL;
}

const char *wm_binding_use_text(wm_binding *binding, const wm_tex_use *use, bool is_starred)
{
    return wm_document_text(&binding->memory, "\\%s%s%s%s%s{%s}", use->macro, is_starred ? "*" : "",
                            use->prefix != NULL ? "[" : "", use->prefix != NULL ? use->prefix : "",
                            use->prefix != NULL ? "]" : "", use->name);
}

/* An entry by its name; a label stands for the rate of its item. */
static const wm_tex_entry *entry_of(const wm_tex_published *published, const wm_tex_use *use)
{
    char name[1024];
    const wm_tex_entry *entry =
        wm_tex_published_find(published, use->name, use->kind == WM_TEX_USE_FACT);
    if (entry != NULL || use->kind != WM_TEX_USE_CONTEXT)
        return entry;
    (void)snprintf(name, sizeof name, "%s.rate", use->name);
    return wm_tex_published_find(published, name, false);
}

const wm_tex_entry *wm_binding_use_entry(const wm_binding *binding, const wm_tex_use *use)
{
    const wm_binding_record *record = record_of(binding, use);
    return record != NULL ? entry_of(&record->published, use) : NULL;
}

/* Whether a use shows a part of what an output gave, without a word about a wrong one. */
static bool hides_objection(const wm_tex_use *use)
{
    static const char *const ALONE[] = {"wmcell", "wmclass", "wmflags", "wminterval"};
    for (size_t i = 0; i < sizeof ALONE / sizeof *ALONE; i++)
        if (strcmp(use->macro, ALONE[i]) == 0)
            return true; /* a star changes nothing */
    return !use->is_starred && (use->kind == WM_TEX_USE_CLAIM || use->kind == WM_TEX_USE_VALUE);
}

/* The macro that says what is wrong with an output. */
static const char *honest_text(wm_binding *binding, const wm_tex_use *use)
{
    wm_tex_use other = *use;
    if (use->kind == WM_TEX_USE_CONTEXT)
        other.macro = "wmcontext";
    else if (strcmp(use->macro, "wmcell") == 0)
        other.macro = "wmclaim";
    return wm_binding_use_text(binding, &other, use->kind != WM_TEX_USE_CONTEXT);
}

/* Compares what the folder's numbers.tex prints with what the record gives. */
static bool prints_the_same(wm_binding *binding, const wm_tex_use *use, const wm_tex_entry *wanted)
{
    const wm_binding_folder *folder = folder_of(binding, use->prefix);
    const wm_tex_entry *found;
    char is[SHOWN], should[SHOWN];
    if (folder == NULL || folder->file == SIZE_MAX)
        return true;
    found = entry_of(&folder->published, use);
    if (found != NULL && found->shown_size == wanted->shown_size &&
        memcmp(found->shown, wanted->shown, found->shown_size) == 0)
        return true;
    wm_tex_published_show(wanted, should, sizeof should);
    if (found == NULL) {
        wm_binding_add(binding, WM_BINDING_DIFFERS, use->place,
                       wm_binding_use_text(binding, use, false),
                       "%.200s/numbers.tex lacks this name, and the record has %s; run "
                       "`witnessmark publish` again",
                       folder->path, should);
        return false;
    }
    wm_tex_published_show(found, is, sizeof is);
    wm_binding_add(binding, WM_BINDING_DIFFERS, use->place,
                   wm_binding_use_text(binding, use, false),
                   "prints %s, and the record has %s; run `witnessmark publish` again", is, should);
    return false;
}

/* Compares one use with its record. True: it agrees. */
static bool agrees(wm_binding *binding, const wm_tex_use *use)
{
    const wm_binding_record *record = record_of(binding, use);
    const wm_tex_entry *entry;
    if (record == NULL) {
        if (folder_of(binding, use->prefix) == NULL)
            wm_binding_add(binding, WM_BINDING_ROOT, use->place,
                           wm_binding_use_text(binding, use, false),
                           "no \\wmrecord reads a record for this prefix, and several records are "
                           "given");
        return false;
    }
    entry = entry_of(&record->published, use);
    if (entry == NULL) {
        wm_binding_add(
            binding, WM_BINDING_UNKNOWN, use->place, wm_binding_use_text(binding, use, false),
            "the record %.200s has no claim and no parameter of this name", record->given);
        return false;
    }
    if (entry->is_absent && use->kind != WM_TEX_USE_CONTEXT) {
        wm_binding_add(binding, WM_BINDING_ABSENT, use->place,
                       wm_binding_use_text(binding, use, false), "the claim has no value");
        return false;
    }
    if (entry->objection_size > 0 && hides_objection(use)) {
        wm_binding_add(binding, WM_BINDING_WRONG, use->place,
                       wm_binding_use_text(binding, use, false), "%.*s; %s says so in the text",
                       (int)entry->objection_size, entry->objection, honest_text(binding, use));
        return false;
    }
    return wm_binding_around_agrees(binding, use, entry) && prints_the_same(binding, use, entry);
}

void wm_binding_uses_compare(wm_binding *binding)
{
    for (size_t i = 0; i < binding->text.use_count; i++) {
        const wm_tex_use *use = &binding->text.use[i];
        if (use->kind >= WM_TEX_USE_ROOT)
            continue;
        binding->uses++;
        binding->agreeing += agrees(binding, use);
    }
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* The item of a use, as its label; empty: it is about no item. */
static size_t item_of(const wm_binding *binding, const wm_tex_use *use, const char **label)
{
    const wm_tex_entry *entry = wm_binding_use_entry(binding, use);
    *label = entry != NULL && entry->group != NULL ? entry->group : "";
    return entry != NULL ? entry->group_size : 0;
}

/* Notes a sentence that compares, and has numbers of two items. */
static void note_pair(wm_binding *binding, size_t begin, size_t end, size_t first)
{
    const wm_tex_use *one = &binding->text.use[first];
    const char *label, *other;
    const size_t size = item_of(binding, one, &label);
    for (size_t i = first + 1; i < binding->text.use_count && binding->text.use[i].at < end; i++) {
        const wm_tex_use *use = &binding->text.use[i];
        const size_t other_size = item_of(binding, use, &other);
        const bool is_same = size == other_size && (size == 0 || memcmp(label, other, size) == 0) &&
                             record_of(binding, one) == record_of(binding, use);
        if (use->kind > WM_TEX_USE_VALUE || size == 0 || other_size == 0 || is_same)
            continue;
        if (!wm_tex_context_compares(&binding->text, begin, end))
            return;
        wm_binding_add(binding, WM_BINDING_PAIR, use->place,
                       wm_binding_use_text(binding, use, false),
                       "the sentence compares %.*s with %.*s; one run of each shows no direction, "
                       "`witnessmark compare` of several runs of each can",
                       (int)size, label, (int)other_size, other);
        return;
    }
}

void wm_binding_uses_note_pairs(wm_binding *binding)
{
    size_t use = 0;
    for (size_t begin = 0, end; begin < binding->text.size; begin = end) {
        end = wm_tex_context_sentence(&binding->text, begin, binding->text.size);
        while (use < binding->text.use_count && (binding->text.use[use].at < begin ||
                                                 (binding->text.use[use].at < end &&
                                                  binding->text.use[use].kind > WM_TEX_USE_VALUE)))
            use++;
        if (use < binding->text.use_count && binding->text.use[use].at < end)
            note_pair(binding, begin, end, use);
    }
}

/* Shows the git revisions that a record of `wrap` has. */
#include "report/views/wrapped_revision.h"

#include "model/mask.h"
#include "report/document/data.h"

#include <string.h>

/* Adds a line. What is not known about changes is said to be so. */
static void add(const char *whose, wm_wrapped_fact revision, wm_wrapped_fact clean, wm_document *to)
{
    char text[128], reason[160];
    if (revision.text.bytes == NULL)
        return;
    wm_mask_text(revision.text, text, sizeof text);
    wm_mask_text(clean.reason, reason, sizeof reason);
    if (clean.text.bytes == NULL)
        wm_words_say(to, "%s: git revision %.12s; whether it has changes is not known: %s", whose,
                     text, reason[0] != '\0' ? reason : "not recorded");
    else
        wm_words_say(to, "%s: git revision %.12s, %s", whose, text,
                     wm_member_is(clean.text, "yes") ? "clean" : "with changes");
}

void wm_wrapped_revision_add(const wm_model *model, size_t command, wm_document *to)
{
    add("  its file's folder", wm_wrapped_fact_in(model, command, ".executable.revision"),
        wm_wrapped_fact_in(model, command, ".executable.clean"), to);
}

void wm_wrapped_revision_add_folder(const wm_model *model, wm_document *to)
{
    add("working folder", wm_wrapped_fact_of(model, "wrap.folder.revision"),
        wm_wrapped_fact_of(model, "wrap.folder.clean"), to);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void export_fact(const char *key, wm_wrapped_fact fact, wm_document *to)
{
    char text[128];
    wm_data_text(to, key,
                 fact.text.bytes != NULL ? wm_member_copy(fact.text, text, sizeof text) : NULL);
}

void wm_wrapped_revision_export(const wm_model *model, size_t command, wm_document *to)
{
    export_fact("revision", wm_wrapped_fact_in(model, command, ".executable.revision"), to);
    export_fact("clean", wm_wrapped_fact_in(model, command, ".executable.clean"), to);
}

void wm_wrapped_revision_export_folder(const wm_model *model, wm_document *to)
{
    export_fact("folder_revision", wm_wrapped_fact_of(model, "wrap.folder.revision"), to);
    export_fact("folder_clean", wm_wrapped_fact_of(model, "wrap.folder.clean"), to);
}

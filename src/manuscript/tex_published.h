/* The file numbers.tex that `publish` writes: a command a line, with braces around its arguments.
 */
#ifndef WM_MANUSCRIPT_TEX_PUBLISHED_H
#define WM_MANUSCRIPT_TEX_PUBLISHED_H

#include "manuscript/tex_files.h"

typedef enum wm_tex_entry_kind {
    WM_TEX_ENTRY_CLAIM,
    WM_TEX_ENTRY_PARAMETER,
    WM_TEX_ENTRY_FACT
} wm_tex_entry_kind;

/* What the file says of a name. Texts are LaTeX, as pieces of the file. */
typedef struct wm_tex_entry {
    wm_tex_entry_kind kind;
    const char *name;
    size_t name_size;
    const char *shown; /* value and unit, with the braces between them */
    size_t shown_size;
    const char *group; /* the label of the item; of a claim alone */
    size_t group_size;
    const char *objection; /* why no text may use it without a star; or empty */
    size_t objection_size;
    bool is_absent; /* it has no value */
    size_t at;      /* of its line in the file */
} wm_tex_entry;

/* Zero-initialised, empty. Ownership: wm_tex_published_clear. */
typedef struct wm_tex_published {
    wm_tex_entry *entry; /* sorted by name, as bytes; the first of equal ones is the last line's */
    size_t count, capacity;
    char root[65]; /* empty: it names none */
} wm_tex_published;

/* Reads the text, which must outlive the entries. Lines of another form are left out. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_tex_published_read(const char *data, size_t size,
                                              wm_tex_published *published);

/* The entry of a name that is of this kind, or NULL; a claim and a parameter are one kind. */
const wm_tex_entry *wm_tex_published_find(const wm_tex_published *published, const char *name,
                                          bool is_fact);

/* Writes what an entry shows as plain text, cut to fit, and a NUL. */
void wm_tex_published_show(const wm_tex_entry *entry, char *text, size_t size);

/* Frees the memory. */
void wm_tex_published_clear(wm_tex_published *published);

#endif

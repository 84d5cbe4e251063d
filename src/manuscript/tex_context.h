/* What the words around a number say of it. */
#ifndef WM_MANUSCRIPT_TEX_CONTEXT_H
#define WM_MANUSCRIPT_TEX_CONTEXT_H

#include "manuscript/tex_number.h"
#include "manuscript/tex_text.h"

enum { WM_TEX_SENTENCE_LISTS = 32 };

/* A sentence, or a cell of a table, and the lists of words that it was searched for. */
typedef struct wm_tex_sentence {
    const wm_tex_text *text;
    size_t begin, end;
    struct {
        const char *words;
        bool has;
    } said[WM_TEX_SENTENCE_LISTS];
    unsigned count;
} wm_tex_sentence;

/* Whether one of the words is between two places. Words have blanks between them; `*` at the end
 * of one stands for any letters. Case does not count. */
bool wm_tex_context_has(const wm_tex_text *text, size_t begin, size_t end, const char *words);

/* Whether the next word from a place is one of these. */
bool wm_tex_context_follows(const wm_tex_text *text, size_t at, size_t end, const char *words);

/* Whether a number without a unit is a factor: `2.3 times faster`, `a speedup of 2.3`. */
bool wm_tex_context_is_factor(const wm_tex_text *text, size_t begin, size_t end,
                              const wm_tex_number *number);

/* Whether a number with a unit looks like a result of the authors. When in doubt, it does not. */
bool wm_tex_context_is_result(wm_tex_sentence *sentence, const wm_tex_number *number);

/* Whether a sentence compares. */
bool wm_tex_context_compares(const wm_tex_text *text, size_t begin, size_t end);

/* Where the sentence ends that begins at a place. One without an end is cut. */
size_t wm_tex_context_sentence(const wm_tex_text *text, size_t begin, size_t end);

#endif

/* The words that are nearest to a mistyped one. */
#ifndef WM_BASE_NEAR_WORDS_H
#define WM_BASE_NEAR_WORDS_H

#include <stddef.h>

/* Writes at most three of `count` labels, nearest first by the number of changed characters,
 * separated by commas. Equal distances keep the given order. */
void wm_near_words_write(const char *label, const char *const *labels, size_t count, char *words,
                         size_t size);

/* The nearest of `count` words, if at most a third of the mistyped word's characters change (one
 * of 3 to 5; two neighbours in the wrong order are one), or if it is the beginning of a word; NULL
 * if no word is so near. */
const char *wm_near_words_best(const char *word, const char *const *words, size_t count);

/* Writes ` (did you mean 'WORD'?)` with that word, or "". 64 bytes hold any word of 40. */
void wm_near_words_hint(const char *word, const char *const *words, size_t count, char *hint,
                        size_t size);

#endif

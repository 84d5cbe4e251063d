/* The files of a LaTeX document: the first one, and those that it names below its folder. */
#ifndef WM_MANUSCRIPT_TEX_FILES_H
#define WM_MANUSCRIPT_TEX_FILES_H

#include <witnessmark.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WM_TEX_FILES_MIB = 100, /* the most of all files together */
    WM_TEX_FILES_MOST = 4096,
    WM_TEX_FILES_PATH = 4096
};

/* A file, in memory. */
typedef struct wm_tex_file {
    char *path; /* below the folder of the document */
    char *data; /* any bytes; a NUL follows them */
    size_t size;
    size_t located, lines, characters; /* of the last place that was asked for */
} wm_tex_file;

/* Why a file or a macro that is named was not read. */
typedef enum wm_tex_absence {
    WM_TEX_MISSING, /* it is not there; LaTeX may find it elsewhere */
    WM_TEX_OUTSIDE, /* it is not below the folder of the document */
    WM_TEX_CLOSED,  /* it is no plain file, or cannot be read */
    WM_TEX_ENDLESS  /* of a macro: its text is too long, and may never end */
} wm_tex_absence;

typedef struct wm_tex_absent {
    char *path; /* as the document names it */
    wm_tex_absence why;
} wm_tex_absent;

/* Zero-initialised, empty. Ownership: wm_tex_files_clear. */
typedef struct wm_tex_files {
    char folder[WM_TEX_FILES_PATH]; /* with its `/`; or empty */
    wm_tex_file *file;
    size_t count, capacity;
    wm_tex_absent *absent;
    size_t absent_count, absent_capacity;
    size_t bytes;
} wm_tex_files;

/* A place in a file. */
typedef struct wm_tex_place {
    uint32_t file, offset;
} wm_tex_place;

/* Reads the document itself, file 0. Errors: NOTFOUND, OPEN, INVALID (no plain file), IO, LIMIT,
 * NOMEM. */
WM_MUST_CHECK wm_status wm_tex_files_open(const char *document, wm_tex_files *files, wm_error *err);

/* Finds a file that the document names, and reads it the first time. Without an ending LaTeX takes
 * `.tex`. *index is SIZE_MAX if there is none; is_needed then keeps the reason. Nothing outside of
 * the folder is opened. Errors: IO, LIMIT, NOMEM. */
WM_MUST_CHECK wm_status wm_tex_files_find(wm_tex_files *files, const char *name, size_t size,
                                          const char *ending, bool is_needed, size_t *index,
                                          wm_error *err);

/* Keeps the name of something that was not read, once. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_tex_files_leave(wm_tex_files *files, const char *name, size_t size,
                                           wm_tex_absence why);

/* Uses a text in place of a file, for tests. Errors: NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_tex_files_take(wm_tex_files *files, const char *path, const void *data,
                                          size_t size);

/* The line and the column of a place, from 1. A column is a character. */
void wm_tex_files_locate(const wm_tex_files *files, wm_tex_place place, size_t *line,
                         size_t *column);

/* The path of a file for messages: the document's folder, then its path. */
void wm_tex_files_name(const wm_tex_files *files, size_t index, char name[2 * WM_TEX_FILES_PATH]);

/* Frees the memory. */
void wm_tex_files_clear(wm_tex_files *files);

#endif
